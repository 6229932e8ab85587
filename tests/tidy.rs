//! Checks the promises of the architecture that the compiler does not: which package uses which dependency,
//! which module may do what, and that every file has a description.

mod citations;
mod code_map;
mod examples;
mod modules;
mod platforms;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::support::{files_below, root};

/// The packages of the repository with their folders.
const PACKAGES: [(&str, &str); 16] = [
    ("pgnkit", ""),
    ("pgn-syntax", "crates/pgn-syntax"),
    ("pgn-chess", "crates/pgn-chess"),
    ("pgn-lint", "crates/pgn-lint"),
    ("pgn-query", "crates/pgn-query"),
    ("pgn-openings", "crates/pgn-openings"),
    ("pgn-collate", "crates/pgn-collate"),
    ("pgn-stream", "crates/pgn-stream"),
    ("pgn-report", "crates/pgn-report"),
    ("pgn-server", "crates/pgn-server"),
    ("pgn-stats", "crates/pgn-stats"),
    ("pgn-table", "crates/pgn-table"),
    ("pgn-tags", "crates/pgn-tags"),
    ("pgn-work", "crates/pgn-work"),
    ("pgn-testkit", "crates/pgn-testkit"),
    ("pgn-fuzz", "crates/fuzz"),
];

/// The home of each package of the repository: the packages that may use it. Those of other dependencies are in
/// `docs/dependencies.md`.
const HOMES: &[(&str, &[&str])] = &[
    (
        "pgn-syntax",
        &[
            "pgnkit", "pgn-stream", "pgn-chess", "pgn-lint", "pgn-query", "pgn-collate",
            "pgn-openings", "pgn-report", "pgn-server", "pgn-stats", "pgn-tags", "pgn-work",
            "pgn-testkit",
        ],
    ),
    (
        "pgn-chess",
        &[
            "pgnkit", "pgn-lint", "pgn-query", "pgn-collate", "pgn-openings", "pgn-report",
            "pgn-server", "pgn-stats", "pgn-tags", "pgn-work", "pgn-testkit",
        ],
    ),
    (
        "pgn-openings",
        &["pgnkit", "pgn-query", "pgn-lint", "pgn-report", "pgn-server", "pgn-stats", "pgn-tags"],
    ),
    ("pgn-lint", &["pgnkit", "pgn-report", "pgn-server", "pgn-stats", "pgn-work", "pgn-testkit"]),
    ("pgn-query", &["pgnkit", "pgn-collate", "pgn-report", "pgn-stats", "pgn-work"]),
    ("pgn-collate", &["pgnkit", "pgn-stats", "pgn-work"]),
    ("pgn-report", &["pgnkit", "pgn-server", "pgn-stats", "pgn-work"]),
    ("pgn-stats", &["pgnkit", "pgn-work"]),
    ("pgn-stream", &["pgnkit", "pgn-collate", "pgn-report", "pgn-work"]),
    ("pgn-table", &["pgnkit", "pgn-report", "pgn-work"]),
    ("pgn-tags", &["pgnkit", "pgn-work"]),
    ("pgn-testkit", &["pgn-fuzz", TESTS]),
    ("pgn-work", &["pgnkit", "pgn-server"]),
    ("pgn-server", &["pgnkit"]),
];

/// The home of dependencies that the tests and benches of every package may use.
const TESTS: &str = "tests";

/// The maximum number of lines of code of a file, without comments and unit tests.
const MAX_LINES: usize = 400;

/// Longer files, with the reason: a table, one grammar, or code that cannot be divided.
const LONG: &[(&str, &str)] = &[
    ("crates/pgn-chess/src/replay/resolve/lenient.rs", "one grammar: the spellings of a move"),
    (
        "crates/pgn-chess/src/positions/board.rs",
        "one board: what is legal on it comes from the same sets",
    ),
    ("crates/pgn-query/tests/judge.rs", "a table of questions and their naive answers"),
];

/// The module of the handlers of fatal signals.
const SIGNALS: &str = "crates/pgn-stream/src/system/fatal_signals.rs";

/// The only modules with `unsafe`: memory maps, the handlers of fatal signals, and inherited file descriptors. They have
/// code for one operating system: maps have advice only on Unix, signals are those of Unix, and each loader looks for
/// functions in another section.
const UNSAFE: &[&str] =
    &["crates/pgn-stream/src/inputs/mmap.rs", SIGNALS, "crates/pgn-stream/src/system/inherited.rs"];

/// The other modules with code for one operating system.
const PLATFORM: &str = "crates/pgn-stream/src/system/platform";

/// The paths that may call `play_unchecked`, which plays a move in shakmaty: the replay and the boards
/// beneath it, and generators of games for tests.
const PLAY: [&str; 2] = ["crates/pgn-chess/src", "crates/pgn-testkit"];

/// The files that may write to stderr.
const STDERR: &[&str] = &["src/messages.rs", "src/progress.rs", SIGNALS];

#[derive(Debug, PartialEq, Eq)]
struct Dependency {
    package: &'static str,
    name: String,
    for_tests: bool,
}

/// Returns the dependencies of all manifests. A manifest here is made of tables with one line per entry.
fn dependencies() -> Vec<Dependency> {
    let mut all = Vec::new();
    for (package, folder) in PACKAGES {
        let path = root().join(folder).join("Cargo.toml");
        let Ok(manifest) = fs::read_to_string(path) else { continue };
        let mut table = String::new();
        for line in manifest.lines() {
            let line = line.split_once('#').map_or(line, |(line, _)| line).trim();
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                table = name.trim_matches('[').to_owned();
                continue;
            }
            let kind = table.rsplit('.').next().unwrap_or_default();
            let is_list = !table.starts_with("workspace") && kind.ends_with("dependencies");
            let Some((name, _)) = line.split_once(['=', '.']) else { continue };
            if is_list {
                let for_tests = kind == "dev-dependencies";
                all.push(Dependency { package, name: name.trim().to_owned(), for_tests });
            }
        }
    }
    assert!(all.len() > 20, "the manifests were not understood");
    all
}

/// Returns the homes of all dependencies: packages, and [`TESTS`].
fn homes() -> BTreeMap<String, Vec<String>> {
    let owned = |homes: &[&str]| homes.iter().map(|home| (*home).to_owned()).collect();
    let mut all: BTreeMap<String, Vec<String>> =
        HOMES.iter().map(|(name, homes)| ((*name).to_owned(), owned(homes))).collect();
    let page = fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, home, reason, licence] = cells[..] else { panic!("four columns: {line}") };
        assert!(!reason.is_empty() && !licence.is_empty(), "{line}");
        let homes: Vec<&str> = home.trim_start_matches("benches of ").split(", ").collect();
        all.insert(name.trim_matches('`').to_owned(), owned(&homes));
    }
    all
}

#[test]
fn every_dependency_is_at_home() {
    let homes = homes();
    let mut others = Vec::new();
    for Dependency { package, name, for_tests } in dependencies() {
        let homes = homes.get(&name).map_or(&[][..], Vec::as_slice);
        if !homes.iter().any(|home| home == package || for_tests && home == TESTS) {
            others.push(format!("{package} names {name}, whose home is {homes:?}"));
        }
    }
    assert!(others.is_empty(), "see docs/dependencies.md:\n{}", others.join("\n"));
}

#[test]
fn every_home_uses_its_dependency() {
    let dependencies = dependencies();
    let mut empty = Vec::new();
    for (name, homes) in homes() {
        let is_for_tests = |it: &Dependency| it.for_tests && homes.iter().any(|it| it == TESTS);
        for home in &homes {
            let lives = |it: &Dependency| match home.as_str() {
                TESTS => it.for_tests,
                package => it.package == package && !is_for_tests(it),
            };
            if !dependencies.iter().any(|it| it.name == name && lives(it)) {
                empty.push(format!("{home} may use {name}, and does not"));
            }
        }
    }
    assert!(empty.is_empty(), "off the tables:\n{}", empty.join("\n"));
}

#[test]
fn every_dependency_is_used() {
    let code = code();
    let mut unused = Vec::new();
    for Dependency { package, name, for_tests } in dependencies() {
        let (_, folder) = PACKAGES.iter().find(|(known, _)| *known == package).unwrap();
        let folder = Path::new(folder);
        // The folder of the program is the root, below which the folders of all packages are.
        let of_package = |path: &Path| {
            path.strip_prefix(folder).is_ok_and(|path| !path.starts_with("crates"))
                && (for_tests || !is_test_code(path))
        };
        let word = name.replace('-', "_");
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let names = |text: &str| text.split(|c| !is_part(c)).any(|part| part == word);
        if !code.iter().any(|(path, text)| of_package(path) && names(text)) {
            unused.push(format!("{package} names {name} and does not use it"));
        }
    }
    assert!(unused.is_empty(), "{}", unused.join("\n"));
}

/// Returns all Rust files with their paths from the root.
fn code() -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for folder in ["src", "tests", "benches", "crates"] {
        for file in files_below(&root().join(folder)) {
            let is_built = file.components().any(|part| part.as_os_str() == "target");
            if file.extension().is_some_and(|ending| ending == "rs") && !is_built {
                let path = Path::new(folder).join(file);
                let text = fs::read_to_string(root().join(&path)).unwrap();
                all.push((path, text));
            }
        }
    }
    assert!(all.len() > 20, "the code was not found");
    all
}

/// Returns the lines of code of a file, without its unit tests and comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let tests = ["#[cfg(test)]\nmod tests {", "#[cfg(all(test"].map(|it| text.find(it));
    let end = tests.into_iter().flatten().min().unwrap_or(text.len());
    text[..end].lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code))
}

fn is_test_code(path: &Path) -> bool {
    path.components()
        .any(|part| ["tests", "benches", "examples"].iter().any(|kind| part.as_os_str() == *kind))
        || path.file_name().is_some_and(|name| name == "tests.rs")
}

/// Fails with the lines of code that contain one of `words`, in files that are not `allowed`.
#[track_caller]
fn only_in(words: &[&str], allowed: impl Fn(&Path) -> bool) {
    let mut found = Vec::new();
    for (path, text) in code() {
        // This file contains the words it searches for.
        if path == Path::new("tests/tidy.rs") || allowed(&path) {
            continue;
        }
        for (i, line) in lines(&text).enumerate() {
            if words.iter().any(|word| line.contains(word)) {
                found.push(format!("{}:{}: {}", path.display(), i + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{words:?} may not be here:\n{}", found.join("\n"));
}

#[test]
fn two_modules_are_unsafe() {
    only_in(
        &["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", " unsafe(", "#[unsafe("],
        |path| UNSAFE.iter().any(|place| path == Path::new(place)),
    );
}

#[test]
fn one_module_knows_operating_systems() {
    let words = [
        "cfg(unix", "not(unix", "any(unix", "all(unix", "cfg(windows", "not(windows",
        "any(windows", "cfg!(unix", "cfg!(windows", "target_os", "target_family", "target_vendor",
        "std::os::",
    ];
    only_in(&words, |path| {
        path.starts_with(PLATFORM)
            || path == Path::new(PLATFORM).with_extension("rs")
            || path == Path::new("crates/pgn-stream/src/system.rs")
            || UNSAFE.iter().any(|place| path == Path::new(place))
            || is_test_code(path)
    });
}

#[test]
fn one_crate_plays_moves() {
    only_in(&["play_unchecked"], |path| {
        PLAY.iter().any(|place| path.starts_with(place)) || is_test_code(path)
    });
}

#[test]
fn two_modules_write_to_stderr() {
    only_in(&["stderr().lock", "stderr().write", "eprint"], |path| {
        STDERR.iter().any(|place| path == Path::new(place)) || is_test_code(path)
    });
}

#[test]
fn syntax_is_alone() {
    only_in(&["std::fs", "std::thread", "std::net", "std::process", "std::env"], |path| {
        !path.starts_with("crates/pgn-syntax/src")
    });
}

#[test]
fn modules_are_in_no_circle() {
    let code = code();
    let modules = modules::named(&code, Path::new("src"), &["commands"]);
    assert!(modules.len() > 20, "the modules were not found: {modules:?}");
    assert!(modules["commands::check"].contains("commands::values"), "paths were not understood");
    let circles = modules::in_circles(modules);
    assert!(circles.is_empty(), "in a circle, or above one: {circles:#?}");
    for (package, folder) in PACKAGES.iter().filter(|(_, folder)| !folder.is_empty()) {
        let src = Path::new(folder).join("src");
        let circles = modules::in_circles(modules::named(&code, &src, &[]));
        assert!(circles.is_empty(), "{package}: in a circle, or above one: {circles:#?}");
    }
}

#[test]
fn files_are_in_no_circle() {
    let code = code();
    for (package, folder) in PACKAGES {
        let files = modules::files(&code, &Path::new(folder).join("src"));
        let circles = modules::in_circles(files);
        assert!(circles.is_empty(), "{package}: in a circle, or above one: {circles:#?}");
    }
}

#[test]
fn every_file_has_a_description() {
    for (path, text) in code() {
        // A rule has a page instead.
        let is_rule =
            path.starts_with("crates/pgn-lint/src/rules") && path.with_extension("md").exists();
        let is_said = text.starts_with("//! ") || text.starts_with("#!") && text.contains("\n//! ");
        assert!(is_said || is_rule, "{} does not open with `//!`", path.display());
    }
}

#[test]
fn files_of_modules_stand_beside_their_folders() {
    for (path, _) in code() {
        assert!(!path.ends_with("mod.rs"), "{}: a module is NAME.rs beside NAME/", path.display());
    }
}

#[test]
fn long_files_have_a_reason() {
    let mut long = Vec::new();
    for (path, text) in code() {
        let n_lines = lines(&text).filter(|line| !line.trim().is_empty()).count();
        let reason = LONG.iter().find(|(known, _)| path == Path::new(known));
        match reason {
            Some((known, _)) if n_lines <= MAX_LINES => {
                long.push(format!("{known} is short now: off the list"))
            }
            None if n_lines > MAX_LINES => {
                long.push(format!("{}: {n_lines} lines", path.display()))
            }
            _ => (),
        }
    }
    assert!(
        long.is_empty(),
        "a file over {MAX_LINES} lines is a table or one grammar:\n{}",
        long.join("\n")
    );
}

#[test]
fn text_files_are_clean() {
    for folder in ["src", "tests", "benches", "crates", "docs"] {
        for file in files_below(&root().join(folder)) {
            let ending = file.extension().unwrap_or_default();
            let is_built = file.components().any(|part| part.as_os_str() == "target");
            if is_built
                || !(ending == "md" || ending == "rs" || ending == "toml")
                || folder == "tests"
            {
                continue;
            }
            let text = fs::read_to_string(root().join(folder).join(&file)).unwrap();
            let shown = Path::new(folder).join(&file);
            assert!(text.ends_with('\n'), "{}: no newline at its end", shown.display());
            // A line with one blank alone is an empty line of a patch.
            let is_trailing = |line: &str| line.ends_with([' ', '\t']) && line != " ";
            let trailing = text.lines().position(is_trailing);
            assert!(
                trailing.is_none(),
                "{}:{}: blanks at its end",
                shown.display(),
                trailing.unwrap() + 1
            );
        }
    }
}

/// Most of a command is in libraries; the program has its arguments, settings and messages.
#[test]
fn the_program_is_thin() {
    let of_program = code().into_iter().filter(|(path, _)| path.starts_with("src"));
    let n_lines: usize = of_program.map(|(_, text)| text.lines().count()).sum();
    assert!((5_000..=10_000).contains(&n_lines), "{n_lines} lines in src");
}
