//! `filter` divides its input: matches and the rest together are the input, byte for byte.

use std::fs;

use crate::support::{pgnkit, run};
use pgn_syntax::Games;
use pgn_testkit::{Generator, Style};

/// Returns the bytes of each game; the last one includes the text after it.
fn games(pgn: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut games = Games::new(pgn);
    while let Some(game) = games.next() {
        all.push(game.span.of(pgn).to_vec());
    }
    all
}

#[track_caller]
fn check(pgn: &[u8], expr: &str) {
    let folder = tempfile::tempdir().unwrap();
    let rest = folder.path().join("rest.pgn");
    let out = |args: &[&str]| {
        let output = run(pgnkit([&["filter", "-w", expr], args, &["-"]].concat()), pgn);
        assert_eq!(output.status.code(), Some(0), "{expr}");
        output.stdout
    };
    let hits = out(&["--rest", rest.to_str().unwrap()]);
    let others = out(&["--not"]);
    assert_eq!(fs::read(&rest).unwrap(), others, "{expr}: --rest is --not");
    assert_eq!(out(&[]), hits, "{expr}: --rest changes nothing");
    assert_eq!(out(&["-j1", "--no-mmap"]), hits, "{expr}");
    // Both parts together are the games of the input, in order and without additional bytes.
    assert_eq!(hits.len() + others.len(), pgn.len(), "{expr}");
    let (mut hits, mut others) = (hits.as_slice(), others.as_slice());
    let mut n_hits = 0;
    for game in games(pgn) {
        if let Some(left) = others.strip_prefix(game.as_slice()) {
            others = left;
        } else {
            hits = hits.strip_prefix(game.as_slice()).expect("a game of neither half");
            n_hits += 1;
        }
    }
    assert!(hits.is_empty() && others.is_empty(), "{expr}");
    assert!(n_hits > 0, "{expr}: nothing passes");
}

#[test]
fn matches_and_rest_are_the_input() {
    let pgn = Generator::new(3, Style::Annotated).games(60);
    for expr in [
        "White ~ \"[a-h]*\"",
        "game in 10..20",
        "plies < 60",
        "captured(Q)",
        "not castles(white) and plies > 9 or errors > 0",
        "file = \"<stdin>\"",
    ] {
        check(&pgn, expr);
    }
}

/// Games that are too large to be parsed are not selected, and their neighbors in the rest are those of the input.
#[test]
fn the_rest_keeps_large_games_between_their_neighbors() {
    let small = "[White \"A\"]\n\n1. e4 *\n";
    let large = format!("[White \"B\"]\n\n1. e4 {{{}}} *\n", "words ".repeat(300));
    // Without an empty line between them.
    let pgn = [small, &large, small, &large].concat();
    let folder = tempfile::tempdir().unwrap();
    let rest = folder.path().join("rest.pgn");
    let args = ["filter", "--max-game-size", "1000", "-w", "plies > 5", "--rest"];
    let output = run(pgnkit(args.into_iter().chain([rest.to_str().unwrap(), "-"])), pgn.as_bytes());
    assert!(output.stdout.is_empty() && output.status.code() == Some(0));
    assert_eq!(fs::read_to_string(&rest).unwrap(), pgn);
}

/// All pieces of a large game that is skipped are left out, also by the commands that change games.
#[test]
fn large_games_are_skipped_as_a_whole() {
    let large = format!("[Event \"x\"]\n\n1. e4 {{{}}} *\n\n", "a".repeat(3 << 20));
    let pgn = large + "[Event \"y\"]\n\n1. d4 *\n";
    for command in ["export", "strip-comments", "filter"] {
        let args = [command, "--max-game-size", "1KiB", "--skip", "1", "-"];
        let text = run(pgnkit(args), pgn.as_bytes()).stdout;
        assert!(text.starts_with(b"[Event \"y\"]") && text.len() < 1 << 10, "{command}");
    }
}
