//! The formats of `diff`, one file each.

mod html;
mod json_lines;
mod markdown;
mod marking;
mod text;
mod word_diff;

use pgn_stream::{GameNumber, LineNumber};
use pgn_syntax::is_unknown_value;

use crate::paint::Paint;

/// A format of changes.
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// A line of help.
    pub about: &'static str,
    /// Returns the text before the first game; `None` if there is none.
    pub header: Option<fn() -> String>,
    /// Appends a game.
    pub game: fn(&ChangedGame<'_>, Paint, &mut Vec<u8>),
    /// Returns the text after the last game. The argument is the last line of the run.
    pub footer: fn(&str) -> String,
}

impl Format {
    /// Returns true if a report has a header, so that nothing can be appended to it.
    #[must_use]
    pub fn is_document(&self) -> bool {
        self.header.is_some()
    }
}

/// All formats, in the order of the help. The first is the default.
pub static FORMATS: &[&Format] =
    &[&text::FORMAT, &markdown::FORMAT, &html::FORMAT, &json_lines::FORMAT];

/// Maximum number of details of a game that formats for people show.
const MAX_DETAILS: usize = 20;

/// How a game differs between the two inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChangeKind {
    /// Both inputs have the game, in different versions.
    #[default]
    Changed,
    /// Only the old input has the game.
    Lost,
    /// Only the new input has the game.
    Added,
    /// The new input has the game with less annotation.
    Poorer,
}

impl ChangeKind {
    fn name(self) -> &'static str {
        match self {
            ChangeKind::Changed => "changed",
            ChangeKind::Lost => "lost",
            ChangeKind::Added => "added",
            ChangeKind::Poorer => "poorer",
        }
    }
}

/// A game that differs between the two inputs.
#[derive(Debug)]
pub struct ChangedGame<'a> {
    /// The place in the old input; `None` if the game was added.
    pub old: Option<VersionPlace<'a>>,
    /// The place in the new input; `None` if the game is lost.
    pub new: Option<VersionPlace<'a>>,
    /// The differences.
    pub change: Change,
}

/// The place of a game.
#[derive(Clone, Copy, Debug)]
pub struct VersionPlace<'a> {
    /// The name of its input, escaped for terminals.
    pub input: &'a str,
    /// The number of the game in its input.
    pub game: GameNumber,
    /// The line of the game in its input.
    pub line: LineNumber,
}

/// The names and the differences of a game, as decoded text.
#[derive(Debug, Default)]
pub struct Change {
    /// How the game differs.
    pub kind: ChangeKind,
    /// The value of the White tag.
    pub white: String,
    /// The value of the Black tag.
    pub black: String,
    /// The value of the Event tag.
    pub event: String,
    /// The value of the Date tag.
    pub date: String,
    /// The tag pairs that differ.
    pub tags: Vec<TagChange>,
    /// The first difference of the main lines; `None` if they are equal.
    pub moves: Option<MoveDifference>,
    /// Numbers of annotations before and after; `None` if they are equal.
    pub annotation: Option<(Annotation, Annotation)>,
    /// The single differences of annotation, result and spelling, in the order of the text.
    pub details: Vec<Detail>,
}

/// The kind of element that differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetailKind {
    /// A comment.
    Comment,
    /// A NAG, or a sign for one.
    Nag,
    /// A variation of the main line, with everything in it.
    Variation,
    /// The termination marker.
    Result,
    /// The spelling of a move, which is otherwise the same.
    Spelling,
    /// Anything else: the order of annotation, or a spelling within a variation. A detail of it
    /// has no texts.
    #[default]
    Other,
}

impl DetailKind {
    fn name(self) -> &'static str {
        match self {
            DetailKind::Comment => "comment",
            DetailKind::Nag => "nag",
            DetailKind::Variation => "variation",
            DetailKind::Result => "result",
            DetailKind::Spelling => "spelling",
            DetailKind::Other => "other",
        }
    }
}

/// A difference in a single place. The default is that of versions that differ in no single place.
#[derive(Debug, Default)]
pub struct Detail {
    /// The kind of the difference.
    pub kind: DetailKind,
    /// Number of half-moves of the main line before the place; for a spelling, the number of the half-move, from 1.
    pub ply: usize,
    /// The last move before the place with its number; empty before the first move.
    pub place: String,
    /// The moves that lead from the main line to the place; empty if it is in the main line.
    pub path: Vec<String>,
    /// The old text; `None` if it was added.
    pub old: Option<String>,
    /// The new text; `None` if it was removed.
    pub new: Option<String>,
    /// Number of other moves whose spelling differs.
    pub n_more: usize,
    /// The position at the place, as FEN; `None` if it is unknown.
    pub fen: Option<String>,
}

impl ChangedGame<'_> {
    /// Returns the places of the game in the inputs that have it, such as `a.pgn game 1 → b.pgn game 2`.
    fn places(&self) -> String {
        let place = |place: &VersionPlace<'_>| format!("{} game {}", place.input, place.game);
        [&self.old, &self.new].into_iter().flatten().map(place).collect::<Vec<_>>().join(" → ")
    }
}

impl Detail {
    /// Returns the words for the other moves with the same kind of difference; empty if there are none.
    fn more(&self) -> String {
        match self.n_more {
            0 => String::new(),
            1 => ", and of one more move".to_owned(),
            n => format!(", and of {n} more moves"),
        }
    }

    /// Returns the kind and the place of the difference, such as `comment after 2. Nf3`.
    fn what(&self) -> String {
        let place = match (&self.path[..], self.place.as_str()) {
            ([], "") => "after the start".to_owned(),
            ([], place) => format!("after {place}"),
            (path, _) => format!("in the variation {}", joined(path)),
        };
        match self.kind {
            DetailKind::Result => "result".to_owned(),
            DetailKind::Spelling if self.place.is_empty() => "move numbers".to_owned(),
            DetailKind::Spelling => format!("spelling of {}", self.place),
            DetailKind::Other => "order of annotation, or a spelling".to_owned(),
            DetailKind::Nag => format!("NAG {place}"),
            DetailKind::Variation if !self.path.is_empty() => format!("moves {place}"),
            DetailKind::Comment | DetailKind::Variation => format!("{} {place}", self.kind.name()),
        }
    }
}

/// Returns moves with their numbers, and the parentheses of variations, as one text. Black's move does not repeat the
/// number of White's before it.
pub fn joined(words: &[String]) -> String {
    let mut text = String::new();
    let mut last_number = None;
    for word in words {
        if !text.is_empty() && !text.ends_with('(') && word != ")" {
            text.push(' ');
        }
        let black = word.split_once("... ").filter(|(number, _)| last_number == Some(*number));
        text.push_str(black.map_or(word.as_str(), |(_, san)| san));
        last_number = word.split_once(". ").map(|(number, _)| number);
    }
    text
}

impl Change {
    /// Returns a title such as `Tal, M. - Botvinnik, M., Moscow, 1960.03.15`, as it is written in the tags.
    fn title(&self) -> String {
        let is_known = |text: &&String| !is_unknown_value(text.as_bytes());
        let more: Vec<&str> =
            [&self.event, &self.date].into_iter().filter(is_known).map(String::as_str).collect();
        let players =
            [&self.white, &self.black].map(|name| if name.is_empty() { "?" } else { name });
        // A chapter of a study has no players.
        if players == ["?", "?"] && !more.is_empty() {
            return more.join(", ");
        }
        let players = players.join(" - ");
        [&[players.as_str()], more.as_slice()].concat().join(", ")
    }

    /// Returns the counts of annotations that differ, such as `0 -> 1 comments`, with `arrow` between them.
    fn counts(&self, arrow: &str) -> Vec<String> {
        let Some((old, new)) = &self.annotation else { return Vec::new() };
        let counts = [
            ("comments", old.comments, new.comments),
            ("NAGs", old.nags, new.nags),
            ("variations", old.variations, new.variations),
        ];
        let changed = counts.iter().filter(|(_, old, new)| old != new);
        changed.map(|(name, old, new)| format!("{old} {arrow} {new} {name}")).collect()
    }

    /// Returns the name of the change: that of its kind, or `spelling`.
    fn name(&self) -> &'static str {
        if self.is_spelling() { "spelling" } else { self.kind.name() }
    }

    /// Returns true if the differences are known, and all of them are differences of spelling.
    #[must_use]
    pub fn is_spelling(&self) -> bool {
        self.kind == ChangeKind::Changed
            && self.tags.is_empty()
            && self.moves.is_none()
            && self.annotation.is_none()
            && !self.details.is_empty()
            && self.details.iter().all(|detail| detail.kind == DetailKind::Spelling)
    }
}

/// A tag pair that differs.
#[derive(Debug)]
pub struct TagChange {
    /// The name of the tag.
    pub name: String,
    /// The old value; `None` if the tag was added.
    pub old: Option<String>,
    /// The new value; `None` if the tag was removed.
    pub new: Option<String>,
}

/// The first difference of two main lines.
#[derive(Debug)]
pub struct MoveDifference {
    /// Number of the first half-move that differs, from 1.
    pub ply: usize,
    /// The old move with its number; `None` if the old main line ends here.
    pub old: Option<String>,
    /// The new move with its number; `None` if the new main line ends here.
    pub new: Option<String>,
    /// Number of half-moves of the old main line.
    pub n_old: usize,
    /// Number of half-moves of the new main line.
    pub n_new: usize,
    /// The position before these moves, as FEN; `None` if it is unknown.
    pub fen: Option<String>,
}

/// Numbers of annotations of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// Number of comments.
    pub comments: u64,
    /// Number of NAGs, including symbols.
    pub nags: u64,
    /// Number of variations.
    pub variations: u64,
}
