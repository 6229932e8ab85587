//! Checks the architecture page: that its code map names the modules, and that the files where a change goes exist.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use super::{PACKAGES, root};

/// Returns the section of the architecture page with this title.
fn section(title: &str) -> String {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let mut sections = page.split("\n## ");
    sections.find_map(|part| part.strip_prefix(&format!("{title}\n"))).unwrap().to_owned()
}

/// Yields the texts in backquotes, each with the text before it that is in none.
fn quoted(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = text.split('`');
    std::iter::from_fn(move || Some((parts.next()?, parts.next()?)))
}

/// Returns the parts of the code map: the name of a package, and what is said of it.
fn code_map() -> Vec<(String, String)> {
    let map = section("Code map").replace("**The program** (`src/`)", "**`pgnkit`**");
    let package = |part: &str| {
        let (name, text) = part.split_once("`**")?;
        Some((name.replace("crates/", ""), text.to_owned()))
    };
    map.split("**`").filter_map(package).collect()
}

/// Returns the paths of the files and folders in a folder of sources, without `.rs`.
fn modules(folder: &Path, into: &mut Vec<String>) {
    let in_sources = |path: &Path| {
        let text = path.to_string_lossy().replace('\\', "/");
        let start = text.rfind("/src/").map_or(0, |at| at + "/src/".len());
        text[start..].trim_end_matches(".rs").to_owned()
    };
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        into.push(in_sources(&path));
        modules(&path, into);
    }
}

#[test]
fn the_code_map_has_the_modules_of_each_package_and_no_others() {
    let mut wrong = Vec::new();
    let map = code_map();
    for (package, folder) in PACKAGES {
        let sources = root().join(folder).join("src");
        let is_of_package = |name: &str| *name == *package || folder.ends_with(name);
        let Some((_, text)) = map.iter().find(|(name, _)| is_of_package(name)) else {
            wrong.push(format!("{package} is missing"));
            continue;
        };
        let is_module = |text: &&str| {
            text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_/.".contains(c))
        };
        let words = quoted(text).map(|(_, word)| word).filter(is_module);
        let named: HashSet<&str> =
            words.map(|word| word.trim_end_matches('/').trim_end_matches(".rs")).collect();
        let mut there = Vec::new();
        modules(&sources, &mut there);
        for module in there.iter().filter(|module| !module.contains('/')) {
            if !["lib", "main"].contains(&&module[..]) && !named.contains(&module[..]) {
                wrong.push(format!("{package}: {module} is not in the code map"));
            }
        }
        let ends = |path: &String, name: &str| {
            path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        for name in named.iter().filter(|name| !root().join(format!("{name}.rs")).exists()) {
            if !there.iter().any(|path| ends(path, name)) && !MENTIONED.contains(name) {
                wrong.push(format!("{package}: {name} does not exist"));
            }
        }
    }
    assert!(wrong.is_empty(), "docs/architecture.md: {wrong:#?}");
}

/// Words of the code map that look like names of modules: a command, a function, a file of users.
const MENTIONED: [&str; 3] = ["check", "run", "pgnkit.toml"];

#[test]
fn the_files_and_names_where_a_change_goes_exist() {
    let folders = ["crates/", "src/", "docs/", "tests/", "integrations/", ".github/"];
    let is_path = |text: &str| {
        let is_file = text.ends_with(".rs") || text.ends_with(".css");
        // `COMMAND` and `*` stand for names of several files.
        (is_file || folders.iter().any(|folder| text.starts_with(folder)))
            && !text.contains(|c: char| c.is_uppercase() || "* ".contains(c))
    };
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
    let (mut n_paths, mut n_names, mut wrong) = (0, 0, Vec::new());
    for row in section("Where a change goes").lines() {
        let Some(files) = row.strip_prefix("| ").and_then(|row| row.split_once(" | ")) else {
            continue;
        };
        let (mut file, mut is_within) = (PathBuf::new(), false);
        for (before, text) in quoted(files.1) {
            is_within = before.ends_with('(') || is_within && !before.contains(')');
            if is_path(text) {
                let has_folder = folders.iter().any(|folder| text.starts_with(folder));
                let folder = if file.is_dir() { Some(&*file) } else { file.parent() };
                file = match folder.filter(|_| !has_folder) {
                    Some(folder) => folder.join(text),
                    None => root().join(text),
                };
                n_paths += 1;
                if !file.exists() && !root().join(text).exists() {
                    wrong.push(format!("{text} does not exist: {row}"));
                }
            } else if is_within && is_name(text) && file.is_file() {
                let name = text.rsplit("::").next().unwrap_or(text);
                n_names += 1;
                let source = fs::read_to_string(&file).unwrap();
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                if !source.split(|c| !is_part(c)).any(|word| word == name) {
                    wrong.push(format!("{text} is not in {}", file.display()));
                }
            }
        }
    }
    assert!(n_paths > 200 && n_names > 40, "{n_paths} paths, {n_names} names");
    assert!(wrong.is_empty(), "docs/architecture.md: {wrong:#?}");
}
