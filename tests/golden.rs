//! The output of the program, byte for byte, with a folder for each case: `tests/golden/<command>/<case>/`.
//!
//! - `args`: the arguments after the name of the command, separated by blanks
//! - `in.pgn`: a file of this name in the working folder, and stdin
//! - `in/`: more files, in the folder `in/`
//! - `out.pgn` (or `out.` and another extension): stdout; without it there must be no output
//! - `out/`: each file that is new or changed after the run, except sidecar files
//! - `status`: the exit status, if it is not 0
//! - `stderr`: the messages, if they are compared
//!
//! `SNAPSHOTS=overwrite` updates all but `args` and the inputs; read `git diff` afterwards.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::support::{self, files_below, overwrite, pgnkit, same_bytes, say, snapshot};

/// Cases whose output has slashes in paths, or folders that differ in the case of letters only.
const PATHS_OF_UNIX: [&str; 3] =
    ["check/fix_by_folder", "split/existing", "split/folders_of_players"];

#[test]
fn golden() {
    let top = support::root().join("tests/golden");
    let mut n_cases = 0;
    let mut failures = Vec::new();
    for args in files_below(&top).iter().filter(|path| path.file_name().unwrap() == "args") {
        let case = args.parent().unwrap();
        let has_paths = PATHS_OF_UNIX.iter().any(|it| case == Path::new(it));
        if has_paths && cfg!(any(windows, target_os = "macos")) {
            continue;
        }
        n_cases += 1;
        if let Err(why) = check(&top.join(case), case.parent().unwrap()) {
            failures.push(format!("{}: {why}", case.display()));
        }
    }
    say(&format!("golden: {n_cases} cases"));
    assert!(n_cases > 0, "no cases in {}", top.display());
    assert!(failures.is_empty(), "{} of {n_cases} cases:\n{}", failures.len(), failures.join("\n"));
}

fn check(case: &Path, command: &Path) -> Result<(), String> {
    let dir = tempfile::tempdir().unwrap();
    let mut before = Vec::new();
    for file in files_below(case) {
        if file == Path::new("in.pgn") || file.starts_with("in") {
            let bytes = fs::read(case.join(&file)).unwrap();
            let to = dir.path().join(&file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(&to, &bytes).unwrap();
            before.push((file, bytes));
        }
    }
    let args = fs::read_to_string(case.join("args")).unwrap();
    let mut program = pgnkit([command]);
    program.args(args.split_whitespace()).current_dir(dir.path());
    let stdin = fs::read(case.join("in.pgn")).unwrap_or_default();
    let output = support::run(program, &stdin);

    let stderr = String::from_utf8_lossy(&output.stderr);
    check_status(case, output.status.code()).map_err(|why| format!("{why}\n{stderr}"))?;
    check_stdout(case, &output.stdout)?;
    if case.join("stderr").exists() {
        snapshot(&case.join("stderr"), &output.stderr)?;
    }
    check_files(case, dir.path(), &before)
}

fn check_status(case: &Path, status: Option<i32>) -> Result<(), String> {
    let status = status.ok_or("ended by a signal")?;
    let path = case.join("status");
    if overwrite() {
        return if status == 0 {
            remove(&path)
        } else {
            snapshot(&path, format!("{status}\n").as_bytes())
        };
    }
    let expected = fs::read_to_string(&path).unwrap_or("0".to_owned());
    if expected.trim() == status.to_string() {
        return Ok(());
    }
    Err(format!("exit status {status}, expected {}", expected.trim()))
}

fn check_stdout(case: &Path, stdout: &[u8]) -> Result<(), String> {
    let is_stdout = |path: &PathBuf| path.to_str().is_some_and(|name| name.starts_with("out."));
    let path = files_below(case).into_iter().find(is_stdout).unwrap_or("out.pgn".into());
    let path = case.join(path);
    if !stdout.is_empty() {
        return snapshot(&path, stdout);
    }
    if overwrite() {
        return remove(&path);
    }
    same_bytes(&fs::read(&path).unwrap_or_default(), stdout)
}

fn check_files(case: &Path, dir: &Path, before: &[(PathBuf, Vec<u8>)]) -> Result<(), String> {
    let out = case.join("out");
    let mut written = Vec::new();
    // The file of keys contains the modification time of its master.
    let is_kept = |file: &PathBuf| file.extension().is_some_and(|it| it == "pgnkit-keys");
    for file in files_below(dir).into_iter().filter(|file| !is_kept(file)) {
        let bytes = fs::read(dir.join(&file)).unwrap();
        if !before.iter().any(|(name, old)| *name == file && *old == bytes) {
            snapshot(&out.join(&file), &bytes)?;
            written.push(file);
        }
    }
    for (file, _) in before {
        if !dir.join(file).exists() {
            return Err(format!("{} is gone", file.display()));
        }
    }
    for file in files_below(&out) {
        if !written.contains(&file) {
            if !overwrite() {
                return Err(format!("{} was not written", file.display()));
            }
            remove(&out.join(file))?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> Result<(), String> {
    if path.exists() { fs::remove_file(path).map_err(|err| err.to_string()) } else { Ok(()) }
}
