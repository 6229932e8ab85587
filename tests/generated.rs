//! Completions, man pages, docs/cli.md and the schema of pgnkit.toml equal the output of the program, and
//! shells accept them.
//!
//! `SNAPSHOTS=overwrite` writes the files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path, process::Command};

use support::{files_below, overwrite, pgnkit, root, run, say, snapshot};

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
fn cli_page() {
    let page = cli_md();
    if let Err(why) = snapshot(&root().join("docs/cli.md"), page.as_bytes()) {
        panic!("{why}");
    }
}

fn cli_md() -> String {
    let mut page = "\
# Command line

The help of each command, made from the program. The options of the program itself hold for every command, and may stand before or after its name. Exit status:

| status | means |
| --- | --- |
| 0 | done; nothing to report |
| 1 | findings that fail (`check`), files that would change (`--check`, `--diff`), a bad game under `--on-error fail` |
| 2 | the request was wrong, or something could not be read, written or done; this wins over 1 |

A closed pipe is quiet. Data goes to stdout, messages to stderr.
"
    .to_owned();
    let mut program = pgnkit::command().term_width(100);
    program.build();
    let mut commands = vec![program];
    while let Some(mut command) = commands.pop() {
        let name = command.get_bin_name().unwrap_or("pgnkit").to_owned();
        let help = command.render_long_help().to_string();
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        write!(page, "\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end()).unwrap();
        // The options of the whole program are shown once.
        let subs = command.get_subcommands().cloned();
        let subs = subs
            .map(|sub| sub.mut_args(|arg| if arg.is_global_set() { arg.hide(true) } else { arg }));
        commands.extend(subs.collect::<Vec<_>>().into_iter().rev());
    }
    page
}
