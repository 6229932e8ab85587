//! Changes to the tags of games on their way out, in the order in which they are made: text that was
//! encoded twice, forms, the round, names, the result, what is dropped, set and added, the order.
//!
//! A [`TagPlan`] says what is to be done; an [`Editor`] does it to the tags that a game is written with.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod map;
mod normalize;
mod ratings;
mod results;
mod table;
mod values;

use pgn_chess::{
    Replay,
    tag_list::{EditTags, Tag, TagFacts},
};
use pgn_openings::Openings;
use pgn_syntax::{Node, NodeKind, TagName, mojibake, tag::SEVEN_TAG_ROSTER};

pub use map::{MOST_UNMAPPED, TagMap, Unmapped, merge_unmapped};
pub use ratings::Ratings;
pub use table::TableError;

use values::{set, value};

/// The order of tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagOrder {
    /// The roster, then all others by their names.
    #[default]
    Standard,
    /// The roster, then all others as they stand in the text.
    Source,
}

/// What the moves tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Add {
    /// PlyCount, the half-moves of the main line.
    Plycount,
    /// ECO, and Opening and Variation, where they are missing.
    Eco,
    /// HashCode, the Polyglot hash of the last position.
    Hash,
    /// FEN and SetUp, the first position.
    Fen,
}

/// What is to be done to the tags of every game.
#[derive(Debug, Default)]
pub struct TagPlan {
    /// Only these, besides the roster and what says where the game starts.
    pub keep: Option<Vec<String>>,
    /// These are left out; of the roster, they become unknown.
    pub drop: Vec<String>,
    /// The order in which they are written.
    pub order: TagOrder,
    /// Names and values that every game gets.
    pub set: Vec<(String, String)>,
    /// Values that are replaced by others.
    pub map: Option<TagMap>,
    /// What the moves tell.
    pub add: Vec<Add>,
    /// The table of `Add::Eco`; `None`: the one built in.
    pub openings: Option<Openings>,
    /// Elo numbers for players that have none.
    pub ratings: Option<Ratings>,
    /// Round `3.2` becomes Round `3` and Board `2`.
    pub split_round: bool,
    /// Names, dates, FENs and white space get the form of the standard.
    pub normalize: bool,
    /// The board decides the result, and Termination where it is unknown.
    pub fix_results: bool,
    /// Text that was encoded twice is mended.
    pub fix_mojibake: bool,
}

impl TagPlan {
    /// Returns true if tags stay as they are.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let TagPlan { keep, drop, order, set, map, add, ratings, .. } = self;
        let has_fixes = self.split_round || self.normalize || self.fix_results || self.fix_mojibake;
        keep.is_none()
            && drop.is_empty()
            && *order == TagOrder::Standard
            && set.is_empty()
            && map.is_none()
            && add.is_empty()
            && ratings.is_none()
            && !has_fixes
    }
}

/// Returns text as it was meant before it was encoded twice, or three times.
#[must_use]
pub fn mended(text: &str) -> Option<String> {
    let mut mended = mojibake::mended(text)?;
    while let Some(again) = mojibake::mended(&mended) {
        mended = again;
    }
    Some(mended)
}

/// Whether changes are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// They are not.
    No,
    /// They are, in words.
    Yes,
}

/// Changes the tags of games as a plan says, and keeps what there is to tell.
#[derive(Debug)]
pub struct Editor<'a> {
    plan: &'a TagPlan,
    listing: Listing,
    /// What was changed, in words.
    pub changes: Vec<String>,
    unmapped: &'a mut Unmapped,
}

impl<'a> Editor<'a> {
    /// Returns an editor for one game, which adds values that no table knows to `unmapped`.
    pub fn new(plan: &'a TagPlan, listing: Listing, unmapped: &'a mut Unmapped) -> Editor<'a> {
        Editor { plan, listing, changes: Vec::new(), unmapped }
    }
}

impl EditTags for Editor<'_> {
    fn edit(&mut self, facts: &TagFacts<'_>, tags: &mut Vec<Tag>) {
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
    fn apply(&mut self, facts: &TagFacts<'_>, tags: &mut Vec<Tag>) {
        let plan = self.plan;
        if plan.fix_mojibake {
            for tag in &mut *tags {
                if let Some(value) = mended(&tag.value) {
                    tag.value = value;
                }
            }
        }
        if plan.normalize {
            normalize::names(tags);
            normalize::values(facts, tags);
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
        tags.retain(|tag| plan.keep.as_ref().is_none_or(|keep| stays(tag, keep)));
        for name in &plan.drop {
            match SEVEN_TAG_ROSTER.iter().find(|tag| tag.text() == name) {
                Some(&TagName::DATE) => set(tags, name, "????.??.??"),
                Some(_) => set(tags, name, "?"),
                None => tags.retain(|tag| tag.name != *name),
            }
        }
        for (name, value) in &plan.set {
            set(tags, name, value);
        }
        if let Some(ratings) = &plan.ratings {
            ratings.add(tags);
        }
        for add in &plan.add {
            match add {
                Add::Eco => self.add_eco(facts, tags),
                add => add_fact(*add, facts, tags),
            }
        }
        if let Some(part) = facts.part {
            if let Some(fen) = &part.first_fen {
                set(tags, "FEN", fen);
                set(tags, "SetUp", "1");
            }
            if value(tags, "PlyCount").is_some() {
                set(tags, "PlyCount", &part.n_plies.to_string());
            }
        }
        sort(facts, tags, plan.order);
    }

    /// The opening, where its tags are missing or say nothing.
    fn add_eco(&self, facts: &TagFacts<'_>, tags: &mut Vec<Tag>) {
        let TagFacts { game, src, start, reading, .. } = *facts;
        let table = self.plan.openings.as_ref().unwrap_or_else(|| Openings::builtin());
        let Some(opening) = table.classify(game, src, start, &mut Replay::new(), reading) else {
            return;
        };
        let is_unknown =
            |tags: &[Tag], name| value(tags, name).is_none_or(|it| matches!(it, "" | "?" | "-"));
        if is_unknown(tags, "ECO") {
            set(tags, "ECO", opening.eco().as_str());
        }
        // A name and its variation are one thing.
        if is_unknown(tags, "Opening") && is_unknown(tags, "Variation") {
            set(tags, "Opening", opening.family());
            if let Some(variation) = opening.variation() {
                set(tags, "Variation", variation);
            }
        }
    }

    fn list_comments(&mut self, facts: &TagFacts<'_>) {
        for node in &facts.game.nodes {
            if let NodeKind::Comment(_) = node.kind
                && let Ok(text) = std::str::from_utf8(node.comment_text(facts.src))
                && let Some(mended) = mended(text)
            {
                self.changes.push(format!("comment `{text}` becomes `{mended}`"));
            }
        }
    }
}

/// Whether a tag stays when only some are wanted.
fn stays(tag: &Tag, keep: &[String]) -> bool {
    let is_part_of_game = TagName::find(tag.name.as_bytes()).is_some_and(|name| {
        name.index() < SEVEN_TAG_ROSTER.len()
            || matches!(name, TagName::FEN | TagName::SET_UP | TagName::VARIANT)
    });
    is_part_of_game || keep.contains(&tag.name)
}

/// Returns the number of half-moves that are written: of a game with errors those before the first.
fn n_plies(facts: &TagFacts<'_>) -> u32 {
    let TagFacts { game, end, start, reading, .. } = facts;
    if !end.failed {
        return game.n_plies;
    }
    let is_cut = end.first_error.is_some() || start.position.is_err();
    let most = if is_cut { end.n_plies } else { game.n_plies };
    let is_null = |node: &Node| matches!(node.kind, NodeKind::NullMove { .. });
    match game.mainline().position(is_null) {
        Some(at) if !reading.allow_null => most.min(u32::try_from(at).unwrap_or(u32::MAX)),
        _ => most,
    }
}

fn add_fact(add: Add, facts: &TagFacts<'_>, tags: &mut Vec<Tag>) {
    match add {
        Add::Eco => (),
        Add::Plycount => {
            let n_plies = facts.part.map_or_else(|| n_plies(facts), |part| part.n_plies);
            set(tags, "PlyCount", &n_plies.to_string());
        }
        Add::Hash => {
            let last = facts.part.map_or(&facts.end.position, |part| &part.last);
            if let Some(position) = last {
                set(tags, "HashCode", &format!("{:016x}", position.polyglot_hash()));
            }
        }
        Add::Fen => {
            if value(tags, "FEN").is_none()
                && let Ok(position) = &facts.start.position
                && facts.start.variant != pgn_chess::Variant::Unchecked
            {
                set(tags, "FEN", &position.fen());
                set(tags, "SetUp", "1");
            }
        }
    }
}

/// Round `3.2` to Round `3` and Board `2`, if there is no Board.
fn split_round(tags: &mut Vec<Tag>) {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let has_board = value(tags, "Board").is_some_and(|board| !matches!(board, "" | "?" | "-"));
    let Some((round, board)) = value(tags, "Round").and_then(|round| round.split_once('.')) else {
        return;
    };
    if !has_board && is_number(round) && is_number(board) {
        let (round, board) = (round.to_owned(), board.to_owned());
        set(tags, "Round", &round);
        set(tags, "Board", &board);
    }
}

/// The roster, then all others by their names, or as they stand in the text.
fn sort(facts: &TagFacts<'_>, tags: &mut [Tag], order: TagOrder) {
    let roster = |tag: &Tag| SEVEN_TAG_ROSTER.iter().position(|it| it.text() == tag.name);
    let n_roster = SEVEN_TAG_ROSTER.len();
    match order {
        TagOrder::Standard => tags.sort_by(|a, b| {
            let key = |tag| roster(tag).unwrap_or(n_roster);
            key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
        }),
        TagOrder::Source => {
            let place = |tag: &Tag| {
                let pairs = &facts.game.tags;
                pairs.iter().position(|pair| pair.name(facts.src) == tag.name.as_bytes())
            };
            tags.sort_by_key(|tag| match roster(tag) {
                Some(place) => place,
                None => n_roster + place(tag).unwrap_or(usize::MAX - n_roster),
            });
        }
    }
}

/// What is different, in words.
fn list(before: &[Tag], after: &[Tag], changes: &mut Vec<String>) {
    for Tag { name, value: old } in before {
        match value(after, name) {
            None => changes.push(format!("{name} `{old}` is left out")),
            Some(new) if new == old => (),
            Some(new) => changes.push(format!("{name} `{old}` becomes `{new}`")),
        }
    }
    for Tag { name, value: new } in after {
        if value(before, name).is_none() {
            changes.push(format!("{name} `{new}` is added"));
        }
    }
}
