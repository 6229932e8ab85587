//! Values for which a test nearly holds, for the messages at the end of a run.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use pgn_syntax::{player_name, tag::is_unknown_or_open};
use strsim::osa_distance;

use crate::{
    language::ast::{Op, Operation, Test},
    values::{
        fold::fold,
        value::{Value, ValueKind},
    },
};

/// Maximum number of games whose values are examined.
const MAX_GAMES: usize = 20_000;

/// Minimum number of letters before the first wildcard of a pattern. With fewer, nearly every value would be similar.
const MIN_BEGINNING: usize = 4;

/// Number of letters from which a surname may have two slips.
const LONG_SURNAME: usize = 8;

/// Maximum length in bytes of a value that is compared with a pattern.
const MAX_COMPARED: usize = 100;

/// Maximum length in bytes of a value that a note quotes because it is not a number.
const MAX_QUOTED: usize = 40;

/// The search for a value for which a test nearly holds.
#[derive(Debug)]
pub(crate) struct NearMiss {
    /// Name of the field or tag.
    name: String,
    /// The value of the test.
    text: String,
    kind: Kind,
    /// True if the search has ended.
    is_done: AtomicBool,
    n_seen: AtomicUsize,
    /// The nearest value so far: number of slips, and the value.
    nearest: Mutex<Option<(usize, String)>>,
}

/// The values that are near.
#[derive(Debug)]
enum Kind {
    /// For `=`: a value that begins with the text, in any case of ASCII letters and with any blanks.
    Beginning,
    /// For `~`: a value whose beginning is nearly that of the pattern.
    Glob {
        /// The text before the first wildcard, folded.
        beginning: String,
        /// The surname in that text, folded.
        surname: String,
        /// True if the pattern has no wildcards.
        has_no_wildcard: bool,
    },
    /// For numbers: a value that is not a number.
    Number,
}

impl NearMiss {
    /// Returns the search for a value that nearly passes a test; `None` if there is no search for this kind of test.
    /// `value_kind`: the kind of values that are compared.
    pub(crate) fn of(test: &Test, name: &str, value_kind: ValueKind) -> Option<NearMiss> {
        if value_kind == ValueKind::Decimal {
            return Some(NearMiss::new(name, String::new(), Kind::Number));
        }
        match &test.operation {
            Operation::Compare(Op::Equal, word) if !word.text.trim().is_empty() => {
                Some(NearMiss::new(name, word.text.clone(), Kind::Beginning))
            }
            Operation::Compare(Op::Glob, word) => {
                // The options for names translate a comma to this pattern.
                let text = word.text.replace("{\\,,\\, }", ", ");
                let end = text.find(['*', '?', '[', '{', '\\']);
                let beginning_text = &text[..end.unwrap_or(text.len())];
                let surname = fold(&player_name::parts(beginning_text).0);
                let beginning = fold(beginning_text);
                let is_long = beginning.chars().count() >= MIN_BEGINNING;
                let kind = Kind::Glob { beginning, surname, has_no_wildcard: end.is_none() };
                is_long.then(|| NearMiss::new(name, text, kind))
            }
            _ => None,
        }
    }

    fn new(name: &str, text: String, kind: Kind) -> NearMiss {
        NearMiss {
            name: name.to_owned(),
            text,
            kind,
            is_done: AtomicBool::new(false),
            n_seen: AtomicUsize::new(0),
            nearest: Mutex::new(None),
        }
    }

    /// Examines the values of a game. `holds` says whether the test holds for them.
    pub(crate) fn see(&self, values: &[Value<'_>], holds: bool) {
        if self.is_done.load(Ordering::Relaxed) {
            return;
        }
        let is_number = matches!(self.kind, Kind::Number);
        let n_seen = self.n_seen.fetch_add(1, Ordering::Relaxed);
        if n_seen >= MAX_GAMES || holds && !is_number {
            self.is_done.store(true, Ordering::Relaxed);
        }
        if holds {
            return;
        }
        for value in values {
            let Value::Text(text) = value else { continue };
            let Some(n_slips) = self.slips(text) else { continue };
            let mut nearest = self.nearest.lock().unwrap_or_else(PoisonError::into_inner);
            let is_nearer =
                |(n, other): &(usize, String)| (n_slips, &**text) < (*n, other.as_str());
            if nearest.as_ref().is_none_or(is_nearer) {
                *nearest = Some((n_slips, text.to_string()));
            }
            if matches!(self.kind, Kind::Beginning) {
                self.is_done.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns the edit distance between a value and the requested one; `None` if it is too large.
    fn slips(&self, value: &str) -> Option<usize> {
        match &self.kind {
            Kind::Beginning => {
                let mut of_value = squashed(value);
                squashed(&self.text).all(|byte| of_value.next() == Some(byte)).then_some(0)
            }
            Kind::Number => {
                let is_known = !is_unknown_or_open(value.as_bytes());
                (is_known && value.len() <= MAX_QUOTED).then_some(0)
            }
            Kind::Glob { beginning, surname, .. } => {
                if value.len() > MAX_COMPARED {
                    return None;
                }
                let (of_value, _) = player_name::parts(value);
                let (folded, of_value) = (fold(value), fold(&of_value));
                if folded.starts_with(beginning.as_str()) || of_value == *surname {
                    return Some(0);
                }
                let most = if surname.chars().count() < LONG_SURNAME { 1 } else { 2 };
                let is_comparable = of_value.len().abs_diff(surname.len()) <= most;
                let n_slips =
                    if is_comparable { osa_distance(&of_value, surname) } else { usize::MAX };
                (n_slips <= most).then_some(n_slips)
            }
        }
    }

    fn nearest(&self) -> Option<String> {
        let nearest = self.nearest.lock().unwrap_or_else(PoisonError::into_inner);
        nearest.as_ref().map(|(_, value)| value.clone())
    }

    /// Returns a hint for a query that has selected nothing; `None` if no near value was found.
    pub(crate) fn hint(&self) -> Option<String> {
        let NearMiss { name, text, .. } = self;
        let near = self.nearest()?;
        match &self.kind {
            Kind::Beginning if !begins_with(&near, text) => {
                Some(format!("{name} = \"{text}\" has no match; near: \"{near}\""))
            }
            Kind::Beginning => Some(format!(
                "{name} = \"{text}\" compares whole values and their case; {name} ~ \"{text}*\" matches every \
                 value that begins with it"
            )),
            Kind::Glob { beginning, has_no_wildcard: true, .. }
                if fold(&near).starts_with(beginning) =>
            {
                Some(format!(
                    "{name} ~ \"{text}\" compares whole values; {name} ~ \"{text}*\" matches every value that begins \
                     with it, such as \"{near}\""
                ))
            }
            Kind::Glob { .. } => {
                Some(format!("{name} ~ \"{text}\" has no match; near: \"{near}\""))
            }
            Kind::Number => None,
        }
    }

    /// Returns a note on values that the test skipped because they are not numbers.
    pub(crate) fn note(&self) -> Option<String> {
        let Kind::Number = &self.kind else { return None };
        let near = self.nearest()?;
        let base = if self.name == "TimeControl" { "; base is its seconds" } else { "" };
        let name = &self.name;
        Some(format!(
            "{name}: a value such as \"{near}\" is not a number, so every comparison with it is false{base}"
        ))
    }
}

/// Yields the bytes of a text without blanks and in lower case.
fn squashed(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|&byte| byte != b' ').map(|byte| byte.to_ascii_lowercase())
}

/// Returns true if a value begins with a text, in any case of ASCII letters.
fn begins_with(value: &str, text: &str) -> bool {
    let start = value.as_bytes().get(..text.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(text.as_bytes()))
}
