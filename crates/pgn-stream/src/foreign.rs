//! Text formats that are mistaken for PGN, recognized by their first bytes.

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
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let begins =
        |with: &[u8]| head.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    if let Some((_, kind)) = BEGINNINGS.iter().find(|(with, _)| begins(with)) {
        return Some(kind);
    }
    // An HTML page after the headers of a mail or an HTTP response.
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let is_page = |line: &[u8]| {
        [&b"<!doctype html"[..], b"<html"].iter().any(|with| {
            line.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
        })
    };
    if lines.by_ref().take_while(|line| !line.starts_with(b"[")).any(is_page) {
        return Some("HTML");
    }
    if is_json(head) {
        return Some("JSON");
    }
    let line = head.split(|byte| matches!(byte, b'\n' | b'\r')).next()?;
    position(line)
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
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (text, expected) in [
            ("<!DOCTYPE html>\n<html>", Some("HTML")),
            ("\u{FEFF}\n <html lang=en>", Some("HTML")),
            ("MIME-Version: 1.0\n\n<!DOCTYPE HTML PUBLIC>", Some("HTML")),
            ("[Event \"x\"]\n<html>", None),
            ("{\"id\": \"a\"}", Some("JSON")),
            ("[ {\"id\":1}]", Some("JSON")),
            (&format!("{START} bm e4;"), Some("EPD")),
            (START, Some("EPD")),
            (&format!("{START} 0 1\n"), Some("a list of FENs")),
            ("(;FF[4]GM[1]", Some("SGF, a format of Go and other games")),
            ("[Event \"x\"]", None),
            ("{\"What a game\" they said} 1. e4 *", None),
            ("% a comment\n[Event \"x\"]", None),
            ("1. e4 e5", None),
            ("", None),
        ] {
            assert_eq!(kind(text.as_bytes()), expected, "{text}");
        }
    }
}
