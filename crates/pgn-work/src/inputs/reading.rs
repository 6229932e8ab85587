//! Options for reading and interpreting bytes.

use std::{num::NonZeroUsize, ops::Range, path::Path, sync::Arc};

use pgn_chess::{Lang, ReplayOptions};
use pgn_query::Query;
use pgn_stream::{Encoding, EncodingsOfFiles, InputInfo};
use pgn_syntax::{Game, ReadOptions, date::DateOrder, encoding::Fallback, is_line_end};

use crate::inputs::{fresh::Fresh, requested_names::RequestedNames};

/// Options for reading and interpreting bytes.
#[derive(Clone, Debug)]
pub struct ReadingOptions {
    /// The character set of strings that are not UTF-8.
    pub encoding: Encoding,
    /// The character sets of single files, which take precedence over `encoding`; `None`: there are none.
    pub encodings_of_files: Option<Arc<dyn EncodingsOfFiles>>,
    /// The order of day and month in ambiguous dates, where dates are changed or compared. [`DateOrder::Detected`]: the
    /// order of each input is detected.
    pub dates: DateOrder,
    /// True if large files are mapped into memory.
    pub mmap: bool,
    /// Size of a game in bytes above which it is not parsed.
    pub max_game_size: usize,
    /// Range of offsets in the text of each input: only games that start in it are read. `None`: all games.
    pub bytes: Option<Range<u64>>,
    /// True if a null move in the main line is legal.
    pub allow_null: bool,
    /// True if a promotion without a piece is a promotion to a queen.
    pub assume_queen: bool,
    /// True if comments in braces can contain comments in braces.
    pub nested_comments: bool,
    /// The language of piece letters.
    pub lang: Lang,
    /// The query of `--where`, which selects games; `None`: all games.
    pub query: Option<Arc<Query>>,
    /// The new games of inputs that are followed, which alone are read; `None`: all games.
    pub fresh: Option<Arc<Fresh>>,
    /// Tags and commands that options name, which are searched for in the games.
    pub requested: Arc<RequestedNames>,
}

impl ReadingOptions {
    /// Minimum number of elements of a game that are kept, whatever `max_game_size` is.
    const MIN_ELEMENTS: usize = 512 << 10;

    /// Minimum for the maximum length of a line of a game, in bytes.
    const MIN_LINE: usize = 16 << 20;

    /// Divisor of `max_game_size` that results in the maximum length of a line.
    const LINES_OF_GAME: usize = 16;

    /// Divisor of `max_game_size` that results in the maximum number of elements of a game.
    const BYTES_OF_ELEMENT: usize = 512;

    /// Returns the options for parsing games as a whole.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        let max = (self.max_game_size / ReadingOptions::BYTES_OF_ELEMENT)
            .max(ReadingOptions::MIN_ELEMENTS);
        ReadOptions {
            nested_comments: self.nested_comments,
            max_elements: NonZeroUsize::new(max),
            ..ReadOptions::default()
        }
    }

    /// Returns the character set of strings of `input` that are not UTF-8.
    #[must_use]
    pub fn fallback(&self, input: &InputInfo) -> Fallback {
        let of_input = input.given_charset.or_else(|| Some(input.charset?.charset));
        of_input.unwrap_or_else(|| self.encoding.general())
    }

    /// Returns true if the user has named the character set of `input`, or of all inputs.
    pub(crate) fn has_named_charset(&self, input: &InputInfo) -> bool {
        let is_named = matches!(self.encoding, Encoding::Given(_)) && input.charset.is_none();
        input.given_charset.is_some() || is_named
    }

    /// Returns true if the character set of `input` is neither given nor detected, so that the default is assumed.
    pub(crate) fn assumes_charset(&self, input: &InputInfo) -> bool {
        let is_detected = input.charset.is_some();
        self.encoding == Encoding::Unnamed && input.given_charset.is_none() && !is_detected
    }

    /// Returns the encoding that the user has requested for the file at `path`, or for all files.
    pub(crate) fn encoding_of(&self, path: &Path) -> Encoding {
        let of_file = self.encodings_of_files.as_ref().and_then(|sets| sets.of_file(path));
        of_file.unwrap_or(self.encoding)
    }

    /// Returns the order of day and month in ambiguous dates of `input`.
    #[must_use]
    pub fn dates(&self, input: &InputInfo) -> DateOrder {
        dates_of(self.dates, input)
    }

    /// Returns the maximum length in bytes of a line of a game.
    pub(crate) fn max_line(&self) -> usize {
        (self.max_game_size / ReadingOptions::LINES_OF_GAME).max(ReadingOptions::MIN_LINE)
    }

    /// Returns true if `game` has more bytes or elements, or a longer line, than the limits allow. `src`: the text that
    /// contains it.
    pub fn is_too_large(&self, game: &Game, src: &[u8]) -> bool {
        let (len, max_line) = (game.span.len(), self.max_line());
        let is_line = |line: &[u8]| line.len() > max_line;
        len > self.max_game_size
            || game.is_too_dense
            || len > max_line && game.span.of(src).split(is_line_end).any(is_line)
    }

    /// Returns the reading that takes the games of `fresh` only. Files are not mapped, as they may shrink.
    #[must_use]
    pub fn of_fresh(&self, fresh: &Arc<Fresh>) -> ReadingOptions {
        ReadingOptions { fresh: Some(Arc::clone(fresh)), mmap: false, ..self.clone() }
    }

    /// Returns the options for replaying games.
    #[must_use]
    pub fn replay_options(&self) -> ReplayOptions {
        ReplayOptions {
            allow_null: self.allow_null,
            assume_queen: self.assume_queen,
            lang: self.lang,
            fallback: self.encoding.general(),
            ..ReplayOptions::default()
        }
    }
}

/// Returns the order of day and month in ambiguous dates of `input`. `general`: the order for all inputs.
pub(crate) fn dates_of(general: DateOrder, input: &InputInfo) -> DateOrder {
    match general {
        DateOrder::Detected(_) => DateOrder::Detected(input.dates.unwrap_or_default()),
        given => given,
    }
}
