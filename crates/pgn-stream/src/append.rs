//! What must stand between the text of a file and what follows it.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use crate::{decode, input::Format};

/// Whether, and how, what is written follows what a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Append {
    /// The file is replaced.
    No,
    /// On a line of its own.
    Line,
    /// After an empty line, as one game follows another.
    EmptyLine,
}

/// Bytes from the end of a text that show how its lines end.
const TAIL: usize = 4 << 10;

/// The line ends that are missing at the end of a file. What cannot be read is followed as it is.
pub(crate) fn missing_line_ends(path: &Path, format: Format, append: Append) -> Vec<u8> {
    let n_wanted = match append {
        Append::No => return Vec::new(),
        Append::Line => 1,
        Append::EmptyLine => 2,
    };
    let Ok(tail) = tail(path, format) else { return Vec::new() };
    let line_end: &[u8] = if tail.windows(2).any(|two| two == b"\r\n") { b"\r\n" } else { b"\n" };
    let (mut rest, mut n_there) = (&tail[..], 0);
    while let Some(shorter) = rest
        .strip_suffix(b"\r\n")
        .or_else(|| rest.strip_suffix(b"\n"))
        .or_else(|| rest.strip_suffix(b"\r"))
    {
        (rest, n_there) = (shorter, n_there + 1);
    }
    // A text of empty lines has nothing to be kept apart from.
    let n_missing = if rest.is_empty() { 0 } else { n_wanted.max(n_there) - n_there };
    line_end.repeat(n_missing)
}

fn tail(path: &Path, format: Format) -> io::Result<Vec<u8>> {
    let mut decoder = decode::decoder(format, Box::new(File::open(path)?))?;
    let mut tail = Vec::new();
    let mut buffer = vec![0; 128 << 10];
    loop {
        match decoder.read(&mut buffer)? {
            0 => return Ok(tail),
            n => tail.extend_from_slice(&buffer[..n]),
        }
        let n_old = tail.len().saturating_sub(TAIL);
        tail.drain(..n_old);
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write as _};

    use super::*;
    use crate::{Output, OutputOptions};

    #[test]
    fn what_follows_does_not_stick() {
        let dir = tempfile::tempdir().unwrap();
        let append = |name: &str, there: &str, append: Append, text: &str| {
            let path = dir.path().join(name);
            let _ = fs::remove_file(&path);
            let write = |append, text: &str| {
                let options = OutputOptions { append, ..OutputOptions::default() };
                let mut output = Output::create(&path, &options).unwrap();
                output.write_all(text.as_bytes()).unwrap();
                output.commit().unwrap();
            };
            write(Append::No, there);
            write(append, text);
            let format = crate::format_of_name(&path);
            let file = Box::new(File::open(&path).unwrap());
            let mut all = String::new();
            decode::decoder(format, file).unwrap().read_to_string(&mut all).unwrap();
            all
        };
        for name in ["a.pgn", "a.pgn.gz", "a.pgn.zst"] {
            for (there, kind, expect) in [
                ("1. e4 *", Append::EmptyLine, "1. e4 *\n\n*\n"),
                ("1. e4 *\n", Append::EmptyLine, "1. e4 *\n\n*\n"),
                ("1. e4\r\n*\r\n", Append::EmptyLine, "1. e4\r\n*\r\n\r\n*\n"),
                ("1. e4 *\n\n\n", Append::EmptyLine, "1. e4 *\n\n\n*\n"),
                ("", Append::EmptyLine, "*\n"),
                ("\n", Append::EmptyLine, "\n*\n"),
                ("a\r\nb", Append::Line, "a\r\nb\r\n*\n"),
                ("a\n", Append::Line, "a\n*\n"),
            ] {
                assert_eq!(append(name, there, kind, "*\n"), expect, "{name} {there:?}");
                // Where nothing follows nothing changes.
                assert_eq!(append(name, there, kind, ""), there);
            }
        }
    }
}
