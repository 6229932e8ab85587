//! The position of a [`Board`] as FEN and as a hash, updated from move to move.

use pgn_syntax::write::ShortText;
use shakmaty::{
    CastlingSide, Color, Piece,
    zobrist::{Zobrist64, ZobristValue as _},
};

use crate::positions::{
    board::{Board, EMPTY_SQUARE, lowest, squares},
    fen,
    moves::{KING, PAWN, role_of, square, square_name},
};

/// The text and the hash of positions of standard chess or Chess960 that follow one another.
///
/// Only the ranks that have changed since the last text or hash are looked at.
#[derive(Clone, Debug)]
pub(crate) struct BoardText {
    now: Facts,
    /// The ranks from the first on, as they were written last.
    written: [RankText; 8],
    /// The texts of ranks that were written before.
    cache: RankCache,
    /// The ranks from the first on, as they were hashed last.
    hashed: [u64; 8],
    /// The hash of the pieces of `hashed`.
    pieces_hash: u64,
}

/// The fields of a FEN except the number of the next move.
pub(crate) struct BoardFacts<'a> {
    /// The piece on each square, as [`Board::men`] numbers them.
    pub(crate) men: &'a [u8; 64],
    pub(crate) turn: Color,
    /// The rooks that may still castle.
    pub(crate) castling_rooks: u64,
    /// The square behind a pawn that has just advanced two squares, as a set.
    pub(crate) ep: u64,
    pub(crate) halfmoves: u32,
    pub(crate) is_chess960: bool,
}

/// The fields of a FEN.
#[derive(Clone, Debug)]
struct Facts {
    /// The pieces on the ranks from the first on, as [`Board::men`] numbers them; the a-file is the
    /// lowest byte.
    ranks: [u64; 8],
    turn: Color,
    /// The rooks that may still castle.
    castling_rooks: u64,
    /// The castling field, of `castling_len` letters.
    castling: [u8; 4],
    castling_len: u8,
    /// The square behind a pawn that has just advanced two squares, as a set.
    ep: u64,
    halfmoves: u32,
    fullmoves: u32,
    is_chess960: bool,
}

/// The bit that marks a piece as black, added to the number of its kind.
const BLACK: u8 = 8;

/// A rank of empty squares.
const EMPTY_RANK: u64 = u64::from_le_bytes([EMPTY_SQUARE; 8]);

impl BoardText {
    /// Returns the text of a board.
    pub(crate) fn new(board: &Board) -> BoardText {
        let mut text = BoardText {
            now: Facts::NONE,
            written: [RankText::of(EMPTY_RANK); 8],
            cache: RankCache::default(),
            hashed: [EMPTY_RANK; 8],
            pieces_hash: 0,
        };
        text.set(board);
        text
    }

    /// Sets the board.
    pub(crate) fn set(&mut self, board: &Board) {
        let now = &mut self.now;
        now.ranks = ranks_of(&board.men());
        now.turn = board.turn();
        now.set_castling(board);
        now.ep = board.ep();
        (now.halfmoves, now.fullmoves) = (board.halfmove_clock(), board.fullmove_number());
        now.is_chess960 = board.is_chess960();
    }

    /// Advances to the board after a move. `fullmoves` is the number of the next move; `board` returns the board. It is
    /// called only if the facts are not enough.
    #[inline(always)]
    pub(crate) fn follow(
        &mut self,
        facts: &BoardFacts<'_>,
        fullmoves: u32,
        board: impl FnOnce() -> Board,
    ) {
        let now = &mut self.now;
        now.ranks = ranks_of(facts.men);
        now.turn = facts.turn;
        // In Chess960 the letters depend on the other rooks, too.
        if facts.castling_rooks != now.castling_rooks || facts.is_chess960 {
            now.set_castling(&board());
        }
        now.ep = facts.ep;
        (now.halfmoves, now.fullmoves) = (facts.halfmoves, fullmoves);
        now.is_chess960 = facts.is_chess960;
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    pub(crate) fn halfmove_clock(&self) -> u32 {
        self.now.halfmoves
    }

    /// Returns the number of the current full move, from 1.
    pub(crate) fn fullmove_number(&self) -> u32 {
        self.now.fullmoves
    }

    /// Appends the FEN: as in the standard for standard chess, as X-FEN for Chess960 (C26).
    pub(crate) fn push_fen(&mut self, out: &mut Vec<u8>) {
        let mut text = ShortText::new();
        self.push_fields(&mut text);
        text.push(b" ", 1);
        text.push_number(self.now.halfmoves);
        text.push(b" ", 1);
        text.push_number(self.now.fullmoves);
        out.extend_from_slice(text.bytes());
    }

    /// Appends the first four fields of the FEN: pieces, side to move, castling, en passant.
    #[inline]
    pub(crate) fn push_fields(&mut self, text: &mut ShortText) {
        for rank in (1..8).rev() {
            self.push_rank(rank, text);
        }
        self.push_rank(0, text);
        let turn = if self.now.turn.is_white() { b'w' } else { b'b' };
        text.push(&[b' ', turn, b' '], 3);
        text.push(&self.now.castling, self.now.castling_len.into());
        match self.now.shown_ep().map(square_name) {
            Some([file, number]) => text.push(&[b' ', file, number], 3),
            None => text.push(b" -", 2),
        }
    }

    /// Appends a rank, and a slash after all but the last.
    #[inline(always)]
    fn push_rank(&mut self, rank: usize, text: &mut ShortText) {
        let men = self.now.ranks[rank];
        if self.written[rank].men != men {
            self.written[rank] = self.cache.text(men);
        }
        let RankText { bytes, len, .. } = &self.written[rank];
        text.push(bytes, usize::from(*len) - usize::from(rank == 0));
    }

    /// Returns the Polyglot hash.
    pub(crate) fn hash(&mut self) -> u64 {
        for (rank, (&new, old)) in (0..).zip(self.now.ranks.iter().zip(&mut self.hashed)) {
            let mut differ = new ^ *old;
            while differ != 0 {
                let file = lowest(differ) / 8;
                for men in [new, *old] {
                    let man = men.to_le_bytes()[usize::from(file & 7)];
                    self.pieces_hash ^= hash_of(man, 8 * rank + file).0;
                }
                differ &= !(0xFF << (8 * file));
            }
            *old = new;
        }
        self.pieces_hash ^ self.now.hash_of_rest()
    }
}

impl Facts {
    const NONE: Facts = Facts {
        ranks: [EMPTY_RANK; 8],
        turn: Color::White,
        castling_rooks: 0,
        castling: *b"-   ",
        castling_len: 1,
        ep: 0,
        halfmoves: 0,
        fullmoves: 1,
        is_chess960: false,
    };

    #[cold]
    fn set_castling(&mut self, board: &Board) {
        let letters = fen::castling(board);
        self.castling_rooks = board.castling_rooks().0;
        self.castling = std::array::from_fn(|at| letters.get(at).copied().unwrap_or(b' '));
        self.castling_len = letters.len().min(4).try_into().unwrap_or(4);
    }

    /// Returns the square of en passant that is written: in Chess960 only one that a pawn attacks (C26).
    #[inline(always)]
    fn shown_ep(&self) -> Option<u8> {
        let is_shown = self.ep != 0 && (!self.is_chess960 || self.has_ep_taker());
        is_shown.then(|| lowest(self.ep))
    }

    /// Returns true if a pawn attacks the en passant square, legally or not.
    fn has_ep_taker(&self) -> bool {
        if self.ep == 0 {
            return false;
        }
        // The pawn beside the one that has advanced.
        let (file, rank) = (lowest(self.ep) & 7, (lowest(self.ep) ^ 8) >> 3);
        let men = self.ranks[usize::from(rank & 7)].to_le_bytes();
        let own = if self.turn.is_white() { PAWN } else { PAWN | BLACK };
        let at = |file: u8| men.get(usize::from(file)) == Some(&own);
        at(file.wrapping_sub(1)) || at(file + 1)
    }

    /// Returns the hash of the castling rights, the en passant square and the side to move.
    fn hash_of_rest(&self) -> u64 {
        let mut hash = Zobrist64::default();
        for rook in squares(self.castling_rooks) {
            let color = Color::from_white(rook < 8);
            let men = self.ranks[usize::from(rook >> 3 & 7)].to_le_bytes();
            let own_king = if color.is_white() { KING } else { KING | BLACK };
            let king = men.iter().position(|&man| man == own_king).unwrap_or(0);
            let is_king_side = usize::from(rook & 7) > king;
            let side = if is_king_side { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            hash ^= Zobrist64::zobrist_for_castling_right(color, side);
        }
        // The en passant file counts only if a pawn attacks the square.
        if self.has_ep_taker() {
            let file = square(lowest(self.ep).into()).file();
            hash ^= Zobrist64::zobrist_for_en_passant_file(file);
        }
        if self.turn.is_white() {
            hash ^= Zobrist64::zobrist_for_white_turn();
        }
        hash.0
    }
}

/// Returns the ranks from the first on.
#[inline(always)]
fn ranks_of(men: &[u8; 64]) -> [u64; 8] {
    let (ranks, _) = men.as_chunks::<8>();
    std::array::from_fn(|rank| u64::from_le_bytes(ranks[rank]))
}

/// Returns the hash of a piece, or of an empty square.
#[inline]
fn hash_of(man: u8, at: u8) -> Zobrist64 {
    if man == EMPTY_SQUARE {
        return Zobrist64::default();
    }
    let piece = Piece { color: Color::from_white(man & BLACK == 0), role: role_of(man & 7) };
    Zobrist64::zobrist_for_piece(square(at.into()), piece)
}

/// The text of a rank and the slash after it.
#[derive(Clone, Copy, Debug)]
struct RankText {
    men: u64,
    bytes: [u8; 16],
    len: u8,
}

/// The binary logarithm of the number of ranks that are kept. Most ranks occur again soon: 4,096 of them take 128 KiB.
const CACHE_BITS: u32 = 12;

/// Multiplier of the hash of a rank: 2^64 divided by the golden ratio, which spreads low bits upwards.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Number of rank texts that are computed before the cache is allocated, so that writing one position does not allocate
/// it.
const MADE_BEFORE: u32 = 64;

/// A cache of the texts of ranks.
#[derive(Clone, Debug, Default)]
struct RankCache {
    /// The texts, each at the index that is computed from its pieces. Empty until the cache is allocated.
    texts: Vec<RankText>,
    n_made: u32,
}

impl RankCache {
    /// Returns the text of a rank from the cache, where it is added if it is missing.
    #[inline]
    fn text(&mut self, men: u64) -> RankText {
        let place = (men.wrapping_mul(SPREAD) >> (u64::BITS - CACHE_BITS)) as usize;
        let Some(text) = self.texts.get_mut(place) else { return self.first_text(men) };
        if text.men != men {
            *text = RankText::of(men);
        }
        *text
    }

    #[cold]
    fn first_text(&mut self, men: u64) -> RankText {
        self.n_made += 1;
        if self.n_made == MADE_BEFORE {
            self.texts.resize(1 << CACHE_BITS, RankText::of(EMPTY_RANK));
        }
        RankText::of(men)
    }
}

/// Returns the empty squares of a rank, the a-file as the lowest bit.
#[inline(always)]
fn empty_files(men: u64) -> u8 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    /// Moves the lowest bit of each byte to the bit of the byte's file in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    // Adding 1 overflows the three bits of a role only for an empty square, whose number is 7.
    let empty = ((men & (7 * ONES)) + ONES) >> 3 & ONES;
    empty.wrapping_mul(GATHER).to_le_bytes()[7]
}

const _: () = assert!(EMPTY_SQUARE == 7, "the only number of three bits set");

/// The letters of FEN by the number of the piece. Those of White are also the letters of SAN.
pub(crate) const LETTERS: [u8; 16] = *b"?PNBRQK??pnbrqk?";

/// The source of each character of a rank: below 8 the square of a file, from 8 on a digit for a run of empty squares.
#[derive(Clone, Copy)]
struct RankForm {
    from: [u8; 8],
    len: u8,
}

/// The forms of ranks by their occupied files.
static FORMS: [RankForm; 256] = forms();

const fn forms() -> [RankForm; 256] {
    let mut forms = [RankForm { from: [0; 8], len: 0 }; 256];
    let mut occupied = 0;
    while occupied < forms.len() {
        let form = &mut forms[occupied];
        let (mut file, mut n_empty) = (0, 0);
        while file <= 8 {
            let is_empty = file < 8 && occupied >> file & 1 == 0;
            if !is_empty && n_empty > 0 {
                form.from[form.len as usize] = 7 + n_empty;
                form.len += 1;
                n_empty = 0;
            }
            if is_empty {
                n_empty += 1;
            } else if file < 8 {
                form.from[form.len as usize] = file;
                form.len += 1;
            }
            file += 1;
        }
        occupied += 1;
    }
    forms
}

impl RankText {
    /// Returns the text of a rank. It has no data-dependent branch.
    #[inline(never)]
    fn of(men: u64) -> RankText {
        let mut letters = *b"????????12345678";
        for (file, man) in men.to_le_bytes().into_iter().enumerate() {
            letters[file] = LETTERS[usize::from(man & 15)];
        }
        let RankForm { from, len } = &FORMS[usize::from(!empty_files(men))];
        let mut bytes = [0; 16];
        for (byte, from) in bytes.iter_mut().zip(from) {
            *byte = letters[usize::from(from & 15)];
        }
        bytes[usize::from(len & 15)] = b'/';
        RankText { men, bytes, len: len + 1 }
    }
}
