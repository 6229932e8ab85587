//! `git-merge` of games that both sides have added.

use std::path::Path;

use crate::git::{expect_conflicts, merge};

/// Returns the merge of two versions of a game that both sides have added, and its status.
fn merged_additions(dir: &Path, ours: &str, theirs: &str) -> (String, i32) {
    let (text, status) = merge(dir, [b"", ours.as_bytes(), theirs.as_bytes()]);
    (String::from_utf8(text).unwrap(), status)
}

#[test]
fn a_game_that_both_sides_add_is_joined_or_a_conflict() {
    let dir = tempfile::tempdir().unwrap();
    let tags = "[Event \"e\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"Tal\"]\n\
                [Black \"Benko\"]\n[Result \"1-0\"]\n";
    let game = |more: &str, moves: &str| format!("{tags}{more}\n{moves} 1-0\n");
    let plain = game("", "1. e4 e5 2. Nf3 Nc6");
    let both = |ours: &str, theirs: &str| merged_additions(dir.path(), ours, theirs);
    let joined = [
        (game("", "1. e4 e5 2. Nf3 {good} Nc6"), "2. Nf3 {good} 2... Nc6 1-0"),
        (game("[Annotator \"A\"]\n", "1. e4 e5 2. Nf3 Nc6"), "[Annotator \"A\"]"),
        (game("", "1. e4 e5 2. Nf3 Nc6 3. Bb5 $1"), "Nc6 3. Bb5 $1 1-0"),
        (game("", "1. e4 e5 (1... c5 {sharp}) 2. Nf3 Nc6"), "(1... c5 {sharp})"),
        (plain.replace("[Site \"?\"]", "[Site \"Riga\"]"), "[Site \"Riga\"]"),
        (plain.replace('\n', "\n\n"), "2. Nf3 Nc6 1-0"),
    ];
    for (theirs, expected) in &joined {
        for (ours, theirs) in [(&plain, theirs), (theirs, &plain)] {
            let (text, status) = both(ours, theirs);
            assert_eq!((status, text.matches("[White ").count()), (0, 1), "{text}");
            assert!(text.contains(expected), "{text}");
        }
    }
    let conflicts = [
        (game("", "1. e4 {a} e5"), game("", "1. e4 {b} e5")),
        (game("", "1. e4 e5 2. Nf3 Nc6"), game("", "1. e4 e5 2. Nc3 Nf6")),
        (plain.clone(), plain.replace("\"e\"", "\"f\"")),
        (plain.clone(), plain.replace("1-0", "0-1")),
    ];
    // Merged line by line: the main line of each is a variation of the other, or a move is illegal.
    let by_line = [
        (game("", "1. e4 {x} (1. d4 {y}) e5"), game("", "1. d4 {z} (1. e4) d5")),
        (plain.clone(), plain.replace("Nf3", "Nf6")),
    ];
    for (at, (ours, theirs)) in conflicts.iter().chain(&by_line).enumerate() {
        let (text, status) = both(ours, theirs);
        assert_eq!(status, 1, "{text}");
        if at < conflicts.len() {
            expect_conflicts(&text, text.matches("<<<<<<<").count());
        }
        // Each word of both sides is there.
        for word in [ours, theirs].iter().flat_map(|it| it.split_whitespace()) {
            assert!(text.contains(word.trim_matches(['(', ')'])), "{word}: {text}");
        }
    }
    // Two draws by other players, and another round, are two games.
    for (from, to) in [("Tal", "Geller"), ("[Round \"1\"]", "[Round \"2\"]")] {
        let (text, status) = both(&plain, &plain.replace(from, to));
        assert_eq!((status, text.matches("[White ").count()), (0, 2), "{text}");
    }
}
