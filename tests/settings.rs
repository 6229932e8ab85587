//! Settings of `[export]` and `check --fix`: what `export` writes, fixes leave as it is, under each pair of settings.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::{fs, path::Path, thread};

/// Settings, each with a group; of a group only one can be set.
const SETTINGS: [(u8, &str); 14] = [
    (0, "nags = \"symbols\""),
    (1, "nag-numbers = \"no\""),
    (2, "width = 0"),
    (2, "layout = \"moves\""),
    (3, "tag-order = \"source\""),
    (4, "tags = [\"White\", \"Black\", \"Result\"]"),
    (4, "drop-tags = [\"Round\", \"TimeControl\"]"),
    (5, "on-error = \"comment\""),
    (6, "line-ending = \"crlf\""),
    (7, "output-encoding = \"iso-8859-1\""),
    (8, "keep-escapes = true"),
    (9, "notation = \"long\""),
    (9, "notation = \"figurine\""),
    (10, "normalize = true\nfix-results = true"),
];

/// A game with what the rules about these settings look at, and one that cannot be read to its end.
const GAMES: &str = "% an escape line
[White \"R\u{e9}ti, Richard \"]
[TimeControl \"5400+30\"]
[Result \"1-0\"]
[Black \"Tal, M.\"]
[Round \"3\"]
[Date \"16.05.2012\"]
[Event \"Match, with a name of some length\"]

1.e4! {[%clk 1:30:00] a comment that is long enough for the end of a line of eighty} e5 2. Nf3 \u{b1} Nc6 $1 $18
3. Bb5 a6?! (3... Nf6 4. O-O -- 5. d4) 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 0-0 9. h3 1-0

[White \"A\"]
[Black \"B\"]

1. e4 e5 2. Ke3 {no move} d6 ! *
";

fn run(dir: &Path, args: &[&str]) {
    let mut program = support::pgnkit(args);
    program.current_dir(dir);
    let status = support::run(program, b"").status.code();
    assert!(matches!(status, Some(0 | 1)), "{args:?} ends with {status:?}");
}

/// Returns the games with all safe fixes made.
fn fixed_games() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    run(folder.path(), &["check", "--fix-only", "--severity", "style", "a.pgn"]);
    fs::read(folder.path().join("a.pgn")).unwrap()
}

/// Returns what is wrong under some settings.
fn fault(games: &[u8], settings: &[&str]) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    fs::write(dir.join("pgnkit.toml"), format!("[export]\n{}\n", settings.join("\n"))).unwrap();
    fs::write(dir.join("a.pgn"), games).unwrap();
    run(dir, &["export", "--in-place", "a.pgn"]);
    let exported = fs::read(dir.join("a.pgn")).unwrap();
    run(dir, &["check", "--fix-only", "--severity", "style", "a.pgn"]);
    let fixed = fs::read(dir.join("a.pgn")).unwrap();
    (fixed != exported).then(|| {
        let texts = [fixed, exported].map(|it| String::from_utf8_lossy(&it).into_owned());
        let [fixed, exported] = texts;
        format!("{settings:?}: `check --fix` made of\n{exported}\nthis\n{fixed}")
    })
}

#[test]
fn fixes_and_export_agree_under_pairs_of_settings() {
    let mut all: Vec<Vec<&str>> = SETTINGS.iter().map(|(_, setting)| vec![*setting]).collect();
    for (at, (group, first)) in SETTINGS.iter().enumerate() {
        let others = SETTINGS[at + 1..].iter().filter(|(other, _)| other != group);
        all.extend(others.map(|(_, second)| vec![*first, *second]));
    }
    // Latin-1 has no pictures of pieces.
    let is_possible = |settings: &Vec<&str>| {
        !["iso-8859-1", "figurine"].iter().all(|word| settings.concat().contains(word))
    };
    all.retain(is_possible);
    let games = &fixed_games();
    let halves = all.split_at(all.len() / 2);
    let faults = thread::scope(|scope| {
        let second =
            scope.spawn(|| halves.1.iter().filter_map(|it| fault(games, it)).collect::<Vec<_>>());
        let mut faults: Vec<_> = halves.0.iter().filter_map(|it| fault(games, it)).collect();
        faults.extend(second.join().unwrap());
        faults
    });
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), all.len(), faults.join("\n"));
}
