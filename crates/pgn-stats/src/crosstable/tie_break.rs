//! The tie-breaks of cross tables: their names, and which of them an event has.

use super::form::EventForm;

/// Declares the tie-breaks in the order of notes: a line of help, the name on the command line, the key and heading of
/// the column, and a sentence that explains the column, which is empty if the heading suffices.
macro_rules! tie_breaks {
    ($($variant:ident: $help:literal, $name:literal, $column:expr, $note:literal;)*) => {
        /// A tie-break.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum TieBreak {
            $(#[doc = concat!($help, ".")] $variant,)*
        }

        impl TieBreak {
            /// All tie-breaks, in the order of notes.
            pub const ALL: &[TieBreak] = &[$(TieBreak::$variant),*];

            /// Returns a line of help.
            #[must_use]
            pub fn help(self) -> &'static str {
                match self { $(TieBreak::$variant => $help,)* }
            }

            /// Returns the name on the command line.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(TieBreak::$variant => $name,)* }
            }

            /// Returns the key of the column, and its heading.
            pub(super) fn column(self) -> (&'static str, &'static str) {
                match self { $(TieBreak::$variant => $column,)* }
            }

            /// Returns a sentence that explains the column; empty if the heading suffices.
            pub(super) fn note(self) -> &'static str {
                match self { $(TieBreak::$variant => $note,)* }
            }
        }
    };
}

tie_breaks! {
    DirectEncounter: "The points against those who are tied",
        "direct-encounter", ("direct_encounter", "Direct"),
        "Direct has the points against those with whom a player is tied.";
    Wins: "The number of wins", "wins", ("wins", "Wins"), "";
    Buchholz: "The points of all opponents", "buchholz", ("buchholz", "Buchholz"), "";
    BuchholzCut1: "The points of all opponents but the lowest",
        "buchholz-cut-1", ("buchholz_cut_1", "Buchholz-1"),
        "Buchholz-1 is Buchholz without the opponent with the fewest points.";
    SonnebornBerger: "The points of opponents, by the results against them",
        "sonneborn-berger", ("sonneborn_berger", "SB"),
        "SB (Sonneborn-Berger) has the points of the beaten opponents and half of those of the drawn ones.";
    Koya: "The points against those with at least half of the points", "koya", ("koya", "Koya"),
        "Koya has the points against opponents with at least half of the points.";
}

impl TieBreak {
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
