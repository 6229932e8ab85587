//! Games that a run reads, or leaves out without being asked to, are not lost with the file that an output replaces or
//! continues.

use std::fs;
#[cfg(unix)]
use std::path::Path;

use crate::support::{GAMES, content, folder_of_games, output_in, refused};

/// A file of games is not replaced by an empty one.
#[test]
fn an_input_is_not_emptied() {
    let dir = folder_of_games();
    let path = dir.path().join("a.pgn");
    for args in [
        &["filter", "-w", "White = nobody", "-o", "a.pgn", "a.pgn"][..],
        &["filter", "--take", "0", "-o", "a.pgn", "a.pgn"],
        &["filter", "--last", "0", "-o", "a.pgn", "a.pgn"],
        &["filter", "--bytes", "100000-100001", "-o", "a.pgn", "a.pgn"],
        &["merge", "-w", "White = nobody", "-o", "a.pgn", "a.pgn", "b.pgn"],
        &["merge", "--sort", "White", "-w", "White = nobody", "-o", "a.pgn", "a.pgn"],
        &["merge", "--dedup", "--only-duplicates", "-o", "a.pgn", "a.pgn"],
        &["export", "-w", "game = 999", "-o", "a.pgn", "a.pgn"],
        &["export", "--on-error", "drop", "-w", "White = A", "-o", "a.pgn", "a.pgn"],
        &["strip-comments", "--take", "0", "-o", "a.pgn", "a.pgn"],
    ] {
        let before = content(dir.path());
        let quiet = [args, &["-q", "--manifest", "m.json"]].concat();
        let output = output_in(dir.path(), &quiet);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        let expected = "error: a.pgn: no game would be written, so it is not replaced";
        assert!(said.starts_with(expected), "{args:?}: {said}");
        assert_eq!(content(dir.path()), before, "{args:?}");
    }
    // The games are in another output, or there are none.
    for args in [
        &["filter", "-w", "White = nobody", "-o", "a.pgn", "--rest", "rest.pgn", "a.pgn"][..],
        &[
            "export", "--on-error", "drop", "-w", "White = A", "--rejects", "r.pgn", "-o", "a.pgn",
            "a.pgn",
        ],
        &["merge", "--against", "b.pgn", "-o", "a.pgn", "a.pgn"],
    ] {
        fs::write(&path, GAMES).unwrap();
        let output = output_in(dir.path(), args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        assert_eq!(fs::read(&path).unwrap(), b"", "{args:?}");
        assert!(output_in(dir.path(), &["merge", "-o", "a.pgn", "a.pgn"]).status.success());
    }
}

/// Files of games that a folder or glob of the inputs has, and that the output replaces, are named before.
#[test]
fn outputs_in_input_folders_are_reported() {
    for (args, unread) in [
        (&["merge", "-o", "a.pgn", "."][..], "a.pgn"),
        (&["merge", "-o", "./a.pgn", "*.pgn"], "./a.pgn"),
        (&["merge", "--dedup", "--account", "-o", "a.pgn", "."], "a.pgn"),
        (&["filter", "-o", "a.pgn", "."], "a.pgn"),
        (&["filter", "-o", "o.pgn", "--rest", "a.pgn", "--force", "."], "a.pgn"),
        (&["export", "-o", "a.pgn", "."], "a.pgn"),
        (&["strip-comments", "-o", "a.pgn", "."], "a.pgn"),
    ] {
        let dir = folder_of_games();
        let expected = format!("warning: {unread}: not read but replaced");
        let said = |args: &[&str]| {
            let _ = fs::remove_file(dir.path().join("o.pgn"));
            let output = output_in(dir.path(), args);
            assert!(output.status.success(), "{args:?}: {output:?}");
            String::from_utf8(output.stderr).unwrap()
        };
        let first = said(args);
        assert!(first.starts_with(&expected), "{args:?}: {first}");
        // A named file is read, an appended one keeps its games, and an empty one has none.
        if !args.contains(&"--rest") && !args.contains(&"--account") {
            let named = said(&[args, &["a.pgn"][..]].concat());
            assert!(!named.contains("not read"), "{args:?}: {named}");
            let appended = said(&[args, &["--append"][..]].concat());
            assert!(!appended.contains("not read"), "{args:?}: {appended}");
        }
        fs::write(dir.path().join("a.pgn"), "").unwrap();
        let empty = said(args);
        assert!(!empty.contains("not read"), "{args:?}: {empty}");
    }
}

#[test]
fn files_that_expressions_and_settings_read_are_not_replaced() {
    let dir = folder_of_games();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("r.pgn"), "1. e4 e5 *\n").unwrap();
    fs::write(path("p.toml"), "[global]\nlang = \"en\"\n").unwrap();
    let (expr, named) = ("repertoire(\"r.pgn\")", "the file of repertoire(\"r.pgn\") in --where");
    let settings = "the file of the settings p.toml";
    for (args, read) in [
        (&["filter", "a.pgn", "-w", expr, "-o", "r.pgn"][..], named),
        (&["filter", "a.pgn", "-w", expr, "-o", "o.pgn", "--rest", "r.pgn", "--force"], named),
        (&["filter", "a.pgn", "-w", expr, "--count", "-o", "r.pgn", "--force"], named),
        (&["filter", "a.pgn", "-w", expr, "--manifest", "r.pgn", "--force"], named),
        (&["merge", "a.pgn", "-w", expr, "-o", "r.pgn"], named),
        (&["stats", "a.pgn", "-w", expr, "-o", "r.pgn", "--force"], named),
        (
            &[
                "split",
                "a.pgn",
                "-w",
                "not repertoire(\"r-1.pgn\")",
                "--games",
                "1",
                "--name",
                "r-{n}.pgn",
                "--force",
            ],
            "the file of repertoire(\"r-1.pgn\") in --where",
        ),
        (&["filter", "a.pgn", "--config", "p.toml", "-o", "p.toml"], settings),
        (
            &[
                "filter", "a.pgn", "--config", "p.toml", "-o", "o.pgn", "--manifest", "p.toml",
                "--force",
            ],
            settings,
        ),
    ] {
        fs::write(path("r-1.pgn"), "1. e4 e5 *\n").unwrap();
        let said = refused(dir.path(), args);
        assert!(said.contains(&format!("is also {read}")), "{args:?}: {said}");
    }
    fs::write(path("pgnkit.toml"), "[global]\nlang = \"en\"\n").unwrap();
    let said = refused(dir.path(), &["filter", "a.pgn", "-o", "pgnkit.toml"]);
    assert!(said.contains("is also the file of the settings pgnkit.toml"), "{said}");
    fs::remove_file(path("pgnkit.toml")).unwrap();
}

/// `--diff` shows what `--in-place` would do: nothing to a file that is not PGN.
#[test]
fn no_patch_of_what_is_not_pgn() {
    let dir = folder_of_games();
    let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"x\";\n";
    for text in [epd, "<html><body>no games</body></html>\n", "no game\n"] {
        fs::write(dir.path().join("x.pgn"), text).unwrap();
        let output = output_in(dir.path(), &["export", "--diff", "x.pgn"]);
        assert_eq!(output.stdout, b"", "{text}");
    }
}

/// Letters that the character set of the output lacks are not lost in place.
#[test]
fn letters_are_not_lost_in_place() {
    let dir = folder_of_games();
    fs::write(dir.path().join("x.pgn"), "[White \"Ка\"]\n\n1. e4 *\n").unwrap();
    let said =
        refused(dir.path(), &["export", "--in-place", "--output-encoding", "ascii", "x.pgn"]);
    assert!(said.contains("tags differ"), "{said}");
}

/// Rows are added to a table with a byte order mark, and without one, whatever `--csv-bom` says.
#[test]
fn tables_may_begin_with_a_byte_order_mark() {
    let dir = folder_of_games();
    let path = dir.path().join("games.csv");
    let export = ["export", "a.pgn", "--columns", "game,white", "-o", "games.csv"];
    assert!(output_in(dir.path(), &export).status.success());
    let bare = fs::read(&path).unwrap();
    assert!(output_in(dir.path(), &[&export[..], &["--csv-bom"]].concat()).status.success());
    let marked = fs::read(&path).unwrap();
    assert_eq!(marked, [&b"\xEF\xBB\xBF"[..], &bare].concat());
    assert!(output_in(dir.path(), &[&export[..], &["--append"]].concat()).status.success());
    let rows = &bare[bare.iter().position(|&byte| byte == b'\n').unwrap() + 1..];
    assert_eq!(fs::read(&path).unwrap(), [&marked[..], rows].concat());
}

/// What is added must not become a part of a row that was cut off.
#[test]
fn append_rejects_tables_that_were_cut_off() {
    let dir = folder_of_games();
    for format in ["csv", "json-lines"] {
        let export = ["export", "a.pgn", "--format", format, "-o", format];
        assert!(output_in(dir.path(), &export).status.success());
        let path = dir.path().join(format);
        let whole = fs::read(&path).unwrap();
        let appended = |text: &[u8]| {
            fs::write(&path, text).unwrap();
            let out = output_in(dir.path(), &[&export[..], &["--append"]].concat());
            let is_kept = fs::read(&path).unwrap() == text;
            assert_eq!(out.status.success(), !is_kept, "{out:?}");
            !is_kept
        };
        assert!(appended(&whole) && appended(whole.trim_ascii_end()), "{format}");
        // The last cell of the table, a map, is in quotes.
        let n_refused = (3..30).filter(|n| !appended(&whole[..whole.len() - n])).count();
        assert!(n_refused > 10, "{format}: {n_refused}");
    }
}

/// An existing file is not emptied without a word.
#[test]
fn a_file_that_is_emptied_is_named() {
    let dir = folder_of_games();
    let path = dir.path().join("keep.pgn");
    for args in [
        &["filter", "-w", "White = nobody", "-o", "keep.pgn", "a.pgn"][..],
        &["filter", "-w", "White = nobody", "-o", "keep.pgn", "--rest", "rest.pgn", "a.pgn"],
        &["filter", "--last", "0", "-o", "keep.pgn", "a.pgn"],
        &["merge", "-w", "White = nobody", "-o", "keep.pgn", "a.pgn"],
        &["merge", "--dedup", "-w", "White = nobody", "-o", "keep.pgn", "a.pgn"],
        &["export", "-w", "White = nobody", "-o", "keep.pgn", "a.pgn"],
        &["export", "--on-error", "drop", "-w", "White = A", "-o", "keep.pgn", "a.pgn"],
        &["strip-comments", "--take", "0", "-o", "keep.pgn", "a.pgn"],
    ] {
        let _ = fs::remove_file(dir.path().join("rest.pgn"));
        for (before, is_named) in [(GAMES, true), ("", false)] {
            fs::write(&path, before).unwrap();
            let said = String::from_utf8(output_in(dir.path(), args).stderr).unwrap();
            let words = "warning: keep.pgn: no game was written; what it had before is gone\n";
            assert_eq!(said.contains(words), is_named, "{args:?}: {said}");
            let _ = fs::remove_file(dir.path().join("rest.pgn"));
        }
    }
    for args in [
        &["filter", "-o", "keep.pgn", "a.pgn"][..],
        &["filter", "--append", "-w", "White = nobody", "-o", "keep.pgn", "a.pgn"],
        &["export", "-o", "keep.pgn", "a.pgn"],
        &["merge", "--sort", "White", "-o", "keep.pgn", "a.pgn"],
    ] {
        fs::write(&path, GAMES).unwrap();
        let said = String::from_utf8(output_in(dir.path(), args).stderr).unwrap();
        assert!(!said.contains("is gone"), "{args:?}: {said}");
    }
}

/// A file of games is not emptied because nothing was read, as after a failed download.
#[test]
fn a_file_is_not_emptied_without_input() {
    let dir = folder_of_games();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("none.pgn"), "").unwrap();
    fs::write(path("notes.txt"), "no games here\n").unwrap();
    for args in [
        &["filter", "-o", "keep.pgn", "none.pgn"][..],
        &["filter", "-w", "White = A", "-o", "keep.pgn", "-"],
        &["filter", "-o", "keep.pgn", "--rest", "rest.pgn", "none.pgn"],
        &["merge", "--dedup", "-o", "keep.pgn", "none.pgn", "notes.txt"],
        &["export", "-o", "keep.pgn"],
        &["export", "--columns", "game,white", "-o", "keep.csv", "none.pgn"],
        &["strip-comments", "-o", "keep.pgn", "notes.txt"],
    ] {
        fs::write(path("keep.pgn"), GAMES).unwrap();
        fs::write(path("keep.csv"), "game,white\r\n1,A\r\n").unwrap();
        let before = content(dir.path());
        let output = output_in(dir.path(), args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        let words = ": no game was read, so it is not replaced";
        assert!(said.contains(words) && !said.contains("is gone"), "{args:?}: {said}");
        assert_eq!(content(dir.path()), before, "{args:?}");
    }
    // An output without games is replaced by another one.
    for name in ["new.pgn", "new.pgn.gz", "new.csv"] {
        for _ in 0..2 {
            let output = output_in(dir.path(), &["export", "-o", name, "none.pgn"]);
            assert!(output.status.success(), "{name}: {output:?}");
        }
    }
}

/// Two names of one file are not rewritten, as they would then be two files.
#[cfg(unix)]
#[test]
fn a_file_under_two_names_is_not_rewritten_twice() {
    let dir = folder_of_games();
    fs::hard_link(dir.path().join("a.pgn"), dir.path().join("hard.pgn")).unwrap();
    std::os::unix::fs::symlink("a.pgn", dir.path().join("soft.pgn")).unwrap();
    for other in ["hard.pgn", "soft.pgn"] {
        for args in [
            &["export", "--in-place", "a.pgn", other][..],
            &["strip-comments", "--in-place", "a.pgn", other],
            &["check", "--fix", "a.pgn", other],
        ] {
            let said = refused(dir.path(), args);
            let words = format!("cannot rewrite {other} twice: it is the same file as a.pgn");
            assert!(said.contains(&words), "{args:?}: {said}");
        }
    }
}

#[cfg(unix)]
const GAME: &str = "[Event \"x\"]\n\n1. e4 e5 *\n";

/// Tests the exit status of a command line, and that its messages have these words. Blanks separate its arguments.
#[cfg(unix)]
#[track_caller]
fn check(dir: &Path, line: &str, status: i32, words: &str) {
    let output = output_in(dir, &line.split(' ').collect::<Vec<_>>());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{line}: {said}");
    assert!(said.contains(words), "{line}: {said}");
}

/// What could not be read may be in the file that the output would replace.
#[cfg(unix)]
#[test]
fn an_output_stays_if_a_part_of_a_folder_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("all.pgn"), GAME.repeat(3)).unwrap();
    let closed = dir.join("in/closed");
    fs::create_dir_all(&closed).unwrap();
    fs::write(dir.join("in/a.pgn"), GAME).unwrap();
    let check_run = |line: &str| {
        check(dir, &format!("{line} in -o all.pgn --manifest m.json"), 2, "is kept as it was");
        assert_eq!(fs::read(dir.join("all.pgn")).unwrap(), GAME.repeat(3).as_bytes(), "{line}");
        let manifest = fs::read_to_string(dir.join("m.json")).unwrap();
        assert!(manifest.contains("\"complete\": false"), "{line}: {manifest}");
    };
    let lines = ["merge", "filter -w plies>0", "export", "strip-comments"];
    std::os::unix::fs::symlink("../gone.pgn", dir.join("in/link.pgn")).unwrap();
    lines.into_iter().for_each(check_run);
    fs::remove_file(dir.join("in/link.pgn")).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    // The administrator can read any folder.
    if fs::read_dir(&closed).is_err() {
        lines.into_iter().for_each(check_run);
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A file in a folder where nothing can be created.
#[cfg(unix)]
#[test]
fn fixes_that_cannot_be_written_are_not_counted() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let closed = dir.path().join("closed");
    fs::create_dir(&closed).unwrap();
    let bad = "[Event \"x\"]\n\n1. e4 e5 \n";
    fs::write(closed.join("a.pgn"), bad).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    // The administrator can create files in any folder.
    if fs::write(closed.join("b"), "").is_err() {
        for line in ["check --fix closed", "check --fix-only closed"] {
            check(dir.path(), line, 2, "; 1 file with fixes not written");
        }
        assert_eq!(fs::read_to_string(closed.join("a.pgn")).unwrap(), bad);
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A write that fails after the fixed text of other games was checked. The limit stands for a full disk.
#[cfg(unix)]
#[test]
fn findings_of_lost_fixes_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let bad = "[Event \"x\"]\n\n1. e4 e5 1:0\n\n".repeat(10_000);
    fs::write(dir.path().join("a.pgn"), &bad).unwrap();
    let line = "ulimit -f 64; pgnkit check --fix --select bad-result a.pgn";
    let (status, _, said) = crate::files::shell(dir.path(), line);
    let end = "; 1 file with fixes not written: the findings of 10000 fixes are not counted\n";
    assert!(status == Some(2) && said.ends_with(end), "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("a.pgn")).unwrap(), bad);
}

/// A folder from somebody else can have links to any file.
#[cfg(unix)]
#[test]
fn files_outside_of_a_folder_are_not_rewritten_through_its_links() {
    use std::os::unix::fs::symlink;

    const GAME: &str = "[Event \"x\"]\n[Date \"2020.1.2\"]\n\n1. e4   e5 {keep} *\n";
    for args in [
        &["check", "--fix", "in"][..],
        &["export", "--in-place", "in"],
        &["strip-comments", "--in-place", "in/*.pgn"],
    ] {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        fs::create_dir(dir.join("in")).unwrap();
        fs::write(dir.join("private.pgn"), GAME).unwrap();
        fs::write(dir.join("in/own.pgn"), GAME).unwrap();
        symlink("../private.pgn", dir.join("in/link.pgn")).unwrap();
        symlink("own.pgn", dir.join("in/other.pgn")).unwrap();
        let output = output_in(dir, args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
        assert!(said.contains("skips in/link.pgn: it is a link to a file outside"), "{said}");
        assert_eq!(fs::read_to_string(dir.join("private.pgn")).unwrap(), GAME, "{args:?}");
        assert_ne!(fs::read_to_string(dir.join("in/own.pgn")).unwrap(), GAME, "{args:?}");
        // The user names the link, or the folder of its file.
        let named = [&args[..args.len() - 1], &["in/link.pgn"]].concat();
        assert_eq!(output_in(dir, &named).status.code(), Some(0));
        assert_ne!(fs::read_to_string(dir.join("private.pgn")).unwrap(), GAME, "{args:?}");
        assert!(dir.join("in/link.pgn").is_symlink());
        fs::write(dir.join("private.pgn"), GAME).unwrap();
        let both = [args, &["."]].concat();
        assert_eq!(output_in(dir, &both).status.code(), Some(0));
        assert_ne!(fs::read_to_string(dir.join("private.pgn")).unwrap(), GAME, "{args:?}");
    }
}

/// The name of a file of keys is not one that the user chose.
#[cfg(unix)]
#[test]
fn a_link_without_a_file_is_no_file_of_keys() {
    let dir = folder_of_games();
    let keys = dir.path().join("a.pgn.pgnkit-keys");
    std::os::unix::fs::symlink("elsewhere", &keys).unwrap();
    let said = refused(dir.path(), &["merge", "--dedup", "--against", "a.pgn", "b.pgn"]);
    assert!(said.contains("a.pgn.pgnkit-keys: not a regular file"), "{said}");
    assert!(!dir.path().join("elsewhere").exists());
}
