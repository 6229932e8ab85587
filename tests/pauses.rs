//! Pipes whose writer pauses after a game: the game is passed on at once if its output can be read at once. Otherwise
//! the pause changes nothing.
#![cfg(unix)]

use std::{
    fs::{self, File},
    io::{Read as _, Write as _},
    path::Path,
    process::{Child, Output, Stdio},
    thread,
    time::Duration,
};

use crate::support::{output_in, pgnkit};

const GAME: &str = "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 *\n\n";
const LATER: &str = "{trailing}\n";

/// Runs the program with a stdin that pauses after [`GAME`]. `stdout`: its stdout; `has_come`: called during the pause.
fn run_with_pause(
    dir: &Path,
    args: &[&str],
    stdout: Stdio,
    has_come: impl FnOnce(&mut Child),
) -> Output {
    let mut program = pgnkit(args);
    program.current_dir(dir).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(GAME.as_bytes()).unwrap();
    has_come(&mut child);
    pipe.write_all(LATER.as_bytes()).unwrap();
    drop(pipe);
    child.wait_with_output().unwrap()
}

/// Longer than the silence after which a writer is said to pause.
fn pause(_: &mut Child) {
    thread::sleep(Duration::from_millis(300));
}

#[test]
fn pauses_change_no_output_that_is_read_at_the_end() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("in.pgn"), [GAME, LATER].concat()).unwrap();
    let stats = ["stats", "--format", "json"];
    let expected = output_in(dir.path(), &[&stats[..], &["in.pgn"]].concat()).stdout;
    let counted = run_with_pause(dir.path(), &stats, Stdio::piped(), pause).stdout;
    let of_file = String::from_utf8(expected).unwrap().replace("in.pgn", "<stdin>");
    assert_eq!(String::from_utf8(counted).unwrap(), of_file);

    let expected = output_in(dir.path(), &["export", "in.pgn"]).stdout;
    assert!(expected.ends_with(b"1. e4 {trailing} *\n\n"));
    for args in [&["export"][..], &["export", "-o", "out.pgn"], &["merge", "-"]] {
        let path = dir.path().join("out.pgn");
        let _ = fs::remove_file(&path);
        let has_name = args.contains(&"-o");
        let stdout = if has_name { Stdio::null() } else { File::create(&path).unwrap().into() };
        let out = run_with_pause(dir.path(), args, stdout, pause);
        let written = fs::read(path).unwrap();
        let is_copy = args[0] == "merge";
        let expected = if is_copy { [GAME, LATER].concat().into_bytes() } else { expected.clone() };
        assert!(written == expected, "{args:?} {}", String::from_utf8_lossy(&written));
        assert!(!String::from_utf8(out.stderr).unwrap().contains("left out"), "{args:?}");
    }
}

#[test]
fn games_before_a_pause_are_passed_on_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let strip = ["strip-comments", "--drop", "nags"];
    let check = ["check", "--output-format", "concise"];
    let cases: [(&[&str], &str); 4] = [
        (&["export"], "1. e4 *"),
        (&["filter", "-"], "1. e4 *"),
        (&strip, "1. e4 *"),
        (&check, "missing-roster-tag"),
    ];
    for (args, awaited) in cases {
        let mut seen = Vec::new();
        let out = run_with_pause(dir.path(), args, Stdio::piped(), |child| {
            let stdout = child.stdout.as_mut().unwrap();
            let mut byte = [0];
            while !seen.ends_with(awaited.as_bytes()) && stdout.read(&mut byte).unwrap() > 0 {
                seen.push(byte[0]);
            }
        });
        assert!(seen.ends_with(awaited.as_bytes()), "{args:?}");
        let said = String::from_utf8(out.stderr).unwrap();
        let is_late = said.contains("left out: 1 text that came after the last game and a pause;");
        assert_eq!(is_late, args == ["export"], "{said}");
    }
}
