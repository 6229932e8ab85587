//! Start positions, and the faults of the tags that define them.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use pgn_chess::{StartFault, Variant, start};
use pgn_syntax::Games;

/// Returns the variant, the faults, and the position as a FEN or the error.
fn show(tags: &[(&str, &str)]) -> String {
    let mut pgn = String::new();
    for (name, value) in tags {
        pgn.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    pgn.push_str("\n*\n");
    let src = pgn.as_bytes();
    let mut games = Games::new(src);
    let start = start(games.next().unwrap(), src);
    let position = match &start.position {
        Ok(position) => position.fen(),
        Err(error) => format!("{error:?}"),
    };
    let variant = match start.variant {
        Variant::Standard => String::new(),
        other => format!("{other:?} "),
    };
    assert!(!start.is_initial || !start.faults.contains(StartFault::BadFen));
    let faults: Vec<_> = start.faults.iter().map(|fault| format!(" {fault:?}")).collect();
    format!("{variant}{position}{}", faults.concat())
}

#[track_caller]
fn check(tags: &[(&str, &str)], expect: &str) {
    assert_eq!(show(tags), expect, "{tags:?}");
}

#[track_caller]
fn check_fen(fen: &str, expect: &str) {
    check(&[("SetUp", "1"), ("FEN", fen)], expect);
}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn reads_tags_of_the_start_position() {
    check(&[], INITIAL);
    check(&[("SetUp", "0")], INITIAL);
    check(&[("SetUp", "1")], &format!("{INITIAL} SetupWithoutFen"));
    check(&[("FEN", INITIAL)], &format!("{INITIAL} RedundantFen FenWithoutSetup"));
    check(&[("FEN", INITIAL), ("SetUp", "1")], &format!("{INITIAL} RedundantFen"));
    let other = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39";
    check(&[("FEN", other)], &format!("{other} FenWithoutSetup"));
    check(&[("FEN", other), ("SetUp", "0")], &format!("{other} SetupContradictsFen"));
    check(&[("FEN", other), ("SetUp", "2")], &format!("{other} SetupContradictsFen"));
    check(&[("FEN", other), ("SetUp", "?")], other);
    check(&[("FEN", INITIAL), ("SetUp", "0")], &format!("{INITIAL} RedundantFen"));
    check(&[("FEN", ""), ("SetUp", "1")], &format!("{INITIAL} UnknownFen SetupWithoutFen"));
    check(&[("FEN", "?")], &format!("{INITIAL} UnknownFen"));
}

#[test]
fn reads_fens() {
    check_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39", "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39");
    check_fen(
        "4k3/8/8/8/8/8/4P3/4K3 W - -",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ShortFen FenSpelling",
    );
    check_fen("4k3/8/8/8/8/8/4P3/4K3 w -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ShortFen");
    check_fen("4k3/8/8/8/8/8/4P3/4K3 b", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 ShortFen");
    check_fen("4k3/8/8/8/8/8/4P3/4K3", "BadFen BadFen");
    check_fen("4k3/8/8/8/8/8/4P3/4K3/ w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 FenSpelling");
    check_fen(
        "4k3/8/44/8/8/8/1111P111/4K3 b - - 7",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 7 1 ShortFen FenSpelling",
    );
    check_fen(
        "4k3/8/8/8/8/8/4P3/4K3  w - - 0 0",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 FenFullmove FenSpacing",
    );
    check_fen(
        "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 1; fmvn 7;",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 1 7 FenSpelling",
    );
    check_fen("4k3/8/8/8/8/8/4P3/4K3 w - - x 2", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 2 FenHalfmove");
    // A byte of a UTF-8 character is not a control character.
    check_fen(
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0Ï3",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ShortFen FenHalfmove",
    );
    check_fen("4k3/8/8/3Pp3/8/8/8/4K3 w - E6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1 FenSpelling");
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R";
    check_fen(
        &format!("{castling} w kqKQ - 0 1"),
        &format!("{castling} w KQkq - 0 1 FenCastlingOrder"),
    );
    check_fen(&format!("{castling} w HAha - 0 1"), &format!("{castling} w KQkq - 0 1"));
    check_fen(
        "4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1",
        "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1 FenCastlingImpossible",
    );
    check_fen(
        "4k3/8/8/8/8/8/8/R2K4 w Q - 0 1",
        "4k3/8/8/8/8/8/8/R2K4 w - - 0 1 FenCastlingImpossible",
    );
    check_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    check_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 FenEpRank");
    check_fen(
        "4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 FenEpImpossible",
    );
    for bad in [
        "x",
        "4k3/8/8/8/8/8/4P3 w - - 0 1",
        "4k3/9/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w z - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - e9 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 2 3",
        "4k3/8",
    ] {
        check_fen(bad, "BadFen BadFen");
    }
    for illegal in [
        "8/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4K3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        check_fen(illegal, "IllegalPosition IllegalPosition");
    }
    let odd = "4k3/8/8/8/8/PPPPPPPP/P7/4K2P w - - 0 1";
    check_fen(odd, &format!("{odd} OddPosition"));
}

#[test]
fn reads_chess960() {
    let fen = "nrkbqnbr/pppppppp/8/8/8/8/PPPPPPPP/NRKBQNBR w KQkq - 0 1";
    let tags = |castling: &str| fen.replace("KQkq", castling);
    check(
        &[("Variant", "fischer-random"), ("SetUp", "1"), ("FEN", &tags("HBhb"))],
        &format!("Chess960 {fen}"),
    );
    check_fen(&tags("HBhb"), &format!("Chess960 {fen}"));
    check(&[("Variant", "chess 960")], &format!("Chess960 {INITIAL} VariantWithoutFen"));
    // In X-FEN the inner rook is named by its file.
    let inner = "1rr1k3/8/8/8/8/8/8/1RR1K3 w Cb - 0 1";
    check_fen(inner, "Chess960 1rr1k3/8/8/8/8/8/8/1RR1K3 w Cq - 0 1");
    // The en passant square is written only if a pawn attacks it.
    check(
        &[("Variant", "Chess960"), ("SetUp", "1"), ("FEN", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2")],
        "Chess960 4k3/8/8/3p4/8/8/8/4K3 w - - 0 2",
    );
}

#[test]
fn start_positions_of_chess960_need_no_variant_tag() {
    let start = "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1";
    check_fen(start, &format!("Chess960 {start}"));
    // The rooks, the king and the bishops are not as in a start position, or a pawn has moved.
    for fen in [
        "kbrnrqnb/pppppppp/8/8/8/8/PPPPPPPP/KBRNRQNB w KQkq - 0 1",
        "brnbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1",
        "bnrbkrqn/pppppppp/8/8/4P3/8/PPPP1PPP/BNRBKRQN w KQkq - 0 1",
    ] {
        assert!(show(&[("FEN", fen)]).contains("FenCastlingImpossible"), "{fen}");
    }
}

#[test]
fn castling_of_chess960_alone_makes_a_game_one_of_chess960() {
    let fen = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 4 10";
    let expect = format!("Chess960 {fen} FenCastlingImpossible");
    check_fen(fen, &expect);
    for variant in ["From Position", "Standard", "wild/5"] {
        check(&[("Variant", variant), ("SetUp", "1"), ("FEN", fen)], &expect);
    }
    check(&[("Variant", "Chess960"), ("SetUp", "1"), ("FEN", fen)], &format!("Chess960 {fen}"));
    let fen = "r1k4r/8/8/8/8/8/8/R1K4R b KQkq - 0 1";
    check_fen(fen, &format!("Chess960 {fen} FenCastlingImpossible"));
    // A right that a game of standard chess may have lost.
    for (fen, left) in [
        ("r4k1r/8/8/8/8/8/8/R4K1R w Q - 0 1", "-"),
        ("4k3/8/8/8/8/8/8/1R1K2R1 w KQ - 0 1", "-"),
        ("r4rk1/8/8/8/8/8/8/R4RK1 w Qq - 0 1", "-"),
        ("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "kq"),
        ("4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1", "Q"),
        ("r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", "Qkq"),
        ("r3k2r/8/8/8/8/8/8/R4RK1 w KQkq - 0 1", "kq"),
        ("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "Qkq"),
        ("1r2k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", "Qk"),
        ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "kq"),
    ] {
        let expect = [fen.split(' ').next().unwrap(), "w", left, "- 0 1 FenCastlingImpossible"];
        check_fen(fen, &expect.join(" "));
    }
}

#[test]
fn reads_variants() {
    check(&[("Variant", "From Position"), ("SetUp", "0")], INITIAL);
    check(&[("Variant", "wild/5")], &format!("{INITIAL} VariantWithoutFen"));
    check(&[("Variant", "Frobnicate")], &format!("Unchecked {INITIAL} UnknownVariant"));
    check(&[("Variant", "Suicide")], &format!("Unchecked {INITIAL}"));
    // In giveaway, the king may castle.
    check(&[("Variant", "Giveaway")], &format!("Unchecked {INITIAL}"));
    check(
        &[("Variant", "Antichess")],
        &format!("Known(Antichess) {}", INITIAL.replace("KQkq", "-")),
    );
    check(&[("Variation", "Chess960")], &format!("{INITIAL} VariantInVariationTag"));
    check(&[("Variation", "Horde")], INITIAL);
    check(
        &[
            ("Variant", "crazy house"),
            ("SetUp", "1"),
            ("FEN", "4k3/8/8/8/8/8/8/4K3[QNrp] w - - 0 1"),
        ],
        "Known(Crazyhouse) 4k3/8/8/8/8/8/8/4K3[NQpr] w - - 0 1",
    );
    check(
        &[("Variant", "ZH"), ("SetUp", "1"), ("FEN", "4k3/8/8/8/8/8/8/4K2Q~/QNrp w - - 0 1")],
        "Known(Crazyhouse) 4k3/8/8/8/8/8/8/4K2Q~[NQpr] w - - 0 1",
    );
    check(
        &[("Variant", "3-check"), ("SetUp", "1"), ("FEN", "4k3/8/8/8/8/8/8/4K2R w - - 3+1 0 1")],
        "Known(ThreeCheck) 4k3/8/8/8/8/8/8/4K2R w - - 3+1 0 1",
    );
    check(
        &[
            ("Variant", "Three-Check"),
            ("SetUp", "1"),
            ("FEN", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0"),
        ],
        "Known(ThreeCheck) 4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1",
    );
    check(
        &[("Variant", "RacingKings")],
        "Known(RacingKings) 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    );
}

#[test]
fn fields_of_other_variants_are_faults() {
    let men = "4k3/8/8/8/8/8/4P3/4K3";
    let standard = format!("{men} w - - 0 1 FenOfOtherVariant");
    for fen in
        ["[Nq] w - - 0 1", "[] w - - 0 1", "/Nq w - - 0 1", " w - - 1+2 0 1", " w - - 0 1 +1+0"]
    {
        check_fen(&format!("{men}{fen}"), &standard);
    }
    let of = |variant: &str, rest: &str| {
        show(&[("Variant", variant), ("SetUp", "1"), ("FEN", &format!("{men}{rest}"))])
    };
    assert!(of("Atomic", "[Q] w - - 0 1").ends_with("FenOfOtherVariant"));
    assert!(of("Crazyhouse", "[Q] w - - 3+3 0 1").ends_with("FenOfOtherVariant"));
    assert!(of("Three-check", " w - - 4+4 0 1").ends_with(" 3+3 0 1 FenOfOtherVariant"));
    assert!(of("Three-check", " w - - 1+ 0 1").ends_with("FenOfOtherVariant"));
    assert!(of("Three-check", " w - - 3+0 0 1").ends_with(" 3+0 0 1"));
}

#[test]
fn names_of_variants_may_have_more_words() {
    use Variant::{Chess960, Known, Standard, Unchecked};
    use pgn_chess::shakmaty::variant::Variant as V;
    let variant = |name: &str| {
        let pgn = format!("[Variant \"{name}\"]\n\n*\n");
        let mut games = Games::new(pgn.as_bytes());
        let start = start(games.next().unwrap(), pgn.as_bytes());
        (start.variant, start.faults.contains(StartFault::UnknownVariant))
    };
    for (names, expect) in [
        ("Atomic chess,Atom,ATOMIC CHESS (x)", Known(V::Atomic)),
        ("Horde chess,Horde (Lichess)", Known(V::Horde)),
        ("Anti chess,Anti,Antichess", Known(V::Antichess)),
        ("Racing,Race,Racing Kings,RacingKings chess", Known(V::RacingKings)),
        ("3-Check Chess,Three check chess,3 check,3checks", Known(V::ThreeCheck)),
        ("House,Crazy House,ZH", Known(V::Crazyhouse)),
        ("KOTH,king of the hill chess", Known(V::KingOfTheHill)),
        (
            "Chess960 (FRC),Chess 960 (Fischer Random),Fischer Random Chess,Freestyle Chess",
            Chess960,
        ),
        ("Regular,Illegal,Normal chess,Orthodox chess,Standard (rapid)", Standard),
        ("Duck Chess,Capablanca Chess (10x8),Suicide chess,Giveaway chess,Give away", Unchecked),
        ("Losing Chess,Kriegspiel,Shuffle Chess,Racing chess", Unchecked),
    ] {
        names.split(',').for_each(|name| assert_eq!(variant(name), (expect, false), "{name}"));
    }
    for unknown in
        ["(FRC)", "- (FRC)", "xchess", "?chess", "Atomic chess chess", "Atomic (x) y", "Atomic (x"]
    {
        assert_eq!(variant(unknown), (Unchecked, true), "{unknown}");
    }
    check(&[("Variation", "Racing")], INITIAL);
    check(&[("Variation", "House")], INITIAL);
}

#[test]
fn reads_wild_variants() {
    let check_wild = |numbers: &str, expect: &str| {
        for number in numbers.split(' ') {
            check(&[("Variant", &format!("wild/{number}"))], expect);
        }
    };
    check_wild("0 7 8a 10 11 19 20 21", &format!("{INITIAL} VariantWithoutFen"));
    check_wild("22 fr", &format!("Chess960 {INITIAL} VariantWithoutFen"));
    check_wild("23", &format!("Known(Crazyhouse) {}", INITIAL.replace(" w", "[] w")));
    check_wild("25", &format!("Known(ThreeCheck) {}", INITIAL.replace("- 0", "- 3+3 0")));
    check_wild("27", &format!("Known(Atomic) {INITIAL}"));
    check_wild("9 16 17 18 24 26 28 31 0a", &format!("Unchecked {INITIAL}"));
}

#[test]
fn variants_with_setups_of_chess960() {
    let back_ranks = "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1";
    let expect = format!("Known(Atomic) {back_ranks}");
    check(&[("Variant", "Atomic"), ("SetUp", "1"), ("FEN", back_ranks)], &expect);
    let named = back_ranks.replace("KQkq", "CAca");
    check(&[("Variant", "Atomic"), ("SetUp", "1"), ("FEN", &named)], &expect);
    check(&[("Variant", "Standard Chess")], INITIAL);
}
