//! Byte classes, and the small scanning functions that the parser is made of.

/// The class of a byte outside strings and comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    /// Space, HT, VT.
    Blank,
    /// LF, CR.
    LineEnd,
    /// `0`–`9`.
    Digit,
    /// A letter or `_`.
    Letter,
    /// `+ # = : - / @ ~`: characters that continue a word, and begin few.
    Sign,
    /// `!` and `?`.
    Suffix,
    /// `.`
    Dot,
    /// `{`
    BraceOpen,
    /// `}`
    BraceClose,
    /// `;`
    Semicolon,
    /// `(`
    ParenOpen,
    /// `)`
    ParenClose,
    /// `[`
    BracketOpen,
    /// `$`
    Dollar,
    /// `*`
    Star,
    /// `<` and `>`
    Reserved,
    /// 0x80 and above.
    High,
    /// Control characters other than HT, LF, VT, CR; DEL.
    Control,
    /// Every other byte: `%`, `"`, `,`, `]`, `\`, `^`, `'`, `&`, `|` and the backquote.
    Other,
}

pub(crate) static CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut i = 0;
    while i < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "i < 256")]
        {
            table[i] = match i as u8 {
                b' ' | b'\t' | 0x0B => Class::Blank,
                b'\n' | b'\r' => Class::LineEnd,
                b'0'..=b'9' => Class::Digit,
                b'A'..=b'Z' | b'a'..=b'z' | b'_' => Class::Letter,
                b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'@' | b'~' => Class::Sign,
                b'!' | b'?' => Class::Suffix,
                b'.' => Class::Dot,
                b'{' => Class::BraceOpen,
                b'}' => Class::BraceClose,
                b';' => Class::Semicolon,
                b'(' => Class::ParenOpen,
                b')' => Class::ParenClose,
                b'[' => Class::BracketOpen,
                b'$' => Class::Dollar,
                b'*' => Class::Star,
                b'<' | b'>' => Class::Reserved,
                0x80..=0xFF => Class::High,
                0..=0x1F | 0x7F => Class::Control,
                _ => Class::Other,
            };
        }
        i += 1;
    }
    table
};

/// Returns the byte at `at`, or a line end past the end of the text, where every token ends.
#[inline(always)]
pub(crate) fn byte(src: &[u8], at: usize) -> u8 {
    if at < src.len() { src[at] } else { b'\n' }
}

#[inline(always)]
pub(crate) fn class(src: &[u8], at: usize) -> Class {
    CLASS[byte(src, at) as usize]
}

/// Returns true if a move or marker may end before this byte.
#[inline(always)]
pub(crate) fn is_delimiter(byte: u8) -> bool {
    !matches!(CLASS[byte as usize], Class::Digit | Class::Letter | Class::Sign | Class::High)
}

/// Returns true if a number or marker may end at `at`: before a delimiter, or before an invisible character, which is
/// read as a blank (TXT-08).
#[inline]
pub(crate) fn is_token_end(src: &[u8], at: usize) -> bool {
    is_delimiter(byte(src, at)) || class(src, at) == Class::High && is_invisible(char_at(src, at).0)
}

/// Returns true for space, HT and VT.
///
/// ```
/// assert!(b" \t\x0B".iter().all(pgn_syntax::is_blank));
/// ```
#[inline]
#[must_use]
pub fn is_blank(byte: &u8) -> bool {
    CLASS[*byte as usize] == Class::Blank
}

/// Returns true for LF and CR.
///
/// ```
/// assert!(b"\r\n".iter().all(pgn_syntax::is_line_end));
/// ```
#[inline]
#[must_use]
pub fn is_line_end(byte: &u8) -> bool {
    CLASS[*byte as usize] == Class::LineEnd
}

/// Returns true for letters, digits and `_`, of which the names of tags and commands consist.
///
/// ```
/// assert!(b"Event_1".iter().all(pgn_syntax::is_name_byte));
/// ```
#[inline(always)]
#[must_use]
pub fn is_name_byte(byte: &u8) -> bool {
    matches!(CLASS[*byte as usize], Class::Digit | Class::Letter)
}

pub(crate) fn is_control(byte: &u8) -> bool {
    CLASS[*byte as usize] == Class::Control
}

/// Returns true for space, HT, VT, LF and CR: white space between tokens. A form feed is a control character, which
/// [`u8::is_ascii_whitespace`] takes for white space.
///
/// ```
/// assert!(b" \t\x0B\r\n".iter().all(pgn_syntax::is_white_space));
/// assert!(!pgn_syntax::is_white_space(&b'\x0C'));
/// ```
#[inline]
#[must_use]
pub fn is_white_space(byte: &u8) -> bool {
    matches!(CLASS[*byte as usize], Class::Blank | Class::LineEnd)
}

/// Returns the offset of the first byte at or after `at` for which `is_skipped` is false, or the end of the text.
#[inline]
pub(crate) fn skip_while(src: &[u8], mut at: usize, is_skipped: impl Fn(&u8) -> bool) -> usize {
    while at < src.len() && is_skipped(&src[at]) {
        at += 1;
    }
    at
}

pub(crate) fn skip_blanks(src: &[u8], at: usize) -> usize {
    skip_while(src, at, is_blank)
}

pub(crate) fn skip_white(src: &[u8], at: usize) -> usize {
    skip_while(src, at, is_white_space)
}

/// Returns a text without the white space at its end.
pub(crate) fn trim_white_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|b| !is_white_space(b)).map_or(0, |at| at + 1);
    &text[..end]
}

/// Returns the offset after everything that is read as a blank: white space, control characters and
/// invisible characters (TXT-05, TXT-08).
pub(crate) fn skip_gaps(src: &[u8], mut at: usize) -> usize {
    while at < src.len() {
        match CLASS[src[at] as usize] {
            Class::Blank | Class::LineEnd | Class::Control => at += 1,
            Class::High if is_invisible(char_at(src, at).0) => at += char_at(src, at).1,
            _ => break,
        }
    }
    at
}

/// Returns the offset of the next LF or CR at or after `at`, or the end of the text.
///
/// ```
/// assert_eq!(pgn_syntax::line_end(b"1. e4\n*\n", 2), 5);
/// assert_eq!(pgn_syntax::line_end(b"*\n", 9), 2);
/// ```
#[must_use]
pub fn line_end(src: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &src[at.min(src.len())..]).map_or(src.len(), |n| at + n)
}

/// Returns the start of the line of `at`.
///
/// ```
/// assert_eq!(pgn_syntax::line_start(b"1. e4\n*\n", 7), 6);
/// assert_eq!(pgn_syntax::line_start(b"1. e4\n*", 9), 6);
/// ```
#[must_use]
pub fn line_start(src: &[u8], at: usize) -> usize {
    memchr::memrchr2(b'\n', b'\r', &src[..at.min(src.len())]).map_or(0, |n| n + 1)
}

/// Returns the offset after the line end at `at` (LF, CR or CR LF), or `at` if there is none.
///
/// ```
/// assert_eq!(pgn_syntax::past_line_end(b"*\r\n", 1), 3);
/// ```
#[must_use]
pub fn past_line_end(src: &[u8], at: usize) -> usize {
    match src.get(at) {
        Some(b'\r') if src.get(at + 1) == Some(&b'\n') => at + 2,
        Some(b'\r' | b'\n') => at + 1,
        _ => at,
    }
}

/// Returns the start of the line after the line of `at`, or the end of the text.
///
/// ```
/// assert_eq!(pgn_syntax::next_line(b"1. e4\n*\n", 2), 6);
/// ```
#[must_use]
pub fn next_line(src: &[u8], at: usize) -> usize {
    past_line_end(src, line_end(src, at))
}

/// The byte order mark of UTF-8.
///
/// ```
/// assert_eq!(pgn_syntax::BOM, "\u{feff}".as_bytes());
/// ```
pub const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Returns a text without a byte order mark at its beginning.
///
/// ```
/// assert_eq!(pgn_syntax::without_bom("\u{feff}1. e4 *".as_bytes()), b"1. e4 *");
/// ```
#[must_use]
pub fn without_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// Returns true if a text has nothing but white space, apart from a byte order mark at its beginning.
///
/// ```
/// assert!(pgn_syntax::is_blank_text("\u{feff} \r\n".as_bytes()));
/// assert!(!pgn_syntax::is_blank_text(b"\n*\n"));
/// ```
#[must_use]
pub fn is_blank_text(text: &[u8]) -> bool {
    without_bom(text).iter().all(is_white_space)
}

/// Returns the text before the blanks that end at `at`.
pub(crate) fn before_blanks(src: &[u8], at: usize) -> &[u8] {
    &src[..src[..at].iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1)]
}

/// Returns true if a line begins after `before`, apart from a byte order mark at its beginning.
pub(crate) fn begins_line_after(before: &[u8]) -> bool {
    let before = before.strip_suffix(BOM).unwrap_or(before);
    before.last().is_none_or(is_line_end)
}

/// Returns true if `at` is the first byte of a line.
pub(crate) fn is_line_start(src: &[u8], at: usize) -> bool {
    at == 0 || is_line_end(&src[at - 1])
}

/// Returns the offsets of the percent signs in `src[start..end]` that begin a line. The range must begin with
/// another byte.
pub(crate) fn percent_lines(
    src: &[u8],
    start: usize,
    end: usize,
) -> impl Iterator<Item = usize> + '_ {
    let all = memchr::memchr_iter(b'%', &src[start..end]).map(move |n| start + n);
    all.filter(|&at| is_line_end(&src[at - 1]))
}

/// Returns the offset after the empty lines at `at`. Lines of blanks count as empty.
pub(crate) fn skip_empty_lines(src: &[u8], mut at: usize) -> usize {
    loop {
        let end = skip_blanks(src, at);
        if end >= src.len() {
            // Blanks at the end of the text are an empty line, too.
            return end;
        }
        if !is_line_end(&src[end]) {
            return at;
        }
        at = past_line_end(src, end);
    }
}

/// Returns the end of the white space at `at` inside a tag pair: blanks with at most one line end, because an empty
/// line ends the pair.
pub(crate) fn skip_white_in_pair(src: &[u8], at: usize) -> usize {
    let end = skip_blanks(src, at);
    let next = skip_blanks(src, past_line_end(src, end));
    if next < src.len() && !is_line_end(&src[next]) { next } else { end }
}

/// Returns the length of the control character (C0, DEL or C1) at `at`, or `None` if there is none. Control
/// characters are read as blanks (TXT-05).
pub(crate) fn control_at(src: &[u8], at: usize) -> Option<usize> {
    match char_at(src, at) {
        (0..0x20 | 0x7F, len) | (0x80..0xA0, len @ 2) => Some(len),
        _ => None,
    }
}

/// Returns true if the character beyond ASCII is invisible (TXT-08): no-break and other spaces, zero-width
/// characters, soft hyphen, direction marks, variation selectors, byte order mark.
pub(crate) fn is_invisible(code: u32) -> bool {
    matches!(
        code,
        0xA0 | 0xAD | 0x1680 | 0x2000..=0x200F | 0x2028..=0x202F | 0x205F..=0x2064 | 0x3000 | 0xFE0E | 0xFE0F | 0xFEFF
    )
}

/// Returns the length of the character at `at` if it cannot be part of a name: a control or invisible
/// character.
///
/// A byte that is not UTF-8 may be a letter of some code page, unless it is the no-break space.
fn unseen_at(src: &[u8], at: usize) -> Option<usize> {
    match char_at(src, at) {
        (0xA0, 1) => Some(1),
        (code, len @ 2..) if is_invisible(code) => Some(len),
        _ => control_at(src, at),
    }
}

/// Returns the offset after blanks and characters that cannot be part of a name.
pub(crate) fn skip_unseen(src: &[u8], mut at: usize) -> usize {
    loop {
        at = skip_blanks(src, at);
        if at == src.len() || is_line_end(&src[at]) {
            return at;
        }
        let Some(len) = unseen_at(src, at) else { return at };
        at += len;
    }
}

/// Returns the length of the last character of `text` if it is white space or cannot be part of a name.
pub(crate) fn last_unseen(text: &[u8]) -> Option<usize> {
    if let [.., 0..=b' ' | 0x7F] = text {
        return Some(1);
    }
    let is_last = |len: &usize| {
        text.len().checked_sub(*len).is_some_and(|at| unseen_at(text, at) == Some(*len))
    };
    // A continuation byte is not a character of its own.
    [3, 2].into_iter().find(is_last).or_else(|| {
        let is_alone = !matches!(text, [.., 0x80..=0xFF, _]);
        Some(1).filter(|len| is_alone && is_last(len))
    })
}

/// Returns the code point of the character at `at` and its length in bytes; the value of one byte where the
/// text is not UTF-8.
///
/// Panics if `at` is not within the text.
pub(crate) fn char_at(src: &[u8], at: usize) -> (u32, usize) {
    let bytes = &src[at..src.len().min(at + 4)];
    let first = bytes[0];
    let (len, bits) = match first {
        0xC2..=0xDF => (2, first & 0x1F),
        0xE0..=0xEF => (3, first & 0x0F),
        0xF0..=0xF4 => (4, first & 0x07),
        _ => return (u32::from(first), 1),
    };
    if bytes.len() < len || bytes[1..len].iter().any(|b| b & 0xC0 != 0x80) {
        return (u32::from(first), 1);
    }
    let code =
        bytes[1..len].iter().fold(u32::from(bits), |code, b| code << 6 | u32::from(b & 0x3F));
    (code, len)
}
