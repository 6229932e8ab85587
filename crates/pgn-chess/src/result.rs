//! The result of a game, by its marker, its Result tag and its moves.

use pgn_syntax::{Game, Marker, TagName};
use shakmaty::Color;

use crate::ply::{FinalZeros, GameEnd};

/// Returns the result for the marker and the Result tag of a game (C06).
#[must_use]
pub fn result(game: &Game, src: &[u8], end: &GameEnd) -> Marker {
    let stated = match end.final_zeros {
        FinalZeros::DoubleForfeit => Stated::of(game, src, Some(Marker::Unknown)),
        _ => Stated::of(game, src, game.marker.map(|(marker, _)| marker)),
    };
    match stated {
        Stated::Agreed(result) => result,
        Stated::Contrary { tag, marker } => {
            let board = match &end.position {
                Some(position) if position.is_checkmate() => match position.turn() {
                    Color::White => Some(Marker::BlackWins),
                    Color::Black => Some(Marker::WhiteWins),
                },
                Some(position) if position.is_stalemate() => Some(Marker::Draw),
                _ => None,
            };
            if board == Some(marker) { marker } else { tag }
        }
    }
}

/// Returns the result of a game if it does not depend on its moves: [`result`] returns the same.
#[must_use]
pub fn stated_result(game: &Game, src: &[u8]) -> Option<Marker> {
    match Stated::of(game, src, game.marker.map(|(marker, _)| marker)) {
        Stated::Agreed(result) if game.final_zeros.is_none() => Some(result),
        _ => None,
    }
}

/// What the text of a game says of its result.
enum Stated {
    Agreed(Marker),
    Contrary { tag: Marker, marker: Marker },
}

impl Stated {
    fn of(game: &Game, src: &[u8], marker: Option<Marker>) -> Stated {
        let tag = game.tag(src, TagName::RESULT).and_then(|pair| Marker::read(&pair.value(src)));
        match (tag, marker) {
            (None, None) => Stated::Agreed(Marker::Unknown),
            (Some(one), None) | (None, Some(one)) => Stated::Agreed(one),
            (Some(tag), Some(marker)) if tag == marker => Stated::Agreed(tag),
            (Some(Marker::Unknown), Some(marker)) => Stated::Agreed(marker),
            (Some(tag), Some(Marker::Unknown)) => Stated::Agreed(tag),
            (Some(tag), Some(marker)) => Stated::Contrary { tag, marker },
        }
    }
}
