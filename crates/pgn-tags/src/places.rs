//! Places of names among the tags of a game.

use std::{collections::HashMap, hash::Hash};

use pgn_chess::tag_list::{Tag, value};

/// Maximum number of tags of a game that are compared one by one. Nearly all games have fewer.
pub(super) const MAX_UNINDEXED: usize = 32;

/// Returns the place at which each name comes first.
pub(super) fn first_places<T: Eq + Hash>(names: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut places = HashMap::new();
    for (at, name) in names.enumerate() {
        places.entry(name).or_insert(at);
    }
    places
}

/// Returns a function that is [`value`] of `tags`, and fast if they are many.
pub(super) fn values_of<'a>(tags: &'a [Tag]) -> impl Fn(&str) -> Option<&'a str> {
    let places = match tags.len() > MAX_UNINDEXED {
        true => first_places(tags.iter().map(|tag| tag.name.as_str())),
        false => HashMap::new(),
    };
    move |name| match places.is_empty() {
        true => value(tags, name),
        false => places.get(name).map(|&at| tags[at].value.as_str()),
    }
}
