//! One round of fixes of a game: finds the fixes, and applies as many as can be made together.

use std::collections::BTreeMap;

use pgn_syntax::{Game, Span, SyntaxErrorKind};

use super::{Fixer, n_kept};
use crate::{
    findings::KeptFindings,
    fix::{Applicability, Edit, Fix},
    meaning::Meaning,
    neighbors::{NeighborTexts, Reader},
    offsets::MadeEdit,
};

/// Upper bound on the trials of a round.
const MAX_TRIALS: usize = 256;

/// When to verify that the game is still read separately from its neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NeighborCheck {
    /// In the trial itself.
    Now,
    /// After the last round.
    Later,
}

/// The result of a round.
pub(super) struct Round {
    pub(super) text: Vec<u8>,
    pub(super) reading: Meaning,
    pub(super) n_fixed: u64,
    pub(super) edits: Vec<MadeEdit>,
}

/// What all trials of fixes of a kind have in common.
#[derive(Clone, Copy)]
struct Trials<'a> {
    context: &'a NeighborTexts,
    /// The game before the round.
    text: &'a [u8],
    before: &'a Meaning,
    kind: Applicability,
}

impl Fixer {
    /// Checks `text` as the new text of the game and keeps the findings that have a fix. Returns the offset of the text
    /// between its neighbors, and true if it may not be a game at all.
    pub(super) fn find_fixes(
        &mut self,
        context: &NeighborTexts,
        text: &[u8],
        after: &[u8],
        reading: &Meaning,
    ) -> Option<(u32, bool)> {
        self.parse(context, text)?;
        let Reader { game, joined, .. } = &self.reader;
        let Span { start, end } = joined.span;
        self.checker.keep(n_kept(text.len()), KeptFindings::WithFix);
        self.checker.check_before(&joined.bytes, game, end, after);
        let is_doubtful = is_doubtful(game, reading);
        self.note_pending(start);
        Some((start, is_doubtful))
    }

    /// Runs one round: applies fixes that do not touch each other, the safe ones first. `after` is
    /// the text that follows the game in its input. Returns `None` if no fix can be made; then the
    /// current game is that of `text`.
    pub(super) fn round(
        &mut self,
        context: &NeighborTexts,
        text: &[u8],
        after: &[u8],
        before: &Meaning,
        neighbors: NeighborCheck,
    ) -> Option<Round> {
        let (start, is_doubtful) = self.find_fixes(context, text, after, before)?;
        let mut by_kind: [Vec<Fix>; 2] = [Vec::new(), Vec::new()];
        for fix in self.checker.found_mut().iter().filter_map(|found| found.fix.as_ref()) {
            if let Some(fix) = fix.moved_back(start, text.len()) {
                by_kind[usize::from(fix.applicability == Applicability::Unsafe)].push(fix);
            }
        }
        let [safe, guessed] = by_kind;
        // If a comment or string was left open, its end is a guess, and no other fix is safe. The
        // same holds for text that may be something other than a game.
        let mut round = None;
        let mut trials = Trials { context, text, before, kind: Applicability::Safe };
        if !before.is_open && !is_doubtful {
            round = self.make(trials, &safe, neighbors);
        }
        if round.is_none() && self.applicability == Applicability::Unsafe {
            trials.kind = Applicability::Unsafe;
            round = self.make(trials, &guessed, neighbors);
        }
        if round.is_none() {
            self.parse(context, text)?;
        }
        round
    }

    /// Applies as many of `fixes` as can be made together.
    fn make(&mut self, trials: Trials<'_>, fixes: &[Fix], check: NeighborCheck) -> Option<Round> {
        let round = self.choose_from(trials, fixes, NeighborCheck::Later)?;
        if check == NeighborCheck::Later {
            return Some(round);
        }
        // Usually all chosen fixes keep the neighbors apart; only otherwise is each trial verified.
        let joined = &self.reader.joined;
        if joined.span.of(&joined.bytes) != round.text {
            self.parse(trials.context, &round.text)?;
        }
        if trials.context.keeps(&round.text, &mut self.reader) {
            return Some(round);
        }
        self.choose_from(trials, fixes, NeighborCheck::Now)
    }

    /// Chooses as many of `fixes` as can be made together. If not all of them can, halves are
    /// tried, and halves of those.
    fn choose_from(
        &mut self,
        trials: Trials<'_>,
        fixes: &[Fix],
        check: NeighborCheck,
    ) -> Option<Round> {
        let mut made: Option<Round> = None;
        let mut good = Chosen::default();
        let mut todo = vec![fixes];
        for _ in 0..MAX_TRIALS {
            let Some(some) = todo.pop() else { break };
            if some.is_empty() {
                continue;
            }
            let added = good.add(some);
            let round = self.try_together(trials, &good, check);
            if round.is_some() {
                made = round;
                continue;
            }
            good.remove(&added);
            if let (first, rest) = some.split_at(some.len() / 2)
                && !first.is_empty()
            {
                todo.extend([rest, first]);
            }
        }
        made
    }

    fn try_together(
        &mut self,
        trials: Trials<'_>,
        chosen: &Chosen<'_>,
        check: NeighborCheck,
    ) -> Option<Round> {
        let Trials { context, text, before, kind } = trials;
        let n_fixed = chosen.n_fixes;
        if n_fixed == 0 {
            return None;
        }
        let Some(budget) = self.budget.checked_sub(text.len()) else {
            self.is_short = true;
            return None;
        };
        self.budget = budget;
        let new = apply(text, chosen.edits());
        if new == text {
            return None;
        }
        let reading = self.read(context, &new)?;
        let is_better = || {
            reading.n_unplayed() <= before.n_unplayed()
                && reading.n_faults <= before.n_faults
                && (before.is_open || !reading.is_open)
        };
        if !reading.is_as(before) && (kind == Applicability::Safe || !is_better()) {
            return None;
        }
        if check == NeighborCheck::Now && !context.keeps(&new, &mut self.reader) {
            return None;
        }
        let place = |edit: &Edit| {
            let len = u32::try_from(edit.text.len()).unwrap_or(u32::MAX);
            (edit.span.start, edit.span.end - edit.span.start, len)
        };
        let edits = MadeEdit::of_round(chosen.edits().map(place));
        Some(Round { text: new, reading, n_fixed, edits })
    }
}

/// Returns true if a game without tags follows other text, or has moves that cannot be played and
/// words that are not moves. It may be part of a web page or of a list of positions.
fn is_doubtful(game: &Game, reading: &Meaning) -> bool {
    let is_other = |kind| match kind {
        SyntaxErrorKind::JunkBetweenGames => true,
        SyntaxErrorKind::ReservedToken | SyntaxErrorKind::UnexpectedSymbol => {
            reading.n_unplayed() > 0
        }
        _ => false,
    };
    game.tags.is_empty() && game.errors.iter().any(|error| is_other(error.kind))
}

/// Fixes that do not touch each other; earlier fixes have priority. Fixes with the same edits are
/// applied once.
#[derive(Default)]
struct Chosen<'a> {
    /// The edits by offset.
    edits: BTreeMap<u32, &'a Edit>,
    n_fixes: u64,
}

/// The additions of one call of [`Chosen::add`].
struct Added {
    /// The offsets of the new edits.
    starts: Vec<u32>,
    n_fixes: u64,
}

impl<'a> Chosen<'a> {
    /// Adds those of `fixes` that touch no fix already chosen.
    fn add(&mut self, fixes: &'a [Fix]) -> Added {
        let mut added = Added { starts: Vec::new(), n_fixes: 0 };
        for fix in fixes {
            let is_free = fix.edits.iter().all(|edit| {
                let before = self.edits.range(..=edit.span.end).next_back();
                before.is_none_or(|(_, other)| other.span.end < edit.span.start || *other == edit)
            });
            if is_free {
                for edit in &fix.edits {
                    if self.edits.insert(edit.span.start, edit).is_none() {
                        added.starts.push(edit.span.start);
                    }
                }
                added.n_fixes += 1;
            }
        }
        self.n_fixes += added.n_fixes;
        added
    }

    /// Undoes the last call of [`Chosen::add`], which returned `added`.
    fn remove(&mut self, added: &Added) {
        for start in &added.starts {
            self.edits.remove(start);
        }
        self.n_fixes -= added.n_fixes;
    }

    fn edits(&self) -> impl Iterator<Item = &'a Edit> {
        self.edits.values().copied()
    }
}

/// Returns `text` with sorted edits applied.
pub(super) fn apply<'a>(text: &[u8], edits: impl Iterator<Item = &'a Edit>) -> Vec<u8> {
    let mut new = Vec::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in edits {
        new.extend_from_slice(&text[at..edit.span.start as usize]);
        new.extend_from_slice(edit.text.as_bytes());
        at = edit.span.end as usize;
    }
    new.extend_from_slice(&text[at..]);
    new
}
