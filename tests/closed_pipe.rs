//! Whoever reads us may have enough: a closed pipe is quiet, and no failure.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    process::Stdio,
};

use pgn_testkit::{Generator, Style};

#[test]
fn a_closed_pipe_is_quiet() {
    let dir = tempfile::tempdir().unwrap();
    // More than a pipe and the buffers before it hold.
    fs::write(dir.path().join("games.pgn"), Generator::new(7, Style::Annotated).games(800))
        .unwrap();
    let commands = [
        "filter",
        "merge",
        "export",
        "export --format csv",
        "export --format json-lines",
        "strip-comments",
        "strip-comments --diff",
        "check --severity style --max-diagnostics none",
        "check --severity style --output-format json-lines",
        "stats --moves 60 --top 0",
    ];
    for command in commands {
        let mut program = support::pgnkit(command.split(' ').chain(["games.pgn"]));
        program.current_dir(dir.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::with_capacity(100, child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "{command}: nothing was written");
        drop(stdout);
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let status = child.wait().unwrap();
        assert!(matches!(status.code(), Some(0 | 1)), "{command}: {status}: {stderr}");
        assert!(!stderr.contains("error: "), "{command}: {stderr}");
    }
}
