//! Invariants of the whole program: games are kept, the way of reading does not matter, and a second run
//! changes nothing.
//!
//! Inputs are `tests/corpus`, `tests/broken`, generated games, and a sample of the files below `open/` in the
//! folder that `PGNKIT_CORPORA` names. `PGNKIT_SAMPLE=N` sets the size of the sample, 0 for all files.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use pgn_testkit::{Fault, Generator, Style, files_below};

use crate::support;

/// The number of files of the corpora that a run takes, evenly distributed.
const SAMPLE: usize = 60;
/// The maximum size in bytes of files of the corpora.
const MAX_SIZE: u64 = 2 << 20;

/// An input with its name for messages.
struct Input {
    name: String,
    bytes: Vec<u8>,
}

fn tests_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn own_inputs() -> Vec<Input> {
    let mut files = files_below(&tests_folder("broken")).unwrap();
    files.extend(files_below(&tests_folder("corpus")).unwrap());
    let read =
        |path: PathBuf| Input { name: path.display().to_string(), bytes: fs::read(&path).unwrap() };
    files
        .into_iter()
        .filter(|path| path.extension().is_none_or(|ext| ext != "md"))
        .map(read)
        .collect()
}

fn generated_inputs() -> Vec<Input> {
    let mut inputs = Vec::new();
    for (style, seed) in [(Style::Bare, 1), (Style::Annotated, 2)] {
        inputs.push(Input {
            name: format!("{style:?} {seed}"),
            bytes: Generator::new(seed, style).games(40),
        });
    }
    for (seed, fault) in (10..).zip(Fault::ALL) {
        let bytes = Generator::new(seed, Style::Annotated).with_fault(fault, 2).games(8);
        inputs.push(Input { name: format!("{fault:?} {seed}"), bytes });
    }
    inputs
}

/// Returns the sampled files and the number of files left out, or `None` if `PGNKIT_CORPORA` is not set.
fn corpora_inputs() -> Option<(Vec<Input>, usize)> {
    let folder = PathBuf::from(std::env::var_os("PGNKIT_CORPORA")?);
    assert!(folder.is_dir(), "PGNKIT_CORPORA is {}, which is no folder", folder.display());
    let open = if folder.join("open").is_dir() { folder.join("open") } else { folder };
    let mut files = files_below(&open).unwrap();
    let n_all = files.len();
    let is_compressed = |path: &Path| {
        let name = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        ["zst", "gz", "bz2", "xz", "zip", "7z"].contains(&name.as_str())
    };
    files.retain(|path| !is_compressed(path) && path.metadata().unwrap().len() <= MAX_SIZE);
    let wanted = match std::env::var("PGNKIT_SAMPLE").map(|n| n.parse::<usize>()) {
        Ok(Ok(0)) => files.len(),
        Ok(Ok(n)) => n,
        Ok(Err(_)) => panic!("PGNKIT_SAMPLE is no number"),
        Err(_) => SAMPLE,
    };
    let n = wanted.min(files.len());
    let inputs: Vec<Input> = (0..n)
        .map(|i| &files[i * files.len() / n])
        .map(|path| Input { name: path.display().to_string(), bytes: fs::read(path).unwrap() })
        .collect();
    let n_out = n_all - inputs.len();
    Some((inputs, n_out))
}

/// Runs the program in `dir`, with status 0 or 1, and returns stdout.
fn run(dir: &Path, args: &[&str], stdin: Option<&[u8]>) -> Result<Vec<u8>, String> {
    let mut program = support::pgnkit(args);
    program.current_dir(dir);
    let out = support::run(program, stdin.unwrap_or_default());
    let err = String::from_utf8_lossy(&out.stderr);
    match out.status.code() {
        Some(0 | 1) if !err.contains("panicked") => Ok(out.stdout),
        status => Err(format!("{args:?}: status {status:?}: {err}")),
    }
}

fn differ(what: &str, got: &[u8], want: &[u8]) -> Result<(), String> {
    support::same_bytes(want, got).map_err(|why| format!("{what}: {why}"))
}

/// Returns true for UTF-16, which is converted to UTF-8 when it is read: the only exception to verbatim
/// copies (TXT-14).
fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF")
}

fn filter_is_the_identity(dir: &Path, bytes: &[u8]) -> Result<(), String> {
    if is_utf16(bytes) {
        return Ok(());
    }
    differ("filter", &run(dir, &["filter", "in.pgn"], None)?, bytes)?;
    differ("filter of a pipe", &run(dir, &["filter", "-"], Some(bytes))?, bytes)
}

fn export_twice_is_once(dir: &Path, _: &[u8]) -> Result<(), String> {
    for format in ["pgn", "reduced"] {
        let once = run(dir, &["export", "--format", format, "in.pgn"], None)?;
        let twice = run(dir, &["export", "--format", format, "-"], Some(&once))?;
        differ(&format!("export --format {format} again"), &twice, &once)?;
    }
    Ok(())
}

/// Commands whose output must not depend on the way of reading.
fn readers() -> impl Iterator<Item = &'static [&'static str]> {
    [&["export"][..], &["strip-comments"], &["stats"], &CHECK].into_iter().chain(support::PATCHES)
}

fn threads_and_maps_do_not_matter(dir: &Path, _: &[u8]) -> Result<(), String> {
    for command in readers() {
        let base = run(dir, &[command, &["-j", "1", "in.pgn"]].concat(), None)?;
        for way in [&["-j", "2"][..], &["-j", "7"], &["--no-mmap"]] {
            let got = run(dir, &[command, way, &["in.pgn"]].concat(), None)?;
            differ(&format!("{} {}", command[0], way.concat()), &got, &base)?;
        }
    }
    Ok(())
}

fn pipes_do_not_matter(dir: &Path, bytes: &[u8]) -> Result<(), String> {
    for command in readers() {
        // Findings, patches and statistics by file contain the name of their input.
        if !matches!(command[0], "check" | "stats") && !command.contains(&"--diff") {
            let base = run(dir, &[command, &["in.pgn"]].concat(), None)?;
            differ("a pipe", &run(dir, &[command, &["-"]].concat(), Some(bytes))?, &base)?;
        }
    }
    let mut counts = Vec::new();
    for (args, input) in [(["stats", "in.pgn"], None), (["stats", "-"], Some(bytes))] {
        let text = run(dir, &[&args[..], &["--format", "json"]].concat(), input)?;
        let mut count: serde_json::Value = serde_json::from_slice(&text).unwrap();
        count.as_object_mut().unwrap().remove("files");
        counts.push(count.to_string());
    }
    differ("stats of a pipe", counts[1].as_bytes(), counts[0].as_bytes())?;
    Ok(())
}

fn lines_are_turned_back(dir: &Path, _: &[u8]) -> Result<(), String> {
    let want = run(dir, &["export", "--on-error", "drop", "--keep-escapes", "in.pgn"], None)?;
    let lines = run(dir, &["export", "--format", "lines", "--keep-escapes", "in.pgn"], None)?;
    let got = run(dir, &["export", "--on-error", "drop", "--keep-escapes", "-"], Some(&lines))?;
    differ("lines and back", &got, &want)
}

fn strip_comments_twice_is_once(dir: &Path, _: &[u8]) -> Result<(), String> {
    let once = run(dir, &["strip-comments", "in.pgn"], None)?;
    let twice = run(dir, &["strip-comments", "-"], Some(&once))?;
    differ("strip-comments again", &twice, &once)
}

fn split_then_merge_keeps_the_games(dir: &Path, _: &[u8]) -> Result<(), String> {
    let want = run(dir, &["export", "in.pgn"], None)?;
    let parts = dir.join("parts");
    fs::create_dir(&parts).unwrap();
    let result = (|| {
        run(dir, &["split", "--games", "3", "--dir", "parts", "in.pgn"], None)?;
        let mut names: Vec<String> = fs::read_dir(&parts)
            .unwrap()
            .map(|entry| format!("parts/{}", entry.unwrap().file_name().to_string_lossy()))
            .collect();
        names.sort();
        if names.is_empty() {
            return differ("no parts", b"", &want);
        }
        let mut args = vec!["merge", "--dedup", "none", "--sort", "none"];
        args.extend(names.iter().map(String::as_str));
        let joined = run(dir, &args, None)?;
        differ("split, merge, export", &run(dir, &["export", "-"], Some(&joined))?, &want)
    })();
    fs::remove_dir_all(&parts).unwrap();
    result
}

/// The arguments for all findings of `check`, in a format for programs.
const CHECK: [&str; 7] =
    ["check", "--severity", "style", "--max-diagnostics", "none", "--output-format", "json-lines"];

type Property = (&'static str, fn(&Path, &[u8]) -> Result<(), String>);
/// A property of how a large file is read.
const OF_LARGE: [Property; 1] =
    [("threads and maps do not matter", threads_and_maps_do_not_matter)];

const PROPERTIES: [Property; 6] = [
    ("filter is the identity", filter_is_the_identity),
    ("export twice is once", export_twice_is_once),
    ("lines are turned back", lines_are_turned_back),
    ("pipes do not matter", pipes_do_not_matter),
    ("strip-comments twice is once", strip_comments_twice_is_once),
    ("split then merge keeps the games", split_then_merge_keeps_the_games),
];

/// Runs of small files, whatever their number of threads, are serial: several files are tried as one.
const SIZE_FOR_THREADS: usize = 3 << 20;

/// Returns the inputs behind each other, several times if they are small.
fn large_input(inputs: &[Input]) -> Input {
    let mut bytes = Vec::new();
    for text in inputs.iter().map(|input| &input.bytes).filter(|text| !is_utf16(text)).cycle() {
        if bytes.len() > SIZE_FOR_THREADS {
            break;
        }
        bytes.extend_from_slice(text);
        bytes.extend_from_slice(b"\n\n");
    }
    Input { name: "all of them as one".to_owned(), bytes }
}

/// Checks every property on every input, on two threads. Panics with the properties that do not hold.
#[track_caller]
fn check_all(inputs: &[Input]) {
    let large = large_input(inputs);
    let small = inputs.iter().map(|input| (input, &PROPERTIES[..]));
    let cases: Vec<_> = [(&large, &OF_LARGE[..])].into_iter().chain(small).collect();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(BTreeMap::<&str, Vec<String>>::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((input, properties)) =
                    cases.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let dir = tempfile::tempdir().unwrap();
                    fs::write(dir.path().join("in.pgn"), &input.bytes).unwrap();
                    for (name, property) in *properties {
                        if let Err(why) = property(dir.path(), &input.bytes) {
                            let mut failures = failures.lock().unwrap();
                            failures
                                .entry(*name)
                                .or_default()
                                .push(format!("  {}: {why}\n", input.name));
                        }
                    }
                }
            });
        }
    });
    let mut report = String::new();
    for (name, mut lines) in failures.into_inner().unwrap() {
        lines.sort();
        writeln!(
            report,
            "{name}: {} of {} inputs fail\n{}",
            lines.len(),
            inputs.len(),
            lines.concat()
        )
        .unwrap();
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn own_files() {
    check_all(&own_inputs());
}

#[test]
fn generated_games() {
    check_all(&generated_inputs());
}

#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn corpora() {
    let (inputs, n_out) = corpora_inputs().expect("PGNKIT_CORPORA is not set");
    support::say(&format!(
        "invariants: {} files of corpora ran, {n_out} were left out",
        inputs.len()
    ));
    assert!(!inputs.is_empty(), "PGNKIT_CORPORA has no files");
    check_all(&inputs);
}

/// The rules that clean games may break: the day is unknown, or a name has letters beyond ASCII.
const NO_FAULT: &str =
    "incomplete-date,beyond-latin1,discouraged-char,player-name-form,line-over-79";

/// The games of the corpus are clean: `check` finds nothing in them, and export changes no byte.
#[test]
fn the_corpus_is_clean() {
    let folder = tests_folder("corpus");
    let files = files_below(&folder).unwrap();
    for path in files.iter().filter(|path| path.extension().is_some_and(|ext| ext == "pgn")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let args = ["check", "--severity", "style", "--ignore", NO_FAULT];
        let args = [&args[..], &["--output-format", "concise", name]].concat();
        let found = run(&folder, &args, None).unwrap();
        assert_eq!(String::from_utf8_lossy(&found), "", "{name}");
        differ(name, &run(&folder, &["export", name], None).unwrap(), &fs::read(path).unwrap())
            .unwrap();
    }
}

/// `--max-diagnostics` limits the findings of a file, however many chunks it has.
#[test]
fn findings_of_a_rule_are_limited() {
    let game = format!("1. e4 {{{}}} *\n\n", "Long. ".repeat(100));
    let n_games = 3 * (1 << 20) / game.len();
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("in.pgn"), game.repeat(n_games)).unwrap();
    for threads in ["1", "3"] {
        let args =
            ["check", "--isolated", "--output-format", "concise", "--fail-on", "never", "-j"];
        let out = run(dir.path(), &[&args[..], &[threads, "in.pgn"]].concat(), None).unwrap();
        let out = String::from_utf8(out).unwrap();
        let (shown, last) = out.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(shown.lines().count(), 20, "{threads} threads");
        let more = format!("in.pgn: and {} more of missing-roster-tag ", n_games - 20);
        assert!(last.starts_with(&more), "{last}");
    }
}

/// Generated games without a fault are in export format.
#[test]
fn clean_generated_games_are_exported_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    for style in [Style::Bare, Style::Annotated] {
        let games = Generator::new(77, style).games(300);
        let got = run(dir.path(), &["export", "-"], Some(&games)).unwrap();
        differ(&format!("{style:?}"), &got, &games).unwrap();
    }
}

/// Every file of `tests/broken` shows the fault that its README names.
#[test]
fn broken_files_show_their_fault() {
    let folder = tests_folder("broken");
    let mut n_shown = 0;
    for line in fs::read_to_string(folder.join("README.md")).unwrap().lines() {
        let cells: Vec<&str> = line.split('`').collect();
        let [_, file, _, rule, ..] = cells[..] else { continue };
        if !line.starts_with("| `") {
            continue;
        }
        n_shown += 1;
        let args = [
            "check", "--severity", "style", "--output-format", "json-lines", "--select", rule, file,
        ];
        let found = String::from_utf8(run(&folder, &args, None).unwrap()).unwrap();
        assert!(found.contains(&format!("\"{rule}\"")), "{file} does not show {rule}: {found}");
    }
    assert!(n_shown >= 50, "{n_shown}");
}
