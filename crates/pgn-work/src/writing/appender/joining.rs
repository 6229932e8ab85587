//! State that all outputs of games of a run share: how games are joined, and counts of repairs.

use std::{collections::HashSet, fmt::Display};

use pgn_stream::{GameNumber, InputInfo};
use pgn_syntax::{
    boundary::{Adjacency, BoundaryRepairer, Repair},
    is_line_end,
};

use super::LAST_OF_FILE;
use crate::{
    Globals,
    inputs::Inputs,
    manifest::{self, Counts},
    outputs::LineEnding,
    reports::{left_out::Omission, messages::counted},
};

/// Which games are neighbors in the outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Neighbors {
    /// The same as in the input: the output has one input as a whole.
    AsRead,
    /// Games of one input, some of which are left out.
    FromOneInput,
    /// Games of several inputs.
    FromSeveral,
}

/// The separator of two games of one input that were not neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// An empty line.
    EmptyLine,
    /// An empty line if the first game has an empty line after it, or has no marker.
    Kept,
}

/// State that all outputs of a run share: the repairer, and counts of repairs.
#[derive(Debug)]
pub(crate) struct Joining<'a> {
    pub(super) repairer: BoundaryRepairer,
    pub(super) line_ending: Option<LineEnding>,
    pub(super) neighbors: Neighbors,
    pub(super) spacing: Spacing,
    /// How games are joined that did not follow one another where they were read.
    pub(super) new_neighbors: Adjacency,
    globals: &'a Globals,
    /// Numbers of repaired games, in the order of [`REPAIR_TEXTS`].
    n_repaired: [u64; REPAIR_TEXTS.len()],
    /// Number of files that got games in another encoding than theirs.
    n_files_mixed: u64,
    /// Inputs without games whose text was left out.
    n_texts_left_out: u64,
    /// Inputs without games whose text precedes a game of another input.
    pub(super) n_texts_before_games: u64,
}

/// The texts of the reports of a repair.
struct RepairText {
    repair: Repair,
    /// The summary for one game, and for several; `{}` stands for their number.
    one: &'static str,
    several: &'static str,
    /// What was done to a game, after its name.
    detail: &'static str,
    /// The key in the manifest.
    key: &'static str,
}

const REPAIR_TEXTS: [RepairText; 8] = [
    RepairText {
        repair: Repair::Closed,
        one: "closed the open comment of 1 game",
        several: "closed the open comment of {} games",
        detail: "closed its open comment",
        key: "comment-closed",
    },
    RepairText {
        repair: Repair::VariationClosed,
        one: "closed the open variation of 1 game",
        several: "closed the open variation of {} games",
        detail: "closed its open variation",
        key: "variation-closed",
    },
    RepairText {
        repair: Repair::Marked,
        one: "added the missing termination marker `*` to 1 game",
        several: "added the missing termination marker `*` to {} games",
        detail: "added the missing termination marker `*`",
        key: "marker-added",
    },
    RepairText {
        repair: Repair::Tagged,
        one: "added `[Event \"?\"]` to 1 game without tag pairs",
        several: "added `[Event \"?\"]` to {} games without tag pairs",
        detail: "added `[Event \"?\"]`, as it has no tag pairs",
        key: "tag-added",
    },
    RepairText {
        repair: Repair::Joined,
        one: "moved the comments after 1 game to its last line",
        several: "moved the comments after {} games to their last lines",
        detail: "moved the comments after it to its last line",
        key: "comments-joined",
    },
    RepairText {
        repair: Repair::Cleaned,
        one: "left out text beside 1 game that belongs to no game",
        several: "left out text beside {} games that belongs to no game",
        detail: "left out text beside it that belongs to no game",
        key: "junk-left-out",
    },
    RepairText {
        repair: Repair::Rewritten,
        one: "rewrote 1 game that depended on its neighbors",
        several: "rewrote {} games that depended on their neighbors",
        detail: "rewritten, as it depended on its neighbors",
        key: "rewritten",
    },
    RepairText {
        repair: Repair::Failed,
        one: "1 game is read differently after the game before it",
        several: "{} games are read differently after the games before them",
        detail: "is read differently after the game before it",
        key: "read-otherwise",
    },
];

impl Neighbors {
    /// Returns which games of `inputs` are neighbors in outputs, unless one input is an archive. `takes_all`: true if
    /// the outputs have all games.
    pub(crate) fn of(inputs: &Inputs, takes_all: bool) -> Neighbors {
        match &inputs.list[..] {
            [_] if takes_all => Neighbors::AsRead,
            [_] => Neighbors::FromOneInput,
            _ => Neighbors::FromSeveral,
        }
    }
}

impl<'a> Joining<'a> {
    pub(crate) fn new(
        line_ending: Option<LineEnding>,
        neighbors: Neighbors,
        globals: &'a Globals,
    ) -> Joining<'a> {
        Joining {
            repairer: BoundaryRepairer::new(globals.reading.read_options()),
            line_ending,
            neighbors,
            spacing: Spacing::EmptyLine,
            new_neighbors: Adjacency::Kept,
            globals,
            n_repaired: [0; REPAIR_TEXTS.len()],
            n_files_mixed: 0,
            n_texts_left_out: 0,
            n_texts_before_games: 0,
        }
    }

    /// Sets the spacing to [`Spacing::Kept`]: games of one input stay on consecutive lines if only other games were
    /// between them.
    pub(crate) fn with_spacing_kept(self) -> Joining<'a> {
        Joining { spacing: Spacing::Kept, ..self }
    }

    /// Sets that a comment that a game leaves open is closed before a new neighbor, as commands do that copy games.
    pub(crate) fn with_open_comments_closed(self) -> Joining<'a> {
        Joining { new_neighbors: Adjacency::New, ..self }
    }

    /// Begins an input. The members of an archive are separate inputs; that a file is an archive is known only now.
    pub(crate) fn begin_input(&mut self, input: &InputInfo) {
        if input.is_one_of_several_members() {
            self.neighbors = Neighbors::FromSeveral;
        }
    }

    /// Returns true if the text of an input without games is to be written, which is the case if there is only one
    /// input. Otherwise counts the text as left out.
    pub(crate) fn takes_text(&mut self, bytes: &[u8], name: impl Fn() -> String) -> bool {
        let is_taken = self.neighbors != Neighbors::FromSeveral;
        if !is_taken {
            self.leave_out_text(bytes, name);
        }
        is_taken
    }

    /// Counts the text of an input without games as left out, unless it is blank. `name`: returns the name of the input.
    pub(crate) fn leave_out_text(&mut self, bytes: &[u8], name: impl Fn() -> String) {
        if bytes.trim_ascii().is_empty() {
            return;
        }
        self.n_texts_left_out += 1;
        if self.globals.messages.is_verbose() {
            let note = Omission::TEXT.note(bytes);
            self.globals.messages.detail(format_args!("{}: {note}", name()));
        }
    }

    /// Ends the run: adds the numbers of repaired games to `counts` for the manifest, and reports them.
    pub(crate) fn end(&self, mut counts: Counts) {
        for (RepairText { key, .. }, &n) in REPAIR_TEXTS.iter().zip(&self.n_repaired) {
            counts.add_changed(key, n);
        }
        counts.add_changed("text-before-game", self.n_texts_before_games);
        manifest::add(&mut counts.left_out, "text-without-games", self.n_texts_left_out);
        self.globals.count(|| counts);
        self.report();
    }

    /// Reports the numbers of repaired games.
    pub(crate) fn report(&self) {
        let mut parts = Vec::new();
        for (text, &n) in REPAIR_TEXTS.iter().zip(&self.n_repaired) {
            let message = match n {
                1 => text.one.to_owned(),
                _ => text.several.replace("{}", &n.to_string()),
            };
            match (n, text.repair) {
                (0, _) => (),
                (_, Repair::Failed) => {
                    self.globals.messages.warning(format_args!("{message}; -v lists them"));
                }
                _ => parts.push(message),
            }
        }
        if self.n_files_mixed > 1 {
            let files = counted(self.n_files_mixed - 1, "other file");
            self.globals.messages.warning(format_args!("{files} with several encodings, too"));
        }
        if self.n_texts_left_out > 0 {
            let inputs = counted(self.n_texts_left_out, "input");
            parts.push(format!("left out the text of {inputs} without games"));
        }
        if self.n_texts_before_games > 0 {
            let inputs = counted(self.n_texts_before_games, "input");
            let precedes = if self.n_texts_before_games == 1 { "precedes" } else { "precede" };
            parts.push(format!("the text of {inputs} without games now {precedes} a game"));
        }
        if !parts.is_empty() {
            self.globals.messages.summary(parts.join("; "));
        }
    }

    /// Reports a file that got games in another encoding than its own; if there are several, only the first one.
    pub(super) fn warn_of_mixed_file(&mut self, message: impl Display) {
        self.n_files_mixed += 1;
        if self.n_files_mixed == 1 {
            self.globals.messages.warning(message);
        }
    }

    /// Counts the repairs of a game, and reports them. `game`: the name of its input, and its number; `old`, `new`: its
    /// text before and after them.
    pub(super) fn note(
        &mut self,
        repairs: &[Repair],
        name: &str,
        number: GameNumber,
        old: &[u8],
        new: Option<&[u8]>,
    ) {
        let messages = &self.globals.messages;
        let game = || match number {
            LAST_OF_FILE => format!("{name}: last game"),
            _ => format!("{name}: game {number}"),
        };
        for (RepairText { repair, detail: what, .. }, n) in
            REPAIR_TEXTS.iter().zip(&mut self.n_repaired)
        {
            if !repairs.contains(repair) {
                continue;
            }
            *n += 1;
            if !messages.is_verbose() {
                continue;
            }
            messages.detail(format_args!("{}: {what}", game()));
            for line in missing_lines(old, new).filter(|_| *repair == Repair::Cleaned) {
                messages.detail(format_args!("{}: {}", game(), Omission::JUNK.note(line)));
            }
        }
    }
}

/// Returns the lines of `old` that `new` does not have.
fn missing_lines<'a>(old: &'a [u8], new: Option<&'a [u8]>) -> impl Iterator<Item = &'a [u8]> {
    let lines = |text: &'a [u8]| text.split(is_line_end).map(<[u8]>::trim_ascii);
    let kept: HashSet<&[u8]> = lines(new.unwrap_or(old)).collect();
    lines(old).filter(move |line| !line.is_empty() && !kept.contains(line))
}
