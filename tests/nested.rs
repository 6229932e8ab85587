//! With `--nested-comments`, games are also read with nested comments where a command reads them again.

use std::fs;

use crate::support::{output_in, run_in};

/// A comment with a comment that, read alone, would end before a result.
const GAME: &str = "[White \"a\"]\n\n1. e4 {a {b} 1-0 c} e5 2. Nf3 *\n";

#[test]
fn versions_and_their_comments_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("old.pgn"), GAME).unwrap();
    run_in(dir, &["export", "-q", "--nested-comments", "old.pgn", "-o", "new.pgn"]);
    let changes = || {
        let output = output_in(dir, &["diff", "--nested-comments", "old.pgn", "new.pgn"]);
        String::from_utf8(output.stdout).unwrap()
    };
    let tags_alone = changes();
    let n_lines = tags_alone.lines().skip(1).filter(|it| !it.starts_with("    tag ")).count();
    assert_eq!(n_lines, 0, "{tags_alone}");
    fs::write(dir.join("new.pgn"), GAME.replace("Nf3", "Nc3")).unwrap();
    let changes = changes();
    assert!(changes.contains("moves: 2. Nf3 -> 2. Nc3"), "{changes}");
}

#[test]
fn comments_are_removed_and_left() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let games = format!("{GAME}\n{}", GAME.replace("\"a\"", "\"b\"").replace("2.", "2. ()"));
    fs::write(dir.join("a.pgn"), &games).unwrap();
    fs::write(dir.join("b.pgn"), "1. d4 *\n").unwrap();
    let strip = ["strip-comments", "-q", "--nested-comments", "--drop", "text"];
    let whole = run_in(dir, &[&strip[..], &["a.pgn", "b.pgn"]].concat());
    let whole = String::from_utf8(whole).unwrap();
    assert_eq!((whole.matches("c}").count(), whole.matches("[White").count()), (0, 2), "{whole}");
    run_in(dir, &[&strip[..], &["--in-place", "--take", "1", "a.pgn"]].concat());
    let text = fs::read_to_string(dir.join("a.pgn")).unwrap();
    let (first, second) = text.split_once("[White \"b\"]").unwrap();
    assert!(!first.contains('}') && games.ends_with(second), "{text}");
}

#[test]
fn repaired_games_replace_whole_games() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let bad = GAME.replace("e5", "Ke5");
    fs::write(dir.join("bad.pgn"), format!("{bad}\n{GAME}")).unwrap();
    let drop = ["export", "-q", "--nested-comments", "--on-error", "drop", "bad.pgn"];
    let drop = [&drop[..], &["-o", "rest.pgn", "--rejects", "r.pgn"]].concat();
    // The second run replaces the rejects of the first one.
    for _ in 0..2 {
        run_in(dir, &drop);
    }
    let rejects = fs::read_to_string(dir.join("r.pgn")).unwrap();
    fs::write(dir.join("fixed.pgn"), rejects.replace("Ke5", "e5")).unwrap();
    let whole =
        run_in(dir, &["merge", "-q", "--nested-comments", "bad.pgn", "--requeue", "fixed.pgn"]);
    assert_eq!(String::from_utf8(whole).unwrap(), format!("{GAME}\n{GAME}"));
}
