//! No game takes more memory than eight times its size, beside what a run takes anyway.
//!
//! Rows of half-moves just below the limit of elements take more; `docs/performance.md` says how much.
//! `tests/by-hand/memory.py` has more commands and larger games.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

/// What a run with two threads may take beside its largest game, in bytes.
const BASE: usize = (64 + 2 * 16) << 20;

/// Bytes of memory for each byte of the game.
const TIMES: usize = 8;

/// Games of one thing again and again.
const UNITS: [&str; 13] = [
    "(",
    "()",
    "e4 ",
    "$300 ",
    "{} ",
    "{",
    ";\n",
    "[a \"b\"]\n",
    "j",
    "!! ",
    "Nf3 Nf6 Ng1 Ng8 ",
    "Nf3 (Nc3) Nf6 (Nc6) Ng1 Ng8 ",
    "%\n",
];

/// Commands with the game as their last argument.
const COMMANDS: [&[&str]; 9] = [
    &["check"],
    &["check", "--diff"],
    &["export"],
    &["export", "--format", "json-lines"],
    &["export", "--format", "csv", "--rows", "plies"],
    &["strip-comments"],
    &["merge", "--dedup", "moves", "--keep", "union", "in.pgn"],
    &["filter", "--in", "variations", "--where", "position(\"*/*/*/*/3PP3/*/*/*\")"],
    &["stats"],
];

/// Returns the most memory that the program had, as far as it was seen.
fn peak(dir: &Path, args: &[&str]) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args(args)
        .args(["-j", "2", "in.pgn"])
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let exit = loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
        peak = peak.max(kib.unwrap_or(0) << 10);
        if let Some(exit) = child.try_wait().unwrap() {
            break exit;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(matches!(exit.code(), Some(0 | 1)), "{args:?}: {exit}");
    peak
}

/// Writes a game of about `len` bytes that is made of `unit`.
fn write(dir: &Path, unit: &str, len: usize) -> usize {
    let head = if unit.starts_with(['[', '"']) { "" } else { "[Event \"a\"]\n\n" };
    let text = head.to_owned() + &unit.repeat(len / unit.len());
    fs::write(dir.join("in.pgn"), &text).unwrap();
    text.len()
}

fn judge(unit: &str, len: usize, wrong: &mut Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let len = write(dir.path(), unit, len);
    for args in COMMANDS {
        let peak = peak(dir.path(), args);
        if peak > BASE + TIMES * len {
            wrong.push(format!("{args:?} of {len} bytes of {unit:?}: {} MiB", peak >> 20));
        }
    }
}

#[test]
fn a_game_takes_eight_times_its_size_at_most() {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(unit) = UNITS.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Below and above what is read of such games.
            judge(unit, 100 << 10, &mut wrong);
            judge(unit, 3 << 20, &mut wrong);
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Most of what JSON lines take is the object itself: it is made once and not copied.
#[test]
fn the_object_of_a_game_just_below_the_limit_is_not_kept_twice() {
    let dir = tempfile::tempdir().unwrap();
    let len = write(dir.path(), "Nf3 Nf6 Ng1 Ng8 ", 2_000_000);
    let peak = peak(dir.path(), &["export", "--format", "json-lines"]);
    assert!(peak <= BASE + TIMES * len, "{} MiB", peak >> 20);
}

#[test]
fn a_game_with_too_many_elements_is_told_and_the_next_one_read() {
    let dir = tempfile::tempdir().unwrap();
    let text = ["[Event \"a\"]\n\n1. e4 ", &"(".repeat(1 << 20), "\n\n[Event \"b\"]\n\n1. d4 *\n"]
        .concat();
    fs::write(dir.path().join("in.pgn"), text).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args(["export", "--format", "json-lines", "in.pgn"])
        .current_dir(dir.path())
        .output()
        .unwrap();
    let (stdout, stderr) =
        (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{stdout:.300}");
    assert!(lines[0].contains("\"oversized-game\""), "{stdout:.300}");
    assert!(lines[1].contains("\"Event\":\"b\""), "{stdout:.300}");
    assert!(stderr.contains("in.pgn:1: game 1: larger than --max-game-size allows"), "{stderr}");
}
