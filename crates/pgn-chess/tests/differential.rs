//! Compares [`Board`] with shakmaty in random games: the legal moves, their canonical SAN, and the errors of
//! texts that are not legal moves must be the same.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use pgn_chess::{
    Board, CanonicalPly, Deviations, GameEnd, Move, MoveErrorKind, Ply, Position, PositionText,
    Replay, ReplayOptions, ResolveOptions, Resolved, Visitor, resolve,
    shakmaty::{
        self, CastlingMode, Chess, EnPassantMode, Position as _, Role, Square,
        fen::Fen,
        san::{San, SanError, SanPlus},
        zobrist::Zobrist64,
    },
};
use pgn_syntax::{Games, SanCode};

const STANDARD: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1",
    "R7/Qp5k/Q1Q5/8/8/8/8/K7 w - - 0 1",
    "8/8/8/KPp4r/8/8/8/7k w - c6 0 2",
    "3k4/8/8/8/q1PpP2K/8/8/8 b - c3 0 1",
];

const CHESS960: &[&str] = &[
    "nrkbqnbr/pppppppp/8/8/8/8/PPPPPPPP/NRKBQNBR w HBhb - 0 1",
    "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1",
    "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1",
    "r1k4r/8/8/8/8/8/8/qRK4R w HB - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "5rkr/8/8/8/8/8/8/r4RKR w HF - 0 1",
];

fn set_up(fen: &str, mode: CastlingMode) -> (Chess, Board) {
    let setup = fen.parse::<Fen>().unwrap().into_setup();
    let chess = setup.clone().position::<Chess>(mode).unwrap();
    let board = Board::from_setup(&setup, mode == CastlingMode::Chess960).unwrap();
    assert_same(&chess, &board);
    (chess, board)
}

#[track_caller]
fn assert_same(chess: &Chess, board: &Board) {
    let ours = board.to_setup();
    let theirs = chess.to_setup(EnPassantMode::Always);
    assert_eq!(ours, theirs);
    assert_eq!(board.checkers(), chess.checkers());
    assert_eq!(board.legal_ep_square(), chess.legal_ep_square());
    assert_eq!(board.is_insufficient_material(), chess.is_insufficient_material());
}

fn read(position: &Position, text: &str) -> Result<Resolved, MoveErrorKind> {
    let code = match SanCode::read(text.as_bytes()) {
        Some((code, len)) if len == text.len() => code,
        _ => SanCode::NOT_PLAIN,
    };
    resolve(position, code, text.as_bytes(), &ResolveOptions::default()).map_err(|error| error.kind)
}

/// Readings that only the lenient reader accepts.
const OTHER_READINGS: &[Deviations] =
    &[Deviations::CASTLING_AS_KING, Deviations::AMBIGUOUS_B, Deviations::LONG_ALGEBRAIC];

fn random_text(random: &mut fastrand::Rng) -> String {
    let mut text = String::new();
    let square = Square::new(u32::try_from(random.usize(..64)).unwrap());
    let origin = Square::new(u32::try_from(random.usize(..64)).unwrap());
    match random.usize(..8) {
        0 => text.push_str(if random.usize(..2) == 0 { "O-O" } else { "O-O-O" }),
        1 | 2 => {
            if random.usize(..2) == 0 {
                text.push(origin.file().char());
                text.push('x');
            }
            text.push_str(&square.to_string());
            if matches!(square.rank().char(), '1' | '8') && random.usize(..4) > 0 {
                text.push('=');
                text.push(['N', 'B', 'R', 'Q'][random.usize(..4)]);
            }
        }
        _ => {
            text.push(['N', 'B', 'R', 'Q', 'K'][random.usize(..5)]);
            match random.usize(..5) {
                0 => text.push(origin.file().char()),
                1 => text.push(origin.rank().char()),
                2 => text.push_str(&origin.to_string()),
                _ => (),
            }
            if random.usize(..3) == 0 {
                text.push('x');
            }
            text.push_str(&square.to_string());
        }
    }
    text
}

fn judge_random(chess: &Chess, position: &Position, text: &str) {
    let ours = read(position, text);
    let mut san: San = text.parse().unwrap();
    if let San::Normal { role, to, ref mut capture, .. } = san
        && role != Role::Pawn
    {
        *capture = chess.board().role_at(to).is_some();
    }
    match (san.to_move(chess), ours) {
        (Ok(theirs), Ok(ours)) => {
            assert_eq!(ours.mv.to_shakmaty(chess.board()), theirs, "{text} {}", position.fen());
        }
        (Ok(_), Err(error)) => panic!("{text} {error:?} {}", position.fen()),
        (Err(theirs), Ok(ours)) => {
            let is_other = OTHER_READINGS.iter().any(|&other| ours.deviations.contains(other));
            assert!(is_other, "{text} {theirs} {ours:?} {}", position.fen());
        }
        (Err(theirs), Err(ours)) => {
            let is_ambiguous = matches!(theirs, SanError::AmbiguousSan);
            assert_eq!(is_ambiguous, ours == MoveErrorKind::Ambiguous, "{text} {}", position.fen());
        }
    }
}

/// Plays a random game and compares the positions at each ply.
fn play(mut chess: Chess, mut board: Board, random: &mut fastrand::Rng, n_plies: usize) -> usize {
    for ply in 0..n_plies {
        let position = Position::Standard(board);
        let legal = chess.legal_moves();
        let mut ours: Vec<_> =
            position.legal_moves().into_iter().map(|mv| mv.to_shakmaty(chess.board())).collect();
        let mut theirs: Vec<_> = legal.iter().copied().collect();
        let key = |mv: &shakmaty::Move| format!("{mv:?}");
        ours.sort_by_key(key);
        theirs.sort_by_key(key);
        assert_eq!(ours, theirs, "{}", position.fen());
        for &mv in &legal {
            let san = SanPlus::from_move(chess.clone(), mv).to_string();
            let resolved = read(&position, &san)
                .unwrap_or_else(|error| panic!("{san} {error:?} {}", position.fen()));
            assert_eq!(resolved.mv.to_shakmaty(chess.board()), mv, "{san} {}", position.fen());
            assert!(
                resolved.deviations.is_empty(),
                "{san} {:?} {}",
                resolved.deviations,
                position.fen()
            );
            assert_eq!(position.canonical_san(resolved.mv).as_str(), san, "{}", position.fen());
            let after = position.clone().after(resolved.mv);
            assert!(resolved.judge_sign(&after).is_empty(), "{san} {}", position.fen());
        }
        for _ in 0..40 {
            judge_random(&chess, &position, &random_text(random));
        }
        assert_eq!(board.is_checkmate(), chess.is_checkmate());
        assert_eq!(board.is_stalemate(), chess.is_stalemate());
        if legal.is_empty() {
            return ply;
        }
        let mv = legal[random.usize(..legal.len())];
        let ours = position
            .legal_moves()
            .into_iter()
            .find(|m| m.to_shakmaty(chess.board()) == mv)
            .unwrap();
        let Position::Standard(after) = position.after(ours) else { panic!() };
        board = after;
        chess.play_unchecked(mv);
        assert_same(&chess, &board);
    }
    n_plies
}

fn run(fens: &[&str], mode: CastlingMode, n_games: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut n_plies = 0;
    for fen in fens {
        for _ in 0..n_games {
            let (chess, board) = set_up(fen, mode);
            n_plies += play(chess, board, &mut random, 120);
        }
    }
    assert!(n_plies > 100);
}

#[test]
fn standard_chess_agrees_with_shakmaty() {
    run(STANDARD, CastlingMode::Standard, 6, 0x9E37_79B9_7F4A_7C15);
}

#[test]
fn chess960_agrees_with_shakmaty() {
    run(CHESS960, CastlingMode::Chess960, 6, 0xD1B5_4A32_D192_ED03);
}

/// A visitor that counts the moves whose text is canonical.
#[derive(Default)]
struct Canonical {
    n: u32,
}

impl Visitor for Canonical {
    fn ply(&mut self, _: &Ply<'_>) {}

    fn wants_played(&self, _: Deviations) -> bool {
        false
    }

    fn needs_only_text(&self) -> bool {
        true
    }

    fn canonical(&mut self, _: &CanonicalPly<'_>) {
        self.n += 1;
    }
}

/// A visitor that compares the text and the hash of each position with those of shakmaty.
struct Texts {
    chess: Chess,
    text: PositionText,
    n_canonical: usize,
}

impl Texts {
    fn play(&mut self, mv: Move) {
        self.chess.play_unchecked(mv.to_shakmaty(self.chess.board()));
    }

    fn compare(&mut self) {
        let is_chess960 = self.chess.castles().mode() == CastlingMode::Chess960;
        let shown = if is_chess960 { EnPassantMode::PseudoLegal } else { EnPassantMode::Always };
        let expect = Fen::from_position(&self.chess, shown).to_string();
        let mut fen = Vec::new();
        self.text.push_fen(&mut fen);
        assert_eq!(String::from_utf8(fen).unwrap(), expect);
        let hash = self.chess.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0;
        assert_eq!(self.text.hash(), hash, "{expect}");
    }
}

impl Visitor for Texts {
    fn ply(&mut self, ply: &Ply<'_>) {
        self.play(ply.played_move().unwrap());
        self.text.set(ply.after.unwrap());
        self.compare();
    }

    fn needs_only_text(&self) -> bool {
        true
    }

    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        self.n_canonical += 1;
        self.play(ply.mv());
        self.text.follow(ply);
        self.compare();
    }
}

/// Replays a game without its plies, as for a visitor that only needs the end.
fn walk(fen: &str, mode: CastlingMode, moves: &str) -> (GameEnd, u32) {
    let mut visitor = Canonical::default();
    (walk_with(fen, mode, moves, &mut visitor), visitor.n)
}

fn walk_with(fen: &str, mode: CastlingMode, moves: &str, visitor: &mut impl Visitor) -> GameEnd {
    let variant = if mode == CastlingMode::Chess960 { "[Variant \"Chess960\"]\n" } else { "" };
    let pgn = format!("{variant}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
    let mut games = Games::new(pgn.as_bytes());
    let game = games.next().unwrap();
    let start = pgn_chess::start(game, pgn.as_bytes());
    let options = ReplayOptions::default();
    Replay::new().walk(game, pgn.as_bytes(), &start, &options, visitor)
}

/// Replays random games, with castling on both sides (legal or not), promotions and en passant at each ply.
fn walk_random(fen: &str, mode: CastlingMode, random: &mut fastrand::Rng) -> usize {
    let (mut chess, _) = set_up(fen, mode);
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..80 {
        let fen = Fen::from_position(&chess, EnPassantMode::Always).to_string();
        let castling = ["O-O", "O-O-O"].map(|text| {
            let san: San = text.parse().unwrap();
            (san, san.to_move(&chess).ok())
        });
        let special = |mv: &shakmaty::Move| mv.is_promotion() || mv.is_en_passant();
        let special = chess.legal_moves().into_iter().filter(special);
        let special = special.map(|mv| (San::from_move(&chess, mv), Some(mv)));
        for (san, legal) in castling.into_iter().chain(special) {
            let sign = legal.map(|mv| SanPlus::from_move(chess.clone(), mv).suffix);
            for suffix in ["", "+", "#"] {
                // The variation plays the move again from the same position.
                let moves = format!("{san}{suffix} ({san}{suffix})");
                let (end, n_canonical) = walk(&fen, mode, &moves);
                let is_right = sign.is_some_and(|sign| {
                    sign.map(|sign| sign.to_string()).unwrap_or_default() == suffix
                });
                assert_eq!(
                    (end.has_error(), n_canonical),
                    (legal.is_none(), if is_right { 2 } else { 0 }),
                    "{fen} {moves}"
                );
                if let Some(mv) = legal {
                    let mut after = chess.clone();
                    after.play_unchecked(mv);
                    let Some(Position::Standard(board)) = end.position else { panic!("{fen}") };
                    assert_same(&after, &board);
                }
            }
        }
        let legal = chess.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.usize(..legal.len())];
        moves.push(SanPlus::from_move_and_play_unchecked(&mut chess, mv).to_string());
    }
    let (end, _) = walk(fen, mode, &moves.join(" "));
    assert_eq!((end.has_error(), end.n_plies as usize), (false, moves.len()), "{fen} {moves:?}");
    let Some(Position::Standard(board)) = end.position else { panic!("{fen}") };
    assert_same(&chess, &board);
    let (first, first_board) = set_up(fen, mode);
    let text = PositionText::new(&Position::Standard(first_board));
    let mut texts = Texts { chess: first, text, n_canonical: 0 };
    texts.compare();
    walk_with(fen, mode, &moves.join(" "), &mut texts);
    assert!(moves.is_empty() || texts.n_canonical > 0, "{fen}");
    moves.len()
}

#[test]
fn games_in_place_agree_with_shakmaty() {
    let mut random = fastrand::Rng::with_seed(0x2545_F491_4F6C_DD1D);
    let castling = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
        "8/8/8/8/8/8/8/R3K2k w Q - 0 1",
        "r3k2K/8/8/8/8/8/8/8 b q - 0 1",
        "5k2/8/8/8/8/8/8/R3K2R w KQ - 3 9",
        "3k4/8/8/8/8/8/8/R3K2R w KQ - 3 9",
        "r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 3 9",
    ];
    let pawns = [
        "1n1n1n1n/P1P1P1P1/8/k7/7K/8/p1p1p1p1/1N1N1N1N w - - 0 1",
        "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
        "8/p1p1p1p1/8/KP3P1r/Rp3p1k/8/P1P1P1P1/8 b - - 0 1",
    ];
    let mut n_plies = 0;
    for _ in 0..10 {
        for fen in STANDARD.iter().chain(&castling).chain(&pawns) {
            n_plies += walk_random(fen, CastlingMode::Standard, &mut random);
        }
    }
    for fen in CHESS960 {
        n_plies += walk_random(fen, CastlingMode::Chess960, &mut random);
    }
    assert!(n_plies > 1000);
}

/// Replays random games of variants. shakmaty plays them, so that only the resolution of canonical SAN is
/// tested.
#[test]
fn variants_resolve_their_canonical_san() {
    let mut random = fastrand::Rng::with_seed(0xA076_1D64_78BD_642F);
    let names = [
        "Crazyhouse", "Three-check", "King of the Hill", "Antichess", "Atomic", "Horde",
        "Racing Kings",
    ];
    for name in names {
        let pgn = format!("[Variant \"{name}\"]\n\n*\n");
        let mut games = Games::new(pgn.as_bytes());
        let start = pgn_chess::start(games.next().unwrap(), pgn.as_bytes());
        for _ in 0..4 {
            let mut position = start.position.clone().unwrap();
            for _ in 0..100 {
                let legal = position.legal_moves();
                for &mv in &legal {
                    let san = position.canonical_san(mv);
                    let resolved = read(&position, san.as_str()).unwrap_or_else(|error| {
                        panic!("{name} {san} {error:?} {}", position.fen())
                    });
                    assert_eq!(resolved.mv, mv, "{name} {san} {}", position.fen());
                    let deviations = resolved.deviations | resolved.judge_sign(&position.after(mv));
                    assert!(
                        deviations.is_empty(),
                        "{name} {san} {deviations:?} {}",
                        position.fen()
                    );
                }
                if legal.is_empty() {
                    break;
                }
                position = position.after(legal[random.usize(..legal.len())]);
            }
        }
    }
}

fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| perft(&position.clone().after(mv), depth - 1)).sum()
}

#[test]
fn perft_agrees_with_shakmaty() {
    for (fens, mode) in [(STANDARD, CastlingMode::Standard), (CHESS960, CastlingMode::Chess960)] {
        for fen in fens {
            let (chess, board) = set_up(fen, mode);
            let theirs = shakmaty::perft(&chess, 3);
            assert_eq!(perft(&Position::Standard(board), 3), theirs, "{fen}");
        }
    }
}
