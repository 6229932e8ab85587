use super::prelude::*;
use crate::tag_facts::plain_tag_name;

rule!("bad_tag_name.md", Check::Syntax(SyntaxErrorKind::BadTagName, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if let Some(char) = invisible(cx.src, error.span) {
        let names = cx.facts.invisible_names.get_or_init(|| {
            let errors = cx.game.errors.iter().filter(|it| it.kind == error.kind);
            errors.map(|it| it.span).filter(|span| invisible(cx.src, *span).is_some()).collect()
        });
        if names.first() == Some(&error.span) {
            let plain = plain_tag_name(error.span.of(cx.src)).unwrap_or_default();
            let others = lines::others(names.len(), "as has", "as have");
            let message = format!(
                "the invisible character U+{:04X} is in the tag name `{plain}`{others}",
                u32::from(char)
            );
            let edits: Vec<Edit> = names.iter().filter_map(|span| edits(cx.src, *span)).collect();
            report
                .at(error.span, message)
                .help("other readers do not know the tag: delete the character")
                .unsafe_fix(edits);
        }
        return;
    }
    report
        .at(error.span, format!("{} is not a tag name", cx.quoted(error.span)))
        .help(
            "a tag name has letters, digits and underscores, and does not begin with an underscore",
        )
        .unsafe_fix(edits(cx.src, error.span));
}

/// Returns the first character that cannot be seen in a name with letters.
fn invisible(src: &[u8], name: Span) -> Option<char> {
    let text = std::str::from_utf8(name.of(src)).ok()?;
    plain_tag_name(name.of(src))?;
    text.chars().find(|c| c.is_whitespace() && !c.is_ascii() || is_zero_width(*c))
}

/// Returns true for characters without width.
fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}')
}

/// Returns an edit that removes the characters that are not allowed in a name, and writes a blank before a quote.
fn edits(src: &[u8], name: Span) -> Option<Edit> {
    let mut plain = plain_tag_name(name.of(src))?;
    if src.get(name.end as usize) == Some(&b'"') {
        plain.push(' ');
    }
    Some(Edit::turn(src, name, &plain))
}
