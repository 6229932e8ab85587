//! Rules across games: the notes of each game are collected, sorted (on disk above a limit), and judged when all inputs
//! have been read.

use std::{io, path::Path, sync::Arc};

use pgn_collate::{Record, Sorted, Sorter, Stored as _, TempFiles};
use pgn_lint::{AcrossChecker, AcrossFinding, ComparedValue, Diagnostic, FileDiagnostic, Note};
use pgn_report::findings::{FilePosition, GameInfo, Located, OtherGame};
use pgn_stream::{ChunkOffset, GameIndex, InputInfo, PlacedText};
use pgn_syntax::{Game, Span};

use super::{
    Check, CheckSink, ChunkFindings, Finding,
    note_place::{Names, NotePlace, NotedPlace},
};
use crate::commands::baseline::{GamePlaces, PlaceFingerprint};

/// Bytes of notes that each of the two sorters keeps in memory.
const LIMIT: usize = 32 << 20;

/// A note of a game of a chunk whose place is not known yet.
pub(super) struct UnplacedNote {
    /// Index of the game among the selected games of the chunk.
    pub(super) game: u64,
    index: GameIndex,
    note: Note,
    /// The [`Names`] of the game, as bytes.
    names: Arc<[u8]>,
    /// The fingerprint of the place, if there is a baseline.
    fingerprint: Option<PlaceFingerprint>,
}

/// A note with its place in the input.
pub(super) struct PlacedNote {
    /// Index of the game among the selected games of the chunk.
    pub(super) game: u64,
    note: Note,
    place: NotePlace,
    names: Arc<[u8]>,
    fingerprint: Option<PlaceFingerprint>,
}

impl UnplacedNote {
    /// Returns the note with its place in the input that `text` is a part of.
    pub(super) fn locate(self, text: &PlacedText<'_>) -> PlacedNote {
        let UnplacedNote { game, index, note, names, fingerprint } = self;
        let Span { start, end } = note.span;
        let (line, column) = text.line_and_column(ChunkOffset(start));
        let place = NotePlace {
            file: 0,
            game: text.number(index),
            offset: text.offset(ChunkOffset(start)).0,
            // Marks count lines from 0.
            line: line.0 - 1,
            column,
            len: end - start,
        };
        PlacedNote { game, note, place, names, fingerprint }
    }
}

impl Check<'_> {
    /// Adds the notes of a game for rules across games to `out`.
    pub(super) fn take_notes(
        &self,
        scratch: &mut super::Scratch,
        index: GameIndex,
        game: &Game,
        src: &[u8],
        out: &mut ChunkFindings,
    ) {
        let notes = scratch.current(self).notes(src, game);
        if notes.is_empty() {
            return;
        }
        let names: Arc<[u8]> = Names::of(src, game, scratch.fallback).to_bytes().into();
        let fingerprints = self.fingerprints(src, game).map(|it| (it, GamePlaces::of(src, game)));
        out.notes.extend(notes.into_iter().map(|note| UnplacedNote {
            game: out.seen.n_games,
            index,
            names: Arc::clone(&names),
            fingerprint: fingerprints.as_ref().map(|(fingerprints, places)| {
                fingerprints.of_place(note.span, places.at(note.span))
            }),
            note,
        }));
    }
}

impl CheckSink<'_> {
    /// Judges the notes of all games and shows the findings.
    pub(super) fn judge_across(&mut self) -> io::Result<()> {
        let across = std::mem::take(&mut self.across);
        let Some(mut judged) = across.judge()? else { return Ok(()) };
        let mut open: Option<InputInfo> = None;
        while let Some(PlacedFinding { input, info, fingerprint, other, mut found }) =
            judged.next(self.check.stdin_name)?
        {
            let checker = self.scratch.checker(self.check, &input);
            let Some(level) = checker.level_of(found.diagnostic.rule) else { continue };
            found.diagnostic.severity = level;
            self.known.begin(&input);
            let status =
                self.check.status_across(fingerprint.as_ref(), || info.names(), &found.diagnostic);
            if self.known.takes(found.diagnostic.rule, &status)? {
                continue;
            }
            if open.as_ref().is_none_or(|open| open.index != input.index) {
                if let Some(before) = open.replace(input.clone()) {
                    self.close_file(&before)?;
                }
                // The part of the report on this file has ended, so that these findings need a part of their own.
                self.shown.begin_file(&format!("{} (across games)", self.name(&input)))?;
            }
            let n = self.in_file.get(found.diagnostic.rule.name).map_or(1, |n| n + 1);
            let path = input.path().unwrap_or(self.check.stdin_name).to_owned();
            let located = Located::across(&path, input.member.as_deref(), &info, &found, &other);
            let texts = self.check.render(&input, &located, n);
            let finding = Finding::apart(&found.diagnostic, texts);
            self.write_finding(&input, &finding)?;
        }
        open.map_or(Ok(()), |last| self.close_file(&last))
    }
}

/// The notes of all games of a run.
#[derive(Default)]
pub(super) struct Across {
    scratch: TempFiles,
    notes: Option<Sorter>,
    /// The inputs with notes, in order.
    files: Vec<InputInfo>,
}

impl Across {
    pub(super) fn new(scratch: TempFiles) -> Across {
        Across { scratch, notes: None, files: Vec::new() }
    }

    pub(super) fn add(&mut self, input: &InputInfo, taken: &PlacedNote) -> io::Result<()> {
        if self.files.last().is_none_or(|file| file.index != input.index) {
            self.files.push(input.clone());
        }
        let file = u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX);
        let notes = self.notes.get_or_insert_with(|| Sorter::new(LIMIT, &self.scratch));
        // The bytes of a [`NotedPlace`].
        let mut place = NotePlace { file, ..taken.place }.to_bytes();
        place.extend_from_slice(&taken.names);
        taken.fingerprint.put(&mut place);
        notes.push(&taken.note.sort_key(file), &taken.note.payload(&place))
    }

    /// Judges all notes. Returns the findings by file and place; `None` if there are no notes.
    fn judge(self) -> io::Result<Option<Judged>> {
        let Across { scratch, notes, files } = self;
        let Some(notes) = notes else { return Ok(None) };
        let (mut notes, mut note) = (notes.finish()?, Record::default());
        let mut by_place = Sorter::new(LIMIT, &scratch);
        let (mut across_checker, mut verdicts) = (AcrossChecker::default(), Vec::new());
        let mut is_more = true;
        while is_more {
            is_more = notes.next(&mut note)?;
            if is_more {
                across_checker.push(&note.key, &note.payload, &mut verdicts)
            } else {
                across_checker.finish(&mut verdicts)
            }
            for verdict in verdicts.drain(..) {
                let AcrossFinding { rule, place, other, message, compared } = verdict;
                let NotePlace { file, offset, len, .. } = NotePlace::of_bytes(&place);
                let key: [&[u8]; 4] = [
                    &file.to_be_bytes(),
                    &offset.to_be_bytes(),
                    &len.to_be_bytes(),
                    rule.code.as_bytes(),
                ];
                let compared = compared.into_iter().map(|it| (it.value, it.n_games)).collect();
                let finding: StoredFinding = (rule.code.to_owned(), message, compared);
                let payload = [place, other, finding.to_bytes()].concat();
                by_place.push(&key.concat(), &payload)?;
            }
        }
        Ok(Some(Judged { sorted: by_place.finish()?, record: Record::default(), files }))
    }
}

/// The code of the rule, the message and the compared values of a finding. In a record, they follow its place and the
/// place in the other game.
type StoredFinding = (String, String, Vec<(String, u64)>);

/// The findings across games, by file and place.
struct Judged {
    sorted: Sorted,
    record: Record,
    files: Vec<InputInfo>,
}

/// A finding, its game, and the game that it copies or contradicts.
struct PlacedFinding {
    input: InputInfo,
    info: GameInfo,
    /// The fingerprint of the place, if there is a baseline.
    fingerprint: Option<PlaceFingerprint>,
    other: OtherGame,
    found: FileDiagnostic,
}

impl Judged {
    /// Returns the next finding; `None` at the end. `stdin`: the name shown for standard input.
    fn next(&mut self, stdin: &Path) -> io::Result<Option<PlacedFinding>> {
        if !self.sorted.next(&mut self.record)? {
            return Ok(None);
        }
        self.read(stdin).ok_or_else(|| io::ErrorKind::InvalidData.into()).map(Some)
    }

    /// Returns the finding of the current record; `None` if its rule or an input is not known.
    fn read(&self, stdin: &Path) -> Option<PlacedFinding> {
        let mut bytes = &self.record.payload[..];
        let (place, names, fingerprint) = NotedPlace::take(&mut bytes);
        let (of_other, mut names_of_other, _) = NotedPlace::take(&mut bytes);
        let (rule, message, compared) = StoredFinding::of_bytes(bytes);
        let span = Span { start: 0, end: place.len };
        let mut diagnostic = Diagnostic::new(pgn_lint::find(&rule).ok()?, span, message);
        let compared = compared.into_iter();
        diagnostic.compared =
            compared.map(|(value, n_games)| ComparedValue { value, n_games }).collect();
        let other = self.file(of_other)?;
        Some(PlacedFinding {
            input: self.file(place)?.clone(),
            info: names.info(place.game),
            fingerprint,
            other: OtherGame {
                path: other.path().unwrap_or(stdin).to_owned(),
                member: other.member.clone(),
                place: FilePosition::of_mark(of_other.mark()),
                date: names_of_other.date.take(),
                game: names_of_other.info(of_other.game),
            },
            found: FileDiagnostic { mark: place.mark(), diagnostic },
        })
    }

    fn file(&self, place: NotePlace) -> Option<&InputInfo> {
        self.files.get(place.file as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_cannot_be_read_is_not_the_end() {
        let mut records = Sorter::new(LIMIT, &TempFiles::default());
        // The name of its rule is empty.
        records.push(b"", &[0; 1024]).unwrap();
        let (sorted, record) = (records.finish().unwrap(), Record::default());
        let mut judged = Judged { sorted, record, files: Vec::new() };
        let error = judged.next(Path::new("-")).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(judged.next(Path::new("-")).unwrap().is_none());
    }
}
