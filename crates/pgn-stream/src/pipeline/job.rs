//! The work on each chunk, as a trait.

use crate::{pipeline::chunk::ChunkView, position::Place};

/// A change of the flags that each chunk of an input passes to the next one. At the beginning of an input no flag is
/// set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Mask of the flags that keep their value.
    pub kept: u64,
    /// Flags that are set.
    pub set: u64,
}

impl Default for Flags {
    /// Returns the change that keeps all flags.
    fn default() -> Flags {
        Flags { kept: u64::MAX, set: 0 }
    }
}

impl Flags {
    /// Returns the flags after the change.
    #[must_use]
    pub fn change(self, flags: u64) -> u64 {
        flags & self.kept | self.set
    }

    /// Returns this change followed by `next`.
    #[must_use]
    pub fn then(self, next: Flags) -> Flags {
        Flags { kept: self.kept & next.kept, set: next.change(self.set) }
    }
}

/// Result of [`Job::read`] for a chunk.
#[derive(Clone, Debug)]
pub struct Read<D> {
    /// The data for [`Job::finish`].
    pub draft: D,
    /// Number of complete games, which are those of `bytes[..games_end]`.
    pub n_games: u64,
    /// Number of lines of `bytes[..games_end]`; see [`pgn_syntax::count_line_ends`]. `None` if nothing of the chunk is
    /// reported by its line: its lines are then counted only if a later chunk needs them, as most files have nothing
    /// to report.
    pub n_lines: Option<u64>,
    /// Offset from which on the bytes belong to a game that continues in the next chunk. The length of the bytes if
    /// the chunk ends at a boundary, and always if the input ends with it.
    pub games_end: usize,
    /// Change of the job's own flags, which the jobs of later chunks receive.
    pub flags: Flags,
}

/// A piece of a game that is too large to be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// True if the game begins with this piece.
    pub is_first: bool,
    /// True if the game ends with this piece, which may then be empty.
    pub is_last: bool,
}

/// The work on one chunk, in two steps.
///
/// `read` runs before it is known whether the chunk really begins with a game, and at which place in the input; its
/// draft may be dropped and the bytes read again with others before them. `finish` runs once, for the final reading.
pub trait Job: Sync {
    /// Buffers of a thread. Only one task at a time uses them.
    type Scratch: Send;
    /// Result of `read`, still without line and game numbers. Must not refer to the scratch.
    type Draft: Send;
    /// Output for the sink.
    type Output: Send;
    /// Returns new buffers for a thread.
    fn scratch(&self) -> Self::Scratch;

    /// Reads the games of a chunk, which is assumed to begin with a game.
    fn read(&self, scratch: &mut Self::Scratch, chunk: &ChunkView<'_>) -> Read<Self::Draft>;

    /// Returns the output, now that the place is known. `chunk` is the same as for `read`.
    fn finish(
        &self,
        scratch: &mut Self::Scratch,
        draft: Self::Draft,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> Self::Output;

    /// Returns the output for a piece of a game that is larger than [`crate::Options::max_game_size`], or has a line
    /// longer than [`crate::Options::max_line`]. The game counts as one, and all of its pieces have its number.
    /// Pieces come in order, and the last one is always marked. `place` is the place of the whole game.
    fn oversized(
        &self,
        scratch: &mut Self::Scratch,
        chunk: &ChunkView<'_>,
        place: &Place,
        piece: Piece,
    ) -> Self::Output;
}
