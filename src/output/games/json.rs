//! Pieces of JSON that are written straight into a buffer.

use pgn_syntax::{Span, write::push_number};

/// Stands in front of offsets that are still relative to the chunk. No string holds it: quotes in
/// strings are escaped.
pub(super) const OFFSET: &[u8] = b"\"offset\":@";

pub(super) fn push_error(
    errors: &mut Vec<u8>,
    rule: &str,
    span: Span,
    ply: Option<u32>,
    message: &str,
) {
    comma(errors);
    errors.extend_from_slice(b"{\"rule\":");
    push_string(errors, rule);
    errors.push(b',');
    errors.extend_from_slice(OFFSET);
    push_number(errors, span.start);
    errors.extend_from_slice(format!(",\"length\":{},\"ply\":", span.len()).as_bytes());
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

pub(super) fn push_string(out: &mut Vec<u8>, text: &str) {
    if serde_json::to_writer(&mut *out, text).is_err() {
        // Writing to a buffer does not fail.
        out.extend_from_slice(b"\"\"");
    }
}
