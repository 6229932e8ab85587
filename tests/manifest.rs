//! `--manifest`: hashes are those of the stored bytes, the numbers of games add up, and the manifest appears
//! whole or not at all.

use std::{fs, path::Path, process::Output};

use pgn_testkit::{Generator, Style};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::support;

fn run(dir: &Path, args: &[&str], stdin: &[u8]) -> Output {
    let mut program = support::pgnkit(args);
    program.current_dir(dir);
    support::run(program, stdin)
}

/// Runs a command that must succeed, and returns its manifest.
fn manifest(dir: &Path, args: &[&str], stdin: &[u8]) -> Value {
    let args = [args, &["--manifest", "manifest.json"]].concat();
    let output = run(dir, &args, stdin);
    assert!(output.status.success(), "{args:?}: {output:?}");
    serde_json::from_slice(&fs::read(dir.join("manifest.json")).unwrap()).unwrap()
}

fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

fn is_of(entry: &Value, bytes: &[u8]) {
    assert_eq!(entry["size"], bytes.len(), "{entry}");
    assert_eq!(entry["sha256"], sha256(bytes), "{entry}");
}

#[test]
fn hashes_are_those_of_the_bytes_as_stored() {
    let dir = tempfile::tempdir().unwrap();
    // More than is mapped, and many chunks.
    let text = Generator::new(5, Style::Annotated).games(600);
    assert!(text.len() > 1 << 20, "{}", text.len());
    fs::write(dir.path().join("a.pgn"), &text).unwrap();
    let formats =
        [("plain", ""), ("zstd", ".zst"), ("gzip", ".gz"), ("bzip2", ".bz2"), ("xz", ".xz")];
    for (format, ending) in formats {
        let name = format!("b.pgn{ending}");
        let found = manifest(dir.path(), &["filter", "-o", &name, "a.pgn"], b"");
        let stored = fs::read(dir.path().join(&name)).unwrap();
        is_of(&found["inputs"][0], &text);
        is_of(&found["outputs"][0], &stored);
        for (input, path) in [(&name[..], &b""[..]), ("-", &stored)] {
            let found = manifest(dir.path(), &["filter", "-o", "c.pgn", input], path);
            is_of(&found["inputs"][0], &stored);
            is_of(&found["outputs"][0], &text);
            assert_eq!(found["inputs"][0]["format"], format);
            assert_eq!(
                (&found["inputs"][0]["games"], &found["counts"]["kept"]),
                (&600.into(), &600.into())
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn stdin_from_a_file_is_hashed_from_its_offset() {
    use std::{fs::File, io::Seek as _, process::Stdio};

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.pgn");
    let text = Generator::new(6, Style::Bare).games(2000);
    fs::write(&path, [b"first line\n", &text[..]].concat()).unwrap();
    let mut file = File::open(&path).unwrap();
    file.seek(std::io::SeekFrom::Start(11)).unwrap();
    let args = ["filter", "-o", "b.pgn", "--manifest", "m.json", "-"];
    let mut program = support::pgnkit(args);
    let status = program.current_dir(dir.path()).stdin(Stdio::from(file)).status().unwrap();
    assert!(status.success());
    let found: Value =
        serde_json::from_slice(&fs::read(dir.path().join("m.json")).unwrap()).unwrap();
    is_of(&found["inputs"][0], &text);
    is_of(&found["outputs"][0], &text);
}

#[test]
fn unread_parts_of_inputs_are_not_listed() {
    let dir = tempfile::tempdir().unwrap();
    let text = Generator::new(7, Style::Bare).games(100);
    for name in ["a.pgn", "b.pgn"] {
        fs::write(dir.path().join(name), &text).unwrap();
    }
    let of_file = manifest(dir.path(), &["filter", "--take", "3", "a.pgn", "b.pgn"], b"");
    is_of(&of_file["inputs"][0], &text);
    assert_eq!(of_file["inputs"][0]["read"], "part");
    assert_eq!(of_file["inputs"][1]["read"], "nothing");
    assert_eq!(of_file["inputs"][1]["sha256"], Value::Null);
    assert_eq!(of_file["counts"]["games"], Value::Null);
    assert_eq!(of_file["counts"]["kept"], 3);
    let of_pipe = manifest(dir.path(), &["filter", "--take", "3", "-"], &text);
    assert_eq!(of_pipe["inputs"][0]["sha256"], Value::Null);
    // With a limit above the number of games all of the file is read.
    let whole = manifest(dir.path(), &["filter", "--take", "101", "-"], &text);
    is_of(&whole["inputs"][0], &text);
    assert_eq!(whole["counts"]["games"], 100);
}

#[test]
fn games_add_up() {
    let dir = tempfile::tempdir().unwrap();
    let corpus = support::root().join("tests/corpus");
    let (corpus, broken) = (corpus.to_str().unwrap(), support::root().join("tests/broken"));
    let broken = broken.to_str().unwrap();
    let commands: [&[&str]; 12] = [
        &["filter", "-w", "plies > 30", "--skip", "4"],
        &["filter", "--not", "-w", "White = A", "--last", "3"],
        &["filter", "--sample", "5"],
        &["filter", "--take", "2", "--rest", "rest.pgn"],
        &["filter", "-w", "plies > 10", "--mark", "--line", "e4"],
        &["strip-comments", "-w", "has(comments)"],
        &["export", "--on-error", "drop"],
        &["export", "--format", "fen", "-w", "plies > 10"],
        &["merge", "--dedup", "--sort", "standard", "--skip", "2"],
        &["merge", "--dedup", "exact", "--only-duplicates"],
        &["merge", "--tree"],
        &["merge", "--line-ending", "crlf"],
    ];
    for args in commands {
        let name = if args.contains(&"--format") { "o.txt" } else { "o.pgn" };
        // Positions do not replace other files.
        let _ = fs::remove_file(dir.path().join(name));
        let found =
            manifest(dir.path(), &[args, &["-o", name, corpus, broken, corpus]].concat(), b"");
        let counts = &found["counts"];
        let n = |name: &str| counts[name].as_u64().unwrap();
        let sum = |name: &str| {
            counts[name].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>()
        };
        assert_eq!(n("games"), n("kept") + n("dropped"), "{args:?}: {counts}");
        assert_eq!(n("dropped"), sum("dropped_by"), "{args:?}: {counts}");
        assert_eq!(n("changed"), sum("changed_by"), "{args:?}: {counts}");
        assert!(n("changed") <= n("kept"), "{args:?}: {counts}");
        assert!(
            !counts["dropped_by"].as_object().unwrap().contains_key("fault"),
            "{args:?}: {counts}"
        );
        let in_file: u64 = found["inputs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["games"].as_u64().unwrap())
            .sum();
        assert_eq!(in_file, n("games"), "{args:?}");
    }
}

#[test]
fn a_rewritten_file_is_input_and_output() {
    let dir = tempfile::tempdir().unwrap();
    let text = b"[White \"A\"]\n\n1. e4 {x} *\n\n[White \"B\"]\n\n1. d4 *\n\n";
    for (args, reason) in [
        (&["strip-comments", "--in-place"][..], "stripped"),
        (&["export", "--in-place"], "rewritten"),
        (&["check", "--isolated", "--fix-only", "--select", "missing-roster-tag"], "fixed"),
    ] {
        fs::write(dir.path().join("a.pgn"), text).unwrap();
        let found = manifest(dir.path(), &[args, &["a.pgn"]].concat(), b"");
        is_of(&found["inputs"][0], text);
        is_of(&found["outputs"][0], &fs::read(dir.path().join("a.pgn")).unwrap());
        assert_eq!(found["counts"]["changed_by"][reason], if reason == "stripped" { 1 } else { 2 });
        assert_eq!(found["counts"]["kept"], 2);
        // No change is left, and no file is written.
        let again = manifest(dir.path(), &[args, &["a.pgn"]].concat(), b"");
        assert_eq!(again["outputs"].as_array().unwrap().len(), 0, "{args:?}");
        assert_eq!(again["counts"]["changed"], 0);
    }
}

#[test]
fn files_that_are_skipped_by_name_are_listed() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    for name in ["a.pgn", "b.txt", "c.pgn.old"] {
        fs::write(dir.path().join("d").join(name), "1. e4 *\n").unwrap();
    }
    for command in ["filter", "export", "stats"] {
        let found = manifest(dir.path(), &[command, "d"], b"");
        let skipped: Vec<_> = found["skipped"].as_array().unwrap().iter().collect();
        let path = |name: &str| serde_json::json!({ "path": Path::new("d").join(name) });
        assert_eq!(skipped, [&path("b.txt"), &path("c.pgn.old")]);
        let found = manifest(dir.path(), &[command, "d/a.pgn"], b"");
        assert!(found.get("skipped").is_none(), "{command}");
    }
}

#[test]
fn repaired_games_are_counted_once() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), "[White \"A\"]\n\n1. e9 *\n\n[White \"B\"]\n\n1. d4 *\n")
        .unwrap();
    run(dir.path(), &["export", "--rejects", "r.pgn", "-o", "o.pgn", "a.pgn"], b"");
    let rejects = fs::read_to_string(dir.path().join("r.pgn")).unwrap().replace("1. e9", "1. e4");
    fs::write(dir.path().join("r.pgn"), &rejects).unwrap();
    let found = manifest(dir.path(), &["merge", "--requeue", "r.pgn", "-o", "b.pgn", "a.pgn"], b"");
    let counts = &found["counts"];
    assert_eq!(
        (&counts["games"], &counts["kept"], &counts["dropped_by"]["requeue"]),
        (&3.into(), &2.into(), &1.into())
    );
    let requeue =
        found["inputs"].as_array().unwrap().iter().find(|it| it["role"] == "requeue").unwrap();
    is_of(requeue, rejects.as_bytes());
}

#[test]
fn a_manifest_appears_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("a.pgn"), "1. e4 *\n").unwrap();
    let written = run(dir.path(), &["filter", "--manifest", "manifest.json", "a.pgn"], b"");
    assert!(written.status.success(), "{written:?}");
    let first = fs::read(path("manifest.json")).unwrap();
    let args = ["--manifest", "manifest.json", "a.pgn"];
    let old = || fs::read(path("manifest.json")).unwrap() == first;
    // A run that fails, one that is stopped, and one that is not complete.
    let failed =
        run(dir.path(), &[&["split", "--games", "1", "--dir", "a.pgn"], &args[..]].concat(), b"");
    assert_eq!(failed.status.code(), Some(2));
    fs::write(path("bad.pgn"), "1. e9 *\n").unwrap();
    let stopped =
        run(dir.path(), &[&["export", "--on-error", "fail", "bad.pgn"], &args[..]].concat(), b"");
    assert_eq!(stopped.status.code(), Some(1));
    assert!(old());
    let packed = run(dir.path(), &["filter", "-o", "b.pgn.gz", "a.pgn"], b"");
    assert!(packed.status.success());
    let bytes = fs::read(path("b.pgn.gz")).unwrap();
    fs::write(path("b.pgn.gz"), &bytes[..bytes.len() - 6]).unwrap();
    let cut = run(dir.path(), &[&["filter", "-o", "c.pgn", "b.pgn.gz"], &args[..]].concat(), b"");
    assert_eq!(cut.status.code(), Some(2));
    assert!(old());
    let partial: Value =
        serde_json::from_slice(&fs::read(path("manifest.json.partial")).unwrap()).unwrap();
    assert_eq!(partial["complete"], false);
    assert!(partial["inputs"][0]["error"].as_str().unwrap().contains("ends too early"));
    assert_eq!(partial["inputs"][1]["games"], 1);
}
