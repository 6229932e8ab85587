//! Inputs in several character sets, detected or named by `per-file-encodings`, come out as those in UTF-8 do, under
//! every command.

use std::{
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use pgn_syntax::encoding::Charset;

use crate::support;

/// Players by the set that their games are written in.
const PLAYERS: &[(&str, &[&str])] = &[
    ("windows-1250", &["Ivanišević, Ivan", "Kožul, Zdenko", "Šarić, Ivan", "Đurić, Stefan"]),
    ("cp852", &["Włodarczyk, Zbigniew", "Święcicki, Łukasz", "Żółtek, Jarosław"]),
    ("windows-1251", &["Ботвинник, Михаил", "Смыслов, Василий", "Таль, Михаил"]),
    ("macintosh", &["Müller, Karsten", "Hübner, Robert", "Löwenthal, Jörg", "Réti, André"]),
    ("utf-8", &["Grünfeld, Ernst", "Łuczak, Andrzej", "Réti, Richard"]),
];

/// Returns games of the players in UTF-8.
pub(crate) fn games(players: &[&str]) -> String {
    let game = |(at, white): (usize, &&str)| {
        let black = players[(at + 1) % players.len()];
        format!(
            "[Event \"Round robin\"]\n[Site \"?\"]\n[Date \"1998.??.??\"]\n[Round \"{}\"]\n\
             [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n\
             1. e4 {{{black}}} e5 2. Nf3 Nc6 3. Bb5 a6 {{{white}}} 1-0\n\n",
            at + 1
        )
    };
    players.iter().enumerate().map(game).collect()
}

/// Fills folders with the same games, in UTF-8 and in the sets.
fn write(dir: &Path) {
    fs::create_dir_all(dir.join("utf8")).unwrap();
    fs::create_dir_all(dir.join("sets")).unwrap();
    for (label, players) in PLAYERS {
        let text = games(players);
        fs::write(dir.join(format!("utf8/{label}.pgn")), &text).unwrap();
        let mut bytes = text.into_bytes();
        assert_eq!(Charset::find(label).unwrap().encode(&mut bytes, 0), 0);
        fs::write(dir.join(format!("sets/{label}.pgn")), &bytes).unwrap();
    }
}

/// Runs the program over a folder. Returns status and stdout.
fn run(dir: &Path, folder: &str, arguments: &str) -> (Option<i32>, Vec<u8>) {
    run_configured(dir, folder, &format!("{arguments} --encoding auto"))
}

/// Runs the program over a folder with the settings that it has. Returns status and stdout.
fn run_configured(dir: &Path, folder: &str, arguments: &str) -> (Option<i32>, Vec<u8>) {
    let output = Command::new(support::PGNKIT)
        .args(arguments.split(' '))
        .args(["-q", "."])
        .current_dir(dir.join(folder))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.status.code(), output.stdout)
}

/// Returns JSON lines or CSV without the offsets and lengths of games, and other numbers.
fn without_sizes(text: &str) -> String {
    let is_size = |field: &&str| {
        let value = field.strip_prefix("\"offset\":").or(field.strip_prefix("\"length\":"));
        value.unwrap_or(field).bytes().all(|byte| byte.is_ascii_digit())
    };
    text.split(',').filter(|field| !is_size(field)).collect::<Vec<_>>().join(",")
}

/// Runs of all commands whose output depends on names but not on the bytes that they are written in.
const RUNS: &[&str] = &[
    "export",
    "export --verify",
    "export --format json-lines",
    "export --format csv",
    "stats --by White",
    "stats --by Black --format csv",
    "merge --output-encoding utf-8",
    "merge --sort standard --output-encoding utf-8",
    "merge --sort White --output-encoding utf-8",
    "merge --tree",
    "merge --dedup moves --dedup-min-plies 1 --output-encoding utf-8",
    "filter --count -w White~\"Kožul,*\"",
    "filter --count -w White~\"*ł*\"",
    "check --select inconsistent-player,bad-result",
];

#[test]
fn texts_are_those_of_utf8_files() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    for arguments in RUNS {
        for extra in ["", " -j1", " --no-mmap"] {
            let arguments = format!("{arguments}{extra}");
            let [expected, found] =
                ["utf8", "sets"].map(|folder| run(dir.path(), folder, &arguments));
            assert_eq!(expected.0, Some(0), "{arguments}");
            let [expected_text, found_text] = [&expected.1, &found.1].map(|bytes| {
                let text = String::from_utf8_lossy(bytes).into_owned();
                // Games have other sizes.
                without_sizes(&text)
            });
            assert!(found_text == expected_text, "{arguments}: {found_text:.2000}");
            assert_eq!(found.0, expected.0, "{arguments}");
        }
    }
}

#[test]
fn copies_in_two_sets_are_one_game() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    let both = dir.path().join("both");
    fs::create_dir(&both).unwrap();
    for (label, players) in PLAYERS {
        fs::copy(dir.path().join(format!("sets/{label}.pgn")), both.join(format!("{label}.pgn")))
            .unwrap();
        let annotated = games(players).replace("a6 {", "a6! {zażółć ");
        fs::write(both.join(format!("{label}.utf8.pgn")), annotated).unwrap();
    }
    let n_games: usize = PLAYERS.iter().map(|(_, players)| players.len()).sum();
    let keep = "merge --dedup --dedup-min-plies 1 --keep union --output-encoding utf-8";
    let (status, out) = run(dir.path(), "both", keep);
    let text = String::from_utf8(out).unwrap().replace('\n', " ");
    assert_eq!((status, text.matches("[Event ").count()), (Some(0), n_games), "{text}");
    for (_, players) in PLAYERS {
        for player in *players {
            assert!(text.contains(&format!("[White \"{player}\"]")), "{player}: {text}");
            assert!(text.contains(&format!("zażółć {player}")), "{player}: {text}");
        }
    }
    let diff = Command::new(support::PGNKIT)
        .args(["diff", "--encoding", "auto", "sets", "utf8"])
        .current_dir(dir.path())
        .output()
        .unwrap();
    let n = format!("{n_games} the same, 0 changed, 0 lost, 0 added");
    let words = String::from_utf8(diff.stderr).unwrap();
    assert!(words.contains(&n), "{words}");
}

#[test]
fn the_set_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    let said = |name: &str, arguments: &[&str]| {
        let output = Command::new(support::PGNKIT)
            .args(["filter", "--count", "--encoding", "auto", name])
            .args(arguments)
            .current_dir(dir.path())
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let words = said("sets/windows-1250.pgn", &[]);
    assert!(
        words.contains("sets/windows-1250.pgn: read as windows-1250, by its letters"),
        "{words}"
    );
    assert!(!said("sets/utf-8.pgn", &[]).contains("read as"));
    fs::write(dir.path().join("few.pgn"), b"[White \"Erd\xF5s\"]\n\n1. e4 *\n").unwrap();
    let words = said("few.pgn", &[]);
    let expected = "few.pgn: read as windows-1252 (`Erdõs`), but it may be windows-1250 (`Erdős`)";
    assert!(words.contains(expected), "{words}");
}

#[test]
fn files_are_in_the_sets_that_settings_name() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    let mut table = "[global.per-file-encodings]\n".to_owned();
    for (label, _) in PLAYERS.iter().filter(|(label, _)| *label != "utf-8") {
        writeln!(table, "\"**/{label}.*\" = \"{label}\"").unwrap();
    }
    fs::write(dir.path().join("pgnkit.toml"), table).unwrap();
    for arguments in RUNS {
        for extra in ["", " -j1", " --no-mmap"] {
            let arguments = format!("{arguments}{extra}");
            let [expected, found] = ["utf8", "sets"].map(|folder| {
                let (status, out) = run_configured(dir.path(), folder, &arguments);
                (status, without_sizes(&String::from_utf8_lossy(&out)))
            });
            assert_eq!(expected.0, Some(0), "{arguments}");
            assert!(found == expected, "{arguments}: {found:.2000?}");
        }
    }
    let diff = Command::new(support::PGNKIT)
        .args(["diff", "sets", "utf8"])
        .current_dir(dir.path())
        .output()
        .unwrap();
    let words = String::from_utf8(diff.stderr).unwrap();
    assert!(words.contains(" the same, 0 changed, 0 lost, 0 added"), "{words}");
}

/// Of rows that match the last holds, before it those of a nearer file, and before all the command line.
#[test]
fn the_last_row_of_the_nearest_table_holds() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    // The byte 0x81: ü in cp850, Б in cp866 and a control character in windows-1252.
    for name in ["a.pgn", "1995/b.pgn", "1995/c/d.pgn", "1996/e.pgn"] {
        write(name, b"[White \"M\x81ller\"]\n\n1. e4 *\n");
    }
    write("base.toml", b"[global.per-file-encodings]\n\"*.pgn\" = \"cp866\"\n");
    write(
        "pgnkit.toml",
        b"extend = \"base.toml\"\n[global]\nencoding = \"windows-1252\"\n\
          [global.per-file-encodings]\n\"1995/**\" = \"ibm850\"\n\"1995/c\" = \"cp866\"\n",
    );
    let white = |folder: &str, arguments: &[&str]| {
        let output = Command::new(support::PGNKIT)
            .args(["export", "--format", "csv", "--columns", "white", "-q"])
            .args(arguments)
            .current_dir(dir.path().join(folder))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap().to_owned()
    };
    let (russian, german) = ("M\u{411}ller", "M\u{fc}ller");
    assert_eq!(white(".", &["a.pgn"]), russian, "the row of the extended file");
    assert_eq!(white(".", &["1995/b.pgn"]), german, "the row of the nearer file");
    assert_eq!(white(".", &["1995/c/d.pgn"]), russian, "the last row");
    assert_eq!(white("1996", &["../1995/b.pgn"]), german, "relative to the file");
    assert_eq!(white(".", &["1995/b.pgn", "--encoding", "cp866"]), russian, "the command line");
    let row = ["--config", "global.per-file-encodings = { '**' = 'cp850' }"];
    assert_eq!(white(".", &[row.as_slice(), &["1996/e.pgn"]].concat()), german, "--config");
    let isolated = white(".", &["1995/b.pgn", "--isolated"]);
    assert!(isolated != german && isolated != russian, "{isolated}");
}

/// What copies bytes names the sets of its inputs, if they are several.
#[test]
fn several_sets_are_named_where_bytes_are_copied() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    fs::remove_file(dir.path().join("sets/utf-8.pgn")).unwrap();
    let said = |arguments: &[&str]| {
        let output = Command::new(support::PGNKIT)
            .args(arguments)
            .current_dir(dir.path().join("sets"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let words = String::from_utf8(output.stderr).unwrap();
        words.lines().find(|line| line.contains("several encodings")).map(str::to_owned)
    };
    let auto = ["--encoding", "auto", "."];
    let expected = "warning: inputs of several encodings, copied as they are: \
                    cp852 in cp852.pgn, macintosh in macintosh.pgn, windows-1250 in windows-1250.pgn, \
                    windows-1251 in windows-1251.pgn; \
                    merge --output-encoding utf-8 and export write one encoding";
    for command in [
        ["merge", "-o", "../merged.pgn"],
        ["filter", "-o", "../filtered.pgn"],
        ["split", "--games", "3"],
    ] {
        let out: &[&str] = if command[0] == "split" { &["--dir", "../parts"] } else { &[] };
        let found = said(&[command.as_slice(), out, &auto].concat());
        assert_eq!(found.as_deref(), Some(expected), "{command:?}");
    }
    let recoded = ["merge", "--output-encoding", "utf-8", "-o", "../recoded.pgn"];
    assert_eq!(said(&[recoded.as_slice(), &auto].concat()), None);
    // Without a word on single files all are read in one set.
    assert_eq!(said(&["filter", "-o", "../in-one-set.pgn", "."]), None);
    let row = "global.per-file-encodings = { 'cp852.*' = 'cp852' }";
    let found = said(&["filter", "-o", "../by-row.pgn", "--config", row, "."]).unwrap();
    assert!(
        found.contains(
            "cp852 in cp852.pgn, other 8-bit characters in macintosh.pgn and 2 more files;"
        ),
        "{found}"
    );
}

/// Runs the program in a folder. Returns stdout and stderr.
pub(crate) fn output(dir: &Path, arguments: &[&str]) -> (Vec<u8>, String) {
    let output = Command::new(support::PGNKIT)
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.stdout, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn oversized_games_become_rejects_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    let game = "[Event \"x\"]\n\n1. e4 {a\u{a0a}".to_owned() + &"\u{a0a}".repeat(1 << 20);
    let exports = "export --on-error drop --rejects r.pgn --max-game-size 300K --encoding";
    for end in [&b"} *\n"[..], b"\xe9} *\n"] {
        let all = [game.as_bytes(), end].concat();
        support::write_settled(dir.path().join("big.pgn"), &all);
        for mapping in [None, Some("--no-mmap")] {
            let more = ["windows-1251", "big.pgn"].into_iter().chain(mapping);
            let arguments = exports.split(' ').chain(more);
            output(dir.path(), &arguments.collect::<Vec<_>>());
            let rejects = fs::read(dir.path().join("r.pgn")).unwrap();
            let first = rejects.iter().position(|byte| *byte == b'\n').unwrap() + 1;
            assert!(
                rejects[first..].trim_ascii_end() == all.trim_ascii_end(),
                "{mapping:?} {end:?}"
            );
        }
    }
    fs::write(dir.path().join("big.pgn"), game + "} *\n").unwrap();
    let (_, stderr) = output(dir.path(), &["stats", "--max-game-size", "300K", "big.pgn"]);
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

/// What becomes UTF-8 without a word on its set is named, with a word in both readings.
#[test]
fn uncertain_sets_are_named_before_text_becomes_utf8() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| fs::write(dir.path().join(name), text).unwrap();
    write("dos.pgn", b"[White \"M\x81ller, J\x81rgen\"]\n[Black \"K\x94nig\"]\n\n1. e4 *\n");
    write("few.pgn", b"[White \"Erd\xF5s\"]\n\n1. e4 *\n");
    write("sure.pgn", b"[White \"M\xFCller\"]\n\n1. e4 *\n");
    write("utf8.pgn", "[White \"Erdős\"]\n\n1. e4 *\n".as_bytes());
    let dos = "dos.pgn: read as windows-1252 (`J\u{FFFD}rgen`), but its letters are those of cp850 (`Jürgen`): \
               use --encoding cp850 or auto";
    let few = "few.pgn: read as windows-1252 (`Erdõs`), but it may be windows-1250 (`Erdős`): too few letters to be certain";
    let all = ["dos.pgn", "few.pgn", "sure.pgn", "utf8.pgn"];
    for command in [
        &["export", "-o", "../x.pgn"][..],
        &["export", "-o", "../x.csv"],
        &["merge", "--output-encoding", "utf-8", "-o", "../x.pgn"],
        &["merge", "--tree", "-o", "../x.pgn"],
        &["stats", "--by", "White"],
    ] {
        for extra in [&[][..], &["--no-mmap", "-j1"], &["--encoding", "windows-1252"]] {
            let (_, words) = output(dir.path(), &[command, extra, &all].concat());
            let is_named = extra.contains(&"--encoding");
            for warning in [dos, few] {
                assert_eq!(words.contains(warning), !is_named, "{command:?} {extra:?}: {words}");
            }
            assert!(!words.contains("sure.pgn") && !words.contains("utf8.pgn"), "{words}");
        }
    }
    // What copies bytes changes no set.
    for command in [&["filter", "-o", "../x.pgn"][..], &["merge", "-o", "../x.pgn"]] {
        let (_, words) = output(dir.path(), &[command, &["dos.pgn"]].concat());
        assert!(!words.contains("read as"), "{command:?}: {words}");
    }
    fs::create_dir(dir.path().join("many")).unwrap();
    for n in 0..8 {
        fs::copy(dir.path().join("few.pgn"), dir.path().join(format!("many/{n}.pgn"))).unwrap();
    }
    let (_, words) = output(dir.path(), &["export", "-o", "x.pgn", "many"]);
    assert_eq!(words.matches("it may be").count(), 5, "{words}");
    assert!(words.contains("3 more files whose character set is uncertain"), "{words}");
}

/// The finding is a warning where letters leave the set open, unless it was named.
#[test]
fn the_finding_of_an_uncertain_set_is_a_warning() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("few.pgn"), b"[White \"Erd\xF5s\"]\n\n1. e4 *\n").unwrap();
    let check = ["check", "--select", "encoding", "--output-format", "concise", "few.pgn"];
    let found = |arguments: &[&str]| output(dir.path(), &[&check, arguments].concat()).0;
    let doubt = "the character set is uncertain: `Erdõs` in windows-1252, `Erdős` in windows-1250";
    for arguments in [&[][..], &["--encoding", "auto"]] {
        let text = String::from_utf8(found(arguments)).unwrap();
        assert!(text.contains(doubt), "{arguments:?}: {text}");
    }
    assert_eq!(found(&["--encoding", "windows-1250"]), b"");
}

/// Bytes that are no character of a set are seen in values and comments, in all formats.
#[test]
fn no_byte_of_a_name_becomes_a_blank() {
    let dir = tempfile::tempdir().unwrap();
    let text = b"[White \"M\x81ller\"]\n[Black \"T\xC2\x81l\"]\n\n1. e4 {sch\x81n [%x a\x81b]} e5 {a\xC2\x9Db} *\n";
    fs::write(dir.path().join("in.pgn"), text).unwrap();
    for arguments in [
        &["export", "--verify"][..],
        &["export", "--format", "json-lines"],
        &["export", "--format", "lines"],
        &["merge", "--output-encoding", "utf-8"],
    ] {
        let (out, words) = output(dir.path(), &[arguments, &["in.pgn"]].concat());
        let out = String::from_utf8(out).unwrap();
        for part in ["M\u{FFFD}ller", "sch\u{FFFD}n"] {
            assert!(out.contains(part), "{arguments:?}: {out}");
        }
        assert!(!words.contains("differ"), "{words}");
    }
    let (once, words) = output(dir.path(), &["export", "in.pgn"]);
    let once = String::from_utf8(once).unwrap();
    assert!(once.contains("[Black \"T\u{FFFD}l\"]") && once.contains("{a\u{FFFD}b}"), "{once}");
    assert!(once.contains("[%x a\u{FFFD}b]"), "{once}");
    assert!(words.contains("3 bytes that are not in their character set"), "{words}");
    fs::write(dir.path().join("once.pgn"), &once).unwrap();
    assert_eq!(output(dir.path(), &["export", "once.pgn"]).0, once.as_bytes());
    let (german, words) = output(dir.path(), &["export", "--encoding", "cp850", "in.pgn"]);
    assert!(String::from_utf8(german).unwrap().contains("Müller") && !words.contains("set;"));
}

/// `--manifest` has the set of each input and what decided it.
#[test]
fn manifests_have_the_sets_of_inputs() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    let few = b"[White \"Erd\xF5s\"]\n\n1. e4 *\n";
    fs::write(dir.path().join("sets/few.pgn"), few).unwrap();
    let sets = dir.path().join("sets");
    let charsets = |arguments: &[&str], name: &str| {
        let run = ["export", "-q", "-o", "../x.pgn", "--manifest", "-"];
        let (manifest, _) = output(&sets, &[&run, arguments, &[name]].concat());
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        manifest["inputs"][0]["charsets"].to_string()
    };
    let row = "global.per-file-encodings = { 'cp852.*' = 'cp852' }";
    for (arguments, name, expected) in [
        (&[][..], "cp852.pgn", r#"[{"by":"default","charset":"windows-1252"}]"#),
        (&["--encoding", "cp850"], "cp852.pgn", r#"[{"by":"option","charset":"cp850"}]"#),
        (&["--encoding", "auto"], "cp852.pgn", r#"[{"by":"letters","charset":"cp852"}]"#),
        (&["--config", row], "cp852.pgn", r#"[{"by":"file-name","charset":"cp852"}]"#),
        (&["--encoding", "auto"], "utf-8.pgn", r#"[{"by":"bytes","charset":"UTF-8"}]"#),
        (
            &["--encoding", "auto"],
            "few.pgn",
            r#"[{"by":"letters","charset":"windows-1252","or":"windows-1250"}]"#,
        ),
    ] {
        assert_eq!(charsets(arguments, name), expected, "{arguments:?} {name}");
    }
}
