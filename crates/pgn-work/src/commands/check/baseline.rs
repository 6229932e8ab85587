//! Findings and the baseline: which findings it contains, and which are written to it.

use std::{cell::LazyCell, io, path::Path, sync::Arc};

use pgn_lint::{Diagnostic, FindKnown, KnownFinding, KnownId, Rule};
use pgn_stream::{InputInfo, Output};
use pgn_syntax::{Game, LineIndex};

use super::Check;
use crate::{
    Globals,
    commands::{
        baseline::{
            self, At, GameFingerprints, GamePlaces, Listed, NewBaseline, OccurredEntries,
            PlaceFingerprint,
        },
        check::{BaselinePlan, FixMode},
    },
    outputs::{self, unwritable},
};

/// The relation of a finding to the baseline.
pub(super) enum BaselineStatus {
    /// The baseline does not contain the finding, or there is no baseline.
    New,
    Known(KnownId),
    /// The finding is to be written. `title`: the names of its game.
    Listed {
        finding: Box<Listed>,
        title: Arc<str>,
    },
}

impl Check<'_> {
    pub(super) fn fingerprints(&self, src: &[u8], game: &Game) -> Option<GameFingerprints> {
        let has_baseline = !matches!(self.plan.baseline, BaselinePlan::None);
        has_baseline.then(|| GameFingerprints::of(src, game))
    }

    /// Calls `work` with a function that finds the entry of the baseline for a finding of the game; with `None` if no
    /// baseline is read.
    pub(super) fn with_known<T>(
        &self,
        src: &[u8],
        game: &Game,
        work: impl FnOnce(Option<FindKnown<'_>>) -> T,
    ) -> T {
        let BaselinePlan::Known(known) = &self.plan.baseline else { return work(None) };
        let marks = LazyCell::new(|| GameFingerprints::of(src, game));
        let places = GamePlaces::of(src, game);
        let find = |found: &Diagnostic| {
            let hashes = || marks.places(found);
            known.find(marks.content, &marks.identities, found.rule, places.at(found.span), hashes)
        };
        work(Some(&find))
    }

    /// Returns true if the baseline contains a finding of `rule` about the whole file.
    pub(super) fn knows_of_file(&self, input: &InputInfo, rule: &Rule) -> bool {
        let BaselinePlan::Known(known) = &self.plan.baseline else { return false };
        known.in_file(&self.name_in_baseline(known.path(), input), rule).is_some()
    }

    /// Returns the name of an input in the baseline at `path`.
    fn name_in_baseline(&self, path: &Path, input: &InputInfo) -> String {
        let input_path = input.path().unwrap_or(self.stdin_name);
        let name = baseline::name_of(path, input_path, input.member.as_deref());
        // Without a working directory, the path of the input is used.
        name.unwrap_or_else(|_| input_path.to_string_lossy().into_owned())
    }

    /// Returns the relation of a finding to the baseline. `fingerprints`: that of its game; `known`: the findings of the
    /// game that the baseline contains, if the game has been fixed; `names`: returns the title of the game.
    pub(super) fn status(
        &self,
        fingerprints: &Option<GameFingerprints>,
        known: &[KnownFinding],
        names: impl FnOnce() -> String,
        diagnostic: &Diagnostic,
        game_start: u32,
        index: &LineIndex<'_>,
    ) -> BaselineStatus {
        let place = diagnostic.span.start.saturating_sub(game_start);
        if let Some(known) = KnownFinding::find(known, diagnostic.rule, place) {
            return BaselineStatus::Known(known.id);
        }
        let Some(game) = fingerprints else { return BaselineStatus::New };
        let at = At::of(diagnostic.span, game.start, index);
        let places = || game.places(diagnostic);
        match &self.plan.baseline {
            BaselinePlan::None => BaselineStatus::New,
            BaselinePlan::Known(known) => {
                let entry = known.find(game.content, &game.identities, diagnostic.rule, at, places);
                entry.map_or(BaselineStatus::New, BaselineStatus::Known)
            }
            BaselinePlan::Write(_) => {
                let [place, _] = places();
                let finding = Box::new(Listed::new(game, at, place));
                BaselineStatus::Listed { finding, title: names().into() }
            }
        }
    }

    /// Returns the relation of a finding across games to the baseline. `fingerprint`: that of its place, if there is a
    /// baseline; `names`: returns the title of its game.
    pub(super) fn status_across(
        &self,
        fingerprint: Option<&PlaceFingerprint>,
        names: impl FnOnce() -> String,
        diagnostic: &Diagnostic,
    ) -> BaselineStatus {
        let Some(fingerprint) = fingerprint else { return BaselineStatus::New };
        let finding = fingerprint.listed(&diagnostic.message);
        match &self.plan.baseline {
            BaselinePlan::None => BaselineStatus::New,
            BaselinePlan::Known(known) => {
                let entry = known.listed(diagnostic.rule, &finding);
                entry.map_or(BaselineStatus::New, BaselineStatus::Known)
            }
            BaselinePlan::Write(_) => {
                BaselineStatus::Listed { finding: Box::new(finding), title: names().into() }
            }
        }
    }
}

/// The baseline of a run.
pub(super) struct Known<'a> {
    check: &'a Check<'a>,
    occurred: OccurredEntries,
    new: NewBaseline,
    /// The name of the current input in the baseline.
    file: String,
    /// The output of the new baseline; `None` if none is written.
    out: Option<Output>,
    globals: &'a Globals,
}

impl<'a> Known<'a> {
    /// Opens the output of the new baseline, if one is to be written.
    pub(super) fn open(check: &'a Check<'a>, globals: &'a Globals) -> anyhow::Result<Known<'a>> {
        let out = match &check.plan.baseline {
            BaselinePlan::Write(output) => Some(outputs::open(output)?),
            BaselinePlan::None | BaselinePlan::Known(..) => None,
        };
        let (occurred, new) = (OccurredEntries::default(), NewBaseline::new(&globals.temp_files));
        Ok(Known { check, occurred, new, file: String::new(), out, globals })
    }

    pub(super) fn begin(&mut self, input: &InputInfo) {
        if let Some(path) = self.check.plan.baseline.path() {
            self.file = self.check.name_in_baseline(path, input);
        }
    }

    /// Records that all games of an input were checked.
    pub(super) fn end_whole(&mut self, input: &InputInfo) {
        let file = std::mem::take(&mut self.file);
        if FixMode::shows_findings(self.check.plan.fix) {
            self.occurred.end_file(file, self.check.shown_rules(input));
        }
    }

    /// Handles a finding that the baseline contains or that is to be written to it. Returns true if the finding was
    /// handled and must not be shown.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be written.
    pub(super) fn takes(
        &mut self,
        rule: &'static Rule,
        status: &BaselineStatus,
    ) -> io::Result<bool> {
        match status {
            BaselineStatus::New => return Ok(false),
            BaselineStatus::Known(entry) => self.occurred.add(*entry),
            BaselineStatus::Listed { finding, title } => {
                let added = self.new.add_in_game(&self.file, title, rule, finding);
                added.map_err(|error| io::Error::other(self.globals.temp_file_error(error)))?;
            }
        }
        Ok(true)
    }

    /// Handles a finding about a whole file that the baseline contains or that is to be written to it. Returns true if
    /// the finding was handled and must not be shown.
    pub(super) fn takes_of_file(&mut self, rule: &'static Rule) -> bool {
        match &self.check.plan.baseline {
            BaselinePlan::None => false,
            BaselinePlan::Known(known) => {
                let entry = known.in_file(&self.file, rule);
                entry.inspect(|entry| self.occurred.add(*entry)).is_some()
            }
            BaselinePlan::Write(_) => {
                self.new.add_in_file(&self.file, rule);
                true
            }
        }
    }

    /// Writes the new baseline, if one is to be written. Returns the words on the baseline for the summary line, and
    /// the output, to be closed together with others.
    ///
    /// # Errors
    /// Returns an error if the baseline cannot be written, or an intermediate file cannot be read.
    pub(super) fn finish(self) -> anyhow::Result<(String, Option<Output>)> {
        if let BaselinePlan::Known(known) = &self.check.plan.baseline {
            let words = if self.check.sees_all {
                self.occurred.summary(known)
            } else {
                format!("; {} known by the baseline", self.occurred.n_findings)
            };
            return Ok((words, None));
        }
        let Some(out) = self.out else { return Ok((String::new(), None)) };
        let n = self.new.n_findings;
        let path = out.path().map(Path::to_path_buf);
        let mut out = io::BufWriter::new(out);
        let of_temp = |error| self.globals.temp_file_error(error);
        let written = self.new.sort().map_err(of_temp)?.write(&mut out, of_temp);
        let written = written.and_then(|n_entries| {
            io::Write::flush(&mut out)?;
            Ok(n_entries)
        });
        let n_entries = written.map_err(|error| match error.downcast::<io::Error>() {
            Ok(error) => unwritable(path.as_deref(), error),
            Err(error) => error,
        })?;
        let shown = path.as_deref().map_or("stdout".to_owned(), crate::inputs::paths::show);
        let entries = match n_entries {
            _ if n_entries == n => String::new(),
            1 => " as 1 entry".to_owned(),
            _ => format!(" as {n_entries} entries"),
        };
        Ok((format!("; {n} written to {shown}{entries}"), Some(out.into_parts().0)))
    }
}
