//! Games with more elements than are kept, of which only the span, end and marker are found.
//!
//! Each element that is kept of a game takes memory, even if it is a single byte of text: a text of nothing but
//! parentheses would take more than a hundred times its size.

use super::{movetext::MovetextReader, state::Frame};
use crate::game::{Game, error::SyntaxErrorKind as Kind, movetext::NodeId, tag::TagPair};

/// The number of elements that a tag pair counts as.
const OF_TAG: usize = 2;

/// The number of elements that an error counts as. It leads to a finding, which takes more memory than a
/// move.
const OF_ERROR: usize = 2;

/// The number of elements that an open variation counts as.
const OF_FRAME: usize = 2;

/// The id of a node that was dropped.
const FORGOTTEN: NodeId = NodeId(u32::MAX);

impl Game {
    /// Returns the number of elements that are kept of the game.
    pub(super) fn n_elements(&self) -> usize {
        self.nodes.len()
            + OF_ERROR * self.errors.len()
            + self.escapes.len()
            + self.dropped_comments.len()
            + OF_TAG * self.tags.len()
    }

    /// Drops all elements except the tag pairs for which `keeps` returns true, and the first open comment.
    #[cold]
    pub(super) fn forget_elements(&mut self, keeps: impl FnMut(&TagPair) -> bool) {
        self.is_too_dense = true;
        self.nodes.clear();
        // How the text after the game is read depends on an open comment.
        let mut n_open = 0;
        self.errors.retain(|error| {
            n_open += usize::from(error.kind == Kind::UnterminatedComment);
            n_open == 1 && error.kind == Kind::UnterminatedComment
        });
        self.escapes.clear();
        self.dropped_comments.clear();
        self.tags.retain(keeps);
        (self.final_zeros, self.has_nags, self.words_error) = (None, false, 0);
    }
}

impl MovetextReader<'_> {
    /// Drops the elements of a game if its movetext has at least `max` of them. Open variations are still
    /// counted.
    #[inline(always)]
    pub(super) fn keep_at_most(&mut self, max: usize) {
        let (game, frames) = (&self.game, &self.parser.frames);
        if game.nodes.len() + OF_ERROR * game.errors.len() + OF_FRAME * frames.len() >= max {
            self.forget();
        }
    }

    #[cold]
    fn forget(&mut self) {
        self.game.forget_elements(|_| true);
        // The outermost variation stays open until all variations within it are closed.
        self.n_forgotten_frames += self.parser.frames.len().saturating_sub(1);
        self.parser.frames.truncate(1);
        if let Some(Frame { open, .. }) = self.parser.frames.first_mut() {
            *open = FORGOTTEN;
        }
        if let Some(candidate) = &mut self.undecided.candidate {
            (candidate.node, candidate.n_errors) = (0, 0);
        }
    }
}
