//! A game takes at most eight times its size in memory, in addition to the base of a run.
//!
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

/// The memory that a run with two threads may take in addition to its largest game, in bytes.
const BASE: usize = (64 + 2 * 16) << 20;

/// The number of bytes of memory per byte of the game.
const TIMES: usize = 8;

/// Units that games consist of, repeated.
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

/// Commands, which take the game as their last argument.
const COMMANDS: [&[&str]; 13] = [
    &["check"],
    &["check", "--select", "ALL"],
    &["check", "--diff"],
    &["check", "--fix"],
    &["export"],
    &["export", "--format", "json-lines"],
    &["export", "--format", "csv", "--rows", "plies"],
    &["export", "--format", "parquet", "--rows", "plies"],
    &["strip-comments"],
    &["merge", "--dedup", "moves", "--keep", "union", "in.pgn"],
    &["merge", "--tree", "in.pgn"],
    &["filter", "--in", "variations", "--where", "position(\"*/*/*/*/3PP3/*/*/*\")"],
    &["stats"],
];

/// Returns the peak memory of the program with two threads, as far as it was sampled.
fn peak(dir: &Path, args: &[&str]) -> usize {
    peak_of_threads(dir, "2", args)
}

fn peak_of_threads(dir: &Path, n_threads: &str, args: &[&str]) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args(args)
        .args(["-j", n_threads, "in.pgn"])
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

/// Writes a game of about `len` bytes that consists of `unit`.
fn write(dir: &Path, unit: &str, len: usize) -> usize {
    let text = game(unit, len);
    fs::write(dir.join("in.pgn"), &text).unwrap();
    text.len()
}

fn game(unit: &str, len: usize) -> String {
    let head = if unit.starts_with(['[', '"']) { "" } else { "[Event \"a\"]\n\n" };
    head.to_owned() + &unit.repeat(len / unit.len())
}

fn judge(unit: &str, len: usize, wrong: &mut Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let len = write(dir.path(), unit, len);
    for args in COMMANDS {
        let peak = peak(dir.path(), args);
        if peak > BASE + TIMES * len {
            wrong.push(format!("{args:?} of {len} bytes of {unit:?}: {} MiB", peak >> 20));
        }
        if args.contains(&"--fix") {
            write(dir.path(), unit, len);
        }
    }
}

#[test]
fn a_game_takes_eight_times_its_size_at_most() {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(unit) = UNITS.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Below and above the size from which such games are passed on unread.
            judge(unit, 500 << 10, &mut wrong);
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

/// The object makes up most of the memory of JSON lines, so it must not be copied. Rows and positions of
/// half-moves are fifty times as large as the game.
#[test]
fn output_of_a_game_below_the_limit_is_not_kept() {
    let dir = tempfile::tempdir().unwrap();
    let unit = "Nf3 Nf6 Ng1 Ng8 ";
    let head = format!("[White \"{}\"]\n", "x".repeat(240));
    let text = head + &game(unit, 2_000_000);
    fs::write(dir.path().join("in.pgn"), &text).unwrap();
    for args in [
        &["export", "--format", "json-lines"][..],
        &["export", "--format", "csv", "--rows", "plies"],
        &["export", "--format", "parquet", "--rows", "plies"],
        &["export", "--format", "epd", "--at", "ply"],
    ] {
        let peak = peak(dir.path(), args);
        assert!(peak <= BASE + TIMES * text.len(), "{args:?}: {} MiB", peak >> 20);
    }
}

#[test]
fn open_comments_are_repaired_within_the_memory_limit() {
    let dir = tempfile::tempdir().unwrap();
    let comment = format!("{}\n", "x".repeat(79)).repeat(300_000);
    fs::write(dir.path().join("in.pgn"), format!("1. e4 {{{comment}")).unwrap();
    fs::write(dir.path().join("other.pgn"), format!("1. d4 {{{comment}")).unwrap();
    for args in [&["merge", "other.pgn"][..], &["merge", "--sort", "standard", "other.pgn"]] {
        // The base is that of the memory without mapped pages; both files are mapped.
        let peak = peak(dir.path(), args) - 2 * comment.len();
        assert!(peak <= BASE + TIMES * comment.len(), "{args:?}: {} MiB", peak >> 20);
    }
}

/// The first rows of a game are written together with those of other games, the rest separately.
#[test]
fn long_games_have_all_rows() {
    let dir = tempfile::tempdir().unwrap();
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(5000);
    let other = "[Event \"b\"]\n\n1. d4 d5 *\n\n";
    let text = format!(
        "{other}[Event \"a\"]\n\n{long}*\n\n{other}[Event \"c\"]\n\n{long} Qh7 *\n\n{other}"
    );
    fs::write(dir.path().join("in.pgn"), text).unwrap();
    let export = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
            .arg("export")
            .args(args)
            .arg("in.pgn")
            .current_dir(dir.path())
            .output()
            .unwrap();
        assert!(out.status.success(), "{args:?}");
        String::from_utf8(out.stdout).unwrap()
    };
    let place_of = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[1].parse::<usize>().unwrap(), cells[4].parse::<usize>().unwrap())
    };
    let lens = [2, 20_000, 2, 20_000, 2];
    let all: Vec<(usize, usize)> = lens
        .iter()
        .zip(1..)
        .flat_map(|(&len, game)| (1..=len).map(move |ply| (game, ply)))
        .collect();
    let rows = |args: &[&str]| -> Vec<(usize, usize)> {
        let args = [&["--format", "csv", "--rows", "plies"], args].concat();
        export(&args).lines().skip(1).map(place_of).collect()
    };
    let of = |wanted: &[usize]| -> Vec<(usize, usize)> {
        all.iter().copied().filter(|(game, _)| wanted.contains(game)).collect()
    };
    assert!(rows(&[]) == all);
    assert!(rows(&["--take", "2"]) == of(&[1, 2]));
    assert!(rows(&["--skip", "2"]) == of(&[3, 4, 5]));
    let lines = export(&["--format", "fen", "--at", "ply", "--line-ending", "crlf"]);
    // The position before each move has a line, too. The game with an error has none.
    assert_eq!(lines.matches("\r\n").count(), 3 + 20_001 + 3 + 3);
    assert_eq!(lines.lines().count(), 20_010);
}

#[test]
fn a_game_with_too_many_elements_is_reported_and_skipped() {
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

/// Findings that a baseline has or gets are not kept as text, and those of few chunks are kept at a time.
#[test]
fn many_findings_of_a_baseline_take_little_memory() {
    let dir = tempfile::tempdir().unwrap();
    let game = |n: usize| {
        format!(
            "[Event \"E{n}\"]\n[Date \"2024.13.01\"]\n[White \"White, {n}\"]\n[Black \"B\"]\n\n\
             1. e4 e5 2. Nf3 Nc6 3. Bb5 $400 a6 4. Ba4 Nf6 5. O-O $500 Be7 {{{n}}} *\n\n"
        )
    };
    fs::write(dir.path().join("in.pgn"), (0..60_000).map(game).collect::<String>()).unwrap();
    // With four threads, many chunks wait for the first one, as they do with two on a busy machine.
    let peak =
        |args: &[&str]| peak_of_threads(dir.path(), "4", &[&["check", "-qq"], args].concat());
    let without = peak(&[]);
    for options in [
        ["--write-baseline", "known.json"],
        ["--baseline", "known.json"],
        ["--output-format", "json-lines"],
    ] {
        let peak = peak(&options);
        let (peak_mib, without_mib) = (peak >> 20, without >> 20);
        assert!(peak <= without + (48 << 20), "{options:?}: {peak_mib} of {without_mib} MiB");
    }
}

/// A checker is not kept for each set of rules of `per-file-ignores`.
#[test]
fn many_ignored_rules_take_little_memory() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("games")).unwrap();
    let rules = ["bad-date", "tab", "crlf", "nag-range", "line-over-79", "line-over-255", "M001"];
    let mut settings = "[check.per-file-ignores]\n".to_owned();
    for n in 0..2_000 {
        let name = format!("games/{n}.pgn");
        fs::write(dir.path().join(&name), "[Date \"2024.13.01\"]\n\n1. e4 $400 *\n").unwrap();
        let ignored = rules.iter().enumerate().filter(|(at, _)| (n + 1) >> at & 1 != 0);
        let names: Vec<String> = ignored.map(|(_, rule)| format!("'{rule}'")).collect();
        settings += &format!("'{name}' = [{}]\n", names.join(", "));
    }
    fs::write(dir.path().join("in.pgn"), "1. e4 *\n").unwrap();
    fs::write(dir.path().join("pgnkit.toml"), settings).unwrap();
    let peak = peak(dir.path(), &["check", "-qq", "games"]);
    assert!(peak <= 64 << 20, "{} MiB", peak >> 20);
}

/// A game of two teams counts for each pair of their players.
#[test]
fn pairs_of_players_of_two_teams_are_counted_within_the_memory_limit() {
    let dir = tempfile::tempdir().unwrap();
    let team = |letter: char| {
        let names: Vec<String> = (0..800).map(|n| format!("{letter}{n:03}")).collect();
        names.join(":")
    };
    let game = format!("[White \"{}\"]\n[Black \"{}\"]\n\n1. e4 1-0\n", team('a'), team('b'));
    fs::write(dir.path().join("in.pgn"), game).unwrap();
    let peak = peak(dir.path(), &["stats", "--by", "white,black"]);
    assert!(peak <= BASE, "{} MiB", peak >> 20);
}
