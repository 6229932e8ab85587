//! What happens to files that other programs write, too, and in places that have too little.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::{fs, path::Path, process::Command};

const GAME: &str = "[Event \"E\"]\n\n1. e4 *\n\n";

/// Runs lines of a shell in `dir`, where `pgnkit` is the program: status, stdout, stderr.
fn shell(dir: &Path, lines: &str) -> (Option<i32>, String, String) {
    let lines = format!("pgnkit() {{ '{}' \"$@\"; }}\n{lines}", support::PGNKIT);
    let output = Command::new("bash")
        .args(["-c", &lines])
        .current_dir(dir)
        .env("TERM", "dumb")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn read(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap()
}

#[test]
fn a_descriptor_is_written_where_it_stands() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("in.pgn"), GAME).unwrap();
    let twice = format!("old\n{GAME}");
    for (name, redirection) in [
        ("/dev/stdout", ">> out.pgn"),
        ("/dev/fd/1", ">> out.pgn"),
        ("/proc/self/fd/1", ">> out.pgn"),
        ("/dev/stderr", "2>> out.pgn"),
        ("/dev/fd/7", "7>> out.pgn"),
        ("link", ">> out.pgn"),
    ] {
        if name.starts_with("/proc") && !Path::new(name).exists() {
            continue;
        }
        fs::write(dir.join("out.pgn"), "old\n").unwrap();
        let lines = format!(
            "ln -sf /dev/stdout link; pgnkit filter -q --take 1 in.pgn -o {name} {redirection}"
        );
        assert_eq!(shell(dir, &lines), (Some(0), String::new(), String::new()), "{name}");
        assert_eq!(read(dir, "out.pgn"), twice, "{name}");
    }
    // What stands in the file before and behind is not touched.
    let lines = "{ echo a; pgnkit filter -q in.pgn -o /dev/stdout; echo b; } > out.pgn";
    assert_eq!(shell(dir, lines).0, Some(0));
    assert_eq!(read(dir, "out.pgn"), format!("a\n{GAME}b\n"));
    let (status, _, stderr) = shell(dir, "pgnkit filter in.pgn -o /dev/fd/9 9>&-");
    assert_eq!(status, Some(2));
    assert_eq!(stderr, "error: /dev/fd/9: cannot be written: Bad file descriptor (os error 9)\n");
}

#[test]
fn what_is_closed_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("in.pgn"), GAME).unwrap();
    for command in ["filter", "export", "check", "stats", "merge", "filter -o /dev/stdout"] {
        let (status, _, stderr) = shell(dir, &format!("pgnkit {command} in.pgn >&-"));
        assert_eq!(status, Some(2), "{command}");
        assert_eq!(stderr.lines().count(), 1, "{command}: {stderr}");
        assert!(stderr.contains("cannot be written: Bad file descriptor"), "{command}: {stderr}");
    }
    // Who does not need it, does not miss it.
    assert_eq!(shell(dir, "pgnkit filter -q in.pgn -o out.pgn >&-").0, Some(0));
    assert_eq!(read(dir, "out.pgn"), GAME);
    assert_eq!(shell(dir, "pgnkit filter -q in.pgn > /dev/null").0, Some(0));
    let (status, _, stderr) = shell(dir, "pgnkit filter - <&-");
    assert_eq!((status, stderr.lines().count()), (Some(2), 1), "{stderr}");
}
