//! A game tree as it was read: nodes, properties and values, all kept in the order of the file.
//!
//! The tree owns one text and a few flat tables of offsets into it, so that a file costs a small
//! multiple of its own length whatever its shape, and nothing here recurses. Values are kept as
//! they were written, escapes included, and are un-escaped when somebody looks.
//! Deliberately absent: what the properties mean (`record`), and changing a node that is not the newest.

use std::borrow::Cow;

use super::repair::{Repair, Repairs};
use super::value::{Escaped, Value};

/// Stands for "no node" in the tables.
const NONE: u32 = u32::MAX;

/// A node of one [`GameTree`]: its number in the order of the file, the root being 0. The nodes of
/// the main line come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The first node of every tree.
    pub const ROOT: Self = Self(0);

    /// The number of the node, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Offsets of a piece of the tree's text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

#[derive(Clone, Debug)]
struct NodeRow {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    /// The node's properties go from here to the next node's first.
    first_property: u32,
}

#[derive(Clone, Debug)]
struct PropertyRow {
    ident: Span,
    /// The property's values go from here to the next property's first.
    first_value: u32,
}

/// One game of a collection, with all its variations.
#[derive(Clone, Debug)]
pub struct GameTree {
    text: String,
    nodes: Vec<NodeRow>,
    properties: Vec<PropertyRow>,
    values: Vec<Span>,
    truncated: bool,
    repairs: Repairs,
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl GameTree {
    /// A tree of one empty node.
    #[must_use]
    pub fn new() -> Self {
        let mut tree = Self::bare();
        tree.push_node(None);
        tree
    }

    /// A tree without even a root, for the reader to fill.
    pub(super) const fn bare() -> Self {
        Self {
            text: String::new(),
            nodes: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
            truncated: false,
            repairs: Repairs::NONE,
        }
    }

    // Getters.

    /// How many nodes there are, in all variations.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the file ended before the tree did.
    #[must_use]
    pub const fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// The first node.
    #[must_use]
    pub const fn root(&self) -> Node<'_> {
        Node { tree: self, id: NodeId::ROOT }
    }

    /// The node of a number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        (id.index() < self.nodes.len()).then_some(Node { tree: self, id })
    }

    /// All nodes in the order of the file, the root first.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.nodes.len()).map(|index| Node { tree: self, id: NodeId(offset(index)) })
    }

    /// The root, its first child, that one's first child, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(Some(self.root()), |node| node.first_child())
    }

    /// What the reader had to repair, each kind once.
    pub fn repairs(&self) -> impl Iterator<Item = Repair> {
        self.repairs.iter()
    }

    pub(super) fn repaired(&mut self, repair: Repair) {
        self.repairs.add(repair);
    }

    /// The text that its values are in: as it was read, escapes included, or as it was built.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    // Building: a node's properties are added before the next node.

    /// Adds a node as the last child of another and makes it the newest. A parent that the tree
    /// does not have counts as the root.
    pub fn add_node(&mut self, parent: NodeId) -> NodeId {
        let parent = if parent.index() < self.nodes.len() { parent } else { NodeId::ROOT };
        self.push_node(Some(parent))
    }

    /// Adds a property to the newest node. Values are plain text and are escaped here; a composed
    /// value is made with [`Escaped::pair`].
    pub fn add_property<V: Into<Escaped>>(&mut self, ident: &str, values: impl IntoIterator<Item = V>) {
        let ident = self.append(ident);
        self.push_property(ident);
        for value in values {
            let span = self.append(value.into().as_str());
            self.push_value(span);
        }
    }

    /// Adds a property to the newest node with values that are escaped already.
    pub(super) fn add_raw<'v>(&mut self, ident: &str, values: impl IntoIterator<Item = &'v str>) {
        let ident = self.append(ident);
        self.push_property(ident);
        for value in values {
            let span = self.append(value);
            self.push_value(span);
        }
    }

    fn append(&mut self, piece: &str) -> Span {
        let start = offset(self.text.len());
        self.text.push_str(piece);
        Span { start, end: offset(self.text.len()) }
    }

    pub(super) fn push_node(&mut self, parent: Option<NodeId>) -> NodeId {
        let id = offset(self.nodes.len());
        self.nodes.push(NodeRow {
            parent: parent.map_or(NONE, |p| p.0),
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            first_property: offset(self.properties.len()),
        });
        if let Some(parent) = parent {
            let row = &mut self.nodes[parent.index()];
            let elder = std::mem::replace(&mut row.last_child, id);
            if elder == NONE {
                row.first_child = id;
            } else {
                self.nodes[elder as usize].next_sibling = id;
            }
        }
        NodeId(id)
    }

    pub(super) fn push_property(&mut self, ident: Span) {
        self.properties.push(PropertyRow { ident, first_value: offset(self.values.len()) });
    }

    pub(super) fn push_value(&mut self, span: Span) {
        self.values.push(span);
    }

    /// Takes back the newest property if it has got no value.
    pub(super) fn drop_empty_property(&mut self) {
        if self.properties.last().is_some_and(|p| p.first_value as usize == self.values.len()) {
            self.properties.pop();
        }
    }

    /// Gives the tree the text that its offsets were counted in.
    pub(super) fn finish(&mut self, text: &str, truncated: bool) {
        text.clone_into(&mut self.text);
        self.truncated = truncated;
        if truncated {
            self.repaired(Repair::CutOff);
        }
        self.nodes.shrink_to_fit();
        self.properties.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    /// Nodes, properties and values together.
    pub(super) fn parts(&self) -> usize {
        self.nodes.len() + self.properties.len() + self.values.len()
    }
}

/// An offset or a count as the tables hold it. The reader's limits keep every tree far below 4 GiB;
/// a hand-built tree beyond it would lose text, not memory safety.
pub(super) fn offset(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(NONE - 1)
}

/// A node and the tree that it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    tree: &'a GameTree,
    id: NodeId,
}

impl<'a> Node<'a> {
    /// The node's number.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    fn row(self) -> Option<&'a NodeRow> {
        self.tree.nodes.get(self.id.index())
    }

    fn at(self, id: Option<u32>) -> Option<Self> {
        id.filter(|&id| id != NONE).map(|id| Self { tree: self.tree, id: NodeId(id) })
    }

    /// The node before this one; none before the root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.at(self.row().map(|row| row.parent))
    }

    /// The continuation of the main line.
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.at(self.row().map(|row| row.first_child))
    }

    /// The next variation from the same parent.
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.at(self.row().map(|row| row.next_sibling))
    }

    /// All continuations, the main one first.
    pub fn children(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.first_child(), |node| node.next_sibling())
    }

    /// The properties in the order of the file. The same identifier may come twice in bad files.
    pub fn properties(self) -> impl Iterator<Item = Property<'a>> {
        let tree = self.tree;
        let first = self.row().map_or(0, |row| row.first_property as usize);
        let end =
            tree.nodes.get(self.id.index() + 1).map_or(tree.properties.len(), |n| n.first_property as usize);
        (first..end).map(move |index| Property { tree, index })
    }

    /// All values of a property, those of a repeated one too; none if the node does not have it.
    pub fn values(self, ident: &'a str) -> impl Iterator<Item = Value<'a>> {
        self.properties().filter(move |p| p.is(ident)).flat_map(Property::values)
    }

    /// The first value of a property.
    #[must_use]
    pub fn value(self, ident: &str) -> Option<Value<'a>> {
        self.properties().find(|p| p.is(ident)).and_then(|p| p.values().next())
    }

    /// A property's first value as one line, if the node has it and it is not blank.
    #[must_use]
    pub fn line(self, ident: &str) -> Option<String> {
        self.value(ident).map(|v| v.line()).filter(|line| !line.is_empty())
    }
}

/// A property of a node.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    tree: &'a GameTree,
    index: usize,
}

impl<'a> Property<'a> {
    fn written(self) -> &'a str {
        self.tree.properties.get(self.index).map_or("", |row| self.tree.slice(row.ident))
    }

    /// The identifier in its FF[4] form: capitals and digits. Older files add lower-case letters that do
    /// not count (`GaMe`, `Black`).
    #[must_use]
    pub fn ident(self) -> Cow<'a, str> {
        let written = self.written();
        if written.bytes().any(|b| b.is_ascii_lowercase()) {
            Cow::Owned(written.chars().filter(|c| !c.is_ascii_lowercase()).collect())
        } else {
            Cow::Borrowed(written)
        }
    }

    /// Whether this is the property of an FF[4] identifier.
    #[must_use]
    pub fn is(self, ident: &str) -> bool {
        let written = self.written();
        written == ident || written.bytes().filter(|b| !b.is_ascii_lowercase()).eq(ident.bytes())
    }

    /// The values in order.
    pub fn values(self) -> impl Iterator<Item = Value<'a>> {
        let tree = self.tree;
        let first = |index: usize| tree.properties.get(index).map(|row| row.first_value as usize);
        let range = first(self.index).unwrap_or(0)..first(self.index + 1).unwrap_or(tree.values.len());
        tree.values.get(range).unwrap_or_default().iter().map(|&span| Value::new(tree.slice(span)))
    }
}
