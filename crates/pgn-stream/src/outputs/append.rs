//! The end of an existing text, to which an output is added.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use pgn_syntax::has_crlf;

use crate::{
    inputs::{
        decode::{self, Padding},
        head::first_bytes,
        input::Format,
        sniff::{self, FileKind, HEAD, TextKind},
    },
    system::error::{Error, ErrorKind},
};

/// How an output is added to an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Append {
    /// The file is replaced.
    No,
    /// The output begins on a new line after the text of the file.
    Line,
    /// The output follows the text as one game follows another: the caller takes the end of the text with
    /// [`crate::Output::take_tail`], and writes the part of it that is not written yet.
    Games,
}

/// The end of an existing text to which games are added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// The last bytes of the text.
    pub bytes: Vec<u8>,
    /// True if these are all of the text.
    pub is_whole: bool,
    /// True if the output contains these bytes already; otherwise the output ends before them.
    pub is_written: bool,
}

/// Number of bytes that are read at the end of a text: enough for the last game.
const TAIL: usize = 1 << 20;

/// Returns the end of the text of a file whose name indicates `format`.
///
/// # Errors
///
/// Returns an error if text added to the file could not be read again: the file does not have the format of its name,
/// is truncated, or has content that cannot be appended to.
pub(crate) fn tail_of(path: &Path, format: Format, append: Append) -> io::Result<Tail> {
    let mut bytes = tail(path, format, append).map_err(|error| {
        let kind = error.kind();
        let error = Error { source: Some(error), ..Error::new(ErrorKind::Unappendable) };
        io::Error::new(kind, error.at(Some(path.to_owned()), None))
    })?;
    let is_whole = bytes.len() <= TAIL;
    bytes.drain(..bytes.len().saturating_sub(TAIL));
    Ok(Tail { bytes, is_whole, is_written: format != Format::Plain })
}

/// Returns the line end that is missing at the end of a text; empty if the text ends with one or is empty.
pub(crate) fn missing_line_end(tail: &[u8]) -> Vec<u8> {
    match tail.last() {
        None | Some(b'\n' | b'\r') => Vec::new(),
        Some(_) if has_crlf(tail) => b"\r\n".to_vec(),
        Some(_) => b"\n".to_vec(),
    }
}

/// Returns the last bytes of the text: all of them, or more than [`TAIL`].
fn tail(path: &Path, format: Format, append: Append) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let head = first_bytes(&mut file)?;
    if head.is_empty() {
        return Ok(Vec::new());
    }
    check_head(&head, path, format, append)?;
    let from = match format {
        Format::Plain => file.metadata()?.len().saturating_sub(TAIL as u64 + 1),
        _ => 0,
    };
    file.seek(SeekFrom::Start(from))?;
    let mut decoder = decode::decoder_with(format, Box::new(file), Padding::Refuse)?;
    let (mut tail, mut is_begin) = (Vec::new(), format != Format::Plain);
    let mut buffer = vec![0; 128 << 10];
    loop {
        let n = decoder.read(&mut buffer).map_err(|error| {
            let error = decode::error_of(format, error);
            io::Error::other(format!("the file {error}"))
        })?;
        tail.extend_from_slice(&buffer[..n]);
        if is_begin && !tail.is_empty() && (n == 0 || tail.len() >= HEAD) {
            is_begin = false;
            check_head(&tail, Path::new(""), Format::Plain, append)?;
        }
        if n == 0 {
            return Ok(tail);
        }
        if tail.len() > 4 * TAIL {
            tail.drain(..tail.len() - TAIL - 1);
        }
    }
}

/// Checks the first bytes of a file.
///
/// # Errors
/// Returns an error if the file does not have this `format`, or its text is UTF-16, UTF-32 or binary. Games are not added
/// to HTML and the like without tag pairs either.
fn check_head(head: &[u8], path: &Path, format: Format, append: Append) -> io::Result<()> {
    let is = match sniff::kind(head, Some(path)) {
        FileKind::Plain => match sniff::utf_of(head) {
            Some(utf) => utf.family(),
            None if sniff::is_binary(head) == Some(true) => "binary data",
            None => match sniff::text_kind(head) {
                TextKind::Binary if append == Append::Games => "binary data",
                TextKind::Other(kind) if append == Append::Games && !has_tags(head) => kind,
                _ => name_of(Format::Plain),
            },
        },
        FileKind::Compressed(format) => name_of(format),
        FileKind::ZipArchive => name_of(Format::Zip),
        FileKind::Refused(format) => format.name(),
    };
    if is == name_of(format) {
        return Ok(());
    }
    Err(io::Error::other(match format {
        Format::Plain => format!("the file is {is}"),
        _ => format!("the file is {is}, but its name says {}", name_of(format)),
    }))
}

/// Returns true if a line may begin a tag pair: then games may be in a text that begins like another format.
fn has_tags(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"["))
}

fn name_of(format: Format) -> &'static str {
    match format {
        Format::Plain => "plain text",
        Format::Zip => "a zip archive",
        other => other.name(),
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write as _};

    use super::*;
    use crate::{Output, OutputOptions};

    #[test]
    fn appended_text_begins_on_its_own_line() {
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
                ("", Append::Line, "*\n"),
                ("\n", Append::Line, "\n*\n"),
                ("a\r\nb", Append::Line, "a\r\nb\r\n*\n"),
                ("a\n", Append::Line, "a\n*\n"),
            ] {
                assert_eq!(append(name, there, kind, "*\n"), expect, "{name} {there:?}");
                // If nothing is added, nothing changes.
                assert_eq!(append(name, there, kind, ""), there);
            }
        }
    }

    #[test]
    fn the_end_of_a_text_is_handed_out() {
        let dir = tempfile::tempdir().unwrap();
        for (name, n_bytes) in
            [("a.pgn", 10), ("a.pgn", TAIL + 3), ("a.pgn.gz", 10), ("a.pgn.zst", TAIL + 3)]
        {
            let path = dir.path().join(name);
            let _ = fs::remove_file(&path);
            let text: Vec<u8> = (b'a'..=b'w').cycle().take(n_bytes).collect();
            let open = |append| {
                let options = OutputOptions { append, ..OutputOptions::default() };
                Output::create(&path, &options).unwrap()
            };
            let mut output = open(Append::No);
            assert_eq!(output.take_tail(), None);
            output.write_all(&text).unwrap();
            output.commit().unwrap();
            let mut output = open(Append::Games);
            let tail = output.take_tail().unwrap();
            assert!(text.ends_with(&tail.bytes) && tail.bytes.len() == n_bytes.min(TAIL), "{name}");
            assert_eq!((tail.is_whole, tail.is_written), (n_bytes < TAIL, name != "a.pgn"));
            if !tail.is_written {
                output.write_all(&tail.bytes).unwrap();
            }
            output.write_all(b" and more").unwrap();
            output.commit().unwrap();
            let mut all = Vec::new();
            let file = Box::new(File::open(&path).unwrap());
            decode::decoder(crate::format_of_name(&path), file)
                .unwrap()
                .read_to_end(&mut all)
                .unwrap();
            assert_eq!(all, [&text[..], b" and more"].concat());
        }
    }
}
