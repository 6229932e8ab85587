//! What a move that cannot be played may have been: slips of one key or one place after which the
//! rest of its line is legal.
//!
//! Another piece of the same kind on the same square is tried first, and another promotion. Then slips
//! that leave the number of half-moves as it is: another move whose text is one character away, two moves that have changed places, a move written twice. Only if none of them
//! cures the line a missing half-move is looked for, and then a slip in one of the moves before, which
//! may have been legal by chance. All work is counted and has an end.

use pgn_syntax::{Game, Node, NodeId, NodeKind, SanCode, Span};

use crate::{
    canonical::CanonicalSan,
    moves::{Move, MoveKind},
    ply::{Outcome, Ply},
    position::Position,
    resolve::{MoveErrorKind, ResolveOptions, resolve},
    start::start,
};

/// Moves of a line that are looked at, the bad one included.
const MAX_LINE: usize = 400;

/// Half-moves that are tried for one bad move, in all: a few milliseconds.
const MAX_TRIED: u32 = 12_000;

/// Moves before the bad one in which a slip is looked for.
const MAX_BACK: usize = 8;

/// Cures that are told.
const MAX_CURES: usize = 8;

/// A missing half-move can only be told from what follows: so many moves at least.
const LEAST_BEHIND: usize = 3;

/// A slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// Another move was meant: this one.
    Other(CanonicalSan),
    /// An earlier move, legal by chance, was another one: this.
    Earlier(CanonicalSan),
    /// It has changed places with another.
    Swapped,
    /// It is the move before it once more.
    Doubled,
    /// This move is missing before it.
    Missing(CanonicalSan),
}

/// A slip that explains a bad move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cure {
    /// What has happened.
    pub slip: Slip,
    /// What to write, in the order of the text.
    pub edits: Vec<(Span, String)>,
}

/// What may have been meant.
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// Slips after which the rest of the line is legal; at most eight.
    pub cures: Vec<Cure>,
    /// Whether all were tried: only then a cure that stands alone is the only one.
    pub is_complete: bool,
    /// Moves behind the bad one that have become legal.
    pub n_behind: usize,
}

/// Looks for what `ply`, which could not be played, may have been.
#[must_use]
pub fn diagnose(game: &Game, src: &[u8], ply: &Ply<'_>, options: &ResolveOptions) -> Diagnosis {
    let line = line_from(game, src, ply.id);
    let Some((bad, behind)) = line.split_first() else { return Diagnosis::default() };
    let n_behind = behind.len();
    let mut doctor = Doctor { options, n_left: MAX_TRIED, cures: Vec::new() };
    // A move whose number names the other side is no slip itself: the half-move before it is missing.
    let is_other_side =
        matches!(ply.outcome, Outcome::Failed(error) if error.kind == MoveErrorKind::OtherSide);
    if !is_other_side {
        doctor.try_others(ply.before, &line, is_same_but_origin, Slip::Other);
    }
    if doctor.cures.is_empty() && !is_other_side {
        doctor.try_others(ply.before, &line, is_near, Slip::Other);
        doctor.try_swaps(ply.before, &line);
        doctor.try_doubled(game, src, ply, bad, behind);
    }
    if doctor.cures.is_empty() && n_behind >= LEAST_BEHIND {
        doctor.try_missing(game, src, ply, &line);
    }
    if doctor.cures.is_empty() && n_behind >= LEAST_BEHIND && ply.depth == 0 && !is_other_side {
        let (mut whole, positions) = line_before(game, src, ply.id, options);
        whole.extend(line);
        for (at, before) in positions.iter().enumerate().rev() {
            doctor.try_others(before, &whole[at..], is_near, Slip::Earlier);
            doctor.try_swaps(before, &whole[at..]);
        }
    }
    Diagnosis {
        is_complete: doctor.n_left > 0 && doctor.cures.len() <= MAX_CURES,
        cures: doctor.cures.into_iter().take(MAX_CURES).collect(),
        n_behind,
    }
}

/// A move of the line as it is written.
struct Written<'a> {
    span: Span,
    code: SanCode,
    text: &'a [u8],
    is_null: bool,
}

/// The moves of the line of `first`, from there on.
fn line_from<'a>(game: &Game, src: &'a [u8], first: NodeId) -> Vec<Written<'a>> {
    let mut line = Vec::new();
    let mut at = first.0 as usize;
    while let Some(Node { span, kind }) = game.nodes.get(at)
        && line.len() < MAX_LINE
    {
        match *kind {
            // `0-0` as the last word may be no move.
            NodeKind::Move { .. } if game.final_zeros.map(|zeros| zeros as usize) == Some(at) => {
                break;
            }
            NodeKind::Move { code, .. } => {
                line.push(Written { span: *span, code, text: span.of(src), is_null: false });
            }
            NodeKind::NullMove { .. } => {
                let code = SanCode::UNREAD;
                line.push(Written { span: *span, code, text: span.of(src), is_null: true });
            }
            NodeKind::RavOpen { end, .. } => at = end.0 as usize,
            NodeKind::RavClose => break,
            _ => (),
        }
        at += 1;
    }
    line
}

/// The last moves of the main line before a node, and the positions they were made in.
fn line_before<'a>(
    game: &Game,
    src: &'a [u8],
    end: NodeId,
    options: &ResolveOptions,
) -> (Vec<Written<'a>>, Vec<Position>) {
    let (mut moves, mut positions) = (Vec::new(), Vec::new());
    let Ok(mut position) = start(game, src).position else { return (moves, positions) };
    let mut at = 0;
    while at < end.0 as usize {
        match game.nodes[at].kind {
            NodeKind::Move { code, .. } => {
                let span = game.nodes[at].span;
                let written = Written { span, code, text: span.of(src), is_null: false };
                let Ok(read) = resolve(&position, code, written.text, options) else { break };
                let after = position.played(read.mv);
                moves.push(written);
                positions.push(std::mem::replace(&mut position, after));
            }
            // Its side to move would have to be told, too.
            NodeKind::NullMove { .. } => break,
            NodeKind::RavOpen { end, .. } => at = end.0 as usize,
            _ => (),
        }
        at += 1;
    }
    if at < end.0 as usize {
        return (Vec::new(), Vec::new());
    }
    let n_far = moves.len().saturating_sub(MAX_BACK);
    (moves.split_off(n_far), positions.split_off(n_far))
}

struct Doctor<'a> {
    options: &'a ResolveOptions,
    /// Half-moves that may still be tried.
    n_left: u32,
    cures: Vec<Cure>,
}

impl Doctor<'_> {
    /// Whether all these moves can be played.
    fn plays<'a>(
        &mut self,
        mut position: Position,
        moves: impl IntoIterator<Item = &'a Written<'a>>,
    ) -> bool {
        for written in moves {
            let Some(n_left) = self.n_left.checked_sub(1) else { return false };
            self.n_left = n_left;
            let after = if written.is_null {
                position.after_null()
            } else {
                let read = resolve(&position, written.code, written.text, self.options);
                read.ok().map(|read| position.played(read.mv))
            };
            match after {
                Some(after) => position = after,
                None => return false,
            }
        }
        true
    }

    /// Legal moves that the text of the first of the line is near to.
    fn try_others(
        &mut self,
        before: &Position,
        line: &[Written<'_>],
        is_near: fn(&[u8], Move) -> bool,
        slip: fn(CanonicalSan) -> Slip,
    ) {
        let Some((bad, behind)) = line.split_first() else { return };
        let text = stem(bad.text);
        let mut found = Vec::new();
        for mv in before.legal_moves() {
            if is_near(&text, mv) && self.plays(before.played(mv), behind) {
                found.push(before.canonical_san(mv));
            }
        }
        found.sort_unstable();
        let edits = |san: CanonicalSan| vec![(bad.span, san.as_str().to_owned())];
        self.cures.extend(found.into_iter().map(|san| Cure { slip: slip(san), edits: edits(san) }));
    }

    /// The bad move and the one after it, or the next one of the same side, in each other's place.
    fn try_swaps(&mut self, before: &Position, line: &[Written<'_>]) {
        for step in [1, 2] {
            let (Some(first), Some(other)) = (line.first(), line.get(step)) else { continue };
            let between = &line[1..step];
            let moves = [other].into_iter().chain(between).chain([first]);
            if first.text != other.text
                && self.plays(before.clone(), moves.chain(&line[step + 1..]))
            {
                let text = |it: &Written<'_>| String::from_utf8_lossy(it.text).into_owned();
                let edits = vec![(first.span, text(other)), (other.span, text(first))];
                self.cures.push(Cure { slip: Slip::Swapped, edits });
            }
        }
    }

    /// The move before it once more: it goes.
    fn try_doubled(
        &mut self,
        game: &Game,
        src: &[u8],
        ply: &Ply<'_>,
        bad: &Written<'_>,
        behind: &[Written<'_>],
    ) {
        let Some(last) = move_before(game, ply.id) else { return };
        if stem(last.of(src)) != stem(bad.text) || !self.plays(ply.before.clone(), behind) {
            return;
        }
        // With the blanks and the number between the two.
        let span = Span { start: last.end, end: bad.span.end };
        let between = &src[last.end as usize..bad.span.start as usize];
        let is_plain = |byte: &u8| byte.is_ascii_whitespace() || b".0123456789".contains(byte);
        if between.iter().all(is_plain) {
            let edits = vec![(span, String::new())];
            self.cures.push(Cure { slip: Slip::Doubled, edits });
        }
    }

    /// A half-move of the side to move, and then the line as it is.
    fn try_missing(&mut self, game: &Game, src: &[u8], ply: &Ply<'_>, line: &[Written<'_>]) {
        let Some(bad) = line.first() else { return };
        for mv in ply.before.legal_moves() {
            if !self.plays(ply.before.played(mv), line) {
                continue;
            }
            let san = ply.before.canonical_san(mv);
            let (at, text) = match move_before(game, ply.id) {
                Some(last) => {
                    // Behind a suffix that is glued to it.
                    let rest = &src[last.end as usize..];
                    let n_marks = rest.iter().take_while(|byte| b"!?".contains(byte)).count();
                    (last.end as usize + n_marks, format!(" {}", san.as_str()))
                }
                None => (bad.span.start as usize, format!("{} ", san.as_str())),
            };
            let edits = vec![(Span::new(at, at), text)];
            self.cures.push(Cure { slip: Slip::Missing(san), edits });
        }
    }
}

/// The move straight before a node, in its line.
fn move_before(game: &Game, id: NodeId) -> Option<Span> {
    let mut depth = 0_u32;
    for node in game.nodes[..id.0 as usize].iter().rev() {
        match node.kind {
            NodeKind::RavClose => depth += 1,
            NodeKind::RavOpen { .. } => depth = depth.checked_sub(1)?,
            NodeKind::Move { .. } if depth == 0 => return Some(node.span),
            _ => (),
        }
    }
    None
}

/// The letters and digits of a move: `Nbxd7+` is `Nbd7`, `0-0` is `OO`.
fn stem(text: &[u8]) -> Vec<u8> {
    let is_castling = text.iter().all(|byte| b"0Oo-+#!?".contains(byte));
    let letters = text.iter().filter(|byte| byte.is_ascii_alphanumeric() && **byte != b'x');
    letters.map(|&byte| if is_castling { b'O' } else { byte }).take(12).collect()
}

/// Whether a move is that of the text but for the square it comes from, or a promotion left unsaid.
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

/// Whether a move can be written with a text that is at most one character away from `text`.
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

/// Whether two texts are the same but for one character that is other, missing, too many, or has
/// changed places with the next.
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
    fn one_character_off() {
        let is_near = |a: &str, b: &str| is_one_off(a.as_bytes(), b.as_bytes());
        assert!(is_near("Nf3", "Nf3") && is_near("Nf3", "Nf6") && is_near("Nf3", "Ngf3"));
        assert!(is_near("OO", "OOO") && is_near("bc3", "Bc3") && is_near("Nf3", "N3f"));
        assert!(!is_near("Nf3", "Nc6") && !is_near("e4", "Ne2"));
    }

    #[test]
    fn stems() {
        assert_eq!(stem(b"Nbxd7+"), b"Nbd7");
        assert_eq!(stem(b"0-0-0"), b"OOO");
        assert_eq!(stem(b"e8=Q#"), b"e8Q");
    }
}
