//! What must stand between the text of a file and what follows it.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use crate::{
    decode,
    input::Format,
    sniff::{self, HEAD, Kind},
};

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

/// The line ends that are missing at the end of a file whose name says that it has that `format`.
///
/// # Errors
///
/// If what would be added to the file could not be read again: it is not what its name says, is cut
/// off, or holds what nothing can be added to.
pub(crate) fn missing_line_ends(
    path: &Path,
    format: Format,
    append: Append,
) -> io::Result<Vec<u8>> {
    let n_wanted = match append {
        Append::No => return Ok(Vec::new()),
        Append::Line => 1,
        Append::EmptyLine => 2,
    };
    let tail = tail(path, format).map_err(|error| {
        let words = format!("nothing can be added to it: {error}");
        io::Error::new(error.kind(), words)
    })?;
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
    Ok(line_end.repeat(n_missing))
}

/// The last bytes of the text.
fn tail(path: &Path, format: Format) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut head = Vec::with_capacity(HEAD);
    (&mut file).take(HEAD as u64).read_to_end(&mut head)?;
    if head.is_empty() {
        return Ok(Vec::new());
    }
    check_head(&head, path, format)?;
    let from = match format {
        Format::Plain => file.metadata()?.len().saturating_sub(TAIL as u64),
        _ => 0,
    };
    file.seek(SeekFrom::Start(from))?;
    let mut decoder = decode::decoder(format, Box::new(file))?;
    let (mut tail, mut is_begin) = (Vec::new(), format != Format::Plain);
    let mut buffer = vec![0; 128 << 10];
    loop {
        let n = decoder.read(&mut buffer).map_err(|error| {
            let error = decode::error_of(format, error);
            io::Error::other(format!("it {error}"))
        })?;
        tail.extend_from_slice(&buffer[..n]);
        if is_begin && !tail.is_empty() && (n == 0 || tail.len() >= HEAD) {
            is_begin = false;
            check_head(&tail, Path::new(""), Format::Plain)?;
        }
        if n == 0 {
            tail.drain(..tail.len().saturating_sub(TAIL));
            return Ok(tail);
        }
        if !is_begin {
            tail.drain(..tail.len().saturating_sub(TAIL));
        }
    }
}

/// # Errors
/// A file that begins like that is not of this `format`, or its text is not in bytes.
fn check_head(head: &[u8], path: &Path, format: Format) -> io::Result<()> {
    let is = match sniff::kind(head, Some(path)) {
        Kind::Plain if sniff::utf_of_bom(head).is_some() || sniff::is_utf16_without_bom(head) => {
            "UTF-16"
        }
        Kind::Plain => name_of(Format::Plain),
        Kind::Packed(packed) => name_of(packed),
        Kind::ZipArchive => name_of(Format::Zip),
        Kind::Refused(name) => name,
    };
    if is == name_of(format) {
        return Ok(());
    }
    Err(io::Error::other(match format {
        Format::Plain => format!("it is {is}"),
        _ => format!("it is {is}, and its name says {}", name_of(format)),
    }))
}

fn name_of(format: Format) -> &'static str {
    match format {
        Format::Plain => "plain text",
        Format::Zstd => "zstd",
        Format::Gzip => "gzip",
        Format::Bzip2 => "bzip2",
        Format::Xz => "xz",
        Format::Zip => "a zip archive",
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
