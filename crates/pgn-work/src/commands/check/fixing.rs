//! The part of `check` that changes files: makes the fixes of a chunk and checks the fixed text again.

use std::io;

use pgn_lint::{
    Applicability, Diagnostic, FileFacts, Follows, GamePlace, NO_FINAL_NEWLINE, NOT_PGN, Rule,
    TextBefore,
};
use pgn_stream::{ChunkView, GameIndex, InputInfo, Place, PlacedText, is_text};
use pgn_syntax::{Game, Parser, Part, is_line_end, last_line_end};

use super::fixed_text::{self, Changes, Text};
use super::{
    Check, CheckSink, ChunkFindings, Finding, FixedChunk, PlacedGame, PlacedNote, Scratch, Tally,
};
use crate::{commands::check::FixMode, games::PlacedChunk};

/// Number of findings among which the finding of a fix is searched. The limit keeps the time linear; few findings are
/// at or near one place.
const NEAR: usize = 64;

impl Check<'_> {
    /// Makes the fixes of a game and adds it to `out`. Returns the state of the text before the next game if the game
    /// changes, otherwise `None`.
    pub(super) fn change(
        &self,
        scratch: &mut Scratch,
        game: &Game,
        chunk: &ChunkView<'_>,
        placement: GamePlace,
        out: &mut ChunkFindings,
    ) -> Option<TextBefore> {
        if !FixMode::shows_findings(self.plan.fix) {
            // The game is not checked, but the fix of a missing line end depends on it.
            scratch.current(self).look_for_cut(chunk.bytes, game);
        }
        let applicability = scratch.ruling(self).fixable.applicability;
        let fixed = match fixed_text::is_fixable(chunk) {
            true => {
                let fixer = scratch.fixer(self, applicability, chunk.bytes);
                self.with_known(chunk.bytes, game, |known| {
                    fixer.fix(chunk.bytes, game, placement, known)
                })
            }
            false => None,
        };
        let before_next = fixed.as_ref().map(|fixed| fixed.before_next);
        out.changes.push(game.span, fixed);
        before_next
    }

    /// Returns the text of a chunk with its fixes. If it has any, the findings in `out` are replaced by those of the
    /// text with fixes.
    pub(super) fn make_changes(
        &self,
        scratch: &mut Scratch,
        out: &mut ChunkFindings,
        placed: &PlacedChunk<'_>,
    ) -> Text {
        let chunk = placed.view;
        let mut changes = std::mem::take(&mut out.changes);
        if out.has_fault {
            // After an internal fault, nothing in the chunk is changed.
            changes = Changes::default();
        }
        let fixed = std::mem::take(&mut changes.fixed);
        let mut text = changes.text(placed.read(), fixed);
        if chunk.is_first && text.n_fixed > 0 && is_text(placed.read()) && !is_text(&text.new) {
            // The input would be taken for binary data.
            text = changes.text(placed.read(), Vec::new());
        }
        let is_open = text.new.last().is_some_and(|byte| !is_line_end(byte));
        // The end of the last line belongs to the last game.
        let has_end = chunk.is_last() && fixed_text::is_fixable(chunk);
        let has_end = has_end && text.games.last() == Some(&true);
        if is_open && has_end && self.ends_last_line(chunk.input, &out.seen.facts) {
            let line_end = last_line_end(&text.new).unwrap_or("\n");
            text.new.extend_from_slice(line_end.as_bytes());
            text.n_fixed += 1;
            if let Some(last) = text.games.len().checked_sub(1) {
                text.fixed.entry(last).or_default();
            }
        }
        if text.n_fixed > 0 && FixMode::shows_findings(self.plan.fix) {
            self.check_fixed_text(scratch, &text, placed, out);
        }
        if self.plan.fix == Some(FixMode::Diff) {
            text.old.extend_from_slice(placed.read());
        }
        text
    }

    /// Returns true if a missing end of the last line is added: the fix of `no-final-newline` counts, and its finding
    /// is shown.
    fn ends_last_line(&self, input: &InputInfo, facts: &FileFacts) -> bool {
        let ruling = self.plan.rulings.of(input);
        let applicability = Applicability::safe_if(!facts.may_be_cut_off);
        let fixed = ruling.fixed_rules();
        applicability <= ruling.fixable.applicability
            && self.shown_rules(input).into_iter().any(|rule| {
                rule == NO_FINAL_NEWLINE && fixed.has(rule) && !self.knows_of_file(input, rule)
            })
    }

    /// Returns the rules that run on an input and whose level is shown.
    pub(super) fn shown_rules(&self, input: &InputInfo) -> Vec<&'static Rule> {
        let ruling = self.plan.rulings.of(input);
        let options = self.options(ruling, self.reading.fallback(input), self.reading.dates(input));
        let is_shown = |rule: &&Rule| options.level(rule, rule.severity) >= ruling.show;
        ruling.rules.rules().filter(is_shown).collect()
    }

    /// Returns true if a finding says that a text of another format is not PGN.
    pub(super) fn reports_foreign(&self, input: &InputInfo) -> bool {
        FixMode::shows_findings(self.plan.fix)
            && self.shown_rules(input).into_iter().any(|rule| rule == NOT_PGN)
    }

    /// Checks the games of a chunk again, after their fixes.
    fn check_fixed_text(
        &self,
        scratch: &mut Scratch,
        text: &Text,
        placed: &PlacedChunk<'_>,
        out: &mut ChunkFindings,
    ) {
        let chunk = placed.view;
        *out = ChunkFindings::default();
        let follows = if chunk.is_last() { Follows::Nothing } else { Follows::More };
        let checker = scratch.checker(self, chunk.input);
        let n_left_out = checker.n_left_out();
        // The text that the next chunk will read follows, unchanged.
        let src = [&text.new, placed.unread()].concat();
        checker.start_chunk(&src, follows);
        scratch.begin_again(self.plan.fix, placed.text.place().flags);
        let (mut parser, mut game) = (Parser::new(self.read), Game::default());
        let (is_first, is_last) = (chunk.is_first, chunk.is_last());
        let part = Part { src: &src, is_first, is_last, after: chunk.next };
        parser.start(&part);
        for (n, is_selected) in text.games.iter().copied().enumerate() {
            let index = GameIndex(n as u64);
            let is_read = parser.next_game(&part, &mut game);
            if is_selected && is_read && !self.reading.is_too_large(&game, &src) {
                let place = scratch.placement(&game, chunk, &src);
                scratch.known = text.fixed.get(&n).cloned().unwrap_or_default();
                let placed = PlacedGame { index, game: &game, src: &src, place, is_fixable: true };
                self.check_game(scratch, placed, out);
            } else if is_selected {
                self.note_large(scratch, index, game.span.start, chunk, out);
            }
            scratch.pass(&game, None);
        }
        scratch.known.clear();
        let checker = scratch.current(self);
        out.seen.facts = checker.finish_chunk(&text.new);
        out.seen.n_left_out = checker.n_left_out() - n_left_out;
    }

    /// Removes the fixes that would not be made from the findings of a game. `found`: the findings that the checker
    /// returned, by place.
    pub(super) fn keep_true_fixes(
        &self,
        scratch: &mut Scratch,
        game: &Game,
        src: &[u8],
        placement: GamePlace,
        found: &mut [Diagnostic],
    ) {
        let applicability = scratch.ruling(self).fixable.applicability;
        let is_made = scratch.mode.is_some();
        for kind in [Applicability::Safe, Applicability::Unsafe] {
            let is_kind = |found: &Diagnostic| {
                found.fix.as_ref().is_some_and(|fix| fix.applicability == kind)
            };
            if !found.iter().any(is_kind) {
                continue;
            }
            // All fixes of this kind that can be made have been made, so the remaining ones are impossible.
            if is_made && kind <= applicability {
                found.iter_mut().filter(|found| is_kind(found)).for_each(|found| found.fix = None);
                continue;
            }
            let fixes = found.iter().filter(|it| is_kind(it)).filter_map(|it| it.fix.as_ref());
            if pgn_lint::are_certain(game, src, placement, fixes) {
                continue;
            }
            let fixer = scratch.fixer(self, kind, src);
            let left = self.with_known(src, game, |known| {
                // The baseline does not contain findings of a fixed game.
                let known = known.filter(|_| !is_made);
                fixer.unfixed(src, game, placement, known)
            });
            for left in left.iter().filter(|left| left.applicability == kind) {
                let at = game.span.start + left.at;
                let n_before = found.partition_point(|it| it.span.start <= at);
                let mut near = found[..n_before].iter_mut().rev().take(NEAR);
                if let Some(found) = near.find(|it| it.rule == left.rule && is_kind(it)) {
                    found.fix = None;
                }
            }
        }
    }
}

impl CheckSink<'_> {
    /// Writes the text of a chunk with its fixes. Returns the findings in this text, and the notes for rules across
    /// games.
    pub(super) fn take_fixed(
        &mut self,
        input: &InputInfo,
        fixed: FixedChunk,
        unseen: &mut Tally,
    ) -> io::Result<(Vec<Finding>, Vec<PlacedNote>)> {
        let FixedChunk { text, drafts, notes, first_game } = fixed;
        let is_taken = self.files.as_mut().map_or(Ok(false), |files| files.take(&text))?;
        let place = Place { first_game, ..self.fixed_end };
        self.fixed_end = place.after(&text.new);
        if !is_taken {
            // The findings in a text that is not written are not shown.
            *unseen = Tally::default();
            return Ok((Vec::new(), Vec::new()));
        }
        let text = PlacedText::new(&text.new, &place);
        let findings = self.check.render_drafts(drafts, input, &text, unseen);
        Ok((findings, notes.into_iter().map(|note| note.locate(&text)).collect()))
    }
}
