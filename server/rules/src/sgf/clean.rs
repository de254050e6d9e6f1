//! Makes a tree that was read in any form a tree of FF[4], without losing anything of it.
//!
//! Every variation and every property stays, known or not. What changes is what FF[4] writes in one way
//! only, and only where there is no doubt: the root says which format it is; komi is in 目; a result that is
//! understood whole has its standard form; a pass is an empty value; letters on points (`L`) are labels.
//! Deliberately absent: changes of the game itself. Moves that the rules forbid stay, and so do points that
//! are not on the board.

use std::borrow::Cow;

use super::komi::komi_quarters;
use super::outcome::{How, RecordedResult, RecordedWinner};
use super::record;
use super::tree::{GameTree, Node, NodeId, Property};
use super::value::{Escaped, Value};
use crate::{Size, mu_text};

/// A value of the root that got another text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The property as FF[4] calls it.
    pub property: &'static str,
    /// The text as it was read.
    pub from: String,
    /// The text as it is now.
    pub to: String,
}

/// The tree in FF[4], and what of the root's values was rewritten. Cleaning it again changes nothing.
#[must_use]
pub fn clean(tree: &GameTree) -> (GameTree, Vec<Change>) {
    let root = tree.root();
    // Another game's properties mean something else.
    let is_go = root.line("GM").is_none_or(|game| game == "1");
    let size = record::size(root).ok().filter(|_| is_go);
    let mut cleaned = GameTree::new();
    let mut changes = Vec::new();
    write_root(&mut cleaned, root, size, &mut changes);
    for node in tree.nodes().skip(1) {
        cleaned.add_node(node.parent().map_or(NodeId::ROOT, Node::id));
        node.properties().for_each(|property| copy(&mut cleaned, property, size));
    }
    (cleaned, changes)
}

/// The root: what the format asks for in front, then everything else in its order.
fn write_root(cleaned: &mut GameTree, root: Node<'_>, size: Option<Size>, changes: &mut Vec<Change>) {
    let game = root.value("GM").map_or("1", Value::raw);
    cleaned.add_raw("GM", [game]);
    cleaned.add_raw("FF", ["4"]);
    cleaned.add_raw("CA", ["UTF-8"]);
    if let Some(size) = size.filter(|_| root.value("SZ").is_none()) {
        cleaned.add_raw("SZ", [size.cols().to_string().as_str()]);
    }
    for property in root.properties() {
        let ident = property.ident();
        let rewritten = match ident.as_ref() {
            "GM" | "FF" | "CA" => continue,
            "KM" if size.is_some() => komi(root).map(|to| ("KM", to)),
            "RE" if size.is_some() => result(property).map(|to| ("RE", to)),
            _ => None,
        };
        let from = property.values().next().map(|value| value.line()).unwrap_or_default();
        match rewritten {
            Some((property, to)) => {
                cleaned.add_property(property, [to.as_str()]);
                if from != to {
                    changes.push(Change { property, from, to });
                }
            }
            None => copy(cleaned, property, size),
        }
    }
}

/// Copies a property of any node; on a board of Go its passes and labels in their one form.
fn copy(cleaned: &mut GameTree, property: Property<'_>, size: Option<Size>) {
    let ident = property.ident();
    match (ident.as_ref(), size) {
        ("B" | "W", Some(size)) => {
            let values: Vec<_> = property.values().map(|value| play(size, value)).collect();
            cleaned.add_raw(&ident, values.iter().map(Cow::as_ref));
        }
        ("L", Some(_)) => {
            let letters = ('a'..='z').cycle();
            let labels = property.values().zip(letters);
            let labels = labels.map(|(value, letter)| Escaped::pair(value.raw().trim(), &letter.to_string()));
            cleaned.add_property("LB", labels);
        }
        _ => cleaned.add_raw(&ident, property.values().map(Value::raw)),
    }
}

/// A move as FF[4] writes it, or as it was if it is none.
fn play(size: Size, value: Value<'_>) -> Cow<'_, str> {
    match record::play(size, value.raw()) {
        Some(Some(point)) => Cow::Owned(point.to_sgf(size)),
        Some(None) => Cow::Borrowed(""),
        None => Cow::Borrowed(value.raw()),
    }
}

/// Komi in 目, if whoever reads that takes it for the same.
fn komi(root: Node<'_>) -> Option<String> {
    let quarters = record::komi(root)?;
    let text = mu_text(quarters.into());
    (komi_quarters(&text, false) == Some(quarters)).then_some(text)
}

/// A result in the standard form, if the text was understood whole.
fn result(property: Property<'_>) -> Option<String> {
    let result = RecordedResult::parse(&property.values().next()?.line())?;
    let side = match result.winner? {
        RecordedWinner::Black => "B",
        RecordedWinner::White => "W",
        RecordedWinner::Draw => return Some("0".to_owned()),
        RecordedWinner::Nobody => {
            return matches!(result.how, How::Void | How::BothLose).then(|| "Void".to_owned());
        }
    };
    let what = match result.how {
        How::Count => match result.margin {
            Some(margin) => mu_text(i32::try_from(margin.quarters()?).ok()?),
            // The format knows a win without a margin, which a text with an unread number is not.
            None if !result.raw.chars().any(char::is_numeric) => String::new(),
            None => return None,
        },
        How::Resignation => "R".to_owned(),
        How::Time => "T".to_owned(),
        How::Forfeit => "F".to_owned(),
        How::Draw
        | How::Void
        | How::BothLose
        | How::Replay
        | How::Adjudication
        | How::Disconnection
        | How::Other => {
            return None;
        }
    };
    Some(format!("{side}+{what}"))
}
