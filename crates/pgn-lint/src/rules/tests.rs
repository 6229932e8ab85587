//! Tests of every entry of the registry and every example of every page.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::PathBuf};

use pgn_syntax::{
    Game,
    line_index::LineIndex,
    parser::{Parser, Part, ReadOptions},
};

use super::RULES;
use crate::{
    across_checker::AcrossChecker,
    checker::{Checker, Options, Spellings},
    context::Follows,
    fix::Applicability,
    fixer::Fixer,
    neighbors::{GamePlace, TextBefore, is_within_line},
    rule::{Check, Rule, Severity},
    selection::Selection,
    target::Target,
};

const SECTIONS: [&str; 7] =
    ["What", "Why", "Who writes it", "Example", "Near miss", "Fix", "Source"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/rules")
}

fn file_name(rule: &Rule) -> String {
    rule.name.replace('-', "_")
}

#[test]
fn codes_and_names_are_unique_and_well_formed() {
    let codes: BTreeSet<&str> = RULES.iter().map(|rule| rule.code).collect();
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!((codes.len(), names.len()), (RULES.len(), RULES.len()));
    for rule in RULES {
        let (family, number) = rule.code.split_at(1);
        assert!("FPTMALG".contains(family), "{}", rule.code);
        assert!(number.len() == 3 && number.parse::<u16>().is_ok(), "{}", rule.code);
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(rule.name.bytes().all(is_plain), "{}", rule.name);
        assert!(!rule.checks.is_empty(), "{} listens to nothing", rule.name);
        assert!(rule.otherwise.is_none_or(|level| level != rule.severity), "{}", rule.name);
    }
    let place = |rule: &Rule| ("FPTMALG".find(&rule.code[..1]), rule.code);
    assert!(RULES.is_sorted_by(|a, b| place(a) < place(b)), "the table is in the order of codes");
}

#[test]
fn every_file_is_registered() {
    let mut wanted: BTreeSet<String> = ["tests.rs".into()].into();
    for rule in RULES {
        wanted.insert(format!("{}.rs", file_name(rule)));
        wanted.insert(format!("{}.md", file_name(rule)));
    }
    let found: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(found, wanted);
}

#[test]
fn pages_have_all_sections() {
    for rule in RULES {
        let title = format!("# {} ({})\n", rule.name, rule.code);
        assert!(rule.page.starts_with(&title), "{} opens otherwise", rule.name);
        let sections: Vec<&str> =
            rule.page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(sections, SECTIONS, "{}", rule.name);
        assert!(rule.summary().ends_with('.'), "{}: {}", rule.name, rule.summary());
        let levels: Vec<&str> =
            rule.page.lines().filter_map(|line| line.strip_prefix("Level: ")).collect();
        let [levels] = levels[..] else { panic!("{}: {levels:?}", rule.name) };
        let wanted = match rule.otherwise {
            None => format!("{}.", rule.severity),
            Some(other) => format!("{}; {other} ", rule.severity),
        };
        assert!(levels.starts_with(&wanted) && levels.ends_with('.'), "{}: {levels}", rule.name);
        assert_eq!(levels.contains(';'), rule.otherwise.is_some(), "{}: {levels}", rule.name);
    }
}

/// A fenced block of a page.
struct Block<'a> {
    info: &'a str,
    text: &'a str,
    section: &'a str,
    /// The span of its text in the page.
    range: std::ops::Range<usize>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let (mut found, mut section, mut at) = (Vec::new(), "", 0);
    let mut lines = page.split_inclusive('\n');
    while let Some(line) = lines.next() {
        at += line.len();
        if let Some(title) = line.strip_prefix("## ") {
            section = title.trim_end();
        } else if let Some(info) = line.strip_prefix("```") {
            let start = at;
            let mut end = at;
            for line in lines.by_ref() {
                at += line.len();
                if line.starts_with("```") {
                    break;
                }
                end = at;
            }
            found.push(Block {
                info: info.trim_end(),
                text: &page[start..end],
                section,
                range: start..end,
            });
        }
    }
    found
}

/// Decodes `\r`, `\t`, `\xHH` and `\u{…}`; a backslash at the end removes the line end.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.strip_suffix("\\\n").unwrap_or(text);
    while let Some(c) = rest.chars().next() {
        let (len, undone) = match rest.as_bytes() {
            [b'\\', b'r', ..] => (2, b"\r".to_vec()),
            [b'\\', b't', ..] => (2, b"\t".to_vec()),
            [b'\\', b'x', ..] => (4, vec![u8::from_str_radix(&rest[2..4], 16).unwrap()]),
            [b'\\', b'u', b'{', ..] => {
                let end = rest.find('}').unwrap();
                let c = char::from_u32(u32::from_str_radix(&rest[3..end], 16).unwrap()).unwrap();
                (end + 1, c.to_string().into_bytes())
            }
            _ => (c.len_utf8(), c.to_string().into_bytes()),
        };
        bytes.extend(undone);
        rest = &rest[len..];
    }
    bytes
}

/// Whether the games of an example are parsed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    All,
    /// They are too large.
    Nothing,
}

/// Returns all findings of a text as `line:column rule message`, sorted by place.
fn findings(
    src: &[u8],
    checker: &mut Checker,
    read: Read,
    shown: impl Fn(&Rule, Severity) -> bool,
) -> String {
    let index = LineIndex::new(src);
    let mut parser = Parser::new(ReadOptions::default());
    let part = Part::whole(src);
    let mut game = Game::default();
    let mut found = Vec::new();
    parser.start(&part);
    checker.start_chunk(src, Follows::Nothing);
    let mut notes = Vec::new();
    while parser.next_game(&part, &mut game) {
        for note in checker.notes(src, &game) {
            let (line, column) = index.locate(note.span.start as usize);
            let place = format!("{} {column}", line + 1).into_bytes();
            notes.push((note.sort_key(0), note.payload(&place)));
        }
        let diagnostics = match read {
            Read::All => checker.check(src, &game).to_vec(),
            Read::Nothing => checker.oversized(game.span),
        };
        for it in diagnostics {
            if shown(it.rule, it.severity) {
                let (line, column) = index.locate(it.span.start as usize);
                found.push((line + 1, column, it.rule.name, it.message.to_string()));
            }
            assert!(it.span.end as usize <= src.len());
        }
    }
    let facts = checker.finish_chunk(src);
    for it in checker.check_file(&facts) {
        if shown(it.diagnostic.rule, it.severity()) {
            let line = usize::try_from(it.mark.line).unwrap() + 1;
            let column = usize::try_from(it.mark.column).unwrap();
            found.push((line, column, it.diagnostic.rule.name, it.diagnostic.message.to_string()));
        }
    }
    notes.sort_by(|a, b| a.0.cmp(&b.0));
    let (mut judging, mut verdicts) = (AcrossChecker::default(), Vec::new());
    let numbers = |place: &[u8]| -> Vec<usize> {
        let place = String::from_utf8(place.to_vec()).unwrap();
        place.split(' ').map(|number| number.parse().unwrap()).collect()
    };
    for (key, payload) in &notes {
        judging.push(key, payload, &mut verdicts);
    }
    judging.finish(&mut verdicts);
    for verdict in verdicts {
        if shown(verdict.rule, verdict.rule.severity) {
            let (place, other) = (numbers(&verdict.place), numbers(&verdict.other));
            let message = format!("{}; see {}:{}", verdict.message, other[0], other[1]);
            found.push((place[0], place[1], verdict.rule.name, message));
        }
    }
    found.sort();
    let mut text = String::new();
    for (line, column, rule, message) in found {
        writeln!(text, "{line}:{column} {rule} {message}").unwrap();
    }
    text
}

/// Each example has the findings of its `text` block, each near miss none of the rule. All rules
/// run, and warnings and errors of other rules are listed too, so that a fault is reported by one
/// rule only.
#[test]
fn examples_of_pages_hold() {
    let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
    let selection = Selection::new(&["ALL"], &[], &[]).unwrap();
    let options = Options { min_severity: Severity::Style, ..Options::default() };
    let of_file = Options { spellings: Spellings::OfFile, ..options.clone() };
    let mut checker = Checker::new(&selection, of_file);
    let mut failures = String::new();
    for rule in RULES {
        let blocks = blocks(rule.page);
        let mut page = rule.page.to_owned();
        let mut shift = 0_isize;
        for (i, block) in blocks.iter().enumerate() {
            let src = match block.info {
                // `too-large`: the game is not parsed.
                "pgn" | "pgn too-large" => block.text.as_bytes().to_vec(),
                "pgn escapes" => unescape(block.text),
                "text" => continue,
                info if info.starts_with("pgn target=") => block.text.as_bytes().to_vec(),
                other => panic!("{}: a block of `{other}`", rule.name),
            };
            let read = if block.info == "pgn too-large" { Read::Nothing } else { Read::All };
            // A word that names the target, as after `--target`.
            let target =
                block.info.strip_prefix("pgn target=").map(|name| Target::find(name).unwrap());
            let mut for_target =
                target.map(|_| Checker::new(&selection, Options { target, ..options.clone() }));
            let checker = for_target.as_mut().unwrap_or(&mut checker);
            let got = findings(&src, checker, read, |other, severity| {
                let is_ours = !["missing-roster-tag", "reduced-needs-fen"].contains(&other.name);
                other == *rule || severity >= Severity::Warning && is_ours
            });
            if block.section != "Example" {
                if got.lines().any(|line| line.split(' ').nth(1) == Some(rule.name)) {
                    write!(failures, "{}: near miss {:?} gives\n{got}", rule.name, block.text)
                        .unwrap();
                }
                continue;
            }
            let expected = blocks.get(i + 1).filter(|next| next.info == "text").unwrap();
            if !got.lines().any(|line| line.split(' ').nth(1) == Some(rule.name)) {
                writeln!(failures, "{}: {:?} is not found, only\n{got}", rule.name, block.text)
                    .unwrap();
            } else if expected.text != got && !overwrite {
                writeln!(failures, "{}: wanted\n{}got\n{got}", rule.name, expected.text).unwrap();
            }
            if expected.text != got && overwrite {
                let start = expected.range.start.checked_add_signed(shift).unwrap();
                let end = expected.range.end.checked_add_signed(shift).unwrap();
                page.replace_range(start..end, &got);
                shift += got.len() as isize - expected.text.len() as isize;
            }
        }
        assert!(blocks.iter().any(|block| block.section == "Example"), "{}", rule.name);
        assert!(blocks.iter().any(|block| block.section == "Near miss"), "{}", rule.name);
        if page != rule.page {
            fs::write(folder().join(format!("{}.md", file_name(rule))), page).unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Returns the text after all fixes of this applicability, and the fixes that its games still have.
fn fixed(
    src: &[u8],
    applicability: Applicability,
) -> (Vec<u8>, Vec<(&'static Rule, Applicability)>) {
    let (rules, options) = (Selection::new(&["ALL"], &[], &[]).unwrap(), Options::default());
    let options = Options { min_severity: Severity::Style, ..options };
    let mut checker = Checker::new(&rules, options.clone());
    let mut fixer = Fixer::new(&rules, applicability, ReadOptions::default(), options);
    let mut parser = Parser::new(ReadOptions::default());
    let part = Part::whole(src);
    let (mut game, mut text, mut left) = (Game::default(), Vec::new(), Vec::new());
    parser.start(&part);
    checker.start_chunk(src, Follows::Nothing);
    fixer.start_chunk(src, Follows::Nothing);
    let (mut rest, mut before) = (0, TextBefore::default());
    while parser.next_game(&part, &mut game) {
        for found in checker.check(src, &game) {
            left.extend(found.fix.as_ref().map(|fix| (found.rule, fix.applicability)));
        }
        let is_last = game.span.end as usize == src.len();
        let placement = GamePlace {
            is_first: game.span.start == 0,
            is_last,
            is_within_line: is_within_line(src, game.span.start),
            before,
        };
        match fixer.fix(src, &game, placement, None) {
            Some(fixed) => {
                text.extend(fixed.text);
                before = fixed.before_next;
            }
            None => {
                text.extend_from_slice(game.span.of(src));
                before.pass(&game);
            }
        }
        rest = game.span.end as usize;
    }
    text.extend_from_slice(&src[rest..]);
    (text, left)
}

/// The examples have the fixes that their page promises, and no fix is left after fixing.
#[test]
fn fixes_of_pages_hold() {
    for rule in RULES {
        let section = rule.page.split_once("## Fix\n").map_or("", |(_, rest)| rest);
        let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
        let promised = [("Safe fix:", Applicability::Safe), ("Unsafe fix:", Applicability::Unsafe)]
            .map(|(words, kind)| section.contains(words).then_some(kind));
        assert_eq!(rule.has_fix, promised != [None, None], "{}", rule.name);
        let mut seen = [None, None];
        for block in blocks(rule.page).iter().filter(|block| block.info != "text") {
            let src = match block.info {
                "pgn" => block.text.as_bytes().to_vec(),
                _ => unescape(block.text),
            };
            let (once, offered) = fixed(&src, Applicability::Safe);
            for (_, kind) in offered.iter().filter(|(offering, _)| offering == rule) {
                seen[usize::from(*kind == Applicability::Unsafe)] = Some(*kind);
            }
            let (twice, left) = fixed(&once, Applicability::Safe);
            assert_eq!(once, twice, "{}: fixing twice is more than once", rule.name);
            let is_safe = |(_, kind): &&(&Rule, Applicability)| *kind == Applicability::Safe;
            let text = String::from_utf8_lossy(&once);
            // An unterminated comment or string prevents the other fixes of its game.
            let is_open = ["unterminated-comment", "unterminated-string"];
            if !left.iter().any(|(rule, _)| is_open.contains(&rule.name)) {
                let left: Vec<_> = left.iter().filter(is_safe).map(|(rule, _)| rule.name).collect();
                assert!(left.is_empty(), "{}: {left:?} are left in\n{text}", rule.name);
            }
            let (once, _) = fixed(&src, Applicability::Unsafe);
            assert_eq!(fixed(&once, Applicability::Unsafe).0, once, "{}: unsafe, twice", rule.name);
        }
        let is_file = rule.checks.iter().all(|check| matches!(check, Check::File(_)));
        assert!(is_file || seen == promised, "{}: promised {promised:?}, seen {seen:?}", rule.name);
    }
}

/// Each finding has a help line: the next step of its page, if the rule itself gives none.
#[test]
fn every_rule_has_a_next_step() {
    for rule in RULES {
        let step = rule.next_step();
        let is_empty = ["No fix", "no fix", "Safe fix", "safe fix", "Unsafe", "unsafe", "none"]
            .iter()
            .any(|start| step.starts_with(start));
        assert!(step.len() >= 9 && !is_empty && !step.ends_with('.'), "{}: {step:?}", rule.name);
    }
}

/// `docs/rules.md` has a table of all rules, and `docs/rules/` their pages.
#[test]
fn docs_are_current() {
    let mut list = String::from(
        "# Rules\n\n<!-- Made from the pages in crates/pgn-lint/src/rules: change those, then run \
         SNAPSHOTS=overwrite cargo test -p pgn-lint. -->\n\n\
         Each rule of `check` has a page; `pgnkit rules NAME` shows it in a terminal.\n\n\
         Levels: error > warning > info > style. If two levels are given, the second holds in some cases; the page of the rule says which.\n",
    );
    // The published package has no docs.
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    if !docs.exists() {
        return;
    }
    let (mut pages, mut letter) = (Vec::new(), "");
    for rule in RULES {
        let (of_rule, words) = LETTERS.iter().find(|(it, _)| rule.code.starts_with(it)).unwrap();
        if letter != *of_rule {
            letter = of_rule;
            write!(list, "\n## {letter}: {words}\n\n").unwrap();
            list.push_str("| code | rule | level | what |\n| --- | --- | --- | --- |\n");
        }
        let other = rule.otherwise.map_or(String::new(), |level| format!(", {level}"));
        let summary = rule.summary().replace('|', "\\|");
        let (code, name) = (rule.code, rule.name);
        let level = rule.severity;
        writeln!(list, "| {code} | [{name}](rules/{name}.md) | {level}{other} | {summary} |")
            .unwrap();
        // The page is read from the file, which may just have been written.
        let page = fs::read_to_string(folder().join(format!("{}.md", file_name(rule)))).unwrap();
        let section = rule.section_on_ignoring();
        assert_eq!(section.contains("% pgnkit: ignore"), rule.is_of_games(), "{}", rule.name);
        let end = format!("\n{section}\n[All rules](../rules.md)\n");
        pages.push((docs.join(format!("rules/{name}.md")), page + &end));
    }
    pages.push((docs.join("rules.md"), list));
    let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
    for (path, text) in &pages {
        if fs::read_to_string(path).is_ok_and(|old| old == *text) {
            continue;
        }
        let shown = path.display();
        assert!(overwrite, "{shown} is stale: SNAPSHOTS=overwrite cargo test -p pgn-lint");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    for entry in fs::read_dir(docs.join("rules")).unwrap() {
        let path = entry.unwrap().path();
        assert!(pages.iter().any(|(page, _)| *page == path), "{}: no such rule", path.display());
    }
}

/// What the letter of a code stands for.
const LETTERS: [(&str, &str); 7] = [
    ("F", "file and bytes"),
    ("P", "parsing"),
    ("T", "tags"),
    ("M", "moves"),
    ("A", "annotation"),
    ("L", "layout"),
    ("G", "across games"),
];
