//! Values of single columns, from the text of a half-move, the FEN of the position after it, and times.

use std::time::Duration;

/// The parts of a move in canonical SAN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlySan {
    /// The letter of the piece, `P` for a pawn, `K` for castling; `None` for a null move.
    pub(super) piece: Option<&'static str>,
    pub(super) is_capture: bool,
    /// True for check and mate.
    pub(super) is_check: bool,
}

impl PlySan {
    pub(super) fn of(san: &[u8]) -> PlySan {
        let piece = match san.first() {
            Some(b'K' | b'O') => Some("K"),
            Some(b'Q') => Some("Q"),
            Some(b'R') => Some("R"),
            Some(b'B') => Some("B"),
            Some(b'N') => Some("N"),
            Some(b'a'..=b'h' | b'P' | b'@') => Some("P"),
            _ => None,
        };
        let is_check = matches!(san.last(), Some(b'+' | b'#'));
        PlySan { piece, is_capture: san.contains(&b'x'), is_check }
    }
}

/// Returns a time in seconds, as the number next to its decimal form.
/// [`as_secs_f64`](Duration::as_secs_f64) adds two rounded numbers: 6.863 seconds would be 6.8629999999999995.
#[inline]
pub(super) fn seconds(time: Duration) -> f64 {
    let nanoseconds = u64::try_from(time.as_nanos());
    nanoseconds.map_or_else(|_| time.as_secs_f64(), |it| it as f64 / 1e9)
}

/// Maximum number of pieces of both sides, without pawns and kings, in an endgame, and in a middlegame where the
/// pieces are still on their first rank (Lichess, `Divider` of scalachess).
const IN_ENDGAME: u32 = 6;
const IN_MIDDLEGAME: u32 = 10;

/// Number of pieces on the first rank of a side below which the opening is over.
const ON_FIRST_RANK: usize = 4;

/// Returns the phase of the position of a FEN.
pub(super) fn phase(fen: &[u8]) -> &'static str {
    let placement = fen.split(|&byte| byte == b' ').next().unwrap_or_default();
    let placement = placement.split(|&byte| byte == b'[').next().unwrap_or_default();
    let (mut n_pieces, mut n_first) = (0, [0, 0]);
    for (rank, row) in placement.split(|&byte| byte == b'/').enumerate() {
        for byte in row {
            n_pieces += u32::from(matches!(byte.to_ascii_lowercase(), b'n' | b'b' | b'r' | b'q'));
            match rank {
                0 => n_first[0] += usize::from(byte.is_ascii_lowercase()),
                7 => n_first[1] += usize::from(byte.is_ascii_uppercase()),
                _ => (),
            }
        }
    }
    if n_pieces <= IN_ENDGAME {
        "endgame"
    } else if n_pieces <= IN_MIDDLEGAME || n_first.iter().any(|&n| n < ON_FIRST_RANK) {
        "middlegame"
    } else {
        "opening"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_next_to_their_decimal_form() {
        for millis in [0, 1, 4_357, 6_863, 598_100, 3_608_078, 1_209_600_000] {
            let text = format!("{}.{:03}", millis / 1000, millis % 1000);
            assert_eq!(Ok(seconds(Duration::from_millis(millis))), text.parse(), "{text}");
        }
        assert_eq!(seconds(Duration::MAX), Duration::MAX.as_secs_f64());
    }

    #[test]
    fn parts_of_moves() {
        for (san, piece, is_capture, is_check) in [
            ("e4", Some("P"), false, false),
            ("exd5", Some("P"), true, false),
            ("e8=Q+", Some("P"), false, true),
            ("Nbxd2#", Some("N"), true, true),
            ("O-O-O+", Some("K"), false, true),
            ("Kxf7", Some("K"), true, false),
            ("N@f3", Some("N"), false, false),
            ("--", None, false, false),
        ] {
            let expect = PlySan { piece, is_capture, is_check };
            assert_eq!(PlySan::of(san.as_bytes()), expect, "{san}");
        }
    }

    #[test]
    fn phases() {
        for (fen, expect) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "opening"),
            ("r4rk1/ppp2ppp/2n1bn2/2bqp3/8/2N1BN2/PPPQBPPP/R4RK1 w - - 0 1", "middlegame"),
            ("r2qk2r/8/2n2n2/8/8/2N2N2/8/R2QK2R w - - 0 1", "middlegame"),
            ("r3k2r/8/2n5/8/8/2N5/8/R3K2R w - - 0 1", "endgame"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "endgame"),
        ] {
            assert_eq!(phase(fen.as_bytes()), expect, "{fen}");
        }
    }
}
