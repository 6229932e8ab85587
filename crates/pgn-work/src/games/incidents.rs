//! Games that could not be worked on, and text that was not read. The loop over the games of a chunk finds them, and the
//! sink reports them with their positions, for all commands.

use pgn_stream::{InputInfo, Located};

use crate::{
    inputs::{
        encodings::{Assumed, Encodings},
        name_of,
    },
    reports::{fault::Fault, messages::Messages},
};

/// The output of a command for a chunk, and the games that could not be worked on.
#[derive(Debug)]
pub(crate) struct Worked<O> {
    pub(crate) out: O,
    pub(crate) incidents: Vec<Located<IncidentKind>>,
    pub(crate) encodings: Encodings,
    /// The words that are not UTF-8, if they are decoded with an assumed character set.
    pub(crate) assumed: Option<Assumed>,
}

/// The reason why a game could not be worked on, or a text was not read.
#[derive(Debug)]
pub(crate) enum IncidentKind {
    Fault(Fault),
    /// The game has more bytes or elements than `--max-game-size` allows.
    TooLarge,
    /// The text from here on is UTF-16, in an input of another encoding. The number of its first byte, from 1.
    Utf16(u64),
}

/// The message on an oversized game.
pub(crate) const TOO_LARGE: &str = "larger than --max-game-size allows";

/// Maximum number of oversized games of an input that are reported separately. The others are counted.
const MAX_NAMED: u64 = 20;

/// Reports the games that could not be worked on, and the first text of each input that was not read.
#[derive(Debug, Default)]
pub(crate) struct Incidents {
    /// True if text in UTF-16 of the current input was reported.
    has_utf16: bool,
    /// Number of oversized games of the current input.
    n_too_large: u64,
}

impl Incidents {
    /// Reports a game of the current input.
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
                if self.n_too_large <= MAX_NAMED {
                    messages.warning(format_args!("{name}:{position}: {TOO_LARGE}, not parsed"));
                }
            }
            IncidentKind::Utf16(_) if self.has_utf16 => {}
            IncidentKind::Utf16(byte) => {
                self.has_utf16 = true;
                let line = position.line;
                messages.warning(format_args!(
                    "{name}:{line}: text in UTF-16 from byte {byte} on, not read as games"
                ));
            }
        }
    }

    /// Ends an input: reports the number of oversized games that were not reported separately.
    pub(crate) fn end_input(&mut self, input: &InputInfo, messages: &Messages) {
        self.has_utf16 = false;
        let n_too_large = std::mem::take(&mut self.n_too_large);
        if let Some(n) = n_too_large.checked_sub(MAX_NAMED).filter(|n| *n > 0) {
            let name = name_of(input);
            messages.warning(format_args!("{name}: {n} more games {TOO_LARGE}, not parsed"));
        }
    }
}
