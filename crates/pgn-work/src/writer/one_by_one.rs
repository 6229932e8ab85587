//! Games that are taken one by one, because some of them may be left out or may end the run.

use std::io;

use pgn_stream::{Flow, InputInfo, Located};
use pgn_syntax::{ReadOptions, boundary::Edges};

use super::{OnBad, Writer};
use crate::{
    batch::PieceKind,
    inputs::name_of,
    select::{Pick, Select},
    text::{OversizedPiece, Reports, Text},
};

impl Writer<'_> {
    /// Returns whether the run continues when no further game is taken: it does only to count the games of an input
    /// that the output replaces.
    fn stop(&self) -> Flow {
        if self.replaced.is_some() { Flow::Continue } else { Flow::Stop }
    }

    /// Handles the games of a chunk one by one, if some may be left out or may end the run.
    pub(super) fn take_some(
        &mut self,
        input: &InputInfo,
        text: &Text,
        reports: &Reports,
    ) -> io::Result<Flow> {
        let mut from = 0;
        let mut bad = reports.bad.iter().peekable();
        let mut changed = text.changed.iter().peekable();
        let mut notes = reports.notes.iter().peekable();
        let mut left = text.left_out.chunk_by(|a, b| a.index == b.index).peekable();
        for (index, &end) in text.ends.iter().enumerate() {
            let this_bad = bad.next_if(|bad| bad.value.index == index);
            let is_changed = changed.next_if_eq(&&index).is_some();
            let pick = self.select.pick_piece(PieceKind::Game);
            let left_here = left.next_if(|left| left[0].index == index).unwrap_or_default();
            while let Some(note) = notes.next_if(|note| note.value.index == index) {
                if pick == Pick::Take {
                    self.report(input, note);
                }
            }
            match pick {
                Pick::Leave => self.number += 1,
                Pick::Stop => return Ok(self.stop()),
                Pick::Take => {
                    if let Some(bad) = this_bad.filter(|_| self.on_bad == OnBad::Stop) {
                        let (name, what) = (name_of(input), &bad.value.what);
                        self.stopped_at = Some(format!("{name}:{}: {what}", bad.position));
                        return Ok(Flow::Stop);
                    }
                    if let Some(rejects) = &mut self.rejects {
                        let n_before = self.summary.n_games;
                        this_bad.map_or(Ok(()), |bad| rejects.take_bad(input, bad, n_before))?;
                        // A piece of an oversized game is the only text of its chunk.
                        rejects.take_oversized(input, reports, n_before)?;
                    }
                    let bad = this_bad.map(|bad| &bad.value);
                    self.summary.game(&text.bytes[from..end], bad, is_changed);
                    self.summary.left_out(left_here.iter());
                    self.write_games(input, text, index..index + 1)?;
                    if self.select.is_done() {
                        return Ok(self.stop());
                    }
                }
            }
            from = end;
        }
        self.take_rest(input, text, reports)
    }

    /// Handles the text after the last game of a chunk: a piece of an oversized game that goes on, or the text of an
    /// input without games.
    fn take_rest(&mut self, input: &InputInfo, text: &Text, reports: &Reports) -> io::Result<Flow> {
        let goes_on = |it: &Located<OversizedPiece>| !it.value.piece.is_last;
        let is_empty = text.ends.last().copied().unwrap_or(0) == text.bytes.len();
        let kind = match text.is_without_games {
            true => PieceKind::NoGame,
            false if is_empty && !reports.oversized.last().is_some_and(goes_on) => {
                return Ok(Flow::Continue);
            }
            false => PieceKind::Part,
        };
        match self.select.pick_piece(kind) {
            Pick::Leave => (),
            Pick::Stop => return Ok(self.stop()),
            Pick::Take => {
                self.write_rest(input, text)?;
                if let Some(rejects) = &mut self.rejects {
                    rejects.take_oversized(input, reports, self.summary.n_games)?;
                }
            }
        }
        Ok(Flow::Continue)
    }
}

/// Replaces the games that `select` does not take, or `--where` does not select, by their text as it was read.
pub(super) fn restore(text: &mut Text, read: ReadOptions, select: &mut Select) {
    let new = std::mem::take(&mut text.bytes);
    let mut from = 0;
    text.is_changed = false;
    text.changed.clear();
    let mut unselected = text.unselected.iter().peekable();
    for (index, (end, (_, old))) in text.ends.iter_mut().zip(&text.spans).enumerate() {
        let (new, old) = (&new[from..*end], old.of(&text.old));
        from = *end;
        let is_match = unselected.next_if_eq(&&index).is_none();
        let is_picked = is_match && select.pick() == Pick::Take;
        if is_picked && new != old {
            text.is_changed = true;
            text.changed.push(index);
        }
        if !is_picked
            && new != old
            && let Ok(at) = text.odd.binary_search_by_key(&index, |(index, _)| *index)
        {
            text.odd[at].1 = Edges::of_text(old, read);
        }
        text.bytes.extend_from_slice(if is_picked { new } else { old });
        *end = text.bytes.len();
    }
    // The rest belongs to no game or to an oversized one, and was not changed.
    let start = text.spans.last().map_or(0, |(_, span)| span.end as usize);
    text.bytes.extend_from_slice(&text.old[start..]);
}
