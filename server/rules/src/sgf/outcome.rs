//! Results as archives write them: `B+7.5`, `W+Resign`, `黑胜3/4子`, `白超时负`, `Jigo` (RULES 8).
//!
//! A margin may be in 目 or in 子, and often the text does not say which; then neither do we.
//! Deliberately absent: the results of our own games (`result`).

use super::number;
use crate::{Color, Outcome, Repeated, Ties, Verdict};

/// Who won, as the record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedWinner {
    /// 黑.
    Black,
    /// 白.
    White,
    /// 和棋.
    Draw,
    /// Nobody: no result, or void.
    Nobody,
}

/// How the game ended, as the record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By the count, with or without its margin.
    Count,
    /// 中盘.
    Resignation,
    /// 超时.
    Time,
    /// 弃权, 判负.
    Forfeit,
    /// 和棋.
    Draw,
    /// 无胜负.
    Void,
    /// 双方均负.
    BothLose,
    /// 重赛, 加赛: it does not count, another game is played.
    Replay,
    /// Decided by a judge.
    Adjudication,
    /// The loser left the server.
    Disconnection,
    /// A word that we do not know.
    Other,
}

/// What a margin was counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 目.
    Points,
    /// 子, two 目 each.
    Zi,
    /// A quarter without a unit: hardly 目, but it does not say.
    Unclear,
}

/// By how much the game was won, as the record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margin {
    /// In hundredths of the unit, never negative or zero.
    pub hundredths: i64,
    /// The unit.
    pub unit: Unit,
}

impl Margin {
    /// The margin in quarter-子 (half-points), if it says its unit and is a whole number of them.
    #[must_use]
    pub fn quarters(self) -> Option<i64> {
        match self.unit {
            Unit::Points if self.hundredths % 50 == 0 => Some(self.hundredths / 50),
            Unit::Zi if self.hundredths % 25 == 0 => Some(self.hundredths / 25),
            Unit::Points | Unit::Zi | Unit::Unclear => None,
        }
    }
}

/// What a record says about its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedResult {
    /// The text itself.
    pub raw: String,
    /// Who won, if it can be told.
    pub winner: Option<RecordedWinner>,
    /// How.
    pub how: How,
    /// By how much, if it was counted and the text says so.
    pub margin: Option<Margin>,
}

impl RecordedResult {
    /// Reads a result text. None when it is empty or says that the result is unknown (`?`).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let raw = text.trim();
        if raw.is_empty() || raw == "?" {
            return None;
        }
        let lower = raw.to_lowercase();
        let (winner, how, margin) = undecided(&lower)
            .or_else(|| plus(&lower))
            .or_else(|| words(&lower))
            .unwrap_or((None, How::Other, None));
        Some(Self { raw: raw.to_owned(), winner, how, margin })
    }
}

impl RecordedResult {
    /// The result as one of our own, where the text tells all of it: a draw is a count that came
    /// to nothing, since the text does not say otherwise. None for what has no form here or lacks
    /// its margin, and for the several things that `Void` may mean.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let counting = |margin_quarters| Outcome::Counting { margin_quarters, ties: Ties::Draw };
        let (winner, sign) = match self.winner? {
            RecordedWinner::Black => (Color::Black, 1),
            RecordedWinner::White => (Color::White, -1),
            RecordedWinner::Draw => return Some(counting(0)),
            RecordedWinner::Nobody => {
                return match self.how {
                    How::Replay => Some(Outcome::Repetition { verdict: Repeated::Replay }),
                    How::BothLose => Some(Outcome::BothLose),
                    How::Count
                    | How::Resignation
                    | How::Time
                    | How::Forfeit
                    | How::Draw
                    | How::Void
                    | How::Adjudication
                    | How::Disconnection
                    | How::Other => None,
                };
            }
        };
        match self.how {
            How::Count => {
                let quarters = i32::try_from(self.margin?.quarters()?).ok()?;
                Some(counting(sign * quarters))
            }
            How::Resignation => Some(Outcome::Resignation { winner }),
            How::Time => Some(Outcome::Time { winner }),
            How::Forfeit => Some(Outcome::Forfeit { winner }),
            How::Adjudication => Some(Outcome::Ruled {
                verdict: match winner {
                    Color::Black => Verdict::Black,
                    Color::White => Verdict::White,
                },
            }),
            How::BothLose | How::Draw | How::Void | How::Replay | How::Disconnection | How::Other => None,
        }
    }
}

type Parts = (Option<RecordedWinner>, How, Option<Margin>);

fn undecided(text: &str) -> Option<Parts> {
    const DRAWS: [&str; 12] =
        ["0", "draw", "jigo", "d", "tie", "和棋", "和", "持棋", "持碁", "ジゴ", "무승부", "빅"];
    const VOIDS: [&str; 6] = ["void", "no result", "无胜负", "無勝負", "无效", "無効"];
    const BOTH_LOSE: [&str; 3] = ["both lose", "双方均负", "雙方均負"];
    const REPLAYS: [&str; 4] = ["重赛", "重賽", "加赛", "加賽"];
    if REPLAYS.contains(&text) {
        Some((Some(RecordedWinner::Nobody), How::Replay, None))
    } else if DRAWS.contains(&text) {
        Some((Some(RecordedWinner::Draw), How::Draw, None))
    } else if BOTH_LOSE.contains(&text) {
        Some((Some(RecordedWinner::Nobody), How::BothLose, None))
    } else if VOIDS.contains(&text) {
        Some((Some(RecordedWinner::Nobody), How::Void, None))
    } else {
        None
    }
}

/// `B+R`, `W+12.5`, `Black + Resign`.
fn plus(text: &str) -> Option<Parts> {
    let (side, what) = text.split_once(['+', '＋'])?;
    let winner = match side.trim() {
        "b" | "black" | "黑" => RecordedWinner::Black,
        "w" | "white" | "白" => RecordedWinner::White,
        _ => return None,
    };
    let what = what.trim();
    let how = match what {
        "" => How::Count,
        "r" | "res" | "resign" | "resignation" | "中盘" | "中盤" => How::Resignation,
        "t" | "time" | "timeout" => How::Time,
        "f" | "forfeit" => How::Forfeit,
        "j" | "aw" | "judge" | "judged" | "adjudication" => How::Adjudication,
        "offline" | "o" => How::Disconnection,
        _ => {
            let margin = counted(what);
            let how = if margin.is_some() || number::whole(what).is_some() { How::Count } else { How::Other };
            return Some((Some(winner), how, margin));
        }
    };
    Some((Some(winner), how, None))
}

/// `黑中盘胜`, `白胜1又1/4子`, `白超时负`, `흑불계승`, `White wins by 3.5`.
fn words(text: &str) -> Option<Parts> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let black = text.find(['黑', '黒', '흑']).or_else(|| text.find("black"));
    let white = text.find(['白', '백']).or_else(|| text.find("white"));
    let named = match (black, white) {
        (Some(b), Some(w)) if b < w => RecordedWinner::Black,
        (Some(_), None) => RecordedWinner::Black,
        (Some(_), Some(_)) | (None, Some(_)) => RecordedWinner::White,
        (None, None) => return None,
    };
    let won = has(&["胜", "勝", "승", "win", "won"]);
    let lost = !won && has(&["负", "負", "败", "敗", "패", "lose", "lost", "resigns", "认输", "認輸"]);
    let winner = match (named, lost) {
        (RecordedWinner::Black, true) => RecordedWinner::White,
        (RecordedWinner::White, true) => RecordedWinner::Black,
        (named, _) => named,
    };
    if !won && !lost {
        return None;
    }
    let margin = counted(text);
    let how = if has(&["中盘", "中盤", "中押", "不计", "不計", "불계", "resign", "认输", "認輸"])
    {
        How::Resignation
    } else if has(&["超时", "超時", "时间", "時間", "시간", "on time", "timeout"]) {
        How::Time
    } else if has(&["弃权", "棄權", "判", "forfeit", "기권"]) {
        How::Forfeit
    } else if has(&["裁定"]) {
        How::Adjudication
    } else {
        How::Count
    };
    Some((Some(winner), how, if how == How::Count { margin } else { None }))
}

/// A margin and its unit.
fn counted(text: &str) -> Option<Margin> {
    let (mut hundredths, rest) = number::first(text)?;
    let zi = rest.trim_start().starts_with('子');
    let points = rest.trim_start().starts_with(['目', '집']);
    if (zi || points) && rest.trim_start().chars().nth(1) == Some('半') {
        hundredths += 50;
    }
    let unit = match (zi, points) {
        (true, _) => Unit::Zi,
        (false, false) if hundredths % 50 != 0 => Unit::Unclear,
        (false, _) => Unit::Points,
    };
    (hundredths > 0).then_some(Margin { hundredths, unit })
}
