//! The meaning of the game that was read last, in two parts. A fix mostly changes either the tags or the moves, and the
//! part that has stayed the same is not read again.

use std::sync::Arc;

use pgn_syntax::{Game, Marker, Node, NodeKind, RavKind, Span, TagPair};

use super::{MovesMeaning, TagsMeaning};

/// The last game whose meaning was read, with the same options as the next.
#[derive(Debug, Default)]
pub(crate) struct LastReading {
    tags: Option<(TagSection, Arc<TagsMeaning>)>,
    moves: Option<(Movetext, Arc<TagsMeaning>, Arc<MovesMeaning>)>,
}

/// The text on which the meaning of tags depends.
#[derive(Debug)]
struct TagSection {
    text: Vec<u8>,
    /// The offset of the text, from which the spans of `pairs` are counted.
    start: u32,
    pairs: Vec<TagPair>,
    marker: Option<Marker>,
}

/// The text on which the meaning of moves depends, in addition to the start position.
#[derive(Debug)]
struct Movetext {
    text: Vec<u8>,
    /// The offset of the text, from which the spans of `nodes` are counted.
    start: u32,
    nodes: Vec<Node>,
    final_zeros: Option<u32>,
}

impl LastReading {
    /// Returns the meaning of the tags of `game`. Calls `read` if the tags differ from those of the last game.
    pub(super) fn tags(
        &mut self,
        game: &Game,
        src: &[u8],
        read: impl FnOnce() -> TagsMeaning,
    ) -> Arc<TagsMeaning> {
        if let Some((section, meaning)) = &self.tags
            && section.is_of(game, src)
        {
            return Arc::clone(meaning);
        }
        let meaning = Arc::new(read());
        self.tags = Some((TagSection::of(game, src), Arc::clone(&meaning)));
        meaning
    }

    /// Returns the meaning of the moves of `game`, whose tags mean `tags`. Calls `read` if the moves or the start
    /// position differ from those of the last game.
    pub(super) fn moves(
        &mut self,
        game: &Game,
        src: &[u8],
        tags: &Arc<TagsMeaning>,
        read: impl FnOnce() -> MovesMeaning,
    ) -> Arc<MovesMeaning> {
        if let Some((movetext, of, meaning)) = &self.moves
            && movetext.is_of(game, src)
            && of.start == tags.start
        {
            return Arc::clone(meaning);
        }
        let meaning = Arc::new(read());
        // If the start position is not valid, its text may not be all that the moves depend on.
        let is_kept = tags.has_position && depends_on_nodes(game);
        self.moves =
            is_kept.then(|| (Movetext::of(game, src), Arc::clone(tags), Arc::clone(&meaning)));
        meaning
    }
}

impl TagSection {
    fn of(game: &Game, src: &[u8]) -> TagSection {
        TagSection {
            text: tag_section(game).of(src).to_vec(),
            start: tag_section(game).start,
            pairs: game.tags.clone(),
            marker: game.marker.map(|(marker, _)| marker),
        }
    }

    fn is_of(&self, game: &Game, src: &[u8]) -> bool {
        let span = tag_section(game);
        let at =
            |pair: &TagPair, start| [pair.span, pair.name, pair.value].map(|it| from(it, start));
        let mut pairs = self.pairs.iter().zip(&game.tags);
        self.pairs.len() == game.tags.len()
            && self.marker == game.marker.map(|(marker, _)| marker)
            && self.text == span.of(src)
            && pairs.all(|(a, b)| at(a, self.start) == at(b, span.start))
    }
}

impl Movetext {
    fn of(game: &Game, src: &[u8]) -> Movetext {
        Movetext {
            text: movetext(game).of(src).to_vec(),
            start: game.movetext_start,
            nodes: game.nodes.clone(),
            final_zeros: game.final_zeros,
        }
    }

    /// Returns true if `game` has the same nodes, whatever is between them.
    fn is_of(&self, game: &Game, src: &[u8]) -> bool {
        let text = |node: &Node| {
            let (start, end) = from(node.span, self.start);
            self.text.get(start as usize..end as usize)
        };
        let mut nodes = self.nodes.iter().zip(&game.nodes);
        self.nodes.len() == game.nodes.len()
            && self.final_zeros == game.final_zeros
            && nodes.all(|(a, b)| a.kind == b.kind && text(a) == Some(b.span.of(src)))
    }
}

/// Returns true if the meaning of the moves depends only on the nodes: none lies among the tags, and no variation counts
/// as words.
fn depends_on_nodes(game: &Game) -> bool {
    let is_text =
        |node: &Node| matches!(node.kind, NodeKind::RavOpen { kind: RavKind::WithoutMove, .. });
    game.nodes.first().is_some_and(|node| node.span.start >= game.movetext_start)
        && !game.nodes.iter().any(is_text)
}

/// Returns the span of all tag pairs.
fn tag_section(game: &Game) -> Span {
    match (game.tags.first(), game.tags.last()) {
        (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
        _ => Span::default(),
    }
}

/// Returns the span of the movetext, with comments after the marker.
fn movetext(game: &Game) -> Span {
    let end = game.nodes.last().map_or(game.end, |node| node.span.end.max(game.end));
    Span { start: game.movetext_start, end: end.max(game.movetext_start) }
}

/// Returns a span counted from `start`.
fn from(span: Span, start: u32) -> (u32, u32) {
    (span.start.wrapping_sub(start), span.end.wrapping_sub(start))
}
