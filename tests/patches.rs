//! `--diff` and fixes of files with several chunks do not depend on the cuts.

use std::{fs, path::Path};

use crate::support::{PATCHES, pgnkit, run, run_in, same_bytes};
use pgn_testkit::{Generator, Style};

/// Returns games of several chunks with some changes.
fn mutated(n_bytes: usize) -> Vec<u8> {
    const FRAGMENTS: [&str; 16] = [
        "{", "}", "(", ")", "\"", "[", ";", "\r", "\n\n", "\n% x\n", " Ke9 ", " $400 ", " 1-0 ",
        "[Event \"x\"]\n", "\n[Result \"?\"]\n", "\0",
    ];
    let (mut text, mut random) = (Vec::new(), fastrand::Rng::with_seed(1));
    let games = Generator::new(6, Style::Annotated).games(n_bytes / 1000);
    for piece in games.chunks(3000).cycle() {
        if text.len() > n_bytes {
            return text;
        }
        let (before, after) = piece.split_at(random.usize(..piece.len()));
        let fragment = FRAGMENTS[random.usize(..16)];
        for part in [before, fragment.as_bytes(), after] {
            text.extend_from_slice(part);
        }
    }
    text
}

/// Returns the patch of the file. The command must report something.
fn patch_of(dir: &Path, args: &[&str]) -> Vec<u8> {
    let mut program = pgnkit(args);
    program.current_dir(dir);
    let output = run(program, b"");
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    output.stdout
}

#[test]
fn patches_do_not_depend_on_chunks() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("in.pgn"), mutated(5 << 19)).unwrap();
    for patch in PATCHES {
        let of = |way: &[&str]| patch_of(dir.path(), &[patch, way, &["in.pgn"]].concat());
        let first = of(&["-j", "1"]);
        for way in [&["-j", "3"][..], &["-j", "2", "--no-mmap"]] {
            same_bytes(&first, &of(way))
                .map_err(|why| format!("{patch:?} {way:?}: {why}"))
                .unwrap();
        }
    }
}

/// One change in a file of several chunks gives one hunk.
#[test]
fn one_change_gives_one_hunk() {
    let dir = tempfile::tempdir().unwrap();
    let mut text = Generator::new(6, Style::Bare).games(4000);
    assert!(text.len() > 2 << 20, "more than one chunk: {}", text.len());
    text.extend_from_slice(b"[Event \"?\"]\n\n1. e4 {x} *\n\n");
    fs::write(dir.path().join("in.pgn"), &text).unwrap();
    let patch = patch_of(dir.path(), &["strip-comments", "--diff", "in.pgn"]);
    let patch = String::from_utf8(patch).unwrap();
    assert!(patch.ends_with("\n [Event \"?\"]\n \n-1. e4 {x} *\n+1. e4 *\n \n"), "{patch}");
    assert_eq!((patch.matches("@@ -").count(), patch.lines().count()), (1, 9), "{patch}");
}

/// A change after which a game would swallow others far away is not made; the changes between are.
#[test]
fn a_rejected_change_does_not_affect_others() {
    let dir = tempfile::tempdir().unwrap();
    let game = |tag: &str, n: usize| {
        let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n";
        format!("{tags}{tag}\n[White \"?\"]\n[Black \"{n}\"]\n[Result \"*\"]\n\n1. e4 *\n\n")
    };
    let mut text = String::new();
    for n in 0..300 {
        text += &match n {
            50 => game("[Round {\"1\"]", n),
            150 => game("[EC{O \"A16\"]", n),
            250 => game("[Round \"1}5\"]", n),
            // The fix adds the missing tag, a finding of level info.
            _ => game("[ECO \"A16\"]", n),
        };
    }
    fs::write(dir.path().join("in.pgn"), &text).unwrap();
    let n_before = run_in(dir.path(), &["filter", "--count", "in.pgn"]);
    run_in(dir.path(), &["check", "--isolated", "--severity", "info", "--fix-only", "in.pgn"]);
    let fixed = fs::read_to_string(dir.path().join("in.pgn")).unwrap();
    assert_eq!(run_in(dir.path(), &["filter", "--count", "in.pgn"]), n_before);
    // A fix depends on its game alone: all games without the tag get it.
    let n_games: usize = String::from_utf8(n_before).unwrap().trim().parse().unwrap();
    assert_eq!(fixed.matches("[Round \"?\"]").count(), n_games - 1);
}

/// The findings of a file in a folder that cannot be written are those of the text that stays.
#[cfg(unix)]
#[test]
fn findings_of_a_file_that_cannot_be_rewritten_are_those_of_its_text() {
    use std::os::unix::{fs::PermissionsExt as _, process::CommandExt as _};
    let dir = tempfile::tempdir().unwrap();
    let allow = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let pgn = "[Event \"x\"]\n[Date \"2020-01-02\"]\n\n1. e4 e5 2. Qh6 *\n";
    for folder in ["closed", "open"] {
        fs::create_dir(dir.path().join(folder)).unwrap();
        fs::write(dir.path().join(folder).join("a.pgn"), pgn).unwrap();
        allow(&dir.path().join(folder).join("a.pgn"), 0o666);
    }
    fs::write(dir.path().join("open/b.pgn"), pgn).unwrap();
    allow(&dir.path().join("open/b.pgn"), 0o444);
    allow(dir.path(), 0o755);
    allow(&dir.path().join("closed"), 0o555);
    allow(&dir.path().join("open"), 0o777);
    let is_administrator = fs::write(dir.path().join("closed/b"), "").is_ok();
    let check = |args: &[&str]| {
        let mut command = pgnkit(["check", "--fix", "--output-format", "concise", "--select"]);
        command.args(args).current_dir(dir.path());
        if is_administrator {
            // The administrator can write to any folder; nobody cannot.
            command.uid(65_534);
        }
        command.output().ok()
    };
    let Some(output) = check(&["bad-date,illegal-move", "closed/a.pgn", "open/a.pgn"]) else {
        return crate::support::say("files: the program cannot be run as another user");
    };
    assert_eq!(output.status.code(), Some(2));
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(found.matches("bad-date").count(), 1, "{found}");
    assert_eq!(found.matches("illegal-move").count(), 2, "{found}");
    let expect = "error: closed/a.pgn: cannot be written: the folder closed: Permission denied (os error 13)\n\
        checked 2 games in 2 files: fixed 1, 3 remain: 3 errors, 0 warnings (1 fixable); 1 file with fixes not written\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expect);
    // A file without write permission, in a folder that can be written.
    let output = check(&["bad-date,illegal-move", "open/a.pgn", "open/b.pgn"]).unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(found.matches("bad-date").count(), 1, "{found}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: open/b.pgn: cannot be written: "), "{said}");
    // Without a fix that could be made, nothing has to be written.
    let output = check(&["illegal-move", "closed/a.pgn"]).unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    allow(&dir.path().join("closed"), 0o755);
}
