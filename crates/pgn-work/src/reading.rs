//! How bytes are read and understood.

use std::{num::NonZeroUsize, ops::Range, path::Path, sync::Arc};

use pgn_chess::{Language, replay::ReplayOptions};
use pgn_query::Query;
use pgn_stream::{Encoding, EncodingsOfFiles, InputInfo};
use pgn_syntax::{Game, ReadOptions, date::DateOrder, encoding::Fallback};

/// How bytes are read and understood.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The character set of strings that are not UTF-8.
    pub encoding: Encoding,
    /// The character sets of single files, which go before that of all inputs.
    pub encodings_of_files: Option<Arc<dyn EncodingsOfFiles>>,
    /// How dates are read whose day and month may be in either order, where they are rewritten or compared;
    /// [`DateOrder::Detected`]: as each input has it.
    pub dates: DateOrder,
    /// Whether large files are mapped.
    pub mmap: Mmap,
    /// Bytes of a game above which it is not parsed.
    pub max_game_size: usize,
    /// Only games that start in this range of the text of each input.
    pub bytes: Option<Range<u64>>,
    /// A null move in the main line is no error.
    pub allow_null: bool,
    /// A promotion without a piece is to a queen.
    pub assume_queen: bool,
    /// Comments in braces may hold comments in braces.
    pub nested_comments: bool,
    /// The language of the piece letters.
    pub lang: Lang,
    /// Only games that it holds for.
    pub query: Option<Arc<Query>>,
}

impl Reading {
    /// Elements of a game that are kept at least, whatever `max_game_size` says.
    const LEAST_ELEMENTS: usize = 512 << 10;

    /// Bytes that a line of a game may have at least.
    const LEAST_LINE: usize = 16 << 20;

    /// The part of `max_game_size` that a line may have.
    const LINES_OF_GAME: usize = 16;

    /// How many bytes of `max_game_size` allow one element.
    const BYTES_OF_ELEMENT: usize = 512;

    /// Returns how the text of games is read, all of it.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        let most = (self.max_game_size / Reading::BYTES_OF_ELEMENT).max(Reading::LEAST_ELEMENTS);
        ReadOptions {
            nested_comments: self.nested_comments,
            most_elements: NonZeroUsize::new(most),
            ..ReadOptions::default()
        }
    }

    /// Returns the character set of strings of `input` that are not UTF-8.
    #[must_use]
    pub fn fallback(&self, input: &InputInfo) -> Fallback {
        let of_input = input.given_charset.or_else(|| Some(input.charset?.charset));
        of_input.unwrap_or_else(|| self.encoding.general())
    }

    /// Returns true if the user has named the character set of `input`, for this one or for all.
    pub(crate) fn has_named_charset(&self, input: &InputInfo) -> bool {
        let is_named = matches!(self.encoding, Encoding::Given(_)) && input.charset.is_none();
        input.given_charset.is_some() || is_named
    }

    /// Returns true if nothing tells the character set of `input`, so that the default one is taken for it.
    pub(crate) fn assumes_charset(&self, input: &InputInfo) -> bool {
        let is_detected = input.charset.is_some();
        self.encoding == Encoding::Unnamed && input.given_charset.is_none() && !is_detected
    }

    /// Returns the character set that is asked for of strings of the file at `path` that are not UTF-8.
    pub(crate) fn encoding_of(&self, path: &Path) -> Encoding {
        let of_file = self.encodings_of_files.as_ref().and_then(|sets| sets.of_file(path));
        of_file.unwrap_or(self.encoding)
    }

    /// Returns how dates of `input` are read whose day and month may be in either order.
    #[must_use]
    pub fn dates(&self, input: &InputInfo) -> DateOrder {
        dates_of(self.dates, input)
    }

    /// Returns how many bytes a line of a game may have.
    pub(crate) fn longest_line(&self) -> usize {
        (self.max_game_size / Reading::LINES_OF_GAME).max(Reading::LEAST_LINE)
    }

    /// Returns true if `game` of `src` has more bytes or elements than are worked on, or a line of more bytes.
    pub fn is_too_large(&self, game: &Game, src: &[u8]) -> bool {
        let (len, longest_line) = (game.span.len(), self.longest_line());
        let is_line = |line: &[u8]| line.len() > longest_line;
        len > self.max_game_size
            || game.is_too_dense
            || len > longest_line
                && game.span.of(src).split(|&b| matches!(b, b'\n' | b'\r')).any(is_line)
    }
}

/// Returns how dates of `input` are read under `general`, the order for all inputs.
pub(crate) fn dates_of(general: DateOrder, input: &InputInfo) -> DateOrder {
    match general {
        DateOrder::Detected(_) => DateOrder::Detected(input.dates.unwrap_or_default()),
        given => given,
    }
}

/// The language of piece letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    #[default]
    /// English.
    English,
    /// Another.
    Of(Language),
    /// Guessed for each game that is not legal in English.
    Auto,
}

impl Reading {
    /// Returns how games are to be replayed.
    #[must_use]
    pub fn replay_options(&self) -> ReplayOptions {
        ReplayOptions {
            allow_null: self.allow_null,
            assume_queen: self.assume_queen,
            lang: if let Lang::Of(language) = self.lang { Some(language) } else { None },
            guess_lang: self.lang == Lang::Auto,
            ..ReplayOptions::default()
        }
    }
}

/// Whether large files are mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mmap {
    /// They are.
    Allowed,
    /// They are read.
    Never,
}
