//! Conversion of a game to another character set. Nothing else is changed.

use pgn_syntax::{BOM, Fallback, Game, Games, ReadOptions, Span, encoding::Charset};

/// Copies a game to `out` in `charset`. The character set of each tag value and comment is decided separately (TXT-03).
/// Returns the number of characters that `charset` does not have, which are written as `?`.
pub(crate) fn recode(
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    charset: Charset,
    out: &mut Vec<u8>,
) -> u64 {
    let from = out.len();
    let whole = game.span;
    if whole.of(src).is_ascii() {
        out.extend_from_slice(whole.of(src));
        return 0;
    }
    let comments = game.nodes.iter().chain(&game.dropped_comments);
    let comments = comments.filter(|node| node.kind.is_comment());
    let mut strings: Vec<Span> = game.tags.iter().map(|pair| pair.value).collect();
    strings.extend(comments.map(|node| node.span));
    strings.sort_unstable_by_key(|span| span.start);
    let mut at = whole.start;
    let mut copy = |start: u32, end: u32| {
        let bytes = &src[start as usize..end as usize];
        out.extend_from_slice(fallback.decode(bytes).as_bytes());
    };
    for span in strings {
        if span.start < at || span.end > whole.end {
            continue;
        }
        copy(at, span.start);
        copy(span.start, span.end);
        at = span.end;
    }
    copy(at, whole.end);
    encode(charset, out, from)
}

/// Copies text without games to `out` in `charset`. The character set of each line is decided separately. Returns the
/// number of characters that `charset` does not have, which are written as `?`.
pub(crate) fn recode_text(
    text: &[u8],
    fallback: Fallback,
    charset: Charset,
    out: &mut Vec<u8>,
) -> u64 {
    let from = out.len();
    for line in text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        out.extend_from_slice(fallback.decode(line).as_bytes());
    }
    encode(charset, out, from)
}

/// Converts the end of `out` from `from` on, which is UTF-8, to `charset`, without a byte order mark if this is another
/// set. Returns the number of characters that `charset` does not have.
fn encode(charset: Charset, out: &mut Vec<u8>, from: usize) -> u64 {
    if charset != Charset::Utf8 && out[from..].starts_with(BOM) {
        out.drain(from..from + BOM.len());
    }
    charset.encode(out, from)
}

/// Converts the bytes of one game to UTF-8.
pub(crate) fn to_utf8(bytes: &mut Vec<u8>, read: ReadOptions, fallback: Fallback) {
    if std::str::from_utf8(bytes).is_ok() {
        return;
    }
    let mut out = Vec::with_capacity(bytes.len());
    if let Some(game) = Games::with_options(bytes, read).next() {
        recode(game, bytes, fallback, Charset::Utf8, &mut out);
        *bytes = out;
    }
}

/// Returns the bytes of one game as UTF-8; `None` if they are UTF-8, or if one of them is no character of `fallback`.
pub(crate) fn to_utf8_without_loss(
    bytes: &[u8],
    read: ReadOptions,
    fallback: Fallback,
) -> Option<Vec<u8>> {
    const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let mut utf8 = bytes.to_vec();
    to_utf8(&mut utf8, read, fallback);
    let n_replaced =
        |bytes: &[u8]| bytes.windows(REPLACEMENT.len()).filter(|it| *it == REPLACEMENT).count();
    (n_replaced(&utf8) == n_replaced(bytes)).then_some(utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(src: &[u8], label: &str, expect: &[u8], n_replaced: u64) {
        let mut games = Games::new(src);
        let mut out = Vec::new();
        let charset = Charset::find(label).unwrap();
        let n = recode(games.next().unwrap(), src, Fallback::default(), charset, &mut out);
        assert_eq!(
            (String::from_utf8_lossy(&out), n),
            (String::from_utf8_lossy(expect), n_replaced)
        );
        assert_eq!(out, expect);
    }

    #[test]
    fn rejects_become_utf8_if_nothing_is_lost() {
        let text = |bytes: &[u8], label: &str| {
            let fallback = Charset::find(label).unwrap().fallback()?;
            let utf8 = to_utf8_without_loss(bytes, ReadOptions::default(), fallback);
            Some(String::from_utf8(utf8?).unwrap())
        };
        let dos = b"[White \"M\x81ller\"]\n\n1. e4 Ke4 *";
        assert_eq!(text(dos, "cp850").unwrap(), "[White \"M\u{fc}ller\"]\n\n1. e4 Ke4 *");
        assert_eq!(text(dos, "windows-1252"), None);
        assert_eq!(text(b"[White \"M\xC3\xBCller\"]\n\n*", "cp850"), None);
    }

    #[test]
    fn each_string_is_read_by_itself() {
        let src = b"\xEF\xBB\xBF[White \"R\xE9ti\"]\r\n[Black \"Gr\xC3\xBCnfeld\"]\r\n\r\n1.e4  {\xC3\xA9}  ; \xE9\r\n e5 *";
        let utf8 =
            "\u{FEFF}[White \"Réti\"]\r\n[Black \"Grünfeld\"]\r\n\r\n1.e4  {é}  ; é\r\n e5 *";
        check(src, "utf-8", utf8.as_bytes(), 0);
        let latin1 =
            b"[White \"R\xE9ti\"]\r\n[Black \"Gr\xFCnfeld\"]\r\n\r\n1.e4  {\xE9}  ; \xE9\r\n e5 *";
        check(src, "latin1", latin1, 0);
        let ascii = b"[White \"R?ti\"]\r\n[Black \"Gr?nfeld\"]\r\n\r\n1.e4  {?}  ; ?\r\n e5 *";
        check(src, "ascii", ascii, 4);
        check(b"  1.e4 *\n", "ascii", b"  1.e4 *\n", 0);
    }
}
