//! Addresses of files in the protocol, and their paths.

use std::path::{Path, PathBuf};

use lsp_types::Uri;
use pgn_report::uri_path;
use serde_json::Value;

/// Returns the path of a `file:` address; `None` for other addresses.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    let path = &text[text.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/games` is `C:/games` where paths begin so.
    let after = Path::new(&path[1..]);
    Some(if after.is_absolute() { after.to_path_buf() } else { PathBuf::from(path) })
}

/// Encodes in parameters of a message what no address may have, because some clients send blanks and letters beyond ASCII
/// as they are, and `lsp-types` refuses the whole message.
pub(crate) fn encode_addresses(params: &mut Value) {
    if let Some(uri) = params.pointer_mut("/textDocument/uri") {
        encode(uri);
    }
    let found = params.pointer_mut("/context/diagnostics").and_then(Value::as_array_mut);
    for related in found.into_iter().flatten().filter_map(|it| it.get_mut("relatedInformation")) {
        let related = related.as_array_mut().into_iter().flatten();
        related.filter_map(|it| it.pointer_mut("/location/uri")).for_each(encode);
    }
}

/// Encodes an address, unless it is valid.
pub(crate) fn encode(uri: &mut Value) {
    let Value::String(text) = uri else { return };
    if text.parse::<Uri>().is_ok() {
        return;
    }
    let mut encoded = String::with_capacity(text.len());
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        let is_hex = |n: usize| text.as_bytes().get(at + n).is_some_and(u8::is_ascii_hexdigit);
        let is_allowed = byte.is_ascii_alphanumeric()
            || b"-._~:/?#@!$&'()*+,;=".contains(&byte)
            || byte == b'%' && is_hex(1) && is_hex(2);
        if is_allowed {
            encoded.push(char::from(byte));
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    *text = encoded;
}

/// Returns the address of an absolute path.
pub(crate) fn address_of(path: &Path) -> Option<Uri> {
    format!("file://{}", uri_path(path)).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_paths() {
        let path = |text: &str| path_of(&text.parse().unwrap());
        assert_eq!(path("file:///a%20b/%C3%A9.pgn"), Some(PathBuf::from("/a b/é.pgn")));
        assert_eq!(path("file://localhost/a"), Some(PathBuf::from("/a")));
        assert_eq!(path("untitled:Untitled-1"), None);
    }

    #[test]
    fn addresses_are_encoded() {
        for (text, expected) in [
            ("file:///tmp/\u{e9} a.pgn", "file:///tmp/%C3%A9%20a.pgn"),
            ("file:///a%20\u{e9}%zz[1]", "file:///a%20%C3%A9%25zz%5B1%5D"),
            ("git:/a.pgn?{\"ref\":\"~\"}#x", "git:/a.pgn?%7B%22ref%22:%22~%22%7D#x"),
            ("file:///c%3A/a.pgn", "file:///c%3A/a.pgn"),
        ] {
            let mut uri = Value::from(text);
            encode(&mut uri);
            assert_eq!(uri, expected);
            assert!(expected.parse::<Uri>().is_ok(), "{expected}");
        }
    }

    #[test]
    fn paths_are_addresses() {
        for (path, address) in [
            ("/a b/\u{e9}.pgn", "file:///a%20b/%C3%A9.pgn"),
            ("/a#?%[1]", "file:///a%23%3F%25%5B1%5D"),
        ] {
            let found = address_of(Path::new(path)).unwrap();
            assert_eq!(found.as_str(), address);
            assert_eq!(path_of(&found), Some(PathBuf::from(path)));
        }
    }
}
