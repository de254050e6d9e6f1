//! Bodies of the HTTP API by which order is kept among people: reports, sanctions, offices, the audit log, maintenance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{Line, TalkStream};

macro_rules! word {
    ($($item:item)+) => {
        $(#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[ts(export)]
        $item)+
    };
}

word! {
    /// What somebody may do beyond playing.
    pub enum Office {
        /// Rules on games (裁判员).
        Referee,
        /// Rules also what only a chief referee may (裁判长).
        ChiefReferee,
        /// Runs events.
        Organiser,
        /// Keeps the ranks.
        RankOfficer,
        /// Keeps order among people.
        Moderator,
        /// May do all of it.
        Administrator,
    }

    /// What is imposed on somebody.
    pub enum SanctionKind {
        /// Something to read, without effect.
        Notice,
        /// May not speak.
        Mute,
        /// May begin no games; has an end.
        Suspension,
        /// May nothing but read why, and appeal.
        Ban,
        /// The rank does not change.
        RankFreeze,
        /// The result of a game counts for nothing.
        Annulment,
    }

    /// What somebody is reported for.
    pub enum ReportKind {
        /// Insults, threats, advertising.
        Abuse,
        /// Help by a program or by somebody else.
        Help,
        /// Letting the clock run in a lost game.
        Stalling,
        /// Leaving a game instead of ending it.
        Escaping,
        /// Losing on purpose, or several accounts.
        Sandbagging,
        /// The name.
        Name,
        /// Something else.
        Other,
    }

    /// How somebody left a game.
    pub enum Conduct {
        /// Was there and let three minutes or more run out in one turn, until the time was up.
        Stalled,
        /// Had been away for a minute or more when the game was lost on time or by staying away.
        Escaped,
    }

    /// How far a report is.
    pub enum ReportState {
        /// Nobody sees to it yet.
        Open,
        /// Somebody does.
        Claimed,
        /// Something was done.
        Upheld,
        /// There was nothing to do.
        Dismissed,
    }
}

body! {
    /// A text with a reason, an appeal or a note: 1 to 4,000 characters.
    #[serde(deny_unknown_fields)]
    pub struct Reason {
        /// The text.
        pub text: String,
    }

    /// A sanction to impose.
    #[serde(deny_unknown_fields)]
    pub struct NewSanction {
        /// Made by the client: sent again, it is still one sanction.
        pub id: Uuid,
        /// On whom: the name of the account.
        pub name: String,
        /// What.
        pub kind: SanctionKind,
        /// For how long, in milliseconds, at most ten years; without it for ever. A suspension must have it, a notice and an annulment must not.
        #[serde(default)]
        pub for_ms: Option<u64>,
        /// About which game; an annulment must have it.
        #[serde(default)]
        pub game: Option<Uuid>,
        /// Because of which report.
        #[serde(default)]
        pub report: Option<Uuid>,
        /// Why, for whom it is on: 1 to 4,000 characters.
        pub reason: String,
        /// Whether the games that are under way are lost; only with a suspension or a ban.
        #[serde(default)]
        pub forfeits: bool,
    }

    /// What an officer said about a sanction.
    pub struct OfficerWord {
        /// When, Unix milliseconds.
        pub at_ms: i64,
        /// Who, by name.
        pub by: String,
        /// What.
        pub text: String,
    }

    /// A sanction.
    pub struct Sanction {
        /// Its id.
        pub id: Uuid,
        /// What.
        pub kind: SanctionKind,
        /// On whom, by name.
        pub name: String,
        /// About which game.
        pub game: Option<Uuid>,
        /// Because of which report; only officers see it.
        pub report: Option<Uuid>,
        /// Why.
        pub reason: String,
        /// Whether the games that were under way are lost.
        pub forfeits: bool,
        /// Who imposed it, by name; only officers see it.
        pub by: Option<String>,
        /// Since when, Unix milliseconds.
        pub begins_ms: i64,
        /// Until when; for ever without.
        pub ends_ms: Option<i64>,
        /// Whether it holds now.
        pub holds: bool,
        /// Whether whom it is on has read it.
        pub seen: bool,
        /// When it was lifted before its end, by whom and why.
        pub lifted: Option<OfficerWord>,
        /// The appeal, if there is one.
        pub appeal: Option<String>,
        /// What was decided about it; final.
        pub decision: Option<OfficerWord>,
    }

    /// Sanctions, the newest first (appeals: the longest waiting first).
    pub struct SanctionList {
        /// At most 100.
        pub items: Vec<Sanction>,
    }

    /// What is decided about an appeal.
    #[serde(deny_unknown_fields)]
    pub struct Decision {
        /// Whether the sanction is lifted.
        pub lift: bool,
        /// Why, for whom it is on: 1 to 4,000 characters.
        pub text: String,
    }

    /// A report to make.
    #[serde(deny_unknown_fields)]
    pub struct NewReport {
        /// Made by the client: sent again, it is still one report.
        pub id: Uuid,
        /// Whom: the name of the account.
        pub name: String,
        /// For what.
        pub kind: ReportKind,
        /// In which game.
        #[serde(default)]
        pub game: Option<Uuid>,
        /// After how many moves of it.
        #[serde(default)]
        pub ply: Option<u32>,
        /// In which conversation about it.
        #[serde(default)]
        pub stream: Option<TalkStream>,
        /// Which line.
        #[serde(default)]
        pub line: Option<u32>,
        /// What happened: 1 to 4,000 characters.
        pub text: String,
    }

    /// A report, for moderators.
    pub struct Report {
        /// Its id.
        pub id: Uuid,
        /// How far it is.
        pub state: ReportState,
        /// For what.
        pub kind: ReportKind,
        /// By whom.
        pub by: String,
        /// About whom.
        pub name: String,
        /// In which game.
        pub game: Option<Uuid>,
        /// After how many moves of it.
        pub ply: Option<u64>,
        /// In which conversation.
        pub stream: Option<TalkStream>,
        /// Which line.
        pub line: Option<u64>,
        /// What the reporter says.
        pub text: String,
        /// When, Unix milliseconds.
        pub made_ms: i64,
        /// Who sees to it, or did.
        pub officer: Option<String>,
    }

    /// A page of reports.
    pub struct ReportPage {
        /// At most 50.
        pub items: Vec<Report>,
        /// The `after` of the next page, if there is one.
        pub next: Option<String>,
    }

    /// A report with what moderators noted.
    pub struct ReportFile {
        /// The report.
        pub report: Report,
        /// Whether its game is private: then only its players see it, and referees who sit down in it.
        pub private: bool,
        /// The line that was reported, as it stands, and those around it; none where no line was, and for whoever has to do with the report or plays in the game.
        pub said: Vec<Line>,
        /// The oldest first.
        pub notes: Vec<OfficerWord>,
    }

    /// Takes a report, or lets go of it.
    #[serde(deny_unknown_fields)]
    pub struct ClaimReport {
        /// Whether one sees to it from now on.
        pub claim: bool,
    }

    /// Closes a report.
    #[serde(deny_unknown_fields)]
    pub struct CloseReport {
        /// Whether something was done.
        pub upheld: bool,
        /// What, or why not, for other officers: 1 to 4,000 characters.
        pub text: String,
    }

    /// What moderators see of somebody.
    pub struct PersonFile {
        /// The name.
        pub name: String,
        /// Since when, Unix milliseconds.
        pub created_ms: i64,
        /// The offices.
        pub offices: Vec<Office>,
        /// Sanctions on this account, the newest first, at most 100.
        pub sanctions: Vec<Sanction>,
        /// Reports about this account, the newest first, at most 50.
        pub reported: Vec<Report>,
        /// Reports by this account, the newest first, at most 50.
        pub reporting: Vec<Report>,
        /// Games that this account left otherwise than by ending them, the newest first, at most 50.
        pub conduct: Vec<NotedConduct>,
    }

    /// How somebody left a game: noted by the server for people to judge, and without consequence by itself.
    pub struct NotedConduct {
        /// What.
        pub conduct: Conduct,
        /// The game.
        pub game: Uuid,
        /// How many moves had been made.
        pub ply: u32,
        /// For how long, in milliseconds of room time.
        pub lasted_ms: u64,
        /// Wall time of the game's end, Unix milliseconds.
        pub at_ms: i64,
    }

    /// An entry of the audit log.
    pub struct AuditEntry {
        /// From 1, without gaps.
        pub number: u64,
        /// When, Unix milliseconds.
        pub at_ms: i64,
        /// Who, by name.
        pub by: String,
        /// What, as `noun.verb`.
        pub act: String,
        /// To what: `person:NAME`, `game:ID`, `report:ID` or `server`.
        pub subject: String,
        /// Why.
        pub reason: String,
        /// How it was before.
        pub before: String,
        /// How it is since.
        pub after: String,
        /// SHA-256 of the entry and the hash before, in hexadecimal.
        pub hash: String,
    }

    /// A page of the audit log, the newest first.
    pub struct AuditPage {
        /// At most 50.
        pub items: Vec<AuditEntry>,
        /// The `before` of the next page, if there is one.
        pub next: Option<u64>,
    }

    /// Somebody with offices.
    pub struct OfficeHolder {
        /// The name.
        pub name: String,
        /// The offices.
        pub offices: Vec<Office>,
    }

    /// Everybody with an office.
    pub struct OfficeHolders {
        /// At most 1,000.
        pub items: Vec<OfficeHolder>,
    }

    /// Offices to give; all others are taken.
    #[serde(deny_unknown_fields)]
    pub struct NewOffices {
        /// Which; none for a player.
        pub offices: Vec<Office>,
        /// Why, for the log: 1 to 4,000 characters.
        pub reason: String,
    }

    /// Whether the server is being looked after.
    #[serde(deny_unknown_fields)]
    pub struct Operation {
        /// Whether no game begins.
        pub maintenance: bool,
        /// What people are told beside that: at most 300 characters.
        #[serde(default)]
        pub text: String,
    }
}
