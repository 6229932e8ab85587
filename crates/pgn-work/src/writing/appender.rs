//! Appends games to an output, for all commands that write games from several places to one output.
//!
//! The bytes of games are copied, with a line end and an empty line between them if these are missing. If a game would
//! absorb its new neighbor, or would be read in another way because of it, the smallest repair is made that keeps both
//! apart, and is counted.

mod existing_file;
mod joining;
mod last_game;

use std::io::{self, Write};

use pgn_stream::{GameNumber, is_text};
use pgn_syntax::{
    boundary::{Adjacency, Before, Edges, GameText},
    count_line_ends, is_blank_text, is_line_end, last_line_end, without_bom,
};

pub(crate) use self::joining::{Joining, Neighbors};
use self::{
    existing_file::ExistingFile,
    joining::Spacing,
    last_game::{EarlierGame, HeldGame, LastGame, Rest, UnreadGame},
};
use crate::{
    games::batch::{Piece, PieceKind},
    outputs::LineEnding,
    reports::file_error::unended,
};

/// A text that is appended to an output.
#[derive(Clone, Copy)]
pub(crate) struct AppendedText<'a> {
    pub(crate) kind: PieceKind,
    /// Index of the input of the text.
    pub(crate) input: u64,
    /// Returns the name of the input in messages.
    pub(crate) name: &'a dyn Fn() -> String,
    /// Number in the input of the game to which the text belongs.
    pub(crate) number: GameNumber,
    /// True if the text was not between the games with the neighboring numbers.
    pub(crate) is_apart: bool,
    pub(crate) edges: Edges,
    pub(crate) bytes: &'a [u8],
}

impl<'a> AppendedText<'a> {
    /// Returns the text of a piece of a batch. `input`: index of the input; `name`: returns its name in messages.
    pub(crate) fn of<T>(
        input: u64,
        name: &'a dyn Fn() -> String,
        piece: &Piece<T, GameNumber>,
        bytes: &'a [u8],
    ) -> AppendedText<'a> {
        let Piece { kind, position: number, edges, .. } = *piece;
        AppendedText { kind, input, name, number, is_apart: false, edges, bytes }
    }
}

/// Maximum number of bytes of white space at the end of an unparsed game that are held back.
const MAX_WHITE_SPACE: usize = 1 << 10;

/// Number of bytes of a large game, or of a large text without games, that are passed at a time.
pub(crate) const PIECE: usize = 1 << 20;

/// The number of the last game of a file to which games are appended. The games of this file are not counted.
const LAST_OF_FILE: GameNumber = GameNumber(0);

/// An output of games: the writer of the bytes, and the state on which the form of the next text depends.
#[derive(Debug)]
pub(crate) struct GamesOutput<W> {
    pub(crate) out: W,
    /// The last game; `None` if no text was appended.
    last: Option<LastGame>,
    earlier: Option<EarlierGame>,
    /// What was done with the text that was passed last.
    outcome: Outcome,
    /// The last bytes that were written, at most four.
    tail: Vec<u8>,
    /// The last line end that was written.
    line_end: Option<&'static str>,
    /// The number of texts of inputs without games that were written last.
    n_texts: u64,
    /// The file to which games are appended, if it has text.
    file: Option<ExistingFile>,
}

/// What was done with a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Outcome {
    /// It was taken.
    #[default]
    Taken,
    /// It was taken, and further pieces of its game follow.
    TakenInPart,
    /// It was left out, and its further pieces are.
    LeftOut,
}

impl<W> GamesOutput<W> {
    /// Returns an output without games.
    pub(crate) fn new(out: W) -> GamesOutput<W> {
        GamesOutput {
            out,
            last: None,
            earlier: None,
            outcome: Outcome::Taken,
            tail: Vec::new(),
            line_end: None,
            n_texts: 0,
            file: None,
        }
    }

    /// Returns the output with another writer of the same bytes.
    pub(crate) fn map<V>(self, to: impl FnOnce(W) -> V) -> GamesOutput<V> {
        let GamesOutput { out, last, earlier, outcome, tail, line_end, n_texts, file } = self;
        GamesOutput { out: to(out), last, earlier, outcome, tail, line_end, n_texts, file }
    }
}

impl<W: Write> GamesOutput<W> {
    /// Appends a text after the text that was held back and a separator.
    pub(crate) fn append(
        &mut self,
        joining: &mut Joining<'_>,
        text: &AppendedText<'_>,
    ) -> io::Result<()> {
        let is_of_last = self.last.as_ref().is_some_and(|last| last.input == text.input);
        let outcome = match text.kind {
            PieceKind::Part => Outcome::TakenInPart,
            PieceKind::Game | PieceKind::NoGame => Outcome::Taken,
        };
        if std::mem::replace(&mut self.outcome, outcome) == Outcome::TakenInPart && is_of_last {
            return self.extend(text.bytes);
        }
        if text.kind == PieceKind::NoGame {
            return self.append_without_games(joining, text);
        }
        self.take_waiting(joining)?;
        self.append_next(joining, text)?;
        if text.kind == PieceKind::Game {
            self.warn_of_other_encoding(joining, text.bytes);
        }
        Ok(())
    }

    /// Appends the texts of `n_games`, which follow one another. If there are several, all of them are plain, and so
    /// is the game before them.
    pub(crate) fn append_run(
        &mut self,
        joining: &mut Joining<'_>,
        games: &AppendedText<'_>,
        n_games: u64,
    ) -> io::Result<()> {
        self.append(joining, games)?;
        if let Some(last) = &mut self.last {
            last.number += n_games - 1;
        }
        Ok(())
    }

    /// Writes a text of a game after the last game, both of which are repaired if they would be read in another way.
    fn append_next(
        &mut self,
        joining: &mut Joining<'_>,
        game: &AppendedText<'_>,
    ) -> io::Result<()> {
        if game.bytes.is_empty() {
            return Ok(());
        }
        let mut next = *game;
        if next.edges.is_oversized() {
            next.edges = Edges::of_oversized(next.bytes);
        }
        joining.n_texts_before_games += std::mem::take(&mut self.n_texts);
        let line_end = self.line_end(joining, next.bytes);
        let is_at_start = self.is_at_start();
        let mut last = self.last.take();
        if let Some(last) = &mut last {
            last.close();
        }
        let follows = last.as_ref().is_some_and(|last| last.precedes(&next));
        if !is_at_start && !follows {
            next.bytes = without_bom(next.bytes);
        }
        let (gap, is_plain) = between(last.as_ref(), &next, follows, joining);
        let separator = Separator { gap, line_end };
        let repaired;
        let adjacency = if follows { Adjacency::Kept } else { joining.new_neighbors };
        if !is_plain
            && let Some(text) = self.repair(joining, last.as_mut(), &next, &separator, adjacency)?
        {
            repaired = text;
            next.bytes = &repaired;
        }
        self.earlier = None;
        if let Some(LastGame { edges, rest, .. }) = last {
            let bytes = self.write_rest(rest)?;
            let has_marker = edges.ends_with_marker() || next.edges.ends_with_marker();
            self.earlier = (!has_marker).then_some(EarlierGame { bytes, edges });
        }
        let between = separator.between(&self.tail, next.bytes);
        self.write(&between)?;
        if let Some(earlier) = &mut self.earlier {
            earlier.bytes.extend_from_slice(&between);
        }
        self.begin_game(&next)
    }

    /// Makes and notes the smallest repair that keeps the last game and the next one apart. Returns the changed text of
    /// the next game; `None` if it stays.
    #[cold]
    fn repair(
        &self,
        joining: &mut Joining<'_>,
        last: Option<&mut LastGame>,
        next: &AppendedText<'_>,
        separator: &Separator,
        adjacency: Adjacency,
    ) -> io::Result<Option<Vec<u8>>> {
        let white = self.tail.len() - self.tail.trim_ascii_end().len();
        // If the last game is not held back, this short game with the same white space at its end represents it.
        let stub = [b"[Event \"?\"]\n\n*", &self.tail[self.tail.len() - white..]].concat();
        let held = last.as_ref().and_then(|last| last.held());
        let earlier = self.earlier.as_ref().filter(|_| held.is_some());
        let before = last.as_ref().map(|last| Before {
            game: GameText { bytes: held.map_or(&stub, |held| &held.bytes), edges: last.edges },
            earlier: earlier.map(|it| GameText { bytes: &it.bytes, edges: it.edges }),
            adjacency,
        });
        let second = GameText { bytes: next.bytes, edges: next.edges };
        let between = |first: &[u8], second: &[u8]| separator.between(first, second);
        let line_end = separator.line_end;
        let mut join = |it| joining.repairer.repair(it, second, line_end, between, is_text);
        let mut joined = join(before);
        // Bytes that are already written cannot be changed.
        let written = held.map_or(&[][..], |held| &held.bytes[..held.n_written]);
        if joined.first.as_ref().is_some_and(|first| !first.starts_with(written)) {
            joined = join(before.map(|it| Before { adjacency: Adjacency::Kept, ..it }));
        }
        if let Some(last) = last
            && let (is_in_file, number) = (last.is_in_file(), last.number)
            && let Some(held) = last.held_mut()
            && let Some(first) = joined.first
        {
            let is_fixed = !first.starts_with(&held.bytes[..held.n_written]);
            if is_fixed && is_in_file {
                return Err(unended(&held.name));
            }
            joining.note(&joined.first_repairs, &held.name, number, &held.bytes, Some(&first));
            if !is_fixed {
                held.bytes = first;
            }
        }
        let (name, second) = ((next.name)(), joined.second.as_deref());
        joining.note(&joined.second_repairs, &name, next.number, next.bytes, second);
        Ok(joined.second)
    }

    /// Writes a game, or holds it back if its end depends on the next text.
    fn begin_game(&mut self, game: &AppendedText<'_>) -> io::Result<()> {
        let &AppendedText { input, number, edges, bytes, name, .. } = game;
        let last = self.last.insert(LastGame { input, number, edges, rest: Rest::None });
        if edges.ends_with_marker() {
            return self.write(bytes);
        }
        let name = name();
        if edges.is_oversized() {
            last.rest = Rest::Unread(UnreadGame::new(name));
            return self.extend(bytes);
        }
        last.rest = Rest::Held(HeldGame { name, bytes: bytes.to_vec(), n_written: 0 });
        Ok(())
    }

    /// Writes the text of an input without games, unless it could change how neighboring games are read.
    fn append_without_games(
        &mut self,
        joining: &mut Joining<'_>,
        text: &AppendedText<'_>,
    ) -> io::Result<()> {
        let mut bytes = text.bytes;
        if bytes.is_empty() {
            return Ok(());
        }
        let is_after_file = self.last.as_ref().is_some_and(LastGame::is_in_file);
        let is_apart = joining.neighbors == Neighbors::FromSeveral || is_after_file;
        // A text as long as a piece may continue in further pieces.
        let is_whole = bytes.len() < PIECE;
        // A byte order mark and white space without text belong to nothing that is written.
        if is_apart && is_whole && is_blank_text(bytes) {
            return Ok(());
        }
        let is_after_marker = self.is_plain();
        self.take_waiting(joining)?;
        let mut is_preamble = || is_whole && joining.repairer.is_preamble(bytes);
        if is_apart && !(is_after_marker && is_preamble()) {
            self.outcome = Outcome::LeftOut;
            joining.leave_out_text(bytes, text.name);
            return Ok(());
        }
        self.n_texts += u64::from(!bytes.trim_ascii().is_empty());
        let line_end = self.line_end(joining, bytes);
        if !self.is_at_start() {
            bytes = without_bom(bytes);
        }
        self.finish()?;
        let mut edges = Edges::UNKNOWN;
        if let Some(last) = self.last.take() {
            edges = last.edges;
            self.write(&separator(&self.tail, bytes, line_end))?;
        }
        let (input, number) = (text.input, GameNumber(0));
        self.last = Some(LastGame { input, number, edges, rest: Rest::None });
        self.write(bytes)
    }

    /// Writes further bytes of the current game, which is not parsed.
    pub(crate) fn extend(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.outcome == Outcome::LeftOut {
            return Ok(());
        }
        let Some(LastGame { rest: Rest::Unread(game), .. }) = &mut self.last else {
            return self.write(bytes);
        };
        game.end.take(bytes);
        let n_white = bytes.len() - bytes.trim_ascii_end().len();
        let (text, white_space) = bytes.split_at(bytes.len() - n_white.min(MAX_WHITE_SPACE));
        if text.is_empty() && game.white_space.len() < MAX_WHITE_SPACE {
            game.white_space.extend_from_slice(bytes);
            return Ok(());
        }
        let before = std::mem::replace(&mut game.white_space, white_space.to_vec());
        self.write(&before)?;
        self.write(text)
    }

    /// Returns true if any plain game can follow without a repair.
    pub(crate) fn is_plain(&self) -> bool {
        self.last.as_ref().is_none_or(|last| last.edges.ends_with_marker())
    }

    /// Returns true if the next text is the first of the output.
    fn is_at_start(&self) -> bool {
        self.last.is_none() && self.tail.is_empty()
    }

    /// Returns the number of bytes that are held back.
    pub(crate) fn n_held(&self) -> usize {
        let held = self.last.as_ref().and_then(LastGame::held);
        held.map_or(0, |held| held.unwritten().len())
    }

    /// Writes the bytes that are held back and that no repair can change, and flushes the output. Called before a wait
    /// for input.
    pub(crate) fn idle(&mut self) -> io::Result<()> {
        if let Some(last) = &mut self.last
            && !last.edges.leaves_comment_open()
            && let Some(held) = last.held_mut()
        {
            let text = held.unwritten().trim_ascii_end();
            self.out.write_all(text)?;
            held.n_written += text.len();
        }
        self.out.flush()
    }

    /// Writes the bytes that are held back, as nothing follows.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        if let Some(last) = &mut self.last {
            let rest = std::mem::take(&mut last.rest);
            self.write_rest(rest)?;
        }
        // Nothing has followed these games, so that they are not changed.
        for (_, bytes) in self.file.as_mut().map(ExistingFile::take_unwritten).unwrap_or_default() {
            self.write(&bytes)?;
        }
        Ok(())
    }

    /// Writes the rest of the last game. Returns its bytes if it was held back.
    fn write_rest(&mut self, rest: Rest) -> io::Result<Vec<u8>> {
        match rest {
            Rest::None => Ok(Vec::new()),
            Rest::Held(held) => self.write(held.unwritten()).map(|()| held.bytes),
            Rest::Unread(game) => self.write(&game.white_space).map(|()| Vec::new()),
        }
    }

    /// Writes the bytes that are held back, and ends the last line and adds an empty line, as far as these are missing:
    /// games of another run may follow.
    pub(crate) fn finish_apart(&mut self) -> io::Result<()> {
        self.finish()?;
        let line_end = self.line_end.unwrap_or("\n").as_bytes();
        match self.last {
            Some(_) => self.write(&separator(&self.tail, b"[", line_end)),
            None => Ok(()),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.out.write_all(bytes)?;
        self.line_end = last_line_end(bytes).or(self.line_end);
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(4)..]);
        self.tail.drain(..self.tail.len().saturating_sub(4));
        Ok(())
    }

    /// Returns the line end for added lines: the requested one, or that of the text before, or that of the next text.
    fn line_end(&self, joining: &Joining<'_>, next: &[u8]) -> &'static [u8] {
        let asked = joining.line_ending.map(|it| match it {
            LineEnding::Crlf => "\r\n",
            LineEnding::Lf => "\n",
        });
        let last = self.last.as_ref();
        let held = last.and_then(LastGame::held).and_then(|held| last_line_end(&held.bytes));
        let there = held.or(self.line_end);
        // Lines that are appended to a file get the line ends of the file.
        let is_after_file = last.is_some_and(LastGame::is_in_file);
        let first = if is_after_file { there.or(asked) } else { asked.or(there) };
        first.or_else(|| last_line_end(next)).unwrap_or("\n").as_bytes()
    }
}

/// What is written between the last game of an output and the next one.
struct Separator {
    gap: Gap,
    line_end: &'static [u8],
}

/// Returns the distance of the last game and the next one, and true if neither needs a repair. `follows`: true if the next
/// game stood right after the last one.
fn between(
    last: Option<&LastGame>,
    next: &AppendedText<'_>,
    follows: bool,
    joining: &Joining<'_>,
) -> (Gap, bool) {
    let is_whole =
        joining.neighbors == Neighbors::AsRead && !last.is_some_and(LastGame::is_in_file);
    match last {
        None => (Gap::None, is_whole || next.edges.can_be_first() && is_text(next.bytes)),
        Some(_) if is_whole => (Gap::None, true),
        Some(last) if follows => (Gap::None, !last.edges.leaves_comment_open()),
        Some(last) => {
            let is_near = joining.spacing == Spacing::Kept
                && last.input == next.input
                && last.edges.ends_with_marker();
            let gap = if is_near { Gap::Line } else { Gap::EmptyLine };
            (gap, last.edges.is_plain_before(next.edges))
        }
    }
}

/// The distance of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// That of their texts, to which nothing is added.
    None,
    /// At least a line end: both are of one input, and the first one ends with a marker.
    Line,
    /// At least an empty line.
    EmptyLine,
}

impl Separator {
    /// Returns what is written between two texts of these games.
    fn between(&self, first: &[u8], second: &[u8]) -> Vec<u8> {
        match self.gap {
            Gap::None => Vec::new(),
            Gap::Line if first.last().is_some_and(is_line_end) => Vec::new(),
            Gap::Line | Gap::EmptyLine => separator(first, second, self.line_end),
        }
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
