//! `--rejects`: copies of games with errors, each behind a line that says what is wrong. PGN itself.

use std::{io, path::Path};

use pgn_stream::{InputInfo, Output};
use pgn_syntax::joint::Edges;

use super::{
    appender::{Coming, Extent, Joining, OutputEnd},
    target,
};
use crate::{Globals, inputs::name_of};

/// The file of rejects.
#[derive(Debug)]
pub(super) struct Rejects<'a> {
    out: Output,
    end: OutputEnd,
    joining: Joining<'a>,
}

/// A game with errors.
pub(super) struct Reject<'a> {
    /// Where its first error is, from 1.
    pub(super) line: u64,
    /// In its input, from 1.
    pub(super) number: u64,
    /// Rule and message.
    pub(super) what: &'a str,
    /// Its own bytes.
    pub(super) bytes: &'a [u8],
}

/// Where a reject was, as the line before it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// What messages call its input.
    pub(super) file: String,
    /// Where its first error was.
    pub(super) line: u64,
    pub(super) number: u64,
}

/// How the line before a reject begins.
const HEAD: &str = "% pgnkit: rejected ";

/// Reads the line before a reject: `% pgnkit: rejected FILE:LINE game N: RULE: message`.
pub(super) fn read_origin(line: &[u8]) -> Option<Origin> {
    let text = String::from_utf8_lossy(line);
    let rest = text.strip_prefix(HEAD)?;
    // A name may hold colons, too.
    rest.match_indices(':').find_map(|(at, _)| {
        let (line, rest) = rest[at + 1..].split_once(" game ")?;
        let (number, _) = rest.split_once(':')?;
        let (line, number) = (line.parse().ok()?, number.parse().ok()?);
        Some(Origin { file: text[HEAD.len()..HEAD.len() + at].to_owned(), line, number })
    })
}

impl<'a> Rejects<'a> {
    /// # Errors
    /// It cannot be written.
    pub(super) fn open(path: &Path, globals: &'a Globals) -> anyhow::Result<Rejects<'a>> {
        let out = target::open_beside(path)?;
        let joining = Joining::new(None, Extent::Several, globals);
        Ok(Rejects { out, end: OutputEnd::default(), joining })
    }

    pub(super) fn take(&mut self, input: &InputInfo, game: &Reject<'_>) -> io::Result<()> {
        let Reject { line, number, what, bytes } = *game;
        let name = name_of(input);
        let what = pgn_report::text::escape(what);
        let head = format!("{HEAD}{name}:{line} game {number}: {what}\n");
        // The first game of an input may begin as no other can.
        let edges = Edges::of_text_at(bytes, self.joining.read_options(), number == 1);
        let bytes = [head.as_bytes(), bytes, b"\n\n"].concat();
        let input = input.index as u64;
        let game = Coming { input, number, is_apart: true, edges, bytes: &bytes };
        self.end.append(&mut self.joining, &game, || name.clone(), &mut self.out)
    }

    /// Writes what is held back, and returns the file, to be closed with others.
    pub(super) fn into_inner(mut self) -> io::Result<Output> {
        self.end.flush(&mut self.out)?;
        self.joining.tell();
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_reject_was_is_read() {
        let read = |line: &str| read_origin(line.as_bytes());
        let of = |file: &str, line, number| Some(Origin { file: file.to_owned(), line, number });
        assert_eq!(
            read("% pgnkit: rejected a.pgn:12 game 3: illegal-move: `Ke9`"),
            of("a.pgn", 12, 3)
        );
        assert_eq!(
            read("% pgnkit: rejected C:\\x: y.zip!b game 1.pgn:1 game 2: z"),
            of("C:\\x: y.zip!b game 1.pgn", 1, 2)
        );
        assert_eq!(read("% pgnkit: ignore illegal-move"), None);
        assert_eq!(read("% pgnkit: rejected a.pgn:x game 3: y"), None);
    }
}
