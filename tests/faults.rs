//! Internal faults: a panic in one game costs only that game, and every command reports it with its file,
//! line and game number.

#![cfg(debug_assertions)] // Release builds plant no faults.

use std::{fs, path::Path, process::Output};

use crate::support::{pgnkit, run, write_settled};
use pgn_syntax::Games;
use pgn_testkit::{Generator, Style};

/// Returns a text whose third chunk of 1 MiB has a game with a player called `Planted` in its middle, the
/// line and the number of that game, and the number of games.
fn planted() -> (Vec<u8>, usize, usize, usize) {
    let mut text = Vec::new();
    // Few games with large comments, as the tested program is not optimized.
    let mut some = Generator::new(7, Style::Annotated).games(4);
    for _ in 0..6 {
        let comment = "so many words of a comment, ".repeat(300);
        some.extend_from_slice(
            format!("[White \"A\"]\n\n1. e4 {{{comment}}} (1. d4) *\n\n").as_bytes(),
        );
    }
    while text.len() < 5 << 19 {
        text.extend_from_slice(&some);
    }
    let name = b"[White \"";
    let at = 5 << 19;
    let text_before = &text[..at];
    let tag = text_before.windows(name.len()).rposition(|window| window == name).unwrap();
    text.splice(tag + name.len()..tag + name.len(), *b"Planted");
    text.extend_from_slice(&some);
    let (mut line, mut number, mut n_games) = (0, 0, 0);
    let mut games = Games::new(&text);
    while let Some(game) = games.next() {
        n_games += 1;
        if (game.span.start as usize..game.span.end as usize).contains(&tag) {
            line = 1 + text[..game.start as usize].iter().filter(|&&b| b == b'\n').count();
            number = n_games;
        }
    }
    (text, line, number, n_games)
}

fn run_in(dir: &Path, args: &[&str], fault: &str) -> Output {
    let mut program = pgnkit(args);
    program.current_dir(dir).env("PGNKIT_FAULT", fault).env_remove("RUST_BACKTRACE");
    run(program, b"")
}

fn n_games(text: &[u8]) -> usize {
    let mut games = Games::new(text);
    std::iter::from_fn(|| games.next().map(drop)).count()
}

#[test]
fn every_command_reports_a_fault_and_continues() {
    let (text, line, number, n_all) = planted();
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("one.pgn"), "1. e4 *\n").unwrap();
    // The file with the fault is the last argument, unless it is named.
    let commands = [
        "check",
        "check --diff",
        "check --fix",
        "export -o out.pgn",
        "export -o out.pgn --verify",
        "export --format json-lines",
        "export --format csv",
        "export --format parquet -o out.parquet",
        "export --format epd",
        "export --format lines",
        "export -w game>5",
        "strip-comments -o out.pgn",
        "split --games 1000 --dir parts",
        "split --chunks 3 --dir chunks",
        "split --by White --dir players",
        "split --variations --dir lines --games 100000",
        "merge -o out.pgn",
        "merge --dedup exact",
        "merge --dedup --keep union",
        "merge --against one.pgn",
        "merge --against all.pgn one.pgn",
        "merge --sort standard -o out.pgn",
        "merge --tree",
        "stats",
        "stats --quality",
        "stats --names names.tsv",
        "filter -o out.pgn",
        "filter --no-mmap -o out.pgn",
        "filter -w plies>=0 -o out.pgn",
        "filter -w game>5 --rest rest.pgn",
        "diff one.pgn",
        "diff all.pgn one.pgn",
        "diff --account one.pgn",
        "diff --account all.pgn one.pgn",
    ];
    let expected = format!("error: all.pgn:{line}: game {number}: internal fault: planted (");
    for command in commands {
        let _ = fs::remove_file(dir.path().join("out.pgn"));
        write_settled(dir.path().join("all.pgn"), &text);
        let mut args: Vec<&str> = command.split(' ').collect();
        if !args.contains(&"all.pgn") {
            args.push("all.pgn");
        }
        let output = run_in(dir.path(), &args, "game:Planted");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {stderr}");
        assert_eq!(stderr.matches("internal fault").count(), 1, "{command}: {stderr}");
        assert!(stderr.lines().any(|line| line.starts_with(&expected)), "{command}: {stderr}");
        assert!(!stderr.contains("panicked") && !stderr.contains("backtrace"), "{stderr}");
        if command.ends_with("json-lines") || command.ends_with("csv") {
            let n_lines = output.stdout.iter().filter(|&&b| b == b'\n').count();
            assert!(n_lines >= n_all, "{command}: {n_lines} of {n_all}");
        }
        let after = fs::read(dir.path().join("all.pgn")).unwrap();
        if command == "check --fix" {
            assert!(after != text && n_games(&after) == n_all, "{command}");
        } else {
            assert!(after == text, "{command}: other bytes in the input");
        }
        if command.starts_with("split --by") {
            let files = fs::read_dir(dir.path().join("players")).unwrap();
            let texts = files.map(|file| fs::read(file.unwrap().path()).unwrap());
            assert_eq!(texts.map(|text| n_games(&text)).sum::<usize>(), n_all, "{command}");
        }
        if let Ok(out) = fs::read(dir.path().join("out.pgn")) {
            assert_eq!(n_games(&out), n_all, "{command}");
            let is_verbatim = command.starts_with("filter") || command == "merge -o out.pgn";
            assert!(!is_verbatim || out == text, "{command}: other bytes");
        }
    }
}

/// The keys of a master are kept for later runs. Without those of a game that failed, these would take its copies for
/// new games, and say nothing.
#[test]
fn a_fault_in_a_master_is_reported_in_every_run() {
    let dir = tempfile::tempdir().unwrap();
    let master = "[White \"A\"]\n\n1. d4 *\n\n[White \"Planted\"]\n\n1. e4 *\n";
    write_settled(dir.path().join("master.pgn"), master.as_bytes());
    fs::write(dir.path().join("new.pgn"), "1. c4 *\n").unwrap();
    let keys = dir.path().join("master.pgn.pgnkit-keys");
    let args = ["merge", "--against", "master.pgn", "new.pgn"];
    for _ in 0..2 {
        let output = run_in(dir.path(), &args, "game:Planted");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.contains("error: master.pgn:5: game 2: internal fault: planted"),
            "{stderr}"
        );
        assert!(!keys.exists());
    }
    assert_eq!(run_in(dir.path(), &args, "").status.code(), Some(0));
    assert!(keys.exists());
}

#[test]
fn every_command_reports_an_oversized_game() {
    let (text, line, number, _) = planted();
    let mut text = text;
    let at = text.windows(7).position(|window| window == b"Planted").unwrap();
    text.splice(at..at + 7, std::iter::repeat_n(b'x', 60_000));
    let dir = tempfile::tempdir().unwrap();
    write_settled(dir.path().join("all.pgn"), &text);
    fs::write(dir.path().join("one.pgn"), "1. e4 *\n").unwrap();
    for command in [
        "check",
        "export",
        "export --format json-lines",
        "strip-comments",
        "split --games 1000 --dir parts",
        "merge",
        "merge --dedup exact",
        "stats",
        "filter",
        "filter -w plies>=0",
        "diff one.pgn",
    ] {
        let args = ["--max-game-size", "50000"].into_iter().chain(command.split(' '));
        let output = run_in(dir.path(), &args.chain(["all.pgn"]).collect::<Vec<_>>(), "");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let expected = format!(
            "warning: all.pgn:{line}: game {number}: larger than --max-game-size allows, not parsed"
        );
        // A message or a finding has the position.
        let finding = format!("all.pgn:{line}:");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let is_found =
            command == "check" && stdout.contains(&finding) && stdout.contains("oversized-game");
        assert!(is_found || stderr.lines().any(|line| line == expected), "{command}: {stderr}");
    }
}

#[test]
fn a_fault_while_joining_games_costs_one_game() {
    let dir = tempfile::tempdir().unwrap();
    let game = |white: &str, comment: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"B\"]\n\n1. e4 {{{comment}}} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n"
        )
    };
    let all =
        [game("A", "one"), game("A", "two"), game("A", "Planted"), game("A", "four")].concat();
    fs::write(dir.path().join("all.pgn"), &all).unwrap();
    let place = "error: all.pgn:11: game 3: internal fault: planted";

    let output =
        run_in(dir.path(), &["merge", "--dedup", "--keep", "union", "all.pgn"], "union:Planted");
    let (out, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(stderr.contains(place), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
    assert!(out.contains("{one} {two} {four}") && n_games(out.as_bytes()) == 1, "{out}");

    let output = run_in(dir.path(), &["merge", "--tree", "all.pgn"], "tree:Planted");
    let (out, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(stderr.contains(place), "{stderr}");
    assert!(out.contains("{one} {two} {four}") && n_games(out.as_bytes()) == 2, "{out}");
    assert!(out.contains("{Planted}"), "{out}");

    fs::write(dir.path().join("new.pgn"), all.replace("Planted", "three")).unwrap();
    let args = ["diff", "all.pgn", "new.pgn"];
    let output = run_in(dir.path(), &args, "compare:three");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("error: new.pgn:11: game 3: internal fault: planted"), "{stderr}");
    assert!(stderr.contains("3 the same, 1 changed"), "{stderr}");
}

#[test]
fn a_stack_trace_is_shown_only_on_request() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), "[White \"Planted\"]\n\n1. e4 *\n").unwrap();
    let mut program = pgnkit(["filter", "a.pgn"]);
    program.current_dir(dir.path()).env("PGNKIT_FAULT", "game:Planted").env("RUST_BACKTRACE", "1");
    let stderr = run(program, b"").stderr;
    assert!(String::from_utf8_lossy(&stderr).contains("stack backtrace"));
}
