//! The rules that run (`--select`, `--extend-select`, `--ignore`) and their levels (`severities`).

use std::fmt;

use crate::{
    consequence::CAUSES,
    rule::{Rule, Severity},
    rules::{RULES, name},
};

/// Rules that explain an illegal move. Their findings replace those of `illegal-move` at the same
/// place.
pub(crate) const EXPLAIN_ILLEGAL: [&str; 2] = [name::variation_origin, name::dgt_king_center];

/// A set of rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// One flag per rule, in the order of the registry.
    chosen: Vec<bool>,
}

/// A selector that matches no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// The selector as given; empty if none was given.
    pub selector: String,
    /// The most similar name or code.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.selector.as_str() {
            "" => f.write_str("no rule is named")?,
            selector => write!(f, "no rule is called `{selector}`")?,
        }
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => f.write_str("; `pgnkit rules` lists them"),
        }
    }
}

impl std::error::Error for UnknownRule {}

/// A selector and its specificity; of two selectors, the narrower one wins.
struct Selector<'a> {
    text: &'a str,
    specificity: Specificity,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Specificity {
    /// `ALL`.
    All,
    /// The beginning of a code, of this length.
    Prefix(usize),
    /// A complete code or name.
    One,
}

impl Selection {
    /// Returns the default rules: all except those that compare games and those that run only on
    /// request.
    #[must_use]
    pub fn standard() -> Selection {
        Selection { chosen: RULES.iter().map(|rule| is_standard(rule)).collect() }
    }

    /// Returns the rules that match `select` (the default rules if it is empty) or `extend`,
    /// without those that match `ignore`. The narrower selector wins: `--select T --ignore ALL`
    /// runs the T rules. Each text may contain several selectors separated by commas.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownRule`] if a selector matches no rule.
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
                // A default rule counts as selected by `ALL`, so that any other selector in `ignore` removes it.
                let wanted = match (select.is_empty(), narrowest(&select, rule)) {
                    (true, _) if is_standard(rule) => Some(Specificity::All),
                    (_, found) => found,
                }
                .max(narrowest(&extend, rule));
                wanted.is_some_and(|specificity| {
                    narrowest(&ignore, rule).is_none_or(|not| not < specificity)
                })
            })
            .collect();
        Ok(Selection { chosen })
    }

    /// Returns the selection without the rules that match `ignore`, even if a narrower selector
    /// chose them.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownRule`] if a selector matches no rule.
    pub fn without<S: AsRef<str>>(mut self, ignore: &[S]) -> Result<Selection, UnknownRule> {
        let ignore = read(ignore)?;
        for (rule, chosen) in RULES.iter().zip(&mut self.chosen) {
            *chosen &= narrowest(&ignore, rule).is_none();
        }
        Ok(self)
    }

    /// Returns the rules that both selections contain.
    #[must_use]
    pub fn and(&self, other: &Selection) -> Selection {
        let both = self.chosen.iter().zip(&other.chosen).map(|(&mine, &theirs)| mine && theirs);
        Selection { chosen: both.collect() }
    }

    /// Returns the selected rules whose findings may have fixes, and those that decide about the fixes of others: those
    /// that take over the fix of another rule, and those of which findings of other rules are consequences.
    pub(crate) fn with_fixes(&self) -> Selection {
        let mut some = self.clone();
        for (is_in, rule) in some.chosen.iter_mut().zip(RULES) {
            let decides = EXPLAIN_ILLEGAL.contains(&rule.name) || CAUSES.contains(&rule.name);
            *is_in &= rule.has_fix || decides;
        }
        some
    }

    /// Returns true if the selection contains `rule`.
    #[must_use]
    pub fn has(&self, rule: &Rule) -> bool {
        index_of(rule).is_some_and(|index| self.chosen[index])
    }

    /// Yields the rules of the selection, in the order of the registry.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().zip(&self.chosen).filter(|(_, chosen)| **chosen).map(|(rule, _)| *rule)
    }
}

/// The default rules.
impl Default for Selection {
    fn default() -> Selection {
        Selection::standard()
    }
}

/// Levels that replace the default levels of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// One level per rule, in the order of the registry; empty if no level is replaced.
    changed: Vec<Option<Severity>>,
}

impl Levels {
    /// Returns the levels for pairs of selector and level. The narrower selector wins; of equal
    /// ones, the later.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownRule`] if a selector matches no rule.
    pub fn new<S: AsRef<str>>(pairs: &[(S, Severity)]) -> Result<Levels, UnknownRule> {
        let mut changed = vec![None; if pairs.is_empty() { 0 } else { RULES.len() }];
        for (text, severity) in pairs {
            let selector = Selector::read(text.as_ref().trim())?;
            for (rule, slot) in RULES.iter().zip(&mut changed) {
                if selector.matches(rule)
                    && slot.is_none_or(|(specificity, _)| specificity <= selector.specificity)
                {
                    *slot = Some((selector.specificity, *severity));
                }
            }
        }
        let changed = changed.into_iter().map(|slot| Some(slot?.1)).collect();
        Ok(Levels { changed })
    }

    /// Returns the level that replaces the default level of a rule.
    #[must_use]
    pub fn of(&self, rule: &Rule) -> Option<Severity> {
        if self.is_empty() {
            return None;
        }
        *self.changed.get(index_of(rule)?)?
    }

    /// Returns true if no level is replaced.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }
}

/// Returns the place of a rule in the registry.
fn index_of(rule: &Rule) -> Option<usize> {
    RULES.iter().position(|known| std::ptr::eq(*known, rule))
}

/// Returns true if a rule runs by default. Rules that compare games cost memory and time, and
/// others apply only to files of a certain form; both run only on request.
fn is_standard(rule: &Rule) -> bool {
    !rule.compares_games() && !ON_REQUEST.contains(&rule.name)
}

/// Rules that apply only to files of a certain form, which a file does not state, or that rest on
/// conventions.
const ON_REQUEST: [&str; 2] = [name::eco_mismatch, name::reduced_needs_fen];

/// Returns the selectors in `texts`.
///
/// # Errors
/// Returns [`UnknownRule`] if a selector matches no rule, or if there are texts but no selectors.
fn read<S: AsRef<str>>(texts: &[S]) -> Result<Vec<Selector<'_>>, UnknownRule> {
    let parts = texts.iter().flat_map(|text| text.as_ref().split(','));
    let selectors: Vec<_> = parts
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(Selector::read)
        .collect::<Result<_, _>>()?;
    if selectors.is_empty() && !texts.is_empty() {
        Err(UnknownRule { selector: String::new(), nearest: None })
    } else {
        Ok(selectors)
    }
}

/// Returns the specificity of the narrowest selector that matches the rule.
fn narrowest(selectors: &[Selector<'_>], rule: &Rule) -> Option<Specificity> {
    selectors
        .iter()
        .filter(|selector| selector.matches(rule))
        .map(|selector| selector.specificity)
        .max()
}

impl Selector<'_> {
    fn read(text: &str) -> Result<Selector<'_>, UnknownRule> {
        let specificity = if text.eq_ignore_ascii_case("ALL") {
            Specificity::All
        } else if RULES.iter().any(|rule| is_called(rule, text)) {
            Specificity::One
        } else if !text.is_empty() && RULES.iter().any(|rule| has_code_prefix(rule, text)) {
            Specificity::Prefix(text.len())
        } else {
            return Err(UnknownRule { selector: text.to_owned(), nearest: nearest(text) });
        };
        Ok(Selector { text, specificity })
    }

    fn matches(&self, rule: &Rule) -> bool {
        match self.specificity {
            Specificity::All => true,
            Specificity::Prefix(_) => has_code_prefix(rule, self.text),
            Specificity::One => is_called(rule, self.text),
        }
    }
}

/// Returns true if a rule has this code or name, in upper or lower case.
fn is_called(rule: &Rule, text: &str) -> bool {
    rule.code.eq_ignore_ascii_case(text) || rule.name.eq_ignore_ascii_case(text)
}

/// Returns true if the code of a rule begins with `text`, in upper or lower case.
fn has_code_prefix(rule: &Rule, text: &str) -> bool {
    rule.code.get(..text.len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case(text))
}

/// Yields the rules that a selector matches: a code, a name, or the beginning of codes.
pub fn named(selector: &str) -> impl Iterator<Item = &'static Rule> {
    let read = Selector::read(selector).ok();
    let names = move |rule: &&'static Rule| read.as_ref().is_some_and(|it| it.matches(rule));
    RULES.iter().copied().filter(names)
}

/// Returns the rule with this code or name.
///
/// # Errors
///
/// Returns [`UnknownRule`] if no rule has this code or name.
pub fn find(name: &str) -> Result<&'static Rule, UnknownRule> {
    known(name).ok_or_else(|| UnknownRule { selector: name.to_owned(), nearest: nearest(name) })
}

/// Returns the rule with this code or name; `None` if there is none.
pub(crate) fn known(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| is_called(rule, name)).copied()
}

/// Returns the name or code at the smallest edit distance, if it is small.
pub(crate) fn nearest(text: &str) -> Option<&'static str> {
    let folded = text.to_ascii_lowercase().replace(['_', ' '], "-");
    let names = RULES.iter().flat_map(|rule| [rule.name, rule.code]);
    // A single word of a name also matches.
    let has_word = |name: &&str| name.split('-').any(|word| word == folded);
    let with_word =
        || RULES.iter().map(|rule| rule.name).filter(has_word).min_by_key(|it| it.len());
    pgn_syntax::similar(&folded, names).or_else(with_word)
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
        assert!(Levels::new(&[("", Severity::Info)]).is_err());
        assert_eq!(Levels::default().of(find("crlf").unwrap()), None);
    }

    #[test]
    fn without_removes_rules() {
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
            "no rule is called `ilegal-move`; did you mean `illegal-move`?"
        );
        assert_eq!(
            message("illegal_move"),
            "no rule is called `illegal_move`; did you mean `illegal-move`?"
        );
        assert_eq!(
            message("zzzzzzzzzzz"),
            "no rule is called `zzzzzzzzzzz`; `pgnkit rules` lists them"
        );
        let none = "no rule is named; `pgnkit rules` lists them";
        assert_eq!([message(""), message(" , ")], [none, none]);
        assert_eq!(message("illegal"), "no rule is called `illegal`; did you mean `illegal-move`?");
        assert_eq!(find("m001").unwrap().name, "illegal-move");
        assert_eq!(format!("{:?}", find("m001").unwrap()), "Rule(M001 illegal-move)");
        check(&["m001"], &[], &[], "illegal-move", "ambiguous-move");
        check(&[], &[], &["Bad-Date", "m00"], "bad-eco", "bad-date illegal-move");
        assert_eq!(find("Illegal-Move").unwrap().code, "M001");
        assert_eq!(named("").count(), 0);
        assert!(named("G").count() > 3 && named("G").all(|rule| rule.code.starts_with('G')));
        assert_eq!(named("bad-date").map(|rule| rule.name).collect::<Vec<_>>(), ["bad-date"]);
        assert_eq!(named("nothing").count(), 0);
        assert!(find("M999").is_err());
    }
}
