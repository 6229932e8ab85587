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

use super::{
    AppendedText, GamesOutput, HeldGame, Joining, LAST_OF_FILE, LastGame, Rest, UnreadGame,
};
use crate::{
    Globals,
    games::batch::PieceKind,
    inputs::{encodings::Encodings, paths},
    reports::file_error::unended,
};

/// The index that represents the file among the inputs.
pub(super) const FILE: u64 = u64::MAX;

/// A file to which games are appended, as far as it follows its last game or is compared with the appended games.
#[derive(Debug)]
pub(super) struct ExistingFile {
    /// Its name in messages.
    name: String,
    /// Games that follow the last game. They are held back, too, because that game left a comment open.
    waiting: Vec<(Edges, Vec<u8>)>,
    /// True if the file is compressed, so that its text is not written again and cannot be changed.
    is_compressed: bool,
    /// The encoding at its end; `None` if there are several, or a game in another encoding was reported.
    encoding: Option<Encodings>,
}

impl ExistingFile {
    /// Returns the games that are held back and not written, and holds none back any more.
    pub(super) fn take_unwritten(&mut self) -> Vec<(Edges, Vec<u8>)> {
        let waiting = std::mem::take(&mut self.waiting);
        if self.is_compressed { Vec::new() } else { waiting }
    }
}

impl<W: Write> GamesOutput<W> {
    /// Returns an output that adds games to the file at `path`, whose text ends with `tail`. The text before the last
    /// game is written. The game itself is held back, unless it is written already.
    ///
    /// # Errors
    /// Returns the errors of `out`, and an error if the file has text and no games, and the text would hide the
    /// appended games.
    pub(crate) fn after_file(
        mut out: W,
        tail: &Tail,
        path: &Path,
        globals: &Globals,
    ) -> io::Result<GamesOutput<W>> {
        let to: &mut dyn Write = if tail.is_written { &mut io::sink() } else { &mut out };
        let mut output = GamesOutput::new(to);
        output.take_tail(tail, path, globals)?;
        let state = output.map(|_| ());
        Ok(state.map(|()| out))
    }

    /// Writes the text of a file up to its last game, and holds the rest back.
    fn take_tail(&mut self, tail: &Tail, path: &Path, globals: &Globals) -> io::Result<()> {
        let options = globals.reading.read_options();
        let text = &tail.bytes[..];
        if without_bom(text).trim_ascii().is_empty() {
            return self.write(text);
        }
        let mut games = last_games(tail, options).into_iter();
        let first = games.next();
        if tail.is_whole && first.is_none() && hides_games(text, options) {
            return Err(io::Error::other(
                "cannot append: the file has no games, and its text would hide those that are added",
            ));
        }
        // Nothing is held back of a file without games, or whose last game is too long to be examined.
        let (first, edges) = first.unwrap_or(match tail.is_whole {
            true => (text.len()..text.len(), Edges::UNKNOWN),
            false => (0..text.len(), Edges::OVERSIZED),
        });
        self.write(if tail.is_written { text } else { &text[..first.start] })?;
        self.line_end = last_line_end(text);
        let name = paths::show(path);
        let (last, name_of_last) = (&text[first], name.clone());
        let rest = match last {
            [] => Rest::None,
            _ if edges.is_oversized() => Rest::Unread(UnreadGame::new(name_of_last)),
            _ => Rest::Held(HeldGame { name: name_of_last, bytes: last.to_vec(), n_written: 0 }),
        };
        self.last = Some(LastGame { input: FILE, number: LAST_OF_FILE, edges, rest });
        if edges.is_oversized() {
            self.extend(last)?;
        }
        if let Some(game) = self.last.as_mut().filter(|_| tail.is_written) {
            game.close();
            if let Some(held) = game.held_mut() {
                held.n_written = held.bytes.len();
            }
        }
        // A text that is cut may begin within a character.
        let n_cut = if tail.is_whole {
            0
        } else {
            text.iter().take(3).take_while(|byte| (0x80..0xC0).contains(*byte)).count()
        };
        let encodings = Encodings::of(&text[n_cut..]);
        self.file = Some(ExistingFile {
            name,
            waiting: games.map(|(range, edges)| (edges, text[range].to_vec())).collect(),
            is_compressed: tail.is_written,
            encoding: encodings.is_one().then_some(encodings),
        });
        Ok(())
    }

    /// Reports, once per file, that an appended game has another encoding than the end of the file.
    pub(super) fn warn_of_other_encoding(&mut self, joining: &mut Joining<'_>, game: &[u8]) {
        if let Some(ExistingFile { name: file, encoding, .. }) = &mut self.file
            && let Some(encodings) = encoding
            && let Some([in_file, in_game]) = encodings.differences(without_bom(game))
        {
            joining.warn_of_mixed_file(format_args!(
                "{file} has {in_file}, and games that are appended have {in_game}: it has both now; `merge \
                 --output-encoding utf-8 -o NEW {file}` writes one encoding"
            ));
            *encoding = None;
        }
    }

    /// Writes the games of the file that were held back.
    pub(super) fn take_waiting(&mut self, joining: &mut Joining<'_>) -> io::Result<()> {
        let Some(file) = self.file.as_mut().filter(|file| !file.waiting.is_empty()) else {
            return Ok(());
        };
        let file_name = file.name.clone();
        if file.is_compressed {
            return Err(unended(&file_name));
        }
        let name = &|| file_name.clone();
        for (edges, bytes) in file.take_unwritten() {
            let (kind, input, number) = (PieceKind::Game, FILE, LAST_OF_FILE);
            let bytes = &bytes[..];
            let game = AppendedText { kind, input, name, number, is_apart: false, edges, bytes };
            self.append_next(joining, &game)?;
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
    let first_brace = |text: &[u8]| text.iter().copied().find(|byte| matches!(byte, b'{' | b'}'));
    let mut next_brace = first_brace(&text[end..]);
    loop {
        let boundary = cut_points::find_boundary(&text[..end], 0)?;
        next_brace = first_brace(&text[boundary..end]).or(next_brace);
        if next_brace != Some(b'}') {
            return Some(boundary);
        }
        end = boundary;
    }
}
