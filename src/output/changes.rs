//! What `diff` has found, as bytes: a file a format.

pub(crate) mod json_lines;
pub(crate) mod text;

/// What became of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Changed,
    Lost,
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
pub(crate) struct Found<'a> {
    pub(crate) old: Option<Place<'a>>,
    pub(crate) new: Option<Place<'a>>,
    pub(crate) change: Change,
}

/// Where a game is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    /// The name of its input, fit for a terminal.
    pub(crate) input: &'a str,
    /// From 1.
    pub(crate) game: u64,
    /// From 1.
    pub(crate) line: u64,
}

/// What is known of a game, and what of it has changed. Text is decoded.
#[derive(Debug, Default)]
pub(crate) struct Change {
    pub(crate) kind: Kind,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) tags: Vec<TagChange>,
    pub(crate) moves: Option<Moves>,
    /// Counts before and after.
    pub(crate) annotation: Option<(Annotation, Annotation)>,
}

/// A tag pair that is not what it was.
#[derive(Debug)]
pub(crate) struct TagChange {
    pub(crate) name: String,
    pub(crate) old: Option<String>,
    pub(crate) new: Option<String>,
}

/// Main lines that part.
#[derive(Debug)]
pub(crate) struct Moves {
    /// The first half-move that differs, from 1.
    pub(crate) ply: usize,
    /// The moves there, with their numbers.
    pub(crate) old: Option<String>,
    pub(crate) new: Option<String>,
    /// Half-moves of each.
    pub(crate) n_old: usize,
    pub(crate) n_new: usize,
}

/// How much annotation a game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Annotation {
    pub(crate) comments: u64,
    /// Signs counted with them.
    pub(crate) nags: u64,
    pub(crate) variations: u64,
}
