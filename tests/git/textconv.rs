//! `git-textconv`: what `git diff` compares.

use std::{fs, io::Write as _, path::Path};
#[cfg(unix)]
use std::{os::unix::process::ExitStatusExt as _, process::Command, process::Stdio, thread, time};

use crate::support::{is_ignored, pgnkit, run};

/// Returns the text of a file in the form in which git compares it.
fn converted(dir: &Path, bytes: &[u8]) -> Vec<u8> {
    let path = dir.join("a.pgn");
    fs::write(&path, bytes).unwrap();
    let mut program = pgnkit(["git-textconv"]);
    program.arg(path);
    let output = run(program, b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn git_sees_files_without_games_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let binary: Vec<u8> = (0..1000_u32).map(|n| (n * 89 % 251) as u8).collect();
    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let files: [&[u8]; 8] = [
        b"",
        b"\n",
        b"words without games\n",
        &binary,
        b"\x7fELF\0\0\0\x01",
        b"\0\0\0\0",
        &utf16("wörter\n"),
        b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ];
    for bytes in files {
        let found = converted(dir.path(), bytes);
        assert!(found == bytes, "{:?}", String::from_utf8_lossy(bytes));
    }
    let found = converted(dir.path(), &utf16("[White \"a\"]\n\n1. e4 *\n"));
    assert!(found == utf16("[White \"a\"]\n\n1. e4 *\n") || found.ends_with(b"\n\n1. e4\n*\n\n"));
}

#[test]
fn git_sees_changes_of_text_outside_of_games() {
    let dir = tempfile::tempdir().unwrap();
    let text = "[White \"a\"]\n\n1. e4\n% inside\ne5 *\n\nbetween\n\n[White \"b\"]\n\n1. d4 *\n\nat the end\n";
    let found = converted(dir.path(), text.as_bytes());
    let shown = String::from_utf8(found.clone()).unwrap();
    for words in ["inside", "between", "at the end"] {
        assert_eq!(shown.matches(words).count(), 1, "{shown}");
        let changed = converted(dir.path(), text.replace(words, "other").as_bytes());
        assert!(changed != found, "{words}: {shown}");
    }
    let [between, game] = ["between", "[White \"b\"]"].map(|it| shown.find(it).unwrap());
    assert!(between < game && shown.ends_with("at the end\n\n"), "{shown}");
}

#[test]
fn git_sees_changes_of_variations_after_the_marker() {
    let dir = tempfile::tempdir().unwrap();
    let text = "[White \"a\"]\n\n1. e4 e5 1-0 (1... c5 {words} (1... d5))\n";
    let shown = String::from_utf8(converted(dir.path(), text.as_bytes())).unwrap();
    assert!(shown.ends_with("1-0\n\n(1... c5 {words} (1... d5))\n\n"), "{shown}");
}

/// A pipe is read once. Its temporary folder is removed at the end, and when the run is interrupted.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    let dir = tempfile::tempdir().unwrap();
    let (pipe, folder) = (dir.path().join("a.pgn"), dir.path().join("td"));
    fs::create_dir(&folder).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let names = || fs::read_dir(&folder).unwrap().count();
    for (signal, number) in [("", 0), ("-TERM", 15), ("-HUP", 1), ("-QUIT", 3)] {
        if number > 0 && is_ignored(number) {
            continue;
        }
        let mut program = pgnkit(["git-textconv", "a.pgn"]);
        program.current_dir(dir.path()).env("TMPDIR", &folder).stdout(Stdio::piped());
        // Opened for reading, too, so that this does not wait for the program.
        let writer = fs::File::options().read(true).write(true).open(&pipe).unwrap();
        let mut child = program.spawn().unwrap();
        while names() == 0 {
            assert!(child.try_wait().unwrap().is_none(), "the program has ended");
            thread::sleep(time::Duration::from_millis(2));
        }
        (&writer).write_all(b"1. e4 e5 *\n").unwrap();
        if number > 0 {
            let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(kill.unwrap().success());
        }
        // While the pipe is open, only the signal ends the program.
        let writer = Some(writer).filter(|_| number > 0);
        let output = child.wait_with_output().unwrap();
        drop(writer);
        if number > 0 {
            assert_eq!(output.status.signal(), Some(number));
        } else {
            assert!(output.stdout.ends_with(b"1. e4 e5\n*\n\n"), "{output:?}");
        }
        assert_eq!(names(), 0, "{signal}");
    }
}

#[test]
fn a_missing_temporary_folder_is_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), "1. e4 *\n").unwrap();
    let mut program = pgnkit(["git-textconv", "a.pgn"]);
    program.current_dir(dir.path()).env("TMPDIR", dir.path().join("none"));
    let output = run(program, b"");
    let message = String::from_utf8(output.stderr).unwrap();
    let end = "none: No such file or directory (os error 2); --tmp-dir names another folder\n";
    assert!(message.starts_with("error: intermediate files in "), "{message}");
    assert!(message.ends_with(end), "{message}");
    assert_eq!(output.status.code(), Some(2));
}
