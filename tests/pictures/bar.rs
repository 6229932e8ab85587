//! The progress bar of a run on a terminal.

use std::{fs, process::Command};

use crate::support::{PGNKIT, root};

/// Runs `check` on a terminal, and returns a line of its bar with the figures of another run, since those of a
/// run differ each time. `None` if there is no `script` to make a terminal.
pub(crate) fn line() -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    let games = fs::read(root().join("tests/corpus/romantic_era.pgn")).unwrap();
    fs::write(dir.path().join("games.pgn"), games.repeat(3000)).unwrap();
    let command = format!(
        "stty cols 100 && {PGNKIT} check --isolated --progress always --statistics games.pgn"
    );
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(dir.path())
        .env("TERM", "xterm-256color")
        .output()
        .ok()?;
    let shown = String::from_utf8(output.stdout).unwrap();
    let frames = || shown.split(['\r', '\n']).filter(|line| line.contains(" left"));
    let Some(frame) = frames().next_back() else { panic!("no bar: {shown:?}") };
    let frame: String = frame.replace("\u{1b}[2K", "").replace("\u{1b}[1A", "");
    Some(with_figures(&frame))
}

/// Returns the line of a bar, drawn anew for 60 % of 3 GiB.
fn with_figures(frame: &str) -> String {
    let (bar, rest) = frame.trim().split_once(' ').unwrap();
    let n = bar.chars().count();
    let [full, empty] = ['█', '░'];
    assert!(bar.chars().all(|c| c == full || c == empty), "{frame:?}");
    let words: Vec<&str> = rest.split(' ').collect();
    let [_, unit, "of", _, of_unit, _, per_second, _, "left"] = words[..] else {
        panic!("{frame:?}")
    };
    assert!(unit.ends_with('B') && of_unit.ends_with("B,"), "{frame:?}");
    assert!(per_second.ends_with("B/s,"), "{frame:?}");
    let bar = full.to_string().repeat(n * 3 / 5) + &empty.to_string().repeat(n - n * 3 / 5);
    format!("{bar} 1.80 GiB of 3.00 GiB, 412.17 MiB/s, 3s left")
}
