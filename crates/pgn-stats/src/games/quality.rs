//! The quality report: missing, unknown, contradictory and wrong data, for all games and by producer and event.

use pgn_chess::ReplayOptions;
use pgn_lint::{Checker, Options, Selection, Severity};
use pgn_query::{ByResult, Counts, Facts};
use pgn_syntax::{
    TagName,
    tag::{SEVEN_TAG_ROSTER, is_unknown_or_open},
};

use crate::{
    games::game_facts::{GameFacts, ObserverState, PartialCounts, values_of},
    sums::{topic::Topic, totals::TAGS},
};

/// Number of tags of the Seven Tag Roster.
const N_ROSTER: usize = SEVEN_TAG_ROSTER.len();

/// Returns the checker of the quality report, which runs the default rules and reports warnings and errors.
pub(crate) fn checker(replay: ReplayOptions) -> Checker {
    let options = Options { min_severity: Severity::Warning, replay, ..Options::default() };
    Checker::new(&Selection::standard(), options)
}

/// Numbers of faults in a set of games. In the tally they are a [`Counts`], whose fields then have another meaning:
/// [`Faults::counts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    pub(crate) games: u64,
    /// Games with moves that cannot be played.
    pub(crate) with_errors: u64,
    /// Number of warnings and errors.
    pub(crate) findings: u64,
    /// Number of games with warnings or errors.
    pub(crate) with_findings: u64,
    /// Tags of the roster that are missing or unknown.
    pub(crate) missing: u64,
    /// Games whose date is unknown or cannot be read.
    pub(crate) dates: u64,
}

impl Faults {
    /// Returns the faults as counts with the same number of games, by which lists are sorted. Each number is in a field
    /// whose values are added.
    fn counts(self) -> Counts {
        let (black_wins, white_wins) = (self.with_errors, self.games - self.with_errors);
        Counts {
            white: ByResult { white_wins, black_wins, ..ByResult::default() },
            plies: self.findings,
            rated: self.with_findings,
            elo: self.dates,
            half_points: self.missing,
            ..Counts::default()
        }
    }

    /// Returns the faults that [`Faults::counts`] has converted to `counts`.
    pub(crate) fn of(counts: &Counts) -> Faults {
        Faults {
            games: counts.games(),
            with_errors: counts.white.black_wins,
            findings: counts.plies,
            with_findings: counts.rated,
            missing: counts.half_points,
            dates: counts.elo,
        }
    }
}

/// Checks a game and counts its faults.
pub(crate) fn count(
    game_facts: &GameFacts<'_>,
    state: &mut ObserverState,
    found: &mut PartialCounts,
) {
    let Facts { game, src, .. } = game_facts.facts;
    let says = |name| {
        let value = game.tag(src, name).map(|pair| pair.value(src));
        value.filter(|value| !is_unknown_or_open(value))
    };
    let mut faults = Faults { games: 1, ..Faults::default() };
    for (i, name) in TAGS.into_iter().enumerate() {
        let is_missing = says(name).is_none()
            // The Result tag of a game without a result is `*`.
            && !(name == TagName::RESULT && game.tag(src, name).is_some());
        found.totals.missing[i] += u64::from(is_missing);
        faults.missing += u64::from(is_missing && i < N_ROSTER);
    }
    if says(TagName::DATE).is_none() {
        found.totals.unknown_dates += 1;
        faults.dates = 1;
    } else if game_facts.date.is_none() {
        found.totals.unreadable_dates += 1;
        faults.dates = 1;
    }
    faults.with_errors = game_facts.has_error.into();
    let mut key = Vec::new();
    if let Some(checker) = &mut state.checker {
        let mut codes: Vec<&'static str> = Vec::new();
        for diagnostic in checker.check(src, game) {
            faults.findings += 1;
            codes.push(diagnostic.rule.code);
        }
        faults.with_findings = u64::from(faults.findings > 0);
        codes.sort_unstable();
        for same in codes.chunk_by(|a, b| a == b) {
            let of_rule = Faults { games: 1, findings: same.len() as u64, ..Faults::default() };
            found.tally.add(Topic::Rule.key(same[0].as_bytes(), &mut key), &of_rule.counts());
        }
    }
    if let Some(digester) = &mut state.digester {
        let digest = digester.digest(game, src, &mut state.content);
        let one = Counts::one(game_facts.result);
        found.tally.add(Topic::Copy.key(&digest.hash[..16], &mut key), &one);
    }
    let mut add = |topic: Topic, field: &str| {
        for value in &values_of(&game_facts.facts, field) {
            let text = value.to_string();
            found.tally.add(topic.key(text.as_bytes(), &mut key), &faults.counts());
        }
    };
    add(Topic::QualityOfProducer, "producer");
    add(Topic::QualityOfEvent, "event");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_survive_as_counts() {
        let faults = Faults {
            games: 9,
            with_errors: 1,
            findings: 17,
            with_findings: 5,
            missing: 3,
            dates: 2,
        };
        assert_eq!(Faults::of(&faults.counts()), faults);
        assert_eq!(faults.counts().games(), 9, "what lists are in the order of");
        let mut sum = faults.counts();
        sum.add(&faults.counts());
        assert_eq!(Faults::of(&sum).findings, 34);
    }
}
