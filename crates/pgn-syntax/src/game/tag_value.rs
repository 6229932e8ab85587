//! The reader of a tag value between quotes of any kind, or without its closing quote (TOK-02 to TOK-06).

use crate::{
    game::error::SyntaxErrorKind as Kind,
    text::{
        scan::{byte, char_at, is_blank, is_line_end, line_end, past_line_end, skip_blanks},
        span::Span,
    },
    tokens::marker::marker_at,
};

/// The number of bytes that are searched for the end of a value.
pub(crate) const MAX_VALUE: usize = 4 << 10;

/// The number of bytes that are searched for the rest of a wrapped value: four times the longest string
/// (TOK-05).
const MAX_WRAPPED: usize = 4 * 255;

/// Returns the span of the value that begins at `start`, and the end of its quote.
pub(crate) fn quoted_value(
    src: &[u8],
    start: usize,
    errors: &mut impl FnMut(Kind, Span),
) -> (Span, usize) {
    let mut at = start;
    while at < src.len() && !is_line_end(&src[at]) && src[at] != b'"' {
        let is_escape = src[at] == b'\\' && matches!(byte(src, at + 1), b'"' | b'\\');
        at += if is_escape { 2 } else { 1 };
    }
    // The search is limited, as a line may consist of quotes.
    let reach = &src[..src.len().min(at + MAX_VALUE)];
    let line = line_end(reach, at.min(reach.len()));
    let first_quote = (at < line).then_some(at);
    if let Some(first) = first_quote {
        // A quote closes the value if a `]` follows it, and after that the end of the line or another pair.
        for bracket in memchr::memchr_iter(b']', &src[first..line]).map(|n| first + n) {
            let before = &src[first..bracket];
            let Some(quote) = before.iter().rposition(|b| !is_blank(b)).map(|n| first + n) else {
                continue;
            };
            let n_backslashes = src[start..quote].iter().rev().take_while(|&&b| b == b'\\').count();
            let is_quote = src[quote] == b'"' && n_backslashes % 2 == 0;
            if is_quote && ends_a_pair(src, bracket + 1, line) {
                if first < quote {
                    errors(Kind::UnescapedQuote, Span::new(first, first + 1));
                }
                let (start, end) = without_inner_quotes(src, start, quote);
                return (Span::new(start, end), quote + 1);
            }
        }
    }
    let text = &src[start..line];
    // `… Level 6\"]`: the backslash escapes the closing quote.
    let trimmed = text.trim_ascii_end();
    if let Some(inner) = trimmed.strip_suffix(b"]").map(<[u8]>::trim_ascii_end)
        && inner.ends_with(b"\"")
    {
        let close = start + inner.len() - 1;
        if let Some(first) = first_quote.filter(|&first| first < close) {
            errors(Kind::UnescapedQuote, Span::new(first, first + 1));
        }
        return (Span::new(start, close), close + 1);
    }
    if let Some(first) = first_quote {
        // `[Event "x"` and `[Event "x" y]`: the pair is malformed, not its string.
        return (Span::new(start, first), first + 1);
    }
    if let Some(close) = wrapped_end(src, line).filter(|_| !trimmed.ends_with(b"]")) {
        return (Span::new(start, close), close + 1);
    }
    errors(Kind::UnterminatedString, Span::new(start - 1, start));
    let end = memchr::memrchr(b']', text).unwrap_or(trimmed.len());
    (Span::new(start, start + end), start + end)
}

/// Returns the start and end of a value without a second pair of quotes around it: `""So,W""`, as in source text of C#
/// and in CSV.
fn without_inner_quotes(src: &[u8], start: usize, end: usize) -> (usize, usize) {
    let inner = src[start..end].strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
    match inner {
        Some(text) if !text.contains(&b'"') && !text.ends_with(b"\\") => (start + 1, end - 1),
        _ => (start, end),
    }
}

/// Returns the offset of the quote that closes a value wrapped at the line end `at`, or `None`.
///
/// The quote and its bracket end one of the next lines, and the text before them can only be part of the value.
fn wrapped_end(src: &[u8], at: usize) -> Option<usize> {
    let reach = &src[..src.len().min(at + MAX_WRAPPED)];
    let mut start = past_line_end(reach, at);
    loop {
        let line = &reach[start..line_end(reach, start)];
        if line.trim_ascii().is_empty() || line[0] == b'%' || holds_marker(reach, start) {
            return None;
        }
        if let Some(n) = line.iter().position(|byte| b"\"\\[]{};".contains(byte)) {
            let bracket = skip_blanks(src, start + n + 1);
            let after = skip_blanks(src, bracket + 1);
            let is_end = line[n] == b'"'
                && byte(src, bracket) == b']'
                && (is_line_end(&byte(src, after)) || src[after] == b'[');
            return is_end.then_some(start + n);
        }
        start = past_line_end(reach, start + line.len());
    }
}

/// Returns true if a word of the line at `at` is a termination marker: what follows it may belong to another game.
fn holds_marker(src: &[u8], at: usize) -> bool {
    let line = &src[..line_end(src, at)];
    let mut word = skip_blanks(line, at);
    while word < line.len() {
        if marker_at(line, word).is_some_and(|found| !found.is_only_last) {
            return true;
        }
        let len = line[word..].iter().position(is_blank);
        word = len.map_or(line.len(), |len| skip_blanks(line, word + len));
    }
    false
}

/// Returns true if the `]` before `at` ends a pair: another pair, or text that cannot belong to this pair, follows it.
fn ends_a_pair(src: &[u8], at: usize, line: usize) -> bool {
    let next = byte(src, skip_blanks(src, at));
    memchr::memchr(b'"', &src[at..line]).is_none()
        || is_line_end(&next)
        || matches!(next, b'[' | b']' | b'{' | b';' | b'0'..=b'9')
}

/// Returns the span of the value after an odd quote, up to one of `closing`, and the offset where reading
/// continues.
pub(crate) fn odd_quoted_value(src: &[u8], start: usize, closing: &[&[u8]]) -> (Span, usize) {
    let text = &src[start..line_end(src, start)];
    let limit = memchr::memrchr(b']', text).unwrap_or(text.len());
    let text = text[..limit].trim_ascii_end();
    for close in closing {
        if let Some(inner) = text.strip_suffix(*close) {
            return (Span::new(start, start + inner.len()), start + text.len());
        }
    }
    (Span::new(start, start + text.len()), start + text.len())
}

/// Reports the first control character of a value, and the first backslash that escapes nothing.
pub(crate) fn report_value(src: &[u8], value: Span, errors: &mut impl FnMut(Kind, Span)) {
    let bytes = value.of(src);
    if let Some(at) = bytes.iter().position(|&b| b < 0x20 || b == 0x7F) {
        let at = value.start as usize + at;
        errors(Kind::TabInString, Span::new(at, at + 1));
    }
    let mut at = 0;
    while let Some(n) = memchr::memchr(b'\\', &bytes[at..]) {
        at += n;
        if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) {
            at += 2;
        } else {
            let place = value.start as usize + at;
            errors(Kind::BadEscape, Span::new(place, place + 1));
            return;
        }
    }
}

/// Returns true if a text begins with a quote, an apostrophe or an accent that may open a tag value (TOK-06).
///
/// ```
/// use pgn_syntax::begins_with_quote;
///
/// assert!(begins_with_quote(b"\"Riga\"]") && begins_with_quote("„Riga“]".as_bytes()));
/// assert!(!begins_with_quote(b"Riga]"));
/// ```
#[must_use]
pub fn begins_with_quote(text: &[u8]) -> bool {
    text.first().is_some_and(|&first| first == b'"' || opening_quote(text, 0).is_some())
}

/// Returns the quotes that may close the typographic quote, apostrophe or grave accent at `at`, and its length (TOK-06);
/// `None` if there is none.
///
/// Bytes that are not UTF-8 are quotes of the Windows code pages.
pub(crate) fn opening_quote(src: &[u8], at: usize) -> Option<(&'static [&'static [u8]], usize)> {
    const CURLED: &[&[u8]] = &[
        "”".as_bytes(),
        "“".as_bytes(),
        "’".as_bytes(),
        "‘".as_bytes(),
        b"\x94",
        b"\x93",
        b"\x92",
        b"\x91",
        b"\"",
    ];
    const POINTED: &[&[u8]] = &["»".as_bytes(), b"\xBB", b"\""];
    match char_at(src, at) {
        (0x27, _) if is_between_double_apostrophes(src, at) => Some((&[b"''"], 2)),
        (0x27, len) => Some((&[b"'"], len)),
        // Quotes of TeX.
        (0x60, _) if byte(src, at + 1) == b'`' => Some((&[b"''", b"\""], 2)),
        (0x60, len) => Some((&[b"'", b"`"], len)),
        (0x2018..=0x201F, len) => Some((CURLED, len)),
        (0x82 | 0x84 | 0x91..=0x94, 1) => Some((CURLED, 1)),
        (0xAB, len) => Some((POINTED, len)),
        _ => None,
    }
}

/// Returns true if the value that begins at `at` begins and ends with two apostrophes for a quote: `''1-0''`. One of the two
/// may belong to the value, as in `''t Hooft'`.
fn is_between_double_apostrophes(src: &[u8], at: usize) -> bool {
    if byte(src, at + 1) != b'\'' {
        return false;
    }
    let reach = &src[at..src.len().min(at + MAX_VALUE)];
    let line = &reach[..line_end(reach, 0)];
    let limit = memchr::memrchr(b']', line).unwrap_or(line.len());
    let inner = line[..limit].trim_ascii_end();
    inner.len() >= 4 && inner.ends_with(b"''")
}
