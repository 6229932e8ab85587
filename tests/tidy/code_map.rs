//! Checks that the code map of the architecture page names the modules.

use std::fs;

use super::{PACKAGES, root};

#[test]
fn the_code_map_names_every_module() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let map = page.split("\n## ").find(|part| part.starts_with("Code map\n")).unwrap();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let named: Vec<&str> = map.split(|c| !is_part(c)).collect();
    let mut missing = Vec::new();
    for (package, folder) in PACKAGES {
        for entry in fs::read_dir(root().join(folder).join("src")).into_iter().flatten() {
            let path = entry.unwrap().path();
            let module = path.file_stem().unwrap().to_str().unwrap();
            if path.extension().is_some_and(|it| it == "rs")
                && !["lib", "main"].contains(&module)
                && !named.contains(&module)
            {
                missing.push(format!("{package}: {module}"));
            }
        }
    }
    assert!(missing.is_empty(), "not in the code map of docs/architecture.md: {missing:#?}");
}

#[test]
fn the_files_where_a_change_goes_exist() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let rows = page.split("\n## ").find(|part| part.starts_with("Where a change goes\n")).unwrap();
    let folders = ["crates/", "src/", "docs/", "tests/", "integrations/", ".github/"];
    // `COMMAND` and `*` stand for names of several files.
    let is_path = |text: &&str| {
        folders.iter().any(|folder| text.starts_with(folder))
            && !text.contains(|c: char| c.is_uppercase() || c == '*')
    };
    let paths: Vec<&str> = rows.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(paths.len() > 100);
    let missing: Vec<&&str> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "not there: {missing:#?}");
}
