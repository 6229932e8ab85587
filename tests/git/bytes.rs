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
