//! The command that was probably meant, which the program shows below the error of a wrong command line.

use crate::support::{pgnkit, run};

/// Returns what the program prints on stderr for a command line, whose words are separated by blanks.
fn error_of(line: &str) -> String {
    let output = run(pgnkit(line.split(' ')), b"");
    assert!(!output.status.success(), "{line}");
    String::from_utf8(output.stderr).expect("messages are UTF-8")
}

#[track_caller]
fn check(rows: &[(&str, Option<&str>)]) {
    for (typed, meant) in rows {
        let error = error_of(typed);
        let found = error.lines().find_map(|line| line.strip_prefix("Try: pgnkit "));
        assert_eq!(found, *meant, "{typed}: {error}");
    }
}

#[test]
fn a_file_with_the_name_of_an_option() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("-dash.pgn"), "").unwrap();
    let mut command = pgnkit(["filter", "--count", "-dash.pgn"]);
    command.current_dir(dir.path());
    let error = String::from_utf8(run(command, b"").stderr).unwrap();
    assert!(error.ends_with("\nThere is a file of this name: write ./-dash.pgn\n"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8() {
    use std::os::unix::ffi::OsStrExt as _;
    let player = std::ffi::OsStr::from_bytes(b"M\xFCller");
    let output = run(pgnkit([std::ffi::OsStr::new("filter"), "--white".as_ref(), player]), b"");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.ends_with("\nNot UTF-8: `M\u{FFFD}ller`\n"), "{error}");
}

#[test]
fn commands() {
    check(&[
        ("lint a.pgn", Some("check a.pgn")),
        ("format a.pgn", Some("export a.pgn")),
        ("dedup -o b.pgn a.pgn", Some("merge --dedup=moves+players -o b.pgn a.pgn")),
        ("sort a.pgn", Some("merge --sort standard a.pgn")),
        ("-j 2 fliter a.pgn", Some("-j 2 filter a.pgn")),
        ("games.PGN.zst", Some("check games.PGN.zst")),
        ("src", Some("check src")),
        ("xyzzy", None),
        ("crosstable a.pgn", Some("stats --crosstable a.pgn")),
        ("fen a.pgn", Some("export --format fen a.pgn")),
        ("sample 3 a.pgn", Some("filter --sample 3 a.pgn")),
        ("sample a.pgn", Some("filter --sample 100 a.pgn")),
        ("grep Tal a.pgn", Some("filter --player Tal a.pgn")),
        ("grep a.pgn", Some("filter a.pgn")),
    ]);
}

#[test]
fn options() {
    check(&[
        ("check --servity error a.pgn", Some("check --severity error a.pgn")),
        ("stats --output-format json", Some("stats --format json")),
        ("check --dedup=moves a.pgn", Some("merge --dedup=moves a.pgn")),
        ("export --format jsn a.pgn", Some("export --format json-lines a.pgn")),
        ("lint --servity=warnin a.pgn", Some("check --severity=warning a.pgn")),
        ("check --fail-on none a.pgn", Some("check --fail-on never a.pgn")),
        ("export --notation ge a.pgn", Some("export --notation de a.pgn")),
        ("split --by plyer a.pgn", Some("split --by player a.pgn")),
        ("export --fix a.pgn", Some("check --fix a.pgn")),
        ("stats --eco a.pgn", Some("stats --by eco a.pgn")),
        ("split --eco a.pgn", Some("split --by ECO:1 a.pgn")),
        ("export --eco a.pgn", Some("export --add eco a.pgn")),
        ("stats --eco B90 a.pgn", Some("stats -w 'eco = B90' a.pgn")),
        ("stats --tree 4 a.pgn", Some("stats --moves 4 a.pgn")),
        ("split --count 100 a.pgn", Some("split --games 100 a.pgn")),
        ("check --dry-run a.pgn", Some("check --diff a.pgn")),
        ("generate man --dir d", Some("generate man d")),
        ("export -f csv a.pgn", Some("export --format csv a.pgn")),
        ("split --games 5 -o d a.pgn", Some("split --games 5 --dir d a.pgn")),
        ("split --games 5 --output-dir=d a.pgn", Some("split --games 5 --dir=d a.pgn")),
        ("split --by-player a.pgn", Some("split --by player a.pgn")),
        ("split --year a.pgn", Some("split --by year a.pgn")),
        ("split --player a.pgn", Some("split --by player a.pgn")),
        ("stats --by eco --sort games a.pgn", Some("stats --by eco --order games a.pgn")),
        ("stats --by eco --min-games 5 a.pgn", Some("stats --by eco --at-least 5 a.pgn")),
        ("stats --depth 6 a.pgn", Some("stats --moves 6 a.pgn")),
        ("filter --player Tal --out b.pgn a.pgn", Some("filter --player Tal --output b.pgn a.pgn")),
        ("check --disable M001 a.pgn", Some("check --ignore M001 a.pgn")),
        ("check --explain M001", Some("rules M001")),
        ("export --fields White a.pgn", Some("export --columns White a.pgn")),
        // An option with a value is not proposed where none was given.
        ("check --fix-all a.pgn", None),
        ("check --fixabel bad-date a.pgn", Some("check --fixable bad-date a.pgn")),
        ("filter --outptu b.pgn a.pgn", Some("filter --output b.pgn a.pgn")),
        (
            "export --columns White,plies,Black -o x.csv a.pgn",
            Some("export --columns white,plies,black -o x.csv a.pgn"),
        ),
        ("export --columns White -o x.csv a.pgn", Some("export --columns white -o x.csv a.pgn")),
        // No command does what these options ask for.
        ("check --backup --fix a.pgn", None),
        ("diff --ignore comments a.pgn b.pgn", None),
        ("strip-comments --tags a.pgn", None),
        ("split --for chessbase a.pgn", None),
        ("stats --sample 3 a.pgn", None),
        ("merge --sample a.pgn", None),
    ]);
}

#[test]
fn formats_as_options() {
    check(&[
        ("stats --html a.pgn", Some("stats --format html a.pgn")),
        ("export --json a.pgn", Some("export --format json-lines a.pgn")),
        ("check --sarif a.pgn", Some("check --output-format sarif a.pgn")),
    ]);
}

#[test]
fn options_of_pgn_extract() {
    check(&[
        ("-7 a.pgn", Some("export --tags Event,Site,Date,Round,White,Black,Result a.pgn")),
        ("filter -D a.pgn", Some("merge --dedup moves a.pgn")),
        ("-N a.pgn", Some("strip-comments --drop nags,glyphs a.pgn")),
        ("-M a.pgn", Some("filter --ends checkmate a.pgn")),
        ("--commented a.pgn", Some("filter -w 'has(comments)' a.pgn")),
    ]);
}

#[test]
fn words_that_are_no_inputs() {
    let games = "tests/corpus/romantic_era.pgn";
    check(&[
        (&format!("filter Tal {games}"), Some(&format!("filter --player Tal {games}"))),
        (&format!("filter White=Tal {games}"), Some(&format!("filter -w White=Tal {games}"))),
        ("stats White=Tal", Some("stats -w White=Tal")),
        (&format!("check Tal {games}"), None),
        (&format!("filter gone.pgn {games}"), None),
        ("filter Tal", None),
        (&format!("export -w 60 {games}"), Some(&format!("export --width 60 {games}"))),
        (&format!("filter -w 60 {games}"), None),
        (
            &format!("filter --result draw {games}"),
            Some(&format!("filter --result 1/2-1/2 {games}")),
        ),
    ]);
    let error = error_of(&format!("merge --dedup moves,date {games}"));
    assert!(error.contains("invalid value 'moves,date' for '--dedup"), "{error}");
}

/// What is proposed does not do something else, and can be pasted.
#[test]
fn proposals_can_be_pasted() {
    let games = "tests/corpus/romantic_era.pgn";
    check(&[
        ("filter --reslts * a.pgn", Some("filter --result '*' a.pgn")),
        ("filter --reslt * a.pgn", Some("filter --result '*' a.pgn")),
        ("search elo>2000 a.pgn", Some("filter -w 'elo>2000' a.pgn")),
        ("query White~Tal* a.pgn", Some("filter -w 'White~Tal*' a.pgn")),
        (&format!("filter -c {games}"), Some(&format!("filter --count {games}"))),
        (&format!("filter -n {games}"), None),
        (&format!("filter -n rest.pgn {games}"), Some(&format!("filter --rest rest.pgn {games}"))),
        (&format!("filter -r Tal {games}"), None),
        ("check --select E501 a.pgn", None),
        ("check --target chesscom a.pgn", None),
        ("export --add elo a.pgn", None),
        (&format!("convert {games} gone.csv"), Some(&format!("export -o gone.csv {games}"))),
        (&format!("export {games} gone.pgn"), Some(&format!("export -o gone.pgn {games}"))),
        (&format!("export -o b.pgn {games} gone.pgn"), None),
        (&format!("filter {games} gone.pgn"), None),
        ("--fix a.pgn", Some("check --fix a.pgn")),
    ]);
    let lines = run(pgnkit(["filter", "-w", "White = x\n and wite = 3", games]), b"");
    let error = String::from_utf8(lines.stderr).unwrap();
    assert!(!error.contains("Try:") && error.contains("did you mean"), "{error}");
}

#[test]
fn tips_and_usage_are_of_the_command() {
    assert!(error_of("merge --unique").contains("Usage: pgnkit merge [OPTIONS]"));
    assert!(error_of("stats --elo").contains("Usage: pgnkit stats [OPTIONS]"));
    for word in ["sort", "extract", "duplicates", "games"] {
        assert!(!error_of(word).contains("tip:"), "{word}");
    }
    assert!(error_of("fliter").contains("filter"));
    assert!(!error_of("split --for chessbase").contains("tip:"));
}
