//! Outputs beside other programs that write the same files, or after programs that were killed.
#![cfg(unix)]

use std::{
    fs,
    io::{Read, Write},
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use pgn_stream::{ErrorKind, Output, OutputOptions, Staging, commit_all, commit_staged};
use tempfile::tempdir;

use crate::outputs::{APPEND, PLAIN, names, write};

#[test]
fn a_file_that_changes_meanwhile_is_not_replaced() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("x.pgn");
    type Change = fn(&Path);
    let changes: [(&str, Change); 4] = [
        ("appended to", |path| {
            fs::File::options().append(true).open(path).unwrap().write_all(b"+").unwrap();
        }),
        ("written again", |path| fs::write(path, "dlo").unwrap()),
        ("replaced", |path| {
            fs::write(path.with_extension("new"), "old").unwrap();
            fs::rename(path.with_extension("new"), path).unwrap();
        }),
        ("gone", |path| fs::remove_file(path).unwrap()),
    ];
    for (name, change) in changes {
        fs::write(&path, "old").unwrap();
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        let mut output = Output::create(&path, &PLAIN).unwrap();
        output.write_all(b"result").unwrap();
        change(&path);
        // As `cp -p` and `touch -r` do.
        if let Ok(file) = fs::File::options().append(true).open(&path) {
            file.set_modified(modified).unwrap();
        }
        let changed = fs::read(&path).ok();
        let error = output.commit().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Changed, "{name}: {error}");
        let partial = dir.path().join("x.pgn.partial");
        assert!(error.to_string().ends_with(&format!("is in {}", partial.display())), "{error}");
        assert_eq!(fs::read(&path).ok(), changed, "{name}");
        assert_eq!(fs::read(&partial).unwrap(), b"result", "{name}");
        fs::remove_file(partial).unwrap();
        let _ = fs::remove_file(&path);
    }
    // The same for a target that did not exist.
    let output = Output::create(&path, &PLAIN).unwrap();
    fs::write(&path, "other").unwrap();
    assert_eq!(output.commit().unwrap_err().kind(), ErrorKind::Changed);
    assert_eq!(fs::read(&path).unwrap(), b"other");
    // If one of several targets has changed, none is replaced.
    let [a, b] = ["a", "b"].map(|name| dir.path().join(name));
    fs::write(&b, "old").unwrap();
    let outputs = [&a, &b].map(|path| Output::create(path, &PLAIN).unwrap());
    fs::write(&b, "older").unwrap();
    assert_eq!(commit_all(outputs.into()).unwrap_err().path(), Some(&*b));
    assert!(!a.exists());
    assert_eq!(fs::read(&b).unwrap(), b"older");
}

#[test]
fn what_can_be_made_again_is_not_kept_beside_a_file_that_changes_meanwhile() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("x.keys");
    for before in [None, Some("old")] {
        let _ = fs::remove_file(&path);
        if let Some(before) = before {
            fs::write(&path, before).unwrap();
        }
        for (text, change) in [("first", None), ("second", Some("of another run"))] {
            let mut output = Output::create(&path, &PLAIN).unwrap();
            output.write_all(text.as_bytes()).unwrap();
            if let Some(change) = change {
                fs::write(&path, change).unwrap();
            }
            output.commit_if_unchanged().unwrap();
            assert_eq!(fs::read(&path).unwrap(), change.unwrap_or(text).as_bytes());
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        }
    }
}

#[test]
fn all_that_is_appended_at_the_same_time_is_there() {
    let dir = tempdir().unwrap();
    for name in ["x.pgn", "x.pgn.gz"] {
        let path = dir.path().join(name);
        write(&path, "", PLAIN);
        std::thread::scope(|scope| {
            for n in 0..12 {
                let path = &path;
                scope.spawn(move || write(path, &format!("line {n}\n"), APPEND));
            }
        });
        let mut text = Vec::new();
        match name {
            "x.pgn" => fs::File::open(&path).unwrap().read_to_end(&mut text).unwrap(),
            _ => flate2::read::MultiGzDecoder::new(fs::File::open(&path).unwrap())
                .read_to_end(&mut text)
                .unwrap(),
        };
        let text = String::from_utf8(text).unwrap();
        let mut lines: Vec<_> = text.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 12, "{name}: {text}");
        assert!(lines.iter().all(|line| line.starts_with("line ")), "{name}: {text}");
    }
    assert_eq!(names(dir.path()), ["x.pgn", "x.pgn.gz"]);
}

#[test]
fn append_refuses_unreadable_files() {
    let dir = tempdir().unwrap();
    let write_raw = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let gz = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&b"1. e4 *\n".repeat(1000)).unwrap();
        encoder.finish().unwrap()
    };
    let zst = zstd::encode_all(&b"1. e4 *\n"[..], 3).unwrap();
    let utf16 = b"\xff\xfe[\0E\0v\0e\0n\0t\0 \0";
    for (name, bytes, words) in [
        ("cut.gz", &gz[..gz.len() - 9], "the file ends too early: the compressed data is cut off"),
        ("a.zst", &gz, "the file is gzip, but its name says zstd"),
        ("b.zst", b"1. e4 *\n", "the file is plain text, but its name says zstd"),
        ("c.pgn", &zst, "the file is zstd"),
        ("d.pgn", b"PK\x03\x04abc", "the file is a zip archive"),
        ("e.pgn", utf16, "the file is UTF-16"),
        ("f.pgn", &utf16[2..], "the file is UTF-16"),
        ("g.pgn", b"7z\xbc\xaf\x27\x1c..", "the file is 7z"),
        ("h.zst", &zstd::encode_all(&gz[..], 3).unwrap(), "the file is gzip"),
        ("i.zst", &zstd::encode_all(&utf16[..], 3).unwrap(), "the file is UTF-16"),
    ] {
        let path = write_raw(name, bytes);
        let error = Output::create(&path, &APPEND).unwrap_err();
        let expect = format!("cannot append: {words}");
        assert_eq!(error.to_string(), expect, "{name}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
    }
    for (name, bytes) in [("whole.gz", &gz[..]), ("empty.zst", b""), ("plain", b"1. e4 *")] {
        write(&write_raw(name, bytes), "*", APPEND);
    }
}

#[test]
fn a_partial_result_survives_links_and_long_names() {
    let (dir, elsewhere) = (tempdir().unwrap(), tempfile::tempdir_in("/dev/shm"));
    let elsewhere = elsewhere.unwrap_or_else(|_| tempdir().unwrap());
    let partial_of = |path: &Path| {
        let mut output = Output::create(path, &PLAIN).unwrap();
        output.write_all(b"half").unwrap();
        output.keep_partial().unwrap().unwrap()
    };
    // A link to another file system.
    let target = elsewhere.path().join("far.pgn");
    fs::write(&target, "old").unwrap();
    let link = dir.path().join("link.pgn");
    symlink(&target, &link).unwrap();
    assert_eq!(partial_of(&link), elsewhere.path().join("far.pgn.partial"));
    // A second partial file does not replace the first.
    fs::write(elsewhere.path().join("far.pgn.partial"), "first").unwrap();
    assert_eq!(partial_of(&link), elsewhere.path().join("far.pgn.partial2"));
    assert_eq!(fs::read(elsewhere.path().join("far.pgn.partial")).unwrap(), b"first");
    let long = dir.path().join("x".repeat(255));
    write(&long, "old", PLAIN);
    let partial = partial_of(&long);
    assert_eq!(fs::read(&partial).unwrap(), b"half");
    assert!(partial.to_str().unwrap().ends_with(".partial"));
    assert_eq!(fs::read(&long).unwrap(), b"old");
    assert_eq!(names(dir.path()).len(), 3);
}

#[test]
fn a_private_file_has_private_copies_and_keeps_its_attributes() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};

    let dir = tempdir().unwrap();
    let path = dir.path().join("x.pgn");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let has_attributes =
        setxattr(&path, "user.origin", b"https://example.org", XattrFlags::empty()).is_ok();
    let mut output = Output::in_place(&path, None).unwrap();
    output.write_all(b"new").unwrap();
    for entry in fs::read_dir(dir.path()).unwrap() {
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    output.commit().unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    if has_attributes {
        let mut value = [0; 64];
        let n = getxattr(&path, "user.origin", &mut value).unwrap();
        assert_eq!(&value[..n], b"https://example.org");
    }
}

/// Returns ten parts, of which the even ones replace a file.
fn parts(dir: &Path, staging: &Staging) -> Vec<Output> {
    (0..10)
        .map(|n| {
            let path = dir.join(n.to_string());
            if n % 2 == 0 {
                fs::write(&path, "old").unwrap();
            }
            let mut output = staging.create(&path, &PLAIN).unwrap();
            write!(output, "part {n}").unwrap();
            output.park().unwrap();
            output
        })
        .collect()
}

#[test]
fn sets_replace_all_files_or_none() {
    let dir = tempdir().unwrap();
    let dir = dir.path();
    let staging = Staging::open(dir).unwrap();
    let outputs = parts(dir, &staging);
    // The conflict is found only when the file is renamed.
    let fresh = OutputOptions { replace: false, ..PLAIN };
    let last = staging.create(&dir.join("taken"), &fresh).unwrap();
    fs::write(dir.join("taken"), "other").unwrap();
    let error = commit_staged(outputs.into_iter().chain([last]).collect(), &staging).unwrap_err();
    assert_eq!(error.path(), Some(&*dir.join("taken")));
    drop(staging);
    assert_eq!(names(dir), ["0", "2", "4", "6", "8", "taken"]);
    assert!(["0", "8"].iter().all(|name| fs::read(dir.join(name)).unwrap() == b"old"));
    fs::remove_file(dir.join("taken")).unwrap();
    // Without the conflict, all are renamed.
    let staging = Staging::open(dir).unwrap();
    commit_staged(parts(dir, &staging), &staging).unwrap();
    drop(staging);
    assert_eq!(names(dir), ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    assert_eq!(fs::read(dir.join("8")).unwrap(), b"part 8");
}

/// Returns the identity of a file as it is in journals.
fn identity(path: &Path) -> String {
    let it = fs::metadata(path).unwrap();
    let nanos = |time: SystemTime| time.duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let state = format!("Some({}) {} Some({})", it.ino(), it.len(), nanos(it.modified().unwrap()));
    match it.created() {
        Ok(time) => format!("{state} created {}", nanos(time)),
        Err(_) => format!("{state} changed Some({:?})", (it.ctime(), it.ctime_nsec())),
    }
}

#[test]
fn a_set_of_a_killed_run_is_ended_by_the_next() {
    let dir = tempdir().unwrap();
    let dir = dir.path();
    let left = dir.join(".pgnkit-parts");
    // `0#` and `1#` stand for the identities of the files.
    let leave = |journal: &str| {
        fs::create_dir(&left).unwrap();
        fs::set_permissions(&left, fs::Permissions::from_mode(0o700)).unwrap();
        let files = ["0", "1"].map(|name| left.join(name));
        fs::write(&files[0], "part 0").unwrap();
        fs::write(&files[1], "part 1").unwrap();
        let [first, second] = files.map(|file| identity(&file));
        let journal = journal.replace("0#", &first).replace("1#", &second);
        fs::write(left.join("journal"), journal.replace('/', "\0")).unwrap();
        fs::write(dir.join("b"), "old").unwrap();
    };
    let whole = "pgnkit journal 3/0/0#/a//1/1#/b//2/x/c//end/";
    leave(whole);
    // The third file was renamed before, and another program has created the second.
    fs::write(dir.join("c"), "part 2").unwrap();
    let staging = Staging::open(dir).unwrap();
    assert_eq!(staging.finished().n_files, 1);
    assert_eq!(staging.finished().kept, [dir.join("b.partial")]);
    drop(staging);
    assert_eq!(names(dir), ["a", "b", "b.partial", "c"]);
    assert_eq!(fs::read(dir.join("b")).unwrap(), b"old");
    assert_eq!(fs::read(dir.join("b.partial")).unwrap(), b"part 1");
    fs::remove_file(dir.join("b.partial")).unwrap();
    // An incomplete journal: no file was renamed.
    for journal in [&whole[..whole.len() - 5], ""] {
        leave(journal);
        assert_eq!(Staging::open(dir).unwrap().finished().n_files, 0);
        assert_eq!(names(dir), ["a", "b", "c"]);
        assert_eq!(fs::read(dir.join("b")).unwrap(), b"old");
    }
    // A journal with the identity of another file or a path to another folder, and one of another version.
    let older = whole.replace('3', "2");
    for journal in ["pgnkit journal 3/0/1#/a//end/", "pgnkit journal 3/0/0#/..//end/", &older] {
        leave(journal);
        let staging = Staging::open(dir).unwrap();
        assert_eq!(staging.finished().foreign, [&*left]);
        drop(staging);
        assert_eq!(names(dir), [".pgnkit-parts", "a", "b", "c"]);
        fs::remove_dir_all(&left).unwrap();
    }
    // Folders in use, and those of other users, are left alone.
    let first = Staging::open(dir).unwrap();
    let second = Staging::open(dir).unwrap();
    assert_eq!(names(dir), [".pgnkit-parts", ".pgnkit-parts2", "a", "b", "c"]);
    drop((first, second));
    leave(whole);
    fs::set_permissions(&left, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(Staging::open(dir).unwrap().finished().n_files, 0);
    assert_eq!(fs::read(dir.join("b")).unwrap(), b"old");
    assert!(left.exists());
}

/// Puts a link to `victim` in the place of the only temporary file in `folder`.
fn replace_temporary(folder: &Path, victim: &Path) {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let temporary = all.into_iter().find(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name == "0" || name.ends_with(".pgnkit-tmp")
    });
    let temporary = temporary.unwrap();
    fs::remove_file(&temporary).unwrap();
    symlink(victim, &temporary).unwrap();
}

#[test]
fn a_link_in_the_place_of_a_temporary_file_is_not_followed() {
    for is_staged in [false, true] {
        let (dir, other) = (tempdir().unwrap(), tempdir().unwrap());
        let (path, victim) = (dir.path().join("a.pgn"), other.path().join("victim"));
        fs::write(&victim, "secret").unwrap();
        fs::set_permissions(&victim, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        let staging = is_staged.then(|| Staging::open(dir.path()).unwrap());
        let mut output = match &staging {
            Some(staging) => staging.create(&path, &PLAIN).unwrap(),
            None => Output::create(&path, &PLAIN).unwrap(),
        };
        write!(output, "new").unwrap();
        output.park().unwrap();
        let folder =
            if is_staged { dir.path().join(".pgnkit-parts") } else { dir.path().to_owned() };
        replace_temporary(&folder, &victim);
        let more = write!(output, "more").and_then(|()| output.flush());
        let result = match &staging {
            Some(staging) => commit_staged(vec![output], staging),
            None => output.commit(),
        };
        let why = result.unwrap_err().to_string();
        assert!(more.is_err() && why.contains("has replaced the temporary file"), "{why}");
        assert_eq!(fs::read(&victim).unwrap(), b"secret");
        assert_eq!(fs::metadata(&victim).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}

#[test]
fn a_link_without_a_file_is_no_part_of_a_set() {
    let (dir, other) = (tempdir().unwrap(), tempdir().unwrap());
    let (path, elsewhere) = (dir.path().join("a.pgn"), other.path().join("new"));
    symlink(&elsewhere, &path).unwrap();
    let staging = Staging::open(dir.path()).unwrap();
    let fresh = OutputOptions { replace: false, ..PLAIN };
    let error = staging.create(&path, &fresh).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Unwritable, Some(&*path)));
    assert!(!elsewhere.exists());
}
