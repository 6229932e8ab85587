//! Predicates of positions and their combinations: windows, sequences, runs, and, or, not.

use pgn_chess::shakmaty::Color;

use super::{
    line::{Line, Starts},
    ply_context::PlyContext,
    reach::Reach,
    single::{Answer, Single},
};

/// A predicate that is evaluated at every ply. Predicates with memory keep it in words of the
/// line's state.
#[derive(Clone, Debug)]
pub(crate) enum Predicate {
    And(Vec<Predicate>),
    Or(Vec<Predicate>),
    Not(Box<Predicate>),
    Single(Single),
    /// The line of moves ends at this ply. Its state begins at `slot`.
    Line {
        line: Box<Line>,
        anchor: Anchor,
        slot: usize,
    },
    Window {
        window: Window,
        inner: Box<Predicate>,
    },
    /// The last step holds at this ply, and the others held at earlier plies, in order. `slot`
    /// counts the steps that have held.
    Then {
        steps: Vec<Predicate>,
        slot: usize,
    },
    /// The inner predicate holds at this ply and the `n - 1` before it. `slot` counts the plies in
    /// a row.
    Run {
        inner: Box<Predicate>,
        n: u64,
        slot: usize,
    },
}

/// Where a line of moves may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// At the start of the game, which must be the initial position.
    Initial,
    Anywhere,
}

/// The plies at which a predicate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) turn: Option<Color>,
}

impl Predicate {
    /// Returns the predicates that this one consists of.
    fn children(&self) -> &[Predicate] {
        match self {
            Predicate::And(all) | Predicate::Or(all) | Predicate::Then { steps: all, .. } => all,
            Predicate::Not(inner)
            | Predicate::Window { inner, .. }
            | Predicate::Run { inner, .. } => std::slice::from_ref(&**inner),
            Predicate::Single(_) | Predicate::Line { .. } => &[],
        }
    }

    /// Returns true if the predicate must be evaluated at every ply to be right at a later one.
    fn has_memory(&self) -> bool {
        matches!(self, Predicate::Line { .. } | Predicate::Then { .. } | Predicate::Run { .. })
            || self.children().iter().any(Predicate::has_memory)
    }

    /// Returns true if the predicate needs the history of positions, for repetitions.
    pub(crate) fn needs_history(&self) -> bool {
        matches!(self, Predicate::Single(Single::Repetition(_)))
            || self.children().iter().any(Predicate::needs_history)
    }

    /// Returns true if the predicate depends on the squares of men, so that [`Reach`] can rule it out. A negation
    /// cannot be ruled out in this way.
    pub(crate) fn depends_on_squares(&self) -> bool {
        matches!(self, Predicate::Single(Single::Patterns(_) | Single::ExactPosition(_)))
            || !matches!(self, Predicate::Not(_))
                && self.children().iter().any(Predicate::depends_on_squares)
    }

    /// Returns true if the predicate may hold in a game with this reach.
    pub(crate) fn may_hold(&self, reach: &Reach) -> bool {
        match self {
            Predicate::And(all) | Predicate::Then { steps: all, .. } => {
                all.iter().all(|one| one.may_hold(reach))
            }
            Predicate::Or(all) => all.iter().any(|one| one.may_hold(reach)),
            Predicate::Window { inner, .. } | Predicate::Run { inner, .. } => inner.may_hold(reach),
            Predicate::Single(Single::Patterns(patterns)) => {
                patterns.iter().any(|pattern| pattern.board.may_match(reach))
            }
            Predicate::Single(Single::ExactPosition(same)) => reach.holds_all(&same.men),
            Predicate::Single(_) | Predicate::Not(_) | Predicate::Line { .. } => true,
        }
    }

    /// Adds `by` to the indices of state words.
    pub(crate) fn shift(&mut self, by: usize) {
        match self {
            Predicate::And(all) | Predicate::Or(all) => {
                all.iter_mut().for_each(|one| one.shift(by))
            }
            Predicate::Not(inner) | Predicate::Window { inner, .. } => inner.shift(by),
            Predicate::Single(_) => (),
            Predicate::Line { slot, .. } => *slot += by,
            Predicate::Then { steps, slot } => {
                *slot += by;
                steps.iter_mut().for_each(|one| one.shift(by));
            }
            Predicate::Run { inner, slot, .. } => {
                *slot += by;
                inner.shift(by);
            }
        }
    }

    /// Evaluates the predicate at a ply of a line with the state `state`.
    pub(crate) fn answer(&self, at: &PlyContext<'_>, state: &mut [u64]) -> Answer {
        match self {
            Predicate::Single(single) => single.answer(at),
            Predicate::And(all) => and_answer(all, at, state),
            Predicate::Or(all) => or_answer(all, at, state),
            Predicate::Not(inner) => Answer::of(inner.answer(at, state) != Answer::Yes),
            Predicate::Window { window, inner } => {
                let is_inside = (window.from..=window.to).contains(&at.ply);
                let is_turn = window.turn.is_none_or(|turn| turn == at.turn);
                let mut answer = Answer::No;
                if (is_inside && is_turn) || inner.has_memory() {
                    answer = inner.answer(at, state);
                    if !(is_inside && is_turn) && answer == Answer::Yes {
                        answer = Answer::No;
                    }
                }
                if at.ply >= window.to && answer != Answer::Yes { Answer::Never } else { answer }
            }
            Predicate::Line { line, anchor, slot } => line_answer(line, *anchor, *slot, at, state),
            Predicate::Then { steps, slot } => then_answer(steps, *slot, at, state),
            Predicate::Run { inner, n, slot } => match inner.answer(at, state) {
                Answer::Yes => {
                    state[*slot] += 1;
                    Answer::of(state[*slot] >= *n)
                }
                answer @ (Answer::No | Answer::Never) => {
                    state[*slot] = 0;
                    answer
                }
            },
        }
    }
}

fn and_answer(all: &[Predicate], at: &PlyContext<'_>, state: &mut [u64]) -> Answer {
    let is_short = !all.iter().any(Predicate::has_memory);
    let mut answer = Answer::Yes;
    for one in all {
        answer = answer.min(one.answer(at, state));
        if is_short && answer != Answer::Yes {
            break;
        }
    }
    answer
}

fn or_answer(all: &[Predicate], at: &PlyContext<'_>, state: &mut [u64]) -> Answer {
    let is_short = !all.iter().any(Predicate::has_memory);
    let mut answer = Answer::Never;
    for one in all {
        answer = answer.max(one.answer(at, state));
        if is_short && answer == Answer::Yes {
            break;
        }
    }
    answer
}

/// Evaluates a sequence. `state[slot]` counts the steps that have held.
fn then_answer(steps: &[Predicate], slot: usize, at: &PlyContext<'_>, state: &mut [u64]) -> Answer {
    let n_held = usize::try_from(state[slot]).unwrap_or(0);
    let last = steps.len() - 1;
    let mut answer = Answer::No;
    for (index, step) in steps.iter().enumerate() {
        let is_due = index == n_held.min(last);
        if !is_due && !step.has_memory() {
            continue;
        }
        let holds = step.answer(at, state);
        if is_due && holds == Answer::Yes {
            if index == last {
                answer = Answer::Yes;
            } else {
                state[slot] = n_held as u64 + 1;
            }
        }
        if is_due && holds == Answer::Never {
            answer = Answer::Never;
        }
    }
    answer
}

fn line_answer(
    line: &Line,
    anchor: Anchor,
    slot: usize,
    at: &PlyContext<'_>,
    state: &mut [u64],
) -> Answer {
    let Some(step) = at.step else {
        let is_other = anchor == Anchor::Initial && at.men != super::men::INITIAL;
        return if is_other { Answer::Never } else { Answer::No };
    };
    let is_start = at.ply == 1;
    let starts = if anchor == Anchor::Anywhere || is_start { Starts::Here } else { Starts::Not };
    let words = &mut state[slot..slot + line.n_words()];
    let (ends, is_alive) = line.step(words, step.mv, step.mover, starts);
    match (ends, is_alive) {
        (true, _) => Answer::Yes,
        (false, false) if anchor != Anchor::Anywhere => Answer::Never,
        (false, _) => Answer::No,
    }
}
