//! One round of fixes of a game: what is found in it, and as many of the fixes of that as can be made together.

use std::collections::BTreeMap;

use pgn_syntax::{Game, SyntaxErrorKind};

use super::{Fixer, n_kept};
use crate::{
    checker::Kept,
    context::Context,
    fix::{Applicability, Edit, Fix},
    places::Made,
    reading::Reading,
};

/// The most trials of a round that look for the fixes that can be made.
const MAX_TRIALS: usize = 256;

/// When a trial asks whether the game stays apart from its neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Neighbors {
    Now,
    /// Once the fixes are chosen.
    Later,
}

/// What a round gives.
pub(super) struct Round {
    pub(super) text: Vec<u8>,
    pub(super) reading: Reading,
    pub(super) n_fixed: u64,
    pub(super) edits: Vec<Made>,
}

impl Fixer {
    /// Checks a text in the place of the game and notes the findings with a fix. Returns where it begins, and whether it
    /// may be another kind of text.
    pub(super) fn look(
        &mut self,
        context: &Context,
        text: &[u8],
        after: &[u8],
        reading: &Reading,
    ) -> Option<(u32, bool)> {
        self.read(context, text)?;
        let start = self.joined.span.start;
        self.checker.keep(n_kept(text.len()), Kept::WithFix);
        self.checker.check_before(&self.joined.bytes, &self.game, after);
        self.note_left(start);
        Some((start, is_doubtful(&self.game, reading)))
    }

    /// One round: all fixes that do not touch each other, the safe ones first. `after`: what follows
    /// the game in its input. `None`: none can be made; then the game is that of `text`.
    pub(super) fn round(
        &mut self,
        context: &Context,
        text: &[u8],
        after: &[u8],
        before: &Reading,
    ) -> Option<Round> {
        let (start, is_doubtful) = self.look(context, text, after, before)?;
        let mut by_kind: [Vec<Fix>; 2] = [Vec::new(), Vec::new()];
        for fix in self.checker.found_mut().iter().filter_map(|found| found.fix.as_ref()) {
            if let Some(fix) = fix.moved_back(start, text.len()) {
                by_kind[usize::from(fix.applicability == Applicability::Unsafe)].push(fix);
            }
        }
        let [safe, guessed] = by_kind;
        // Where a comment or string ends that was left open is a guess: nothing else is safe then. Nor is
        // anything in what may be another kind of text.
        let mut round = None;
        if !before.is_open && !is_doubtful {
            round = self.make(context, text, before, &safe, Applicability::Safe);
        }
        if round.is_none() && self.applicability == Applicability::Unsafe {
            round = self.make(context, text, before, &guessed, Applicability::Unsafe);
        }
        if round.is_none() {
            self.read(context, text)?;
        }
        round
    }

    /// Makes as many of `fixes` as can be made together.
    fn make(
        &mut self,
        context: &Context,
        text: &[u8],
        before: &Reading,
        fixes: &[Fix],
        kind: Applicability,
    ) -> Option<Round> {
        // Only a few fixes bear on the neighbors, and all of those are many texts to be read.
        let round = self.choose_from(context, text, before, fixes, (kind, Neighbors::Later))?;
        if self.joined.span.of(&self.joined.bytes) != round.text {
            self.read(context, &round.text)?;
        }
        if context.keeps(&round.text, &mut self.reader()) {
            return Some(round);
        }
        self.choose_from(context, text, before, fixes, (kind, Neighbors::Now))
    }

    /// Chooses as many of `fixes` as can be made together. Where all of them cannot, halves are tried,
    /// and halves of those.
    fn choose_from(
        &mut self,
        context: &Context,
        text: &[u8],
        before: &Reading,
        fixes: &[Fix],
        how: (Applicability, Neighbors),
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
            if let Some(round) = self.try_together(context, text, before, &good, how) {
                made = Some(round);
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
        context: &Context,
        text: &[u8],
        before: &Reading,
        chosen: &Chosen<'_>,
        (kind, neighbors): (Applicability, Neighbors),
    ) -> Option<Round> {
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
            reading.n_unplayed <= before.n_unplayed
                && reading.n_faults <= before.n_faults
                && (before.is_open || !reading.is_open)
        };
        if !reading.is_as(before) && (kind == Applicability::Safe || !is_better()) {
            return None;
        }
        if neighbors == Neighbors::Now && !context.keeps(&new, &mut self.reader()) {
            return None;
        }
        let place = |edit: &Edit| {
            let len = u32::try_from(edit.text.len()).unwrap_or(u32::MAX);
            (edit.span.start, edit.span.end - edit.span.start, len)
        };
        let edits = Made::of_round(chosen.edits().map(place));
        Some(Round { text: new, reading, n_fixed, edits })
    }
}

/// Returns true if a game without tags stands behind other text, or has moves that cannot be played and
/// words that are no moves: it may be part of a web page, or of a list of positions.
fn is_doubtful(game: &Game, reading: &Reading) -> bool {
    let is_other = |kind| match kind {
        SyntaxErrorKind::JunkBetweenGames => true,
        SyntaxErrorKind::ReservedToken | SyntaxErrorKind::UnexpectedSymbol => {
            reading.n_unplayed > 0
        }
        _ => false,
    };
    game.tags.is_empty() && game.errors.iter().any(|error| is_other(error.kind))
}

/// Fixes of which none touches another, each chosen before those that come later. Fixes with the same edits are made at
/// once.
#[derive(Default)]
struct Chosen<'a> {
    /// The edits, by where they begin.
    edits: BTreeMap<u32, &'a Edit>,
    n_fixes: u64,
}

/// What [`Chosen::add`] has added.
struct Added {
    /// Where the new edits begin.
    starts: Vec<u32>,
    n_fixes: u64,
}

impl<'a> Chosen<'a> {
    /// Adds those of `fixes` that touch none before them.
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

    /// Takes back what was added last.
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

/// `text` with sorted edits made.
fn apply<'a>(text: &[u8], edits: impl Iterator<Item = &'a Edit>) -> Vec<u8> {
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
