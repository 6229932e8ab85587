//! The place of a note of a rule across games, and the names in the tags of its game, both as bytes for a sorter.

use pgn_lint::Mark;
use pgn_report::{findings::GameInfo, text::shorten};
use pgn_stream::GameNumber;
use pgn_syntax::{Fallback, Game, TagName};

/// Number of characters that are kept of a value: there are many notes, and values can have any length.
const MAX_CHARS: usize = 255;

/// The place of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotePlace {
    pub(super) file: u32,
    pub(super) game: GameNumber,
    pub(super) mark: Mark,
}

impl NotePlace {
    pub(super) const LEN: usize = 40;

    pub(super) fn to_bytes(self) -> Vec<u8> {
        let Mark { offset, line, column, len } = self.mark;
        let mut bytes = self.file.to_be_bytes().to_vec();
        for number in [offset, self.game.0, line, column] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(len.to_be_bytes());
        bytes
    }

    pub(super) fn read(bytes: &[u8]) -> Option<NotePlace> {
        let file = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
        let number = |at: usize| {
            Some(u64::from_be_bytes(bytes.get(4 + 8 * at..12 + 8 * at)?.try_into().ok()?))
        };
        let len = u32::from_be_bytes(bytes.get(36..NotePlace::LEN)?.try_into().ok()?);
        let mark = Mark { offset: number(0)?, line: number(2)?, column: number(3)?, len };
        Some(NotePlace { file, game: GameNumber(number(1)?), mark })
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

impl Names {
    pub(super) fn of(src: &[u8], game: &Game, fallback: Fallback) -> Names {
        let GameInfo { white, black, event, .. } = GameInfo::of(GameNumber(0), src, game, fallback);
        let date = game.tag(src, TagName::DATE);
        let date = date.map(|pair| fallback.decode(&pair.value(src)).into_owned());
        Names { white, black, event, date }
    }

    /// Returns the names as the information on game `number`.
    pub(super) fn info(self, number: GameNumber) -> GameInfo {
        let Names { white, black, event, .. } = self;
        GameInfo { number, white, black, event }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for value in [&self.white, &self.black, &self.event, &self.date] {
            let text = value.as_deref().map(|text| shorten(text, MAX_CHARS));
            // A length of 0 means no value. The length of a value is written plus 1, so that an empty value is not
            // lost.
            let len = text.as_ref().map_or(0, |text| text.len() + 1);
            bytes.extend(u16::try_from(len).unwrap_or(0).to_be_bytes());
            bytes.extend(text.as_deref().unwrap_or_default().bytes());
        }
        bytes
    }

    /// Reads names from the front of `bytes`.
    pub(super) fn read(bytes: &mut &[u8]) -> Option<Names> {
        let mut next = || {
            let (len, rest) = bytes.split_first_chunk()?;
            let Some(len) = usize::from(u16::from_be_bytes(*len)).checked_sub(1) else {
                *bytes = rest;
                return Some(None);
            };
            let text;
            (text, *bytes) = rest.split_at_checked(len)?;
            Some(Some(String::from_utf8_lossy(text).into_owned()))
        };
        Some(Names { white: next()?, black: next()?, event: next()?, date: next()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_written() {
        let mark = Mark { offset: 1 << 40, line: 7, column: 3, len: 12 };
        let place = NotePlace { file: 2, game: GameNumber(9), mark };
        let bytes = place.to_bytes();
        assert_eq!((bytes.len(), NotePlace::read(&bytes)), (NotePlace::LEN, Some(place)));
        assert_eq!(NotePlace::read(&bytes[1..]), None);
    }

    #[test]
    fn names_are_read_as_written() {
        let names = |white: &str| Names {
            white: Some(white.to_owned()),
            black: None,
            event: Some(String::new()),
            date: Some("1960.05.07".to_owned()),
        };
        let bytes = names("Таль").to_bytes();
        let read = |mut bytes: &[u8]| Names::read(&mut bytes);
        assert_eq!(read(&bytes), Some(names("Таль")));
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        let cut = names(&"ж".repeat(MAX_CHARS)).white.map(|white| white + "…");
        assert_eq!(read(&names(&"ж".repeat(70_000)).to_bytes()).unwrap().white, cut);
    }
}
