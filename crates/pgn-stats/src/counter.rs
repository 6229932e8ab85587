//! Sums the counts of all games of a run, and makes the report.

use std::io;

use pgn_collate::TempFiles;
use pgn_report::tables::Report;

use super::{
    by,
    game_facts::PartialCounts,
    ledger::Ledger,
    lists::Lists,
    plan::{Parts, Plan},
    sections::Counted,
    topic::Topic,
    totals::Totals,
    tree,
};

/// Number of rows of a list that a chart uses, whatever the plan shows.
const DRAWN: usize = 500;

/// Number of edges of the opening tree that are kept, those with the most games.
const EDGES: usize = 200_000;

/// Sums the counts of games.
#[derive(Debug)]
pub struct Counter {
    totals: Totals,
    ledger: Ledger,
}

impl Counter {
    /// Returns an empty counter. Counts that exceed memory go to `folder`.
    #[must_use]
    pub fn new(folder: TempFiles) -> Counter {
        Counter { totals: Totals::default(), ledger: Ledger::new(folder) }
    }

    /// Adds counts.
    ///
    /// # Errors
    /// An intermediate file cannot be written.
    pub fn add(&mut self, found: PartialCounts) -> io::Result<()> {
        self.totals.add(&found.totals);
        self.ledger.add(found.tally)
    }

    /// Returns the report that `plan` describes, with the title `title`.
    ///
    /// # Errors
    /// An intermediate file cannot be read or written.
    pub fn report(self, plan: &Plan, title: String) -> io::Result<Report> {
        let Counter { totals, ledger } = self;
        let parts = &plan.parts;
        let keep = |topic: Topic| match topic {
            Topic::Tree => Some(EDGES),
            // Only the number of copies is needed.
            Topic::Copy => Some(0),
            Topic::Rule | Topic::FileForm => None,
            Topic::By => plan.top_by,
            _ => plan.top.map(|top| top.max(DRAWN)),
        };
        let (top, depth) = (plan.top, parts.depth());
        let lists = Lists::of(ledger, &topics(parts), &keep)?;
        let counted = Counted { totals: &totals, lists: &lists, parts, top, depth };
        let mut report = Report { title, sections: Vec::new() };
        if parts.overview {
            counted.overview(&mut report);
        } else {
            report.sections.push(counted.top_facts());
        }
        if !parts.by.is_empty() {
            report.sections.push(by::section(parts, lists.get(Topic::By), depth));
        }
        if let Some(depth) = parts.moves {
            report.sections.push(tree::section(lists.get(Topic::Tree), depth, top));
        }
        if parts.quality {
            report.sections.extend(counted.quality_sections());
        }
        Ok(report)
    }
}

/// Returns the topics whose lists a report of these parts needs.
fn topics(parts: &Parts) -> Vec<Topic> {
    let mut topics = Vec::new();
    if parts.overview {
        topics.extend([
            Topic::Player,
            Topic::Event,
            Topic::Eco,
            Topic::Opening,
            Topic::TimeControl,
            Topic::Speed,
            Topic::Termination,
            Topic::Ending,
            Topic::Variant,
            Topic::Nag,
            Topic::File,
            Topic::Producer,
            Topic::FileForm,
        ]);
    }
    if parts.quality {
        let of_card = [Topic::Rule, Topic::Copy, Topic::QualityOfProducer, Topic::QualityOfEvent];
        topics.extend(of_card);
    }
    topics.extend((!parts.by.is_empty()).then_some(Topic::By));
    topics.extend(parts.moves.map(|_| Topic::Tree));
    topics
}
