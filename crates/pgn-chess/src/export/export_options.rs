//! The options of an export.

use std::{borrow::Cow, num::NonZeroU32};

use pgn_syntax::{
    Fallback, Game, Span,
    encoding::Charset,
    write::{LineBreaks, WIDTH},
};

use crate::{
    export::{excerpt::Excerpt, notation::Notation, remark::Remark},
    replay::replay_options::ReplayOptions,
};

/// The treatment of a game with errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// The game is copied byte for byte.
    #[default]
    Raw,
    /// The legal beginning of the game is written, and unreadable text as comments.
    Comment,
    /// The legal beginning of the game is written.
    Truncate,
    /// The game is not written.
    Drop,
}

/// The form of the standard in which games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExportForm {
    /// Export format (3.2).
    #[default]
    Export,
    /// Reduced export format (3.2.4): the Seven Tag Roster and moves. The tags of a start position stay.
    Reduced,
}

/// Whether a NAG requires the number of the black move after it (C07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NagNumbers {
    /// A NAG requires the number, by the letter of the standard.
    #[default]
    Yes,
    /// A NAG does not require the number, as in most programs.
    No,
}

/// The beginning of the escape lines of this program.
pub const PGNKIT_LINE: &[u8] = b"% pgnkit:";

/// The escape lines that are kept before the tags of their game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escapes {
    /// Lines that begin with [`PGNKIT_LINE`].
    #[default]
    Pgnkit,
    /// All escape lines before the tags.
    All,
}

impl Escapes {
    /// Returns true for a line of `game.escapes` that is kept. A line of this program after the last game of a file is
    /// not, as it would then be about that game.
    pub(crate) fn keep(self, line: Span, game: &Game, src: &[u8]) -> bool {
        if line.of(src).starts_with(PGNKIT_LINE) {
            line.start < game.start
        } else {
            self == Escapes::All
        }
    }
}

/// The notation of NAGs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nags {
    /// `$1`.
    #[default]
    Numeric,
    /// Suffixes such as `!` and traditional signs such as `±`.
    Symbols,
    /// Suffixes and traditional signs in ASCII, such as `+/-`.
    AsciiSymbols,
}

/// The options of [`Exporter`](crate::export::Exporter).
///
/// ```
/// use pgn_chess::export::{ExportOptions, ExportForm, OnError};
///
/// let options =
///     ExportOptions { form: ExportForm::Reduced, on_error: OnError::Drop, ..ExportOptions::default() };
/// assert_eq!(options.width, 79);
/// ```
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// The form that is written.
    pub form: ExportForm,
    /// The notation of moves.
    pub notation: Notation,
    /// The maximum number of code points of a line of movetext; 0 for a single line.
    pub width: usize,
    /// Where lines of movetext end.
    pub breaks: LineBreaks,
    /// The treatment of games with errors.
    pub on_error: OnError,
    /// Whether NAGs require black move numbers.
    pub nag_numbers: NagNumbers,
    /// The notation of NAGs.
    pub nags: Nags,
    /// A comment to add after every `n` half-moves of the main line; `None` for no comments.
    pub remarks: Option<(NonZeroU32, Remark)>,
    /// The escape lines that are kept.
    pub escapes: Escapes,
    /// The part of the main line that is written; `None` for all of it.
    pub excerpt: Option<Excerpt>,
    /// A function that returns the changed text of a comment, or `None` if it stays.
    pub repair_text: Option<fn(&str) -> Option<String>>,
    /// The character set for strings that are not UTF-8.
    pub fallback: Fallback,
    /// The character set to which the text is converted afterwards: names of tags have no other characters.
    pub charset: Charset,
    /// How moves are read.
    pub replay: ReplayOptions,
}

impl ExportOptions {
    /// Returns the text of a comment, as `repair_text` changes it.
    pub(crate) fn repaired<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let changed = self.repair_text.and_then(|repair| repair(&self.fallback.decode(text)));
        changed.map_or(Cow::Borrowed(text), |changed| Cow::Owned(changed.into_bytes()))
    }
}

impl Default for ExportOptions {
    fn default() -> ExportOptions {
        ExportOptions {
            form: ExportForm::Export,
            notation: Notation::San,
            width: WIDTH,
            breaks: LineBreaks::Width,
            on_error: OnError::Raw,
            nag_numbers: NagNumbers::Yes,
            nags: Nags::Numeric,
            remarks: None,
            escapes: Escapes::Pgnkit,
            excerpt: None,
            repair_text: None,
            fallback: Fallback::default(),
            charset: Charset::default(),
            replay: ReplayOptions { judge_signs: false, ..ReplayOptions::default() },
        }
    }
}
