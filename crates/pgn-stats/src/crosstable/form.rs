//! The forms of cross tables.

/// Maximum number of players of a table of all against all.
pub(super) const MAX_MATRIX: usize = 60;

/// The form of an event, and of its table, with its number in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventForm {
    /// Two players.
    Match = 1,
    /// All against all, or nearly.
    RoundRobin,
    /// Any other, by rounds: Swiss systems, knock-outs.
    Rounds,
}

/// How the form of a table is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormChoice {
    /// It is chosen from the games of the event.
    #[default]
    Auto,
    /// It is given, the same for all events.
    Given(EventForm),
}

/// The reason why an event has no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    /// The event has too many games.
    Games,
    /// The event has more than two players, so that it is no match.
    NotTwo,
    /// The event has too many players for a table of all against all.
    Players,
}

impl Unfit {
    pub(super) const ALL: [Unfit; 3] = [Unfit::Games, Unfit::NotTwo, Unfit::Players];
}

impl FormChoice {
    /// All choices.
    pub const ALL: &[FormChoice] = &[
        FormChoice::Auto,
        FormChoice::Given(EventForm::Match),
        FormChoice::Given(EventForm::RoundRobin),
        FormChoice::Given(EventForm::Rounds),
    ];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FormChoice::Auto => "auto",
            FormChoice::Given(form) => form.name(),
        }
    }

    /// Returns a line of help.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            FormChoice::Auto => "The form that fits the games of the event",
            FormChoice::Given(EventForm::Match) => "The results of two players in order",
            FormChoice::Given(EventForm::RoundRobin) => {
                "All against all: a column for each opponent"
            }
            FormChoice::Given(EventForm::Rounds) => "A column for each round",
        }
    }
}

impl EventForm {
    const ALL: [EventForm; 3] = [EventForm::Match, EventForm::RoundRobin, EventForm::Rounds];

    /// Returns the name of the form in data and on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            EventForm::Match => "match",
            EventForm::RoundRobin => "round-robin",
            EventForm::Rounds => "rounds",
        }
    }

    /// Returns the form with this number in records.
    pub(super) fn of_number(number: u8) -> Option<EventForm> {
        EventForm::ALL.into_iter().find(|form| *form as u8 == number)
    }

    /// Returns the form that a value of EventType states: `tourn`, `swiss` or `k.o.`, with or without an addition such as
    /// ` (rapid)`. Other values do not tell whether all players meet: `team`, `schev`.
    pub(super) fn stated(event_type: &str) -> Option<EventForm> {
        let kind = event_type.split('(').next().unwrap_or_default().trim().to_lowercase();
        match kind.as_str() {
            "tourn" => Some(EventForm::RoundRobin),
            "swiss" | "k.o." => Some(EventForm::Rounds),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_tags_state() {
        for (value, expect) in [
            ("tourn", Some(EventForm::RoundRobin)),
            ("Tourn (rapid)", Some(EventForm::RoundRobin)),
            ("swiss", Some(EventForm::Rounds)),
            ("k.o. (blitz)", Some(EventForm::Rounds)),
            ("team-tourn", None),
            ("schev", None),
            ("", None),
        ] {
            assert_eq!(EventForm::stated(value), expect, "{value}");
        }
    }

    #[test]
    fn numbers_of_forms() {
        for form in EventForm::ALL {
            assert_eq!(EventForm::of_number(form as u8), Some(form));
        }
        assert_eq!(EventForm::of_number(0), None);
    }
}
