//! The facts that the page of a rule states. They are read when the program is compiled, where a page of another form
//! is an error.

use super::Severity;

/// Returns the name and the code in the first line of a page, `# name (CODE)`.
pub(super) const fn title(page: &str) -> (&str, &str) {
    if let Some(line) = strip_prefix(page, "# ")
        && let Some((name, rest)) = split_once(line, " (")
        && let Some((code, _)) = split_once(rest, ")\n\n## What\n")
    {
        return (name, code);
    }
    panic!("a page begins with `# name (CODE)`, an empty line and `## What`");
}

/// Returns the level of findings and the other level of some, which a paragraph of the page states: `Level: x.` or
/// `Level: x; y for …`.
pub(super) const fn levels(page: &str) -> (Severity, Option<Severity>) {
    if let Some((_, levels)) = split_once(page, "\n\nLevel: ")
        && let Some((severity, rest)) = level(levels)
    {
        if let Some(rest) = strip_prefix(rest, "; ")
            && let Some((other, reason)) = level(rest)
            && strip_prefix(reason, " ").is_some()
        {
            return (severity, Some(other));
        }
        if strip_prefix(rest, ".").is_some() {
            return (severity, None);
        }
    }
    panic!("a page has a paragraph `Level: x.` or `Level: x; y for …`");
}

/// Returns true if a page describes a fix, safe or unsafe.
pub(super) const fn has_fix(page: &str) -> bool {
    split_once(page, "\n\nSafe fix:").is_some() || split_once(page, "\n\nUnsafe fix:").is_some()
}

/// Returns the level that a text begins with, and the text after it.
const fn level(text: &str) -> Option<(Severity, &str)> {
    let mut levels: &[Severity] = &Severity::ALL;
    while let [level, others @ ..] = levels {
        if let Some(rest) = strip_prefix(text, level.name()) {
            return Some((*level, rest));
        }
        levels = others;
    }
    None
}

// `const` versions of functions of `str`. The pages have 350 kB and the compiler interprets these functions, so a call or
// a slice for each byte would take it half a minute.

const fn split_once<'a>(text: &'a str, part: &str) -> Option<(&'a str, &'a str)> {
    let (bytes, first) = (text.as_bytes(), part.as_bytes()[0]);
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == first && starts_with(bytes.split_at(at).1, part.as_bytes()) {
            let (before, rest) = text.split_at(at);
            return Some((before, rest.split_at(part.len()).1));
        }
        at += 1;
    }
    None
}

const fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    if starts_with(text.as_bytes(), prefix.as_bytes()) {
        Some(text.split_at(prefix.len()).1)
    } else {
        None
    }
}

const fn starts_with(text: &[u8], prefix: &[u8]) -> bool {
    match (text, prefix) {
        (_, []) => true,
        ([a, text @ ..], [b, prefix @ ..]) => *a == *b && starts_with(text, prefix),
        ([], _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_state_titles_and_levels() {
        let page =
            |levels: &str| format!("# a-b (X001)\n\n## What\n\nText; (é).\n\nLevel: {levels}\n");
        assert_eq!(title(&page("error.")), ("a-b", "X001"));
        assert_eq!(levels(&page("error.")), (Severity::Error, None));
        assert_eq!(levels(&page("info. Runs for error; style.")), (Severity::Info, None));
        let other = (Severity::Style, Some(Severity::Warning));
        assert_eq!(levels(&page("style; warning for an error.")), other);
        for wrong in ["", "fatal.", "error", "errors.", "error;", "error; rarely.", "info; errors."]
        {
            let page = page(wrong);
            std::panic::catch_unwind(|| levels(&page)).unwrap_err();
        }
        for wrong in ["", "a-b (X001)", "# a-b\n\n## What\n", "# a-b (X001)\n\nText.\n"] {
            std::panic::catch_unwind(|| title(wrong)).unwrap_err();
        }
    }
}
