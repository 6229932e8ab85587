//! A prefilter for positions, computed from the text of a game without playing it: the squares on
//! which each kind of man may have stood. A pattern with a rook on a square that no rook has gone
//! to cannot match.

use pgn_chess::{Position, Start};
use pgn_syntax::{Game, NodeKind, SanCode};

use super::men::{BLACK, Class, Men, WHITE, men};

/// For each kind of man, the squares on which one may have stood in the main line: those of the
/// start position and the targets of moves. The sets may be too large, but are never too small.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// Indexed in the order of the bits of [`Class`].
    squares: [u64; 12],
}

/// Indices of White's roles in [`Reach`].
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;
/// Offset from White's indices to Black's.
const OF_BLACK: usize = 6;

const BACK_RANKS: u64 = 0xFF00_0000_0000_00FF;
const RANKS: [u64; 2] = [0xFF, 0xFF << 56];
/// Files of king and rook after castling.
const CASTLED_KINGS: u64 = 0x4444_4444_4444_4444;
const CASTLED_ROOKS: u64 = 0x2828_2828_2828_2828;

impl Reach {
    /// Returns the reach of a game; `None` if a move is spelled in a way that only a board can
    /// resolve.
    pub(crate) fn of(game: &Game, start: &Start) -> Option<Reach> {
        let Ok(first @ Position::Standard(_)) = &start.position else { return None };
        let mut reach = Reach { squares: kinds(&men(first)) };
        let mut side = usize::from(first.turn().is_black());
        let mut at = 0;
        while let Some(node) = game.nodes.get(at) {
            at += 1;
            match node.kind {
                NodeKind::Move { code, .. } => {
                    if !code.is_read() {
                        return None;
                    }
                    reach.go(code, side);
                    side ^= 1;
                }
                NodeKind::NullMove { .. } => side ^= 1,
                NodeKind::RavOpen { end, .. } => at = at.max(end.0 as usize + 1),
                NodeKind::RavClose
                | NodeKind::MoveNumber(_)
                | NodeKind::Nag(_)
                | NodeKind::Suffix(_)
                | NodeKind::Glyph { .. }
                | NodeKind::Comment(_)
                | NodeKind::Marker(_) => (),
            }
        }
        Some(reach)
    }

    #[inline(always)]
    fn go(&mut self, code: SanCode, side: usize) {
        let own = side * OF_BLACK;
        let target = 1_u64 << code.target();
        let role = code.role() as usize - 1;
        if role == KING {
            if code.castling().is_some() || target & BACK_RANKS != 0 {
                // A king move may stand for castling.
                self.squares[own + KING] |= RANKS[side] & CASTLED_KINGS;
                self.squares[own + ROOK] |= RANKS[side] & CASTLED_ROOKS;
            }
            if code.castling().is_some() {
                return;
            }
        }
        self.squares[own + role] |= target;
        if role == 0 && target & BACK_RANKS != 0 {
            // The promotion piece may be missing.
            for piece in [KNIGHT, BISHOP, ROOK, QUEEN] {
                self.squares[own + piece] |= target;
            }
        }
        if role == 0 && code.origin_file() == Some(1) {
            // `bxc3` may be a bishop move.
            self.squares[own + BISHOP] |= target;
        }
    }

    /// Returns true if each of the squares may have held a member of the set.
    pub(crate) fn holds(&self, class: Class, squares: u64) -> bool {
        class.0 & Class::EMPTY.0 != 0 || squares & !self.of_class(class) == 0
    }

    fn of_class(&self, class: Class) -> u64 {
        let kinds = self.squares.iter().enumerate();
        let of_class = kinds.filter(|(index, _)| class.0 >> index & 1 != 0);
        of_class.fold(0, |all, (_, squares)| all | squares)
    }

    /// Returns true if all men may have stood on their squares.
    pub(crate) fn holds_all(&self, men: &Men) -> bool {
        self.squares.iter().zip(kinds(men)).all(|(may, stands)| stands & !may == 0)
    }
}

/// Returns the squares of each kind of man.
fn kinds(men: &Men) -> [u64; 12] {
    let mut kinds = [0; 12];
    for (index, kind) in kinds.iter_mut().enumerate() {
        let side = if index < OF_BLACK { WHITE } else { BLACK };
        *kind = men[side] & men[index % OF_BLACK + 1];
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn_chess::{Ply, Replay, ReplayOptions, Visitor, start};
    use pgn_syntax::Games;

    /// Verifies that no position of the main line is outside the reach.
    struct All(Reach, u32);

    impl Visitor for All {
        fn ply(&mut self, ply: &Ply<'_>) {
            if let (0, Some(after)) = (ply.depth, ply.after) {
                assert!(self.0.holds_all(&men(after)), "{}", after.fen());
                self.1 += 1;
            }
        }
    }

    #[track_caller]
    fn check(pgn: &[u8]) -> u32 {
        let mut n_plies = 0;
        let mut games = Games::new(pgn);
        while let Some(game) = games.next() {
            let start = start(game, pgn);
            let Some(reach) = Reach::of(game, &start) else { continue };
            let mut all = All(reach, 0);
            let options = ReplayOptions { assume_queen: true, ..ReplayOptions::default() };
            Replay::new().walk(game, pgn, &start, &options, &mut all);
            n_plies += all.1;
        }
        n_plies
    }

    #[test]
    fn no_position_is_out_of_reach() {
        use pgn_testkit::{Generator, Style};
        assert!(check(&Generator::new(1, Style::Annotated).games(40)) > 1000);
        // Moves that stand for other moves.
        assert_eq!(
            check(b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Kg1 Kg8 5. -- d6 (5... O-O) 6. d3 *"),
            11
        );
        assert_eq!(check(b"1. b3 e5 2. Ba3 Ne7 3. Bb2 Nbc6 4. bxe5 Nxe5 *"), 8);
        assert_eq!(check(b"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 Kg6 2. Qa6+ *"), 3);
        let chess960 =
            "[Variant \"Chess960\"]\n[FEN \"1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1\"]\n\n";
        assert_eq!(check(format!("{chess960}1. O-O-O Kg8 2. Rhg1+ *").as_bytes()), 3);
    }

    #[test]
    fn squares_without_a_move_to_them_are_unreachable() {
        let pgn = b"1. e4 e5 2. Nf3 (2. f4) Nc6 *";
        let mut games = Games::new(pgn);
        let game = games.next().unwrap();
        let reach = Reach::of(game, &Start::initial()).unwrap();
        let holds =
            |letter, square: u32| reach.holds(Class::of_letter(letter).unwrap(), 1 << square);
        assert!(holds('P', 28) && holds('P', 12) && holds('n', 42) && holds('N', 21));
        assert!(!holds('P', 29) && !holds('p', 28) && !holds('N', 42) && !holds('R', 5));
        assert!(reach.holds(Class::EMPTY.with(Class::of_letter('q').unwrap()), 1));
    }
}
