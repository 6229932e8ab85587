//! Words that are attempts at a move, tokens glued to a move, and moves split into several words.
//!
//! Only shapes are compared: whether a word is a legal move depends on the board.

use crate::{
    text::scan::{
        CLASS, Class, byte, char_at, is_delimiter, is_invisible, past_line_end, skip_blanks,
        skip_while, skip_white,
    },
    tokens::{
        look_alike::{has_no_width, is_dash, look_alike},
        marker::marker_at,
        move_name,
        san::{SanCode, is_castling_letter},
        word::{
            MAX_MOVE, begins_with_byte_of_piece, ellipsis_at, has_square, is_castling, is_figurine,
            is_letter, is_move_like, is_null_move, is_short_pawn_capture, word_end,
        },
    },
};

/// The maximum length in ASCII of a word without a square that can be an attempt.
const MAX_STUB: usize = 8;

/// The maximum number of digits of a move number glued to a move.
const MAX_NUMBER: usize = 3;

/// Returns the length of the move that the word `src[at..end]` begins with, if the rest of the word is a
/// termination marker, a move number or another move.
///
/// A move number needs a dot, unless it is `next`, the number that follows by counting.
pub(crate) fn glued_move(src: &[u8], at: usize, end: usize, next: Option<u32>) -> Option<usize> {
    let text = &src[at..end];
    let whole = before_marker(text).or_else(|| before_number(src, text, end, next));
    before_move(&text[..whole.unwrap_or(text.len())]).or(whole)
}

/// Returns the length of the move before a marker: `Rc10-1`.
fn before_marker(text: &[u8]) -> Option<usize> {
    const MARKERS: [&[u8]; 5] = [b"1/2-1/2", b"1-0", b"0-1", b"\xC2\xBD-\xC2\xBD", b"\xBD-\xBD"];
    MARKERS.iter().find_map(|marker| {
        let head = text.strip_suffix(*marker)?;
        is_whole_move(head).then_some(head.len())
    })
}

/// Returns true if `text` has the shape of a whole move.
fn is_whole_move(text: &[u8]) -> bool {
    text.len() <= MAX_MOVE && (has_square(text) || is_castling(text))
}

/// Returns the length of the move before a move number, which ends at `end`: `d62.`.
fn before_number(src: &[u8], text: &[u8], end: usize, next: Option<u32>) -> Option<usize> {
    let last = text.iter().rev().take(MAX_NUMBER + 2);
    let n_digits = last.take_while(|byte| byte.is_ascii_digit()).count();
    let digits = text.len() - n_digits;
    // The first digit can belong to the move: as the rank of its square, or as a zero of castling.
    let ends_in_rank = match text[..digits] {
        // A promotion ends with the letter of its piece.
        [.., b'=' | b'1' | b'8', b'A'..=b'Z'] => false,
        [.., b'a'..=b'h' | b'A'..=b'H'] => true,
        _ => false,
    };
    let with_one = text.get(..digits + 1).filter(|_| digits <= MAX_MOVE)?;
    let is_rank = ends_in_rank && has_square(with_one);
    let is_zero = !is_rank && text.get(digits) == Some(&b'0') && is_castling(with_one);
    let len = digits + usize::from(is_rank || is_zero);
    let (head, number) = text.split_at_checked(len)?;
    let value: u32 = std::str::from_utf8(number).ok()?.parse().ok()?;
    let has_dot = end < src.len() && byte(src, end) == b'.' || ellipsis_at(src, end).is_some();
    let is_number = number[0] != b'0'
        && number.len() <= MAX_NUMBER
        && (has_dot || next == Some(value) && is_delimiter(byte(src, end)));
    (is_number && is_whole_move(head)).then_some(len)
}

/// Returns the length of the first of two joined moves: `e4Nf6`. The second one must begin with a piece letter or
/// `O`, because `e4f6` may be one move.
fn before_move(text: &[u8]) -> Option<usize> {
    let (_, len) = SanCode::read(text)?;
    let rest = &text[len..];
    let is_piece = matches!(rest.first(), Some(b'K' | b'Q' | b'R' | b'B' | b'N' | b'O'));
    let is_move = SanCode::read(rest).is_some() || is_whole_move(rest);
    (is_piece && is_move).then_some(len)
}

/// Returns the end of a move that zero-width characters split, such as `N\u{200B}f3`. `end` is the end of its
/// first piece.
pub(crate) fn cut_move_end(src: &[u8], at: usize, end: usize) -> Option<usize> {
    let mut whole = end;
    // Text that is too long for a move is not searched further.
    while whole - at <= MAX_MOVE {
        let mut next = whole;
        while next < src.len() && src[next] >= 0x80 && has_no_width(char_at(src, next).0) {
            next += char_at(src, next).1;
        }
        let piece_end = if next > whole { word_end(src, next) } else { next };
        if piece_end == next {
            break;
        }
        whole = piece_end;
    }
    (whole > end && is_move_like(&src[at..whole])).then_some(whole)
}

/// Returns the end of a move whose piece letter, the word `src[at..end]`, is separated from its square: `N
/// c6`, `♘ xf3`.
pub(crate) fn split_move_end(src: &[u8], at: usize, end: usize) -> Option<usize> {
    is_piece_letter(src, at, end).then(|| square_after(src, end)).flatten()
}

/// Returns the end of a move that is divided at another place than behind the letter of its piece, and begins with the word
/// `src[at..end]`: `cx d5`, `Nb d7`, `d 4`. `number`: that of the next move; `is_black`: true if this is one of Black.
///
/// The rest may be the number of the next move. It may also be a move of its own, that of the other side: then the numbers
/// decide, as a number follows each move of Black and none of White.
pub(crate) fn divided_move_end(
    src: &[u8],
    at: usize,
    end: usize,
    number: u32,
    is_black: bool,
) -> Option<usize> {
    let is_part = |byte: &u8| b"KQRBNabcdefgh12345678x".contains(byte);
    let is_move = |text: &[u8]| SanCode::read(text).is_some_and(|(_, len)| len == text.len());
    let first = &src[at..end];
    if first.len() >= MAX_STUB
        || !first.iter().all(is_part)
        || is_move(first)
        || is_short_pawn_capture(first)
    {
        return None;
    }
    let next = skip_line_gap(src, end);
    let rest_end = word_end(src, next);
    let rest = src.get(next..rest_end).filter(|rest| next > end && !rest.is_empty())?;
    let mut text = [0; 2 * MAX_STUB];
    let len = first.len() + rest.len();
    let whole = text.get_mut(..len)?;
    whole[..first.len()].copy_from_slice(first);
    whole[first.len()..].copy_from_slice(rest);
    let after = skip_white(src, rest_end);
    let is_before_number = byte(src, after).is_ascii_digit();
    let ends_pair = is_before_number || after >= src.len() || src[after] == b'*';
    let next_number = number.wrapping_add(u32::from(is_black));
    let is_next_number = !is_before_number
        && matches!(rest, [digit @ b'0'..=b'9'] if u32::from(digit - b'0') == next_number);
    let is_number = byte(src, rest_end) == b'.' || is_next_number;
    let is_other_move = is_move(rest) && ends_pair != is_black;
    let is_divided = is_move(whole) && !is_number && !is_other_move;
    (is_divided && !is_in_prose(src, at, rest_end)).then_some(rest_end)
}

/// Returns true if the word `src[at..end]` is a letter or figurine that names a piece in some language.
fn is_piece_letter(src: &[u8], at: usize, end: usize) -> bool {
    let (code, len) = char_at(src, at);
    let is_letter = match u8::try_from(code) {
        // `D` stands for a diagram. Other lower-case letters are files or words.
        Ok(ascii @ 0..0x80) => {
            ascii.is_ascii_uppercase() && ascii != b'D'
                || matches!(ascii, b'n' | b'r' | b'q' | b'k')
        }
        // `µ` is a sign.
        _ => is_letter(code) && !matches!(code, 0xB5 | 0x3BC) || is_figurine(code),
    };
    is_letter && at + len == end
}

/// Returns the end of a move whose piece is joined to its origin in parentheses or braces, as in `N(b)c6` and `N{g8}f6`; the
/// word before them is `src[at..end]`. Without the piece, the square would be the move of a pawn.
pub(crate) fn enclosed_origin_end(src: &[u8], at: usize, end: usize) -> Option<usize> {
    let close = match byte(src, end) {
        b'(' => b')',
        b'{' => b'}',
        _ => return None,
    };
    let len = src.get(end + 1..)?.iter().take(3).position(|&byte| byte == close)?;
    let is_origin = matches!(
        src[end + 1..end + 1 + len],
        [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8']
    );
    let is_piece = is_piece_letter(src, at, end) && src[at] != b'D';
    (is_origin && is_piece).then(|| square_at(src, end + len + 2)).flatten()
}

/// Returns the end of a move whose piece letter or name is in parentheses, the first of which is at `at`: `(N)c3`,
/// `(Knight) c3`.
///
/// After a move, `(N) c3` may be a novelty and a move of a pawn: then the letter must be joined to the square.
pub(crate) fn parenthesized_move_end(src: &[u8], at: usize, is_numbered: bool) -> Option<usize> {
    /// The maximum number of parentheses around the letter.
    const MAX_PARENTHESES: usize = 3;
    let mut name = at;
    let mut n_open = 0;
    while n_open < MAX_PARENTHESES && byte(src, name) == b'(' {
        n_open += 1;
        name = skip_gap(src, name + 1);
    }
    let name_end = word_end(src, name);
    let text = &src[name..name_end];
    if text.is_empty() || !(is_piece_letter(src, name, name_end) || move_name::is_piece(text)) {
        return None;
    }
    let mut end = name_end;
    for _ in 0..n_open {
        let close = skip_gap(src, end);
        end = (byte(src, close) == b')').then_some(close + 1)?;
    }
    let square = skip_gap(src, end);
    let can_be_novelty = text == b"N" && !is_numbered && square > end;
    square_at(src, square).filter(|_| !can_be_novelty)
}

/// Returns the end of a square after the name of its piece, which is the word `src[at..end]`: `Knight f3`.
///
/// Without the name, the square would be the move of a pawn.
pub(crate) fn named_move_end(src: &[u8], at: usize, end: usize) -> Option<usize> {
    move_name::is_piece(&src[at..end]).then(|| square_after(src, end)).flatten()
}

/// Returns the end of the square that follows the piece letter or name that ends at `end`.
fn square_after(src: &[u8], end: usize) -> Option<usize> {
    let next = skip_gap(src, end);
    (next > end).then(|| square_at(src, next)).flatten()
}

/// Returns the end of the word at `at` if it is a move of a piece without the piece letter.
fn square_at(src: &[u8], at: usize) -> Option<usize> {
    let square_end = word_end(src, at);
    let mut move_text = [b'N'; MAX_STUB];
    let square = src.get(at..square_end)?;
    move_text.get_mut(1..=square.len())?.copy_from_slice(square);
    let is_square = matches!(square.first(), Some(b'a'..=b'h' | b'1'..=b'8' | b'x'))
        && SanCode::read(&move_text[..=square.len()])
            .is_some_and(|(_, len)| len == square.len() + 1);
    is_square.then_some(square_end)
}

/// Returns the offset after blanks, characters that are read as blanks, and at most one line end.
fn skip_gap(src: &[u8], mut at: usize) -> usize {
    let mut n_lines = 0;
    while at < src.len() {
        match CLASS[src[at] as usize] {
            Class::Blank | Class::Control => at += 1,
            Class::High if is_invisible(char_at(src, at).0) => at += char_at(src, at).1,
            Class::LineEnd if n_lines == 0 => {
                n_lines += 1;
                at = past_line_end(src, at);
            }
            _ => break,
        }
    }
    at
}

/// Returns the offset after blanks and at most one line end.
pub(crate) fn skip_line_gap(src: &[u8], at: usize) -> usize {
    let blanks_end = skip_blanks(src, at);
    skip_blanks(src, past_line_end(src, blanks_end))
}

/// Returns the end of castling whose letters are separated: `O - O`, `0 - 0 - 0`, `O O`, and at a dash by a line end. Zeros
/// need dashes.
pub(crate) fn split_castling_end(src: &[u8], at: usize) -> Option<usize> {
    let (mut n_letters, mut has_blank, mut next) = (0, false, at);
    let mut end = at;
    let (mut is_zero, mut has_dash) = (false, false);
    while next < src.len() && n_letters < 3 {
        let (code, len) = char_at(src, next);
        if !is_castling_letter(code) {
            break;
        }
        is_zero |= code == 0x30;
        n_letters += 1;
        end = next + len;
        let dash = skip_line_gap(src, end);
        let dash_len = if dash < src.len() && is_dash(char_at(src, dash).0) {
            char_at(src, dash).1
        } else {
            0
        };
        next = match dash_len {
            0 => skip_spaces(src, end),
            _ => skip_line_gap(src, dash + dash_len),
        };
        // `O-O O-O` are two moves.
        if dash_len == 0 && (is_zero || has_dash || next == end) {
            break;
        }
        has_dash |= dash_len > 0;
        let comes_letter = next < src.len() && is_castling_letter(char_at(src, next).0);
        has_blank |= comes_letter && n_letters < 3 && next > end + dash_len;
    }
    (n_letters >= 2 && has_blank && is_delimiter(byte(src, end))).then_some(end)
}

/// Returns the end of two or three zeros that are not joined by dashes: `00`, `0 0`, `0.0.0`; `None` for any
/// other number of them.
pub(crate) fn zeros_end(src: &[u8], at: usize) -> Option<usize> {
    let (mut n_zeros, mut next, mut end) = (0, at, at);
    while n_zeros < 4 && byte(src, next) == b'0' {
        n_zeros += 1;
        end = next + 1;
        next = match byte(src, end) {
            b'.' => end + 1,
            _ => skip_spaces(src, end),
        };
    }
    (matches!(n_zeros, 2 | 3) && is_delimiter(byte(src, end))).then_some(end)
}

fn skip_spaces(src: &[u8], at: usize) -> usize {
    skip_while(src, at, |b| *b == b' ')
}

/// Returns true if a word that is no complete move is a fragment of one: a piece letter, a file or both (`N`,
/// `d`, `Nce`, `Rx`), a part of castling, a square with file and rank swapped, or a move with trailing
/// letters.
///
/// Words of prose can have this shape, too: see [`is_in_prose`].
pub(crate) fn is_stub(text: &[u8]) -> bool {
    if SanCode::read(text).is_some() || begins_with_byte_of_piece(text) {
        return true;
    }
    let mut ascii = [0; MAX_STUB];
    let Some(text) = to_ascii(text, &mut ascii) else { return false };
    if is_plain_word(text) {
        return false;
    }
    if SanCode::read(text).is_some_and(|(_, len)| len == text.len()) {
        return true;
    }
    let text = without_marks(text);
    let (has_piece, rest) = match text {
        [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'k' | b'q' | b'r' | b'n', rest @ ..] => {
            (true, rest)
        }
        _ => (false, text),
    };
    let is_file = |byte: &u8| matches!(byte, b'a'..=b'h');
    let is_coordinate =
        |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8') || has_piece && b"lI".contains(byte);
    let n_coordinates = rest.iter().filter(|byte| is_coordinate(byte)).count();
    let is_made_so = |rest: &[u8]| {
        let n_captures = rest.iter().filter(|byte| matches!(byte, b'x' | b':' | b'-')).count();
        let n_others = rest.iter().filter(|byte| is_coordinate(byte)).count();
        n_captures <= 1 && n_captures + n_others == rest.len()
    };
    match (text, rest) {
        _ if is_castling_stub(text) => true,
        _ if is_descriptive_capture(text) => true,
        _ if has_piece && is_made_so(rest) && n_coordinates <= 3 => true,
        (_, [b'?', b'1'..=b'8']) if has_piece => true,
        ([b'?', b'a'..=b'h', b'1'..=b'8'], _) => true,
        // `Nfq`, `exq`: the last character can be anything.
        ([b'A'..=b'Z', ..], [most @ .., _]) if has_piece => {
            is_made_so(most) && most.last().is_some_and(is_file) && most.len() <= 4
        }
        (
            [b'a'..=b'h', b'?' | b'x']
            | [b'a'..=b'h', b'x', _]
            | [b'a'..=b'h', b'x', b'a'..=b'h', _],
            _,
        ) => true,
        (_, [b'1'..=b'8', b'a'..=b'h'] | b"x") => !has_piece,
        _ => {
            let n_files = rest.iter().filter(|byte| is_file(byte)).count();
            is_made_so(rest) && (n_files, n_coordinates) == (1, 1)
        }
    }
}

/// Returns true for a capture in descriptive notation, which names no square: `PxP`, `QxQP`, `RxPch`.
fn is_descriptive_capture(text: &[u8]) -> bool {
    let is_piece = |byte: &u8| matches!(byte, b'K' | b'Q' | b'R' | b'B' | b'N' | b'P');
    let [piece, b'x' | b'X', taken @ ..] = text.strip_suffix(b"ch").unwrap_or(text) else {
        return false;
    };
    is_piece(piece) && (1..=3).contains(&taken.len()) && taken.iter().all(is_piece)
}

/// Returns true for a word of four or more letters, such as `Page` and `Black`. `Rael` is the move `Rae1`.
fn is_plain_word(text: &[u8]) -> bool {
    let is_move = matches!(text, [_, b'a'..=b'h', b'a'..=b'h', b'l' | b'I']);
    let may_capture = text.contains(&b'x') || text.get(1) == Some(&b'X');
    text.len() > 3 && !is_move && !may_capture && text.iter().all(u8::is_ascii_alphabetic)
}

/// Returns a short word without check signs and without a promotion.
fn without_marks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |at| at + 1);
    match &text[..end] {
        [rest @ .., b'=', b'Q' | b'R' | b'B' | b'N'] | [rest @ .., b'='] => rest,
        rest => rest,
    }
}

/// Returns true if `text` is the number `due` with letters for digits, as text recognition writes it: `l`, `lO`.
pub(crate) fn is_number_with_letters(text: &[u8], due: u32) -> bool {
    let digit = |byte: &u8| match byte {
        b'l' | b'I' | b'|' => Some(1),
        b'O' | b'o' => Some(0),
        b'0'..=b'9' => Some(u32::from(byte - b'0')),
        _ => None,
    };
    let value = || text.iter().try_fold(0, |sum, byte| Some(sum * 10 + digit(byte)?));
    text.len() <= MAX_NUMBER && value() == Some(due) && !text.iter().all(u8::is_ascii_digit)
}

/// Returns true for a part of castling, or for castling with other signs than dashes: `O`, `O-`, `O-O-`,
/// `0-0-0-0`, `O_O`, `O:O`. Zeros with a colon or slash are a score.
fn is_castling_stub(text: &[u8]) -> bool {
    let n_letters = text.iter().filter(|byte| matches!(byte, b'O' | b'0' | b'o')).count();
    let is_sign = |byte: &&u8| {
        matches!(byte, b'-' | b'_' | b'=' | b'~') || text[0] != b'0' && matches!(byte, b':' | b'/')
    };
    let n_signs = text.iter().filter(is_sign).count();
    let n_dashes = text.iter().filter(|byte| **byte == b'-').count();
    n_letters + n_signs == text.len()
        && n_letters > 0
        && (n_dashes > 0
            || text == b"O"
            || n_letters > 1 && (n_signs > 0 || text[0] == b'O')
            || n_letters > 3 && text[0] != b'0')
}

/// Returns the text of a short word in ASCII, with lookalikes replaced; `None` if it is too long.
///
/// Quotes and other signs around it, accents, and characters of zero width are dropped. Any other letter counts as `?`,
/// any other digit as 1.
fn to_ascii<'a>(text: &[u8], ascii: &'a mut [u8; MAX_STUB]) -> Option<&'a [u8]> {
    let (mut at, mut n) = (0, 0);
    while at < text.len() {
        let (code, len) = char_at(text, at);
        at += len;
        let code = look_alike(code).map_or(code, u32::from);
        let byte = match u8::try_from(code) {
            // A check sign inside the word is ignored.
            Ok(b'+' | b'#') if at < text.len() => continue,
            // An underscore stands for a dash in castling, and is ignored elsewhere.
            Ok(b'_') if !matches!(text.get(at), Some(b'O' | b'o' | b'0')) => continue,
            Ok(ascii @ 0..0x80) => ascii,
            _ if is_letter(code) || code == char::REPLACEMENT_CHARACTER.into() => b'?',
            _ if char::from_u32(code).is_some_and(char::is_numeric) => b'1',
            _ => continue,
        };
        *ascii.get_mut(n)? = byte;
        n += 1;
    }
    Some(&ascii[..n])
}

/// Returns true if the word `src[at..end]` is part of prose or markup: if a sign of markup or a quote is directly
/// before it, or if words, or the end of a comment or string, follow it.
pub(crate) fn is_in_prose(src: &[u8], at: usize, end: usize) -> bool {
    if at > 0 && matches!(src[at - 1], b'<' | b'/' | b'&' | b'"' | b'\'') {
        return true;
    }
    let next = skip_blanks(src, end);
    if next < src.len() && matches!(src[next], b'}' | b'"' | b']') {
        return true;
    }
    let next = skip_while(src, next, |b| matches!(CLASS[*b as usize], Class::Blank | Class::Other));
    if next >= src.len() || !matches!(CLASS[src[next] as usize], Class::Letter | Class::High) {
        // A capture sign alone is not an attempt at a move.
        return &src[at..end] == b"x";
    }
    let text = &src[next..word_end(src, next)];
    let is_token = is_move_like(text)
        || is_null_move(text)
        || is_stub(text)
        || marker_at(src, next).is_some()
        || !text.iter().any(|byte| byte.is_ascii_alphabetic());
    !is_token
}

/// Returns true for digits that may be squares in a game whose move numbers have dots: `5254`, or `45` where
/// no number is due.
///
/// `is_due` is true if a move number may be here.
pub(crate) fn is_square_digits(text: &[u8], is_due: bool) -> bool {
    let are_squares = text.iter().all(|byte| matches!(byte, b'1'..=b'8'));
    are_squares && (matches!(text.len(), 4 | 5) || text.len() == 2 && !is_due)
}

/// Returns true if a word is an attempt at a move only after a move number, and a glyph elsewhere.
pub(crate) fn needs_number(text: &[u8]) -> bool {
    matches!(text, b"N" | b"D" | b"o") || move_name::is_castling(text)
}

/// Returns true if the last character of a move that ends at `end` is a letter of castling.
pub(crate) fn ends_castling(src: &[u8], end: usize) -> bool {
    end > 0 && matches!(src[end - 1], b'O' | b'o' | b'0')
}

/// Returns true if no move number follows at `end`, so that a word or digit between White's move and `end` may stand
/// for Black's move.
pub(crate) fn is_without_number(src: &[u8], end: usize) -> bool {
    !byte(src, skip_white(src, end)).is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_glued(text: &str, expect: &str) {
        let end = word_end(text.as_bytes(), 0);
        let len = glued_move(text.as_bytes(), 0, end, Some(7));
        assert_eq!(&text[..len.unwrap_or(0)], expect, "{text}");
    }

    #[test]
    fn finds_moves_before_glued_tokens() {
        for (text, expect) in [
            ("Rc10-1", "Rc1"),
            ("Qg20-1", "Qg2"),
            ("Bd70-1", "Bd7"),
            ("R8xg20-1", "R8xg2"),
            ("Nf31/2-1/2", "Nf3"),
            ("Nf3½-½", "Nf3"),
            ("e8=Q#1-0", "e8=Q#"),
            ("O-O-O0-1", "O-O-O"),
            ("0-01-0", "0-0"),
            ("e2-e41-0", "e2-e4"),
            ("d62.", "d6"),
            ("Ng1f312.", "Ng1f3"),
            ("O-O12.", "O-O"),
            ("O-O-O+23.", "O-O-O+"),
            ("0-04...", "0-0"),
            ("e8=Q12.", "e8=Q"),
            ("f1=B52.", "f1=B"),
            ("e8B12.", "e8B"),
            ("d67 Nf3", "d6"),
            ("e4Nf6", "e4"),
            ("Bd3xh7+Kg8-h8", "Bd3xh7+"),
        ] {
            check_glued(text, expect);
        }
        // A whole move, or a word that begins with no move.
        for text in
            ["e2e4", "Nf3", "Rad1-0", "d62 Nf3", "d6", "e4f6", "12.", "1-0", "Nce", "e4+-", "Nf30."]
        {
            check_glued(text, "");
        }
    }

    #[test]
    fn recognizes_fragments_of_moves() {
        for yes in [
            "d", "N", "Nc", "Nce", "PxP", "QxPch", "QXQP", "Nx", "Rxe", "R1", "ex", "x", "5e", "O",
            "O-", "0-0-0-0", "Νc", "Rel", "Nf3xyzuvw", "Nfq", "exq", "Bb+5", "d=Q", "n", "Be",
            "K+", "O_O", "0=0", "O:O", "O+O", "0_0", "“Nc6”", "«e4»", "•Nc6", "_Nc6_", "N_c6",
            "Nc⁶", "Nc⑥", "Nc٦", "Nc६", "Nc·", "Nc\u{FFFD}", "\u{FFFD}c6", "N\u{FFFD}6",
            "N\u{303}f6", "e\u{301}5", "“O-O”",
        ] {
            assert!(is_stub(yes.as_bytes()), "{yes}");
        }
        for no in [
            "be", "Nxumalo", "BXL", "bad", "The", "White", "TN", "and", "-", "12", "Queen", "Δ",
            "&", "0:0", "0/0", "0", "“", "•", "“good”", "½",
        ] {
            assert!(!is_stub(no.as_bytes()), "{no}");
        }
    }

    #[test]
    fn a_first_byte_can_be_the_letter_of_a_piece() {
        for yes in [b"\xBBxd7".as_slice(), b"\xBBfd8+", b"\xBBd1", b"\xB7e4"] {
            assert!(is_stub(yes), "{yes:?}");
        }
        for no in [b"\xA75".as_slice(), b"\xBBgut", b"\xBBbad\xAB", b"\xBD"] {
            assert!(!is_stub(no), "{no:?}");
        }
    }

    #[test]
    fn recognizes_fragments_in_prose() {
        let is_prose = |text: &str| is_in_prose(text.as_bytes(), 0, word_end(text.as_bytes(), 0));
        assert!(is_prose("a bad move") && is_prose("Be careful") && is_prose("c} e5"));
        assert!(!is_prose("d 2. d4") && !is_prose("Nce Nf3") && !is_prose("a *") && !is_prose("d"));
    }

    #[test]
    fn finds_moves_split_into_words() {
        let split = |text: &str| {
            let src = text.as_bytes();
            let end =
                split_move_end(src, 0, word_end(src, 0)).or_else(|| split_castling_end(src, 0));
            text[..end.unwrap_or(0)].to_owned()
        };
        for whole in ["N c6", "♘ xf3", "N\nbd7", "S f3", "n f3", "O - O", "0 - 0 - 0", "O O O"] {
            assert_eq!(split(whole), whole);
        }
        for none in ["N Nc6", "D d4", "a e4", "N 2. d4", "0 0", "O-O", "O", "N", "Nf 3", "d 4"] {
            assert_eq!(split(none), "", "{none}");
        }
        let zeros = |text: &str| zeros_end(text.as_bytes(), 0);
        assert_eq!(
            [zeros("00"), zeros("0 0 0 Nf3"), zeros("0.0! e5")],
            [Some(2), Some(5), Some(3)]
        );
        assert_eq!(["0", "0 0 0 0", "001", "00-", "0. 0"].map(zeros), [None; 5]);
        let cut = |text: &str| cut_move_end(text.as_bytes(), 0, word_end(text.as_bytes(), 0));
        assert_eq!(cut("N\u{200B}f3 e5"), Some(6));
        assert_eq!(cut("Nf3\u{200B} e5"), None);
    }
}
