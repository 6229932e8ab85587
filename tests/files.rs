//! Files that other programs write at the same time, and systems with low limits.
#![cfg(unix)]
use std::{
    fs,
    io::Write as _,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::support;

const GAME: &str = "[Event \"E\"]\n\n1. e4 *\n\n";

/// Runs shell lines in `dir`, where `pgnkit` is the program. Returns status, stdout and stderr.
pub(crate) fn shell(dir: &Path, lines: &str) -> (Option<i32>, String, String) {
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
fn a_descriptor_is_written_at_its_offset() {
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
    // The text of the file before and after is kept.
    let lines = "{ echo a; pgnkit filter -q in.pgn -o /dev/stdout; echo b; } > out.pgn";
    assert_eq!(shell(dir, lines).0, Some(0));
    assert_eq!(read(dir, "out.pgn"), format!("a\n{GAME}b\n"));
    let (status, _, stderr) = shell(dir, "pgnkit filter in.pgn -o /dev/fd/9 9>&-");
    assert_eq!(status, Some(2));
    assert_eq!(stderr, "error: /dev/fd/9: cannot be written: Bad file descriptor (os error 9)\n");
}

#[test]
fn a_closed_stdout_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("in.pgn"), GAME).unwrap();
    let reading = ["filter", "export", "check", "stats", "merge", "filter -o /dev/stdout"]
        .map(|command| format!("{command} in.pgn"));
    let others = ["--help", "--version", "rules", "generate completions bash", "export --help"];
    for command in reading.into_iter().chain(others.map(str::to_owned)) {
        let (status, _, stderr) = shell(dir, &format!("pgnkit {command} >&-"));
        assert_eq!(status, Some(2), "{command}");
        assert_eq!(stderr.lines().count(), 1, "{command}: {stderr}");
        let is_named = stderr.contains("stdout") && stderr.contains("error: ");
        assert!(is_named, "{command}: {stderr}");
    }
    // A run that does not need stdout does not fail.
    assert_eq!(shell(dir, "pgnkit filter -q in.pgn -o out.pgn >&-").0, Some(0));
    assert_eq!(read(dir, "out.pgn"), GAME);
    assert_eq!(shell(dir, "pgnkit filter -q in.pgn > /dev/null").0, Some(0));
    let (status, _, stderr) = shell(dir, "pgnkit filter - <&-");
    assert_eq!((status, stderr.lines().count()), (Some(2), 1), "{stderr}");
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<_> =
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Starts a run that reads stdin and waits for more input, and returns when there is a file `shows`.
fn begun(dir: &Path, before: &str, args: &str, shows: &str) -> Child {
    let mut child = Command::new("bash")
        .args(["-c", &format!("{before} exec '{}' {args}", support::PGNKIT)])
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    // Parts are first seen at the end of a run, so that `split` reads whole chunks of a pipe that pauses.
    let n_games = if args.starts_with("split") { 100_000 } else { 3 };
    child.stdin.as_mut().unwrap().write_all(GAME.repeat(n_games).as_bytes()).unwrap();
    while !dir.join(shows).exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{args}: no {shows}");
        std::thread::yield_now();
    }
    child
}

const BEGINNINGS: [(&str, &str); 5] = [
    ("filter - -o out.pgn", ".out.pgn.pgnkit-tmp"),
    ("merge --dedup --duplicates dup.pgn - -o out.pgn.zst", ".dup.pgn.pgnkit-tmp"),
    ("export --append - -o old.pgn", ".old.pgn.pgnkit-tmp"),
    ("split --size 100K --dir . -", ".pgnkit-parts/2"),
    ("split --size 100K --dir new/deep -", "new/deep/.pgnkit-parts/2"),
];

fn kill(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn an_interrupted_run_leaves_nothing() {
    for (args, shows) in BEGINNINGS {
        for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1), ("-QUIT", 3)] {
            if support::is_ignored(number) {
                continue;
            }
            let dir = tempfile::tempdir().unwrap();
            fs::write(dir.path().join("old.pgn"), GAME).unwrap();
            let mut child = begun(dir.path(), "", args, shows);
            // Keeps stdin open, so that the run cannot end by itself.
            let stdin = child.stdin.take();
            kill(&child, signal);
            let output = child.wait_with_output().unwrap();
            drop(stdin);
            assert_eq!(output.status.signal(), Some(number), "{args} {signal}");
            assert_eq!(output.stderr, b"", "{args} {signal}");
            assert_eq!(names(dir.path()), ["old.pgn"], "{args} {signal}");
            assert_eq!(read(dir.path(), "old.pgn"), GAME);
        }
    }
}

#[test]
fn an_ignored_signal_stays_ignored() {
    let dir = tempfile::tempdir().unwrap();
    let (args, shows) = BEGINNINGS[0];
    let mut child = begun(dir.path(), "trap '' HUP INT;", args, shows);
    kill(&child, "-HUP");
    kill(&child, "-INT");
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(read(dir.path(), "out.pgn"), GAME.repeat(3));
}

#[test]
fn the_next_run_removes_leftovers_of_a_killed_one() {
    for (args, shows) in BEGINNINGS {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        fs::write(dir.join("old.pgn"), GAME).unwrap();
        fs::write(dir.join(".other.pgn.pgnkit-tmp"), "").unwrap();
        let mut child = begun(dir, "", args, shows);
        let stdin = child.stdin.take();
        kill(&child, "-KILL");
        child.wait().unwrap();
        drop(stdin);
        assert!(dir.join(shows).exists());
        let lines = format!("printf '%s' '{GAME}' | pgnkit {args}");
        let (status, _, stderr) = shell(dir, &lines);
        assert_eq!(status, Some(0), "{stderr}");
        let left: Vec<_> = names(dir).into_iter().filter(|name| name.starts_with('.')).collect();
        assert_eq!(left, [".other.pgn.pgnkit-tmp"], "{args}");
    }
}

#[test]
fn limits_are_reported_or_harmless() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let mut text = String::new();
    for n in 0..40 {
        text += &format!("[Event \"E\"]\n[White \"Player {n:02}\"]\n\n1. e4 *\n\n").repeat(20);
    }
    fs::write(dir.join("in.pgn"), &text).unwrap();
    // A limit on file sizes, which the shell counts in KiB.
    let (status, _, stderr) = shell(dir, "ulimit -f 4; pgnkit filter in.pgn -o out.pgn");
    assert_eq!(status, Some(2));
    let expect = "error: out.pgn: cannot be written: File too large (os error 27)\n";
    assert_eq!(stderr, expect);
    assert_eq!(names(dir), ["in.pgn"]);
    // Fewer open files than parts.
    let lines = "ulimit -n 16; pgnkit split -q --by White --dir parts in.pgn";
    assert_eq!(shell(dir, lines), (Some(0), String::new(), String::new()));
    assert_eq!(names(&dir.join("parts")).len(), 40);
    // No further open file.
    let (status, _, stderr) = shell(dir, "ulimit -n 6; pgnkit filter in.pgn -o out.pgn");
    assert_eq!((status, stderr.lines().count()), (Some(2), 1), "{stderr}");
    assert!(stderr.contains("Too many open files"), "{stderr}");
}

/// Returns true for a line on a failed allocation, which may be incomplete if it has no line end.
#[cfg(target_os = "linux")]
fn is_of_failed_allocation(line: &str) -> bool {
    let (before, after) = ("memory allocation of ", " bytes failed\n");
    match line.strip_prefix(before) {
        Some(rest) => after.starts_with(rest.trim_start_matches(|c: char| c.is_ascii_digit())),
        None => before.starts_with(line),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_cannot_be_allocated_leaves_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let text = format!("[Event \"E\"]\n\n1. e4 {{{}}} *\n\n", "word ".repeat(8 << 20));
    fs::write(dir.join("in.pgn"), text).unwrap();
    let mut n_failed = 0;
    // A limit on addresses, which the shell counts in KiB.
    for limit in [120_000, 160_000, 200_000, 240_000] {
        let line = format!(
            "ulimit -v {limit}; RUST_BACKTRACE=0 pgnkit filter -j 1 --max-game-size 1G in.pgn -o out.pgn"
        );
        let (status, _, stderr) = shell(dir, &line);
        if stderr.contains("memory allocation") {
            n_failed += 1;
            assert_eq!(status, Some(2), "{limit}: {stderr}");
            let last = "\npgnkit: error: stopped for the reason above\n";
            let (_, later) = stderr.split_once(last).unwrap_or_else(|| panic!("{stderr}"));
            // Until the program ends, other threads can report failed allocations, too.
            assert!(later.split_inclusive('\n').all(is_of_failed_allocation), "{stderr}");
            assert_eq!(names(dir), ["in.pgn"], "{limit}");
        }
        let _ = fs::remove_file(dir.join("out.pgn"));
    }
    assert!(n_failed > 0);
}

#[test]
fn a_file_that_grows_during_the_run_is_not_rewritten() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("in.pgn"), GAME).unwrap();
    // The second input is a pipe, which is written to while the first one is read.
    let lines = "mkfifo fifo; pgnkit export in.pgn fifo -o in.pgn & \
        exec 3> fifo; echo more >> in.pgn; exec 3>&-; wait $!";
    let (status, _, stderr) = shell(dir, lines);
    assert_eq!(status, Some(2), "{stderr}");
    let expect = "error: in.pgn: was changed by another program during this run; it is kept, \
        and the result is in in.pgn.partial\n";
    assert!(stderr.ends_with(expect), "{stderr}");
    assert_eq!(read(dir, "in.pgn"), format!("{GAME}more\n"));
    assert!(dir.join("in.pgn.partial").exists());
}

#[test]
fn a_byte_order_mark_is_not_appended() {
    let mark = "\u{feff}";
    for old in ["", mark, "\n\n", GAME] {
        for command in ["merge", "filter", "strip-comments", "merge --dedup"] {
            let dir = tempfile::tempdir().unwrap();
            fs::write(dir.path().join("new.pgn"), format!("{mark}{GAME}")).unwrap();
            fs::write(dir.path().join("old.pgn"), old).unwrap();
            let line = format!("pgnkit {command} --append new.pgn -o old.pgn");
            assert_eq!(shell(dir.path(), &line).0, Some(0), "{line} {old:?}");
            let (text, start) =
                (read(dir.path(), "old.pgn"), if old.is_empty() { mark } else { old });
            assert!(text.starts_with(start) && text.ends_with(GAME), "{line}: {text:?}");
            assert_eq!(text.rfind(mark).unwrap_or(0), 0, "{line}: {text:?}");
        }
    }
}

#[test]
fn a_compressed_file_that_does_not_end_is_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), format!("{GAME}{{of the next game}}\n")).unwrap();
    let copy = "pgnkit filter -q a.pgn -o o.pgn.gz";
    for command in ["merge", "merge --dedup"] {
        let line = format!("{copy} && pgnkit {command} a.pgn --append -o o.pgn.gz");
        let (status, _, said) = shell(dir.path(), &line);
        assert_eq!(status, Some(2), "{line}: {said}");
        assert!(
            said.starts_with("error: o.pgn.gz: cannot append: the last games"),
            "{line}: {said}"
        );
    }
}

#[test]
fn games_that_wait_at_the_end_of_a_file_stay_in_it() {
    // The brace is in a tag value, so that the game before the others does not leave a comment open.
    let old = "[Event \"{\"]\n\n1. d4 *\n\n[Event \"y\"]\n\n1. c4\n";
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("new.pgn"), GAME).unwrap();
    for (query, added) in [("Event = none", String::new()), ("Event = E", format!("\n{GAME}"))] {
        fs::write(dir.path().join("o.pgn"), old).unwrap();
        let filter = format!("pgnkit filter -w '{query}' --append -o o.pgn -");
        let (status, _, said) = shell(dir.path(), &format!("(sleep 0.2; cat new.pgn) | {filter}"));
        assert_eq!(status, Some(0), "{query}: {said}");
        assert_eq!(read(dir.path(), "o.pgn"), format!("{old}{added}"), "{query}");
    }
}

#[test]
fn words_that_are_no_annotation_stay_where_inputs_are_joined() {
    let next = "[Event \"q\"]\n\n*\n";
    let texts = [
        "[Event \"a\"]\n\n1. d4 d5 1-0 White resigns\n",
        "[Event \"a\"]\n\n1. d4 {c} d5 1-0 White resigns\n",
        "d4 1-0<p>\n",
    ];
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("y.pgn"), next).unwrap();
    for text in texts {
        fs::write(dir.path().join("x.pgn"), text).unwrap();
        for options in [&[][..], &["--preset", "all"], &["--preset", "engine"], &["--drop", "text"]]
        {
            let args = [&["strip-comments"], options, &["x.pgn", "y.pgn"]].concat();
            let output = support::output_in(dir.path(), &args);
            let stripped = String::from_utf8(output.stdout).unwrap();
            assert_eq!(stripped.replace("{c} ", ""), format!("{text}\n{next}").replace("{c} ", ""));
        }
    }
}

#[test]
fn what_cannot_be_appended_to_is_said_once() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), GAME).unwrap();
    fs::write(dir.path().join("utf16.pgn"), b"\xFF\xFE[\0").unwrap();
    fs::write(dir.path().join("gzip.pgn"), b"\x1F\x8B\x08\0\0\0\0\0\0\0").unwrap();
    for (name, kind) in [("utf16", "UTF-16"), ("gzip", "gzip")] {
        let line = format!("pgnkit merge a.pgn --append -o {name}.pgn");
        let (status, _, said) = shell(dir.path(), &line);
        let expected = format!("error: {name}.pgn: cannot append: the file is {kind}\n");
        assert_eq!((status, said), (Some(2), expected));
    }
}

#[test]
fn a_folder_that_cannot_be_read_is_said_once() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let closed = dir.path().join("x/closed");
    fs::create_dir_all(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    // The administrator can read any folder.
    if fs::read_dir(&closed).is_err() {
        let why = "error: x/closed: cannot be read: Permission denied (os error 13)\n";
        for folder in ["x/closed", "x"] {
            let line = format!("pgnkit check {folder}");
            assert_eq!(shell(dir.path(), &line), (Some(2), String::new(), why.to_owned()));
        }
        fs::write(dir.path().join("x/a.pgn"), GAME).unwrap();
        let (status, _, said) = shell(dir.path(), "pgnkit filter --count x");
        assert_eq!((status, &*said), (Some(2), why));
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_compressed_file_with_damaged_first_bytes_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let pgn = pgn_testkit::Generator::new(3, pgn_testkit::Style::Bare).games(50);
    fs::write(dir.path().join("a.pgn"), pgn).unwrap();
    for name in ["a.pgn.xz", "a.pgn.gz", "a.pgn.bz2"] {
        support::run_in(dir.path(), &["filter", "-q", "-o", name, "a.pgn"]);
        let mut bytes = fs::read(dir.path().join(name)).unwrap();
        bytes[..4].fill(0);
        fs::write(dir.path().join(name), bytes).unwrap();
        let said =
            String::from_utf8(support::output_in(dir.path(), &["filter", name]).stderr).unwrap();
        assert_eq!(said, format!("error: {name}: binary data, not compressed as its name says\n"));
    }
}

/// The limit of 64 blocks of 512 or 1024 bytes stands for a full disk.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_rewritten_costs_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let bad = "[Event \"x\"]\n\n1.e4 e5 *\n\n";
    for line in ["check --fix --severity style", "export --in-place", "strip-comments --in-place"] {
        let bad = bad.replace("1.e4", "1.e4 {c}");
        let large = bad.repeat(10_000);
        fs::write(dir.path().join("a.pgn"), &large).unwrap();
        fs::write(dir.path().join("b.pgn"), &bad).unwrap();
        let (status, _, said) =
            shell(dir.path(), &format!("ulimit -f 64; pgnkit {line} a.pgn b.pgn"));
        assert!(status == Some(2) && said.contains("error: a.pgn: cannot be written: "), "{said}");
        assert!(fs::read_to_string(dir.path().join("a.pgn")).unwrap() == large, "{line}");
        assert_ne!(fs::read_to_string(dir.path().join("b.pgn")).unwrap(), bad, "{line}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "{line}");
    }
}

/// The limit of 64 blocks of 512 or 1024 bytes stands for a full disk.
#[cfg(unix)]
#[test]
fn keys_that_cannot_be_written_are_not_kept() {
    let dir = tempfile::tempdir().unwrap();
    let of_year = |year| format!("[Event \"x\"]\n[Date \"{year}.??.??\"]\n\n1. e4 e5 *\n\n");
    let master: String = (1000..4000).map(of_year).collect();
    fs::write(dir.path().join("master.pgn"), master).unwrap();
    fs::write(dir.path().join("new.pgn"), of_year(4000) + &of_year(2000)).unwrap();
    let line = "ulimit -f 64; pgnkit merge --against master.pgn new.pgn | cat";
    let (_, stdout, said) = shell(dir.path(), line);
    assert_eq!(stdout, of_year(4000), "{said}");
    let warning =
        "warning: the keys of master.pgn are not kept: master.pgn.pgnkit-keys: cannot be written: ";
    assert!(said.starts_with(warning) && said.matches("are not kept").count() == 1, "{said}");
    assert!(!said.contains("error: "), "{said}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

/// The games of the only member stay neighbors, also after one that leaves a comment open.
#[test]
fn an_archive_of_one_file_is_written_as_that_file() {
    let dir = tempfile::tempdir().unwrap();
    let text = b"[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n[Site \"c\"]\n\n1. d4 *\n\n";
    fs::write(dir.path().join("a.pgn"), text).unwrap();
    for members in [&[("a.pgn", &text[..])][..], &[("a.pgn", text), ("notes.txt", b"1. e4 *")]] {
        fs::write(dir.path().join("a.zip"), support::zip(members)).unwrap();
        for line in ["filter", "export", "strip-comments --drop text", "merge"] {
            let written = |name| {
                let args: Vec<&str> = line.split(' ').chain([name]).collect();
                support::output_in(dir.path(), &args).stdout
            };
            let [of_file, of_archive] = ["a.pgn", "a.zip"].map(written);
            assert!(of_file == of_archive, "{line}: {}", String::from_utf8_lossy(&of_archive));
            assert!(line != "filter" || of_file == text);
        }
    }
}
