//! Resolution of moves: from the text of a move and a position to the move and its deviations from canonical
//! SAN.
//!
//! Plain SAN takes a fast path: its candidates are found from the target square, and a candidate is legal if
//! the king is not attacked after the move. Everything else is read by the lenient reader.

pub(crate) mod lenient;
mod pattern;

use pgn_syntax::{
    Fallback, SanCode,
    san::{Castling, CheckIndicator},
};

use crate::{
    positions::{
        board::{BACK_RANKS, Board, bit, en_passant, lowest},
        canonical::CanonicalSan,
        moves::{CastlingMode, KING, Move, MoveKind, PAWN},
        origin::{FoundPiece, find_piece, needed_origin, origin_mask, pawn_capture, pawn_push},
        position::Position,
    },
    replay::{deviation::Deviations, language::Language},
};

/// Options for reading moves.
///
/// ```
/// use pgn_chess::{MoveErrorKind, ResolveOptions, Start, pgn_syntax::SanCode, resolve};
///
/// let position = Start::from_fen(b"8/P6k/8/8/8/8/8/4K3 w - - 0 1").position.unwrap();
/// let read = |options: &ResolveOptions| resolve(&position, SanCode::NOT_PLAIN, b"a8", options);
/// let error = read(&ResolveOptions::default()).unwrap_err();
/// assert_eq!(error.kind, MoveErrorKind::MissingPromotion);
/// let options = ResolveOptions { assume_queen: true, ..ResolveOptions::default() };
/// assert_eq!(position.canonical_san(read(&options).unwrap().mv).as_str(), "a8=Q");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResolveOptions {
    /// True to read a promotion without its piece as a promotion to a queen (LEN-10).
    pub assume_queen: bool,
    /// The language of the piece letters (LEN-15); `None` for English.
    pub lang: Option<Language>,
    /// The character set of a text that is not UTF-8. In the default, windows-1252, the letters of Russian are also read
    /// from their bytes in other sets.
    pub fallback: Fallback,
}

/// A move that was read, and the deviations of its text.
///
/// ```
/// use pgn_chess::{Deviations, Position, ResolveOptions, pgn_syntax::SanCode, resolve};
///
/// let (position, options) = (Position::INITIAL, ResolveOptions::default());
/// let resolved = resolve(&position, SanCode::NOT_PLAIN, b"Ng1-f3", &options).unwrap();
/// assert_eq!(position.canonical_san(resolved.mv).as_str(), "Nf3");
/// assert!(!resolved.deviations.is_empty());
/// assert!(!resolved.deviations.contains(Deviations::CHECK_SIGN));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The move.
    pub mv: Move,
    /// The deviations of the text, apart from check and mate signs, which need the position after the move:
    /// see [`Resolved::judge_sign`].
    pub deviations: Deviations,
    /// The check indicator of the text.
    pub(crate) sign: WrittenSign,
    /// The other pieces of the same role that could move to the same square.
    pub(crate) others: u64,
}

/// The check indicator of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenSign(u8);

impl WrittenSign {
    pub(crate) const NONE: WrittenSign = WrittenSign(CheckIndicator::None as u8);
    pub(crate) const CHECK: WrittenSign = WrittenSign(CheckIndicator::Check as u8);
    pub(crate) const MATE: WrittenSign = WrittenSign(CheckIndicator::Mate as u8);
    /// `++`, `†`, ` ch` and similar signs, which are never canonical.
    pub(crate) const OTHER: WrittenSign = WrittenSign(3);
}

impl Resolved {
    /// Returns [`Deviations::CHECK_SIGN`] if the check indicator is wrong in the position after the move,
    /// else no deviations.
    #[must_use]
    #[inline(always)]
    pub fn judge_sign(&self, after: &Position) -> Deviations {
        let is_right = match after {
            Position::Standard(board) if !board.is_check() => self.sign == WrittenSign::NONE,
            _ => self.is_sign_right(after),
        };
        Deviations::empty().with_if(!is_right, Deviations::CHECK_SIGN)
    }

    /// Returns [`Deviations::FALSE_CHECK`] if there is a check or mate sign and no check in the
    /// position after the move, else no deviations.
    #[must_use]
    #[inline(always)]
    pub fn judge_false_check(&self, after: &Position) -> Deviations {
        let is_false = match after {
            _ if self.sign == WrittenSign::NONE => false,
            Position::Standard(board) => !board.is_check(),
            Position::Variant(_) => after.sign() == CheckIndicator::None,
        };
        Deviations::empty().with_if(is_false, Deviations::FALSE_CHECK)
    }

    #[cold]
    fn is_sign_right(&self, after: &Position) -> bool {
        self.sign == WrittenSign(after.sign() as u8)
    }
}

/// The reason why a move could not be read. Each kind has a lint rule.
///
/// ```
/// use pgn_chess::{MoveErrorKind, Position, ResolveOptions, pgn_syntax::SanCode, resolve};
///
/// let kind = |text: &[u8]| {
///     let read = resolve(&Position::INITIAL, SanCode::NOT_PLAIN, text, &ResolveOptions::default());
///     read.unwrap_err().kind
/// };
/// assert_eq!(kind(b"Ke3"), MoveErrorKind::Illegal);
/// assert_eq!(kind(b"Sf3"), MoveErrorKind::ForeignLetter);
/// assert_eq!(kind(b"Sf3").to_string(), "the piece letter is of another language");
/// assert_eq!(kind(b"hello"), MoveErrorKind::Unreadable);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// No piece can make the move (MOV-02).
    Illegal,
    /// Several pieces can make the move (LEN-13): see [`MoveError::candidates`].
    Ambiguous,
    /// The promotion piece is missing (LEN-10).
    MissingPromotion,
    /// The piece letter is of another language than [`ResolveOptions::lang`], or than English (LEN-15).
    ForeignLetter,
    /// The text is not a move in any spelling.
    Unreadable,
    /// The number before the move names the side that is not to move.
    OtherSide,
}

/// The error for a move that could not be read.
///
/// ```
/// use pgn_chess::{MoveErrorKind, ResolveOptions, Start, pgn_syntax::SanCode, resolve};
///
/// let position = Start::from_fen(b"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").position.unwrap();
/// let (code, _) = SanCode::read(b"Nd2").unwrap();
/// let error = resolve(&position, code, b"Nd2", &ResolveOptions::default()).unwrap_err();
/// assert_eq!(error.kind, MoveErrorKind::Ambiguous);
/// let candidates = error.candidates(&position);
/// assert_eq!(candidates.iter().map(|san| san.as_str()).collect::<Vec<_>>(), ["Nbd2", "Nfd2"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveError {
    /// The reason.
    pub kind: MoveErrorKind,
    /// The origin squares of the pieces that can make the move, if it is ambiguous.
    origins: u64,
    to: u8,
}

impl MoveError {
    pub(crate) const ILLEGAL: MoveError = MoveError::of(MoveErrorKind::Illegal);

    pub(crate) const fn of(kind: MoveErrorKind) -> MoveError {
        MoveError { kind, origins: 0, to: 0 }
    }

    pub(crate) const fn ambiguous(to: u8, origins: u64) -> MoveError {
        MoveError { kind: MoveErrorKind::Ambiguous, origins, to }
    }

    /// Returns the moves that an ambiguous text may stand for, in canonical SAN.
    #[must_use]
    pub fn candidates(&self, before: &Position) -> Vec<CanonicalSan> {
        let is_candidate = |mv: &Move| {
            !matches!(mv.kind(), MoveKind::Castle | MoveKind::Drop)
                && mv.target() == self.to
                && bit(mv.origin()) & self.origins != 0
        };
        let moves = before.legal_moves().into_iter().filter(is_candidate);
        moves.map(|mv| before.canonical_san(mv)).collect()
    }
}

impl std::fmt::Display for MoveErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            MoveErrorKind::Illegal => "no piece can make this move",
            MoveErrorKind::Ambiguous => "several pieces can make this move",
            MoveErrorKind::MissingPromotion => "the piece promoted to is missing",
            MoveErrorKind::ForeignLetter => "the piece letter is of another language",
            MoveErrorKind::Unreadable => "not a move",
            MoveErrorKind::OtherSide => "the move number is one of the other side",
        })
    }
}

impl std::fmt::Display for MoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for MoveErrorKind {}

impl std::error::Error for MoveError {}

/// Returns the legal move that `text` stands for in `position`.
///
/// `code` is the code of the text, or [`SanCode::NOT_PLAIN`] if it is not plain SAN. The text itself is read only in that
/// case, or if the code names no legal move. [`Position::move_from_san`] needs no code.
///
/// # Errors
///
/// Returns a [`MoveError`] if the text is not a move, or not a single legal move.
///
/// ```
/// use pgn_chess::{Deviations, MoveErrorKind, Position, ResolveOptions, pgn_syntax::SanCode, resolve};
///
/// let read = |text: &[u8]| {
///     let code = SanCode::read(text).map_or(SanCode::NOT_PLAIN, |(code, _)| code);
///     resolve(&Position::INITIAL, code, text, &ResolveOptions::default())
/// };
/// assert_eq!(read(b"e4").unwrap().deviations, Deviations::empty());
/// assert_eq!(read(b"e2-e4").unwrap().mv, read(b"e4").unwrap().mv);
/// assert_eq!(read(b"e5").unwrap_err().kind, MoveErrorKind::Illegal);
/// ```
#[inline]
pub fn resolve(
    position: &Position,
    code: SanCode,
    text: &[u8],
    options: &ResolveOptions,
) -> Result<Resolved, MoveError> {
    match resolve_plain(position, code, options) {
        Some(resolved) => Ok(resolved),
        None => lenient::resolve(position, code, text, options),
    }
}

impl Position {
    /// Returns the legal move that a text stands for: SAN, or another spelling that games have.
    ///
    /// [`resolve`] also returns the deviations of the text from canonical SAN.
    ///
    /// # Errors
    ///
    /// Returns a [`MoveError`] if the text is not a move, or not a single legal move.
    ///
    /// # Examples
    ///
    /// ```
    /// use pgn_chess::Position;
    ///
    /// let position = Position::INITIAL;
    /// let mv = position.move_from_san(b"Nf3").unwrap();
    /// assert_eq!(position.move_from_san(b"Ng1-f3"), Ok(mv));
    /// assert!(position.move_from_san(b"Nf6").is_err());
    /// ```
    pub fn move_from_san(&self, san: &[u8]) -> Result<Move, MoveError> {
        let code = SanCode::read(san).filter(|(_, len)| *len == san.len());
        let code = code.map_or(SanCode::NOT_PLAIN, |(code, _)| code);
        resolve(self, code, san, &ResolveOptions::default()).map(|resolved| resolved.mv)
    }

    /// Returns the legal move with this name in UCI notation: `e2e4`, `e7d8q`, `N@f3`. Castling is `e1g1` or `e1h1`, in
    /// Chess960 only `e1h1`.
    ///
    /// # Errors
    ///
    /// Returns a [`MoveError`] if the text is not UCI notation, or the move is illegal.
    ///
    /// # Examples
    ///
    /// ```
    /// use pgn_chess::Position;
    ///
    /// let position = Position::INITIAL;
    /// assert_eq!(position.move_from_uci("g1f3"), position.move_from_san(b"Nf3"));
    /// assert!(position.move_from_uci("g8f6").is_err());
    /// ```
    pub fn move_from_uci(&self, uci: &str) -> Result<Move, MoveError> {
        if uci.parse::<shakmaty::uci::UciMove>().is_err() {
            return Err(MoveError::of(MoveErrorKind::Unreadable));
        }
        let modes = [self.castling_mode(), CastlingMode::Chess960];
        let is_named = |mv: &Move| modes.iter().any(|&mode| mv.uci(mode) == uci);
        self.legal_moves().into_iter().find(is_named).ok_or(MoveError::ILLEGAL)
    }
}

/// Returns the move if the text is plain SAN and legal on a board of standard chess or Chess960.
#[inline(always)]
pub(crate) fn resolve_plain(
    position: &Position,
    code: SanCode,
    options: &ResolveOptions,
) -> Option<Resolved> {
    match position {
        Position::Standard(board) if code.is_read() && options.lang.is_none() => plain(board, code),
        _ => None,
    }
}

#[inline(always)]
fn written_sign(code: SanCode) -> WrittenSign {
    WrittenSign(code.check() as u8)
}

/// Returns the move that plain SAN names. No other pattern is tried.
#[inline(always)]
pub(crate) fn plain(board: &Board, code: SanCode) -> Option<Resolved> {
    #[expect(clippy::cast_possible_truncation, reason = "squares are below 64, roles below 8")]
    let (role, to) = (code.role() as u8, code.target() as u8);
    let sign = written_sign(code);
    if role == PAWN {
        return plain_pawn(board, code, to, sign);
    }
    if role == KING
        && let Some(castling) = code.castling()
    {
        let mv = board.castling_move(castling == Castling::KingSide)?;
        return Some(Resolved { mv, deviations: Deviations::empty(), sign, others: 0 });
    }
    if !code.has_origin()
        && let Some(from) = board.only_candidate(role, to)
        && board.is_safe(from, to, role == KING)
    {
        let (mv, deviations) = plain_piece(board, code, role, from, to);
        return Some(Resolved { mv, deviations, sign, others: 0 });
    }
    one_of_several(board, code, role, to)
}

/// Returns the move of a piece, and the deviations of its capture sign.
#[inline(always)]
fn plain_piece(board: &Board, code: SanCode, role: u8, from: u8, to: u8) -> (Move, Deviations) {
    let is_capture = board.them() & bit(to) != 0;
    let deviations = if is_capture == code.is_capture() {
        Deviations::empty()
    } else if is_capture {
        Deviations::MISSING_CAPTURE
    } else {
        Deviations::WRONG_CAPTURE
    };
    (Move::normal(role, from, to, is_capture), deviations)
}

/// Returns the move of a piece when others of its role may reach the target, too.
#[inline(never)]
fn one_of_several(board: &Board, code: SanCode, role: u8, to: u8) -> Option<Resolved> {
    let mask = origin_mask(code.origin_file(), code.origin_rank());
    let FoundPiece { from, others } = find_piece(board, role, to, mask).ok()?;
    let (mv, mut deviations) = plain_piece(board, code, role, from, to);
    if code.has_origin() {
        let written = (code.origin_file().is_some(), code.origin_rank().is_some());
        deviations |= judge_origin(from, others, written);
    }
    Some(Resolved { mv, deviations, sign: written_sign(code), others })
}

#[inline(always)]
fn plain_pawn(board: &Board, code: SanCode, to: u8, sign: WrittenSign) -> Option<Resolved> {
    let mask = origin_mask(code.origin_file(), code.origin_rank());
    let is_capture = code.is_capture();
    let from = if is_capture { pawn_capture(board, to, mask) } else { pawn_push(board, to) };
    if from == 0 {
        return None;
    }
    let from = lowest(from);
    #[expect(clippy::cast_possible_truncation, reason = "roles are below 8")]
    let placed = code.promotion().map_or(PAWN, |role| role as u8);
    if (bit(to) & BACK_RANKS != 0) != (placed != PAWN) {
        return None;
    }
    let is_en_passant = is_capture && bit(to) == board.ep();
    let (mv, is_safe) = if is_en_passant {
        (en_passant(from, to), board.is_safe_en_passant(from, to))
    } else {
        let mv = Move::new(MoveKind::Normal, PAWN, from, to, placed, is_capture);
        (mv, board.is_safe(from, to, false))
    };
    is_safe.then_some(Resolved { mv, deviations: Deviations::empty(), sign, others: 0 })
}

/// Returns the deviations of a written origin. `written`: true for the file and for the rank if it is written.
pub(crate) fn judge_origin(from: u8, others: u64, written: (bool, bool)) -> Deviations {
    let needed = needed_origin(from, others);
    if written == needed {
        Deviations::empty()
    } else if u8::from(written.0) + u8::from(written.1) > u8::from(needed.0) + u8::from(needed.1) {
        Deviations::OVERDISAMBIGUATED
    } else {
        Deviations::NON_CANONICAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::start::Start;

    #[track_caller]
    fn check(fen: &str, uci: &str, expect: Result<&str, MoveErrorKind>) {
        let position = Start::from_fen(fen.as_bytes()).position.unwrap();
        let san = position.move_from_uci(uci).map(|mv| position.canonical_san(mv));
        assert_eq!(san.as_ref().map(|san| san.as_str()).map_err(|error| error.kind), expect);
    }

    #[test]
    fn moves_are_read_from_uci() {
        let fen = "r3k3/1P6/8/8/8/8/8/4K2R w K - 0 1";
        check(fen, "e1g1", Ok("O-O"));
        check(fen, "e1h1", Ok("O-O"));
        check(fen, "b7a8n", Ok("bxa8=N"));
        check(fen, "b7b8", Err(MoveErrorKind::Illegal));
        check(fen, "0000", Err(MoveErrorKind::Illegal));
        check(fen, "b8=Q", Err(MoveErrorKind::Unreadable));
        // A king beside its square after castling: its own move has the name that castling would have in standard chess.
        let chess960 = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        check(chess960, "f1g1", Ok("Kg1"));
        check(chess960, "f1h1", Ok("O-O"));
    }
}
