//! Settings of `[export]` and `check --fix`: what `export` writes, fixes leave as it is, under each pair of settings. And
//! settings that have no place in a run: they are not used.

use std::{fs, path::Path, thread};

use crate::support;

/// Settings, each with a group; of a group only one can be set.
const SETTINGS: [(u8, &str); 14] = [
    (0, "nags = \"symbols\""),
    (1, "nag-numbers = \"no\""),
    (2, "width = 0"),
    (2, "layout = \"moves\""),
    (3, "tag-order = \"source\""),
    (4, "tags = [\"White\", \"Black\", \"Result\"]"),
    (4, "drop-tags = [\"Round\", \"TimeControl\"]"),
    (5, "on-error = \"comment\""),
    (6, "line-ending = \"crlf\""),
    (7, "output-encoding = \"iso-8859-1\""),
    (8, "keep-escapes = true"),
    (9, "notation = \"long\""),
    (9, "notation = \"figurine\""),
    (10, "normalize = true\nfix-results = true"),
];

/// A game with what the rules about these settings look at, and one that cannot be read to its end.
const GAMES: &str = "% an escape line
[White \"R\u{e9}ti, Richard \"]
[TimeControl \"5400+30\"]
[Result \"1-0\"]
[Black \"Tal, M.\"]
[Round \"3\"]
[Date \"16.05.2012\"]
[Event \"Match, with a name of some length\"]

1.e4! {[%clk 1:30:00] a comment that is long enough for the end of a line of eighty} e5 2. Nf3 \u{b1} Nc6 $1 $18
3. Bb5 a6?! (3... Nf6 4. O-O -- 5. d4) 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 0-0 9. h3 1-0

[White \"A\"]
[Black \"B\"]

1. e4 e5 2. Ke3 {no move} d6 ! *
";

fn run(dir: &Path, args: &[&str]) {
    let status = support::output_in(dir, args).status.code();
    assert!(matches!(status, Some(0 | 1)), "{args:?} ends with {status:?}");
}

/// Returns the games with all safe fixes made.
fn fixed_games() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    run(folder.path(), &["check", "--fix-only", "--severity", "style", "a.pgn"]);
    fs::read(folder.path().join("a.pgn")).unwrap()
}

/// Returns what is wrong under some settings.
fn fault(games: &[u8], settings: &[&str]) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    fs::write(dir.join("pgnkit.toml"), format!("[export]\n{}\n", settings.join("\n"))).unwrap();
    fs::write(dir.join("a.pgn"), games).unwrap();
    run(dir, &["export", "--in-place", "a.pgn"]);
    let exported = fs::read(dir.join("a.pgn")).unwrap();
    run(dir, &["check", "--fix-only", "--severity", "style", "a.pgn"]);
    let fixed = fs::read(dir.join("a.pgn")).unwrap();
    (fixed != exported).then(|| {
        let texts = [fixed, exported].map(|it| String::from_utf8_lossy(&it).into_owned());
        let [fixed, exported] = texts;
        format!("{settings:?}: `check --fix` made of\n{exported}\nthis\n{fixed}")
    })
}

#[test]
fn fixes_and_export_agree_under_pairs_of_settings() {
    let mut all: Vec<Vec<&str>> = SETTINGS.iter().map(|(_, setting)| vec![*setting]).collect();
    for (at, (group, first)) in SETTINGS.iter().enumerate() {
        let others = SETTINGS[at + 1..].iter().filter(|(other, _)| other != group);
        all.extend(others.map(|(_, second)| vec![*first, *second]));
    }
    // Latin-1 has no pictures of pieces.
    let is_possible = |settings: &Vec<&str>| {
        !["iso-8859-1", "figurine"].iter().all(|word| settings.concat().contains(word))
    };
    all.retain(is_possible);
    let games = &fixed_games();
    let halves = all.split_at(all.len() / 2);
    let faults = thread::scope(|scope| {
        let second =
            scope.spawn(|| halves.1.iter().filter_map(|it| fault(games, it)).collect::<Vec<_>>());
        let mut faults: Vec<_> = halves.0.iter().filter_map(|it| fault(games, it)).collect();
        faults.extend(second.join().unwrap());
        faults
    });
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), all.len(), faults.join("\n"));
}

/// Settings, each with runs in which it has no place.
const UNUSED: &[(&str, &[&str])] = &[
    ("[split]\ngames = 5", &["split --by White a.pgn", "split --size 1MB a.pgn", "split --chunks 2 a.pgn"]),
    ("[split]\nsize = 5", &["split --games 1 a.pgn", "split --for lichess-study a.pgn"]),
    ("[split]\nby = 'White'", &["split --games 1 a.pgn"]),
    ("[split]\nfor = 'lichess-study'", &["split --by White a.pgn"]),
    ("[split]\nchunks = 2", &["split --games 1 a.pgn", "split --variations --games 1 a.pgn"]),
    ("[split]\nvariations = 'all'", &["split --chunks 2 a.pgn"]),
    ("[merge]\nkeep = 'last'", &["merge a.pgn b.pgn", "merge --sort standard a.pgn"]),
    ("[merge]\ndedup = 'moves'\nkeep = 'union'", &["merge --dedup none a.pgn b.pgn"]),
    ("[merge]\nkeep = 'union'", &["merge --tree --dedup a.pgn b.pgn"]),
    ("[merge]\ntree = true", &["merge --dedup --keep union a.pgn b.pgn"]),
    ("[merge]\ndedup = 'none'", &["merge --against b.pgn a.pgn"]),
    ("[merge]\ncsv-safe = true\ndedup-min-plies = 3", &["merge a.pgn b.pgn"]),
    ("[strip-comments]\nkeep = ['text']", &["strip-comments --drop text a.pgn"]),
    ("[strip-comments]\nkeep = ['text']", &["strip-comments --drop nags,text a.pgn"]),
    ("[strip-comments]\nkeep = ['text']", &["strip-comments --drop nags a.pgn"]),
    ("[strip-comments]\nkeep-commands = ['clk']", &["strip-comments --drop nags a.pgn"]),
    ("[strip-comments]\ndrop = ['nags']", &["strip-comments --preset engine a.pgn"]),
    (
        "[export]\nnags = 'symbols'\nnotation = 'uci'\nkeep-escapes = true\nverify = true\nlayout = 'moves'
output-encoding = 'ascii'\ncomment-every = [2, 'fen']",
        &["export --format csv a.pgn", "export --format fen a.pgn", "export --format epd a.pgn"],
    ),
    (
        "[export]\ncsv-safe = true\ncolumns = ['White']\nrows = 'plies'\nat = 'ply'\ndistinct = true
eco-file = 'no-file.tsv'\npartition-by = ['year']",
        &["export a.pgn", "export --format json-lines a.pgn", "export --format lines a.pgn"],
    ),
    ("[export]\ncomment-every = [2, 'fen']", &["export --format reduced a.pgn"]),
    ("[export]\non-error = 'drop'\nformat = 'csv'", &["export --check a.pgn", "export --in-place c.pgn"]),
    (
        "[export]\non-error = 'drop'",
        &["export --check d.pgn", "export --diff d.pgn", "export --in-place d.pgn"],
    ),
    (
        "[export]\non-error = 'truncate'",
        &["export --check d.pgn", "export --diff d.pgn", "export --in-place d.pgn"],
    ),
    ("[export]\nformat = 'csv'", &["export --nags symbols a.pgn", "export --width 30 a.pgn"]),
    ("[export]\nformat = 'csv'", &["export --on-error drop a.pgn", "export -o x.pgn a.pgn"]),
    ("[export]\ndrop-before = 'x'", &["export --format fen a.pgn", "export --plies 1..1 a.pgn"]),
    ("[export]\nnotation = 'figurine'", &["export --output-encoding ascii a.pgn"]),
    ("[stats]\ncsv-safe = true\nat-least = 3\norder = 'score:desc'", &["stats a.pgn"]),
    ("[stats]\norder = 'score:desc'", &["stats --by year a.pgn"]),
    ("[stats]\nplayers = 'no-file.xml'", &["stats a.pgn"]),
    ("[stats]\nformat = 'json'", &["stats -o x.html a.pgn"]),
    ("[stats]\nby = ['year']\norder = ['year']", &["stats --by White a.pgn", "stats --names x.tsv a.pgn"]),
    ("[check]\noutput-format = 'junit'", &["check --statistics a.pgn", "check -o x.json a.pgn"]),
];

/// Returns all that a run leaves: the exit status, stdout, stderr, and the files of its folder.
fn traces(settings: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    fs::write(dir.join("settings.toml"), settings).unwrap();
    let games =
        "[White \"A\"]\n\n1. e4 $1 {a [%clk 0:01:00]} e5 *\n\n[White \"B\"]\n\n1. d4 (1. c4) *\n\n";
    fs::write(dir.join("a.pgn"), games).unwrap();
    fs::write(dir.join("b.pgn"), "[White \"B\"]\n\n1. d4 *\n").unwrap();
    fs::write(dir.join("c.pgn"), "[White \"B\"]\n\n1. d4 *\n").unwrap();
    fs::write(dir.join("d.pgn"), "[White \"B\"]\n\n1. d4 Ke4 *\n").unwrap();
    let mut program = support::pgnkit(args);
    program.current_dir(dir);
    let output = support::run(program, b"");
    let mut traces = format!("{:?}\n", output.status.code());
    for text in [&output.stdout, &output.stderr] {
        traces.push_str(&String::from_utf8_lossy(text));
    }
    let mut files = support::files_below(dir);
    files.sort();
    // The keys of a master have the time of its last change.
    let is_other = |file: &&std::path::PathBuf| {
        !file.ends_with("settings.toml") && file.extension().is_some_and(|it| it != "pgnkit-keys")
    };
    for file in files.iter().filter(is_other) {
        let bytes = fs::read(dir.join(file)).unwrap();
        traces.push_str(&format!("{}:\n{}", file.display(), String::from_utf8_lossy(&bytes)));
    }
    traces
}

#[test]
fn settings_without_a_place_in_a_run_are_not_used() {
    for (settings, runs) in UNUSED {
        for run in *runs {
            let args: Vec<&str> = run.split(' ').collect();
            let plain = traces("", &[&args[..], &["--isolated"]].concat());
            let with_settings =
                traces(settings, &[&args[..], &["--config", "settings.toml"]].concat());
            assert_eq!(with_settings, plain, "{settings}\n{run}");
            assert!(!plain.starts_with("Some(2)"), "{run}: {plain}");
        }
    }
}

/// Settings that contradict each other are an error that names their file; typed options have messages of their own.
#[test]
fn contradictions_are_errors() {
    for (settings, run, message) in [
        (
            "[split]\ngames = 5\nsize = 5",
            "split a.pgn",
            "settings.toml: the argument '--games <N>' cannot",
        ),
        ("", "export --format csv --nags symbols a.pgn", "--nags is for --format pgn"),
        (
            "[export]\nformat = 'csv'",
            "export --format csv --width 9 a.pgn",
            "--width is for --format pgn",
        ),
        ("", "export --layout moves --width 9 a.pgn", "--width is for --layout 80"),
        ("", "merge --keep last a.pgn", "--keep needs --dedup"),
        ("", "merge --dedup-min-plies 3 a.pgn", "--dedup-min-plies needs --dedup"),
        ("", "strip-comments --drop variations --keep text a.pgn", "--keep has no effect"),
        (
            "",
            "strip-comments --drop text --keep-commands clk a.pgn",
            "--keep-commands has no effect",
        ),
        ("", "filter --not a.pgn", "--not needs a condition"),
        (
            "[export]\ncomment-every = 'fen'",
            "export a.pgn",
            "`comment-every` takes a list of 2 values",
        ),
        ("", "split --games 1 --name {stem:1}{n} a.pgn", "only fields have parts"),
    ] {
        let args: Vec<&str> = run.split(' ').collect();
        let traces = traces(settings, &[&args[..], &["--config", "settings.toml"]].concat());
        assert!(traces.starts_with("Some(2)") && traces.contains(message), "{run}: {traces}");
    }
}

#[test]
fn comment_every_is_a_list_of_two() {
    let settings = "[export]\ncomment-every = [2, 'hash']";
    let with_settings = traces(settings, &["export", "a.pgn", "--config", "settings.toml"]);
    assert!(with_settings.contains("{0844931a6ef4b9a0}"), "{with_settings}");
}
