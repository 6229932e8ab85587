//! Diagnosis of a move that cannot be played: slips in one character, or in one place, whose correction makes the rest
//! of the line legal.
//!
//! The search first tries the same move by another piece of that kind, and another promotion; then a move whose text
//! differs in one character, two moves swapped, and a move written twice. Only if none of these corrections makes the
//! line legal does it try a missing half-move, and then a slip in one of the moves before, which may have been legal by
//! chance. The number of moves that are tried is limited.

use pgn_syntax::{Game, Node, NodeId, NodeKind, SanCode, Span};

use crate::{
    positions::{
        canonical::CanonicalSan,
        moves::{Move, MoveKind},
        position::Position,
        start::start,
    },
    replay::{
        ply::{Outcome, Ply},
        resolve::{MoveErrorKind, ResolveOptions, resolve},
    },
};

/// The maximum number of moves of a line that are examined, including the bad one.
const MAX_LINE: usize = 400;

/// The maximum number of half-moves that are tried for one bad move, which takes a few milliseconds.
const MAX_TRIED: u32 = 12_000;

/// The number of moves before the bad one in which a slip is searched for.
const MAX_BACK: usize = 8;

/// The maximum number of corrections that are returned.
const MAX_CORRECTIONS: usize = 8;

/// The minimum number of legal moves after the bad one that make a correction credible. With fewer, a missing half-move
/// is not considered.
pub const MIN_MOVES_AFTER: usize = 3;

/// A slip in writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// Another move was meant.
    Other(CanonicalSan),
    /// An earlier move, legal by chance, was meant to be another one.
    Earlier(CanonicalSan),
    /// The move has been swapped with another one.
    Swapped,
    /// The move repeats the move before it.
    Doubled,
    /// A move is missing before it.
    Missing(CanonicalSan),
}

/// A slip that explains a bad move, with the edits that correct it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The slip.
    pub slip: Slip,
    /// The edits, in the order of the text.
    pub edits: Vec<(Span, String)>,
}

/// The possible explanations of a bad move.
///
/// ```
/// use pgn_chess::{
///     Outcome, Ply, Replay, ReplayOptions, ResolveOptions, Visitor,
///     diagnosis::{Diagnosis, diagnose},
///     pgn_syntax::{Game, Games},
///     start,
/// };
///
/// struct Diagnoses<'a>(&'a Game, &'a [u8], Vec<Diagnosis>);
///
/// impl Visitor for Diagnoses<'_> {
///     fn ply(&mut self, ply: &Ply<'_>) {
///         if let Outcome::Failed(_) = ply.outcome {
///             self.2.push(diagnose(self.0, self.1, ply, &ResolveOptions::default()));
///         }
///     }
/// }
///
/// let pgn = b"1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let mut diagnoses = Diagnoses(game, pgn, Vec::new());
/// let options = ReplayOptions::default();
/// Replay::new().walk(game, pgn, &start(game, pgn), &options, &mut diagnoses);
/// let Diagnosis { corrections, is_complete, n_after } = &diagnoses.2[0];
/// assert_eq!((corrections.len(), *is_complete, *n_after), (1, true, 5));
/// assert_eq!(corrections[0].edits[0].1, "Bb5");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// The corrections after which the rest of the line is legal, at most eight.
    pub corrections: Vec<Correction>,
    /// True if the search was completed, so that a single correction is the only one.
    pub is_complete: bool,
    /// The number of moves after the bad one in its line, at most 399. They are legal after each correction.
    pub n_after: usize,
}

/// Returns the slips that may explain `ply`, which could not be played.
///
/// ```
/// use pgn_chess::{
///     Outcome, Ply, Replay, ReplayOptions, ResolveOptions, Visitor,
///     diagnosis::{Slip, diagnose},
///     pgn_syntax::{Game, Games},
///     start,
/// };
///
/// struct Diagnoses<'a>(&'a Game, &'a [u8], Vec<Slip>);
///
/// impl Visitor for Diagnoses<'_> {
///     fn ply(&mut self, ply: &Ply<'_>) {
///         if let Outcome::Failed(_) = ply.outcome {
///             let diagnosis = diagnose(self.0, self.1, ply, &ResolveOptions::default());
///             self.2.extend(diagnosis.corrections.into_iter().map(|it| it.slip));
///         }
///     }
/// }
///
/// let pgn = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf5 5. O-O Nxe4 6. d4 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let mut diagnoses = Diagnoses(game, pgn, Vec::new());
/// let options = ReplayOptions::default();
/// Replay::new().walk(game, pgn, &start(game, pgn), &options, &mut diagnoses);
/// assert!(matches!(diagnoses.2[..], [Slip::Other(san)] if san.as_str() == "Nf6"));
/// ```
#[must_use]
pub fn diagnose(game: &Game, src: &[u8], ply: &Ply<'_>, options: &ResolveOptions) -> Diagnosis {
    let line = line_from(game, src, ply.id);
    let Some((bad, after)) = line.split_first() else { return Diagnosis::default() };
    let n_after = after.len();
    let mut search = Search { options, n_left: MAX_TRIED, corrections: Vec::new() };
    // If the number of a move names the other side, the move is not a slip: the half-move before it is
    // missing.
    let is_other_side =
        matches!(ply.outcome, Outcome::Failed(error) if error.kind == MoveErrorKind::OtherSide);
    if !is_other_side {
        search.try_others(ply.before, &line, is_same_but_origin, Slip::Other);
    }
    if search.corrections.is_empty() && !is_other_side {
        search.try_others(ply.before, &line, is_near, Slip::Other);
        search.try_swaps(ply.before, &line);
        search.try_doubled(game, src, ply, bad, after);
    }
    if search.corrections.is_empty() && n_after >= MIN_MOVES_AFTER {
        search.try_missing(game, src, ply, &line);
        if search.corrections.is_empty() && ply.depth == 0 && !is_other_side {
            let (mut whole, positions) = line_before(game, src, ply.id, options);
            whole.extend(line);
            for (at, before) in positions.iter().enumerate().rev() {
                search.try_others(before, &whole[at..], is_near, Slip::Earlier);
                search.try_swaps(before, &whole[at..]);
            }
        }
    }
    Diagnosis {
        is_complete: search.n_left > 0 && search.corrections.len() <= MAX_CORRECTIONS,
        corrections: search.corrections.into_iter().take(MAX_CORRECTIONS).collect(),
        n_after,
    }
}

/// A move of the line as it is written.
struct WrittenMove<'a> {
    span: Span,
    code: SanCode,
    text: &'a [u8],
    is_null: bool,
}

/// Returns the moves of the line of the node `first`, from that node on.
fn line_from<'a>(game: &Game, src: &'a [u8], first: NodeId) -> Vec<WrittenMove<'a>> {
    let mut line = Vec::new();
    let nodes = game.mainline_nodes(first.0 as usize);
    for (at, &Node { span, kind }) in nodes.take_while(|(_, it)| it.kind != NodeKind::RavClose) {
        let (code, is_null) = match kind {
            // A final `0-0` may not be a move.
            NodeKind::Move { .. } if game.final_zeros.map(|zeros| zeros as usize) == Some(at) => {
                break;
            }
            NodeKind::Move { code, .. } => (code, false),
            NodeKind::NullMove { .. } => (SanCode::NOT_PLAIN, true),
            _ => continue,
        };
        line.push(WrittenMove { span, code, text: span.of(src), is_null });
        if line.len() == MAX_LINE {
            break;
        }
    }
    line
}

/// Returns the last moves of the main line before a node, and the positions before them.
fn line_before<'a>(
    game: &Game,
    src: &'a [u8],
    end: NodeId,
    options: &ResolveOptions,
) -> (Vec<WrittenMove<'a>>, Vec<Position>) {
    let (mut moves, mut positions) = (Vec::new(), Vec::new());
    let Ok(mut position) = start(game, src).position else { return (moves, positions) };
    for (_, &Node { span, kind }) in
        game.mainline_nodes(0).take_while(|(at, _)| *at < end.0 as usize)
    {
        match kind {
            NodeKind::Move { code, .. } => {
                let written = WrittenMove { span, code, text: span.of(src), is_null: false };
                let Ok(read) = resolve(&position, code, written.text, options) else {
                    return (Vec::new(), Vec::new());
                };
                let after = position.after(read.mv);
                moves.push(written);
                positions.push(std::mem::replace(&mut position, after));
            }
            // The search does not handle null moves before the bad move.
            NodeKind::NullMove { .. } => return (Vec::new(), Vec::new()),
            _ => (),
        }
    }
    let n_far = moves.len().saturating_sub(MAX_BACK);
    (moves.split_off(n_far), positions.split_off(n_far))
}

struct Search<'a> {
    options: &'a ResolveOptions,
    /// The number of half-moves that may still be tried.
    n_left: u32,
    corrections: Vec<Correction>,
}

impl Search<'_> {
    /// Returns true if all these moves can be played.
    fn plays<'a>(
        &mut self,
        mut position: Position,
        moves: impl IntoIterator<Item = &'a WrittenMove<'a>>,
    ) -> bool {
        for written in moves {
            let Some(n_left) = self.n_left.checked_sub(1) else { return false };
            self.n_left = n_left;
            let after = if written.is_null {
                position.after_null()
            } else {
                let read = resolve(&position, written.code, written.text, self.options);
                read.ok().map(|read| position.after(read.mv))
            };
            match after {
                Some(after) => position = after,
                None => return false,
            }
        }
        true
    }

    /// Tries the legal moves that are similar to the first move of the line.
    fn try_others(
        &mut self,
        before: &Position,
        line: &[WrittenMove<'_>],
        is_near: fn(&[u8], Move) -> bool,
        slip: fn(CanonicalSan) -> Slip,
    ) {
        let Some((bad, after)) = line.split_first() else { return };
        let text = stem(bad.text);
        let mut found = Vec::new();
        for mv in before.legal_moves() {
            if is_near(&text, mv) && self.plays(before.after(mv), after) {
                found.push(before.canonical_san(mv));
            }
        }
        found.sort_unstable();
        let edits = |san: CanonicalSan| vec![(bad.span, san.as_str().to_owned())];
        self.corrections
            .extend(found.into_iter().map(|san| Correction { slip: slip(san), edits: edits(san) }));
    }

    /// Tries to swap the first move with the next one, or with the next one of the same side.
    fn try_swaps(&mut self, before: &Position, line: &[WrittenMove<'_>]) {
        for step in [1, 2] {
            let (Some(first), Some(other)) = (line.first(), line.get(step)) else { continue };
            let between = &line[1..step];
            let moves = [other].into_iter().chain(between).chain([first]);
            if first.text != other.text
                && self.plays(before.clone(), moves.chain(&line[step + 1..]))
            {
                let text = |it: &WrittenMove<'_>| String::from_utf8_lossy(it.text).into_owned();
                let edits = vec![(first.span, text(other)), (other.span, text(first))];
                self.corrections.push(Correction { slip: Slip::Swapped, edits });
            }
        }
    }

    /// Tries to remove the move if it repeats the move before it.
    fn try_doubled(
        &mut self,
        game: &Game,
        src: &[u8],
        ply: &Ply<'_>,
        bad: &WrittenMove<'_>,
        after: &[WrittenMove<'_>],
    ) {
        let Some(last) = move_before(game, ply.id) else { return };
        if stem(last.of(src)) != stem(bad.text) || !self.plays(ply.before.clone(), after) {
            return;
        }
        // The edit includes the blanks and the number between the two moves.
        let span = Span { start: last.end, end: bad.span.end };
        let between = &src[last.end as usize..bad.span.start as usize];
        let is_plain = |byte: &u8| byte.is_ascii_whitespace() || b".0123456789".contains(byte);
        if between.iter().all(is_plain) {
            let edits = vec![(span, String::new())];
            self.corrections.push(Correction { slip: Slip::Doubled, edits });
        }
    }

    /// Tries to insert each legal move before the line.
    fn try_missing(&mut self, game: &Game, src: &[u8], ply: &Ply<'_>, line: &[WrittenMove<'_>]) {
        let Some(bad) = line.first() else { return };
        for mv in ply.before.legal_moves() {
            if !self.plays(ply.before.after(mv), line) {
                continue;
            }
            let san = ply.before.canonical_san(mv);
            let (at, text) = match move_before(game, ply.id) {
                Some(last) => {
                    // Insert the move after a suffix glued to the last one.
                    let rest = &src[last.end as usize..];
                    let n_marks = rest.iter().take_while(|byte| b"!?".contains(byte)).count();
                    (last.end as usize + n_marks, format!(" {}", san.as_str()))
                }
                None => (bad.span.start as usize, format!("{} ", san.as_str())),
            };
            let edits = vec![(Span::new(at, at), text)];
            self.corrections.push(Correction { slip: Slip::Missing(san), edits });
        }
    }
}

/// Returns the span of the last move before a node in its line.
fn move_before(game: &Game, id: NodeId) -> Option<Span> {
    let mut depth = 0_u32;
    for node in game.nodes[..id.0 as usize].iter().rev() {
        match node.kind {
            NodeKind::RavClose => depth += 1,
            NodeKind::RavOpen { .. } => depth = depth.checked_sub(1)?,
            NodeKind::Move { .. } | NodeKind::NullMove { .. } if depth == 0 => {
                return Some(node.span);
            }
            _ => (),
        }
    }
    None
}

/// Returns the letters and digits of a move: `Nbd7` for `Nbxd7+`, `OO` for `0-0`.
fn stem(text: &[u8]) -> Vec<u8> {
    let is_castling = text.iter().all(|byte| b"0Oo-+#!?".contains(byte));
    let letters = text.iter().filter(|byte| byte.is_ascii_alphanumeric() && **byte != b'x');
    letters.map(|&byte| if is_castling { b'O' } else { byte }).take(12).collect()
}

/// Returns true if the text is that of the move, apart from its origin square and its promotion.
fn is_same_but_origin(text: &[u8], mv: Move) -> bool {
    let to = [mv.to().file().char() as u8, mv.to().rank().char() as u8];
    let role = mv.role().upper_char() as u8;
    let (text, piece) = match (text, mv.promotion()) {
        ([rest @ .., last], Some(role)) if *last == role.upper_char() as u8 => (rest, b'P'),
        (_, Some(_)) => (text, b'P'),
        (_, None) => (text, role),
    };
    let Some(origin) = text.strip_suffix(&to) else { return false };
    let origin = match (piece, origin) {
        (b'P', _) => origin,
        (piece, [first, origin @ ..]) if *first == piece => origin,
        _ => return false,
    };
    mv.kind() == MoveKind::Normal
        && origin.len() <= 2
        && origin.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8'))
}

/// Returns true if the move can be written with a text that differs from `text` in at most one character.
fn is_near(text: &[u8], mv: Move) -> bool {
    let Some(from) = mv.from() else { return false };
    if mv.kind() == MoveKind::Castle {
        let castling: &[u8] = if mv.is_king_side() { b"OO" } else { b"OOO" };
        return is_one_off(text, castling);
    }
    let (file, rank) = (from.file().char() as u8, from.rank().char() as u8);
    let to = [mv.to().file().char() as u8, mv.to().rank().char() as u8];
    let origins: [&[u8]; 4] = [b"", &[file], &[rank], &[file, rank]];
    let role = mv.role().upper_char() as u8;
    let promotion = mv.promotion().map(|role| role.upper_char() as u8);
    origins.iter().any(|origin| {
        let mut form = Vec::with_capacity(6);
        if role != b'P' {
            form.push(role);
        }
        form.extend_from_slice(origin);
        form.extend_from_slice(&to);
        form.extend(promotion);
        is_one_off(text, &form)
    })
}

/// Returns true if two texts differ in at most one character, which is replaced, missing, added, or swapped
/// with the next one.
fn is_one_off(a: &[u8], b: &[u8]) -> bool {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
    matches!((a, b), ([] | [_], [] | [_])) || matches!((a, b), ([p, q], [r, s]) if p == s && q == r)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_texts_one_character_apart() {
        let is_near = |a: &str, b: &str| is_one_off(a.as_bytes(), b.as_bytes());
        assert!(is_near("Nf3", "Nf3") && is_near("Nf3", "Nf6") && is_near("Nf3", "Ngf3"));
        assert!(is_near("OO", "OOO") && is_near("bc3", "Bc3") && is_near("Nf3", "N3f"));
        assert!(!is_near("Nf3", "Nc6") && !is_near("e4", "Ne2"));
    }

    #[test]
    fn stems_have_letters_and_digits_only() {
        assert_eq!(stem(b"Nbxd7+"), b"Nbd7");
        assert_eq!(stem(b"0-0-0"), b"OOO");
        assert_eq!(stem(b"e8=Q#"), b"e8Q");
    }
}
