//! Tests of the shapes of words in the movetext, without a board: whether a word can be a move in some spelling.

use crate::{
    text::scan::{
        Class, byte, char_at, class, is_delimiter, is_invisible, is_token_end, is_white_space,
        skip_while,
    },
    tokens::{
        look_alike::{has_no_width, is_dash, look_alike},
        nag::sign_at,
        san::{CheckIndicator, SanCode, is_castling_letter, role},
    },
};

/// The maximum length of a word that can be a move, in bytes.
pub(crate) const MAX_MOVE: usize = 24;

/// The number of bytes of a long word that are examined.
const MAX_CHAIN: usize = 256;

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

/// Returns the end of the decimal number at `at`, such as the evaluation of an engine: `+0.35`, `-.5`, `0.35/12`.
///
/// Only numbers with a sign, and those that begin with a dot or a zero, are recognized: others can be a move number and
/// the text after it.
pub(crate) fn decimal_end(src: &[u8], at: usize) -> Option<usize> {
    let after_digits = |at| skip_while(src, at, u8::is_ascii_digit);
    let whole = at + usize::from(matches!(byte(src, at), b'+' | b'-' | b'='));
    let dot = after_digits(whole);
    let mut end = after_digits(dot + 1);
    if byte(src, dot) != b'.' || end == dot + 1 {
        return None;
    }
    if byte(src, end) == b'/' && byte(src, end + 1).is_ascii_digit() {
        end = after_digits(end + 1);
    }
    let is_apart = whole > at || at == 0 || is_delimiter(src[at - 1]) && src[at - 1] != b'.';
    let is_number = whole > at || dot == at || src[at] == b'0';
    // A full stop can follow a number with a sign. Other numbers with a full stop can be move numbers.
    let is_ended = match byte(src, end) {
        b'.' => whole > at && is_white_space(&byte(src, end + 1)),
        _ => is_token_end(src, end),
    };
    (is_apart && is_number && is_ended).then_some(end)
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

/// Returns true for the figurine of a piece or pawn.
pub(crate) fn is_figurine(code: u32) -> bool {
    matches!(code, 0x2654..=0x265F)
}

/// Returns true if `text` is a move in a spelling that the lenient reader knows, or so similar to one that it
/// can be nothing else: `Kd9`, `Sf3`, `e8(Q)` without its tail, `0-0`, `ed`, `e2e4`.
pub(crate) fn is_move_like(text: &[u8]) -> bool {
    if text.len() < 2 {
        return false;
    }
    if text.len() > MAX_MOVE {
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
            _ if is_dash(code) && !last_was_dash => {
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

/// Returns true for two neighboring files, with or without a promotion: `ed`, `exd`, `e:d`, `ed:`, `ba=Q`.
pub(crate) fn is_short_pawn_capture(text: &[u8]) -> bool {
    let text = match text {
        [files @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => files,
        _ => text,
    };
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
            _ if is_dash(code) || matches!(code, 0xD7 | 0x2020 | 0x2021) => last_was_letter = false,
            // The dashes of Windows, as bytes that are not UTF-8.
            _ if len == 1 && at > 1 && matches!(code, 0x96 | 0x97) => last_was_letter = false,
            // A first byte that is not UTF-8 may be a piece letter in a character set of DOS; the next ones look like the
            // files `a` and `e` in IBM866.
            _ if is_letter(code)
                || at == 1 && (0x80..=0x9F).contains(&code)
                || len == 1 && matches!(code, 0xA0 | 0xA5) =>
            {
                n_letters += 1;
                last_was_letter = true;
            }
            _ => return false,
        }
    }
    found && n_letters <= 6 && !text.first().is_some_and(u8::is_ascii_digit)
}

/// Returns true for a move whose first byte is a sign in windows-1252, and may be the letter of a piece in another set: the
/// rook of `»xd7` in ISO-8859-5.
pub(crate) fn begins_with_byte_of_piece(text: &[u8]) -> bool {
    let mut ascii = [b'N'; MAX_MOVE];
    let [0xA1..=0xBF, rest @ ..] = text else { return false };
    let Some(move_text) = ascii.get_mut(..text.len()) else { return false };
    move_text[1..].copy_from_slice(rest);
    SanCode::read(move_text).is_some_and(|(_, len)| len == text.len())
}

/// Returns true if `code` is a letter of any script.
pub(crate) fn is_letter(code: u32) -> bool {
    char::from_u32(code).is_some_and(char::is_alphabetic)
}

/// Returns true if the first bytes of a word are all characters of moves and hold two squares.
fn is_chain_of_squares(text: &[u8]) -> bool {
    let is_part = |byte: &u8| b"KQRBNPOabcdefgh12345678x-+#=:0".contains(byte);
    let is_square = |two: &&[u8]| matches!(two, [b'a'..=b'h', b'1'..=b'8']);
    let text = &text[..text.len().min(MAX_CHAIN)];
    text.iter().all(is_part)
        && !text[0].is_ascii_digit()
        && text.windows(2).filter(is_square).count() >= 2
}

/// Returns the move that `text` begins with and its length, if the rest is traditional signs: `Bd6±`,
/// `e4+-`, `Qb7++-`, `Nf3=`, `Bd3N`, `♘f3±`, `Nс6！`.
pub(crate) fn glued_sign(text: &[u8]) -> Option<(SanCode, usize)> {
    if text.len() > MAX_MOVE + MAX_SIGNS {
        return None;
    }
    let is_sign = |from: usize| is_signs(&text[from..]);
    if text.is_ascii() {
        return glued_to_san(text, is_sign);
    }
    let mut letters = [0; MAX_MOVE + MAX_SIGNS];
    let mut starts = [text.len(); MAX_MOVE + MAX_SIGNS + 1];
    let (mut at, mut n) = (0, 0);
    while at < text.len() {
        let (code, len) = char_at(text, at);
        (letters[n], starts[n]) = (san_letter(code), at);
        (at, n) = (at + len, n + 1);
    }
    if let Some((code, n_letters)) = glued_to_san(&letters[..n], |from| is_sign(starts[from])) {
        let len = starts[n_letters];
        return Some((if text[..len].is_ascii() { code } else { SanCode::NOT_PLAIN }, len));
    }
    // Other spellings of moves, with a sign beyond ASCII: `Ng1-f3±`.
    let is_glued = |&len: &usize| text[len] >= 0x80 && is_sign(len) && is_move_like(&text[..len]);
    starts[1..n].iter().copied().find(is_glued).map(|len| (SanCode::NOT_PLAIN, len))
}

/// The maximum length of the signs after a move, in bytes.
const MAX_SIGNS: usize = 8;

/// Returns true if `text` is one or more traditional signs without the same sign twice in a row: `e5~~` is struck out in
/// Markdown.
/// Letters are signs only alone.
fn is_signs(mut text: &[u8]) -> bool {
    let mut last: &[u8] = b"";
    while let Some(sign) = sign_at(text) {
        let is_first = last.is_empty();
        if sign.is_word && !(is_first && LETTERS_AFTER_MOVES.contains(&text))
            || text.starts_with(last) && !is_first
        {
            return false;
        }
        let rest = &text[sign.text.len()..];
        last = &text[..sign.text.len()];
        text = rest;
    }
    text.is_empty() && !last.is_empty()
}

/// The signs of letters that may be glued to a move: novelty, and a better position of Black.
const LETTERS_AFTER_MOVES: [&[u8]; 4] = [b"N", b"TN", "µ".as_bytes(), "μ".as_bytes()];

/// Returns the ASCII character that a character of a move stands for, or a byte that no move has.
fn san_letter(code: u32) -> u8 {
    let figurine = code.checked_sub(0x2654).and_then(|at| b"KQRBNPKQRBNP".get(at as usize));
    let ascii = look_alike(code).map_or(code, u32::from);
    figurine.copied().or(u8::try_from(ascii).ok().filter(u8::is_ascii)).unwrap_or(0)
}

/// Does the work of [`glued_sign`] for text in the letters of SAN. `is_sign` returns true if the text from an offset on is signs.
fn glued_to_san(text: &[u8], is_sign: impl Fn(usize) -> bool) -> Option<(SanCode, usize)> {
    // A `=` after a move is not read as the sign of a promotion.
    let before_equals = || {
        let at = memchr::memchr(b'=', text)?;
        SanCode::read(&text[..at]).filter(|&(_, len)| len == at)
    };
    let (code, len) = SanCode::read(text).or_else(before_equals)?;
    // The `+` of `e4+-` is not read as a check.
    if code.check() != CheckIndicator::None && is_sign(len - 1) {
        return SanCode::read(&text[..len - 1]);
    }
    // `e8=` lacks its piece, `e8N` has it.
    let is_last_rank = matches!(code.target() >> 3, 0 | 7);
    let promotes = code.role() == role::PAWN && is_last_rank && code.promotion().is_none();
    let is_promotion = promotes && matches!(text.get(len), Some(b'=' | b'N'));
    (!is_promotion && is_sign(len)).then_some((code, len))
}

/// Returns true for a code of the Encyclopaedia of Chess Openings, `A00` to `E99`: no move has two digits after one letter.
pub(crate) fn is_eco(text: &[u8]) -> bool {
    matches!(text, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
}

/// Returns true for the spellings of the null move (LEN-16).
pub(crate) fn is_null_move(text: &[u8]) -> bool {
    matches!(text, b"--" | b"Z0" | b"z0" | b"null" | b"NULL" | b"pass" | b"@@@@" | b"0000")
}

/// Returns true for a word that can belong to the move before it (LEN-04, LEN-11), without a full stop.
pub(crate) fn is_move_tail(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 9] =
        [b"ep", b"ch", b"mate", b"dis", b"dbl", b"disch", b"dblch", b"check", b"checkmate"];
    WORDS.contains(&text) || matches!(text, b"++" | b"+" | b"#" | b"##")
}

/// Returns the end of an abbreviation of words that are letters with full stops at `at`, as in `e.g.` and `d.h.`: no move has
/// a full stop after its first letter. `e.p.` and castling in such letters belong to moves.
pub(crate) fn abbreviation_end(src: &[u8], at: usize) -> Option<usize> {
    let letters = src[at..].chunks_exact(2).take(MAX_LETTERS + 1);
    let is_letter = |pair: &&[u8]| pair[0].is_ascii_alphabetic() && pair[1] == b'.';
    let n = letters.take_while(is_letter).count();
    let text = &src[at..at + 2 * n];
    let is_of_move = text.starts_with(b"e.p.") || b"oO".contains(text.first()?);
    let end = at + text.len();
    let is_apart = end >= src.len() || is_delimiter(src[end]);
    ((2..=MAX_LETTERS).contains(&n) && !is_of_move && is_apart).then_some(end)
}

/// The maximum number of letters of an abbreviation.
const MAX_LETTERS: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_shapes_of_moves() {
        for yes in [
            "e2e4", "Ng1-f3", "e8Q", "Kd9", "Sf3", "Кf3", "♘f3", "0-0", "o-o-o", "OO", "000",
            "O–O", "О-О", "ed", "exd", "N@f3", "nf3", "ed5", "e7d8q", "Qh4++", "N:f3", "xe6",
            "ba=Q", "bxa=N", "0-0+",
        ] {
            assert!(is_move_like(yes.as_bytes()), "{yes}");
        }
        for no in [
            "White", "resigns", "ff", "he", "be", "1992", "00", "e", "a4%", "O-", "-O", "1e4",
            "Deep42x1Thought",
        ] {
            assert!(!is_move_like(no.as_bytes()), "{no}");
        }
    }

    #[test]
    fn finds_decimal_numbers() {
        let check = |text: &str, expect: &str| {
            let end = decimal_end(text.as_bytes(), 0).unwrap_or(0);
            assert_eq!(&text[..end], expect, "{text}");
        };
        check("+0.35 e5", "+0.35");
        check("-.5)", "-.5");
        check("=0.00. e5", "=0.00");
        check("0.35/12 e5", "0.35/12");
        check(".5 e5", ".5");
        for text in ["1.35 e5", "+1. e5", "0.5-0.5", "+0.35x", ".2. e5", "0. e5", "+", "."] {
            check(text, "");
        }
        assert_eq!(decimal_end(b"e4.5 e5", 2), None);
        assert_eq!(decimal_end(b"(0.35)", 1), Some(5));
        assert_eq!(decimal_end(b"..5 e5", 1), None);
    }

    #[test]
    fn finds_signs_after_moves() {
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
        check("e4！", Some(2));
        check("Ｎｃ６？！", Some(9));
        check("Qxf7＋！", Some(7));
        check("♘f3±", Some(5));
        check("♞c6+-", Some(5));
        check("♘f3N", Some(5));
        check("Nс6±", Some(4));
        check("Nf3±！", Some(3));
        check("Ng1-f3±", Some(6));
        for none in [
            "e8=", "e1=", "e8N", "e8=+", "Nf3", "Nf3+", "Nf3++", "e4Q", "e4D", "word", "е8=",
            "♙e8N", "♘f3",
        ] {
            check(none, None);
        }
    }
}
