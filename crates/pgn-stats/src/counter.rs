//! Sums the counts of all games of a run, and makes the report.

use std::io;

use pgn_collate::TempFiles;
use pgn_query::Counts;
use pgn_report::tables::{Report, Section, Value};

use crate::{
    crosstable::{CrossTables, MAX_EVENTS_OF_PAGE},
    games::game_facts::PartialCounts,
    opening_tree,
    plan::{CrossTableMode, Parts, Plan},
    sections::overview_sections::Counted,
    sums::{
        lists::{Keep, Lists, RowOrder},
        records::{RecordKind, RecordLog},
        tally_store::TallyStore,
        topic::Topic,
        totals::{Sum as _, Totals},
    },
    tables::{by, engines::Engines, pairs::Matches, player},
};

/// Number of rows of a list that a chart uses, independently of the plan.
const DRAWN: usize = 500;

/// Number of games above which the HTML page has no cross tables unless they are requested.
const MAX_GAMES_OF_PAGE: u64 = 100_000;

const PAIR: u8 = RecordKind::Pair as u8;
const EVENT: u8 = RecordKind::Event as u8;
const ENGINE: u8 = RecordKind::Engine as u8;

/// Sums the counts of games.
#[derive(Debug)]
pub struct Counter {
    totals: Totals,
    tally_store: TallyStore,
    log: RecordLog,
}

impl Counter {
    /// Returns an empty counter for `parts`. Counts that exceed memory go to `folder`.
    #[must_use]
    pub fn new(parts: &Parts, folder: TempFiles) -> Counter {
        let log = RecordLog::new(folder.clone());
        let log = match parts.cross_tables {
            CrossTableMode::IfFew => log.with_few_events(MAX_EVENTS_OF_PAGE, MAX_GAMES_OF_PAGE),
            CrossTableMode::None | CrossTableMode::All => log,
        };
        Counter { totals: Totals::default(), tally_store: TallyStore::new(folder), log }
    }

    /// Adds the counts of some games.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be written.
    pub fn add(&mut self, found: PartialCounts) -> io::Result<()> {
        self.totals.add(&found.totals);
        self.log.add(&found.records)?;
        self.tally_store.add(found.tally)?;
        let tally_store = &mut self.tally_store;
        let (mut content, mut key) = (Vec::new(), Vec::new());
        found.combinations.iter().try_for_each(|it| {
            it.for_each(&mut content, &mut key, |key, counts| tally_store.add_one(key, counts))
        })
    }

    /// Returns the report that `plan` describes, with the title `title`.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written.
    pub fn report(self, plan: &Plan, title: String) -> io::Result<Report> {
        let Counter { totals, tally_store, log } = self;
        let parts = &plan.parts;
        let by_order = if parts.pairs { None } else { by::order(parts) };
        let by_order = by_order.as_ref().map(|order| order as &RowOrder<'_>);
        let keep = |topic: Topic| {
            let max_rows = match topic {
                // Only the number of copies is needed.
                Topic::Copy => Some(0),
                Topic::Rule
                | Topic::FileForm
                | Topic::OwnYear
                | Topic::OwnOpponentElo
                | Topic::OwnName => None,
                Topic::By => plan.top_by,
                _ => plan.top.map(|top| top.max(DRAWN)),
            };
            match topic {
                Topic::By => Keep { max_rows, at_least: parts.order.at_least, order: by_order },
                _ => Keep { max_rows, ..Keep::default() },
            }
        };
        let (top, depth) = (plan.top, parts.depth());
        let mut trees: [opening_tree::Moves; 2] = Default::default();
        let take_move = |topic: Topic, key: &[u8], counts: &Counts| {
            trees[usize::from(topic == Topic::TreeOfBlack)].push(key, counts);
        };
        let lists = Lists::of(tally_store, &topics(parts), &keep, take_move)?;
        let counted = Counted { totals: &totals, lists: &lists, parts, top, depth };
        let mut report = Report { title, ..Report::default() };
        if parts.overview {
            counted.overview(&mut report);
        } else {
            report.sections.push(counted.top_facts());
        }
        if parts.has_by_table() {
            report.sections.push(by::section(parts, lists.get(Topic::By), depth));
        }
        if let Some(sides) = &parts.player {
            report.sections.push(counted.player(sides));
        }
        report.sections.extend(sections_of_records(log, plan, &totals)?);
        if totals.games == 0 || parts.overview {
            // The overview or the number of games explains why there are no rows.
            report.sections.iter_mut().for_each(|section| section.no_rows = None);
        }
        if let Some(depth) = parts.tree_plies {
            let [white, black] = trees;
            let trees = match &parts.player {
                None => opening_tree::Trees::OfAll(white),
                Some(_) => opening_tree::Trees::OfPlayer { white, black },
            };
            let shown = opening_tree::Shown { depth, top, at_least: parts.order.at_least };
            let mut section = opening_tree::section(trees, shown);
            if totals.outside_of_tree > 0 {
                let n = Value::Count(totals.outside_of_tree);
                section.fact("games_outside", "Games of variants or from other positions", n);
            }
            report.sections.push(section);
        }
        if parts.quality {
            report.sections.extend(counted.quality_sections());
        }
        Ok(report)
    }
}

/// Returns the sections that are made from the records of single games.
fn sections_of_records(log: RecordLog, plan: &Plan, totals: &Totals) -> io::Result<Vec<Section>> {
    let parts = &plan.parts;
    let has_events = parts.cross_tables != CrossTableMode::None && !log.is_over_limit();
    let mut matches = Matches::new(parts, plan.top_by).map_err(io::Error::other)?;
    let mut events = CrossTables::new(parts.form, &parts.tie_breaks, plan.top);
    let mut engines = Engines::new(plan.top_by);
    log.finish(|kind, key, payload| match kind {
        PAIR => matches.take(key, payload),
        EVENT if has_events => events.take(key, payload),
        ENGINE => engines.take(key, payload),
        _ => (),
    })?;
    let mut sections = Vec::new();
    sections.extend(parts.pairs.then(|| matches.section()));
    sections.extend(has_events.then(|| events.section(totals.without_names)));
    sections.extend(parts.engines.then(|| engines.section()));
    Ok(sections)
}

/// Returns the topics whose lists a report of these parts needs.
fn topics(parts: &Parts) -> Vec<Topic> {
    use Topic::*;
    let mut topics = Vec::new();
    if parts.overview {
        topics.extend([
            Player, Event, Eco, Opening, TimeControl, Speed, Termination, Ending, Variant, Nag,
            File, Producer, FileForm,
        ]);
    }
    if parts.quality {
        topics.extend([Rule, Copy, QualityOfProducer, QualityOfEvent]);
    }
    topics.extend(parts.player.iter().flat_map(|_| player::TOPICS));
    topics.extend(parts.has_by_table().then_some(By));
    topics
}
