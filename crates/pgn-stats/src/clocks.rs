//! Clock times and evaluations in the comments of the main line.

use pgn_query::time_control::TimeControl;
use pgn_syntax::{Evaluation, Game, NodeKind, TagName, clock_time, command};

use super::totals::{Clocks, Evals};

/// Clock time below which a player is short of time, in milliseconds.
pub(super) const SHORT: u64 = 30_000;

/// Upper bound on evaluations in centipawns; a mate counts as this.
const MOST: i64 = 1_000;

/// Adds the clock times and evaluations in the comments of a main line.
pub(super) fn count(game: &Game, src: &[u8], clocks: &mut Clocks, evals: &mut Evals) {
    let mut comments = Comments::new(game, src);
    let Some(first) = comments.next() else { return };
    let control = game.tag(src, TagName::TIME_CONTROL);
    let control = control.and_then(|pair| TimeControl::read(&pair.value(src)));
    // WhiteClock and BlackClock take precedence over TimeControl (CLK-03).
    let of_tag = |name| game.tag(src, name).and_then(|pair| millis(&pair.value(src)));
    let tags = [of_tag(TagName::WHITE_CLOCK), of_tag(TagName::BLACK_CLOCK)];
    let base = control.filter(|control| control.moves.is_none()).map(|it| it.base * 1000);
    let increment = control.map_or(0, |control| control.increment * 1000);
    let mut left = [tags[0].or(base), tags[1].or(base)];
    let (mut n_clocks, mut n_grown, mut is_short) = (0_u64, 0_u64, false);
    let mut eval: Option<i64> = None;
    let mut n_evals = 0_u64;

    for (side, text) in std::iter::once(first).chain(comments) {
        let mut elapsed = None;
        for command in command::commands(text) {
            match command.name {
                b"clk" => {
                    let Some(now) = millis(command.operands) else { continue };
                    n_clocks += 1;
                    is_short |= now < SHORT;
                    if let Some(before) = left[side] {
                        match (before + increment).checked_sub(now) {
                            Some(used) => elapsed = Some(used),
                            // A difference of one second is the rounding of clocks without
                            // fractions. With several periods, the time control itself adds time.
                            None if now > before + increment + 1000
                                && control.is_some_and(|it| it.moves.is_none()) =>
                            {
                                n_grown += 1;
                            }
                            None => (),
                        }
                    }
                    left[side] = Some(now);
                }
                b"emt" if elapsed.is_none() => elapsed = millis(command.operands),
                b"eval" => {
                    let Some(now) = centipawns(command.operands) else { continue };
                    n_evals += 1;
                    if let Some(before) = eval {
                        let lost = if side == 0 { before - now } else { now - before };
                        evals.lost[side] += u64::try_from(lost).unwrap_or(0);
                        evals.n_lost[side] += 1;
                    }
                    eval = Some(now);
                }
                _ => (),
            }
        }
        if let Some(elapsed) = elapsed {
            clocks.moves += 1;
            clocks.used += elapsed;
            clocks.longest = clocks.longest.max(elapsed);
        }
    }
    if n_clocks > 0 {
        clocks.games += 1;
        clocks.short += u64::from(is_short);
        clocks.from_tags += u64::from(tags.iter().any(Option::is_some));
        clocks.grown += n_grown;
        clocks.with_grown += u64::from(n_grown > 0);
        clocks.without_control += u64::from(control.is_none());
    }
    evals.games += u64::from(n_evals > 0);
    evals.moves += n_evals;
}

/// Yields the comments after moves of the main line, with the index of the side that moved.
struct Comments<'a> {
    game: &'a Game,
    src: &'a [u8],
    at: usize,
    n_moves: usize,
    black_first: usize,
}

impl<'a> Comments<'a> {
    fn new(game: &'a Game, src: &'a [u8]) -> Comments<'a> {
        let fen = game.tag(src, TagName::FEN).map(|pair| pair.value(src));
        let is_black = fen.is_some_and(|fen| fen.windows(3).any(|three| three == b" b "));
        Comments { game, src, at: 0, n_moves: 0, black_first: usize::from(is_black) }
    }
}

impl<'a> Iterator for Comments<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        while let Some(node) = self.game.nodes.get(self.at) {
            self.at += 1;
            match node.kind {
                NodeKind::RavOpen { end, .. } => self.at = self.at.max(end.0 as usize + 1),
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => self.n_moves += 1,
                NodeKind::Comment(_) if self.n_moves > 0 => {
                    let side = (self.n_moves + 1 + self.black_first) % 2;
                    return Some((side, node.comment_text(self.src)));
                }
                _ => (),
            }
        }
        None
    }
}

/// Returns a time in milliseconds.
fn millis(text: &[u8]) -> Option<u64> {
    clock_time::read(text).and_then(|time| u64::try_from(time.as_millis()).ok())
}

/// Returns an evaluation in centipawns, limited to [`MOST`]; a mate counts as the limit.
fn centipawns(text: &[u8]) -> Option<i64> {
    Some(match Evaluation::read(text)? {
        Evaluation::Centipawns(n) => n.clamp(-MOST, MOST),
        Evaluation::Mate(n) => MOST * n.signum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_at(pgn: &str) -> (Clocks, Evals) {
        let (mut clocks, mut evals) = (Clocks::default(), Evals::default());
        let mut games = pgn_syntax::Games::new(pgn.as_bytes());
        let game = games.next().unwrap();
        count(game, pgn.as_bytes(), &mut clocks, &mut evals);
        (clocks, evals)
    }

    #[test]
    fn evaluations_are_bounded() {
        for (text, expect) in [
            ("0.35", 35),
            ("99", 1000),
            ("-99", -1000),
            ("#-3", -1000),
            ("#5", 1000),
            ("-106,29", -106),
        ] {
            assert_eq!(centipawns(text.as_bytes()), Some(expect), "{text}");
        }
    }

    #[test]
    fn time_used_is_what_the_clock_has_lost() {
        let (clocks, _) = look_at(
            "[TimeControl \"60+1\"]\n\n1. e4 {[%clk 0:00:58]} e5 {[%clk 0:01:01]} (1... c5 {[%clk 9]}) \
             2. d4 {[%clk 0:00:20]} d5 {[%clk 0:02:00]} *",
        );
        assert_eq!((clocks.games, clocks.moves, clocks.used), (1, 3, 3000 + 39_000));
        assert_eq!((clocks.longest, clocks.short, clocks.grown), (39_000, 1, 1));
    }

    #[test]
    fn clock_tags_win_over_the_time_control() {
        let (clocks, _) =
            look_at("[TimeControl \"60\"]\n[WhiteClock \"0:10:00\"]\n\n1. e4 {[%clk 0:09:00]} *");
        assert_eq!((clocks.used, clocks.from_tags), (60_000, 1));
    }

    #[test]
    fn losses_are_the_mover_s() {
        let (_, evals) = look_at(
            "1. e4 {[%eval 0.3]} e5 {[%eval 0.5]} 2. Ke2 {[%eval -0.5]} Nc6 {[%eval -0.6]} *",
        );
        assert_eq!((evals.games, evals.moves), (1, 4));
        assert_eq!((evals.lost, evals.n_lost), ([100, 20], [1, 2]));
    }
}
