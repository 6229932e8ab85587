//! A closed pipe ends a run quietly and without failure. If the run was to write files, too, it is an error, and no file
//! appears. Files are fixed all the same.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    process::Stdio,
};

use pgn_testkit::{Generator, Style};

use crate::support;

#[test]
fn a_closed_pipe_is_quiet() {
    let dir = tempfile::tempdir().unwrap();
    // More than the pipe and the buffers before it hold.
    fs::write(dir.path().join("games.pgn"), Generator::new(7, Style::Annotated).games(800))
        .unwrap();
    fs::write(dir.path().join("other.pgn"), Generator::new(8, Style::Annotated).games(800))
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
        "export --format parquet",
        "export --format parquet --rows plies",
        "filter --rest rest.pgn -w plies>2 --manifest manifest.json",
        "export --rejects rejects.pgn --manifest manifest.json",
        "merge --dedup --duplicates duplicates.pgn --report report.tsv --manifest manifest.json",
        "merge --sort White --manifest manifest.json",
        "strip-comments --diff --manifest manifest.json",
        "check --severity style --max-diagnostics none --rejects rejects.pgn --manifest manifest.json",
        "check --severity style --output-format sarif=x.sarif --output-format junit=x.xml \
         --output-format github",
        "diff other.pgn --manifest manifest.json",
        "filter -o /dev/stdout --manifest manifest.json",
    ];
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    for command in commands {
        if cfg!(windows) && command.contains("/dev/") {
            continue;
        }
        let mut program = support::pgnkit(command.split_ascii_whitespace().chain(["games.pgn"]));
        program.current_dir(dir.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().unwrap();
        let mut line = Vec::new();
        let mut stdout = BufReader::with_capacity(100, child.stdout.take().unwrap());
        stdout.read_until(b'\n', &mut line).unwrap();
        assert!(!line.is_empty(), "{command}: nothing was written");
        drop(stdout);
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let status = child.wait().unwrap();
        let has_files = command.contains("manifest") || command.contains("sarif");
        if has_files {
            let expect = "error: the reader of an output has closed it; not written: ";
            assert!(stderr.starts_with(expect), "{command}: {stderr}");
            assert_eq!(
                (status.code(), stderr.lines().count()),
                (Some(2), 1),
                "{command}: {stderr}"
            );
        } else {
            assert!(matches!(status.code(), Some(0 | 1)), "{command}: {status}: {stderr}");
            assert_eq!(stderr, "", "{command}");
        }
        assert_eq!(names(), before, "{command}");
    }
}

#[test]
fn all_files_are_fixed_without_a_reader_of_the_findings() {
    let dir = tempfile::tempdir().unwrap();
    let name = |n: u32| dir.path().join(format!("{n}.pgn"));
    // The findings that remain are more than a pipe holds.
    let game = "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e9 1-0\n\n";
    for n in 10..50 {
        fs::write(name(n), game.repeat(40)).unwrap();
    }
    let args = ["check", "--fix", "--max-diagnostics", "none", "."];
    let mut program = support::pgnkit(args);
    program.current_dir(dir.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let mut stdout = BufReader::with_capacity(100, child.stdout.take().unwrap());
    stdout.read_until(b'\n', &mut Vec::new()).unwrap();
    drop(stdout);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{stderr}");
    assert!(stderr.starts_with("checked 1600 games in 40 files: fixed "), "{stderr}");
    assert!(!stderr.contains("error:"), "{stderr}");
    let fixed = fs::read(name(10)).unwrap();
    assert_ne!(fixed, game.repeat(40).as_bytes());
    for n in 10..50 {
        assert!(fs::read(name(n)).unwrap() == fixed, "{n}.pgn is not fixed");
    }
}
