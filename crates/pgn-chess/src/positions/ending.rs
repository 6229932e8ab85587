//! The result of a game by its final position (END-09, END-10).

use pgn_syntax::Marker;
use shakmaty::KnownOutcome;

use crate::positions::position::Position;

/// How a game has ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is not over.
    Open,
    /// The side to move is mated.
    Checkmate {
        /// The result that follows.
        result: Marker,
    },
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The end of a variant: the king on the hill, a third check, an exploded king, and others.
    Variant {
        /// The result that follows.
        result: Marker,
    },
}

/// Returns how a game that ends in `position` has ended on the board.
///
/// ```
/// use pgn_chess::{Ending, Start, ending, pgn_syntax::Marker};
///
/// let start = Start::from_fen(b"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
/// let expect = Ending::Checkmate { result: Marker::WhiteWins };
/// assert_eq!(ending(&start.position.unwrap()), expect);
/// ```
#[must_use]
pub fn ending(position: &Position) -> Ending {
    let result = |outcome| match outcome {
        KnownOutcome::Decisive { winner: shakmaty::Color::White } => Marker::WhiteWins,
        KnownOutcome::Decisive { winner: shakmaty::Color::Black } => Marker::BlackWins,
        KnownOutcome::Draw => Marker::Draw,
    };
    let Some(outcome) = position.outcome() else { return Ending::Open };
    if position.is_checkmate() {
        Ending::Checkmate { result: result(outcome) }
    } else if position.is_stalemate() && outcome == KnownOutcome::Draw {
        Ending::Stalemate
    } else if outcome == KnownOutcome::Draw && position.is_insufficient_material() {
        Ending::InsufficientMaterial
    } else {
        Ending::Variant { result: result(outcome) }
    }
}

impl Ending {
    /// Returns the result that follows from the position, or `None` if the rules leave it open: with insufficient
    /// material, some rules still let a side lose on time.
    #[must_use]
    pub fn result(self) -> Option<Marker> {
        match self {
            Ending::Checkmate { result } | Ending::Variant { result } => Some(result),
            Ending::Stalemate => Some(Marker::Draw),
            Ending::Open | Ending::InsufficientMaterial => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::start::Start;

    #[track_caller]
    fn check(fen: &str, expect: Ending, result: Option<Marker>) {
        let position = Start::from_fen(fen.as_bytes()).position.unwrap();
        let got = ending(&position);
        assert_eq!((got, got.result()), (expect, result), "{fen}");
    }

    #[test]
    fn results_of_endings() {
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        check(mate, Ending::Checkmate { result: Marker::BlackWins }, Some(Marker::BlackWins));
        check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Ending::Stalemate, Some(Marker::Draw));
        check("7k/8/6K1/8/8/8/8/6N1 b - - 0 1", Ending::InsufficientMaterial, None);
        check("7k/8/6K1/8/8/8/8/6R1 b - - 0 1", Ending::Open, None);
    }
}
