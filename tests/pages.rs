//! Runs the examples and near misses of every rule's page through the program, so that the pages describe the
//! program's output. The tests of `pgn-lint` check the pages themselves.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use crate::support::{files_below, output_in, root};

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

/// A block that the program checks.
struct Example {
    /// The name of its file.
    file: String,
    rule: String,
    block: Block,
    /// Its findings of the rule as `line:column message`.
    wanted: BTreeSet<String>,
}

/// Returns the examples and near misses of a page.
fn examples(page: &str) -> Vec<Example> {
    let title = page.lines().next().unwrap().trim_start_matches("# ");
    let (rule, _) = title.split_once(" (").unwrap();
    let mut examples = Vec::new();
    let mut blocks = blocks(page).into_iter().peekable();
    while let Some(block) = blocks.next() {
        if block.info == "text" || block.section == "Fix" {
            continue;
        }
        let mut wanted = BTreeSet::new();
        if block.section == "Example" {
            for line in blocks.peek().unwrap().text.lines() {
                let mut words = line.splitn(3, ' ');
                let (place, name) = (words.next().unwrap(), words.next());
                if name == Some(rule) {
                    wanted.insert(format!("{place} {}", words.next().unwrap_or_default()));
                }
            }
            assert!(!wanted.is_empty(), "{rule}: an example without findings");
        }
        let file = format!("{rule}-{}.pgn", examples.len());
        examples.push(Example { file, rule: rule.to_owned(), block, wanted });
    }
    examples
}

/// Runs `check` on the examples of a run, and returns the findings of each file's rule. Rules across games add the
/// position of the other game.
fn findings(examples: &[Example], args: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let dir = tempfile::tempdir().unwrap();
    let mut all = vec!["check", "--isolated", "--select", "ALL", "--severity", "style"];
    all.extend(["--fail-on", "never", "--output-format", "json-lines", "-q"]);
    all.extend(["--max-diagnostics", "none"]);
    all.extend(args);
    for Example { file, block, .. } in examples {
        let text = match block.info.as_str() {
            "pgn escapes" => unescape(&block.text),
            _ => block.text.clone().into_bytes(),
        };
        fs::write(dir.path().join(file), text).unwrap();
        all.push(file);
    }
    let output = output_in(dir.path(), &all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found = BTreeMap::<_, BTreeSet<_>>::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let it: serde_json::Value = serde_json::from_str(line).unwrap();
        let file = it["path"].as_str().unwrap();
        let example = examples.iter().find(|it| it.file == file).unwrap();
        if it["rule"] == example.rule {
            let message = it["message"].as_str().unwrap();
            let see = match &it["other"] {
                serde_json::Value::Null => String::new(),
                other => format!("; see {}:{}", other["line"], other["column"]),
            };
            let place = format!("{}:{} {message}{see}", it["line"], it["column"]);
            found.entry(file.to_owned()).or_default().insert(place);
        }
    }
    found
}

/// The rules across games, which compare the games of all files of a run.
const ACROSS: &str = "(G";

#[test]
fn examples_of_pages_are_findings_of_the_program() {
    let folder = root().join("crates/pgn-lint/src/rules");
    let pages =
        files_below(&folder).into_iter().filter(|it| it.extension().is_some_and(|it| it == "md"));
    let (mut n_rules, mut runs) = (0, BTreeMap::<_, Vec<Example>>::new());
    for path in pages {
        n_rules += 1;
        let page = fs::read_to_string(folder.join(&path)).unwrap();
        let is_across = page.lines().next().unwrap().contains(ACROSS);
        for example in examples(&page) {
            let args = match example.block.info.as_str() {
                "pgn" | "pgn escapes" => Vec::new(),
                "pgn too-large" => vec!["--max-game-size".to_owned(), "4".to_owned()],
                info => vec![
                    "--target".to_owned(),
                    info.strip_prefix("pgn target=").unwrap().to_owned(),
                ],
            };
            // Examples of games in one run.
            let group = if is_across { example.file.clone() } else { String::new() };
            runs.entry((args, group)).or_default().push(example);
        }
    }
    let mut failures = String::new();
    for ((args, _), examples) in &runs {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut found = findings(examples, &args);
        for Example { file, rule, block, wanted } in examples {
            let got = found.remove(file).unwrap_or_default();
            if got != *wanted {
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
