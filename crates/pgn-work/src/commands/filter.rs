//! The work of `pgnkit filter`: copies games, with a mark where they match if the plan says so.

mod kept;
mod sink;

use std::{io::Write as _, path::PathBuf, sync::Arc};

use pgn_query::{MatchPlace, Query};
use pgn_stream::{ChunkPosition, GameNumber, is_read_at_once};
use pgn_syntax::{Fallback, Game, NodeId, ReadDepth, boundary::Edges};

use self::sink::FilterSink;
use crate::{
    ExitStatus, Globals,
    games::{
        PlacedChunk, ReadGame, UnreadGame, Work, batch::Batch, buffer::Buffers, select::SelectPlan,
    },
    inputs::Inputs,
    outputs::{self, LineEnding, Output, RunPosition},
    run_inputs,
    writing::text::LINE_ENDING,
};

/// The plan of `filter`: the query, and the outputs of games.
#[derive(Debug)]
pub struct Plan {
    /// The query; `None`: every game matches.
    pub query: Option<Arc<Query>>,
    /// Whether the games that match are written, or the others.
    pub sense: Sense,
    /// Selects among the games that pass.
    pub select: SelectPlan,
    /// The part of the selected games that is kept.
    pub keep: Keep,
    /// Destination of the games that pass.
    pub output: Output,
    /// File for the other games; `None`: they are not written.
    pub rest: Option<PathBuf>,
    /// Line ends of the outputs; `None`: as in the input.
    pub line_ending: Option<LineEnding>,
    /// What is written to the output.
    pub show: Show,
    /// The mark that is added to games that match; `None`: games are not changed.
    pub mark: Option<Mark>,
    /// True if the exit status is that of findings when no game passes.
    pub fails_without_match: bool,
    /// Whether other runs write after it.
    pub run_position: RunPosition,
}

impl Plan {
    /// Returns the name of a change to a game in the manifest.
    fn change(&self) -> &'static str {
        if self.mark.is_some() { "marked" } else { LINE_ENDING }
    }
}

/// The part of the selected games that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All selected games.
    All,
    /// At most this number of games, the last ones.
    Last(usize),
    /// A random sample of this size, drawn with this seed.
    Sample(usize, u64),
}

/// Whether the games that match pass, or the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Games that match.
    Matches,
    /// Games that do not match.
    Others,
}

/// The mark that is added to games that match.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The comment or NAG as it is written.
    pub text: String,
    /// True if the note on the match, if there is one, replaces the text.
    pub is_default: bool,
}

/// What is written to the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// The games.
    Games,
    /// The number of games.
    Count,
}

/// Copies the games that match and, if they have an output, those that do not.
struct Copies<'a> {
    plan: &'a Plan,
    /// Whether the texts of games that match, and of the others, have an output.
    wants: (bool, bool),
    buffers: Buffers,
}

impl Copies<'_> {
    /// Returns true if games that match, or the others, have an output.
    fn wants(&self, is_match: bool) -> bool {
        if is_match { self.wants.0 } else { self.wants.1 }
    }

    /// Copies the bytes of a game, or of a piece of one, if they have an output. Returns true if the copy differs from
    /// them.
    fn copy(&self, bytes: &[u8], is_match: bool, out: &mut Draft) -> bool {
        self.wants(is_match) && out.copy(bytes, self.plan.line_ending)
    }
}

/// The games of a chunk, and whether each matches.
type Draft = Batch<bool, ChunkPosition>;

impl Work for Copies<'_> {
    type Scratch = ();
    type Draft = Draft;
    type Out = Batch<bool, GameNumber>;
    const TAKES_UNSELECTED: bool = true;

    fn is_read_at_once(&self) -> bool {
        let games = (self.plan.show == Show::Games).then(|| self.plan.output.is_read_at_once());
        let rest = self.plan.rest.as_deref().map(|path| is_read_at_once(Some(path)));
        self.plan.keep == Keep::All && (games == Some(true) || rest == Some(true))
    }

    fn scratch(&self, _: Fallback) {}

    fn draft(&self, n_bytes: usize) -> Draft {
        match self.wants {
            (false, false) => Draft::default(),
            _ => Draft::with_capacity(&self.buffers, n_bytes),
        }
    }

    fn depth(&self) -> ReadDepth {
        ReadDepth::Tags
    }

    fn decodes(&self) -> bool {
        self.plan.query.as_ref().is_some_and(|query| query.compares_beyond_ascii())
    }

    fn copied<'o>(&self, out: &'o Self::Out, _: &'o [u8]) -> &'o [u8] {
        &out.bytes
    }

    fn game(&self, (): &mut (), read: &ReadGame<'_>, out: &mut Draft) {
        let is_match = read.is_selected();
        if !self.wants(is_match) {
            return out.add_uncopied(read, is_match);
        }
        let (Some(mark), Some((place, note))) = (&self.plan.mark, read.found()) else {
            let is_changed = self.copy(read.bytes(), is_match, out);
            return out.end_game(read, is_changed, is_match);
        };
        let note = note.filter(|_| mark.is_default).map(|note| format!("{{{note}}}"));
        let marked = marked(read.game, read.bytes(), place, note.as_deref().unwrap_or(&mark.text));
        self.copy(&marked, is_match, out);
        out.end_game(read, true, is_match);
        if let Some(piece) = out.pieces.last_mut().filter(|_| read.game.tags.is_empty()) {
            // In a game without tags, the mark may be the first token, which the edges of the game do not describe.
            piece.edges = Edges::default();
        }
    }

    fn unread(&self, (): &mut (), unread: &UnreadGame<'_>, out: &mut Draft) {
        let is_changed = self.copy(unread.bytes(), unread.is_selected, out);
        out.end_unread(unread, is_changed, unread.is_selected);
    }

    fn finish(&self, (): &mut (), draft: Draft, chunk: &PlacedChunk<'_>) -> Self::Out {
        draft.number(&chunk.text, |is_match, _| is_match)
    }
}

/// Returns the bytes of a game with a mark inserted at `place`. A NAG belongs to a move: at the start of the game, it
/// is that of the first move.
fn marked(game: &Game, bytes: &[u8], place: MatchPlace, mark: &str) -> Vec<u8> {
    let first = || game.mainline_nodes(0).find(|(_, node)| node.kind.is_move());
    let place = match place {
        MatchPlace::Start if mark.starts_with('$') => {
            first().map_or(place, |(at, _)| MatchPlace::After(NodeId::of(at)))
        }
        place => place,
    };
    let (at, text) = match place {
        MatchPlace::Start => (game.movetext_start, format!("{mark} ")),
        MatchPlace::After(id) => {
            let mut index = id.0 as usize;
            // Suffixes and NAGs stay with their move.
            while game.nodes.get(index + 1).is_some_and(|next| next.kind.is_nag()) {
                index += 1;
            }
            (game.nodes[index].span.end, format!(" {mark}"))
        }
    };
    let at = (at - game.span.start) as usize;
    [&bytes[..at], text.as_bytes(), &bytes[at..]].concat()
}

/// Filters the games of `inputs` as `plan` says, and returns the exit status.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let (has_out, has_rest) = (plan.show == Show::Games, plan.rest.is_some());
    let wants = match plan.sense {
        Sense::Matches => (has_out || has_rest, has_rest),
        Sense::Others => (has_rest, has_out || has_rest),
    };
    let work = Copies { plan, wants, buffers: Buffers::default() };
    let count = if has_out { None } else { Some(outputs::open(&plan.output)?) };
    let progress = inputs.progress(&globals.messages);
    let mut sink = FilterSink::new(plan, inputs, globals, &progress)?;
    let is_complete = run_inputs::run(&work, inputs, globals, Some(&progress), &mut sink)?;
    let n_games = sink.finish(is_complete)?;
    if let Some(mut out) = count {
        writeln!(out, "{n_games}")?;
        crate::writing::output_files::close(out, is_complete, globals)?;
    }
    let fails = plan.fails_without_match && n_games == 0;
    Ok(if fails { ExitStatus::Findings } else { ExitStatus::Clean })
}
