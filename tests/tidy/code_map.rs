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
