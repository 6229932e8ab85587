//! The first bytes of a file, decompressed.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::Path,
};

use crate::inputs::{
    decode,
    sniff::{self, FileKind, HEAD},
    transcode::Transcoder,
};

/// Returns the first bytes of a text, by which its kind is recognized.
pub(crate) fn first_bytes(text: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD);
    text.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns at most `max` first bytes of the file at `path`, decompressed if its content is compressed. For damaged
/// compressed data, returns the text before the damage; for an archive, the bytes of the archive itself.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or read, or is damaged from its beginning.
pub fn head_of(path: &Path, max: usize) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut stored = first_bytes(&mut file)?;
    let FileKind::Compressed(format) = sniff::kind(&stored, None) else {
        let left = max.saturating_sub(stored.len()) as u64;
        file.take(left).read_to_end(&mut stored)?;
        stored.truncate(max);
        return Ok(stored);
    };
    let mut head = Vec::new();
    let raw = Box::new(Cursor::new(stored).chain(file));
    // Bytes that were read before an error stay in `head`.
    match decode::decoder(format, raw)?.take(max as u64).read_to_end(&mut head) {
        Err(error) if head.is_empty() => Err(error),
        _ => Ok(head),
    }
}

/// Returns at most `max` first bytes of the text of the file at `path`, decompressed and converted to UTF-8 if it is
/// UTF-16 or UTF-32, and the name of what was undone; `None` if the text is stored as it is.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or read, is damaged before the end of the text that is returned, or is
/// an archive or of another format that is not supported.
pub fn text_of(path: &Path, max: u64) -> io::Result<(Vec<u8>, Option<&'static str>)> {
    let mut file = File::open(path)?;
    let mut head = first_bytes(&mut file)?;
    let mut stored = None;
    let mut text: Box<dyn Read> = match sniff::kind(&head, Some(path)) {
        FileKind::Plain => Box::new(file),
        FileKind::Compressed(format) => {
            stored = Some("compressed");
            let mut decoder = decode::decoder(format, Box::new(Cursor::new(head).chain(file)))?;
            head = first_bytes(&mut decoder)?;
            decoder
        }
        FileKind::ZipArchive => return Err(io::Error::other("a zip archive")),
        FileKind::Refused(format) => return Err(io::Error::other(format.name())),
    };
    let utf = sniff::utf_of(&head);
    text = Box::new(Cursor::new(head).chain(text));
    if let Some(utf) = utf {
        stored = stored.or(Some(utf.family()));
        text = Box::new(Transcoder::new(text, utf));
    }
    let mut bytes = Vec::new();
    text.take(max).read_to_end(&mut bytes)?;
    Ok((bytes, stored))
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write as _};

    use super::*;
    use crate::{Output, OutputOptions};

    #[test]
    fn heads_of_compressed_files_are_decoded() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a.pgn", "a.pgn.zst", "a.pgn.gz", "a.pgn.bz2", "a.pgn.xz"] {
            let path = dir.path().join(name);
            let mut out = Output::create(&path, &OutputOptions::default()).unwrap();
            out.write_all(&b"1. e4 *\n".repeat(1000)).unwrap();
            out.commit().unwrap();
            assert_eq!(head_of(&path, 10).unwrap(), b"1. e4 *\n1.", "{name}");
            assert_eq!(head_of(&path, 8003).unwrap().len(), 8000, "{name}");
        }
        let damaged = dir.path().join("b.zst");
        fs::write(&damaged, b"\x28\xb5\x2f\xfd and no more").unwrap();
        assert!(head_of(&damaged, 10).is_err());
        assert!(head_of(&dir.path().join("c"), 10).is_err());
    }

    #[test]
    fn texts_are_decompressed_and_converted() {
        let dir = tempfile::tempdir().unwrap();
        let text = "[White \"Ş\"]\n\n1. e4 *\n".repeat(100);
        let utf16 = || text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let with_bom = || [b"\xff\xfe".to_vec(), utf16()].concat();
        for (name, bytes, expected) in [
            ("a.pgn", text.clone().into_bytes(), None),
            ("a.pgn.gz", text.clone().into_bytes(), Some("compressed")),
            ("b.pgn.zst", with_bom(), Some("compressed")),
            ("b.pgn", with_bom(), Some("UTF-16")),
            ("c.pgn", utf16(), Some("UTF-16")),
        ] {
            let path = dir.path().join(name);
            let mut out = Output::create(&path, &OutputOptions::default()).unwrap();
            out.write_all(&bytes).unwrap();
            out.commit().unwrap();
            let whole = text_of(&path, 1 << 20).unwrap();
            assert_eq!(
                (String::from_utf8_lossy(&whole.0), whole.1),
                (text.as_str().into(), expected)
            );
            assert_eq!(text_of(&path, 7).unwrap().0, b"[White ", "{name}");
        }
        let gzip = fs::read(dir.path().join("a.pgn.gz")).unwrap();
        for (bytes, expected) in [
            (&gzip[..gzip.len() - 9], ""),
            (b"PK\x03\x04", "a zip archive"),
            (b"7z\xbc\xaf\x27\x1c", "7z"),
        ] {
            let path = dir.path().join("d.pgn");
            fs::write(&path, bytes).unwrap();
            assert!(text_of(&path, 1 << 20).unwrap_err().to_string().contains(expected));
        }
        assert!(text_of(&dir.path().join("e.pgn"), 1).is_err());
    }
}
