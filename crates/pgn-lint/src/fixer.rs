//! Makes the edits of fixes: round after round, until no fix is left. After every round the game is
//! read again between the same neighbors, and what a reader gets of it must have stayed what it was;
//! a fix after which it has not is not made.
//!
//! The rounds make a pass, and passes are made until one changes nothing: what a game becomes is a fixed point,
//! since a second run begins with the pass that was the last of the first one.

mod round;

use pgn_chess::{Replay, ReplayOptions};
use pgn_syntax::{Game, Parser, ReadOptions, Span, first_line_end};

use crate::{
    checker::{Checker, Kept, MAX_FINDINGS, Options},
    context::{Before, Context, Joined, Reader, Standing},
    diagnostic::Diagnostic,
    fix::Applicability,
    lines,
    places::{Known, Made, Side, place_after, place_before},
    reading::Reading,
    rule::{Follows, Rule},
    selection::Selection,
};

/// The most rounds of a pass.
const MAX_ROUNDS: u32 = 64;

/// Passes over a game: the last of them makes no fix, as a second run would. A game for which these do not do is left
/// as it is.
const MAX_PASSES: u32 = 8;

/// Rounds that tell which fixes of a large game can be made, where they are only counted.
const COUNTED_ROUNDS: u32 = 1;

/// A game of more bytes is large.
const LARGE: usize = 16 << 10;

/// A fix for so many bytes of a game is kept for a round, so that rounds are few however large it is …
const BYTES_OF_A_FIX: usize = 16;

/// … up to this many, for memory's sake.
const MAX_FIXES: usize = 10 * MAX_FINDINGS;

/// Passes that change something and end since they may read no more: of a game for which these do not do most fixes
/// cannot be made, and each pass takes long.
const MAX_SHORT: u32 = 1;

/// Returns how many findings of a game of so many bytes are kept.
fn n_kept(n_bytes: usize) -> usize {
    (n_bytes / BYTES_OF_A_FIX).clamp(MAX_FINDINGS, MAX_FIXES)
}

/// Bytes that the trials of a pass may read, for each of its bytes and beside: time stays linear, however many of
/// the fixes of a spoiled game cannot be made.
const fn trial_bytes(goal: Goal, n_bytes: usize) -> usize {
    match goal {
        Goal::Fixed => n_bytes * 64 + (4 << 20),
        Goal::Left => n_bytes * 8 + (256 << 10),
    }
}

/// Fixes games. Made once a thread: it keeps its memory.
#[derive(Debug)]
pub struct Fixer {
    /// Of the rules whose fixes are made.
    checker: Checker,
    applicability: Applicability,
    parser: Parser,
    game: Game,
    joined: Joined,
    replay: Replay,
    options: ReplayOptions,
    left: Vec<Left>,
    known: Vec<Known>,
    /// Bytes that trials of the pass at work may still read.
    budget: usize,
    /// The pass at work has ended since it may do no more.
    is_short: bool,
}

/// A game after its fixes.
#[derive(Debug)]
pub struct Fixed {
    /// Its bytes, the empty lines behind it included.
    pub text: Vec<u8>,
    /// Findings that are gone.
    pub n_fixed: u64,
    /// What the fixed game leaves to the game behind it.
    pub before_next: Before,
    /// The findings that the caller knows, at their places in `text`.
    pub known: Vec<Known>,
}

/// A finding whose fix cannot be made.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Its rule.
    pub rule: &'static Rule,
    /// Where it begins, from the beginning of its game.
    pub at: u32,
    /// How sure its fix is.
    pub applicability: Applicability,
}

/// Returns what the caller calls a finding that it knows; `None`: the finding is new.
pub type Namer<'a> = &'a dyn Fn(&Diagnostic) -> Option<usize>;

/// The edits of each round.
type Rounds = Vec<Vec<Made>>;

impl Fixer {
    /// Returns a fixer that makes the fixes of findings of `rules` of the level `options.least` or graver:
    /// the safe fixes, or all.
    #[must_use]
    pub fn new(
        rules: &Selection,
        applicability: Applicability,
        read: ReadOptions,
        options: Options,
    ) -> Fixer {
        let replay = options.replay;
        Fixer {
            checker: Checker::new(&rules.with_fixes(), options),
            applicability,
            parser: Parser::new(read),
            game: Game::default(),
            joined: Joined::default(),
            replay: Replay::new(),
            options: replay,
            left: Vec::new(),
            known: Vec::new(),
            budget: 0,
            is_short: false,
        }
    }

    /// Begins a chunk of a file.
    pub fn start_chunk(&mut self, src: &[u8], follows: Follows) {
        self.checker.start_chunk(src, follows);
    }

    /// Returns the findings of a game with a wanted fix that cannot be made, by their places. `name`: as of
    /// [`Fixer::fix`].
    pub fn left(
        &mut self,
        src: &[u8],
        game: &Game,
        standing: Standing,
        name: Option<Namer<'_>>,
    ) -> &[Left] {
        self.go((src, game, standing), name, Goal::Left);
        let n_before = at_work(src, game, standing).start - game.span.start;
        self.left.iter_mut().for_each(|left| left.at += n_before);
        &self.left
    }

    /// Makes the fixes of a game; `None` if there are none. `name`: returns what the caller calls a
    /// finding that it knows, and that is not to be fixed.
    pub fn fix(
        &mut self,
        src: &[u8],
        game: &Game,
        standing: Standing,
        name: Option<Namer<'_>>,
    ) -> Option<Fixed> {
        self.go((src, game, standing), name, Goal::Fixed)
    }

    fn go(
        &mut self,
        (src, game, standing): (&[u8], &Game, Standing),
        name: Option<Namer<'_>>,
        goal: Goal,
    ) -> Option<Fixed> {
        self.left.clear();
        self.known.clear();
        let span = at_work(src, game, standing);
        let n_kept = n_kept((span.end - span.start) as usize);
        if let Some(name) = name {
            self.checker.keep(n_kept, Kept::First);
            self.note_known(src, game, span.start, name);
        }
        self.checker.keep(n_kept, Kept::WithFix);
        self.checker.check(src, game);
        if !self.note_left(span.start) {
            return None;
        }
        let before = Reading::of(game, src, &mut self.replay, &self.options);
        let mut work = AtWork { text: span.of(src).to_vec(), n_fixed: 0, rounds: Rounds::new() };
        // A game that is another one among other neighbors is none to be touched.
        let mut context = Context::of(&work.text, standing, &mut self.reader())?;
        let mut reading = self.read(&context, &work.text)?;
        if !reading.is_as(&before) {
            return None;
        }
        let needs_line = game.tags.is_empty() && lines::is_close(&src[..span.start as usize]);
        let all_left = if goal == Goal::Left { self.left.clone() } else { Vec::new() };
        let after = &src[game.span.end as usize..];
        let mut n_short = 0;
        for _ in 0..MAX_PASSES {
            let end = self.pass(&mut work, &context, reading, after, goal);
            if end == Pass::All {
                self.left.clear();
                return None;
            }
            // What a second run finds around the text; `None`: it does nothing.
            let next = match end {
                Pass::Changed => Context::of(&work.text, standing, &mut self.reader()),
                Pass::Nothing | Pass::All => None,
            };
            if next.as_ref().is_none_or(|it| *it == context && !self.is_short) {
                self.read(&context, &work.text)?;
                let fixed = self.finish(work, standing.before, needs_line);
                return fixed.map(|fixed| fixed.between(game.span, span, src));
            }
            n_short += u32::from(self.is_short);
            let Some(next) = next.filter(|_| n_short <= MAX_SHORT) else { break };
            context = next;
            reading = self.read(&context, &work.text)?;
        }
        self.left = all_left;
        None
    }

    /// Makes fixes of a text round after round, until none can be made.
    fn pass(
        &mut self,
        work: &mut AtWork,
        context: &Context,
        mut reading: Reading,
        after: &[u8],
        goal: Goal,
    ) -> Pass {
        self.budget = trial_bytes(goal, work.text.len());
        self.is_short = false;
        let is_counted = goal == Goal::Left && work.text.len() > LARGE;
        for n_rounds in 0..MAX_ROUNDS {
            if is_counted && n_rounds == COUNTED_ROUNDS {
                self.look(context, &work.text, after, &reading);
                return Pass::Nothing;
            }
            let Some(round) = self.round(context, &work.text, after, &reading) else {
                return if n_rounds == 0 { Pass::Nothing } else { Pass::Changed };
            };
            if goal == Goal::Left && round.n_fixed == self.left.len() as u64 {
                return Pass::All;
            }
            reading = round.reading;
            for known in &mut self.known {
                known.at = (
                    place_after(&round.edits, known.at.0, Side::Before),
                    place_after(&round.edits, known.at.1, Side::Behind),
                );
            }
            work.text = round.text;
            work.n_fixed += round.n_fixed;
            work.rounds.push(round.edits);
        }
        self.is_short = true;
        Pass::Changed
    }

    /// Notes the findings of a game that the caller has a name for.
    fn note_known(&mut self, src: &[u8], game: &Game, start: u32, name: Namer<'_>) {
        self.checker.check(src, game);
        for found in self.checker.found_mut() {
            if let Some(name) = name(found) {
                let at = found.span.start.saturating_sub(start);
                self.known.push(Known { rule: found.rule, at: (at, at), name });
            }
        }
    }

    /// Takes the fixes of known findings away from the last check, and notes the findings that have a
    /// wanted fix. Returns true if there are any.
    fn note_left(&mut self, start: u32) -> bool {
        let most = self.applicability;
        self.left.clear();
        for found in self.checker.found_mut() {
            let at = found.span.start.saturating_sub(start);
            if Known::find(&self.known, found.rule, at).is_some() {
                found.fix = None;
            }
            if let Some(fix) = found.fix.as_ref().filter(|fix| fix.applicability <= most) {
                self.left.push(Left { rule: found.rule, at, applicability: fix.applicability });
            }
        }
        !self.left.is_empty()
    }

    /// The fixed text, once its last pass has left its findings in the checker. `None`: nothing was fixed.
    fn finish(&mut self, work: AtWork, before: Before, needs_line: bool) -> Option<Fixed> {
        let AtWork { mut text, n_fixed, rounds } = work;
        for left in &mut self.left {
            for edits in rounds.iter().rev() {
                left.at = place_before(edits, left.at);
            }
        }
        if n_fixed == 0 {
            return None;
        }
        let mut known = std::mem::take(&mut self.known);
        // Other readers take tags for movetext if no empty line parts them from the game before.
        if needs_line && text.starts_with(b"[") {
            let line_end = first_line_end(&text).unwrap_or("\n");
            text.splice(..0, line_end.bytes());
            let n = if line_end == "\r\n" { 2 } else { 1 };
            known.iter_mut().for_each(|it| it.at = (it.at.0 + n, it.at.1 + n));
        }
        let mut before_next = before;
        before_next.pass(&self.game);
        Some(Fixed { text, n_fixed, before_next, known })
    }

    /// What is understood of a text in the place of the game; `None` if it is not one game there. The
    /// game is kept.
    fn read(&mut self, context: &Context, text: &[u8]) -> Option<Reading> {
        context
            .read(text, &mut self.reader())
            .then(|| Reading::of(&self.game, &self.joined.bytes, &mut self.replay, &self.options))
    }

    fn reader(&mut self) -> Reader<'_> {
        let Fixer { parser, game, joined, .. } = self;
        Reader { parser, game, joined }
    }
}

/// What the rounds are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// The fixed game.
    Fixed,
    /// The findings that are left: there are none once a round makes all fixes.
    Left,
}

/// A game while fixes are made.
struct AtWork {
    text: Vec<u8>,
    n_fixed: u64,
    rounds: Rounds,
}

impl Fixed {
    /// Returns the game whose span is `game` with its fixed text, which was that of `at`.
    fn between(mut self, game: Span, at: Span, src: &[u8]) -> Fixed {
        let (before, behind) = (Span { end: at.start, ..game }, Span { start: at.end, ..game });
        if !before.is_empty() || !behind.is_empty() {
            self.text = [before.of(src), &self.text, behind.of(src)].concat();
        }
        let n = at.start - game.start;
        self.known.iter_mut().for_each(|it| it.at = (it.at.0 + n, it.at.1 + n));
        self
    }
}

/// Returns the part of a game in which fixes are made. Empty lines between games are left out: whose they are depends
/// on whether the game before them has a termination marker.
fn at_work(src: &[u8], game: &Game, standing: Standing) -> Span {
    let Span { start, end } = game.span;
    let lines = lines::without_empty(game.span.of(src));
    let part = Span::new(start as usize + lines.start, start as usize + lines.end);
    Span {
        start: if standing.is_first { start } else { part.start },
        end: if standing.is_last { end } else { part.end },
    }
}

/// What a pass over a game gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// There is no fix that can be made.
    Nothing,
    /// Fixes were made.
    Changed,
    /// A round made all fixes: they are only counted.
    All,
}
