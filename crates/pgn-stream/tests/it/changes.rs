//! Files that change while they are read.
#![cfg(target_os = "linux")]

use std::{
    env,
    fs::{self, File},
    io::Write as _,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    process::Command,
    sync::mpsc,
    thread,
};

use pgn_stream::{
    Input, NoProgress, Options, Output, OutputOptions, remove_files_when_interrupted, run,
};

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
    let result = file.path().with_extension("result");
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "changes::ends_with_a_line_and_status_2", "--nocapture"])
        .env(VARIABLE, file.path())
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    let expect = format!("pgnkit: error: {}: shrank while it was read", file.path().display());
    assert!(stderr.contains(&expect), "{stderr}");
    // The temporary file of the output is removed.
    let name = result.file_name().unwrap().to_str().unwrap();
    let left = fs::read_dir(result.parent().unwrap()).unwrap().flatten();
    let left: Vec<_> = left
        .map(|it| it.file_name())
        .filter(|it| it.to_str().is_some_and(|it| it.contains(name)))
        .collect();
    assert!(left.is_empty(), "{left:?}");
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

/// A file that was rewritten in place is an error; one that grows is read as it was.
#[test]
fn a_file_that_is_rewritten_is_not_taken_for_whole() {
    let text = games(20_000, "\n");
    let len = text.len() as u64;
    for mmap in [true, false] {
        let options = Options { mmap, window: Some(1), ..options(1, 100_000) };
        let rewritten = [(len / 2, "x", true), (len, "x", false), (len - 1, "xyz", true)];
        for (at, bytes, is_error) in rewritten {
            let file = file(&text);
            let log = log_while_it_changes(file.path().to_owned(), &options, move |path| {
                let file = File::options().write(true).open(path).unwrap();
                file.write_all_at(bytes.as_bytes(), at).unwrap();
            });
            let end = log.text.lines().last().unwrap_or_default();
            let expect = "error: cannot be read: it changed while it was read";
            assert_eq!(end.contains(expect), is_error, "{mmap} {at}: {end}");
        }
    }
}

fn read_while_it_shrinks(path: PathBuf) {
    remove_files_when_interrupted();
    let mut output =
        Output::create(&path.with_extension("result"), &OutputOptions::default()).unwrap();
    output.write_all(b"some").unwrap();
    let options = Options { mmap: true, window: Some(1), ..options(1, 100_000) };
    log_while_it_shrinks(path, &options, 4096);
    panic!("the file did not shrink");
}

fn log_while_it_shrinks(path: PathBuf, options: &Options, len: u64) -> Log {
    log_while_it_changes(path, options, move |path| {
        File::options().write(true).open(path).unwrap().set_len(len).unwrap();
    })
}

fn log_while_it_changes(
    path: PathBuf,
    options: &Options,
    change: impl FnOnce(&Path) + Send + 'static,
) -> Log {
    let (outputs, received) = mpsc::channel();
    let changed = path.clone();
    // The first output changes the file; the window prevents the rest from being read before that.
    let (resumes, resume) = mpsc::sync_channel(0);
    let other = thread::spawn(move || {
        let _: String = received.recv().unwrap();
        change(&changed);
        resumes.send(()).unwrap();
    });
    let mut log = Log { outputs: Some(outputs), resume: Some(resume), ..Log::default() };
    let inputs = std::iter::once(Input::Path(path));
    run(inputs, options, &Toy, &mut log, &NoProgress).unwrap();
    other.join().unwrap();
    log
}
