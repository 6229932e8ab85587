//! Rules across games: their notes are gathered game by game, sorted on disk past a limit, and judged
//! when all inputs have been read.

use std::io;

use pgn_collate::{Record, Scratch, Sorted, Sorter};
use pgn_lint::{Diagnostic, FileDiagnostic, Judging, Mark, Note};
use pgn_stream::InputInfo;
use pgn_syntax::{Game, Span, line_index::LineIndex};

use super::{Check, Finding, Findings, Found, Standing};
use crate::output::findings::{Base, GameInfo, Located};

/// Bytes of notes that stay in memory, of each of the two sorters.
const LIMIT: usize = 32 << 20;

/// Where a note stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotePlace {
    file: u32,
    game: u64,
    mark: Mark,
}

/// A note on its way: its game in the chunk, and where it stands.
pub(super) struct Taken {
    /// Which of the games of the chunk that were looked at.
    pub(super) game: u64,
    /// The number of its game: in the chunk, then in the file.
    pub(super) number: u64,
    pub(super) note: Note,
    pub(super) place: Option<NotePlace>,
}

impl Taken {
    /// The place, once that of the chunk is known; `first_game`: the number of its first game.
    pub(super) fn locate(&mut self, index: &LineIndex<'_>, base: Base, first_game: u64) {
        let Span { start, end } = self.note.span;
        let (line, column) = index.locate(start as usize);
        let mark = Mark {
            offset: base.offset + u64::from(start),
            line: base.lines + line as u64,
            column: column as u64,
            len: end - start,
        };
        self.number += first_game;
        self.place = Some(NotePlace { file: 0, game: self.number, mark });
    }
}

impl NotePlace {
    const LEN: usize = 40;

    fn to_bytes(self) -> Vec<u8> {
        let Mark { offset, line, column, len } = self.mark;
        let mut bytes = self.file.to_be_bytes().to_vec();
        for number in [offset, self.game, line, column] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(len.to_be_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Option<NotePlace> {
        let file = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
        let number = |at: usize| {
            Some(u64::from_be_bytes(bytes.get(4 + 8 * at..12 + 8 * at)?.try_into().ok()?))
        };
        let len = u32::from_be_bytes(bytes.get(36..NotePlace::LEN)?.try_into().ok()?);
        let mark = Mark { offset: number(0)?, line: number(2)?, column: number(3)?, len };
        Some(NotePlace { file, game: number(1)?, mark })
    }
}

impl Check<'_> {
    /// Takes down what rules across games want of one. Fixes move places: with them nothing is taken.
    pub(super) fn take_notes(
        &self,
        scratch: &mut super::Scratch,
        index: u64,
        game: &Game,
        src: &[u8],
        out: &mut Found,
    ) {
        if self.plan.fix.mode.is_none() {
            let notes = scratch.current(self).notes(src, game).into_iter();
            let game = out.n_games;
            out.notes.extend(notes.map(|note| Taken { game, number: index, note, place: None }));
        }
    }
}

impl Findings<'_> {
    /// Judges what was taken down of all games, and shows what is found.
    pub(super) fn judge_across(&mut self) -> io::Result<()> {
        let across = std::mem::take(&mut self.across);
        let Some(mut judged) = across.judge(|input| self.name(input))? else { return Ok(()) };
        let mut open: Option<InputInfo> = None;
        while let Some((input, number, mut found)) = judged.next()? {
            let checker = self.scratch.checker(self.check, &input);
            let Some(level) = checker.level_of(found.diagnostic.rule) else { continue };
            found.diagnostic.severity = level;
            if open.as_ref().is_none_or(|open| open.index != input.index) {
                if let Some(before) = open.replace(input.clone()) {
                    self.close_file(&before)?;
                }
                self.shown.begin_file(&self.name(&input))?;
            }
            let n = self.in_file.get(found.diagnostic.rule.name).map_or(1, |n| n + 1);
            let info = GameInfo::unread(number);
            let path = input.path().unwrap_or(self.check.stdin_name).to_owned();
            let located = Located::across(&path, input.member.as_deref(), &info, &found);
            let texts = self.check.render(&input, &located, n);
            let finding = Finding::new(0, &found.diagnostic, Standing::New, texts);
            self.take_one(&input, &finding)?;
        }
        match open {
            Some(last) => self.close_file(&last),
            None => Ok(()),
        }
    }
}

/// The notes of a run.
#[derive(Default)]
pub(super) struct Across {
    scratch: Scratch,
    notes: Option<Sorter>,
    /// Inputs that notes are of.
    files: Vec<InputInfo>,
}

impl Across {
    pub(super) fn new(scratch: Scratch) -> Across {
        Across { scratch, notes: None, files: Vec::new() }
    }

    pub(super) fn add(&mut self, input: &InputInfo, taken: &Taken) -> io::Result<()> {
        let Some(place) = taken.place else { return Ok(()) };
        if self.files.last().is_none_or(|file| file.index != input.index) {
            self.files.push(input.clone());
        }
        let file = u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX);
        let notes = self.notes.get_or_insert_with(|| Sorter::new(LIMIT, &self.scratch));
        let place = NotePlace { file, ..place }.to_bytes();
        notes.push(&taken.note.sort_key(file), &taken.note.payload(&place))
    }

    /// Judges all notes: the findings, by files and places. `names`: of inputs.
    fn judge(self, name: impl Fn(&InputInfo) -> String) -> io::Result<Option<Judged>> {
        let Across { scratch, notes, files } = self;
        let Some(notes) = notes else { return Ok(None) };
        let (mut notes, mut note) = (notes.finish()?, Record::default());
        let mut by_place = Sorter::new(LIMIT, &scratch);
        let (mut judging, mut verdicts) = (Judging::default(), Vec::new());
        let name = |place: &[u8]| match NotePlace::read(place) {
            Some(NotePlace { file, game, mark }) => {
                let file = files.get(file as usize).map_or(String::new(), &name);
                format!("game {game} of {file}, line {}", mark.line + 1)
            }
            None => String::new(),
        };
        let mut is_more = true;
        while is_more {
            is_more = notes.next(&mut note)?;
            match is_more {
                true => judging.push(&note.key, &note.payload, name, &mut verdicts),
                false => judging.finish(&mut verdicts),
            }
            for verdict in verdicts.drain(..) {
                let key = [&verdict.place[..], verdict.rule.code.as_bytes()].concat();
                by_place.push(&key, verdict.message.as_bytes())?;
            }
        }
        Ok(Some(Judged { sorted: by_place.finish()?, record: Record::default(), files }))
    }
}

/// Findings across games, in the order of files and places.
struct Judged {
    sorted: Sorted,
    record: Record,
    files: Vec<InputInfo>,
}

impl Judged {
    /// The next finding, its input, and the number of its game.
    fn next(&mut self) -> io::Result<Option<(InputInfo, u64, FileDiagnostic)>> {
        if !self.sorted.next(&mut self.record)? {
            return Ok(None);
        }
        let Record { key, payload } = &self.record;
        let code = std::str::from_utf8(key.get(NotePlace::LEN..).unwrap_or_default());
        let rule = code.ok().and_then(|code| pgn_lint::find(code).ok());
        let place = NotePlace::read(key);
        let file = place.and_then(|place| self.files.get(place.file as usize));
        let (Some(rule), Some(place), Some(file)) = (rule, place, file) else { return Ok(None) };
        let span = Span { start: 0, end: place.mark.len };
        let diagnostic = Diagnostic::new(rule, span, String::from_utf8_lossy(payload).into_owned());
        let found = FileDiagnostic { mark: place.mark, diagnostic };
        Ok(Some((file.clone(), place.game, found)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_written() {
        let mark = Mark { offset: 1 << 40, line: 7, column: 3, len: 12 };
        let place = NotePlace { file: 2, game: 9, mark };
        let bytes = place.to_bytes();
        assert_eq!((bytes.len(), NotePlace::read(&bytes)), (NotePlace::LEN, Some(place)));
        assert_eq!(NotePlace::read(&bytes[1..]), None);
    }
}
