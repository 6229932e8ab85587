//! Runs the cases of `tests/conformance/*.case` on the built program.
//!
//! A case has input bytes and expected bytes or findings; `tests/conformance/README.md` describes the format.
//! `PGNKIT_CASE=T16` runs the files whose names begin with `T16`.

mod case;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use crate::support::{self, json_lines, pgnkit, say};

use case::{Case, Check, read_cases};

/// Cases that are tests of their own below, as their text is generated.
const IN_CODE: [&str; 5] = ["T31", "T64", "T78", "T87", "T92"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

fn case_files() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "case"))
        .collect();
    paths.sort();
    paths
}

/// Runs the program in `dir`. Returns its status, stdout and stderr.
fn run(dir: &Path, args: &[&str], stdin: &[u8]) -> (i32, Vec<u8>, String) {
    let mut program = pgnkit(args);
    program.current_dir(dir);
    let out = support::run(program, stdin);
    (out.status.code().unwrap_or(-1), out.stdout, String::from_utf8_lossy(&out.stderr).into_owned())
}

/// Returns the games of `in.pgn` as JSON objects.
fn games(dir: &Path) -> Vec<serde_json::Value> {
    let (_, out, _) = run(dir, &["export", "--format", "json-lines", "in.pgn"], b"");
    json_lines(&out)
}

fn show(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        writeln!(text, "    |{}", String::from_utf8_lossy(line).escape_debug()).unwrap();
    }
    text
}

impl Case {
    /// Returns the expectations that are not met, none if the case passes.
    fn failures(&self) -> Vec<String> {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in &self.files {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        let mut failures = Vec::new();
        for check in &self.checks {
            match check {
                Check::Output { args, expect, status } => {
                    self.output(dir.path(), args, expect, *status, &mut failures)
                }
                Check::Findings { args, lines, only } => {
                    self.findings(dir.path(), args, lines, *only, &mut failures);
                }
                Check::Spans(expect) => self.spans(dir.path(), expect, &mut failures),
                Check::Games(expect) => {
                    let got = games(dir.path()).len();
                    if got != *expect {
                        failures.push(format!("{got} games, not {expect}"));
                    }
                }
                Check::Tag(name, expect) => {
                    let game = games(dir.path()).into_iter().next().unwrap_or_default();
                    let got = game["tags"][name].as_str();
                    if got != Some(expect) {
                        failures.push(format!("tag {name} is {got:?}, not {expect:?}"));
                    }
                }
            }
        }
        failures
    }

    fn output(
        &self,
        dir: &Path,
        args: &[String],
        expect: &[u8],
        status: i32,
        failures: &mut Vec<String>,
    ) {
        let mut line: Vec<&str> = args.iter().map(String::as_str).collect();
        line.extend(self.files.iter().map(|(name, _)| name.as_str()));
        let (got_status, out, err) = run(dir, &line, b"");
        if got_status != status {
            failures.push(format!("{args:?}: status {got_status}, not {status}: {err}"));
        }
        if out != expect {
            failures.push(format!(
                "{args:?}:\n  expected\n{}  got\n{}  {err}",
                show(expect),
                show(&out)
            ));
        }
        let is_plain = args[0] == "export"
            && !args.iter().any(|arg| arg.contains("format") || arg.contains("width"));
        if is_plain && status == 0 {
            // Written in the character set of the output.
            let charset = args.iter().find(|arg| arg.starts_with("--output-encoding="));
            let line: Vec<_> = ["export", "-"].into_iter().chain(charset.map(|it| &**it)).collect();
            let (_, again, _) = run(dir, &line, expect);
            if again != expect {
                failures.push(format!(
                    "{args:?}: no fixed point:\n{}  became\n{}",
                    show(expect),
                    show(&again)
                ));
            }
        }
    }

    fn findings(
        &self,
        dir: &Path,
        args: &[String],
        lines: &[String],
        only: bool,
        failures: &mut Vec<String>,
    ) {
        let mut line = vec!["check", "--severity", "style", "--max-diagnostics", "none"];
        line.extend(["--output-format", "json-lines"]);
        line.extend(args.iter().map(String::as_str));
        line.push("in.pgn");
        let (status, out, err) = run(dir, &line, b"");
        if status != 0 && status != 1 {
            failures.push(format!("check: status {status}: {err}"));
            return;
        }
        let mut names = BTreeSet::new();
        let mut counts = BTreeMap::<String, usize>::new();
        let mut places = BTreeSet::new();
        for finding in json_lines(&out) {
            let rule = finding["rule"].as_str().unwrap().to_owned();
            let level = finding["severity"].as_str().unwrap();
            places.insert(format!("{rule} {}:{}", finding["line"], finding["column"]));
            places.insert(format!("{rule} {level}"));
            places.insert(format!("{rule} {level} {}:{}", finding["line"], finding["column"]));
            *counts.entry(rule.clone()).or_default() += 1;
            names.insert(rule);
        }
        places.extend(counts.iter().map(|(rule, n)| format!("{rule} x{n}")));
        let all: Vec<&String> = places
            .iter()
            .filter(|place| place.contains(':') && place.matches(' ').count() == 1)
            .collect();
        let mut wanted = BTreeSet::new();
        for line in lines {
            let rule = line.split(' ').next().unwrap();
            if let Some(absent) = rule.strip_prefix('!') {
                if names.contains(absent) {
                    failures.push(format!("check: {absent} is there: {all:?}"));
                }
                continue;
            }
            wanted.insert(rule.to_owned());
            if !names.contains(line) && !places.contains(line) {
                failures.push(format!("check: no {line} in {all:?}"));
            }
        }
        if only {
            for rule in names.difference(&wanted) {
                failures.push(format!("check: {rule} was not asked for: {all:?}"));
            }
        }
    }

    fn spans(&self, dir: &Path, expect: &[Vec<u8>], failures: &mut Vec<String>) {
        let input = &self.files[0].1;
        let mut got = Vec::new();
        for game in games(dir) {
            let field = |name: &str| usize::try_from(game[name].as_u64().unwrap()).unwrap();
            got.push(input[field("offset")..field("offset") + field("length")].to_vec());
        }
        if got != expect {
            let list = |games: &[Vec<u8>]| {
                games
                    .iter()
                    .map(|game| format!("    {}\n", String::from_utf8_lossy(game).escape_debug()))
                    .collect::<String>()
            };
            failures.push(format!("games:\n  expected\n{}  got\n{}", list(expect), list(&got)));
        }
        let (_, out, _) = run(dir, &["filter", "in.pgn"], b"");
        if out != *input {
            failures.push(format!(
                "filter is not the identity:\n{}  became\n{}",
                show(input),
                show(&out)
            ));
        }
    }
}

#[test]
fn cases() {
    let only = std::env::var("PGNKIT_CASE").unwrap_or_default();
    let (mut n_cases, mut report) = (0, String::new());
    for path in case_files() {
        if !path.file_name().unwrap().to_str().unwrap().starts_with(&only) {
            continue;
        }
        for case in read_cases(&path) {
            n_cases += 1;
            let failures = case.failures();
            if !failures.is_empty() {
                writeln!(report, "{}\n  {}", case.name, failures.join("\n  ")).unwrap();
            }
        }
    }
    say(&format!("conformance: {n_cases} cases"));
    assert!(report.is_empty(), "cases failed:\n{report}");
}

#[test]
fn every_number_has_a_case() {
    let names: Vec<String> = case_files()
        .iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    for number in 1..=102 {
        let name = format!("T{number:02}");
        let is_there = IN_CODE.contains(&name.as_str())
            || names.iter().any(|n| n.split('-').next() == Some(&name));
        assert!(is_there, "{name} has no case");
    }
}

/// Returns the name of a rule from a line of `pgnkit rules`.
fn rule_name(line: &str) -> Option<&str> {
    line.split_whitespace().nth(2)
}

/// Exports `input`, checks that a second export changes nothing, and returns the lines of the movetext.
#[track_caller]
fn exported_movetext(input: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let (status, out, err) = run(dir.path(), &["export", "-"], input.as_bytes());
    assert_eq!(status, 0, "{err}");
    let (_, again, _) = run(dir.path(), &["export", "-"], &out);
    assert_eq!(show(&out), show(&again));
    let text = String::from_utf8(out).unwrap();
    let (_, movetext) = text.split_once("\n\n").unwrap();
    movetext.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// T31: a comment of one long word shows the width of a line to the character.
#[test]
fn t31_filling_to_79_columns() {
    let expect: [(usize, &[usize], &str); 4] =
        [(33, &[79], ""), (34, &[78, 1], "*"), (35, &[79, 1], "*"), (36, &[76, 5], "Nf3 *")];
    for (k, lengths, last) in expect {
        let input = format!("1. e4 {{{} {}}} e5 2. Nf3 *\n", "a".repeat(20), "x".repeat(k));
        let lines = exported_movetext(&input);
        let got: Vec<usize> = lines.iter().map(String::len).collect();
        assert_eq!(got, lengths, "k = {k}: {lines:?}");
        assert!(lines.last().unwrap().ends_with(last), "k = {k}: {lines:?}");
    }
}

fn rules_of(input: &str) -> BTreeSet<String> {
    let dir = tempfile::tempdir().unwrap();
    let args = [
        "check", "--severity", "style", "--max-diagnostics", "none", "--output-format",
        "json-lines", "-",
    ];
    let (_, out, _) = run(dir.path(), &args, input.as_bytes());
    json_lines(&out).iter().map(|finding| finding["rule"].as_str().unwrap().to_owned()).collect()
}

/// T64: lines and values of any length are read.
#[test]
fn t64_long_lines_and_values() {
    let mut moves = String::new();
    for number in 0..250 {
        let step = ["Nf3 Nf6", "Ng1 Ng8"][number % 2];
        write!(moves, "{}. {step} ", number + 1).unwrap();
    }
    let input = format!("[Event \"{}\"]\n\n{moves}*\n", "e".repeat(300));
    assert!(moves.len() > 3000);
    let lines = exported_movetext(&input);
    assert_eq!(lines.concat().matches("Nf3").count(), 125);
    let rules = rules_of(&input);
    let listed = String::from_utf8(run(&folder(), &["rules"], b"").1).unwrap();
    for rule in ["line-over-255", "string-over-255"] {
        let is_there = listed.lines().any(|line| rule_name(line) == Some(rule));
        assert_eq!(rules.contains(rule), is_there, "{rule}: {rules:?}");
    }
}

/// T78: a long command breaks after its commas only, and is read back byte for byte.
#[test]
fn t78_a_long_command_breaks_after_commas() {
    let numbers: Vec<String> = (0..120).map(|n| (n * 37 % 211 - 100).to_string()).collect();
    let command = format!("[%evp 0,119,{}]", numbers.join(","));
    assert!(command.len() > 380, "{}", command.len());
    let lines = exported_movetext(&format!("1. e4 {{{command}}} e5 *\n"));
    assert!(lines.len() > 4 && lines.iter().all(|line| line.len() <= 79), "{lines:?}");
    let whole = lines.concat();
    assert!(whole.contains(&command), "{whole}");
    for pair in lines.windows(2) {
        let breaks_in_command =
            !pair[0].contains(']') && pair[0].contains("[%evp") || !pair[0].contains('{');
        assert!(!breaks_in_command || pair[0].ends_with(',') || pair[1] == "*", "{lines:?}");
    }
}

/// T92: nested variations need no recursion.
#[test]
fn t92_variations_nested_ten_thousand_deep() {
    let deep = 10_000;
    let input = format!("1. e4 {}{} e5 *\n", "(1. d4 ".repeat(deep), ")".repeat(deep));
    let whole = exported_movetext(&input).join(" ");
    assert_eq!(whole.matches('(').count(), deep);
    assert_eq!(whole.matches(')').count(), deep);
    assert!(whole.ends_with("1... e5 *"));
    let dir = tempfile::tempdir().unwrap();
    for args in [&["check", "-"][..], &["stats", "-"], &["filter", "-"], &["strip-comments", "-"]] {
        let (status, _, err) = run(dir.path(), args, input.as_bytes());
        let is_sane = (0..=1).contains(&status);
        assert!(is_sane && !err.contains("panicked"), "{args:?}: {status} {err}");
    }
}

/// T87: the legal moves of the initial position by their SAN in ASCII order (OUT-04).
#[test]
fn t87_move_ordinals_of_the_initial_position() {
    use pgn_chess::shakmaty::{Chess, Position, san::SanPlus};
    let position = Chess::default();
    let mut sans: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|&m| SanPlus::from_move(position.clone(), m).to_string())
        .collect();
    sans.sort();
    assert_eq!(sans.len(), 20);
    assert_eq!((&*sans[0], &*sans[1], &*sans[4], &*sans[19]), ("Na3", "Nc3", "a3", "h4"));
}
