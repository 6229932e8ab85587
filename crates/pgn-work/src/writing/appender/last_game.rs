//! The last game of an output, and the part of it that is not written yet.

use pgn_stream::GameNumber;
use pgn_syntax::boundary::{Edges, OversizedEnd};

use super::{AppendedText, existing_file::FILE};

/// The last game of an output.
#[derive(Debug)]
pub(super) struct LastGame {
    /// Index of the input of the game.
    pub(super) input: u64,
    pub(super) number: GameNumber,
    pub(super) edges: Edges,
    pub(super) rest: Rest,
}

/// The part of the last game that is not written yet, because the next text can change it.
#[derive(Debug, Default)]
pub(super) enum Rest {
    /// Everything is written.
    #[default]
    None,
    /// The game was parsed.
    Held(HeldGame),
    /// The game is not parsed, and more of it may follow.
    Unread(UnreadGame),
}

/// A game whose end depends on the next text.
#[derive(Debug)]
pub(super) struct HeldGame {
    /// The name of its input in messages.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// Number of bytes that are written.
    pub(super) n_written: usize,
}

/// A game that is not parsed, and of which only the white space at its end is held back.
#[derive(Debug)]
pub(super) struct UnreadGame {
    /// The name of its input in messages.
    pub(super) name: String,
    /// The state of the text that is written.
    pub(super) end: OversizedEnd,
    pub(super) white_space: Vec<u8>,
}

/// The game before the last one, if neither has a marker: a change of the last game could join the two.
#[derive(Debug)]
pub(super) struct EarlierGame {
    /// The game and the separator after it.
    pub(super) bytes: Vec<u8>,
    pub(super) edges: Edges,
}

impl LastGame {
    /// Returns true if the game is in the file to which games are appended.
    pub(super) fn is_in_file(&self) -> bool {
        self.input == FILE
    }

    /// Returns true if `next` followed the game where both were read.
    pub(super) fn precedes(&self, next: &AppendedText<'_>) -> bool {
        let is_next = self.number + 1 == next.number || self.is_in_file();
        !next.is_apart && self.input == next.input && is_next
    }

    /// Closes the game if it is not parsed. A short text with the same end then represents it.
    pub(super) fn close(&mut self) {
        if let Rest::Unread(UnreadGame { name, end, white_space }) = &mut self.rest {
            let (text, edges) = end.stand_in();
            let bytes = [text, white_space].concat();
            let name = std::mem::take(name);
            self.rest = Rest::Held(HeldGame { name, bytes, n_written: text.len() });
            self.edges = edges;
        }
    }

    /// Returns the game if it was parsed and is held back.
    pub(super) fn held_mut(&mut self) -> Option<&mut HeldGame> {
        match &mut self.rest {
            Rest::Held(held) => Some(held),
            Rest::None | Rest::Unread(_) => None,
        }
    }

    /// Returns the game if it was parsed and is held back.
    pub(super) fn held(&self) -> Option<&HeldGame> {
        match &self.rest {
            Rest::Held(held) => Some(held),
            Rest::None | Rest::Unread(_) => None,
        }
    }
}

impl UnreadGame {
    /// Returns a game of which nothing was passed on yet.
    pub(super) fn new(name: String) -> UnreadGame {
        UnreadGame { name, end: OversizedEnd::default(), white_space: Vec::new() }
    }
}

impl HeldGame {
    /// Returns the bytes that are not written.
    pub(super) fn unwritten(&self) -> &[u8] {
        &self.bytes[self.n_written..]
    }
}
