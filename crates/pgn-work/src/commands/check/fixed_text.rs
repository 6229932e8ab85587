//! The games of a chunk with their fixes, and the output of files with fixes.

use std::{
    collections::{BTreeMap, HashSet},
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use pgn_lint::{Fixed, KnownFinding};
use pgn_stream::{ChunkView, Cut, Input, InputEnd, InputInfo, Output, folder_of};
use pgn_syntax::Span;

use crate::{
    Globals,
    commands::check::{Check, FixMode},
    inputs::{Inputs, name_of, paths::real_path},
    outputs,
    reports::progress::{ShownProgress, SuspendingWriter},
    writing::rewritten::{FileInPlace, Patches, commit, in_place},
};

/// The games of a chunk with their fixes.
#[derive(Default)]
pub(crate) struct Changes {
    /// All games of the chunk, in order, each with whether `--where` selects it.
    games: Vec<(Span, bool)>,
    /// The games that change: the index in `games` and the fixed game.
    pub(crate) fixed: Vec<(usize, Fixed)>,
}

/// A chunk with its fixes.
#[derive(Default)]
pub(crate) struct Text {
    /// The text before the fixes; empty unless a patch is requested.
    pub(crate) old: Vec<u8>,
    pub(crate) new: Vec<u8>,
    /// End of each game in the text before the fixes and in `new`.
    ends: Vec<(usize, usize)>,
    /// Whether `--where` selects each game.
    pub(crate) games: Vec<bool>,
    pub(crate) n_fixed: u64,
    /// The games that were changed, by index in `games`, each with its findings that the baseline contains.
    pub(crate) fixed: BTreeMap<usize, Vec<KnownFinding>>,
}

impl Changes {
    /// Adds the next game of the chunk. `fixed`: the game with its fixes; `None` if it does not change.
    pub(crate) fn push(&mut self, game: Span, fixed: Option<Fixed>) {
        if let Some(fixed) = fixed {
            self.fixed.push((self.games.len(), fixed));
        }
        self.games.push((game, true));
    }

    /// Adds the next game of the chunk, which does not change because `--where` does not select it.
    pub(crate) fn pass_over(&mut self, game: Span) {
        self.games.push((game, false));
    }

    /// Returns the text with the games of `fixed` in place of those with their indices. `old`: the text before.
    pub(crate) fn text(&self, old: &[u8], fixed: Vec<(usize, Fixed)>) -> Text {
        let mut text = Text::default();
        text.new.reserve(old.len() + 1024);
        let mut fixed = fixed.into_iter().peekable();
        let mut at = 0;
        for (index, &(span, is_selected)) in self.games.iter().enumerate() {
            // Bytes between games are copied.
            text.new.extend_from_slice(&old[at..span.start as usize]);
            match fixed.next_if(|(game, _)| *game == index) {
                Some((_, fixed)) => {
                    text.new.extend_from_slice(&fixed.text);
                    text.n_fixed += fixed.n_fixed;
                    text.fixed.insert(index, fixed.known);
                }
                None => text.new.extend_from_slice(span.of(old)),
            }
            at = span.end as usize;
            text.ends.push((at, text.new.len()));
            text.games.push(is_selected);
        }
        text.new.extend_from_slice(&old[at..]);
        text
    }
}

/// Returns true if the text of a chunk can be fixed: its input can be fixed, and the chunk is not truncated.
pub(crate) fn is_fixable(chunk: &ChunkView<'_>) -> bool {
    is_input_fixable(chunk.input) && chunk.cut != Cut::Truncated
}

/// Returns true if an input is stdin or a file that can be rewritten, and its bytes are read without transcoding.
pub(crate) fn is_input_fixable(input: &InputInfo) -> bool {
    let is_plain = input.path.is_none() || input.is_plain_file();
    is_plain && input.transcoded.is_none() && !input.undecoded_utf16
}

/// The inputs that are to be rewritten and cannot be: the findings in them are those of the text that stays.
#[derive(Default)]
pub(crate) struct Unwritable(HashSet<PathBuf>);

impl Unwritable {
    /// Returns the files among the inputs that exist and cannot be rewritten; none if no file is to be rewritten.
    pub(crate) fn of(inputs: &Inputs, mode: Option<FixMode>) -> Unwritable {
        if mode != Some(FixMode::Rewrite) {
            return Unwritable::default();
        }
        let paths = inputs.list.iter().filter_map(Input::path).filter(|path| path.is_file());
        // Whether a folder can be written shows a temporary file in it, which is made once.
        let mut writable = HashSet::new();
        let is_unwritable = |path: &&Path| {
            let folder = folder_of(&real_path(path)).to_owned();
            if writable.contains(&folder) {
                return File::options().append(true).open(path).is_err();
            }
            let is_unwritable = Output::in_place(path, None).is_err();
            if !is_unwritable {
                writable.insert(folder);
            }
            is_unwritable
        };
        Unwritable(paths.filter(is_unwritable).map(Path::to_owned).collect())
    }

    /// Returns true if `input` is one of them.
    fn contains(&self, input: &InputInfo) -> bool {
        !self.0.is_empty() && input.path().is_some_and(|path| self.0.contains(path))
    }
}

impl Check<'_> {
    /// Returns what is done with the fixes of an input.
    pub(super) fn mode(&self, input: &InputInfo) -> Option<FixMode> {
        self.plan.fix.filter(|_| !self.unwritable.contains(input))
    }
}

/// The destination of the text of the current input.
enum Target {
    /// No output: the file cannot be written, or a part of the input is missing.
    None,
    /// The input is not changed.
    AsItWas,
    Stdout(Box<SuspendingWriter<Output>>),
    File {
        out: FileInPlace,
        is_changed: bool,
    },
    Patch,
}

/// The output of fixes: writes the text of each input to its file, to stdout, or as a patch.
pub(crate) struct Files<'a> {
    globals: &'a Globals,
    progress: &'a ShownProgress,
    target: Target,
    /// `None` unless a patch is requested.
    pub(crate) patches: Option<Patches>,
    /// Number of fixes that were made in the current input.
    n_in_file: u64,
    /// Number of games that were fixed in the current input.
    n_games_in_file: u64,
    /// Number of fixes that were made in all inputs.
    pub(crate) n_fixed: u64,
    /// Number of games that were fixed.
    pub(crate) n_games: u64,
    /// Number of inputs with a fixed game.
    pub(crate) n_files: u64,
    /// Number of inputs with fixes that were not written.
    pub(crate) n_unwritten: u64,
    /// Number of fixes in these inputs whose findings were not counted, because writing failed only after them.
    pub(crate) n_lost: u64,
}

impl<'a> Files<'a> {
    /// Opens the output. `output`: the destination of patches.
    ///
    /// # Errors
    /// Returns an error if the destination of patches cannot be written.
    pub(crate) fn open(
        mode: FixMode,
        output: &outputs::Output,
        globals: &'a Globals,
        progress: &'a ShownProgress,
    ) -> anyhow::Result<Files<'a>> {
        let patches = match mode {
            FixMode::Diff => Some(Patches::open(output, globals, progress)?),
            FixMode::Rewrite | FixMode::RewriteOnly => None,
        };
        let target = Target::None;
        Ok(Files {
            globals,
            progress,
            target,
            patches,
            n_in_file: 0,
            n_games_in_file: 0,
            n_fixed: 0,
            n_games: 0,
            n_files: 0,
            n_unwritten: 0,
            n_lost: 0,
        })
    }

    pub(crate) fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        (self.n_in_file, self.n_games_in_file) = (0, 0);
        self.target = match (input.path(), &mut self.patches) {
            (path, Some(patches)) if path.is_none() || input.is_plain_file() => {
                patches.begin(input);
                Target::Patch
            }
            (None, _) => {
                let out = Output::stdout().map_err(io::Error::other)?;
                Target::Stdout(Box::new(self.progress.suspending_games(out)))
            }
            (Some(_), _) => match in_place(input, "only plain files are fixed", self.globals) {
                Some(out) => Target::File { out, is_changed: false },
                None => Target::None,
            },
        };
        if let Some(utf) = input.transcoded.filter(|_| input.path.is_some()) {
            self.globals.messages.warning(format_args!(
                "{}: not fixed: it is {utf}; `export` writes it as UTF-8",
                name_of(input)
            ));
            self.target = Target::AsItWas;
        }
        Ok(())
    }

    /// Writes the next text of the file. Returns true if the findings in the text are to be shown, false if the text
    /// cannot be written.
    pub(crate) fn take(&mut self, text: &Text) -> io::Result<bool> {
        match &mut self.target {
            // Nothing is written, so no fix of the text is made.
            Target::None => return Ok(false),
            Target::AsItWas => (),
            Target::Stdout(out) => out.write_all(&text.new)?,
            Target::File { out, is_changed } => {
                *is_changed |= text.n_fixed > 0;
                out.write_all(&text.new)?;
            }
            Target::Patch => {
                if let Some(patches) = &mut self.patches {
                    patches.push(&text.old, &text.new, text.ends.iter().copied())?;
                }
            }
        }
        self.n_in_file += text.n_fixed;
        self.n_games_in_file += text.fixed.len() as u64;
        Ok(true)
    }

    /// Notes that a fix of the current file is not made, if the file cannot be written.
    pub(crate) fn note_unmade_fix(&mut self) {
        if let Target::File { out: FileInPlace::Unwritable(_), is_changed } = &mut self.target {
            *is_changed = true;
        }
    }

    /// Gives up the current file, which then stays unchanged, as a part of it is missing.
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
            // A file that has a read error or no fixes is not rewritten.
            Target::File { out, is_changed: true } => {
                if end.error.is_some() || !commit(out, input, self.globals, |_| Ok(())) {
                    self.n_lost += std::mem::take(&mut self.n_in_file);
                    self.n_unwritten += 1;
                }
            }
            Target::File { is_changed: false, .. } => self.n_in_file = 0,
            Target::Patch => {
                if let Some(patches) = &mut self.patches {
                    patches.end(true)?;
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
}
