//! The work of `pgnkit strip-comments`: games without some of their comments.

mod careful;

use std::borrow::Cow;

use pgn_stream::{ChunkView, FrameContents, GameIndex, LOOK_AHEAD};
use pgn_syntax::{
    Fallback, Game, Node, NodeKind, ReadOptions, SanCode, Span,
    boundary::{Edges, Surroundings},
    strip::Classes,
};

use self::careful::Careful;
use super::{
    appender::Extent,
    buffer::Buffers,
    games::{PlacedChunk, ReadGame, UnreadGame, UnreadKind, Work},
    run_inputs,
    summary::BadGames,
    text::{Reports, Text, Written, set_line_ends},
    writer::{OnBad, Setup, Writer},
};
use crate::{
    ExitStatus, Globals,
    inputs::Inputs,
    outputs::{LineEnding, Output, Rewrite},
    select::SelectPlan,
};

/// The plan of `strip-comments`: what is removed, and the output.
#[derive(Debug)]
pub struct Plan {
    /// Selects the games that are changed.
    pub select: SelectPlan,
    /// Destination of the games.
    pub output: Output,
    /// Whether inputs are rewritten, or changes are only shown.
    pub rewrite: Rewrite,
    /// Line ends of the output; `None`: as in the input.
    pub line_ending: Option<LineEnding>,
    /// The kinds of text that are removed; at least one.
    pub classes: Classes,
    /// What is done with lines that have lost annotation.
    pub layout: Layout,
}

/// What is done with lines that have lost annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Lines are not changed otherwise.
    Kept,
    /// Lines are filled again.
    Reflowed,
}

struct Strip<'p> {
    plan: &'p Plan,
    read: ReadOptions,
    keeps_old: bool,
    /// True if there are several inputs. The members of an archive are not counted.
    has_several_inputs: bool,
    buffers: Buffers,
}

impl Work for Strip<'_> {
    type Scratch = Careful;
    type Draft = Text;
    type Out = Written;
    const TAKES_UNSELECTED: bool = true;

    fn draft(&self, n_bytes: usize) -> Text {
        Text::with_capacity(&self.buffers, n_bytes)
    }

    fn scratch(&self, _: Fallback) -> Careful {
        Careful::new(self.plan.classes.clone(), self.plan.layout, self.read)
    }

    fn game(&self, scratch: &mut Careful, read: &ReadGame<'_>, out: &mut Text) {
        if !read.is_selected() {
            out.record_edges(read.edges());
            self.keep(read.bytes(), false, out);
            let from = out.ends.len().checked_sub(2).map_or(0, |at| out.ends[at]);
            return note_braces(from, read.edges(), out);
        }
        let ReadGame { game, chunk, .. } = *read;
        let (src, own, end) = (read.src(), read.bytes(), game.span.end as usize);
        let from = out.bytes.len();
        let mut edges = read.edges();
        scratch.strip_into(game, src, &mut out.bytes);
        let is_plain = edges.is_plain();
        let is_changed = out.bytes[from..] != *own;
        let begins_input = read.begins_input();
        let ends_input = chunk.is_last() && end == src.len();
        // Only a `}` in a later game could close this comment. That brace may be removed, so the comment is closed
        // here.
        let awaits = edges.leaves_comment_open() && !ends_input;
        // An open comment is closed where inputs are joined, also between games of one input.
        let joins_inputs =
            self.has_one_output() && (self.has_several_inputs || chunk.input.member.is_some());
        let is_joined = joins_inputs && (begins_input || ends_input || awaits);
        let open = open_before(out);
        let is_usual = || is_plain && open.is_none() && is_surely_read(game);
        if is_changed && !is_usual() || is_joined && !is_plain || awaits {
            out.bytes.truncate(from);
            let previous = out.ends.len().checked_sub(2).map_or(0, |at| out.ends[at]);
            let start = open.map_or(previous, |open| open.min(previous));
            let previous = &out.bytes[start..from];
            let begins = (begins_input, chunk.is_first && start == 0);
            let after = text_after(game, chunk);
            let around = Surroundings::of(own, (previous, &after), begins);
            let stripped = scratch.strip((game, src), &around, is_joined);
            out.n_unstripped += u64::from(is_changed && stripped.is_none());
            // If the comment were not closed, a later brace, which may be in annotation, would decide whether it stays
            // open.
            if let Some(text) = stripped.or_else(|| scratch.close((game, src), &around)) {
                out.bytes.extend_from_slice(&text);
                edges = scratch.edges(&text, begins_input);
            } else {
                out.bytes.extend_from_slice(own);
            }
        }
        if is_changed
            && out.awaits_brace
            && closes_comment(
                &out.bytes[from..],
                own,
                (&text_after(game, chunk), chunk.is_last() && src.len() - end <= LOOK_AHEAD),
            )
        {
            out.bytes.truncate(from);
            out.bytes.extend_from_slice(own);
            edges = read.edges();
            out.n_unstripped += 1;
        }
        if !(is_plain && edges.is_plain()) {
            out.odd.push((out.ends.len(), edges));
        }
        if edges.leaves_comment_open() {
            out.open_from = Some(from);
        }
        note_braces(from, edges, out);
        self.end(own, from, out);
        self.end_game(out);
    }

    fn unread(&self, _: &mut Careful, unread: &UnreadGame<'_>, out: &mut Text) {
        if unread.ends_game() {
            out.record_edges(unread.edges());
            self.keep(unread.bytes(), unread.is_selected, out);
        } else {
            out.is_without_games |= unread.kind == UnreadKind::NoGame;
            self.copy(unread.bytes(), out);
        }
    }

    fn copied<'o>(&self, out: &'o Written, _: &'o [u8]) -> &'o [u8] {
        if self.has_one_output() { &out.text.bytes } else { b"" }
    }

    fn finish(&self, _: &mut Careful, text: Text, _: &PlacedChunk<'_>) -> Written {
        Written { text, reports: Reports::default() }
    }
}

impl Strip<'_> {
    /// Returns true if the games of all inputs are written to one output.
    fn has_one_output(&self) -> bool {
        self.plan.rewrite == Rewrite::Stream
    }

    fn copy(&self, bytes: &[u8], out: &mut Text) {
        let from = out.bytes.len();
        out.bytes.extend_from_slice(bytes);
        self.end(bytes, from, out);
    }

    /// Ends a text. `old`: the bytes that have become `out.bytes[from..]`.
    fn end(&self, old: &[u8], from: usize, out: &mut Text) {
        if let Some(line_ending) = self.plan.line_ending {
            set_line_ends(&mut out.bytes, from, line_ending == LineEnding::Crlf);
        }
        if out.bytes[from..] != *old {
            out.is_changed = true;
            if out.changed.last() != Some(&out.ends.len()) {
                out.changed.push(out.ends.len());
            }
        }
        if self.keeps_old {
            out.old.extend_from_slice(old);
        }
    }

    /// Copies a game, or the last piece of one.
    fn keep(&self, bytes: &[u8], is_selected: bool, out: &mut Text) {
        self.copy(bytes, out);
        if self.keeps_old && !is_selected {
            out.unselected.push(out.ends.len());
        }
        self.end_game(out);
    }

    fn end_game(&self, out: &mut Text) {
        if self.keeps_old {
            let start = out.spans.last().map_or(0, |(_, span)| span.end as usize);
            let index = GameIndex(out.ends.len() as u64);
            out.spans.push((index, Span::new(start, out.old.len())));
        }
        out.end_game();
    }
}

/// Returns true if the parser has understood the whole game, so that removing annotation cannot change how it is read.
fn is_surely_read(game: &Game) -> bool {
    let is_unread =
        |node: &Node| matches!(node.kind, NodeKind::Move { code: SanCode::NOT_PLAIN, .. });
    game.errors.is_empty() && !game.nodes.iter().any(is_unread)
}

/// Returns the first bytes after a game, at most [`LOOK_AHEAD`]. Those of the next chunk are among them, so that it does
/// not matter where the input is cut.
fn text_after<'a>(game: &Game, chunk: &ChunkView<'a>) -> Cow<'a, [u8]> {
    let own = &chunk.bytes[game.span.end as usize..];
    match own.get(..LOOK_AHEAD) {
        Some(after) => Cow::Borrowed(after),
        None => {
            let n_next = chunk.next.len().min(LOOK_AHEAD - own.len());
            Cow::Owned([own, &chunk.next[..n_next]].concat())
        }
    }
}

/// Updates `out.awaits_brace` after the text `out.bytes[from..]` was added. `edges`: the edges of this text.
fn note_braces(from: usize, edges: Edges, out: &mut Text) {
    if edges.leaves_comment_open() || out.awaits_brace {
        let last = out.bytes[from..].iter().rev().find(|byte| is_brace(byte));
        out.awaits_brace = match last {
            Some(b'{') => edges.leaves_comment_open(),
            Some(_) => false,
            None => out.awaits_brace,
        };
    }
}

/// Returns true if a comment that was left open before a game stays open only with the old text of the game: with the
/// new text, the next brace closes it (C33). `after`: the first bytes after the game; `is_last`: true if the input ends
/// with them.
fn closes_comment(new: &[u8], old: &[u8], (after, is_last): (&[u8], bool)) -> bool {
    let first = |text: &[u8]| text.iter().copied().find(is_brace);
    let was_open = first(old) == Some(b'{');
    let next = first(new).or_else(|| first(after));
    was_open && next.map_or(!is_last, |brace| brace == b'}')
}

fn is_brace(byte: &u8) -> bool {
    matches!(byte, b'{' | b'}')
}

/// Number of bytes before a game within which an open comment is searched.
const REACH: usize = 16 << 10;

/// Returns the offset of a game shortly before the next one that left a comment open, which a brace of the next game
/// may close; `None` if there is none.
fn open_before(out: &Text) -> Option<usize> {
    out.open_from.filter(|from| out.bytes.len() - from <= REACH)
}

/// Removes annotation from the games of `inputs` as `plan` says, and returns the exit status.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let is_rewrite = plan.rewrite != Rewrite::Stream;
    anyhow::ensure!(
        !is_rewrite || globals.reading.bytes.is_none(),
        "--bytes reads a part of a file; --in-place, --check and --diff need the whole"
    );
    // Without --where or rewriting, --skip and --take leave games out of the output.
    let keeps_others = is_rewrite || globals.reading.query.is_some();
    let puts_back = keeps_others && !plan.select.selects_all();
    let work = Strip {
        plan,
        read: globals.reading.read_options(),
        keeps_old: plan.rewrite == Rewrite::Diff || puts_back,
        has_several_inputs: Extent::of(inputs, true) == Extent::Several,
        buffers: Buffers::default(),
    };
    let all = SelectPlan::default();
    let setup = Setup {
        output: &plan.output,
        rewrite: &plan.rewrite,
        rejects: None,
        reads_back: false,
        contents: FrameContents::Games,
        line_ending: plan.line_ending,
        on_bad: OnBad::GoOn,
        select: if puts_back { &all } else { &plan.select },
        change: "stripped",
    };
    let progress = inputs.progress(&globals.messages);
    let mut writer = Writer::new(&setup, inputs, globals, &progress)?;
    if puts_back {
        writer = writer.changing_only(&plan.select);
    }
    let is_complete = run_inputs::run(&work, inputs, globals, Some(&progress), &mut writer)?;
    writer.finish(BadGames::Written(""), is_complete)
}
