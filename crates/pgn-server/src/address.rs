//! Addresses of files in the protocol, and their paths.

use std::path::{Path, PathBuf};

use lsp_types::Uri;
use pgn_report::uri_path;

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
