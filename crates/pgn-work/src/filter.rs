//! The work of `pgnkit filter`: games as they are, perhaps with a mark where they match.

use std::{io::Write as _, path::PathBuf, sync::Arc};

use pgn_query::{Place as Match, Query};
use pgn_stream::{GameIndex, GameNumber};
use pgn_syntax::{Depth, Game, NodeKind, boundary::Edges};

use super::{
    games::{Answer, PlacedChunk, ReadGame, Unread, Work},
    reader,
    sift::{Piece, PieceKind, Setup, Sifted, Sifter},
    text::{LINE_ENDING, append_with},
};
use crate::{
    ExitStatus, Globals,
    inputs::Inputs,
    outputs::{self, LineEnding, Output},
    select::SelectPlan,
};

pub use super::sift::{Keep, Sense};

/// Which games pass, and where they go.
#[derive(Debug)]
pub struct Plan {
    /// What is asked of games; `None`: every game passes.
    pub query: Option<Arc<Query>>,
    /// Whether those pass for which it holds.
    pub sense: Sense,
    /// Which games are taken.
    pub select: SelectPlan,
    /// Which of the games that pass are kept.
    pub keep: Keep,
    /// Where games that pass go.
    pub output: Output,
    /// Where the others go.
    pub rest: Option<PathBuf>,
    /// `None`: as in the input.
    pub line_ending: Option<LineEnding>,
    /// What is written.
    pub show: Show,
    /// What is put into games that match.
    pub mark: Option<Mark>,
    /// A run in which no game passes is one with findings.
    pub fails_without_match: bool,
}

/// What is put into games that match.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The comment or NAG as it is written.
    pub text: String,
    /// What there is to say of the place takes the place of the text.
    pub is_default: bool,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// The games.
    Games,
    /// How many they are.
    Count,
}

/// Copies the games that match, and those that do not where they are wanted.
struct Sieve {
    /// `None`: as in the input.
    line_ending: Option<LineEnding>,
    /// Text of games that match is wanted, and of others.
    wants: (bool, bool),
    /// What is put behind the ply where a game matches, blanks aside.
    mark: Option<Mark>,
}

impl Sieve {
    fn push(&self, bytes: &[u8], piece: Piece<GameIndex>, out: &mut Sifted<GameIndex>) {
        let is_wanted = if piece.is_match { self.wants.0 } else { self.wants.1 };
        let mut is_changed = false;
        if is_wanted {
            is_changed = append_with(self.line_ending, bytes, &mut out.bytes) || piece.is_changed;
        }
        out.pieces.push(Piece { end: out.bytes.len(), is_changed, ..piece });
    }
}

impl Work for Sieve {
    type Scratch = ();
    type Draft = Sifted<GameIndex>;
    type Out = Sifted<GameNumber>;
    const TAKES_UNSELECTED: bool = true;

    fn scratch(&self) {}

    fn depth(&self) -> Depth {
        Depth::Tags
    }

    fn copied<'o>(&self, out: &'o Self::Out, _: &'o [u8]) -> &'o [u8] {
        &out.bytes
    }

    fn game(&self, (): &mut (), read: &ReadGame<'_>, out: &mut Self::Draft) {
        let game = read.game;
        let mut piece = Piece {
            kind: PieceKind::Game,
            is_match: read.is_selected(),
            end: 0,
            number: read.index,
            edges: read.edges(),
            is_changed: false,
        };
        if let Some(mark) = &self.mark
            && let Answer::Selected(found) = read.answer
            && let Some(place) = found.place()
        {
            let note = found.note().filter(|_| mark.is_default);
            let note = note.map(|note| format!("{{{note}}}"));
            let marked = marked(game, read.bytes(), place, note.as_deref().unwrap_or(&mark.text));
            if game.tags.is_empty() {
                // The mark may be the first token now.
                piece.edges = Edges::default();
            }
            self.push(&marked, Piece { is_changed: true, ..piece }, out);
        } else {
            self.push(read.bytes(), piece, out);
        }
    }

    fn unread(&self, (): &mut (), unread: &Unread<'_>, out: &mut Self::Draft) {
        let piece = Piece {
            kind: PieceKind::of(unread),
            is_match: unread.is_selected,
            end: 0,
            number: unread.index,
            edges: unread.edges(),
            is_changed: false,
        };
        self.push(unread.bytes(), piece, out);
    }

    fn finish(&self, (): &mut (), draft: Self::Draft, chunk: &PlacedChunk<'_>) -> Self::Out {
        let place = |piece: Piece<GameIndex>| piece.numbered(chunk.text.number(piece.number));
        Sifted { bytes: draft.bytes, pieces: draft.pieces.into_iter().map(place).collect() }
    }
}

/// The bytes of a game with a mark at a place.
fn marked(game: &Game, bytes: &[u8], place: Match, mark: &str) -> Vec<u8> {
    let (at, text) = match place {
        Match::Start => (game.movetext_start, format!("{mark} ")),
        Match::After(id) => {
            let mut index = id.0 as usize;
            // A suffix stays at its move.
            while let Some(next) = game.nodes.get(index + 1)
                && matches!(next.kind, NodeKind::Suffix(_))
            {
                index += 1;
            }
            (game.nodes[index].span.end, format!(" {mark}"))
        }
    };
    let at = (at - game.span.start) as usize;
    [&bytes[..at], text.as_bytes(), &bytes[at..]].concat()
}

/// Does what the plan says.
///
/// # Errors
/// An output cannot be written, or an intermediate file.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let is_count = plan.show == Show::Count;
    let has_rest = plan.rest.is_some();
    let of_out = !is_count;
    let wants = match plan.sense {
        Sense::Matches => (of_out || has_rest, has_rest),
        Sense::Others => (has_rest, of_out || has_rest),
    };
    let work = Sieve { line_ending: plan.line_ending, wants, mark: plan.mark.clone() };
    let setup = Setup {
        output: (!is_count).then_some(&plan.output),
        rest: plan.rest.as_ref(),
        sense: plan.sense,
        keep: plan.keep,
        select: &plan.select,
        line_ending: plan.line_ending,
        change: if plan.mark.is_some() { "marked" } else { LINE_ENDING },
    };
    let count = if is_count { Some(outputs::open(&plan.output)?) } else { None };
    let progress = inputs.progress(&globals.messages);
    let mut sifter = Sifter::new(&setup, inputs, globals, &progress)?;
    let is_complete = reader::read(&work, inputs, globals, Some(&progress), &mut sifter)?;
    let n_games = sifter.finish(is_complete)?;
    if let Some(mut out) = count {
        writeln!(out, "{n_games}")?;
        super::target::close(out, is_complete, globals)?;
    }
    let fails = plan.fails_without_match && n_games == 0;
    Ok(if fails { ExitStatus::Findings } else { ExitStatus::Clean })
}

/// Copies the games of all inputs into one output: `merge` without more to do.
pub(crate) fn copy_games(
    select: &SelectPlan,
    output: &Output,
    line_ending: Option<LineEnding>,
    inputs: &Inputs,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let work = Sieve { line_ending, wants: (true, false), mark: None };
    let setup = Setup {
        output: Some(output),
        rest: None,
        sense: Sense::Matches,
        keep: Keep::All,
        select,
        line_ending,
        change: LINE_ENDING,
    };
    let progress = inputs.progress(&globals.messages);
    let mut sifter = Sifter::new(&setup, inputs, globals, &progress)?;
    let is_complete = reader::read(&work, inputs, globals, Some(&progress), &mut sifter)?;
    sifter.finish(is_complete)?;
    Ok(ExitStatus::Clean)
}
