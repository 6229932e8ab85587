//! Output files that appear complete or not at all.
#![cfg(unix)]

use std::{
    fs,
    io::{Read, Write},
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::Path,
};

use pgn_stream::{
    Append, ErrorKind, Output, OutputOptions, commit_all, format_of_name, is_same_file,
};
use tempfile::tempdir;

pub(crate) fn write(path: &Path, text: &str, options: OutputOptions) {
    let mut output = Output::create(path, &options).unwrap();
    output.write_all(text.as_bytes()).unwrap();
    output.commit().unwrap();
}

pub(crate) fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<_> =
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub(crate) const PLAIN: OutputOptions = options(Append::No);
pub(crate) const APPEND: OutputOptions = options(Append::Line);

const fn options(append: Append) -> OutputOptions {
    let (compress, replace, frames, workers, max_waiting) = (true, true, None, None, 0);
    OutputOptions { append, compress, replace, frames, workers, max_waiting }
}

#[test]
fn outputs_appear_at_the_end() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("x.pgn");
    fs::write(&path, "old").unwrap();
    let mut output = Output::create(&path, &PLAIN).unwrap();
    output.write_all(&[b'x'; 1 << 20]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(output);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    let output = Output::create(&path, &PLAIN).unwrap();
    drop(output);
    assert_eq!(names(dir.path()), ["x.pgn"]);
    write(&path, "new", PLAIN);
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(dir.path()), ["x.pgn"]);
}

#[test]
fn permissions_survive_and_new_files_have_the_usual_ones() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("x.pgn");
    fs::write(&path, "").unwrap();
    let usual = fs::metadata(&path).unwrap().permissions().mode();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o604)).unwrap();
    write(&path, "new", PLAIN);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o604);
    let other = dir.path().join("y.pgn");
    write(&other, "new", PLAIN);
    assert_eq!(fs::metadata(&other).unwrap().permissions().mode(), usual);
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let dir = tempdir().unwrap();
    fs::create_dir(dir.path().join("far")).unwrap();
    let target = dir.path().join("far/x.pgn");
    fs::write(&target, "old").unwrap();
    let link = dir.path().join("link.pgn");
    symlink("far/x.pgn", &link).unwrap();
    assert!(is_same_file(&link, &target) && !is_same_file(&link, dir.path()));
    write(&link, "new", PLAIN);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&target).unwrap(), b"new");
    // A link to a file that does not exist yet.
    let link = dir.path().join("dangling.pgn");
    symlink("far/y.pgn", &link).unwrap();
    write(&link, "new", PLAIN);
    assert_eq!(fs::read(dir.path().join("far/y.pgn")).unwrap(), b"new");
    assert_eq!(names(&dir.path().join("far")), ["x.pgn", "y.pgn"]);
    // A cycle of links.
    symlink("a", dir.path().join("b")).unwrap();
    symlink("b", dir.path().join("a")).unwrap();
    assert!(Output::create(&dir.path().join("a"), &PLAIN).is_err());
}

#[test]
fn devices_are_written_directly() {
    write(Path::new("/dev/null"), "text", PLAIN);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let mut output = Output::create(Path::new("/dev/full"), &PLAIN).unwrap();
    let error = output
        .write_all(&[b'x'; 1 << 20])
        .map_err(|it| it.downcast::<pgn_stream::Error>().unwrap())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unwritable);
    assert_eq!(error.path(), Some(Path::new("/dev/full")));
    assert!(error.to_string().contains("No space left"), "{error}");
    let mut output = Output::create(Path::new("/dev/full"), &PLAIN).unwrap();
    output.write_all(b"x").unwrap();
    let error = output.commit().unwrap_err();
    assert!(error.to_string().contains("No space left"), "{error}");
}

#[test]
#[cfg(target_os = "linux")]
fn files_below_dev_are_files() {
    let dir = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = dir.path().join("x.pgn");
    write(&path, "a long text", PLAIN);
    let mut output = Output::in_place(&path, None).unwrap();
    output.write_all(b"short").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"a long text");
    output.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"short");
    assert_eq!(names(dir.path()), ["x.pgn"]);
    assert!(Output::in_place(Path::new("/dev/null"), None).is_err());
    assert!(Output::in_place(Path::new("/dev/stdin"), None).is_err());
}

#[test]
fn append_keeps_existing_text() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("x.pgn");
    write(&path, "one\n", APPEND);
    write(&path, "two", APPEND);
    assert_eq!(fs::read(&path).unwrap(), b"one\ntwo");
    let mut output = Output::create(&path, &APPEND).unwrap();
    output.write_all(b"three").unwrap();
    drop(output);
    assert_eq!(fs::read(&path).unwrap(), b"one\ntwo");
}

#[test]
fn compressed_by_name_appended_and_parked() {
    let dir = tempdir().unwrap();
    for name in ["x.zst", "x.gz", "x.bz2", "x.XZ"] {
        let path = dir.path().join(name);
        write(&path, "one\n", PLAIN);
        write(&path, "two", APPEND);
        let mut output = Output::create(&path, &APPEND).unwrap();
        for text in ["three", " four"] {
            output.write_all(text.as_bytes()).unwrap();
            output.flush().unwrap();
            output.park().unwrap();
        }
        output.seal().unwrap();
        output.commit().unwrap();
        let file = fs::File::open(&path).unwrap();
        let mut text = String::new();
        match name {
            "x.zst" => zstd::Decoder::new(file).unwrap().read_to_string(&mut text),
            "x.gz" => flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text),
            "x.bz2" => bzip2::read::MultiBzDecoder::new(file).read_to_string(&mut text),
            _ => liblzma::read::XzDecoder::new_multi_decoder(file).read_to_string(&mut text),
        }
        .unwrap();
        assert_eq!(text, "one\ntwo\nthree four", "{name}");
        assert_ne!(format_of_name(&path), pgn_stream::Format::Plain);
    }
}

#[test]
fn partial_results_have_a_name_of_their_own() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("x.pgn");
    fs::write(&path, "old").unwrap();
    let mut output = Output::create(&path, &PLAIN).unwrap();
    output.write_all(b"half").unwrap();
    let partial = output.keep_partial().unwrap().unwrap();
    assert_eq!(partial, dir.path().join("x.pgn.partial"));
    assert_eq!(fs::read(partial).unwrap(), b"half");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(dir.path()), ["x.pgn", "x.pgn.partial"]);
}

#[test]
fn unwritable_outputs_are_refused_at_once() {
    let dir = tempdir().unwrap();
    let error = Output::create(&dir.path().join("none/x.pgn"), &PLAIN).unwrap_err();
    assert_eq!(error.to_string(), "cannot be written: No such file or directory (os error 2)");
    assert!(Output::create(dir.path(), &PLAIN).is_err());
    let path = dir.path().join("x.pgn");
    fs::write(&path, "old").unwrap();
    let only_new = OutputOptions { replace: false, ..PLAIN };
    assert!(Output::create(&path, &only_new).is_err());
    let other = dir.path().join("y.pgn");
    let output = Output::create(&other, &only_new).unwrap();
    fs::write(&other, "quicker").unwrap();
    assert!(output.commit().is_err());
    assert_eq!(fs::read(&other).unwrap(), b"quicker");
    assert_eq!(names(dir.path()), ["x.pgn", "y.pgn"]);
}

#[test]
fn in_place_with_the_old_file_kept() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("x.gz");
    assert!(Output::in_place(&path, None).is_err());
    assert!(Output::in_place(dir.path(), None).is_err());
    fs::write(&path, "old").unwrap();
    let mut output = Output::in_place(&path, None).unwrap();
    let inode = fs::metadata(&path).unwrap().ino();
    let kept = dir.path().join("x.gz.bak");
    output.keep_old(kept.clone());
    output.write_all(b"new").unwrap();
    output.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read(&kept).unwrap(), b"old");
    assert_eq!(fs::metadata(&kept).unwrap().ino(), inode);
}

#[test]
fn many_take_their_names_together_or_none_does() {
    let dir = tempdir().unwrap();
    let fresh = OutputOptions { replace: false, ..PLAIN };
    let outputs = |n: usize| -> Vec<Output> {
        (0..n)
            .map(|n| {
                let mut output = Output::create(&dir.path().join(n.to_string()), &fresh).unwrap();
                write!(output, "part {n}").unwrap();
                output.park().unwrap();
                output
            })
            .collect()
    };
    let parts = outputs(40);
    // Another program creates the last file first.
    fs::write(dir.path().join("39"), "other").unwrap();
    let error = commit_all(parts).unwrap_err();
    assert_eq!(error.path(), Some(dir.path().join("39").as_path()));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    assert_eq!(fs::read(dir.path().join("39")).unwrap(), b"other");
    commit_all(outputs(39)).unwrap();
    assert_eq!(fs::read(dir.path().join("38")).unwrap(), b"part 38");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 40);
    commit_all(Vec::new()).unwrap();
}
