//! Games that could not be worked on, and text that was not read. The loop over the games of a chunk finds them, and the
//! sink reports them with their positions, for all commands.

use pgn_stream::{InputInfo, Located};
use pgn_syntax::{Game, NodeKind};

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
    /// Move number 1 begins again in a game, which may be several games.
    Restart,
}

/// The message on an oversized game.
pub(crate) const TOO_LARGE: &str = "larger than --max-game-size allows";

/// Maximum number of oversized games of an input that are reported separately. The others are counted.
const MAX_NAMED: u64 = 20;

/// Reports the games that could not be worked on. Of each input, also the first text that was not read and the first
/// restart.
#[derive(Debug, Default)]
pub(crate) struct Incidents {
    /// True if a restart in the current input was reported.
    has_restart: bool,
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
            IncidentKind::Restart if self.has_restart => {}
            IncidentKind::Restart => {
                self.has_restart = true;
                let line = position.line;
                messages.note(format_args!(
                    "{name}:{line}: `1.` begins again within a game; \
                     `[Event \"?\"]` and empty lines around it begin another game"
                ));
            }
        }
    }

    /// Ends an input: reports the number of oversized games that were not reported separately.
    pub(crate) fn end_input(&mut self, input: &InputInfo, messages: &Messages) {
        (self.has_utf16, self.has_restart) = (false, false);
        let n_too_large = std::mem::take(&mut self.n_too_large);
        if let Some(n) = n_too_large.checked_sub(MAX_NAMED).filter(|n| *n > 0) {
            let name = name_of(input);
            messages.warning(format_args!("{name}: {n} more games {TOO_LARGE}, not parsed"));
        }
    }
}

/// Returns the offset of White's move number 1 at the beginning of a line, after moves of both sides, outside of
/// variations; `None` if there is none. In a game with tags, an empty line is before it. Several games without markers
/// are read as one such game, unless they have tags.
pub(crate) fn restart_of(game: &Game, src: &[u8]) -> Option<u32> {
    // A number that counting does not give has a node.
    if game.has_only_server_comments() {
        return None;
    }
    let (mut n_moves, mut depth) = (0, 0_u32);
    for (index, node) in game.nodes.iter().enumerate() {
        match node.kind {
            NodeKind::RavOpen { .. } => depth += 1,
            NodeKind::RavClose => depth = depth.saturating_sub(1),
            _ if depth > 0 => (),
            NodeKind::MoveNumber(1) if n_moves > 1 => {
                let is_of_white = matches!(node.span.of(src), b"1." | b"1");
                let begins_move = game.nodes.get(index + 1).is_some_and(|node| node.kind.is_move());
                let n_line_ends = n_line_ends_before(src, node.span.start as usize);
                let is_apart = n_line_ends > usize::from(!game.tags.is_empty());
                if is_of_white && begins_move && is_apart {
                    return Some(node.span.start);
                }
            }
            kind => n_moves += u32::from(kind.is_move()),
        }
    }
    None
}

/// Returns the number of line ends in the white space before `at`.
fn n_line_ends_before(src: &[u8], at: usize) -> usize {
    let space = &src[src[..at].trim_ascii_end().len()..at];
    let count = |line_end: u8| space.iter().filter(|byte| **byte == line_end).count();
    count(b'\n').max(count(b'\r'))
}
