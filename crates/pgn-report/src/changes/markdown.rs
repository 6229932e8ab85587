//! `markdown`: a collapsible section per game, for the comments of pull requests. Text of games is written in HTML
//! inside of it, so that none of it is interpreted as Markdown.

use super::{
    ChangedGame, Detail, DetailKind, Format, GamePlace, MOST_DETAILS, no_begin,
    words::{Piece, compare},
};
use crate::{markup::push_char, paint::Paint, text::visible_char};

pub(super) static FORMAT: Format = Format {
    name: "markdown",
    about: "Markdown for pull requests, a section per change",
    begin: no_begin,
    game: render,
    end,
};

/// Appends the last line of the run as a paragraph.
fn end(summary: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(escape(summary).as_bytes());
    out.push(b'\n');
}

/// Appends the section of a game.
fn render(found: &ChangedGame<'_>, _: Paint, out: &mut Vec<u8>) {
    let ChangedGame { old, new, change } = found;
    let place = |place: &GamePlace<'_>| format!("{} game {}", place.input, place.game);
    let places: Vec<String> = [old, new].into_iter().flatten().map(place).collect();
    let mut text = format!(
        "<details>\n<summary><b>{}</b> {} <sub>{}</sub></summary>\n",
        change.name(),
        escape(&change.title()),
        escape(&places.join(" → "))
    );
    let n_head = text.len();
    let mut push = |what: &str, change: &str| text.push_str(&format!("- {what}: {change}\n"));
    for tag in &change.tags {
        let [old, new] =
            [&tag.old, &tag.new].map(|value| value.as_ref().map(|it| format!("“{}”", escape(it))));
        push(&format!("tag {}", escape(&tag.name)), &changed(old, new));
    }
    if let Some(moves) = &change.moves {
        let [old, new] = [&moves.old, &moves.new]
            .map(|text| Some(text.as_ref().map_or_else(|| "the end".to_owned(), |it| escape(it))));
        push("moves", &changed(old, new));
    }
    let counts = change.counts("→");
    if !counts.is_empty() {
        push("annotation", &counts.join(", "));
    }
    for detail in change.details.iter().take(MOST_DETAILS) {
        push(&escape(&detail.what()), &difference(detail));
    }
    let n_more = change.details.len().saturating_sub(MOST_DETAILS);
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

fn difference(detail: &Detail) -> String {
    match (detail.kind, &detail.old, &detail.new) {
        (DetailKind::Comment, Some(old), Some(new)) => {
            let mark = |piece: &Piece| match piece {
                Piece::Same(text) => escape(text),
                Piece::Cut => "…".to_owned(),
                Piece::Old(text) => format!("<del>{}</del>", escape(text)),
                Piece::New(text) => format!("<b>{}</b>", escape(text)),
            };
            let pieces: Vec<String> = compare(old, new).iter().map(mark).collect();
            pieces.join(" ")
        }
        (_, old, new) => {
            let [old, new] = [old, new].map(|it| it.as_ref().map(|it| escape(it)));
            let more = match detail.n_more {
                0 => String::new(),
                1 => ", and of one more move".to_owned(),
                n => format!(", and of {n} more moves"),
            };
            format!("{}{more}", changed(old, new))
        }
    }
}

/// Returns the text of a change: what is added, what is removed, or one behind the other.
fn changed(old: Option<String>, new: Option<String>) -> String {
    let old = old.map(|old| format!("<del>{old}</del>"));
    let new = new.map(|new| format!("<b>{new}</b>"));
    match (old, new) {
        (Some(old), Some(new)) => format!("{old} → {new}"),
        (Some(old), None) => format!("removed {old}"),
        (None, Some(new)) => format!("added {new}"),
        (None, None) => String::new(),
    }
}

/// Returns `text` with the characters that have a meaning in Markdown or HTML written as character references.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars().map(visible_char) {
        match c {
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
