//! The work of `pgnkit strip-comments`: games without some of their comments.

mod careful;
mod open_comment;

use std::borrow::Cow;

use pgn_stream::{ChunkPosition, ChunkView, Flags, LOOK_AHEAD, Located};
use pgn_syntax::{
    Fallback, Game, Node, NodeKind, ReadOptions, SanCode, Span,
    boundary::{Edges, Surroundings},
    count_line_ends, set_line_ends,
    strip::Classes,
};

use self::{
    careful::{Careful, NewText, OtherInputs},
    open_comment::{OpenComment, closes_comment},
};
use crate::{
    ExitStatus, Globals,
    games::{
        PlacedChunk, ReadGame, UnreadGame, Work, batch::PieceKind, buffer::Buffers,
        select::SelectPlan,
    },
    inputs::Inputs,
    outputs::{LineEnding, Output, Rewrite},
    reports::left_out::Omission,
    run_inputs,
    writing::{
        appender::Neighbors,
        summary::BadGames,
        text::{DraftTexts, Extras, TextData, WrittenChunk},
        writer::{Contents, OnBad, Setup, Writer},
    },
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

/// The games of a chunk whose place is not known yet.
#[derive(Default)]
struct Draft {
    texts: DraftTexts,
    /// The bytes as they were read; empty unless they are compared with the texts.
    old: Vec<u8>,
    n_unstripped: u64,
    /// True if a text has a note, which has a line number.
    has_notes: bool,
    /// Offset of the beginning of the last text that leaves a comment open; `None` if no text does.
    open_from: Option<usize>,
}

/// The data of a thread.
struct Scratch {
    careful: Careful,
    open_comment: OpenComment,
}

impl Work for Strip<'_> {
    type Scratch = Scratch;
    type Draft = Draft;
    type Out = WrittenChunk;
    const TAKES_UNSELECTED: bool = true;

    fn is_read_at_once(&self) -> bool {
        self.plan.rewrite == Rewrite::Stream && self.plan.output.is_read_at_once()
    }

    fn draft(&self, n_bytes: usize) -> Draft {
        let texts = DraftTexts::with_capacity(&self.buffers, n_bytes);
        Draft { texts, ..Draft::default() }
    }

    fn scratch(&self, _: Fallback) -> Scratch {
        Scratch {
            careful: Careful::new(self.plan.classes.clone(), self.plan.layout, self.read),
            open_comment: OpenComment::default(),
        }
    }

    fn begin(&self, scratch: &mut Scratch, _: &ChunkView<'_>, flags: u64) {
        scratch.open_comment = OpenComment::of(flags);
    }

    fn flags(&self, scratch: &mut Scratch) -> Flags {
        scratch.open_comment.flags()
    }

    fn skip_game(&self, scratch: &mut Scratch, game: &Game, src: &[u8]) {
        scratch.open_comment.pass((game.span.of(src), Edges::of(game, src, false)), None);
    }

    fn game(&self, scratch: &mut Scratch, read: &ReadGame<'_>, out: &mut Draft) {
        let from = out.texts.bytes.len();
        let (edges, left_out) = match read.is_selected() {
            true => self.strip(scratch, read, out),
            false => {
                out.texts.bytes.extend_from_slice(read.bytes());
                scratch.open_comment.pass((read.bytes(), read.edges()), None);
                (read.edges(), None)
            }
        };
        out.note_edges(edges, from);
        let (is_changed, mut data) = self.end_text(read.bytes(), from, read.is_selected(), out);
        if let Some(left_out) = left_out {
            let Game { span, start, .. } = *read.game;
            let before = Span { start: span.start, end: start }.of(read.src());
            let value = left_out.note(if before.is_empty() { read.bytes() } else { before });
            let notes = vec![Located { value, position: read.position() }];
            out.has_notes = true;
            data.extras =
                Some(Box::new(Extras { left_out: vec![left_out], notes, ..Extras::default() }));
        }
        out.texts.end_text(PieceKind::Game, read.position(), edges, is_changed, data);
    }

    fn unread(&self, scratch: &mut Scratch, unread: &UnreadGame<'_>, out: &mut Draft) {
        let from = out.texts.bytes.len();
        out.texts.bytes.extend_from_slice(unread.bytes());
        out.note_edges(unread.edges(), from);
        scratch.open_comment.pass((unread.bytes(), unread.edges()), None);
        let (is_changed, data) = self.end_text(unread.bytes(), from, unread.is_selected, out);
        out.texts.end_unread(unread, is_changed, data);
    }

    fn end(&self, _: &mut Scratch, bytes: &[u8], out: &mut Draft) -> Option<u64> {
        out.has_notes.then(|| count_line_ends(bytes))
    }

    fn copied<'o>(&self, out: &'o WrittenChunk, _: &'o [u8]) -> &'o [u8] {
        if self.has_one_output() { &out.texts.bytes } else { b"" }
    }

    fn finish(&self, _: &mut Scratch, draft: Draft, chunk: &PlacedChunk<'_>) -> WrittenChunk {
        let Draft { texts, old, n_unstripped, .. } = draft;
        let is_changed = texts.pieces.iter().any(|it| it.is_changed);
        let texts = texts.locate(&chunk.text);
        WrittenChunk { texts, is_changed, old, n_unstripped, ..WrittenChunk::default() }
    }
}

impl Strip<'_> {
    /// Returns true if the games of all inputs are written to one output.
    fn has_one_output(&self) -> bool {
        self.plan.rewrite == Rewrite::Stream
    }

    /// Appends a game without annotation. Returns the edges of its text, and what was left out besides.
    fn strip(
        &self,
        scratch: &mut Scratch,
        read: &ReadGame<'_>,
        out: &mut Draft,
    ) -> (Edges, Option<Omission>) {
        let ReadGame { game, chunk, .. } = *read;
        let (src, own, end) = (read.src(), read.bytes(), game.span.end as usize);
        let previous = out.texts.start_of(out.texts.pieces.len().saturating_sub(1));
        let bytes = &mut *out.texts.bytes;
        let from = bytes.len();
        let (mut edges, mut left_out) = (read.edges(), None);
        scratch.careful.strip_into(game, src, bytes);
        let is_plain = edges.is_plain();
        let is_changed = bytes[from..] != *own;
        let begins_input = read.begins_input();
        let ends_input = chunk.is_last() && end == src.len();
        // Only a `}` in a later game could close this comment. That brace may be removed, so the comment is closed
        // here.
        let awaits = edges.leaves_comment_open() && !ends_input;
        // An open comment is closed where inputs are joined, also between games of one input.
        let joins_inputs = self.has_one_output()
            && (self.has_several_inputs || chunk.input.is_one_of_several_members());
        let others = OtherInputs {
            precede: joins_inputs && begins_input && chunk.input.index > 0,
            follow: joins_inputs && (ends_input || awaits),
        };
        // A game shortly before this one that left a comment open, which a brace of this one may close.
        let open = out.open_from.filter(|from| bytes.len() - from <= REACH);
        let is_usual = || is_plain && open.is_none() && is_surely_read(game);
        if is_changed && !is_usual() || others.are_beside() && !is_plain || awaits {
            bytes.truncate(from);
            let start = open.map_or(previous, |open| open.min(previous));
            let around = Surroundings {
                previous: &bytes[start..],
                own,
                after: &text_after(game, chunk),
                begins_input,
                previous_begins_input: chunk.is_first && start == 0,
            };
            let new = scratch.careful.strip(game, src, &around, others);
            out.n_unstripped +=
                u64::from(is_changed && !new.as_ref().is_some_and(|it| it.is_stripped));
            match new {
                Some(NewText { text, lacks_words, .. }) => {
                    bytes.extend_from_slice(&text);
                    edges = scratch.careful.edges(&text, begins_input);
                    left_out = lacks_words.then_some(Omission::JUNK);
                }
                None => bytes.extend_from_slice(own),
            }
        }
        let is_end = chunk.is_last() && src.len() - end <= LOOK_AHEAD;
        let open_comment = &mut scratch.open_comment;
        let is_kept_if_open = is_changed
            && open_comment.may_await_brace()
            && closes_comment(&bytes[from..], own, &text_after(game, chunk), is_end);
        let is_kept = is_kept_if_open && open_comment.awaits_brace();
        let if_open = is_kept_if_open.then_some((own, read.edges()));
        open_comment.pass((&bytes[from..], edges), if_open);
        if is_kept {
            bytes.truncate(from);
            bytes.extend_from_slice(own);
            (edges, left_out) = (read.edges(), None);
            out.n_unstripped += 1;
        }
        (edges, left_out)
    }

    /// Ends the text that begins at offset `from`. `old`: the bytes that have become this text. Returns true if it differs
    /// from them, and its data.
    fn end_text(
        &self,
        old: &[u8],
        from: usize,
        is_selected: bool,
        out: &mut Draft,
    ) -> (bool, TextData<ChunkPosition>) {
        if let Some(line_ending) = self.plan.line_ending {
            set_line_ends(&mut out.texts.bytes, from, line_ending == LineEnding::Crlf);
        }
        if self.keeps_old {
            out.old.extend_from_slice(old);
        }
        let is_changed = out.texts.bytes[from..] != *old;
        (is_changed, TextData { old_end: out.old.len(), is_selected, extras: None })
    }
}

impl Draft {
    /// Takes note of a comment that the text of a game, from offset `from`, leaves open. `edges`: the edges of the text.
    fn note_edges(&mut self, edges: Edges, from: usize) {
        if edges.leaves_comment_open() {
            self.open_from = Some(from);
        }
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

/// Number of bytes before a game within which an open comment is searched.
const REACH: usize = 16 << 10;

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
        has_several_inputs: Neighbors::of(inputs, true) == Neighbors::FromSeveral,
        buffers: Buffers::default(),
    };
    let all = SelectPlan::default();
    let setup = Setup {
        output: &plan.output,
        rewrite: &plan.rewrite,
        rejects: None,
        reads_back: false,
        line_ending: plan.line_ending,
        on_bad: OnBad::GoOn,
        select: if puts_back { &all } else { &plan.select },
        change: "stripped",
    };
    let progress = inputs.progress(&globals.messages);
    let mut writer = Writer::new(&setup, Contents::Games, inputs, globals, &progress)?;
    if puts_back {
        writer = writer.changing_only(&plan.select);
    }
    let is_complete = run_inputs::run(&work, inputs, globals, Some(&progress), &mut writer)?;
    writer.finish(BadGames::Written(""), is_complete)
}
