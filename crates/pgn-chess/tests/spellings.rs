//! Spellings of moves (LEN-01 to LEN-18), with the conformance cases about them.

use pgn_chess::{Language, Position, ResolveOptions, Start, resolve};
use pgn_syntax::SanCode;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn read(fen: &str, text: &[u8], options: &ResolveOptions) -> String {
    let before = Start::from_fen(fen.as_bytes()).position.unwrap_or(Position::INITIAL);
    let code = match SanCode::read(text) {
        Some((code, len)) if len == text.len() => code,
        _ => SanCode::NOT_PLAIN,
    };
    match resolve(&before, code, text, options) {
        Err(error) => {
            let mut candidates: Vec<_> =
                error.candidates(&before).iter().map(|san| format!(" {san}")).collect();
            candidates.sort();
            format!("{:?}{}", error.kind, candidates.concat())
        }
        Ok(resolved) => {
            let after = before.after(resolved.mv);
            let san = before.canonical_san(resolved.mv);
            let signs = resolved.judge_sign(&after) | resolved.judge_false_check(&after);
            let deviations = resolved.deviations | signs;
            assert_eq!(deviations.is_empty(), san.as_bytes() == text, "{san}");
            let names = deviations.iter_names().map(|(name, _)| name);
            [&*san.to_string()].into_iter().chain(names).collect::<Vec<_>>().join(" ")
        }
    }
}

#[track_caller]
fn check(fen: &str, text: &str, expect: &str) {
    assert_eq!(read(fen, text.as_bytes(), &ResolveOptions::default()), expect, "{text}");
}

#[track_caller]
fn check_lang(lang: &str, fen: &str, text: &str, expect: &str) {
    let options = ResolveOptions { lang: Language::find(lang), ..ResolveOptions::default() };
    assert!(options.lang.is_some());
    assert_eq!(read(fen, text.as_bytes(), &options), expect, "{lang} {text}");
}

#[test]
fn t03_to_t11_canonical_san() {
    check("r7/4k3/8/8/8/8/8/Q3K3 w - - 0 1", "Qxa8", "Qxa8");
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    check(pinned, "Nge2", "Ne2 OVERDISAMBIGUATED");
    check(pinned, "Nce2", "Illegal");
    let two = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
    check(two, "Nge2", "Nge2");
    check(two, "Nce2", "Nce2");
    check(two, "Ne2", "Ambiguous Nce2 Nge2");
    check("3k4/8/8/8/3N4/8/8/K2R2N1 w - - 0 1", "Nf3+", "Ambiguous Ndf3+ Ngf3");
    let queens = "R7/Qp5k/Q1Q5/8/8/8/8/K7 w - - 0 1";
    for san in ["Qa6xb7#", "Q7xb7#", "Qcxb7#"] {
        check(queens, san, san);
    }
    let knights = "4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1";
    for san in ["Nb5d4", "N3d4", "Nfd4"] {
        check(knights, san, san);
    }
    check(
        "8/8/8/8/4k3/8/5p2/6NK b - - 0 1",
        "f2xg1Q",
        "fxg1=Q+ CHECK_SIGN LONG_ALGEBRAIC PROMOTION_FORM",
    );
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39", "e4", "e4");
}

#[test]
fn capitals_that_are_files() {
    // After 1. d4 d5: the knight on b1, or the bishop on c1.
    let both = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
    check(both, "B1D2", "Ambiguous Bd2 Nd2");
    check(both, "B1-D2", "Ambiguous Bd2 Nd2");
    check(both, "B1C3", "Nc3 CASE LONG_ALGEBRAIC");
    check(both, "BD2", "Bd2 CASE");
    check(both, "B3", "b3 CASE");
    check(both, "BB4", "Illegal");
    let capture = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
    check(capture, "BXC3", "Ambiguous Bxc3 bxc3");
    check(capture, "B2C3", "Ambiguous Bxc3 bxc3");
    check(capture, "BC3", "Bxc3 MISSING_CAPTURE CASE");
    check(capture, "Bxc3", "Bxc3");
    let pawn = "4k3/8/8/8/8/2n5/1P6/4KB2 w - - 0 1";
    check(pawn, "BXC3", "bxc3 WRONG_CAPTURE CASE");
    check(pawn, "BC3", "bxc3 MISSING_CAPTURE CASE");
    check(pawn, "Bxc3", "Illegal");
    check_lang("de", "4k3/8/8/8/8/8/3P4/3QK3 w - - 0 1", "D2D4", "d4 CASE LONG_ALGEBRAIC");
}

#[test]
fn t51_t52_castling() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (text, expect) in [("O-O", "O-O"), ("O-O-O", "O-O-O")] {
        check(both, text, expect);
    }
    for text in ["0-0", "o-o", "OO", "oo", "O–O", "0–0", "O-0"] {
        check(both, text, "O-O CASTLING_ZERO");
    }
    for text in ["0-0-0", "o-o-o", "000", "OOO", "O—O—O"] {
        check(both, text, "O-O-O CASTLING_ZERO");
    }
    for text in ["Kg1", "Ke1-g1", "e1g1", "Ke1g1", "e1h1"] {
        check(both, text, "O-O CASTLING_AS_KING");
    }
    check(both, "Kc1", "O-O-O CASTLING_AS_KING");
    check(both, "Kb1", "Illegal");
    check(both, "Kf1", "Kf1");
    check("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Kg1", "Illegal");
    check("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "Illegal");
    let check_at_once = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    check(check_at_once, "O-O", "O-O+ CHECK_SIGN");
    check(check_at_once, "O-O+", "O-O+");
    check(check_at_once, "0-0+", "O-O+ CASTLING_ZERO");
}

#[test]
fn resolves_castling_in_chess960() {
    let fen = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1";
    check(fen, "O-O", "O-O");
    check(fen, "O-O-O", "O-O-O");
    for text in ["Kf1xh1", "f1h1", "Kxh1"] {
        check(fen, text, "O-O CASTLING_AS_KING");
    }
    check(fen, "f1b1", "O-O-O CASTLING_AS_KING");
    check(fen, "Kg1", "Kg1");
    check(fen, "Kc1", "Illegal");
}

#[test]
fn t53_t56_captures_signs_and_marks() {
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    check(fen, "exd5", "exd5");
    check(fen, "ed5", "exd5 MISSING_CAPTURE");
    for text in ["eXd5", "e:d5", "e×d5", "ed5:"] {
        check(fen, text, "exd5 WRONG_CAPTURE");
    }
    for text in ["ed", "exd"] {
        check(fen, text, "exd5 NON_CANONICAL");
    }
    check(fen, "ed:", "exd5 WRONG_CAPTURE NON_CANONICAL");
    check(fen, "xd5", "exd5 NON_CANONICAL");
    check(fen, "d5", "Illegal");
    check(fen, "dxe5", "Illegal");
    check(fen, "nc3", "Nc3 CASE");
    check(fen, "Nxf3", "Nf3 WRONG_CAPTURE");
    check(fen, "N:f3", "Nf3 WRONG_CAPTURE");
    check(fen, "E5", "e5 CASE");
    check(fen, "EXD5", "exd5 WRONG_CAPTURE CASE");
    let queen = "rnbqkb1r/ppp1pppp/5n2/3Q4/8/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3";
    check(queen, "Nd5", "Nxd5 MISSING_CAPTURE");
    check(queen, "Qd5:", "Qxd5 WRONG_CAPTURE");
    let mate = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2";
    check(mate, "Qh4#", "Qh4#");
    for text in
        ["Qh4", "Qh4+", "Qh4++", "Qh4##", "Qh4†", "Qh4‡", "Qh4 mate", "Qh4 #", "Qh4ch", "Qh4+!"]
    {
        let expect =
            if text.ends_with('!') { "Qh4# CHECK_SIGN NON_CANONICAL" } else { "Qh4# CHECK_SIGN" };
        check(mate, text, expect);
    }
    check(mate, "Qe7+", "Qe7 CHECK_SIGN FALSE_CHECK");
    check(mate, "Qe7#", "Qe7 CHECK_SIGN FALSE_CHECK");
    let ep = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    check(ep, "exd6", "exd6");
    for text in ["exd6 e.p.", "exd6e.p.", "exd6ep", "exd6(ep)", "exd6 (e.p.)"] {
        check(ep, text, "exd6 EN_PASSANT_MARK");
    }
    check(ep, "ed6ep", "exd6 MISSING_CAPTURE EN_PASSANT_MARK");
    check(ep, "e5d6", "exd6 LONG_ALGEBRAIC");
    check(ep, "Nf3(=)", "Nf3 DRAW_OFFER");
}

#[test]
fn t55_promotions() {
    let fen = "8/4P3/8/8/8/8/k7/7K w - - 0 1";
    check(fen, "e8=Q", "e8=Q");
    for text in ["e8Q", "e8=q", "e8(Q)", "e8/Q", "e8 =Q", "e8q", "e8=(Q)", "e8 Q"] {
        check(fen, text, "e8=Q PROMOTION_FORM");
    }
    check(fen, "e8b", "e8=B PROMOTION_FORM");
    for text in ["e8[Q]", "e8\n=Q", "e8 = Q", "e8 (Q)"] {
        check(fen, text, "e8=Q PROMOTION_FORM");
    }
    check("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8+=Q", "e8=Q+ PROMOTION_FORM");
    let capture = "rn6/P3k3/8/8/8/8/8/4K3 w - - 0 1";
    check(capture, "ab=Q", "axb8=Q NON_CANONICAL");
    check(capture, "axb=N+", "axb8=N CHECK_SIGN NON_CANONICAL FALSE_CHECK");
    check(capture, "ab", "MissingPromotion");
    check(fen, "e7e8q", "e8=Q LONG_ALGEBRAIC");
    check(fen, "e8=♕", "e8=Q FIGURINE");
    for text in ["e8", "e7e8", "e7-e8"] {
        check(fen, text, "MissingPromotion");
    }
    for text in ["e8=K", "e8=P"] {
        assert!(
            ["Illegal", "Unreadable"]
                .contains(&read(fen, text.as_bytes(), &ResolveOptions::default()).as_str())
        );
    }
    let options = ResolveOptions { assume_queen: true, ..ResolveOptions::default() };
    assert_eq!(read(fen, b"e8", &options), "e8=Q ASSUMED_QUEEN");
}

#[test]
fn t57_the_letter_b() {
    let fen = "4k3/8/8/2p5/1P6/4B3/8/4K3 w - - 0 1";
    check(fen, "bxc5", "bxc5");
    check(fen, "bc5", "bxc5 MISSING_CAPTURE");
    let fen = "4k3/8/8/2p5/8/4B3/8/4K3 w - - 0 1";
    check(fen, "bxc5", "Bxc5 AMBIGUOUS_B");
    check(fen, "bc5", "Bxc5 MISSING_CAPTURE AMBIGUOUS_B");
    check(fen, "bd4", "Bd4 AMBIGUOUS_B");
    check(fen, "b4", "Illegal");
}

#[test]
fn t59_t60_king_and_long_algebraic() {
    check("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Ke3", "Illegal");
    for text in ["e2-e4", "e2e4", "e2–e4"] {
        check(INITIAL, text, "e4 LONG_ALGEBRAIC");
    }
    for text in ["Ng1-f3", "g1f3", "g1-f3"] {
        check(INITIAL, text, "Nf3 LONG_ALGEBRAIC");
    }
    for text in ["Ng1f3", "Ngf3", "N1f3"] {
        check(INITIAL, text, "Nf3 OVERDISAMBIGUATED");
    }
    check(INITIAL, "Nhf3", "Illegal");
    check(INITIAL, "N2f3", "Illegal");
    for text in ["Pe4", "P-e4"] {
        let extra = if text.contains('-') { " NON_CANONICAL" } else { "" };
        check(INITIAL, text, &format!("e4 PAWN_LETTER{extra}"));
    }
    check(INITIAL, "pe4", "e4 CASE PAWN_LETTER");
    check(INITIAL, "ee4", "e4 NON_CANONICAL");
    let rank_for_file = "4k3/8/8/8/3N4/8/8/4K1N1 w - - 0 1";
    check(rank_for_file, "N1f3", "Ngf3 NON_CANONICAL");
    check(rank_for_file, "Ng1f3", "Ngf3 OVERDISAMBIGUATED");
    check("8/4P3/3p4/8/8/8/k7/7K w - - 0 1", "e7d8q", "Illegal");
    check("3r4/4P3/8/8/8/8/k7/7K w - - 0 1", "e7xd8=Q", "exd8=Q LONG_ALGEBRAIC");
    check("3r4/4P3/8/8/8/8/k7/7K w - - 0 1", "e7d8q", "exd8=Q LONG_ALGEBRAIC");
}

#[test]
fn t89_t90_letters_and_figurines() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    check(fen, "♘f3", "Nf3 FIGURINE");
    check(fen, "♞\u{FE0E}f3", "Nf3 FIGURINE");
    check(fen, "♙d4", "d4 FIGURINE");
    for text in ["Sf3", "Cf3", "Кf3", "Lc4", "Fc4", "Dh5", "Крe2"] {
        check(fen, text, "ForeignLetter");
    }
    check_lang("ru", fen, "Кf3", "Nf3 FOREIGN_LETTER");
    check_lang("ru", fen, "Крe2", "Ke2 FOREIGN_LETTER");
    check_lang("ru", fen, "Сb5", "Bb5 FOREIGN_LETTER");
    check_lang("ru", fen, "d3", "d3");
    check_lang("de", fen, "Sf3", "Nf3 FOREIGN_LETTER");
    check_lang("de", fen, "Lb5", "Bb5 FOREIGN_LETTER");
    check_lang("fr", fen, "Re2", "Ke2 FOREIGN_LETTER");
    check_lang("es", fen, "Cf3", "Nf3 FOREIGN_LETTER");
    check_lang("es", fen, "d4", "d4");
    // The other letters are those of a keyboard that was not switched over.
    check_lang("ru", fen, "Крe2", "Ke2 FOREIGN_LETTER");
    check_lang("ru", fen, "Кре2", "Ke2 FOREIGN_LETTER LOOK_ALIKE");
    check_lang("ru", fen, "Сс4", "Bc4 FOREIGN_LETTER LOOK_ALIKE");
    check_lang("ru", fen, "Ка3", "Na3 FOREIGN_LETTER LOOK_ALIKE");
    let options = ResolveOptions { lang: Language::find("ru"), ..ResolveOptions::default() };
    assert_eq!(read(fen, b"\xCAf3", &options), "Nf3 FOREIGN_LETTER");
    assert_eq!(read(fen, b"\xEB\xD2e2", &options), "Ke2 FOREIGN_LETTER");
}

/// `Β` looks like a bishop, and is the queen in Greek.
#[test]
fn greek_letters_are_no_look_alikes_where_greek_gives_another_move() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for text in ["Βe2", "Ιf3", "Αc4", "Ρe2"] {
        check(fen, text, "ForeignLetter");
    }
    check(fen, "Βc4", "Bc4 LOOK_ALIKE");
    check_lang("el", fen, "Βe2", "Qe2 FOREIGN_LETTER");
    check_lang("el", fen, "Ιf3", "Nf3 FOREIGN_LETTER");
    check_lang("el", fen, "Αc4", "Bc4 FOREIGN_LETTER");
    check_lang("el", fen, "Ρe2", "Ke2 FOREIGN_LETTER");
}

/// `К` looks like a king, and is the knight in Russian.
#[test]
fn a_look_alike_with_two_meanings_is_none_in_parentheses_either() {
    let fen = "4k3/8/8/8/8/8/4K3/6N1 w - - 0 1";
    for text in ["Кf3", "(К)f3", " К f3"] {
        check(fen, text, "ForeignLetter");
    }
    check(fen, "(К)f2", "Kf2 LOOK_ALIKE SPLIT");
}

#[test]
fn a_capture_sign_after_a_capture_is_the_sign_of_mate() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    for text in ["Qxf7×", "Q:f7x", "Qh5xf7X", "Qf7×"] {
        let found = read(fen, text.as_bytes(), &ResolveOptions::default());
        assert!(found.starts_with("Qxf7# "), "{text}: {found}");
    }
    check(fen, "Qh6×", "Qh6 WRONG_CAPTURE");
    let options = ResolveOptions { lang: Language::find("ru"), ..ResolveOptions::default() };
    let found = read(fen, "Ф:f7×".as_bytes(), &options);
    assert!(found.starts_with("Qxf7# "), "{found}");
}

#[test]
fn promotions_have_letters_of_languages() {
    let fen = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    for text in ["axb8D+", "axb8=D", "axb8 D", "axb8 (D)", "a8Ф"] {
        check(fen, text, "ForeignLetter");
    }
    check_lang("de", fen, "axb8 D+", "axb8=Q+ PROMOTION_FORM FOREIGN_LETTER");
    check_lang("de", fen, "axb8 (S)", "axb8=N PROMOTION_FORM FOREIGN_LETTER");
    check_lang("ru", fen, "a8Ф", "a8=Q PROMOTION_FORM FOREIGN_LETTER");
}

#[test]
fn origins_in_brackets_are_read() {
    check("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "N{b1}c3", "Nc3 OVERDISAMBIGUATED SPLIT");
    check("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "N(g)c3", "Illegal");
}

#[test]
fn rejects_other_text() {
    for text in ["Kd9", "a9", "N@f3", "@e4", "Ra8", "Kxe1"] {
        check(INITIAL, text, "Illegal");
    }
    for text in [
        "",
        "White",
        "he",
        "zz9",
        "(",
        "\u{1F600}",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ] {
        let got = read(INITIAL, text.as_bytes(), &ResolveOptions::default());
        assert!(["Unreadable", "Illegal"].contains(&got.as_str()), "{text} {got}");
    }
}

#[test]
fn t87_the_first_moves_sorted() {
    let sans = Position::INITIAL.legal_sans();
    let at = |i: usize| sans[i].as_str();
    assert_eq!((sans.len(), at(0), at(1), at(4), at(19)), (20, "Na3", "Nc3", "a3", "h4"));
}

/// No text makes the reader panic, and text that it calls canonical is canonical.
#[test]
fn any_bytes_can_be_read() {
    let alphabet: &[&[u8]] = &[
        b"a", b"b", b"e", b"h", b"1", b"2", b"4", b"8", b"N", b"B", b"K", b"R", b"n", b"x", b":",
        b"-", b"=", b"Q", b"q", b"(", b")", b"+", b"#", b"O", b"0", b"@", b" ", b"\xD0\x9A",
        b"\xCA", b"\xE2\x99\x98", b"ep", b".",
    ];
    let mut random = fastrand::Rng::with_seed(1);
    let fens = [
        INITIAL,
        "r3k2r/1P6/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
        "r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 0 1",
    ];
    let mut text = Vec::new();
    for _ in 0..60_000 {
        text.clear();
        for _ in 0..random.usize(2..8) {
            text.extend_from_slice(alphabet[random.usize(..alphabet.len())]);
        }
        let fen = fens[random.usize(..fens.len())];
        read(fen, &text, &ResolveOptions::default());
    }
}

/// Lookalikes are read as the letters they resemble if the move is legal, unless a language has the letter.
#[test]
fn resolves_lookalikes() {
    check(INITIAL, "Nс3", "Nc3 LOOK_ALIKE");
    check(INITIAL, "е4", "e4 LOOK_ALIKE");
    check(INITIAL, "Νf3", "Nf3 LOOK_ALIKE");
    check(INITIAL, "Ｎｆ３", "Nf3 LOOK_ALIKE");
    check(INITIAL, "NfЗ", "Nf3 LOOK_ALIKE");
    check(INITIAL, "Nе5", "Illegal");
    check(INITIAL, "Nсе", "Unreadable");
    check(INITIAL, "Кf3", "ForeignLetter");
    let king = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    check(king, "Кf1", "Kf1 LOOK_ALIKE");
    check("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", "Кd1", "Kd1 LOOK_ALIKE");
    check("4k3/8/8/8/8/4N3/8/4K3 w - - 0 1", "Кd1", "ForeignLetter");
    check_lang("ru", "4k3/8/8/8/8/4N3/8/4K3 w - - 0 1", "Кd1", "Nd1 FOREIGN_LETTER");
}

#[test]
fn resolves_split_moves() {
    check(INITIAL, "N f3", "Nf3 SPLIT");
    check(INITIAL, "N\nf3", "Nf3 SPLIT");
    check(INITIAL, "♘ f3", "Nf3 FIGURINE SPLIT");
    check(INITIAL, "N\u{200B}f3", "Nf3 SPLIT");
    check(INITIAL, "N f4", "Illegal");
    check(INITIAL, "S f3", "ForeignLetter");
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(castling, "O - O", "O-O SPLIT");
    check(castling, "0 - 0 - 0", "O-O-O CASTLING_ZERO SPLIT");
    check(castling, "O O", "O-O CASTLING_ZERO SPLIT");
}
