//! State that all outputs of games of a run share: how games are joined, and counts of repairs.

use pgn_stream::{GameNumber, Input};
use pgn_syntax::{
    ReadOptions,
    boundary::{BoundaryRepairer, Repair},
};

use super::LAST_OF_FILE;
use crate::{Globals, inputs::Inputs, manifest::Counts, messages::counted, outputs::LineEnding};

/// The part of the inputs that the outputs contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One input as a whole: no game gets a new neighbor.
    Whole,
    /// Some of the games of one input.
    Some,
    /// Games of several inputs.
    Several,
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
    read: ReadOptions,
    pub(super) line_ending: Option<LineEnding>,
    pub(super) extent: Extent,
    pub(super) spacing: Spacing,
    globals: &'a Globals,
    /// Numbers of repaired games, in the order of [`WORDS`].
    n_repaired: [u64; WORDS.len()],
    /// Inputs without games whose text was left out.
    pub(super) n_texts_left_out: u64,
}

/// Words for the reports of repairs: for one game, for several games, and the key in the manifest.
const WORDS: [(Repair, &str, &str, &str); 8] = [
    (
        Repair::Closed,
        "game left a comment open, closed",
        "games left a comment open, closed",
        "comment-closed",
    ),
    (
        Repair::VariationClosed,
        "game left a variation open, closed",
        "games left a variation open, closed",
        "variation-closed",
    ),
    (
        Repair::Marked,
        "game had no termination marker, `*` added",
        "games had no termination marker, `*` added",
        "marker-added",
    ),
    (
        Repair::Tagged,
        "game had no tag pairs, `[Event \"?\"]` added",
        "games had no tag pairs, `[Event \"?\"]` added",
        "tag-added",
    ),
    (
        Repair::Joined,
        "game had comments on lines behind it, put on its last line",
        "games had comments on lines behind them, put on their last lines",
        "comments-joined",
    ),
    (
        Repair::Cleaned,
        "game had text beside it that belongs to no game, left out",
        "games had text beside them that belongs to no game, left out",
        "junk-left-out",
    ),
    (
        Repair::Rewritten,
        "game depended on its neighbors, rewritten",
        "games depended on their neighbors, rewritten",
        "rewritten",
    ),
    (
        Repair::Failed,
        "game is read otherwise behind the one before it",
        "games are read otherwise behind those before them",
        "read-otherwise",
    ),
];

impl Extent {
    /// Returns the extent of outputs with games of `inputs`. `takes_all`: true if they have all games.
    pub(crate) fn of(inputs: &Inputs, takes_all: bool) -> Extent {
        // The members of an archive are separate inputs.
        let is_archive = |input: &Input| matches!(input, Input::Path(path) if path.extension().is_some_and(|it| it == "zip"));
        match &inputs.list[..] {
            [input] if is_archive(input) => Extent::Several,
            [_] if takes_all => Extent::Whole,
            [_] => Extent::Some,
            _ => Extent::Several,
        }
    }
}

impl<'a> Joining<'a> {
    pub(crate) fn new(
        line_ending: Option<LineEnding>,
        extent: Extent,
        globals: &'a Globals,
    ) -> Joining<'a> {
        let read = globals.reading.read_options();
        Joining {
            repairer: BoundaryRepairer::new(read),
            read,
            line_ending,
            extent,
            spacing: Spacing::EmptyLine,
            globals,
            n_repaired: [0; WORDS.len()],
            n_texts_left_out: 0,
        }
    }

    /// Returns the value with [`Spacing::Kept`]: games of one input stay on consecutive lines if only other games were
    /// between them.
    pub(crate) fn with_spacing_kept(self) -> Joining<'a> {
        Joining { spacing: Spacing::Kept, ..self }
    }

    /// Returns the options for parsing games.
    pub(crate) fn read_options(&self) -> ReadOptions {
        self.read
    }

    /// Returns true if the text of an input without games is to be written, which is the case if there is only one
    /// input. Otherwise counts the text as left out.
    pub(crate) fn takes_text(&mut self, bytes: &[u8]) -> bool {
        let is_taken = self.extent != Extent::Several;
        self.n_texts_left_out += u64::from(!is_taken && !bytes.trim_ascii().is_empty());
        is_taken
    }

    /// Ends the run: adds the numbers of repaired games to `counts` for the manifest, and reports them.
    pub(crate) fn end(&self, mut counts: Counts) {
        for ((_, _, _, key), &n) in WORDS.iter().zip(&self.n_repaired) {
            counts.add_changed(key, n);
        }
        self.globals.count(|| counts);
        self.report();
    }

    /// Reports the numbers of repaired games.
    pub(crate) fn report(&self) {
        let mut parts = Vec::new();
        for ((repair, one, many, _), &n) in WORDS.iter().zip(&self.n_repaired) {
            let words = if n == 1 { one } else { many };
            match (n, repair) {
                (0, _) => (),
                (_, Repair::Failed) => {
                    self.globals.messages.warning(format_args!("{n} {words}; -v lists them"));
                }
                _ => parts.push(format!("{n} {words}")),
            }
        }
        if self.n_texts_left_out > 0 {
            let inputs = counted(self.n_texts_left_out, "input");
            parts.push(format!("text of {inputs} without games left out"));
        }
        if !parts.is_empty() {
            self.globals.messages.summary(parts.join("; "));
        }
    }

    pub(super) fn note(&mut self, repairs: &[Repair], name: &str, number: GameNumber) {
        for (at, (repair, one, ..)) in WORDS.iter().enumerate() {
            if repairs.contains(repair) {
                self.n_repaired[at] += 1;
                let what = one.strip_prefix("game ").unwrap_or(one);
                match number {
                    LAST_OF_FILE => {
                        self.globals.messages.detail(format_args!("{name}: last game: {what}"));
                    }
                    _ => {
                        self.globals.messages.detail(format_args!("{name}: game {number}: {what}"));
                    }
                }
            }
        }
    }
}
