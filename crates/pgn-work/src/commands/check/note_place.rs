//! The place of a note of a rule across games, and the names in the tags of its game, both for records of a sorter.

use pgn_collate::stored;
use pgn_lint::Mark;
use pgn_report::{findings::GameInfo, text::shorten};
use pgn_stream::GameNumber;
use pgn_syntax::{Fallback, Game, TagName};

use crate::commands::baseline::PlaceFingerprint;

/// Number of characters that are kept of a value: there are many notes, and values can have any length.
const MAX_CHARS: usize = 255;

/// The place of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotePlace {
    pub(super) file: u32,
    pub(super) game: GameNumber,
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) len: u32,
}

/// A place, the names in the tags of its game, and its fingerprint, if there is a baseline.
pub(super) type NotedPlace = (NotePlace, Names, Option<PlaceFingerprint>);

impl NotePlace {
    pub(super) fn mark(self) -> Mark {
        let NotePlace { offset, line, column, len, .. } = self;
        Mark { offset, line, column, len }
    }
}

/// The players, event and date of a game; `None` for those that are unknown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Names {
    white: Option<String>,
    black: Option<String>,
    event: Option<String>,
    pub(super) date: Option<String>,
}

stored! {
    NotePlace { file, game, offset, line, column, len }
    Names { white, black, event, date }
}

impl Names {
    pub(super) fn of(src: &[u8], game: &Game, fallback: Fallback) -> Names {
        let GameInfo { white, black, event, .. } = GameInfo::of(GameNumber(0), src, game, fallback);
        let date = game.tag(src, TagName::DATE);
        let date = date.map(|pair| fallback.decode(&pair.value(src)).into_owned());
        let short = |it: Option<String>| it.map(|text| shorten(&text, MAX_CHARS).into_owned());
        Names { white: short(white), black: short(black), event: short(event), date: short(date) }
    }

    /// Returns the names as the information on game `number`.
    pub(super) fn info(self, number: GameNumber) -> GameInfo {
        let Names { white, black, event, .. } = self;
        GameInfo { number, white, black, event, charset: Fallback::default() }
    }
}
