//! What commands that write games pass to the sink: the new texts of a chunk, and the reports on them.

use pgn_chess::{Language, export};
use pgn_stream::{ChunkPosition, GameNumber, Located, Piece, PlacedText, Position};
use pgn_tags::Unmapped;

use crate::{
    games::batch::{self, Batch, PieceKind},
    reports::left_out::Omission,
    writing::game_writer::UnwrittenPart,
};

/// The name of a change of line ends alone in the manifest.
pub(crate) const LINE_ENDING: &str = "line-ending";

/// The texts of a chunk whose place is not known yet.
pub(crate) type DraftTexts = Batch<TextData<ChunkPosition>, ChunkPosition>;

/// The texts of a chunk whose place is known.
pub(crate) type BatchTexts = Batch<TextData, GameNumber>;

/// One of [`BatchTexts`].
pub(crate) type TextPiece = batch::Piece<TextData, GameNumber>;

/// What a command that writes games passes to the sink for a chunk.
#[derive(Default)]
pub(crate) struct WrittenChunk {
    pub(crate) texts: BatchTexts,
    /// True if the texts differ from the bytes that were read.
    pub(crate) is_changed: bool,
    /// The bytes as they were read; empty unless the command compares them with the texts.
    pub(crate) old: Vec<u8>,
    /// Differences of games that are not read back as they were.
    pub(crate) differ: Vec<Located<String>>,
    /// Number of games that keep their annotation, because other moves would be read without it.
    pub(crate) n_unstripped: u64,
    /// Values of tags that a table of names does not contain.
    pub(crate) unmapped: Unmapped,
    /// Number of characters that the character set of the output does not have.
    pub(crate) n_replaced: u64,
}

/// The data of a text. `P`: the type of positions.
pub(crate) struct TextData<P = Position> {
    /// Offset of the end of the text in the bytes that were read, if these are compared with the texts.
    pub(crate) old_end: usize,
    /// True if `--where` selects the game, or need not be asked.
    pub(crate) is_selected: bool,
    /// What few texts have; `None` if the text has nothing of it.
    pub(crate) extras: Option<Box<Extras<P>>>,
}

/// What few texts have besides their bytes: reports, and data for certain outputs. `P`: the type of positions.
#[derive(Default)]
pub(crate) struct Extras<P = Position> {
    /// The first error of a game with errors.
    pub(crate) bad: Option<Located<Bad, P>>,
    /// The piece of an oversized game that is copied to the rejects.
    pub(crate) oversized: Option<Located<OversizedPiece, P>>,
    /// Requested changes and omitted parts, as `-v` lists them, in order.
    pub(crate) notes: Vec<Located<String, P>>,
    /// The language other than English that was found for the game.
    pub(crate) found_language: Option<Language>,
    /// The parts that were left out by design.
    pub(crate) left_out: Vec<Omission>,
    /// The levels and names of the folders of the text in a partitioned table, from the outermost level on; several of a
    /// level if the game has several values.
    pub(crate) folders: Vec<(usize, String)>,
    /// The rest of a long game of which the text is only the beginning.
    pub(crate) unwritten: Option<UnwrittenPart>,
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
    /// The rule of the first error.
    pub(crate) rule: &'static str,
    /// Rule and message of the first error.
    pub(crate) what: String,
    /// The bytes of the game; empty unless they are copied to the rejects.
    pub(crate) bytes: Vec<u8>,
    /// How the game is written; `None` in formats other than PGN.
    pub(crate) written: Option<export::Written>,
    /// The language that has all piece letters of the game but one, and this letter, if the language was to be found.
    pub(crate) nearest: Option<(Language, char)>,
}

impl Extras<ChunkPosition> {
    /// Returns true if there is a report with a position.
    pub(crate) fn has_positions(&self) -> bool {
        self.bad.is_some() || self.oversized.is_some() || !self.notes.is_empty()
    }
}

impl DraftTexts {
    /// Returns the texts with the numbers of their games, and reports with positions in the input. `text`: the bytes of
    /// the chunk.
    pub(crate) fn locate(self, text: &PlacedText<'_>) -> BatchTexts {
        self.number(text, |TextData { old_end, is_selected, extras }, _| {
            let extras = extras.map(|extras| {
                let Extras { bad, oversized, notes, found_language, left_out, folders, unwritten } =
                    *extras;
                Box::new(Extras {
                    bad: bad.map(|it| text.locate(it)),
                    oversized: oversized.map(|it| text.locate(it)),
                    notes: text.locate_all(notes),
                    found_language,
                    left_out,
                    folders,
                    unwritten,
                })
            });
            TextData { old_end, is_selected, extras }
        })
    }
}

impl WrittenChunk {
    /// Returns the end of each game in the bytes that were read, and in the texts.
    pub(crate) fn ends_in_both(&self) -> impl Iterator<Item = (usize, usize)> {
        let games = self.texts.pieces.iter().filter(|it| it.kind == PieceKind::Game);
        games.map(|it| (it.value.old_end, it.end))
    }
}
