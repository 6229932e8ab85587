//! The work of `pgnkit filter`: games as they are, perhaps with a mark where they match.

use std::{io::Write as _, path::PathBuf, sync::Arc};

use pgn_query::{Place as Match, Query, Scratch};
use pgn_stream::{ChunkView, Place};
use pgn_syntax::{Depth, Game, NodeKind, Span, joint::Edges};

use super::{
    games::Work,
    reader::{self, Reporting},
    sift::{Piece, Setup, Sifted, Sifter},
    text::{LINE_ENDING, Text, set_line_ends},
};
use crate::{
    ExitStatus, Globals,
    games::PieceKind,
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

/// Copies games byte for byte.
pub(crate) struct Copy {
    pub(crate) line_ending: Option<LineEnding>,
    /// The bytes are not asked for: only how many games there are.
    pub(crate) is_count: bool,
}

impl Work for Copy {
    type Scratch = ();
    type Out = Text;

    fn scratch(&self) {}

    fn depth(&self) -> Depth {
        Depth::Tags
    }

    fn n_lines(&self, _: &Self::Out, _: &[u8]) -> Option<u64> {
        None
    }

    fn game(&self, (): &mut (), _: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Text) {
        self.copy(game.span.of(chunk.bytes), &mut out.bytes);
        out.end_game();
    }

    fn leftover(&self, bytes: &[u8], out: &mut Text) {
        self.copy(bytes, &mut out.bytes);
    }

    fn too_large(&self, _: u64, bytes: &[u8], _: Span, is_end: bool, out: &mut Text) {
        self.copy(bytes, &mut out.bytes);
        if is_end {
            out.has_edges(Edges::UNREAD);
            out.end_game();
        }
    }

    fn finish(&self, (): &mut (), out: Text, _: &ChunkView<'_>, _: usize, _: &Place) -> Text {
        out
    }

    fn fault(&self, index: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Text) {
        self.game(&mut (), index, game, chunk, out);
    }
}

impl Copy {
    fn copy(&self, bytes: &[u8], out: &mut Vec<u8>) {
        if self.is_count {
            return;
        }
        let from = out.len();
        out.extend_from_slice(bytes);
        if let Some(line_ending) = self.line_ending {
            set_line_ends(out, from, line_ending == LineEnding::Crlf);
        }
    }
}

/// Copies the games that match, and those that do not where somebody wants them.
struct Sieve {
    copy: Copy,
    /// Text of games that match is wanted, and of others.
    wants: (bool, bool),
    /// What is put behind the ply where a game matches, blanks aside.
    mark: Option<Mark>,
}

impl Sieve {
    fn push(&self, bytes: &[u8], piece: Piece, out: &mut Sifted) {
        let is_wanted = if piece.is_match { self.wants.0 } else { self.wants.1 };
        let from = out.bytes.len();
        if is_wanted {
            self.copy.copy(bytes, &mut out.bytes);
        }
        let is_changed = is_wanted
            && (piece.is_changed || self.copy.line_ending.is_some() && out.bytes[from..] != *bytes);
        out.pieces.push(Piece { end: out.bytes.len(), is_changed, ..piece });
    }

    fn push_game(
        &self,
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        is_match: bool,
        out: &mut Sifted,
    ) {
        let piece = Piece { is_match, ..Piece::of_game(index, game, chunk) };
        self.push(game.span.of(chunk.bytes), piece, out);
    }

    fn push_bytes(&self, bytes: &[u8], kind: PieceKind, is_match: bool, out: &mut Sifted) {
        let edges = Edges::UNREAD;
        self.push(bytes, Piece { kind, is_match, edges, ..Piece::default() }, out);
    }
}

impl Work for Sieve {
    type Scratch = ();
    type Out = Sifted;

    fn scratch(&self) {}

    fn depth(&self) -> Depth {
        Depth::Tags
    }

    fn n_lines(&self, _: &Self::Out, _: &[u8]) -> Option<u64> {
        None
    }

    fn copied<'o>(&self, out: &'o Sifted, _: &'o [u8]) -> &'o [u8] {
        &out.bytes
    }

    fn game(&self, (): &mut (), index: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Sifted) {
        self.push_game(index, game, chunk, true, out);
    }

    fn matching(
        &self,
        (): &mut (),
        index: u64,
        game: &Game,
        found: &Scratch,
        chunk: &ChunkView<'_>,
        out: &mut Sifted,
    ) {
        let bytes = game.span.of(chunk.bytes);
        match (&self.mark, found.place()) {
            (Some(mark), Some(place)) => {
                let note = found.note().filter(|_| mark.is_default);
                let note = note.map(|note| format!("{{{note}}}"));
                let text = note.as_deref().unwrap_or(&mark.text);
                let marked = marked(game, bytes, place, text);
                let mut piece = Piece { is_changed: true, ..Piece::of_game(index, game, chunk) };
                if game.tags.is_empty() {
                    // The mark may be the first token now.
                    piece.edges = Edges::default();
                }
                self.push(&marked, piece, out);
            }
            _ => self.push_game(index, game, chunk, true, out),
        }
    }

    fn passed_over(
        &self,
        (): &mut (),
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Sifted,
    ) {
        self.push_game(index, game, chunk, false, out);
    }

    fn passed_over_bytes(&self, bytes: &[u8], _: Span, what: PieceKind, out: &mut Sifted) {
        self.push_bytes(bytes, what, false, out);
    }

    fn leftover(&self, bytes: &[u8], out: &mut Sifted) {
        self.push_bytes(bytes, PieceKind::NoGame, true, out);
    }

    fn too_large(&self, number: u64, bytes: &[u8], _: Span, is_end: bool, out: &mut Sifted) {
        let kind = if is_end { PieceKind::Game } else { PieceKind::Part };
        let edges = Edges::UNREAD;
        self.push(bytes, Piece { kind, is_match: true, number, edges, ..Piece::default() }, out);
    }

    fn finish(
        &self,
        (): &mut (),
        mut out: Sifted,
        _: &ChunkView<'_>,
        _: usize,
        place: &Place,
    ) -> Sifted {
        for piece in &mut out.pieces {
            piece.number += place.first_game;
        }
        out
    }

    fn fault(&self, index: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Sifted) {
        self.push_game(index, game, chunk, true, out);
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
    let copy = Copy { line_ending: plan.line_ending, is_count: false };
    let work = Sieve { copy, wants, mark: plan.mark.clone() };
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
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut Reporting(&mut sifter))?;
    progress.finish();
    let is_complete = !sifter.has_incomplete();
    let (status, n_games) = sifter.finish()?;
    if let Some(mut out) = count {
        writeln!(out, "{n_games}")?;
        super::target::close(out, is_complete, globals)?;
    }
    Ok(if plan.fails_without_match && n_games == 0 { ExitStatus::Findings } else { status })
}

/// Copies the games of all inputs into one output: `merge` without more to do.
pub(crate) fn copy_games(
    select: &SelectPlan,
    output: &Output,
    line_ending: Option<LineEnding>,
    inputs: &Inputs,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let copy = Copy { line_ending, is_count: false };
    let work = Sieve { copy, wants: (true, false), mark: None };
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
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut Reporting(&mut sifter))?;
    progress.finish();
    Ok(sifter.finish()?.0)
}
