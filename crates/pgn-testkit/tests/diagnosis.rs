//! The diagnosis of games with planted slips: how often the true move is the only answer, or one of several.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{fs, path::Path};

use pgn_chess::{
    Outcome, Ply, Replay, ReplayOptions, ResolveOptions, Visitor,
    diagnosis::{self, Diagnosis, Slip},
    start,
};
use pgn_syntax::{Game, NodeKind, Span};
use pgn_testkit::{Rng, invariants};

/// A visitor that diagnoses the first bad move of a game.
struct Diagnoser<'a> {
    game: &'a Game,
    src: &'a [u8],
    found: Option<(Span, Diagnosis)>,
}

impl Visitor for Diagnoser<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if matches!(ply.outcome, Outcome::Failed(_)) && self.found.is_none() {
            let options = ResolveOptions::default();
            let diagnosis = diagnosis::diagnose(self.game, self.src, ply, &options);
            self.found = Some((ply.span, diagnosis));
        }
    }
}

fn ask(src: &[u8]) -> Option<(Span, Diagnosis)> {
    let game = invariants::games(src).into_iter().next()?;
    let mut diagnoser = Diagnoser { game: &game, src, found: None };
    Replay::new().walk(&game, src, &start(&game, src), &ReplayOptions::default(), &mut diagnoser);
    diagnoser.found
}

/// Returns the spans of the moves of the main line.
fn moves(src: &[u8]) -> Vec<Span> {
    let game = invariants::games(src).into_iter().next().unwrap();
    let is_move = |kind| matches!(kind, NodeKind::Move { .. });
    game.mainline().filter(|node| is_move(node.kind)).map(|node| node.span).collect()
}

/// Changes a file or rank of a move to its neighbor.
fn slip(text: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let at = text.iter().rposition(|byte| matches!(byte, b'1'..=b'8'))?;
    let at = at - usize::from(rng.one_in(2));
    let mut slipped = text.to_vec();
    slipped[at] = if rng.one_in(2) { slipped[at] + 1 } else { slipped[at] - 1 };
    matches!(slipped[at], b'a'..=b'h' | b'1'..=b'8').then_some(slipped)
}

#[test]
fn planted_slips() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut games = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "pgn") {
            let bytes = fs::read(path).unwrap();
            games.extend(invariants::games(&bytes).iter().map(|it| it.span.of(&bytes).to_vec()));
        }
    }
    games.sort();
    let mut rng = Rng::new(4);
    let (mut n_planted, mut n_one, mut n_among, mut n_wrong) = (0, 0, 0, 0);
    for _ in 0..40 {
        for game in games.iter().filter(|game| ask(game).is_none()) {
            let moves = moves(game);
            if moves.len() < 20 {
                continue;
            }
            // Moves must follow, as they decide about the diagnosis.
            let span = moves[4 + rng.below(moves.len() - 14)];
            let Some(slipped) = slip(span.of(game), &mut rng) else { continue };
            let mut text = game.clone();
            text.splice(span.start as usize..span.end as usize, slipped);
            let Some((bad, diagnosis)) = ask(&text) else { continue };
            if bad.start != span.start {
                continue;
            }
            n_planted += 1;
            let plain = |text: &[u8]| -> Vec<u8> {
                text.iter().copied().filter(|byte| !b"+#".contains(byte)).collect()
            };
            let is_true = |slip: &Slip| match slip {
                Slip::Other(san) => plain(san.as_bytes()) == plain(span.of(game)),
                _ => false,
            };
            match &*diagnosis.corrections {
                [correction] if is_true(&correction.slip) => n_one += 1,
                [_] => n_wrong += 1,
                corrections => {
                    n_among +=
                        u32::from(corrections.iter().any(|correction| is_true(&correction.slip)))
                }
            }
        }
    }
    let counts = format!("{n_planted} planted, {n_one} alone, {n_among} among, {n_wrong} wrong");
    assert!(n_planted >= 100, "{counts}");
    assert!(n_one * 100 >= n_planted * 75, "{counts}");
    assert!((n_one + n_among) * 100 >= n_planted * 95, "{counts}");
    assert!(n_wrong * 100 <= n_planted * 2, "{counts}");
}

/// A null move is a move of the line: a missing move is inserted behind it.
#[test]
fn a_missing_move_is_inserted_behind_a_null_move() {
    let src = b"1. e4 -- c5 2. Nf3 Nc6 3. Bb5 a6 *\n";
    let (_, diagnosis) = ask(src).unwrap();
    let correction = &diagnosis.corrections[0];
    assert!(matches!(correction.slip, Slip::Missing(_)), "{correction:?}");
    assert_eq!(correction.edits[0].0, Span { start: 8, end: 8 });
}
