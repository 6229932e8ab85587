//! Character entities of HTML, which texts that were copied from web pages have.

/// The maximum length of an entity, in bytes.
const MAX_LEN: usize = 12;

/// Returns the length of the character entity that `text` begins with: `&nbsp;`, `&#160;`, `&#xA0;`.
///
/// ```
/// use pgn_syntax::html::entity_len;
///
/// assert_eq!(entity_len(b"&nbsp;Nf3"), Some(6));
/// assert_eq!(entity_len(b"&; & e4;"), None);
/// ```
#[must_use]
pub fn entity_len(text: &[u8]) -> Option<usize> {
    let rest = text[..text.len().min(MAX_LEN)].strip_prefix(b"&")?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let n = rest.iter().take_while(|byte| is_name(byte)).count();
    (n > 1 && rest.get(n) == Some(&b';')).then_some(n + 2)
}
