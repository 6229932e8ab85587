//! Character entities of HTML, which texts that were copied from web pages have.

use crate::tokens::word::is_move_like;

/// The maximum length of an entity, in bytes.
const MAX_LEN: usize = 12;

/// Returns the length of the character entity that `text` begins with: `&nbsp;`, `&#160;`, `&#xA0;`. A square or a move after
/// `&` is none: `&e5;`.
///
/// ```
/// use pgn_syntax::html::entity_len;
///
/// assert_eq!(entity_len(b"&nbsp;Nf3"), Some(6));
/// assert_eq!(entity_len(b"&Nf3; & e4;"), None);
/// ```
#[must_use]
pub fn entity_len(text: &[u8]) -> Option<usize> {
    let rest = text[..text.len().min(MAX_LEN)].strip_prefix(b"&")?;
    let n = rest.iter().position(|byte| *byte == b';')?;
    let is_entity = match &rest[..n] {
        [b'#', b'x' | b'X', digits @ ..] => is_all(digits, u8::is_ascii_hexdigit),
        [b'#', digits @ ..] => is_all(digits, u8::is_ascii_digit),
        name => name.len() > 1 && is_all(name, u8::is_ascii_alphanumeric) && !is_move_like(name),
    };
    is_entity.then_some(n + 2)
}

/// Returns the length of the entity for a no-break space that `text` begins with.
pub(crate) fn blank_len(text: &[u8]) -> Option<usize> {
    one_of(text, &["&nbsp;", "&#160;", "&#xa0;"])
}

/// Returns the length of the entity for a dash or a minus that `text` begins with.
pub(crate) fn dash_len(text: &[u8]) -> Option<usize> {
    const DASHES: [&str; 9] = [
        "&ndash;", "&mdash;", "&minus;", "&#8211;", "&#8212;", "&#8722;", "&#x2013;", "&#x2014;",
        "&#x2212;",
    ];
    one_of(text, &DASHES)
}

/// Returns the length of the entity for `½` that `text` begins with.
pub(crate) fn half_len(text: &[u8]) -> Option<usize> {
    one_of(text, &["&frac12;", "&half;", "&#189;", "&#xbd;"])
}

/// Returns the length of the entity among `entities` that `text` begins with, in any case.
fn one_of(text: &[u8], entities: &[&str]) -> Option<usize> {
    let is_at_start = |entity: &&str| {
        let head = text.get(..entity.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(entity.as_bytes()))
    };
    entities.iter().find(|entity| is_at_start(entity)).map(|entity| entity.len())
}

fn is_all(text: &[u8], is: impl Fn(&u8) -> bool) -> bool {
    !text.is_empty() && text.iter().all(is)
}
