//! Overtime as `OT` describes it.
//!
//! Read are the forms that servers agree on; anything else is free text that a person may read.
//! Deliberately absent: the clocks that obey it (`clock`).

/// What happens when the main time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// 读秒: periods of which each is lost only when used up whole.
    Byoyomi {
        /// How many.
        periods: u32,
        /// Length of one in milliseconds.
        period_ms: u64,
    },
    /// 定时限步: so many stones in each stint.
    Canadian {
        /// How many.
        stones: u32,
        /// Length of a stint in milliseconds.
        period_ms: u64,
    },
    /// 加时: time added with every move.
    Fischer {
        /// How much, in milliseconds.
        increment_ms: u64,
    },
    /// So much for each move.
    Simple {
        /// How much, in milliseconds.
        move_ms: u64,
    },
}

impl Overtime {
    /// Reads `5x30 byo-yomi`, `25/600 Canadian`, `30 fischer`, `60 simple`; nothing else, and nothing
    /// with a zero in it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let (numbers, name) = text.rsplit_once(|c: char| c.is_whitespace())?;
        match name {
            "byo-yomi" | "byoyomi" => {
                let (periods, period) = numbers.split_once('x')?;
                Some(Self::Byoyomi { periods: count(periods)?, period_ms: milliseconds(period)? })
            }
            "canadian" => {
                let (stones, period) = numbers.split_once('/')?;
                Some(Self::Canadian { stones: count(stones)?, period_ms: milliseconds(period)? })
            }
            "fischer" => milliseconds(numbers).map(|increment_ms| Self::Fischer { increment_ms }),
            "simple" => milliseconds(numbers).map(|move_ms| Self::Simple { move_ms }),
            _ => None,
        }
    }
}

fn count(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|&n| n > 0)
}

/// Seconds with up to three decimals, as positive milliseconds.
fn milliseconds(text: &str) -> Option<u64> {
    time_ms(text).filter(|&ms| ms > 0)
}

/// Seconds with up to three decimals (more are cut), as milliseconds.
pub(super) fn time_ms(text: &str) -> Option<u64> {
    let (seconds, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    if !decimals.bytes().all(|b| b.is_ascii_digit()) || !seconds.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let thousandths = decimals.bytes().chain(*b"000").take(3).fold(0, |n, b| n * 10 + u64::from(b - b'0'));
    seconds.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(thousandths)
}
