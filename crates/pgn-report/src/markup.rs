//! Escaping for XML, HTML, HTML inside Markdown, and URIs.

use std::path::{MAIN_SEPARATOR, Path};

use crate::text::visible_char;

/// Returns the path as a part of a URI: separated by slashes, other bytes percent-encoded. An absolute path begins with
/// a slash, also on a system where it begins with a drive.
#[must_use]
pub fn uri_path(path: &Path) -> String {
    let mut out = String::new();
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_separator = |&byte: &u8| char::from(byte) == MAIN_SEPARATOR;
    if path.is_absolute() && !bytes.first().is_some_and(is_separator) {
        out.push('/');
    }
    push_percent_encoded(&mut out, bytes);
    out
}

/// Returns the bytes of a path, with slashes between its parts on every system.
pub(super) fn slashed(path: &Path) -> Vec<u8> {
    let slash = |&byte: &u8| if char::from(byte) == MAIN_SEPARATOR { b'/' } else { byte };
    path.as_os_str().as_encoded_bytes().iter().map(slash).collect()
}

/// Appends the bytes of a path. All but slashes and unreserved characters are percent-encoded.
pub(super) fn push_percent_encoded(out: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ if char::from(byte) == MAIN_SEPARATOR => out.push('/'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
}

/// Returns text with control characters made visible, escaped for elements and attributes of HTML.
pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars().map(visible_char) {
        match c {
            '\'' => out.push_str("&#39;"),
            _ => push_char(&mut out, c),
        }
    }
    out
}

/// Appends a character, escaped for elements and for attributes in double quotes.
pub(super) fn push_char(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        _ => out.push(c),
    }
}
