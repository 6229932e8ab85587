//! Games that could not be worked on: noticed by the loop over the games of a chunk, and reported with their positions,
//! whatever the command.

use pgn_stream::{InputInfo, Located};

use super::encodings::{Assumed, Encodings};
use crate::{fault::Fault, inputs::name_of, messages::Messages};

/// What a command made of a chunk, and the games of it that could not be worked on.
#[derive(Debug)]
pub(crate) struct Worked<O> {
    pub(crate) out: O,
    pub(crate) incidents: Vec<Located<IncidentKind>>,
    pub(crate) encodings: Encodings,
    /// The words that are not UTF-8, where they are read in the usual set for want of another, and become UTF-8.
    pub(crate) assumed: Option<Assumed>,
}

/// Why a game could not be worked on.
#[derive(Debug)]
pub(crate) enum IncidentKind {
    Fault(Fault),
    /// It has more bytes or elements than `--max-game-size` allows.
    TooLarge,
}

/// What is said of a game that is not parsed for its size.
pub(super) const TOO_LARGE: &str = "larger than --max-game-size allows";

/// Games too large to be parsed that are named in each input; more of them are counted.
const MOST_NAMED: u64 = 20;

/// The reports of games that could not be worked on, input by input.
#[derive(Debug, Default)]
pub(crate) struct Incidents {
    /// Games of the input at hand that are too large to be parsed.
    n_too_large: u64,
}

impl Incidents {
    /// Reports a game of the input at hand.
    pub(crate) fn report(
        &mut self,
        input: &InputInfo,
        Located { value, position }: &Located<IncidentKind>,
        messages: &Messages,
    ) {
        let name = name_of(input);
        match value {
            IncidentKind::Fault(fault) => {
                messages.error(format_args!("{name}:{position}: {fault}"));
            }
            IncidentKind::TooLarge => {
                self.n_too_large += 1;
                if self.n_too_large <= MOST_NAMED {
                    messages.warning(format_args!("{name}:{position}: {TOO_LARGE}, not parsed"));
                }
            }
        }
    }

    /// Reports how many games of the input that has ended were not named.
    pub(crate) fn end_input(&mut self, input: &InputInfo, messages: &Messages) {
        let n_too_large = std::mem::take(&mut self.n_too_large);
        if let Some(n) = n_too_large.checked_sub(MOST_NAMED).filter(|n| *n > 0) {
            let name = name_of(input);
            messages.warning(format_args!("{name}: {n} more games {TOO_LARGE}, not parsed"));
        }
    }
}
