//! What a chunk gives to a command that writes games: their new text, and what is to be told of them.

use pgn_chess::verify::Expected;
pub(crate) use pgn_syntax::set_line_ends;
use pgn_syntax::{Span, joint::Edges};
use pgn_tags::Unmapped;

use super::{
    buffer::{Buffer, Buffers},
    left_out::Left,
};
use crate::game_writer::Rest;

/// What the manifest calls a change of line ends alone.
pub(crate) const LINE_ENDING: &str = "line-ending";

/// The text of the games of a chunk.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// The games one after another.
    pub(crate) bytes: Buffer,
    /// Where each game's text ends in `bytes`. Bytes behind the last belong to no game.
    pub(crate) ends: Vec<usize>,
    /// Whether `bytes` differ from what was read. Known after `finish`.
    pub(crate) is_changed: bool,
    /// What was read, where it is asked for.
    pub(crate) old: Vec<u8>,
    /// Number in the chunk and bytes of each game, where they are asked for; always with `old`.
    pub(crate) spans: Vec<(u64, Span)>,
    /// Which of the texts are of games that `--where` does not select, where that is asked for; in
    /// order.
    pub(crate) unselected: Vec<usize>,
    /// Which of the texts are not what was read, where that is asked for; in order.
    pub(crate) changed: Vec<usize>,
    /// Which of the texts do not begin with a tag pair and end with a marker, and what they begin and
    /// end with instead, where that is asked for; in order.
    pub(crate) odd: Vec<(usize, Edges)>,
    /// Where the last text that leaves a comment open begins in `bytes`.
    pub(crate) open_from: Option<usize>,
    /// Bytes behind the last text are those of an input without games.
    pub(crate) is_without_games: bool,
    /// Long games of which `bytes` hold only the beginning; in order.
    pub(crate) rests: Vec<Rest>,
    /// Games that keep their annotation, because without it other moves would be read.
    pub(crate) n_unstripped: u64,
    /// Games with errors, in order.
    pub(crate) bad: Vec<Bad>,
    /// What was left out by design, in the order of the games.
    pub(crate) left_out: Vec<Left>,
    /// What is to be found in `bytes`, game by game, and what to say if it is not.
    pub(crate) pending: Vec<(Expected, Note)>,
    /// Games that do not read as they did. Known after `finish`.
    pub(crate) differ: Vec<Note>,
    /// What was changed on request or left out, as `-v` lists it; in order.
    pub(crate) notes: Vec<Note>,
    /// Values of tags that a table of names does not know.
    pub(crate) unmapped: Unmapped,
    /// Characters that the character set written does not have.
    pub(crate) n_replaced: u64,
}

/// A game with errors.
#[derive(Debug)]
pub(crate) struct Bad {
    /// Which of the texts of the chunk.
    pub(crate) index: usize,
    /// Where its first error is: an offset in the chunk; a line of the input after `finish`.
    pub(crate) line: u64,
    /// Rule and message.
    pub(crate) what: String,
    /// Its bytes, if they are wanted.
    pub(crate) bytes: Vec<u8>,
    /// Its number in the chunk; in the input after `finish`.
    pub(crate) number: u64,
}

/// Something that is told of a game by its place.
#[derive(Debug)]
pub(crate) struct Note {
    /// Which of the texts of the chunk.
    pub(crate) index: usize,
    /// Where its game is: an offset in the chunk; a line of the input after `finish`.
    pub(crate) line: u64,
    /// What is told.
    pub(crate) what: String,
    /// The number of its game in the chunk; in the input after `finish`.
    pub(crate) number: u64,
}

impl Note {
    /// Returns it with its place in the input `name`.
    pub(crate) fn in_file(&self, name: &str) -> String {
        let Note { line, number, what, .. } = self;
        match number {
            // Of an input without games.
            0 => format!("{name}:{line}: {what}"),
            _ => format!("{name}:{line}: game {number}: {what}"),
        }
    }
}

impl Text {
    /// None yet, with room for about so many bytes.
    pub(crate) fn with_room(buffers: &Buffers, n_bytes: usize) -> Text {
        Text { bytes: buffers.get(n_bytes), ..Text::default() }
    }

    /// Whether something is told of one of the games, by its line.
    pub(crate) fn tells(&self) -> bool {
        !(self.bad.is_empty() && self.notes.is_empty())
    }

    /// Where each game ends in `old` and in `bytes`.
    pub(crate) fn ends_in_both(&self) -> impl Iterator<Item = (usize, usize)> {
        self.spans.iter().zip(&self.ends).map(|((_, old), &new_end)| (old.end as usize, new_end))
    }

    /// Notes what the text of the game at hand begins and ends with.
    pub(crate) fn has_edges(&mut self, edges: Edges) {
        if !edges.is_plain() {
            self.odd.push((self.ends.len(), edges));
        }
        if edges.leaves_comment_open() {
            self.open_from = Some(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Ends the text of a game.
    pub(crate) fn end_game(&mut self) {
        self.ends.push(self.bytes.len());
    }
}
