//! JSON values that are written directly into a buffer.

use pgn_syntax::{
    Fallback, Span,
    write::{is_plain, push_number},
};

/// Appends the object of an error. `base` is the input offset that `span` is relative to.
pub(super) fn push_error(
    errors: &mut Vec<u8>,
    rule: &str,
    base: u64,
    span: Span,
    ply: Option<u32>,
    message: &str,
) {
    comma(errors);
    errors.extend_from_slice(b"{\"rule\":");
    push_string(errors, rule);
    let offset = base + u64::from(span.start);
    errors.extend_from_slice(
        format!(",\"offset\":{offset},\"length\":{},\"ply\":", span.len()).as_bytes(),
    );
    push_or_null(errors, ply, push_number);
    errors.extend_from_slice(b",\"message\":");
    push_string(errors, message);
    errors.push(b'}');
}

pub(super) fn comma(out: &mut Vec<u8>) {
    if !out.is_empty() {
        out.push(b',');
    }
}

pub(super) fn list(out: &mut Vec<u8>, name: &str, items: &[u8]) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":[");
    out.extend_from_slice(items);
    out.push(b']');
}

/// Inserts what `push` appends to `out` at offset `at`.
pub(super) fn insert(out: &mut Vec<u8>, at: usize, push: impl FnOnce(&mut Vec<u8>)) {
    let piece = out.len();
    push(out);
    if piece < out.len() {
        bring_forward(out, piece, at);
    }
}

/// Moves the bytes from offset `piece` to the end of `out` to offset `at`, and the bytes from `at` on behind them.
#[inline]
pub(super) fn bring_forward(out: &mut [u8], piece: usize, at: usize) {
    if at < piece {
        exchange(out, piece, at);
    }
}

fn exchange(out: &mut [u8], piece: usize, at: usize) {
    let len = out.len() - piece;
    if len > piece - at {
        out[at..].rotate_right(len);
        return;
    }
    // A copy of the smaller part is several times as fast as a rotation.
    let moved = out[piece..].to_vec();
    out.copy_within(at..piece, at + len);
    out[at..at + len].copy_from_slice(&moved);
}

/// Appends text that needs no escaping as a string.
#[inline]
pub(super) fn push_plain(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

/// Appends bytes that are UTF-8, or else in the character set `fallback`, as a string.
pub(super) fn push_decoded(out: &mut Vec<u8>, bytes: &[u8], fallback: Fallback) {
    if is_plain(bytes) {
        return push_plain(out, bytes);
    }
    push_escaped(out, &fallback.decode(bytes));
}

pub(super) fn push_string(out: &mut Vec<u8>, text: &str) {
    if is_plain(text.as_bytes()) {
        return push_plain(out, text.as_bytes());
    }
    push_escaped(out, text);
}

fn push_escaped(out: &mut Vec<u8>, text: &str) {
    // Writing to a buffer cannot fail.
    let _ = serde_json::to_writer(out, text);
}

/// Appends a value with `push`, or null if there is none.
pub(super) fn push_or_null<T>(
    out: &mut Vec<u8>,
    value: Option<T>,
    push: impl FnOnce(&mut Vec<u8>, T),
) {
    match value {
        Some(value) => push(out, value),
        None => out.extend_from_slice(b"null"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_those_of_serde() {
        for len in 1..20 {
            for at in 0..len {
                for byte in 0..0x80_u8 {
                    let mut text = vec![b'~'; len];
                    text[at] = byte;
                    check(std::str::from_utf8(&text).unwrap());
                }
            }
        }
        check("…é");
    }

    #[track_caller]
    fn check(text: &str) {
        let mut out = Vec::new();
        push_string(&mut out, text);
        assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(text).unwrap());
    }
}
