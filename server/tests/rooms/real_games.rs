//! Real games, played through sockets to their agreed count.
//!
//! The records are outside data (`real_games_scored.jsonl` and the games that it names); dead stones
//! and results are theirs. Where a record of a handicap game counts without giving back the handicap
//! stones, as our rules do (RULES 4), the komi is lowered by as many 目.

use std::path::{Path, PathBuf};

use futures_util::StreamExt;
use protocol::http::NewChallenge;
use protocol::{Agreement, ClientMessage, Color, ColorChoice, Phase, Placement};
use rules::sgf::{self, Record};
use serde_json::Value;
use uuid::Uuid;

use super::support::skip;
use super::table::{Server, Table, ended, offer};

const GAMES: usize = 20;

/// A game of the fixtures.
struct Case {
    id: String,
    size: u8,
    komi_quarters: i16,
    stones: Vec<String>,
    moves: Vec<(Color, String)>,
    dead: Vec<String>,
    margin_quarters: i32,
}

fn fixtures(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("TIANYUAN_FIXTURES").map(PathBuf::from);
    if folder.is_none() {
        skip(test, "TIANYUAN_FIXTURES is not set");
    }
    folder
}

fn cases(folder: &Path) -> Vec<Case> {
    let list = std::fs::read_to_string(folder.join("real_games_scored.jsonl")).unwrap();
    let rows: Vec<Value> = list.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut cases: Vec<Case> = rows.iter().filter_map(|row| case(folder, row)).collect();
    // Handicap first, then as much shared and dead as there is, so that the twenty are no easy ones.
    cases.sort_by_key(|case| std::cmp::Reverse((case.stones.len(), case.dead.len())));
    cases.truncate(GAMES);
    cases
}

fn case(folder: &Path, row: &Value) -> Option<Case> {
    let by_area = row["record_matches"].as_str()?.split('+').any(|way| way == "area");
    let file = row["game_file"].as_str().filter(|_| by_area)?;
    let trees = sgf::read(&std::fs::read(folder.join(file)).unwrap()).unwrap();
    let record = Record::of(&trees[0]).unwrap();
    let size = record.size;
    let checked = sgf::check(&trees[0], rules::KoRule::Positional).unwrap();
    if checked.first_illegal().is_some() || !checked.out_of_turn.is_empty() {
        return None;
    }
    let mut moves: Vec<(Color, String)> = record
        .moves()
        .map(|(color, point)| {
            let color = if color == rules::Color::Black { Color::Black } else { Color::White };
            (color, point.map_or_else(|| "pass".to_owned(), |point| point.to_sgf(size)))
        })
        .collect();
    while moves.last().is_some_and(|(_, point)| point == "pass") {
        moves.pop();
    }
    if moves.windows(2).any(|pair| pair.iter().all(|(_, point)| point == "pass")) {
        return None;
    }
    let stones: Vec<String> = record.setup().iter().map(|(point, _)| point.to_sgf(size)).collect();
    let handicap = i16::try_from(stones.len()).unwrap();
    let letters = |at: &Value| {
        let n = |i: usize| char::from(b'a' + u8::try_from(at[i].as_u64().unwrap()).unwrap());
        format!("{}{}", n(0), n(1))
    };
    #[allow(clippy::cast_possible_truncation, reason = "small and exact in halves")]
    let quarters = |points: f64| (points * 2.0).round() as i16;
    let (winner, margin) = row["result"].as_str()?.split_once('+')?;
    let margin = i32::from(quarters(margin.parse().ok()?));
    Some(Case {
        id: row["id"].as_str()?.to_owned(),
        size: size.cols(),
        komi_quarters: quarters(row["komi"].as_f64()?) - 2 * handicap,
        stones,
        moves,
        dead: row["dead"].as_array()?.iter().map(letters).collect(),
        margin_quarters: if winner == "B" { margin } else { -margin },
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn real_games_come_to_their_recorded_results() {
    let Some(folder) = fixtures("real_games_come_to_their_recorded_results") else { return };
    let cases = cases(&folder);
    assert_eq!(cases.len(), GAMES);
    assert!(cases.iter().any(|case| !case.stones.is_empty()), "handicap is among them");
    let server = Server::start().await;
    let base = server.base();
    let shared: Vec<u16> =
        futures_util::stream::iter(&cases).map(|case| play(&base, case)).buffer_unordered(4).collect().await;
    assert!(shared.iter().any(|points| *points > 0), "shared points are among them");
}

/// Plays one game to its count; how many points are shared in it.
async fn play(base: &str, case: &Case) -> u16 {
    let challenge = NewChallenge {
        rules: None,
        changes: None,
        komi_quarters: Some(case.komi_quarters),
        handicap: u8::try_from(case.stones.len()).unwrap(),
        placement: Placement::Free,
        color: ColorChoice::Black,
        pauses: None,
        appointment: None,
        delay: None,
        ..offer(case.size)
    };
    let mut table = Table::new(base, &challenge).await;
    for stone in &case.stones {
        accepted(&mut table, Color::Black, stone, case).await;
    }
    let mut last = Color::White;
    for (color, point) in &case.moves {
        accepted(&mut table, *color, point, case).await;
        last = *color;
    }
    for _ in 0..2 {
        last = if last == Color::Black { Color::White } else { Color::Black };
        accepted(&mut table, last, "pass", case).await;
    }
    let agreement = agree(&mut table, case).await;
    let count = agreement.count;
    let points = u16::from(case.size) * u16::from(case.size);
    assert_eq!(count.black_points + count.white_points + count.shared_points, points, "{}", case.id);
    for color in [Color::Black, Color::White] {
        let (id, room) = (Uuid::now_v7(), table.room);
        let accept = ClientMessage::Accept { id, room, revision: agreement.revision };
        let reply = table.socket(color).ask(&accept).await.unwrap();
        assert!(matches!(reply, loadtests::Reply::Ack(_)), "{}: {reply:?}", case.id);
    }
    let result = ended(&mut table.white).await;
    assert_eq!(result.margin_quarters, Some(case.margin_quarters), "{}", case.id);
    count.shared_points
}

async fn accepted(table: &mut Table, color: Color, point: &str, case: &Case) {
    let command = table.command(point);
    // A server that is busy has the same command sent again.
    let mut reply = table.socket(color).ask(&command).await.unwrap();
    for _ in 0..10 {
        if reply == loadtests::Reply::Refused(protocol::Code::Busy) {
            reply = table.socket(color).ask(&command).await.unwrap();
        }
    }
    table.ply += 1;
    assert!(matches!(reply, loadtests::Reply::Ack(_)), "{} move {} {point}: {reply:?}", case.id, table.ply);
}

/// Brings the server's proposal to the record's marking, group by group.
async fn agree(table: &mut Table, case: &Case) -> Agreement {
    let mut wanted = case.dead.clone();
    wanted.sort();
    for turn in 0.. {
        let game = table.people[0].api.game(table.room).await.unwrap().game;
        assert_eq!(game.phase, Phase::Agreement);
        let agreement = game.agreement.unwrap();
        let mut dead = agreement.dead.clone();
        dead.sort();
        let differs = dead.iter().find(|point| !wanted.contains(point));
        let Some(point) = differs.or_else(|| wanted.iter().find(|point| !dead.contains(point))) else {
            return agreement;
        };
        assert!(turn < 100, "{}: {dead:?} does not come to {wanted:?}", case.id);
        let mark = ClientMessage::Mark {
            id: Uuid::now_v7(),
            room: table.room,
            revision: agreement.revision,
            point: point.clone(),
            dead: wanted.contains(point),
        };
        let color = if turn % 2 == 0 { Color::Black } else { Color::White };
        let reply = table.socket(color).ask(&mark).await.unwrap();
        assert!(matches!(reply, loadtests::Reply::Ack(_)), "{}: {reply:?}", case.id);
    }
    unreachable!("the loop ends by itself")
}
