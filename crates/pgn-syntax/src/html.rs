//! Character entities of HTML, which texts that were copied from web pages have.

use crate::word::is_move_like;

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

fn is_all(text: &[u8], is: impl Fn(&u8) -> bool) -> bool {
    !text.is_empty() && text.iter().all(is)
}
