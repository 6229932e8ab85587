//! The replay of games: variations, moves that fail, null moves, move numbers, `0-0`.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use pgn_chess::{
    Deviations, FinalZeros, GameEnd, Outcome, Ply, Replay, ReplayOptions, Start, Variant, Visitor,
    start,
};
use pgn_syntax::{Games, Node, NodeId, NodeKind};

/// A visitor that writes moves as canonical SAN with their numbers, `?` for a move that failed, and `-` for a
/// skipped move.
#[derive(Default)]
struct Dump {
    out: String,
}

impl Dump {
    fn push(&mut self, text: &str) {
        if !(self.out.is_empty() || self.out.ends_with('(') || text == ")") {
            self.out.push(' ');
        }
        self.out.push_str(text);
    }
}

/// Returns the names of deviations with blanks between them.
fn names(deviations: Deviations) -> String {
    deviations.iter_names().map(|(name, _)| name).collect::<Vec<_>>().join(" ")
}

impl Visitor for Dump {
    fn ply(&mut self, ply: &Ply<'_>) {
        let dots = if ply.turn.is_white() { "." } else { "..." };
        let san = match ply.outcome {
            Outcome::Failed(error) => format!("?{:?}", error.kind),
            Outcome::Skipped => "-".to_owned(),
            _ => ply.canonical_san().map(|san| san.to_string()).unwrap_or_default(),
        };
        let deviations = match ply.outcome {
            Outcome::Played { deviations, .. } if !deviations.is_empty() => {
                format!("[{}]", names(deviations))
            }
            _ => String::new(),
        };
        assert_eq!(
            ply.after.is_some(),
            matches!(ply.outcome, Outcome::Played { .. } | Outcome::Null)
        );
        self.push(&format!("{}{dots}{san}{deviations}", ply.number));
    }

    fn node(&mut self, _id: NodeId, node: &Node) {
        match node.kind {
            NodeKind::RavOpen { .. } => self.push("("),
            NodeKind::RavClose => self.push(")"),
            NodeKind::Move { .. } => self.push("zeros"),
            _ => (),
        }
    }
}

/// A visitor that wants as little as possible.
struct Quiet {
    wants_end: bool,
}

impl Visitor for Quiet {
    fn ply(&mut self, _: &Ply<'_>) {}

    fn wants_played(&self, _: Deviations) -> bool {
        false
    }

    fn wants_end(&self) -> bool {
        self.wants_end
    }
}

/// Returns everything but the position.
fn facts(end: &GameEnd) -> impl PartialEq + std::fmt::Debug {
    let first_error = end.first_error.map(|(id, _)| id);
    (first_error, end.n_plies, end.has_error(), end.is_mainline_complete, end.final_zeros)
}

fn walk(pgn: &str, options: &ReplayOptions) -> (String, GameEnd) {
    let src = pgn.as_bytes();
    let mut games = Games::new(src);
    let game = games.next().unwrap();
    let start = start(game, src);
    let mut dump = Dump::default();
    let end = Replay::new().walk(game, src, &start, options, &mut dump);
    for wants_end in [true, false] {
        let quiet = Replay::new().walk(game, src, &start, options, &mut Quiet { wants_end });
        assert_eq!(facts(&quiet), facts(&end), "{pgn}");
        let expect = end.position.as_ref().filter(|_| wants_end).map(|it| it.fen());
        assert_eq!(quiet.position.map(|it| it.fen()), expect, "{pgn}");
    }
    (dump.out, end)
}

#[track_caller]
fn check(pgn: &str, expect: &str) -> GameEnd {
    let (out, end) = walk(pgn, &ReplayOptions::default());
    assert_eq!(out, expect, "{pgn}");
    end
}

#[test]
fn variations_start_before_the_move_they_replace() {
    let end = check(
        "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) (1... e6) 2. Nf3 *",
        "1.e4 1...e5 (1...c5 2.Nf3 (2.Nc3 2...Nc6) 2...d6) (1...e6) 2.Nf3",
    );
    assert_eq!((end.n_plies, end.has_error(), end.is_mainline_complete), (3, false, true));
    assert_eq!(
        end.position.unwrap().fen(),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    );
    check("1. e4 (1. d4 d5 1-0) e5 () (2. x) 2. Nf3 *", "1.e4 (1.d4 1...d5) 1...e5 () () 2.Nf3");
    check("(1. d4) 1. e4 *", "() 1.e4");
}

#[test]
fn moves_after_a_failed_move_are_skipped() {
    // The second pair of moves would be legal by chance.
    let end = check("1. e4 e5 2. Ke3 Nc6 3. Nf3 Nf6 *", "1.e4 1...e5 2.?Illegal 2...- 3.- 3...-");
    assert_eq!((end.n_plies, end.has_error(), end.is_mainline_complete), (2, true, false));
    assert_eq!(end.first_error.unwrap().0.0, 3);
    // A variation of the move that failed starts before it; a variation of a skipped move is skipped.
    check(
        "1. e4 e5 2. Ke3 (2. Nf3 Nc6) Nc6 (2... Nf6 3. d4 (3. Nc3)) 3. Nf3 *",
        "1.e4 1...e5 2.?Illegal (2.Nf3 2...Nc6) 2...- (2...- 3.- (3.-)) 3.-",
    );
    let end = check("1. e4 (1. e5 e6 (1... d6)) e5 *", "1.e4 (1.?Illegal 1...- (1...-)) 1...e5");
    assert!(end.has_error() && end.is_mainline_complete);
    let end = check(
        "1. Nf3 Nf6 2. Nc3 Ng4 3. Ne4 Nh6 4. Ng5 e6 5. Nf7 *",
        "1.Nf3 1...Nf6 2.Nc3 2...Ng4 3.Ne4 3...Nh6 4.?Ambiguous 4...- 5.-",
    );
    assert_eq!(end.n_plies, 6);
}

/// A number that names the other side, or that fits only after its move, shows that a move is missing.
#[test]
fn a_number_of_the_other_side_is_an_error() {
    check("1. e4 2. d5 *", "1.e4 1...?OtherSide");
    check("1. e4 e5 2. Nf3 3. a3 *", "1.e4 1...e5 2.Nf3 2...?OtherSide");
    check("1. e4 e5 2... Nf3 *", "1.e4 1...e5 2.?OtherSide");
    check("1... e4 e5 *", "1.?OtherSide 1...-");
    check(
        "1. e4 e5 2. Qh5 Qf6 (3. Qg5) 3. Qh3 *",
        "1.e4 1...e5 2.Qh5 2...Qf6 (2...?OtherSide) 3.Qh3",
    );
    check("1. e4 e5 2. d3 (2... d6) 2... d6 *", "1.e4 1...e5 2.d3 (2.?OtherSide) 2...d6");
    // One dot for Black, wrong numbers, and a number for each half-move are common.
    check(
        "1. e4 1. e5 2. a3 (2. h3) 2. a6 (2. h6 3. h3) *",
        "1.e4 1...e5 2.a3 (2.h3) 2...a6 (2...h6 3.h3)",
    );
    check("7. e4 e5 1. a3 a6 *", "1.e4 1...e5 2.a3 2...a6");
    check("1. e4 2. e5 3. a3 4. a6 *", "1.e4 1...e5 2.a3 2...a6");
    // The first number may be wrong about the side to move.
    let black = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n";
    check(&format!("{black}1. Kd7 e4 2. Kd6 e5+ *"), "1...Kd7 2.e4 2...Kd6 3.e5+");
    check(&format!("{black}1. Kd7 2. e4 Kd6 3. e5+ *"), "1...Kd7 2.e4 2...Kd6 3.e5+");
    check(&format!("{black}1... Kd7 2. e4 Kd6 (2... Kc6) *"), "1...Kd7 2.e4 2...Kd6 (2...Kc6)");
}

#[test]
fn replays_null_moves() {
    let end = check("1. e4 e5 (1... Z0 2. d4) 2. Nf3 *", "1.e4 1...e5 (1...-- 2.d4) 2.Nf3");
    assert!(!end.has_error());
    let end = check("1. e4 -- 2. Nf3 *", "1.e4 1...-- 2.Nf3");
    assert!(end.has_error() && end.is_mainline_complete && end.first_error.is_none());
    let options = ReplayOptions { allow_null: true, ..ReplayOptions::default() };
    assert!(!walk("1. e4 -- 2. Nf3 *", &options).1.has_error());
    // A null move is accepted in check, too (LEN-16), but a king is never captured.
    check("1. e4 f6 2. Qh5+ -- 3. Qxe8 *", "1.e4 1...f6 2.Qh5+ 2...-- 3.?Illegal");
}

#[test]
fn t44_t98_t99_zeros_as_the_last_word() {
    let castling = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0";
    let end = check(castling, "1.e4 1...e5 2.Nf3 2...Nc6 3.Bc4 3...Bc5 4.O-O[CASTLING_ZERO]");
    assert_eq!(end.final_zeros, FinalZeros::Castling);
    let end = check(
        &format!("[Result \"0-0\"]\n\n{castling}\n"),
        "1.e4 1...e5 2.Nf3 2...Nc6 3.Bc4 3...Bc5 zeros",
    );
    assert_eq!(end.final_zeros, FinalZeros::DoubleForfeit);
    let end = check("1. e4 e5 0-0", "1.e4 1...e5 zeros");
    assert_eq!((end.final_zeros, end.has_error()), (FinalZeros::DoubleForfeit, false));
    let end = check("1. e4 e5 2. 0-0 Nc6 1-0", "1.e4 1...e5 2.?Illegal 2...-");
    assert_eq!((end.final_zeros, end.has_error()), (FinalZeros::None, true));
}

#[test]
fn t10_t11_move_numbers_follow_the_fen() {
    check(
        "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\ne5 Nf3 *",
        "1...e5 2.Nf3",
    );
    check("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\"]\n\n1. e4 Kd7 *", "39.e4 39...Kd7");
    let end = check("[FEN \"8/8/8/8/8/8/4P3/4K3 w - - 5 39\"]\n\n1. e4 Kd7 *", "1.- 1...-");
    assert!(end.has_error() && end.position.is_none());
}

#[test]
fn t53_t60_lenient_games() {
    check(
        "1. e4 d5 2. ed5 Qd5 3. nc3 qa5 *",
        "1.e4 1...d5 2.exd5[MISSING_CAPTURE] 2...Qxd5[MISSING_CAPTURE] 3.Nc3[CASE] 3...Qa5[CASE]",
    );
    check(
        "1. e2-e4 e7e5 2. Ng1-f3 Nb8c6 3. Bf1b5 *",
        "1.e4[LONG_ALGEBRAIC] 1...e5[LONG_ALGEBRAIC] 2.Nf3[LONG_ALGEBRAIC] \
         2...Nc6[OVERDISAMBIGUATED] 3.Bb5[OVERDISAMBIGUATED]",
    );
    check(
        "1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *",
        "1.e4 1...a6 2.e5 2...d5 3.exd6[EN_PASSANT_MARK] 3...cxd6",
    );
    check("1. f3 e5 2. g4 Qh4++ 0-1", "1.f3 1...e5 2.g4 2...Qh4#[CHECK_SIGN]");
    let fen = "[FEN \"8/4P3/8/8/8/8/k7/7K w - - 0 1\"]\n\n";
    for text in ["e8Q", "e8=q", "e8(Q)", "e8/Q", "e8 =Q"] {
        check(&format!("{fen}{text} *"), "1.e8=Q[PROMOTION_FORM]");
    }
    check(&format!("{fen}e8 Kb3 *"), "1.?MissingPromotion 1...-");
}

#[test]
fn t89_russian() {
    let options = ReplayOptions {
        lang: pgn_chess::Lang::Of(pgn_chess::Language::find("ru").unwrap()),
        ..ReplayOptions::default()
    };
    let (out, end) = walk("1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Крe7 *", &options);
    assert_eq!(
        out.replace("[FOREIGN_LETTER]", ""),
        "1.e4 1...e5 2.Nf3 2...Nc6 3.Bb5 3...a6 4.Ba4 4...Ke7"
    );
    assert!(!end.has_error());
    let (out, _) = walk("1. e4 e5 2. Кf3 *", &ReplayOptions::default());
    assert_eq!(out, "1.e4 1...e5 2.?ForeignLetter");
}

#[test]
fn a_language_is_detected_if_all_that_fit_have_the_same_moves() {
    #[track_caller]
    fn check(pgn: &str, expect: Option<&str>) {
        let src = pgn.as_bytes();
        let mut games = Games::new(src);
        let game = games.next().unwrap();
        let guess =
            Replay::new().guess_language(game, src, &Start::initial(), &ReplayOptions::default());
        assert_eq!(guess.map(|language| language.code()), expect, "{pgn}");
    }
    check("1. e4 e5 2. Nf3 *", Some("en"));
    check("1. e4 e5 2. Кf3 Кc6 3. Сb5 *", Some("ru"));
    check("1. e4 e5 2. Ιf3 Ιc6 3. Αb5 *", Some("el"));
    // Danish, German, Norwegian and Swedish have the same letters.
    check("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. 0-0 Sf6 5. De2 *", Some("de"));
    // `S` is a knight in German and in Polish, and in Czech a bishop.
    check("1. e4 e5 2. Sf3 Sc6 *", Some("de"));
    check("1. e4 e5 2. Se2 *", None);
    check("1. e4 e5 2. Ke3 *", None);
}

#[test]
fn t73_chess960_and_variants() {
    check(
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"nrkbqnbr/pppppppp/8/8/8/8/PPPPPPPP/NRKBQNBR w HBhb - 0 1\"]\n\n1. Ng3 Ng6 *",
        "1.Ng3 1...Ng6",
    );
    check(
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 Nf6 4. @f7+ *",
        "1.e4 1...d5 2.exd5 2...Qxd5 3.@e6 3...Nf6 4.?Illegal",
    );
    check(
        "[Variant \"Three-check\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxe5 a6 6. Qxh8 *",
        "1.e4 1...e5 2.Bc4 2...Nc6 3.Bxf7+ 3...Kxf7 4.Qh5+ 4...g6 5.Qxe5 5...a6 6.Qxh8",
    );
    check("[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 *", "1.e3 1...b5 2.Bxb5");
    check("[Variant \"Antichess\"]\n\n1. e3 b5 2. Nf3 *", "1.e3 1...b5 2.?Illegal");
    let end = check("[Variant \"makruk\"]\n\n1. e4 Zq9 2. d4 *", "1.- 1...- 2.-");
    assert!(!end.has_error());
}

/// Variations need no recursion, and no time beyond their own moves.
#[test]
fn replays_a_hundred_thousand_nested_variations() {
    let depth = 100_000;
    let mut pgn = "1. e4 ".to_owned();
    for i in 0..depth {
        pgn.push_str(if i % 2 == 0 { "(1. d4 " } else { "(1. e4 " });
    }
    pgn.push_str(&")".repeat(depth));
    pgn.push_str(" e5 *");
    let mut counter = Counter::default();
    let src = pgn.as_bytes();
    let mut games = Games::new(src);
    let game = games.next().unwrap();
    let mut replay = Replay::new();
    let end = replay.walk(game, src, &Start::initial(), &ReplayOptions::default(), &mut counter);
    assert!(!end.has_error());
    assert_eq!((counter.n_plies, counter.deepest), (depth + 2, u32::try_from(depth).unwrap()));
}

#[derive(Default)]
struct Counter {
    n_plies: usize,
    deepest: u32,
}

impl Visitor for Counter {
    fn ply(&mut self, ply: &Ply<'_>) {
        self.n_plies += 1;
        self.deepest = self.deepest.max(ply.depth);
    }
}

#[test]
fn unknown_variants_are_unchecked() {
    let src = b"[Variant \"Bughouse\"]\n\n1. e4 *";
    let mut games = Games::new(src);
    let start = start(games.next().unwrap(), src);
    assert_eq!(start.variant, Variant::Unchecked);
}
