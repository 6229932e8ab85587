//! `check --watch` with a writer that appends, truncates, replaces by rename, adds and deletes files.

#![cfg(unix)]
use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use crate::support::pgnkit;

const GOOD: &str = "[Event \"A\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";

/// Returns the game with another move as its last, which is illegal.
fn bad(mv: &str) -> String {
    GOOD.replace("e5 *", &format!("{mv} *"))
}

/// A program that watches, and the lines that it prints.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(dir: &Path, args: &[&str]) -> Watch {
        let mut command = pgnkit(["check", "--watch", "--output-format", "concise"]);
        command.args(args).current_dir(dir).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        let out = child.stdout.take().unwrap();
        let err = child.stderr.take().unwrap();
        for stream in [Box::new(out) as Box<dyn std::io::Read + Send>, Box::new(err)] {
            let sender = sender.clone();
            thread::spawn(move || {
                for line in BufReader::new(stream).lines().map_while(Result::ok) {
                    let _ = sender.send(line);
                }
            });
        }
        Watch { child, lines }
    }

    /// Returns the lines up to the one that says that the program watches again, sorted: they come from two streams.
    #[track_caller]
    fn block(&self) -> Vec<String> {
        let mut block = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(30)).unwrap_or_else(|error| {
                panic!("{error} after {block:#?}");
            });
            if line.contains("watching ") {
                // What went to stdout was written before, and may still be on its way.
                thread::sleep(Duration::from_millis(100));
                block.extend(self.lines.try_iter());
                block.sort();
                return block;
            }
            block.push(line);
        }
    }

    /// Checks that the next block has lines with these texts, and returns the number of its findings.
    #[track_caller]
    fn expect(&self, texts: &[&str]) -> usize {
        let block = self.block();
        for text in texts {
            assert!(block.iter().any(|line| line.contains(text)), "no {text} in {block:#?}");
        }
        block.iter().filter(|line| line.contains("illegal-move")).count()
    }

    /// Checks that nothing is printed for a while, and that the program does not compute in the meantime.
    #[track_caller]
    fn expect_quiet(&self) {
        let before = cpu_ticks(self.child.id());
        let line = self.lines.recv_timeout(Duration::from_millis(1500));
        assert!(line.is_err(), "{line:?}");
        let used = cpu_ticks(self.child.id()) - before;
        assert!(used < 20, "{used} ticks in 1.5 s");
    }

    /// Interrupts the program. Returns the signal that ended it.
    fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        self.child.wait().unwrap().signal()
    }
}

/// Returns the processor time of a process in ticks of 10 ms, 0 on systems without `/proc`.
fn cpu_ticks(pid: u32) -> u64 {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return 0 };
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
fn changes_of_every_kind_are_checked() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join("games").join(name);
    fs::create_dir(dir.path().join("games")).unwrap();
    fs::write(file("a.pgn"), GOOD).unwrap();
    fs::write(file("b.pgn"), bad("Nc5")).unwrap();
    let watch = Watch::start(dir.path(), &["games"]);
    assert_eq!(watch.expect(&["b.pgn:9:", "checked 2 games in 2 files"]), 1);

    // Appended: only this file is checked again.
    let mut appended = fs::File::options().append(true).open(file("a.pgn")).unwrap();
    write!(appended, "\n{}", bad("Ke7")).unwrap();
    drop(appended);
    assert_eq!(watch.expect(&["a.pgn: changed", "a.pgn:19:", "checked 2 games in 1 file"]), 1);

    // Truncated and written again.
    fs::write(file("a.pgn"), GOOD).unwrap();
    assert_eq!(watch.expect(&["a.pgn: changed", "checked 1 game in 1 file"]), 0);

    // Replaced by rename, with the same length.
    fs::write(file("b.tmp"), bad("Na5")).unwrap();
    fs::rename(file("b.tmp"), file("b.pgn")).unwrap();
    assert_eq!(watch.expect(&["b.pgn: changed", "b.pgn:9:", "Na5"]), 1);

    // A new file, in a new folder.
    fs::create_dir(file("new")).unwrap();
    fs::write(file("new/c.pgn"), bad("Qh4")).unwrap();
    watch.expect(&["c.pgn: changed"]);
    fs::write(file("new/c.pgn"), bad("Rh5")).unwrap();
    assert_eq!(watch.expect(&["c.pgn: changed", "c.pgn:9:"]), 1);

    // Deleted, and there again.
    fs::remove_file(file("a.pgn")).unwrap();
    assert_eq!(watch.expect(&["a.pgn: deleted"]), 0);
    fs::write(file("a.pgn"), GOOD).unwrap();
    assert_eq!(watch.expect(&["a.pgn: changed", "checked 1 game in 1 file"]), 0);

    // What is read and what is no PGN is no change.
    fs::write(file("notes.txt"), "x").unwrap();
    fs::read(file("a.pgn")).unwrap();
    watch.expect_quiet();
    assert_eq!(watch.interrupt(), Some(2));
}

#[test]
fn an_empty_folder_is_watched_beside_another() {
    let dir = tempfile::tempdir().unwrap();
    for folder in ["a", "b"] {
        fs::create_dir(dir.path().join(folder)).unwrap();
    }
    let watch = Watch::start(dir.path(), &["a", "b"]);
    assert!(watch.block().is_empty());
    for name in ["a/x.pgn", "a/y.pgn"] {
        fs::write(dir.path().join(name), bad("Nc5")).unwrap();
        assert_eq!(watch.expect(&[&format!("{name}:9:"), "checked 1 game in 1 file"]), 1);
    }
    assert_eq!(watch.interrupt(), Some(2));
}

#[test]
fn a_named_file_may_be_away_for_a_while() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.pgn");
    fs::write(&path, GOOD).unwrap();
    let watch = Watch::start(dir.path(), &["a.pgn"]);
    watch.expect(&["checked 1 game in 1 file"]);
    fs::remove_file(&path).unwrap();
    watch.expect(&["a.pgn: deleted"]);
    fs::write(&path, bad("Nc5")).unwrap();
    assert_eq!(watch.expect(&["a.pgn:9:"]), 1);
    assert_eq!(watch.interrupt(), Some(2));
}

#[test]
fn a_named_folder_may_be_away_for_a_while() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("games");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.pgn"), GOOD).unwrap();
    let watch = Watch::start(dir.path(), &["games"]);
    watch.expect(&["checked 1 game in 1 file"]);
    fs::remove_dir_all(&folder).unwrap();
    watch.expect(&["a.pgn: deleted"]);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("b.pgn"), bad("Nc5")).unwrap();
    assert_eq!(watch.expect(&["b.pgn:9:"]), 1);
    assert_eq!(watch.interrupt(), Some(2));
}
