//! Bytes of files that `git-merge` writes: byte order marks, line ends, and empty lines between games.

use crate::git::merge;

/// Returns a game, with a comment, and CR LF as line end.
fn game(name: &str, comment: &str) -> String {
    format!("[Event \"{name}\"]\r\n\r\n1. e4 {{{comment}}} *\r\n\r\n")
}

#[test]
fn a_byte_order_mark_stays_at_the_beginning() {
    let dir = tempfile::tempdir().unwrap();
    // Each letter is a game, a capital letter its changed version.
    let text = |letters: &str| {
        let game = |it: char| game(&it.to_lowercase().to_string(), &it.to_string());
        letters.chars().map(game).collect::<String>()
    };
    // The base, ours, theirs and the result.
    let cases = [["ab", "Ab", "dab", "dAb"], ["ab", "ba", "b", "b"], ["abc", "acb", "cab", "acb"]];
    for [base, ours, theirs, expected] in cases {
        for has_bom in [[true; 3], [true, true, false], [true, false, true], [false, true, false]] {
            let bom = |has_bom: bool| if has_bom { "\u{feff}" } else { "" };
            let texts: Vec<String> = (has_bom.iter().zip([base, ours, theirs]))
                .map(|(&has_bom, letters)| bom(has_bom).to_owned() + &text(letters))
                .collect();
            let (merged, status) =
                merge(dir.path(), [0, 1, 2].map(|version| texts[version].as_bytes()));
            // A side that has added or removed the mark decides.
            let expected = bom(has_bom == [true; 3] || !has_bom[0]).to_owned() + &text(expected);
            assert_eq!((String::from_utf8(merged).unwrap(), status), (expected, 0), "{has_bom:?}");
        }
    }
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
