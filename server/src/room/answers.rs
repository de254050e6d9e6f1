//! Which commands have already taken effect, kept small: a room lives as long as its game, with every one of them.
//!
//! Of a command's account and id 64 bits are kept, hashed with a key that nobody knows; of the hash of its content
//! its first 32 bits, which only have to tell a player's own mistake. Both are looked for from the newest on.
//! Deliberately absent: forgetting; a command may be sent again as long as the game runs.

use std::hash::{BuildHasher, RandomState};

use super::Known;
use crate::store::Command;

/// One command that took effect: 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Answered {
    command: [u32; 2],
    content: u32,
    seq: u32,
}

/// All of them, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    key: RandomState,
    answered: Vec<Answered>,
}

impl Answers {
    /// Notes a command by its first event.
    pub(super) fn note(&mut self, command: &Command, seq: u64) {
        // A game has fewer events than that.
        let seq = u32::try_from(seq).unwrap_or(u32::MAX);
        self.answered.push(Answered { command: self.name(command), content: content(command), seq });
    }

    /// What is known of a command.
    pub(super) fn known(&self, command: &Command) -> Known {
        let name = self.name(command);
        match self.answered.iter().rev().find(|answered| answered.command == name) {
            None => Known::New,
            Some(answered) if answered.content == content(command) => Known::Done(answered.seq.into()),
            Some(_) => Known::OtherContent,
        }
    }

    /// In two halves, which keep an entry free of padding.
    fn name(&self, command: &Command) -> [u32; 2] {
        let name = self.key.hash_one((command.account, command.id));
        [(name >> 32) as u32, name as u32]
    }
}

fn content(command: &Command) -> u32 {
    let [a, b, c, d, ..] = command.hash;
    u32::from_le_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::ids::AccountId;

    fn command(account: u128, id: u128, content: u8) -> Command {
        Command { account: AccountId(Uuid::from_u128(account)), id: Uuid::from_u128(id), hash: [content; 32] }
    }

    #[test]
    fn each_command_has_its_own_answer() {
        let mut answers = Answers::default();
        for id in 0..300 {
            answers.note(&command(1, id, 7), u64::try_from(id).unwrap_or_default() + 2);
        }
        assert_eq!(answers.known(&command(1, 0, 7)), Known::Done(2));
        assert_eq!(answers.known(&command(1, 299, 7)), Known::Done(301));
        assert_eq!(answers.known(&command(1, 299, 8)), Known::OtherContent);
        assert_eq!(answers.known(&command(2, 299, 7)), Known::New, "an id is its account's own");
        assert_eq!(answers.known(&command(1, 300, 7)), Known::New);
    }

    #[test]
    fn an_entry_is_small() {
        assert_eq!(size_of::<Answered>(), 16);
    }
}
