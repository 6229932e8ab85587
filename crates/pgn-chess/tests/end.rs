//! The end of a game that is replayed without a visitor.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use pgn_chess::{Replay, ReplayOptions, start};
use pgn_syntax::Games;

#[track_caller]
fn check(pgn: &str, is_legal: bool) {
    let mut games = Games::new(pgn.as_bytes());
    let game = games.next().unwrap();
    let start = start(game, pgn.as_bytes());
    let options = ReplayOptions::default();
    let end = Replay::new().walk(game, pgn.as_bytes(), &start, &options, &mut ());
    assert_eq!(end.is_legal(), is_legal, "{pgn}");
}

#[test]
fn is_legal_is_true_for_legal_games() {
    check("1. e4 e5 2. Ke2 *", true);
    check("1. e4 {[%clk 1:00:00]} e5 (1... c5 2. Nf3) 2. Ke2 *", true);
    check("*", true);
    check("1. e4 e5 2. Ke3 *", false);
    check("1. e4 e5 (1... c4) 2. Ke2 *", false);
    check("1. e4 -- 2. Ke2 *", false);
    check("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", false);
    check("[Variant \"Of My Own\"]\n\n1. e4 *", false);
}
