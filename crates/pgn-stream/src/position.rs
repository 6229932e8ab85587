//! Positions in a chunk, which are known while it is read, and positions in its input, which are known as soon as the
//! place of the chunk is known.
//!
//! Each kind of number is a type, so that none can be passed for another. [`PlacedText`] converts positions in a
//! chunk to positions in the input.

use std::{
    cell::{Cell, OnceCell},
    fmt,
    ops::{Add, AddAssign},
};

use pgn_syntax::{LineIndex, count_columns, count_line_ends, line_start};

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $number);

        impl Add<$number> for $name {
            type Output = $name;

            fn add(self, n: $number) -> $name {
                $name(self.0 + n)
            }
        }

        impl AddAssign<$number> for $name {
            fn add_assign(&mut self, n: $number) {
                self.0 += n;
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

numbers! {
    /// The offset of a byte in a chunk.
    ChunkOffset(u32);
    /// The offset of a byte in the text of an input.
    TextOffset(u64);
    /// The number of a line of an input; the first is 1. LF, CR and CR LF end a line.
    LineNumber(u64);
    /// The number of a game in a chunk; the first is 0.
    GameIndex(u64);
    /// The number of a game in its input; the first is 1.
    GameNumber(u64);
}

/// A position in a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkPosition {
    /// Offset of the byte.
    pub offset: ChunkOffset,
    /// Index of the game; `None`: the input has no games.
    pub game: Option<GameIndex>,
}

/// A position in an input, as messages show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Number of the line.
    pub line: LineNumber,
    /// Number of the game; `None`: the input has no games.
    pub game: Option<GameNumber>,
}

/// Writes `12: game 3`, to follow the name of the input and a colon.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Some(game) => write!(f, "{}: game {game}", self.line),
            None => self.line.fmt(f),
        }
    }
}

/// A value and its position: a [`ChunkPosition`] before the place of the chunk is known, a [`Position`] after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Located<T, P = Position> {
    /// The value.
    pub value: T,
    /// Its position.
    pub position: P,
}

/// Location of a chunk, or of the rest of one, in its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Offset of its first byte.
    pub offset: TextOffset,
    /// Number of its first line; `None` if [`Read::n_lines`](crate::Read::n_lines) is `None`, because nothing of the
    /// chunk is reported by its line.
    pub first_line: Option<LineNumber>,
    /// Number of columns of its first line that are before it; 0 if it begins with a line, or if `first_line` is
    /// `None`.
    pub n_columns: u64,
    /// Number of its first game.
    pub first_game: GameNumber,
    /// Flags as the chunks before it have set them; see [`Read::flags`](crate::Read::flags).
    pub flags: u64,
}

impl Place {
    /// The place at the beginning of an input.
    pub const START: Place = Place {
        offset: TextOffset(0),
        first_line: Some(LineNumber(1)),
        n_columns: 0,
        first_game: GameNumber(1),
        flags: 0,
    };

    /// Returns the place after `text`, which begins at this place. The games in the text are not counted.
    #[must_use]
    pub fn after(self, text: &[u8]) -> Place {
        let before = Lines { n_ends: 0, n_columns: self.n_columns };
        let lines = before.then(Lines::of(text, count_line_ends(text)));
        Place {
            offset: self.offset + text.len() as u64,
            first_line: self.first_line.map(|line| line + lines.n_ends),
            n_columns: lines.n_columns,
            ..self
        }
    }
}

/// Lines of a text: the number of line ends, and the number of columns after the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) n_ends: u64,
    pub(crate) n_columns: u64,
}

impl Lines {
    /// Returns the lines of `text`, which has `n_ends` line ends.
    pub(crate) fn of(text: &[u8], n_ends: u64) -> Lines {
        let last = &text[line_start(text, text.len())..];
        Lines { n_ends, n_columns: count_columns(last) as u64 }
    }

    /// Returns the lines of two consecutive texts.
    pub(crate) fn then(self, next: Lines) -> Lines {
        let n_before = if next.n_ends == 0 { self.n_columns } else { 0 };
        Lines { n_ends: self.n_ends + next.n_ends, n_columns: n_before + next.n_columns }
    }
}

/// A text whose place in its input is known: a chunk, or the text that replaces it.
///
/// ```
/// use pgn_stream::{
///     ChunkOffset, ChunkPosition, GameIndex, GameNumber, LineNumber, Place, PlacedText, TextOffset,
/// };
///
/// let (first_line, first_game) = (Some(LineNumber(41)), GameNumber(7));
/// let place = Place { offset: TextOffset(900), first_line, n_columns: 0, first_game, flags: 0 };
/// let text = PlacedText::new(b"1. e4 *\n\n1. d4 *\n", &place);
/// let position = ChunkPosition { offset: ChunkOffset(9), game: Some(GameIndex(1)) };
/// assert_eq!(text.position(position).to_string(), "43: game 8");
/// assert_eq!(text.offset(ChunkOffset(9)), TextOffset(909));
/// ```
#[derive(Debug)]
pub struct PlacedText<'a> {
    bytes: &'a [u8],
    place: Place,
    /// Line index of the bytes, built when it is first needed.
    lines: OnceCell<LineIndex<'a>>,
    /// Offset whose line was requested last, and the number of line ends before it.
    cursor: Cell<(usize, u64)>,
}

impl<'a> PlacedText<'a> {
    /// Returns the text `bytes` at `place`.
    #[must_use]
    pub fn new(bytes: &'a [u8], place: &Place) -> PlacedText<'a> {
        PlacedText { bytes, place: *place, lines: OnceCell::new(), cursor: Cell::default() }
    }

    /// Returns the bytes of the text.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the place of the text.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the line index of the text, in which the first line of the text is line 0.
    pub fn lines(&self) -> &LineIndex<'a> {
        self.lines.get_or_init(|| LineIndex::new(self.bytes))
    }

    /// Returns the number in the input of a game of the text.
    #[must_use]
    pub fn number(&self, game: GameIndex) -> GameNumber {
        self.place.first_game + game.0
    }

    /// Returns the offset in the input of a byte of the text.
    #[must_use]
    pub fn offset(&self, at: ChunkOffset) -> TextOffset {
        self.place.offset + u64::from(at.0)
    }

    /// Returns the line of a byte of the text. The place must have its first line.
    #[must_use]
    pub fn line(&self, at: ChunkOffset) -> LineNumber {
        let offset = (at.0 as usize).min(self.bytes.len());
        let (last, n_lines) = self.cursor.get();
        let (before, after) = self.bytes.split_at(offset);
        let splits_crlf = before.last() == Some(&b'\r') && after.first() == Some(&b'\n');
        if offset < last || splits_crlf {
            return self.nth_line(self.lines().line(offset) as u64);
        }
        // Positions mostly come in order; then only the bytes between them are examined.
        let n_lines = n_lines + count_line_ends(&before[last..]);
        self.cursor.set((offset, n_lines));
        self.nth_line(n_lines)
    }

    /// Returns the line and the column, from 1, of a byte of the text. The place must have its first line.
    #[must_use]
    pub fn line_and_column(&self, at: ChunkOffset) -> (LineNumber, u64) {
        let (line, column) = self.lines().locate(at.0 as usize);
        let n_before = if line == 0 { self.place.n_columns } else { 0 };
        (self.nth_line(line as u64), n_before + column as u64)
    }

    fn nth_line(&self, line: u64) -> LineNumber {
        debug_assert!(self.place.first_line.is_some(), "the lines of this text were not counted");
        self.place.first_line.unwrap_or_default() + line
    }

    /// Returns the position in the input of a position in the text. The place must have its first line.
    #[must_use]
    pub fn position(&self, at: ChunkPosition) -> Position {
        let game = at.game.map(|game| self.number(game));
        Position { line: self.line(at.offset), game }
    }

    /// Returns a value of the text with its position in the input. The place must have its first line.
    #[must_use]
    pub fn locate<T>(&self, Located { value, position }: Located<T, ChunkPosition>) -> Located<T> {
        Located { value, position: self.position(position) }
    }

    /// Returns values of the text with their positions in the input, as [`locate`](PlacedText::locate) does.
    pub fn locate_all<T>(&self, values: Vec<Located<T, ChunkPosition>>) -> Vec<Located<T>> {
        values.into_iter().map(|value| self.locate(value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines are those of the index, for positions in any order.
    #[test]
    fn the_cursor_agrees_with_the_index() {
        let bytes = b"a\r\nb\rc\n\nd\r\n\r\ne\r";
        let (first_line, first_game) = (Some(LineNumber(1)), GameNumber(1));
        let place = Place { offset: TextOffset(0), first_line, n_columns: 0, first_game, flags: 0 };
        let text = PlacedText::new(bytes, &place);
        let n = bytes.len();
        for step in [1, 2, 3, 5, 7, n - 1] {
            for at in (0..3 * n).map(|at| at * step % (n + 2)) {
                let line = text.line(ChunkOffset(u32::try_from(at).unwrap()));
                assert_eq!(line.0, text.lines().line(at) as u64 + 1, "{at}");
            }
        }
    }
}
