//! The tie-breaks of cross tables: their names, and which of them an event has.

use super::form::EventForm;

/// A tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The points of the games between those who are tied.
    DirectEncounter,
    /// The number of wins.
    Wins,
    /// The points of all opponents.
    Buchholz,
    /// The points of all opponents but the lowest.
    BuchholzCut1,
    /// The points of opponents, in full for a win and by half for a draw.
    SonnebornBerger,
    /// The points against those who have at least half of the points.
    Koya,
}

impl TieBreak {
    /// All tie-breaks, in the order of notes.
    pub const ALL: &[TieBreak] = &[
        TieBreak::DirectEncounter,
        TieBreak::Wins,
        TieBreak::Buchholz,
        TieBreak::BuchholzCut1,
        TieBreak::SonnebornBerger,
        TieBreak::Koya,
    ];

    /// Returns a line of help.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            TieBreak::DirectEncounter => "The points against those who are tied",
            TieBreak::Wins => "The number of wins",
            TieBreak::Buchholz => "The points of all opponents",
            TieBreak::BuchholzCut1 => "The points of all opponents but the lowest",
            TieBreak::SonnebornBerger => "The points of opponents, by the results against them",
            TieBreak::Koya => "The points against those with at least half of the points",
        }
    }

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::DirectEncounter => "direct-encounter",
            TieBreak::Wins => "wins",
            TieBreak::Buchholz => "buchholz",
            TieBreak::BuchholzCut1 => "buchholz-cut-1",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::Koya => "koya",
        }
    }

    /// Returns the key of the column, and its heading.
    pub(super) fn column(self) -> (&'static str, &'static str) {
        match self {
            TieBreak::DirectEncounter => ("direct_encounter", "Direct"),
            TieBreak::Wins => ("wins", "Wins"),
            TieBreak::Buchholz => ("buchholz", "Buchholz"),
            TieBreak::BuchholzCut1 => ("buchholz_cut_1", "Buchholz-1"),
            TieBreak::SonnebornBerger => ("sonneborn_berger", "SB"),
            TieBreak::Koya => ("koya", "Koya"),
        }
    }

    /// Returns a sentence that explains the column; empty if the heading suffices.
    pub(super) fn note(self) -> &'static str {
        match self {
            TieBreak::DirectEncounter => {
                "Direct has the points against those with whom a player is tied."
            }
            TieBreak::Wins | TieBreak::Buchholz => "",
            TieBreak::BuchholzCut1 => {
                "Buchholz-1 is Buchholz without the opponent with the fewest points."
            }
            TieBreak::SonnebornBerger => {
                "SB (Sonneborn-Berger) has the points of the beaten opponents and half of those of the drawn ones."
            }
            TieBreak::Koya => {
                "Koya has the points against opponents with at least half of the points."
            }
        }
    }

    /// Returns the tie-breaks of an event in the order in which they apply: `listed`, or the usual ones of the form if
    /// that is empty. A match has none, because two players with equal points are equal in all of them. Koya is omitted
    /// in events by rounds, where the players do not meet the same opponents.
    pub(super) fn of_form(form: EventForm, listed: &[TieBreak]) -> Vec<TieBreak> {
        match (form, listed) {
            (EventForm::Match, _) => Vec::new(),
            (EventForm::RoundRobin, []) => vec![TieBreak::SonnebornBerger],
            (EventForm::Rounds, []) => vec![TieBreak::Buchholz, TieBreak::SonnebornBerger],
            (EventForm::RoundRobin, listed) => listed.to_vec(),
            (EventForm::Rounds, listed) => {
                listed.iter().copied().filter(|it| *it != TieBreak::Koya).collect()
            }
        }
    }
}
