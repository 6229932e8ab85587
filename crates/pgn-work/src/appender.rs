//! Games one behind the other: what every command uses that writes games of several places into one
//! output.
//!
//! The bytes of games are copied as they are, with the line end and the empty line between them that
//! must stand there. Where a game would swallow its new neighbor, or be read otherwise because of it,
//! the least repair is made that keeps both apart, and counted.

mod behind;
mod joining;
mod output;

use std::io::{self, Write};

use pgn_stream::{GameNumber, is_text};
use pgn_syntax::{
    boundary::{Edges, GameText, Unread},
    last_line_end,
};

use self::joining::Spacing;
pub(crate) use self::{
    joining::{Extent, Joining},
    output::GamesOutput,
};
use crate::{
    batch::{Piece, PieceKind},
    outputs::LineEnding,
};

/// A text on its way to an output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coming<'a> {
    pub(crate) kind: PieceKind,
    /// Which input it is from.
    pub(crate) input: u64,
    /// The number of its game.
    pub(crate) number: GameNumber,
    /// It was not read between the games whose numbers are next to its own.
    pub(crate) is_apart: bool,
    pub(crate) edges: Edges,
    pub(crate) bytes: &'a [u8],
}

impl<'a> Coming<'a> {
    /// Returns a text of a batch of an input.
    pub(crate) fn of<T>(
        input: u64,
        (piece, bytes): (&Piece<T, GameNumber>, &'a [u8]),
    ) -> Coming<'a> {
        let Piece { kind, position: number, edges, .. } = *piece;
        Coming { kind, input, number, is_apart: false, edges, bytes }
    }
}

/// White space at the end of a game that is not read which waits for what follows.
const MOST_WHITE: usize = 1 << 10;

/// The number of the last game of a file that games are added to, which are not counted.
const LAST_OF_FILE: GameNumber = GameNumber(0);

/// The end of one output: what was written last, as far as what follows depends on it.
#[derive(Debug, Default)]
pub(crate) struct OutputEnd {
    /// Input and number of the last game; `None`: nothing was written.
    last: Option<(u64, GameNumber)>,
    edges: Edges,
    /// The last game, if its end depends on what follows; not all written yet.
    held: Vec<u8>,
    /// Its input.
    held_name: String,
    /// How many bytes of it are written.
    n_written: usize,
    /// The last game is one of a file that games are added to.
    is_behind_file: bool,
    /// Games of that file behind the last game: they wait, too, because it left a comment open.
    waiting: Vec<(Edges, Vec<u8>)>,
    /// The last game is not read: its end, and the white space at its end, which is not written yet.
    unread: Option<(Unread, Vec<u8>)>,
    /// The last bytes that were written.
    tail: [u8; 4],
    /// The last line end that was written.
    line_end: Option<&'static str>,
    /// More of the last game follows.
    is_within: bool,
}

impl OutputEnd {
    /// Writes a text, and before it what was held back and what must stand between them. `name`: what messages call
    /// the input of the text.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn append(
        &mut self,
        joining: &mut Joining<'_>,
        coming: &Coming<'_>,
        name: impl Fn() -> String,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let is_of_last = self.last.is_some_and(|(input, _)| input == coming.input);
        if std::mem::replace(&mut self.is_within, coming.kind == PieceKind::Part) && is_of_last {
            return self.extend(coming.bytes, out);
        }
        if coming.kind == PieceKind::NoGame {
            return self.append_text(joining, (coming.input, coming.bytes), out);
        }
        self.take_waiting(joining, out)?;
        self.append_next(joining, coming, name, out)
    }

    fn append_next(
        &mut self,
        joining: &mut Joining<'_>,
        game: &Coming<'_>,
        name: impl Fn() -> String,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Coming { input, number, is_apart, edges, mut bytes, .. } = *game;
        if bytes.is_empty() {
            return Ok(());
        }
        let line_end = self.line_end(joining, bytes);
        let edges = if edges.is_unread() { Edges::of_unread(bytes) } else { edges };
        self.end_unread();
        let before = self.last.replace((input, number));
        let is_behind_file = std::mem::take(&mut self.is_behind_file);
        let is_whole = joining.extent == Extent::Whole && !is_behind_file;
        let is_next = |before: GameNumber| before + 1 == number || input == behind::FILE;
        let follows =
            !is_apart && before.is_some_and(|(last, before)| last == input && is_next(before));
        if before.is_some() && !follows {
            bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        }
        let is_plain = match before {
            _ if is_whole => true,
            None => edges.can_be_first() && is_text(bytes),
            Some(_) if follows => !self.edges.leaves_comment_open(),
            Some(_) => self.edges.is_plain_before(edges),
        };
        // Behind a marker a game of the same input may begin on the next line.
        let is_tight = joining.spacing == Spacing::Kept
            && before.is_some_and(|(last, _)| last == input)
            && self.edges.ends_with_marker();
        let has_separator = before.is_some() && !follows && !is_whole;
        let separate = |first: &[u8], second: &[u8]| -> Vec<u8> {
            let is_on_line = matches!(first.last(), Some(b'\n' | b'\r'));
            if !has_separator || is_tight && is_on_line {
                return Vec::new();
            }
            separator(first, second, line_end)
        };
        let repaired;
        if !is_plain {
            let white = self.tail.len() - self.tail.trim_ascii_end().len();
            // A game whose end hides nothing stands for all such games.
            let stub = [b"[Event \"?\"]\n\n*", &self.tail[self.tail.len() - white..]].concat();
            let is_held = !self.held.is_empty();
            let first =
                GameText { bytes: if is_held { &self.held } else { &stub }, edges: self.edges };
            let first = before.map(|_| first);
            let second = GameText { bytes, edges };
            let joined = joining.repairer.repair(first, second, line_end, separate, is_text);
            // What is written already cannot be changed.
            let is_open = |first: &Vec<u8>| first.starts_with(&self.held[..self.n_written]);
            let is_fixed = joined.first.as_ref().is_some_and(|first| !is_open(first));
            if is_behind_file && is_fixed {
                return Err(behind::cannot_be_added(&self.held_name));
            }
            if let Some((_, number)) = before {
                joining.note(&joined.first_repairs, &self.held_name, number);
            }
            joining.note(&joined.second_repairs, &name(), number);
            if let Some(first) = joined.first.filter(|_| is_held && !is_fixed) {
                self.held = first;
            }
            if let Some(second) = joined.second {
                repaired = second;
                bytes = &repaired;
            }
        }
        self.flush(out)?;
        if has_separator {
            let separator = separate(&self.tail, bytes);
            self.write(&separator, out)?;
        }
        self.begin_game(edges, bytes, name, out)
    }

    /// Writes a game, or holds it back if its end depends on what follows.
    fn begin_game(
        &mut self,
        edges: Edges,
        bytes: &[u8],
        name: impl Fn() -> String,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.edges = edges;
        if edges.ends_with_marker() {
            return self.write(bytes, out);
        }
        self.held_name = name();
        if edges.is_unread() {
            self.unread = Some(Default::default());
            return self.extend(bytes, out);
        }
        self.held.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes the text of an input without games, if it cannot change how games around it are read.
    ///
    /// # Errors
    /// Those of `out`.
    fn append_text(
        &mut self,
        joining: &mut Joining<'_>,
        (input, bytes): (u64, &[u8]),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let is_behind_marker = self.last.is_none() || self.edges.ends_with_marker();
        self.take_waiting(joining, out)?;
        let is_apart = joining.extent == Extent::Several || self.is_behind_file;
        if is_apart && !(is_behind_marker && joining.repairer.is_preamble(bytes)) {
            joining.n_texts_left_out += u64::from(!bytes.trim_ascii().is_empty());
            return Ok(());
        }
        let line_end = self.line_end(joining, bytes);
        self.is_behind_file = false;
        self.flush(out)?;
        if self.last.replace((input, GameNumber(0))).is_some() {
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            self.write(&separator(&self.tail, bytes, line_end), out)?;
            return self.write(bytes, out);
        }
        self.edges = Edges::UNKNOWN;
        self.write(bytes, out)
    }

    /// Writes further bytes of the game at hand, which is not read.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn extend(&mut self, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let Some((mut unread, white)) = self.unread.take() else { return self.write(bytes, out) };
        unread.take(bytes);
        let n_white = bytes.len() - bytes.trim_ascii_end().len();
        let (text, new_white) = bytes.split_at(bytes.len() - n_white.min(MOST_WHITE));
        if text.is_empty() && white.len() < MOST_WHITE {
            self.unread = Some((unread, [&white, bytes].concat()));
            return Ok(());
        }
        self.unread = Some((unread, new_white.to_vec()));
        self.write(&white, out)?;
        self.write(text, out)
    }

    /// Ends the game at hand if it is not read: a text with such an end stands for it.
    fn end_unread(&mut self) {
        if let Some((unread, white)) = self.unread.take() {
            let (text, edges) = unread.stand_in();
            (self.held, self.n_written, self.edges) = ([text, &white].concat(), text.len(), edges);
        }
    }

    /// Notes that the bytes written last held `n` more games, all of them plain.
    pub(crate) fn skip(&mut self, n: u64) {
        if let Some((_, number)) = &mut self.last {
            *number += n;
        }
    }

    /// Returns true if any plain game may follow.
    pub(crate) fn is_plain(&self) -> bool {
        self.last.is_none() || self.edges.ends_with_marker()
    }

    /// Returns how many bytes are held back.
    pub(crate) fn n_held(&self) -> usize {
        self.held.len() - self.n_written
    }

    /// Writes as much of what is held back as no repair can change, because nothing more may come for
    /// a while.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn idle(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let end = self.held.trim_ascii_end().len();
        if end > self.n_written && !self.edges.leaves_comment_open() {
            out.write_all(&self.held[self.n_written..end])?;
            self.n_written = end;
        }
        Ok(())
    }

    /// Writes what is held back: nothing follows.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some((_, white)) = self.unread.take() {
            self.write(&white, out)?;
        }
        let held = std::mem::take(&mut self.held);
        let is_written = self.n_written > 0;
        let from = std::mem::take(&mut self.n_written).min(held.len());
        self.write(&held[from..], out)?;
        self.held = held;
        self.held.clear();
        // Nothing has followed: they stay as they are.
        let waiting = std::mem::take(&mut self.waiting);
        for (_, bytes) in waiting.iter().filter(|_| !is_written) {
            self.write(bytes, out)?;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        out.write_all(bytes)?;
        self.line_end = last_line_end(bytes).or(self.line_end);
        let n = bytes.len().min(4);
        self.tail.rotate_left(n);
        self.tail[4 - n..].copy_from_slice(&bytes[bytes.len() - n..]);
        Ok(())
    }

    /// Returns what lines end with: those that were asked for, or as the line before, or the next one.
    fn line_end(&self, joining: &Joining<'_>, next: &[u8]) -> &'static [u8] {
        let asked = joining.line_ending.map(|it| match it {
            LineEnding::Crlf => "\r\n",
            LineEnding::Lf => "\n",
        });
        let there = last_line_end(&self.held).or(self.line_end);
        // The lines of a file that is added to stay as they are.
        let first = if self.is_behind_file { there.or(asked) } else { asked.or(there) };
        first.or_else(|| last_line_end(next)).unwrap_or("\n").as_bytes()
    }
}

/// Returns what must stand between a text that ends with `first` and one that begins with `second`, so
/// that an empty line is between them.
pub(crate) fn separator(first: &[u8], second: &[u8], line_end: &[u8]) -> Vec<u8> {
    let starts_empty = matches!(second.first(), Some(b'\n' | b'\r'));
    let has_empty = [&b"\n\n"[..], b"\r\n\r\n", b"\r\r"].iter().any(|it| first.ends_with(it));
    let has_end = matches!(first.last(), Some(b'\n' | b'\r'));
    line_end.repeat(match (has_empty, has_end, starts_empty) {
        (true, ..) | (_, true, true) => 0,
        (false, true, false) | (false, false, true) => 1,
        (false, false, false) => 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_minimal() {
        let check = |first: &str, next: &str, expect: &str| {
            let found = separator(first.as_bytes(), next.as_bytes(), b"\n");
            assert_eq!(String::from_utf8(found).unwrap(), expect, "{first:?} {next:?}");
        };
        check("0\n\n\n", "[A", "");
        check("1-0\n", "[A", "\n");
        check(" 1-0", "[A", "\n\n");
        check("\r\n\r\n", "[A", "");
        check("1-0\n", "\n[A", "");
        check(" 1-0", "\n[A", "\n");
        assert_eq!(separator(b"-0\r\n", b"[A", b"\r\n"), b"\r\n");
    }
}
