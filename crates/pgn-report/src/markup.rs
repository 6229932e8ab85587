//! Escaping for XML, HTML, and HTML inside Markdown.

/// Appends a character, escaped for elements and for attributes in double quotes.
pub(super) fn push_char(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        _ => out.push(c),
    }
}
