//! Games that stand in one line each: export text with a tab for every line end.

/// Turns the export text of a game at `from` into one line.
pub(super) fn fold(bytes: &mut Vec<u8>, from: usize, is_crlf: bool) {
    if bytes.len() == from {
        return;
    }
    for byte in &mut bytes[from..] {
        if *byte == b'\n' {
            *byte = b'\t';
        }
    }
    bytes.extend_from_slice(if is_crlf { b"\r\n" } else { b"\n" });
}

/// The text of games that stand in one line each.
pub(super) fn unfold(bytes: &[u8]) -> Vec<u8> {
    let ends = bytes.iter().filter(|&&byte| byte != b'\n' && byte != b'\r');
    ends.map(|&byte| if byte == b'\t' { b'\n' } else { byte }).collect()
}

/// Whether a text that begins like that was written so: its first line holds the first tags of a game.
pub(super) fn is_folded(head: &[u8]) -> bool {
    let line = head.split(|&b| b == b'\n').next().unwrap_or_default();
    let has = |what: &[u8]| line.windows(what.len()).any(|window| window == what);
    // Lines for this program may stand before the tags.
    (line.starts_with(b"[Event \"") || line.starts_with(b"% pgnkit:") && has(b"\t[Event \""))
        && has(b"\"]\t[Site \"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_known_by_their_start() {
        assert!(is_folded(b"[Event \"a\"]\t[Site \"b\"]\t"));
        assert!(is_folded(b"% pgnkit: ignore x\t[Event \"a\"]\t[Site \"b\"]\t"));
        assert!(!is_folded(b"[Event \"a\"]\n[Site \"b\"]\t[Site \"]\t[Site \""));
        assert!(!is_folded(b"[Event \"a\"] [Site \"b\"]"));
        assert!(!is_folded(b""));
    }
}
