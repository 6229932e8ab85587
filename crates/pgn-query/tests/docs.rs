//! The page of the language names every field and predicate.

use pgn_query::{FIELDS, calls::CALLS};

#[test]
fn the_page_names_everything() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/expressions.md");
    let page = std::fs::read_to_string(path).unwrap();
    for field in FIELDS {
        assert!(page.contains(&format!("`{}`", field.name)), "{} is not there", field.name);
    }
    for call in CALLS {
        assert!(page.contains(&format!("`{}(", call.name())), "{} is not there", call.name());
    }
}

#[test]
fn every_spelling_of_pgn_extract_has_its_row() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/from-pgn-extract.md");
    let page = std::fs::read_to_string(path).unwrap();
    let mut spellings: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(|option| {
            let name = option.split(' ').next().unwrap();
            if name.starts_with("--") { name } else { &name[..2] }
        })
        .collect();
    spellings.sort_unstable();
    spellings.dedup();
    assert_eq!(spellings.len(), 128);
}
