//! Checks that the public types and functions of the libraries for other programs are described, with an example.

use std::{collections::BTreeSet, fs, path::Path};

use super::{code, is_test_code, root};

/// The packages that other programs use.
const LIBRARIES: [&str; 2] = ["crates/pgn-syntax/src", "crates/pgn-chess/src"];

/// The list of items without an example, which only gets shorter: a line is a file and a name.
const WITHOUT: &str = "tests/tidy/without_example.txt";

/// A public item at the top level of a file.
struct Item {
    name: String,
    is_described: bool,
    has_example: bool,
}

/// Returns the public types, traits and functions at the top level of a file, without its unit tests. The block of lines
/// before an item, up to an empty line, is its description.
fn items(text: &str) -> Vec<Item> {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines: Vec<&str> = text[..end].lines().collect();
    let of = |(at, line): (usize, &&str)| {
        let name = name_of(line)?.to_owned();
        let before = lines[..at].iter().rev().take_while(|line| !line.is_empty());
        let docs: Vec<&str> = before.filter_map(|line| line.strip_prefix("///")).collect();
        let has_example = docs.iter().any(|line| line.trim_start().starts_with("```"));
        Some(Item { name, is_described: !docs.is_empty(), has_example })
    };
    lines.iter().enumerate().filter_map(of).collect()
}

/// Returns the name of the public item that a line begins at the top level.
fn name_of(line: &str) -> Option<&str> {
    let mut words = line.strip_prefix("pub ")?.split(' ');
    let kind = words.find(|word| !matches!(*word, "const" | "unsafe" | "async"))?;
    let is_kind = matches!(kind, "struct" | "enum" | "union" | "trait" | "fn" | "type");
    let name = words.next().filter(|_| is_kind)?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[test]
fn public_items_have_examples() {
    let list = fs::read_to_string(root().join(WITHOUT)).unwrap();
    let mut without: BTreeSet<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let (mut objections, mut n_items) = (Vec::new(), 0);
    let of_library = |path: &Path| LIBRARIES.iter().any(|library| path.starts_with(library));
    for (path, text) in code().iter().filter(|(path, _)| of_library(path) && !is_test_code(path)) {
        for Item { name, is_described, has_example } in items(text) {
            n_items += 1;
            let entry = format!("{} {name}", path.display());
            if !is_described {
                objections.push(format!("{entry}: no description"));
            }
            match (without.remove(&*entry), has_example) {
                (true, true) => objections.push(format!("{entry} has an example: off the list")),
                (false, false) => objections.push(format!("{entry}: no example")),
                _ => (),
            }
        }
    }
    assert!(n_items > 150, "the items were not found: {n_items}");
    objections.extend(without.iter().map(|entry| format!("{entry} is nowhere: off the list")));
    assert!(objections.is_empty(), "{WITHOUT}:\n{}", objections.join("\n"));
}

#[test]
fn items_are_found_with_their_descriptions() {
    let text = "/// One.\n///\n/// ```\n/// ```\n#[derive(\n    Debug,\n)]\npub struct One<'a> {\n    pub field: &'a u8,\n}\n\n\
                impl One<'_> {\n    pub fn inner() {}\n}\n\npub const fn two() {}\n\n/// Three.\npub enum Three {\n}\n\n\
                pub(crate) fn four() {}\n\npub const FIVE: u8 = 5;\n\n#[cfg(test)]\nmod tests {\npub fn six() {}\n}\n";
    let found: Vec<_> =
        items(text).into_iter().map(|it| (it.name, it.is_described, it.has_example)).collect();
    let expected = [("One", true, true), ("two", false, false), ("Three", true, false)];
    assert_eq!(found, expected.map(|(name, is, has)| (name.to_owned(), is, has)));
}
