//! Edits to the tag pairs of games that are written.
//!
//! A [`TagPlan`] lists the edits; an [`Editor`] applies them to the tags of one game, in this
//! order: mojibake, normal forms, the round, mapped values, the result, tags kept and dropped, tags
//! set, ratings, tags added from the moves, tag order.
//!
//! The text of the game is exported; it does not stay byte for byte.
//!
//! ```
//! use pgn_chess::export::{ExportOptions, Exporter};
//! use pgn_syntax::{Games, date::DateOrder};
//! use pgn_tags::{Add, Editor, Listing, TagPlan, Unmapped};
//!
//! let set = vec![("Event".to_owned(), "Club Championship".to_owned())];
//! let plan = TagPlan { set, add: vec![Add::Eco], ..TagPlan::default() };
//! let pgn = b"[White \"Tal\"]\n\n1. e4 c5 *\n";
//! let (mut games, mut unmapped, mut out) = (Games::new(pgn), Unmapped::new(), Vec::new());
//! let mut exporter = Exporter::new(ExportOptions::default());
//! while let Some(game) = games.next() {
//!     let mut editor = Editor::new(&plan, Listing::No, DateOrder::Unknown, &mut unmapped);
//!     exporter.write_edited(game, pgn, Some(&mut editor), &mut out);
//! }
//! assert!(out.starts_with(b"[Event \"Club Championship\"]\n"));
//! assert!(String::from_utf8_lossy(&out).contains("[ECO \"B20\"]\n"));
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod map;
mod normalize;
mod places;
mod ratings;
mod results;
mod sets;
mod table;
mod written;

use std::borrow::Cow;

use pgn_chess::{
    Replay, Variant,
    tag_list::{EditTags, Tag, TagFacts, set_value, value},
};
use pgn_openings::Openings;
use pgn_syntax::{
    NodeKind, TagName, date::DateOrder, is_unknown_value, mojibake, tag::SEVEN_TAG_ROSTER,
};

pub use map::{MAX_UNMAPPED, TagMap, Unmapped, merge_unmapped};
pub use ratings::Ratings;
pub use sets::SETS_OF_TAGS;
pub use table::{Counter, TableError};

use places::{first_places, values_of};
use written::{last_position, n_plies};

/// The order in which tags are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagOrder {
    /// The Seven Tag Roster, then all other tags by name.
    #[default]
    Standard,
    /// The Seven Tag Roster, then all other tags in source order.
    Source,
}

/// A tag that is computed from the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Add {
    /// PlyCount: the number of half-moves of the main line.
    Plycount,
    /// ECO, Opening and Variation, each only where it is missing or unknown.
    Eco,
    /// HashCode: the Polyglot hash of the final position.
    Hash,
    /// FEN and SetUp of the start position, if FEN is missing.
    Fen,
}

/// The edits to the tags of every game.
#[derive(Debug, Default)]
pub struct TagPlan {
    /// Names of the tags to keep besides the Seven Tag Roster, FEN, SetUp and Variant; `None`: all.
    pub keep: Option<Vec<String>>,
    /// Names of the tags to remove; a roster tag gets the value for "unknown" instead.
    pub drop: Vec<String>,
    /// The order in which tags are written.
    pub order: TagOrder,
    /// Names and values of tags that every game gets.
    pub set: Vec<(String, String)>,
    /// Tag values to replace.
    pub map: Option<TagMap>,
    /// Tags to compute from the moves.
    pub add: Vec<Add>,
    /// The openings for `Add::Eco`; `None`: the built-in table.
    pub openings: Option<Openings>,
    /// Ratings for players without an Elo tag.
    pub ratings: Option<Ratings>,
    /// Splits Round `3.2` into Round `3` and Board `2`.
    pub split_round: bool,
    /// Puts names, dates, FENs and white space into the form of the standard.
    pub normalize: bool,
    /// Corrects Result from the final position, or from Termination if Result is unknown.
    pub fix_results: bool,
    /// Repairs text that was encoded as UTF-8 more than once.
    pub fix_mojibake: bool,
    /// True to leave a date as it is if the order of day and month is unknown; false to write only its year, as columns
    /// of dates require.
    pub keeps_undecided_dates: bool,
    /// Counts the dates that [`TagPlan::normalize`] leaves as they are.
    pub undecided_dates: Counter,
}

impl TagPlan {
    /// Returns true if this plan changes nothing but the default tag order.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let TagPlan {
            keep,
            drop,
            order,
            set,
            map,
            add,
            // These change nothing without `add` or `normalize`.
            openings: _,
            keeps_undecided_dates: _,
            undecided_dates: _,
            ratings,
            split_round,
            normalize,
            fix_results,
            fix_mojibake,
        } = self;
        keep.is_none()
            && drop.is_empty()
            && *order == TagOrder::Standard
            && set.is_empty()
            && map.is_none()
            && add.is_empty()
            && ratings.is_none()
            && !(*split_round || *normalize || *fix_results || *fix_mojibake)
    }
}

/// Returns `text` with all rounds of double UTF-8 encoding undone, or `None` if there are none.
#[must_use]
pub fn repaired(text: &str) -> Option<String> {
    let mut repaired = mojibake::repaired(text)?;
    while let Some(again) = mojibake::repaired(&repaired) {
        repaired = again;
    }
    Some(repaired)
}

/// Whether an [`Editor`] lists its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Changes are not listed.
    No,
    /// Changes are listed in words.
    Yes,
}

/// Applies a [`TagPlan`] to the tags of one game.
#[derive(Debug)]
pub struct Editor<'a> {
    plan: &'a TagPlan,
    listing: Listing,
    /// The changes in words; empty with [`Listing::No`].
    pub changes: Vec<String>,
    unmapped: &'a mut Unmapped,
    /// The order of day and month for dates that can be read both ways.
    dates: DateOrder,
}

impl<'a> Editor<'a> {
    /// Returns an editor for one game. `dates` is the order of dates of its input. Values that the plan's map lacks are
    /// added to `unmapped`.
    pub fn new(
        plan: &'a TagPlan,
        listing: Listing,
        dates: DateOrder,
        unmapped: &'a mut Unmapped,
    ) -> Editor<'a> {
        Editor { plan, listing, changes: Vec::new(), unmapped, dates }
    }
}

impl EditTags for Editor<'_> {
    fn edit(&mut self, facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>) {
        let before = if self.listing == Listing::Yes { tags.clone() } else { Vec::new() };
        self.apply(facts, tags);
        if self.listing == Listing::Yes {
            list(&before, tags, &mut self.changes);
            if self.plan.fix_mojibake {
                self.list_comments(facts);
            }
        }
    }
}

impl Editor<'_> {
    /// Makes the edits of the plan, and sorts the tags as it says.
    fn apply(&mut self, facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>) {
        let plan = self.plan;
        if plan.fix_mojibake {
            for tag in &mut *tags {
                if let Some(value) = repaired(&tag.value) {
                    tag.value = Cow::Owned(value);
                }
            }
        }
        if plan.normalize {
            normalize::names(tags);
            let n_undecided =
                normalize::values(facts, tags, self.dates, plan.keeps_undecided_dates);
            plan.undecided_dates.add(n_undecided);
        }
        if plan.split_round {
            split_round(tags);
        }
        if let Some(map) = &plan.map {
            map.apply(tags, self.unmapped);
        }
        if plan.fix_results {
            results::fix(facts, tags);
        }
        tags.retain(|tag| plan.keep.as_ref().is_none_or(|keep| is_kept(tag, keep)));
        for name in &plan.drop {
            match SEVEN_TAG_ROSTER.iter().find(|tag| tag.text() == name) {
                Some(known) => set_value(tags, name, known.unknown_value()),
                None => tags.retain(|tag| tag.name != *name),
            }
        }
        for (name, value) in &plan.set {
            set_value(tags, name, value);
        }
        if let Some(ratings) = &plan.ratings {
            ratings.add(tags);
        }
        for &add in &plan.add {
            self.add_fact(add, facts, tags);
        }
        if let Some(part) = facts.part {
            if let Some(fen) = &part.first_fen {
                set_start(tags, fen);
                // The first position of the part may not show that the game is one of Chess960.
                let variant = value(tags, TagName::VARIANT).unwrap_or_default();
                if facts.start.variant == Variant::Chess960
                    && !pgn_chess::names_chess960(variant.as_bytes())
                {
                    set_value(tags, TagName::VARIANT, "Chess960");
                }
            }
            if value(tags, TagName::PLY_COUNT).is_some() {
                set_value(tags, TagName::PLY_COUNT, &part.n_plies.to_string());
            }
        }
        sort(facts, tags, plan.order);
    }

    fn add_fact(&self, add: Add, facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>) {
        match add {
            Add::Eco => self.add_eco(facts, tags),
            // What counts as a half-move depends on the variant, and the final position is not known.
            Add::Plycount | Add::Hash if facts.start.variant == Variant::Unchecked => (),
            Add::Plycount => {
                let n_plies = facts.part.map_or_else(|| n_plies(facts), |part| part.n_plies);
                set_value(tags, TagName::PLY_COUNT, &n_plies.to_string());
            }
            Add::Hash => {
                if let Some(position) = last_position(facts) {
                    let hash = format!("{:016x}", position.polyglot_hash());
                    set_value(tags, TagName::HASH_CODE, &hash);
                }
            }
            Add::Fen => {
                if value(tags, TagName::FEN).is_none()
                    && let Ok(position) = &facts.start.position
                    && facts.start.variant != Variant::Unchecked
                {
                    set_start(tags, &position.fen());
                }
            }
        }
    }

    /// Sets ECO, Opening and Variation where they are missing or unknown.
    fn add_eco(&self, facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>) {
        let TagFacts { game, src, start, reading, .. } = *facts;
        let table = self.plan.openings.as_ref().unwrap_or_else(|| Openings::builtin());
        let Some(opening) = table.classify(game, src, start, &mut Replay::new(), reading) else {
            return;
        };
        let is_unknown = |tags: &[Tag<'_>], name| {
            value(tags, name).is_none_or(|it| is_unknown_value(it.as_bytes()))
        };
        if is_unknown(tags, TagName::ECO) {
            set_value(tags, TagName::ECO, opening.eco().as_str());
        }
        // Opening and Variation belong together: both are set, or neither.
        if is_unknown(tags, TagName::OPENING) && is_unknown(tags, TagName::VARIATION) {
            set_value(tags, TagName::OPENING, opening.family());
            if let Some(variation) = opening.variation() {
                set_value(tags, TagName::VARIATION, variation);
            }
        }
    }

    fn list_comments(&mut self, facts: &TagFacts<'_>) {
        for node in &facts.game.nodes {
            if let NodeKind::Comment(_) = node.kind
                && let Ok(text) = std::str::from_utf8(node.comment_text(facts.src))
                && let Some(repaired) = repaired(text)
            {
                self.changes.push(format!("comment `{text}` becomes `{repaired}`"));
            }
        }
    }
}

/// Returns true if a tag is kept under [`TagPlan::keep`].
fn is_kept(tag: &Tag<'_>, keep: &[String]) -> bool {
    let is_part_of_game = TagName::find(tag.name.as_bytes())
        .is_some_and(|name| name.index() < SEVEN_TAG_ROSTER.len() || name.is_of_position());
    is_part_of_game || keep.iter().any(|name| *name == tag.name)
}

/// Sets the start position of a game.
fn set_start(tags: &mut Vec<Tag<'_>>, fen: &str) {
    set_value(tags, TagName::FEN, fen);
    set_value(tags, TagName::SET_UP, "1");
}

/// Splits Round `3.2` into Round `3` and Board `2`, if the game has no Board.
fn split_round(tags: &mut Vec<Tag<'_>>) {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let has_board =
        value(tags, TagName::BOARD).is_some_and(|board| !is_unknown_value(board.as_bytes()));
    let Some((round, board)) = value(tags, TagName::ROUND).and_then(|round| round.split_once('.'))
    else {
        return;
    };
    if !has_board && is_number(round) && is_number(board) {
        let (round, board) = (round.to_owned(), board.to_owned());
        set_value(tags, TagName::ROUND, &round);
        set_value(tags, TagName::BOARD, &board);
    }
}

/// Sorts tags: the roster first, then the others by name or in source order.
fn sort(facts: &TagFacts<'_>, tags: &mut [Tag<'_>], order: TagOrder) {
    let roster = |tag: &Tag<'_>| SEVEN_TAG_ROSTER.iter().position(|it| it.text() == tag.name);
    let n_roster = SEVEN_TAG_ROSTER.len();
    match order {
        TagOrder::Standard => tags.sort_by(|a, b| {
            let key = |tag| roster(tag).unwrap_or(n_roster);
            key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
        }),
        TagOrder::Source => {
            let places = first_places(facts.game.tags.iter().map(|pair| pair.name(facts.src)));
            let place = |tag: &Tag<'_>| places.get(tag.name.as_bytes()).copied();
            tags.sort_by_cached_key(|tag| match roster(tag) {
                Some(place) => place,
                None => n_roster + place(tag).unwrap_or(usize::MAX - n_roster),
            });
        }
    }
}

/// Appends the differences between two lists of tags in words.
fn list(before: &[Tag<'_>], after: &[Tag<'_>], changes: &mut Vec<String>) {
    let (value_before, value_after) = (values_of(before), values_of(after));
    for Tag { name, value: old } in before {
        match value_after(name) {
            None => changes.push(format!("{name} `{old}` is left out")),
            Some(new) if new == old => (),
            Some(new) => changes.push(format!("{name} `{old}` becomes `{new}`")),
        }
    }
    for Tag { name, value: new } in after {
        if value_before(name).is_none() {
            changes.push(format!("{name} `{new}` is added"));
        }
    }
}

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
