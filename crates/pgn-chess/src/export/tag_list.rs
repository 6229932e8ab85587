//! The tags that are written for a game: the pair that counts for each name, the defaults of the roster, the
//! order (TAG-07), and edits.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
};

use pgn_syntax::{
    Fallback, Game, Marker, TagName, TagPair,
    encoding::{Charset, composed},
    is_unknown_value,
    tag::SEVEN_TAG_ROSTER,
    tag::yields_to_other_pair,
    write,
};

use crate::{
    export::{excerpt::MainLinePart, export_options::ExportForm},
    positions::{
        fen,
        start::{self, Start, Variant},
    },
    replay::{ReplayOptions, ply::GameEnd},
};

/// A tag as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name, in its standard case if it is known.
    pub name: Cow<'a, str>,
    /// The value, without escapes.
    pub value: Cow<'a, str>,
}

impl Tag<'_> {
    /// Returns a tag that does not depend on the text of the game.
    #[must_use]
    pub fn into_owned(self) -> Tag<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Tag { name: owned(self.name), value: owned(self.value) }
    }
}

/// Returns the value of the tag `name`.
///
/// ```
/// use pgn_chess::tag_list::{Tag, value};
///
/// let tags = [Tag { name: "Result".into(), value: "1-0".into() }];
/// assert_eq!(value(&tags, "Result"), Some("1-0"));
/// ```
#[must_use]
pub fn value<'a>(tags: &'a [Tag<'_>], name: impl AsRef<str>) -> Option<&'a str> {
    let name = name.as_ref();
    tags.iter().find(|tag| tag.name == name).map(|tag| &*tag.value)
}

/// Sets the value of the tag `name`; a new tag is appended.
///
/// ```
/// use pgn_chess::{
///     pgn_syntax::TagName,
///     tag_list::{set_value, value},
/// };
///
/// let mut tags = Vec::new();
/// set_value(&mut tags, TagName::RESULT, "1-0");
/// assert_eq!(value(&tags, "Result"), Some("1-0"));
/// ```
pub fn set_value(tags: &mut Vec<Tag<'_>>, name: impl AsRef<str>, value: &str) {
    let name = name.as_ref();
    let copy = || Cow::Owned(value.to_owned());
    match tags.iter_mut().find(|tag| tag.name == name) {
        Some(tag) if tag.value == value => (),
        Some(tag) => tag.value = copy(),
        None => tags.push(Tag { name: Cow::Owned(name.to_owned()), value: copy() }),
    }
}

/// The facts about a game when its tags are written.
#[derive(Debug)]
pub struct TagFacts<'a> {
    /// The game.
    pub game: &'a Game,
    /// The text that the spans of the game refer to.
    pub src: &'a [u8],
    /// The start of the game.
    pub start: &'a Start,
    /// How its moves are read.
    pub reading: &'a ReplayOptions,
    /// The end of its replay.
    pub end: &'a GameEnd,
    /// The part of the main line that is written; `None` for all of it.
    pub part: Option<&'a MainLinePart>,
}

/// An edit of the tags of a game before they are written.
///
/// ```
/// use pgn_chess::{
///     export::{ExportOptions, Exporter},
///     pgn_syntax::Games,
///     tag_list::{EditTags, Tag, TagFacts},
/// };
///
/// /// Removes the tags without a value.
/// struct RemoveUnknown;
///
/// impl EditTags for RemoveUnknown {
///     fn edit(&mut self, _facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>) {
///         tags.retain(|tag| !tag.value.starts_with('?'));
///     }
/// }
///
/// let pgn = b"[White \"Tal\"]\n\n1. e4 *";
/// let (mut games, mut out) = (Games::new(pgn), Vec::new());
/// let mut exporter = Exporter::new(ExportOptions::default());
/// exporter.write_edited(games.next().unwrap(), pgn, Some(&mut RemoveUnknown), &mut out);
/// assert_eq!(out, b"[White \"Tal\"]\n[Result \"*\"]\n\n1. e4 *\n\n");
/// ```
pub trait EditTags {
    /// Changes the list of tags. The Result in the list becomes the marker of the game, too.
    fn edit(&mut self, facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>);
}

/// Changes the list of tags, and `result` to the Result in the list if `editor` has changed it.
///
/// ```
/// use pgn_chess::{
///     Replay, ReplayOptions,
///     pgn_syntax::{Games, Marker},
///     start,
///     tag_list::{EditTags, Tag, TagFacts, edit_with_result},
/// };
///
/// /// Gives the point to White.
/// struct WhiteWins;
///
/// impl EditTags for WhiteWins {
///     fn edit(&mut self, _facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>) {
///         tags.push(Tag { name: "Result".into(), value: "1-0".into() });
///     }
/// }
///
/// let pgn = b"1. e4 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let (start, reading) = (start(game, pgn), ReplayOptions::default());
/// let end = Replay::new().walk(game, pgn, &start, &reading, &mut ());
/// let facts =
///     TagFacts { game, src: pgn, start: &start, reading: &reading, end: &end, part: None };
/// let (mut tags, mut result) = (Vec::new(), Marker::Unknown);
/// edit_with_result(&mut WhiteWins, &facts, &mut tags, &mut result);
/// assert_eq!(result, Marker::WhiteWins);
/// ```
pub fn edit_with_result(
    editor: &mut dyn EditTags,
    facts: &TagFacts<'_>,
    tags: &mut Vec<Tag<'_>>,
    result: &mut Marker,
) {
    let of = |tags: &[Tag<'_>]| value(tags, "Result").map(str::to_owned);
    let before = of(tags);
    editor.edit(facts, tags);
    let after = of(tags);
    if after != before
        && let Some(marker) = after.and_then(|value| Marker::read(value.as_bytes()))
    {
        *result = marker;
    }
}

/// A tag of export format.
pub(crate) struct ExportTag<'a> {
    pub(crate) name: &'a [u8],
    /// The value without escapes.
    pub(crate) value: &'a [u8],
    /// The pair with this name and value, if the name is written as in the text.
    pub(crate) pair: Option<&'a TagPair>,
}

/// Calls `emit` with each tag of export format, in its order: the roster with its defaults, then all other
/// tags by the bytes of their names.
pub(crate) fn each(
    game: &Game,
    src: &[u8],
    result: Marker,
    form: ExportForm,
    fallback: Fallback,
    mut emit: impl FnMut(ExportTag<'_>),
) {
    if let Some(order) = ExportOrder::of(game) {
        roster(src, result, |name| order.pair(game, name), &mut emit);
        return order.each_other(game, src, form, emit);
    }
    roster(src, result, |name| game.tag(src, name), &mut emit);
    let mut emit = |name: &[u8], value: &[u8]| emit(ExportTag { name, value, pair: None });
    let is_set_up = is_set_up(game.tag(src, TagName::FEN), src);
    let is_wanted = |pair: &&TagPair| match pair.known {
        Some(TagName::SET_UP) if is_set_up => false,
        Some(name) if name.index() < SEVEN_TAG_ROSTER.len() => false,
        name => form == ExportForm::Export || name.is_some_and(TagName::is_of_position),
    };
    let name_of = |pair: &TagPair| write::tag_name(pair.name(src), fallback);
    let mut others: Vec<(Cow<'_, [u8]>, Option<&TagPair>)> =
        game.tags.iter().filter(is_wanted).map(|pair| (name_of(pair), Some(pair))).collect();
    if is_set_up {
        others.push((Cow::Borrowed(b"SetUp"), None));
    }
    // A stable sort: pairs of one name stay in the order of the text.
    others.sort_by(|a, b| a.0.cmp(&b.0));
    for same in others.chunk_by(|a, b| a.0 == b.0) {
        let (name, first) = (&*same[0].0, same[0].1);
        let Some(first) = first else {
            emit(name, b"1");
            continue;
        };
        let pair = best(same.iter().filter_map(|(_, pair)| *pair), name, src).unwrap_or(first);
        if is_unknown_fen(pair, src) {
            continue;
        }
        match repaired_fen(game, src, pair) {
            _ if says_set_up(pair, src) => emit(name, b"0"),
            Some(fen) => emit(name, &fen),
            None => emit(name, &pair.value(src)),
        }
    }
}

/// Returns the repaired value that is written for a FEN tag whose value other programs may reject (SUP-16).
fn repaired_fen(game: &Game, src: &[u8], pair: &TagPair) -> Option<Vec<u8>> {
    let fen = (pair.known == Some(TagName::FEN)).then(|| pair.value(src))?;
    // If moves of the variant are not checked, or the position is invalid, the faults may have a meaning in the
    // variant.
    let start = start::start(game, src);
    let is_known = start.variant != Variant::Unchecked && start.position.is_ok();
    fen::repaired(&start::with_blanks(fen), start.faults).filter(|_| is_known)
}

/// Calls `emit` with each pair that is not written because another pair of the same name is written (C16).
pub(crate) fn each_second(
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    mut emit: impl FnMut(&TagPair),
) {
    if ExportOrder::of(game).is_some() {
        return;
    }
    let mut pairs: Vec<(Cow<'_, [u8]>, &TagPair)> =
        game.tags.iter().map(|pair| (write::tag_name(pair.name(src), fallback), pair)).collect();
    // A stable sort: pairs of one name stay in the order of the text.
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    for same in pairs.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
        let kept = best(same.iter().map(|(_, pair)| *pair), &same[0].0, src);
        let is_kept = |pair: &TagPair| kept.is_some_and(|kept| std::ptr::eq(kept, pair));
        same.iter().filter(|(_, pair)| !is_kept(pair)).for_each(|(_, pair)| emit(pair));
    }
}

/// Returns the pair that counts among several pairs of one name (C16, TAG-05). Pairs with the name in its own case come
/// before others; among these, pairs whose value says something; among these, the first.
fn best<'a>(
    same: impl Iterator<Item = &'a TagPair>,
    name: &[u8],
    src: &[u8],
) -> Option<&'a TagPair> {
    same.min_by_key(|pair| rank(pair, name, src))
}

/// Returns the rank of a pair among several pairs of one name. The pair with the lowest rank counts.
fn rank(pair: &TagPair, name: &[u8], src: &[u8]) -> u8 {
    u8::from(yields_to_other_pair(pair.value.of(src))) + 2 * u8::from(pair.name.of(src) != name)
}

/// Calls `emit` with each tag of the roster. Tags without a value have their defaults.
fn roster<'a>(
    src: &[u8],
    result: Marker,
    pair_of: impl Fn(TagName) -> Option<&'a TagPair>,
    emit: &mut impl FnMut(ExportTag<'_>),
) {
    for known in SEVEN_TAG_ROSTER {
        let name = known.text().as_bytes();
        match pair_of(known).filter(|pair| !pair.value.is_empty()) {
            _ if known == TagName::RESULT => {
                emit(ExportTag { name, value: result.text().as_bytes(), pair: None });
            }
            Some(pair) => emit(ExportTag { name, value: &pair.value(src), pair: Some(pair) }),
            None => emit(ExportTag { name, value: known.unknown_value().as_bytes(), pair: None }),
        }
    }
}

/// Returns the value that export format has for a tag of the roster other than Result.
///
/// ```
/// use pgn_chess::{pgn_syntax::{Games, TagName}, tag_list::roster_value};
///
/// let pgn = b"[White \"Tal\"]\n\n1. e4 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// assert_eq!(*roster_value(game, pgn, TagName::WHITE), *b"Tal");
/// assert_eq!(*roster_value(game, pgn, TagName::DATE), *b"????.??.??");
/// ```
#[must_use]
pub fn roster_value<'a>(game: &Game, src: &'a [u8], name: TagName) -> Cow<'a, [u8]> {
    match game.tag(src, name).filter(|pair| !pair.value.is_empty()) {
        Some(pair) => pair.value(src),
        None => Cow::Borrowed(name.unknown_value().as_bytes()),
    }
}

/// Returns true if the FEN tag has a value: then SetUp is `1` (9.7.1).
fn is_set_up(fen: Option<&TagPair>, src: &[u8]) -> bool {
    fen.is_some_and(|pair| !is_unknown_fen(pair, src))
}

/// Returns true for a SetUp that says `1`. In a game without FEN, `0` is written for it: some programs read no moves from a
/// game whose start position is missing (SUP-15).
fn says_set_up(pair: &TagPair, src: &[u8]) -> bool {
    pair.known == Some(TagName::SET_UP) && start::with_blanks(pair.value(src)).trim_ascii() == b"1"
}

/// Returns true for a FEN tag that says that it is unknown: it is not written, as other programs would read no moves after
/// it (SUP-16).
pub(crate) fn is_unknown_fen(pair: &TagPair, src: &[u8]) -> bool {
    pair.known == Some(TagName::FEN)
        && is_unknown_value(start::with_blanks(pair.value(src)).trim_ascii())
}

/// The pairs of a game by their positions in export format.
///
/// A fast path for games whose names are all known, in their standard case and unique, as in nearly all
/// games.
struct ExportOrder {
    /// A bit for each position that is taken.
    taken: u128,
    /// The index of the pair at each position.
    pairs: [u32; TagName::COUNT],
}

impl ExportOrder {
    fn of(game: &Game) -> Option<ExportOrder> {
        const { assert!(TagName::COUNT <= 128, "a place is a bit") }
        let mut order = ExportOrder { taken: 0, pairs: [0; TagName::COUNT] };
        for (at, pair) in (0..).zip(&game.tags) {
            let place = pair.known.filter(|_| pair.is_exact)?.export_place();
            if order.taken >> place & 1 != 0 {
                return None;
            }
            order.taken |= 1 << place;
            order.pairs[place] = at;
        }
        Some(order)
    }

    fn pair<'a>(&self, game: &'a Game, name: TagName) -> Option<&'a TagPair> {
        let place = name.export_place();
        let is_there = self.taken >> place & 1 != 0;
        is_there.then(|| &game.tags[self.pairs[place] as usize])
    }

    /// Calls `emit` with each tag that is not of the roster.
    fn each_other(
        &self,
        game: &Game,
        src: &[u8],
        form: ExportForm,
        mut emit: impl FnMut(ExportTag<'_>),
    ) {
        let mut emit = |name: TagName, value: &[u8], pair: Option<&TagPair>| {
            emit(ExportTag { name: name.text().as_bytes(), value, pair });
        };
        let is_set_up = is_set_up(self.pair(game, TagName::FEN), src);
        let set_up = TagName::SET_UP.export_place();
        let mut rest = self.taken | u128::from(is_set_up) << set_up;
        rest &= u128::MAX << SEVEN_TAG_ROSTER.len();
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if place == set_up && is_set_up {
                emit(TagName::SET_UP, b"1", None);
                continue;
            }
            let pair = &game.tags[self.pairs[place] as usize];
            if let Some(name) = pair.known
                && !is_unknown_fen(pair, src)
                && (form == ExportForm::Export || name.is_of_position())
            {
                match repaired_fen(game, src, pair) {
                    _ if says_set_up(pair, src) => emit(name, b"0", None),
                    Some(fen) => emit(name, &fen, None),
                    None => emit(name, &pair.value(src), Some(pair)),
                }
            }
        }
    }
}

/// Returns the tags of export format in their order.
///
/// ```
/// use pgn_chess::{
///     export::ExportForm,
///     pgn_syntax::{Fallback, Games, Marker},
///     tag_list::tag_list,
/// };
///
/// let pgn = b"[ECO \"A00\"]\n[White \"Tal\"]\n\n1. e4 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let tags = tag_list(game, pgn, Marker::Unknown, ExportForm::Export, Fallback::default());
/// let names: Vec<&str> = tags.iter().map(|tag| &*tag.name).collect();
/// assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO"]);
/// ```
#[must_use]
pub fn tag_list(
    game: &Game,
    src: &[u8],
    result: Marker,
    form: ExportForm,
    fallback: Fallback,
) -> Vec<Tag<'static>> {
    let mut tags = Vec::new();
    each(game, src, result, form, fallback, |tag| {
        let text = |bytes| Cow::Owned(fallback.decode(bytes).into_owned());
        tags.push(Tag { name: text(tag.name), value: text(tag.value) });
    });
    tags
}

/// Replaces the characters of names that `charset` does not have by `_`, as `?` would end a name. A number is added to a
/// name that another tag has then. Names in the order of export format stay in it. Returns the number of such characters.
///
/// ```
/// use pgn_chess::{
///     pgn_syntax::encoding::Charset,
///     tag_list::{Tag, fit_names},
/// };
///
/// let mut tags = ["Год", "Ход"].map(|name| Tag { name: name.into(), value: "1960".into() });
/// assert_eq!(fit_names(&mut tags, Charset::Ascii), 6);
/// assert_eq!(tags.map(|tag| tag.name), ["___", "___2"]);
/// ```
pub fn fit_names(tags: &mut [Tag<'_>], charset: Charset) -> u64 {
    let fits = |tag: &Tag<'_>| tag.name.chars().all(|c| charset.has(c));
    if tags.iter().all(fits) {
        return 0;
    }
    let of_roster = |tag: &&Tag<'_>| SEVEN_TAG_ROSTER.iter().any(|it| it.text() == tag.name);
    let n_of_roster = tags.iter().take_while(of_roster).count();
    let is_sorted = tags[n_of_roster..].is_sorted_by(|a, b| a.name <= b.name);
    let (mut n_replaced, mut numbers) = (0, HashMap::new());
    let mut taken: HashSet<String> =
        tags.iter().filter(|tag| fits(tag)).map(|tag| tag.name.to_string()).collect();
    for tag in tags.iter_mut().filter(|tag| !fits(tag)) {
        let fitting = |c: char| match c {
            _ if charset.has(c) => c,
            _ if c.is_whitespace() => ' ',
            _ => {
                n_replaced += 1;
                '_'
            }
        };
        let name: String = composed(&tag.name).chars().map(fitting).collect();
        let name = write::tag_name(name.as_bytes(), Fallback::default());
        let name = String::from_utf8_lossy(&name).into_owned();
        let number: &mut u32 = numbers.entry(name.clone()).or_insert(1);
        let mut own = name.clone();
        while !taken.insert(own.clone()) {
            *number += 1;
            own = format!("{name}{number}");
        }
        tag.name = Cow::Owned(own);
    }
    if is_sorted {
        tags[n_of_roster..].sort_by(|a, b| a.name.cmp(&b.name));
    }
    n_replaced
}

/// Returns the tags of the text in its order, each name once with the value that counts (C16).
///
/// ```
/// use pgn_chess::{
///     pgn_syntax::{Fallback, Games},
///     tag_list::found_tags,
/// };
///
/// let pgn = b"[White \"?\"]\n[White \"Tal\"]\n\n1. e4 *";
/// let tags = found_tags(Games::new(pgn).next().unwrap(), pgn, Fallback::default());
/// assert_eq!((tags.len(), &*tags[0].value), (1, "Tal"));
/// ```
#[must_use]
pub fn found_tags<'a>(game: &Game, src: &'a [u8], fallback: Fallback) -> Vec<Tag<'a>> {
    let text = |bytes: Cow<'a, [u8]>| match bytes {
        Cow::Borrowed(bytes) => fallback.decode(bytes),
        Cow::Owned(bytes) => Cow::Owned(fallback.decode(&bytes).into_owned()),
    };
    let name = |pair: &TagPair| text(Cow::Borrowed(pair.name(src)));
    let tag = |pair: &TagPair| Tag { name: name(pair), value: text(pair.value(src)) };
    found_pairs(game, src).into_iter().map(tag).collect()
}

/// Returns the pairs of a game in the order of the text, the one that counts of each name (C16).
///
/// ```
/// use pgn_chess::{pgn_syntax::Games, tag_list::found_pairs};
///
/// let pgn = b"[White \"?\"]\n[White \"Tal\"]\n\n1. e4 *";
/// let mut games = Games::new(pgn);
/// let pairs = found_pairs(games.next().unwrap(), pgn);
/// assert_eq!(pairs[0].value.of(pgn), b"Tal");
/// ```
#[must_use]
pub fn found_pairs<'a>(game: &'a Game, src: &[u8]) -> Vec<&'a TagPair> {
    if ExportOrder::of(game).is_some() {
        // All names are known and different.
        return game.tags.iter().collect();
    }
    // The position of each name in the list, and the rank of its pair.
    let mut order: HashMap<&[u8], (usize, u8)> = HashMap::with_capacity(game.tags.len());
    let mut pairs: Vec<&TagPair> = Vec::with_capacity(game.tags.len());
    for pair in &game.tags {
        let name = pair.name(src);
        let rank = rank(pair, name, src);
        match order.entry(name) {
            Entry::Vacant(place) => {
                place.insert((pairs.len(), rank));
                pairs.push(pair);
            }
            Entry::Occupied(mut place) if rank < place.get().1 => {
                pairs[place.get().0] = pair;
                place.get_mut().1 = rank;
            }
            Entry::Occupied(_) => (),
        }
    }
    pairs
}
