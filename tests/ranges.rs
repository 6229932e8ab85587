//! `--bytes` over random divisions of files: no game is lost, and none is read twice. `tests/by-hand/tilings.py` is the
//! longer form, with all commands.

use std::{fs, path::Path};

use crate::support::run_in;
use serde_json::Value;

/// A comment that looks like the end of a game and the beginning of another one.
const TRAP: &str = "{ 1-0\n\n[Event \"trap\"]\n\n1. d4 *\n\n}";

fn games(line_end: &str, comment: &str) -> String {
    let game = |n: usize| {
        format!("[Event \"{n}\"]\n[Result \"*\"]\n\n1. e4 {comment} e5 2. Nf3 ({n}. Bc4) *\n\n")
    };
    (0..40).map(game).collect::<String>().replace('\n', line_end)
}

/// Returns the ends of ranges that cover `len` bytes, with cuts anywhere.
fn tiling(random: &mut fastrand::Rng, len: u64) -> Vec<u64> {
    let mut ends: Vec<_> = (0..random.usize(1..6)).map(|_| random.u64(0..=len)).collect();
    ends.extend([0, len]);
    ends.sort_unstable();
    ends
}

fn json_lines(dir: &Path, more: &[&str]) -> String {
    let args = [&["export", "--format", "json-lines", "-qq"], more].concat();
    String::from_utf8(run_in(dir, &args)).unwrap()
}

#[test]
fn games_of_all_ranges_are_those_of_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    let long = format!("{{{}}}", "x".repeat(3000));
    let texts = [("\n", "{a}"), ("\r\n", "{a}"), ("\n", TRAP), ("\r\n", TRAP), ("\n", &long)];
    for (line_end, comment) in texts {
        let text = games(line_end, comment);
        fs::write(dir.path().join("games.pgn"), &text).unwrap();
        let whole = json_lines(dir.path(), &["games.pgn"]);
        assert_eq!(whole.lines().count(), 40);
        for _ in 0..6 {
            let ends = tiling(&mut random, text.len() as u64);
            let mut all = String::new();
            for range in ends.windows(2) {
                let range = format!("{}-{}", range[0], range[1]);
                all += &json_lines(dir.path(), &["--bytes", &range, "games.pgn"]);
            }
            assert!(all == whole, "{line_end:?} {comment:.9}: {ends:?}");
        }
    }
}

#[test]
fn ranges_that_are_printed_hold_each_game_once() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("games.pgn"), games("\r\n", TRAP)).unwrap();
    let whole = json_lines(dir.path(), &["games.pgn"]);
    for size in ["1", "100", "1KB", "1MB"] {
        let tasks = String::from_utf8(run_in(dir.path(), &["ranges", "--size", size, "games.pgn"]));
        let tasks = tasks.unwrap();
        // A range a byte would be a run a byte.
        let step = if size == "1" { 97 } else { 1 };
        let tasks: Vec<Value> =
            tasks.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut all = String::new();
        for tasks in tasks.chunks(step) {
            let (first, last) = (&tasks[0], &tasks[tasks.len() - 1]);
            let range = format!("{}-{}", first["start"], last["end"]);
            all += &json_lines(dir.path(), &["--bytes", &range, "games.pgn"]);
        }
        assert!(all == whole, "{size}");
    }
}
