//! The shapes of words in the movetext: a move in some spelling, the first move of a game, or neither.
//! Without a board.

use crate::{
    attempt::{cut_move_end, glued_move, is_chain_of_squares, is_letter, split_move_end},
    look_alike::{has_no_width, look_alike},
    nag::sign_at,
    san::{CheckIndicator, SanCode, is_castling_letter, role},
    scan::{Class, byte, char_at, class, is_control, is_delimiter, is_invisible, skip_gaps},
};

/// The maximum length of a word that can be a move, in bytes.
pub(crate) const LONGEST_MOVE: usize = 24;

/// The maximum length of a comment between the first move number of a game and its move, in bytes.
const COMMENT_REACH: usize = 4096;

/// Returns the end of the word at `at`, or an offset inside of a word that is too long for a move.
fn short_word_end(src: &[u8], at: usize) -> usize {
    word_end(&src[..src.len().min(at + 2 * LONGEST_MOVE)], at)
}

/// Returns the end of the word at `at`: letters, digits, signs, and visible characters beyond ASCII.
pub(crate) fn word_end(src: &[u8], mut at: usize) -> usize {
    while at < src.len() {
        match class(src, at) {
            Class::Digit | Class::Letter | Class::Sign => at += 1,
            Class::High => {
                let (code, len) = char_at(src, at);
                if is_invisible(code) || ellipsis_at(src, at).is_some() {
                    break;
                }
                at += len;
            }
            _ => break,
        }
    }
    at
}

/// Returns the length of the ellipsis at `at`, three dots in one character, in UTF-8 or Windows-1252; `None`
/// if there is none.
pub(crate) fn ellipsis_at(src: &[u8], at: usize) -> Option<usize> {
    if class(src, at) != Class::High {
        return None;
    }
    match char_at(src, at) {
        (0x2026, len) | (0x85, len @ 1) => Some(len),
        _ => None,
    }
}

fn is_figurine(code: u32) -> bool {
    matches!(code, 0x2654..=0x265F)
}

/// Returns true if `text` is a move in a spelling that the lenient reader knows, or so similar to one that it
/// can be nothing else: `Kd9`, `Sf3`, `e8(Q)` without its tail, `0-0`, `ed`, `e2e4`.
pub(crate) fn is_move_like(text: &[u8]) -> bool {
    if text.len() < 2 {
        return false;
    }
    if text.len() > LONGEST_MOVE {
        return is_chain_of_squares(text);
    }
    is_castling(text)
        || is_short_pawn_capture(text)
        || has_square(text)
        || is_chain_of_squares(text)
}

pub(crate) fn is_castling(text: &[u8]) -> bool {
    let mut n_zeros = 0;
    let mut at = 0;
    let mut dashes = false;
    let mut last_was_dash = true;
    while at < text.len() {
        let (code, len) = char_at(text, at);
        match code {
            _ if has_no_width(code) => (),
            _ if is_castling_letter(code) => {
                n_zeros += 1;
                last_was_dash = false;
            }
            0x2D | 0x2010..=0x2015 | 0x2212 if !last_was_dash => {
                dashes = true;
                last_was_dash = true;
            }
            // Check signs and similar characters end the move.
            0x2B | 0x23 | 0x2020 | 0x2021 => break,
            _ => return false,
        }
        at += len;
    }
    // `00` alone is a number between games; `OO`, `0o` and `00+` are moves.
    (2..=3).contains(&n_zeros)
        && !last_was_dash
        && (dashes || n_zeros == 3 || !text.starts_with(b"00") || text.len() > 2)
}

/// Returns true for two neighboring files: `ed`, `exd`, `e:d`, `ed:`.
fn is_short_pawn_capture(text: &[u8]) -> bool {
    let (first, second) = match *text {
        [first, second] | [first, b'x' | b':', second] | [first, second, b':'] => (first, second),
        _ => return false,
    };
    (b'a'..=b'h').contains(&first) && (b'a'..=b'h').contains(&second) && first.abs_diff(second) == 1
}

/// Returns true if `text` has a letter and a digit that may be a square, and only characters that occur in
/// moves.
///
/// Letters of all scripts are accepted, and lookalikes count as the letters they resemble.
pub(crate) fn has_square(text: &[u8]) -> bool {
    let mut at = 0;
    let mut n_letters = 0;
    let mut found = false;
    let mut last_was_letter = false;
    while at < text.len() {
        let (code, len) = char_at(text, at);
        at += len;
        let code = look_alike(code).map_or(code, u32::from);
        match u8::try_from(code).unwrap_or(0) {
            _ if has_no_width(code) => (),
            b'0'..=b'9' if last_was_letter => {
                found = true;
                last_was_letter = false;
            }
            b'a'..=b'z' | b'A'..=b'Z' => {
                n_letters += 1;
                last_was_letter = code != u32::from(b'x');
            }
            b'0'..=b'9' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'@' => last_was_letter = false,
            _ if is_figurine(code) => last_was_letter = false,
            // Dashes, the multiplication sign, and daggers.
            _ if matches!(code, 0x2010..=0x2015 | 0x2212 | 0xD7 | 0x2020 | 0x2021) => {
                last_was_letter = false;
            }
            _ if is_letter(code) => {
                n_letters += 1;
                last_was_letter = true;
            }
            _ => return false,
        }
    }
    found && n_letters <= 6 && !text.first().is_some_and(u8::is_ascii_digit)
}

/// Returns the move that `text` begins with and its length, if the rest is a traditional sign: `Bd6±`,
/// `e4+-`, `Qb7++-`, `Nf3=`, `Bd3N`.
pub(crate) fn glued_sign(text: &[u8]) -> Option<(SanCode, usize)> {
    if text.len() > LONGEST_MOVE {
        return None;
    }
    // Otherwise `=` is read as a promotion.
    let before_equals = || {
        let at = memchr::memchr(b'=', text)?;
        SanCode::read(&text[..at]).filter(|&(_, len)| len == at)
    };
    let (code, len) = SanCode::read(text).or_else(before_equals)?;
    let is_sign = |from: usize| {
        let sign = sign_at(&text[from..]).filter(|sign| from + sign.text.len() == text.len());
        sign.is_some_and(|sign| !sign.is_word || matches!(sign.text, b"N" | b"TN"))
    };
    // Otherwise `e4+-` is read as a check.
    if code.check() != CheckIndicator::None && is_sign(len - 1) {
        return SanCode::read(&text[..len - 1]);
    }
    // `e8=` lacks its piece, `e8N` has it.
    let is_last_rank = matches!(code.target() >> 3, 0 | 7);
    let promotes = code.role() == role::PAWN && is_last_rank && code.promotion().is_none();
    let is_promotion = promotes && matches!(text.get(len), Some(b'=' | b'N'));
    (!is_promotion && is_sign(len)).then_some((code, len))
}

/// Returns true if a game without tags may begin at `at` (GAM-03): with a word in the shape of a
/// move, or a move number followed by one.
pub(crate) fn starts_game(src: &[u8], at: usize) -> bool {
    if !byte(src, at).is_ascii_digit() {
        return is_plain_move(src, at);
    }
    let mut end = at;
    while byte(src, end).is_ascii_digit() {
        end += 1;
    }
    if end - at > 4 {
        return false;
    }
    let digits_end = end;
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
    // A comment may stand between number and move (COM-01).
    if has_dot && byte(src, end) == b'{' && end < src.len() {
        let reach = &src[end..src.len().min(end + COMMENT_REACH)];
        let Some(close) = memchr::memchr(b'}', reach) else { return false };
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
    let is_square =
        |s: &[u8]| s.len() >= 2 && (b'a'..=b'h').contains(&s[0]) && (b'1'..=b'8').contains(&s[1]);
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

/// Returns true if the word `src[at..end]` and the one behind it are a move that control characters part:
/// `e\x014`.
fn is_cut_by_control(src: &[u8], at: usize, end: usize) -> bool {
    let next = skip_gaps(src, end);
    let rest = &src[next..short_word_end(src, next)];
    let (mut whole, len) = ([0; LONGEST_MOVE], end - at);
    if len == 0 || len + rest.len() > LONGEST_MOVE || !src[end..next].iter().any(is_control) {
        return false;
    }
    whole[..len].copy_from_slice(&src[at..end]);
    whole[len..len + rest.len()].copy_from_slice(rest);
    is_move_like(&whole[..len + rest.len()])
}

/// Returns true for the spellings of the null move (LEN-16).
pub(crate) fn is_null_move(text: &[u8]) -> bool {
    matches!(text, b"--" | b"Z0" | b"z0" | b"null" | b"NULL" | b"pass" | b"@@@@" | b"0000")
}

/// Returns true for a word that can belong to the move before it (LEN-04, LEN-11), without a full stop.
pub(crate) fn is_move_tail(text: &[u8]) -> bool {
    matches!(text, b"ep" | b"ch" | b"mate" | b"dis" | b"dbl" | b"++" | b"+" | b"#" | b"##")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_shapes_of_moves() {
        for yes in [
            "e2e4", "Ng1-f3", "e8Q", "Kd9", "Sf3", "Кf3", "♘f3", "0-0", "o-o-o", "OO", "000",
            "O–O", "О-О", "ed", "exd", "N@f3", "nf3", "ed5", "e7d8q", "Qh4++", "N:f3", "xe6",
            "0-0+",
        ] {
            assert!(is_move_like(yes.as_bytes()), "{yes}");
        }
        for no in [
            "White",
            "resigns",
            "ff",
            "he",
            "be",
            "1992",
            "00",
            "e",
            "a4%",
            "O-",
            "-O",
            "1e4",
            "Deep42x1Thought",
        ] {
            assert!(!is_move_like(no.as_bytes()), "{no}");
        }
    }

    #[test]
    fn finds_signs_behind_moves() {
        #[track_caller]
        fn check(text: &str, expect: Option<usize>) {
            assert_eq!(glued_sign(text.as_bytes()).map(|(_, len)| len), expect, "{text}");
        }
        check("Bd6±", Some(3));
        check("e4+-", Some(2));
        check("e4+=", Some(2));
        check("Qb7++-", Some(4));
        check("Nf3=", Some(3));
        check("e4=", Some(2));
        check("e4-+", Some(2));
        check("Bd3N", Some(3));
        check("a8=Q=", Some(4));
        for none in ["e8=", "e1=", "e8N", "e8=+", "Nf3", "Nf3+", "Nf3++", "e4Q", "e4D", "word"] {
            check(none, None);
        }
    }

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
        ] {
            assert!(!starts_game(no.as_bytes(), 0), "{no}");
        }
    }
}
