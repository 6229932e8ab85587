//! Positions of games, one per line: FEN (section 16.1) and EPD (section 16.2).

use std::io;

use pgn_chess::{
    CanonicalPly, Ply, Position, PositionText, Replay, ReplayOptions, Variant, Visitor,
    export::{ExportForm, result, stated_result},
    start,
    tag_list::{EditTags, Tag, TagFacts, roster_value, tag_list, value},
};
use pgn_stream::ChunkOffset;
use pgn_syntax::{
    Game, Marker, Node, NodeId, NodeKind, Span, TagName,
    annotation::{PieceKind, pieces_into},
    nag::DIAGRAM_NAGS,
    write::ShortText,
};

use super::{
    pieces::{PieceWriter, Take},
    values::push_move,
    window::Window,
};
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
    /// Positions marked for a diagram: `[#]` in a comment, a comment of the word "diagram" alone, `$220`, `$221`, or `$201`.
    Marks,
}

/// Writes the positions of games. Use one per thread.
pub struct PositionWriter {
    format: Format,
    at: At,
    window: Window,
    replay: Replay,
    options: ReplayOptions,
    /// The last position. It is reused for the next game, with the texts of ranks that it caches.
    position: PositionText,
    /// `Some` if positions of the last game were left out; the inner value has the EPD operations of their lines,
    /// `None` for FEN.
    cut: Option<Option<Operations>>,
}

impl PositionWriter {
    /// Returns a writer of the positions `at` of `window` in `format`.
    pub fn new(format: Format, at: At, window: Window, options: ReplayOptions) -> PositionWriter {
        let (replay, position) = (Replay::new(), PositionText::new(&Position::INITIAL));
        PositionWriter { format, at, window, replay, options, position, cut: None }
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
            return Some(FirstError {
                at: ChunkOffset(game.start),
                rule: pgn_lint::name::variant_not_checked,
                message: "its positions are not known".to_owned(),
            });
        }
        let reading = self.replay.options_for(game, src, &start, &self.options);
        // One walk over the game is enough if the result that is written does not depend on the moves.
        let is_edited = editor.is_some() && self.format == Format::Epd;
        let stated = if is_edited { None } else { stated_result(game, src) };
        if let (Some(result), Ok(first), true) = (stated, &start.position, !self.is_of_end()) {
            let from = out.len();
            let operations = self.operations(game, src, result);
            let lines = PositionLines::new(operations, PieceWriter::at_once(out));
            let mut main =
                MainLine::new(self.at, self.window, src, lines, first, &mut self.position);
            let end = self.replay.walk(game, src, &start, &reading, &mut main);
            let PositionLines { operations, out, .. } = main.end();
            self.cut = out.is_cut().then_some(operations).filter(|_| !end.has_error());
            if end.has_error() {
                out.take_back(from);
                return Some(what_is_wrong(game, &start, &end, src));
            }
            return None;
        }
        let end = self.replay.walk(game, src, &start, &reading, &mut ());
        if end.has_error() {
            return Some(what_is_wrong(game, &start, &end, src));
        }
        let (Some(last), Ok(first)) = (&end.position, &start.position) else { return None };
        let marker = result(game, src, &end);
        let operations = match editor {
            Some(editor) if self.format == Format::Epd => {
                let mut tags =
                    tag_list(game, src, marker, ExportForm::Export, self.options.fallback);
                let facts =
                    TagFacts { game, src, start: &start, reading: &reading, end: &end, part: None };
                editor.edit(&facts, &mut tags);
                Some(Operations::of_tags(&tags))
            }
            _ => self.operations(game, src, marker),
        };
        let mut lines = PositionLines::new(operations, PieceWriter::at_once(out));
        if self.is_of_end() {
            self.position.set(last);
            lines.write(&mut self.position, None);
            return None;
        }
        let mut main = MainLine::new(self.at, self.window, src, lines, first, &mut self.position);
        self.replay.walk(game, src, &start, &reading, &mut main);
        let PositionLines { operations, out, .. } = main.end();
        self.cut = out.is_cut().then_some(operations);
        None
    }

    /// Returns true if only the final position of the game is written.
    fn is_of_end(&self) -> bool {
        self.at == At::End && self.window.to == u32::MAX && self.window.from <= 1
    }

    /// Returns the EPD operations of a game; `None` for FEN.
    fn operations(&self, game: &Game, src: &[u8], result: Marker) -> Option<Operations> {
        let value =
            |name| self.options.fallback.decode(&roster_value(game, src, name)).into_owned();
        (self.format == Format::Epd).then(|| Operations::new(result.text(), value))
    }

    /// Returns a writer of the positions that [`PositionWriter::write`] has left out of the last game; `None` if there
    /// are none.
    pub fn rest(&mut self) -> Option<PositionWriter> {
        let operations = self.cut.take()?;
        let PositionWriter { format, at, window, options, .. } = *self;
        let writer = PositionWriter::new(format, at, window, options);
        Some(PositionWriter { cut: Some(operations), ..writer })
    }

    /// Passes the remaining positions of a game to `take`.
    ///
    /// # Errors
    /// Returns the errors of `take`.
    pub fn write_rest(&mut self, game: &Game, src: &[u8], take: &mut Take<'_>) -> io::Result<()> {
        let start = start(game, src);
        let Ok(first) = &start.position else { return Ok(()) };
        let mut bytes = Vec::new();
        let operations = self.cut.take().flatten();
        let lines = PositionLines::new(operations, PieceWriter::rest(&mut bytes, take));
        let mut main = MainLine::new(self.at, self.window, src, lines, first, &mut self.position);
        self.replay.walk(game, src, &start, &self.options, &mut main);
        main.end().out.end()
    }
}

/// Maximum length of an EPD string in bytes.
const MAX_STRING: usize = 255;

/// The name of the operation with the number of the next move.
const FULLMOVE_NUMBER: &str = "fmvn ";

/// The name of the operation with the next move.
const SUPPLIED_MOVE: &str = " sm ";

/// The operations common to all positions of a game, with their separators.
struct Operations {
    result: String,
    /// The text of the result and the name of the next operation, filled up with blanks.
    before_number: [u8; 32],
    /// The length of that text in bytes; `None` if it is too long.
    before_number_len: Option<usize>,
    /// The `id` operation, and the name of the `sm` operation, which the line of the final position does not have.
    id: String,
}

impl Operations {
    /// Returns the operations of a game: the result as `c9`, the players as `id`. `value` returns the values of tags.
    fn new(result: &str, value: impl Fn(TagName) -> String) -> Operations {
        let mut id = format!("{} - {}", value(TagName::WHITE), value(TagName::BLACK));
        for name in [TagName::EVENT, TagName::DATE, TagName::ROUND] {
            let value = value(name);
            if !value.contains('?') {
                id.push_str(", ");
                id.push_str(&value);
            }
        }
        // An EPD string has no quotes, and fewer than 256 bytes (16.2.4.1).
        if id.contains(|c: char| c == '"' || c.is_control()) {
            let quoted = id.chars().map(|c| if c == '"' { '\'' } else { c });
            id = quoted.map(|c| if c.is_control() { ' ' } else { c }).collect();
        }
        id.truncate(id.floor_char_boundary(MAX_STRING));
        let result = format!(" c9 \"{result}\"; ");
        let text = format!("{result}{FULLMOVE_NUMBER}");
        let (mut before_number, mut before_number_len) = ([b' '; 32], None);
        if let Some(place) = before_number.get_mut(..text.len()) {
            place.copy_from_slice(text.as_bytes());
            before_number_len = Some(text.len());
        }
        let id = format!("; id \"{id}\";{SUPPLIED_MOVE}");
        Operations { result, before_number, before_number_len, id }
    }

    /// Returns the operations of a game with these tags.
    fn of_tags(tags: &[Tag<'_>]) -> Operations {
        let value = |name: TagName| value(tags, name.text()).unwrap_or("?").to_owned();
        Operations::new(&value(TagName::RESULT), value)
    }
}

/// Writes positions as lines: EPD if there are operations, otherwise FEN.
struct PositionLines<'a> {
    operations: Option<Operations>,
    out: PieceWriter<'a>,
    /// Buffer for the text of one line.
    text: ShortText,
}

impl<'a> PositionLines<'a> {
    fn new(operations: Option<Operations>, out: PieceWriter<'a>) -> PositionLines<'a> {
        PositionLines { operations, out, text: ShortText::new() }
    }

    /// Writes a position; `next` is the move played in it, as a part of a text.
    #[inline]
    fn write(&mut self, position: &mut PositionText, next: Option<(Span, &[u8])>) {
        if !self.out.next_row() {
            return;
        }
        let out = self.out.out();
        let Some(operations) = &self.operations else {
            position.push_fen(out);
            out.push(b'\n');
            return;
        };
        let text = &mut self.text;
        text.clear();
        // In EPD, the move counters are operations, not fields.
        if let Some(fields) = position.push_fields(text) {
            out.extend_from_slice(fields.as_bytes());
        }
        match (position.checks(), operations.before_number_len) {
            (None, Some(len)) => text.push(&operations.before_number, len),
            (checks, _) => {
                out.extend_from_slice(text.bytes());
                text.clear();
                out.extend_from_slice(operations.result.as_bytes());
                // Three-check has a field for checks before the counters.
                if let Some(checks) = checks {
                    out.extend_from_slice(format!("Checks \"{checks}\"; ").as_bytes());
                }
                out.extend_from_slice(FULLMOVE_NUMBER.as_bytes());
            }
        }
        text.push_number(position.fullmove_number());
        text.push(b"; hmvc ", 7);
        text.push_number(position.halfmove_clock());
        out.extend_from_slice(text.bytes());
        let id = operations.id.as_bytes();
        let Some((span, src)) = next else {
            out.extend_from_slice(&id[..id.len() - SUPPLIED_MOVE.len()]);
            return out.push(b'\n');
        };
        out.extend_from_slice(id);
        push_move(span, src, out);
        out.extend_from_slice(b";\n");
    }
}

/// Writes the requested positions of the main line.
struct MainLine<'a> {
    at: At,
    window: Window,
    /// The number of half-moves before the last position.
    n: u32,
    /// True if the game is over.
    is_over: bool,
    src: &'a [u8],
    lines: PositionLines<'a>,
    depth: u32,
    /// The last position, which is written if it turns out to be marked.
    position: &'a mut PositionText,
    is_marked: bool,
}

impl<'a> MainLine<'a> {
    /// Returns a writer that begins at the position `first`; `position` is a buffer.
    fn new(
        at: At,
        window: Window,
        src: &'a [u8],
        lines: PositionLines<'a>,
        first: &Position,
        position: &'a mut PositionText,
    ) -> MainLine<'a> {
        position.set(first);
        let (n, is_over, depth, is_marked) = (0, false, 0, false);
        MainLine { at, window, n, is_over, src, lines, depth, position, is_marked }
    }

    /// Writes the last position, and returns the writer.
    fn end(mut self) -> PositionLines<'a> {
        self.is_over = true;
        self.write_last(None);
        self.lines
    }

    /// Writes the last position if it is requested. Its annotations must be complete.
    #[inline]
    fn write_last(&mut self, next: Option<(Span, &[u8])>) {
        let is_wanted = match self.at {
            At::Ply => true,
            At::Marks => self.is_marked,
            At::End => self.is_over || self.n == self.window.to,
        };
        if is_wanted && self.window.has_position(self.n) {
            self.lines.write(self.position, next);
        }
        self.n += 1;
        self.is_marked = false;
    }
}

impl Visitor for MainLine<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let (0, Some(after)) = (self.depth, ply.after) else { return };
        match ply.canonical_san() {
            Some(san) => {
                let text = san.as_bytes();
                let end = text.len().try_into().unwrap_or(0);
                self.write_last(Some((Span { start: 0, end }, text)));
            }
            None => self.write_last(None),
        }
        self.position.set(after);
    }

    fn needs_only_text(&self) -> bool {
        true
    }

    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        if self.depth > 0 || self.n > self.window.to {
            return;
        }
        self.write_last(Some((ply.span, self.src)));
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
            NodeKind::Nag(nag) | NodeKind::Glyph { white: nag, .. } => DIAGRAM_NAGS.contains(&nag),
            NodeKind::Comment(_) => {
                let mut pieces = Vec::new();
                pieces_into(node.comment_text(self.src), &mut pieces);
                pieces.iter().any(|piece| piece.kind == PieceKind::Diagram)
            }
            _ => false,
        };
        self.is_marked |= is_mark && self.depth == 0;
    }
}
