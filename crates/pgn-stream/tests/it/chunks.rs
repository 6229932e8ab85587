//! Cutting, threads, order, panics, stops.

use std::{io, path::PathBuf};

use pgn_stream::{BoundaryFinders, Input, NoProgress, Options, run};

use crate::toy::{BOUNDARIES, Few, Log, Toy, file, games, log, log_of_file, options};

#[test]
fn output_does_not_depend_on_chunks_threads_or_maps() {
    // 1.2 MB, so that it is mapped; and a small one.
    for (n_games, line_end) in [(12_000, "\n"), (600, "\r\n")] {
        let file = file(&games(n_games, line_end));
        assert_eq!(file.as_file().metadata().unwrap().len() > 1 << 20, n_games > 1000);
        let expect = log_of_file(file.path(), &options(1, 1 << 30));
        assert_eq!(expect.lines().filter(|it| it.starts_with('#')).count(), n_games);
        for (threads, size) in [(1, 300), (7, 3000), (1, 64 << 10), (2, 64 << 10), (7, 1 << 20)] {
            for mmap in [true, false] {
                let got = log_of_file(file.path(), &Options { mmap, ..options(threads, size) });
                assert!(got == expect, "{threads} threads, {size} bytes, map: {mmap}");
            }
        }
    }
}

#[test]
fn lines_are_right_where_they_are_counted_late() {
    // Many games that are reported, few, and one near the end of the first of two inputs.
    for text in ["3\\\"]", "77\\\"]", "game 11998\\\""] {
        let files = [file(&games(12_000, "\n")), file(&games(600, "\r\n"))];
        let inputs = || files.iter().map(|file| Input::Path(file.path().to_owned()));
        let log = |options: &Options| {
            let mut log = Log::default();
            run(inputs(), options, &Few(text), &mut log, &NoProgress).unwrap();
            log.text
        };
        let expect = log(&Options { mmap: false, ..options(1, 1 << 30) });
        assert!(expect.matches(" line ").count() < 4000 && expect.contains(" line "), "{text}");
        for (threads, size) in [(1, 300), (7, 3000), (2, 64 << 10), (7, 1 << 18)] {
            let got = log(&options(threads, size));
            assert!(got == expect, "{text}: {threads} threads, {size} bytes");
        }
    }
}

#[test]
fn no_seams_at_all() {
    let none = BoundaryFinders { boundary: |_, _| None, pause: |_, _| None };
    let file = file(&games(300, "\r\n"));
    let expect = log_of_file(file.path(), &options(1, 1 << 30));
    for size in [16, 17, 1000, 20_000] {
        let options = Options { boundaries: none, ..options(2, size) };
        assert_eq!(log_of_file(file.path(), &options), expect, "{size}");
    }
}

#[test]
fn wrong_seams_everywhere() {
    let wrong = BoundaryFinders {
        boundary: |bytes, from| (from < bytes.len()).then(|| bytes.len() - 1),
        ..BOUNDARIES
    };
    let file = file(&games(300, "\n"));
    let expect = log_of_file(file.path(), &options(1, 1 << 30));
    for (threads, size) in [(1, 16), (7, 33), (2, 1000), (7, 20_000)] {
        let options = Options { boundaries: wrong, ..options(threads, size) };
        assert_eq!(log_of_file(file.path(), &options), expect, "{size}");
    }
}

#[test]
fn one_thread_does_not_lock_up_with_a_full_window() {
    let file = file(&games(2000, "\n"));
    for window in [1, 2, 64] {
        let options = Options { window: Some(window), ..options(1, 1000) };
        let text = log_of_file(file.path(), &options);
        assert!(text.contains("#2000 "));
    }
}

#[test]
fn a_panic_costs_no_other_game() {
    let mut text = games(40, "\n");
    text.extend_from_slice(b"[PANIC IN READ \"\"]\n\n*\n\n");
    text.extend(games(40, "\n"));
    text.extend_from_slice(b"[PANIC IN FINISH \"\"]\n\n*\n\n");
    text.extend(games(40, "\n"));
    let file = file(&text);
    for threads in [1, 3] {
        let got = log_of_file(file.path(), &options(threads, 2000));
        assert!(!got.contains("failed"), "{got}");
        assert!(got.contains("#122 "));
    }
}

#[test]
fn repeated_panics_are_reported_with_their_place() {
    let mut text = games(40, "\n");
    text.extend_from_slice(b"[PANIC ALWAYS \"\"]\n\n*\n\n");
    text.extend(games(40, "\n"));
    let file = file(&text);
    let (log, _) = log(vec![Input::Path(file.path().into())], &options(2, 2000));
    let failed: Vec<_> = log.text.lines().filter(|it| it.starts_with("failed")).collect();
    assert!(matches!(failed[..], [line] if line.starts_with("failed (always) #")), "{failed:?}");
    let n_games = log.text.lines().filter(|it| it.starts_with('#')).count();
    assert!(n_games > 50, "{n_games}");
    assert!(log.text.ends_with(&format!(" {}\n", text.len())));
}

#[test]
fn many_files_and_the_faults_of_some() {
    let dir = tempfile::tempdir().unwrap();
    let mut inputs = Vec::new();
    let mut expect = String::new();
    for n in 0..500 {
        let path = dir.path().join(format!("{n:03}.pgn"));
        if n % 50 == 7 {
            expect += &format!(
                "begin {n:03}.pgn\nend {n:03}.pgn 0 0 error: cannot be read: No such file or directory (os error 2)\n"
            );
        } else if n % 50 == 8 {
            std::fs::create_dir(&path).unwrap();
            expect += &format!("begin {n:03}.pgn\nend {n:03}.pgn 0 0 error: is a folder\n");
        } else {
            std::fs::write(&path, games(n % 30, "\n")).unwrap();
            expect += &log_of_file(&path, &options(1, 1 << 20));
        }
        inputs.push(Input::Path(path));
    }
    for threads in [1, 2, 7] {
        let (log, summary) = log(inputs.clone(), &options(threads, 1000));
        assert_eq!(log.text, expect);
        assert_eq!(summary.n_inputs, 500);
    }
}

#[test]
fn an_empty_file_and_none() {
    let file = file(b"");
    let expect = format!("begin {0}\nend {0} 0 0\n", file.path().file_name().unwrap().display());
    assert_eq!(log_of_file(file.path(), &options(2, 100)), expect);
    assert_eq!(log(Vec::new(), &options(2, 100)).0.text, "");
}

#[test]
fn the_sink_stops_the_run() {
    let file = file(&games(20_000, "\n"));
    let path = file.path();
    for threads in [1, 4] {
        let mut log = Log { most: Some(10), ..Log::default() };
        let inputs = (0..1000).map(|_| Input::Path(path.to_owned()));
        let summary = run(inputs, &options(threads, 1000), &Toy, &mut log, &NoProgress).unwrap();
        assert!(summary.is_stopped);
        assert!(summary.n_games < 40, "{summary:?}");
        assert!(!log.text.contains("end "));
    }
}

#[test]
fn errors_of_the_sink() {
    let file = file(&games(20_000, "\n"));
    let inputs = || std::iter::once(Input::Path(file.path().to_owned()));
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::BrokenPipe] {
        let mut log = Log { fail: Some(kind), ..Log::default() };
        let error = run(inputs(), &options(2, 1000), &Toy, &mut log, &NoProgress).unwrap_err();
        assert_eq!(error.kind(), kind);
    }
}

#[test]
fn oversized_games_are_passed_on_in_pieces() {
    let mut text = games(20, "\n");
    let n_before = text.len();
    text.extend_from_slice(b"[Event \"large\"]\n\n{");
    text.extend(std::iter::repeat_n(*b"all work and no play\n", 20_000).flatten());
    text.extend_from_slice(b"}\n*\n\n");
    let large = text.len() - n_before;
    text.extend(games(20, "\n"));
    let file = file(&text);
    let mut expect = log_of_file(file.path(), &options(1, 1 << 30));
    // If the game fits into the chunk, the job decides.
    expect = expect.replace("}\\n*\\n\\n\n", "}\\n*\\n\\n(oversized)\n");
    for (threads, size) in [(1, 1000), (2, 5000), (7, 20_000), (2, 100_000)] {
        for mmap in [true, false] {
            let options = Options { max_game_size: 150_000, mmap, ..options(threads, size) };
            assert!(large > 2 * options.max_game_size);
            let got = log_of_file(file.path(), &options);
            assert!(got == expect, "{size}");
        }
    }
}

#[test]
fn games_with_a_long_line_are_passed_on_in_pieces() {
    for (before, n_words) in [("", 200), ("a line\nanother ", 5000), ("a line\n", 20_000)] {
        let mut text = games(20, "\n");
        text.extend_from_slice(b"[Event \"large\"]\n\n{");
        text.extend_from_slice(before.as_bytes());
        text.extend(std::iter::repeat_n(*b"all work and no play ", n_words).flatten());
        text.extend_from_slice(b"}\n*\n\n");
        text.extend(games(20, "\n"));
        let file = file(&text);
        let mut expect = log_of_file(file.path(), &options(1, 1 << 30));
        if n_words > 200 {
            expect = expect.replace("}\\n*\\n\\n\n", "}\\n*\\n\\n(oversized)\n");
        }
        for (threads, size) in [(1, 1000), (2, 5000), (7, 20_000)] {
            for mmap in [true, false] {
                let options = Options { max_line: 30_000, mmap, ..options(threads, size) };
                let got = log_of_file(file.path(), &options);
                assert!(got == expect, "{n_words} {size}");
            }
        }
    }
}

#[test]
fn a_range_of_bytes_ends_the_reading() {
    let file = file(&games(2_000, "\n"));
    for mmap in [true, false] {
        let options = Options { bytes: Some(0..50_000), mmap, ..options(2, 1000) };
        let got = log_of_file(file.path(), &options);
        let whole = log_of_file(file.path(), &Options { bytes: None, ..options });
        let (games, end) = got.rsplit_once("end ").unwrap();
        assert!(whole.starts_with(games));
        let n_bytes: u64 = end.rsplit(' ').next().unwrap().trim().parse().unwrap();
        assert!((50_000..60_000).contains(&n_bytes), "{n_bytes}");
    }
}

#[test]
fn time_is_linear_in_one_long_game_with_boundaries() {
    // Every chunk ends at what looks like a boundary, inside one comment.
    let mut text = b"[Event \"x\"]\n\n{".to_vec();
    text.extend(std::iter::repeat_n(*b"1. e4 1-0\n\n[Event \"no\"]\n\n", 400_000).flatten());
    text.extend_from_slice(b"}\n*\n");
    let file = file(&text);
    let start = std::time::Instant::now();
    let got = log_of_file(file.path(), &options(2, 10_000));
    assert!(got.contains("#1 ") && !got.contains("#2 "));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn a_missing_file_alone() {
    let (log, _) = log(vec![Input::Path(PathBuf::from("no such file"))], &options(2, 100));
    assert!(log.text.contains("cannot be read"));
}
