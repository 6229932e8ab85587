//! Existing files that an output replaces without `--force`, because this program alone can have written them, and
//! those that it leaves as they are.

use std::{fs, path::Path};

use crate::support::{self, GAMES, refused};

/// Commands, each run several times with the same `-o`: a name for the file, and the arguments before it. Commands of one
/// name write the same file.
const REPEATED: &[(&str, &str)] = &[
    ("findings", "check a.pgn --output-format full"),
    ("findings", "check a.pgn --output-format concise"),
    ("findings", "check a.pgn --output-format concise --max-diagnostics 0"),
    ("findings", "check a.pgn --output-format json"),
    ("findings", "check a.pgn --output-format json-lines"),
    ("findings", "check a.pgn --output-format sarif"),
    ("findings", "check a.pgn --output-format github"),
    ("findings", "check a.pgn --output-format gitlab"),
    ("findings", "check a.pgn --output-format junit"),
    ("findings", "check a.pgn --statistics"),
    ("findings", "check a.pgn --statistics --output-format json"),
    ("findings", "check a.pgn --statistics --output-format json-lines"),
    ("findings", "check served.pgn --statistics --select F"),
    ("findings", "check a.pgn --select bad-date --output-format json"),
    ("findings", "check a.pgn --select bad-date --output-format sarif"),
    ("findings", "check a.pgn --select bad-date --output-format gitlab"),
    ("findings", "check a.pgn --select bad-date --output-format junit"),
    ("findings", "check a.pgn --severity style --color always"),
    ("findings.gz", "check a.pgn"),
    ("findings.json.zst", "check a.pgn"),
    ("findings.xml", "check a.pgn"),
    ("findings.sarif", "check a.pgn"),
    ("patch", "check a.pgn --diff --unsafe-fixes"),
    ("patch", "check - --diff --unsafe-fixes"),
    ("patch", "export a.pgn --diff"),
    ("patch", "export games.txt --diff"),
    ("patch", "strip-comments served.pgn --diff --preset all"),
    ("count", "filter --count a.pgn"),
    ("count.gz", "filter --count a.pgn"),
    ("tables", "stats a.pgn"),
    ("tables", "stats a.pgn --ascii"),
    ("tables", "stats a.pgn --format json"),
    ("tables", "stats a.pgn --format json --by White --max-game-size 20"),
    ("tables", "stats a.pgn --format csv"),
    ("tables", "stats a.pgn --format csv --by White"),
    ("tables", "stats a.pgn --format tsv"),
    ("tables", "stats a.pgn --format tsv --by White"),
    ("tables", "stats served.pgn --format tsv --crosstable"),
    ("tables", "stats a.pgn --format csv --by player,Date:year"),
    ("tables", "stats a.pgn --format csv --by pair"),
    ("tables", "stats a.pgn --format csv --by pair,year"),
    ("tables", "stats a.pgn --format csv --player A --by year"),
    ("tables", "stats a.pgn --format csv --player A"),
    ("tables", "stats served.pgn --format csv --crosstable"),
    ("tables", "stats a.pgn --format csv --engines"),
    ("tables", "stats a.pgn --format csv --moves 2"),
    ("tables", "stats a.pgn --format csv --quality"),
    ("tables", "stats empty.pgn --format csv"),
    ("tables", "stats empty.pgn --format csv --crosstable"),
    ("tables", "stats empty.pgn --format json --crosstable"),
    ("tables", "stats empty.pgn"),
    ("tables", "stats a.pgn --format json --by White"),
    ("tables", "stats a.pgn --format json --by pair"),
    ("tables", "stats served.pgn --format json --crosstable"),
    ("tables", "stats a.pgn --format json --player A"),
    ("tables", "stats a.pgn --by White"),
    ("tables", "stats a.pgn --engines"),
    ("tables", "stats a.pgn --format markdown"),
    ("tables", "stats a.pgn --format markdown --by White"),
    ("tables", "stats a.pgn --format html"),
    ("tables", "stats a.pgn --format html --by White"),
    ("tables.csv.gz", "stats a.pgn"),
    ("tables.tsv.gz", "stats a.pgn"),
    ("changes", "diff a.pgn a2.pgn"),
    ("changes", "diff a.pgn a2.pgn --output-format json-lines"),
    ("changes", "diff a.pgn a2.pgn --output-format markdown"),
    ("changes", "diff a.pgn a2.pgn --output-format html"),
    ("changes", "diff a.pgn a.pgn --output-format markdown"),
    ("changes", "diff a.pgn a.pgn --output-format html"),
    ("changes", "diff served.pgn poorer.pgn --account"),
    ("changes", "diff served.pgn poorer.pgn --account --output-format json-lines"),
    ("changes", "diff served.pgn poorer.pgn --account --output-format markdown"),
    ("changes", "diff a.pgn a.pgn --account --output-format markdown"),
    ("changes.gz", "diff a.pgn a2.pgn"),
    ("conversion", "export served.pgn --format csv"),
    ("conversion", "export served.pgn --format csv --csv-bom --csv-safe"),
    ("conversion", "export served.pgn --format csv --columns @light,WhiteTeam,plies"),
    ("conversion", "export served.pgn --format csv --columns @all"),
    ("conversion", "export served.pgn --format csv --rows plies"),
    ("conversion", "export served.pgn --format csv --rows plies --columns @light,white_elo"),
    ("conversion", "export served.pgn --format tsv"),
    ("conversion", "export served.pgn --format tsv --csv-bom --csv-safe"),
    ("conversion", "export served.pgn --format tsv --rows plies"),
    ("conversion", "export served.pgn --format json-lines"),
    ("conversion", "export served.pgn --format json-lines --line-ending crlf"),
    ("conversion", "export served.pgn --format json-lines --max-game-size 20"),
    ("conversion", "export served.pgn --format parquet"),
    ("conversion", "export served.pgn --format parquet --rows plies --columns ply,WhiteTeam"),
    ("conversion", "export served.pgn --format epd"),
    ("conversion", "export served.pgn --format epd --at ply --line-ending crlf"),
    ("conversion", "export served.pgn --format epd --at ply --plies 2..3 --set White=X"),
    ("conversion", "export served.pgn --format epd --at ply --distinct"),
    ("conversion", "export checks.pgn --format epd --at ply"),
    ("conversion", "export checks.pgn --format epd --at ply --distinct"),
    ("columns.csv", "export served.pgn --columns white,black"),
    ("games.jsonl.zst", "export served.pgn"),
    ("games.epd.gz", "export served.pgn"),
    ("games.csv.xz", "export served.pgn"),
    ("games.tsv.gz", "export served.pgn"),
    ("games.parquet", "export served.pgn"),
];

/// Commands that add to a file, as in [`REPEATED`].
const APPENDED: &[(&str, &str)] = &[
    ("findings", "check a.pgn"),
    ("findings.jsonl", "check a.pgn"),
    ("patch", "export a.pgn --diff"),
    ("names", "export a.pgn --check"),
    ("names", "strip-comments served.pgn --check"),
    ("stdin", "export - --check"),
    ("count", "filter --count a.pgn"),
    ("tables", "stats a.pgn"),
    ("changes", "diff a.pgn a2.pgn"),
    ("fen", "export served.pgn --format fen --at ply"),
    ("epd", "export served.pgn --format epd"),
    ("csv", "export served.pgn --format csv --columns white"),
    ("tsv", "export served.pgn --format tsv --columns white,black"),
    ("jsonl", "export served.pgn --format json-lines"),
];

/// A game of a server, without faults.
const SERVED: &str = r#"[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2020.01.03"]
[Round "-"]
[White "Botvinnik"]
[Black "Tal"]
[Result "0-1"]
[UTCDate "2020.01.03"]
[UTCTime "10:10:10"]

1. d4 { [%clk 0:03:00] } 1... d5 { [%clk 0:03:00] } 2. c4 { a comment } 0-1

"#;

/// Returns a folder with the files that the commands of this module read.
fn folder() -> tempfile::TempDir {
    let dir = support::folder_of_games();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("a2.pgn", &GAMES.replace("d4", "c4"));
    write("games.txt", GAMES);
    write("empty.pgn", "");
    write("served.pgn", SERVED);
    write("poorer.pgn", &SERVED.replace("{ a comment }", ""));
    write("checks.pgn", "[Variant \"Three-check\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *\n");
    dir
}

/// Runs a command, which must not be refused, with [`GAMES`] as stdin.
#[track_caller]
fn run(dir: &Path, args: &[&str]) {
    let mut program = support::pgnkit(args);
    program.current_dir(dir);
    let output = support::run(program, GAMES.as_bytes());
    assert_ne!(output.status.code(), Some(2), "{args:?}: {output:?}");
}

#[test]
fn a_report_replaces_its_own_kind() {
    let dir = folder();
    // Each command replaces its own output, and that of the one before it.
    for (name, command) in REPEATED {
        let args: Vec<&str> = command.split(' ').chain(["-q", "-o", name]).collect();
        for _ in 0..2 {
            run(dir.path(), &args);
        }
        assert!(dir.path().join(name).exists(), "{command}");
    }
    for args in [
        &["check", "a.pgn", "--write-baseline", "baseline"][..],
        &["export", "a.pgn", "-o", "o.pgn", "--rejects", "rejects", "--manifest", "manifest"],
        &["check", "a.pgn", "--rejects", "rejects"],
        &["check", "a.pgn", "--rejects", "rejects.gz", "--manifest", "manifest.gz"],
        &["merge", "a.pgn", "b.pgn", "--dedup", "exact", "-o", "o.pgn", "--report", "r.tsv"],
        &["merge", "a.pgn", "b.pgn", "--dedup", "exact", "-o", "o.pgn", "--report", "r.jsonl"],
        &["merge", "a.pgn", "a2.pgn", "--dedup", "exact", "-o", "o.pgn", "--report", "e.tsv"],
        &["merge", "a2.pgn", "--against", "a.pgn", "-o", "o.pgn"],
        &["merge", "a2.pgn", "--against", "a.pgn", "--dedup", "moves", "-o", "o.pgn"],
        &["check", "a.pgn", "--output-format", "sarif=s.sarif", "--output-format", "full=f.txt"],
        &["generate", "man", "pages", "--force"],
    ] {
        for _ in 0..2 {
            run(dir.path(), args);
        }
    }
}

#[test]
fn outputs_are_continued() {
    let dir = folder();
    for (name, command) in APPENDED {
        let args: Vec<&str> = command.split(' ').chain(["-q", "--append", "-o", name]).collect();
        for _ in 0..3 {
            run(dir.path(), &args);
        }
        let text = fs::read(dir.path().join(name)).unwrap();
        assert!(!text.is_empty(), "{command}");
    }
}

/// Nothing tells these outputs from files that were kept by hand.
#[test]
fn lists_need_force() {
    let dir = folder();
    for (name, command) in [
        ("book.fen", "export served.pgn"),
        ("book.fen.gz", "export served.pgn --at ply --distinct"),
        ("list.txt", "export a.pgn --check"),
        ("names.txt", "strip-comments served.pgn --check"),
    ] {
        let args: Vec<&str> = command.split(' ').chain(["-q", "-o", name]).collect();
        run(dir.path(), &args);
        let said = refused(dir.path(), &args);
        assert!(said.contains("--force"), "{args:?}: {said}");
        run(dir.path(), &[&args[..], &["--force"]].concat());
    }
}

#[test]
fn files_of_others_are_kept() {
    let dir = folder();
    let fen = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";
    let suite = format!("{fen} bm Qd1+; id \"BK.01\";\n");
    let book = format!("{fen} 0 1\n");
    let patch = "--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n";
    let sarif = "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":[]}\n";
    for (name, text, command) in [
        ("data.parquet", "PAR1 parquet-cpp-arrow version 17.0.0 PAR1", "export a.pgn"),
        ("bk.epd", &suite, "export a.pgn"),
        ("book.fen", &book, "export a.pgn"),
        ("k.csv", "name,games\nme,3\n", "stats --by White a.pgn"),
        ("k.csv", "date,event\n2024-01-01,party\n", "export a.pgn"),
        ("k.csv", "date,event\n2024-01-01,party\n", "export a.pgn --columns date,event"),
        ("list.txt", "a.pgn\nb.pgn\n", "export --check a.pgn"),
        ("list.txt", "a.pgn\nb.pgn\n", "strip-comments --check a.pgn"),
        ("numbers.txt", "17\n42\n99\n", "filter --count a.pgn"),
        ("x.patch", patch, "export --diff a.pgn"),
        ("x.patch", patch, "check --diff a.pgn"),
        ("notes.txt", "Overview\nmy notes\n", "stats a.pgn"),
        ("inv.jsonl", "{\"file\":\"invoice.pdf\",\"sum\":3}\n", "export a.pgn"),
        ("games.json", "{\n  \"games\": [\n    \"go\"\n  ]\n}\n", "stats a.pgn"),
        ("rustc.txt", "error[E0425]: cannot find value\n", "check a.pgn"),
        ("s.sarif", sarif, "check a.pgn"),
        ("t.xml", "<?xml version=\"1.0\"?>\n<testsuites name=\"jest\"/>\n", "check a.pgn"),
    ] {
        fs::write(dir.path().join(name), text).unwrap();
        let args: Vec<&str> = command.split(' ').chain(["-o", name]).collect();
        let said = refused(dir.path(), &args);
        assert!(said.contains("the file exists and "), "{args:?}: {said}");
        run(dir.path(), &[&args[..], &["--force"]].concat());
    }
    // Reports of one command are not those of another.
    for (name, first, second) in [
        ("c.html", "diff a.pgn a2.pgn", "stats a.pgn"),
        ("s.html", "stats a.pgn", "diff a.pgn a2.pgn"),
        ("c.jsonl", "diff a.pgn a2.pgn", "export a.pgn"),
        ("f.jsonl", "check a.pgn", "export a.pgn"),
        ("s.csv", "stats a.pgn", "export a.pgn"),
    ] {
        let args =
            |command: &'static str| command.split(' ').chain(["-o", name]).collect::<Vec<_>>();
        run(dir.path(), &args(first));
        refused(dir.path(), &args(second));
    }
}
