//! What is done with each chunk.

use crate::{chunk::ChunkView, position::Place};

/// A change of the flags that one chunk of an input hands on to the next. At the beginning of an input
/// no flag is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// The flags that stay as they were.
    pub kept: u64,
    /// The flags that are set besides.
    pub set: u64,
}

impl Default for Flags {
    /// Returns the change that leaves all flags as they were.
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
}

/// What [`Job::read`] found in a chunk.
#[derive(Clone, Debug)]
pub struct Read<D> {
    /// What [`Job::finish`] needs.
    pub draft: D,
    /// Games that are complete: those of `bytes[..rest]`.
    pub n_games: u64,
    /// Lines of `bytes[..rest]`; see [`pgn_syntax::count_line_ends`]. `None`: nothing of the chunk is reported by
    /// its line. Then they are counted if a later chunk asks: most files are clean.
    pub n_lines: Option<u64>,
    /// The bytes from here on belong to a game that goes on in the next chunk. The length of the
    /// bytes if the chunk ends on a boundary, and always if the input ends with it.
    pub rest: usize,
    /// What the job of a later chunk has to know of this one, in flags of the job's own.
    pub flags: Flags,
}

/// Which piece of a game that is too large to be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The game begins here.
    pub is_first: bool,
    /// The game ends here; the bytes may be none.
    pub is_last: bool,
}

/// The work on one chunk, in two steps.
///
/// `read` runs before it is known whether the chunk truly begins where a game begins, and where in
/// the input it stands; its draft may be thrown away and the bytes read again with more in front.
/// `finish` runs once for the reading that stands.
pub trait Job: Sync {
    /// Buffers that a thread makes once. While a task uses them no other task of that thread does.
    type Scratch: Send;
    /// What was read, still without line and game numbers. Must not point into the scratch.
    type Draft: Send;
    /// What goes to the sink.
    type Output: Send;
    /// Makes the buffers of a thread.
    fn scratch(&self) -> Self::Scratch;

    /// Reads the games of a chunk that is taken to begin with a game.
    fn read(&self, scratch: &mut Self::Scratch, chunk: &ChunkView<'_>) -> Read<Self::Draft>;

    /// Makes the output, now that the place is known. `chunk` is what `read` saw.
    fn finish(
        &self,
        scratch: &mut Self::Scratch,
        draft: Self::Draft,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> Self::Output;

    /// Takes a piece of a game larger than [`crate::Options::max_game_size`], or with a line longer than
    /// [`crate::Options::longest_line`]; it counts as one game, and each of its pieces has its number. Pieces come in
    /// order, the last one is always marked.
    fn oversized(
        &self,
        scratch: &mut Self::Scratch,
        chunk: &ChunkView<'_>,
        place: &Place,
        piece: Piece,
    ) -> Self::Output;
}
