//! Places of names among the tags of a game.

use std::{collections::HashMap, hash::Hash};

use pgn_chess::tag_list::Tag;

/// Returns the index at which each name first occurs.
pub(super) fn first_places<T: Eq + Hash>(names: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut places = HashMap::new();
    for (at, name) in names.enumerate() {
        places.entry(name).or_insert(at);
    }
    places
}

/// Returns a function with the results of [`value`](pgn_chess::tag_list::value) for `tags`, which is also fast for many
/// tags.
pub(super) fn values_of<'a>(tags: &'a [Tag<'_>]) -> impl Fn(&str) -> Option<&'a str> {
    let places = first_places(tags.iter().map(|tag| &*tag.name));
    move |name| places.get(name).map(|&at| &*tags[at].value)
}
