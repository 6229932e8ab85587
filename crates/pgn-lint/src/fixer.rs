//! Makes the edits of fixes: round after round, until no fix is left. Every round is read again, and
//! what a reader gets of the game must have stayed what it was; a fix after which it has not is not
//! made.

use std::collections::BTreeMap;

use pgn_chess::{Replay, ReplayOptions};
use pgn_syntax::{Game, Parser, Part, ReadOptions, Span};

use crate::{
    checker::{Checker, Kept, MAX_FINDINGS, Options},
    diagnostic::Severity,
    fix::{Applicability, Edit, Fix},
    reading::Reading,
    rule::Follows,
    selection::Selection,
};

/// More rounds than this no game needs: one that does is left as it is.
const MAX_ROUNDS: u32 = 64;

/// A fix for so many bytes of a game is kept for a round, so that rounds are few however large it is …
const BYTES_OF_A_FIX: usize = 16;

/// … up to this many, for memory's sake.
const MAX_FIXES: usize = 10 * MAX_FINDINGS;

/// Fixes of a round that are tried one by one, if all of them at once change what is read.
const MAX_TRIED: usize = 64;

/// Fixes games. Made once a thread: it keeps its memory.
#[derive(Debug)]
pub struct Fixer {
    /// Of the rules whose fixes are made.
    checker: Checker,
    applicability: Applicability,
    parser: Parser,
    game: Game,
    replay: Replay,
    options: ReplayOptions,
}

/// A game after its fixes.
#[derive(Debug)]
pub struct Fixed {
    /// Its bytes, the empty lines behind it included.
    pub text: Vec<u8>,
    /// Findings that are gone.
    pub n_fixed: u64,
}

impl Fixer {
    /// A fixer that makes the fixes of `rules`: the safe ones, or all. `options`: as the checker has
    /// them that reports; levels do not matter.
    #[must_use]
    pub fn new(
        rules: &Selection,
        applicability: Applicability,
        read: ReadOptions,
        mut options: Options,
    ) -> Fixer {
        options.least = Severity::Style;
        let replay = options.replay;
        Fixer {
            checker: Checker::new(rules, options),
            applicability,
            parser: Parser::new(read),
            game: Game::default(),
            replay: Replay::new(),
            options: replay,
        }
    }

    /// Begins a chunk of a file.
    pub fn start_chunk(&mut self, src: &[u8], follows: Follows) {
        self.checker.start_chunk(src, follows);
    }

    /// Makes the fixes of a game; `None` if there are none. `is_first`: no byte stands before it.
    pub fn fix(&mut self, src: &[u8], game: &Game, is_first: bool) -> Option<Fixed> {
        let most = self.applicability;
        let is_wanted = |fix: &Fix| fix.applicability <= most;
        let n_kept = (game.span.end - game.span.start) as usize / BYTES_OF_A_FIX;
        self.checker.keep(n_kept.clamp(MAX_FINDINGS, MAX_FIXES), Kept::WithFix);
        if !self.checker.check(src, game).iter().any(|it| it.fix.as_ref().is_some_and(is_wanted)) {
            return None;
        }
        let mut text = game.span.of(src).to_vec();
        let mut reading = Reading::of(game, src, &mut self.replay, &self.options);
        // A game that is another one when it stands alone is none to be touched.
        if !self.read_alone(&text, is_first)?.is_as(&reading) {
            return None;
        }
        let after = &src[game.span.end as usize..];
        let mut n_fixed = 0;
        for _ in 0..MAX_ROUNDS {
            let Some(round) = self.round(&text, after, &reading, is_first) else {
                return (n_fixed > 0).then_some(Fixed { text, n_fixed });
            };
            n_fixed += round.n_fixed;
            (text, reading) = (round.text, round.reading);
        }
        None
    }

    /// What is understood of a text that is one game; `None` if it is not. The game is kept.
    fn read_alone(&mut self, text: &[u8], is_first: bool) -> Option<Reading> {
        let part = Part { src: text, is_first, is_last: true, after: b"" };
        self.parser.start(&part);
        let is_one = self.parser.next_game(&part, &mut self.game)
            && self.game.span == Span::new(0, text.len());
        is_one.then(|| Reading::of(&self.game, text, &mut self.replay, &self.options))
    }

    /// One round: all fixes that do not touch each other, the safe ones first.
    fn round(
        &mut self,
        text: &[u8],
        after: &[u8],
        before: &Reading,
        is_first: bool,
    ) -> Option<Round> {
        self.read_alone(text, is_first)?;
        let game = std::mem::take(&mut self.game);
        let found = self.checker.check_before(text, &game, after);
        let mut by_kind: [Vec<Fix>; 2] = [Vec::new(), Vec::new()];
        for fix in found.iter().filter_map(|found| found.fix.as_ref()) {
            by_kind[usize::from(fix.applicability == Applicability::Unsafe)].push(fix.clone());
        }
        self.game = game;
        let [safe, guessed] = by_kind;
        // Where a comment or string ends that was left open is a guess: nothing else is safe then.
        let mut round = None;
        if !before.is_open {
            round = self.make(text, before, &safe, Applicability::Safe, is_first);
        }
        if round.is_none() && self.applicability == Applicability::Unsafe {
            round = self.make(text, before, &guessed, Applicability::Unsafe, is_first);
        }
        round
    }

    /// Makes as many of `fixes` as can be made together.
    fn make(
        &mut self,
        text: &[u8],
        before: &Reading,
        fixes: &[Fix],
        kind: Applicability,
        is_first: bool,
    ) -> Option<Round> {
        if fixes.is_empty() {
            return None;
        }
        let all: Vec<&Fix> = fixes.iter().collect();
        if let Some(round) = self.try_together(text, before, &all, kind, is_first) {
            return Some(round);
        }
        let good: Vec<&Fix> = fixes
            .iter()
            .take(MAX_TRIED)
            .filter(|fix| self.try_together(text, before, &[fix], kind, is_first).is_some())
            .collect();
        if good.len() < 2 {
            return self.try_together(text, before, &good, kind, is_first);
        }
        self.try_together(text, before, &good, kind, is_first)
            .or_else(|| self.try_together(text, before, &good[..1], kind, is_first))
    }

    fn try_together(
        &mut self,
        text: &[u8],
        before: &Reading,
        fixes: &[&Fix],
        kind: Applicability,
        is_first: bool,
    ) -> Option<Round> {
        let (edits, n_fixed) = choose(fixes);
        if n_fixed == 0 {
            return None;
        }
        let new = apply(text, &edits);
        let reading = self.read_alone(&new, is_first)?;
        let is_better = || {
            reading.n_unplayed <= before.n_unplayed
                && reading.n_faults <= before.n_faults
                && (before.is_open || !reading.is_open)
        };
        let is_as_meant = reading.is_as(before) || kind == Applicability::Unsafe && is_better();
        (is_as_meant && new != text).then_some(Round { text: new, reading, n_fixed })
    }
}

/// What a round gives.
struct Round {
    text: Vec<u8>,
    reading: Reading,
    n_fixed: u64,
}

/// The edits of those fixes of which none touches another, and how many fixes that are. Fixes with
/// the same edits are made at once.
fn choose<'a>(fixes: &[&'a Fix]) -> (Vec<&'a Edit>, u64) {
    let mut taken: BTreeMap<u32, &Edit> = BTreeMap::new();
    let mut n_chosen = 0;
    for fix in fixes {
        let is_free = fix.edits.iter().all(|edit| {
            let before = taken.range(..=edit.span.end).next_back();
            before.is_none_or(|(_, other)| other.span.end < edit.span.start || *other == edit)
        });
        if is_free {
            taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit)));
            n_chosen += 1;
        }
    }
    (taken.into_values().collect(), n_chosen)
}

/// `text` with sorted edits made.
fn apply(text: &[u8], edits: &[&Edit]) -> Vec<u8> {
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
