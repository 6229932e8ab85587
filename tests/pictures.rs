//! The pictures of README.md equal what the program shows: terminals in `docs/pictures`, made from runs on
//! `tests/pictures` and `tests/corpus`, and the chart of speed, made from the table of docs/performance.md.
//!
//! `SNAPSHOTS=overwrite` writes the files.

mod bar;
mod speed;

use std::{fs, path::Path};

use crate::support::{files_below, pgnkit, root, run, say, snapshot};
use anstyle_svg::Term;

/// Terminals: the name of the picture, the folder, and the commands.
const SESSIONS: &[(&str, &str, &[&str])] = &[
    ("check", "tests/pictures", &["pgnkit check games.pgn"]),
    ("diff", "tests/pictures", &["pgnkit check --severity style --diff online.pgn"]),
    ("stats", "tests/corpus", &["pgnkit stats --moves 3 romantic_era.pgn masters_before_1920.pgn"]),
];

// The colors of findings are others on Windows.
#[cfg_attr(windows, ignore = "other colors")]
#[test]
fn terminals() {
    let mut stale = Vec::new();
    for (name, folder, commands) in SESSIONS {
        let mut shown = String::new();
        for command in *commands {
            shown.push_str(&prompt(command));
            let mut program = pgnkit(command.split(' ').skip(1));
            program.args(["--color", "always", "--isolated"]).env("COLUMNS", "96");
            program.current_dir(root().join(folder));
            let output = run(program, b"");
            assert!(output.status.code().is_some_and(|code| code < 2), "{command}: {output:?}");
            shown.push_str(&String::from_utf8(output.stdout).unwrap());
            shown.push_str(&String::from_utf8(output.stderr).unwrap());
        }
        stale.extend(picture(name, &terminal(&shown)).err());
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

#[test]
fn progress_bar() {
    let Some(line) = bar::line() else {
        say("pictures: no script(1), the progress bar was not looked at");
        return;
    };
    let shown = prompt("pgnkit check --statistics lichess.pgn.zst") + &line + "\n";
    if let Err(why) = picture("progress", &terminal(&shown)) {
        panic!("{why}");
    }
}

#[test]
fn chart_of_speed() {
    let page = fs::read_to_string(root().join("docs/performance.md")).unwrap();
    if let Err(why) = picture("speed", &speed::chart(&page)) {
        panic!("{why}");
    }
}

#[test]
fn every_picture_is_made_and_shown() {
    let pages: String = ["README.md", "docs/start.md"]
        .map(|page| fs::read_to_string(root().join(page)).unwrap_or_default())
        .concat();
    let made = |name: &str| {
        ["progress", "speed"].contains(&name) || SESSIONS.iter().any(|session| session.0 == name)
    };
    for file in files_below(&root().join("docs/pictures")) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        assert!(made(name), "docs/pictures/{}: no test makes it", file.display());
        assert!(pages.contains(&format!("pictures/{name}.svg")), "{name}.svg is not shown");
    }
}

fn picture(name: &str, svg: &str) -> Result<(), String> {
    snapshot(&Path::new(root()).join(format!("docs/pictures/{name}.svg")), svg.as_bytes())
}

/// Returns the line of a shell with `command`.
fn prompt(command: &str) -> String {
    format!("\x1b[90m$\x1b[0m \x1b[1m{command}\x1b[0m\n")
}

/// The colors of a terminal, and those of the pictures, which are easier to read.
const COLORS: &[(&str, &str)] = &[
    ("#000000", "#0d1117"),
    ("#AAAAAA", "#d1d7e0"),
    ("#555555", "#9198a1"),
    ("#FF5555", "#ff7b72"),
    ("#5555FF", "#79b8ff"),
    ("#AA0000", "#ff7b72"),
    ("#00AA00", "#56d364"),
    ("#00AAAA", "#39c5cf"),
];

/// Draws a terminal with this text.
fn terminal(text: &str) -> String {
    let svg = Term::new().min_width_px(600).render_svg(text.trim_end());
    let svg = COLORS.iter().fold(svg, |svg, (from, to)| svg.replace(from, to));
    // A picture scales to the width of its page only with a `viewBox`.
    let size = |key: &str| {
        let (_, rest) = svg.split_once(&format!("{key}=\"")).unwrap();
        rest.split_once("px").unwrap().0.to_owned()
    };
    let (width, height) = (size("width"), size("height"));
    svg.replacen("<svg ", &format!("<svg viewBox=\"0 0 {width} {height}\" "), 1)
}
