//! The part of `check` that changes files: fixes of a chunk, and a second look at what they have left.

use std::io;

use pgn_chess::export::raw_span;
use pgn_lint::{Diagnostic, Follows};
use pgn_query::Producer;
use pgn_stream::{ChunkView, InputInfo};
use pgn_syntax::{Game, LineIndex, Parser, count_line_ends};

use super::{Check, Draft, Findings, Found, Scratch};
use crate::{
    commands::{check::FixMode, rulings::Ruling},
    output::findings::NamePairs,
    work::{
        fix::{self, Asked, Changes, Text},
        games::Work as _,
    },
};

impl Check<'_> {
    /// Looks at a game for findings.
    pub(super) fn look(
        &self,
        scratch: &mut Scratch,
        index: u64,
        game: &Game,
        src: &[u8],
        out: &mut Found,
    ) {
        if self.plan.fix.shows_findings() {
            self.take_notes(scratch, index, game, src, out);
            let ruling = scratch.ruling(self);
            let found = scratch.current(self).check(src, game);
            let is_known_fault = |found: &Diagnostic| self.known_faults.contains(&found.rule);
            let producer = match self.plan.statistics.is_some() || found.iter().any(is_known_fault)
            {
                true => pgn_query::producer(game, src),
                false => None,
            };
            self.note_producer(producer, out);
            if !found.is_empty() {
                let found = scratch.current(self).take_found().into_iter();
                let found = found.map(|found| with_wanted_fix(ruling, found));
                let found = found.map(|found| with_producer(found, producer)).collect();
                let identity = self.identity(src, game);
                out.drafts.push(Draft {
                    game: out.n_games,
                    number: index,
                    names: NamePairs::of(src, game),
                    identity,
                    producer,
                    found,
                    bytes: raw_span(game, src),
                });
            }
        }
        out.n_games += 1;
    }

    /// Keeps who wrote a game for `--statistics`.
    pub(super) fn note_producer(&self, producer: Option<&'static Producer>, out: &mut Found) {
        if self.plan.statistics.is_some() {
            out.producers.push(producer);
        }
    }

    /// Notes what a game becomes.
    pub(super) fn change(
        &self,
        scratch: &mut Scratch,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Found,
    ) {
        let is_first = chunk.is_first && game.span.start == 0;
        let fixed = match fix::is_fixable(chunk) {
            true => scratch.fixer(self).fix(chunk.bytes, game, is_first),
            false => None,
        };
        out.changes.push(game.span, fixed);
    }

    /// Makes the fixes of a chunk, and looks at what remains.
    pub(super) fn make_changes(
        &self,
        scratch: &mut Scratch,
        out: &mut Found,
        chunk: &ChunkView<'_>,
        rest: usize,
    ) {
        let mut changes = std::mem::take(&mut out.changes);
        if !out.faults.is_empty() {
            // Where the program has a fault nothing is changed.
            changes = Changes::default();
        }
        let mut text = changes.make(chunk, rest, self.read);
        let is_open = !matches!(text.new.last(), None | Some(b'\n' | b'\r'));
        // The end of the last line is the last game's.
        let has_end = chunk.is_last() && fix::is_fixable(chunk);
        let has_end = has_end && text.games.last() == Some(&Asked::For);
        if is_open && has_end && self.ends_last_line(chunk.input) {
            let line_end = fix::line_end(&text.new);
            text.new.extend_from_slice(line_end);
            text.n_fixed += 1;
            text.fixed.extend(text.games.len().checked_sub(1));
        }
        if text.n_fixed > 0 && self.plan.fix.shows_findings() {
            self.look_again(scratch, &text, chunk, out);
        }
        if self.plan.fix.mode == Some(FixMode::Diff) {
            text.old.extend_from_slice(&chunk.bytes[..rest]);
        }
        out.text = Some(text);
    }

    /// Whether a last line without an end gets one.
    fn ends_last_line(&self, input: &InputInfo) -> bool {
        let rules = self.plan.rulings.of(input).fixed_rules();
        rules.rules().any(|rule| rule.name == "no-final-newline")
    }

    /// Looks at the games of a chunk after their fixes.
    fn look_again(
        &self,
        scratch: &mut Scratch,
        text: &Text,
        chunk: &ChunkView<'_>,
        out: &mut Found,
    ) {
        let new = &text.new[..];
        (out.n_games, out.n_too_large) = (0, 0);
        out.drafts.clear();
        out.producers.clear();
        out.notes.clear();
        let follows = if chunk.is_last() { Follows::Nothing } else { Follows::More };
        let checker = scratch.checker(self, chunk.input);
        let n_left_out = checker.n_left_out();
        checker.start_chunk(new, follows);
        let (mut parser, mut game) = (Parser::new(self.read), Game::default());
        let part = fix::part(chunk, new);
        parser.start(&part);
        for (index, asked) in (0..).zip(&text.games) {
            let is_read = parser.next_game(&part, &mut game);
            if *asked == Asked::Not {
                continue;
            }
            if is_read && game.span.len() <= self.max_game_size {
                self.look(scratch, index, &game, new, out);
            } else {
                self.too_large_begins(scratch, index, game.span.start, chunk, out);
            }
        }
        let checker = scratch.current(self);
        out.facts = checker.finish_chunk(new);
        out.n_left_out = checker.n_left_out() - n_left_out;
    }
}

/// A finding without its fix, if that is not wanted.
pub(super) fn with_wanted_fix(ruling: &Ruling, mut found: Diagnostic) -> Diagnostic {
    found.fix = found.fix.filter(|_| ruling.fixable.rules.has(found.rule));
    found
}

/// Says in the help of a finding that its producer is known for it.
fn with_producer(mut found: Diagnostic, producer: Option<&'static Producer>) -> Diagnostic {
    let Some(producer) = producer.filter(|it| it.faults.contains(&found.rule.name)) else {
        return found;
    };
    let known = format!("{} is known to write this", producer.name);
    found.help = Some(match found.help {
        Some(help) => format!("{help}; {known}").into(),
        None => known.into(),
    });
    found
}

impl Findings<'_> {
    /// Writes the text with its fixes, and renders what is found in that.
    pub(super) fn take_text(&mut self, input: &InputInfo, found: &mut Found) -> io::Result<()> {
        if let (Some(text), Some(files)) = (found.text.take(), &mut self.files) {
            if files.take(&text)? {
                let drafts = std::mem::take(&mut found.drafts);
                let index = LineIndex::new(&text.new);
                found.notes.iter_mut().for_each(|note| note.locate(&index, self.base));
                let whole = (text.new.as_slice(), &index, self.base);
                found.findings = self.check.render_all(drafts, input, whole);
            }
            self.base.offset += text.new.len() as u64;
            self.base.lines += count_line_ends(&text.new);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    /// pgn-query knows no rules, so that their names are checked here.
    #[test]
    fn faults_of_producers_are_rules() {
        for producer in pgn_query::PRODUCERS {
            for name in producer.faults {
                let rule = pgn_lint::find(name);
                assert!(rule.is_ok_and(|rule| rule.name == *name), "{}: {name}", producer.name);
            }
        }
    }
}
