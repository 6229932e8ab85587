//! Compares every move of real games with shakmaty: a move that was played is legal there, has the same
//! canonical SAN and leads to the same position; a move that failed fails there, too. The files are those
//! below `open` in the folder that `PGNKIT_CORPORA` names.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use pgn_chess::{
    Board, MoveErrorKind, Outcome, Ply, Position, Replay, ReplayOptions, Visitor,
    shakmaty::{
        CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _, PositionError, Role,
        san::{San, SanPlus},
    },
    start,
};
use pgn_syntax::{Games, Node, NodeKind};

/// Returns the position as a position of shakmaty, or `None` if shakmaty rejects it, as with pawns on the back ranks.
fn to_chess(board: &Board) -> Option<Chess> {
    let mode = CastlingMode::from_standard(!board.is_chess960());
    Chess::from_setup(board.to_setup(), mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .ok()
}

struct Judge<'a> {
    src: &'a [u8],
    nodes: &'a [Node],
    /// The position of shakmaty before the next move of the main line; `None` after an error.
    mainline: Option<Chess>,
    n_plies: u64,
    n_failed: u64,
}

impl Visitor for Judge<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let Position::Standard(board) = ply.before else { return };
        let kept = if ply.depth == 0 { self.mainline.take() } else { None };
        let Some(before) = kept.or_else(|| to_chess(board)) else { return };
        let text = String::from_utf8_lossy(ply.span.of(self.src)).into_owned();
        match ply.outcome {
            Outcome::Played { mv, deviations, .. } => {
                self.n_plies += 1;
                let mv = mv.to_shakmaty(before.board());
                assert!(before.is_legal(mv), "{text} {}", ply.before.fen());
                let mut after = before;
                let san = SanPlus::from_move_and_play_unchecked(&mut after, mv).to_string();
                let ours = ply.canonical_san().unwrap();
                assert_eq!(ours.as_str(), san, "{text} {}", ply.before.fen());
                assert_eq!(deviations.is_empty(), san == text, "{text} {san} {deviations:?}");
                let Some(Position::Standard(board)) = ply.after else { panic!() };
                assert_eq!(board.to_setup(), after.to_setup(EnPassantMode::Always));
                if ply.depth == 0 {
                    self.mainline = Some(after);
                }
            }
            Outcome::Failed(error) => {
                self.n_failed += 1;
                // The move is legal, but its number names the side that is not to move.
                if error.kind == MoveErrorKind::OtherSide {
                    return;
                }
                let NodeKind::Move { code, .. } = self.nodes[ply.id.0 as usize].kind else {
                    return;
                };
                let Ok(san) = text.parse::<SanPlus>() else { return };
                let mut san = san.san;
                if let San::Normal { role, to, ref mut capture, .. } = san
                    && role != Role::Pawn
                {
                    *capture = before.board().role_at(to).is_some();
                }
                assert!(san.to_move(&before).is_err(), "{text} {error} {}", ply.before.fen());
                assert!(!code.is_read() || error.kind != MoveErrorKind::Unreadable, "{text}");
            }
            Outcome::Null | Outcome::Skipped => (),
        }
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn")) {
            found.push(path);
        }
    }
}

#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn real_games_agree_with_shakmaty() {
    let folder = std::env::var_os("PGNKIT_CORPORA").expect("PGNKIT_CORPORA is not set");
    let mut paths = Vec::new();
    files(&PathBuf::from(folder).join("open"), &mut paths);
    assert!(!paths.is_empty());
    let (mut replay, options) = (Replay::new(), ReplayOptions::default());
    let (mut n_plies, mut n_failed, mut n_games) = (0, 0, 0_u64);
    for path in &paths {
        let src = fs::read(path).unwrap();
        let mut games = Games::new(&src);
        while let Some(game) = games.next() {
            let start = start(game, &src);
            let nodes = &game.nodes;
            let mut judge = Judge { src: &src, nodes, mainline: None, n_plies: 0, n_failed: 0 };
            replay.walk(game, &src, &start, &options, &mut judge);
            (n_plies, n_failed) = (n_plies + judge.n_plies, n_failed + judge.n_failed);
            n_games += 1;
        }
    }
    println!(
        "{} files, {n_games} games, {n_plies} plies, {n_failed} moves that failed",
        paths.len()
    );
}
