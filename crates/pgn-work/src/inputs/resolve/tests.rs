//! Resolution of inputs, each case in a temporary folder.

use std::{
    cell::RefCell,
    fs,
    path::{MAIN_SEPARATOR, Path, PathBuf},
};

use crate::reports::messages::Verbosity;

use super::*;

fn shown(input: &Input) -> String {
    match input {
        Input::Stdin => "<stdin>".to_owned(),
        Input::Path(path) => show(path),
    }
}

struct Case {
    dir: tempfile::TempDir,
    exclude: Vec<String>,
    force_exclude: bool,
    ignore_files: IgnoreFiles,
    outputs: Vec<PathBuf>,
    /// Files skipped because of their names.
    skipped: RefCell<Vec<PathBuf>>,
}

impl Case {
    fn new(files: &[&str]) -> Case {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "1. e4 *\n").unwrap();
        }
        Case {
            dir,
            exclude: Vec::new(),
            force_exclude: false,
            ignore_files: IgnoreFiles::Disregard,
            outputs: Vec::new(),
            skipped: RefCell::default(),
        }
    }

    fn exclude(mut self, pattern: &str) -> Case {
        self.exclude.push(pattern.to_owned());
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        if name == "-" { PathBuf::from("-") } else { self.dir.path().join(name) }
    }

    /// Returns the inputs, named relative to the folder of the case, or the error.
    fn get(&self, names: &[&str]) -> Result<Vec<String>, String> {
        let sources: Vec<Source> = names
            .iter()
            .map(|name| match name.strip_prefix("list:") {
                Some(list) => Source::List(self.path(list)),
                None => Source::Name(self.path(name)),
            })
            .collect();
        let outputs: Vec<&Path> = self.outputs.iter().map(PathBuf::as_path).collect();
        let request = Request {
            if_none: IfNone::Fails,
            sources: &sources,
            nul: false,
            exclude: &self.exclude,
            force_exclude: self.force_exclude,
            ignore_files: self.ignore_files,
            outputs: &outputs,
            on_skipped: &|paths| self.skipped.borrow_mut().extend_from_slice(paths),
            is_excluded: &|_| Ok(false),
        };
        let messages = Messages::new(Verbosity::Silent, Box::new(()));
        let slashed = |text: String| text.replace(MAIN_SEPARATOR, "/");
        let root = slashed(format!("{}/", self.dir.path().display()));
        let relative = |text: String| slashed(text).replace(&root, "");
        resolve(&request, &messages)
            .map(|it| it.list.iter().map(|input| relative(shown(input))).collect())
            .map_err(|err| relative(format!("{err:#}")))
    }
}

#[track_caller]
fn check(case: &Case, names: &[&str], expected: &[&str]) {
    assert_eq!(case.get(names).unwrap(), expected);
}

#[track_caller]
fn refuse(case: &Case, names: &[&str], expected: &str) {
    assert_eq!(case.get(names).unwrap_err(), expected);
}

#[test]
fn a_folder_yields_its_pgn_files_in_byte_order() {
    let case = Case::new(&[
        "d/b.pgn", "d/Bb.PGN", "d/a.pgn.zst", "d/a.pgn.GZ", "d/a.zip", "d/notes.txt", "d/a.zst",
        "d/sub/c.pgn", "d/sub.pgn", "d/.hidden.pgn",
    ]);
    check(
        &case,
        &["d"],
        &[
            "d/.hidden.pgn", "d/Bb.PGN", "d/a.pgn.GZ", "d/a.pgn.zst", "d/a.zip", "d/b.pgn",
            "d/sub.pgn", "d/sub/c.pgn",
        ],
    );
}

#[test]
fn files_skipped_by_name_are_reported_once() {
    let mut case = Case::new(&[
        "d/a.pgn", "d/games.txt", "d/sub/old.PGN.bak", "d/named.txt", "d/report.tsv",
        "d/.git/index", "d/.hidden",
    ]);
    case.outputs = vec![case.path("d/report.tsv")];
    check(&case, &["d", "d/named.txt", "d/*.pgn", "d"], &["d/a.pgn", "d/named.txt"]);
    let skipped = case.skipped.take();
    assert_eq!(skipped, [case.path("d/games.txt"), case.path("d/sub/old.PGN.bak")]);
}

#[test]
fn named_files_keep_their_order_and_repetitions() {
    let case = Case::new(&["b.txt", "a.pgn"]);
    check(&case, &["b.txt", "a.pgn", "b.txt"], &["b.txt", "a.pgn", "b.txt"]);
    check(&case, &["-", "a.pgn"], &["<stdin>", "a.pgn"]);
    check(&case, &[], &["<stdin>"]);
    refuse(&case, &["-", "-"], "stdin can be read only once");
}

#[test]
fn folders_and_globs_yield_each_file_once_and_no_named_file() {
    let case = Case::new(&["d/a.pgn", "d/b.pgn", "d/c.pgn"]);
    check(&case, &["d", "d"], &["d/a.pgn", "d/b.pgn", "d/c.pgn"]);
    check(&case, &["d/[bc].pgn", "d"], &["d/b.pgn", "d/c.pgn", "d/a.pgn"]);
    check(&case, &["d/*.pgn", "d/b.pgn"], &["d/a.pgn", "d/c.pgn", "d/b.pgn"]);
}

#[test]
fn globs() {
    let case = Case::new(&["x/a.pgn", "x/y/b.pgn", "x/y/z/c.txt", "x/[1].pgn"]);
    check(&case, &["x/*.pgn"], &["x/[1].pgn", "x/a.pgn"]);
    check(&case, &["x/**/*.pgn"], &["x/[1].pgn", "x/a.pgn", "x/y/b.pgn"]);
    check(&case, &["x/*/*"], &["x/y/b.pgn"]);
    check(&case, &["x/{a,y/b}.pgn"], &["x/a.pgn", "x/y/b.pgn"]);
    check(&case, &["x/[1].pgn"], &["x/[1].pgn"]);
    assert!(case.get(&["x/*.epd"]).unwrap_err().starts_with("no file matches `"));
    assert!(case.get(&["nowhere/*.pgn"]).unwrap_err().starts_with("no file matches `"));
    assert!(case.get(&["x/{a.pgn"]).unwrap_err().starts_with("bad glob `"));
}

#[test]
fn lists() {
    let case = Case::new(&["a.pgn", "b.pgn", "d/c.pgn", "e.pgn"]);
    let names = format!("{0}/b.pgn\r\n\n{0}/d\n{0}/a.pgn", case.dir.path().display());
    fs::write(case.path("list"), names).unwrap();
    check(
        &case,
        &["e.pgn", "list:list", "a.pgn"],
        &["e.pgn", "b.pgn", "d/c.pgn", "a.pgn", "a.pgn"],
    );
    fs::write(case.path("empty"), "\n").unwrap();
    refuse(&case, &["list:empty"], "the list empty names no file");
    refuse(&case, &["list:none"], "no such list: none");
    fs::write(case.path("gone"), "nowhere/x*.pgn\n").unwrap();
    refuse(&case, &["list:gone"], "no such file or folder: nowhere/x*.pgn");
}

#[test]
fn missing_inputs_are_reported_first() {
    let case = Case::new(&["a.pgn", "d/x.txt"]);
    refuse(&case, &["a.pgn", "b.pgn"], "no such file or folder: b.pgn");
    refuse(&case, &["b.pgn", "c.pgn"], "no such file or folder: b.pgn, c.pgn");
    refuse(&case, &["a.pgn/b.pgn"], "no such file or folder: a.pgn/b.pgn");
    refuse(&case, &["d"], "no PGN file in the folder d (1 not PGN by name)");
}

#[test]
fn exclude() {
    let files = ["d/a.pgn", "d/old/b.pgn", "d/old/new/c.pgn", "d/bold.pgn"];
    let case = Case::new(&files).exclude("old/");
    check(&case, &["d"], &["d/a.pgn", "d/bold.pgn"]);
    check(&case, &["d", "d/old/b.pgn"], &["d/a.pgn", "d/bold.pgn", "d/old/b.pgn"]);
    let case = Case { force_exclude: true, ..case };
    check(&case, &["d/old/b.pgn", "d/a.pgn"], &["d/a.pgn"]);
    check(&case, &["d/old/b.pgn"], &[]);
    let case = Case::new(&files).exclude("**/d/old/*.pgn");
    check(&case, &["d"], &["d/a.pgn", "d/bold.pgn", "d/old/new/c.pgn"]);
    let case = Case::new(&files).exclude("*.pgn");
    refuse(&case, &["d"], "no PGN file in the folder d (4 excluded)");
    assert!(Case::new(&files).exclude("[").get(&["d"]).is_err());
}

#[test]
fn ignore_files() {
    let case = Case::new(&["d/a.pgn", "d/b.pgn", "d/.c.pgn"]);
    fs::write(case.path("d/.ignore"), "b.*\n").unwrap();
    check(&case, &["d"], &["d/.c.pgn", "d/a.pgn", "d/b.pgn"]);
    let case = Case { ignore_files: IgnoreFiles::Honor, ..case };
    check(&case, &["d"], &["d/a.pgn"]);
    check(&case, &["d/b.pgn"], &["d/b.pgn"]);
    fs::remove_file(case.path("d/a.pgn")).unwrap();
    refuse(&case, &["d"], "no PGN file in the folder d (2 ignored or hidden)");
}

/// The `.gitignore` of a download, whose PGN files its author did not track, leaves none of them out.
#[test]
fn gitignore_holds_in_repositories_only() {
    let case = Case::new(&["d/a.pgn", "d/b.pgn", "d/sub/b.pgn", "d/sub/c.pgn"]);
    fs::write(case.path("d/.gitignore"), "b.pgn\n").unwrap();
    let case = Case { ignore_files: IgnoreFiles::Honor, ..case };
    check(&case, &["d"], &["d/a.pgn", "d/b.pgn", "d/sub/b.pgn", "d/sub/c.pgn"]);
    fs::create_dir(case.path("d/.git")).unwrap();
    check(&case, &["d"], &["d/a.pgn", "d/sub/c.pgn"]);
    check(&case, &["d/sub"], &["d/sub/c.pgn"]);
}

#[test]
fn an_output_is_an_input_only_by_name() {
    let mut case = Case::new(&["d/a.pgn", "d/out.pgn"]);
    case.outputs.push(case.path("d/../d/out.pgn"));
    check(&case, &["d"], &["d/a.pgn"]);
    check(&case, &["d/*"], &["d/a.pgn"]);
    check(&case, &["d/out.pgn"], &["d/out.pgn"]);
}

#[cfg(unix)]
#[test]
fn links_to_files_are_followed_and_links_to_folders_are_not() {
    use std::os::unix::fs::symlink;
    let case = Case::new(&["d/a.pgn", "e/b.pgn"]);
    symlink(case.path("e/b.pgn"), case.path("d/link.pgn")).unwrap();
    symlink(case.path("e"), case.path("d/folder.pgn")).unwrap();
    symlink(case.path("d"), case.path("d/circle")).unwrap();
    symlink(case.path("d/a.pgn"), case.path("d/same.pgn")).unwrap();
    symlink(case.path("nowhere"), case.path("d/broken.pgn")).unwrap();
    check(&case, &["d"], &["d/a.pgn", "d/link.pgn"]);
    refuse(&case, &["d/broken.pgn"], "no such file or folder: d/broken.pgn");
}
