//! The reader of a single tag pair, well-formed or broken (8.1; TAG-01 to TAG-12).

use std::cell::LazyCell;

use wide::u8x16;

use crate::{
    game::{
        error::SyntaxErrorKind as Kind,
        tag::{TagName, TagPair},
        tag_value::{
            MAX_VALUE, begins_with_quote, odd_quoted_value, opening_quote, quoted_value,
            report_value,
        },
    },
    text::{
        scan::{
            before_blanks, begins_line_after, byte, char_at, control_at, is_blank, is_line_end,
            is_name_byte, is_white_space, last_unseen, line_end, past_line_end, skip_blanks,
            skip_empty_lines, skip_unseen, skip_white_in_pair,
        },
        simd::{self, at_most, equal},
        span::Span,
    },
};

/// The maximum length of the name of a broken tag pair, in characters.
pub(crate) const MAX_NAME: usize = 80;

/// Returns true if a tag pair begins at `at` in a form that begins a game: with a bracket, or without one at the start of
/// a line or after blanks there (TAG-11).
pub(crate) fn opens_line(src: &[u8], at: usize) -> bool {
    match byte(src, at) {
        b'[' => opens(src, at),
        b'A'..=b'Z' | b'a'..=b'z' => {
            begins_line_after(before_blanks(src, at)) && opens_without_bracket(src, at)
        }
        _ => false,
    }
}

/// Returns true if the `[` at `at` opens a tag pair, with a quoted or an unquoted value.
pub(crate) fn opens(src: &[u8], at: usize) -> bool {
    debug_assert_eq!(src[at], b'[');
    opens_quoted(src, at) || opens_unquoted(src, at) || opens_over_lines(src, at)
}

/// Returns true if the `[` at `at` is alone on its line, and the lines after it hold a name, a value between quotes and
/// a bracket, without an empty line among them (TAG-02).
fn opens_over_lines(src: &[u8], at: usize) -> bool {
    let line = skip_blanks(src, at + 1);
    let name = skip_white_in_pair(src, line);
    if name == line || !is_line_end(&byte(src, line)) {
        return false;
    }
    let end = name_end(src, name);
    let quote = skip_white_in_pair(src, end);
    let reach = &src[..src.len().min(quote + MAX_VALUE)];
    let is_last_quote = |n| byte(src, skip_white_in_pair(src, quote + 2 + n)) == b']';
    end > name
        && byte(src, quote) == b'"'
        && memchr::memchr_iter(b'"', &reach[quote + 1..line_end(reach, quote)]).any(is_last_quote)
}

/// Returns true if the `[` at `at` opens a tag pair: a name and a quote follow on its line (TAG-13).
fn opens_quoted(src: &[u8], at: usize) -> bool {
    if plain_name(src, at).is_some() {
        return true;
    }
    // The search is limited, as brackets that open nothing may follow one another.
    let reach = &src[..src.len().min(at + MAX_NAME)];
    let mut name = skip_unseen(reach, at + 1);
    // After a control character only a plain name is accepted: UTF-16 is not PGN.
    let is_strict = src[at + 1..name].iter().any(|byte| !is_blank(byte));
    while name < reach.len() && reach[name] == b'[' {
        name = skip_blanks(reach, name + 1);
    }
    if name == reach.len() {
        return false;
    }
    let mut end = name_end(src, name);
    if end == name {
        return !is_strict && opens_beyond_ascii(src, name);
    }
    // Names with blanks, colons or letters beyond ASCII are accepted, too (TAG-03).
    let word = end;
    let is_known = TagName::find(&src[name..word]).is_some();
    let odd_quote = skip_unseen(src, word);
    // `[White's move]` is prose.
    if is_known
        && odd_quote > word
        && odd_quote < src.len()
        && opening_quote(src, odd_quote).is_some()
    {
        return true;
    }
    let limit = src.len().min(name + 4 * MAX_NAME);
    while end < limit && !is_line_end(&src[end]) {
        match src[end] {
            b'"' => {
                let name = &src[name..end];
                let is_apart = name.last().is_some_and(is_white_space);
                return is_apart && is_plain_name(name)
                    || (!is_strict || is_plain_name(name))
                        && is_short(name)
                        && (is_known || is_ended(src, end));
            }
            b'[' | b']' | b'{' | b'}' | b'(' | b';' => break,
            _ => end += 1,
        }
    }
    // A comment may be before the value (C31).
    let quote =
        if is_known { past_comments(src, end, &mut |_| ()) } else { skip_white_in_pair(src, end) };
    src.get(quote..).is_some_and(begins_with_quote) && is_plain_name(&src[name..end])
}

/// Returns true if a quote and a bracket end the value from `at` on, on its line.
///
/// After a name of an odd form, text without both is not read as a tag pair.
fn is_ended(src: &[u8], at: usize) -> bool {
    let reach = &src[..src.len().min(at + MAX_VALUE)];
    has_end(&src[at..line_end(reach, at)])
}

/// Returns true if `line` has a quote with a bracket after it, and at most blanks between them.
fn has_end(line: &[u8]) -> bool {
    memchr::memchr_iter(b'"', line).any(|quote| byte(line, skip_blanks(line, quote + 1)) == b']')
}

/// Returns true if a name that begins beyond ASCII is at `name`, with a value between quotes and its
/// bracket after it: `[Событие "x"]` (TAG-03).
///
/// Without all of these, the text is not read as a tag pair.
fn opens_beyond_ascii(src: &[u8], name: usize) -> bool {
    if byte(src, name) < 0x80 || opening_quote(src, name).is_some() {
        return false;
    }
    let line = &src[name..src.len().min(name + 4 * MAX_NAME)];
    let is_name = |b: &u8| is_name_byte(b) || *b >= 0x80 || is_blank(b) || b":-+#=".contains(b);
    let name_len = line.iter().position(|b| !is_name(b)).unwrap_or(line.len());
    is_short(&line[..name_len])
        && byte(src, name + name_len) == b'"'
        && is_ended(src, name + name_len + 1)
}

/// Returns true if a pair with a known name and without quotes is at `at`: `[Round 1]` (TAG-10).
fn opens_unquoted(src: &[u8], at: usize) -> bool {
    let name = skip_blanks(src, at + 1);
    let end = name_end(src, name);
    if !is_blank(&byte(src, end)) || TagName::find(&src[name..end]).is_none() {
        return false;
    }
    let reach = &src[..src.len().min(end + MAX_VALUE)];
    let value = &reach[end..];
    memchr::memchr3(b']', b'\n', b'\r', value)
        .is_some_and(|n| value[n] == b']' && !value[..n].trim_ascii().is_empty())
}

/// Returns true if a pair with a known name and without its `[` is at `at`: `Event "x"]` (TAG-11).
///
/// What follows the pair on its line does not matter, as it may belong to a game that is written elsewhere.
pub(crate) fn opens_without_bracket(src: &[u8], at: usize) -> bool {
    let end = name_end(src, at);
    if !is_blank(&byte(src, end)) || TagName::find(&src[at..end]).is_none() {
        return false;
    }
    let value = src[end..line_end(src, end)].trim_ascii_start();
    value.strip_prefix(b"\"").is_some_and(has_end)
}

/// Returns true if a name, without trailing blanks, has at most [`MAX_NAME`] characters.
///
/// In text that is not UTF-8, each byte is a character.
fn is_short(name: &[u8]) -> bool {
    let name = name.trim_ascii_end();
    name.len() <= MAX_NAME
        || str::from_utf8(name).is_ok_and(|name| name.chars().count() <= MAX_NAME)
}

/// Returns the end of the letters, digits and underscores from `at` on.
#[inline(always)]
fn name_end(src: &[u8], at: usize) -> usize {
    src[at..].iter().position(|byte| !is_name_byte(byte)).map_or(src.len(), |len| at + len)
}

fn is_plain_name(name: &[u8]) -> bool {
    let name = name.trim_ascii();
    !name.is_empty() && name.iter().all(is_name_byte)
}

/// A tag pair and its end.
pub(crate) struct Read {
    pub(crate) pair: TagPair,
    /// The end of the pair.
    pub(crate) end: usize,
    /// The text between the value and the closing bracket of a malformed pair: `y` of `[Event "x" y]`.
    pub(crate) words: Option<Span>,
}

/// Returns the known name of the pair whose `[` is at `at` and its end, if it is in its standard case, with a
/// blank and a quote after it.
#[inline(always)]
pub(crate) fn plain_name(src: &[u8], at: usize) -> Option<(TagName, usize)> {
    let window: [u8; 16] = *src.get(at + 1..)?.first_chunk()?;
    let blanks = equal(u8x16::new(window), b' ').to_bitmask();
    if blanks == 0 {
        return None;
    }
    let len = blanks.trailing_zeros() as usize;
    let end = at + 1 + len;
    let key = u128::from_le_bytes(window) & ((1 << (8 * len)) - 1);
    let known = TagName::find_exact(&src[at + 1..end], key)?;
    (byte(src, end + 1) == b'"').then_some((known, end))
}

/// Reads the pair at `at`, which [`opens`], [`opens_unquoted`] or [`opens_without_bracket`] has accepted, and
/// reports its deviations to `errors`.
pub(crate) fn read(src: &[u8], at: usize, errors: &mut impl FnMut(Kind, Span)) -> Read {
    // The plain form first: `[Name "value"]`.
    if src[at] == b'[' {
        let name = at + 1;
        let end = name_end(src, name);
        if end > name && src[name] != b'_' && byte(src, end) == b' ' && byte(src, end + 1) == b'"' {
            let value = end + 2;
            let (close, escaped) = plain_value_end(src, value);
            if byte(src, close) == b'"' && byte(src, close + 1) == b']' && !escaped {
                let (name, value) = (Span::new(name, end), Span::new(value, close));
                let pair = pair(src, Span::new(at, close + 2), name, value, false);
                let end = close + 2;
                if byte(src, end) == b']' {
                    errors(Kind::MalformedTag, Span::new(end, end + 1));
                    return Read { pair, end: end + 1, words: None };
                }
                return Read { pair, end, words: None };
            }
        }
    }
    read_slowly(src, at, errors)
}

/// Returns the offset of the first quote, backslash or control character (a line end included) at or after
/// `at`, and whether it is a backslash.
#[inline(always)]
pub(crate) fn plain_value_end(src: &[u8], mut at: usize) -> (usize, bool) {
    while let Some(bytes) = simd::load(src, at) {
        // `"` is 0x22: with that bit flipped it is 0x20, next to the control characters.
        let ends =
            at_most(bytes ^ u8x16::splat(2), 0x20) | equal(bytes, b'\\') | equal(bytes, 0x7F);
        let ends = ends.to_bitmask();
        if ends != 0 {
            at += ends.trailing_zeros() as usize;
            return (at, src[at] == b'\\');
        }
        at += 16;
    }
    while at < src.len() {
        match src[at] {
            b'"' => return (at, false),
            b'\\' => return (at, true),
            0..=0x1F | 0x7F => return (at, false),
            _ => at += 1,
        }
    }
    (at, false)
}

/// Reads a tag pair in any form, and reports how it deviates from the standard.
#[cold]
fn read_slowly(src: &[u8], at: usize, errors: &mut impl FnMut(Kind, Span)) -> Read {
    let (mut name_start, mut unseen) = (at, None);
    if src[at] == b'[' {
        name_start = skip_unseen(src, at + 1);
        let is_seen = |byte: &u8| !is_blank(byte);
        unseen = src[at + 1..name_start].iter().position(is_seen).map(|n| at + 1 + n);
        while byte(src, name_start) == b'[' {
            errors(Kind::MalformedTag, Span::new(name_start, name_start + 1));
            name_start = skip_blanks(src, name_start + 1);
        }
        if is_line_end(&byte(src, name_start)) {
            name_start = skip_white_in_pair(src, name_start);
        }
    } else {
        errors(Kind::MalformedTag, Span::new(at, at));
    }
    let mut name_end = odd_name_end(src, name_start, src[at] == b'[' && opens_unquoted(src, at));
    let whole = name_end;
    // Control and invisible characters around the name do not belong to it.
    while let Some(len) = last_unseen(&src[name_start..name_end]) {
        name_end -= len;
    }
    (name_start, name_end) = without_stray_bytes(src, name_start, name_end);
    let text_end = name_end + src[name_end..whole].trim_ascii_end().len();
    if text_end > name_end {
        errors(Kind::BadTagName, Span::new(unseen.unwrap_or(name_start), text_end));
    } else if let Some(unseen) = unseen {
        errors(Kind::BadTagName, Span::new(unseen, name_end));
    }
    let mut name = Span::new(name_start, name_end);
    // White space, a line end and comments may be between name and value (TAG-01, C31). An empty line ends the pair:
    // the text after it may belong to another game.
    let quote = past_comments(src, whole, &mut |_| ());
    let bare = without_opening_quote(src, name_start, quote);
    let is_quoted = bare.is_none() && src.get(quote..).is_some_and(begins_with_quote);
    // In a value without quotes, comments are part of the text.
    if is_quoted {
        past_comments(src, whole, &mut |span| errors(Kind::CommentInTags, span));
    }
    let (value, after) = if let Some((known, value)) = bare {
        name = known;
        errors(Kind::UnquotedTagValue, value);
        (value, value.end as usize + 1)
    } else if byte(src, quote) == b'"' && quote < src.len() {
        quoted_value(src, quote + 1, errors)
    } else if quote < src.len()
        && let Some((closing, len)) = opening_quote(src, quote)
    {
        errors(Kind::BadQuote, Span::new(quote, quote + len));
        odd_quoted_value(src, quote + len, closing)
    } else {
        // `[Round 1]`: the name is the first word.
        let rest = &src[name_start..];
        let text = &rest[..memchr::memchr3(b']', b'\n', b'\r', rest).unwrap_or(rest.len())];
        let word = text.iter().position(is_blank).unwrap_or(text.len());
        name = Span::new(name_start, name_start + word);
        let rest = &text[word..];
        let start = name_start + word + (rest.len() - rest.trim_ascii_start().len());
        let value = Span::new(start, start.max(name_start + text.trim_ascii_end().len()));
        errors(Kind::UnquotedTagValue, value);
        (value, name_start + text.len())
    };
    let name_text = name.of(src);
    if !name_text.iter().all(is_name_byte) || name_text.starts_with(b"_") {
        errors(Kind::BadTagName, name);
    }
    report_value(src, value, errors);
    let (end, words) = closing_bracket(src, after, errors);
    let escaped = memchr::memchr3(b'\\', b'\n', b'\r', value.of(src)).is_some();
    Read { pair: pair(src, Span::new(at, end), name, value, escaped), end, words }
}

/// Returns the end of the name at `name`, with the white space after it. `is_unquoted`: true if the value may have no
/// quotes, so that it is read as a part of the name.
fn odd_name_end(src: &[u8], name: usize, is_unquoted: bool) -> usize {
    let has_no_quote = || {
        let end = memchr::memchr2(b'"', b']', &src[name..]);
        end.is_some_and(|end| src[name + end] == b']')
    };
    let is_unquoted = is_unquoted && has_no_quote();
    let is_closed = LazyCell::new(|| ends_in_quote(src, name));
    let mut end = name;
    while end < src.len()
        && !is_line_end(&src[end])
        && !matches!(src[end], b'"' | b']' | b'{')
        && (opening_quote(src, end).is_none()
            || is_unquoted && is_apostrophe(src, name, end, || *is_closed))
    {
        end += char_at(src, end).1;
    }
    end
}

/// Returns true if the quote at `at` is an apostrophe of a value without quotes, whose pair has its name at `name`:
/// `[White O'Kelly]`. It follows a letter, or no quote ends the value. `ends_in_quote`: returns true if one does.
fn is_apostrophe(src: &[u8], name: usize, at: usize, ends_in_quote: impl FnOnce() -> bool) -> bool {
    let before = &src[name_end(src, name)..at];
    let is_single = matches!(char_at(src, at).0, 0x27 | 0x60 | 0x91 | 0x92 | 0x2018 | 0x2019);
    let is_in_word = before.last().is_some_and(|byte| !is_blank(byte));
    is_single && !before.trim_ascii().is_empty() && (is_in_word || !ends_in_quote())
}

/// Returns true if the text before the bracket of a pair, which has its name at `name`, ends in a single quote.
fn ends_in_quote(src: &[u8], name: usize) -> bool {
    let reach = &src[..src.len().min(name + MAX_NAME + MAX_VALUE)];
    let line = &src[name..line_end(reach, name)];
    let text = line.split(|byte| *byte == b']').next().unwrap_or(line).trim_ascii_end();
    text.ends_with(b"'") || text.ends_with("’".as_bytes()) || text.ends_with(b"\x92")
}

/// Returns the start and end of a name without the blanks, control bytes and soft hyphens (in Windows-1252)
/// around it, and without `=` or `:` after it, if that leaves a known name.
///
/// In other code pages these bytes may be letters, but no word of another language contains a known name.
fn without_stray_bytes(src: &[u8], start: usize, end: usize) -> (usize, usize) {
    let is_stray =
        |byte: &&u8| matches!(byte, 0..=b' ' | 0x7F | 0x81 | 0x8D | 0x8F | 0x90 | 0x9D | 0xAD);
    let name = &src[start..end];
    let n_before = name.iter().take_while(is_stray).count();
    let is_stray_after = |byte: &&u8| is_stray(byte) || matches!(byte, b'=' | b':');
    let n_after = name[n_before..].iter().rev().take_while(is_stray_after).count();
    let (from, to) = (start + n_before, end - n_after);
    let is_known = TagName::find(&src[from..to]).is_some();
    if (n_before, n_after) != (0, 0) && is_known { (from, to) } else { (start, end) }
}

fn pair(src: &[u8], span: Span, name: Span, value: Span, escaped: bool) -> TagPair {
    let known = TagName::find(name.of(src));
    let is_exact = known.is_some_and(|known| name.of(src) == known.text().as_bytes());
    TagPair { span, name, value, known, is_exact, escaped }
}

/// Returns the name and value of a pair without its opening quote, such as `[White Carlsen"]`, whose `"` is
/// at `quote`. A further `"` on the line, before another bracket, shows that the first one opens the value.
fn without_opening_quote(src: &[u8], start: usize, quote: usize) -> Option<(Span, Span)> {
    if src.get(quote) != Some(&b'"') {
        return None;
    }
    let bracket = skip_unseen(src, quote + 1);
    if byte(src, bracket) != b']' {
        return None;
    }
    if src[bracket..].iter().find(|byte| b"\"[\n\r".contains(byte)) == Some(&b'"') {
        return None;
    }
    let text = &src[start..quote];
    // Control characters are blanks (TOK-04).
    let name = &text
        [..(0..text.len()).find(|&at| is_blank(&text[at]) || control_at(text, at).is_some())?];
    let value = &text[skip_unseen(text, name.len())..];
    let value_start = quote - value.len();
    let value = value.trim_ascii_end();
    let is_one = !value.is_empty() && !text.iter().any(is_line_end);
    TagName::find(name).filter(|_| is_one)?;
    Some((Span::new(start, start + name.len()), Span::new(value_start, value_start + value.len())))
}

/// Returns the end of the white space and comments at `at`, inside a tag pair. Calls `found` with each comment.
fn past_comments(src: &[u8], at: usize, found: &mut impl FnMut(Span)) -> usize {
    let mut next = skip_white_in_pair(src, at);
    while byte(src, next) == b'{' && next < src.len() {
        let Some(end) = past_comment(src, next) else { break };
        found(Span::new(next, end));
        next = skip_white_in_pair(src, end);
    }
    next
}

/// Returns the end of the `]` that closes the pair, or the end of the pair without one; and the visible text before the
/// `]` that is not a comment.
fn closing_bracket(
    src: &[u8],
    at: usize,
    errors: &mut impl FnMut(Kind, Span),
) -> (usize, Option<Span>) {
    let same_line = skip_blanks(src, at);
    let mut next = skip_white_in_pair(src, same_line);
    while byte(src, next) == b'{' && next < src.len() {
        let Some(end) = past_comment(src, next) else { break };
        let after = skip_white_in_pair(src, end);
        if byte(src, after) != b']' {
            break;
        }
        errors(Kind::CommentInTags, Span::new(next, end));
        next = after;
    }
    if byte(src, next) == b']' && next < src.len() {
        let mut end = next + 1;
        while byte(src, end) == b']' {
            errors(Kind::MalformedTag, Span::new(end, end + 1));
            end += 1;
        }
        return (end, None);
    }
    errors(Kind::MalformedTag, Span::new(at, at));
    // The rest of the line up to a `]` belongs to the broken pair.
    let is_end = |b: &u8| is_line_end(b) || matches!(b, b']' | b'[');
    match src[same_line..].iter().position(is_end) {
        Some(n) if src[same_line + n] == b']' => {
            let bracket = same_line + n;
            let start = skip_unseen(src, same_line);
            let words = src[start.min(bracket)..bracket].trim_ascii_end();
            let is_seen = !words.is_empty();
            (bracket + 1, is_seen.then(|| Span::new(start, start + words.len())))
        }
        _ => (at, None),
    }
}

/// Returns the end of the short brace comment at `at`, inside a tag pair, or `None` if it is longer or holds an empty
/// line.
fn past_comment(src: &[u8], at: usize) -> Option<usize> {
    let reach = &src[at..src.len().min(at + MAX_VALUE)];
    let end = memchr::memchr(b'}', reach)? + 1;
    let mut line = line_end(&reach[..end], 0);
    while line < end {
        line = past_line_end(reach, line);
        if skip_empty_lines(reach, line) > line {
            return None;
        }
        line = line_end(&reach[..end], line);
    }
    Some(at + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: impl AsRef<[u8]>, expect: &str) {
        let src = text.as_ref();
        let mut kinds = Vec::new();
        let read = read(src, 0, &mut |kind, _| kinds.push(kind));
        let show = |span: Span| String::from_utf8_lossy(span.of(src)).into_owned();
        let got =
            format!("{}|{}|{} {kinds:?}", show(read.pair.name), show(read.pair.value), read.end);
        assert_eq!(got, expect, "{}", String::from_utf8_lossy(src));
    }

    #[test]
    fn reads_pairs() {
        check("[Event \"x\"]", "Event|x|11 []");
        check("[Event \"x\"][ECO \"C20\"]", "Event|x|11 []");
        check("[ Event  \"x\" ]", "Event|x|14 []");
        check("[White Carlsen\"]\n", "White|Carlsen|16 [UnquotedTagValue]");
        check("[White f \" ]\"]\n", "White f| ]|14 [BadTagName]");
        check("[Event\n\n\"x\"]", "Event||6 [UnquotedTagValue, MalformedTag]");
        check("[Event \"x\"\n\n]", "Event|x|10 [MalformedTag]");
        check("[Event {\n\n} \"x\"]", "Event|{|8 [UnquotedTagValue, MalformedTag]");
        check("[BlackElo\n\"2500\"  ]", "BlackElo|2500|19 []");
        check("[White \"a \\\"b\\\" \\\\o\"]", "White|a \\\"b\\\" \\\\o|21 []");
        check("[White \"Joe \"Big\" Doe\"]", "White|Joe \"Big\" Doe|23 [UnescapedQuote]");
        check("[White \"Level 6\\\"]\n", "White|Level 6\\|18 [BadEscape]");
        check("[Event \"x\"\n[Site \"y\"]", "Event|x|10 [MalformedTag]");
        check("[Event \"x\n", "Event|x|9 [UnterminatedString, MalformedTag]");
        check("[Event \"x]\n", "Event|x|10 [UnterminatedString]");
        check("[Event \"x\r\n y\nz\" ]\n", "Event|x\r\n y\nz|18 [TabInString]");
        for next in ["\ny\"]", "[y\"]", "{y\"]", "%y\"]", "y\" z]", "y\"] z", "y"] {
            let text = format!("[Event \"x\n{next}\n");
            check(text, "Event|x|9 [UnterminatedString, MalformedTag]");
        }
        check("[\nEvent \"x\"\n]\n", "Event|x|13 []");
        check("[ \r\n  BlackElo \"1850\"\r\n]", "BlackElo|1850|24 []");
        check("[White Alberic O'Kelly]", "White|Alberic O'Kelly|23 [UnquotedTagValue]");
        check("[Event Players’ Cup]", "Event|Players’ Cup|22 [UnquotedTagValue]");
        check("[White Gerard 't Hooft]", "White|Gerard 't Hooft|23 [UnquotedTagValue]");
        check("[White'x']", "White|x|10 [BadQuote]");
        check("[White \"\"So,W\"\"]", "White|So,W|16 [UnescapedQuote]");
        check("[White \"\"\"\"]", "White||12 [UnescapedQuote]");
        check("[White \"\"A\" and \"B\"\"]", "White|\"A\" and \"B\"|21 [UnescapedQuote]");
        check("[[Round \"1\"]]", "Round|1|13 [MalformedTag, MalformedTag]");
        check("[Round 1]", "Round|1|9 [UnquotedTagValue]");
        check("[White Tal, M\"]", "White|Tal, M|15 [UnquotedTagValue]");
        check("[White M. \"Misha\" Tal]", "White M.|Misha|22 [BadTagName, MalformedTag]");
        check("[Site “?”]", "Site|?|14 [BadQuote]");
        check("[Site '?']", "Site|?|10 [BadQuote]");
        check(b"[Site \x93?\x94]", "Site|?|10 [BadQuote]");
        check(b"[Site \x84Bonn\"]", "Site|Bonn|13 [BadQuote]");
        check("[Ñame x \"?\"]", "Ñame x|?|13 [BadTagName]");
        check("[White=\"x\"]", "White|x|11 [BadTagName]");
        check("[White `x']", "White|x|11 [BadQuote]");
        check("[White ``x'']", "White|x|13 [BadQuote]");
        check("[BlackType: \"program\"]", "BlackType|program|22 [BadTagName]");
        // UTF-16 is not PGN.
        assert!(opens(b"[\0\x01Event \"x\"]", 0));
        assert!(!opens(b"[\0E\0v\0 \0\"\0x\0\"\0]\0", 0));
        check("[Event \0\x01\"x\"]", "Event|x|13 [BadTagName]");
        check("[\0 Event \"x\"]", "Event|x|13 [BadTagName]");
        check("[\u{85}Event \u{85}\"x\"]", "Event|x|15 [BadTagName]");
        check("[Event\u{A0}\"x\"]", "Event|x|12 [BadTagName]");
        check("[\u{200B}Event\u{FEFF} \"x\"]", "Event|x|17 [BadTagName]");
        check(b"[Event\xA0\"x\"]", "Event|x|11 [BadTagName]");
        check(b"[Event\xA0'x']", "Event|x|11 [BadTagName, BadQuote]");
        check("[Event\u{200B}“x”]", "Event|x|17 [BadTagName, BadQuote]");
        check("[Città \"x\"]", "Città|x|12 [BadTagName]");
        check("[Event {c} \"x\"]", "Event|x|15 [CommentInTags]");
        check("Event \"x\"]", "Event|x|10 [MalformedTag]");
        check("[A \"a\tb\"]", "A|a\tb|9 [TabInString]");
        check("[A \"x\" y]", "A|x|9 [MalformedTag]");
    }

    #[test]
    fn a_line_of_quotes_takes_linear_time() {
        let far = format!("[A \"x{} y\"]", "\" ".repeat(MAX_VALUE));
        check(&far, &format!("A|x|{} [MalformedTag]", far.len()));
        for blank in ["", " "] {
            let name = format!("[A{}.{blank}\"\"]", "b".repeat(MAX_NAME - 2));
            assert!(opens(name.as_bytes(), 0), "{name}");
        }
        let near = format!("[A \"x{}\" y\"]", " ".repeat(MAX_VALUE / 2));
        let value = format!("x{}\" y", " ".repeat(MAX_VALUE / 2));
        check(&near, &format!("A|{value}|{} [UnescapedQuote]", near.len()));
        let blank = format!("[A \"x\"{}]", " ".repeat(2 * MAX_VALUE));
        check(&blank, &format!("A|x|{} []", blank.len()));
        let long = format!("[A \"{}\"]", "x".repeat(2 * MAX_VALUE));
        check(&long, &format!("A|{}|{} []", "x".repeat(2 * MAX_VALUE), long.len()));
    }

    #[test]
    fn an_open_comment_ends_no_value() {
        check("[Event {]}", "Event|{|9 [UnquotedTagValue]");
    }

    #[test]
    fn pairs_without_a_bracket_end_wherever_their_line_does() {
        for yes in ["Event \"x\"]", "Result \"*\" ] ", "Result \"0-1\"]f3", "White \"a \"b\"] c"] {
            assert!(opens_without_bracket(yes.as_bytes(), 0), "{yes}");
        }
        assert!(opens_line("\u{feff}Event \"x\"]".as_bytes(), 3));
        assert!(opens_line("\n\u{feff}Event \"x\"]".as_bytes(), 4));
        for no in ["Event \"x\"", "Event \"x\"\n]", "Event x\"]", "event. \"x\"]", "Words \"x\"]"] {
            assert!(!opens_without_bracket(no.as_bytes(), 0), "{no}");
        }
    }

    #[test]
    fn odd_names_need_an_end() {
        for yes in
            ["[BlackType: \"program\"]", "[Kind: \"x\" ]", "[White M. \"Misha\" Tal]", "[Event \"x"]
        {
            assert!(opens(yes.as_bytes(), 0), "{yes}");
        }
        for no in ["[Kind of game: \"blitz", "[a\u{16}b \"x\" \n\"]"] {
            assert!(!opens(no.as_bytes(), 0), "{no}");
        }
        // As many bytes as a hundred files of 20,000 bytes, half of which once had a game.
        let mut random = vec![0; 2_000_000];
        fastrand::Rng::with_seed(1).fill(&mut random);
        let n = memchr::memchr_iter(b'[', &random).filter(|&at| opens(&random, at)).count();
        assert!(n <= 5, "{n} tag pairs in random bytes");
    }

    #[test]
    fn accepts_names_beyond_ascii() {
        for yes in ["[Событие \"x\"]", "[ Ход 1 \"x \" y\"] [A \"b\"]"] {
            assert!(opens(yes.as_bytes(), 0), "{yes}");
        }
        assert!(opens(b"[\xD1\xEE\xE1 \"x\"]", 0));
        for no in ["[Событие \"x", "[Событие (\"x\"]", "[Событие\n\"x\"]", "[Событие]", "[“x”]"]
        {
            assert!(!opens(no.as_bytes(), 0), "{no}");
        }
        check("[Событие \"x\"]", "Событие|x|20 [BadTagName]");
    }
}
