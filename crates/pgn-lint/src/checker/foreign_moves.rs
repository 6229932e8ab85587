//! Findings on the spelling of moves whose letters are of another language than the one that they were read in.
//!
//! The moves before the first one that cannot be played may have been read as other moves than those that were meant:
//! in Dutch, `Pf3` is a move of a knight.

use pgn_chess::{
    Outcome, Ply, Replay, ReplayOptions, Visitor, deviation::Deviations, resolve::MoveErrorKind,
};

use super::tables::Tables;
use crate::{
    context::GameCx,
    findings::Findings,
    piece_letters::{self, has_piece_for_pawn},
    rule::{Diagnostic, Report},
};

/// Corrects the findings on the spelling of moves in a game that has a move that cannot be played. `first` is the index of
/// the first finding on moves.
///
/// If the whole game is legal in the letters of another language, none of them has a fix, and the moves with other
/// letters are reported as such. If the letters are only likely to be of another language, the moves with a `P` that
/// is a piece in it lose their fixes.
pub(super) fn correct(cx: &GameCx<'_>, tables: &Tables, findings: &mut Findings, first: usize) {
    // The limit of findings may have removed some of those before.
    let first = first.min(findings.list.len());
    let is_of_spelling = |found: &Diagnostic| tables.is_of_spelling(found.rule);
    let of_moves = &mut findings.list[first..];
    let starts = || of_moves.iter().filter(|it| is_of_spelling(it)).map(|it| it.span.start);
    let mut starts: Vec<u32> = starts().collect();
    if starts.is_empty() {
        return;
    }
    if let Some(lang) = piece_letters::translated_language(cx) {
        for found in of_moves.iter_mut().filter(|found| is_of_spelling(found)) {
            found.fix = None;
            found.help(piece_letters::help(lang));
        }
        starts.sort_unstable();
        let mut moves = ForeignMoves { cx, tables, starts, foreign: Vec::new(), out: Vec::new() };
        let options = ReplayOptions { lang: lang.into(), ..cx.replay };
        Replay::new().walk(cx.game, cx.src, cx.start(), &options, &mut moves);
        let ForeignMoves { foreign, mut out, .. } = moves;
        let is_foreign = |found: &Diagnostic| foreign.binary_search(&found.span.start).is_ok();
        findings.list.retain(|found| !(is_of_spelling(found) && is_foreign(found)));
        findings.list.append(&mut out);
    } else if let Some(lang) = piece_letters::likeliest_language(cx) {
        of_moves
            .iter_mut()
            .filter(|it| is_of_spelling(it) && has_piece_for_pawn(lang, it.span.of(cx.src)))
            .for_each(|found| {
                found.fix = None;
                found.help(piece_letters::help_likely(lang));
            });
    }
}

/// Reports the moves of a game with findings on their spelling whose letters are of another language.
struct ForeignMoves<'a> {
    cx: &'a GameCx<'a>,
    tables: &'a Tables,
    /// Where the moves with findings on their spelling begin.
    starts: Vec<u32>,
    /// Where those of them begin whose letters are of another language.
    foreign: Vec<u32>,
    out: Vec<Diagnostic>,
}

impl Visitor for ForeignMoves<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let is_foreign = matches!(ply.outcome, Outcome::Played { deviations, .. }
            if deviations.contains(Deviations::FOREIGN_LETTER));
        if !is_foreign || self.starts.binary_search(&ply.span.start).is_err() {
            return;
        }
        self.foreign.push(ply.span.start);
        for &(rule, kind, check) in &self.tables.failed {
            if kind == MoveErrorKind::ForeignLetter {
                check(self.cx, ply, &mut Report { rule, out: &mut self.out });
            }
        }
    }
}
