//! Bytes of files that `git-merge` writes: byte order marks, line ends, and empty lines between games.

use crate::merge;

/// Returns a game, with a comment, and CR LF as line end.
fn game(name: &str, comment: &str) -> String {
    format!("[Event \"{name}\"]\r\n\r\n1. e4 {{{comment}}} *\r\n\r\n")
}

#[test]
fn conflict_markers_have_the_line_end_of_the_games() {
    let dir = tempfile::tempdir().unwrap();
    let illegal = |comment: &str| game("a", comment).replace("e4", "e5");
    let cases = [
        [game("a", "x"), game("a", "y"), game("a", "z")],
        [game("a", "x"), String::new(), game("a", "z")],
        [game("a", "x"), game("a", "y"), String::new()],
        [illegal("x"), illegal("y"), illegal("z")],
        [String::new(), game("a", "y"), game("a", "z")],
    ];
    for texts in &cases {
        let (text, status) = merge(dir.path(), [0, 1, 2].map(|version| texts[version].as_bytes()));
        let text = String::from_utf8(text).unwrap();
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("<<<<<<< ours\r\n"), "{text:?}");
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
    }
}

#[test]
fn a_joined_game_begins_after_an_empty_line() {
    let dir = tempfile::tempdir().unwrap();
    // The first game has no marker, so that the comment after it belongs to the second game.
    let text = |tags: &str, comment: &str| {
        format!("[Event \"a\"]\n\n1. e4\n{{x}}\n\n[Event \"b\"]\n{tags}\n1. e4 {{{comment}}} *\n\n")
    };
    let texts = [text("", "y"), text("[ECO \"C20\"]\n", "y"), text("", "z")];
    let (merged, status) = merge(dir.path(), [0, 1, 2].map(|version| texts[version].as_bytes()));
    let merged = String::from_utf8(merged).unwrap();
    assert_eq!(status, 0, "{merged}");
    assert!(merged.starts_with("[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n"), "{merged}");
}
