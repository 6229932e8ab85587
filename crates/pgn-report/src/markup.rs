//! Text within markup: XML, HTML, and the HTML that Markdown lets through.

/// Appends a character so that it is nothing but text, in elements and in attributes that stand
/// between double quotes.
pub(super) fn push_char(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        _ => out.push(c),
    }
}
