//! Applies fixes in rounds until none is left. After every round the game is read again between the
//! same neighbors. If its meaning has changed, the fixes responsible are not made.
//!
//! Rounds form a pass, and passes are repeated until one changes nothing. So the result is a fixed
//! point: a second run begins with the same pass that ended the first.

mod certain;
mod round;
mod text;

use pgn_chess::{Replay, ReplayOptions};
use pgn_syntax::{Game, ReadOptions, Span, first_line_end};

pub use self::certain::are_certain;
use self::round::NeighborCheck;
use crate::{
    checker::{Checker, Options},
    context::Follows,
    findings::{KeptFindings, MAX_FINDINGS},
    fix::Applicability,
    lines,
    meaning::{LastReading, Meaning},
    neighbors::{GamePlace, NeighborTexts, Reader, TextBefore},
    offsets::{KnownFinding, KnownId, MadeEdit, Side, offset_after, offset_before},
    rule::{Diagnostic, Rule},
    selection::Selection,
};

/// Upper bound on the rounds of a pass.
const MAX_ROUNDS: u32 = 64;

/// Upper bound on the passes over a game, the last of which changes nothing. A game that needs more
/// is left unchanged.
const MAX_PASSES: u32 = 8;

/// Number of rounds for a large game whose fixes are only counted.
const COUNTED_ROUNDS: u32 = 1;

/// Size in bytes above which a game is large.
const LARGE: usize = 16 << 10;

/// A round keeps one fix per this many bytes of a game, so that the number of rounds does not grow
/// with its size.
const BYTES_OF_A_FIX: usize = 16;

/// Upper bound on the fixes kept per round, to bound memory.
const MAX_FIXES: usize = 10 * MAX_FINDINGS;

/// Upper bound on passes that change something but run out of their budget. In a game that needs
/// more, most fixes cannot be made, and each pass is slow.
const MAX_SHORT: u32 = 1;

/// Returns the number of findings kept of a game of `n_bytes` bytes.
fn n_kept(n_bytes: usize) -> usize {
    (n_bytes / BYTES_OF_A_FIX).clamp(MAX_FINDINGS, MAX_FIXES)
}

/// Returns the number of bytes that the trials of a pass may read. It is linear in the size of the
/// game, however many fixes fail.
const fn trial_bytes(goal: Goal, n_bytes: usize) -> usize {
    match goal {
        Goal::Fixed => n_bytes * 64 + (4 << 20),
        Goal::FindUnfixed => n_bytes * 8 + (256 << 10),
    }
}

/// Fixes games. Keeps its buffers from game to game; use one per thread.
#[derive(Debug)]
pub struct Fixer {
    /// The checker of the rules whose fixes are made.
    checker: Checker,
    applicability: Applicability,
    /// How games are read.
    read: ReadOptions,
    reader: Reader,
    replay: Replay,
    options: ReplayOptions,
    last_reading: LastReading,
    /// The findings of the game that have a wanted fix; after the last pass, those whose fix cannot be made.
    pending: Vec<UnfixedFinding>,
    known: Vec<KnownFinding>,
    /// Bytes that the trials of the current pass may still read.
    budget: usize,
    /// True if the current pass ended because its budget was used up.
    is_short: bool,
    /// True if the current pass was made again because the game did not stay apart from its neighbors.
    is_redone: bool,
}

/// The result of fixing a game.
#[derive(Debug)]
pub struct Fixed {
    /// The fixed text, with the empty lines after the game.
    pub text: Vec<u8>,
    /// Number of findings that were fixed.
    pub n_fixed: u64,
    /// The state of the text before the next game.
    pub before_next: TextBefore,
    /// The known findings, with their places in `text`.
    pub known: Vec<KnownFinding>,
}

/// A finding whose fix cannot be made.
#[derive(Clone, Copy, Debug)]
pub struct UnfixedFinding {
    /// The rule.
    pub rule: &'static Rule,
    /// The offset of the finding from the beginning of its game.
    pub at: u32,
    /// The safety of the fix.
    pub applicability: Applicability,
}

/// Returns the caller's number for an already reported finding, or `None` if the finding is new.
pub type FindKnown<'a> = &'a dyn Fn(&Diagnostic) -> Option<KnownId>;

/// The edits of each round.
type Rounds = Vec<Vec<MadeEdit>>;

impl Fixer {
    /// Returns a fixer for the findings of `rules` at the level `options.min_severity` or above: for their
    /// safe fixes, or for all fixes.
    #[must_use]
    pub fn new(
        rules: &Selection,
        applicability: Applicability,
        read: ReadOptions,
        options: Options,
    ) -> Fixer {
        Fixer {
            applicability,
            read,
            reader: Reader::new(read),
            replay: Replay::new(),
            options: options.replay,
            checker: Checker::new(&rules.with_fixes(), options),
            last_reading: LastReading::default(),
            pending: Vec::new(),
            known: Vec::new(),
            budget: 0,
            is_short: false,
            is_redone: false,
        }
    }

    /// Begins a chunk of a file. For each of its games, call [`Fixer::fix`]. [`Fixer::fix_text`] fixes a text in memory.
    pub fn start_chunk(&mut self, src: &[u8], follows: Follows) {
        self.checker.start_chunk(src, follows);
    }

    /// Returns the findings of a game that have a wanted fix that cannot be made, sorted by place.
    /// `find_known` is as in [`Fixer::fix`].
    pub fn unfixed(
        &mut self,
        src: &[u8],
        game: &Game,
        placement: GamePlace,
        find_known: Option<FindKnown<'_>>,
    ) -> &[UnfixedFinding] {
        self.fix_in_passes(src, game, placement, find_known, Goal::FindUnfixed);
        let n_before = fixable_part(src, game, placement).start - game.span.start;
        self.pending.iter_mut().for_each(|it| it.at += n_before);
        &self.pending
    }

    /// Applies the fixes of a game; returns `None` if nothing changes. Findings that `find_known`
    /// returns are not fixed.
    pub fn fix(
        &mut self,
        src: &[u8],
        game: &Game,
        placement: GamePlace,
        find_known: Option<FindKnown<'_>>,
    ) -> Option<Fixed> {
        self.fix_in_passes(src, game, placement, find_known, Goal::Fixed)
    }

    /// Applies the fixes of a game in passes, until a pass changes nothing. Returns `None` if the game stays as it is.
    fn fix_in_passes(
        &mut self,
        src: &[u8],
        game: &Game,
        placement: GamePlace,
        find_known: Option<FindKnown<'_>>,
        goal: Goal,
    ) -> Option<Fixed> {
        self.pending.clear();
        self.known.clear();
        if placement.is_last {
            self.checker.end_file();
        }
        let span = fixable_part(src, game, placement);
        let n_kept = n_kept((span.end - span.start) as usize);
        if let Some(find_known) = find_known {
            self.checker.keep(n_kept, KeptFindings::First);
            self.note_known(src, game, span.start, find_known);
        }
        self.checker.keep(n_kept, KeptFindings::WithFix);
        self.checker.check(src, game);
        if !self.note_pending(span.start) {
            return None;
        }
        let before =
            Meaning::of(game, src, &mut self.replay, &self.options, &mut self.last_reading);
        let mut work =
            WorkingGame { text: span.of(src).to_vec(), n_fixed: 0, rounds: Rounds::new() };
        // If the game is not the same between other neighbors, it is left unchanged.
        let mut context = NeighborTexts::of(&work.text, placement, &mut self.reader)?;
        let mut reading = self.read(&context, &work.text)?;
        if !reading.is_as(&before) {
            return None;
        }
        let needs_line =
            game.tags.is_empty() && lines::ends_without_empty_line(&src[..span.start as usize]);
        let all_pending = if goal == Goal::FindUnfixed { self.pending.clone() } else { Vec::new() };
        let after = &src[game.span.end as usize..];
        let mut n_short = 0;
        for _ in 0..MAX_PASSES {
            let (end, next) = self.pass(&mut work, &context, reading, after, goal)?;
            if end == PassResult::All {
                self.pending.clear();
                return None;
            }
            let is_last = |it: &NeighborTexts| *it == context && !self.is_short && !self.is_redone;
            if next.as_ref().is_none_or(is_last) {
                self.parse(&context, &work.text)?;
                let fixed = self.finish(work, placement.before, needs_line);
                return fixed.map(|fixed| fixed.between(game.span, span, src));
            }
            n_short += u32::from(self.is_short);
            let Some(next) = next.filter(|_| n_short <= MAX_SHORT) else { break };
            context = next;
            reading = self.read(&context, &work.text)?;
        }
        self.pending = all_pending;
        None
    }

    /// Applies fixes round after round, until none can be made. Returns the neighbors that a second run would find if
    /// the pass changed something.
    ///
    /// Only few fixes affect the neighbors, and reading all neighbors is expensive: they are read once, after the last
    /// round. If the game does not stay apart from them, the pass is made again, with all neighbors read in each round.
    fn pass(
        &mut self,
        work: &mut WorkingGame,
        context: &NeighborTexts,
        reading: Meaning,
        after: &[u8],
        goal: Goal,
    ) -> Option<(PassResult, Option<NeighborTexts>)> {
        let (start, known) = (work.clone(), self.known.clone());
        self.is_redone = false;
        let mut end = self.rounds(work, context, reading, after, goal, NeighborCheck::Later);
        let mut next = self.next_neighbors(end, context, &work.text);
        if end != PassResult::Nothing
            && !next.as_ref().is_some_and(|next| context.includes(next, &work.text))
        {
            self.parse(context, &work.text)?;
            if !context.keeps(&work.text, &mut self.reader) {
                (*work, self.known, self.is_redone) = (start, known, true);
                let reading = self.read(context, &work.text)?;
                end = self.rounds(work, context, reading, after, goal, NeighborCheck::Now);
                next = self.next_neighbors(end, context, &work.text);
            }
        }
        Some((end, next))
    }

    /// Returns the neighbors of the text after a pass; `None` if the pass changed nothing.
    fn next_neighbors(
        &mut self,
        end: PassResult,
        context: &NeighborTexts,
        text: &[u8],
    ) -> Option<NeighborTexts> {
        match end {
            PassResult::Changed | PassResult::All => {
                NeighborTexts::of(text, context.placement, &mut self.reader)
            }
            PassResult::Nothing => None,
        }
    }

    /// Applies fixes round after round, until none can be made or all that are only counted are made.
    fn rounds(
        &mut self,
        work: &mut WorkingGame,
        context: &NeighborTexts,
        mut reading: Meaning,
        after: &[u8],
        goal: Goal,
        neighbors: NeighborCheck,
    ) -> PassResult {
        self.budget = trial_bytes(goal, work.text.len());
        self.is_short = false;
        let is_counted = goal == Goal::FindUnfixed && work.text.len() > LARGE;
        // A large game has only one round here, so the neighbors are verified in the round and not after it.
        let neighbors = if is_counted { NeighborCheck::Now } else { neighbors };
        for n_rounds in 0..MAX_ROUNDS {
            if is_counted && n_rounds == COUNTED_ROUNDS {
                self.find_fixes(context, &work.text, after, &reading);
                return PassResult::Nothing;
            }
            let Some(round) = self.round(context, &work.text, after, &reading, neighbors) else {
                return if n_rounds == 0 { PassResult::Nothing } else { PassResult::Changed };
            };
            let is_all = goal == Goal::FindUnfixed && round.n_fixed == self.pending.len() as u64;
            reading = round.reading;
            for known in &mut self.known {
                known.at = (
                    offset_after(&round.edits, known.at.0, Side::Before),
                    offset_after(&round.edits, known.at.1, Side::After),
                );
            }
            work.text = round.text;
            work.n_fixed += round.n_fixed;
            work.rounds.push(round.edits);
            if is_all {
                return PassResult::All;
            }
        }
        self.is_short = true;
        PassResult::Changed
    }

    /// Records the already reported findings of a game.
    fn note_known(&mut self, src: &[u8], game: &Game, start: u32, find_known: FindKnown<'_>) {
        self.checker.check(src, game);
        for found in self.checker.found_mut() {
            if let Some(id) = find_known(found) {
                let at = found.span.start.saturating_sub(start);
                self.known.push(KnownFinding { rule: found.rule, at: (at, at), id });
            }
        }
    }

    /// Removes the fixes of known findings from the last check, and records the findings that have
    /// a wanted fix. Returns true if there are any.
    fn note_pending(&mut self, start: u32) -> bool {
        let applicability = self.applicability;
        self.pending.clear();
        for found in self.checker.found_mut() {
            let at = found.span.start.saturating_sub(start);
            if KnownFinding::find(&self.known, found.rule, at).is_some() {
                found.fix = None;
            }
            if let Some(fix) = found.fix.as_ref().filter(|fix| fix.applicability <= applicability) {
                self.pending.push(UnfixedFinding {
                    rule: found.rule,
                    at,
                    applicability: fix.applicability,
                });
            }
        }
        !self.pending.is_empty()
    }

    /// Returns the fixed text after the last pass; `None` if nothing was fixed.
    fn finish(&mut self, work: WorkingGame, before: TextBefore, needs_line: bool) -> Option<Fixed> {
        let WorkingGame { mut text, n_fixed, rounds } = work;
        for it in &mut self.pending {
            for edits in rounds.iter().rev() {
                it.at = offset_before(edits, it.at);
            }
        }
        if n_fixed == 0 {
            return None;
        }
        let mut known = std::mem::take(&mut self.known);
        // Other programs read tags as movetext unless an empty line separates them from the game
        // before.
        if needs_line && text.starts_with(b"[") {
            let line_end = first_line_end(&text).unwrap_or("\n");
            text.splice(..0, line_end.bytes());
            let n = if line_end == "\r\n" { 2 } else { 1 };
            known.iter_mut().for_each(|it| it.at = (it.at.0 + n, it.at.1 + n));
        }
        let mut before_next = before;
        before_next.pass(&self.reader.game);
        Some(Fixed { text, n_fixed, before_next, known })
    }

    /// Parses a text in place of the game, and keeps the parsed game; returns `None` if the text is not exactly one
    /// game there.
    fn parse(&mut self, context: &NeighborTexts, text: &[u8]) -> Option<()> {
        context.read(text, &mut self.reader).then_some(())
    }

    /// Parses a text as [`Fixer::parse`] does, and returns its meaning.
    fn read(&mut self, context: &NeighborTexts, text: &[u8]) -> Option<Meaning> {
        self.parse(context, text)?;
        let Fixer { reader, replay, options, last_reading, .. } = self;
        Some(Meaning::of(&reader.game, &reader.joined.bytes, replay, options, last_reading))
    }
}

/// The purpose of the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// To get the fixed game.
    Fixed,
    /// To get the findings that cannot be fixed; the rounds stop once all fixes are made.
    FindUnfixed,
}

/// A game while its fixes are applied.
#[derive(Clone)]
struct WorkingGame {
    text: Vec<u8>,
    n_fixed: u64,
    rounds: Rounds,
}

impl Fixed {
    /// Returns the result for the whole game, of which only the part `at` was fixed.
    fn between(mut self, game: Span, at: Span, src: &[u8]) -> Fixed {
        let (before, after) = (Span { end: at.start, ..game }, Span { start: at.end, ..game });
        if !before.is_empty() || !after.is_empty() {
            self.text = [before.of(src), &self.text, after.of(src)].concat();
        }
        let n = at.start - game.start;
        self.known.iter_mut().for_each(|it| it.at = (it.at.0 + n, it.at.1 + n));
        self
    }
}

/// Returns the part of a game in which fixes are made. Empty lines between games are excluded: the
/// game that they belong to depends on whether the game before them has a termination marker.
fn fixable_part(src: &[u8], game: &Game, placement: GamePlace) -> Span {
    let Span { start, end } = game.span;
    let lines = lines::without_empty(game.span.of(src));
    let part = Span::new(start as usize + lines.start, start as usize + lines.end);
    Span {
        start: if placement.is_first { start } else { part.start },
        end: if placement.is_last { end } else { part.end },
    }
}

/// The result of a pass over a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PassResult {
    /// No fix can be made.
    Nothing,
    /// Fixes were made.
    Changed,
    /// A round made all fixes, which are only counted.
    All,
}
