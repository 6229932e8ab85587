//! Globs and regular expressions over values; both match in linear time.

use std::fmt::Write as _;

use regex::{Regex, RegexBuilder};

use crate::values::fold::fold_but;

/// Maximum memory of a compiled expression, in bytes; larger ones are refused.
const SIZE_LIMIT: usize = 1 << 20;
/// Maximum nesting of groups.
const NEST_LIMIT: u32 = 50;

/// A glob that must match a whole value, ignoring case: `*` any text, `?` any character, `[a-z]` a
/// character of the set, `[!a-z]` any other, `{a,b}` one of the texts, `\` escapes the next
/// character.
#[derive(Clone, Debug)]
pub(crate) struct Glob {
    regex: Regex,
    /// Set if the pattern is ASCII text and `*` only: the texts between the stars, in lower case.
    plain: Option<Vec<Box<[u8]>>>,
}

impl Glob {
    /// Returns the matcher of a pattern. `is_folded` is true if case and accents do not count.
    ///
    /// # Errors
    /// Returns an error if the pattern is not valid; the error is a message.
    pub(crate) fn new(pattern: &str, is_folded: bool) -> Result<Glob, String> {
        let folded;
        let pattern = if is_folded {
            folded = fold_but(pattern, |c| "*?[]!^-{},\\".contains(c));
            &folded
        } else {
            pattern
        };
        let is_plain = pattern.is_ascii() && !pattern.contains(['?', '[', '{', '\\', ']', '}']);
        let plain = is_plain
            .then(|| pattern.split('*').map(|part| part.to_ascii_lowercase().into_bytes().into()));
        Ok(Glob { regex: regex(&translate(pattern)?)?, plain: plain.map(Iterator::collect) })
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        match &self.plain {
            // For short values this is cheaper than starting the regex.
            Some(parts) if text.len() <= 256 && text.is_ascii() => {
                is_plain_match(parts, text.as_bytes())
            }
            _ => self.regex.is_match(text),
        }
    }
}

/// Returns true if `text` consists of these parts with any text between them.
fn is_plain_match(parts: &[Box<[u8]>], text: &[u8]) -> bool {
    let [first, middle @ .., last] = parts else {
        return parts.first().is_some_and(|only| only.eq_ignore_ascii_case(text));
    };
    let is_at = |at: usize, part: &[u8]| {
        text.get(at..at + part.len()).is_some_and(|there| there.eq_ignore_ascii_case(part))
    };
    if !is_at(0, first) {
        return false;
    }
    let mut at = first.len();
    for part in middle {
        match (at..text.len().max(at) + 1).find(|&at| is_at(at, part)) {
            Some(found) => at = found + part.len(),
            None => return false,
        }
    }
    text.len() >= at + last.len() && is_at(text.len() - last.len(), last)
}

/// Compiles a regular expression, which may match anywhere in a value.
pub(crate) fn regex(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(pattern).size_limit(SIZE_LIMIT).nest_limit(NEST_LIMIT).build();
    built.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => "too large once it is compiled".to_owned(),
        // The last line is the message; the lines before it show the place.
        error => {
            let text = error.to_string();
            let line = text.lines().last().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        }
    })
}

/// Translates a glob to a regular expression.
fn translate(pattern: &str) -> Result<String, String> {
    let mut out = String::from("(?is)^(?:");
    let mut depth = 0;
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '*' => {
                while chars.next_if_eq(&'*').is_some() {}
                out.push_str(".*");
            }
            '?' => out.push('.'),
            '[' => {
                let is_negated = chars.next_if(|&c| matches!(c, '!' | '^')).is_some();
                out.push_str(if is_negated { "[^" } else { "[" });
                class(&mut chars, &mut out)?;
            }
            '{' => {
                depth += 1;
                out.push_str("(?:");
            }
            ',' if depth > 0 => out.push('|'),
            '}' if depth > 0 => {
                depth -= 1;
                out.push(')');
            }
            '}' => return Err("a `}` without its `{`".to_owned()),
            '\\' => match chars.next() {
                Some(c) => push_escaped(c, &mut out),
                None => return Err("a `\\` with nothing after it".to_owned()),
            },
            c => push_escaped(c, &mut out),
        }
    }
    if depth > 0 {
        return Err("a `{` without its `}`".to_owned());
    }
    out.push_str(")$");
    Ok(out)
}

fn class(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    out: &mut String,
) -> Result<(), String> {
    let mut members: Vec<char> = Vec::new();
    loop {
        match chars.next() {
            // A bracket in first place is a member of the set.
            Some(']') if !members.is_empty() => break,
            Some(c) => members.push(c),
            None => return Err("a `[` without its `]`".to_owned()),
        }
    }
    let mut at = 0;
    while let Some(&low) = members.get(at) {
        push_escaped(low, out);
        at += 1;
        if let (Some('-'), Some(&high)) = (members.get(at), members.get(at + 1)) {
            if high < low {
                return Err(format!("the range {low}-{high} is empty"));
            }
            out.push('-');
            push_escaped(high, out);
            at += 2;
        }
    }
    out.push(']');
    Ok(())
}

fn push_escaped(c: char, out: &mut String) {
    if c.is_alphanumeric() || !c.is_ascii() {
        out.push(c);
    } else {
        // Any ASCII character that is not a letter may be written as its code.
        let _ = write!(out, "\\x{:02X}", u32::from(c));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        let glob = Glob::new(pattern, false).unwrap();
        for text in yes {
            assert!(glob.is_match(text), "{pattern} {text}");
            assert!(glob.regex.is_match(text), "{pattern} {text}");
        }
        for text in no {
            assert!(!glob.is_match(text), "{pattern} {text}");
            assert!(!glob.regex.is_match(text), "{pattern} {text}");
        }
    }

    #[test]
    fn globs() {
        check("Carlsen*", &["Carlsen, M", "CARLSEN"], &["M Carlsen", "carlse"]);
        check("*a*b*", &["xaybz", "ab"], &["ba", "a"]);
        check("ab", &["AB"], &["abc", "a"]);
        check("a*a", &["aa", "axa"], &["a"]);
        check("", &[""], &["a"]);
        check("*", &["", "é\n/x"], &[]);
        check("G?mez", &["Gómez", "gomez", "GÓMEZ"], &["gmez"]);
        check("[a-c]*", &["Bx", "c"], &["dx", ""]);
        check("[!a-c]x", &["dx"], &["ax", "Ax"]);
        check("[]]", &["]"], &["["]);
        check("{Carlsen,Anand{,*}}", &["carlsen", "Anand", "Anand, V"], &["Carlsen, M"]);
        check("a\\*b", &["a*b"], &["axb"]);
        check("É*", &["émile"], &["emile"]);
        check("a+(b).^$|", &["a+(b).^$|"], &["aa"]);
    }

    #[test]
    fn invalid_globs_are_errors() {
        for (bad, expect) in [
            ("[a", "a `[` without its `]`"),
            ("{a", "a `{` without its `}`"),
            ("a}", "a `}` without its `{`"),
            ("\\", "a `\\` with nothing after it"),
            ("[c-a]", "the range c-a is empty"),
        ] {
            assert_eq!(Glob::new(bad, false).unwrap_err(), expect, "{bad}");
        }
    }

    #[test]
    fn oversized_patterns_are_refused() {
        assert!(
            Glob::new(&format!("{}{}", "{".repeat(10_000), "}".repeat(10_000)), false).is_err()
        );
        assert!(regex(&format!("{}{}", "(".repeat(10_000), ")".repeat(10_000))).is_err());
        assert_eq!(regex("((a{1000}){1000}){1000}").unwrap_err(), "too large once it is compiled");
        assert!(regex("\\w{5000}").is_err());
        assert!(Glob::new(&"*a".repeat(100_000), false).is_err());
        let glob = Glob::new(&"*a".repeat(500), false).unwrap();
        assert!(!glob.is_match(&format!("{}b", "a".repeat(100_000))));
    }

    #[test]
    fn fast_path_equals_regex() {
        let patterns = ["a*", "*a", "*a*", "a*b", "*", "**", "ab*ab", "a*b*a", "", "b"];
        let letters = ["", "a", "b", "B"];
        for pattern in patterns {
            let glob = Glob::new(pattern, false).unwrap();
            for n in 0..4_usize.pow(5) {
                let text: String = (0..5_u32).map(|i| letters[n / 4_usize.pow(i) % 4]).collect();
                assert_eq!(glob.is_match(&text), glob.regex.is_match(&text), "{pattern} {text}");
            }
        }
    }
}
