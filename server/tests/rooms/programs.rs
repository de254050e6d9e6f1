//! Programs at the board, which leave dead stones there: the agreement takes what they say of them.

#[path = "../../rules/tests/gnugo/program.rs"]
mod program;

use std::collections::BTreeSet;

use loadtests::Reply;
use protocol::{Agreement, ClientMessage, Color, Snapshot};
use uuid::Uuid;

use self::program::Program;
use super::table::{Server, Table, ended, offer};

const SIZE: u8 = 9;

/// A game longer than this has gone wrong.
const MOVES: u32 = 300;

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A point as programs write it (`D4`, without `I`, rows from below), in SGF letters.
fn letters(vertex: &str) -> String {
    let (column, row) = vertex.split_at(1);
    let column = column.as_bytes()[0].to_ascii_lowercase();
    let column = if column > b'i' { column - 1 } else { column };
    let row: u8 = row.parse().unwrap();
    format!("{}{}", char::from(column), char::from(b'a' + SIZE - row))
}

fn ask(program: &mut Program, question: &str) -> String {
    program.ask(&[question.to_owned()]).remove(0).unwrap()
}

/// The dead stones as a program has them.
fn dead(program: &mut Program) -> BTreeSet<String> {
    ask(program, "final_status_list dead").split_whitespace().map(letters).collect()
}

/// Programs play to two passes; every move, as they write it.
async fn play(table: &mut Table, programs: &mut [Program; 2]) -> Vec<String> {
    let (mut moves, mut passes) = (Vec::new(), 0);
    while passes < 2 {
        assert!(table.ply < MOVES, "they do not come to an end");
        let (color, own) = if table.ply.is_multiple_of(2) { (Color::Black, 0) } else { (Color::White, 1) };
        let vertex = ask(&mut programs[own], &format!("genmove {}", name(color)));
        let passed = vertex == "PASS";
        let point = if passed { "pass".to_owned() } else { letters(&vertex) };
        let reply = table.play(color, &point).await;
        assert!(matches!(reply, Reply::Ack(Some(_))), "{vertex}: {reply:?}");
        let said = format!("play {} {vertex}", name(color));
        ask(&mut programs[1 - own], &said);
        moves.push(said);
        passes = if passed { passes + 1 } else { 0 };
    }
    moves
}

async fn agreement(table: &Table) -> Agreement {
    let game: Snapshot = table.people[0].api.game(table.room).await.unwrap().game;
    game.agreement.expect("two passes open it")
}

/// A side corrects the marking until it is its own.
async fn correct(table: &mut Table, color: Color, own: &BTreeSet<String>) -> u32 {
    loop {
        let marking = agreement(table).await;
        let marked: BTreeSet<String> = marking.dead.iter().cloned().collect();
        let Some(point) = marked.symmetric_difference(own).next().cloned() else { return marking.revision };
        let (id, room, revision) = (Uuid::now_v7(), table.room, marking.revision);
        let mark = ClientMessage::Mark { id, room, revision, dead: own.contains(&point), point };
        let reply = table.socket(color).ask(&mark).await.unwrap();
        assert!(matches!(reply, Reply::Ack(Some(_))), "{mark:?}: {reply:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_leave_dead_stones_and_agree_on_them() {
    let Some(gnugo) = program::find("programs_leave_dead_stones_and_agree_on_them") else { return };
    let server = Server::start().await;
    let mut left = 0;
    for seed in ["1", "2", "3"] {
        let mut table = Table::new(&server.base(), &offer(SIZE)).await;
        let options = ["--boardsize", "9", "--komi", "7.5", "--level", "1", "--seed", seed];
        let start = |rules| Program::start(&gnugo, &[options.as_slice(), &[rules]].concat());
        // Counting territory they have no reason to take dead stones off the board.
        let mut programs = [start("--japanese-rules"), start("--japanese-rules")];
        let moves = play(&mut table, &mut programs).await;
        let [black, white] = programs.each_mut().map(dead);
        assert_eq!(black, white, "the same program sees the same");
        left += black.len();
        let revision = correct(&mut table, Color::Black, &black).await;
        for color in [Color::White, Color::Black] {
            let accept = ClientMessage::Accept { id: Uuid::now_v7(), room: table.room, revision };
            let reply = table.socket(color).ask(&accept).await.unwrap();
            assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
        }
        let mut counter = start("--chinese-rules");
        moves.iter().for_each(|said| drop(ask(&mut counter, said)));
        assert_eq!(ended(&mut table.black).await.sgf, ask(&mut counter, "final_score"), "{moves:?}");
    }
    assert!(left > 0, "no dead stone was left, and nothing is shown");
}
