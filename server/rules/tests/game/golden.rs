//! A journal that an earlier release wrote stays readable, and means the same.
//!
//! `journal_1.jsonl` has every kind of event once at least: `[room time, event]` a line.

use rules::{Color, Game, GameEvent, RoomMs};

const JOURNAL: &str = include_str!("../golden/journal_1.jsonl");
const MEANING: &str = include_str!("../golden/journal_1.txt");

#[test]
fn the_first_format_stays_readable() {
    let journal: Vec<(RoomMs, GameEvent)> =
        JOURNAL.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let written: Vec<_> = journal.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
    assert_eq!(written.join("\n"), JOURNAL.trim_end(), "and is still what is written");
    let game = Game::replay(journal).unwrap();
    assert_eq!(meaning(&game).trim_end(), MEANING.trim_end());
}

/// What the game came to, in words that new fields do not change.
fn meaning(game: &Game) -> String {
    let size = game.setup().size;
    let sgf = |points: &[rules::Point]| points.iter().map(|p| p.to_sgf(size)).collect::<Vec<_>>().join(" ");
    let mut text = format!("{}\n", game.board().to_string().trim_end());
    for record in game.moves() {
        let place = record.point.map_or("pass".to_owned(), |point| point.to_sgf(size));
        let word = if record.placed { "sets" } else { "plays" };
        let left = record.left;
        let color = record.color;
        text += &format!(
            "{color:?} {word} {place} takes {} left {}/{}\n",
            record.captured, left.main_ms, left.periods
        );
    }
    for color in Color::BOTH {
        let left = game.times().get(color).to_owned();
        text += &format!(
            "{color:?} has {} prisoners, left {}/{}\n",
            game.prisoners().get(color),
            left.main_ms,
            left.periods
        );
    }
    let count = game.count().unwrap();
    text += &format!(
        "dead {}\ncount {} {} {} komi {} back {}\n{} {}\n",
        sgf(game.dead()),
        count.black_points,
        count.white_points,
        count.shared_points,
        count.komi_quarters,
        count.back_quarters,
        game.outcome().unwrap().to_sgf(),
        game.outcome().unwrap().to_chinese(game.setup().unit()),
    );
    text
}
