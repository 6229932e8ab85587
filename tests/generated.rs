//! Completions, man pages, the generated pages of the book and the schema of pgnkit.toml equal the output of the
//! program, and shells accept them.
//!
//! `SNAPSHOTS=overwrite` writes the files.

mod book;

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use crate::support::{files_below, overwrite, pgnkit, root, run, say, snapshot};

/// The file of each shell, and the shell with its option to parse a script without running it.
const COMPLETIONS: [(&str, &str, Option<&str>); 4] = [
    ("bash", "pgnkit.bash", Some("bash")),
    ("fish", "pgnkit.fish", Some("fish")),
    ("zsh", "_pgnkit", Some("zsh")),
    ("powershell", "_pgnkit.ps1", None),
];

#[test]
fn completions() {
    let mut stale = Vec::new();
    for (name, file, _) in COMPLETIONS {
        let output = run(pgnkit(["generate", "completions", name]), b"");
        assert!(output.status.success());
        stale.extend(snapshot(&root().join("completions").join(file), &output.stdout).err());
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
    for (name, file, program) in COMPLETIONS {
        let Some(program) = program else { continue };
        let path = root().join("completions").join(file);
        match Command::new(program).arg("-n").arg(path).output() {
            Ok(output) => assert!(output.status.success(), "{name}: {output:?}"),
            Err(_) => {
                say(&format!("generated: {name} is not installed, its completions were not read"))
            }
        }
    }
}

/// A colon ends the name of a value: zsh would run the text after it.
#[test]
fn names_of_values_in_zsh_are_plain() {
    let text = fs::read_to_string(root().join("completions/_pgnkit")).unwrap();
    let is_option = |line: &&str| ["'-", "'*-", "'("].iter().any(|it| line.starts_with(it));
    let options = text.lines().filter(is_option);
    let mut n_names = 0;
    for line in options {
        // `--option=[help]:NAME:action`, where a `]` of the help is `\]`.
        let help_ends = line.match_indices(']').find(|(at, _)| !line[..*at].ends_with('\\'));
        let after = &line[help_ends.unwrap().0 + 1..];
        let Some(name) = after.trim_start_matches(':').split(':').next() else { continue };
        let action = after.trim_start_matches(':').split_once(':').map_or("", |it| it.1);
        assert!(!name.contains(['[', ']']), "{line}");
        let is_action = ["_", "(", "N:", "OLD:"].iter().any(|it| action.starts_with(it));
        assert!(is_action || action.is_empty(), "{line}");
        n_names += 1;
    }
    assert!(n_names > 300, "{n_names}");
}

#[test]
fn bash_lists_options_once_one_is_begun() {
    let lists = |words: &[&str]| {
        let script = "source completions/pgnkit.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
            _pgnkit pgnkit \"${@: -1}\" \"${@: -2:1}\"; echo \"${COMPREPLY[*]}\"";
        let mut command = Command::new("bash");
        command.args(["--norc", "-c", script, "bash"]).args(words).current_dir(root());
        command.output().map(|output| String::from_utf8(output.stdout).unwrap())
    };
    let Ok(commands) = lists(&["pgnkit", ""]) else {
        return say("generated: bash is not installed, its completions were not tried");
    };
    assert!(commands.contains("check ") && !commands.contains("--"), "{commands}");
    let lists = |words: &[&str]| lists(words).unwrap();
    // Where the list is empty, bash lists files.
    assert_eq!(lists(&["pgnkit", "filter", ""]), "\n");
    assert_eq!(lists(&["pgnkit", "filter", "a.pgn", ""]), "\n");
    assert!(lists(&["pgnkit", "filter", "--wh"]).contains("--where"));
    assert!(lists(&["pgnkit", "check", "-o", "x", "--"]).contains("--fix"));
    assert!(lists(&["pgnkit", "help", ""]).contains("encodings"));
    assert_eq!(lists(&["pgnkit", "rules", "illegal-m"]), "illegal-move\n");
    assert_eq!(lists(&["pgnkit", "generate", "completions", "z"]), "zsh\n");
}

#[test]
fn man_pages() {
    let dir = tempfile::tempdir().unwrap();
    let made = dir.path().join("man");
    let output = run(pgnkit([Path::new("generate"), Path::new("man"), &made]), b"");
    assert!(output.status.success(), "{output:?}");
    let kept = root().join("docs/man");
    let pages: BTreeSet<_> = files_below(&made).into_iter().collect();
    let mut stale = Vec::new();
    for page in &pages {
        stale.extend(snapshot(&kept.join(page), &fs::read(made.join(page)).unwrap()).err());
    }
    // The wheel takes them through links: a link to the folder is refused by maturin.
    let in_wheel = root().join("integrations/python/data/data/share/man/man1");
    for page in pages.iter().filter(|page| !in_wheel.join(page).is_file()) {
        #[cfg(unix)]
        if overwrite() {
            let target = Path::new("../../../../../../../docs/man").join(page);
            std::os::unix::fs::symlink(target, in_wheel.join(page)).unwrap();
            continue;
        }
        stale.push(format!("{}: no link to {}", in_wheel.display(), page.display()));
    }
    for page in files_below(&kept).iter().filter(|page| !pages.contains(*page)) {
        if overwrite() {
            fs::remove_file(kept.join(page)).unwrap();
        } else {
            stale.push(format!("docs/man/{} is of no command", page.display()));
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

#[test]
fn config_schema() {
    let output = run(pgnkit(["generate", "config-schema"]), b"");
    assert!(output.status.success(), "{output:?}");
    let path = root().join("docs/schema/pgnkit.schema.json");
    if let Err(why) = snapshot(&path, &output.stdout) {
        panic!("{why}");
    }
}

#[test]
fn pages_of_the_book() {
    let mut program = pgnkit::command();
    program.build();
    let docs = root().join("docs");
    let mut pages = vec![
        (docs.join("SUMMARY.md"), book::contents(&program)),
        (docs.join("cli.md"), book::program(&program)),
    ];
    for command in program.get_subcommands() {
        let path = docs.join("commands").join(command.get_name()).with_extension("md");
        pages.push((path, book::command(command)));
    }
    let stale = pages.iter().filter_map(|(path, page)| snapshot(path, page.as_bytes()).err());
    let stale: Vec<String> = stale.collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
    for file in files_below(&docs.join("commands")) {
        let path = docs.join("commands").join(file);
        assert!(pages.iter().any(|page| page.0 == path), "{}: no such command", path.display());
    }
}

#[test]
fn the_book_has_every_page() {
    let docs = root().join("docs");
    let contents = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    for file in
        files_below(&docs).iter().filter(|file| file.extension().is_some_and(|it| it == "md"))
    {
        let link = format!("({})", file.display()).replace('\\', "/");
        let is_listed = file == Path::new("SUMMARY.md") || contents.contains(&link);
        assert!(is_listed, "docs/SUMMARY.md does not list {}", file.display());
    }
}
