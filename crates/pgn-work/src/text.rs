//! What a chunk gives to a command that writes games: their new text, and the reports on them.

use pgn_stream::{ChunkPosition, GameIndex, Located, PlacedText, Position};
pub(crate) use pgn_syntax::set_line_ends;
use pgn_syntax::{Span, boundary::Edges};
use pgn_tags::Unmapped;

use super::{
    buffer::{Buffer, Buffers},
    left_out::Left,
};
use crate::{game_writer::Rest, outputs::LineEnding};

/// Appends `bytes` to `out`, with other line ends if they are asked for. Returns true if they are other bytes now.
pub(crate) fn append_with(
    line_ending: Option<LineEnding>,
    bytes: &[u8],
    out: &mut Vec<u8>,
) -> bool {
    let from = out.len();
    out.extend_from_slice(bytes);
    let Some(line_ending) = line_ending else { return false };
    set_line_ends(out, from, line_ending == LineEnding::Crlf);
    out[from..] != *bytes
}

/// What the manifest calls a change of line ends alone.
pub(crate) const LINE_ENDING: &str = "line-ending";

/// The text of the games of a chunk.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// The games one after another.
    pub(crate) bytes: Buffer,
    /// Where each game's text ends in `bytes`. Bytes behind the last belong to no game.
    pub(crate) ends: Vec<usize>,
    /// Whether `bytes` differ from what was read. Known after `finish`.
    pub(crate) is_changed: bool,
    /// What was read, where it is asked for.
    pub(crate) old: Vec<u8>,
    /// Index in the chunk and bytes of each game, where they are asked for; always with `old`.
    pub(crate) spans: Vec<(GameIndex, Span)>,
    /// Which of the texts are of games that `--where` does not select, where that is asked for; in
    /// order.
    pub(crate) unselected: Vec<usize>,
    /// Which of the texts are not what was read, where that is asked for; in order.
    pub(crate) changed: Vec<usize>,
    /// Which of the texts do not begin with a tag pair and end with a marker, and what they begin and
    /// end with instead, where that is asked for; in order.
    pub(crate) odd: Vec<(usize, Edges)>,
    /// Where the last text that leaves a comment open begins in `bytes`.
    pub(crate) open_from: Option<usize>,
    /// True if a comment was left open and no brace follows it yet.
    pub(crate) awaits_brace: bool,
    /// Bytes behind the last text are those of an input without games.
    pub(crate) is_without_games: bool,
    /// Where the texts go in a partitioned table, several times if a game has several values; in order. Texts that are
    /// not among them have no value.
    pub(crate) folders: Vec<(usize, String)>,
    /// Long games of which `bytes` hold only the beginning; in order.
    pub(crate) rests: Vec<Rest>,
    /// Games that keep their annotation, because without it other moves would be read.
    pub(crate) n_unstripped: u64,
    /// What was left out by design, in the order of the games.
    pub(crate) left_out: Vec<Left>,
    /// Values of tags that a table of names does not know.
    pub(crate) unmapped: Unmapped,
    /// Characters that the character set written does not have.
    pub(crate) n_replaced: u64,
}

/// The text of the games of a chunk whose place is known, and the reports on them.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) text: Text,
    pub(crate) reports: Reports,
}

/// Reports on games of a chunk.
#[derive(Debug)]
pub(crate) struct Reports<P = Position> {
    /// Games with errors, in order.
    pub(crate) bad: Vec<Located<Bad, P>>,
    /// What was changed on request or left out, as `-v` lists it; in order.
    pub(crate) notes: Vec<Located<Note, P>>,
    /// Games that are not read as they were: what differs.
    pub(crate) differ: Vec<Located<String, P>>,
}

/// A game with errors.
#[derive(Debug)]
pub(crate) struct Bad {
    /// Which of the texts of the chunk.
    pub(crate) index: usize,
    /// Rule and message of its first error.
    pub(crate) what: String,
    /// Its bytes, if they are wanted.
    pub(crate) bytes: Vec<u8>,
}

/// Something that is reported of a game.
#[derive(Debug)]
pub(crate) struct Note {
    /// Which of the texts of the chunk.
    pub(crate) index: usize,
    pub(crate) what: String,
}

impl<P> Default for Reports<P> {
    fn default() -> Reports<P> {
        Reports { bad: Vec::new(), notes: Vec::new(), differ: Vec::new() }
    }
}

impl Reports<ChunkPosition> {
    /// Returns true if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.bad.is_empty() && self.notes.is_empty() && self.differ.is_empty()
    }

    /// Returns the reports with their positions in the input of `text`, the chunk.
    pub(crate) fn locate(self, text: &PlacedText<'_>) -> Reports {
        let Reports { bad, notes, differ } = self;
        let (bad, notes) = (text.locate_all(bad), text.locate_all(notes));
        Reports { bad, notes, differ: text.locate_all(differ) }
    }
}

impl Text {
    /// Returns a text without games, with capacity for about `n_bytes`.
    pub(crate) fn with_capacity(buffers: &Buffers, n_bytes: usize) -> Text {
        Text { bytes: buffers.get(n_bytes), ..Text::default() }
    }

    /// Returns where each game ends in `old` and in `bytes`.
    pub(crate) fn ends_in_both(&self) -> impl Iterator<Item = (usize, usize)> {
        self.spans.iter().zip(&self.ends).map(|((_, old), &new_end)| (old.end as usize, new_end))
    }

    /// Notes what the text of the game at hand begins and ends with.
    pub(crate) fn has_edges(&mut self, edges: Edges) {
        if !edges.is_plain() {
            self.odd.push((self.ends.len(), edges));
        }
        if edges.leaves_comment_open() {
            self.open_from = Some(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Ends the text of a game.
    pub(crate) fn end_game(&mut self) {
        self.ends.push(self.bytes.len());
    }
}
