//! Positions of games, one per line: FEN (section 16.1) and EPD (section 16.2).

use std::io;

use pgn_chess::{
    CanonicalPly, Ply, Position, PositionText, Replay, ReplayOptions, Variant, Visitor,
    export::{Form, result, stated_result},
    start,
    tag_list::{EditTags, Tag, TagFacts, tag_list},
};
use pgn_stream::ChunkOffset;
use pgn_syntax::{Fallback, Game, Marker, Node, NodeId, NodeKind, TagName};

use super::pieces::{PieceWriter, Take};
use crate::first_error::{FirstError, what_is_wrong};

/// The format of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// FEN.
    Fen,
    /// EPD with tags of the game as operations.
    Epd,
}

/// The positions of a game that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum At {
    /// The final position of the main line.
    #[default]
    End,
    /// All positions of the main line, with the start position.
    Ply,
    /// Positions marked for a diagram: `[#]` in a comment, `$220`, `$221`, or `$201`.
    Marks,
}

/// NAGs for diagrams: `D` of old annotations, and the two of ChessBase.
const DIAGRAMS: [u8; 3] = [201, 220, 221];

/// Writes the positions of games. Use one per thread.
pub struct GameWriter {
    format: Format,
    at: At,
    replay: Replay,
    options: ReplayOptions,
    fallback: Fallback,
    /// Set if the last game has positions that are not written yet, with the operations of their
    /// lines.
    cut: Option<Option<Operations>>,
}

impl GameWriter {
    /// Returns a writer of the positions `at` in `format`.
    pub fn new(format: Format, at: At, options: ReplayOptions, fallback: Fallback) -> GameWriter {
        GameWriter { format, at, replay: Replay::new(), options, fallback, cut: None }
    }

    /// Appends the first positions of a game, or returns its first error and appends nothing.
    pub fn write(
        &mut self,
        game: &Game,
        src: &[u8],
        editor: Option<&mut dyn EditTags>,
        out: &mut Vec<u8>,
    ) -> Option<FirstError> {
        self.cut = None;
        let start = start(game, src);
        if start.variant == Variant::Unchecked {
            let what = "variant-not-checked: its positions are not known".to_owned();
            return Some((ChunkOffset(game.start), what));
        }
        let reading = self.replay.options_for(game, src, &start, &self.options);
        // The moves are played once, if what they lead to decides nothing that is written.
        let is_edited = editor.is_some() && self.format == Format::Epd;
        let stated = if is_edited { None } else { stated_result(game, src) };
        if let (Some(result), Ok(first), true) = (stated, &start.position, self.at != At::End) {
            let from = out.len();
            let operations = self.operations(game, src, result, |_| ());
            let lines = PositionLines { operations, out: PieceWriter::at_once(out) };
            let mut main = MainLine::new(self.at, src, lines, first);
            let end = self.replay.walk(game, src, &start, &reading, &mut main);
            let PositionLines { operations, out } = main.end();
            self.cut = out.is_cut().then_some(operations).filter(|_| !end.failed);
            if end.failed {
                out.take_back(from);
                return Some(what_is_wrong(game, &start, &end, src));
            }
            return None;
        }
        let end = self.replay.walk(game, src, &start, &reading, &mut OnlyEnd);
        if end.failed {
            return Some(what_is_wrong(game, &start, &end, src));
        }
        let (Some(last), Ok(first)) = (&end.position, &start.position) else { return None };
        let operations = self.operations(game, src, result(game, src, &end), |tags| {
            if let Some(editor) = editor {
                let facts =
                    TagFacts { game, src, start: &start, reading: &reading, end: &end, part: None };
                editor.edit(&facts, tags);
            }
        });
        let mut lines = PositionLines { operations, out: PieceWriter::at_once(out) };
        if self.at == At::End {
            lines.write(&mut PositionText::new(last), None);
            return None;
        }
        let mut main = MainLine::new(self.at, src, lines, first);
        self.replay.walk(game, src, &start, &reading, &mut main);
        let PositionLines { operations, out } = main.end();
        self.cut = out.is_cut().then_some(operations);
        None
    }

    /// Returns the EPD operations of a game, whose tags `edit` changes; `None` for FEN.
    fn operations(
        &self,
        game: &Game,
        src: &[u8],
        result: Marker,
        edit: impl FnOnce(&mut Vec<Tag>),
    ) -> Option<Operations> {
        if self.format == Format::Fen {
            return None;
        }
        let mut tags = tag_list(game, src, result, Form::Export, self.fallback);
        edit(&mut tags);
        Some(operations(&tags))
    }

    /// Returns a writer of the positions that [`GameWriter::write`] has left out of the last game,
    /// if there are any.
    pub fn rest(&mut self) -> Option<GameWriter> {
        let operations = self.cut.take()?;
        let writer = GameWriter::new(self.format, self.at, self.options, self.fallback);
        Some(GameWriter { cut: Some(operations), ..writer })
    }

    /// Passes the remaining positions of a game to `take`.
    ///
    /// # Errors
    /// `take` fails.
    pub fn write_rest(&mut self, game: &Game, src: &[u8], take: &mut Take<'_>) -> io::Result<()> {
        let start = start(game, src);
        let reading = self.replay.options_for(game, src, &start, &self.options);
        let Ok(first) = &start.position else { return Ok(()) };
        let mut bytes = Vec::new();
        let operations = self.cut.take().flatten();
        let lines = PositionLines { operations, out: PieceWriter::rest(&mut bytes, take) };
        let mut main = MainLine::new(self.at, src, lines, first);
        self.replay.walk(game, src, &start, &reading, &mut main);
        main.end().out.end()
    }
}

/// Returns the EPD operations of a game: the result as `c9`, the players as `id`.
fn operations(tags: &[Tag]) -> Operations {
    let value = |name: TagName| {
        let tag = tags.iter().find(|tag| tag.name == name.text());
        tag.map_or("?", |tag| tag.value.as_str())
    };
    let mut id = format!("{} - {}", value(TagName::WHITE), value(TagName::BLACK));
    for name in [TagName::EVENT, TagName::DATE, TagName::ROUND] {
        if !value(name).contains('?') {
            id.push_str(", ");
            id.push_str(value(name));
        }
    }
    // An EPD string has no quotes, and fewer than 256 bytes (16.2.4.1).
    let mut id: String = id
        .chars()
        .map(|c| if c == '"' { '\'' } else { c })
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    id.truncate(id.floor_char_boundary(LONGEST_STRING));
    Operations {
        result: format!(" c9 \"{}\"; ", value(TagName::RESULT)).into_bytes(),
        id: format!("; id \"{id}\";").into_bytes(),
    }
}

/// Maximum length of an EPD string in bytes.
const LONGEST_STRING: usize = 255;

/// The operations common to all positions of a game, with what separates them.
struct Operations {
    result: Vec<u8>,
    id: Vec<u8>,
}

/// Writes positions as lines: EPD if there are operations, otherwise FEN.
struct PositionLines<'a> {
    operations: Option<Operations>,
    out: PieceWriter<'a>,
}

impl PositionLines<'_> {
    /// Writes a position; `next` is the move played in it.
    #[inline]
    fn write(&mut self, position: &mut PositionText, next: Option<&[u8]>) {
        if !self.out.takes_next() {
            return;
        }
        let out = self.out.out();
        let Some(Operations { id, result }) = &self.operations else {
            position.push_fen(out);
            out.push(b'\n');
            return;
        };
        // In EPD the counters are operations.
        position.push_fields(out);
        out.extend_from_slice(result);
        // Three-check has a field for checks before the counters.
        if let Some(checks) = position.checks() {
            out.extend_from_slice(format!("Checks \"{checks}\"; ").as_bytes());
        }
        out.extend_from_slice(b"fmvn ");
        position.push_fullmoves(out);
        out.extend_from_slice(b"; hmvc ");
        position.push_halfmoves(out);
        out.extend_from_slice(id);
        if let Some(next) = next {
            out.extend_from_slice(b" sm ");
            out.extend_from_slice(next);
            out.push(b';');
        }
        out.push(b'\n');
    }
}

struct OnlyEnd;

impl Visitor for OnlyEnd {
    fn ply(&mut self, _: &Ply<'_>) {}

    fn wants_played(&self, _: pgn_chess::Deviations) -> bool {
        false
    }
}

/// Writes the requested positions of the main line.
struct MainLine<'a> {
    wants_all: bool,
    src: &'a [u8],
    lines: PositionLines<'a>,
    depth: u32,
    /// The last position, which is written if it turns out to be marked.
    position: PositionText,
    is_marked: bool,
}

impl<'a> MainLine<'a> {
    fn new(at: At, src: &'a [u8], lines: PositionLines<'a>, first: &Position) -> MainLine<'a> {
        let (wants_all, position) = (at == At::Ply, PositionText::new(first));
        MainLine { wants_all, src, lines, depth: 0, position, is_marked: false }
    }

    /// Writes the last position, and returns the writer.
    fn end(mut self) -> PositionLines<'a> {
        self.settle(None);
        self.lines
    }

    /// Writes the last position if it is requested; its annotations are complete.
    #[inline]
    fn settle(&mut self, next: Option<&[u8]>) {
        if self.wants_all || self.is_marked {
            self.lines.write(&mut self.position, next);
        }
        self.is_marked = false;
    }
}

impl Visitor for MainLine<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let (0, Some(after)) = (self.depth, ply.after) else { return };
        match ply.canonical_san() {
            Some(san) => self.settle(Some(san.as_bytes())),
            None => self.settle(None),
        }
        self.position.set(after);
    }

    fn wants_text(&self) -> bool {
        true
    }

    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        if self.depth > 0 {
            return;
        }
        self.settle(Some(ply.span.of(self.src)));
        self.position.follow(ply);
    }

    fn wants_server_comments(&self) -> bool {
        false
    }

    fn node(&mut self, _: NodeId, node: &Node) {
        let is_mark = match node.kind {
            NodeKind::RavOpen { .. } => {
                self.depth += 1;
                false
            }
            NodeKind::RavClose => {
                self.depth = self.depth.saturating_sub(1);
                false
            }
            NodeKind::Nag(nag) | NodeKind::Glyph { white: nag, .. } => DIAGRAMS.contains(&nag),
            NodeKind::Comment(_) => {
                node.comment_text(self.src).windows(3).any(|window| window == b"[#]")
            }
            _ => false,
        };
        self.is_marked |= is_mark && self.depth == 0;
    }
}
