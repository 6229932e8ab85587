//! Fixes of the games of a chunk, and where a file with fixes goes.

use std::{
    collections::BTreeSet,
    io::{self, Write as _},
};

use pgn_lint::Fixed;
use pgn_stream::{ChunkView, Cut, InputEnd, InputInfo, Output};
use pgn_syntax::{Game, Parser, Part, ReadOptions, Span};

use super::{reader::name_of, target};
use crate::{
    Globals,
    commands::{check::FixMode, outputs},
    inputs,
    output::{paint::Paint, patch::Patch},
    progress::{Beside, Progress},
};

/// How often the games around places that read otherwise than they should are put back, before all
/// are.
const MAX_TRIES: usize = 16;

/// How many such places are looked for in one try, so that tries take time linear in the chunk.
const MAX_WRONG: usize = 64;

/// Whether a game is one of those that `--where` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    For,
    Not,
}

/// What is to be changed in a chunk.
#[derive(Default)]
pub(crate) struct Changes {
    /// All games of the chunk, in order.
    games: Vec<(Span, Asked)>,
    /// Which of them changes, and into what.
    fixed: Vec<(usize, Fixed)>,
}

/// A chunk with its fixes.
#[derive(Default)]
pub(crate) struct Text {
    /// What it was, where it is asked for.
    pub(crate) old: Vec<u8>,
    pub(crate) new: Vec<u8>,
    /// Where each game ends in both.
    ends: Vec<(usize, usize)>,
    /// The games.
    pub(crate) games: Vec<Asked>,
    pub(crate) n_fixed: u64,
    /// Which of the games are not as they were.
    pub(crate) fixed: BTreeSet<usize>,
}

impl Changes {
    /// The next game of the chunk, and what it becomes.
    pub(crate) fn push(&mut self, game: Span, fixed: Option<Fixed>) {
        if let Some(fixed) = fixed {
            self.fixed.push((self.games.len(), fixed));
        }
        self.games.push((game, Asked::For));
    }

    /// The next game of the chunk, which stays as it is: nobody asked for it.
    pub(crate) fn pass_over(&mut self, game: Span) {
        self.games.push((game, Asked::Not));
    }

    /// The games of `chunk`, which end at `rest`, with their changes. Changes after which the games
    /// would be other ones are not made.
    pub(crate) fn make(mut self, chunk: &ChunkView<'_>, rest: usize, read: ReadOptions) -> Text {
        let mut parser = Parser::new(read);
        for n_tries in 0.. {
            let (new, ends) = self.assemble(&chunk.bytes[..rest]);
            let wrong = match self.fixed.is_empty() {
                true => Vec::new(),
                false => find_wrong(&mut parser, chunk, rest, &new, &ends),
            };
            if wrong.is_empty() {
                let n_fixed = self.fixed.iter().map(|(_, fixed)| fixed.n_fixed).sum();
                let old_ends = self.games.iter().map(|(span, _)| span.end as usize);
                let ends = old_ends.zip(ends).collect();
                let games = self.games.iter().map(|(_, asked)| *asked).collect();
                let fixed = self.fixed.iter().map(|(game, _)| *game).collect();
                return Text { old: Vec::new(), new, ends, games, n_fixed, fixed };
            }
            let had: Vec<usize> = self.fixed.iter().map(|(game, _)| *game).collect();
            for place in &wrong {
                self.put_back(place, &had, chunk.bytes);
            }
            if n_tries >= MAX_TRIES || self.fixed.len() == had.len() {
                self.fixed.clear();
            }
        }
        unreachable!("the tries end when nothing is changed")
    }

    /// Leaves those games as they were whose changes may have made a game another one: its neighbors; or else
    /// one that has other braces than before, as far as the game reaches now; or else where it ends now; or
    /// else all as far as it reaches. `had`: the games that were changed before this try.
    fn put_back(&mut self, wrong: &Wrong, had: &[usize], old: &[u8]) {
        let Wrong { game: at, reach } = *wrong;
        let is_brace = |byte: &&u8| matches!(byte, b'{' | b'}');
        let has_others = |game: usize, fixed: &Fixed| {
            let old = self.games[game].0.of(old).iter().filter(is_brace);
            !old.eq(fixed.text.iter().filter(is_brace))
        };
        let is_reached = |game: usize| (at..=reach).contains(&game);
        let is_near = |game: usize| game.abs_diff(at) <= 1;
        let had_near = had[had.partition_point(|game| *game + 1 < at)..].first();
        if had_near.is_some_and(|game| is_near(*game)) {
            // Those that are not there any more were near another place of this try.
            self.fixed.retain(|(game, _)| !is_near(*game));
            return;
        }
        let suspects: [Suspect<'_>; 3] = [
            &|game, fixed| is_reached(game) && has_others(game, fixed),
            &|game, _| game.abs_diff(reach) <= 1,
            &|game, _| is_reached(game),
        ];
        let n_before = self.fixed.len();
        for is_suspect in suspects {
            self.fixed.retain(|(game, fixed)| !is_suspect(*game, fixed));
            if self.fixed.len() < n_before {
                return;
            }
        }
    }

    /// The new text, and where each game ends in it.
    fn assemble(&self, old: &[u8]) -> (Vec<u8>, Vec<usize>) {
        let mut new = Vec::with_capacity(old.len() + 1024);
        let mut ends = Vec::with_capacity(self.games.len());
        let mut fixed = self.fixed.iter().peekable();
        let mut at = 0;
        for (index, (span, _)) in self.games.iter().enumerate() {
            // Bytes of no game are copied.
            new.extend_from_slice(&old[at..span.start as usize]);
            match fixed.next_if(|(game, _)| *game == index) {
                Some((_, fixed)) => new.extend_from_slice(&fixed.text),
                None => new.extend_from_slice(span.of(old)),
            }
            at = span.end as usize;
            ends.push(new.len());
        }
        new.extend_from_slice(&old[at..]);
        (new, ends)
    }
}

/// Says of a game and what it becomes whether it may be that which makes another game wrong.
type Suspect<'a> = &'a dyn Fn(usize, &Fixed) -> bool;

/// A game of the new text that is not the one that it should be.
struct Wrong {
    game: usize,
    /// The last game that it takes bytes of.
    reach: usize,
}

/// The first games of the new text that are not the ones that they should be.
fn find_wrong(
    parser: &mut Parser,
    chunk: &ChunkView<'_>,
    rest: usize,
    new: &[u8],
    ends: &[usize],
) -> Vec<Wrong> {
    // What the next chunk will read is behind it, as it was.
    let src = [new, &chunk.bytes[rest..]].concat();
    let mut wrong = Vec::new();
    let mut game = Game::default();
    // Where the text that the parser sees begins, where the game at hand does, and its number.
    let (mut from, mut start, mut index) = (0, 0, 0);
    let mut part = part(chunk, &src);
    parser.start(&part);
    while index < ends.len() && wrong.len() < MAX_WRONG {
        let is_read = parser.next_game(&part, &mut game);
        let (text, end) = (&src[start..ends[index]], ends[index]);
        // Empty lines may change hands.
        if is_read && game.span.of(part.src).trim_ascii() == text.trim_ascii() {
            (start, index) = (end, index + 1);
            continue;
        }
        let reaches = if is_read { from + game.span.end as usize } else { src.len() };
        let reach = index.max(ends.partition_point(|&end| end < reaches).min(ends.len() - 1));
        wrong.push(Wrong { game: index, reach });
        // What it reaches over is looked at when that has been put back.
        (start, index) = (ends[reach], reach + 1);
        from = start;
        part = Part { src: &src[from..], is_first: false, ..part };
        parser.start(&part);
    }
    wrong
}

/// A new text in the place of a chunk.
pub(crate) fn part<'a>(chunk: &ChunkView<'a>, src: &'a [u8]) -> Part<'a> {
    Part { src, is_first: chunk.is_first, is_last: chunk.is_last(), after: chunk.next }
}

/// Whether a chunk can be changed: its bytes are those of the file, and they are all there.
pub(crate) fn is_fixable(chunk: &ChunkView<'_>) -> bool {
    chunk.input.transcoded.is_none() && !chunk.input.utf16 && chunk.cut != Cut::Truncated
}

/// How a text ends its lines: as its last line does.
pub(crate) fn line_end(text: &[u8]) -> &'static [u8] {
    match text.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(at) if text[at] == b'\r' => b"\r",
        Some(at) if text[..at].ends_with(b"\r") => b"\r\n",
        _ => b"\n",
    }
}

/// Where the input at hand goes.
enum Target {
    /// It could not be written.
    None,
    /// It is not changed.
    AsItWas,
    Stdout(Beside<Output>),
    File {
        out: Output,
        is_changed: bool,
    },
    Patch(Patch),
}

/// Writes files with their fixes, each by itself.
pub(crate) struct Files<'a> {
    mode: FixMode,
    globals: &'a Globals,
    progress: &'a Progress,
    target: Target,
    /// Of patches.
    out: Option<Beside<Output>>,
    paint: Paint,
    /// Fixes in the file at hand, and games with fixes.
    n_in_file: u64,
    n_games_in_file: u64,
    pub(crate) n_fixed: u64,
    /// Games with fixes.
    pub(crate) n_games: u64,
    pub(crate) n_files: u64,
}

impl<'a> Files<'a> {
    /// `output`: where patches go.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn open(
        mode: FixMode,
        output: &outputs::Output,
        globals: &'a Globals,
        progress: &'a Progress,
    ) -> anyhow::Result<Files<'a>> {
        let out = match mode {
            FixMode::Diff => Some(progress.beside(target::open(output)?)),
            FixMode::Rewrite | FixMode::RewriteOnly => None,
        };
        let target = Target::None;
        Ok(Files {
            mode,
            globals,
            progress,
            target,
            out,
            paint: output.paint(globals),
            n_in_file: 0,
            n_games_in_file: 0,
            n_fixed: 0,
            n_games: 0,
            n_files: 0,
        })
    }

    pub(crate) fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        (self.n_in_file, self.n_games_in_file) = (0, 0);
        self.target = match (input.path(), self.mode) {
            (path, FixMode::Diff) if path.is_none() || input.is_plain_file() => {
                Target::Patch(Patch::new(path.unwrap_or("stdin".as_ref()), self.paint))
            }
            (None, _) => {
                Target::Stdout(self.progress.beside(Output::stdout().map_err(io::Error::other)?))
            }
            (Some(path), _) if input.is_plain_file() => {
                match Output::in_place(path, input.opened.as_ref()) {
                    Ok(out) => Target::File { out, is_changed: false },
                    Err(error) => {
                        let name = inputs::show(path);
                        self.globals.messages.error(format_args!("{name}: {error}"));
                        Target::None
                    }
                }
            }
            (Some(_), _) => {
                self.globals
                    .messages
                    .error(format_args!("{}: only plain files are fixed", name_of(input)));
                Target::None
            }
        };
        if input.transcoded.is_some() && input.path.is_some() {
            self.globals.messages.warning(format_args!(
                "{}: not fixed: it is UTF-16; `export` writes it as UTF-8",
                name_of(input)
            ));
            self.target = Target::AsItWas;
        }
        Ok(())
    }

    /// The next text of the file. Says whether it was taken: findings in it are to be shown.
    pub(crate) fn take(&mut self, text: &Text) -> io::Result<bool> {
        match &mut self.target {
            // What is not written is not fixed.
            Target::None => return Ok(false),
            Target::AsItWas => (),
            Target::Stdout(out) => out.write_all(&text.new)?,
            Target::File { out, is_changed } => {
                *is_changed |= text.n_fixed > 0;
                out.write_all(&text.new)?;
            }
            Target::Patch(patch) => {
                let mut lines = Vec::new();
                let ends = text.ends.iter().copied();
                patch.push_games((&text.old, &text.new), ends, &mut lines);
                if let Some(out) = &mut self.out {
                    out.write_all(&lines)?;
                }
            }
        }
        self.n_in_file += text.n_fixed;
        self.n_games_in_file += text.fixed.len() as u64;
        Ok(true)
    }

    /// A part is missing: the file stays as it is.
    pub(crate) fn give_up(&mut self) {
        if let Target::File { .. } = self.target {
            self.target = Target::None;
            self.n_in_file = 0;
        }
    }

    pub(crate) fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<()> {
        match std::mem::replace(&mut self.target, Target::None) {
            Target::None | Target::AsItWas => (),
            Target::Stdout(out) => out.into_inner().commit().map_err(io::Error::other)?,
            // A file that could not be read to its end, and one that stays as it is, are left alone.
            Target::File { out, is_changed } if is_changed && end.error.is_none() => {
                match out.commit() {
                    Ok(()) => target::note(input.path(), self.globals),
                    Err(error) => {
                        self.globals.messages.error(format_args!("{}: {error}", name_of(input)));
                        self.n_in_file = 0;
                    }
                }
            }
            Target::File { .. } => self.n_in_file = 0,
            Target::Patch(patch) => {
                let mut lines = Vec::new();
                patch.finish(&mut lines);
                if let Some(out) = &mut self.out {
                    out.write_all(&lines)?;
                }
            }
        }
        self.n_fixed += self.n_in_file;
        self.n_files += u64::from(self.n_in_file > 0);
        self.n_games += if self.n_in_file > 0 { self.n_games_in_file } else { 0 };
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout(out) => out.flush(),
            _ => Ok(()),
        }
    }

    /// Gives the output of the patches back, to be closed with others.
    pub(crate) fn take_patches(&mut self) -> Option<Output> {
        self.out.take().map(Beside::into_inner)
    }
}
