//! Files that shrink while they are read.
#![cfg(target_os = "linux")]

use std::{env, fs::File, path::PathBuf, process::Command, sync::mpsc, thread};

use pgn_stream::{Input, NoProgress, Options, run};

use crate::toy::{Log, Toy, file, games, options};

/// Environment variable of the child process, whose input shrinks.
const VARIABLE: &str = "PGN_STREAM_TEST_SHRINKS";

#[test]
fn ends_with_a_line_and_status_2() {
    if let Some(path) = env::var_os(VARIABLE) {
        read_while_it_shrinks(PathBuf::from(path));
        return;
    }
    let file = file(&games(20_000, "\n"));
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "shrinking::ends_with_a_line_and_status_2", "--nocapture"])
        .env(VARIABLE, file.path())
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    let expect = format!("pgnkit: error: {}: shrank while it was read", file.path().display());
    assert!(stderr.contains(&expect), "{stderr}");
}

#[test]
fn a_file_that_is_read_is_not_taken_for_whole() {
    // Within the last chunk, on a page whose other bytes remain, and anywhere in a file that is read.
    for (mmap, len, cut) in [(true, 3 << 20, 5), (false, 3 << 20, 5), (false, 3 << 20, 1 << 20)] {
        let mut text = games(20_000, "\n");
        text.resize(len, b'\n');
        let file = file(&text);
        let options = Options { mmap, window: Some(1), ..options(1, 100_000) };
        let log = log_while_it_shrinks(file.path().to_owned(), &options, (len - cut) as u64);
        let end = log.text.lines().last().unwrap_or_default();
        let expect = "error: cannot be read: it shrank while it was read";
        assert!(end.starts_with("end ") && end.contains(expect), "{mmap} {cut}: {end}");
    }
}

fn read_while_it_shrinks(path: PathBuf) {
    let options = Options { mmap: true, window: Some(1), ..options(1, 100_000) };
    log_while_it_shrinks(path, &options, 4096);
}

fn log_while_it_shrinks(path: PathBuf, options: &Options, len: u64) -> Log {
    let (outputs, received) = mpsc::channel();
    let shrinks = path.clone();
    // The first output truncates the file; the window prevents the rest from being read before that.
    let (resumes, resume) = mpsc::sync_channel(0);
    let other = thread::spawn(move || {
        let _: String = received.recv().unwrap();
        File::options().write(true).open(shrinks).unwrap().set_len(len).unwrap();
        resumes.send(()).unwrap();
    });
    let mut log = Log { outputs: Some(outputs), resume: Some(resume), ..Log::default() };
    let inputs = std::iter::once(Input::Path(path));
    run(inputs, options, &Toy, &mut log, &NoProgress).unwrap();
    other.join().unwrap();
    log
}
