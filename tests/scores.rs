//! Scores of `stats` do not depend on how an input is read, and the HTML page has the cross tables of few events.

use std::fmt::Write as _;

use crate::support::{pgnkit, run};

/// Returns a match of three engines with opening pairs, whose games are interleaved, in `n_events` events.
fn games(n_games: usize, n_events: usize) -> String {
    let engines = ["One", "Two", "Three"];
    let results = ["1-0", "1/2-1/2", "0-1", "1/2-1/2", "*"];
    let mut text = String::new();
    for n in 0..n_games {
        let (white, black) = (engines[n % 3], engines[(n + 1 + n / 6 % 2) % 3]);
        let (event, result) = (n * n_events / n_games, results[n * n / 3 % 5]);
        let opening =
            ["e4 {book} e5 {book}", "d4 {book} d5 {book}", "c4 {book} c5 {book}"][n / 5 % 3];
        writeln!(
            text,
            "[Event \"Match {event}\"]\n[Round \"{}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"{result}\"]\n[WhiteElo \"{}\"]\n\n1. {opening} 2. Nf3 {{+0.1/{} 0.{}s}} {result}\n",
            n / 6 + 1,
            2400 + n % 200,
            5 + n % 30,
            n % 10,
        )
        .unwrap();
    }
    text
}

fn stats(args: &[&str], stdin: &str) -> String {
    let output = run(pgnkit(["--isolated", "stats"].iter().chain(args)), stdin.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn scores_do_not_depend_on_reading() {
    // Several chunks, and more records than the sorter keeps in memory.
    let text = games(27_000, 40);
    assert!(text.len() > 3 << 20);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.pgn");
    std::fs::write(&file, &text).unwrap();
    let file = file.to_str().unwrap();
    let parts = ["--by", "pair", "--crosstable", "--engines", "--player", "T*", "--format", "json"];
    let with = |more: &[&'static str]| [&parts[..], more].concat();
    let expect = stats(&with(&["-j", "1", "-"]), &text);
    assert!(expect.contains("\"pairs_2\"") && !expect.contains("\"pairs\": 0"));
    assert_eq!(stats(&with(&["-j", "2", "-"]), &text), expect);
    assert_eq!(stats(&[&with(&["-j", "2"])[..], &[file]].concat(), ""), expect);
    // Games one by one.
    assert_eq!(stats(&with(&["-j", "2", "--take", "27000", "-"]), &text), expect);
}

#[test]
fn the_page_has_cross_tables_of_few_events() {
    let few = stats(&["--format", "html"], &games(60, 8));
    assert!(few.contains("id=\"crosstable\"") && few.contains("Match 7"));
    let many = stats(&["--format", "html"], &games(60, 9));
    assert!(!many.contains("id=\"crosstable\""));
    let asked = stats(&["--crosstable", "--format", "html", "--top", "0"], &games(60, 9));
    assert!(asked.contains("id=\"crosstable\"") && asked.contains("Match 8"));
}

/// All sections take the result of the Result tag, as expressions do, also where the board agrees with the marker.
#[test]
fn results_are_those_of_the_tag() {
    let text = "[White \"X\"]\n[Black \"Y\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    for (args, expect) in [
        (&["--format", "csv"][..], "results,1-0,games,1"),
        (&["--format", "csv", "--by", "result"], "1-0,1"),
    ] {
        let written = stats(args, text);
        assert!(written.lines().any(|line| line.starts_with(expect)), "{args:?}: {written}");
    }
}

/// `--by errors` counts as the field of expressions does.
#[test]
fn errors_are_those_of_the_field() {
    for (text, n) in [
        ("1. e4 -- 2. d4 -- 3. Nf3 *", "2"),
        ("1. e4 e5 2. Ke3 (2. Ke5) 2... Nc6 (2... Nz6) *", "2"),
        ("1. e4 (1. e5) e5 *", "1"),
        ("1. e4 e5 *", "0"),
    ] {
        let written = stats(&["--format", "csv", "--by", "errors"], text);
        let row = written.lines().nth(1).unwrap_or_default();
        assert_eq!(row.split(',').next(), Some(n), "{text}: {written}");
    }
}

/// Two players of different strength and a game without names.
const UNEQUAL: &str = "[White \"Me\"]\n[Black \"Opp\"]\n[WhiteElo \"2500\"]\n[BlackElo \"1200\"]\n\n1. e4 1-0\n\n\
                       [White \"Opp\"]\n[Black \"Me\"]\n[WhiteElo \"1250\"]\n[BlackElo \"2400\"]\n\n1. e4 1/2-1/2\n";

#[test]
fn ratings_of_a_player_are_the_player_s_own() {
    let by = |args: &[&str]| {
        let rows = stats(&[args, &["--format", "csv"]].concat(), UNEQUAL);
        let rows = rows.lines().skip(1).map(|row| row.split(',').take(3).collect::<Vec<_>>());
        rows.map(|row| row.join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(by(&["--player", "Me", "--by", "elo"]), ["2400 1 0.5000", "2500 1 1.0000"]);
    assert_eq!(by(&["--by", "player,elo"]), ["Me 2400 1", "Me 2500 1", "Opp 1200 1", "Opp 1250 1"]);
    assert_eq!(by(&["--by", "elo"]).len(), 4);
}

#[test]
fn csv_of_the_pairs_of_a_player_is_one_table() {
    let csv = stats(&["--player", "Me", "--by", "pair", "--format", "csv"], UNEQUAL);
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("player,opponent,games,"), "{csv}");
    assert!(rows[1].starts_with("Me,Opp,2,") && rows.len() == 2, "{csv}");
}

#[test]
fn cross_tables_without_players_are_empty_tables() {
    let of = |text: &str, format: &str| stats(&["--crosstable", "--format", format], text);
    let (full, empty) = (of(UNEQUAL, "csv"), of("1. e4 *\n", "csv"));
    assert_eq!(empty.lines().collect::<Vec<_>>(), [full.lines().next().unwrap()]);
    let json = of("1. e4 *\n", "json");
    assert!(json.contains("\"crosstable\": []"), "{json}");
}
