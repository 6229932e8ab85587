//! Runs the examples and near misses of every rule's page through the program, so that the pages describe the
//! program's output. The tests of `pgn-lint` check the pages themselves.

use std::{collections::BTreeSet, fs};

use crate::support::{files_below, pgnkit, root, run};

/// A fenced block of a page, and its section.
struct Block {
    info: String,
    text: String,
    section: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut found, mut section) = (Vec::new(), String::new());
    let mut lines = page.split_inclusive('\n');
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.trim_end().to_owned();
        } else if let Some(info) = line.strip_prefix("```") {
            let text = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            found.push(Block { info: info.trim_end().to_owned(), text, section: section.clone() });
        }
    }
    found
}

/// Replaces `\r`, `\t`, `\xHH` and `\u{…}` by their characters. A backslash at the end of a line removes the
/// line end.
fn unescape(text: &str) -> Vec<u8> {
    let text = text.strip_suffix("\\\n").unwrap_or(text);
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        let number = |digits: &str| u32::from_str_radix(digits, 16).unwrap();
        let len = match rest.as_bytes() {
            [b'r', ..] => {
                bytes.push(b'\r');
                1
            }
            [b't', ..] => {
                bytes.push(b'\t');
                1
            }
            [b'x', ..] => {
                bytes.push(u8::try_from(number(&rest[1..3])).unwrap());
                3
            }
            [b'u', b'{', ..] => {
                let end = rest.find('}').unwrap();
                let c = char::from_u32(number(&rest[2..end])).unwrap();
                bytes.extend_from_slice(c.to_string().as_bytes());
                end + 1
            }
            _ => {
                bytes.push(b'\\');
                0
            }
        };
        rest = &rest[len..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// Returns the findings of a rule as `line:column message`. Rules across games add the position of the other
/// game.
fn findings(block: &Block, rule: &str) -> BTreeSet<String> {
    let mut args = vec!["check", "--isolated", "--select", "ALL", "--severity", "style"];
    args.extend(["--fail-on", "never", "--output-format", "json-lines", "-q"]);
    let mut src = block.text.clone().into_bytes();
    match block.info.as_str() {
        "pgn" => (),
        "pgn escapes" => src = unescape(&block.text),
        "pgn too-large" => args.extend(["--max-game-size", "4"]),
        info => args.extend(["--target", info.strip_prefix("pgn target=").unwrap()]),
    }
    args.push("-");
    let output = run(pgnkit(args), &src);
    assert!(output.status.success(), "{rule}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|found| found["rule"] == rule)
        .map(|found| {
            let message = found["message"].as_str().unwrap();
            let see = match &found["other"] {
                serde_json::Value::Null => String::new(),
                other => format!("; see {}:{}", other["line"], other["column"]),
            };
            format!("{}:{} {message}{see}", found["line"], found["column"])
        })
        .collect()
}

#[test]
fn examples_of_pages_are_findings_of_the_program() {
    let (mut n_rules, mut failures) = (0, String::new());
    let folder = root().join("crates/pgn-lint/src/rules");
    for path in files_below(&folder) {
        if path.extension().is_none_or(|it| it != "md") {
            continue;
        }
        n_rules += 1;
        let page = fs::read_to_string(folder.join(&path)).unwrap();
        let title = page.lines().next().unwrap().trim_start_matches("# ");
        let (rule, _) = title.split_once(" (").unwrap();
        let blocks = blocks(&page);
        let examples = blocks.iter().enumerate().filter(|(_, block)| block.info != "text");
        for (n, block) in examples.filter(|(_, block)| block.section != "Fix") {
            let wanted: BTreeSet<String> = match block.section.as_str() {
                "Example" => blocks[n + 1]
                    .text
                    .lines()
                    .filter_map(|line| {
                        let mut words = line.splitn(3, ' ');
                        let (place, name) = (words.next()?, words.next()?);
                        let message = words.next().unwrap_or_default();
                        (name == rule).then(|| format!("{place} {message}"))
                    })
                    .collect(),
                _ => BTreeSet::new(),
            };
            let got = findings(block, rule);
            if got != wanted || (block.section == "Example" && got.is_empty()) {
                failures.push_str(&format!(
                    "{rule}, {}: {:?}\n  wanted {wanted:?}\n  got    {got:?}\n",
                    block.section, block.text
                ));
            }
        }
    }
    assert!(n_rules > 170, "only {n_rules} pages");
    assert!(failures.is_empty(), "{failures}");
}
