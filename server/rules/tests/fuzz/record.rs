//! SGF: any bytes are read or refused, mean the same after they are written again, and can be played.

use rules::KoRule;
use rules::sgf::{self, Overtime, Record, RecordedResult};

use crate::{TURN, Target, cost, fuzz};

const WORDS: &[&str] = &[
    "(;",
    ")",
    ";",
    "[",
    "]",
    "\\",
    "\\]",
    ":",
    "\n",
    "SZ[19]",
    "SZ[2]",
    "SZ[25:2]",
    "HA[9]",
    "KM[375]",
    "KM[6.5]",
    "AB[aa:ss]",
    "AW[aa][bb]",
    "AE[aa:cc]",
    "B[]",
    "W[tt]",
    "B[aa]",
    "W[ba]",
    "PL[W]",
    "CA[GB18030]",
    "CA[big5]",
    "CA[Shift_JIS]",
    "CA[EUC-KR]",
    "CA[UTF-8]",
    "RE[B+]",
    "RE[黑胜3又3/4子]",
    "RE[Void]",
    "TM[1e9]",
    "OT[3x30 byo-yomi]",
    "OT[25/600 Canadian]",
    "TB[aa:ss]",
    "TW[aa]",
    "FF[1]",
    "GM[1]",
    "GM[2]",
    "C[\\\n]",
    "\u{feff}",
    "表",
    "\0",
];

/// At its height, reading costs so many bytes for each byte of the file, and a little for itself.
const PER_BYTE: usize = 32;
const FOR_ITSELF: usize = 64 << 10;
/// What meaning and checking cost at most besides: moves are limited, whatever the file says.
const MEANING: usize = 4 << 20;

#[test]
fn any_bytes_are_a_record_or_refused() {
    let target = Target { name: "sgf", more: vec![], words: WORDS, longest: 8_000, runs: 6_000 };
    fuzz(target, |bytes| {
        let (read_cost, read) = cost(|| sgf::read(bytes));
        let most = PER_BYTE * bytes.len() + FOR_ITSELF;
        assert!(read_cost <= most, "{read_cost} bytes of memory for {} of the file", bytes.len());
        let Ok(trees) = read else { return false };
        let written = sgf::write(&trees);
        let again = sgf::read(written.as_bytes()).unwrap();
        assert_eq!(sgf::write(&again), written, "what is written is read and written as it is");
        assert_eq!(trees.len(), again.len());
        for (tree, twin) in trees.iter().zip(&again) {
            let (meaning_cost, record) = cost(|| Record::of(tree));
            assert!(meaning_cost <= most + MEANING, "{meaning_cost} bytes of memory for the meaning");
            assert_eq!(record, Record::of(twin), "the meaning is kept");
            let Ok(record) = record else { continue };
            assert!(record.steps.len() <= 2 * sgf::MAX_MOVES);
            for ko in [KoRule::Positional, KoRule::Simple] {
                let (check_cost, check) = cost(|| sgf::check(tree, ko));
                assert!(check_cost <= 2 * (most + MEANING), "{check_cost} bytes of memory for the check");
                assert_eq!(check.unwrap().moves as usize, record.moves().count());
            }
        }
        true
    });
}

#[test]
fn any_text_is_a_value_of_a_record_or_refused() {
    let target = Target { name: "values", more: vec![], words: WORDS, longest: 200, runs: 60_000 };
    fuzz(target, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let (used, is_value) = cost(|| {
            let komi = [false, true].map(|in_hundredths| sgf::komi_quarters(&text, in_hundredths));
            let result = RecordedResult::parse(&text);
            if let Some(result) = &result {
                assert_eq!(result.raw, text.trim());
                let _ = result.margin.map(|margin| margin.quarters());
            }
            let is_result = result.is_some_and(|result| result.winner.is_some());
            is_result || komi[0].or(komi[1]).is_some() || Overtime::parse(&text).is_some()
        });
        assert!(used <= 64 * bytes.len() + 4096, "{used} bytes of memory for {}", bytes.len());
        is_value
    });
}

/// A collection of 64 MB, made as it is read, costs its largest game and the window in which the character
/// set is chosen.
#[test]
fn a_collection_costs_no_more_than_its_largest_game() {
    const GAMES: usize = 64_000;
    const MOST: usize = 8 << 20;
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let game = format!("(;GM[1]PB[柯洁]C[{}]{})\n", "围棋".repeat(10), ";B[dd];W[pp]".repeat(80));
    let mut fed = 0;
    let (used, games) = cost(|| {
        let pieces = std::iter::repeat_n(game.as_bytes(), GAMES).inspect(|piece| fed += piece.len());
        sgf::games(pieces).map(|tree| tree.unwrap().node_count()).filter(|&nodes| nodes == 161).count()
    });
    assert_eq!(games, GAMES);
    assert!(fed > 60 << 20, "only {fed} bytes");
    assert!(used < MOST, "{used} bytes of memory for {fed} of the collection");
}
