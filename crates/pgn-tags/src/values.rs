//! Access to tags by name.

use pgn_chess::tag_list::Tag;

/// Returns the value of the tag `name`.
pub(crate) fn value<'a>(tags: &'a [Tag], name: &str) -> Option<&'a str> {
    tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
}

/// Sets the value of the tag `name`; a new tag is appended.
pub(crate) fn set(tags: &mut Vec<Tag>, name: &str, value: &str) {
    match tags.iter_mut().find(|tag| tag.name == name) {
        Some(tag) if tag.value == value => (),
        Some(tag) => value.clone_into(&mut tag.value),
        None => tags.push(Tag { name: name.to_owned(), value: value.to_owned() }),
    }
}
