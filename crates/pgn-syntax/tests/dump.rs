//! Cases of the parser: the text, and the nodes and deviations that are read from it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;

use pgn_syntax::{Games, NodeKind};

/// Returns the games of `text`, one per line: tags, nodes, errors and span.
fn dump(text: &str) -> String {
    let src = text.as_bytes();
    let mut out = String::new();
    let mut games = Games::new(src);
    while let Some(game) = games.next() {
        let show =
            |span: pgn_syntax::Span| String::from_utf8_lossy(span.of(src)).replace('\n', "/");
        if !out.is_empty() {
            out.push('\n');
        }
        for tag in &game.tags {
            write!(out, "{}={} ", show(tag.name), show(tag.value)).unwrap();
        }
        for node in &game.nodes {
            match node.kind {
                NodeKind::Move { .. } => write!(out, "{} ", show(node.span)),
                NodeKind::NullMove { .. } => write!(out, "null:{} ", show(node.span)),
                NodeKind::MoveNumber(n) => write!(out, "{n}: "),
                NodeKind::Nag(n) => write!(out, "${n} "),
                NodeKind::Suffix(n) => write!(out, "suffix{n} "),
                NodeKind::Glyph { white, .. } => write!(out, "glyph{white} "),
                NodeKind::Comment(kind) => write!(out, "{kind:?}<{}> ", show(node.span)),
                NodeKind::RavOpen { kind, .. } => write!(out, "({kind:?} "),
                NodeKind::RavClose => write!(out, ") "),
                NodeKind::Marker(m) => write!(out, "[{}] ", m.text()),
            }
            .unwrap();
        }
        for error in &game.errors {
            write!(out, "!{:?}@{}", error.kind, error.span.start).unwrap();
        }
        write!(out, " #{}..{}", game.span.start, game.span.end).unwrap();
    }
    out
}

#[track_caller]
fn check(text: &str, expect: &str) {
    let got = dump(text);
    assert_eq!(got, expect, "\n{text}\n");
}

/// A form feed after a tag pair once made the parser loop forever.
#[test]
fn reads_a_form_feed_after_a_tag_pair() {
    check("[A \"b\"\x0C\n[C \"d\"]\n\n*\n", "A=b C=d [*] !MalformedTag@6!ControlChar@6 #0..19");
}

#[test]
fn numbers_and_markers_end_before_invisible_characters() {
    check(
        "1\u{A0}. e4 e5 2\u{2009}Nf3 Nc6 (2... d6 1/2\u{200B}) 1-0\u{A0}\n\n1. d4 ½-½\u{FEFF}\n",
        "1: e4 e5 Nf3 Nc6 (Plain 2: d6 [1/2-1/2] ) [1-0] !InvisibleChar@1!InvisibleChar@12!ResultInRav@32\
         !InvisibleChar@35!InvisibleChar@43 #0..47\n1: d4 [1/2-1/2] !BadResult@53!Bom@58 #47..62",
    );
}

#[test]
fn reads_plain_games() {
    check("1. e4 e5 2. Nf3 *\n\n", "1: e4 e5 Nf3 [*]  #0..19");
    check("e4 e5 1-0", "e4 e5 [1-0]  #0..9");
    check("1. e4 e5 1-0\n1. d4 *\n", "1: e4 e5 [1-0]  #0..13\n1: d4 [*]  #13..21");
    check("[A \"b\"]\n\n*\n[C \"d\"]\n\n1-0", "A=b [*]  #0..11\nC=d [1-0]  #11..23");
    check("1 . e4 1 . . . e5 2 Nf3 2... Nc6 *", "1: e4 e5 Nf3 Nc6 [*]  #0..34");
}

#[test]
fn reads_odd_numbers() {
    check("1… e5 2…Nf3 *", "1: e5 Nf3 [*]  #0..17");
    check("1. e4 e5 2: Nf3 Nc6 *", "1: e4 e5 Nf3 Nc6 [*] !UnexpectedChar@10 #0..21");
    check("1. e4 1:0", "1: e4 [1-0] !BadResult@6 #0..9");
}

#[test]
fn dots_behind_a_plain_move_belong_to_nothing() {
    check(
        "1. e4 (... e5) e5. 2. Nf3 . Bx4. Nc6 *",
        "1: e4 (Plain e5 ) e5 Nf3 Bx4 Nc6 [*] !UnexpectedChar@17!UnexpectedChar@26 #0..38",
    );
}

#[test]
fn reads_a_wrapped_tag_value() {
    check("[A \"b\n c\"]\n[D \"e\"]\n\n*\n", "A=b/ c D=e [*] !TabInString@5!TagLayout@0 #0..22");
    check(
        "[A \"b\n\nc\"]\n\n*\n",
        "A=b Words<c> [*] !UnterminatedString@3!MalformedTag@5!UnexpectedSymbol@7!UnexpectedChar@8!BlankLineInMovetext@11 #0..14",
    );
}

/// Pairs that do not begin another game stand before the pair that does.
#[test]
fn a_game_of_tags_begins_with_its_first_pair() {
    let first = "[Title \"1\"]\n[FEN \"x\"]\n";
    let second = "\n{c}\n[Title \"2\"]\n[ECO \"y\"]\n[FEN \"z\"]\n";
    check(
        &[first, second].concat(),
        "Title=1 FEN=x !MissingTermination@21 #0..23\n\
         Title=2 ECO=y FEN=z Brace<{c}> !CommentInTags@23!MissingTermination@58 #23..59",
    );
    check(
        "[Title \"1\"]\n\n[ECO \"y\"]\n[FEN \"z\"]\n",
        "Title=1 ECO=y FEN=z !BlankLineInTags@12!MissingTermination@32 #0..33",
    );
}

#[test]
fn reads_boundaries_of_games() {
    // (a) A tag pair glued to the marker, and one at the start of a line in movetext.
    check("1. e4 1/2-1/2[Event \"x\"]\n\n*", "1: e4 [1/2-1/2]  #0..13\nEvent=x [*]  #13..27");
    check("1. e4 e5\n\n[A \"b\"]\n*", "1: e4 e5 !MissingTermination@8 #0..10\nA=b [*]  #10..19");
    // (b) Moves after a marker.
    check(
        "1. e4 e5 1-0 2. Nf3 Nc6 *",
        "1: e4 e5 [1-0] !MovetextAfterResult@13 #0..13\n2: Nf3 Nc6 [*]  #13..25",
    );
    // (c) A tag of the roster again after an empty line.
    check(
        "[FEN \"a\"]\n\n[FEN \"b\"]\n",
        "FEN=a !MissingTermination@9 #0..11\nFEN=b !MissingTermination@20 #11..21",
    );
    check("[White \"a\"]\n\n[Black \"b\"]\n\n*", "White=a Black=b [*] !BlankLineInTags@12 #0..27");
    // The same after an open comment.
    check(
        "[Event \"a\"]\n{b {c\n\n[Event \"d\"]\n\n*",
        "Event=a Open<{b {c/> !UnterminatedComment@12!MissingTermination@18 #0..19\nEvent=d [*]  #19..33",
    );
    // Remains of HTML do not end a tag section.
    check(
        "[Event \"a\"]<br>\n[Site \"b\"] <br>\n1. e4 *",
        "Event=a Site=b Words<<br>> Words<br> 1: e4 [*] !UnexpectedSymbol@11!ReservedToken@27!UnexpectedSymbol@28!ReservedToken@30 #0..39",
    );
    // Words begin no game.
    check("hello world 12", "");
    check("1. e4 *\nhello\n[A \"b\"]\n*", "1: e4 [*]  #0..8\nA=b [*] !JunkBetweenGames@8 #8..23");
    check("1. e4 *\n\nhello\n", "1: e4 [*] !JunkBetweenGames@9 #0..15");
    // A marker alone.
    check("*\n", "[*]  #0..2");
    check("1. e4 e5 * *", "1: e4 e5 [*] !MovetextAfterResult@11 #0..12");
}

#[test]
fn reads_parentheses_and_markers() {
    check(
        "1. e4 (1. d4 d5 1-0) e5 *",
        "1: e4 (Plain 1: d4 d5 [1-0] ) e5 [*] !ResultInRav@16 #0..25",
    );
    check(
        "1. e4 (1. d4 1-0\n\n[A \"b\"]\n*",
        "1: e4 (Plain 1: d4 ) [1-0] !UnmatchedParen@6 #0..18\nA=b [*]  #18..27",
    );
    check(
        "1. e4 (1. d4 1-0 {x}",
        "1: e4 (Plain 1: d4 ) [1-0] Brace<{x}> !UnmatchedParen@6!CommentAfterResult@17 #0..20",
    );
    check("1. e4 e5) *", "1: e4 e5 [*] !UnmatchedParen@8 #0..11");
    check("1. e4 () e5 *", "1: e4 (Empty ) e5 [*] !EmptyRav@6 #0..13");
    check("(1. d4) 1. e4 *", "(WithoutMove 1: d4 ) 1: e4 [*] !RavWithoutMove@0 #0..15");
    check(
        "1. e4 1-0 (1. d4) \n*",
        "1: e4 [1-0] !MovetextAfterResult@10!MovetextAfterResult@19 #0..20",
    );
}

/// Moves in parentheses that replace no move are text, at any depth.
#[test]
fn reads_moves_in_odd_parentheses() {
    check(
        "1. e4 ((1. d4)) e5 *",
        "1: e4 (WithoutMove (WithoutMove 1: d4 ) ) e5 [*] !RavWithoutMove@7 #0..20",
    );
    check(
        "1. e4 ({a} ((1. d4) {b})) e5 *",
        "1: e4 (WithoutMove Brace<{a}> (WithoutMove (WithoutMove 1: d4 ) Brace<{b}> ) ) e5 [*] !RavWithoutMove@11!RavWithoutMove@12 #0..30",
    );
    check(
        "1. e4 (({b})) e5 *",
        "1: e4 (Empty (WithoutMove Brace<{b}> ) ) e5 [*] !RavWithoutMove@7!EmptyRav@6 #0..18",
    );
    check(
        "({x} (1. d4 {y})) 1. e4 *",
        "(WithoutMove Brace<{x}> (WithoutMove 1: d4 Brace<{y}> ) ) 1: e4 [*] !RavWithoutMove@0!RavWithoutMove@5 #0..25",
    );
}

#[test]
fn reads_glued_tokens() {
    check("1. e4 Rc10-1", "1: e4 Rc1 [0-1] !GluedToken@9 #0..12");
    check(
        "1. e4 d62. Nf31/2-1/2\n1. d4 *",
        "1: e4 d6 Nf3 [1/2-1/2] !GluedToken@8!GluedToken@14 #0..22\n1: d4 [*]  #22..29",
    );
    check("1. e4Nf6 *", "1: e4 Nf6 [*] !GluedToken@5 #0..10");
    check("1. e4 1-0\nd41-0\n", "1: e4 [1-0]  #0..10\nd4 [1-0] !GluedToken@12 #10..16");
    check("1. Rad1-0 *", "1: Rad1-0 [*]  #0..11");
}

#[test]
fn reads_attempts_at_moves() {
    check("1. e4 Nсе 2. d4 *", "1: e4 Nсе d4 [*]  #0..19");
    check("1. e4 d 2. d4 *", "1: e4 d d4 [*]  #0..15");
    check("1. e4 45 2. d4 *", "1: e4 45 d4 [*]  #0..16");
    check("1. e4 N c6 2. N\nf3 *", "1: e4 N c6 N/f3 [*]  #0..20");
    check(
        "1. e4 White plays a bad move, d or B. *",
        "1: e4 Words<White plays a bad move, d or B.> [*] !UnexpectedSymbol@6!UnexpectedChar@28 #0..39",
    );
    // A split move at the start of a game.
    check("1. \u{2658}\u{FE0E}f3 *", "1: \u{2658}\u{FE0E}f3 [*]  #0..13");
}

#[test]
fn reads_last_words() {
    check("1. e4 0-0\n\n[A \"b\"]\n*", "1: e4 0-0  #0..11\nA=b [*]  #11..20");
    check("1. e4 0-0 Nc6 *", "1: e4 0-0 Nc6 [*]  #0..15");
    check("1. e4 +--", "1: e4 [1-0] !BadResult@6 #0..9");
    check("1. e4 +-- e5 *", "1: e4 glyph20 e5 [*] !InlineGlyph@6 #0..14");
    check("1. e4 ½-½", "1: e4 [1/2-1/2] !BadResult@6 #0..11");
    check("1. e4 1 - 0", "1: e4 [1-0] !BadResult@6 #0..11");
}

#[test]
fn reads_comments() {
    check("1. {x} e4 1... {y} e5 *", "1: Brace<{x}> e4 Brace<{y}> e5 [*]  #0..23");
    check("1. e4 ; a } b\ne5 *", "1: e4 Line<; a } b> e5 [*]  #0..18");
    check(
        "1. e4 {a {b} c} e5 *",
        "1: e4 Brace<{a {b}> Words<c> e5 [*] !BraceInComment@9!UnexpectedSymbol@13!StrayBrace@14 #0..20",
    );
    check(
        "1. e4 * {x}\n{y}\n[A \"b\"]\n*",
        "1: e4 [*] Brace<{x}> !CommentAfterResult@8 #0..12\nA=b Brace<{y}> [*] !CommentInTags@12 #12..25",
    );
    check(
        "1. e4 {open\n\n[Event \"B\"]\n\n1. d4 {x} d5 1-0",
        "1: e4 Open<{open/> !UnterminatedComment@6!MissingTermination@5 #0..13\nEvent=B 1: d4 Brace<{x}> d5 [1-0]  #13..42",
    );
    check("1. e4 {open", "1: e4 Open<{open> !UnterminatedComment@6!MissingTermination@5 #0..11");
    check("1. e4\n% x {\ne5 *", "1: e4 e5 [*] !EscapeLine@6 #0..16");
    check(
        "{pre}\n[A \"b\"]\n\n*\n{post}\n",
        "A=b Brace<{pre}> [*] Brace<{post}> !CommentInTags@0 #0..24",
    );
}

#[test]
fn odd_tag_lines_after_movetext_begin_games() {
    let check_count = |text: &str, n_games: usize| {
        let mut games = Games::new(text.as_bytes());
        let mut n = 0;
        while games.next().is_some() {
            n += 1;
        }
        assert_eq!(n, n_games, "{text:?}");
    };
    // In every place where a well-formed pair begins a game.
    check_count("1. e4 e5\n[Event 'x']\n\n1. d4 *", 2);
    check_count("1. e4 e5\n[Event x]\n[Site y]\n\n1. d4 *", 2);
    check_count("1. e4 e5\n[Event x]\n[Site \"y\"]\n\n1. d4 *", 2);
    check_count("1. e4 e5\n\n[Event x]\n\n1. d4 *", 2);
    check_count("1. e4 e5 *\n[Event x]\n\n1. d4 *", 2);
    check_count("1. e4 e5\n[Event x]\n1. d4 *", 2);
    check_count("1. e4 e5\n [Event x]\n1. d4 *", 2);
    check_count("1. e4 (1. d4\n[Event x]\n1. d4 *", 2);
    check_count("1. e4 * (1. d4\n[Event x]\n1. d4 *", 2);
    check_count("1. e4 e5\nEvent \"x\"]\n1. d4 *", 2);
    check_count("1. e4 e5\n\nEvent \"x\"]\n\n1. d4 *", 2);
    check_count("1. e4 e5 *\nEvent \"x\"]\n\n1. d4 *", 2);
    check_count("[Event \"x\"]\n\nEvent \"y\"]\n\n1. d4 *", 2);
    check_count("[Event \"x\"]\n\n[Event 'y']\n\n1. d4 *", 2);
    check_count("1. e4 e5\n[White resigns]\n1-0\n", 2);
    // Not a tag of the standard, not at the start of a line, or without quotes around the value.
    check_count("1. e4 e5 [Event x]\n2. Nf3 *", 1);
    check_count("1. e4 e5\nWhite \"resigns\" 2. Nf3 *", 1);
    check_count("1. e4 e5 Event \"x\"]\n2. Nf3 *", 1);
    check_count("1. e4 e5\n[White's move]\n2. Nf3 *", 1);
    // A marker with the number of the next game's first move glued to it.
    check_count("1. e4 e5 1-01. d4 d5 *", 2);
    check_count("1. e4 e5 1/2-1/21. d4 d5 0-11.c4 *", 3);
    check_count("* *", 1);
}

#[test]
fn reads_words_and_signs() {
    check(
        "1. e4<x>e5 *",
        "1: e4 Words<x> e5 [*] !ReservedToken@5!UnexpectedSymbol@6!ReservedToken@7 #0..12",
    );
    check(
        "1. e4 White resigns. 1-0",
        "1: e4 Words<White resigns.> [1-0] !UnexpectedSymbol@6 #0..24",
    );
    check("8. a3 Bd6? ± {x} *", "8: a3 Bd6 suffix2 glyph16 Brace<{x}> [*] !InlineGlyph@11 #0..19");
    check("1. e4!?! e5 !? *", "1: e4 suffix5 e5 suffix5 [*] !BadSuffix@5!DetachedSuffix@12 #0..16");
    check(
        "1. e4 $01 $256 $ $0 e5 *",
        "1: e4 $1 $0 e5 [*] !NagRange@10!NagWithoutNumber@15!NagZero@17 #0..24",
    );
    check("1. e4! $1 e5 *", "1: e4 suffix1 $1 e5 [*] !DuplicateNag@7 #0..14");
    check("1. e4 a6 2. exd6 e.p. cxd6 *", "1: e4 a6 exd6 e.p. cxd6 [*]  #0..28");
    check("1. e8(Q) Kd9 (=) -- *", "1: e8(Q) Kd9 null:-- [*] !DrawOffer@13 #0..21");
    check("1. e4\n\ne5 *", "1: e4 e5 [*] !BlankLineInMovetext@6 #0..11");
    check("1. e4+- d5 *", "1: e4 glyph18 d5 [*] !InlineGlyph@5 #0..12");
    check("1. e4 12. *", "1: e4 12: [*] !DanglingMoveNumber@6 #0..11");
    check(
        "1. e4 [%clk 1:00] e5 *",
        "1: e4 Words<[%clk 1:00]> e5 [*] !CommandOutsideComment@6 #0..22",
    );
    check("1. OO 000 *", "1: OO 000 [*]  #0..11");
    check("3. exd6e.p. cxd6 *", "3: exd6e.p. cxd6 [*]  #0..18");
    check("1. e4 e5 *\n\x1A", "1: e4 e5 [*] !ControlChar@11 #0..12");
}

/// Checks the nodes of a movetext alone.
#[track_caller]
fn check_nodes(text: &str, expect: &str) {
    let got = dump(&format!("[A \"b\"]\n\n{text}"));
    let end = got.find(['!', '#']).unwrap_or(got.len());
    assert_eq!(got[..end].trim_end(), format!("A=b {expect}"), "\n{text}\n");
}

#[test]
fn better_is_has_a_sign_in_ascii() {
    check_nodes("1. e4 >= e5 ≥ 2. Nf3 <= *", "1: e4 glyph142 e5 glyph142 Nf3 glyph143 [*]");
}

#[test]
fn full_width_suffixes_are_read() {
    check_nodes(
        "1. e4！ e5？ 2. Nf3！！ Nc6 ？！ 3. Qxf7＋！ *",
        "1: e4 glyph1 e5 glyph2 Nf3 glyph3 Nc6 glyph6 Qxf7＋ glyph1 [*]",
    );
}

#[test]
fn signs_are_parted_from_moves_in_other_letters() {
    check_nodes("1. Ｎｆ３！ 𝐍𝐜𝟔？ 2. е4！ *", "1: Ｎｆ３ glyph1 𝐍𝐜𝟔 glyph2 е4 glyph1 [*]");
    check_nodes(
        "1. ♘f3± ♞c6+- 2. ♘g1N Nс6± *",
        "1: ♘f3 glyph16 ♞c6 glyph18 ♘g1 glyph146 Nс6 glyph16 [*]",
    );
}

#[test]
fn a_wide_number_does_not_hide_its_move() {
    check_nodes("1. e4 e5 ２．Ｎｆ３ *", "1: e4 e5 Ｎｆ３ [*]");
}

#[test]
fn double_apostrophes_are_quotes() {
    let got = dump("[Event ''b'']\n[White ''t Hooft']\n[Round '']\n\n*");
    assert!(got.starts_with("Event=b White='t Hooft Round= [*]"), "{got}");
}

#[test]
fn the_piece_of_a_promotion_has_any_letter() {
    check_nodes("1. bxa8 D e1 (T) 2. b8 ♕ *", "1: bxa8 D e1 (T) b8 ♕ [*]");
    // A word of prose, and a sign after a move that is no promotion.
    check_nodes("1. b8 A good move *", "1: b8 Words<A good move> [*]");
    check_nodes("1. b7 D *", "1: b7 glyph201 [*]");
}

#[test]
fn a_digit_glued_to_a_move_is_no_second_number() {
    check_nodes("1. d4 d5 2. 8f4 e6 *", "1: d4 d5 8f4 e6 [*]");
    check_nodes("1. d4 d5 2. 2f4 e6 *", "1: d4 d5 f4 e6 [*]");
}

#[test]
fn an_origin_in_brackets_belongs_to_its_piece() {
    check_nodes("1. N{g1}f3 N(b)c6 2. R(a)xd1 *", "1: N{g1}f3 N(b)c6 R(a)xd1 [*]");
    check_nodes("1. e4 N{new} e5 *", "1: e4 glyph146 Brace<{new}> e5 [*]");
}

#[test]
fn moves_in_braces_of_latex_are_no_comment() {
    check_nodes(
        "\\textbf{1. e4 e5} 2. Nf3 \\\\ \\textbf{Nc6} *",
        "\\textbf{1. e4 e5} 2: Nf3 \\textbf{Nc6} [*]",
    );
    check_nodes("1. e4 \\textit{good} *", "1: e4 Words<textit> Brace<{good}> [*]");
}

#[test]
fn codes_of_openings_are_words() {
    check_nodes("B00 1. e4 C44 2. Nf3 *", "Words<B00> 1: e4 Words<C44> 2: Nf3 [*]");
    check_nodes("1. B1D2 E4 2. D53. c4 *", "1: B1D2 E4 D5 3: c4 [*]");
    // The move of a number is due.
    check_nodes("1. B12 *", "1: B12 [*]");
}
