//! JSON values that are written directly into a buffer.

use pgn_syntax::{Span, write::push_number};

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
    match ply {
        Some(ply) => push_number(errors, ply),
        None => errors.extend_from_slice(b"null"),
    }
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

/// Moves the bytes from `piece` on, which were appended last, to `at`, before the bytes there.
pub(super) fn bring_forward(out: &mut [u8], piece: usize, at: usize) {
    if at < piece {
        let len = out.len() - piece;
        out[at..].rotate_right(len);
    }
}

pub(super) fn push_string(out: &mut Vec<u8>, text: &str) {
    if serde_json::to_writer(&mut *out, text).is_err() {
        // Writing to a buffer cannot fail.
        out.extend_from_slice(b"\"\"");
    }
}
