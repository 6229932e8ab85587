//! `markdown`: a collapsible section per game, for the comments of pull requests. Text of games is written in HTML
//! inside of it, so that none of it is interpreted as Markdown.

use super::{ChangedGame, Format, MAX_DETAILS, marking::Marking};
use crate::{markup::push_char, paint::Paint, text::visible_char};

pub(super) static FORMAT: Format = Format {
    name: "markdown",
    about: "Markdown for pull requests, a section per change",
    header: None,
    game: render,
    footer,
};

const MARKING: Marking = Marking { escape, added: "b" };

/// Returns the last line of the run as a paragraph.
fn footer(summary: &str) -> String {
    escape(summary) + "\n"
}

/// Appends the section of a game.
fn render(found: &ChangedGame<'_>, _: Paint, out: &mut Vec<u8>) {
    let change = &found.change;
    let mut text = format!(
        "<details>\n<summary><b>{}</b> {} <sub>{}</sub></summary>\n",
        change.name(),
        escape(&change.title()),
        escape(&found.places())
    );
    let n_head = text.len();
    let n_more = MARKING.each(change, MAX_DETAILS, |what, change, _| {
        text.push_str(&format!("- {}: {change}\n", escape(what)));
    });
    if n_more > 0 {
        text.push_str(&format!("- and {n_more} more differences\n"));
    }
    if text.len() > n_head {
        // Markdown begins after an empty line.
        text.insert(n_head, '\n');
        text.push('\n');
    }
    text.push_str("</details>\n\n");
    out.extend_from_slice(text.as_bytes());
}

/// Returns `text` with the characters that have a meaning in Markdown or HTML written as character references.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut chars = text.chars().map(visible_char).peekable();
    while let Some(c) = chars.next() {
        match c {
            ':' if chars.peek() == Some(&' ') => out.push(c),
            // A colon inside a word can make it a link, and `@` mentions a person.
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '+' | '!' | '|'
            | '~' | '@' | ':' | '$' | '\'' => out.push_str(&format!("&#{};", u32::from(c))),
            c => push_char(&mut out, c),
        }
    }
    // `www.` makes a link without any of these characters.
    out.replace("www.", "www&#46;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_taken_for_markdown() {
        for (text, expect) in [
            ("</details> & \"x\"", "&lt;/details&gt; &amp; &quot;x&quot;"),
            ("*a* _b_ `c`", "&#42;a&#42; &#95;b&#95; &#96;c&#96;"),
            ("[x](http://y) @z #1", "&#91;x&#93;&#40;http&#58;//y&#41; &#64;z &#35;1"),
            ("www.a.b", "www&#46;a.b"),
            ("a\nb\u{202e}", "a\u{240a}b\u{fffd}"),
            ("1. e4 e5", "1. e4 e5"),
        ] {
            assert_eq!(escape(text), expect);
        }
    }
}
