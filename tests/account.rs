//! `diff --account` and `--date-order`: what a run has made of an archive, against the archive.

use std::{collections::BTreeSet, fs, path::Path};

use crate::support::{output_in, pgnkit, refused, run, run_in};
use pgn_syntax::encoding::Charset;

/// Number of games of the archive.
const N_GAMES: usize = 400;

/// First moves; two of them follow one another in each game, so that many games share theirs.
const MOVES: [&str; 8] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6",
    "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7",
    "1. c4 e5 2. Nc3 Nf6 3. g3 d5",
    "1. Nf3 d5 2. g3 Nf6 3. Bg2 e6",
    "1. e4 e6 2. d4 d5 3. Nc3 Bb4",
    "1. e4 c6 2. d4 d5 3. Nc3 dxe4",
];
const ENDS: [&str; 4] = ["4. a4 h5", "4. h4 a5", "4. a3 h6", "4. h3 b6"];
const NAMES: [&str; 5] = ["Müller, K", "Réti, R", "Núñez, J", "Ødegård, P", "Böhm, H"];

/// Returns a game; no two are the same.
fn game(n: usize) -> String {
    let (moves, end) = (MOVES[n % 8], ENDS[n / 8 % 4]);
    let (white, black) = (NAMES[n % 5], NAMES[(n / 5 + 1 + n) % 5]);
    let comment = if n.is_multiple_of(3) { "{a comment  by Böhm} $2 (4... h5 5. b3)" } else { "" };
    let bad = if n.is_multiple_of(37) { "5. Ke5" } else { "5. b3" };
    format!(
        "[Event \"Club championship\"]\n[Site \"Köln\"]\n[Date \"{:02}.{:02}.{}\"]\n[Round \"{}\"]\n\
         [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1/2-1/2\"]\n\n\
         {moves} {end} {comment} {bad} g5 6. g4 1/2-1/2\n\n",
        n % 28 + 1,
        n % 12 + 1,
        1970 + n % 30,
        n / 30 + 1,
    )
}

fn games(numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().map(game).collect()
}

/// Accounts for `heap.pgn` in `result`. Returns status, stdout and the last line of stderr.
fn account(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = pgnkit(["diff", "--account"]);
    command.args(args).current_dir(dir);
    let output = run(command, b"");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let stderr = text(output.stderr);
    let last = stderr.lines().last().unwrap_or_default().to_owned();
    (output.status.code(), text(output.stdout), last)
}

#[track_caller]
fn is_whole(dir: &Path, args: &[&str]) {
    let (status, stdout, last) = account(dir, args);
    assert_eq!((status, stdout.as_str()), (Some(0), ""), "{args:?}: {last}");
    let whole =
        format!("{N_GAMES} games in: {N_GAMES} kept, 0 copies of these, 0 rejected, 0 unaccounted");
    assert_eq!(last, whole, "{args:?}");
}

#[test]
fn games_removed_by_hand_are_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("heap.pgn"), games(0..N_GAMES)).unwrap();
    let mut random = fastrand::Rng::with_seed(50);
    let removed: BTreeSet<usize> =
        std::iter::repeat_with(|| random.usize(0..N_GAMES)).take(50).collect();
    fs::write(dir.path().join("rest.pgn"), games((0..N_GAMES).filter(|n| !removed.contains(n))))
        .unwrap();
    run_in(dir.path(), &["export", "-q", "--normalize", "-o", "result.pgn", "rest.pgn"]);
    for result in ["rest.pgn", "result.pgn"] {
        let (status, stdout, last) = account(dir.path(), &["heap.pgn", result]);
        assert_eq!(status, Some(1));
        let named: BTreeSet<usize> = stdout
            .lines()
            .map(|line| {
                let (_, rest) = line.split_once(" game ").unwrap();
                let (number, _) = rest.split_once(':').unwrap();
                assert!(line.starts_with("lost     heap.pgn:"), "{line}");
                number.parse::<usize>().unwrap() - 1
            })
            .collect();
        assert_eq!(named, removed);
        let (n_lost, n_kept) = (removed.len(), N_GAMES - removed.len());
        let expected = format!(
            "{N_GAMES} games in: {n_kept} kept, 0 copies of these, 0 rejected, {n_lost} unaccounted"
        );
        assert_eq!(last, expected);
    }
    // The same from little memory, and from a pipe.
    let few = account(dir.path(), &["--memory", "4MiB", "heap.pgn", "rest.pgn"]);
    assert_eq!(few, account(dir.path(), &["heap.pgn", "rest.pgn"]));
}

#[test]
fn recoded_exported_mapped_and_fixed_archives_are_whole() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("heap.pgn"), games(0..N_GAMES)).unwrap();
    fs::write(
        path("names.tsv"),
        "player\tMüller, K\tMueller, Karl\nplayer\tRéti, R\tReti, Richard\nEvent\tClub championship\tCCh\nSite\tKöln\tCologne\n",
    )
    .unwrap();
    for args in [
        &["export"][..],
        &["export", "--normalize", "--width", "0", "--nags", "symbols"],
        &["export", "--normalize", "--date-order", "dmy", "--map-tag", "names.tsv"],
        &["export", "--on-error", "comment", "--notation", "lan", "--set", "Source=heap"],
        &["merge", "--output-encoding", "latin1", "--sort", "standard"],
        &["check", "--fix", "--unsafe-fixes"],
    ] {
        let mut bytes = Vec::new();
        if args[0] == "check" {
            bytes.extend(games(0..N_GAMES).into_bytes());
            fs::write(path("result.pgn"), &bytes).unwrap();
            let mut command = pgnkit(args);
            command.args(["-qq", "result.pgn"]).current_dir(dir.path());
            run(command, b"");
        } else {
            run_in(dir.path(), &[args, &["-qq", "-o", "result.pgn", "heap.pgn"]].concat());
        }
        is_whole(dir.path(), &["heap.pgn", "result.pgn"]);
    }
    // An archive in another set, made UTF-8.
    let mut dos = games(0..N_GAMES).into_bytes();
    assert_eq!(Charset::find("cp850").unwrap().encode(&mut dos, 0), 0);
    fs::write(path("dos.pgn"), dos).unwrap();
    run_in(dir.path(), &["export", "-qq", "--encoding", "cp850", "-o", "result.pgn", "dos.pgn"]);
    is_whole(dir.path(), &["--encoding", "cp850", "dos.pgn", "result.pgn"]);
}

#[test]
fn copies_and_rejects_are_found_where_they_were_put() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::create_dir(path("heap")).unwrap();
    fs::write(path("heap/a.pgn"), games(0..300)).unwrap();
    fs::write(path("heap/b.pgn"), games(200..N_GAMES)).unwrap();
    run_in(
        dir.path(),
        &["merge", "-q", "--dedup", "--duplicates", "copies.pgn", "-o", "merged.pgn", "heap"],
    );
    let whole = "500 games in: 389 kept, 100 copies of these, 11 rejected, 0 unaccounted";
    run_in(
        dir.path(),
        &[
            "export", "-q", "--on-error", "drop", "--rejects", "bad.pgn", "-o", "heap/result.pgn",
            "merged.pgn",
        ],
    );
    // The result is in the folder of its inputs.
    let args = ["--duplicates", "copies.pgn", "--rejects", "bad.pgn", "heap", "heap/result.pgn"];
    assert_eq!(account(dir.path(), &args), (Some(0), String::new(), whole.to_owned()));
    // Copies need no file, games with errors do.
    let (status, stdout, last) = account(dir.path(), &["heap", "heap/result.pgn"]);
    assert_eq!(status, Some(1));
    assert!(stdout.lines().all(|line| line.starts_with("lost ")), "{stdout}");
    let n_lost = stdout.lines().count();
    // Those of both files are lost twice.
    assert_eq!(n_lost, 14, "{last}");
}

/// Games that the output or the master had before the run are neither games of the run nor unexpected.
#[test]
fn merge_accounts_for_what_it_appends() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("old.pgn"), games(0..3)).unwrap();
    fs::write(dir.path().join("new.pgn"), games(2..5)).unwrap();
    for (options, ending, expect) in [
        ("--against m.pgn --append -o m.pgn", "", "2 kept, 1 copy"),
        ("--against m.pgn -o out.pgn", "", "2 kept, 1 copy"),
        ("--append -o m.pgn", "", "3 kept, 0 copies"),
        ("--dedup --append -o m.pgn", "", "3 kept, 0 copies"),
        ("--append -o m.pgn.gz", ".gz", "3 kept, 0 copies"),
    ] {
        let master = format!("m.pgn{ending}");
        let mut command = pgnkit(["merge", "--force", "-o", &master, "old.pgn"]);
        command.current_dir(dir.path());
        run(command, b"");
        let mut command = pgnkit(["merge", "--account", "new.pgn"]);
        command.args(options.split(' ')).current_dir(dir.path());
        let output = run(command, b"");
        let stderr = String::from_utf8(output.stderr).unwrap();
        let last = format!(
            "3 games in: {expect} of these or of earlier games, 0 rejected, 0 unaccounted\n"
        );
        assert!(
            stderr.ends_with(&last) && !stderr.contains("found in no input"),
            "{options}: {stderr}"
        );
        assert_eq!(output.status.code(), Some(0), "{options}");
    }
}

#[test]
fn merge_accounts_for_its_own_games() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), games(0..300)).unwrap();
    fs::write(dir.path().join("b.pgn"), games(200..N_GAMES)).unwrap();
    let merge = |args: &[&str]| {
        let mut command = pgnkit(["merge", "--account", "-o", "out.pgn", "a.pgn", "b.pgn"]);
        command.args(args).current_dir(dir.path());
        let output = run(command, b"");
        let stderr = String::from_utf8(output.stderr).unwrap();
        let last = stderr.lines().last().unwrap_or_default().to_owned();
        (output.status.code(), output.stdout, last)
    };
    let whole = |kept, copies| {
        let last = format!(
            "500 games in: {kept} kept, {copies} copies of these, 0 rejected, 0 unaccounted"
        );
        (Some(0), Vec::new(), last)
    };
    assert_eq!(merge(&[]), whole(500, 0));
    assert_eq!(merge(&["--dedup", "--sort", "standard"]), whole(400, 100));
    assert_eq!(merge(&["--dedup", "--duplicates", "d.pgn"]), whole(400, 100));
    assert_eq!(
        merge(&["--dedup", "--keep", "union", "--output-encoding", "latin1"]),
        whole(400, 100)
    );
    fs::rename(dir.path().join("out.pgn"), dir.path().join("master.pgn")).unwrap();
    assert_eq!(merge(&["--against", "master.pgn", "--encoding", "latin1"]).0, Some(0));
    // In a tree, each copy has its own name.
    assert_eq!(merge(&["--tree"]), whole(500, 0));
}

/// A result that does not replace an earlier one is not where the account would look for it.
#[test]
fn there_is_no_account_of_a_partial_result() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("all.pgn"), games(0..N_GAMES)).unwrap();
    run_in(dir.path(), &["filter", "-q", "-o", "all.pgn.zst", "all.pgn"]);
    let packed = fs::read(dir.path().join("all.pgn.zst")).unwrap();
    fs::write(dir.path().join("cut.pgn.zst"), &packed[..packed.len() - 8]).unwrap();
    fs::write(dir.path().join("out.pgn"), games(0..1)).unwrap();
    let mut command = pgnkit(["merge", "--account", "-o", "out.pgn", "cut.pgn.zst"]);
    command.current_dir(dir.path());
    let output = run(command, b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{stderr}");
    assert!(stderr.contains("no account") && !stderr.contains("unaccounted"), "{stderr}");
    assert!(dir.path().join("out.pgn.partial").exists());
}

#[test]
fn options_are_checked_before_the_inputs() {
    let dir = tempfile::tempdir().unwrap();
    let said = refused(dir.path(), &["diff", "--account", "--skip", "1", "heap.pgn", "all.pgn"]);
    assert!(said.contains("--account counts all games"), "{said}");
}

#[test]
fn a_stripped_result_is_poorer() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("heap.pgn"), games(0..9)).unwrap();
    run_in(dir.path(), &["strip-comments", "-q", "-o", "result.pgn", "heap.pgn"]);
    let (status, stdout, last) = account(dir.path(), &["heap.pgn", "result.pgn"]);
    assert_eq!(status, Some(1));
    assert!(stdout.lines().all(|line| line.starts_with("poorer   heap.pgn:")), "{stdout}");
    let expected =
        "9 games in: 9 kept (3 with less annotation), 0 copies of these, 0 rejected, 0 unaccounted";
    assert_eq!((stdout.lines().count(), last.as_str()), (3, expected));
}

/// Returns the dates of `normalize`d games.
fn dates(dir: &Path, args: &[&str]) -> Vec<String> {
    let args = [&["export", "-q", "--normalize", "--format", "json-lines"], args].concat();
    let lines = String::from_utf8(run_in(dir, &args)).unwrap();
    let date = |line: &str| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        game["tags"]["Date"].as_str().unwrap().to_owned()
    };
    lines.lines().map(date).collect()
}

#[test]
fn each_file_has_its_order_of_dates() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, dates: &[&str]| {
        let game = |date: &&str| format!("[Date \"{date}\"]\n\n1. e4 *\n\n");
        fs::write(dir.path().join(name), dates.iter().map(game).collect::<String>()).unwrap();
    };
    write("a.pgn", &["04.11.1992", "24.12.1992"]);
    write("b.pgn", &["04/11/1992", "12/24/1992"]);
    write("c.pgn", &["04-11-1992", "1992-11-04"]);
    write("d.pgn", &["04.11.1992", "24.12.1992", "12.24.1992"]);
    let files = ["a.pgn", "b.pgn", "c.pgn", "d.pgn"];
    let all = |order: &str| dates(dir.path(), &[&["--date-order", order][..], &files].concat());
    assert_eq!(
        all("auto"),
        [
            "1992.11.04", "1992.12.24", "1992.04.11", "1992.12.24", "1992.??.??", "1992.11.04",
            "1992.??.??", "1992.12.24", "1992.12.24"
        ]
    );
    assert_eq!(all("dmy")[2], "1992.11.04");
    assert_eq!(all("mdy")[0], "1992.04.11");
    assert_eq!(all("ymd")[0], "1992.??.??");
    assert_eq!(dates(dir.path(), &files)[0], "04.11.1992");
    // The finding says why. An unsafe fix writes what tables have.
    let fixed = [("a.pgn", "1992.11.04"), ("d.pgn", "1992.??.??")];
    for ((file, date), why) in fixed.into_iter().zip([
        "the day comes first in 1 date of the file",
        "the day comes first in 1 date of the file, the month in 1 date; the year is certain",
    ]) {
        let mut command = pgnkit(["check", "--date-order", "auto", file]);
        command.current_dir(dir.path());
        let found = String::from_utf8(run(command, b"").stdout).unwrap();
        assert!(found.contains(&format!("help: {why}\n")), "{found}");
        let mut command = pgnkit(["check", "--date-order", "auto", "--fix", "-qq", file]);
        command.arg("--unsafe-fixes").current_dir(dir.path());
        run(command, b"");
        let text = fs::read_to_string(dir.path().join(file)).unwrap();
        assert!(text.contains(&format!("[Date \"{date}\"]")), "{text}");
    }
}

#[test]
fn orders_of_dates_make_copies() {
    let dir = tempfile::tempdir().unwrap();
    let game = |date: &str| {
        format!(
            "[White \"Tal\"]\n[Black \"Uhlmann\"]\n[Date \"{date}\"]\n\n{} {} 5. b3 g5 6. g4 *\n\n",
            MOVES[0], ENDS[0]
        )
    };
    fs::write(dir.path().join("a.pgn"), game("1992.11.04") + &game("1992.04.11")).unwrap();
    fs::write(dir.path().join("b.pgn"), game("04.11.1992") + &game("24.12.1991")).unwrap();
    let kept = |order: &[&str]| {
        let args = [&["merge", "--dedup", "-q", "a.pgn", "b.pgn"], order].concat();
        String::from_utf8(run_in(dir.path(), &args)).unwrap().matches("[Date").count()
    };
    assert_eq!(kept(&["--date-order", "auto"]), 3);
    assert_eq!(kept(&["--date-order", "dmy"]), 3);
    // Without an order the date contradicts nothing.
    assert_eq!(kept(&[]), 3);
}

/// Games are not called lost because the other side could not be read.
#[test]
fn sides_that_cannot_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("a.pgn"), games(0..3)).unwrap();
    fs::write(path("closed.pgn.gz"), b"\x1f\x8b\x08\0").unwrap();
    let said = |args: &[&str]| {
        let output = output_in(dir.path(), args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        (String::from_utf8(output.stdout).unwrap(), said)
    };
    for (args, side) in [
        (&["diff", "a.pgn", "closed.pgn.gz"][..], "B"),
        (&["diff", "closed.pgn.gz", "a.pgn"], "A"),
        (&["diff", "--account", "a.pgn", "closed.pgn.gz"], "the result"),
    ] {
        let (listed, said) = said(args);
        assert_eq!(listed, "", "{args:?}");
        let words = format!("error: no game of {side} was read; nothing is compared\n");
        assert!(said.ends_with(&words), "{args:?}: {said}");
    }
    run_in(dir.path(), &["filter", "-o", "b.pgn.gz", "a.pgn"]);
    let whole = fs::read(path("b.pgn.gz")).unwrap();
    fs::write(path("b.pgn.gz"), &whole[..whole.len() - 4]).unwrap();
    let (_, compared) = said(&["diff", "a.pgn", "b.pgn.gz"]);
    assert!(compared.ends_with("; B was not read to its end\n"), "{compared}");
    let (_, compared) = said(&["diff", "--account", "a.pgn", "b.pgn.gz"]);
    assert!(compared.ends_with("; not read to the end: the result\n"), "{compared}");
}
