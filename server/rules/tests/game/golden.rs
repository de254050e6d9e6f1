//! Journals that earlier releases wrote stay readable, and mean the same: `[room time, event]` a line.
//!
//! 1: the first release's, with every kind of event it had, Chinese rules. 2: territory with a
//! region set aside and given back, Japanese rules. 3: a repetition, declined and then applied.
//! 4: 座子 and 还棋头. 5: American rules with handicap, whose passes hand stones over.
//! 6: a clock for each side, read aloud, a last period that counts as a pass, and stints. 7: network credit.
//! 8: a scheduled game with everything that interrupts one and all that a referee rules. 9: both too late.
//! 10: 通信棋 with weekends, vacations and an outage. 11: read while a side was awaited, and stops with the moment at
//! which play goes on. muting: a referee mutes two people, and one of them may speak again.
//! people: an officer sits down, colours are swapped, somebody is removed and let back.
//! calls: the referee is called in agreement, by both players and by the rules; each call ends in another way.

use rules::{ByColor, CALLS_A_GAME, Color, Count, Game, GameEvent, RoomMs, TimeLeft};

macro_rules! golden {
    ($($name:literal)+) => {
        [$(($name, include_str!(concat!("../golden/", $name, ".jsonl")),
            include_str!(concat!("../golden/", $name, ".txt")))),+]
    };
}

const JOURNALS: [(&str, &str, &str); 14] = golden!(
    "journal_1" "journal_2" "journal_3" "journal_4" "journal_5" "journal_6" "journal_7" "journal_8" "journal_9"
    "journal_10" "journal_11" "muting" "people" "calls"
);

#[test]
fn every_format_stays_readable() {
    for (name, lines, means) in JOURNALS {
        let journal: Vec<(RoomMs, GameEvent)> =
            lines.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        let written: Vec<_> = journal.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        assert_eq!(written.join("\n"), lines.trim_end(), "{name}: and is still what is written");
        let game = Game::replay(journal).unwrap();
        assert_eq!(meaning(&game).trim_end(), means.trim_end(), "{name}");
    }
}

/// What 定时限步 has beside.
fn stint(left: TimeLeft) -> String {
    if left.moves == 0 { String::new() } else { format!(" {} ms for {} moves", left.stint_ms, left.moves) }
}

/// What the game came to, in words that new fields do not change.
fn meaning(game: &Game) -> String {
    let size = game.setup().size;
    let sgf = |points: &[rules::Point]| points.iter().map(|p| p.to_sgf(size)).collect::<Vec<_>>().join(" ");
    let mut text = format!("{}\n", game.board().to_string().trim_end());
    for record in game.moves() {
        let place = record.point.map_or("pass".to_owned(), |point| point.to_sgf(size));
        let place = if record.lost { "nothing, its turn lost," } else { &place };
        let word = if record.placed { "sets" } else { "plays" };
        let left = record.left;
        let color = record.color;
        text += &format!(
            "{color:?} {word} {place} takes {} left {}/{}{}{}\n",
            record.captured,
            left.main_ms,
            left.periods,
            stint(left),
            if record.credit_ms > 0 { format!(" credited {}", record.credit_ms) } else { String::new() }
        );
    }
    for color in Color::BOTH {
        let left = game.times().get(color).to_owned();
        text += &format!(
            "{color:?} has {} prisoners, left {}/{}{}\n",
            game.prisoners().get(color),
            left.main_ms,
            left.periods,
            stint(left)
        );
    }
    if game.warnings() != ByColor::default() || game.pauses() > 0 {
        let warnings = game.warnings();
        text += &format!("warnings {}/{} pauses {}\n", warnings.black, warnings.white, game.pauses());
    }
    if !game.muted().is_empty() {
        let muted = game.muted().iter().map(|muted| format!("{} {}", muted.account, muted.name));
        text += &format!("muted {}\n", muted.collect::<Vec<_>>().join(", "));
    }
    if !game.officers().is_empty() {
        text += &format!("officers {}\n", game.officers().join(", "));
    }
    let calls = Color::BOTH.map(|color| game.calls_left(color));
    if calls != [CALLS_A_GAME; 2] {
        text += &format!("calls left {}/{}\n", calls[0], calls[1]);
    }
    text += &format!("dead {}\n", sgf(game.dead()));
    if !game.marking().neutral.is_empty() {
        text += &format!("neutral {}\n", sgf(&game.marking().neutral));
    }
    let vacations = game.vacations().map(|vacation| vacation.left_ms);
    if game.setup().clock.vacation_ms() > 0 {
        text += &format!("vacation left {}/{}\n", vacations.black, vacations.white);
    }
    text += &game.count().map(counted).unwrap_or_default();
    let outcome = game.outcome().unwrap();
    text + &format!("{} {}\n", outcome.to_sgf(), outcome.to_chinese(game.setup().unit()))
}

fn counted(count: Count) -> String {
    let mut text = format!(
        "count {} {} {} komi {} back {}\n",
        count.black_points, count.white_points, count.shared_points, count.komi_quarters, count.back_quarters
    );
    let pair = |pair: ByColor<u32>| format!("{}/{}", pair.black, pair.white);
    if let Some(parts) = count.territory {
        let (territory, dead) = (pair(parts.territory.map(u32::from)), pair(parts.dead.map(u32::from)));
        text += &format!("territory {territory} prisoners {} dead {dead}\n", pair(parts.prisoners));
    }
    if let Some(groups) = count.groups {
        text += &format!("groups {}\n", pair(groups.map(u32::from)));
    }
    if let Some(stones) = count.pass_stones {
        text += &format!("pass stones {}\n", pair(stones));
    }
    text
}
