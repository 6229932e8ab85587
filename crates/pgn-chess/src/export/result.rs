//! The result of a game, by its marker, its Result tag and its moves.

use pgn_syntax::{Game, Marker, TagName, marker::ResultInWords};

use crate::{
    positions::ending::ending,
    replay::ply::{FinalZeros, GameEnd},
};

/// Returns the result for the marker and the Result tag of a game (C06).
///
/// ```
/// use pgn_chess::{Replay, ReplayOptions, export::result, pgn_syntax::{Games, Marker}, start};
///
/// let pgn = b"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let options = ReplayOptions::default();
/// let end = Replay::new().walk(game, pgn, &start(game, pgn), &options, &mut ());
/// assert_eq!(result(game, pgn, &end), Marker::BlackWins);
/// ```
#[must_use]
pub fn result(game: &Game, src: &[u8], end: &GameEnd) -> Marker {
    let stated = match end.final_zeros {
        FinalZeros::DoubleForfeit => Stated::of(game, src, Some(Marker::Unknown)),
        _ => Stated::of(game, src, game.marker.map(|(marker, _)| marker)),
    };
    match stated {
        Stated::Agreed(result) => result,
        Stated::Contrary { tag, marker } => {
            let board = end.position.as_ref().and_then(|position| ending(position).result());
            if board == Some(marker) { marker } else { tag }
        }
    }
}

/// Returns the result of a game if it does not depend on its moves: [`result`] returns the same.
///
/// ```
/// use pgn_chess::{export::stated_result, pgn_syntax::{Games, Marker}};
///
/// let pgn = b"[Result \"*\"]\n\n1. e4 1-0";
/// assert_eq!(stated_result(Games::new(pgn).next().unwrap(), pgn), Some(Marker::WhiteWins));
/// let pgn = b"[Result \"0-1\"]\n\n1. e4 1-0";
/// assert_eq!(stated_result(Games::new(pgn).next().unwrap(), pgn), None);
/// ```
#[must_use]
pub fn stated_result(game: &Game, src: &[u8]) -> Option<Marker> {
    match Stated::of(game, src, game.marker.map(|(marker, _)| marker)) {
        Stated::Agreed(result) if game.final_zeros.is_none() => Some(result),
        _ => None,
    }
}

/// Returns the result of a game whose moves are not played. If the tag and the marker state different results, the
/// result is that of the tag.
///
/// ```
/// use pgn_chess::{export::result_of_text, pgn_syntax::{Games, Marker}};
///
/// let pgn = b"[Result \"0-1\"]\n\n1. e4 1-0";
/// assert_eq!(result_of_text(Games::new(pgn).next().unwrap(), pgn), Marker::BlackWins);
/// ```
#[must_use]
pub fn result_of_text(game: &Game, src: &[u8]) -> Marker {
    match Stated::of(game, src, game.marker.map(|(marker, _)| marker)) {
        Stated::Agreed(result) => result,
        Stated::Contrary { tag, .. } => tag,
    }
}

/// The result that the text of a game states.
enum Stated {
    Agreed(Marker),
    Contrary { tag: Marker, marker: Marker },
}

impl Stated {
    fn of(game: &Game, src: &[u8], marker: Option<Marker>) -> Stated {
        let value = game.tag(src, TagName::RESULT).map(|pair| pair.value(src));
        let in_words = |value: &[u8]| {
            let is_open = marker.is_none_or(|marker| marker == Marker::Unknown);
            ResultInWords::read(value).filter(|_| is_open).map(|it| it.marker)
        };
        let tag = value.and_then(|it| Marker::read(&it).or_else(|| in_words(&it)));
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

#[cfg(test)]
mod tests {
    use pgn_syntax::Games;

    use super::*;
    use crate::{Replay, ReplayOptions, start};

    #[track_caller]
    fn check(pgn: &str, expect: Marker) {
        let (src, mut games) = (pgn.as_bytes(), Games::new(pgn.as_bytes()));
        let game = games.next().unwrap();
        let start = start(game, src);
        let end = Replay::new().walk(game, src, &start, &ReplayOptions::default(), &mut ());
        assert_eq!(result(game, src, &end), expect, "{pgn}");
    }

    #[test]
    fn words_count_where_no_marker_does() {
        check("[Result \"1-0 (time)\"]\n\n1. e4 e5", Marker::WhiteWins);
        check("[Result \"Draw\"]\n\n1. e4 e5 *", Marker::Draw);
        check("[Result \"White wins\"]\n\n1. e4 e5 0-1", Marker::BlackWins);
    }

    #[test]
    fn the_board_decides_between_two_results() {
        check("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", Marker::BlackWins);
        check("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2", Marker::WhiteWins);
        check("[Result \"1-0\"]\n\n1. f3 e5 0-1", Marker::WhiteWins);
        // In Antichess, the side without a move wins.
        let tags = "[Variant \"Antichess\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/p7/P7/8/8/8 w - - 0 1\"]";
        check(&format!("{tags}\n[Result \"1/2-1/2\"]\n\n1-0"), Marker::WhiteWins);
        check(&format!("{tags}\n[Result \"1-0\"]\n\n1/2-1/2"), Marker::WhiteWins);
    }
}
