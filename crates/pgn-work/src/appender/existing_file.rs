//! The end of a file to which games are appended. Its last game is repaired as any other game with a new neighbor.

use std::{
    io::{self, Write},
    ops::Range,
    path::Path,
};

use pgn_stream::Tail;
use pgn_syntax::{
    Game, Parser, Part, ReadOptions, SyntaxError, SyntaxErrorKind, boundary::Edges, cut_points,
    last_line_end, without_bom,
};

use super::{AppendedText, Joining, LAST_OF_FILE, OutputEnd};
use crate::{Globals, batch::PieceKind, encodings::Encodings, paths, unended_file::UnendedFile};

/// The index that represents the file among the inputs.
pub(super) const FILE: u64 = u64::MAX;

impl OutputEnd {
    /// Returns the end of the file at `path`, whose text ends with `tail`. The text before the last game is written to
    /// `out`. The game itself is held back, unless it is written already.
    ///
    /// # Errors
    /// Returns the errors of `out`, and an error if the file has text and no games, and the text would hide the
    /// appended games.
    pub(crate) fn of_file(
        tail: &Tail,
        path: &Path,
        globals: &Globals,
        out: &mut dyn Write,
    ) -> io::Result<OutputEnd> {
        let options = globals.reading.read_options();
        let text = &tail.bytes[..];
        let mut sink = io::sink();
        let is_empty = without_bom(text).trim_ascii().is_empty();
        let found = if is_empty { Vec::new() } else { last_games(tail, options) };
        if !is_empty && tail.is_whole && found.is_empty() && hides_games(text, options) {
            return Err(io::Error::other(
                "cannot append: the file has no games, and its text would hide those that are added",
            ));
        }
        let mut end = OutputEnd::default();
        if is_empty {
            end.write(text, if tail.is_written { &mut sink } else { out })?;
            end.is_after_blank_file = !text.is_empty();
            return Ok(end);
        }
        // Nothing is held back of a file without games, or whose last game is too long to be examined.
        let unseen = if tail.is_whole {
            (text.len()..text.len(), Edges::UNKNOWN)
        } else {
            (0..text.len(), Edges::OVERSIZED)
        };
        let mut games = found.into_iter();
        let (first, edges) = games.next().unwrap_or(unseen);
        if tail.is_written {
            end.write(text, &mut sink)?;
        } else {
            end.write(&text[..first.start], out)?;
        }
        end.last = Some((FILE, LAST_OF_FILE));
        end.edges = edges;
        end.held_name = paths::show(path);
        end.line_end = last_line_end(text);
        if edges.is_oversized() {
            end.unread = Some(Default::default());
            end.extend(&text[first], if tail.is_written { &mut sink } else { out })?;
        } else {
            end.held = text[first].to_vec();
        }
        if tail.is_written {
            end.end_unread();
            end.n_written = end.held.len();
        }
        end.is_after_file = true;
        // A text that is cut may begin within a character.
        let n_cut = if tail.is_whole {
            0
        } else {
            text.iter().take(3).take_while(|byte| (0x80..0xC0).contains(*byte)).count()
        };
        let encodings = Encodings::of(&text[n_cut..]);
        end.file = encodings.is_one().then(|| (end.held_name.clone(), encodings));
        end.waiting = games.map(|(range, edges)| (edges, text[range].to_vec())).collect();
        Ok(end)
    }

    /// Reports, once per run, that an appended game has another encoding than the end of the file.
    pub(super) fn warn_of_other_encoding(&mut self, joining: &Joining<'_>, game: &[u8]) {
        let game = without_bom(game);
        if let Some((_, encodings)) = &self.file
            && let Some([in_file, in_game]) = encodings.differences(game)
            && let Some((file, _)) = self.file.take()
        {
            joining.warn(format_args!(
                "{file} has {in_file}, and games that are appended have {in_game}: it has both now; `merge \
                 --output-encoding utf-8 -o NEW {file}` writes one encoding"
            ));
        }
    }

    /// Writes the games of the file that were held back.
    pub(super) fn take_waiting(
        &mut self,
        joining: &mut Joining<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let is_compressed = self.n_written > 0;
        for (edges, bytes) in std::mem::take(&mut self.waiting) {
            let name = self.held_name.clone();
            if is_compressed {
                return Err(io::Error::other(UnendedFile(name)));
            }
            let (input, number) = (FILE, LAST_OF_FILE);
            let kind = PieceKind::Game;
            let game = AppendedText { kind, input, number, is_apart: false, edges, bytes: &bytes };
            self.append_next(joining, &game, || name.clone(), out)?;
            self.is_after_file = true;
            self.held_name = name;
        }
        Ok(())
    }
}

/// Returns the last games of a text whose reading depends on what follows, with their ranges and edges: the last game,
/// and those from a comment on that was left open without a later brace. Empty if there are no games, or the beginning
/// of the last game is not known.
fn last_games(tail: &Tail, options: ReadOptions) -> Vec<(Range<usize>, Edges)> {
    let is_brace = |byte: &u8| matches!(byte, b'{' | b'}');
    let last_brace = tail.bytes.iter().rposition(is_brace);
    let open = last_brace.filter(|&at| tail.bytes[at] == b'{');
    let start = if tail.is_whole {
        Some(0)
    } else {
        sure_start(&tail.bytes, open.unwrap_or(tail.bytes.len()))
    };
    let Some(start) = start else { return Vec::new() };
    let text = &tail.bytes[start..];
    let part = Part { is_first: tail.is_whole, ..Part::whole(text) };
    let (mut parser, mut game) = (Parser::new(options), Game::default());
    parser.start(&part);
    let mut games: Vec<(Range<usize>, Edges)> = Vec::new();
    while parser.next_game(&part, &mut game) {
        if open.is_none_or(|open| games.last().is_some_and(|(range, _)| range.end <= open)) {
            games.clear();
        }
        let begins_input = tail.is_whole && game.span.start == 0;
        let edges =
            if game.is_too_dense { Edges::OVERSIZED } else { Edges::of(&game, text, begins_input) };
        let (from, to) = (game.span.start as usize, game.span.end as usize);
        games.push((start + from..start + to, edges));
    }
    games
}

/// Returns true if a game after a text without games would be read in another way.
fn hides_games(text: &[u8], options: ReadOptions) -> bool {
    let whole = [text, b"\n\n[Event \"?\"]\n\n*\n"].concat();
    let part = Part::whole(&whole);
    let (mut parser, mut game) = (Parser::new(options), Game::default());
    parser.start(&part);
    let is_found = parser.next_game(&part, &mut game) && game.start as usize == text.len() + 2;
    let is_open = |error: &SyntaxError| error.kind == SyntaxErrorKind::UnterminatedComment;
    !is_found || game.errors.iter().any(is_open)
}

/// Returns the offset of the last game before `end` whose beginning is certain from the lines around it; `None` if
/// there is none. It is certain if no brace follows, or the next one is `{`, so that no comment is open there.
fn sure_start(text: &[u8], mut end: usize) -> Option<usize> {
    loop {
        let boundary = cut_points::find_boundary(&text[..end], 0)?;
        let next_brace = text[boundary..].iter().find(|&&byte| matches!(byte, b'{' | b'}'));
        if next_brace != Some(&b'}') {
            return Some(boundary);
        }
        end = boundary;
    }
}
