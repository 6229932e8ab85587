//! The part of `check` for a single game: keeps the findings that may be shown, and counts the others.

use std::borrow::Cow;

use pgn_chess::export::{raw_span, raw_text};
use pgn_lint::{Diagnostic, GamePlace};
use pgn_query::Producer;
use pgn_report::findings::NamePairs;
use pgn_stream::GameIndex;
use pgn_syntax::{Game, Span};

use super::{Check, ChunkFindings, Draft, Scratch, tally::FindingClass};

use crate::commands::check::{FixMode, Ruling};

/// A game to check, in a text of its chunk.
#[derive(Clone, Copy)]
pub(super) struct PlacedGame<'a> {
    pub(super) index: GameIndex,
    pub(super) game: &'a Game,
    pub(super) src: &'a [u8],
    pub(super) place: GamePlace,
    /// False if no fix can be made in the input.
    pub(super) is_fixable: bool,
}

impl Check<'_> {
    /// Checks a game, adds its findings to `out` and counts the game.
    pub(super) fn check_game(
        &self,
        scratch: &mut Scratch,
        placed: PlacedGame<'_>,
        out: &mut ChunkFindings,
    ) {
        let PlacedGame { index, game, src, .. } = placed;
        if FixMode::shows_findings(self.plan.fix) {
            self.take_notes(scratch, index, game, src, out);
            let found = scratch.current(self).check(src, game);
            let is_known_fault = |found: &Diagnostic| self.known_faults.contains(&found.rule);
            let producer = if self.plan.statistics.is_some() || found.iter().any(is_known_fault) {
                pgn_query::producer(game, src)
            } else {
                None
            };
            self.note_producer(producer, out);
            let found = match found.is_empty() {
                true => Vec::new(),
                false => {
                    self.drop_unmade_fixes(scratch, placed);
                    self.take_found(scratch, producer, out)
                }
            };
            if !found.is_empty() {
                let fingerprints = self.fingerprints(src, game);
                out.drafts.push(Draft {
                    game: out.seen.n_games,
                    index,
                    names: NamePairs::of(src, game),
                    fingerprints,
                    start: game.span.start,
                    known: std::mem::take(&mut scratch.known),
                    producer,
                    found,
                    bytes: raw_span(game, src),
                    own_text: match (&self.plan.rejects, raw_text(game, src)) {
                        (Some(_), Cow::Owned(text)) => Some(text),
                        _ => None,
                    },
                });
            }
        }
        out.seen.n_games += 1;
    }

    /// Counts a game that is neither checked nor changed.
    pub(super) fn count_only(&self, span: Span, out: &mut ChunkFindings) {
        out.changes.push(span, None);
        self.note_producer(None, out);
        out.seen.n_games += 1;
    }

    /// Adds the producer of a game to `out`, if the plan requests statistics.
    pub(super) fn note_producer(
        &self,
        producer: Option<&'static Producer>,
        out: &mut ChunkFindings,
    ) {
        if self.plan.statistics.is_some() {
            out.seen.producers.push(producer);
        }
    }

    /// Removes those fixes of the current game's findings that do not count or would not be made.
    fn drop_unmade_fixes(&self, scratch: &mut Scratch, placed: PlacedGame<'_>) {
        let PlacedGame { game, src, place, is_fixable, .. } = placed;
        let ruling = scratch.ruling(self);
        let mut found = std::mem::take(scratch.current(self).found_mut());
        let mut has_fix = false;
        for found in &mut found {
            with_wanted_fix(ruling, found);
            found.fix.take_if(|_| !is_fixable);
            has_fix |= found.fix.is_some();
        }
        if has_fix {
            self.keep_true_fixes(scratch, game, src, place, &mut found);
        }
        *scratch.current(self).found_mut() = found;
    }

    /// Returns the findings of the current game that may be shown, and counts the others.
    fn take_found(
        &self,
        scratch: &mut Scratch,
        producer: Option<&'static Producer>,
        out: &mut ChunkFindings,
    ) -> Vec<Diagnostic> {
        let ruling = scratch.ruling(self);
        let full = std::mem::take(&mut scratch.full);
        let found = scratch.current(self).found_mut();
        found.retain_mut(|found| {
            let is_unseen = self.count_if_unseen(ruling, &full, &mut out.n_found, found);
            if is_unseen {
                out.seen.unseen.add(FindingClass::of(found, producer));
            } else {
                with_producer(found, producer);
            }
            !is_unseen
        });
        let found = if found.is_empty() { Vec::new() } else { std::mem::take(found) };
        scratch.full = full;
        found
    }
}

/// Removes the fix of a finding if fixes of its rule do not count.
pub(super) fn with_wanted_fix(ruling: &Ruling, found: &mut Diagnostic) {
    found.fix.take_if(|_| !ruling.fixable.rules.has(found.rule));
}

/// Adds to the help of a finding that the producer of the game is known to cause it.
fn with_producer(found: &mut Diagnostic, producer: Option<&'static Producer>) {
    if let Some(producer) = producer.filter(|it| it.faults.contains(&found.rule.name)) {
        let help = found.help_text();
        found.help = Some(format!("{help}; {} is known to write this", producer.name).into());
    }
}

#[cfg(test)]
mod tests {
    /// pgn-query does not know the rules, so that their names in its list of producers are checked here.
    #[test]
    fn faults_of_producers_are_rules() {
        for producer in pgn_query::PRODUCERS {
            for name in producer.faults {
                let rule = pgn_lint::find(name);
                assert!(rule.is_ok_and(|rule| rule.name == *name), "{}: {name}", producer.name);
            }
        }
    }
}
