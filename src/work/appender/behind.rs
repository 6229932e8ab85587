//! The end of a file that games are added to: its last game is settled as any other that gets a new neighbor.

use std::{
    io::{self, Write},
    path::Path,
};

use pgn_stream::Tail;
use pgn_syntax::{
    Depth, Game, Parser, Part, ReadOptions, SyntaxError, SyntaxErrorKind, joint::Edges, split,
};

use super::{LAST_OF_FILE, OutputEnd, last_line_end};
use crate::{Globals, inputs};

/// The input that stands for the file.
const FILE: u64 = u64::MAX;

impl OutputEnd {
    /// Returns the end of the file at `path`, whose text ends with `tail`. What stands before its last game is
    /// written to `out`; the game itself waits for what follows, unless it is written already.
    ///
    /// # Errors
    /// Those of `out`. The file has text and no game, and the text would hide what follows.
    pub(crate) fn behind(
        tail: &Tail,
        path: &Path,
        globals: &Globals,
        out: &mut dyn Write,
    ) -> io::Result<OutputEnd> {
        let nested_comments = globals.reading.nested_comments;
        let options = ReadOptions { nested_comments, depth: Depth::Movetext };
        let text = &tail.bytes[..];
        let is_empty = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii().is_empty();
        let found = if is_empty { None } else { last_game(tail, options) };
        if !is_empty && tail.is_whole && found.is_none() && hides_games(text, options) {
            return Err(io::Error::other(
                "nothing can be added to it: it has no games, and its text would hide those that are added",
            ));
        }
        // Of a file without games, and of one whose last game is too long to be seen, no text waits.
        let unseen = if tail.is_whole { Edges::UNKNOWN } else { Edges::default() };
        let (start, edges) = found.unwrap_or((text.len(), unseen));
        let mut end = OutputEnd::default();
        if tail.is_written {
            end.write(text, &mut io::sink())?;
        } else {
            end.write(&text[..start], out)?;
        }
        if is_empty {
            return Ok(end);
        }
        end.last = Some((FILE, LAST_OF_FILE));
        end.edges = edges;
        end.held = text[start..].to_vec();
        end.held_name = inputs::show(path);
        end.n_written = if tail.is_written { end.held.len() } else { 0 };
        end.line_end = last_line_end(text);
        end.is_behind_file = true;
        Ok(end)
    }
}

/// Returns where the last game of a text begins, and its edges; `None` if that is not known or there is
/// none.
fn last_game(tail: &Tail, options: ReadOptions) -> Option<(usize, Edges)> {
    let start = if tail.is_whole { 0 } else { sure_start(&tail.bytes)? };
    let text = &tail.bytes[start..];
    let part = Part { is_first: tail.is_whole, ..Part::whole(text) };
    let (mut parser, mut game) = (Parser::new(options), Game::default());
    parser.start(&part);
    let mut last = None;
    while parser.next_game(&part, &mut game) {
        let begins_input = tail.is_whole && game.span.start == 0;
        let edges = Edges::of(&game, text, begins_input);
        last = Some((start + game.span.start as usize, edges));
    }
    last
}

/// Returns true if a game behind a text without games would not be read as it is.
fn hides_games(text: &[u8], options: ReadOptions) -> bool {
    let whole = [text, b"\n\n[Event \"?\"]\n\n*\n"].concat();
    let part = Part::whole(&whole);
    let (mut parser, mut game) = (Parser::new(options), Game::default());
    parser.start(&part);
    let is_found = parser.next_game(&part, &mut game) && game.start as usize == text.len() + 2;
    let is_open = |error: &SyntaxError| error.kind == SyntaxErrorKind::UnterminatedComment;
    !is_found || game.errors.iter().any(is_open)
}

/// Returns a place where a game begins, the last one of which the few lines around it leave no doubt: a comment that
/// is open there ends at the next `}`, and before that none begins.
fn sure_start(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    loop {
        let seam = split::find_seam(&text[..end], 0)?;
        let next_brace = text[seam..].iter().find(|&&byte| matches!(byte, b'{' | b'}'));
        if next_brace != Some(&b'}') {
            return Some(seam);
        }
        end = seam;
    }
}
