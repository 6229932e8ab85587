//! Makes the edits of fixes: round after round, until no fix is left. After every round the game is
//! read again between the same neighbors, and what a reader gets of it must have stayed what it was;
//! a fix after which it has not is not made.

use std::collections::BTreeMap;

use pgn_chess::{Replay, ReplayOptions};
use pgn_syntax::{Game, Parser, ReadOptions, SyntaxErrorKind};

use crate::{
    checker::{Checker, Kept, MAX_FINDINGS, Options},
    context::{Before, Context, Joined, Reader, Standing},
    diagnostic::Diagnostic,
    fix::{Applicability, Edit, Fix, line_end},
    lines,
    places::{Known, Made, Side, place_after, place_before},
    reading::Reading,
    rule::{Follows, Rule},
    selection::Selection,
};

/// More rounds than this no game needs: one that does is left as it is.
const MAX_ROUNDS: u32 = 64;

/// Rounds that tell which fixes of a large game can be made, where they are only counted.
const COUNTED_ROUNDS: u32 = 1;

/// A game of more bytes is large.
const LARGE: usize = 16 << 10;

/// A fix for so many bytes of a game is kept for a round, so that rounds are few however large it is …
const BYTES_OF_A_FIX: usize = 16;

/// … up to this many, for memory's sake.
const MAX_FIXES: usize = 10 * MAX_FINDINGS;

/// The most trials of a round that look for the fixes that can be made.
const MAX_TRIALS: usize = 256;

/// Bytes that the trials of a game may read, for each of its bytes and beside: time stays linear, however many of
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
    /// The game at work has no tags, and no empty line parts it from the text before it.
    may_need_line: bool,
    /// Bytes that trials of the game at work may still read.
    budget: usize,
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
            may_need_line: false,
            budget: 0,
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
        let n_kept = (game.span.end - game.span.start) as usize / BYTES_OF_A_FIX;
        let n_kept = n_kept.clamp(MAX_FINDINGS, MAX_FIXES);
        if let Some(name) = name {
            self.checker.keep(n_kept, Kept::First);
            self.note_known(src, game, name);
        }
        self.checker.keep(n_kept, Kept::WithFix);
        self.checker.check(src, game);
        if !self.note_left(game.span.start) {
            return None;
        }
        let mut text = game.span.of(src).to_vec();
        self.budget = trial_bytes(goal, text.len());
        let before = Reading::of(game, src, &mut self.replay, &self.options);
        let context = Context::of(&text, standing, &mut self.reader())?;
        let mut reading = self.read(&context, &text)?;
        self.may_need_line =
            game.tags.is_empty() && lines::is_close(&src[..game.span.start as usize]);
        // A game that is another one among other neighbors is none to be touched.
        if !reading.is_as(&before) {
            return None;
        }
        let (mut n_fixed, mut rounds) = (0, Rounds::new());
        let is_counted = goal == Goal::Left && text.len() > LARGE;
        for n_rounds in 0..MAX_ROUNDS {
            if is_counted && n_rounds == COUNTED_ROUNDS {
                return Some(self.finish(text, n_fixed, &rounds, standing));
            }
            let Some(round) = self.round(&context, &text, &src[game.span.end as usize..], &reading)
            else {
                return (n_fixed > 0).then(|| self.finish(text, n_fixed, &rounds, standing));
            };
            n_fixed += round.n_fixed;
            if goal == Goal::Left && round.n_fixed == self.left.len() as u64 {
                self.left.clear();
                return None;
            }
            (text, reading) = (round.text, round.reading);
            for known in &mut self.known {
                known.at = (
                    place_after(&round.edits, known.at.0, Side::Before),
                    place_after(&round.edits, known.at.1, Side::Behind),
                );
            }
            rounds.push(round.edits);
        }
        None
    }

    /// Notes the findings of a game that the caller has a name for.
    fn note_known(&mut self, src: &[u8], game: &Game, name: Namer<'_>) {
        self.checker.check(src, game);
        for found in self.checker.found_mut() {
            if let Some(name) = name(found) {
                let at = found.span.start.saturating_sub(game.span.start);
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

    /// The fixed game, once its last round has left its findings in the checker.
    fn finish(
        &mut self,
        mut text: Vec<u8>,
        n_fixed: u64,
        rounds: &Rounds,
        standing: Standing,
    ) -> Fixed {
        for left in &mut self.left {
            for edits in rounds.iter().rev() {
                left.at = place_before(edits, left.at);
            }
        }
        // Other readers take tags for movetext if no empty line parts them from the game before.
        if self.may_need_line && text.starts_with(b"[") {
            let line_end = line_end(&text);
            text.splice(..0, line_end.bytes());
            let n = if line_end.len() == 2 { 2 } else { 1 };
            self.known.iter_mut().for_each(|it| it.at = (it.at.0 + n, it.at.1 + n));
        }
        let mut before_next = standing.before;
        before_next.pass(&self.game);
        Fixed { text, n_fixed, before_next, known: std::mem::take(&mut self.known) }
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

    /// One round: all fixes that do not touch each other, the safe ones first. `after`: what follows
    /// the game in its input. `None`: none can be made; then the game is that of `text`.
    fn round(
        &mut self,
        context: &Context,
        text: &[u8],
        after: &[u8],
        before: &Reading,
    ) -> Option<Round> {
        self.read(context, text)?;
        let start = self.joined.span.start;
        let is_doubtful = is_doubtful(&self.game, before);
        self.checker.check_before(&self.joined.bytes, &self.game, after);
        self.note_left(start);
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

    /// Makes as many of `fixes` as can be made together. Where all of them cannot, halves are tried,
    /// and halves of those.
    fn make(
        &mut self,
        context: &Context,
        text: &[u8],
        before: &Reading,
        fixes: &[Fix],
        kind: Applicability,
    ) -> Option<Round> {
        let mut made: Option<Round> = None;
        let mut good: Vec<&Fix> = Vec::new();
        let mut todo = vec![fixes];
        for _ in 0..MAX_TRIALS {
            let Some(some) = todo.pop() else { break };
            if some.is_empty() {
                continue;
            }
            let n_good = good.len();
            good.extend(some);
            if let Some(round) = self.try_together(context, text, before, &good, kind) {
                made = Some(round);
                continue;
            }
            good.truncate(n_good);
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
        fixes: &[&Fix],
        kind: Applicability,
    ) -> Option<Round> {
        let (edits, n_fixed) = choose(fixes);
        if n_fixed == 0 {
            return None;
        }
        self.budget = self.budget.checked_sub(text.len())?;
        let new = apply(text, &edits);
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
        if !context.keeps(&new, &mut self.reader()) {
            return None;
        }
        let place = |edit: &&Edit| {
            let len = u32::try_from(edit.text.len()).unwrap_or(u32::MAX);
            (edit.span.start, edit.span.end - edit.span.start, len)
        };
        let edits = Made::of_round(edits.iter().map(place));
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

/// What the rounds are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// The fixed game.
    Fixed,
    /// The findings that are left: there are none once a round makes all fixes.
    Left,
}

/// What a round gives.
struct Round {
    text: Vec<u8>,
    reading: Reading,
    n_fixed: u64,
    edits: Vec<Made>,
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
