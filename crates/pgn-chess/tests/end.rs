//! The end of a game that is replayed without a visitor.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::num::NonZeroUsize;

use pgn_chess::{Replay, ReplayOptions, start};
use pgn_syntax::{Games, ReadOptions};

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

#[test]
fn a_game_that_is_too_dense_is_not_legal() {
    let pgn = format!("1. e4 {}*\n", "(1. d4) ".repeat(100));
    for (max_elements, is_legal) in [(None, true), (NonZeroUsize::new(100), false)] {
        let options = ReadOptions { max_elements, ..ReadOptions::default() };
        let mut games = Games::with_options(pgn.as_bytes(), options);
        let game = games.next().unwrap();
        assert_eq!(game.is_too_dense, !is_legal);
        let start = start(game, pgn.as_bytes());
        let options = ReplayOptions::default();
        let end = Replay::new().walk(game, pgn.as_bytes(), &start, &options, &mut ());
        assert_eq!((end.is_mainline_complete, end.is_legal()), (is_legal, is_legal));
        assert!(!end.has_error());
    }
}
