//! The moves of two versions of a game in one tree. A place is identified by the moves that lead to it.

use std::collections::{BTreeMap, HashMap};

use pgn_chess::{Ply, Position, Replay, ReplayOptions, Visitor, start};
use pgn_report::changes::DetailKind;
use pgn_syntax::{Game, NodeKind};

use super::decode;

/// The index of a place in [`Places`]. Place 0 is the start of the game.
pub(super) type PlaceId = usize;

/// The start of the game.
pub(super) const START: PlaceId = 0;

/// A place: the move that leads to it from its parent.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// The place before the move; the start is its own parent.
    pub(super) parent: PlaceId,
    /// The move with its number, in SAN if it is legal.
    pub(super) name: String,
    /// The moves from here, in the order in which they were read.
    pub(super) children: Vec<PlaceId>,
}

/// The places of both versions.
#[derive(Debug)]
pub(super) struct Places {
    all: Vec<Place>,
    by_move: HashMap<(PlaceId, String), PlaceId>,
}

/// Whether annotation is before or after the move of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// Before the move, which is the first one of a variation.
    Before,
    /// After the move.
    After,
}

/// A comment or NAG, in words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) kind: DetailKind,
    pub(super) words: Vec<String>,
}

/// The content of one version.
#[derive(Debug, Default)]
pub(super) struct VersionContent {
    /// Comments and NAGs by place.
    pub(super) items: BTreeMap<(PlaceId, Side), Vec<Item>>,
    /// The first text of the move of each place that the version has.
    pub(super) spelled: HashMap<PlaceId, String>,
    /// The places of the main line, without the start.
    pub(super) main: Vec<PlaceId>,
    /// The termination marker; `None` if there is none.
    pub(super) result: Option<&'static str>,
    /// The places of moves, by the offsets of the moves.
    by_offset: HashMap<u32, PlaceId>,
}

/// The moves of all lines in SAN with their numbers, by their offsets.
#[derive(Default)]
struct Names(HashMap<u32, String>);

impl Visitor for Names {
    fn ply(&mut self, ply: &Ply<'_>) {
        let dots = if ply.turn.is_black() { "..." } else { "." };
        if let Some(san) = ply.canonical_san() {
            self.0.insert(ply.span.start, format!("{}{dots} {}", ply.number, san.as_str()));
        }
    }
}

impl Default for Places {
    fn default() -> Places {
        Places { all: vec![Place::default()], by_move: HashMap::new() }
    }
}

impl Places {
    pub(super) fn get(&self, id: PlaceId) -> &Place {
        &self.all[id]
    }

    /// Returns the number of places.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    fn child(&mut self, parent: PlaceId, name: String) -> PlaceId {
        let next = self.all.len();
        let id = *self.by_move.entry((parent, name.clone())).or_insert(next);
        if id == next {
            self.all.push(Place { parent, name, children: Vec::new() });
            self.all[parent].children.push(id);
        }
        id
    }

    /// Adds the places of a version. Returns the content of the version.
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
        // For each open line, the place before its last move and the place after it.
        let mut lines = vec![(START, START)];
        // Annotation before the first move of a variation.
        let mut before: Vec<Item> = Vec::new();
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
                    content.push((id, Side::Before), before.drain(..));
                    is_first = false;
                    continue;
                }
                NodeKind::MoveNumber(_) | NodeKind::Marker(_) => continue,
                NodeKind::RavOpen { .. } => {
                    content.push((line.1, Side::After), before.drain(..));
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
                    content.push((at, Side::After), before.drain(..));
                    is_first = false;
                    continue;
                }
                NodeKind::Comment(_) => {
                    let text = decode(node.comment_text(src));
                    let words = text.split_ascii_whitespace().map(str::to_owned).collect();
                    Item { kind: DetailKind::Comment, words }
                }
                NodeKind::Nag(nag) | NodeKind::Suffix(nag) => {
                    Item { kind: DetailKind::Nag, words: vec![format!("${nag}")] }
                }
                NodeKind::Glyph { .. } => Item { kind: DetailKind::Nag, words: vec![written()] },
            };
            match is_first {
                true => before.push(item),
                false => content.push((line.1, Side::After), [item]),
            }
        }
        let at = lines.last().map_or(START, |line| line.1);
        content.push((at, Side::After), before);
        content.result = game.marker.map(|(marker, _)| marker.text());
        content
    }
}

impl VersionContent {
    fn push(&mut self, at: (PlaceId, Side), items: impl IntoIterator<Item = Item>) {
        let mut items = items.into_iter().peekable();
        if items.peek().is_some() {
            self.items.entry(at).or_default().extend(items);
        }
    }

    /// Returns true if the version has this place.
    pub(super) fn has(&self, id: PlaceId) -> bool {
        id == START || self.spelled.contains_key(&id)
    }
}

/// Collects the positions of some places as FEN.
pub(super) struct Boards<'a> {
    content: &'a VersionContent,
    wanted: &'a mut HashMap<PlaceId, Option<String>>,
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

/// Adds the positions of the `wanted` places that this version has.
pub(super) fn add_boards(
    wanted: &mut HashMap<PlaceId, Option<String>>,
    content: &VersionContent,
    (game, src): (&Game, &[u8]),
    replay: &mut Replay,
    options: &ReplayOptions,
) {
    let start = start(game, src);
    if let Some(fen @ None) = wanted.get_mut(&START) {
        *fen = start.position.as_ref().ok().map(Position::fen);
    }
    replay.walk(game, src, &start, options, &mut Boards { content, wanted });
}
