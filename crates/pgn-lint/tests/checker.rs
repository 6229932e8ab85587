//! The checker on whole games: one planted fault gives exactly one finding, of one rule, on its
//! line.

use pgn_chess::{Language, ReplayOptions};
use pgn_lint::{Checker, Levels, MoveRef, Options, Selection, Severity, TextFinding};
use pgn_syntax::{Game, Games, Parser, Part, ReadOptions};

const HEAD: &str = r#"[Event "T"]
[Site "?"]
[Date "2020.01.02"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1-0"]

"#;
const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n\n";

/// Returns `line rule level` of each finding.
fn findings(src: &str, selection: &Selection, options: Options) -> Vec<String> {
    let found =
        Checker::new(selection, options).check_text(src.as_bytes()).expect("the text is small");
    let shown = |it: &TextFinding| {
        let TextFinding { line, diagnostic, .. } = it;
        format!("{line} {} {}", diagnostic.rule.name, diagnostic.severity)
    };
    found.iter().map(shown).collect()
}

#[track_caller]
fn check(src: &str, expected: &[&str]) {
    assert_eq!(findings(src, &Selection::standard(), Options::default()), expected, "{src}");
}

#[test]
fn a_clean_game_has_no_findings() {
    check(&(HEAD.to_owned() + MOVES), &[]);
    check(&(HEAD.to_owned() + MOVES).repeat(3), &[]);
}

#[test]
fn one_fault_is_one_finding() {
    let head = |from: &str, to: &str| HEAD.replace(from, to) + MOVES;
    let moves = |from: &str, to: &str| HEAD.to_owned() + &MOVES.replace(from, to);
    check(&moves("3. Bb5", "3. Bb6"), &["9 illegal-move error"]);
    check(&moves("3. Bb5", "3. Kd9"), &["9 illegal-move error"]);
    check(
        &(HEAD.to_owned() + "1. Nf3 Nf6 2. d3 d6 3. Nd2 g6 1-0\n\n"),
        &["9 ambiguous-move error"],
    );
    check(&moves("1-0", "0-1"), &["9 result-mismatch error"]);
    check(&moves(" 1-0", ""), &["9 missing-termination error"]);
    check(&moves("1-0", "1:0"), &["9 bad-result error"]);
    check(&head("2020.01.02", "2020.13.45"), &["3 bad-date error"]);
    check(&head("2020.01.02", "2021.02.30"), &["3 impossible-date warning"]);
    check(&head("2020.01.02", "202?.??.??"), &["3 partial-date-digit warning"]);
    check(&head("2020.01.02", "????.01.??"), &["3 date-gap warning"]);
    check(&head("2020.01.02", ""), &["3 empty-tag-value warning"]);
    check(&head("[Round \"1\"]\n", "[Round \"1\"]\n[Round \"2\"]\n"), &["5 duplicate-tag error"]);
    check(
        &head("[Round \"1\"]\n", "[Round \"1\"]\n[Round \"1\"]\n"),
        &["5 duplicate-tag-same-value warning"],
    );
    check(&head("[Event", "[Extra \"1\"]\n[Extra \"2\"]\n[Event"), &["2 duplicate-tag error"]);
    check(&head("[Site \"?\"]\n", ""), &["1 missing-roster-tag warning"]);
    check(&head("Result", "result"), &["7 tag-name-case warning"]);
    check(&head("\"A\"", "\"Joe \"Big\" Doe\""), &["5 unescaped-quote error"]);
    check(&moves("2. Nf3", "2. Nf3 $300"), &["9 nag-range error"]);
    check(&moves("2. Nf3", "2. Nf3)"), &["9 unmatched-paren error"]);
    check(
        &moves("2. Nf3", "2. Nf3 this was quite some gift! what surprise , really !"),
        &["9 unexpected-symbol error"],
    );
    let off = moves("2. Nf3 Nc6", "3. Nf3 Nc6").replace("3. Bb5", "4. Bb5");
    check(&off, &["9 wrong-move-number warning"]);
    let open = moves("2. Nf3", "2. Nf3 {good") + HEAD + MOVES + &moves("e5 2", "e5 {x} 2");
    check(&open, &["9 unterminated-comment error"]);
}

#[test]
fn after_a_move_that_failed_its_line_is_silent() {
    let src = HEAD.to_owned() + "1. e4 e5 2. Ke3 Kd9 7. Zz9 (7. Ke4) Ke9 1-0\n\n";
    check(&src, &["9 illegal-move error"]);
    // A variation of the failed move is checked by itself; one fault in it is one finding.
    let src = HEAD.to_owned() + "1. e4 e5 2. Ke3 (2. Kd9 Kd8) (2. Nf3 Nc6) Kd9 1-0\n\n";
    check(&src, &["9 illegal-move error", "9 illegal-move error"]);
}

#[test]
fn rules_read_moves_as_the_checker_does() {
    let found = |rule: &str, code: &str, moves: &str| {
        let lang = Language::find(code).unwrap().into();
        let replay = ReplayOptions { lang, ..ReplayOptions::default() };
        let src = HEAD.replace("[Result", "[ECO \"C60\"]\n[Result") + moves + " 1-0\n\n";
        let selection = Selection::new(&[rule], &[], &[]).unwrap();
        let options = Options { replay, min_severity: Severity::Info, ..Options::default() };
        findings(&src, &selection, options)
    };
    let nothing: [&str; 0] = [];
    assert_eq!(found("eco-mismatch", "de", "1. e4 e5 2. Sf3 Sc6 3. Lb5"), nothing);
    let other = found("eco-mismatch", "de", "1. e4 e5 2. Sf3 Sc6 3. Lc4");
    assert_eq!(other, ["7 eco-mismatch info"]);
    // The opening after a move that cannot be played is unknown.
    assert_eq!(found("eco-mismatch", "en", "1. e4 e5 2. Ng3 Nc6 3. Bb5"), nothing);
    assert_eq!(found("eco-mismatch", "en", "1. e4 c5 (1... Kd5)"), ["7 eco-mismatch info"]);
    // `R` is the king.
    let moves = "1. e4 e5 2. Re2 (2... Rf7) 2... a6";
    assert_eq!(found("variation-origin", "fr", moves), nothing);
    let moves = "1. e4 e5 2. Re2 (2... Re7) 2... a6";
    assert_eq!(found("variation-origin", "fr", moves), ["10 variation-origin error"]);
}

#[test]
fn copies_of_a_game_are_found_in_any_language() {
    let key = |moves: &str| {
        let lang = Language::find("de").unwrap().into();
        let replay = ReplayOptions { lang, ..ReplayOptions::default() };
        let selection = Selection::new(&["duplicate-game"], &[], &[]).unwrap();
        let options = Options { replay, min_severity: Severity::Info, ..Options::default() };
        let mut checker = Checker::new(&selection, options);
        let notes = checker.notes(moves.as_bytes(), Games::new(moves.as_bytes()).next().unwrap());
        notes[0].sort_key(0)
    };
    assert_eq!(key("1. e4 e5 2. Sf3 *"), key("1. e4 e5 2. Sg1-f3 *"));
    assert_ne!(key("1. e4 e5 2. Sf3 *"), key("1. e4 e5 2. Sc3 *"));
}

#[test]
fn strict_makes_errors_of_warnings_only() {
    let src = HEAD.replace("2020.01.02", "2021.02.30") + &MOVES.replace("Nf3", "Ngf3");
    let options = |strict| Options { min_severity: Severity::Style, strict, ..Options::default() };
    let standard = Selection::standard();
    assert_eq!(
        findings(&src, &standard, options(false)),
        ["3 impossible-date warning", "9 overdisambiguated style"]
    );
    assert_eq!(
        findings(&src, &standard, options(true)),
        ["3 impossible-date error", "9 overdisambiguated style"]
    );
    let errors = Options { min_severity: Severity::Error, strict: true, ..Options::default() };
    assert_eq!(findings(&src, &standard, errors), ["3 impossible-date error"]);
}

#[test]
fn findings_know_their_move() {
    for fields in ["b - - 5 39", "  b - - 5\t39", "B - - 5 39"] {
        let fen = format!("4k3/8/8/8/8/8/4P3/4K3 {fields}");
        let moves = "39... Kd7 40. e4 (40. e3 $300 Kd6 $301) Kd6 $302 *";
        let at = moves_of_findings(&format!("[FEN \"{fen}\"]\n\n{moves}\n"));
        assert_eq!(at.unwrap(), [(2, 40, false), (3, 40, true), (3, 40, true)], "{fen}");
    }
}

/// Returns the half-move, the number and the side of the move of each finding of `nag-range`.
fn moves_of_findings(src: &str) -> Option<Vec<(u32, u32, bool)>> {
    let src = src.as_bytes();
    let selection = Selection::new(&["nag-range"], &[], &[]).ok()?;
    let mut checker = Checker::new(&selection, Options::default());
    let mut parser = Parser::new(ReadOptions::default());
    let part = Part::whole(src);
    let mut game = Game::default();
    parser.start(&part);
    assert!(parser.next_game(&part, &mut game));
    checker
        .check(src, &game)
        .iter()
        .map(|it| {
            let MoveRef { ply, number, is_black, .. } = it.at?;
            Some((ply, number, is_black))
        })
        .collect()
}

#[test]
fn an_impossible_castling_right_hides_only_its_own_castling() {
    let game = |fen: &str, moves: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
    let found = |fen: &str, moves: &str| {
        let selection = Selection::new(&["fen-castling-impossible", "illegal-move"], &[], &[]);
        findings(&game(fen, moves), &selection.unwrap(), Options::default())
    };
    let impossible = "2 fen-castling-impossible error";
    // White castles through check; only Black has a right without a rook.
    let fen = "r3kr2/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(found(fen, "1. O-O"), [impossible, "4 illegal-move error"]);
    assert_eq!(found(fen, "1. Ke2 O-O"), [impossible]);
    assert_eq!(found(fen, "1. Rh8 O-O-O 2. Kd1 O-O-O"), [impossible, "4 illegal-move error"]);
}

#[test]
fn fields_of_a_fen_are_found_whatever_separates_them() {
    let fix = |rule: &str, fen: &str| {
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n");
        let src = text.as_bytes();
        let mut checker =
            Checker::new(&Selection::new(&[rule], &[], &[]).unwrap(), Options::default());
        let mut parser = Parser::new(ReadOptions::default());
        let part = Part::whole(src);
        let mut game = Game::default();
        parser.start(&part);
        assert!(parser.next_game(&part, &mut game));
        let [found] = checker.check(src, &game) else { panic!("{fen}") };
        let mut fixed = text.clone();
        for edit in found.fix.iter().flat_map(|fix| &fix.edits).rev() {
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            fixed.replace_range(start..end, &edit.text);
        }
        let fixed = fixed.split('"').nth(3).unwrap().to_owned();
        (found.message.to_string(), fixed)
    };
    let board = "4k3/8/8/8/8/8/8/4K3";
    let fixed = |rule: &str, fields: &str, expect: &str| {
        let (message, fixed) = fix(rule, &format!("{board}{fields}"));
        assert_eq!(fixed, format!("{board}{expect}"), "{fields}");
        message
    };
    let message = fixed("fen-fullmove", "  w - - 3 x", "  w - - 3 1");
    assert_eq!(message, "the move number of the FEN is `x`");
    fixed("fen-halfmove", " w  - - x 7", " w  - - 0 7");
    fixed("fen-ep-impossible", "\tw - e6 0 1", "\tw - - 0 1");
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R";
    assert_eq!(
        fix("fen-castling-order", &format!("{rooks}  w kqKQ - 0 1")).1,
        format!("{rooks}  w KQkq - 0 1")
    );
    assert_eq!(
        fix("fen-castling-order", &format!("{rooks} w ahHAa - 0 1")).1,
        format!("{rooks} w HAha - 0 1")
    );
}

#[test]
fn findings_of_one_game_are_bounded() {
    let src = format!("1. e4 {} *\n", ")".repeat(100_000)).into_bytes();
    let mut checker = Checker::new(&Selection::standard(), Options::default());
    let mut parser = Parser::new(ReadOptions::default());
    let part = Part::whole(&src);
    let mut game = Game::default();
    parser.start(&part);
    assert!(parser.next_game(&part, &mut game));
    let n = checker.check(&src, &game).len() as u64;
    assert!(n <= 20_001, "{n}");
    assert!(n + checker.n_left_out() >= 100_000);
}

/// Rules that scan all tags of a game must not do so for each of a million tags.
#[test]
fn many_tags_take_linear_time() {
    let known = "[Result \"1-0\"]\n[EventDate \"2020.01.01\"]\n[White \"a:b\"]\n".repeat(20_000);
    let others: String = (0..40_000).map(|i| format!("[X{} \"{i}\"]\n", i % 30_000)).collect();
    let src = format!("{known}{others}\n1. e4 0-1\n");
    let start = std::time::Instant::now();
    let found = findings(&src, &Selection::standard(), Options::default());
    assert!(found.len() >= 20_000);
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

#[test]
fn a_suppression_holds_for_the_game_below_it() {
    let bad = HEAD.replace("2020.01.02", "02/01/2020") + MOVES;
    let line = "% pgnkit: ignore bad-date -- as on the score sheet\n";
    check(&(line.to_owned() + &bad), &[]);
    check(&(line.to_owned() + &bad + &bad), &["14 bad-date error"]);
    check(&(bad.clone() + line + &bad), &["3 bad-date error"]);
    check(
        &("% pgnkit: ignore bad-date, M001\n".to_owned() + &bad),
        &["1 suppression-without-reason warning", "1 unused-suppression warning"],
    );
    let eight_bit = b"% pgnkit: ignore b\xE4d -- x\n1. e4 *\n";
    assert!(String::from_utf8(eight_bit.to_vec()).is_err());
    let mut checker = Checker::new(&Selection::standard(), Options::default());
    let part = Part::whole(eight_bit);
    let (mut parser, mut game) = (Parser::new(ReadOptions::default()), Game::default());
    parser.start(&part);
    assert!(parser.next_game(&part, &mut game));
    let found = checker.check(eight_bit, &game);
    assert_eq!(found[0].rule.name, "unused-suppression");
    // A suppression of a rule that does not run is not unused, and other escape lines are not
    // suppressions.
    let dates = Selection::new(&["T"], &["F015", "F016"], &[]).unwrap();
    let lines =
        "% pgnkit: ignore illegal-move -- played\n% pgnkit: rejected a.pgn:1 game 1: x\n% x\n";
    let src = lines.to_owned() + HEAD + MOVES;
    assert!(findings(&src, &dates, Options::default()).is_empty());
    check(&src, &["1 unused-suppression warning"]);
}

#[test]
fn a_suppression_of_a_finding_below_the_least_level_is_used() {
    let src = "% pgnkit: ignore escape-line -- ours\n% note\n".to_owned() + HEAD + MOVES;
    let ask = |min_severity| {
        findings(&src, &Selection::standard(), Options { min_severity, ..Options::default() })
    };
    assert!(ask(Severity::Style).is_empty());
    assert!(ask(Severity::Warning).is_empty());
}

#[test]
fn strict_changes_only_warnings() {
    let strict = Options { min_severity: Severity::Style, strict: true, ..Options::default() };
    let plain = Options { strict: false, ..strict.clone() };
    let src = HEAD.replace("2020.01.02", "02/01/2020").replace("\"?\"", "\"\"")
        + "% note\n1. e4 $0 e5 2. Ng1f3 ( ) 1-0";
    let all = Selection::standard();
    let expected: Vec<String> =
        findings(&src, &all, plain).iter().map(|line| line.replace(" warning", " error")).collect();
    assert!(expected.iter().any(|line| line.ends_with("style")), "{expected:?}");
    assert!(expected.iter().any(|line| line.ends_with("info")), "{expected:?}");
    assert_eq!(findings(&src, &all, strict), expected);
}

#[test]
fn levels_that_are_set_come_before_strict() {
    let src = HEAD.replace("2020.01.02", "02/01/2020") + MOVES;
    let ask = |level, strict| {
        let levels = Levels::new(&[("bad-date", level)]).unwrap();
        let options =
            Options { min_severity: Severity::Style, levels, strict, ..Options::default() };
        findings(&src, &Selection::standard(), options).join("\n")
    };
    assert_eq!(ask(Severity::Info, true), "3 bad-date info");
    assert_eq!(ask(Severity::Warning, true), "3 bad-date error");
    assert_eq!(ask(Severity::Style, false), "3 bad-date style");
}

/// Unknown names in suppressions are findings of a game like others, and similar rules are not looked for without end.
#[test]
fn suppressions_with_many_unknown_names() {
    let line = format!("% pgnkit: ignore {} -- x\n", "bad-dte, ".repeat(30_000));
    let src = line + HEAD + MOVES;
    let mut checker = Checker::new(&Selection::standard(), Options::default());
    let found = checker.check_text(src.as_bytes()).expect("the text is small");
    assert_eq!(found.len(), 20_000);
    let helps = found.iter().filter_map(|it| it.diagnostic.help.as_deref());
    assert_eq!(helps.filter(|help| *help == "did you mean `bad-date`?").count(), 50);
}
