//! Games that become neighbors are read as before: their number and content stay the same, in every command
//! that writes games of several places into one output.
//!
//! Inputs are small files of the classes that once broke this, mutated games with a seed that is printed
//! (`PGNKIT_SEED=N` sets it), and the files below `faults/` in the folder that `PGNKIT_CORPORA` names.

mod cases;

use std::{env, fs, path::Path};

use crate::support::{corpora, pgnkit, run, say};
use cases::CASES;
use pgn_syntax::{CommentKind, Game, Games, NodeKind};
use pgn_testkit::{Fault, Generator, Rng, Style};

/// Returns the content of a game without a marker `*` or a tag `[Event "?"]`, which repairs may add.
fn content(game: &Game, src: &[u8]) -> String {
    let text = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
        text.trim().to_owned()
    };
    let tags = game.tags.iter().map(|pair| (text(pair.name.of(src)), text(pair.value.of(src))));
    let tags = tags.filter(|pair| *pair != ("Event".to_owned(), "?".to_owned()));
    let mut words: Vec<String> = tags.map(|(name, value)| format!("[{name} {value}]")).collect();
    for node in &game.nodes {
        words.push(match node.kind {
            NodeKind::Comment(kind) if kind != CommentKind::Words => {
                format!("{{{}}}", text(node.comment_text(src)))
            }
            NodeKind::RavClose => ")".to_owned(),
            NodeKind::Marker(_) if game.marker.is_some_and(|(_, span)| span == node.span) => {
                continue;
            }
            _ => text(node.span.of(src)),
        });
    }
    let marker = game.marker.map_or("*", |(marker, _)| marker.text());
    words.push(if game.final_zeros.is_some() { "0-0" } else { marker }.to_owned());
    words.join(" ")
}

fn contents(bytes: &[u8]) -> Vec<String> {
    let mut games = Games::new(bytes);
    let mut all = Vec::new();
    while let Some(game) = games.next() {
        all.push(content(game, bytes));
    }
    all
}

fn sorted(mut all: Vec<String>) -> Vec<String> {
    all.sort();
    all
}

/// Files in a folder, and the games in them.
struct Files<'a> {
    dir: &'a Path,
    names: Vec<String>,
    games: Vec<Vec<String>>,
    /// The arguments of all commands.
    options: &'a [&'a str],
}

impl Files<'_> {
    fn new<'a>(dir: &'a Path, files: &[&[u8]]) -> Files<'a> {
        let names: Vec<String> = (0..files.len()).map(|n| format!("in{n:02}.pgn")).collect();
        for (name, bytes) in names.iter().zip(files) {
            fs::write(dir.join(name), bytes).unwrap();
        }
        let games = files.iter().map(|bytes| contents(bytes)).collect();
        Files { dir, names, games, options: &[] }
    }

    /// Runs a command over the files. Returns the contents of the games of each output.
    fn run(&self, args: &[&str], outputs: &[&str]) -> Vec<Vec<String>> {
        for output in outputs {
            let _ = fs::remove_file(self.dir.join(output));
        }
        let names = self.names.iter().map(String::as_str);
        let mut command = pgnkit(args.iter().chain(self.options).copied().chain(names));
        command.current_dir(self.dir);
        let output = run(command, b"");
        let status = output.status.code();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(status, Some(0 | 1)), "{args:?}: {status:?} {said}");
        assert!(!said.contains("read differently"), "{args:?}: {said}");
        let read = |name: &&str| contents(&fs::read(self.dir.join(name)).unwrap_or_default());
        outputs.iter().map(read).collect()
    }

    fn all(&self) -> Vec<String> {
        self.games.concat()
    }

    fn check(&self) {
        let all = self.all();
        let found = self.run(&["merge", "-o", "out.pgn"], &["out.pgn"]);
        assert_eq!(found[0], all, "merge");
        let found = self.run(&["merge", "--sort", "White,Event", "-o", "out.pgn"], &["out.pgn"]);
        assert_eq!(sorted(found[0].clone()), sorted(all.clone()), "merge --sort");
        let both = ["out.pgn", "copies.pgn"];
        let args = ["merge", "--dedup", "exact", "-o", both[0], "--duplicates", both[1], "--force"];
        assert_eq!(sorted(self.run(&args, &both).concat()), sorted(all.clone()), "merge --dedup");
        let both = ["out.pgn", "rest.pgn"];
        let args = ["filter", "-w", "plies > 1", "-o", both[0], "--rest", both[1], "--force"];
        assert_eq!(sorted(self.run(&args, &both).concat()), sorted(all.clone()), "filter --rest");
        let found = self.run(&["filter", "--take", "3", "-o", "out.pgn"], &["out.pgn"]);
        assert_eq!(found[0], all[..all.len().min(3)], "filter --take");
        let found = self.run(&["filter", "--last", "3", "-o", "out.pgn"], &["out.pgn"]);
        assert_eq!(found[0], all[all.len().saturating_sub(3)..], "filter --last");
        self.check_split(&all);
        let found = self.run(&["export", "-o", "out.pgn"], &["out.pgn"]);
        assert_eq!(found[0].len(), all.len(), "export");
        if self.options.is_empty() {
            let both = ["out.pgn", "rejects.pgn"];
            let args =
                ["export", "--on-error", "drop", "-o", both[0], "--rejects", both[1], "--force"];
            assert_eq!(self.run(&args, &both).concat().len(), all.len(), "export --on-error drop");
        }
        let found = self.run(&["strip-comments", "-o", "out.pgn"], &["out.pgn"]);
        assert_eq!(found[0].len(), all.len(), "strip-comments");
    }

    fn check_split(&self, all: &[String]) {
        let _ = fs::remove_dir_all(self.dir.join("parts"));
        self.run(&["split", "--games", "2", "--dir", "parts"], &[]);
        let mut parts: Vec<_> = match fs::read_dir(self.dir.join("parts")) {
            Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
            Err(_) => Vec::new(),
        };
        parts.sort();
        let found: Vec<Vec<String>> =
            parts.iter().map(|part| contents(&fs::read(part).unwrap())).collect();
        assert!(found.iter().all(|part| part.len() <= 2), "split: {found:?}");
        assert_eq!(found.concat(), all, "split");
    }
}

/// Checks all files together, and each pair of consecutive ones.
#[track_caller]
fn check(files: &[&[u8]]) {
    let dir = tempfile::tempdir().unwrap();
    Files::new(dir.path(), files).check();
}

#[test]
fn cases_keep_their_games_beside_any_neighbor() {
    let cases: Vec<&[u8]> = CASES.iter().map(|case| case.as_bytes()).collect();
    check(&cases);
    let mut rng = Rng::new(7);
    for _ in 0..12 {
        let some: Vec<&[u8]> = (0..6).map(|_| *rng.pick(&cases)).collect();
        check(&some);
    }
}

#[test]
fn mutated_games_are_kept_beside_any_neighbor() {
    let seed = match env::var("PGNKIT_SEED") {
        Ok(seed) => seed.parse().unwrap(),
        Err(_) => 11,
    };
    say(&format!("neighbors: seed {seed}"));
    let mut rng = Rng::new(seed);
    for round in 0..6 {
        let files: Vec<Vec<u8>> = (0..6)
            .map(|n| {
                let mut text = Vec::new();
                let mut generator = Generator::new(seed * 100 + round * 10 + n, Style::Annotated);
                for _ in 0..4 {
                    let game = generator.games(1);
                    if rng.one_in(2) {
                        rng.pick(&Fault::ALL).plant(&game, &mut rng, &mut text);
                    } else {
                        text.extend(game);
                    }
                }
                text
            })
            .collect();
        let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        check(&files);
    }
}

/// Oversized games, whole and in pieces, and the games that they could swallow.
#[test]
fn oversized_games_are_kept_beside_any_neighbor() {
    let line = "x".repeat(79) + "\n";
    for (limit, n_lines) in [("1000", 20), ("1000", 14_000)] {
        let words = line.repeat(n_lines);
        let brackets = "(".repeat(words.len());
        let large = [
            format!("[Event \"L1\"]\n\n1. e4 {{{words}"),
            format!("[Event \"L2\"]\n\n1. e4 {{{words}}} e5 {{open"),
            format!("[Event \"L3\"]\n\n1. e4 {{{words}}} e5 *\n"),
            format!("1. e4 {{{words}}} e5"),
            format!("1. e4 {{{words}\n\n\n"),
            format!("[Event \"L4\"]\n\n1. e4 {{{words}}} e5 (1... d5\n\n"),
            format!("[Event \"L5\"]\n\n1. e4 {{{words}}} e5\n% {{"),
            format!("1. f4 {{{words}\n\n[Event \"L6\"]\n\n1. e4 {{{words}}} e5 *\n"),
            format!("[Event \"L7\"]\n\n1. e4 {{{words}}}\n{brackets}\n"),
        ];
        let small = [
            "1. d4 *\n",
            "[Event \"S1\"]\n\n1. d4 } d5 *\n",
            "1. c4 *\n\n[Event \"S2\"]\n\n1. d4 } d5 *\n",
            "1. e4 e5\n",
            "[White \"S3\"]\n\n1. c4 {x} *\n",
        ];
        let mut rng = Rng::new(5);
        for _ in 0..if n_lines > 1000 { 2 } else { 8 } {
            let mut files: Vec<&[u8]> = Vec::new();
            for _ in 0..3 {
                files.extend([rng.pick(&small).as_bytes(), rng.pick(&large).as_bytes()]);
            }
            files.push(rng.pick(&small).as_bytes());
            let dir = tempfile::tempdir().unwrap();
            let options = &["--max-game-size", limit][..];
            Files { options, ..Files::new(dir.path(), &files) }.check();
        }
        for large in &large {
            let dir = tempfile::tempdir().unwrap();
            for (small, options) in
                small.iter().zip([&["--max-game-size", limit][..], &[]].iter().cycle())
            {
                let files = Files { options, ..Files::new(dir.path(), &[small.as_bytes()]) };
                fs::write(dir.path().join("out.txt"), large).unwrap();
                files.run(&["merge", "--append", "-o", "out.txt"], &[]);
                let found = contents(&fs::read(dir.path().join("out.txt")).unwrap());
                let all = [contents(large.as_bytes()), files.all()].concat();
                let [of_found, of_all] = [&found, &all].map(|all| format!("{all:.200?}"));
                assert!(found == all, "{large:.40?} {small:?}: {of_found} {of_all}");
            }
        }
    }
}

#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn faults_of_the_corpora_are_kept_beside_any_neighbor() {
    let folder =
        fs::read_dir(corpora().join("faults")).expect("PGNKIT_CORPORA has no folder faults");
    let mut paths: Vec<_> = folder
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "pgn"))
        .collect();
    assert!(!paths.is_empty(), "PGNKIT_CORPORA has no files in faults");
    paths.sort();
    let files: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    check(&files);
    for file in &files {
        twice_is_once(file);
        check(&[file, file]);
    }
}

#[test]
fn a_second_run_on_cases_changes_nothing() {
    CASES.iter().for_each(|case| twice_is_once(case.as_bytes()));
    for text in [
        "{\n\n[t \"\"]\n(*\n[2\"]*g7{}}",
        "g6\n[EventDate\"\"?x\n[Result\"\n\n[Result\"]\n]\n[SetUp\"",
        "d3\n[Event\"]?\n[0\"]*OO*g3",
        "d1\nm()R{\n\n[R \"\"]\n{}1-0[Event }]",
        "[Round\"\n{}*\n\"]\nc6*f3*c2\n[Site\"",
        "[Event G]t;\n[d\"]1\n[B\"]*b5\n[Opening\"",
        "[C\"\"]{}24e3{}24..D 0-1",
        "[Event\"\n{}1-0\n\"]\n-+\n[a\"]",
        "[Variant\"n\"]N\tf6",
        // A name of eighty characters.
        "[Roun0-00-00-00-00-00-00-00-00-00-00-00-00-00-00-00-00-00-00-003P/1K2Q3 w - - 0 1\"]",
    ] {
        twice_is_once(text.as_bytes());
    }
    // A byte that is not UTF-8 after a blank, in the name of a tag that was cut off.
    twice_is_once(b"[Event \x81\"");
}

/// The texts of two files. The text after the last game of the first one becomes part of another game when
/// both are joined.
const PAIRS: [(&str, &str); 14] = [
    ("c2.R\n%\nb2\n%", "[FEN\""),
    ("b1 K()e5\n%", "[Result\""),
    ("[g\"]o", "%o\n[Date\""),
    ("%i\nh2\n%", "[ECO\""),
    ("d4", "%g\n[E\"]"),
    ("[A\"]e\n%\n[FEN\"", "d51/2-1/2.d4\n[White\""),
    ("[e\"\"]O!e5", "Result \"\"]"),
    ("b2(", "Event \"\"]"),
    ("c5", "%e\n[White\""),
    ("f5(\n{[%l]", "e4"),
    ("1/2", "$$$$$$$$$1f3"),
    ("{\n\n[e \"\"]\nB()\"\n{", ""),
    ("[T\"]\n*[e \"\n{}\"]\n%g7{", ""),
    ("[V\"](", ">>>>>>>{}f3\n[x\"]"),
];

#[test]
fn a_second_run_on_joined_files_changes_nothing() {
    for (one, two) in PAIRS {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
        fs::write(path("one.pgn"), one).unwrap();
        fs::write(path("two.pgn"), two).unwrap();
        let options: [&[&str]; 3] =
            [&[], &["--preset", "all"], &["--drop", "text,variations,nags,glyphs"]];
        for options in options {
            let strip = |names: &[&str]| {
                let names = names.iter().map(|name| path(name));
                let args = ["strip-comments"].iter().chain(options).map(|&it| it.to_owned());
                run(pgnkit(args.chain(names)), b"").stdout
            };
            let once = strip(&["one.pgn", "two.pgn"]);
            fs::write(path("once.pgn"), &once).unwrap();
            let twice = strip(&["once.pgn"]);
            let show = |bytes: &[u8]| bytes.escape_ascii().to_string();
            assert_eq!(show(&once), show(&twice), "{one:?} {two:?} {options:?}");
        }
    }
}

/// Checks that a second run of `export` and `strip-comments` changes nothing, and that the number of games
/// stays the same.
#[track_caller]
fn twice_is_once(bytes: &[u8]) {
    let commands: [&[&str]; 5] = [
        &["export"],
        &["export", "--on-error", "comment"],
        &["strip-comments"],
        &["strip-comments", "--preset", "all"],
        &["strip-comments", "--keep-commands", "clk", "--reflow"],
    ];
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("in.pgn");
    for args in commands {
        fs::write(&path, bytes).unwrap();
        let write =
            || run(pgnkit(args.iter().copied().chain([path.to_str().unwrap()])), b"").stdout;
        let once = write();
        let n_games = contents(bytes).len();
        assert_eq!(contents(&once).len(), n_games, "{args:?}: {}", bytes.escape_ascii());
        fs::write(&path, &once).unwrap();
        let twice = write();
        assert_eq!(
            once.escape_ascii().to_string(),
            twice.escape_ascii().to_string(),
            "{args:?}: {}",
            bytes.escape_ascii()
        );
    }
    // In place: nothing is rejected, and nothing would change afterwards.
    fs::write(&path, bytes).unwrap();
    for args in [["export", "--in-place"], ["export", "--check"]] {
        let output = run(pgnkit(args.into_iter().chain([path.to_str().unwrap()])), b"");
        // Text without games stays as it is, which is an error.
        let is_kept = contents(bytes).is_empty() && fs::read(&path).unwrap() == bytes;
        let code = output.status.code();
        assert!(
            code == Some(0) || is_kept && code == Some(2),
            "{args:?}: {}",
            bytes.escape_ascii()
        );
    }
}

/// The first game leaves a comment open, and the next brace is in annotation that is removed, chunks later.
#[test]
fn an_open_comment_is_closed_before_later_braces_are_removed() {
    let dir = tempfile::tempdir().unwrap();
    let (file, again) = (dir.path().join("in.pgn"), dir.path().join("again.pgn"));
    let bare = "[Event \"b\"]\n\n1. d4 d5 *\n\n".repeat(1000);
    let blocks = format!("{bare}[Event \"c\"]\n\n1. c4 {{words}} c5 *\n\n").repeat(60);
    let text = format!("[Event \"a\"]\n\n1. e4 {{[%eval 0.1] *\n\n{blocks}");
    fs::write(&file, text).unwrap();
    let strip = |args: &[&str], path: &Path| {
        let path = path.to_str().unwrap();
        let args = [&["strip-comments", "-q", "--drop", "text"], args, &[path]].concat();
        pgnkit(args).output().unwrap().stdout
    };
    let once = strip(&["-j1"], &file);
    assert!(!once.windows(5).any(|bytes| bytes == b"words"));
    assert!(strip(&["-j2"], &file) == once, "threads");
    assert!(strip(&["--no-mmap"], &file) == once, "without a map");
    fs::write(&again, &once).unwrap();
    assert!(strip(&[], &again) == once, "twice");
}
