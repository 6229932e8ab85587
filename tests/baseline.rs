//! `check --baseline` after edits of a game: findings elsewhere in it stay known.

use std::{fs, path::Path};

use crate::support::{pgnkit, run};

/// A study with two illegal moves in its variations, the same bad NAG at two places, and a bad date.
const STUDY: &str = "[Event \"Study\"]\n[Site \"Riga\"]\n[Date \"2024-01-02\"]\n[Round \"1\"]\n[White \"Tal\"]\n[Black \"Petrov\"]\n[Result \"*\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 (2... Qg9 3. d4 {a}) 3. Bb5 $400 a6 4. Ba4 Nf6 5. O-O Be7 (5... Kd4 {b}) 6. Re1 $400 b5 *\n";

/// A game whose tags say nothing and whose main line is short.
const SHORT: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Qh6 *\n";

/// Returns the lines of `check` for `games` in `dir`, with these options.
fn check(dir: &Path, games: &str, args: &[&str]) -> Vec<String> {
    fs::write(dir.join("a.pgn"), games).unwrap();
    let mut command = pgnkit(["check", "--output-format", "concise"]);
    command.args(args).arg("a.pgn").current_dir(dir);
    let output = run(command, b"");
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Checks that after an edit exactly the findings with these texts are new.
#[track_caller]
fn check_edit(old: &str, new: &str, expect: &[&str]) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), old).unwrap();
    let mut write = pgnkit(["check", "--write-baseline", "known.json", "a.pgn"]);
    write.current_dir(dir.path());
    assert!(run(write, b"").status.success());
    assert!(!check(dir.path(), old, &[]).is_empty(), "nothing to know");
    let found = check(dir.path(), new, &["--baseline", "known.json"]);
    assert_eq!(found.len(), expect.len(), "{found:#?}");
    for (line, text) in found.iter().zip(expect) {
        assert!(line.contains(text), "{line} without {text}");
    }
}

#[test]
fn edits_elsewhere_leave_findings_known() {
    let edit = |from: &str, to: &str| {
        assert!(STUDY.contains(from));
        STUDY.replacen(from, to, 1)
    };
    check_edit(STUDY, STUDY, &[]);
    // A comment, a variation, the layout, a tag.
    check_edit(STUDY, &edit("1. e4", "1. e4 {the best\nmove of all}"), &[]);
    check_edit(STUDY, &edit("4. Ba4", "4. Ba4 (4. Bxc6 dxc6)"), &[]);
    check_edit(STUDY, &edit("2. Nf3", "\n2. Nf3\n"), &[]);
    check_edit(STUDY, &edit("Petrov", "Petrovs, V"), &[]);
    check_edit(STUDY, &edit("[Round", "[Annotator \"X\"]\n[Round"), &[]);
    // More moves at the end, and another move before it.
    check_edit(STUDY, &edit("b5 *", "b5 7. Bb3 O-O *"), &[]);
    check_edit(STUDY, &edit("b5 *", "d6 *"), &[]);
    // A finding that is repaired leaves the others.
    check_edit(STUDY, &edit("Qg9", "d6"), &[]);
}

#[test]
fn findings_that_were_not_there_are_new() {
    let edit = |from: &str, to: &str| STUDY.replacen(from, to, 1);
    check_edit(STUDY, &edit("4. Ba4", "4. Ba4 (4. Kd8)"), &["illegal-move"]);
    check_edit(STUDY, &edit("{b}", "$401 {b}"), &["$401"]);
    // The same finding after another move.
    check_edit(STUDY, &edit("4. Ba4", "4. Ba4 $400"), &["$400"]);
    // The same in another game of the file.
    let other = STUDY.replace("Petrov", "Fischer").replace("6. Re1", "6. d3");
    let found = STUDY.to_owned() + "\n" + &other;
    let dir = tempfile::tempdir().unwrap();
    let n = check(dir.path(), STUDY, &[]).len();
    let texts = vec!["a.pgn:"; n];
    check_edit(STUDY, &found, &texts);
}

/// The length of a line is in the message of its finding.
#[test]
fn a_line_that_is_longer_than_before_is_known() {
    let dir = tempfile::tempdir().unwrap();
    let rule = ["--select", "line-over-79", "--severity", "style"];
    assert_eq!(check(dir.path(), STUDY, &rule).len(), 1);
    let mut write = pgnkit(["check", "--write-baseline", "known.json", "a.pgn"]);
    write.args(rule).current_dir(dir.path());
    assert!(run(write, b"").status.success());
    let with_baseline = [&rule[..], &["--baseline", "known.json"]].concat();
    let longer = STUDY.replacen("5. O-O", "5. O-O {good}", 1);
    assert_eq!(check(dir.path(), &longer, &with_baseline), [""; 0]);
    assert_eq!(check(dir.path(), &longer, &rule).len(), 1);
}

#[test]
fn games_that_say_little_are_known_by_their_bytes() {
    check_edit(SHORT, SHORT, &[]);
    check_edit(SHORT, &SHORT.replace("e5", "e5 {x}"), &["illegal-move"]);
}

/// A baseline that the settings name can be written, and written anew.
#[test]
fn a_baseline_of_the_settings_is_written() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("pgnkit.toml"), "[check]\nbaseline = \"known.json\"\n").unwrap();
    fs::write(dir.path().join("a.pgn"), SHORT).unwrap();
    let write = || {
        let mut write = pgnkit(["check", "--write-baseline", "known.json", "."]);
        write.current_dir(dir.path());
        let output = run(write, b"");
        assert!(output.status.success(), "{output:?}");
    };
    write();
    assert!(check(dir.path(), SHORT, &[]).is_empty());
    assert!(!check(dir.path(), STUDY, &[]).is_empty());
    write();
    assert!(check(dir.path(), STUDY, &[]).is_empty());
}

/// Findings of rules that compare games are listed and known at the game at which they are reported.
#[test]
fn findings_across_games_are_known() {
    let dir = tempfile::tempdir().unwrap();
    let game = |event: &str, white: &str, annotator: &str| {
        format!(
            "[Event \"{event}\"]\n[Site \"Riga\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"Petrov\"]\n[Result \"*\"]\n[Annotator \"{annotator}\"]\n\n\
            1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n\n"
        )
    };
    let [first, copy] = ["a", "b"].map(|annotator| game("Riga Open", "Tal", annotator));
    let (other, odd) = (game("Riga Open", "Keres", "a"), game("Riga  open", "Geller", "a"));
    let rules = ["--select", "duplicate-game,inconsistent-event", "--severity", "info"];
    let old = [&*first, &other, &odd, &copy].concat();
    assert_eq!(check(dir.path(), &old, &rules).len(), 2);

    let mut write = pgnkit(["check", "--write-baseline", "known.json", "a.pgn"]);
    write.args(rules).current_dir(dir.path());
    let output = run(write, b"");
    assert!(output.status.success(), "{output:?}");
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(summary.ends_with("(0 fixable); 2 written to known.json\n"), "{summary}");

    let with_baseline = [&rules[..], &["--baseline", "known.json"]].concat();
    let found = |games: &[&str]| check(dir.path(), &games.concat(), &with_baseline);
    let new = game("Riga Open", "Boleslavsky", "a");
    let edited = game("Riga Open", "Tal", "c");
    for games in [
        [&*first, &other, &odd, &copy].as_slice(),
        &[&new, &first, &new.replace("Bb5", "Bc4"), &other, &odd, &copy],
        &[&odd, &other, &first, &copy],
        &[&first, &other, &odd, &edited],
    ] {
        assert_eq!(found(games), [""; 0]);
    }
    let found = found(&[&first, &other, &odd, &copy, &new, &new.replace("\"a\"", "\"d\"")]);
    assert!(found.len() == 1 && found[0].contains("a.pgn:56:1: I duplicate-game"), "{found:#?}");
}

#[test]
fn entries_below_the_shown_level_are_not_gone() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), STUDY).unwrap();
    let said = |args: &str| {
        let mut command = pgnkit(args.split(' '));
        command.current_dir(dir.path());
        String::from_utf8(run(command, b"").stderr).unwrap()
    };
    said("check --severity style --write-baseline known.json a.pgn");
    for options in ["", " --severity error", " --severity style", " --diff", " --fix-only"] {
        let said = said(&format!("check --baseline known.json{options} a.pgn"));
        assert!(said.contains("known by the baseline"), "{options}: {said}");
        assert!(!said.contains("no longer"), "{options}: {said}");
    }
    fs::write(dir.path().join("a.pgn"), STUDY.replace("$400 ", "")).unwrap();
    assert!(said("check --baseline known.json a.pgn").contains("no longer"));
}
