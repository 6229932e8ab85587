//! `merge --requeue`: repaired games are back in their places.

use std::fs;

use pgn_testkit::{Generator, Style};
use support::run_in as run;

use crate::support;

/// With `--append`, what `check` finds is appended to its report, and the rejects to their file.
#[test]
fn check_appends_rejects() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), "[White \"A\"]\n\n1. e4 e5 2. Ke3 1-0\n").unwrap();
    let check = ["check", "-q", "--exit-zero", "-o", "found.txt", "--rejects", "r.pgn", "a.pgn"];
    run(dir.path(), &check);
    run(dir.path(), &[&check[..], &["--append"]].concat());
    let rejects = fs::read_to_string(dir.path().join("r.pgn")).unwrap();
    assert_eq!(rejects.matches("[White ").count(), 2, "{rejects}");
}

#[test]
fn requeued_games_are_back_in_their_places() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let good = String::from_utf8(Generator::new(29, Style::Annotated).games(300)).unwrap();
    let bad = good.replace(" 9. ", " 9. Kz9 ");
    fs::write(at("bad.pgn"), &bad).unwrap();
    let drop =
        ["export", "-q", "--on-error", "drop", "bad.pgn", "-o", "rest.pgn", "--rejects", "r.pgn"];
    run(dir.path(), &drop);
    let rejects = fs::read_to_string(at("r.pgn")).unwrap();
    let n_rejects = rejects.matches("% pgnkit: rejected").count();
    assert!(n_rejects > 50 && n_rejects < 300, "{n_rejects}");
    fs::write(at("fixed.pgn"), rejects.replace(" 9. Kz9 ", " 9. ")).unwrap();
    let back = run(dir.path(), &["merge", "bad.pgn", "--requeue", "fixed.pgn"]);
    assert!(back == good.as_bytes(), "not as it was");
    // The repaired games are put into the output that was written without them.
    run(dir.path(), &["merge", "rest.pgn", "--requeue", "fixed.pgn", "-o", "whole.pgn"]);
    fs::write(at("good.pgn"), &good).unwrap();
    let [whole, expected] =
        ["whole.pgn", "good.pgn"].map(|name| run(dir.path(), &["export", name]));
    assert!(whole == expected, "not in their places");
}

#[test]
fn requeued_games_replace_what_the_output_has_of_them() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let good = String::from_utf8(Generator::new(30, Style::Bare).games(100)).unwrap();
    fs::write(at("good.pgn"), &good).unwrap();
    let expected = run(dir.path(), &["export", "good.pgn"]);
    let n_games = good.matches("[Event ").count();
    for (slip, policies) in [
        // Raw copies are not possible, so these games are written with comments.
        (" 9. Kz9 {open ", &["raw", "comment", "truncate", "drop"][..]),
        (" 9. Kz9 ", &["raw", "comment", "truncate", "drop"]),
        ("\n<<<<<<< ours\n9. ", &["raw"]),
    ] {
        // Only whole games are spoiled, and each second one.
        let games = good.split_inclusive("\n\n[Event").enumerate();
        let spoil = |(n, game): (usize, &str)| match n % 2 {
            0 => game.replacen(" 9. ", slip, 1),
            _ => game.to_owned(),
        };
        fs::write(at("bad.pgn"), games.map(spoil).collect::<String>()).unwrap();
        for policy in policies {
            let export = ["export", "-q", "--on-error", policy, "bad.pgn", "--rejects", "r.pgn"];
            run(dir.path(), &[&export[..], &["--force", "-o", "rest.pgn"]].concat());
            let rejects = fs::read_to_string(at("r.pgn")).unwrap();
            let n_rejects = rejects.matches("% pgnkit: rejected").count();
            assert!(n_rejects > n_games / 6, "{policy}, {slip:?}: {n_rejects}");
            fs::write(at("fixed.pgn"), rejects.replace(slip, " 9. ")).unwrap();
            let merge = ["merge", "rest.pgn", "--requeue", "fixed.pgn", "--force", "-o", "w.pgn"];
            run(dir.path(), &merge);
            let whole = run(dir.path(), &["export", "w.pgn"]);
            assert!(whole == expected, "{policy}, {slip:?}: not as before");
        }
    }
}

#[test]
fn lines_before_a_rejected_game_come_back_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let lines = "{before B}\n% pgnkit: ignore illegal-move -- really\n% other\n; semicolon\n";
    let input =
        format!("[Event \"A\"]\n\n1. e4 1-0\n\n{lines}[Event \"B\"]\n\n1. e4 2. Ke3 1-0\n\n");
    fs::write(at("a.pgn"), &input).unwrap();
    let export = ["export", "-q", "--on-error", "drop", "a.pgn", "--rejects", "r.pgn"];
    run(dir.path(), &[&export[..], &["-o", "rest.pgn"]].concat());
    let rejects = fs::read_to_string(at("r.pgn")).unwrap();
    assert!(rejects.contains(&format!("\n{lines}[Event")), "{rejects}");
    let back = run(dir.path(), &["merge", "a.pgn", "--requeue", "r.pgn"]);
    let count = |what: &str| String::from_utf8_lossy(&back).matches(what).count();
    assert_eq!([count("really"), count("other"), count("before B"), count("semicolon")], [1; 4]);
    let whole = run(dir.path(), &["merge", "rest.pgn", "--requeue", "r.pgn"]);
    assert!(String::from_utf8_lossy(&whole).contains(lines), "lines are lost");
}

#[test]
fn rejects_after_text_that_belongs_to_no_game_have_their_places() {
    for (first, second) in [("e60-1\n(b7{", "[h \""), ("b61-0\n${}9f3", "g5")] {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in [("a.pgn", first), ("b.pgn", second)] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let check = ["check", "-qq", "--exit-zero", "--rejects", "bad.txt", "a.pgn", "b.pgn"];
        run(dir.path(), &check);
        let merge = ["merge", "--requeue", "bad.txt", "a.pgn", "b.pgn", "-o", "whole.pgn"];
        run(dir.path(), &merge);
        let n_games = run(dir.path(), &["filter", "--count", "whole.pgn"]);
        assert_eq!(n_games, b"2\n", "{first}");
    }
}

#[test]
fn escape_lines_are_not_doubled() {
    for (text, slip) in [
        (&b"\xef\xbb\xbf% esc\n[Event \"A\"]\n\n1. e4 Kz9 1-0\n"[..], " Kz9"),
        (b"% a esc\r% b\r[Event \"B\"]\r\r1. e4 Kz9 1-0\r", " Kz9"),
        (b"% esc\r\n[Event \"B\"]\r\n\r\n1. e4 Kz9 1-0\r\n", " Kz9"),
        (b"% pgnkit: ignore ilegal-move esc\n[Event \"B\"]\n\n1. e4 Kz9 1-0\n", "ilegal-move "),
        (b"[Event \"A\"]\n\n*\n\n% pgnkit: ignore crlf -- \xfc esc\n[Event \"B\"]\n\n1. e4 Kz9 *\n", " Kz9"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::write(at("a.pgn"), text).unwrap();
        run(dir.path(), &["export", "-q", "a.pgn", "--rejects", "r.pgn", "-o", "out.pgn"]);
        let rejects = fs::read(at("r.pgn")).unwrap();
        let place = rejects.windows(slip.len()).rposition(|it| it == slip.as_bytes()).unwrap();
        let fixed = [&rejects[..place], &rejects[place + slip.len()..]].concat();
        fs::write(at("fixed.pgn"), fixed).unwrap();
        for base in ["a.pgn", "out.pgn"] {
            let whole = run(dir.path(), &["merge", base, "--requeue", "fixed.pgn"]);
            let n_lines = whole.windows(3).filter(|it| it == b"esc").count();
            assert_eq!(n_lines, 1, "{base}: {}", String::from_utf8_lossy(&whole));
        }
    }
}

/// Games of a file of rejects that are rejected again go back to that file, and from there to the first input.
#[test]
fn rejects_of_rejects_go_back() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let good =
        "[Event \"A\"]\r\n\r\n1. e4 *\r\n\r\n% esc\r\n[Event \"B\"]\r\n\r\n1. d4 d5 *\r\n\r\n";
    fs::write(at("a.pgn"), good.replace("1. d4", "1. Kz9 d4 Kz8")).unwrap();
    let export = |input: &str, rejects: &str, output: &str| {
        let export = ["export", "-q", "--on-error", "drop", input, "--rejects", rejects];
        run(dir.path(), &[&export[..], &["-o", output]].concat());
        fs::read_to_string(at(rejects)).unwrap()
    };
    let first = export("a.pgn", "r1.pgn", "rest.pgn");
    assert!(!first.replace("\r\n", "").contains('\n'), "line ends differ: {first:?}");
    fs::write(at("r1.pgn"), first.replace("Kz9 ", "")).unwrap();
    let second = export("r1.pgn", "r2.pgn", "rest1.pgn");
    fs::write(at("r2.pgn"), second.replace(" Kz8", "")).unwrap();
    for of_second in ["r1.pgn", "rest1.pgn"] {
        let back = ["merge", "-q", of_second, "--requeue", "r2.pgn", "--force", "-o", "r3.pgn"];
        run(dir.path(), &back);
        let whole = run(dir.path(), &["merge", "a.pgn", "--requeue", "r3.pgn"]);
        assert_eq!(String::from_utf8_lossy(&whole), good, "{of_second}");
    }
}

#[test]
fn text_between_a_comment_and_the_tags_stays() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let text = "[Event \"A\"]\n\n1. e4 *\n\n{lead}\njunk, words\n% esc\nmore junk\n[Event \"B\"]\n\n1. Kz9 d4 *\n";
    fs::write(at("a.pgn"), text).unwrap();
    run(dir.path(), &["export", "-q", "a.pgn", "--rejects", "r.pgn", "-o", "out.pgn"]);
    let rejects = fs::read_to_string(at("r.pgn")).unwrap();
    fs::write(at("r.pgn"), rejects.replace("Kz9 ", "")).unwrap();
    let whole = run(dir.path(), &["merge", "a.pgn", "--requeue", "r.pgn"]);
    let whole = String::from_utf8_lossy(&whole);
    for word in ["lead", "junk, words", "% esc", "more junk", "d4"] {
        assert_eq!(whole.matches(word).count(), 1, "{word}: {whole}");
    }
}

/// Returns a folder with `a.pgn` and `b.pgn`, which have the games of [`six_rounds`].
fn folder_of_rounds() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for name in ["a", "b"] {
        fs::write(dir.path().join(name).with_extension("pgn"), six_rounds(name)).unwrap();
    }
    dir
}

/// Returns games of rounds 0 to 5, of which 0, 2 and 4 have a move that cannot be played.
fn six_rounds(event: &str) -> String {
    let game = |round: u32| {
        let slip = if round.is_multiple_of(2) { " Kz9" } else { "" };
        format!("[Event \"{event}\"]\n[Round \"{round}\"]\n\n1. e4{slip} e5 *\n\n")
    };
    (0..6).map(game).collect()
}

/// Returns the values of Event and Round of each game.
fn rounds(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let values = text
        .lines()
        .filter_map(|line| line.strip_prefix("[Event ").or(line.strip_prefix("[Round ")));
    values.map(|value| value.trim_matches(['"', ']'])).collect::<Vec<_>>().concat()
}

#[test]
fn rejects_of_a_selection_and_of_several_inputs_have_places_in_the_output() {
    for (args, expected) in [
        (&["-w", "game>1", "a.pgn"][..], "a1a2a3a4a5"),
        (&["--skip", "1", "a.pgn"], "a1a2a3a4a5"),
        (&["--skip", "1", "--take", "4", "a.pgn"], "a1a2a3a4"),
        (&["--bytes", "1-99999", "a.pgn"], "a1a2a3a4a5"),
        (&["a.pgn", "b.pgn"], "a0a1a2a3a4a5b0b1b2b3b4b5"),
        (&["-w", "round > 1 and round < 5", "b.pgn", "a.pgn"], "b2b3b4a2a3a4"),
        (&["a.pgn", "a.pgn"], "a0a1a2a3a4a5a0a1a2a3a4a5"),
        (&["--skip", "7", "a.pgn", "b.pgn"], "b1b2b3b4b5"),
    ] {
        for policy in ["drop", "raw", "comment", "truncate"] {
            let dir = folder_of_rounds();
            let at = |name: &str| dir.path().join(name);
            let export = ["export", "-q", "--on-error", policy, "--rejects", "r.pgn"];
            run(dir.path(), &[&export[..], &["-o", "good.pgn"], args].concat());
            let rejects = fs::read_to_string(at("r.pgn")).unwrap();
            fs::write(at("r.pgn"), rejects.replace(" Kz9", "")).unwrap();
            let whole = run(dir.path(), &["merge", "--requeue", "r.pgn", "good.pgn"]);
            assert_eq!(rounds(&whole), expected, "{args:?} {policy}: {rejects}");
            assert!(!String::from_utf8_lossy(&whole).contains("Kz9"), "{args:?} {policy}");
        }
    }
}

#[test]
fn rejects_of_a_selection_go_back_to_their_inputs() {
    let dir = folder_of_rounds();
    let at = |name: &str| dir.path().join(name);
    let export = ["export", "-q", "--on-error", "drop", "--rejects", "r.pgn", "-o", "good.pgn"];
    run(dir.path(), &[&export[..], &["--skip", "3", "b.pgn", "a.pgn"]].concat());
    let rejects = fs::read_to_string(at("r.pgn")).unwrap();
    fs::write(at("r.pgn"), rejects.replace(" Kz9", "")).unwrap();
    let whole = run(dir.path(), &["merge", "--requeue", "r.pgn", "a.pgn", "b.pgn"]);
    let whole = String::from_utf8_lossy(&whole);
    assert_eq!(rounds(whole.as_bytes()), "a0a1a2a3a4a5b0b1b2b3b4b5");
    // Games 1 and 3 of b.pgn were skipped.
    assert_eq!(whole.matches("Kz9").count(), 2);
}

#[test]
fn rejects_are_appended_with_the_games() {
    let dir = folder_of_rounds();
    let at = |name: &str| dir.path().join(name);
    let export = |args: &[&str]| {
        let export = ["export", "-q", "--on-error", "drop", "--rejects", "r.pgn", "-o", "good.pgn"];
        run(dir.path(), &[&export[..], args].concat());
        let rejects = fs::read_to_string(at("r.pgn")).unwrap();
        (rounds(rejects.as_bytes()), rejects.matches("(appended)").count())
    };
    assert_eq!(export(&["--append", "a.pgn"]), ("a0a2a4".to_owned(), 0));
    let fix = || {
        let rejects = fs::read_to_string(at("r.pgn")).unwrap();
        fs::write(at("fixed.pgn"), rejects.replace(" Kz9", "")).unwrap();
    };
    fix();
    let whole = run(dir.path(), &["merge", "--requeue", "fixed.pgn", "good.pgn"]);
    assert_eq!(rounds(&whole), "a0a1a2a3a4a5");
    assert_eq!(export(&["--append", "b.pgn"]), ("a0a2a4b0b2b4".to_owned(), 3));
    // Their places in the output are not known.
    fix();
    let merge = ["merge", "--requeue", "fixed.pgn", "good.pgn"];
    let refused = support::pgnkit(merge).current_dir(dir.path()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let whole = run(dir.path(), &["merge", "--requeue", "fixed.pgn", "a.pgn", "b.pgn"]);
    assert_eq!(rounds(&whole), "a0a1a2a3a4a5b0b1b2b3b4b5");
    assert!(!String::from_utf8_lossy(&whole).contains("Kz9"));
    // Without --append both files are new.
    assert_eq!(export(&["b.pgn"]), ("b0b2b4".to_owned(), 0));
}

#[test]
fn rejects_of_two_runs_have_no_places_in_an_output() {
    for (first, second) in [("a.pgn", "a.pgn"), ("a.pgn", "b.pgn"), ("--skip=1 a.pgn", "a.pgn")] {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::write(at("a.pgn"), six_rounds("a")).unwrap();
        fs::write(at("b.pgn"), six_rounds("b")).unwrap();
        let mut rejects = String::new();
        for args in [first, second] {
            let export = ["export", "-q", "--on-error", "drop", "--rejects", "r.pgn"];
            let args: Vec<&str> = args.split(' ').chain(["-o", "good.pgn"]).collect();
            run(dir.path(), &[&export[..], &args].concat());
            rejects.push_str(&fs::read_to_string(at("r.pgn")).unwrap());
        }
        fs::write(at("r.pgn"), rejects.replace(" Kz9", "")).unwrap();
        let merge = ["merge", "--requeue", "r.pgn", "good.pgn"];
        let refused = support::pgnkit(merge).current_dir(dir.path()).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{first} {second}");
    }
}

#[test]
fn repaired_games_are_not_replaced() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.pgn"), "[White \"A\"]\n\n1. e4 Ke4 *\n").unwrap();
    let export = ["export", "-q", "--on-error", "drop", "--rejects", "r.pgn", "a.pgn"];
    run(dir.path(), &export);
    let said =
        support::refused(dir.path(), &["merge", "a.pgn", "--requeue", "r.pgn", "-o", "r.pgn"]);
    let words = "r.pgn is also the file of --requeue r.pgn, which would be replaced";
    assert!(said.contains(words), "{said}");
}

/// A game that comes in pieces, because it is above `--max-game-size`, is one game for the repaired games before it and
/// for the one that replaces it.
#[test]
fn repaired_games_are_not_put_between_the_pieces_of_a_game() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let comment = "word word word word word word\n".repeat(100_000);
    let game = |event: &str, moves: &str| format!("[Event \"{event}\"]\n\n{moves} *\n\n");
    let large = game("large", &format!("1. d4 {{{comment}}} d5"));
    let text = [game("a", "1. e4 e5 2. Ke4"), large, game("c", "1. c4")].concat();
    fs::write(at("in.pgn"), &text).unwrap();
    let limit = ["--max-game-size", "300KiB"];
    let reject = |limit: &[&str]| {
        let args = ["export", "-q", "--force", "--on-error", "drop", "--rejects", "r.pgn"];
        run(dir.path(), &[&args[..], limit, &["-o", "rest.pgn", "in.pgn"]].concat());
        let rejects = fs::read_to_string(at("r.pgn")).unwrap();
        fs::write(at("r.pgn"), rejects.replace("2. Ke4", "2. Ke2").replace(&comment, "x")).unwrap();
    };
    let requeue = |input: &str, limit: &[&str]| {
        let back = run(dir.path(), &[&["merge", input, "--requeue", "r.pgn"], limit].concat());
        String::from_utf8(back).unwrap()
    };
    // The repaired game precedes the large one in the output, and replaces the first one in the input.
    reject(&[]);
    assert_eq!(requeue("in.pgn", &limit), text.replace("2. Ke4", "2. Ke2"));
    assert_eq!(requeue("rest.pgn", &limit), requeue("rest.pgn", &[]));
    // The large game is replaced in the input; in the output the next game follows both repaired ones.
    reject(&limit);
    let repaired = text.replace("2. Ke4", "2. Ke2").replace(&comment, "x");
    assert_eq!(requeue("in.pgn", &limit), repaired);
    assert_eq!(requeue("rest.pgn", &limit), requeue("rest.pgn", &[]));
}
