//! Checks that cited codes of `docs/conformance.md`, pages, and links exist.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use super::{files_below, root};

const PAGE: &str = "docs/conformance.md";

/// Folders of games, whose text may look like anything.
const GAMES: [&str; 4] = ["tests/golden", "tests/cmd", "tests/corpus", "tests/broken"];

/// Words in the form of a code that are not codes.
const NO_CODES: [&str; 2] = ["UTF-16", "UTF-32"];

/// A text file of the repository.
struct Document {
    path: PathBuf,
    text: String,
}

impl Document {
    fn has_ending(&self, ending: &str) -> bool {
        self.path.extension().is_some_and(|it| it == ending)
    }

    /// Returns the prose of a file, line by line: the comments of code, and the text of other files outside
    /// of fenced blocks and backticks, as openings have codes like `C16`, too.
    fn prose(&self) -> impl Iterator<Item = (usize, String)> {
        let (is_rust, is_case) = (self.has_ending("rs"), self.has_ending("case"));
        let mut is_fenced = false;
        self.text.lines().enumerate().filter_map(move |(i, line)| {
            let line = if is_rust {
                let line = line.trim_start();
                line.starts_with("//").then_some(line)?
            } else if is_case {
                line.strip_prefix('#')?
            } else {
                is_fenced ^= line.trim_start().starts_with("```");
                (!is_fenced).then_some(line)?
            };
            Some((i + 1, line.split('`').step_by(2).collect::<Vec<_>>().join(" ")))
        })
    }
}

/// Returns the text files of the repository, except games.
fn documents() -> Vec<Document> {
    let mut paths: Vec<PathBuf> =
        ["README.md", "CHANGELOG.md", "build.rs", ".ci/run"].map(PathBuf::from).to_vec();
    for folder in ["src", "tests", "benches", "crates", "docs"] {
        paths.extend(
            files_below(&root().join(folder)).iter().map(|file| Path::new(folder).join(file)),
        );
    }
    let is_text = |path: &Path| {
        let ending = path.extension().unwrap_or_default();
        ["rs", "md", "case", "toml", "sh", "py"].iter().any(|it| ending == *it) || ending.is_empty()
    };
    let is_ours = |path: &Path| {
        !path.iter().any(|part| part == "target" || part == "corpus")
            && !GAMES.iter().any(|folder| path.starts_with(folder))
    };
    let ours = paths.into_iter().filter(|path| is_text(path) && is_ours(path));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(root().join(&path)).ok()?;
        Some(Document { path, text })
    };
    let all: Vec<Document> = ours.filter_map(read).collect();
    assert!(all.len() > 300, "the texts were not found");
    all
}

/// Returns the words of a text: letters, digits and `-`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_')
}

fn are_digits(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true for words like `LEN-05`.
fn is_statement(word: &str) -> bool {
    word.split_once('-').is_some_and(|(prefix, number)| {
        let is_prefix =
            (2..=4).contains(&prefix.len()) && prefix.bytes().all(|byte| byte.is_ascii_uppercase());
        is_prefix && are_digits(number) && !NO_CODES.contains(&word)
    })
}

/// Returns true for words like `C16`.
fn is_decision(word: &str) -> bool {
    word.strip_prefix('C').is_some_and(are_digits)
}

/// Returns the cells of each row of the page that begins with a code.
fn rows(page: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        // `\|` does not end a cell.
        let line = line.replace("\\|", "\0");
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rows = page.lines().filter(|line| line.starts_with("| ")).map(cells);
    rows.filter(|cells| is_statement(&cells[0]) || is_decision(&cells[0])).collect()
}

fn page() -> String {
    fs::read_to_string(root().join(PAGE)).unwrap()
}

#[test]
fn every_code_is_a_row_of_the_page() {
    let mut known = BTreeSet::new();
    for cells in rows(&page()) {
        let code = cells[0].clone();
        assert!(known.insert(code.clone()), "{PAGE}: {code} has two rows");
    }
    assert!(known.len() > 300, "the rows of {PAGE} were not found");
    let mut lost = Vec::new();
    for document in documents() {
        let mut cited: BTreeMap<String, usize> = BTreeMap::new();
        for (i, line) in document.text.lines().enumerate() {
            cited
                .extend(words(line).filter(|it| is_statement(it)).map(|it| (it.to_owned(), i + 1)));
        }
        for (line, text) in document.prose() {
            cited.extend(words(&text).filter(|it| is_decision(it)).map(|it| (it.to_owned(), line)));
        }
        for (code, line) in cited.into_iter().filter(|(code, _)| !known.contains(code)) {
            lost.push(format!("{}:{line}: {code}", document.path.display()));
        }
    }
    assert!(lost.is_empty(), "no row of {PAGE}:\n{}", lost.join("\n"));
}

#[test]
fn tests_that_rows_name_exist() {
    let rules = root().join("crates/pgn-lint/src/rules");
    let cases = root().join("tests/conformance");
    let in_code = fs::read_to_string(root().join("tests/conformance.rs")).unwrap();
    let is_there = |name: &str| {
        rules.join(format!("{}.md", name.replace('-', "_"))).exists()
            || cases.join(format!("{name}.case")).exists()
            || root().join(name).exists()
            || in_code.contains(&format!("\"{name}\""))
    };
    let mut lost = Vec::new();
    for cells in rows(&page()) {
        let shown_by = &cells[cells.len() - 1];
        let names = shown_by.split('`').skip(1).step_by(2).filter(|name| !is_there(name));
        lost.extend(names.map(|name| format!("{}: {name}", cells[0])));
    }
    assert!(lost.is_empty(), "{PAGE} names what is no rule, case or path:\n{}", lost.join("\n"));
}

#[test]
fn every_rule_stands_in_the_rows_that_its_page_cites() {
    let rows = rows(&page());
    let mut lost = Vec::new();
    for document in documents() {
        let is_rule = document.path.starts_with("crates/pgn-lint/src/rules");
        let Some((_, source)) = document.text.split_once("\n## Source\n").filter(|_| is_rule)
        else {
            continue;
        };
        let name = document.text.split_whitespace().nth(1).unwrap();
        if !words(source).any(is_statement) {
            lost.push(format!("none: {name}"));
        }
        for code in words(source).filter(|word| is_statement(word) || is_decision(word)) {
            let row = rows.iter().find(|cells| cells[0] == code);
            let stands =
                row.is_some_and(|cells| cells[cells.len() - 1].contains(&format!("`{name}`")));
            if !stands {
                lost.push(format!("{code}: {name}"));
            }
        }
    }
    assert!(lost.is_empty(), "{PAGE}: rows without a rule that cites them:\n{}", lost.join("\n"));
}

#[test]
fn pages_that_are_cited_are_here() {
    let documents = documents();
    let names: BTreeSet<_> =
        documents.iter().filter_map(|it| it.path.file_name()?.to_str()).collect();
    let mut lost = Vec::new();
    for document in &documents {
        for (i, line) in document.text.lines().enumerate() {
            let is_part = |c: char| c.is_alphanumeric() || "._-<>{}*".contains(c);
            for name in line.split(|c: char| !is_part(c)).map(|name| name.trim_end_matches('.')) {
                // `<name>.md` and similar texts are placeholders.
                let is_page =
                    name.ends_with(".md") && !name.contains(['<', '{', '*']) && name != ".md";
                if is_page && !names.contains(name) {
                    lost.push(format!("{}:{}: {name}", document.path.display(), i + 1));
                }
            }
        }
    }
    assert!(lost.is_empty(), "no page of the repository:\n{}", lost.join("\n"));
}

/// Returns the anchors of the titles of a page in the form of Git servers.
fn anchors(page: &str) -> BTreeSet<String> {
    let titles = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |title: &str| -> String {
        let title = title.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    titles.map(anchor).collect()
}

/// The addresses of files and folders of the repository.
const OWN: [&str; 2] =
    ["https://github.com/pgnkit/pgnkit/blob/main/", "https://github.com/pgnkit/pgnkit/tree/main/"];

#[test]
fn links_lead_somewhere() {
    let mut lost = Vec::new();
    let mut n_links = 0;
    for document in documents().into_iter().filter(|document| document.has_ending("md")) {
        // Text in backticks and fenced blocks has no links.
        for (line, text) in document.prose() {
            for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next())
            {
                let own = OWN.iter().find_map(|address| target.strip_prefix(address));
                if own.is_none() && target.contains("://") || target.is_empty() {
                    continue;
                }
                n_links += 1;
                let text = own.unwrap_or(target);
                let (file, anchor) = text.split_once('#').unwrap_or((text, ""));
                let parent = document.path.parent().unwrap();
                let folder = root().join(if own.is_some() { Path::new("") } else { parent });
                let path =
                    if file.is_empty() { root().join(&document.path) } else { folder.join(file) };
                let is_there = path.exists()
                    && (anchor.is_empty()
                        || anchors(&fs::read_to_string(&path).unwrap()).contains(anchor));
                // The pages of the book are a site, which has nothing else of the repository.
                let depth = parent.components().count();
                let leaves_book = document.path.starts_with("docs")
                    && own.is_none()
                    && (file.matches("../").count() >= depth || path.is_dir());
                if !is_there || leaves_book {
                    lost.push(format!("{}:{line}: {target}", document.path.display()));
                }
            }
        }
    }
    assert!(n_links > 100, "the links were not found");
    assert!(lost.is_empty(), "links that lead nowhere:\n{}", lost.join("\n"));
}
