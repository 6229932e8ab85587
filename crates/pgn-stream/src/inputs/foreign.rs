//! Text formats that are mistaken for PGN, recognized by their first bytes.

use pgn_syntax::{cut_points::is_tag_line, is_line_end, without_bom};

/// Beginnings of formats, in lower case, after white space.
const BEGINNINGS: &[(&[u8], &str)] = &[
    (b"<!doctype html", "HTML"),
    (b"<html", "HTML"),
    (b"<head", "HTML"),
    (b"<body", "HTML"),
    (b"<?xml", "XML"),
    (b"<svg", "XML"),
    (b"%pdf-", "PDF"),
    (b"{\\rtf", "RTF"),
    (b"(;ff[", "SGF, a format of Go and other games"),
    (b"(;gm[", "SGF, a format of Go and other games"),
    (b"#kif", "KIF, a format of shogi"),
    (b"'csa encoding", "CSA, a format of shogi"),
];

/// Returns the name of the format of a text that is not PGN; `None` if the text may be PGN.
pub(crate) fn kind(head: &[u8]) -> Option<&'static str> {
    let head = without_bom(head).trim_ascii_start();
    if let Some((_, kind)) = BEGINNINGS.iter().find(|(with, _)| begins_with(head, with)) {
        return Some(kind);
    }
    // An HTML page after the headers of a mail or an HTTP response.
    let is_page = |line: &[u8]| begins_with(line, b"<!doctype html") || begins_with(line, b"<html");
    if lines(head).take_while(|line| !line.starts_with(b"[")).any(is_page) {
        return Some("HTML");
    }
    if is_json(head) {
        return Some("JSON");
    }
    if has_escaped_line_ends(head) {
        return Some("a string of JSON, with `\\n` for each line end");
    }
    if lines(head).any(is_quoted_printable) {
        return Some("quoted-printable text of a mail");
    }
    positions(head).or_else(|| other_game(head))
}

/// Returns true if a text begins with a position and has no tag pair, which may follow.
pub(crate) fn begins_with_position(head: &[u8]) -> bool {
    positions(without_bom(head).trim_ascii_start()).is_some()
}

/// Returns the format of a list of positions; `None` if it has a tag pair, as games may follow a position.
fn positions(head: &[u8]) -> Option<&'static str> {
    let is_pgn = || lines(head).any(|line| is_tag_line(line, 0));
    position(lines(head).next()?).filter(|_| !is_pgn())
}

/// Returns true if a text begins with `beginning`, regardless of case.
fn begins_with(text: &[u8], beginning: &[u8]) -> bool {
    text.get(..beginning.len()).is_some_and(|it| it.eq_ignore_ascii_case(beginning))
}

/// Returns the lines of a text, without white space around them.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(is_line_end).map(<[u8]>::trim_ascii)
}

/// Returns the kind of game of a record in the form of PGN, if it is not chess: by its tags, or by its first move.
fn other_game(head: &[u8]) -> Option<&'static str> {
    const DRAUGHTS: &str = "PDN, a format of draughts";
    const XIANGQI: &str = "a record of Chinese chess";
    const SHOGI: &str = "a record of shogi";
    // Variants of chess are read: their moves are no guess of another game.
    let has_variant = lines(head).any(|line| line.starts_with(b"[Variant \""));
    for line in lines(head).filter(|line| !line.is_empty()) {
        if let Some(value) = line.strip_prefix(b"[GameType \"") {
            // The numbers of PDN: chess is 0, kinds of draughts begin with 20.
            let n_digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if n_digits == 2 && value[0] >= b'2' {
                return Some(DRAUGHTS);
            }
        } else if let Some(value) = line.strip_prefix(b"[Game \"") {
            if begins_with(value, b"chinese chess") || begins_with(value, b"xiangqi") {
                return Some(XIANGQI);
            }
        } else if line.starts_with(b"[Sente \"") && !has_variant {
            return Some(SHOGI);
        } else if let Some(moves) = line.strip_prefix(b"1.") {
            let first = moves.trim_ascii_start();
            return match first {
                _ if is_move_of_draughts(first) => Some(DRAUGHTS),
                _ if has_variant => None,
                [b'1'..=b'9', b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', ..] => Some(SHOGI),
                // `C2=5`, `H8+7`: a piece, its file, a direction, and a file or a distance.
                [b'A'..=b'Z', b'1'..=b'9', b'=' | b'+' | b'-' | b'.', b'1'..=b'9', ..] => {
                    Some(XIANGQI)
                }
                _ => None,
            };
        } else if !line.starts_with(b"[") {
            return None;
        }
    }
    None
}

/// Returns true for text that begins with a move between numbered squares (`11-15`, `32x28`), which no token of PGN
/// can be.
fn is_move_of_draughts(text: &[u8]) -> bool {
    let n_digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = n_digits(text);
    let Some(rest) = text.get(first..) else { return false };
    let [b'-' | b'x', target @ ..] = rest else { return false };
    let second = n_digits(target);
    (1..=2).contains(&first)
        && (1..=2).contains(&second)
        && first + second > 2
        && target.get(second).is_none_or(u8::is_ascii_whitespace)
}

/// Returns true for a line of quoted-printable text that no line of PGN can be: a tag pair with the codes of quotes or of
/// letters in UTF-8, or a move with the code of `=` or of a blank at its end.
fn is_quoted_printable(line: &[u8]) -> bool {
    let is_square = |text: &[u8]| matches!(text, [.., b'a'..=b'h', b'1'..=b'8']);
    let has_code = |at: usize| {
        let (before, rest) = (&line[..at], &line[at..]);
        match rest {
            [b'=', b'2', b'2', ..] => before.ends_with(b" ") && line.ends_with(b"=22]"),
            [b'=', b'C' | b'D', lead, b'=', b'8' | b'9' | b'A' | b'B', next, ..] => {
                lead.is_ascii_hexdigit() && next.is_ascii_hexdigit()
            }
            _ => false,
        }
    };
    if line.starts_with(b"[") {
        return memchr::memchr_iter(b'=', line).any(has_code);
    }
    let is_promotion = |at: usize| {
        is_square(&line[..at]) && matches!(line[at + 3..], [b'Q' | b'R' | b'B' | b'N', ..])
    };
    line.strip_suffix(b"=20").is_some_and(is_square)
        || memchr::memmem::find_iter(line, b"=3D").any(is_promotion)
}

/// Returns true for the beginning of an object with a key, or of a list of objects.
fn is_json(head: &[u8]) -> bool {
    let object = |text: &[u8]| -> bool {
        let Some(key) = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start) else { return false };
        let Some(key) = key.strip_prefix(b"\"") else { return false };
        let n = key
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte))
            .count();
        let rest = key[n..].strip_prefix(b"\"").map(<[u8]>::trim_ascii_start);
        n > 0 && rest.is_some_and(|rest| rest.starts_with(b":"))
    };
    let listed = head.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    object(head) || listed.is_some_and(object)
}

/// Returns true for PGN that was copied out of JSON: a tag pair, then `\n` as two characters, and more on the same line.
fn has_escaped_line_ends(head: &[u8]) -> bool {
    let line = lines(head).next().unwrap_or_default();
    let line = line.strip_prefix(b"\"").unwrap_or(line);
    let Some(pair) = line.strip_prefix(b"[") else { return false };
    let n = pair.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let value = pair[n..].trim_ascii_start();
    let value = value.strip_prefix(b"\\").unwrap_or(value);
    let ends = |text: &[u8]| text.starts_with(b"\\n") || text.starts_with(b"\\r\\n");
    n > 0
        && value.starts_with(b"\"")
        && memchr::memchr_iter(b']', value).any(|at| {
            let has_quote = value[..at].ends_with(b"\"");
            let more = value[at + 1..].get(2..).unwrap_or_default();
            has_quote && ends(&value[at + 1..]) && matches!(more, [b'[' | b'\\' | b' ', ..])
        })
}

/// Returns the format of a text whose line begins with a position: board, side to move, castling and en passant.
/// `None` if it does not.
fn position(line: &[u8]) -> Option<&'static str> {
    let mut fields = line.split(|&byte| byte == b' ').filter(|field| !field.is_empty());
    let board = fields.next()?;
    let is_man = |byte: &u8| byte.is_ascii_digit() || b"pnbrqkPNBRQK/~".contains(byte);
    let n_ranks = board.iter().filter(|&&byte| byte == b'/').count() + 1;
    let is_right = |field: &[u8]| {
        field == b"-" || field.len() <= 4 && field.iter().all(u8::is_ascii_alphabetic)
    };
    let is_square = |field: &[u8]| matches!(field, b"-" | [b'a'..=b'h', b'1'..=b'8']);
    (n_ranks == 8
        && board.iter().all(is_man)
        && matches!(fields.next()?, b"w" | b"b")
        && is_right(fields.next()?)
        && is_square(fields.next()?))
    .then(|| match fields.next() {
        Some(field) if field.iter().all(u8::is_ascii_digit) => "a list of FENs",
        _ => "EPD",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_beginnings() {
        const ESCAPED: &str = "a string of JSON, with `\\n` for each line end";
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (text, expected) in [
            ("<!DOCTYPE html>\n<html>", Some("HTML")),
            ("\u{FEFF}\n <html lang=en>", Some("HTML")),
            ("MIME-Version: 1.0\n\n<!DOCTYPE HTML PUBLIC>", Some("HTML")),
            ("[Event \"x\"]\n<html>", None),
            ("{\"id\": \"a\"}", Some("JSON")),
            (r#"[Event "x"]\n[White "A"]\n\n1. e4"#, Some(ESCAPED)),
            (r#""[Event \"x\"]\r\n[White \"A\"]"#, Some(ESCAPED)),
            (r#"[Event "x\n"]"#, None),
            (r#"[Event "C:\]\n[x"]"#, None),
            ("[ {\"id\":1}]", Some("JSON")),
            (&format!("{START} bm e4;"), Some("EPD")),
            (START, Some("EPD")),
            (&format!("{START} 0 1\n"), Some("a list of FENs")),
            (&format!("{START} 0 1\n\n[Event \"x\"]\n\n1. e4 *"), None),
            ("(;FF[4]GM[1]", Some("SGF, a format of Go and other games")),
            ("[Event \"x\"]", None),
            ("[GameType \"20\"]\n\n1. 32-28", Some("PDN, a format of draughts")),
            ("[Event \"x\"]\n\n1. 11-15 23x19", Some("PDN, a format of draughts")),
            ("[GameType \"0\"]\n\n1. e4", None),
            ("[Event \"x\"]\n\n1. 1-0", None),
            ("[Game \"Chinese Chess\"]\n", Some("a record of Chinese chess")),
            ("[Red \"?\"]\n\n1. C2=5 H8+7", Some("a record of Chinese chess")),
            ("[Event \"x\"]\n[Sente \"?\"]\n", Some("a record of shogi")),
            ("1. 7g7f 3c3d", Some("a record of shogi")),
            ("[Sente \"?\"]\n[Variant \"Shogi\"]\n\n1. 7g7f", None),
            ("[Variant \"Shogi\"]\n\n1. 7g7f", None),
            ("[Variant \"Russian\"]\n\n1. 22-18 15x22", Some("PDN, a format of draughts")),
            ("[Variant \"Standard\"]\n[GameType \"20\"]\n", Some("PDN, a format of draughts")),
            ("[Gote \"?\"]\n\n1. e4", None),
            ("1. e8=Q1", None),
            ("{\"What a game\" they said} 1. e4 *", None),
            ("% a comment\n[Event \"x\"]", None),
            ("1. e4 e5", None),
            ("[Event =22A=22]\n", Some("quoted-printable text of a mail")),
            ("[White \"M=C3=BCller\"]\n", Some("quoted-printable text of a mail")),
            ("[Event \"A\"]\n\n1. e4 a6=20\n2. d4", Some("quoted-printable text of a mail")),
            ("1. e8=3DQ *", Some("quoted-printable text of a mail")),
            ("[Event \"=22A=22\"]\n\n1. e4 a6= {depth=20\n}", None),
            ("", None),
        ] {
            assert_eq!(kind(text.as_bytes()), expected, "{text}");
        }
    }
}
