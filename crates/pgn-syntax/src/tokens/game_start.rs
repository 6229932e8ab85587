//! Where a game without tags begins: with a first move, or a move number before one.

use crate::{
    text::scan::{byte, is_control, is_delimiter, is_line_end, skip_gaps, skip_while},
    tokens::{
        attempt::{cut_move_end, glued_move, split_move_end},
        san::SanCode,
        word::{MAX_MOVE, ellipsis_at, glued_sign, is_castling, is_move_like, word_end},
    },
};

/// The maximum length of a comment between the first move number of a game and its move, in bytes.
const COMMENT_REACH: usize = 4096;

/// Returns true if a comment with this text may end before a tag pair (C33): another brace opens in it, and an empty line
/// is before a bracket.
fn may_end_before_tag(text: &[u8]) -> bool {
    let is_after_empty_line = |at: usize| {
        let before = &text[..at];
        let white = &before[before.trim_ascii_end().len()..];
        let count = |end: u8| white.iter().filter(|byte| **byte == end).count();
        white.last().is_some_and(is_line_end) && count(b'\n').max(count(b'\r')) > 1
    };
    text.contains(&b'{') && memchr::memchr_iter(b'[', text).any(is_after_empty_line)
}

/// Returns true if a game without tags may begin at `at` (GAM-03): with a word in the shape of a
/// move, or a move number followed by one.
pub(crate) fn starts_game(src: &[u8], at: usize) -> bool {
    if !byte(src, at).is_ascii_digit() {
        return is_plain_move(src, at);
    }
    let digits_end = skip_while(src, at, u8::is_ascii_digit);
    if digits_end - at > 4 {
        return false;
    }
    let mut end = digits_end;
    let mut has_dot = false;
    loop {
        if end < src.len() && byte(src, end) == b'.' {
            end += 1;
        } else if let Some(len) = ellipsis_at(src, end) {
            end += len;
        } else {
            let next = skip_gaps(src, end);
            if byte(src, next) == b'.' && next < src.len() {
                end = next;
                continue;
            }
            if next == digits_end {
                return false;
            }
            end = next;
            break;
        }
        has_dot = true;
    }
    // A comment may be between number and move (COM-01).
    if has_dot && byte(src, end) == b'{' && end < src.len() {
        let reach = &src[end..src.len().min(end + COMMENT_REACH)];
        let Some(close) = memchr::memchr(b'}', reach) else { return false };
        if may_end_before_tag(&reach[1..close]) {
            return false;
        }
        end = skip_gaps(src, end + close + 1);
    }
    if is_plain_move(src, end) {
        return true;
    }
    let text_end = short_word_end(src, end);
    let text = &src[end..text_end];
    has_dot
        && end < src.len()
        && (is_move_like(text)
            || glued_sign(text).is_some()
            || glued_move(src, end, text_end, None).is_some()
            || cut_move_end(src, end, text_end).is_some()
            || is_cut_by_control(src, end, text_end)
            || split_move_end(src, end, text_end).is_some())
}

/// Returns true for a move that is unmistakable among words: SAN, coordinates, or castling with letters.
pub(crate) fn is_plain_move(src: &[u8], at: usize) -> bool {
    if at >= src.len() {
        return false;
    }
    let ends = |len: usize| is_delimiter(byte(src, at + len));
    if let Some((_, len)) = SanCode::read(&src[at..])
        && ends(len)
    {
        return true;
    }
    let end = short_word_end(src, at);
    let text = &src[at..end];
    // A marker or number may be glued to the move.
    if let Some(len) = glued_move(src, at, end, None)
        && SanCode::read(text).is_some_and(|(_, san_len)| san_len == len)
    {
        return true;
    }
    let is_square = |text: &[u8]| matches!(text, [b'a'..=b'h', b'1'..=b'8', ..]);
    let body = match text {
        [b'N' | b'B' | b'R' | b'Q' | b'K' | b'P', b'@', rest @ ..] => {
            return is_square(rest) && rest.len() <= 3;
        }
        [b'N' | b'B' | b'R' | b'Q' | b'K', rest @ ..] => rest,
        _ => text,
    };
    if is_square(body) {
        let rest = &body[2..];
        let rest = rest.strip_prefix(b"-").or_else(|| rest.strip_prefix(b"x")).unwrap_or(rest);
        if is_square(rest) && rest.len() <= 5 {
            return true;
        }
        // `e8Q`, `e4++`.
        return !rest.is_empty() && rest.iter().all(|b| b"QRBN=+#".contains(b)) && rest.len() <= 3;
    }
    is_castling(text) && !text.contains(&b'0')
}

/// Returns the end of the word at `at`, or an offset inside of a word that is too long for a move.
fn short_word_end(src: &[u8], at: usize) -> usize {
    word_end(&src[..src.len().min(at + 2 * MAX_MOVE)], at)
}

/// Returns true if the word `src[at..end]` and the one after it are a move that control characters split:
/// `e\x014`.
fn is_cut_by_control(src: &[u8], at: usize, end: usize) -> bool {
    let next = skip_gaps(src, end);
    let rest = &src[next..short_word_end(src, next)];
    let (mut whole, len) = ([0; MAX_MOVE], end - at);
    if len == 0 || len + rest.len() > MAX_MOVE || !src[end..next].iter().any(is_control) {
        return false;
    }
    whole[..len].copy_from_slice(&src[at..end]);
    whole[len..len + rest.len()].copy_from_slice(rest);
    is_move_like(&whole[..len + rest.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_starts_of_games() {
        for yes in [
            "1. e4",
            "1.e4",
            "e4",
            "12 Nf3",
            "Nf3 d5",
            "1... e5",
            "1. ... e5",
            "e2e4",
            "O-O",
            "1. Sf3",
            "P@e4",
            "1.\ne4",
            "1. Nf3∞",
            "1…e5",
            "1. {a comment} e4",
            "1. {a {b} e4",
            "1. {a {\n[%clk 0:01:00]} e4",
            "1. {Diagram {\n[#] } e4",
        ] {
            assert!(starts_game(yes.as_bytes(), 0), "{yes}");
        }
        for no in [
            "1",
            "12",
            "1. The",
            "word",
            "2024. a1b2c3d4e5f6a7b8c9d0e1f2",
            "0-0",
            "a",
            "12345. e4",
            "--",
            "1 - 2",
            "1. {open\n\n[t \"\"]\n{} e4",
        ] {
            assert!(!starts_game(no.as_bytes(), 0), "{no}");
        }
    }
}
