//! The property that a replay reports the same to all visitors, whichever [way](pgn_chess::replay) it plays
//! the moves.

use std::cell::Cell;

use pgn_chess::{
    CanonicalPly, Deviations, GameEnd, Move, Outcome, Ply, Replay, ReplayOptions, Visitor,
    replay::FinalZeros, start,
};

use pgn_syntax::NodeId;

use crate::invariants::games;

/// A visitor that records the plies that are reported.
struct Recorder {
    /// The recorder requests every n-th canonical move; 0: none of them.
    every: u32,
    n_asked: Cell<u32>,
    /// The node and a description of each ply, and whether it is reported to all visitors.
    reported: Vec<(u32, String, bool)>,
}

impl Visitor for Recorder {
    fn wants_played(&self, deviations: Deviations) -> bool {
        self.n_asked.set(self.n_asked.get().wrapping_add(1));
        !deviations.is_empty() || self.every != 0 && self.n_asked.get().is_multiple_of(self.every)
    }

    fn ply(&mut self, ply: &Ply<'_>) {
        let is_clean =
            matches!(ply.outcome, Outcome::Played { deviations, .. } if deviations.is_empty());
        let after = ply.after.map(pgn_chess::Position::fen);
        let words = format!(
            "{} {} {:?} {} {:?} {} {after:?}",
            ply.depth,
            ply.index,
            ply.outcome,
            ply.number,
            ply.turn,
            ply.before.fen()
        );
        self.reported.push((ply.id.0, words, !is_clean));
    }
}

/// The data that a visitor requests for canonical moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Plies,
    Text,
    Moves,
}

/// A visitor that records moves and their text.
struct MoveRecorder<'a> {
    src: &'a [u8],
    wants: Request,
    reported: Vec<(NodeId, u32, u32, bool, Option<Move>)>,
    texts: Vec<Option<String>>,
}

impl Visitor for MoveRecorder<'_> {
    fn needs_only_text(&self) -> bool {
        self.wants == Request::Text
    }

    fn needs_only_moves(&self) -> bool {
        self.wants == Request::Moves
    }

    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        assert_ne!(self.wants, Request::Plies);
        self.reported.push((ply.id, ply.depth, ply.number, ply.turn.is_black(), Some(ply.mv())));
        self.texts.push(Some(String::from_utf8_lossy(ply.span.of(self.src)).into_owned()));
    }

    fn ply(&mut self, ply: &Ply<'_>) {
        let mv = match ply.outcome {
            Outcome::Played { mv, .. } => Some(mv),
            _ => None,
        };
        self.reported.push((ply.id, ply.depth, ply.number, ply.turn.is_black(), mv));
        self.texts.push(ply.canonical_san().map(|san| san.as_str().to_owned()));
    }
}

/// Returns a description of a game's end.
fn ending(end: &GameEnd) -> (Option<String>, String, u32, bool, bool, FinalZeros) {
    let position = end.position.as_ref().map(pgn_chess::Position::fen);
    let error = format!("{:?}", end.first_error);
    (position, error, end.n_plies, end.has_error(), end.is_mainline_complete, end.final_zeros)
}

/// Checks that all visitors receive the same end, the same plies in the same words, and every ply with a
/// deviation.
pub fn visitors_agree(bytes: &[u8]) {
    let mut replay = Replay::new();
    for game in games(bytes) {
        let start = start(&game, bytes);
        for judge_signs in [false, true] {
            let options = ReplayOptions { judge_signs, ..ReplayOptions::default() };
            let mut read = |wants| {
                let (reported, texts) = (Vec::new(), Vec::new());
                let mut reader = MoveRecorder { src: bytes, wants, reported, texts };
                let end = replay.walk(&game, bytes, &start, &options, &mut reader);
                ((ending(&end), reader.reported), reader.texts)
            };
            let (plies, texts) = read(Request::Plies);
            assert_eq!(read(Request::Text), (plies.clone(), texts));
            // Check signs may be wrong here.
            assert_eq!(read(Request::Moves).0, plies);
            let mut walk = |every| {
                let mut recorder = Recorder { every, n_asked: Cell::new(0), reported: Vec::new() };
                let end = replay.walk(&game, bytes, &start, &options, &mut recorder);
                (ending(&end), recorder.reported)
            };
            let (end, all) = walk(1);
            for every in [0, 2, 3, 7] {
                let (other_end, reported) = walk(every);
                assert_eq!(other_end, end);
                let mut reported = reported.iter().peekable();
                for ply in &all {
                    match reported.next_if(|next| next.0 == ply.0) {
                        Some(next) => assert_eq!(next, ply),
                        None => assert!(!ply.2, "not reported: {ply:?}"),
                    }
                }
                assert_eq!(reported.next(), None, "reported out of order, or twice");
            }
        }
    }
}
