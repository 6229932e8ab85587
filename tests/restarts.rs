//! Games without tags and markers, which are read as one game, and the note on them.

use std::fs;

use crate::charsets::output;

const GAMES: &str = "; openings\n\n1. e4 e5 {King's pawn}\n\n1. d4 d5 2. c4\n\n  1. c4 c5\n";

/// The part of the note by which it is recognized.
const NOTE: &str = "`1.` begins again";

#[test]
fn a_text_of_several_games_is_noted_once_by_each_command() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("list.pgn"), GAMES).unwrap();
    let noted = format!("note: list.pgn:5: {NOTE} within a game");
    for command in [
        "export -",
        "strip-comments -",
        "merge -",
        "merge --dedup -",
        "stats -",
        "filter --count -",
        "filter -w plies>1 -",
        "split --games 1 --dir parts -",
        "export -w White=x -",
    ] {
        let arguments: Vec<&str> =
            command.split(' ').map(|word| if word == "-" { "list.pgn" } else { word }).collect();
        let (_, stderr) = output(dir.path(), &arguments);
        assert_eq!(stderr.matches(&noted).count(), 1, "{command}: {stderr}");
        assert_eq!(stderr.matches(NOTE).count(), 1, "{command}: {stderr}");
    }
    let (findings, stderr) = output(dir.path(), &["check", "list.pgn"]);
    assert!(!stderr.contains(NOTE), "{stderr}");
    assert!(String::from_utf8_lossy(&findings).contains("if a game begins here"));
    // The first game has tags.
    let typed = "[Event \"x\"]\r\n\r\n1. e4\r\n1... e5\r\n\r\n1. d4 d5\r\n";
    fs::write(dir.path().join("typed.pgn"), typed).unwrap();
    let (_, stderr) = output(dir.path(), &["export", "typed.pgn"]);
    assert!(stderr.contains("typed.pgn:6: "), "{stderr}");
    // A variation before the move number.
    fs::write(dir.path().join("varied.pgn"), "1. e4 e5 (1... c5 (1... e6))\n1. d4 d5 *\n").unwrap();
    let (_, stderr) = output(dir.path(), &["export", "varied.pgn"]);
    assert!(stderr.starts_with(&format!("note: varied.pgn:2: {NOTE}")), "{stderr}");
    assert!(stderr.lines().all(|line| line.len() <= 120), "{stderr}");
    // Several chunks.
    fs::write(dir.path().join("long.pgn"), format!("{}{GAMES}", "1. e4 *\n".repeat(200_000)))
        .unwrap();
    let (_, stderr) = output(dir.path(), &["stats", "long.pgn", "list.pgn"]);
    assert_eq!(stderr.matches(NOTE).count(), 2, "{stderr}");
    assert!(stderr.contains("long.pgn:200005: "), "{stderr}");
}

#[test]
fn other_games_are_not_noted() {
    let dir = tempfile::tempdir().unwrap();
    for text in [
        // Marked as another game, or with tags.
        "1. e4 e5 *\n\n1. d4 d5 *\n",
        "[Event \"x\"]\n\n1. e4 e5\n1. d4 d5 *\n",
        // A number that is repeated for Black, or begins no line.
        "1. e4\n1... e5\n2. Nf3\n2... Nc6 *\n",
        "1. e4\n1. e5\n2. Nf3\n2. Nc6 *\n",
        "1. e4 e5 1. d4 d5 *\n",
        // Numbers in variations and comments.
        "1. e4 e5 (\n1. d4 d5) 2. Nf3 *\n",
        "1. e4 (1. d4 d5\n\n1. c4 c5) e5 *\n",
        "1. e4 e5 {the same:\n\n1. d4 d5\n} 2. Nf3 *\n",
        "1. e4 e5 ; the same:\n;1. d4 d5\n2. Nf3 *\n",
        // Other first numbers.
        "12. e4 e5\n\n13. d4 d5 *\n",
        "12. e4 e5\n\n11. d4 d5 *\n",
    ] {
        fs::write(dir.path().join("one.pgn"), text).unwrap();
        let (_, stderr) = output(dir.path(), &["stats", "one.pgn"]);
        assert!(!stderr.contains(NOTE), "{text}: {stderr}");
    }
}
