//! What `diff` has found, as bytes: a file a format.

pub mod json_lines;
pub mod text;

/// What became of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Both inputs have it, not as the same.
    #[default]
    Changed,
    /// Only the old input has it.
    Lost,
    /// Only the new input has it.
    Added,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Changed => "changed",
            Kind::Lost => "lost",
            Kind::Added => "added",
        }
    }
}

/// A game that is not in both inputs as it is.
#[derive(Debug)]
pub struct Found<'a> {
    /// Where it is in the old input; `None`: it was added.
    pub old: Option<Place<'a>>,
    /// Where it is in the new input; `None`: it is lost.
    pub new: Option<Place<'a>>,
    /// What has changed.
    pub change: Change,
}

/// Where a game is.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The name of its input, fit for a terminal.
    pub input: &'a str,
    /// From 1.
    pub game: u64,
    /// From 1.
    pub line: u64,
}

/// What is known of a game, and what of it has changed. Text is decoded.
#[derive(Debug, Default)]
pub struct Change {
    /// What became of it.
    pub kind: Kind,
    /// The value of its `White`.
    pub white: String,
    /// The value of its `Black`.
    pub black: String,
    /// The value of its `Event`.
    pub event: String,
    /// The value of its `Date`.
    pub date: String,
    /// The tag pairs that differ.
    pub tags: Vec<TagChange>,
    /// Where the main lines part, if they do.
    pub moves: Option<Moves>,
    /// Counts before and after.
    pub annotation: Option<(Annotation, Annotation)>,
}

/// A tag pair that is not what it was.
#[derive(Debug)]
pub struct TagChange {
    /// The name of the tag.
    pub name: String,
    /// Its value before; `None`: it was not there.
    pub old: Option<String>,
    /// Its value now; `None`: it is gone.
    pub new: Option<String>,
}

/// Main lines that part.
#[derive(Debug)]
pub struct Moves {
    /// The first half-move that differs, from 1.
    pub ply: usize,
    /// The moves there, with their numbers.
    pub old: Option<String>,
    /// The move of the new one; `None`: it has ended.
    pub new: Option<String>,
    /// Half-moves of each.
    pub n_old: usize,
    /// Half-moves of the new one.
    pub n_new: usize,
}

/// How much annotation a game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// How many comments it has.
    pub comments: u64,
    /// Signs counted with them.
    pub nags: u64,
    /// How many variations it has.
    pub variations: u64,
}
