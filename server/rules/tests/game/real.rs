//! Real games of the fixtures, played move by move to their agreed count.
//!
//! `real_games_scored.jsonl`: those whose recorded result is an area count; each is decided, marked
//! and accepted as two players would, and must come to the result in the record.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use rules::sgf::{Record, Step, read};
use rules::{Action, Color, Game, HandicapBack, Phase, Placement, Point, Refusal, RoomMs, Setup, Size};
use serde_json::Value;

use crate::table::{Table, even};

/// The folder of the fixtures; without one the test is skipped visibly, or fails where skips do.
fn fixtures(test: &str) -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("TIANYUAN_FIXTURES") {
        return Some(PathBuf::from(folder));
    }
    assert!(std::env::var("TIANYUAN_NO_SKIP").as_deref() != Ok("1"), "{test}: TIANYUAN_FIXTURES is not set");
    let line = format!("SKIPPED {test}: TIANYUAN_FIXTURES is not set\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    None
}

fn record(file: &Path) -> Record {
    let bytes = std::fs::read(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    Record::of(&read(&bytes).unwrap()[0]).unwrap()
}

/// The set-up under which the record's result is its count: its own komi, and nothing given back,
/// as the servers that these handicap games come from had it.
fn setup(case: &Value, record: &Record) -> Setup {
    let mut setup = even(record.size.cols());
    setup.rules.komi_quarters = (case["komi"].as_f64().unwrap() * 2.0) as i16;
    setup.rules.handicap_back = HandicapBack::None;
    setup.handicap = record.handicap;
    setup.placement = Placement::Free;
    setup
}

/// The action of one step of the record, at the present ply.
fn action(game: &Game, step: &Step) -> Option<(Color, Action)> {
    let ply = game.ply();
    match *step {
        Step::Set { point, stone, .. } => stone.map(|color| (color, Action::Play { ply, point })),
        Step::Play { color, point: Some(point), .. } => Some((color, Action::Play { ply, point })),
        Step::Play { color, point: None, .. } => Some((color, Action::Pass { ply })),
        Step::Turn { .. } => None,
    }
}

/// Takes what a side does; the clock stands at 0.
fn act(table: &mut Table, seat: Color, action: Action) -> Result<(), Refusal> {
    let events = table.game.decide(seat, &action, RoomMs(0))?;
    table.take(0, events);
    Ok(())
}

/// Plays the record, then passes until the stones are to be agreed.
fn play(table: &mut Table, record: &Record) -> Result<(), Refusal> {
    for step in &record.steps {
        if table.game.phase() == Phase::Agreement {
            break;
        }
        if let Some((seat, action)) = action(&table.game, step) {
            act(table, seat, action)?;
        }
    }
    while let Some(seat) = table.game.to_move() {
        let pass = Action::Pass { ply: table.game.ply() };
        act(table, seat, pass)?;
    }
    Ok(())
}

/// Marks, by turns, until exactly these stones are dead, and accepts twice.
fn agree(table: &mut Table, dead: &[Point]) {
    let mut seat = Color::Black;
    loop {
        let agreement = table.game.agreement().unwrap();
        let revision = agreement.revision;
        let all = table.game.setup().size.all();
        let wrong = all.into_iter().find(|point| {
            table.game.board().get(*point).is_some()
                && agreement.marking.is_dead(*point) != dead.contains(point)
        });
        let Some(point) = wrong else { break };
        let mark = Action::Mark { revision, point, dead: dead.contains(&point) };
        act(table, seat, mark).unwrap();
        seat = seat.opponent();
    }
    let accept = Action::Accept { revision: table.game.agreement().unwrap().revision };
    act(table, seat, accept).unwrap();
    act(table, seat.opponent(), accept).unwrap();
}

fn dead(size: Size, case: &Value) -> Vec<Point> {
    let n = |value: &Value| u8::try_from(value.as_u64().unwrap()).unwrap();
    case["dead"].as_array().unwrap().iter().map(|at| size.at(n(&at[0]), n(&at[1])).unwrap()).collect()
}

#[test]
fn real_games_come_to_their_recorded_count() {
    let Some(folder) = fixtures("real_games_come_to_their_recorded_count") else { return };
    let text = std::fs::read_to_string(folder.join("real_games_scored.jsonl")).unwrap();
    let (mut played, mut with_handicap, mut with_dead) = (0, 0, 0);
    for (index, line) in text.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        let by_area = case["record_matches"].as_str().unwrap().split('+').any(|how| how == "area");
        let (Some(file), true) = (case["game_file"].as_str(), by_area) else { continue };
        let record = record(&folder.join(file));
        // A fair part of them, and all with handicap: proposing is slow without optimisation.
        if !alternates(&record) || (index % 4 != 0 && record.handicap == 0) {
            continue;
        }
        let mut table = Table::open(setup(&case, &record));
        play(&mut table, &record).unwrap_or_else(|refusal| panic!("{file}: {refusal:?}"));
        let dead = dead(record.size, &case);
        agree(&mut table, &dead);
        let result = case["result"].as_str().unwrap();
        let result = result.strip_suffix(".50").map_or(result.to_owned(), |whole| format!("{whole}.5"));
        assert_eq!(table.game.outcome().unwrap().to_sgf(), result, "{file}");
        table.replays();
        played += 1;
        with_handicap += usize::from(record.handicap > 0);
        with_dead += usize::from(!dead.is_empty());
    }
    assert!(played >= 20 && with_handicap >= 1 && with_dead >= 20, "{played} {with_handicap} {with_dead}");
}

/// Whether the sides move by turns; one record of the fixtures has two moves of a side in a row.
fn alternates(record: &Record) -> bool {
    let moves: Vec<_> = record.moves().collect();
    moves.windows(2).all(|pair| pair[0].0 != pair[1].0)
}

/// `real_superko.json`: the very move of each record that repeats a position is refused, and the
/// refusal names the move after which it stood.
#[test]
fn a_live_game_refuses_what_broke_superko_elsewhere() {
    let Some(folder) = fixtures("a_live_game_refuses_what_broke_superko_elsewhere") else { return };
    let text = std::fs::read_to_string(folder.join("real_superko.json")).unwrap();
    let cases: Value = serde_json::from_str(&text).unwrap();
    let mut found = Vec::new();
    for case in cases["cases"].as_array().unwrap() {
        let record = record(&folder.join(case["game_file"].as_str().unwrap()));
        let mut setup = even(record.size.cols());
        (setup.handicap, setup.placement) = (black_stones(&record), Placement::Free);
        let mut table = Table::open(setup);
        let set_up = table.game.setup().handicap;
        let first = &case["positional_superko_violations"][0];
        let ply = u32::from(set_up) + number(&first["ply"]);
        match until(&mut table, &record, ply) {
            Ok(()) => panic!("{case} is not refused"),
            Err((at, Refusal::Ko { repeats })) => {
                let stones =
                    table.game.moves()[..repeats as usize].iter().filter(|m| m.point.is_some()).count();
                assert_eq!(at, ply, "{case}");
                let wanted = number(&first["repeats_position_after_play_number"]);
                assert_eq!(stones, wanted as usize + usize::from(set_up), "{case}");
                found.push(case["game_file"].as_str().unwrap());
            }
            Err((at, refusal)) => panic!("{case} is refused at {at}: {refusal:?}"),
        }
    }
    assert_eq!(found.len(), 11, "{found:?}");
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

/// How many handicap stones the record sets up.
fn black_stones(record: &Record) -> u8 {
    let black = record.setup().iter().filter(|(_, color)| *color == Color::Black).count();
    u8::try_from(black).unwrap()
}

/// Plays a record up to its move number `ply`, and says which move was refused and why.
fn until(table: &mut Table, record: &Record, ply: u32) -> Result<(), (u32, Refusal)> {
    for step in &record.steps {
        let Some((seat, action)) = action(&table.game, step) else { continue };
        if table.game.ply() == ply {
            break;
        }
        let next = table.game.ply() + 1;
        act(table, seat, action).map_err(|refusal| (next, refusal))?;
    }
    Ok(())
}
