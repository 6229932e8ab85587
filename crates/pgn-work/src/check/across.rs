//! Rules across games: the notes of each game are collected, sorted (on disk above a limit), and judged when all inputs
//! have been read.

use std::{io, path::Path, sync::Arc};

use pgn_collate::{Record, Sorted, Sorter, TempFiles};
use pgn_lint::{AcrossChecker, ComparedValue, Diagnostic, FileDiagnostic, Mark, Note};
use pgn_report::findings::{FilePosition, GameInfo, Located, OtherGame};
use pgn_stream::{ChunkOffset, GameIndex, InputInfo, PlacedText};
use pgn_syntax::{Game, Span};

use super::{
    Check, CheckSink, ChunkFindings, Finding,
    note_place::{Names, NotePlace},
};
use crate::baseline::{GamePlaces, PlaceFingerprint};

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
        // Marks count lines from 0.
        let (offset, line) = (text.offset(ChunkOffset(start)).0, line.0 - 1);
        let mark = Mark { offset, line, column, len: end - start };
        let place = NotePlace { file: 0, game: text.number(index), mark };
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
        match open {
            Some(last) => self.close_file(&last),
            None => Ok(()),
        }
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
        let mut place = NotePlace { file, ..taken.place }.to_bytes();
        place.extend_from_slice(&taken.names);
        if let Some(fingerprint) = &taken.fingerprint {
            fingerprint.push_bytes(&mut place);
        }
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
            match is_more {
                true => across_checker.push(&note.key, &note.payload, &mut verdicts),
                false => across_checker.finish(&mut verdicts),
            }
            for verdict in verdicts.drain(..) {
                let (place, names) = verdict.place.split_at(NotePlace::LEN);
                let key = [place, verdict.rule.code.as_bytes()].concat();
                let mut payload = Vec::new();
                for part in [names, &verdict.other, verdict.message.as_bytes()] {
                    push_part(part, &mut payload);
                }
                for ComparedValue { value, n_games } in &verdict.compared {
                    payload.extend(n_games.to_be_bytes());
                    push_part(value.as_bytes(), &mut payload);
                }
                by_place.push(&key, &payload)?;
            }
        }
        Ok(Some(Judged { sorted: by_place.finish()?, record: Record::default(), files }))
    }
}

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
        match self.sorted.next(&mut self.record)? {
            true => Ok(self.read(stdin)),
            false => Ok(None),
        }
    }

    /// Returns the finding of the current record; `None` if the record cannot be decoded.
    fn read(&self, stdin: &Path) -> Option<PlacedFinding> {
        let Record { key, payload } = &self.record;
        let rule = std::str::from_utf8(key.get(NotePlace::LEN..)?).ok()?;
        let rule = pgn_lint::find(rule).ok()?;
        let (mut names, rest) = part(payload)?;
        let (other, rest) = part(rest)?;
        let (message, rest) = part(rest)?;
        let (place, info) = (NotePlace::read(key)?, Names::read(&mut names)?);
        let span = Span { start: 0, end: place.mark.len };
        let message = String::from_utf8_lossy(message).into_owned();
        let mut diagnostic = Diagnostic::new(rule, span, message);
        diagnostic.compared = read_compared(rest);
        Some(PlacedFinding {
            input: self.file(place)?.clone(),
            info: info.info(place.game),
            fingerprint: PlaceFingerprint::read(names),
            other: self.other(other, stdin)?,
            found: FileDiagnostic { mark: place.mark, diagnostic },
        })
    }

    fn other(&self, bytes: &[u8], stdin: &Path) -> Option<OtherGame> {
        let (place, mut names) =
            (NotePlace::read(bytes)?, Names::read(&mut bytes.get(NotePlace::LEN..)?)?);
        let input = self.file(place)?;
        Some(OtherGame {
            path: input.path().unwrap_or(stdin).to_owned(),
            member: input.member.clone(),
            place: FilePosition::of_mark(place.mark),
            date: names.date.take(),
            game: names.info(place.game),
        })
    }

    fn file(&self, place: NotePlace) -> Option<&InputInfo> {
        self.files.get(place.file as usize)
    }
}

/// Appends a part to a payload, after its length in four bytes.
fn push_part(part: &[u8], payload: &mut Vec<u8>) {
    payload.extend(u32::try_from(part.len()).unwrap_or(0).to_be_bytes());
    payload.extend_from_slice(part);
}

/// Returns the compared values at the end of a payload.
fn read_compared(mut rest: &[u8]) -> Vec<ComparedValue> {
    let mut compared = Vec::new();
    while let Some((n_games, after)) = rest.split_first_chunk()
        && let Some((value, after)) = part(after)
    {
        let value = String::from_utf8_lossy(value).into_owned();
        compared.push(ComparedValue { value, n_games: u64::from_be_bytes(*n_games) });
        rest = after;
    }
    compared
}

/// Returns the first part of a payload and the bytes after it.
fn part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u32::from_be_bytes(*len)).ok()?)
}
