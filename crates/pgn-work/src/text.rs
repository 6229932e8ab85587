//! The new text of the games of a chunk, and the reports on these games, for commands that write games.

use pgn_chess::export;
use pgn_stream::{ChunkPosition, GameIndex, Located, Piece, PlacedText, Position};
pub(crate) use pgn_syntax::set_line_ends;
use pgn_syntax::{Span, boundary::Edges};
use pgn_tags::Unmapped;

use super::{
    buffer::{Buffer, Buffers},
    left_out::Omission,
};
use crate::{game_writer::UnwrittenPart, outputs::LineEnding};

/// Appends `bytes` to `out`. Changes line ends to `line_ending`, unless it is `None`. Returns true if the appended
/// bytes differ from `bytes`.
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

/// The name of a change of line ends alone in the manifest.
pub(crate) const LINE_ENDING: &str = "line-ending";

/// The text of the games of a chunk.
#[derive(Default)]
pub(crate) struct Text {
    /// The texts of the games, one after another.
    pub(crate) bytes: Buffer,
    /// Offset in `bytes` of the end of each game's text. Bytes after the last end belong to an unfinished game or to
    /// no game.
    pub(crate) ends: Vec<usize>,
    /// True if `bytes` differ from the bytes that were read. Set when the chunk is finished.
    pub(crate) is_changed: bool,
    /// The bytes as they were read; empty unless the command compares them with the new text.
    pub(crate) old: Vec<u8>,
    /// Index in the chunk and span of each game. Set if the command needs them, and always together with `old`.
    pub(crate) spans: Vec<(GameIndex, Span)>,
    /// Indices, in order, of the texts whose games `--where` does not select. Set only if the command needs them.
    pub(crate) unselected: Vec<usize>,
    /// Indices, in order, of the texts that differ from what was read. Set only if the command needs them.
    pub(crate) changed: Vec<usize>,
    /// Indices, in order, of the texts that are not plain, with their edges. Set only if the command needs them.
    pub(crate) odd: Vec<(usize, Edges)>,
    /// Offset in `bytes` of the beginning of the last text that leaves a comment open; `None` if no text does.
    pub(crate) open_from: Option<usize>,
    /// True if a comment was left open and no brace has followed it yet.
    pub(crate) awaits_brace: bool,
    /// True if the bytes after the last text are those of an input without games.
    pub(crate) is_without_games: bool,
    /// The folders of the texts in a partitioned table, in the order of the texts; several folders of a level if a game
    /// has several values. Texts without a folder have no value.
    pub(crate) folders: Vec<TextFolder>,
    /// Long games of which `bytes` hold only the beginning, in order.
    pub(crate) unwritten: Vec<UnwrittenPart>,
    /// Number of games that keep their annotation, because other moves would be read without it.
    pub(crate) n_unstripped: u64,
    /// The parts that were left out by design, in the order of the games.
    pub(crate) left_out: Vec<Omission>,
    /// Values of tags that a table of names does not contain.
    pub(crate) unmapped: Unmapped,
    /// Number of characters that the character set of the output does not have.
    pub(crate) n_replaced: u64,
}

/// A folder of a text in a partitioned table.
#[derive(Debug)]
pub(crate) struct TextFolder {
    /// The index of the text.
    pub(crate) text: usize,
    /// The level of the folder, from the outermost on.
    pub(crate) level: usize,
    pub(crate) name: String,
}

/// The text of the games of a chunk whose place is known, and the reports on them.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) text: Text,
    pub(crate) reports: Reports,
}

/// Reports on games of a chunk. `P`: the type of positions.
#[derive(Debug, Default)]
pub(crate) struct Reports<P = Position> {
    /// Games with errors, in order.
    pub(crate) bad: Vec<Located<Bad, P>>,
    /// Requested changes and omitted parts, as `-v` lists them, in order.
    pub(crate) notes: Vec<Located<Note, P>>,
    /// Differences of games that are not read back as they were.
    pub(crate) differ: Vec<Located<String, P>>,
    /// Pieces of oversized games that are copied to the rejects, in order.
    pub(crate) oversized: Vec<Located<OversizedPiece, P>>,
}

/// A piece of an oversized game.
#[derive(Debug)]
pub(crate) struct OversizedPiece {
    pub(crate) piece: Piece,
    pub(crate) bytes: Vec<u8>,
}

/// A game with errors.
#[derive(Debug)]
pub(crate) struct Bad {
    /// Index of the text of the game in the chunk.
    pub(crate) index: usize,
    /// Rule and message of the first error.
    pub(crate) what: String,
    /// The bytes of the game; empty unless they are copied to the rejects.
    pub(crate) bytes: Vec<u8>,
    /// How the game is written; `None` in formats other than PGN.
    pub(crate) written: Option<export::Written>,
}

/// A change to a game, or a part of it that was left out, as `-v` lists it.
#[derive(Debug)]
pub(crate) struct Note {
    /// Index of the text of the game in the chunk.
    pub(crate) index: usize,
    pub(crate) what: String,
}

impl Reports<ChunkPosition> {
    /// Returns true if there are no reports.
    pub(crate) fn is_empty(&self) -> bool {
        self.bad.is_empty()
            && self.notes.is_empty()
            && self.differ.is_empty()
            && self.oversized.is_empty()
    }

    /// Returns the reports with their positions in the input. `text`: the bytes of the chunk.
    pub(crate) fn locate(self, text: &PlacedText<'_>) -> Reports {
        let Reports { bad, notes, differ, oversized } = self;
        Reports {
            bad: text.locate_all(bad),
            notes: text.locate_all(notes),
            differ: text.locate_all(differ),
            oversized: text.locate_all(oversized),
        }
    }
}

impl Text {
    /// Returns a text without games, with capacity for about `n_bytes`.
    pub(crate) fn with_capacity(buffers: &Buffers, n_bytes: usize) -> Text {
        Text { bytes: buffers.get(n_bytes), ..Text::default() }
    }

    /// Returns the offset in `bytes` of the text of a game.
    pub(crate) fn start_of(&self, game: usize) -> usize {
        game.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Returns the bytes after the last game: a piece of an oversized game, or the text of an input without games.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.bytes[self.start_of(self.ends.len())..]
    }

    /// Returns the end of each game in `old` and in `bytes`.
    pub(crate) fn ends_in_both(&self) -> impl Iterator<Item = (usize, usize)> {
        self.spans.iter().zip(&self.ends).map(|((_, old), &new_end)| (old.end as usize, new_end))
    }

    /// Records the edges of the text of the current game.
    pub(crate) fn record_edges(&mut self, edges: Edges) {
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
