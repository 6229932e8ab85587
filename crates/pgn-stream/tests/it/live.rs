//! Pipes whose writer is slow.
#![cfg(unix)]

use std::{
    fs::File, io::Write, path::PathBuf, process::Command, sync::mpsc, thread, time::Duration,
};

use pgn_stream::{Input, NoProgress, Options, run};

use crate::toy::{Log, Toy, file, games, log_of_file, options};

fn fifo(dir: &tempfile::TempDir) -> PathBuf {
    let path = dir.path().join("x.fifo");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

#[test]
fn games_are_given_when_they_are_complete() {
    let dir = tempfile::tempdir().unwrap();
    let path = fifo(&dir);
    let (outputs, received) = mpsc::channel();
    let writer_path = path.clone();
    let writer = thread::spawn(move || {
        let mut pipe = File::options().write(true).open(writer_path).unwrap();
        for n in 1..=3 {
            // The beginning of the next game does not delay the output.
            write!(pipe, "[Event \"{n}\"]\n\n1. e4 *\n\n[Event ").unwrap();
            loop {
                let game: String = received.recv_timeout(Duration::from_secs(20)).unwrap();
                if game.starts_with(&format!("#{} ", 2 * n - 1)) {
                    break;
                }
            }
            write!(pipe, "\"more\"]\n\n*\n\n").unwrap();
            loop {
                let game: String = received.recv_timeout(Duration::from_secs(20)).unwrap();
                if game.starts_with(&format!("#{} ", 2 * n)) {
                    break;
                }
            }
        }
        pipe.write_all(b"[Event \"last\"]\n\n1. d4 *").unwrap();
    });
    let mut log = Log { outputs: Some(outputs), ..Log::default() };
    let inputs = std::iter::once(Input::Path(path));
    run(inputs, &options(2, 1 << 20), &Toy, &mut log, &NoProgress).unwrap();
    writer.join().unwrap();
    assert!(log.n_idle >= 3);
    assert!(log.text.contains("#7 line 25 "), "{}", log.text);
}

#[test]
fn a_fast_pipe_gives_what_a_file_gives() {
    let text = games(8000, "\n");
    let expect = log_of_file(file(&text).path(), &options(1, 1 << 30));
    for (threads, size) in [(1, 1 << 20), (2, 20_000), (7, 1000)] {
        let dir = tempfile::tempdir().unwrap();
        let path = fifo(&dir);
        let (text, writer_path) = (text.clone(), path.clone());
        let writer = thread::spawn(move || {
            File::options().write(true).open(writer_path).unwrap().write_all(&text).unwrap();
        });
        let got = log_of_file(&path, &options(threads, size));
        writer.join().unwrap();
        let games = |log: &str| log[log.find('#').unwrap()..log.rfind("end ").unwrap()].to_owned();
        assert!(games(&got) == games(&expect), "{size}");
    }
}

#[test]
fn a_silent_pipe_does_not_hinder_the_stop() {
    let dir = tempfile::tempdir().unwrap();
    let path = fifo(&dir);
    let writer_path = path.clone();
    let (done, is_done) = mpsc::channel::<()>();
    let writer = thread::spawn(move || {
        let mut pipe = File::options().write(true).open(writer_path).unwrap();
        pipe.write_all(b"[A \"\"]\n\n*\n\n").unwrap();
        is_done.recv_timeout(Duration::from_secs(20)).unwrap();
    });
    let mut log = Log { most: Some(1), ..Log::default() };
    let inputs = std::iter::once(Input::Path(path));
    let options = Options { bytes: None, ..options(2, 1 << 20) };
    let summary = run(inputs, &options, &Toy, &mut log, &NoProgress).unwrap();
    assert!(summary.is_stopped);
    done.send(()).unwrap();
    writer.join().unwrap();
}
