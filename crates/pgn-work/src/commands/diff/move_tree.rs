//! The moves of two versions of a game in one tree. A node is identified by the moves that lead to it.

use std::collections::{BTreeMap, HashMap};

use pgn_chess::{Ply, Position, Replay, ReplayOptions, Visitor, start};
use pgn_report::changes::DetailKind;
use pgn_syntax::{Game, NodeKind};

use super::decode;

/// The index of a node in [`MoveTree`]. Node 0 is the start of the game.
pub(super) type NodeId = usize;

/// The start of the game.
pub(super) const START: NodeId = 0;

/// A node: the move that leads to it from its parent.
#[derive(Debug, Default)]
pub(super) struct TreeNode {
    /// The node before the move; the start is its own parent.
    pub(super) parent: NodeId,
    /// The move with its number, in SAN if it is legal.
    pub(super) name: String,
    /// The moves from here, in the order in which they were read.
    pub(super) children: Vec<NodeId>,
}

/// The nodes of both versions.
#[derive(Debug)]
pub(super) struct MoveTree {
    all: Vec<TreeNode>,
    by_move: HashMap<(NodeId, String), NodeId>,
}

/// Whether annotation is before or after the move of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveSide {
    /// Before the move, which is the first one of a variation.
    Before,
    /// After the move.
    After,
}

/// A comment or NAG, in words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AnnotationWords {
    pub(super) kind: DetailKind,
    pub(super) words: Vec<String>,
}

/// The content of one version.
#[derive(Debug, Default)]
pub(super) struct VersionContent {
    /// Comments and NAGs by node.
    pub(super) items: BTreeMap<(NodeId, MoveSide), Vec<AnnotationWords>>,
    /// The first text of the move of each node that the version has.
    pub(super) spelled: HashMap<NodeId, String>,
    /// The nodes of the main line, without the start.
    pub(super) main: Vec<NodeId>,
    /// The termination marker; `None` if there is none.
    pub(super) result: Option<&'static str>,
    /// The nodes of moves, by the offsets of the moves.
    by_offset: HashMap<u32, NodeId>,
}

/// The moves of all lines in SAN with their numbers, by their offsets.
#[derive(Default)]
struct Names(HashMap<u32, String>);

impl Visitor for Names {
    fn ply(&mut self, ply: &Ply<'_>) {
        if let Some(san) = ply.canonical_san() {
            self.0.insert(ply.span.start, format!("{} {}", ply.numbered(), san.as_str()));
        }
    }
}

impl Default for MoveTree {
    fn default() -> MoveTree {
        MoveTree { all: vec![TreeNode::default()], by_move: HashMap::new() }
    }
}

impl MoveTree {
    pub(super) fn get(&self, id: NodeId) -> &TreeNode {
        &self.all[id]
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    fn child(&mut self, parent: NodeId, name: String) -> NodeId {
        let next = self.all.len();
        let id = *self.by_move.entry((parent, name.clone())).or_insert(next);
        if id == next {
            self.all.push(TreeNode { parent, name, children: Vec::new() });
            self.all[parent].children.push(id);
        }
        id
    }

    /// Adds the nodes of a version. Returns the content of the version.
    pub(super) fn add(
        &mut self,
        game: &Game,
        src: &[u8],
        replay: &mut Replay,
        options: &ReplayOptions,
    ) -> VersionContent {
        let mut names = Names::default();
        replay.walk(game, src, &start(game, src), options, &mut names);
        let mut content = VersionContent::default();
        // For each open line, the node before its last move and the node after it.
        let mut lines = vec![(START, START)];
        // Annotation before the first move of a variation.
        let mut before: Vec<AnnotationWords> = Vec::new();
        let mut is_first = false;
        for node in &game.nodes {
            let written = || decode(node.span.of(src).trim_ascii());
            let depth = lines.len();
            let Some(line) = lines.last_mut() else { break };
            let item = match node.kind {
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                    let name = names.0.remove(&node.span.start).unwrap_or_else(written);
                    let id = self.child(line.1, name);
                    *line = (line.1, id);
                    if depth == 1 {
                        content.main.push(id);
                    }
                    content.spelled.entry(id).or_insert_with(written);
                    content.by_offset.insert(node.span.start, id);
                    content.push((id, MoveSide::Before), before.drain(..));
                    is_first = false;
                    continue;
                }
                NodeKind::MoveNumber(_) | NodeKind::Marker(_) => continue,
                NodeKind::RavOpen { .. } => {
                    content.push((line.1, MoveSide::After), before.drain(..));
                    let from = line.0;
                    lines.push((from, from));
                    is_first = true;
                    continue;
                }
                NodeKind::RavClose => {
                    if depth > 1 {
                        lines.pop();
                    }
                    let at = lines.last().map_or(START, |line| line.1);
                    content.push((at, MoveSide::After), before.drain(..));
                    is_first = false;
                    continue;
                }
                NodeKind::Comment(_) => {
                    let text = decode(node.comment_text(src));
                    let words = text.split_ascii_whitespace().map(str::to_owned).collect();
                    AnnotationWords { kind: DetailKind::Comment, words }
                }
                NodeKind::Nag(nag) | NodeKind::Suffix(nag) => {
                    AnnotationWords { kind: DetailKind::Nag, words: vec![format!("${nag}")] }
                }
                NodeKind::Glyph { .. } => {
                    AnnotationWords { kind: DetailKind::Nag, words: vec![written()] }
                }
            };
            if is_first {
                before.push(item)
            } else {
                content.push((line.1, MoveSide::After), [item])
            }
        }
        let at = lines.last().map_or(START, |line| line.1);
        content.push((at, MoveSide::After), before);
        content.result = game.marker.map(|(marker, _)| marker.text());
        content
    }
}

impl VersionContent {
    fn push(&mut self, at: (NodeId, MoveSide), items: impl IntoIterator<Item = AnnotationWords>) {
        let mut items = items.into_iter().peekable();
        if items.peek().is_some() {
            self.items.entry(at).or_default().extend(items);
        }
    }

    /// Returns true if the version has this node.
    pub(super) fn has(&self, id: NodeId) -> bool {
        id == START || self.spelled.contains_key(&id)
    }
}

/// Collects the positions of some nodes as FEN.
pub(super) struct Boards<'a> {
    content: &'a VersionContent,
    wanted: &'a mut HashMap<NodeId, Option<String>>,
}

impl Visitor for Boards<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if let Some(id) = self.content.by_offset.get(&ply.span.start)
            && let Some(fen) = self.wanted.get_mut(id)
            && fen.is_none()
        {
            *fen = ply.after.map(Position::fen);
        }
    }
}

/// Adds the positions of the `wanted` nodes that this version has.
pub(super) fn add_boards(
    wanted: &mut HashMap<NodeId, Option<String>>,
    content: &VersionContent,
    game: &Game,
    src: &[u8],
    replay: &mut Replay,
    options: &ReplayOptions,
) {
    let start = start(game, src);
    if let Some(fen @ None) = wanted.get_mut(&START) {
        *fen = start.position.as_ref().ok().map(Position::fen);
    }
    replay.walk(game, src, &start, options, &mut Boards { content, wanted });
}
