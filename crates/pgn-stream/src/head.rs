//! The first bytes of a file, decompressed.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::{
    decode,
    sniff::{self, FileKind},
};

/// Returns at most `max` first bytes of the file at `path`, decompressed if its content is compressed. For damaged
/// compressed data, returns the text before the damage; for an archive, the bytes of the archive itself.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or read, or is damaged from its beginning.
pub fn head_of(path: &Path, max: usize) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut stored = Vec::new();
    (&mut file).take(sniff::HEAD as u64).read_to_end(&mut stored)?;
    let FileKind::Compressed(format) = sniff::kind(&stored, None) else {
        let left = max.saturating_sub(stored.len()) as u64;
        file.take(left).read_to_end(&mut stored)?;
        stored.truncate(max);
        return Ok(stored);
    };
    let mut head = Vec::new();
    let raw = Box::new(io::Cursor::new(stored).chain(file));
    // Bytes that were read before an error stay in `head`.
    match decode::decoder(format, raw)?.take(max as u64).read_to_end(&mut head) {
        Err(error) if head.is_empty() => Err(error),
        _ => Ok(head),
    }
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
}
