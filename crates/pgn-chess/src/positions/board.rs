//! The board of standard chess and Chess960: bitboards, legality, and playing moves.
//!
//! Made for replay: the board is little more than one cache line, so that keeping the position before a move
//! is one short copy. The attack tables are those of shakmaty.

use shakmaty::{
    Bitboard, ByColor, Color, Setup,
    attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};

use crate::positions::{
    moves::{
        BISHOP, KING, KNIGHT, Move, MoveKind, PAWN, QUEEN, ROOK, castled, index, role_of, square,
    },
    rays::{MEMBER, PAWN_ATTACKS, REACH, lines, unblocked},
};

/// A position of standard chess or Chess960, without the moves before it.
///
/// ```
/// use pgn_chess::Board;
///
/// let mut moves = Vec::new();
/// Board::INITIAL.legal_moves(&mut moves);
/// assert_eq!(moves.len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct Board {
    /// The sets of squares: White at 0, the roles at 1 to 6, Black at 7.
    sets: [u64; 8],
    /// The rooks that may still castle.
    castling: u64,
    /// The square behind a pawn that has just advanced two squares, as a set.
    ep: u64,
    halfmoves: u32,
    fullmoves: u32,
    /// The side to move, as an index of `sets`.
    us: u8,
    is_chess960: bool,
}

/// The number of an empty square in [`Board::men`], which no piece has.
pub(crate) const EMPTY_SQUARE: u8 = 7;

const WHITE: usize = 0;
const BLACK: usize = 7;
const RANK_1: u64 = 0xFF;
const RANK_8: u64 = 0xFF << 56;
pub(crate) const BACK_RANKS: u64 = RANK_1 | RANK_8;

/// Returns the index of `color` in `Board::sets`.
#[inline(always)]
fn side(color: Color) -> usize {
    if color == Color::White { WHITE } else { BLACK }
}

/// Returns the set of one square.
#[inline(always)]
pub(crate) fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// Returns the lowest square of a set that is not empty.
#[inline(always)]
pub(crate) fn lowest(set: u64) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    {
        set.trailing_zeros() as u8 & 63
    }
}

/// Returns the squares of a set in order, from a1 on.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = lowest(set);
            set &= set - 1;
            square
        })
    })
}

#[inline(always)]
fn rook(from: u8, occupied: u64) -> u64 {
    rook_attacks(square(from.into()), Bitboard(occupied)).0
}

#[inline(always)]
fn bishop(from: u8, occupied: u64) -> u64 {
    bishop_attacks(square(from.into()), Bitboard(occupied)).0
}

#[inline(always)]
fn knight(from: u8) -> u64 {
    knight_attacks(square(from.into())).0
}

#[inline(always)]
fn king(from: u8) -> u64 {
    king_attacks(square(from.into())).0
}

/// Returns the squares that a pawn of `color` on `from` attacks.
#[inline(always)]
pub(crate) fn pawn(color: Color, from: u8) -> u64 {
    PAWN_ATTACKS[usize::from(color == Color::Black)][usize::from(from & 63)]
}

#[inline(always)]
fn squares_between(a: u8, b: u8) -> u64 {
    lines(a.into()).between[usize::from(b & 63)]
}

fn back_rank(color: Color) -> u64 {
    if color == Color::White { RANK_1 } else { RANK_8 }
}

impl Board {
    /// The initial position (16.1.4).
    pub const INITIAL: Board = Board {
        sets: [
            0xFFFF,
            0x00FF_0000_0000_FF00,
            0x4200_0000_0000_0042,
            0x2400_0000_0000_0024,
            0x8100_0000_0000_0081,
            0x0800_0000_0000_0008,
            0x1000_0000_0000_0010,
            0xFFFF << 48,
        ],
        castling: 0x8100_0000_0000_0081,
        ep: 0,
        halfmoves: 0,
        fullmoves: 1,
        us: 0,
        is_chess960: false,
    };

    /// Returns the side to move.
    #[must_use]
    #[inline(always)]
    pub fn turn(&self) -> Color {
        Color::from_white(self.us == 0)
    }

    /// Returns the pieces as sets of squares, with a1 as the lowest bit: White at 0; the pawns, knights,
    /// bishops, rooks, queens and kings of both colors at 1 to 6; Black at 7.
    #[must_use]
    #[inline(always)]
    pub const fn sets(&self) -> &[u64; 8] {
        &self.sets
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    #[must_use]
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmoves
    }

    /// Returns the number of the current full move, from 1.
    #[must_use]
    #[inline(always)]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmoves
    }

    /// Returns true if castling follows the rules of Chess960.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.is_chess960
    }

    /// Returns the pieces of a color.
    #[must_use]
    pub fn by_color(&self, color: Color) -> Bitboard {
        Bitboard(self.sets[side(color)])
    }

    /// Returns the pieces of a role, of both colors.
    #[must_use]
    pub fn by_role(&self, role: shakmaty::Role) -> Bitboard {
        Bitboard(self.sets[usize::from(crate::positions::moves::number_of(role))])
    }

    /// Returns the rooks that may still castle.
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        Bitboard(self.castling)
    }

    /// Returns the square behind a pawn that has just advanced two squares, even if it cannot be captured en
    /// passant.
    #[must_use]
    pub fn ep_square(&self) -> Option<shakmaty::Square> {
        (self.ep != 0).then(|| square(lowest(self.ep).into()))
    }

    /// Returns the en passant square if a pawn can legally capture there, which is what matters when
    /// positions are compared (C26).
    #[must_use]
    pub fn legal_ep_square(&self) -> Option<shakmaty::Square> {
        let to = self.ep_square()?;
        let takers = pawn(!self.turn(), index(to)) & self.own(PAWN);
        squares(takers).any(|from| self.is_safe_en_passant(from, index(to))).then_some(to)
    }

    /// Returns the number of the role on a square, 0 if it is empty.
    #[must_use]
    pub(crate) fn role_at(&self, at: u8) -> u8 {
        (PAWN..=KING).find(|&role| self.sets[usize::from(role)] & bit(at) != 0).unwrap_or(0)
    }

    /// Returns the piece on each square: its role, plus 8 for a piece of Black's, or [`EMPTY_SQUARE`].
    pub(crate) fn men(&self) -> [u8; 64] {
        let mut men = [EMPTY_SQUARE; 64];
        for (color, all) in [(0, self.sets[WHITE]), (8, self.sets[BLACK])] {
            for role in PAWN..=KING {
                for at in squares(self.set(role) & all) {
                    men[usize::from(at & 63)] = color | role;
                }
            }
        }
        men
    }

    #[inline(always)]
    pub(crate) fn set(&self, role: u8) -> u64 {
        self.sets[usize::from(role & 7)]
    }

    /// Returns the pieces of the side to move.
    #[inline(always)]
    pub(crate) fn us(&self) -> u64 {
        self.sets[usize::from(self.us & 7)]
    }

    /// Returns the pieces of the other side.
    #[inline(always)]
    pub(crate) fn them(&self) -> u64 {
        self.sets[usize::from(self.us & 7 ^ 7)]
    }

    /// Returns the pieces of a role of the side to move.
    #[inline(always)]
    pub(crate) fn own(&self, role: u8) -> u64 {
        self.set(role) & self.us()
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.sets[WHITE] | self.sets[BLACK]
    }

    #[inline(always)]
    pub(crate) fn ep(&self) -> u64 {
        self.ep
    }

    #[inline(always)]
    fn king_square(&self, color: Color) -> u8 {
        lowest(self.sets[usize::from(KING)] & self.sets[side(color)])
    }

    /// Returns the squares from which a piece other than a pawn could reach `to`.
    ///
    /// All roles are computed without a branch on `role`, as the role of the next move is unpredictable.
    #[inline(always)]
    pub(crate) fn reach(&self, role: u8, to: u8) -> u64 {
        const ORTHOGONAL: [u64; 8] = [0, 0, 0, 0, !0, !0, 0, 0];
        const DIAGONAL: [u64; 8] = [0, 0, 0, !0, 0, !0, 0, 0];
        const JUMP: [u64; 8] = [0, 0, !0, 0, 0, 0, 0, 0];
        const STEP: [u64; 8] = [0, 0, 0, 0, 0, 0, !0, 0];
        let role = usize::from(role & 7);
        let occupied = self.occupied();
        rook(to, occupied) & ORTHOGONAL[role]
            | bishop(to, occupied) & DIAGONAL[role]
            | knight(to) & JUMP[role]
            | king(to) & STEP[role]
    }

    /// Returns the square of the own piece of a role that can move to `to`, if it is obviously the only one:
    /// no other has the square on its lines, and no piece is between.
    #[inline(always)]
    pub(crate) fn only_candidate(&self, role: u8, to: u8) -> Option<u8> {
        let candidates = REACH[usize::from(role & 7)][usize::from(to & 63)] & self.own(role);
        let from = lowest(candidates);
        let is_single = candidates != 0 && candidates & candidates.wrapping_sub(1) == 0;
        let is_free = squares_between(from, to) & self.occupied() == 0
            && bit(to) & (self.us() | self.set(KING)) == 0;
        (is_single && is_free).then_some(from)
    }

    /// Returns the pieces of the side not to move that attack `at` if the squares `occupied` are occupied.
    #[inline(always)]
    fn attackers(&self, at: u8, occupied: u64) -> u64 {
        let at = usize::from(at & 63);
        let reach = |role: u8| REACH[usize::from(role)][at];
        let queens = self.set(QUEEN);
        let snipers =
            reach(ROOK) & (self.set(ROOK) | queens) | reach(BISHOP) & (self.set(BISHOP) | queens);
        let near = reach(KNIGHT) & self.set(KNIGHT)
            | PAWN_ATTACKS[usize::from(self.us & 1)][at] & self.set(PAWN)
            | reach(KING) & self.set(KING);
        unblocked(at, snipers & self.them(), occupied) | near & self.them()
    }

    /// Returns true if the own king is not attacked after a move from `from` to `to` that is neither castling
    /// nor en passant.
    ///
    /// `is_king` is true if the king moves.
    #[inline(always)]
    pub(crate) fn is_safe(&self, from: u8, to: u8, is_king: bool) -> bool {
        // Examining all lines every time is faster than a branch on whether that is needed.
        let king = lowest(self.own(KING));
        let occupied = self.occupied() & !bit(from) | bit(to);
        self.attackers(if is_king { to } else { king }, occupied) & !bit(to) == 0
    }

    /// Returns true if the own king is not attacked after an en passant capture.
    pub(crate) fn is_safe_en_passant(&self, from: u8, to: u8) -> bool {
        let taken = bit(to ^ 8);
        let occupied = (self.occupied() ^ bit(from) ^ taken) | bit(to);
        self.attackers(lowest(self.own(KING)), occupied) & !taken == 0
    }

    /// Returns the pieces that give check to the side to move.
    #[must_use]
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        Bitboard(self.attackers(lowest(self.own(KING)), self.occupied()))
    }

    /// Returns true if the side to move is in check.
    #[must_use]
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        self.checkers().0 != 0
    }

    /// Returns true if the side to move is mated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Returns true if the side to move has no legal move and is not in check.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Returns true if the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.any_legal(&mut |_| true)
    }

    /// Returns true if no sequence of moves can mate: bare kings, one minor piece, or bishops that all stand
    /// on squares of one color.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
        if self.set(PAWN) | self.set(ROOK) | self.set(QUEEN) != 0 {
            return false;
        }
        let (knights, bishops) = (self.set(KNIGHT), self.set(BISHOP));
        if knights == 0 {
            return bishops & LIGHT == 0 || bishops & !LIGHT == 0;
        }
        bishops == 0 && knights.count_ones() == 1
    }

    /// Returns the castling move of the side to move towards the h-file (`king_side`) or the a-file, if it is
    /// legal.
    pub(crate) fn castling_move(&self, king_side: bool) -> Option<Move> {
        let from = self.king_square(self.turn());
        let rooks = self.castling & back_rank(self.turn()) & self.us();
        let towards = if king_side { !0 << from } else { bit(from) - 1 };
        let rooks = rooks & towards;
        if rooks == 0 || self.is_check() {
            return None;
        }
        let rook_from = lowest(rooks);
        let (king_to, rook_to) = castled(from, rook_from);
        let (king_bit, rook_bit) = (bit(from), bit(rook_from));
        let king_path = squares_between(from, king_to) | bit(king_to);
        let rook_path = squares_between(rook_from, rook_to) | bit(rook_to);
        let others = self.occupied() & !king_bit & !rook_bit;
        if (king_path | rook_path) & others != 0 {
            return None;
        }
        let attacked = |at, occupied| self.attackers(at, occupied) != 0;
        if squares(king_path & !king_bit).any(|at| attacked(at, self.occupied() & !king_bit)) {
            return None;
        }
        // In Chess960 the rook may have shielded the king on the rank.
        if attacked(king_to, others | bit(rook_to)) {
            return None;
        }
        Some(Move::new(MoveKind::Castle, KING, from, rook_from, KING, false))
    }

    /// Returns the board of the same game after `n_plies` more moves, given the fields that have changed.
    ///
    /// `sets` are White, the roles, and Black.
    pub(crate) fn later(
        &self,
        sets: [u64; 8],
        castling: u64,
        ep: u64,
        halfmoves: u32,
        n_plies: u32,
    ) -> Board {
        let n_moves = n_plies.wrapping_add(u32::from(self.us & 1)) / 2;
        Board {
            sets,
            castling,
            ep,
            halfmoves,
            fullmoves: self.fullmoves.wrapping_add(n_moves),
            us: if n_plies % 2 == 1 { self.us ^ 7 } else { self.us },
            is_chess960: self.is_chess960,
        }
    }

    /// Returns the board after a legal move.
    #[must_use]
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move) -> Board {
        let mut after = *self;
        self.play_onto(mv, &mut after);
        after
    }

    /// Writes the board after a legal move to `after`.
    ///
    /// Every field is copied in its own width, and the sets without a branch: a store of another width than
    /// the load that follows would stall the next move.
    #[inline(always)]
    pub(crate) fn play_onto(&self, mv: Move, after: &mut Board) {
        if !mv.is_normal() {
            *after = *self;
            after.play_special(mv);
            return;
        }
        let (origin, target) = (mv.origin(), mv.target());
        let (from, to) = (bit(origin), bit(target));
        let is_black = usize::from(self.us & 1);
        let member = &MEMBER[is_black][usize::from(mv.placed())];
        let gone = !(from | to);
        let mut sets = self.sets;
        for (set, member) in sets.iter_mut().zip(member) {
            *set = *set & gone | to & member;
        }
        after.sets = sets;
        let kings = if mv.role_number() == KING { RANK_1 << (56 * is_black) } else { 0 };
        after.castling = self.castling & !(from | to | kings);
        let is_pawn = mv.role_number() == PAWN;
        // A pawn on its first rank moves one square only, so that two ranks are always a double step.
        let is_double = is_pawn & (origin ^ target == 16);
        after.ep = u64::from(is_double) << (origin.midpoint(target) & 63);
        // Clocks start below a million and cannot overflow within 4 GiB of moves.
        let clock = self.halfmoves.wrapping_add(1);
        after.halfmoves = if is_pawn | mv.is_capture() { 0 } else { clock };
        after.fullmoves = self.fullmoves.wrapping_add(u32::from(self.us & 1));
        after.us = self.us ^ 7;
        after.is_chess960 = self.is_chess960;
    }

    /// Plays castling or an en passant capture.
    #[cold]
    fn play_special(&mut self, mv: Move) {
        let us = usize::from(self.us & 7);
        let (from, to) = (bit(mv.origin()), bit(mv.target()));
        if mv.kind() == MoveKind::Castle {
            self.castle(mv, us);
        } else {
            let pawns = usize::from(PAWN);
            let taken = bit(mv.target() ^ 8);
            self.sets[pawns] = self.sets[pawns] & !taken & !from | to;
            self.sets[BLACK - us] &= !taken;
            self.sets[us] = self.sets[us] & !from | to;
            self.halfmoves = 0;
        }
        self.ep = 0;
        self.fullmoves = self.fullmoves.wrapping_add(u32::from(self.us & 1));
        self.us ^= 7;
    }

    fn castle(&mut self, mv: Move, us: usize) {
        let (king_to, rook_to) = castled(mv.origin(), mv.target());
        let gone = !(bit(mv.origin()) | bit(mv.target()));
        self.sets[usize::from(KING)] = self.sets[usize::from(KING)] & gone | bit(king_to);
        self.sets[usize::from(ROOK)] = self.sets[usize::from(ROOK)] & gone | bit(rook_to);
        self.sets[us] = self.sets[us] & gone | bit(king_to) | bit(rook_to);
        self.castling &= !(0xFF << (king_to & 56));
        self.halfmoves = self.halfmoves.wrapping_add(1);
    }

    /// Returns the board after a null move: the side to move and the clocks change, and the en passant square is cleared.
    #[must_use]
    pub(crate) fn after_null(&self) -> Board {
        Board {
            us: self.us ^ 7,
            ep: 0,
            halfmoves: self.halfmoves.wrapping_add(1),
            fullmoves: self.fullmoves.wrapping_add(u32::from(self.us & 1)),
            ..*self
        }
    }

    /// Replaces `out` with all legal moves in no particular order, with one move for each promotion piece.
    pub fn legal_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        self.any_legal(&mut |mv| {
            out.push(mv);
            false
        });
    }

    /// Calls `stop` with each legal move until it returns true. Returns true if it did. The king's moves come
    /// first.
    fn any_legal(&self, stop: &mut impl FnMut(Move) -> bool) -> bool {
        let (us, them, occupied) = (self.us(), self.them(), self.occupied());
        let free = !us & !self.set(KING);
        let normal = |role, from, to, placed| {
            Move::new(MoveKind::Normal, role, from, to, placed, them & bit(to) != 0)
        };
        let from = self.king_square(self.turn());
        for to in squares(king(from) & free) {
            if self.is_safe(from, to, true) && stop(normal(KING, from, to, KING)) {
                return true;
            }
        }
        let checkers = self.checkers().0;
        if checkers & checkers.wrapping_sub(1) != 0 {
            return false;
        }
        // In check, only a capture of the checker or a move between it and the king is useful.
        let useful = match checkers {
            0 => !0,
            _ => checkers | squares_between(from, lowest(checkers)),
        };
        for role in [KNIGHT, BISHOP, ROOK, QUEEN] {
            for from in squares(self.own(role)) {
                for to in squares(self.reach(role, from) & free & useful) {
                    if self.is_safe(from, to, false) && stop(normal(role, from, to, role)) {
                        return true;
                    }
                }
            }
        }
        for from in squares(self.own(PAWN)) {
            let targets = self.pawn_pushes(from, occupied) | pawn(self.turn(), from) & them & free;
            for to in squares(targets & useful) {
                if !self.is_safe(from, to, false) {
                    continue;
                }
                let placed: &[u8] = if bit(to) & BACK_RANKS != 0 {
                    &[QUEEN, ROOK, BISHOP, KNIGHT]
                } else {
                    &[PAWN]
                };
                for &placed in placed {
                    if stop(normal(PAWN, from, to, placed)) {
                        return true;
                    }
                }
            }
            if self.ep != 0 && pawn(self.turn(), from) & self.ep != 0 {
                let to = lowest(self.ep);
                if self.is_safe_en_passant(from, to) && stop(en_passant(from, to)) {
                    return true;
                }
            }
        }
        checkers == 0
            && [true, false]
                .into_iter()
                .filter_map(|king_side| self.castling_move(king_side))
                .any(stop)
    }

    /// Returns the squares that a pawn of the side to move can advance to.
    fn pawn_pushes(&self, from: u8, occupied: u64) -> u64 {
        let (one, home) = match self.turn() {
            Color::White => (bit(from) << 8, 0xFF00),
            Color::Black => (bit(from) >> 8, 0xFF << 48),
        };
        let one = one & !occupied;
        if one == 0 || bit(from) & home == 0 {
            return one;
        }
        let two = if self.turn() == Color::White { one << 8 } else { one >> 8 };
        one | two & !occupied
    }

    /// Returns the board that a setup describes. Impossible castling rights and an impossible en passant
    /// square are dropped.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalPosition`] if a side does not have exactly one king, or the side not to move is in
    /// check.
    pub fn from_setup(setup: &Setup, is_chess960: bool) -> Result<Board, IllegalPosition> {
        let mut board = Board {
            sets: [0; 8],
            castling: 0,
            ep: 0,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves.get(),
            us: if setup.turn == Color::White { 0 } else { 7 },
            is_chess960,
        };
        for (square, piece) in setup.board.iter() {
            let at = bit(index(square));
            board.sets[usize::from(crate::positions::moves::number_of(piece.role))] |= at;
            board.sets[side(piece.color)] |= at;
        }
        for color in [WHITE, BLACK] {
            if (board.sets[usize::from(KING)] & board.sets[color]).count_ones() != 1 {
                return Err(IllegalPosition);
            }
        }
        board.us ^= 7;
        // Adjacent kings attack each other, too.
        if board.checkers().any() {
            return Err(IllegalPosition);
        }
        board.us ^= 7;
        board.castling = board.possible_castling(setup.castling_rights.0);
        if let Some(square) = setup.ep_square {
            board.ep = board.possible_ep(bit(index(square)));
        }
        Ok(board)
    }

    /// Returns the castling rights among `rooks` that are possible: king and rook at home, and one rook on
    /// each side.
    fn possible_castling(&self, rooks: u64) -> u64 {
        let mut rights = 0;
        for color in Color::ALL {
            let king = bit(self.king_square(color));
            let rank = back_rank(color);
            let own = rooks & rank & self.set(ROOK) & self.sets[side(color)];
            if king & rank == 0 || !self.is_chess960 && king & 0x1000_0000_0000_0010 == 0 {
                continue;
            }
            let own = if self.is_chess960 { own } else { own & 0x8100_0000_0000_0081 };
            let above = own & !(king - 1);
            let below = own & (king - 1);
            // If several rooks of one side are named, only the outermost one keeps its right.
            if above != 0 {
                rights |= 1 << (63 - above.leading_zeros());
            }
            rights |= below & below.wrapping_neg();
        }
        rights
    }

    /// Returns `ep` if a pawn can just have advanced over it, else 0.
    fn possible_ep(&self, ep: u64) -> u64 {
        let (rank, pushed, origin) = match self.turn() {
            Color::White => (0xFF << 40, ep >> 8, ep << 8),
            Color::Black => (0xFF << 16, ep << 8, ep >> 8),
        };
        let possible = ep & rank != 0
            && pushed & self.them() & self.set(PAWN) != 0
            && (ep | origin) & self.occupied() == 0;
        if possible { ep } else { 0 }
    }

    /// Returns the position as a setup of shakmaty.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let mut board = shakmaty::Board::empty();
        for at in squares(self.occupied()) {
            let color = Color::from_white(self.sets[WHITE] & bit(at) != 0);
            board.set_piece_at(square(at.into()), role_of(self.role_at(at)).of(color));
        }
        Setup {
            board,
            promoted: Bitboard::EMPTY,
            pockets: None,
            turn: self.turn(),
            castling_rights: Bitboard(self.castling),
            ep_square: self.ep_square(),
            remaining_checks: None::<ByColor<_>>,
            halfmoves: self.halfmoves,
            fullmoves: std::num::NonZeroU32::new(self.fullmoves)
                .unwrap_or(std::num::NonZeroU32::MIN),
        }
    }
}

pub(crate) fn en_passant(from: u8, to: u8) -> Move {
    Move::new(MoveKind::EnPassant, PAWN, from, to, PAWN, true)
}

/// The error for a position without exactly one king each, or whose side not to move is in check.
///
/// ```
/// use pgn_chess::board::{Board, IllegalPosition};
///
/// let mut setup = Board::INITIAL.to_setup();
/// setup.board.discard_piece_at(shakmaty::Square::E1);
/// assert_eq!(Board::from_setup(&setup, false), Err(IllegalPosition));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPosition;

impl std::fmt::Display for IllegalPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not one king each, or the side not to move is in check")
    }
}

impl std::error::Error for IllegalPosition {}
