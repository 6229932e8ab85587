//! `split --append`: games are added to the parts of earlier runs.
#![cfg(unix)]

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::support::{self, content, files_below, output_in, refused, run_in};

/// Returns a game of each year, with the line ends `end`.
fn games(years: &[u32], white: &str, end: &str) -> String {
    let game = |year| {
        format!("[Event \"E\"]\n[Date \"{year}.??.??\"]\n[White \"{white}\"]\n\n1. e4 e5 *\n\n")
    };
    years.iter().map(game).collect::<String>().replace('\n', end)
}

/// Returns a game of White against Black.
fn game(white: &str, black: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n")
}

fn shell(dir: &Path, lines: &str) -> (Option<i32>, String) {
    let lines = format!("pgnkit() {{ '{}' \"$@\"; }}\n{lines}", support::PGNKIT);
    let mut bash = Command::new("bash");
    let output = bash.args(["-c", &lines]).current_dir(dir).env("TERM", "dumb").output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Runs `split` with the options `by`, which has to succeed. Returns its messages.
#[track_caller]
fn split(dir: &Path, by: &[&str], to: &str, inputs: &[&str]) -> String {
    let args = [&["split", "--dir", to], by, inputs].concat();
    let output = output_in(dir, &args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {said}");
    said
}

/// Returns the text of each file of a folder, decompressed.
fn texts(dir: &Path, folder: &str) -> BTreeMap<String, String> {
    let files = files_below(&dir.join(folder)).into_iter();
    files
        .map(|file| {
            let path = Path::new(folder).join(&file);
            let text = run_in(dir, &["filter", "-q", path.to_str().unwrap()]);
            (file.to_str().unwrap().to_owned(), String::from_utf8_lossy(&text).into_owned())
        })
        .collect()
}

#[test]
fn two_runs_write_what_one_run_writes() {
    let (years, other_years) = ([1990, 1991, 1990], [1991, 1992, 1990]);
    let first = [
        games(&years, "A", "\n"),
        games(&years, "A", "\r\n"),
        games(&years, "A", "\n").trim_end().to_owned(),
        // No marker, a comment that is left open, comments behind the last game, no tag pairs, nothing.
        games(&years, "A", "\n").replace(" *", ""),
        format!("{}1. d4 {{open", games(&years, "A", "\n").trim_end()),
        format!("{}; behind\n{{the last game}}\n", games(&years, "A", "\n")),
        "1. e4 *\n".to_owned(),
        String::new(),
    ];
    let second = [
        games(&other_years, "A", "\n"),
        games(&other_years, "A", "\r\n"),
        format!("\u{feff}{}", games(&other_years, "A", "\n")),
        games(&other_years, "A", "\n").replace(" *", "").trim_end().to_owned(),
        "1. d4 *".to_owned(),
    ];
    for name in ["{value}.pgn", "{White}/{value}.pgn.gz", "{value}/games.pgn"] {
        let by = ["--by", "Date:year", "--name", name];
        for (a, b) in first.iter().flat_map(|a| second.iter().map(move |b| (a, b))) {
            let dir = tempfile::tempdir().unwrap();
            let dir = dir.path();
            fs::write(dir.join("a.pgn"), a).unwrap();
            fs::write(dir.join("b.pgn"), b).unwrap();
            split(dir, &by, "one", &["a.pgn", "b.pgn"]);
            split(dir, &by, "two", &["a.pgn"]);
            // The text of a compressed file cannot be changed.
            if name.ends_with(".gz") && !a.trim_end().ends_with('*') {
                continue;
            }
            split(dir, &[&by[..], &["--append"]].concat(), "./two/", &["b.pgn"]);
            let (one, two) = (texts(dir, "one"), texts(dir, "two"));
            assert_eq!(one, two, "{name}: {a:?} {b:?}");
            assert_eq!(files_below(dir).len(), 2 + 2 * one.len());
        }
    }
}

#[test]
fn the_same_run_again_adds_its_games_again() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let text = games(&[1990, 1991, 1990], "A", "\n");
    fs::write(dir.join("a.pgn"), &text).unwrap();
    let by = ["--by", "Date:year", "--append"];
    let said = split(dir, &by, "years", &["a.pgn"]);
    assert_eq!(said, "3 games in 2 files (0 appended to, 2 new)\n");
    let once = texts(dir, "years");
    let said = split(dir, &by, "years", &["a.pgn"]);
    assert_eq!(said, "3 games in 2 files (2 appended to, 0 new)\n");
    let twice = once.into_iter().map(|(name, text)| (name, text.repeat(2))).collect();
    assert_eq!(texts(dir, "years"), twice);
}

/// Values whose names are equal, or differ only in case, keep their files, whatever comes first in a run.
#[test]
fn values_with_one_name_keep_their_files() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let by = ["--by", "White"];
    let append = ["--by", "White", "--append"];
    let names = ["Tal", "TAL", "a/b", "a?b", "Tal-2", "tal"];
    let write = |file: &str, names: &[&str]| {
        let text: String = names.iter().map(|name| game(name, "X")).collect();
        fs::write(dir.join(file), text).unwrap();
    };
    write("a.pgn", &names[..5]);
    split(dir, &by, "one", &["a.pgn"]);
    let files: Vec<String> = texts(dir, "one").into_keys().collect();
    assert_eq!(files, ["TAL-2.pgn", "Tal-2-2.pgn", "Tal.pgn", "a_b-2.pgn", "a_b.pgn"]);
    for (name, file) in
        [("TAL", "TAL-2"), ("Tal", "Tal"), ("a?b", "a_b-2"), ("Tal-2", "Tal-2-2"), ("a/b", "a_b")]
    {
        write("b.pgn", &[name]);
        split(dir, &append, "one", &["b.pgn"]);
        let text = fs::read_to_string(dir.join("one").join(format!("{file}.pgn"))).unwrap();
        assert_eq!(text, game(name, "X").repeat(2), "{name}");
    }
    // All at once, in the other order, with a new one.
    let reversed: Vec<&str> = names.iter().rev().copied().collect();
    write("b.pgn", &reversed);
    let said = split(dir, &append, "one", &["b.pgn"]);
    assert_eq!(said, "6 games in 6 files (5 appended to, 1 new)\n");
    for (file, text) in texts(dir, "one") {
        let name = text.split('"').nth(1).unwrap();
        let n = if name == "tal" { 1 } else { 3 };
        assert_eq!(text, game(name, "X").repeat(n), "{file}");
    }
    // Players who have played each other.
    fs::write(dir.join("c.pgn"), game("Tal", "TAL")).unwrap();
    for args in [&["--by", "player"][..], &["--by", "player", "--append"]] {
        split(dir, args, "players", &["c.pgn"]);
    }
    let twice = game("Tal", "TAL").repeat(2);
    let players = texts(dir, "players");
    assert!(players.len() == 2 && players.values().all(|text| *text == twice), "{players:?}");
}

#[test]
fn games_are_not_added_to_a_file_of_other_games() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("a.pgn"), games(&[1990, 1992], "A", "\n")).unwrap();
    let by = ["split", "--by", "Date:year", "--append", "a.pgn"];
    let gz = b"\x1F\x8B\x08\0\0\0\0\0\0\0";
    for (text, expect) in [
        (
            games(&[1993], "A", "\n").as_bytes(),
            "1992.pgn: its first game has the value `1993`, not `1992`, so that no games of `1992` are \
             appended to it; rename the file",
        ),
        (b"\xFF\xFE[\0E\0", "1992.pgn: cannot append: the file is UTF-16"),
        (b"<html>\n<title>x</title>\n", "1992.pgn: cannot append: the file is HTML"),
        (&[0; 1000], "1992.pgn: cannot append: the file is binary data"),
        (gz, "1992.pgn: cannot be read: "),
        (b"{ open", "1992.pgn: cannot append: the file has no games, and its text would hide"),
    ] {
        fs::write(dir.join("1992.pgn"), text).unwrap();
        let said = refused(dir, &by);
        assert!(said.starts_with(&format!("error: {expect}")), "{said}");
    }
    fs::remove_file(dir.join("1992.pgn")).unwrap();
    fs::create_dir(dir.join("1992.pgn")).unwrap();
    let said = refused(dir, &by);
    assert_eq!(said, "error: 1992.pgn: cannot append: not a regular file\n");
    fs::remove_dir(dir.join("1992.pgn")).unwrap();
    // Two names of one file.
    fs::write(dir.join("1990.pgn"), "").unwrap();
    fs::hard_link(dir.join("1990.pgn"), dir.join("1992.pgn")).unwrap();
    let said = refused(dir, &by);
    assert_eq!(said, "error: two outputs are the same file: 1990.pgn and 1992.pgn\n");
    fs::remove_file(dir.join("1992.pgn")).unwrap();
    // An input.
    fs::write(dir.join("1992.pgn"), games(&[1992], "A", "\n")).unwrap();
    let said = refused(dir, &[&by[..], &["1992.pgn"]].concat());
    assert!(said.contains("1992.pgn is also the input 1992.pgn"), "{said}");
    // Files without games can be the part of any value.
    fs::write(dir.join("1992.pgn"), "\n").unwrap();
    split(dir, &by[1..4], ".", &["a.pgn"]);
    let text = fs::read_to_string(dir.join("1992.pgn")).unwrap();
    assert_eq!(text, format!("\n{}", games(&[1992], "A", "\n")));
}

#[test]
fn values_that_are_not_utf8_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let text = game("Müller", "X").repeat(3);
    let text: Vec<u8> = text.chars().map(|c| if c == 'ü' { 0x81 } else { c as u8 }).collect();
    fs::write(dir.join("a.pgn"), text).unwrap();
    for encoding in ["cp850", "auto"] {
        let by = ["--by", "White", "--append", "--encoding", encoding];
        for n in [1, 2] {
            split(dir, &by, encoding, &["a.pgn"]);
            let text = fs::read(dir.join(encoding).join("Müller.pgn")).unwrap();
            assert_eq!(text, fs::read(dir.join("a.pgn")).unwrap().repeat(n), "{encoding}");
        }
    }
}

#[test]
fn links_and_permissions_stay() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("a.pgn"), games(&[1990, 1991], "A", "\n")).unwrap();
    fs::create_dir_all(dir.join("years")).unwrap();
    fs::create_dir(dir.join("elsewhere")).unwrap();
    fs::write(dir.join("elsewhere/x.pgn"), games(&[1990], "B", "\n")).unwrap();
    symlink("../elsewhere/x.pgn", dir.join("years/1990.pgn")).unwrap();
    fs::write(dir.join("years/1991.pgn"), games(&[1991], "B", "\n")).unwrap();
    fs::set_permissions(dir.join("years/1991.pgn"), fs::Permissions::from_mode(0o640)).unwrap();
    split(dir, &["--by", "Date:year", "--append"], "years", &["a.pgn"]);
    assert!(fs::symlink_metadata(dir.join("years/1990.pgn")).unwrap().is_symlink());
    for (file, year) in [("elsewhere/x.pgn", 1990), ("years/1991.pgn", 1991)] {
        let text = games(&[year], "B", "\n") + &games(&[year], "A", "\n");
        assert_eq!(fs::read_to_string(dir.join(file)).unwrap(), text);
    }
    assert_eq!(fs::metadata(dir.join("years/1991.pgn")).unwrap().mode() & 0o777, 0o640);
    assert_eq!(content(&dir.join("years")).len(), 2);
}

#[test]
fn a_run_that_fails_changes_no_part() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let years: Vec<u32> = (1800..1900).collect();
    fs::write(dir.join("a.pgn"), games(&years, "A", "\n")).unwrap();
    for (by, append) in [
        ("split --by Date:year --dir y", "split -q --by Date:year --dir y --append a.pgn"),
        (
            "split --by Date:year --dir z --name {value}.pgn.gz",
            "split -q --by Date:year --dir z --name {value}.pgn.gz --append a.pgn",
        ),
    ] {
        let folder = by.split(' ').nth(4).unwrap();
        run_in(dir, &[&by.split(' ').collect::<Vec<_>>()[..], &["a.pgn"]].concat());
        let before = content(&dir.join(folder));
        // Fewer open files than parts.
        let (status, said) = shell(dir, &format!("ulimit -n 20; pgnkit {append}"));
        assert_eq!((status, &*said), (Some(0), ""));
        let after = content(&dir.join(folder));
        assert_eq!(after.len(), before.len());
        assert!(
            after.iter().all(|(name, bytes)| bytes.starts_with(&before[name])
                && bytes.len() > before[name].len())
        );
        // A part that cannot be opened, after others were.
        let part = before.keys().next_back().unwrap();
        fs::rename(dir.join(folder).join(part), dir.join("kept")).unwrap();
        fs::create_dir(dir.join(folder).join(part)).unwrap();
        let now = content(&dir.join(folder));
        assert_eq!(shell(dir, &format!("pgnkit {append}")).0, Some(2));
        assert_eq!(content(&dir.join(folder)), now);
        fs::remove_dir(dir.join(folder).join(part)).unwrap();
        fs::rename(dir.join("kept"), dir.join(folder).join(part)).unwrap();
        // A part that another program changes meanwhile. More than a chunk of the pipe is read before.
        let lines = format!(
            "(for i in $(seq 300); do cat a.pgn; done; sleep 0.5; echo >> {folder}/{part}) | pgnkit {}-",
            append.strip_suffix("a.pgn").unwrap()
        );
        let (status, said) = shell(dir, &lines);
        assert!(status == Some(2) && said.contains("was changed by another program"), "{said}");
        for (name, bytes) in content(&dir.join(folder)) {
            let old = after.get(&name);
            let is_old = old.is_some_and(|old| {
                bytes == *old || name == *part && bytes == [&old[..], b"\n"].concat()
            });
            assert!(is_old || name.ends_with(".partial"), "{name}");
        }
    }
    // A disk that is full.
    let large = format!(
        "{}1. e4 {{{}}} *\n",
        games(&years, "A", "\n").trim_end().trim_end_matches("1. e4 e5 *"),
        "word ".repeat(3000)
    );
    fs::write(dir.join("large.pgn"), large).unwrap();
    let before = content(&dir.join("y"));
    let lines = "ulimit -f 8; pgnkit split --by Date:year --dir y --append large.pgn";
    let (status, said) = shell(dir, lines);
    assert!(status == Some(2) && said.contains("cannot be written: File too large"), "{said}");
    assert_eq!(content(&dir.join("y")), before);
}

#[test]
fn inputs_that_cannot_be_read_leave_partial_parts() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let text = games(&[1990, 1991], "A", "\n");
    fs::write(dir.join("a.pgn"), &text).unwrap();
    run_in(dir, &["filter", "-o", "b.pgn.gz", "a.pgn"]);
    let mut cut = fs::read(dir.join("b.pgn.gz")).unwrap();
    cut.truncate(cut.len() - 5);
    fs::write(dir.join("b.pgn.gz"), cut).unwrap();
    fs::create_dir(dir.join("y")).unwrap();
    fs::write(dir.join("y/1990.pgn"), games(&[1990], "B", "\n")).unwrap();
    let args = ["split", "--by", "Date:year", "--dir", "y", "--append", "b.pgn.gz"];
    assert_eq!(output_in(dir, &args).status.code(), Some(2));
    let files = content(&dir.join("y"));
    assert_eq!(files.keys().collect::<Vec<_>>(), ["1990.pgn", "1990.pgn.partial", "1991.pgn"]);
    assert_eq!(files["1990.pgn"], games(&[1990], "B", "\n").as_bytes());
    let both = games(&[1990], "B", "\n") + &games(&[1990], "A", "\n");
    assert_eq!(files["1990.pgn.partial"], both.as_bytes());
}

/// A run that is killed has added its games to all parts or to none, once another run has completed what it left.
#[test]
fn a_run_that_is_killed_has_appended_to_all_parts_or_to_none() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let years: Vec<u32> = (1500..1900).collect();
    fs::write(dir.join("a.pgn"), games(&years, "A", "\n")).unwrap();
    fs::write(dir.join("other.pgn"), games(&[2000], "A", "\n")).unwrap();
    let args = ["split", "-q", "--by", "Date:year", "--dir", "y", "--append"];
    let start = || {
        let _ = fs::remove_dir_all(dir.join("y"));
        run_in(dir, &[&args[..], &["a.pgn"]].concat());
        let begin = Instant::now();
        let mut program = support::pgnkit([&args[..], &["a.pgn"]].concat());
        (program.current_dir(dir).stderr(Stdio::null()).spawn().unwrap(), begin)
    };
    let (mut whole, begin) = start();
    whole.wait().unwrap();
    let lasts = begin.elapsed();
    for n in 0..12 {
        let (mut killed, _) = start();
        thread::sleep(lasts * n / 12 + Duration::from_millis(1));
        killed.kill().unwrap();
        killed.wait().unwrap();
        let output = output_in(dir, &[&args[..], &["other.pgn"]].concat());
        assert!(output.status.success(), "{output:?}");
        let files = content(&dir.join("y"));
        assert_eq!(files.len(), years.len() + 1, "{n}: {:?}", files.keys().next());
        let is_new = |text: &[u8], n: usize| text == games(&[1500], "A", "\n").repeat(n).as_bytes();
        let n_games = if is_new(&files["1500.pgn"], 1) { 1 } else { 2 };
        for year in &years {
            let expect = games(&[*year], "A", "\n").repeat(n_games);
            assert_eq!(files[&format!("{year}.pgn")], expect.as_bytes(), "{n}: {year}");
        }
    }
}
