//! Findings as the bytes of every report.

use std::{
    cell::LazyCell,
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use pgn_lint::{Diagnostic, KnownFinding, Severity};
use pgn_query::Producer;
use pgn_report::findings::{Appearance, Format, Located, NamePairs, Readers};
use pgn_stream::{ChunkOffset, ChunkPosition, GameIndex, InputInfo, PlacedText, Position};
use pgn_syntax::Span;

use super::{
    Check,
    baseline::BaselineStatus,
    tally::{FindingClass, Tally},
};
use crate::commands::{
    baseline::GameFingerprints,
    check::{BaselinePlan, ReportPlan, Ruling},
};

/// The findings of a game before they are rendered.
#[derive(Default)]
pub(super) struct Draft {
    /// Index of the game among the selected games of the chunk.
    pub(super) game: u64,
    pub(super) index: GameIndex,
    pub(super) names: NamePairs,
    pub(super) fingerprints: Option<GameFingerprints>,
    /// Offset of the game.
    pub(super) start: u32,
    /// Its findings before it was fixed that the baseline contains.
    pub(super) known: Vec<KnownFinding>,
    /// Producer of the game; `None` if unknown or not needed.
    pub(super) producer: Option<&'static Producer>,
    pub(super) found: Vec<Diagnostic>,
    /// Span of the bytes that `--rejects` copies.
    pub(super) bytes: Span,
    /// The text that `--rejects` writes, if it differs from `bytes`; otherwise `None`.
    pub(super) own_text: Option<Vec<u8>>,
}

/// A finding that is ready to be shown.
pub(super) struct Finding {
    /// Index of the game among the selected games of the chunk.
    pub(super) game: u64,
    pub(super) kind: FindingClass,
    pub(super) status: BaselineStatus,
    /// The finding in the format of each report; empty where the limit of the report excludes it.
    pub(super) texts: Vec<Vec<u8>>,
    /// The game, if this is its first error and `--rejects` copies it.
    pub(super) rejected: Option<Box<Rejected>>,
}

/// A game with errors for `--rejects`.
pub(super) struct Rejected {
    pub(super) position: Position,
    pub(super) what: String,
    pub(super) bytes: Vec<u8>,
}

/// The rules whose limit is reached in the current file. The collector records them in order, so that workers need not
/// keep further findings.
#[derive(Default)]
pub(super) struct Full(Mutex<(usize, ByRule)>);

/// Number of findings of each rule.
pub(super) type ByRule = BTreeMap<&'static str, u64>;

impl Full {
    /// Begins the file with index `index`.
    pub(super) fn begin(&self, index: usize) {
        *self.lock() = (index, ByRule::new());
    }

    pub(super) fn add(&self, rule: &'static str) {
        self.lock().1.insert(rule, u64::MAX);
    }

    /// Returns the rules whose limit is reached in the file with index `index`, each with `u64::MAX` as its number.
    /// Empty if this is not the current file.
    pub(super) fn counts(&self, index: usize) -> ByRule {
        let full = self.lock();
        if full.0 == index { full.1.clone() } else { ByRule::new() }
    }

    fn lock(&self) -> MutexGuard<'_, (usize, ByRule)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Check<'_> {
    /// Returns true if a finding is only counted, whatever findings precede it in the file, and counts those that need not
    /// be. `full`: the result of [`Full::counts`] for the file; `n_found`: number of findings of each rule so far in this
    /// text.
    pub(super) fn count_if_unseen(
        &self,
        ruling: &Ruling,
        full: &ByRule,
        n_found: &mut ByRule,
        diagnostic: &Diagnostic,
    ) -> bool {
        let is_copied = diagnostic.severity == Severity::Error && self.plan.rejects.is_some();
        let is_known = !matches!(self.plan.baseline, BaselinePlan::None);
        if is_copied || is_known || !self.plan.select.selects_all() {
            return false;
        }
        if diagnostic.severity < ruling.show {
            return true;
        }
        let n = n_found.entry(diagnostic.rule.name).or_default();
        *n += 1;
        self.is_past_limits(full.get(diagnostic.rule.name).copied().unwrap_or(*n))
    }

    /// Returns true if no report shows the `n`th finding of a rule in a file.
    pub(super) fn is_past_limits(&self, n: u64) -> bool {
        self.plan.reports.iter().all(|report| n > self.limit(report.format))
    }

    /// Returns the findings of the games of `text`, rendered for every report. Findings that are only counted are added
    /// to `unseen`.
    pub(super) fn render_drafts(
        &self,
        drafts: Vec<Draft>,
        input: &InputInfo,
        text: &PlacedText<'_>,
        unseen: &mut Tally,
    ) -> Vec<Finding> {
        let fallback = self.reading.fallback(input);
        let path = input.path().unwrap_or(self.stdin_name);
        let member = input.member.as_deref();
        let ruling = self.plan.rulings.of(input);
        // With --skip or --take the findings of some games are not shown, so that the collector applies the limits.
        let is_capped = self.plan.select.selects_all();
        let mut shown = self.full.counts(input.index);
        let mut findings = Vec::new();
        for mut draft in drafts {
            let Draft { game, index, bytes, .. } = draft;
            let number = text.number(index);
            let info = LazyCell::new(|| draft.names.info(number, text.bytes(), fallback));
            let mut is_rejected = self.plan.rejects.is_none() || bytes.is_empty();
            for diagnostic in &draft.found {
                let mut texts = Vec::new();
                let status = self.status(
                    &draft.fingerprints,
                    &draft.known,
                    || info.names(),
                    diagnostic,
                    draft.start,
                    text.lines(),
                );
                if diagnostic.severity >= ruling.show && matches!(status, BaselineStatus::New) {
                    let n = shown.entry(diagnostic.rule.name).or_default();
                    *n = n.saturating_add(u64::from(is_capped));
                    // A finding beyond the limits of all reports is not rendered.
                    if !self.is_past_limits(*n) {
                        let located = Located::in_game(path, member, &info, text, diagnostic);
                        texts = self.render(input, &located, *n);
                    }
                }
                let is_error = diagnostic.severity == Severity::Error;
                let mut rejected = None;
                if is_error && matches!(status, BaselineStatus::New) && !is_rejected {
                    is_rejected = true;
                    // A finding in front of the game is reported at the first line that is copied.
                    let start = diagnostic.span.start.clamp(bytes.start, bytes.end);
                    let offset = ChunkOffset(start);
                    rejected = Some(Box::new(Rejected {
                        position: text.position(ChunkPosition { offset, game: Some(index) }),
                        what: format!("{}: {}", diagnostic.rule.name, diagnostic.message),
                        bytes: draft
                            .own_text
                            .take()
                            .unwrap_or_else(|| bytes.of(text.bytes()).to_vec()),
                    }));
                }
                let kind = FindingClass::of(diagnostic, draft.producer);
                let is_unseen = texts.is_empty() && rejected.is_none();
                if is_unseen && is_capped && matches!(status, BaselineStatus::New) {
                    unseen.add(kind);
                } else {
                    findings.push(Finding { game, kind, status, texts, rejected });
                }
            }
        }
        findings
    }

    /// Returns a finding in the format of each report, empty where the limit excludes it. `n`: number of findings of
    /// its rule in the file, including this one.
    pub(super) fn render(&self, input: &InputInfo, located: &Located<'_>, n: u64) -> Vec<Vec<u8>> {
        let render = |(report, appearance): (&ReportPlan, &Appearance)| {
            let mut text = Vec::new();
            if n <= self.limit(report.format) {
                (report.format.finding)(located, *appearance, &mut text);
            }
            text
        };
        self.plan
            .reports
            .iter()
            .zip(&self.appearances[self.plan.rulings.index(input)])
            .map(render)
            .collect()
    }

    /// Returns the number of findings of one rule that a format shows of a file at most.
    pub(super) fn limit(&self, format: &Format) -> u64 {
        let is_limited = match format.readers {
            Readers::People => true,
            Readers::PeopleOfService => self.plan.limits_annotations,
            Readers::Programs => false,
        };
        if is_limited { self.plan.max_diagnostics } else { u64::MAX }
    }
}

impl Finding {
    /// Returns a finding that does not belong to a game of the current chunk.
    pub(super) fn apart(diagnostic: &Diagnostic, texts: Vec<Vec<u8>>) -> Finding {
        let (kind, status) = (FindingClass::of(diagnostic, None), BaselineStatus::New);
        Finding { game: 0, kind, status, texts, rejected: None }
    }
}
