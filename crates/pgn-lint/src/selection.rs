//! Which rules run: `--select`, `--extend-select`, `--ignore`; and at which level: `severities`.

use std::fmt;

use crate::{checker::EXPLAIN_ILLEGAL, diagnostic::Severity, rule::Rule, rules::RULES};

/// A set of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// One flag a rule, in the order of the registry.
    chosen: Vec<bool>,
}

/// A selector that names no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// As given.
    pub selector: String,
    /// The nearest name or code.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rule is called `{}`", self.selector)?;
        match self.nearest {
            Some(nearest) => write!(f, "; is `{nearest}` meant?"),
            None => f.write_str("; `pgnkit rules` lists them"),
        }
    }
}

impl std::error::Error for UnknownRule {}

/// What a selector names, and how narrow it is: the narrower of two wins.
struct Selector<'a> {
    text: &'a str,
    width: Width,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Width {
    /// `ALL`.
    All,
    /// The beginning of a code, this long.
    Prefix(usize),
    /// A code or a name.
    One,
}

impl Selection {
    /// The rules that run if nothing is said: all but those that compare games.
    #[must_use]
    pub fn standard() -> Selection {
        Selection { chosen: RULES.iter().map(|rule| is_standard(rule)).collect() }
    }

    /// The rules that `select` names (the standard ones if it is empty) and those that `extend`
    /// names, without those that `ignore` names. The narrower selector wins: `--select T --ignore
    /// ALL` runs T rules. Each text may hold several selectors with commas between.
    ///
    /// # Errors
    ///
    /// A selector that names no rule.
    pub fn new<S: AsRef<str>>(
        select: &[S],
        extend: &[S],
        ignore: &[S],
    ) -> Result<Selection, UnknownRule> {
        let select = read(select)?;
        let extend = read(extend)?;
        let ignore = read(ignore)?;
        let chosen = RULES
            .iter()
            .map(|rule| {
                let wanted = match (select.is_empty(), widest(&select, rule)) {
                    (true, _) if is_standard(rule) => Some(Width::All),
                    (_, found) => found,
                }
                .max(widest(&extend, rule));
                wanted.is_some_and(|width| widest(&ignore, rule).is_none_or(|not| not < width))
            })
            .collect();
        Ok(Selection { chosen })
    }

    /// The same without the rules that `ignore` names, however narrow the selector that chose them.
    ///
    /// # Errors
    ///
    /// A selector that names no rule.
    pub fn without<S: AsRef<str>>(mut self, ignore: &[S]) -> Result<Selection, UnknownRule> {
        let ignore = read(ignore)?;
        for (rule, chosen) in RULES.iter().zip(&mut self.chosen) {
            *chosen &= widest(&ignore, rule).is_none();
        }
        Ok(self)
    }

    /// The rules that both have.
    #[must_use]
    pub fn and(&self, other: &Selection) -> Selection {
        let both = self.chosen.iter().zip(&other.chosen).map(|(&mine, &theirs)| mine && theirs);
        Selection { chosen: both.collect() }
    }

    /// Returns the rules of it whose findings may have fixes: their pages say so, or they take those of
    /// another rule over.
    pub(crate) fn with_fixes(&self) -> Selection {
        let mut some = self.clone();
        for (is_in, rule) in some.chosen.iter_mut().zip(RULES) {
            let page = rule.page;
            let has_fix = page.contains("Safe fix:") || page.contains("Unsafe fix:");
            *is_in &= has_fix || EXPLAIN_ILLEGAL.contains(&rule.name);
        }
        some
    }

    /// Whether a rule is of the selection.
    #[must_use]
    pub fn has(&self, rule: &Rule) -> bool {
        let mut rules = RULES.iter().zip(&self.chosen);
        rules.any(|(&known, &is_chosen)| is_chosen && std::ptr::eq(known, rule))
    }

    /// The rules of the selection, in the order of the registry.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().zip(&self.chosen).filter(|(_, chosen)| **chosen).map(|(rule, _)| *rule)
    }
}

/// Levels of rules that are not their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// In the order of the registry; empty: each rule has its own.
    changed: Vec<Option<Severity>>,
}

impl Levels {
    /// Gives each selector's rules its level. The narrower selector wins, the later of two equals.
    ///
    /// # Errors
    ///
    /// A selector that names no rule.
    pub fn new<S: AsRef<str>>(pairs: &[(S, Severity)]) -> Result<Levels, UnknownRule> {
        let mut changed = vec![None; if pairs.is_empty() { 0 } else { RULES.len() }];
        for (text, severity) in pairs {
            let selector = Selector::read(text.as_ref().trim())?;
            for (rule, slot) in RULES.iter().zip(&mut changed) {
                if selector.names(rule) && slot.is_none_or(|(width, _)| width <= selector.width) {
                    *slot = Some((selector.width, *severity));
                }
            }
        }
        let changed = changed.into_iter().map(|slot| Some(slot?.1)).collect();
        Ok(Levels { changed })
    }

    /// The level given to a rule.
    #[must_use]
    pub fn of(&self, rule: &Rule) -> Option<Severity> {
        if self.is_empty() {
            return None;
        }
        let index = RULES.iter().position(|known| *known == rule)?;
        *self.changed.get(index)?
    }

    /// Whether every rule has its own level.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }
}

/// Rules that compare games cost memory and time, others judge by a form that a file need not have:
/// they run when they are asked for.
fn is_standard(rule: &Rule) -> bool {
    !rule.code.starts_with('G') && !ON_REQUEST.contains(&rule.name)
}

/// Rules that hold for files of a certain form only, which nothing in the file tells, or judge by what
/// is partly convention.
const ON_REQUEST: [&str; 2] = ["eco-mismatch", "reduced-needs-fen"];

fn read<S: AsRef<str>>(texts: &[S]) -> Result<Vec<Selector<'_>>, UnknownRule> {
    let parts = texts.iter().flat_map(|text| text.as_ref().split(','));
    parts.map(str::trim).filter(|part| !part.is_empty()).map(Selector::read).collect()
}

/// The narrowest of the selectors that name the rule.
fn widest(selectors: &[Selector<'_>], rule: &Rule) -> Option<Width> {
    selectors.iter().filter(|selector| selector.names(rule)).map(|selector| selector.width).max()
}

impl Selector<'_> {
    fn read(text: &str) -> Result<Selector<'_>, UnknownRule> {
        let width = if text == "ALL" {
            Width::All
        } else if RULES.iter().any(|rule| rule.code == text || rule.name == text) {
            Width::One
        } else if RULES.iter().any(|rule| rule.code.starts_with(text)) {
            Width::Prefix(text.len())
        } else {
            return Err(UnknownRule { selector: text.to_owned(), nearest: nearest(text) });
        };
        Ok(Selector { text, width })
    }

    fn names(&self, rule: &Rule) -> bool {
        match self.width {
            Width::All => true,
            Width::Prefix(_) => rule.code.starts_with(self.text),
            Width::One => rule.code == self.text || rule.name == self.text,
        }
    }
}

/// The rules that a selector names: a code, a name, or the beginning of codes.
pub fn named(selector: &str) -> impl Iterator<Item = &'static Rule> {
    let read = Selector::read(selector).ok();
    let names = move |rule: &&'static Rule| read.as_ref().is_some_and(|it| it.names(rule));
    RULES.iter().copied().filter(names)
}

/// The rule called `name`, by code or name.
///
/// # Errors
///
/// No rule is called so.
pub fn find(name: &str) -> Result<&'static Rule, UnknownRule> {
    RULES
        .iter()
        .find(|rule| rule.code.eq_ignore_ascii_case(name) || rule.name == name)
        .copied()
        .ok_or_else(|| UnknownRule { selector: name.to_owned(), nearest: nearest(name) })
}

/// The name or code that needs the fewest changes, if they are few.
fn nearest(text: &str) -> Option<&'static str> {
    // Names are short; a text that is much longer is no misspelling of one.
    if text.len() > 60 {
        return None;
    }
    let folded = text.to_ascii_lowercase().replace(['_', ' '], "-");
    RULES
        .iter()
        .flat_map(|rule| [(rule.name, rule.name.to_owned()), (rule.code, rule.code.to_lowercase())])
        .map(|(shown, name)| (strsim::levenshtein(&folded, &name), shown))
        .min()
        .filter(|(n, shown)| *n <= 1 + shown.len() / 4)
        .map(|(_, shown)| shown)
        // A word of a name.
        .or_else(|| {
            let names = RULES.iter().map(|rule| rule.name);
            names
                .filter(|name| name.split('-').any(|word| word == folded))
                .min_by_key(|it| it.len())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(select: &[&str], extend: &[&str], ignore: &[&str], holds: &str, lacks: &str) {
        let selection = Selection::new(select, extend, ignore).unwrap();
        let names: Vec<&str> = selection.rules().map(|rule| rule.name).collect();
        for name in holds.split_whitespace() {
            assert!(names.contains(&name), "{name} is missing");
        }
        for name in lacks.split_whitespace() {
            assert!(!names.contains(&name), "{name} is there");
        }
    }

    #[test]
    fn narrower_selectors_win() {
        check(&[], &[], &[], "illegal-move bad-date crlf", "");
        check(&["M"], &[], &[], "illegal-move", "bad-date");
        check(&["illegal-move"], &[], &[], "illegal-move", "ambiguous-move");
        check(&["M001,bad-date"], &[], &[], "illegal-move bad-date", "ambiguous-move");
        check(&["ALL"], &[], &["T"], "illegal-move", "bad-date");
        check(&["T"], &[], &["ALL"], "bad-date", "illegal-move");
        check(&[], &[], &["bad-date"], "illegal-move", "bad-date");
        check(&["T"], &["M00"], &["M001"], "bad-date ambiguous-move", "illegal-move");
        check(&["bad-date"], &[], &["bad-date"], "", "bad-date");
    }

    #[test]
    fn levels_are_given_by_the_narrowest_selector() {
        let levels = Levels::new(&[
            ("bad-date", Severity::Error),
            ("T", Severity::Info),
            ("M", Severity::Style),
        ])
        .unwrap();
        let of = |name: &str| levels.of(find(name).unwrap());
        assert_eq!(of("bad-date"), Some(Severity::Error));
        assert_eq!(of("bad-eco"), Some(Severity::Info));
        assert_eq!(of("illegal-move"), Some(Severity::Style));
        assert_eq!(of("crlf"), None);
        assert!(Levels::new(&[("bad-dat", Severity::Info)]).is_err());
        assert_eq!(Levels::default().of(find("crlf").unwrap()), None);
    }

    #[test]
    fn what_is_taken_out_stays_out() {
        let selection = Selection::new(&["bad-date", "M"], &[], &[]).unwrap();
        let names: Vec<_> =
            selection.without(&["T", "M001"]).unwrap().rules().map(|r| r.name).collect();
        assert!(!names.contains(&"bad-date") && !names.contains(&"illegal-move"));
        assert!(names.contains(&"ambiguous-move"));
    }

    #[test]
    fn unknown_names_are_errors_with_a_suggestion() {
        let message = |text: &str| Selection::new(&[text], &[], &[]).unwrap_err().to_string();
        assert_eq!(
            message("ilegal-move"),
            "no rule is called `ilegal-move`; is `illegal-move` meant?"
        );
        assert_eq!(
            message("illegal_move"),
            "no rule is called `illegal_move`; is `illegal-move` meant?"
        );
        assert_eq!(
            message("zzzzzzzzzzz"),
            "no rule is called `zzzzzzzzzzz`; `pgnkit rules` lists them"
        );
        assert_eq!(message("illegal"), "no rule is called `illegal`; is `illegal-move` meant?");
        assert_eq!(find("m001").unwrap().name, "illegal-move");
        assert!(named("G").count() > 3 && named("G").all(|rule| rule.code.starts_with('G')));
        assert_eq!(named("bad-date").map(|rule| rule.name).collect::<Vec<_>>(), ["bad-date"]);
        assert_eq!(named("nothing").count(), 0);
        assert!(find("M999").is_err());
    }
}
