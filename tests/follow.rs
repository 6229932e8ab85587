//! `filter --follow` and `export --follow` with a writer that appends in pieces, truncates, rewrites and replaces files.

#![cfg(unix)]
use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Child, ChildStderr, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use crate::support::{pgnkit, run};

/// A program that follows, and what it has written.
struct Follow {
    child: Child,
    out: Arc<Mutex<Vec<u8>>>,
    messages: BufReader<ChildStderr>,
}

impl Follow {
    /// Starts the program and waits until it follows.
    fn start(dir: &Path, args: &[&str]) -> Follow {
        let mut command = pgnkit(args);
        command.current_dir(dir).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let out = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::clone(&out);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = stdout.read(&mut buffer) {
                written.lock().unwrap().extend_from_slice(&buffer[..n]);
            }
        });
        let messages = BufReader::new(child.stderr.take().unwrap());
        let mut follow = Follow { child, out, messages };
        follow.round();
        follow
    }

    /// Waits until the program waits for changes again. Returns what it has said.
    fn round(&mut self) -> String {
        let mut said = String::new();
        while !said.contains("following ") {
            assert!(
                self.messages.read_line(&mut said).unwrap() > 0,
                "the program has ended: {said}"
            );
        }
        said
    }

    /// Waits until stdout is this text.
    #[track_caller]
    fn expect(&self, text: &str) {
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end && self.text().len() < text.len() {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(self.text(), text);
    }

    fn text(&self) -> String {
        String::from_utf8(self.out.lock().unwrap().clone()).unwrap()
    }

    /// Interrupts the program. Returns the signal that ended it.
    fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        self.child.wait().unwrap().signal()
    }
}

impl Drop for Follow {
    fn drop(&mut self) {
        // A test that fails leaves no program after.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn game(board: u32, moves: &str) -> String {
    format!(
        "[Event \"E\"]\n[Round \"1.{board}\"]\n[White \"W{board}\"]\n[Black \"B\"]\n\n{moves}\n\n"
    )
}

#[test]
fn folders_and_globs_may_be_empty_at_first() {
    for input in ["live", "live/*.pgn"] {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("live")).unwrap();
        let mut follow = Follow::start(dir.path(), &["filter", "--follow", input]);
        fs::write(dir.path().join("live/a.pgn"), game(1, "1. e4 1-0")).unwrap();
        assert!(follow.round().contains("following 1 file; Ctrl-C ends"), "{input}");
        follow.expect(&game(1, "1. e4 1-0"));
        assert_eq!(follow.interrupt(), Some(2));
    }
}

#[test]
fn games_are_written_once_when_they_have_ended() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("round.pgn");
    let ended = [game(1, "1. e4 e5 1-0"), game(2, "1. d4 d5 0-1"), game(3, "1. c4 1/2-1/2")];
    fs::write(&path, format!("{}{}", game(1, "1. e4 *"), game(2, "1. d4 *"))).unwrap();
    let mut follow = Follow::start(dir.path(), &["filter", "--follow", "round.pgn"]);
    follow.expect("");
    // Truncated and written again, in two steps with a moment in between.
    let text = format!("{}{}", ended[0], game(2, "1. d4 d5 *"));
    let mut file = fs::File::create(&path).unwrap();
    file.write_all(&text.as_bytes()[..90]).unwrap();
    thread::sleep(Duration::from_millis(20));
    file.write_all(&text.as_bytes()[90..]).unwrap();
    drop(file);
    let said = follow.round();
    assert!(said.contains("following 1 file, 1 game not yet complete; Ctrl-C ends"), "{said}");
    follow.expect(&ended[0]);
    // Replaced by another file, with a comment and a tag that were added since.
    let annotated = ended[0].replace("[Black \"B\"]\n", "[Black \"B\"]\n[ECO \"C20\"]\n");
    let annotated = annotated.replace("e5 1-0", "e5 {late} 1-0");
    fs::write(dir.path().join("new"), format!("{annotated}{}", ended[1])).unwrap();
    fs::rename(dir.path().join("new"), &path).unwrap();
    follow.round();
    follow.expect(&ended[..2].concat());
    // Appended, the end of the game later.
    let mut file = fs::File::options().append(true).open(&path).unwrap();
    let (begin, end) = ended[2].split_at(ended[2].len() - 9);
    file.write_all(begin.as_bytes()).unwrap();
    assert!(follow.round().contains("1 game not yet complete"));
    file.write_all(end.as_bytes()).unwrap();
    follow.round();
    follow.expect(&ended.concat());
    assert_eq!(follow.interrupt(), Some(2));
}

#[test]
fn changed_games_are_written_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("round.pgn");
    // Without a line end at its end, and without an empty line.
    let states = ["1. e4 *", "1. e4 e5 *", "1. e4 e5 2. Nf3 1-0"].map(|moves| game(1, moves));
    fs::write(&path, states[0].trim_end()).unwrap();
    let mut follow = Follow::start(dir.path(), &["filter", "--follow=changed", "round.pgn"]);
    follow.expect(&states[0]);
    fs::write(&path, format!("{}{}", states[1], game(2, "1. d4 *"))).unwrap();
    follow.round();
    fs::write(&path, format!("{}{}", states[2].trim_end(), "")).unwrap();
    follow.round();
    // Of what was written before, nothing comes again.
    fs::write(&path, format!("{}{}", states[1], game(2, "1. d4 *"))).unwrap();
    follow.round();
    follow.expect(&[&*states[0], &states[1], &game(2, "1. d4 *"), &states[2]].concat());
    assert_eq!(follow.interrupt(), Some(2));
}

#[test]
fn text_of_another_format_is_reported_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("live.pgn");
    let mut text = format!("<html>\n{}", game(1, "1. e4 1-0"));
    fs::write(&path, "").unwrap();
    let mut follow = Follow::start(dir.path(), &["filter", "--follow=changed", "live.pgn"]);
    let warning = "warning: live.pgn: HTML, not PGN; 1 game found in it";
    fs::write(&path, &text).unwrap();
    assert!(follow.round().contains(warning));
    for board in 2..4 {
        text.push_str(&game(board, "1. d4 0-1"));
        fs::write(&path, &text).unwrap();
        let said = follow.round();
        assert!(!said.contains("HTML"), "{said}");
    }
    assert_eq!(follow.interrupt(), Some(2));
}

/// The first tag of a game that is not yet written to its end is not written with the game before it.
#[test]
fn cut_tags_are_left_for_later() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("round.pgn");
    let (first, second) = (game(1, "1. e4 e5 1-0"), game(2, "1. d4 d5 0-1"));
    fs::write(&path, "").unwrap();
    let mut follow = Follow::start(dir.path(), &["filter", "--follow", "round.pgn"]);
    let append = |text: &str| {
        let mut file = fs::File::options().append(true).open(&path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    };
    let (begin, end) = second.split_at("[Event ".len());
    append(&format!("{first}{begin}"));
    let said = follow.round();
    assert!(said.contains("1 game not yet complete"), "{said}");
    append(end);
    follow.round();
    follow.expect(&[&first[..], &second].concat());
    // A line that ends is no cut tag, and a game is written with it.
    let third = game(3, "1. c4 1/2-1/2\n[Event");
    append(&third);
    follow.round();
    follow.expect(&[&first[..], &second, &third].concat());
    assert_eq!(follow.interrupt(), Some(2));
}

/// Compressed data has an end of its own, so that its last game is complete.
#[test]
fn the_last_game_of_a_compressed_file_is_complete() {
    let dir = tempfile::tempdir().unwrap();
    let text = game(1, "1. e4 1-0 (time)");
    let text = text.trim_end_matches('\n');
    fs::write(dir.path().join("plain.pgn"), text).unwrap();
    let mut pack = pgnkit(["filter", "plain.pgn", "-o", "round.pgn.gz"]);
    pack.current_dir(dir.path());
    assert!(run(pack, b"").status.success());
    let follow = Follow::start(dir.path(), &["filter", "--follow", "round.pgn.gz"]);
    follow.expect(&format!("{text}\n\n"));
    assert_eq!(follow.interrupt(), Some(2));
}

/// A comment or a marker that is not yet written to its end is not written with its game.
#[test]
fn cut_comments_and_markers_are_left_for_later() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("round.pgn");
    fs::write(&path, "").unwrap();
    let mut follow = Follow::start(dir.path(), &["filter", "--follow", "round.pgn"]);
    let mut written = String::new();
    for (board, (begin, end)) in (1..).zip([
        ("1. e4 1-0 {ha", "lf}\n\n"),
        ("1. e4 1-0 {ha", "lf}"),
        ("1. e4 1-0 ; ha", "lf\n\n"),
        ("1. e4 1-0 ha", "lf\n\n"),
        ("1. e4 1/2", "-1/2\n\n"),
        ("1. e4 1/2 ", "- 1/2\n\n"),
        ("1. e4 1/2-1/2", "\n\n"),
        // A comment on another line would belong to a game after it.
        ("1. e4 1-0\n{ha", "lf}\n\n"),
    ]) {
        let is_cut = !begin.ends_with("-1/2");
        let mut file = fs::File::options().append(true).open(&path).unwrap();
        let begin = game(board, begin);
        file.write_all(begin.trim_end_matches('\n').as_bytes()).unwrap();
        assert_eq!(follow.round().contains("1 game not yet complete"), is_cut, "{begin}");
        if is_cut {
            follow.expect(&written);
        }
        file.write_all(end.as_bytes()).unwrap();
        follow.round();
        written.push_str(&format!("{}{end}", begin.trim_end_matches('\n')));
        if !end.ends_with('\n') {
            written.push_str("\n\n");
            file.write_all(b"\n\n").unwrap();
            follow.round();
        }
        follow.expect(&written);
    }
    assert_eq!(follow.interrupt(), Some(2));
}

#[test]
fn exports_and_files_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("live").join("a.pgn");
    fs::create_dir(path.parent().unwrap()).unwrap();
    fs::write(&path, game(1, "1. e4 e5 1-0")).unwrap();
    let table = ["export", "--follow", "--format", "csv", "--columns", "white,result", "live"];
    let mut table = Follow::start(dir.path(), &table);
    let append = ["filter", "--follow", "-o", "all.pgn", "--append", "-w", "White != W3", "live"];
    let mut append = Follow::start(dir.path(), &append);
    fs::write(dir.path().join("live").join("b.pgn"), game(2, "1. d4 d5 0-1")).unwrap();
    table.round();
    append.round();
    fs::write(&path, game(3, "1. c4 c5 1-0")).unwrap();
    table.round();
    append.round();
    table.expect("white,result\r\nW1,1-0\r\nW2,0-1\r\nW3,1-0\r\n");
    let all = fs::read_to_string(dir.path().join("all.pgn")).unwrap();
    assert_eq!(all, [game(1, "1. e4 e5 1-0"), game(2, "1. d4 d5 0-1")].concat());
    assert_eq!((table.interrupt(), append.interrupt()), (Some(2), Some(2)));
}

/// A writer that changes a file at random moments. In the end each game has been written once, whole.
#[test]
fn no_game_is_lost_to_a_writer_in_a_hurry() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("round.pgn");
    fs::write(&path, "").unwrap();
    let follow = Follow::start(dir.path(), &["filter", "--follow", "round.pgn"]);
    let mut rng = fastrand::Rng::with_seed(7);
    let moves = ["1. e4", "1. e4 e5", "1. e4 e5 2. Nf3 {a comment of some words}"];
    for step in 0..60_u32 {
        // Four boards; each has ended after 15 steps of its own.
        let text: String = (0..4)
            .map(|board| match step >= 15 * (board + 1) - 1 {
                true => game(board, &format!("{} 1-0", moves[2])),
                false => game(board, &format!("{} *", moves[rng.usize(..3)])),
            })
            .collect();
        match rng.u32(..3) {
            0 => fs::write(&path, text).unwrap(),
            1 => {
                fs::write(dir.path().join("new"), text).unwrap();
                fs::rename(dir.path().join("new"), &path).unwrap();
            }
            _ => {
                let mut file = fs::File::create(&path).unwrap();
                for piece in text.as_bytes().chunks(rng.usize(1..200)) {
                    file.write_all(piece).unwrap();
                    thread::sleep(Duration::from_micros(rng.u64(..500)));
                }
            }
        }
        thread::sleep(Duration::from_millis(rng.u64(..10)));
    }
    let end = Instant::now() + Duration::from_secs(20);
    // A round that waits for a change would not end after the last one.
    while follow.text().matches("1-0").count() < 4 && Instant::now() < end {
        thread::sleep(Duration::from_millis(5));
    }
    let mut found: Vec<String> =
        follow.text().split_inclusive("1-0\n\n").map(String::from).collect();
    found.sort();
    let ended = (0..4).map(|board| game(board, &format!("{} 1-0", moves[2])));
    assert_eq!(found, ended.collect::<Vec<_>>());
    assert_eq!(follow.interrupt(), Some(2));
}

#[test]
fn what_cannot_be_followed() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), game(1, "1. e4 1-0")).unwrap();
    let cases = [
        (&["filter", "--follow"][..], "--follow needs files or folders; stdin is read once"),
        (&["filter", "--follow", "-o", "b.pgn", "a.pgn"], "write to stdout, or add --append"),
        (&["filter", "--follow", "--last", "2", "a.pgn"], "cannot be used with"),
        (&["export", "--follow", "--in-place", "a.pgn"], "not with --in-place"),
        (&["export", "--follow=all", "a.pgn"], "[possible values: ended, changed]"),
        (&["filter", "--follow", "c.pgn"], "c.pgn"),
    ];
    for (args, expected) in cases {
        let mut command = pgnkit(args);
        command.current_dir(dir.path());
        let output = run(command, b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}
