//! `--variations`: writes each line of a game as a game without variations.

use pgn_chess::{
    Replay, ReplayOptions, Variant,
    export::{ExportForm, result},
    left_out::is_lost_in_lines,
    start,
    tag_list::tag_list,
};
use pgn_collate::{Lines, read_lines};
use pgn_syntax::{
    Fallback, Game, Marker, Node, NodeKind, Parser, Part, Span,
    boundary::Edges,
    strip::{Classes, Stripper},
    write::{Layout, WIDTH, tag_pair},
};

use crate::ReadingOptions;

/// Makes games of lines. Each thread has one.
pub(super) struct LineSplitter {
    depth: u32,
    fallback: Fallback,
    options: ReplayOptions,
    replay: Replay,
    stripper: Stripper,
    /// Reads the games that were made.
    parser: Parser,
}

/// The result for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitGame {
    /// The game was replaced by its lines.
    Lines,
    /// The game has no variations.
    Plain,
    /// The game keeps its variations, because a move cannot be played, its lines are too large, or its variations have
    /// text without a place in lines, or annotate moves of the main line.
    Whole,
}

/// Maximum total length of the lines of a game in bytes: they are all in memory, and can be a hundred times as long as the
/// game.
const MAX_LINES: usize = 32 << 20;

/// The length of a half-move with its number and the space after it, about.
const BYTES_A_PLY: usize = 8;

/// Tags that apply only to the main line.
const OF_MAIN_LINE: [&str; 2] = ["PlyCount", "Termination"];

impl LineSplitter {
    /// Returns a splitter. `depth`: 1 for variations of the main line, 2 for variations in these, and so on.
    pub(super) fn new(depth: u32, reading: &ReadingOptions, fallback: Fallback) -> LineSplitter {
        let classes = Classes { variations: true, ..Classes::default() };
        LineSplitter {
            depth,
            fallback,
            options: reading.replay_options(),
            replay: Replay::new(),
            stripper: Stripper::new(classes),
            parser: Parser::new(reading.read_options()),
        }
    }

    /// Returns the edges of a game that was made.
    pub(super) fn edges(&mut self, text: &[u8]) -> Edges {
        Edges::of_text(&mut self.parser, text, false)
    }

    /// Fills `texts` with the games that are made of the lines of a game: its own text without variations, then the
    /// variations in export format.
    pub(super) fn cut(&mut self, game: &Game, src: &[u8], texts: &mut Vec<Vec<u8>>) -> SplitGame {
        texts.clear();
        if !game.nodes.iter().any(|node| matches!(node.kind, NodeKind::RavOpen { .. })) {
            return SplitGame::Plain;
        }
        let begin = start(game, src);
        if begin.variant == Variant::Unchecked || has_other_text_in_variations(game, src) {
            return SplitGame::Whole;
        }
        let mut lines = Lines::new(&begin);
        let (end, last) = read_lines(
            &mut lines, game, src, &begin, &mut self.replay, &self.options, self.fallback,
        );
        let ends = lines.variations(last, self.depth);
        let tags = tag_list(game, src, result(game, src, &end), ExportForm::Export, self.fallback);
        let mut head = Vec::new();
        for tag in tags.iter().filter(|tag| !OF_MAIN_LINE.contains(&&*tag.name)) {
            // The result of the game is not that of the variation.
            let is_result = tag.name == "Result";
            let value = if is_result { Marker::Unknown.text() } else { &tag.value };
            tag_pair(&mut head, tag.name.as_bytes(), value.as_bytes(), Fallback::default());
        }
        head.push(b'\n');
        let n_bytes: usize =
            ends.iter().map(|&(_, n_plies)| head.len() + n_plies as usize * BYTES_A_PLY).sum();
        if end.has_error() || n_bytes > MAX_LINES {
            return SplitGame::Whole;
        }
        let mut main = Vec::new();
        self.stripper.strip_into(game, src, &mut main);
        // The moves of the main line that no variation is written with.
        let n_written = ends.iter().map(|(node, _)| lines.n_main_moves(*node)).max().unwrap_or(0);
        let n_annotations = lines.n_annotations(last).split_off(n_written);
        if n_annotations.iter().any(|&n| n > 0)
            && self.n_annotations(&main).get(n_written..) != Some(&n_annotations[..])
        {
            return SplitGame::Whole;
        }
        texts.push(main);
        let mut layout = Layout::new(WIDTH);
        for (node, _) in ends {
            let mut text = head.clone();
            layout.begin(&text);
            lines.write_line(node, &mut layout, &mut text);
            layout.unit(&mut text, Marker::Unknown.text().as_bytes());
            layout.end(&mut text);
            texts.push(self.fallback.fit(text, game.span.of(src)));
        }
        SplitGame::Lines
    }

    /// Returns the number of NAGs and comments of each move of the game in `text`.
    fn n_annotations(&mut self, text: &[u8]) -> Vec<usize> {
        let (part, mut game) = (Part::whole(text), Game::default());
        self.parser.start(&part);
        if !self.parser.next_game(&part, &mut game) {
            return Vec::new();
        }
        let game = &game;
        let begin = start(game, text);
        let mut lines = Lines::new(&begin);
        let (replay, options) = (&mut self.replay, &self.options);
        let (_, last) = read_lines(&mut lines, game, text, &begin, replay, options, self.fallback);
        lines.n_annotations(last)
    }
}

/// Returns true if a variation of the main line holds text for which the lines of the game have no place.
fn has_other_text_in_variations(game: &Game, src: &[u8]) -> bool {
    let mut errors = game.errors.iter().filter(|error| is_lost_in_lines(error, src)).peekable();
    if errors.peek().is_none() {
        return false;
    }
    let variations = variations(&game.nodes);
    errors.any(|error| {
        let after = variations.partition_point(|span| span.start <= error.span.start);
        after > 0 && error.span.start < variations[after - 1].end
    })
}

/// Returns the places of the variations of the main line, in order.
fn variations(nodes: &[Node]) -> Vec<Span> {
    let (mut spans, mut at) = (Vec::new(), 0);
    while let Some(node) = nodes.get(at) {
        if let NodeKind::RavOpen { end, .. } = node.kind {
            at = end.0 as usize;
            let end = nodes.get(at).map_or(u32::MAX, |node| node.span.end);
            spans.push(Span { start: node.span.start, end });
        }
        at += 1;
    }
    spans
}
