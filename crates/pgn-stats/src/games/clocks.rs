//! Clock times and evaluations in the comments of the main line.

use std::time::Duration;

use pgn_query::move_facts::{MoveFacts, main_line};
use pgn_syntax::{Game, Node};

use crate::sums::totals::{Clocks, Evals};

/// Clock time below which a player is short of time.
pub(crate) const SHORT: Duration = Duration::from_secs(30);

/// Upper bound on the time of a move that is counted, in milliseconds: a year. A longer time is a damaged one; without it,
/// the sum of the times of 500 million moves fits into 64 bits.
const MAX_SPENT: u64 = 366 * 24 * 60 * 60 * 1000;

/// Returns the time spent on a move in milliseconds; `None` if it is unknown, or longer than a year.
pub(crate) fn spent_millis(facts: &MoveFacts) -> Option<u64> {
    let millis = u64::try_from(facts.spent?.as_millis()).ok()?;
    (millis <= MAX_SPENT).then_some(millis)
}

/// Adds the clock times and evaluations in the comments of a main line.
pub(crate) fn count(game: &Game, src: &[u8], clocks: &mut Clocks, evals: &mut Evals) {
    let is_comment = |node: &Node| node.kind.is_comment();
    if game.has_only_moves() || !game.nodes.iter().any(is_comment) {
        return;
    }
    let (mut n_clocks, mut n_grown, mut is_short, mut n_evals) = (0_u64, 0_u64, false, 0_u64);
    let (mut n_spent, mut used, mut longest) = (0, 0, 0);
    let tags = main_line(game, src, |mover, data, facts| {
        if let Some(clk) = data.clk {
            n_clocks += 1;
            is_short |= clk < SHORT;
        }
        n_grown += u64::from(facts.has_grown);
        if let Some(spent) = spent_millis(facts) {
            n_spent += 1;
            used += spent;
            longest = spent.max(longest);
        }
        n_evals += u64::from(data.eval.is_some());
        if let Some(loss) = facts.loss {
            let side = mover.fold_wb(0, 1);
            evals.lost[side] += loss;
            evals.n_lost[side] += 1;
        }
    });
    clocks.moves += n_spent;
    clocks.used += used;
    clocks.longest = longest.max(clocks.longest);
    if n_clocks > 0 {
        clocks.games += 1;
        clocks.short += u64::from(is_short);
        clocks.from_tags += u64::from(tags.has_start());
        clocks.grown += n_grown;
        clocks.with_grown += u64::from(n_grown > 0);
        clocks.without_control += u64::from(tags.control.is_none());
    }
    evals.games += u64::from(n_evals > 0);
    evals.moves += n_evals;
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
    fn time_used_is_what_the_clock_has_lost() {
        let (clocks, _) = look_at(
            "[TimeControl \"60+1\"]\n\n1. e4 {[%clk 0:00:58]} e5 {[%clk 0:01:01]} (1... c5 {[%clk 9]}) \
             2. d4 {[%clk 0:00:20]} d5 {[%clk 0:02:00]} *",
        );
        assert_eq!((clocks.games, clocks.moves, clocks.used), (1, 3, 3000 + 39_000));
        assert_eq!((clocks.longest, clocks.short, clocks.grown), (39_000, 1, 1));
    }

    #[test]
    fn times_of_more_than_a_year_do_not_count() {
        let (clocks, _) = look_at(
            "1. e4 {[%emt 999999999:59:59]} e5 {[%emt 24:00:00]} 2. Nf3 {[%emt 8785:00:00]} *",
        );
        assert_eq!((clocks.moves, clocks.used, clocks.longest), (1, 86_400_000, 86_400_000));
    }

    #[test]
    fn clock_tags_win_over_the_time_control() {
        let (clocks, _) =
            look_at("[TimeControl \"60\"]\n[WhiteClock \"0:10:00\"]\n\n1. e4 {[%clk 0:09:00]} *");
        assert_eq!((clocks.used, clocks.from_tags), (60_000, 1));
    }

    /// DGT LiveChess writes the clocks after the last move into the tags.
    #[test]
    fn clock_tags_of_the_end_do_not_count() {
        let (clocks, _) = look_at(
            "[TimeControl \"5400+30\"]\n[WhiteClock \"01:30:45\"]\n[BlackClock \"01:29:00\"]\n\n\
             1. e4 {[%clk 01:30:20]} e5 {[%clk 01:29:00]} 2. Nf3 {[%clk 01:30:45]} *",
        );
        assert_eq!((clocks.used, clocks.grown, clocks.from_tags), (10_000 + 90_000 + 5_000, 0, 0));
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
