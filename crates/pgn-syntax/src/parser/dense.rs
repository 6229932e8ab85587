//! Games with more elements than are kept: their ends are found, and nothing else of them.
//!
//! What is kept of a game takes memory per element, whatever its size in bytes. A text of nothing but parentheses
//! would take more than a hundred times its size.

use super::{
    Parser,
    state::{Frame, State},
};
use crate::{error::SyntaxErrorKind as Kind, game::Game, movetext::NodeId, tag::TagPair};

/// A tag pair takes the memory of so many moves.
const OF_TAG: usize = 2;

/// An error leads to a finding, which takes more memory than a move.
const OF_ERROR: usize = 2;

/// An open variation takes the memory of so many moves.
const OF_FRAME: usize = 2;

/// The place of a node that is not kept.
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

    /// Forgets all elements but the tag pairs for which `keeps` returns true.
    #[cold]
    pub(super) fn forget_elements(&mut self, keeps: impl FnMut(&TagPair) -> bool) {
        self.is_too_dense = true;
        self.nodes.clear();
        // Whether a comment stays open matters to what comes behind the game.
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

impl Parser {
    /// Forgets the elements of a game if there are `most` of them in its movetext. Only whether a variation is open
    /// stays known.
    #[inline(always)]
    pub(super) fn keep_at_most(&mut self, most: usize, game: &mut Game, state: &mut State) {
        if game.nodes.len() + OF_ERROR * game.errors.len() + OF_FRAME * self.frames.len() >= most {
            self.forget(game, state);
        }
    }

    #[cold]
    fn forget(&mut self, game: &mut Game, state: &mut State) {
        game.forget_elements(|_| true);
        // The outermost one stays open until all within it are closed.
        state.n_forgotten_frames += self.frames.len().saturating_sub(1);
        self.frames.truncate(1);
        if let Some(Frame { open, .. }) = self.frames.first_mut() {
            *open = FORGOTTEN;
        }
        if let Some(candidate) = &mut state.candidate {
            (candidate.node, candidate.n_errors) = (0, 0);
        }
    }
}
