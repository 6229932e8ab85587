//! Compares the moves of the main line with those that pgn-reader and shakmaty read.

use std::fs;

use pgn_testkit::{Generator, Style, oracle};

use crate::support::{files_below, json_lines, pgnkit, root, run};

/// Compares game by game. Returns the numbers of games and plies that were compared.
#[track_caller]
fn compare(name: &str, pgn: &[u8]) -> (usize, usize) {
    let judged = oracle::games(pgn);
    let games = json_lines(&run(pgnkit(["export", "--format", "json-lines", "-"]), pgn).stdout);
    assert_eq!(games.len(), judged.len(), "{name}: number of games");
    let (mut n_games, mut n_plies) = (0, 0);
    for (i, (judged, game)) in judged.iter().zip(&games).enumerate() {
        if judged.is_variant || judged.fault.is_some() {
            continue;
        }
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let moves = game["moves"].as_array().unwrap();
        let got: Vec<(String, String)> =
            moves.iter().map(|m| (text(&m["san"]), text(&m["uci"]))).collect();
        assert_eq!(got, judged.moves, "{name}, game {}", i + 1);
        n_games += 1;
        n_plies += got.len();
    }
    (n_games, n_plies)
}

#[test]
fn moves_of_generated_games_agree() {
    for style in [Style::Bare, Style::Annotated] {
        let (n_games, n_plies) = compare("generated", &Generator::new(4, style).games(400));
        assert_eq!(n_games, 400);
        assert!(n_plies > 10_000, "{n_plies}");
    }
}

#[test]
fn moves_of_the_corpus_agree() {
    let folder = root().join("tests/corpus");
    let mut n_games = 0;
    for path in
        files_below(&folder).iter().filter(|path| path.extension().is_some_and(|ext| ext == "pgn"))
    {
        n_games += compare(&path.display().to_string(), &fs::read(folder.join(path)).unwrap()).0;
    }
    assert!(n_games >= 14, "{n_games}");
}
