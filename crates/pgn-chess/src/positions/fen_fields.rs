//! The fields of a FEN as they are written (16.1.3).

use std::ops::Range;

use shakmaty::Color;

/// The fields of a FEN as they are written, whatever separates them.
///
/// ```
/// use pgn_chess::FenFields;
///
/// let fields = FenFields::of(b"4k2r/8/8/8/8/8/8/4K2R  b kK - 0 1");
/// assert_eq!(fields.castling(), b"kK");
/// assert_eq!(fields.castling_in_order(), b"Kk");
/// assert_eq!(fields.range(FenFields::CASTLING), Some(25..27));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FenFields<'a>(&'a [u8]);

impl<'a> FenFields<'a> {
    /// The index of the piece placement.
    pub const PLACEMENT: usize = 0;
    /// The index of the side to move.
    pub const SIDE_TO_MOVE: usize = 1;
    /// The index of the castling rights.
    pub const CASTLING: usize = 2;
    /// The index of the en passant square.
    pub const EN_PASSANT: usize = 3;
    /// The index of the half-move clock.
    pub const HALFMOVE_CLOCK: usize = 4;
    /// The index of the number of the next move.
    pub const FULLMOVE_NUMBER: usize = 5;

    /// Returns the fields of a FEN. The text need not be a FEN.
    #[must_use]
    pub fn of(fen: &'a [u8]) -> FenFields<'a> {
        FenFields(fen)
    }

    /// Yields the fields: the texts between blanks and control characters.
    pub fn iter(self) -> impl Iterator<Item = &'a [u8]> {
        self.0.split(is_separator).filter(|field| !field.is_empty())
    }

    /// Returns the field with the index `n`, or `None` if there is no such field.
    #[must_use]
    pub fn get(self, n: usize) -> Option<&'a [u8]> {
        self.iter().nth(n)
    }

    /// Returns the range of bytes of the field with the index `n`, or `None` if there is no such field.
    #[must_use]
    pub fn range(self, n: usize) -> Option<Range<usize>> {
        let mut start = 0;
        let with_range = |field: &[u8]| {
            let range = start..start + field.len();
            start = range.end + 1;
            range
        };
        self.0.split(is_separator).map(with_range).filter(|range| !range.is_empty()).nth(n)
    }

    /// Returns the piece placement; empty if it is missing.
    #[must_use]
    pub fn placement(self) -> &'a [u8] {
        self.get(0).unwrap_or_default()
    }

    /// Returns the piece placement with one number for each row of empty squares, and without a `/` after the last rank.
    #[must_use]
    pub fn placement_in_form(self) -> Vec<u8> {
        let text = self.placement();
        let mut written: Vec<u8> = Vec::with_capacity(text.len());
        for &byte in text.strip_suffix(b"/").unwrap_or(text) {
            match (written.last_mut(), byte) {
                (Some(last @ b'1'..=b'7'), b'1'..=b'8') if *last - b'0' + byte <= b'8' => {
                    *last += byte - b'0';
                }
                _ => written.push(byte),
            }
        }
        written
    }

    /// Returns the side to move, or `None` if it is missing or unreadable.
    #[must_use]
    pub fn turn(self) -> Option<Color> {
        match self.get(1)? {
            b"w" | b"W" => Some(Color::White),
            b"b" | b"B" => Some(Color::Black),
            _ => None,
        }
    }

    /// Returns the castling rights; empty if they are missing.
    #[must_use]
    pub fn castling(self) -> &'a [u8] {
        self.get(FenFields::CASTLING).unwrap_or_default()
    }

    /// Returns the number of the next move, or `None` if it is missing or unreadable. The FEN must not have a field for
    /// counts of checks.
    #[must_use]
    pub fn fullmove_number(self) -> Option<u32> {
        number(self.get(FenFields::FULLMOVE_NUMBER)?)
    }

    /// Returns the counters of a FEN that has them as operations of EPD, `hmvc 1; fmvn 7;`. `None` if it has other fields
    /// there.
    ///
    /// ```
    /// let fields = pgn_chess::FenFields::of(b"8/8/8/8/8/8/8/8 w - - hmvc 1; fmvn 7;");
    /// assert_eq!(fields.counters_of_epd(), Some([&b"1"[..], b"7"]));
    /// ```
    #[must_use]
    pub fn counters_of_epd(self) -> Option<[&'a [u8]; 2]> {
        let mut fields = self.iter().skip(FenFields::HALFMOVE_CLOCK);
        let mut counter = |name: &[u8]| {
            fields.next().filter(|field| *field == name)?;
            fields.next()?.strip_suffix(b";")
        };
        let counters = [counter(b"hmvc")?, counter(b"fmvn")?];
        fields.next().is_none().then_some(counters)
    }

    /// Returns the letters of the castling rights in order, each once: White's before Black's, and for each side the
    /// king's side first. Letters that name files are in the order of the files, from the h-file on.
    #[must_use]
    pub fn castling_in_order(self) -> Vec<u8> {
        let place = |letter: &u8| {
            let from_h = match letter.to_ascii_lowercase() {
                b'k' => 0,
                b'q' => u8::MAX,
                file => u8::MAX - file,
            };
            (letter.is_ascii_lowercase(), from_h)
        };
        let mut letters = self.castling().to_vec();
        letters.sort_unstable_by_key(place);
        letters.dedup();
        letters
    }
}

/// Returns true for a byte that separates fields.
pub(crate) fn is_separator(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_control()
}

/// Reads a number of at most six digits.
pub(crate) fn number(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 6 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(text.iter().fold(0, |sum, &digit| sum * 10 + u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_whatever_separates_them() {
        let fields = FenFields::of(b" 8/8  W\tKQ -");
        assert_eq!(fields.iter().collect::<Vec<_>>(), [&b"8/8"[..], b"W", b"KQ", b"-"]);
        assert_eq!(fields.turn(), Some(Color::White));
        assert_eq!((fields.range(0), fields.range(2)), (Some(1..4), Some(8..10)));
        assert_eq!((fields.range(4), fields.get(4)), (None, None));
        let none = FenFields::of(b"");
        assert_eq!((none.placement(), none.turn(), none.castling()), (&b""[..], None, &b""[..]));
    }

    #[test]
    fn castling_letters_in_order() {
        let order = |letters: &str| {
            let text = format!("8/8 w {letters}");
            String::from_utf8(FenFields::of(text.as_bytes()).castling_in_order()).unwrap()
        };
        assert_eq!(order("qkQK"), "KQkq");
        assert_eq!(order("KKkk"), "Kk");
        assert_eq!(order("ahHAa"), "HAha");
        assert_eq!(order("AgKb"), "KAgb");
        assert_eq!(order("-"), "-");
    }
}
