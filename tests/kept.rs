//! Nothing is lost without a word: files that are no PGN stay in place, and what an output does not hold is named.

use std::{fs, path::Path, process::Output};

use crate::support;

const GAME: &str = "[Event \"x\"]\n\n1. e4 e5 *\n";
const BAD: &str = "[Event \"bad\"]\n\n1. e4 e4 *\n";

/// Runs a command line in a folder. Blanks separate its arguments.
fn run(dir: &Path, line: &str) -> Output {
    support::output_in(dir, &line.split(' ').collect::<Vec<_>>())
}

#[track_caller]
fn check(dir: &Path, line: &str, status: i32, words: &str) {
    let output = run(dir, line);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{line}: {said}");
    assert!(said.contains(words), "{line}: {said}");
}

/// Returns a folder with these files.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    dir
}

#[test]
fn files_that_are_no_pgn_stay_as_they_are() {
    let utf16: Vec<u8> = GAME.bytes().flat_map(|byte| [byte, 0]).collect();
    let binary = [&b"\0\x01\x02\x03".repeat(900)[..], GAME.as_bytes()].concat();
    let page = format!("<html><body><pre>\n{GAME}</pre>");
    let others: [(&str, &[u8]); 6] = [
        ("utf16.pgn", &utf16),
        ("binary.pgn", &binary),
        ("notes.pgn", b"my notes\n"),
        ("comment.pgn", b"{no game}\n"),
        ("page.pgn", page.as_bytes()),
        ("sgf.pgn", b"(;FF[4]GM[1];B[aa])"),
    ];
    for (name, bytes) in others {
        let dir = folder(&[(name, bytes), ("game.pgn", b"1.e4 *")]);
        let dir = dir.path();
        for line in ["export --check .", "strip-comments --in-place .", "export --in-place ."] {
            check(dir, line, 2, "; left as it is");
        }
        assert_eq!(fs::read(dir.join(name)).unwrap(), bytes, "{name}");
        assert!(run(dir, "export --check .").stdout.is_empty(), "{name}");
        for line in ["export", "filter -w plies>0", "merge --sort standard", "merge --dedup"] {
            let line = format!("{line} {name} -o {name}");
            check(dir, &line, 2, "; nothing is replaced");
            assert_eq!(fs::read(dir.join(name)).unwrap(), bytes, "{line}");
        }
    }
}

#[test]
fn results_that_are_not_written_are_told() {
    for (text, expect) in [
        ("[Result \"1-0\"]\n\n1. e4 0-1\n", "1 other result"),
        ("[Result \"0-0\"]\n\n1. e4 e5 0-0\n", "2 other results"),
        ("[Result \"White wins on forfeit\"]\n\n1. e4 *\n", "1 other result"),
        ("[Result \"1-0 (forfeit)\"]\n\n1. e4 1-0\n", "1 other result"),
        ("[Result \"1/2\"]\n\n1. e4 1/2-1/2\n", ""),
        ("[Result \"1-0\"]\n\n1. e4 *\n", ""),
        ("[Result \"?\"]\n\n1. e4 1-0\n", ""),
        ("[Result \"\"]\n\n1. e4\n", ""),
    ] {
        let dir = folder(&[("a.pgn", text.as_bytes())]);
        let output = run(dir.path(), "export a.pgn");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.contains("other result"), !expect.is_empty(), "{text}: {said}");
        assert!(said.contains(expect), "{text}: {said}");
    }
}

#[test]
fn tables_and_positions_replace_and_continue_only_their_kind() {
    let dir = folder(&[("a.pgn", GAME.as_bytes()), ("notes", b"hello notes\n")]);
    let dir = dir.path();
    for format in ["csv", "tsv", "json-lines", "fen", "epd", "parquet"] {
        let force = "replace it with --force";
        check(dir, &format!("export --format {format} -o notes a.pgn"), 2, force);
        // Its own kind is replaced, unless nothing tells it from other files.
        let line = format!("export --format {format} -o own-{format} a.pgn");
        check(dir, &line, 0, "");
        let (status, words) = if format == "fen" { (2, force) } else { (0, "") };
        check(dir, &line, status, words);
    }
    assert_eq!(fs::read(dir.join("notes")).unwrap(), b"hello notes\n");
    for _ in 0..2 {
        check(dir, "export --format csv --columns white,moves_san -o t.csv a.pgn", 0, "");
    }
    check(dir, "export --format csv --columns white,moves_san -o t.csv --append a.pgn", 0, "");
    for other in ["--columns white,black,moves_san", "--rows plies"] {
        let line = format!("export --format csv {other} -o t.csv --append a.pgn");
        check(dir, &line, 2, "its columns are others");
    }
    assert_eq!(fs::read(dir.join("t.csv")).unwrap(), b"white,moves_san\r\n,e4 e5\r\n,e4 e5\r\n");
}

#[test]
fn rejects_hold_what_is_left_out_and_nothing_of_others() {
    // Several pieces.
    let big = format!("[Event \"big\"]\n\n1. e4 {{{}}} e5 *\n\n{GAME}", "a".repeat(3 << 20));
    let crlf = BAD.replace('\n', "\r\n");
    let files =
        [("big.pgn", big.as_bytes()), ("bad.pgn", BAD.as_bytes()), ("crlf.pgn", crlf.as_bytes())];
    let dir = folder(&files);
    let dir = dir.path();
    let rejects = dir.join("r.pgn");
    let formats =
        ["pgn --on-error drop", "pgn --take 1 --on-error drop", "fen", "epd", "json-lines", "csv"];
    for format in formats {
        let _ = fs::remove_file(&rejects);
        let line = format!("export --max-game-size 1KiB --format {format} --rejects r.pgn big.pgn");
        check(dir, &line, 0, "");
        let kept = fs::read_to_string(&rejects).unwrap();
        let of_run = if format.contains("--take") { " (1 of the run)" } else { "" };
        let head = format!("% pgnkit: rejected big.pgn:1 game 1{of_run}: oversized-game: ");
        assert!(kept.starts_with(&head), "{format}: {kept:.100}");
        let game = &big[..big.len() - GAME.len()];
        assert_eq!(kept.split_once('\n').unwrap().1.trim_end(), game.trim_end(), "{format}");
    }
    // A file of rejects with a game of the user's own is no longer one.
    fs::remove_file(&rejects).unwrap();
    let line = "export --on-error drop --rejects r.pgn -o o.pgn bad.pgn";
    check(dir, line, 0, "");
    check(dir, line, 0, "");
    let own = [&fs::read(&rejects).unwrap()[..], b"\n[Event \"mine\"]\n\n1. c4 *\n"].concat();
    fs::write(&rejects, &own).unwrap();
    check(dir, line, 2, "not a file of rejects");
    assert_eq!(fs::read(&rejects).unwrap(), own);
    check(dir, "export --on-error drop --rejects c.pgn -o o.pgn crlf.pgn", 0, "");
    let kept = fs::read_to_string(dir.join("c.pgn")).unwrap();
    assert_eq!(kept.matches('\n').count(), kept.matches("\r\n").count(), "{kept:?}");
}

#[test]
fn control_characters_of_events_are_shown_in_cross_tables() {
    let pgn = "[Event \"\x1b[31mx\u{9b}\u{202e}\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n";
    let dir = folder(&[("a.pgn", pgn.as_bytes())]);
    for options in ["", " --ascii", " --format markdown"] {
        let shown = run(dir.path(), &format!("stats --crosstable{options} a.pgn")).stdout;
        let shown = String::from_utf8(shown).unwrap();
        let acts = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(shown.contains('x') && !shown.contains(acts), "{options}: {shown:?}");
    }
}

#[cfg(unix)]
#[test]
fn links_to_nothing_and_pipes_are_named() {
    use std::os::unix::fs::symlink;

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    let pipe = |path: &Path| mknodat(CWD, path, FileType::Fifo, Mode::RWXU, 0).unwrap();
    let games = GAME.repeat(20_000);
    let dir = folder(&[("a.pgn", GAME.as_bytes()), ("many.pgn", games.as_bytes())]);
    let dir = dir.path();
    fs::create_dir(dir.join("d")).unwrap();
    fs::copy(dir.join("a.pgn"), dir.join("d/a.pgn")).unwrap();
    symlink("nowhere", dir.join("d/link.pgn")).unwrap();
    check(dir, "filter --count d", 2, "link.pgn: a link to a file that does not exist");
    fs::remove_file(dir.join("d/link.pgn")).unwrap();
    pipe(&dir.join("d/pipe.pgn"));
    check(dir, "filter --count d", 0, "pipe.pgn: not a regular file; skipped");
    // The reader of an output beside the main one goes away.
    let rest = dir.join("rest");
    pipe(&rest);
    let reader = std::thread::spawn(move || {
        use std::io::Read as _;
        fs::File::open(rest).unwrap().read_exact(&mut [0]).unwrap();
    });
    check(dir, "filter -w game<3 --rest rest -o o.pgn many.pgn", 2, "closed by its reader");
    reader.join().unwrap();
    assert!(!dir.join("o.pgn").exists());
    // Appending to a pipe is writing to it.
    let to = dir.join("to");
    pipe(&to);
    let reader = std::thread::spawn(move || fs::read(to).unwrap());
    check(dir, "filter --append -o to a.pgn", 0, "");
    assert_eq!(reader.join().unwrap(), GAME.as_bytes());
}

#[test]
fn no_piece_of_a_large_file_without_games_is_among_the_games() {
    let binary = [&b"\0\x01\x02\x03".repeat(400_000)[..], GAME.as_bytes()].concat();
    let dir = folder(&[("a.pgn", &binary), ("b.pgn", GAME.as_bytes())]);
    let dir = dir.path();
    for line in ["merge --dedup exact", "merge --sort standard", "merge --dedup exact --sort none"]
    {
        check(dir, &format!("{line} a.pgn b.pgn -o c.pgn"), 0, "left out the text of 1 input");
        assert_eq!(fs::read(dir.join("c.pgn")).unwrap(), GAME.as_bytes(), "{line}");
        check(dir, &format!("{line} a.pgn -o d.pgn"), 0, "left out the text of 1 input");
        assert!(fs::read(dir.join("d.pgn")).unwrap().is_empty(), "{line}");
    }
}

#[test]
fn members_of_any_archive_are_kept_apart() {
    let open = b"[Event \"a\"]\n\n1. e4 {open";
    let text = b"hello {\n\nfoo bar\n";
    let archive = support::zip(&[("0.pgn", text), ("a.pgn", open), ("b.pgn", GAME.as_bytes())]);
    let names = ["games.zip", "GAMES.ZIP", "games.bin"];
    let dir = folder(&names.map(|name| (name, &archive[..])));
    let expect = format!("[Event \"a\"]\n\n1. e4 {{open}}\n\n{GAME}");
    for name in names {
        for command in ["filter", "merge", "strip-comments --drop nags"] {
            let output = run(dir.path(), &format!("{command} {name}"));
            assert_eq!(String::from_utf8_lossy(&output.stdout), expect, "{command} {name}");
        }
    }
    let output = support::run(support::pgnkit(["filter"]), &archive);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expect);
}

#[test]
fn games_appended_in_another_encoding_are_told() {
    let old = b"[Event \"caf\xE9\"]\n\n*\n";
    let utf8 = "[Event \"caf\u{e9}\"]\n\n*\n".as_bytes();
    let files: [(&str, &[u8]); 3] =
        [("old.pgn", old), ("utf8.pgn", utf8), ("ascii.pgn", b"1. e4 *")];
    let dir = folder(&files);
    for command in ["merge", "export", "filter"] {
        fs::write(dir.path().join("old.pgn"), old).unwrap();
        let words = "old.pgn has other 8-bit characters, and games that are appended have characters in UTF-8";
        check(dir.path(), &format!("{command} --append -o old.pgn utf8.pgn"), 0, words);
    }
    for (from, to) in
        [("ascii.pgn", "old.pgn"), ("utf8.pgn", "utf8.pgn.copy"), ("utf8.pgn", "ascii.pgn")]
    {
        fs::write(dir.path().join("utf8.pgn.copy"), utf8).unwrap();
        let said = run(dir.path(), &format!("merge --append -o {to} {from}")).stderr;
        assert_eq!(String::from_utf8_lossy(&said), "1 game\n", "{from} {to}");
    }
}

#[test]
fn text_of_an_input_without_games_is_told() {
    let text = b"{words}\n";
    let dir = folder(&[("a.pgn", GAME.as_bytes()), ("n.pgn", text), ("b.pgn", GAME.as_bytes())]);
    let dir = dir.path();
    for line in [
        "split --games 9 --dir parts",
        "filter --take 5",
        "filter --last 5",
        "filter --sample 9 --seed 1",
        "merge --dedup --only-duplicates",
        "strip-comments --drop nags",
    ] {
        let line = format!("{line} --force --manifest m.json a.pgn n.pgn b.pgn");
        check(dir, &line, 0, "left out the text of 1 input without games");
        let manifest = fs::read_to_string(dir.join("m.json")).unwrap();
        assert!(manifest.contains("\"text-without-games\": 1"), "{line}: {manifest}");
        check(dir, &format!("{line} -v"), 0, "n.pgn: left out: text without games `{words}`");
    }
    for line in ["merge a.pgn n.pgn b.pgn", "filter a.pgn n.pgn b.pgn", "merge n.pgn a.pgn"] {
        check(dir, line, 0, "the text of 1 input without games now precedes a game");
    }
    let said = run(dir, "merge a.pgn n.pgn -o o.pgn").stderr;
    assert_eq!(String::from_utf8_lossy(&said), "warning: n.pgn: no games\n1 game\n");
}

#[test]
fn copies_add_to_a_game_whose_last_comment_is_open() {
    let tags = "[White \"X\"]\n[Black \"Y\"]\n[Date \"2020.01.01\"]\n\n";
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5";
    let copy = format!("{tags}{moves} $1 {{note}} (6... d6 {{z}}) *\n");
    for (end, united) in
        [("{a\n", "b5 $1 {a} {note} (6...\nd6 {z})\n"), ("; c", "b5 $1 ; c\n{note} (6... d6 {z})")]
    {
        let kept = format!("{tags}{moves} {end}");
        let dir = folder(&[("kept.pgn", kept.as_bytes()), ("copy.pgn", copy.as_bytes())]);
        let output = run(dir.path(), "merge --dedup --keep union kept.pgn copy.pgn");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.ends_with(united), "{text}");
        // Without anything to add, the game is copied.
        let dir = folder(&[("kept.pgn", kept.as_bytes()), ("copy.pgn", kept.as_bytes())]);
        let output = run(dir.path(), "merge --dedup --keep union kept.pgn copy.pgn");
        assert_eq!(String::from_utf8_lossy(&output.stdout), kept);
    }
    // Of a variant whose rules are not known, only tags are united.
    let kept = format!("[Variant \"Hexagonal\"]\n{tags}{moves} *\n");
    let copy = format!("[Variant \"Hexagonal\"]\n{tags}{moves} {{note}} *\n");
    let dir = folder(&[("kept.pgn", kept.as_bytes()), ("copy.pgn", copy.as_bytes())]);
    let words = "1 duplicate with data that is not taken over";
    check(dir.path(), "merge --dedup --keep union kept.pgn copy.pgn", 0, words);
}

#[test]
fn overridden_tags_are_in_json_lines() {
    let pgn = b"[whiteelo \"2000\"]\n[WhiteElo \"2100\"]\n\n1. e4 *\n";
    let dir = folder(&[("a.pgn", pgn)]);
    let output = run(dir.path(), "export --format json-lines a.pgn");
    let expect = "\"tags\":{\"WhiteElo\":\"2100\"},\
                  \"duplicate_tags\":[{\"name\":\"whiteelo\",\"value\":\"2000\"}]";
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(expect), "{text}");
}

#[test]
fn games_with_errors_that_an_output_onto_its_input_drops_are_told() {
    for line in ["export --format lines", "export --on-error drop"] {
        let dir = folder(&[("a.pgn", [GAME, "\n", BAD].concat().as_bytes())]);
        let words = "a.pgn: 1 game that was not written is no longer in it";
        check(dir.path(), &format!("{line} -o a.pgn a.pgn"), 0, words);
        let dir = folder(&[("a.pgn", [GAME, "\n", BAD].concat().as_bytes())]);
        let said = run(dir.path(), &format!("{line} --rejects r.pgn -o a.pgn a.pgn")).stderr;
        assert!(!String::from_utf8_lossy(&said).contains("no longer"), "{line}");
        assert!(fs::read_to_string(dir.path().join("r.pgn")).unwrap().contains("e4 e4"));
    }
}

#[test]
fn nothing_is_done_if_every_input_is_excluded() {
    let dir =
        folder(&[("a.pgn", GAME.as_bytes()), ("o.pgn", BAD.as_bytes()), ("t.csv", b"x\n1\n")]);
    let dir = dir.path();
    let excluded = "--force-exclude --exclude a* a.pgn";
    for line in [
        "check",
        "check --fix",
        "check --fix-only",
        "check --diff",
        "export --in-place",
        "export --check",
        "strip-comments --in-place=.bak",
    ] {
        check(dir, &format!("{line} {excluded}"), 0, "");
    }
    let words = "nothing to read: every input is excluded; left as it was: o.pgn";
    for line in ["filter", "merge", "merge --dedup", "export", "strip-comments", "merge --append"] {
        check(dir, &format!("{line} -o o.pgn {excluded}"), 0, words);
        assert_eq!(fs::read(dir.join("o.pgn")).unwrap(), BAD.as_bytes(), "{line}");
    }
    let line = format!("filter -o new.pgn --rest o.pgn --force {excluded}");
    check(dir, &line, 0, words);
    check(dir, &format!("export -o t.csv --force {excluded}"), 0, "left as it was: t.csv");
    check(dir, &format!("filter -o new.pgn {excluded}"), 0, "every input is excluded");
    assert!(fs::read(dir.join("new.pgn")).unwrap().is_empty());
}

#[test]
fn older_parts_beside_those_of_a_run_are_told() {
    let dir = folder(&[("a.pgn", GAME.repeat(8).as_bytes())]);
    let dir = dir.path();
    let said = |line: &str| {
        let output = run(dir, line);
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(said("split --games 1 --dir h a.pgn"), "8 games in 8 files\n");
    fs::write(dir.join("h/a-x.pgn"), GAME).unwrap();
    let part = |n: u32| Path::new("h").join(format!("a-{n:06}.pgn")).display().to_string();
    let words = "6 files with the names of parts are from an earlier run and are not replaced";
    let expect = format!("warning: {words}: {} …\n8 games in 2 files\n", part(3));
    assert_eq!(said("split --games 4 --force --dir h a.pgn"), expect);
    assert!(dir.join(part(8)).exists());
    // In the working directory, and in folders of parts.
    said("split --games 4 --name {n}.pgn a.pgn");
    let words = "1 file with the names of parts is from an earlier run and is not replaced: 2.pgn";
    assert!(said("split --games 8 --name {n}.pgn --force a.pgn").contains(words));
    said("split --games 4 --name {White}/{n}.pgn a.pgn");
    let older = Path::new("unknown").join("2.pgn").display().to_string();
    let again = said("split --games 8 --name {White}/{n}.pgn --force a.pgn");
    assert!(again.contains(&format!("is not replaced: {older}\n")), "{again}");
    assert!(!said("split --games 4 --name {White}/{n}.pgn --force a.pgn").contains("earlier"));
}

/// docs/split.md
#[test]
fn parts_of_an_input_that_is_cut_off_have_what_could_be_read() {
    let games: String = (0..3000).map(|n| format!("[Round \"{n}\"]\n\n1. e4 e5 *\n\n")).collect();
    let dir = folder(&[("a.pgn", games.as_bytes()), ("p-1.pgn", b"old")]);
    let dir = dir.path();
    check(dir, "filter -q -o a.pgn.gz a.pgn", 0, "");
    let whole = fs::read(dir.join("a.pgn.gz")).unwrap();
    fs::write(dir.join("a.pgn.gz"), &whole[..whole.len() / 2]).unwrap();
    let line = "split --games 500 --name p-{n}.pgn --force a.pgn.gz";
    check(dir, line, 2, "p-2.pgn has only what could be read");
    assert_eq!(fs::read(dir.join("p-1.pgn")).unwrap(), b"old");
    assert!(games.as_bytes().starts_with(&fs::read(dir.join("p-1.pgn.partial")).unwrap()));
    assert!(!fs::read(dir.join("p-2.pgn")).unwrap().is_empty());
}

#[test]
fn members_of_archives_that_are_not_read_are_listed() {
    let archive = support::zip(&[
        ("a.pgn", GAME.as_bytes()),
        ("notes/", b""),
        ("notes/b.txt", b"1. d4"),
        ("c.cbv", b"x"),
    ]);
    let dir = folder(&[("a.zip", &archive)]);
    let said = run(dir.path(), "filter -v -o o.pgn a.zip").stderr;
    let expect = "skipped (2 not PGN by name in a.zip)\n\
                  skipped: a.zip!notes/b.txt: not PGN by name\n\
                  skipped: a.zip!c.cbv: not PGN by name\n1 game\n";
    assert_eq!(String::from_utf8_lossy(&said), expect);
    check(dir.path(), "filter -o o.pgn a.zip", 0, "skipped 2 members of a.zip, not PGN by name");
}

#[test]
fn text_without_a_place_in_lines_keeps_its_game() {
    let odd = "[Event \"odd\"]\n\n1. e4 e5 (1... c5\n% escaped\n2. Nf3) 2. Nf3 ({alone}) *\n";
    let folder = folder(&[("odd.pgn", odd.as_bytes()), ("game.pgn", GAME.as_bytes())]);
    let dir = folder.path();
    check(dir, "split --variations odd.pgn --dir parts", 0, "1 game keeps its variations");
    let part = fs::read_dir(dir.join("parts")).unwrap().next().unwrap().unwrap().path();
    let tree = run(dir, "merge --tree odd.pgn game.pgn").stdout;
    for words in ["% escaped", "{alone}"] {
        let has = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains(words);
        assert!(has(&fs::read(&part).unwrap()) && has(&tree), "{words}");
    }
}

#[test]
fn escape_lines_around_games_with_errors_are_kept_or_told() {
    let dir = folder(&[("in.pgn", format!("{GAME}\n{BAD}% tail\n").as_bytes())]);
    let written = run(dir.path(), "export --keep-escapes in.pgn").stdout;
    assert!(String::from_utf8_lossy(&written).contains("% tail\n"));
    check(dir.path(), "export in.pgn", 0, "left out: 1 escape line");
    check(dir.path(), "export --format json-lines in.pgn", 0, "left out: 1 escape line");
}

#[test]
fn text_that_belongs_to_no_game_is_shown_where_it_is_left_out() {
    let dir = folder(&[(
        "a.pgn",
        b"[Event \"A\"]\n\n1. e4 *\n\n(1. d4) says Tal\n\n[Event \"B\"]\n\n*\n",
    )]);
    let words = "a.pgn: game 2: left out: text between games `(1. d4) says Tal`";
    check(dir.path(), "filter --game 2- -v a.pgn", 0, words);
}
