//! Mutations of bytes: of single ones, of numbers, of lines, and of pieces of other inputs.

/// Numbers at which arithmetic goes wrong.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "25",
    "255",
    "256",
    "32767",
    "-32768",
    "65535",
    "65536",
    "4294967295",
    "2147483647",
    "9223372036854775807",
    "18446744073709551615",
    "1e999",
];

/// A stream of mutations (splitmix64), the same for the same seed.
pub(crate) struct Mutator {
    state: u64,
    words: &'static [&'static str],
    longest: usize,
}

impl Mutator {
    pub(crate) const fn new(seed: u64, words: &'static [&'static str], longest: usize) -> Self {
        Self { state: seed, words, longest }
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A mutation of one of these, by one to four steps.
    pub(crate) fn next(&mut self, pool: &[Vec<u8>]) -> Vec<u8> {
        let mut input = pool[self.below(pool.len())].clone();
        for _ in 0..=self.below(4) {
            match self.below(8) {
                0 => self.bytes(&mut input),
                1 | 2 => self.number(&mut input),
                3 => self.word(&mut input),
                4 | 5 => self.lines(&mut input),
                6 => self.cut(&mut input),
                _ => {
                    let other = &pool[self.below(pool.len())];
                    self.splice(&mut input, other);
                }
            }
        }
        input.truncate(self.longest);
        input
    }

    /// A part of an input, not longer than `most`.
    fn part(&mut self, len: usize, most: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        start..(start + self.below(most)).min(len)
    }

    fn bytes(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        let byte = self.below(256) as u8;
        match self.below(3) {
            0 if at < input.len() => input[at] = byte,
            1 if at < input.len() => input[at] ^= 1 << (byte % 8),
            _ => input.insert(at, byte),
        }
    }

    fn cut(&mut self, input: &mut Vec<u8>) {
        let part = self.part(input.len(), 60);
        if self.chance(50) {
            input.drain(part);
        } else {
            let copy = input[part.clone()].repeat(1 + self.below(4));
            input.splice(part.end..part.end, copy);
        }
    }

    fn splice(&mut self, input: &mut Vec<u8>, other: &[u8]) {
        let from = self.part(other.len(), 400);
        let into = self.part(input.len(), 60);
        input.splice(into, other[from].iter().copied());
    }

    fn word(&mut self, input: &mut Vec<u8>) {
        let word = self.words[self.below(self.words.len())];
        let into = self.part(input.len(), 8);
        input.splice(into, word.bytes());
    }

    /// Another number in the place of one.
    fn number(&mut self, input: &mut Vec<u8>) {
        let start = self.below(input.len() + 1);
        let Some(first) = input[start..].iter().position(u8::is_ascii_digit) else { return };
        let first = start + first;
        let len = input[first..].iter().take_while(|b| b.is_ascii_digit()).count();
        let text = match self.below(3) {
            0 => NUMBERS[self.below(NUMBERS.len())].to_owned(),
            1 => self.below(700).to_string(),
            _ => {
                let old: u64 = String::from_utf8_lossy(&input[first..first + len]).parse().unwrap_or(0);
                old.wrapping_add(self.below(3) as u64).wrapping_sub(1).to_string()
            }
        };
        input.splice(first..first + len, text.bytes());
    }

    /// A line more, less, or elsewhere.
    fn lines(&mut self, input: &mut Vec<u8>) {
        let mut lines: Vec<Vec<u8>> = input.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
        let (from, to) = (self.below(lines.len()), self.below(lines.len()));
        match self.below(4) {
            0 => lines.swap(from, to),
            1 => {
                lines.remove(from);
            }
            2 => {
                let line = lines[from].clone();
                lines.insert(to, line);
            }
            _ => lines.truncate(from + 1),
        }
        *input = lines.join(&b'\n');
    }
}
