//! Termination markers (8.2.6) in all spellings that occur.

use std::{error::Error, fmt, str::FromStr};

use crate::{
    text::scan::{
        byte, char_at, is_delimiter, is_invisible, is_line_end, is_token_end, last_unseen,
        past_line_end, skip_blanks,
    },
    tokens::{html, look_alike::is_dash, nag::sign_at},
};

/// The meaning of a termination marker or of a Result tag.
///
/// ```
/// use pgn_syntax::Marker;
///
/// assert_eq!(Marker::exact(b"1-0"), Some(Marker::WhiteWins));
/// assert_eq!(Marker::Draw.text(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Marker {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl Marker {
    /// The spellings of the standard, in the order of the markers.
    pub const TEXTS: [&'static str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

    /// Returns the spelling of the standard.
    #[must_use]
    pub fn text(self) -> &'static str {
        Marker::TEXTS[self as usize]
    }

    /// Returns the marker with the spelling `text` of the standard, or `None`.
    #[must_use]
    pub fn exact(text: &[u8]) -> Option<Marker> {
        match text {
            b"1-0" => Some(Marker::WhiteWins),
            b"0-1" => Some(Marker::BlackWins),
            b"1/2-1/2" => Some(Marker::Draw),
            b"*" => Some(Marker::Unknown),
            _ => None,
        }
    }

    /// Returns the marker that the value of a Result tag stands for, in any spelling that occurs; `None` if
    /// it is not a result.
    ///
    /// `0-0` and `?` are [`Marker::Unknown`].
    #[must_use]
    pub fn read(value: &[u8]) -> Option<Marker> {
        let value = value.trim_ascii();
        if let Some(marker) = Marker::exact(value) {
            return Some(marker);
        }
        if value == b"0-0" || value == b"?" {
            return Some(Marker::Unknown);
        }
        let first = *value.first()?;
        debug_assert!(first != b'*' || value.len() > 1);
        let whole = marker_at(value, 0).filter(|found| found.len == value.len());
        let is_draw = |marker: &Marker| *marker == Marker::Draw;
        // `=` is read as a word is.
        whole.map(|found| found.marker).or_else(|| Marker::of_sign(value).filter(|it| !is_draw(it)))
    }

    /// Returns the result that a sign such as `+/-` or `=` stands for where it is a result and no evaluation (END-06);
    /// `None` for other text.
    ///
    /// ```
    /// use pgn_syntax::Marker;
    ///
    /// assert_eq!(Marker::of_sign(b"+/-"), Some(Marker::WhiteWins));
    /// assert_eq!(Marker::of_sign(b"1-0"), None);
    /// ```
    #[must_use]
    pub fn of_sign(text: &[u8]) -> Option<Marker> {
        let sign = sign_at(text).filter(|sign| sign.text.len() == text.len() && !sign.is_word)?;
        match sign.white {
            10 => Some(Marker::Draw),
            16 | 18 | 20 => Some(Marker::WhiteWins),
            17 | 19 | 21 => Some(Marker::BlackWins),
            _ => None,
        }
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// The error for a text that is not a result.
///
/// ```
/// use pgn_syntax::{Marker, marker::NoResult};
///
/// assert_eq!("2-0".parse::<Marker>(), Err(NoResult));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoResult;

impl fmt::Display for NoResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a result")
    }
}

impl Error for NoResult {}

/// Reads a result as [`Marker::read`] does.
///
/// ```
/// use pgn_syntax::Marker;
///
/// assert_eq!("1-0".parse(), Ok(Marker::WhiteWins));
/// ```
impl FromStr for Marker {
    type Err = NoResult;

    fn from_str(text: &str) -> Result<Marker, NoResult> {
        Marker::read(text.as_bytes()).ok_or(NoResult)
    }
}

/// Values of the Result tag that are results in words, in small letters.
const IN_WORDS: &[(&[u8], Marker)] = &[
    (b"white wins", Marker::WhiteWins),
    (b"white won", Marker::WhiteWins),
    (b"black resigns", Marker::WhiteWins),
    (b"black resigned", Marker::WhiteWins),
    (b"black wins", Marker::BlackWins),
    (b"black won", Marker::BlackWins),
    (b"white resigns", Marker::BlackWins),
    (b"white resigned", Marker::BlackWins),
    (b"draw", Marker::Draw),
    (b"drawn", Marker::Draw),
    (b"remis", Marker::Draw),
    (b"=", Marker::Draw),
];

/// The result that the value of a Result tag states in words, or with a remark after it.
///
/// ```
/// use pgn_syntax::{Marker, marker::ResultInWords};
///
/// let read = |value| ResultInWords::read(value).map(|it| it.marker);
/// assert_eq!(read(b"1-0 (time)"), Some(Marker::WhiteWins));
/// assert_eq!(read(b"White resigns"), Some(Marker::BlackWins));
/// assert_eq!(read(b"1-0 or 1/2"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultInWords {
    /// The result.
    pub marker: Marker,
    /// True if a remark follows it: `1-0 (time)`.
    pub has_remark: bool,
}

impl ResultInWords {
    /// Reads the value of a Result tag that [`Marker::read`] cannot read. `None` if it states no result, or several.
    #[must_use]
    pub fn read(value: &[u8]) -> Option<ResultInWords> {
        let value = value.trim_ascii();
        let text = value.strip_suffix(b".").unwrap_or(value);
        let words = || text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let are_words = |of_table: &[u8]| {
            let mut others = of_table.split(|byte| *byte == b' ');
            words().all(|word| others.next().is_some_and(|it| word.eq_ignore_ascii_case(it)))
                && others.next().is_none()
        };
        if let Some((_, marker)) = IN_WORDS.iter().find(|(of_table, _)| are_words(of_table)) {
            return Some(ResultInWords { marker: *marker, has_remark: false });
        }
        if value.is_empty() {
            return None;
        }
        let MarkerText { marker, len, is_only_last, .. } = marker_at(value, 0)?;
        let remark = &value[len..];
        // Within a number, as in `(30.5)`, there is no other result.
        let begins_token =
            |at: usize| !at.checked_sub(1).is_some_and(|at| remark[at].is_ascii_digit());
        let mut starts = (0..remark.len()).filter(|at| begins_token(*at));
        let has_words = remark
            .iter()
            .any(|byte| byte.is_ascii_alphabetic() || *byte == b'(' || !byte.is_ascii());
        let is_remark = remark.first().is_some_and(|byte| b" \t(,;".contains(byte))
            && has_words
            && !remark.contains(&b'?')
            && starts.all(|at| marker_at(remark, at).is_none());
        let is_result = marker != Marker::Unknown && !is_only_last && is_remark;
        is_result.then_some(ResultInWords { marker, has_remark: true })
    }
}

/// A marker in the movetext, in any spelling that occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MarkerText {
    /// The meaning of the marker. Unknown for odd results such as `1/2-0` (END-08).
    pub(crate) marker: Marker,
    /// The length in bytes.
    pub(crate) len: usize,
    /// True for the spelling of the standard.
    pub(crate) is_exact: bool,
    /// True if it is a marker only as the last word of a game: `+--` is a glyph elsewhere (END-06).
    pub(crate) is_only_last: bool,
}

impl MarkerText {
    /// The asterisk of a game whose result is unknown.
    pub(crate) const STAR: MarkerText =
        MarkerText { marker: Marker::Unknown, len: 1, is_exact: true, is_only_last: false };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    One,
    Half,
    Zero,
    /// A letter O in place of a zero: part of a marker if the other score is a digit, else part of castling.
    Letter,
}

/// Returns the end of the asterisks at `at` if they set a word in bold type, as in Markdown: `**e4**`. They are no
/// markers. `None` for a single one, for those that touch no word, and for more than three.
pub(crate) fn emphasis_end(src: &[u8], at: usize) -> Option<usize> {
    let is_star = |byte: &&u8| **byte == b'*';
    let start = at - src[..at].iter().rev().take(3).take_while(is_star).count();
    let end = at + src[at..].iter().take(4).take_while(is_star).count();
    let is_of_word = |byte: u8| !is_delimiter(byte) || matches!(byte, b'.' | b'!' | b'?');
    let touches = || {
        let is_seen = last_unseen(&src[..start]).is_none();
        src[..start].last().is_some_and(|byte| is_seen && is_of_word(*byte))
            || is_of_word(byte(src, end)) && !is_invisible(char_at(src, end).0)
    };
    (matches!(end - start, 2 | 3) && touches()).then_some(end)
}

/// Returns the end of the asterisks of [`emphasis_end`], unless they are the last token of their paragraph: these end a
/// game.
pub(crate) fn bold_end(src: &[u8], at: usize) -> Option<usize> {
    emphasis_end(src, at).filter(|end| !ends_paragraph(src, *end))
}

/// Returns true if a token that ends at `at` is the last one of its paragraph.
fn ends_paragraph(src: &[u8], at: usize) -> bool {
    let line = skip_blanks(src, at);
    let next = past_line_end(src, line);
    is_line_end(&byte(src, line))
        && next < src.len()
        && is_line_end(&byte(src, skip_blanks(src, next)))
}

/// Returns the marker at `at`, or `None`. The first byte rejects most text.
pub(crate) fn marker_at(src: &[u8], at: usize) -> Option<MarkerText> {
    let exact = |text: &[u8]| {
        let end = at + text.len();
        src[at..].starts_with(text) && (is_token_end(src, end) || is_first_number(src, end))
    };
    let plain = match src[at] {
        b'*' => return bold_end(src, at).is_none().then_some(MarkerText::STAR),
        b'1' if exact(b"1-0") => Marker::WhiteWins,
        b'0' if exact(b"0-1") => Marker::BlackWins,
        b'1' if exact(b"1/2-1/2") => Marker::Draw,
        b'0' | b'1' | b'l' | b'O' | b'.' | b'&' | 0xBD | 0xC2 => return odd_marker(src, at),
        // The first byte of full-width digits.
        0xEF => return odd_marker(src, at),
        b'+' | b'-' => return forfeit(src, at),
        _ => return None,
    };
    Some(MarkerText { marker: plain, len: plain.text().len(), is_exact: true, is_only_last: false })
}

/// Returns true if the number of a first move is at `at`, so that a marker before it is a token of its
/// own: `1-01. d4`.
fn is_first_number(src: &[u8], at: usize) -> bool {
    src[at..].starts_with(b"1.") && !byte(src, at + 2).is_ascii_digit()
}

fn odd_marker(src: &[u8], at: usize) -> Option<MarkerText> {
    let (first, len) = score(src, at)?;
    let mut end = at + len;
    let found = |marker, end: usize| MarkerText {
        marker,
        len: end - at,
        is_exact: false,
        is_only_last: false,
    };
    // `1/2` and `½` alone are markers, too.
    let alone = (first == Score::Half && is_token_end(src, end)).then(|| found(Marker::Draw, end));
    let sign = skip_one_blank(src, end);
    let Some(sign_len) = separator(src, sign) else { return alone };
    let is_dash = src[sign] != b':';
    let has_blank = sign > end || byte(src, sign + sign_len) == b' ';
    end = skip_one_blank(src, sign + sign_len);
    if end >= src.len() {
        return alone;
    }
    let Some((second, len)) = score(src, end) else { return alone };
    end += len;
    // A full stop ends a marker, or shows that the number is one of a move: `1 - 0. e4`.
    let is_full_stop = is_dash && !has_blank && !byte(src, end + 1).is_ascii_digit();
    let is_number = byte(src, end) == b'.' && first != Score::Half && !is_full_stop;
    if !is_token_end(src, end) || is_number {
        return alone;
    }
    let marker = match (first, second) {
        (Score::One, Score::Zero | Score::Letter) => Marker::WhiteWins,
        (Score::Zero | Score::Letter, Score::One) => Marker::BlackWins,
        (Score::Half, Score::Half) => Marker::Draw,
        (Score::Half, Score::Zero) | (Score::Zero, Score::Half) => Marker::Unknown,
        _ => return alone,
    };
    Some(found(marker, end))
}

fn score(src: &[u8], at: usize) -> Option<(Score, usize)> {
    let rest = &src[at..];
    let (score, len) = match rest {
        [b'1', b'/', b'2', ..] => (Score::Half, 3),
        [b'0', b'.' | b',', b'5', ..] => (Score::Half, 3),
        [b'.', b'5', ..] => (Score::Half, 2),
        [0xC2, 0xBD, ..] => (Score::Half, 2),
        [0xBD, ..] => (Score::Half, 1),
        [b'1' | b'l', ..] => (Score::One, 1),
        [b'0', ..] => (Score::Zero, 1),
        [b'O', ..] => (Score::Letter, 1),
        [b'&', ..] => (Score::Half, html::half_len(rest)?),
        [0xEF, ..] => return wide_score(rest),
        _ => return None,
    };
    Some((score, len))
}

/// Returns the score in full-width characters that `text` begins with, and its length.
fn wide_score(text: &[u8]) -> Option<(Score, usize)> {
    const SCORES: [(&str, Score); 4] =
        [("１／２", Score::Half), ("０．５", Score::Half), ("１", Score::One), ("０", Score::Zero)];
    let (wide, score) = SCORES.iter().find(|(wide, _)| text.starts_with(wide.as_bytes()))?;
    Some((*score, wide.len()))
}

/// Returns the length of the `-`, `:` or dash at `at`, also in full width.
fn separator(src: &[u8], at: usize) -> Option<usize> {
    if at >= src.len() {
        return None;
    }
    match src[at] {
        b'-' | b':' | 0x96 | 0x97 => Some(1),
        b'&' => html::dash_len(&src[at..]),
        _ => match char_at(src, at) {
            (code, len) if is_dash(code) || matches!(code, 0xFF0D | 0xFF1A) => Some(len),
            _ => None,
        },
    }
}

fn skip_one_blank(src: &[u8], at: usize) -> usize {
    if src.get(at) == Some(&b' ') { at + 1 } else { at }
}

/// Returns the result if `value` is a sign that stands for one: `+:-`, `+/-`, `=`.
pub(crate) fn marker_of_sign(value: &[u8]) -> Option<Marker> {
    let value = value.trim_ascii();
    let forfeit = || forfeit(value, 0).filter(|found| found.len == value.len());
    Marker::of_sign(value).or_else(|| forfeit().map(|found| found.marker))
}

fn forfeit(src: &[u8], at: usize) -> Option<MarkerText> {
    let marker = match src.get(at..at + 3)? {
        b"+:-" | b"+--" => Marker::WhiteWins,
        b"-:+" | b"--+" => Marker::BlackWins,
        b"-:-" | b"---" => Marker::Unknown,
        _ => return None,
    };
    is_token_end(src, at + 3).then_some(MarkerText {
        marker,
        len: 3,
        is_exact: false,
        is_only_last: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<(&str, usize)>) {
        let got = marker_at(text.as_bytes(), 0).map(|m| (m.marker.text(), m.len));
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn reads_spellings_of_markers() {
        check("1-0", Some(("1-0", 3)));
        check("1/2-1/2[Event", Some(("1/2-1/2", 7)));
        check("1-01. d4", Some(("1-0", 3)));
        check("0-11.d4", Some(("0-1", 3)));
        check("1/2-1/21. d4", Some(("1/2-1/2", 7)));
        check("1-01.1994", None);
        check("1-012. d4", None);
        check("*", Some(("*", 1)));
        check("½-½", Some(("1/2-1/2", 5)));
        check("½ ", Some(("1/2-1/2", 2)));
        check("1/2", Some(("1/2-1/2", 3)));
        check("0.5-0.5", Some(("1/2-1/2", 7)));
        check("1:0", Some(("1-0", 3)));
        check("1–0", Some(("1-0", 5)));
        check("1 - 0", Some(("1-0", 5)));
        check("1-O", Some(("1-0", 3)));
        check("O-1", Some(("0-1", 3)));
        check("l-0", Some(("1-0", 3)));
        check("1/2:1/2", Some(("1/2-1/2", 7)));
        check("1/2-0", Some(("*", 5)));
        check("1-0\u{A0}", Some(("1-0", 3)));
        check("1&ndash;0", Some(("1-0", 9)));
        check("0&#8211;1", Some(("0-1", 9)));
        check("&frac12;&ndash;&frac12;", Some(("1/2-1/2", 23)));
        check("&frac12;-&frac12; 1. e4", Some(("1/2-1/2", 17)));
        check("1-0&nbsp;", Some(("1-0", 3)));
        check("1&nbsp;e4", None);
        check("&nbsp;1-0", None);
        check("½-½\u{200B}1. e4", Some(("1/2-1/2", 5)));
        check("1/2\u{FEFF}", Some(("1/2-1/2", 3)));
        check("+:-\u{2009}", Some(("1-0", 3)));
        check("1-0é", None);
        check("１－０", Some(("1-0", 9)));
        check("０：１ 1. e4", Some(("0-1", 9)));
        check("½－½", Some(("1/2-1/2", 7)));
        check("１／２－１／２", Some(("1/2-1/2", 21)));
        check("０．５－０．５", Some(("1/2-1/2", 21)));
        check("１", None);
        check("１．e4", None);
        check("1–0.", Some(("1-0", 5)));
        check("0–1. e4", Some(("0-1", 5)));
        check("1 – 0. e4", None);
        check("1–0.5", None);
        check("1:0. e4", None);
        check("+:-", Some(("1-0", 3)));
        check("---", Some(("*", 3)));
    }

    #[test]
    fn reads_results_in_words() {
        let read = |text: &str| {
            let read = ResultInWords::read(text.as_bytes());
            read.map(|it| (it.marker.text(), it.has_remark))
        };
        assert_eq!(read("1-0 (ff)"), Some(("1-0", true)));
        assert_eq!(read("0-1 Zeit"), Some(("0-1", true)));
        assert_eq!(read("1/2 agreed"), Some(("1/2-1/2", true)));
        assert_eq!(read("1:0, 30 moves"), Some(("1-0", true)));
        assert_eq!(read("1-0\t(30.5 minutes)"), Some(("1-0", true)));
        assert_eq!(read("White  Wins"), Some(("1-0", false)));
        assert_eq!(read("Black resigns."), Some(("1-0", false)));
        assert_eq!(read(" Remis "), Some(("1/2-1/2", false)));
        assert_eq!(read("="), Some(("1/2-1/2", false)));
        for nothing in [
            "", "?", "1-0 0", "1-0 / 2", "1-0 or 0-1", "1-0 ?", "1-0x", "* open", "forfeit",
            "+:- x", "1-0 1/2", "win",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn reads_signs_in_the_result_tag() {
        for text in ["+/-", "+-", "+:-", "+/−", "+–", "±", " +/- "] {
            assert_eq!(Marker::read(text.as_bytes()), Some(Marker::WhiteWins), "{text}");
        }
        for text in ["-/+", "-+", "--+", "−/+", "∓"] {
            assert_eq!(Marker::read(text.as_bytes()), Some(Marker::BlackWins), "{text}");
        }
        for text in ["=", "+", "-", "µ", "+=", "+/- x", "~"] {
            assert_eq!(Marker::read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn rejects_other_words() {
        for text in
            ["O-O", "0-0", "0-0-0", "1.", "10", "1-0-0", "1-", "0", "+-", "-- ", "1 e4", "1 - 0. "]
        {
            check(text, None);
        }
    }
}
