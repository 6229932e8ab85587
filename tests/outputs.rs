//! Files that an output may replace: only the stream of games may be an input, too, and a report replaces
//! only a report.

use std::{
    fs::{self, OpenOptions},
    path::Path,
    process::Stdio,
};

use crate::support::{self, GAMES, output_in};

/// Commands that write something other than the stream of games to the file at the end of their line.
const REPORTS: &[&[&str]] = &[
    &["check", "a.pgn", "-o"],
    &["check", "a.pgn", "--append", "-o"],
    &["check", "a.pgn", "--statistics", "-o"],
    &["check", "a.pgn", "--diff", "-o"],
    &["check", "a.pgn", "--rejects"],
    &["check", "a.pgn", "--fix", "--rejects"],
    &["check", "a.pgn", "--write-baseline"],
    &["check", "a.pgn", "--manifest"],
    &["export", "a.pgn", "--check", "-o"],
    &["export", "a.pgn", "--diff", "-o"],
    &["export", "a.pgn", "--diff", "--append", "-o"],
    &["export", "a.pgn", "--format", "csv", "-o"],
    &["export", "a.pgn", "--format", "json-lines", "--append", "-o"],
    &["export", "a.pgn", "--format", "parquet", "-o"],
    &["export", "a.pgn", "--format", "epd", "-o"],
    &["export", "a.pgn", "--rejects"],
    &["export", "a.pgn", "--in-place", "--rejects"],
    &["strip-comments", "a.pgn", "--check", "-o"],
    &["strip-comments", "a.pgn", "--diff", "-o"],
    &["split", "a.pgn", "--games", "1", "--dir", "parts", "--manifest"],
    &["merge", "a.pgn", "--dedup", "-o", "o.pgn", "--duplicates"],
    &["merge", "a.pgn", "--dedup", "--dry-run", "--duplicates"],
    &["merge", "a.pgn", "-o", "o.pgn", "--manifest"],
    &["stats", "a.pgn", "-o"],
    &["stats", "a.pgn", "--append", "-o"],
    &["stats", "a.pgn", "--format", "html", "-o"],
    &["filter", "a.pgn", "--count", "-o"],
    &["filter", "a.pgn", "--count", "--append", "-o"],
    &["filter", "a.pgn", "-o", "o.pgn", "--rest"],
    &["filter", "a.pgn", "-o", "o.pgn", "--append", "--rest"],
    &["diff", "a.pgn", "b.pgn", "-o"],
    &["diff", "a.pgn", "b.pgn", "--append", "-o"],
];

/// Returns a folder with files of games under several names.
fn folder() -> tempfile::TempDir {
    let dir = support::folder_of_games();
    fs::hard_link(dir.path().join("a.pgn"), dir.path().join("hard.pgn")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("a.pgn", dir.path().join("link.pgn")).unwrap();
    dir
}

/// Runs a command that must be rejected, with one line, before it does anything. Returns the line.
#[track_caller]
fn refused(dir: &Path, args: &[&str]) -> String {
    let said = support::refused(dir, args);
    assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    said
}

#[test]
fn no_report_replaces_an_input() {
    let dir = folder();
    let names = if cfg!(unix) { &["a.pgn", "hard.pgn", "link.pgn"][..] } else { &["a.pgn"] };
    for report in REPORTS {
        for name in names {
            let args = [report, &[*name][..]].concat();
            let said = refused(dir.path(), &args);
            let expected = format!("{name} is also the input a.pgn");
            assert!(said.contains(&expected), "{args:?}: {said}");
            // `--force` does not permit it.
            let forced = refused(dir.path(), &[&args[..], &["--force"]].concat());
            assert!(forced.contains(&expected), "{args:?}: {forced}");
        }
    }
    for format in ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit"] {
        let said =
            refused(dir.path(), &["check", "--output-format", &format!("{format}=a.pgn"), "a.pgn"]);
        assert!(said.contains(&format!("{format}=a.pgn is also the input a.pgn")), "{said}");
    }
}

#[test]
fn no_report_replaces_games_without_force() {
    let dir = folder();
    for report in REPORTS {
        let name = if report[0] == "diff" { "c.pgn" } else { "b.pgn" };
        fs::write(dir.path().join(name), GAMES).unwrap();
        let args = [report, &[name][..]].concat();
        let said = refused(dir.path(), &args);
        assert!(said.contains(name) && said.contains("--force"), "{args:?}: {said}");
        fs::write(dir.path().join(name), "").unwrap();
        let on_empty = output_in(dir.path(), &args);
        assert_ne!(on_empty.status.code(), Some(2), "{args:?}: {on_empty:?}");
        fs::write(dir.path().join(name), GAMES).unwrap();
        let forced = output_in(dir.path(), &[&args[..], &["--force"]].concat());
        assert_ne!(forced.status.code(), Some(2), "{args:?}: {forced:?}");
        // Commands that rewrite the input, and parts, are prepared for the next one.
        fs::write(dir.path().join("a.pgn"), GAMES).unwrap();
        let _ = fs::remove_dir_all(dir.path().join("parts"));
    }
}

#[test]
fn the_stream_of_games_may_be_an_input() {
    let dir = folder();
    for command in [
        &["export"][..],
        &["export", "--format", "reduced"],
        &["strip-comments"],
        &["filter"],
        &["merge"],
        &["merge", "--sort", "White"],
        &["merge", "--requeue", "b.pgn"],
    ] {
        fs::write(dir.path().join("b.pgn"), "").unwrap();
        let args = [command, &["a.pgn", "-o", "a.pgn"]].concat();
        let output = output_in(dir.path(), &args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        let n = output_in(dir.path(), &["filter", "--count", "a.pgn"]);
        assert_eq!(n.stdout, b"2\n", "{args:?}");
    }
}

#[test]
fn an_option_that_takes_a_file_name_as_its_value_destroys_nothing() {
    let dir = folder();
    let said =
        refused(dir.path(), &["merge", "--dedup", "--duplicates", "a.pgn", "b.pgn", "-o", "o.pgn"]);
    assert!(
        said.contains("--duplicates a.pgn: the file exists and may hold other games"),
        "{said}"
    );
    refused(dir.path(), &["check", "--write-baseline", "a.pgn"]);
}

#[test]
fn files_that_options_read_are_not_replaced() {
    let dir = folder();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("list"), "a.pgn\n").unwrap();
    fs::write(path("r.pgn"), "1. e4 e5 *\n").unwrap();
    fs::write(path("map.tsv"), "player\tA\tB\n").unwrap();
    for (args, read) in [
        (&["filter", "--files-from", "list", "-o", "list"][..], "--files-from list"),
        (&["export", "a.pgn", "--map-tag", "map.tsv", "-o", "map.tsv"], "--map-tag map.tsv"),
        (&["filter", "a.pgn", "--repertoire", "r.pgn", "-o", "r.pgn"], "--repertoire r.pgn"),
        (&["merge", "b.pgn", "--against", "a.pgn", "--duplicates", "a.pgn"], "--against a.pgn"),
        (
            &["merge", "b.pgn", "--requeue", "a.pgn", "--dedup", "--duplicates", "a.pgn"],
            "--requeue a.pgn",
        ),
    ] {
        let said = refused(dir.path(), args);
        assert!(said.contains(&format!("is also the file of {read}")), "{args:?}: {said}");
    }
    assert!(
        output_in(dir.path(), &["check", "a.pgn", "--write-baseline", "base", "-q"])
            .status
            .success()
    );
    let said = refused(dir.path(), &["check", "a.pgn", "--baseline", "base", "-o", "base"]);
    assert!(said.contains("is also the file of --baseline base"), "{said}");
}

#[test]
fn derived_names_replace_no_other_files() {
    let dir = folder();
    let path = |name: &str| dir.path().join(name);
    // The backup of a file that is rewritten.
    fs::write(path("a.pgn.bak"), "1. d4 d5 *\n").unwrap();
    let said = refused(dir.path(), &["export", "--in-place=.bak", "a.pgn", "a.pgn.bak"]);
    assert!(
        said.contains("the copy of a.pgn would replace") && said.contains("an input"),
        "{said}"
    );
    let said = refused(
        dir.path(),
        &["export", "--in-place=.bak", "a.pgn", "--rejects", "a.pgn.bak", "--force"],
    );
    assert!(said.contains("an output"), "{said}");
    let kept = output_in(dir.path(), &["strip-comments", "--in-place=.bak", "a.pgn"]);
    assert!(kept.status.success(), "nothing changes: {kept:?}");
    let output = output_in(dir.path(), &["export", "--in-place=.bak", "a.pgn"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(fs::read(path("a.pgn.bak")).unwrap(), b"1. d4 d5 *\n");
    assert_eq!(fs::read(path("a.pgn")).unwrap(), GAMES.as_bytes());
    assert!(
        output_in(dir.path(), &["export", "--in-place=.bak", "--force", "a.pgn"]).status.success()
    );
    assert_eq!(fs::read(path("a.pgn.bak")).unwrap(), GAMES.as_bytes());
    // The keys of a master.
    fs::write(path("b.pgn.pgnkit-keys"), GAMES).unwrap();
    let said = refused(dir.path(), &["merge", "--against", "b.pgn", "a.pgn", "-o", "o.pgn"]);
    assert!(said.contains("b.pgn.pgnkit-keys"), "{said}");
    // The parts of a split.
    fs::write(path("a-1.pgn"), GAMES).unwrap();
    let split = ["split", "--games", "1", "--name", "a-{n}.pgn", "--force"];
    let said = refused(dir.path(), &[&split[..], &["a-1.pgn"]].concat());
    assert!(said.contains("a-1.pgn is also the input a-1.pgn"), "{said}");
    let said = refused(dir.path(), &[&split[..], &["b.pgn", "--manifest", "a-2.pgn"]].concat());
    assert!(said.contains("two outputs have the same name: a-2.pgn"), "{said}");
}

#[test]
fn append_rejects_documents() {
    let dir = folder();
    for (format, is_document) in [
        ("full", false),
        ("concise", false),
        ("json-lines", false),
        ("github", false),
        ("json", true),
        ("sarif", true),
        ("gitlab", true),
        ("junit", true),
    ] {
        let args = ["check", "a.pgn", "--append", "-o", format, "--output-format", format];
        let status = output_in(dir.path(), &args).status.code();
        assert_eq!(status == Some(2), is_document, "{format}: {status:?}");
        assert_eq!(dir.path().join(format).exists(), !is_document, "{format}");
    }
    for format in ["json", "html"] {
        refused(dir.path(), &["stats", "a.pgn", "--append", "-o", "o", "--format", format]);
    }
}

#[test]
fn rows_of_stats_are_appended_below_the_same_columns() {
    let dir = folder();
    let appended = |by: &str| {
        output_in(dir.path(), &["stats", "a.pgn", "--append", "-o", "by.csv", "--by", by])
    };
    let written = || fs::read_to_string(dir.path().join("by.csv")).unwrap();
    assert!(appended("Result").status.success());
    let first = written();
    assert!(appended("Result").status.success());
    let (_, rows) = first.split_once('\n').unwrap();
    assert_eq!(written(), format!("{first}{rows}"));
    let other = appended("Event");
    assert_eq!(other.status.code(), Some(2));
    let said = String::from_utf8(other.stderr).unwrap();
    assert!(said.contains("its columns are others than those of the rows to add"), "{said}");
    assert_eq!(written(), format!("{first}{rows}"));
    // It is refused before an input is read.
    fs::write(dir.path().join("empty.pgn"), "").unwrap();
    let args =
        ["stats", "empty.pgn", "--append", "-o", "by.csv", "--by", "Event", "--format", "csv"];
    let said = String::from_utf8(output_in(dir.path(), &args).stderr).unwrap();
    assert!(said.contains("its columns are others") && !said.contains("no games"), "{said}");
    assert!(!dir.path().join(".by.csv.pgnkit-tmp").exists());
}

#[test]
fn ambiguous_outputs_are_rejected() {
    let dir = folder();
    for args in [
        &["check", "--fix", "-o", "o.pgn", "a.pgn"][..],
        &["check", "--fix-only", "-o", "o.pgn", "a.pgn"],
        &["check", "--fix", "-o", "o.pgn", "-"],
        &["check", "--output-format", "json=f.json", "-o", "o.pgn", "a.pgn"],
        &["export", "--in-place", "-o", "o.pgn", "a.pgn"],
    ] {
        refused(dir.path(), args);
    }
    for option in [&["--write-baseline", "base"][..], &["--show-settings"]] {
        let args = [&["check", "a.pgn", "-o", "o.pgn"], option].concat();
        let output = output_in(dir.path(), &args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(!dir.path().join("o.pgn").exists());
    }
}

#[cfg(unix)]
#[test]
fn dangling_links_are_followed() {
    let dir = folder();
    std::os::unix::fs::symlink("new.pgn", dir.path().join("dangling.pgn")).unwrap();
    for args in [
        &["export", "a.pgn", "-o", "dangling.pgn", "--rejects", "new.pgn"][..],
        &["filter", "a.pgn", "-o", "new.pgn", "--rest", "dangling.pgn"],
        &["filter", "a.pgn", "-o", "dangling.pgn", "--manifest", "new.pgn"],
    ] {
        let said = refused(dir.path(), args);
        assert!(said.contains("two outputs have the same name"), "{args:?}: {said}");
    }
    assert!(output_in(dir.path(), &["filter", "a.pgn", "-o", "dangling.pgn"]).status.success());
    assert_eq!(fs::read(dir.path().join("new.pgn")).unwrap(), GAMES.as_bytes());
}

/// `pgnkit filter a.pgn >> a.pgn` would read its own output.
#[cfg(unix)]
#[test]
fn stdout_is_not_an_input() {
    let dir = folder();
    let path = dir.path().join("a.pgn");
    let appending = || OpenOptions::new().append(true).open(&path).unwrap();
    let commands: &[&[&str]] = &[
        &["filter", "a.pgn"],
        &["filter", "-"],
        &["filter", "--count", "a.pgn"],
        &["filter", "hard.pgn"],
        &["filter", "-o", "/dev/stdout", "a.pgn"],
        &["export", "a.pgn"],
        &["export", "--diff", "a.pgn"],
        &["strip-comments", "a.pgn"],
        &["merge", "b.pgn", "a.pgn"],
        &["merge", "--sort", "White", "b.pgn", "a.pgn"],
        &["merge", "b.pgn", "--against", "a.pgn"],
        &["check", "a.pgn"],
        &["check", "--fix", "-"],
        &["stats", "a.pgn"],
        &["diff", "a.pgn", "b.pgn"],
        &["split", "--games", "1", "--manifest", "-", "a.pgn"],
    ];
    for args in commands {
        let mut program = support::pgnkit(*args);
        program.current_dir(dir.path()).stdin(fs::File::open(&path).unwrap());
        let output = program.stdout(appending()).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("stdout is also the "), "{said}");
        assert_eq!(fs::read(&path).unwrap(), GAMES.as_bytes(), "{args:?}");
    }
    // A run that writes nothing to stdout may continue.
    let mut program = support::pgnkit(["filter", "a.pgn", "-o", "o.pgn"]);
    let status = program.current_dir(dir.path()).stdout(appending()).status().unwrap();
    assert!(status.success());
}

#[test]
fn folders_that_some_systems_take_for_one_have_files_of_different_names() {
    let dir = tempfile::tempdir().unwrap();
    let names = ["S\u{30c}", "\u{160}", "\u{161}"];
    let games: String = names.iter().map(|name| format!("[Event \"{name}\"]\n\n*\n\n")).collect();
    fs::write(dir.path().join("in.pgn"), games).unwrap();
    let args = "export --format csv --columns game --partition-by Event -o parts in.pgn";
    let output = output_in(dir.path(), &args.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (n, name) in names.iter().enumerate() {
        let file = format!("parts/by_Event={name}/part-{n}.csv");
        let rows = fs::read_to_string(dir.path().join(&file)).unwrap();
        assert_eq!(rows, format!("game\r\n{}\r\n", n + 1), "{file}");
    }
}

// Other systems do not tell which names are links to one file; there, each gets a file of its own.
#[cfg(unix)]
#[test]
fn two_outputs_are_not_one_file_under_two_names() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("h1.pgn"), "").unwrap();
    fs::hard_link(at("h1.pgn"), at("h2.pgn")).unwrap();
    for args in [
        &["filter", "a.pgn", "-o", "h1.pgn", "--rest", "h2.pgn"][..],
        &["export", "a.pgn", "-o", "h1.pgn", "--rejects", "h2.pgn"],
    ] {
        let output = output_in(dir.path(), args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert_eq!(stderr, "error: two outputs are the same file: h1.pgn and h2.pgn\n", "{args:?}");
        assert!(!at("h1.pgn.partial").exists());
    }
}
