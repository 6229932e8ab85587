//! The format of the cases: sections of text, converted to checks.

use std::{fmt::Write as _, fs, path::Path};

/// A case: input files and expectations.
#[derive(Default)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// The names and bytes of the files. The first is `in.pgn`.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    pub(crate) checks: Vec<Check>,
}

pub(crate) enum Check {
    /// A run with these arguments and the files gives these bytes and this status.
    Output { args: Vec<String>, expect: Vec<u8>, status: i32 },
    /// The findings of `check` at every level.
    Findings { args: Vec<String>, lines: Vec<String>, only: bool },
    /// The bytes of each game, in order.
    Spans(Vec<Vec<u8>>),
    /// The number of games.
    Games(usize),
    /// The value of a tag of the first game in json-lines.
    Tag(String, String),
}

/// Replaces `\n \r \t \v \0 \\ \xNN` by the characters they stand for.
fn unescape(text: &str, place: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        out.push(match rest.next() {
            Some('n') => b'\n',
            Some('r') => b'\r',
            Some('t') => b'\t',
            Some('v') => 0x0B,
            Some('0') => 0,
            Some('\\') => b'\\',
            Some('x') => {
                let digits: String = rest.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).unwrap_or_else(|_| panic!("{place}: \\x{digits}"))
            }
            other => panic!("{place}: unknown escape {other:?}"),
        });
    }
    out
}

/// Returns the seven lines that export writes for a game without tags.
fn default_roster(result: &str) -> String {
    let mut roster = String::new();
    for name in ["Event", "Site"] {
        writeln!(roster, "[{name} \"?\"]").unwrap();
    }
    writeln!(roster, "[Date \"????.??.??\"]").unwrap();
    for name in ["Round", "White", "Black"] {
        writeln!(roster, "[{name} \"?\"]").unwrap();
    }
    writeln!(roster, "[Result \"{result}\"]").unwrap();
    roster
}

/// Returns the cases of a file.
pub(crate) fn read_cases(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap();
    let stem = path.file_stem().unwrap().to_str().unwrap();
    let mut cases = Vec::new();
    let mut case = Case { name: stem.to_owned(), ..Case::default() };
    let mut fen = None;
    let mut section: Option<(String, Vec<String>)> = None;
    for line in text.lines().map(str::to_owned).chain(["=== ".to_owned()]) {
        let starts = line.starts_with("--- ") || line.starts_with("=== ") || line == "===";
        if !starts {
            match &mut section {
                Some((_, lines)) => lines.push(line),
                None if line.is_empty() || line.starts_with('#') => (),
                None => panic!("{}: stray line {line}", case.name),
            }
            continue;
        }
        if let Some((head, lines)) = section.take() {
            add_section(&mut case, &mut fen, &head, &lines);
        }
        if let Some(head) = line.strip_prefix("--- ") {
            section = Some((head.to_owned(), Vec::new()));
            continue;
        }
        let next = Case { name: format!("{stem} {}", line[3..].trim()), ..Case::default() };
        let done = std::mem::replace(&mut case, next);
        fen = None;
        if !done.files.is_empty() {
            assert!(!done.checks.is_empty(), "{}: nothing is checked", done.name);
            cases.push(done);
        }
    }
    assert!(!cases.is_empty(), "{stem}: no case");
    cases
}

fn add_section(case: &mut Case, fen: &mut Option<String>, head: &str, lines: &[String]) {
    let place = format!("{}: {head}", case.name);
    let mut words: Vec<String> = head.split_whitespace().map(str::to_owned).collect();
    let is_escaped = words[0] == "escaped";
    if is_escaped {
        words.remove(0);
    }
    let status = match words.iter().position(|word| word == "=>") {
        Some(at) => words.split_off(at)[1].parse().unwrap(),
        None => 0,
    };
    let bytes = || -> Vec<u8> {
        if is_escaped {
            unescape(&lines.concat(), &place)
        } else {
            lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
        }
    };
    match words[0].as_str() {
        "fen" => *fen = Some(lines[0].clone()),
        "in" => {
            let mut input = Vec::new();
            if let Some(fen) = fen {
                input.extend_from_slice(format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n").as_bytes());
            }
            input.extend(bytes());
            case.files.push(("in.pgn".to_owned(), input));
        }
        "file" => case.files.push((words[1].clone(), bytes())),
        "movetext" => {
            let movetext = String::from_utf8(bytes()).unwrap();
            let movetext = movetext.trim_end_matches('\n');
            let result = movetext.split_whitespace().last().unwrap();
            let mut expect = default_roster(result);
            if let Some(fen) = fen {
                write!(expect, "[FEN \"{fen}\"]\n[SetUp \"1\"]\n").unwrap();
            }
            write!(expect, "\n{movetext}\n\n").unwrap();
            words[0] = "export".to_owned();
            case.checks.push(Check::Output { args: words, expect: expect.into_bytes(), status });
        }
        "findings" => {
            let only = words.get(1).is_some_and(|word| word == "only");
            let args = words[1 + usize::from(only)..].to_vec();
            let lines = lines.iter().filter(|line| !line.is_empty()).cloned().collect();
            case.checks.push(Check::Findings { args, lines, only });
        }
        "spans" => {
            let games = lines.iter().filter(|line| !line.is_empty());
            case.checks.push(Check::Spans(games.map(|line| unescape(line, &place)).collect()));
        }
        "tag" => case.checks.push(Check::Tag(words[1].clone(), lines[0].clone())),
        "games" => case.checks.push(Check::Games(lines[0].trim().parse().unwrap())),
        "export" | "strip-comments" | "filter" | "merge" | "check" | "stats" => {
            case.checks.push(Check::Output { args: words, expect: bytes(), status });
        }
        other => panic!("{place}: unknown section {other}"),
    }
}
