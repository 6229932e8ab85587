//! The step of `action.yml` that checks, with the inputs that people write.

#![cfg(unix)]

use std::{fs, path::Path, process::Command};

use crate::support::{PGNKIT, root};

/// Returns the script of the step `name` of the action.
fn script(name: &str) -> String {
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let (_, step) = action.split_once(&format!("- name: {name}\n")).unwrap();
    let (_, lines) = step.split_once("run: |\n").unwrap();
    let lines = lines.lines().map_while(|line| line.strip_prefix("        "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Runs the step in `dir`, with the options that a runner gives bash. Returns its status and stdout, and the outputs of
/// the step.
fn check(dir: &Path, paths: &str, args: &str, sarif: &str) -> (Option<i32>, String, String) {
    let outputs = dir.join("outputs");
    fs::write(&outputs, "").unwrap();
    let output = Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script("Check")])
        .current_dir(dir)
        .envs([("PROGRAM", PGNKIT), ("PATHS", paths), ("ARGS", args), ("SARIF", sarif)])
        .env("GITHUB_OUTPUT", &outputs)
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), stdout, fs::read_to_string(outputs).unwrap())
}

#[test]
fn every_path_and_option_counts() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for (folder, game) in [("good", "1. e4 *\n"), ("bad", "1. e5 *\n"), ("worse", "1. e6 *\n")] {
        fs::create_dir(dir.join(folder)).unwrap();
        fs::write(dir.join(folder).join("a.pgn"), game).unwrap();
    }
    let only = "--select illegal-move";
    for (paths, args, status, n_found) in [
        ("good", only, 0, 0),
        ("good bad", only, 1, 1),
        ("good\nbad\nworse\n", only, 1, 2),
        ("\n  bad", only, 1, 1),
        ("", only, 1, 2),
        ("\n", only, 1, 2),
        ("bad worse", "--select illegal-move\n--fail-on never", 0, 2),
    ] {
        let (code, stdout, outputs) = check(dir, paths, args, "found.sarif");
        let case = format!("{paths:?} {args:?}: {stdout}");
        assert_eq!(code, Some(status), "{case}");
        assert_eq!(stdout.matches("::error").count(), n_found, "{case}");
        assert_eq!(outputs, "sarif=found.sarif\n", "{case}");
    }
    fs::remove_file(dir.join("found.sarif")).unwrap();
    let (code, _, outputs) = check(dir, "good", only, "");
    assert_eq!((code, outputs.as_str()), (Some(0), ""));
    let (code, _, outputs) = check(dir, "missing", only, "found.sarif");
    assert_eq!((code, outputs.as_str()), (Some(2), ""));
}
