//! What all games of a run come to, and the report made of it.

use std::io;

use pgn_collate::Scratch as Folder;
use pgn_report::tables::Report;

use super::{
    by,
    ledger::Ledger,
    lists::Lists,
    plan::{Parts, Plan},
    sections::Counted,
    seen::Found,
    topic::Topic,
    totals::Totals,
    tree,
};

/// Rows that a drawing takes from a list, whatever the plan shows.
const DRAWN: usize = 500;

/// Edges of the tree of openings that are kept: those with the most games.
const EDGES: usize = 200_000;

/// Adds up what games come to.
#[derive(Debug)]
pub struct Counter {
    totals: Totals,
    ledger: Ledger,
}

impl Counter {
    /// Returns a counter without games. What does not fit into memory goes to `folder`.
    #[must_use]
    pub fn new(folder: Folder) -> Counter {
        Counter { totals: Totals::default(), ledger: Ledger::new(folder) }
    }

    /// Adds what some games come to.
    ///
    /// # Errors
    /// Those of the intermediate files.
    pub fn add(&mut self, found: Found) -> io::Result<()> {
        self.totals.add(&found.totals);
        self.ledger.add(found.tally)
    }

    /// Returns the report that `plan` asks for, called `title`.
    ///
    /// # Errors
    /// Those of the intermediate files.
    pub fn report(self, plan: &Plan, title: String) -> io::Result<Report> {
        let Counter { totals, ledger } = self;
        let parts = &plan.parts;
        let keep = |topic: Topic| match topic {
            Topic::Tree => Some(EDGES),
            // Counted only.
            Topic::Copy => Some(0),
            Topic::Rule => None,
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
            report.sections.push(by::section(&parts.by, lists.get(Topic::By), depth));
        }
        if let Some(depth) = parts.moves {
            report.sections.push(tree::section(lists.get(Topic::Tree), depth, top));
        }
        if parts.quality {
            report.sections.extend(counted.card());
        }
        Ok(report)
    }
}

/// Returns the topics that a report of these parts has lists of.
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
