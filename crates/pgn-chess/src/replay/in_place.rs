//! A board on which canonical moves are played in place.
//!
//! Nearly all moves are canonical SAN, and few visitors need the positions between them. This board plays
//! them with the least work. It rejects anything else, such as another spelling or an illegal move, and then
//! stays as it is: the [replay](crate::replay) plays that move in the general way.
//!
//! A mispredicted branch costs as much as a quarter of a move. So pawns and pieces, and captures and other
//! moves, share one code path.

mod castling;
mod origin;
mod sign;
mod special;

use std::sync::LazyLock;

use pgn_syntax::SanCode;
use shakmaty::{Bitboard, Color};

use crate::positions::{
    board::{BACK_RANKS, Board, EMPTY_SQUARE, bit, en_passant},
    board_text::BoardFacts,
    moves::{BISHOP, KING, KNIGHT, Move, MoveKind, PAWN, QUEEN, ROOK, castled},
    rays::{BIT, CHECKS, Lines, PAWN_ATTACKS, REACH, lines, unblocked},
};

/// The parts of a position that identify it: pieces, side to move, castling rights, en passant square. Squares are sets
/// of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    /// The squares of White's pieces and pawns.
    pub white: u64,
    /// The squares of the pawns, knights, bishops, rooks, queens and kings of both sides.
    pub roles: [u64; 6],
    /// The squares of the rooks that may still castle.
    pub castling_rooks: u64,
    /// The en passant square, if a pawn can legally capture there.
    pub ep: u64,
    /// True if White is to move.
    pub white_to_move: bool,
}

/// The index in `sets` of an empty square, which no piece has.
const EMPTY: u8 = EMPTY_SQUARE;

/// A board of standard chess or Chess960 that is changed in place.
#[derive(Clone, Debug)]
pub(crate) struct InPlaceBoard {
    /// The sets of squares by color + role: White at 0, its roles at 1 to 6, Black at 8, its roles at 9 to
    /// 14.
    sets: [u64; 16],
    /// The piece on each square, as an index of `sets`.
    on: [u8; 64],
    kings: [King; 2],
    /// The state after White's last move and after Black's, so that the one before the last move is kept.
    states: [MoveState; 2],
    /// The side to move: 0 for White, 8 for Black.
    us: usize,
    /// The number of moves that were played.
    n_plies: u32,
    start: Board,
}

/// The square of a king.
#[derive(Clone, Copy, Debug)]
struct King {
    at: u8,
    /// The square as a set.
    bit: u64,
    /// The squares on lines with it.
    lines: &'static Lines,
}

impl King {
    #[inline(always)]
    fn on(at: usize) -> King {
        King { at: small(at & 63), bit: one(at), lines: lines(at) }
    }
}

/// The state of a position apart from its pieces.
#[derive(Clone, Copy, Debug)]
struct MoveState {
    /// The rooks that may still castle.
    castling: u64,
    /// The number of half-moves since the last capture or pawn move.
    halfmoves: u32,
    is_check: bool,
    /// The move that led to the position.
    last: PlayedMove,
}

impl MoveState {
    const EMPTY: MoveState =
        MoveState { castling: 0, halfmoves: 0, is_check: false, last: PlayedMove::NONE };
}

/// A move that was played.
#[derive(Clone, Copy, Debug)]
struct PlayedMove {
    from: u8,
    /// The target square. For castling, the square that the rook came from.
    to: u8,
    /// The piece on the target before the move.
    captured: u8,
    kind: MoveType,
}

impl PlayedMove {
    const NONE: PlayedMove = PlayedMove { from: 0, to: 0, captured: EMPTY, kind: MoveType::Plain };
}

/// Kinds of moves that are undone in different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveType {
    Plain,
    Promotion,
    EnPassant,
    Castling,
}

/// The board at the initial position, where most games begin.
static INITIAL: LazyLock<InPlaceBoard> = LazyLock::new(|| {
    let mut board = InPlaceBoard::new();
    board.begin_anywhere(&Board::INITIAL);
    board
});

#[inline(always)]
fn one(at: usize) -> u64 {
    BIT[at & 63]
}

#[inline(always)]
fn between(a: usize, b: usize) -> u64 {
    lines(a).between[b & 63]
}

#[inline(always)]
fn first(set: u64) -> usize {
    set.trailing_zeros() as usize
}

#[expect(clippy::cast_possible_truncation, reason = "squares and indices of pieces are below 64")]
fn small(at: usize) -> u8 {
    at as u8
}

/// Returns true if the piece on the target of a move of `US` fits the move: a piece of the other side for a
/// capture, no piece for any other move.
#[inline(always)]
fn fits_target<const US: usize>(captured: u8, code: SanCode) -> bool {
    // A bit for each index of `sets`: first for moves without capture, then for captures.
    let pieces = 0b0111_1110 << opponent(US);
    let allowed: u32 = 1 << EMPTY | pieces << 16;
    allowed >> ((captured & 15) | code.capture_offset()) & 1 != 0
}

/// White, as an index of `sets`.
const WHITE: usize = 0;
/// Black, as an index of `sets`.
const BLACK: usize = 8;

/// Returns the other side.
const fn opponent(side: usize) -> usize {
    side ^ BLACK
}

/// Returns the index of a side in arrays of two: 0 for White, 1 for Black.
const fn side_index(side: usize) -> usize {
    side >> 3
}

/// Returns the role of a piece, which is an index of `sets`.
const fn role_of(piece: u8) -> u8 {
    piece & 7
}

// The roles as indices of `sets`.
const P: usize = PAWN as usize;
const N: usize = KNIGHT as usize;
const B: usize = BISHOP as usize;
const R: usize = ROOK as usize;
const Q: usize = QUEEN as usize;
const K: usize = KING as usize;

impl InPlaceBoard {
    pub(crate) fn new() -> InPlaceBoard {
        InPlaceBoard {
            sets: [0; 16],
            on: [EMPTY; 64],
            kings: [King::on(0); 2],
            states: [MoveState::EMPTY; 2],
            us: 0,
            n_plies: 0,
            start: Board::INITIAL,
        }
    }

    /// Sets up a position. Returns false if moves cannot be played in place from there.
    pub(crate) fn begin(&mut self, board: &Board) -> bool {
        if *board == Board::INITIAL {
            self.clone_from(&INITIAL);
            return true;
        }
        self.begin_anywhere(board)
    }

    fn begin_anywhere(&mut self, board: &Board) -> bool {
        self.sets = [0; 16];
        self.on = board.men();
        for color in [WHITE, BLACK] {
            let all = board.by_color(Color::from_white(color == WHITE)).0;
            self.sets[color] = all;
            for role in PAWN..=KING {
                self.sets[color | usize::from(role)] = board.set(role) & all;
            }
            self.kings[side_index(color)] = King::on(first(board.set(KING) & all));
        }
        self.us = if board.turn().is_white() { WHITE } else { BLACK };
        self.n_plies = 0;
        let them = opponent(self.us);
        self.states[side_index(them)] = MoveState {
            castling: board.castling_rooks().0,
            halfmoves: board.halfmove_clock(),
            is_check: board.is_check(),
            last: PlayedMove::NONE,
        };
        self.start = *board;
        // Moves are played here as if no pawn were on a back rank, and the king of the side not to move were not
        // attacked (as it can be after a null move).
        let king = self.kings[side_index(them)];
        let is_exposed = self.attackers(self.us, king.at.into(), board.occupied()) != 0;
        board.set(PAWN) & BACK_RANKS == 0 && board.halfmove_clock() < u32::MAX / 2 && !is_exposed
    }

    /// Returns true if White is to move.
    #[inline(always)]
    pub(crate) fn is_white(&self) -> bool {
        self.us == WHITE
    }

    /// Returns the number of moves that were played.
    pub(crate) fn n_plies(&self) -> u32 {
        self.n_plies
    }

    /// Returns the last move. At least one must have been played.
    #[inline(always)]
    pub(crate) fn last_move(&self) -> Move {
        let PlayedMove { from, to, captured, kind } = self.last();
        let role = role_of(self.on[usize::from(to & 63)]);
        match kind {
            MoveType::Plain => Move::normal(role, from, to, captured != EMPTY),
            MoveType::Promotion => {
                Move::new(MoveKind::Normal, PAWN, from, to, role, captured != EMPTY)
            }
            MoveType::EnPassant => en_passant(from, to),
            MoveType::Castling => Move::new(MoveKind::Castle, KING, from, to, KING, false),
        }
    }

    /// Returns the position as a [`Board`].
    pub(crate) fn board(&self) -> Board {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles();
        let (white, black) = (self.sets[WHITE], self.sets[BLACK]);
        let sets = [white, pawns, knights, bishops, rooks, queens, kings, black];
        let state = &self.states[side_index(opponent(self.us))];
        self.start.later(sets, state.castling, self.ep(), state.halfmoves, self.n_plies)
    }

    /// Returns the squares of the pawns, knights, bishops, rooks, queens and kings of both sides.
    #[inline(always)]
    fn roles(&self) -> [u64; 6] {
        [P, N, B, R, Q, K].map(|role| self.sets[role] | self.sets[role | BLACK])
    }

    /// Returns the parts of the position that identify it. Cheaper than [`InPlaceBoard::board`].
    #[inline]
    pub(crate) fn position_key(&self) -> PositionKey {
        let ep = self.ep();
        // A superset of the squares from which pawns capture en passant.
        let around = if self.is_white() { ep >> 7 | ep >> 9 } else { ep << 7 | ep << 9 };
        let can_take = self.sets[self.us | P] & around != 0;
        let legal_ep = if can_take { self.board().legal_ep_square() } else { None };
        PositionKey {
            white: self.sets[WHITE],
            roles: self.roles(),
            castling_rooks: self.states[side_index(opponent(self.us))].castling,
            ep: legal_ep.map_or(0, |square| Bitboard::from(square).0),
            white_to_move: self.is_white(),
        }
    }

    /// Returns the fields of a FEN, except the number of the next move.
    #[inline(always)]
    pub(crate) fn facts(&self) -> BoardFacts<'_> {
        let state = &self.states[side_index(opponent(self.us))];
        BoardFacts {
            men: &self.on,
            turn: Color::from_white(self.is_white()),
            castling_rooks: state.castling,
            ep: self.ep(),
            halfmoves: state.halfmoves,
            is_chess960: self.is_chess960(),
        }
    }

    /// Returns true if castling follows the rules of Chess960.
    #[inline(always)]
    pub(crate) fn is_chess960(&self) -> bool {
        self.start.is_chess960()
    }

    fn last(&self) -> PlayedMove {
        self.states[side_index(opponent(self.us))].last
    }

    /// Returns the square behind a pawn that has just advanced two squares, as a set. Computed from the last
    /// move, as it is rarely needed.
    fn ep(&self) -> u64 {
        if self.n_plies == 0 {
            return self.start.ep();
        }
        let PlayedMove { from, to, .. } = self.last();
        let is_double = from ^ to == 16 && role_of(self.on[usize::from(to & 63)]) == PAWN;
        if is_double { bit(from.midpoint(to)) } else { 0 }
    }

    /// Returns the position before the last move. At least one must have been played.
    pub(crate) fn before(&self) -> Board {
        let PlayedMove { from, to, captured, kind } = self.last();
        let mut board = self.clone();
        board.us ^= 8;
        board.n_plies = board.n_plies.wrapping_sub(1);
        if kind == MoveType::Castling {
            let (king_to, rook_to) = castled(from, to);
            board.remove_piece(king_to);
            board.remove_piece(rook_to);
            board.place_piece(from, small(board.us | K));
            board.place_piece(to, small(board.us | R));
            return board.board();
        }
        let man = board.on[usize::from(to & 63)];
        let man = if kind == MoveType::Promotion { man & 8 | PAWN } else { man };
        board.remove_piece(to);
        board.place_piece(from, man);
        if captured != EMPTY {
            board.place_piece(to, captured);
        }
        if kind == MoveType::EnPassant {
            board.place_piece(to ^ 8, man ^ 8);
        }
        board.board()
    }

    fn remove_piece(&mut self, at: u8) {
        let man = self.on[usize::from(at & 63)];
        self.sets[usize::from(man & 15)] &= !bit(at);
        self.sets[usize::from(man & 8)] &= !bit(at);
        self.on[usize::from(at & 63)] = EMPTY;
    }

    fn place_piece(&mut self, at: u8, man: u8) {
        self.sets[usize::from(man & 15)] |= bit(at);
        self.sets[usize::from(man & 8)] |= bit(at);
        self.on[usize::from(at & 63)] = man;
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.sets[WHITE] | self.sets[BLACK]
    }

    /// Plays a move if it is legal and in canonical SAN, and returns true.
    ///
    /// Returns false for any other move, and if this fast path cannot decide; the board is then unchanged. A check
    /// indicator on a move without check is always rejected; other wrong or missing ones only if `judge_signs` is true.
    #[inline(always)]
    pub(crate) fn play(&mut self, code: SanCode, judge_signs: bool) -> bool {
        if self.is_white() {
            self.play_as::<WHITE>(code, judge_signs)
        } else {
            self.play_as::<BLACK>(code, judge_signs)
        }
    }

    /// Plays a move of the side `US`, which is to move.
    #[inline(always)]
    fn play_as<const US: usize>(&mut self, code: SanCode, judge_signs: bool) -> bool {
        // The condition is known before the move is read, so that a misprediction of the branch costs little.
        if code.is_rare() | self.states[side_index(opponent(US))].is_check {
            self.play_rare::<US>(code, judge_signs)
        } else {
            self.play_from_to::<US, false>(code, judge_signs)
        }
    }

    /// Plays a move of a king, of a piece with its origin, or of a side in check; castling; or a promotion.
    #[inline(never)]
    fn play_rare<const US: usize>(&mut self, code: SanCode, judge_signs: bool) -> bool {
        if code.is_castling_or_promotion() {
            self.play_special(code, judge_signs)
        } else {
            self.play_from_to::<US, true>(code, judge_signs)
        }
    }

    /// Plays a move from one square to another.
    ///
    /// If `IS_RARE` is true, a king may move, an origin may be written, or `US` may be in check.
    #[inline(always)]
    fn play_from_to<const US: usize, const IS_RARE: bool>(
        &mut self,
        code: SanCode,
        judge_signs: bool,
    ) -> bool {
        let them = opponent(US);
        let (role, to) = (code.role_and_target() >> 6, code.role_and_target() & 63);
        let captured = self.on[to];
        if !fits_target::<US>(captured, code) {
            return one(to) == self.ep() && self.play_special(code, judge_signs);
        }
        let from = if IS_RARE && code.is_piece_with_origin() {
            self.find_disambiguated_origin(code, to)
        } else {
            self.find_only_origin::<US>(code, to)
        };
        let Some(from) = from else { return false };
        let is_king = IS_RARE && role == K;
        let own = self.kings[side_index(US)];
        let has_risk = IS_RARE || own.lines.beyond[from & 63] & self.snipers(them, own) != 0;
        if has_risk && !self.is_safe(from, to, is_king) {
            return false;
        }
        let king = self.kings[side_index(them)];
        let moved = one(from) | one(to);
        let occupied = self.occupied() & !one(from) | one(to);
        let checks = CHECKS[side_index(US)][code.role_and_target()];
        let mut is_check = (checks & king.bit != 0) & (king.lines.between[to] & occupied == 0);
        let discovered = king.lines.beyond[from & 63] & self.snipers(US, king);
        if discovered != 0 {
            is_check |= unblocked(king.at.into(), discovered, occupied) != 0;
        }
        let has_indicator = code.has_check_indicator();
        if has_indicator & !is_check {
            return false;
        }
        if judge_signs
            && (is_check != has_indicator || has_indicator && !self.is_mate_right(code, from))
        {
            return false;
        }
        let man = US | role;
        self.sets[man & 15] ^= moved;
        self.sets[US] ^= moved;
        self.sets[usize::from(captured & 15)] &= !one(to);
        self.sets[them] &= !one(to);
        self.on[from & 63] = EMPTY;
        self.on[to] = small(man);
        let MoveState { castling, halfmoves, .. } = self.states[side_index(them)];
        let state = &mut self.states[side_index(US)];
        state.castling = castling & !moved;
        if is_king {
            state.castling &= !(0xFF << (7 * US));
            self.kings[side_index(US)] = King::on(to);
        }
        state.halfmoves = halfmoves.wrapping_add(1) & code.reversible_mask();
        state.is_check = is_check;
        state.last =
            PlayedMove { from: small(from), to: small(to), captured, kind: MoveType::Plain };
        self.us = them;
        self.n_plies = self.n_plies.wrapping_add(1);
        true
    }

    /// Returns the sliding pieces of a color that would attack the king on an empty board.
    #[inline(always)]
    fn snipers(&self, color: usize, king: King) -> u64 {
        let set = |role: usize| self.sets[color & 8 | role];
        king.lines.orthogonal & (set(R) | set(Q)) | king.lines.diagonal & (set(B) | set(Q))
    }

    /// Returns the pieces of a color that attack a square.
    #[inline(always)]
    fn attackers(&self, color: usize, at: usize, occupied: u64) -> u64 {
        let set = |role: usize| self.sets[color & 8 | role];
        unblocked(at, self.snipers(color, King::on(at)), occupied)
            | REACH[N][at & 63] & set(N)
            | PAWN_ATTACKS[side_index(color) & 1 ^ 1][at & 63] & set(P)
            | REACH[K][at & 63] & set(K)
    }

    /// Returns true if the own king is not attacked after a move. Examines all lines.
    #[inline(never)]
    fn is_safe(&self, from: usize, to: usize, is_king: bool) -> bool {
        let occupied = self.occupied() & !one(from) | one(to);
        let king = if is_king { to } else { self.kings[side_index(self.us) & 1].at.into() };
        self.attackers(opponent(self.us), king, occupied) & !one(to) == 0
    }
}
