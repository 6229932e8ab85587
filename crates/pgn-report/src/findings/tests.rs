//! The same findings in every format.

use std::path::Path;

use pgn_lint::{Applicability, Checker, Follows, Options, Selection, Severity};
use pgn_stream::{GameNumber, LineNumber, Place, PlacedText, TextOffset};
use pgn_syntax::{
    Fallback, Game,
    parser::{Parser, Part, ReadOptions},
};

use super::{Appearance, Board, FORMATS, GameInfo, Links, Located};
use crate::paint::Paint;

const APPEARANCE: Appearance = Appearance {
    paint: Paint::Plain,
    links: Links::Never,
    board: Board::None,
    fixes: Applicability::Safe,
    width: None,
};

/// The bytes and the lines before a text in its file.
#[derive(Clone, Copy, Default)]
struct Base {
    offset: u64,
    lines: u64,
}

/// Renders the findings of a text that begins at `base` in its file.
fn render(format: &str, src: &[u8], select: &str, base: Base) -> String {
    let selection = Selection::new(&[select], &[], &[]).unwrap();
    let options = Options { min_severity: Severity::Style, ..Options::default() };
    let mut checker = Checker::new(&selection, options);
    let format = FORMATS.iter().find(|it| it.name == format).unwrap();
    let mut parser = Parser::new(ReadOptions::default());
    let part = Part::whole(src);
    let place = Place {
        offset: TextOffset(base.offset),
        first_line: Some(LineNumber(base.lines + 1)),
        n_columns: 0,
        first_game: GameNumber(1),
        flags: 0,
    };
    let text = PlacedText::new(src, &place);
    let (mut game, mut out, mut number) = (Game::default(), Vec::new(), 0);
    parser.start(&part);
    checker.start_chunk(src, Follows::Nothing);
    while parser.next_game(&part, &mut game) {
        number += 1;
        let info = GameInfo::of(GameNumber(number), src, &game, Fallback::default());
        for diagnostic in checker.check(src, &game) {
            let path = Path::new("games.pgn");
            let found = Located::in_game(path, None, &info, &text, diagnostic);
            (format.finding)(&found, APPEARANCE, &mut out);
        }
    }
    let facts = checker.finish_chunk(src);
    for found in checker.check_file(&facts) {
        let found = Located::in_file(Path::new("a.zip"), Some("b.pgn"), &found);
        (format.finding)(&found, APPEARANCE, &mut out);
    }
    String::from_utf8(out).unwrap()
}

const ILLEGAL: &[u8] =
    b"[Event \"Riga\"]\n[White \"Tal, M.\"]\n[Black \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 *\n";

#[test]
fn full_shows_line_game_position_and_help() {
    let shown = render("full", ILLEGAL, "illegal-move", Base::default());
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
error[M001]: illegal-move: `3. Bb6` is not legal
 --> games.pgn:5:24
  |
5 | 1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 *
  |                        ^^^
  |
  = in: game 1, Tal, M. - ?, Riga, at 3. Bb6
  = position: r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
  = help: legal moves of a bishop are `Ba6`, `Bb5`, `Bc4`, `Bd3`, `Be2`


"#]]
    );
}

#[test]
fn full_shows_the_other_place() {
    let src = b"[Result \"1-0\"]\n\n1. e4 e5 0-1\n";
    let shown = render("full", src, "result-mismatch", Base { offset: 1000, lines: 41 });
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
error[T004]: result-mismatch: the game ends with `0-1`, its Result tag says `1-0`
  --> games.pgn:44:10
   |
44 | 1. e4 e5 0-1
   |          ^^^
   |
   = in: game 1, at 1... e5
   = help: correct the one that is wrong. `export` takes a decided result before `*`, and of two decided ones that of the board, else the tag's
note: the Result tag
  --> games.pgn:42:1
   |
42 | [Result "1-0"]
   | ^^^^^^^^^^^^^^


"#]]
    );
}

#[test]
fn full_shows_a_part_of_a_long_line() {
    let src =
        format!("1. e4 {{{}}} e5 2. Ke3 {{{}}} *\n", "long ".repeat(100_000), "x".repeat(100_000));
    let shown = render("full", src.as_bytes(), "illegal-move", Base::default());
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
error[M001]: illegal-move: `2. Ke3` is not legal
 --> games.pgn:1:500016
  |
1 | …g long long long long long long long long long long } e5 2. Ke3 {xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
  |                                                              ^^^
  |
  = in: game 1, at 2. Ke3
  = position: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2
  = help: the only legal move of the king is `Ke2`


"#]]
    );
}

#[test]
fn full_and_concise_show_findings_of_a_file() {
    let shown = render("full", b"hello", "not-pgn", Base::default())
        + &render("concise", b"hello", "not-pgn", Base::default());
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
error[F001]: not-pgn: no game in this file: it is not PGN
 --> a.zip!b.pgn:1:1
 = help: give the PGN file itself

a.zip!b.pgn:1:1: E not-pgn no game in this file: it is not PGN

"#]]
    );
}

#[test]
fn concise_is_one_line() {
    let shown = render("concise", ILLEGAL, "illegal-move", Base { offset: 1000, lines: 10 });
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
games.pgn:15:24: E illegal-move `3. Bb6` is not legal

"#]]
    );
}

#[test]
fn control_characters_stay_off_the_terminal() {
    let src = b"[White \"\x1B[2J\xC2\x9B\"]\n[white \"x\x07\"]\n\n*\n";
    for format in ["full", "concise"] {
        let shown = render(format, src, "ALL", Base::default());
        assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{shown:?}");
    }
}

#[test]
fn json_lines_have_all_fields() {
    let shown = render("json-lines", ILLEGAL, "illegal-move", Base { offset: 1000, lines: 10 });
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
{"path":"games.pgn","member":null,"game":1,"line":15,"column":24,"end_line":15,"end_column":27,"offset":1069,"length":3,"code":"M001","rule":"illegal-move","severity":"error","message":"`3. Bb6` is not legal","help":"legal moves of a bishop are `Ba6`, `Bb5`, `Bc4`, `Bd3`, `Be2`","ply":5,"move":"3. Bb6","fen":"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3","white":"Tal, M.","black":"?","event":"Riga","other":null,"fix":null}

"#]]
    );
}

#[test]
fn json_lines_have_null_for_a_whole_file() {
    let shown = render("json-lines", b"hello", "not-pgn", Base::default());
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
{"path":"a.zip","member":"b.pgn","game":null,"line":1,"column":1,"end_line":1,"end_column":2,"offset":0,"length":1,"code":"F001","rule":"not-pgn","severity":"error","message":"no game in this file: it is not PGN","help":"give the PGN file itself","ply":null,"move":null,"fen":null,"white":null,"black":null,"event":null,"other":null,"fix":null}

"#]]
    );
}

/// Names with special characters of the programs that read reports.
const HOSTILE: &[u8] =
    b"[Event \"100%, ::error::x\"]\n[White \"<script>&amp;]]>\"]\n[Black \"\x1B[31m\xE2\x80\xAEx, %0A\"]\n\n1. e4 Ke4 *\n";

#[test]
fn github_escapes_ends_of_commands() {
    let shown = render("github", HOSTILE, "illegal-move", Base::default());
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
::error title=illegal-move (M001),file=games.pgn,line=5,endLine=5,col=7,endColumn=10::`1... Ke4` is not legal (game 1, <script>&amp;]]> - ␛[31m�x, %250A, 100%25, ::error::x)%0Ahelp: no move of the king is legal

"#]]
    );
}

#[test]
fn gitlab_and_sarif_are_objects_of_json() {
    for format in ["gitlab", "sarif", "json"] {
        let shown = render(format, HOSTILE, "illegal-move", Base::default());
        let object: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert!(object.is_object(), "{format}");
    }
    let shown = render("gitlab", HOSTILE, "illegal-move", Base::default());
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[
            r#"{"fingerprint":"3be8e814def4715e4e3be64d867ea73d","check_name":"illegal-move","description":"`1... Ke4` is not legal (game 1, <script>&amp;]]> - ␛[31m�x, %0A, 100%, ::error::x)","severity":"major","location":{"path":"games.pgn","lines":{"begin":5,"end":5}}}"#
        ]]
    );
}

#[test]
fn junit_escapes_ends_of_elements() {
    let shown = render("junit", HOSTILE, "illegal-move", Base::default());
    snapbox::assert_data_eq!(
        shown,
        snapbox::str![[r#"
    <testcase name="illegal-move (M001)" classname="games.pgn" file="games.pgn" line="5">
      <failure type="error" message="`1... Ke4` is not legal">games.pgn:5:7: `1... Ke4` is not legal
in: game 1, &lt;script&gt;&amp;amp;]]&gt; - ␛[31m�x, %0A, 100%, ::error::x, at 1... Ke4
position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
help: no move of the king is legal</failure>
    </testcase>

"#]]
    );
}

/// A finding with which an input was not read to its end.
const INCOMPLETE: &str = "{}";

/// Returns the report of these texts, and the number of findings left out.
fn document(format: &str, texts: &[&str]) -> (String, u64) {
    let format = FORMATS.iter().find(|it| it.name == format).unwrap();
    let (mut document, mut out) = (format.document(), Vec::new());
    document.begin(&mut out).unwrap();
    document.begin_file("a&b.pgn", &mut out).unwrap();
    for text in texts {
        document.finding(text.as_bytes(), &mut out).unwrap();
    }
    document.end_file(&mut out).unwrap();
    document.end(!texts.contains(&INCOMPLETE), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), document.n_left_out())
}

#[test]
fn reports_without_findings_are_whole() {
    assert_eq!(document("json", &[]).0, "[]\n");
    assert_eq!(document("gitlab", &[]).0, "[]\n");
    let sarif: serde_json::Value = serde_json::from_str(&document("sarif", &[]).0).unwrap();
    assert_eq!(sarif["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], true);
    let text = document("sarif", &[INCOMPLETE]).0;
    let sarif: serde_json::Value = serde_json::from_str(&text).unwrap();
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["toolExecutionNotifications"][0]["level"], "error");
    snapbox::assert_data_eq!(
        document("junit", &[]).0,
        snapbox::str![[r#"
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="pgnkit">
  <testsuite name="a&amp;b.pgn" tests="1" failures="0" errors="0">
    <testcase name="pgnkit" classname="a&amp;b.pgn" file="a&amp;b.pgn"/>
  </testsuite>
</testsuites>

"#]]
    );
}

#[test]
fn equal_findings_have_different_fingerprints() {
    let issue = render("gitlab", ILLEGAL, "illegal-move", Base::default());
    let (report, _) = document("gitlab", &[&issue, &issue, &issue]);
    let issues: Vec<serde_json::Value> = serde_json::from_str(&report).unwrap();
    let mut prints: Vec<_> = issues.iter().map(|it| it["fingerprint"].as_str().unwrap()).collect();
    assert!(prints.iter().all(|print| print.len() == 32));
    prints.dedup();
    assert_eq!(prints.len(), 3);
    // A finding further down has the same fingerprint.
    let moved = render("gitlab", ILLEGAL, "illegal-move", Base { offset: 9, lines: 1 });
    let print = |text: &str| text[16..48].to_owned();
    assert_eq!(print(&moved), print(&issue));
    // So has a finding on a line that is longer than before.
    let line_of = |moves: &str| format!("1. e4 {{{moves}}} *").into_bytes();
    let [short, long] = [line_of(&"x ".repeat(50)), line_of(&"x ".repeat(60))]
        .map(|pgn| render("gitlab", &pgn, "line-over-79", Base::default()));
    assert!(short.contains("110 characters") && long.contains("130 characters"), "{short}");
    assert_eq!(print(&short), print(&long));
}

#[test]
fn reports_for_programs_have_a_limit() {
    let result = r#"{"ruleId":"M001"}"#;
    let (report, n_left_out) = document("sarif", &vec![result; 25_003]);
    let sarif: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 25_000);
    let note = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(note["message"]["text"], "and 3 more findings, that exceed the limit of the report");
    assert_eq!(n_left_out, 3);
}
