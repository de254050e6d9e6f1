//! Who people are beside their credentials.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::{GameSummary, Office};
use crate::{PlayerRef, TalkStream};

macro_rules! shapes {
    ($($item:item)+) => {
        $(#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[ts(export)]
        $item)+
    };
}

shapes! {
    /// Somebody, as everybody sees them.
    pub struct Person {
        /// The account's id.
        pub id: Uuid,
        /// The account's name, which is nobody else's.
        pub name: String,
        /// A second name that they show; always beside the first, since it need not be theirs alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub shown: Option<String>,
        /// Their country or region.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub country: Option<Country>,
        /// Wall time since when they are here, Unix milliseconds.
        pub since_ms: u64,
        /// Their public office, a referee's or a chief referee's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub office: Option<Office>,
    }

    /// A language of the page.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum Locale {
        /// Chinese.
        Zh,
        /// English.
        En,
    }

    /// What you say of yourself. `shown` and `country` are public.
    pub struct Profile {
        /// A second name, 2 to 40 characters.
        pub shown: Option<String>,
        /// Your country or region.
        pub country: Option<Country>,
        /// The language that you prefer.
        pub locale: Option<Locale>,
        /// Your time zone, by its name in the IANA database, such as `Asia/Shanghai`.
        pub time_zone: Option<String>,
        /// Grows with each change; the `ETag` is the same number in quotes.
        pub revision: u64,
    }

    /// Changes a profile: what is absent stays, `null` takes it away.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct ProfileChanges {
        /// A second name, 2 to 40 characters of letters, digits, blanks and `- _ . ' ·`; not one that looks like another account's name.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        #[schema(value_type = Option<String>)]
        #[ts(optional)]
        pub shown: Option<Option<String>>,
        /// Your country or region.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<Country>")]
        #[schema(value_type = Option<Country>)]
        #[ts(optional)]
        pub country: Option<Option<Country>>,
        /// The language that you prefer.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<Locale>")]
        #[schema(value_type = Option<Locale>)]
        #[ts(optional)]
        pub locale: Option<Option<Locale>>,
        /// Your time zone, by its name in the IANA database.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        #[schema(value_type = Option<String>)]
        #[ts(optional)]
        pub time_zone: Option<Option<String>>,
    }

    /// Somebody whom you have blocked.
    pub struct Block {
        /// Who.
        pub who: PlayerRef,
        /// Wall time since when, Unix milliseconds.
        pub since_ms: u64,
    }

    /// Proves that it is you who leaves.
    #[serde(deny_unknown_fields)]
    pub struct Leaving {
        /// Your password.
        pub password: String,
    }

    /// All that is kept about you, but for secrets.
    pub struct Export {
        /// What everybody sees of you.
        pub account: Person,
        /// What you say of yourself.
        pub profile: Profile,
        /// Whom you have blocked.
        pub blocks: Vec<Block>,
        /// Games that you have played or are playing; their records are at `/api/v1/games/{id}/sgf`.
        pub games: Vec<GameSummary>,
        /// What you have said about games.
        pub lines: Vec<OwnLine>,
        /// What you have noted.
        pub notes: Vec<OwnNote>,
    }

    /// Something that you have said.
    pub struct OwnLine {
        /// About which game.
        pub game: Uuid,
        /// In which conversation.
        pub stream: TalkStream,
        /// Its number there.
        pub number: u64,
        /// What you said, also where a referee has hidden it.
        pub text: String,
        /// When, in Unix milliseconds.
        pub wall_ms: u64,
    }

    /// Something that you have noted.
    pub struct OwnNote {
        /// About which game.
        pub game: Uuid,
        /// What it says.
        pub text: String,
        /// When it was last changed, in Unix milliseconds.
        pub changed_ms: u64,
    }

    /// Everybody whom you have blocked, at most 500, the latest first.
    pub struct BlockList {
        /// The rows.
        pub items: Vec<Block>,
    }
}

/// Tells `null` from a field that is absent.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(field: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(field).map(Some)
}

macro_rules! countries {
    ($($code:ident)+) => {
        /// A country or region, by its code of two letters in ISO 3166-1.
        #[allow(missing_docs, reason = "the codes are ISO's")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
        #[ts(export)]
        pub enum Country { $($code,)+ }

        impl Country {
            /// Every one of them.
            pub const ALL: &[Self] = &[$(Self::$code,)+];

            /// The code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$code => stringify!($code),)+
                }
            }

            /// The one with this code.
            #[must_use]
            pub fn of(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|country| country.code() == code)
            }
        }
    };
}

countries! {
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
    BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
    EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
    HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
    LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
    NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
    SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
    TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
}

/// In the reference a string: its list is ISO's.
impl JsonSchema for Country {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Country".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": "^[A-Z]{2}$"})
    }
}
