//! Appends games to an output, for all commands that write games from several places to one output.
//!
//! The bytes of games are copied, with a line end and an empty line between them if these are missing. If a game would
//! absorb its new neighbor, or would be read in another way because of it, the smallest repair is made that keeps both
//! apart, and is counted.

mod existing_file;
mod joining;
mod output;

use std::io::{self, Write};

use pgn_stream::{GameNumber, is_text};
use pgn_syntax::{
    boundary::{Edges, GameText, OversizedEnd},
    count_line_ends, is_blank_text, is_line_end, last_line_end, without_bom,
};

use self::joining::Spacing;
pub(crate) use self::{
    joining::{Extent, Joining},
    output::GamesOutput,
};
use crate::{
    batch::{Piece, PieceKind},
    encodings::Encodings,
    outputs::LineEnding,
    unended_file::UnendedFile,
};

/// A text that is appended to an output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AppendedText<'a> {
    pub(crate) kind: PieceKind,
    /// Index of the input of the text.
    pub(crate) input: u64,
    /// Number in the input of the game to which the text belongs.
    pub(crate) number: GameNumber,
    /// True if the text did not stand between the games with the neighboring numbers.
    pub(crate) is_apart: bool,
    pub(crate) edges: Edges,
    pub(crate) bytes: &'a [u8],
}

impl<'a> AppendedText<'a> {
    /// Returns the text of a piece of a batch. `input`: index of the input.
    pub(crate) fn of<T>(
        input: u64,
        (piece, bytes): (&Piece<T, GameNumber>, &'a [u8]),
    ) -> AppendedText<'a> {
        let Piece { kind, position: number, edges, .. } = *piece;
        AppendedText { kind, input, number, is_apart: false, edges, bytes }
    }
}

/// Maximum number of bytes of white space at the end of an unparsed game that are held back.
const MAX_WHITE_SPACE: usize = 1 << 10;

/// Number of bytes of a large game, or of a large text without games, that are passed at a time.
pub(crate) const PIECE: usize = 1 << 20;

/// The number of the last game of a file to which games are appended. The games of this file are not counted.
const LAST_OF_FILE: GameNumber = GameNumber(0);

/// The end of an output: the state on which the form of the next text depends.
#[derive(Debug, Default)]
pub(crate) struct OutputEnd {
    /// Input and number of the last game; `None` if nothing was written.
    last: Option<(u64, GameNumber)>,
    edges: Edges,
    /// The last game, if its end depends on the next text. Its first `n_written` bytes are written.
    held: Vec<u8>,
    /// The game before the held one, and the separator between them, if that game has no marker: a change of the held
    /// game could join the two.
    earlier: Vec<u8>,
    earlier_edges: Edges,
    /// The name of the input of the held text in messages.
    held_name: String,
    /// Number of bytes of `held` that are written.
    n_written: usize,
    /// True if the last game is in the file to which games are appended.
    is_after_file: bool,
    /// True if that file has only white space or a byte order mark, so that the first game is not at the start of the
    /// output.
    is_after_blank_file: bool,
    /// Games of that file that follow the last game. They are held back, too, because that game left a comment open.
    waiting: Vec<(Edges, Vec<u8>)>,
    /// Set if the last game was not parsed: the state of its text, and the white space at its end, which is not written
    /// yet.
    unread: Option<(OversizedEnd, Vec<u8>)>,
    /// The last bytes that were written.
    tail: [u8; 4],
    /// The last line end that was written.
    line_end: Option<&'static str>,
    /// True if further pieces of the last game follow.
    is_within: bool,
    /// True if the last text was left out, and its further pieces are.
    is_left_out: bool,
    /// The number of texts of inputs without games that were written last.
    n_texts: u64,
    /// The name of the file to which games are appended and the encodings at its end, until a game in another encoding
    /// was reported.
    file: Option<(String, Encodings)>,
}

impl OutputEnd {
    /// Writes a text after the text that was held back and a separator. `name`: returns the name of the input of the
    /// text in messages.
    pub(crate) fn append(
        &mut self,
        joining: &mut Joining<'_>,
        appended: &AppendedText<'_>,
        name: impl Fn() -> String,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.is_left_out = false;
        let is_of_last = self.last.is_some_and(|(input, _)| input == appended.input);
        if std::mem::replace(&mut self.is_within, appended.kind == PieceKind::Part) && is_of_last {
            return self.extend(appended.bytes, out);
        }
        if appended.kind == PieceKind::NoGame {
            return self.append_text(joining, (appended.input, appended.bytes), name, out);
        }
        self.take_waiting(joining, out)?;
        self.append_next(joining, appended, name, out)?;
        if appended.kind == PieceKind::Game {
            self.warn_of_other_encoding(joining, appended.bytes);
        }
        Ok(())
    }

    /// Writes a text of a game after the last game, both of which are repaired if they would be read in another way.
    fn append_next(
        &mut self,
        joining: &mut Joining<'_>,
        game: &AppendedText<'_>,
        name: impl Fn() -> String,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let AppendedText { input, number, is_apart, mut edges, mut bytes, .. } = *game;
        if bytes.is_empty() {
            return Ok(());
        }
        let line_end = self.line_end(joining, bytes);
        if edges.is_oversized() {
            edges = Edges::of_oversized(bytes);
        }
        self.end_unread();
        joining.n_texts_before_games += std::mem::take(&mut self.n_texts);
        let before = self.last.replace((input, number));
        let is_after_file = std::mem::take(&mut self.is_after_file);
        let is_whole = joining.extent == Extent::Whole && !is_after_file;
        let is_next = |before: GameNumber| before + 1 == number || input == existing_file::FILE;
        let follows =
            !is_apart && before.is_some_and(|(last, before)| last == input && is_next(before));
        if (before.is_some() || self.is_after_blank_file) && !follows {
            bytes = without_bom(bytes);
        }
        let boundary = Boundary {
            before: before.map(|(_, number)| number),
            is_after_file,
            has_separator: before.is_some() && !follows && !is_whole,
            is_tight: joining.spacing == Spacing::Kept
                && before.is_some_and(|(last, _)| last == input)
                && self.edges.ends_with_marker(),
            line_end,
        };
        let is_plain = match before {
            _ if is_whole => true,
            None => edges.can_be_first() && is_text(bytes),
            Some(_) if follows => !self.edges.leaves_comment_open(),
            Some(_) => self.edges.is_plain_before(edges),
        };
        let repaired;
        if !is_plain {
            let game = AppendedText { edges, bytes, ..*game };
            if let Some(text) = self.repair(joining, &boundary, &game, &name)? {
                repaired = text;
                bytes = &repaired;
            }
        }
        self.keep_earlier(edges);
        self.flush(out)?;
        if boundary.has_separator {
            let separator = boundary.separator(&self.tail, bytes);
            self.write(&separator, out)?;
            self.earlier.extend_from_slice(&separator);
        }
        self.begin_game(edges, bytes, name, out)
    }

    /// Makes and notes the smallest repair that keeps the last game and the next one apart. Returns the changed text of
    /// the next game; `None` if it stays.
    #[cold]
    fn repair(
        &mut self,
        joining: &mut Joining<'_>,
        boundary: &Boundary,
        next: &AppendedText<'_>,
        name: impl Fn() -> String,
    ) -> io::Result<Option<Vec<u8>>> {
        let white = self.tail.len() - self.tail.trim_ascii_end().len();
        // If the last game is not held back, this short game with the same white space at its end represents it.
        let stub = [b"[Event \"?\"]\n\n*", &self.tail[self.tail.len() - white..]].concat();
        let is_held = !self.held.is_empty();
        let first = GameText { bytes: if is_held { &self.held } else { &stub }, edges: self.edges };
        let earlier = GameText { bytes: &self.earlier, edges: self.earlier_edges };
        let joined = joining.repairer.repair(
            (is_held && !self.earlier.is_empty()).then_some(earlier),
            boundary.before.map(|_| first),
            GameText { bytes: next.bytes, edges: next.edges },
            boundary.line_end,
            |first, second| boundary.separator(first, second),
            is_text,
        );
        // Bytes that are already written cannot be changed.
        let is_open = |first: &Vec<u8>| first.starts_with(&self.held[..self.n_written]);
        let is_fixed = joined.first.as_ref().is_some_and(|first| !is_open(first));
        if boundary.is_after_file && is_fixed {
            return Err(io::Error::other(UnendedFile(self.held_name.clone())));
        }
        if let Some(number) = boundary.before {
            let texts = (&self.held[..], joined.first.as_deref());
            joining.note(&joined.first_repairs, (&self.held_name, number), texts);
        }
        let texts = (next.bytes, joined.second.as_deref());
        joining.note(&joined.second_repairs, (&name(), next.number), texts);
        if let Some(first) = joined.first.filter(|_| is_held && !is_fixed) {
            self.held = first;
        }
        Ok(joined.second)
    }

    /// Keeps the last game if neither it nor the next one, with these edges, has a marker.
    fn keep_earlier(&mut self, next: Edges) {
        self.earlier.clear();
        if !self.edges.ends_with_marker() && !next.ends_with_marker() {
            self.earlier.extend_from_slice(&self.held);
            self.earlier_edges = self.edges;
        }
    }

    /// Writes a game, or holds it back if its end depends on the next text.
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
        if edges.is_oversized() {
            self.unread = Some(Default::default());
            return self.extend(bytes, out);
        }
        self.held.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes the text of an input without games, unless it could change how neighboring games are read.
    fn append_text(
        &mut self,
        joining: &mut Joining<'_>,
        (input, bytes): (u64, &[u8]),
        name: impl Fn() -> String,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let is_apart = joining.extent == Extent::Several || self.is_after_file;
        // A text as long as a piece may continue in further pieces.
        let is_whole = bytes.len() < PIECE;
        // A byte order mark and white space without text belong to nothing that is written.
        if is_apart && is_whole && is_blank_text(bytes) {
            return Ok(());
        }
        let is_after_marker = self.last.is_none() || self.edges.ends_with_marker();
        self.take_waiting(joining, out)?;
        let mut is_preamble = || is_whole && joining.repairer.is_preamble(bytes);
        if is_apart && !(is_after_marker && is_preamble()) {
            self.is_left_out = true;
            joining.leave_out_text(bytes, name);
            return Ok(());
        }
        self.n_texts += u64::from(!bytes.trim_ascii().is_empty());
        let line_end = self.line_end(joining, bytes);
        self.is_after_file = false;
        self.flush(out)?;
        if self.last.replace((input, GameNumber(0))).is_some() {
            let bytes = without_bom(bytes);
            self.write(&separator(&self.tail, bytes, line_end), out)?;
            return self.write(bytes, out);
        }
        self.edges = Edges::UNKNOWN;
        self.write(if self.is_after_blank_file { without_bom(bytes) } else { bytes }, out)
    }

    /// Writes further bytes of the current game, which is not parsed.
    pub(crate) fn extend(&mut self, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if self.is_left_out {
            return Ok(());
        }
        let Some((mut unread, white)) = self.unread.take() else { return self.write(bytes, out) };
        unread.take(bytes);
        let n_white = bytes.len() - bytes.trim_ascii_end().len();
        let (text, new_white) = bytes.split_at(bytes.len() - n_white.min(MAX_WHITE_SPACE));
        if text.is_empty() && white.len() < MAX_WHITE_SPACE {
            self.unread = Some((unread, [&white, bytes].concat()));
            return Ok(());
        }
        self.unread = Some((unread, new_white.to_vec()));
        self.write(&white, out)?;
        self.write(text, out)
    }

    /// Ends the current game if it is not parsed. A short text with the same end then represents it.
    fn end_unread(&mut self) {
        if let Some((unread, white)) = self.unread.take() {
            let (text, edges) = unread.stand_in();
            (self.held, self.n_written, self.edges) = ([text, &white].concat(), text.len(), edges);
        }
    }

    /// Adds `n` to the number of the last game. The bytes that were written last must have contained so many more
    /// games, all of them plain.
    pub(crate) fn skip(&mut self, n: u64) {
        if let Some((_, number)) = &mut self.last {
            *number += n;
        }
    }

    /// Returns true if any plain game can follow without a repair.
    pub(crate) fn is_plain(&self) -> bool {
        self.last.is_none() || self.edges.ends_with_marker()
    }

    /// Returns the number of bytes that are held back.
    pub(crate) fn n_held(&self) -> usize {
        self.held.len() - self.n_written
    }

    /// Writes the bytes that are held back and that no repair can change. Called before a wait for input.
    pub(crate) fn idle(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let end = self.held.trim_ascii_end().len();
        if end > self.n_written && !self.edges.leaves_comment_open() {
            out.write_all(&self.held[self.n_written..end])?;
            self.n_written = end;
        }
        Ok(())
    }

    /// Writes the bytes that are held back, as nothing follows.
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
        // Nothing has followed these games, so that they are not changed.
        let waiting = std::mem::take(&mut self.waiting);
        for (_, bytes) in waiting.iter().filter(|_| !is_written) {
            self.write(bytes, out)?;
        }
        Ok(())
    }

    /// Writes the bytes that are held back, and ends the last line and adds an empty line, as far as these are missing.
    fn end_apart(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.flush(out)?;
        let line_end = self.line_end.unwrap_or("\n").as_bytes();
        match self.last {
            Some(_) => self.write(&separator(&self.tail, b"[", line_end), out),
            None => Ok(()),
        }
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

    /// Returns the line end for added lines: the requested one, or that of the text before, or that of the next text.
    fn line_end(&self, joining: &Joining<'_>, next: &[u8]) -> &'static [u8] {
        let asked = joining.line_ending.map(|it| match it {
            LineEnding::Crlf => "\r\n",
            LineEnding::Lf => "\n",
        });
        let there = last_line_end(&self.held).or(self.line_end);
        // Lines that are appended to a file get the line ends of the file.
        let first = if self.is_after_file { there.or(asked) } else { asked.or(there) };
        first.or_else(|| last_line_end(next)).unwrap_or("\n").as_bytes()
    }
}

/// The boundary between the last game of an output and the next one.
struct Boundary {
    /// The number of the last game; `None` if nothing was written.
    before: Option<GameNumber>,
    /// True if the last game is in the file to which games are appended.
    is_after_file: bool,
    has_separator: bool,
    /// True if the next game may begin on the next line: both are of one input, and the last one ends with a marker.
    is_tight: bool,
    line_end: &'static [u8],
}

impl Boundary {
    /// Returns what is written between two texts of these games.
    fn separator(&self, first: &[u8], second: &[u8]) -> Vec<u8> {
        let is_on_line = first.last().is_some_and(is_line_end);
        if !self.has_separator || self.is_tight && is_on_line {
            return Vec::new();
        }
        separator(first, second, self.line_end)
    }
}

/// Returns the separator between a text that ends with `first` and a text that begins with `second`, so that there is
/// an empty line between them.
pub(crate) fn separator(first: &[u8], second: &[u8], line_end: &[u8]) -> Vec<u8> {
    if [&b"\n\n"[..], b"\r\n\r\n", b"\r\r"].iter().any(|it| first.ends_with(it)) {
        return Vec::new();
    }
    let n_before = first.iter().rev().take(2).take_while(|byte| is_line_end(byte)).count();
    let n_after = second.iter().take(2).take_while(|byte| is_line_end(byte)).count();
    // CR LF is one line end, even if the CR ends one text and the LF begins the other.
    let is_apart = |n: &usize| {
        let (before, after) = (&first[first.len() - n_before..], &second[..n_after]);
        count_line_ends(&[before, &line_end.repeat(*n), after].concat()) > 1
    };
    line_end.repeat((0..2).find(is_apart).unwrap_or(2))
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
        check("1-0\r", "\n[A", "\n");
        assert_eq!(separator(b"-0\r\n", b"[A", b"\r\n"), b"\r\n");
        assert_eq!(separator(b"1-0", b"\n[A", b"\r"), b"\r\r");
        assert_eq!(separator(b"1-0", b"\r\n[A", b"\r\n"), b"\r\n");
        assert_eq!(separator(b"1-0\r", b"[A", b"\r"), b"\r");
    }
}
