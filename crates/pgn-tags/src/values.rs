//! Tags by their names.

use pgn_chess::tag_list::Tag;

/// Returns the value of a tag.
pub(crate) fn value<'a>(tags: &'a [Tag], name: &str) -> Option<&'a str> {
    tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
}

/// Gives a tag a value; a new one goes to the end.
pub(crate) fn set(tags: &mut Vec<Tag>, name: &str, value: &str) {
    match tags.iter_mut().find(|tag| tag.name == name) {
        Some(tag) if tag.value == value => (),
        Some(tag) => value.clone_into(&mut tag.value),
        None => tags.push(Tag { name: name.to_owned(), value: value.to_owned() }),
    }
}
