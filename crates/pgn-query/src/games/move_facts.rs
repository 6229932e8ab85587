//! Facts about the moves of a main line from its comments: the numbers in them, the time spent, the loss.

use std::time::Duration;

use pgn_chess::{
    FenFields,
    shakmaty::{ByColor, Color},
};
use pgn_syntax::{
    Evaluation, Game, MoveData, NodeKind, ScoreForm, TagName, clock_time, time_control::TimeControl,
};

use crate::{games::facts::Facts, values::value::Value};

/// Facts about a move that follow from the numbers in its comments and in those of other moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveFacts {
    /// The time spent on the move, as a comment states it, otherwise by the clocks before and after the move.
    pub spent: Option<Duration>,
    /// The centipawns that the move lost, by the evaluations of the positions before and after it. If an engine writes
    /// the score of each search, by its own scores for this move and its next one.
    pub loss: Option<u64>,
    /// True if the clock shows over a second more than the time control permits.
    pub has_grown: bool,
}

/// Follows the clocks and evaluations of a game from move to move.
///
/// Each clock starts at WhiteClock or BlackClock (CLK-03), otherwise at the base time, and gains the increment with
/// each move. A first move that leaves the clock unchanged took no time. A tag that equals the last clock time of its
/// side is ignored, because electronic boards write the final clocks there.
#[derive(Clone, Debug)]
struct MoveTracker {
    left: ByColor<Option<Duration>>,
    has_moved: ByColor<bool>,
    /// `None` without a TimeControl, or with one whose clocks begin anew or take the time of the opponent. Then the
    /// time spent does not follow from the clock of one side.
    increment: Option<Duration>,
    /// True if the time control adds time by itself, after some moves.
    has_periods: bool,
    /// The evaluation of the position before the move.
    before: Option<Evaluation>,
    /// The score of the last search of each side.
    searched: ByColor<Option<Evaluation>>,
}

/// The clocks of a game before its first move, by its tags.
#[derive(Clone, Copy, Debug)]
pub struct ClockTags {
    /// The value of TimeControl, if it can be read.
    pub control: Option<TimeControl>,
    /// The times of WhiteClock and BlackClock; `None` for a tag with the clock after the last move of its side.
    start: ByColor<Option<Duration>>,
}

impl ClockTags {
    fn of(game: &Game, src: &[u8]) -> ClockTags {
        let control = game.tag(src, TagName::TIME_CONTROL);
        let control = control.and_then(|pair| TimeControl::read(&pair.value(src)));
        ClockTags { control, start: start_clocks(game, src) }
    }

    /// Returns true if a clock starts from WhiteClock or BlackClock.
    #[must_use]
    pub fn has_start(&self) -> bool {
        self.start != ByColor::default()
    }
}

impl MoveTracker {
    /// Returns the state before the first move of a game.
    fn of(tags: &ClockTags) -> MoveTracker {
        let control = tags.control.filter(|control| control.is_carried_over);
        let has_periods = control.is_some_and(|control| control.moves.is_some());
        let base = control.map(|control| control.base);
        MoveTracker {
            left: tags.start.map(|clock| clock.or(base)),
            has_moved: ByColor::default(),
            increment: control.map(|control| control.increment),
            has_periods,
            before: None,
            searched: ByColor::default(),
        }
    }

    /// Returns the facts of the next move, whose comments have `data`. Its loss is not known yet if the evaluation is the
    /// score of a search: it follows from the next score of the side.
    #[inline(always)]
    fn next(&mut self, side: Color, data: &MoveData) -> MoveFacts {
        let (mut spent, mut has_grown) = (None, false);
        let is_first = !std::mem::replace(self.has_moved.get_mut(side), true);
        if let (Some(now), Some(before), Some(increment)) =
            (data.clk, *self.left.get(side), self.increment)
        {
            let most = before.saturating_add(increment);
            let is_unchanged = is_first && now == before;
            spent = if is_unchanged { Some(Duration::ZERO) } else { most.checked_sub(now) };
            // A difference of one second is the rounding of clocks without fractions.
            has_grown = spent.is_none()
                && !self.has_periods
                && now > most.saturating_add(Duration::from_secs(1));
        }
        *self.left.get_mut(side) = data.clk;
        let after = data.eval.filter(|_| !data.is_of_search);
        let loss = match (self.before, after) {
            // The move has mated.
            (Some(_), Some(Evaluation::Mate(0))) => Some(0),
            (Some(before), Some(after)) => Some(before.loss(after, side.is_white())),
            _ => None,
        };
        self.before = after;
        MoveFacts { spent: data.emt.or(spent), loss, has_grown }
    }

    /// Returns the loss of the previous move of this side, by the scores of the searches for that move and for the next
    /// one.
    fn loss_of_search(&mut self, side: Color, data: &MoveData) -> Option<u64> {
        let now = data.eval.filter(|_| data.is_of_search);
        let before = std::mem::replace(self.searched.get_mut(side), now);
        Some(before?.loss(now?, side.is_white()))
    }
}

/// Returns the times at the start that WhiteClock and BlackClock have; `None` for a tag with the clock after the last move
/// of its side.
fn start_clocks(game: &Game, src: &[u8]) -> ByColor<Option<Duration>> {
    let clocks = ByColor { white: TagName::WHITE_CLOCK, black: TagName::BLACK_CLOCK }
        .map(|name| game.tag(src, name).and_then(|it| clock_time::read(&it.value(src))));
    if clocks == ByColor::default() {
        return clocks;
    }
    let last = last_clocks(game, src);
    clocks.zip(last).map(|(clock, last)| clock.filter(|_| clock != last))
}

/// Returns the times on the clocks after the last moves of White and Black that have any.
fn last_clocks(game: &Game, src: &[u8]) -> ByColor<Option<Duration>> {
    let (mut clocks, mut side) = (ByColor::default(), first_side(game, src).other());
    let scores = ScoreForm::of(game, src);
    for (_, node) in game.mainline_nodes(0) {
        if node.kind.is_move() {
            side = side.other();
        } else if let NodeKind::Comment(_) = node.kind {
            let mut data = MoveData::default();
            data.read_node(node, side.is_white(), &scores);
            let clock = clocks.get_mut(side);
            *clock = data.clk.or(*clock);
        }
    }
    clocks
}

/// Moves whose loss is not known until the score of the next search of their side; at most one for each side.
#[derive(Debug, Default)]
struct Waiting(ByColor<Option<(MoveData, MoveFacts)>>);

impl Waiting {
    /// Takes the move of this side, if there is one, to which `loss` belongs.
    fn end(
        &mut self,
        side: Color,
        loss: Option<u64>,
        take: &mut impl FnMut(Color, &MoveData, &MoveFacts),
    ) {
        if let Some((data, mut facts)) = self.0.get_mut(side).take() {
            facts.loss = facts.loss.or(loss);
            take(side, &data, &facts);
        }
    }

    fn is_empty(&self) -> bool {
        self.0.white.is_none() && self.0.black.is_none()
    }
}

/// Calls `take` for each move of a main line as written in the text, legal or not, in their order. The arguments are
/// the side that moves, the numbers in the comments of the move, and the facts that follow from them and from those of
/// other moves. Returns the clocks before the first move.
pub fn main_line(
    game: &Game,
    src: &[u8],
    mut take: impl FnMut(Color, &MoveData, &MoveFacts),
) -> ClockTags {
    let tags = ClockTags::of(game, src);
    let mut tracker = MoveTracker::of(&tags);
    let mut side = first_side(game, src).other();
    let mut waiting = Waiting::default();
    let scores = ScoreForm::of(game, src);
    let mut nodes = game.mainline_nodes(0).map(|(_, node)| node).peekable();
    while let Some(node) = nodes.next() {
        if !node.kind.is_move() {
            continue;
        }
        side = side.other();
        let mut data = MoveData::default();
        while let Some(node) = nodes.next_if(|node| !node.kind.is_move()) {
            if let NodeKind::Comment(_) = node.kind {
                data.read_node(node, side.is_white(), &scores);
            }
        }
        let facts = tracker.next(side, &data);
        if !data.is_of_search && waiting.is_empty() {
            take(side, &data, &facts);
            continue;
        }
        waiting.end(side, tracker.loss_of_search(side, &data), &mut take);
        *waiting.0.get_mut(side) = Some((data, facts));
    }
    waiting.end(side.other(), None, &mut take);
    waiting.end(side, None, &mut take);
    tags
}

/// Returns the side that makes the first move, by the FEN tag.
fn first_side(game: &Game, src: &[u8]) -> Color {
    let fen = game.tag(src, TagName::FEN).map(|pair| pair.value(src));
    fen.and_then(|fen| FenFields::of(&fen).turn()).unwrap_or(Color::White)
}

/// Calls `take` for each NAG before the first move of a main line, without a side, and of each move, with its side.
pub(crate) fn main_line_nags(game: &Game, src: &[u8], mut take: impl FnMut(Option<Color>, u8)) {
    let mut nags = Vec::new();
    game.nags_into(0, true, &mut nags);
    nags.iter().for_each(|&nag| take(None, nag));
    let mut side = first_side(game, src).other();
    for (index, _) in game.mainline_nodes(0).filter(|(_, node)| node.kind.is_move()) {
        side = side.other();
        if game.nodes.get(index + 1).is_some_and(|next| next.kind.is_move()) {
            continue;
        }
        game.nags_into(index + 1, side.is_white(), &mut nags);
        nags.iter().for_each(|&nag| take(Some(side), nag));
    }
}

/// Appends a value for each move of the main line that has one. `value` gets the side that moves.
pub(crate) fn of_moves<'a>(
    it: &Facts<'a>,
    out: &mut Vec<Value<'a>>,
    value: impl Fn(Color, &MoveData, &MoveFacts) -> Option<Value<'a>>,
) {
    main_line(it.game, it.src, |mover, data, facts| out.extend(value(mover, data, facts)));
}

/// Appends a value for each move of `side` in the main line that has one.
pub(crate) fn of_side<'a>(
    it: &Facts<'a>,
    out: &mut Vec<Value<'a>>,
    side: Color,
    value: impl Fn(&MoveData, &MoveFacts) -> Option<Value<'a>>,
) {
    of_moves(it, out, |mover, data, facts| (mover == side).then(|| value(data, facts)).flatten());
}

/// The evaluation of a position that is checkmate.
const MATE: i64 = 100_000;

/// Maximum number of moves to a mate. A mate in more moves counts as one in so many.
const MAX_TO_MATE: i64 = 999;

/// The greatest evaluation that is no mate, in centipawns. Some engines write mates as greater ones, in ways of their own.
const MAX_CENTIPAWNS: i64 = MATE - MAX_TO_MATE - 1;

/// Returns the evaluation after a move in centipawns, up to [`MAX_CENTIPAWNS`], with a mate in N moves as [`MATE`] minus N.
/// `mover` is the side that made the move: in a mate in 0 moves, the mover has won.
pub(crate) fn on_one_scale(eval: Evaluation, mover: Color) -> i64 {
    match eval {
        Evaluation::Centipawns(n) => n.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
        Evaluation::Mate(0) if mover == Color::White => MATE,
        Evaluation::Mate(n) if n > 0 => MATE - n.min(MAX_TO_MATE),
        Evaluation::Mate(n) => -MATE - n.max(-MAX_TO_MATE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns seconds spent and losses, move by move.
    fn show(pgn: &str) -> String {
        let mut games = pgn_syntax::Games::new(pgn.as_bytes());
        let game = games.next().unwrap();
        let mut texts = Vec::new();
        main_line(game, pgn.as_bytes(), |side, _, facts| {
            let side = side.char();
            let spent = facts.spent.map_or("-".to_owned(), |it| it.as_secs_f64().to_string());
            let loss = facts.loss.map_or("-".to_owned(), |it| it.to_string());
            texts.push(format!(
                "{side} {spent} {loss}{}",
                if facts.has_grown { " grown" } else { "" }
            ));
        });
        texts.join(", ")
    }

    #[test]
    fn time_by_clocks() {
        let tag = "[TimeControl \"60+1\"]\n\n";
        assert_eq!(
            show(&format!(
                "{tag}1. e4 {{[%clk 0:01:00]}} e5 {{[%clk 0:00:59.5]}} (1... c5 {{[%clk 9]}}) \
                 2. d4 {{[%clk 0:00:50]}} d5 {{[%clk 0:02:00]}} 3. c4 c5 {{[%clk 0:01:59]}} \
                 4. a3 {{[%clk 0:00:40]}} *"
            )),
            "w 0 -, b 1.5 -, w 11 -, b - - grown, w - -, b 2 -, w - -"
        );
        assert_eq!(
            show("1. e4 {[%clk 0:01:00]} e5 2. d4 {[%clk 0:00:50]} *"),
            "w - -, b - -, w - -"
        );
        assert_eq!(
            show("[TimeControl \"2/60:30\"]\n\n1. e4 {[%clk 0:00:50]} e5 2. d4 {[%clk 0:01:10]} *"),
            "w 10 -, b - -, w - -"
        );
        assert_eq!(
            show("[TimeControl \"0.5+0.25\"]\n\n1. e4 {[%clk 0:00:00.4]} e5 {[%emt 0.1]} *"),
            "w 0.35 -, b 0.1 -"
        );
        assert_eq!(
            show("[TimeControl \"60\"]\n[WhiteClock \"0:10:00\"]\n\n1. e4 {[%clk 0:09:00]} *"),
            "w 60 -"
        );
    }

    #[test]
    fn time_by_clocks_that_are_not_carried_over() {
        for control in ["1/259200", "*180", "5/move", "movetime: 5"] {
            assert_eq!(
                show(&format!(
                    "[TimeControl \"{control}\"]\n[WhiteClock \"0:03:00\"]\n\n1. e4 {{[%clk 0:02:50]}} \
                     e5 {{[%clk 0:00:04]}} 2. d4 {{[%clk 0:02:40]}} d5 {{[%clk 0:02:00][%emt 0:00:03]}} *"
                )),
                "w - -, b - -, w - -, b 3 -",
                "{control}"
            );
        }
    }

    #[test]
    fn losses_by_the_scores_of_searches() {
        // The score is for the position before the move: White sees the loss of its queen at its next move.
        assert_eq!(
            show(
                "1. e4 e5 {book} 2. Qh5 {+0.20/9 1s} Nc6 {-0.10/9 2s} 3. Qxe5+ {+0.10/10 1s} \
                 Nxe5 {+9.00/20 1s} 4. d4 {-9.00/20 1s} Nc6 {+9.00/20 1s} 5. d5 *"
            ),
            "w - -, b - -, w 1 10, b 2 0, w 1 910, b 1 0, w 1 -, b 1 -, w - -"
        );
        // Scores of White's view, and those of two programs that write in different ways.
        assert_eq!(
            show(
                "1. e4 {d=20, wv=0.50,} e5 {d=20, wv=0.20,} 2. d4 {d=20, wv=0.30,} d5 {d=20, wv=0.90,} *"
            ),
            "w - 20, b - 70, w - -, b - -"
        );
        assert_eq!(
            show("1. e4 {[%eval 0.5]} e5 {-0.30/9 1s} 2. d4 {[%eval 0.1]} d5 {-0.30/9 1s} 3. c4 *"),
            "w - -, b 1 0, w - -, b 1 -, w - -"
        );
    }

    #[test]
    fn losses_are_the_movers() {
        assert_eq!(
            show(
                "1. e4 {[%eval 0.3]} e5 {[%eval 0.5]} 2. Ke2 {[%eval -0.5]} Nc6 Nf6 {[%eval #-1]} *"
            ),
            "w - -, b - 20, w - 100, b - -, w - -"
        );
        // A move that mates loses nothing, whoever made it.
        assert_eq!(show("1. e4 {[%eval 3]} e5 {[%eval #0]} *"), "w - -, b - 0");
        assert_eq!(show("1... e5 {[%eval -3]} 2. e4 {[%eval #0]} *"), "w - -, b - 0");
        let fen = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n\n";
        assert_eq!(
            show(&format!("{fen}1... Kd7 {{[%eval -0.1]}} 2. Kd2 {{[%eval -0.4]}} *")),
            "b - -, w - 30"
        );
        // Castling rights with the rook on the b file are not a side to move.
        for (turn, expect) in [("w b", "w - -, b - 20"), ("B -", "b - -, w - 0")] {
            let tag = format!("[FEN \"1r2k3/8/8/8/8/8/8/4K3 {turn} - 0 1\"]\n\n");
            let pgn = format!("{tag}Kd2 {{[%eval 0.3]}} Kd7 {{[%eval 0.5]}} *");
            assert_eq!(show(&pgn), expect, "{turn}");
        }
    }
}
