//! Every command in the code blocks of README.md and of the book runs on games that come with the source, and ends
//! with status 0 or 1.
//!
//! Each page has a folder of its own with the files that its commands name; the commands of a page run in order.

mod heap;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::support::{self, files_below, pgnkit, root, run, zip};

/// Pages whose commands are not run here, with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("docs/judged.md", "sessions with other programs"),
    ("docs/performance.md", "measurements"),
    ("docs/performance-history.md", "measurements"),
    ("docs/contributing.md", "placeholders"),
    ("docs/commands/server.md", "an editor starts it; tests/server.rs plays sessions"),
    ("docs/commands/git-merge.md", "git gives it three versions of a file; tests/git.rs"),
    ("docs/start.md", "sessions, which tests/cli.rs compares"),
];

/// Returns README.md and the pages of the book that are not generated.
fn pages() -> Vec<PathBuf> {
    let pages = files_below(&root().join("docs")).into_iter().filter(|file| {
        let is_page = file.extension().is_some_and(|it| it == "md");
        is_page && !file.starts_with("rules") && !file.starts_with("man")
    });
    let pages = pages.map(|file| Path::new("docs").join(file));
    let is_run = |page: &PathBuf| LEFT_OUT.iter().all(|(name, _)| page != Path::new(name));
    pages.chain([PathBuf::from("README.md")]).filter(is_run).collect()
}

/// Returns the commands in the code blocks of a page.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for block in page.split("\n```").skip(1).step_by(2) {
        let (info, text) = block.split_once('\n').unwrap_or_default();
        if !["text", "sh"].contains(&info) {
            continue;
        }
        // A line with `[OPTIONS]` is a usage line.
        let is_run = |line: &str| line.starts_with("pgnkit ") || line.starts_with("cp ");
        let is_command = |line: &&str| is_run(line) && !line.contains("[OPTIONS]");
        for line in text.lines().filter(is_command) {
            // What a command does follows after several blanks.
            commands.push(line.split("  ").next().unwrap().to_owned());
        }
    }
    commands
}

/// Makes the files that the pages name.
fn prepare(dir: &Path) {
    let corpus = root().join("tests/corpus");
    let games = fs::read(corpus.join("romantic_era.pgn")).unwrap();
    let others = fs::read(corpus.join("masters_before_1920.pgn")).unwrap();
    for name in [
        "games.pgn", "old.pgn", "mine.pgn", "lines.pgn", "repertoire.pgn", "event.pgn", "new.pgn",
        "a.pgn", "b.pgn", "x.pgn", "all.pgn", "study.pgn", "openings.pgn", "twic.pgn",
    ] {
        fs::write(dir.join(name), &games).unwrap();
    }
    for folder in
        ["archive", "downloads", "games", "rounds", "folder", "parts", "old", "new", "heap"]
    {
        fs::create_dir(dir.join(folder)).unwrap();
        fs::write(dir.join(folder).join("one.pgn"), &games).unwrap();
        fs::write(dir.join(folder).join("two.pgn"), &others).unwrap();
    }
    let packed = ["games.pgn.zst", "large.pgn.zst", "lichess.pgn.zst", "download.pgn.zst"];
    for name in packed {
        let mut program = pgnkit(["filter", "-o", name, "games.pgn"]);
        program.current_dir(dir);
        assert!(run(program, b"").status.success(), "{name}");
    }
    for name in ["twic.zip", "twic1520.zip"] {
        fs::write(dir.join(name), zip(&[("twic.pgn", &others)])).unwrap();
    }
    let broken = root().join("tests/broken/illegal_move.pgn");
    fs::copy(&broken, dir.join("january.pgn")).unwrap();
    fs::copy(&broken, dir.join("february.pgn")).unwrap();
    let rejects = ["export", "--on-error", "drop", "--rejects", "rejects.pgn", "-o", "good.pgn"];
    let mut program = pgnkit(rejects);
    program.arg("january.pgn").current_dir(dir);
    assert!(run(program, b"").status.success());
    fs::remove_file(dir.join("good.pgn")).unwrap();
    fs::create_dir_all(dir.join(".local/share/bash-completion/completions")).unwrap();
    fs::write(dir.join("names.tsv"), "White\tMorphy, Paul\tMorphy, Paul Charles\n").unwrap();
    fs::write(dir.join("ratings.tsv"), "Morphy, Paul Charles\t1858\t2690\n").unwrap();
}

#[test]
fn commands_of_the_book_run() {
    let (mut n, mut failures) = (0, String::new());
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        let commands = commands(&text);
        if commands.is_empty() {
            continue;
        }
        let dir = tempfile::tempdir().unwrap();
        prepare(dir.path());
        for command in commands {
            let mut shell = std::process::Command::new("sh");
            let program = Path::new(support::PGNKIT).parent().unwrap();
            let path = std::env::var("PATH").unwrap();
            shell.args(["-c", &command]).current_dir(dir.path()).env("TERM", "dumb");
            shell.env("HOME", dir.path()).env("PATH", format!("{}:{path}", program.display()));
            let games = fs::read(dir.path().join("games.pgn")).unwrap();
            let output = run(shell, &games);
            n += 1;
            if output.status.code().is_none_or(|code| code >= 2) {
                let said = String::from_utf8_lossy(&output.stderr);
                failures.push_str(&format!("{}: {command}\n{said}\n", page.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(n > 100, "only {n} commands");
}

#[test]
fn pages_that_are_left_out_are_there() {
    let names: BTreeSet<_> = LEFT_OUT.iter().map(|(name, _)| *name).collect();
    assert!(names.iter().all(|name| root().join(name).exists()));
}

/// Returns a command with what it says, in a folder.
fn session(dir: &Path, command: &str) -> String {
    let mut shell = std::process::Command::new("sh");
    let program = Path::new(support::PGNKIT).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    shell.args(["-c", command]).current_dir(dir).env("TERM", "dumb");
    shell.env("PATH", format!("{}:{path}", program.display()));
    let output = run(shell, b"");
    assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    format!("$ {command}\n{}{}", text(output.stdout), text(output.stderr))
}

#[test]
fn a_club_archive_becomes_clean() {
    let page = root().join("docs/club-archive.md");
    let text = fs::read_to_string(&page).unwrap();
    let dir = tempfile::tempdir().unwrap();
    heap::make(&dir.path().join("heap"));
    let commands = commands(&text);
    assert!((2..=6).contains(&commands.len()), "{commands:?}");
    let shown: String = commands.iter().map(|command| session(dir.path(), command)).collect();
    // The page shows what the commands say.
    let (head, block) = text.split_once("```text\n$ ").unwrap();
    let (_, tail) = block.split_once("```").unwrap();
    let new = format!("{head}```text\n{shown}```{tail}");
    if support::overwrite() {
        fs::write(&page, new).unwrap();
    } else {
        assert_eq!(text, new, "SNAPSHOTS=overwrite updates docs/club-archive.md");
    }
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    // All is UTF-8, in the form of the standard, and under one spelling.
    let archive = read("archive.pgn");
    assert!(archive.contains("[White \"Müller, Karsten\"]") && !archive.contains("Müller,K"));
    assert!(archive.contains("[Date \"1994.04.08\"]"), "American dates");
    assert!(archive.contains("[White \"Ботвинник, Михаил\"]"));
    let n_games = |text: &str| text.matches("[Event ").count();
    let years = files_below(&dir.path().join("years"));
    let of_years: usize =
        years.iter().map(|name| n_games(&read(&format!("years/{}", name.display())))).sum();
    assert_eq!((years.len(), of_years), (5, n_games(&archive)));
    assert!(read("report.html").contains("<html"));
    assert!(read("bad.pgn").contains("Böhm"), "rejects of all sets in one");
}
