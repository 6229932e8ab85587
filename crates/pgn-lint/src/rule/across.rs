//! Notes of rules that compare games, and how notes that share a key are judged.

use std::collections::BTreeMap;

use pgn_syntax::{Fallback, Span};

use crate::{context::GameCx, quote::quote};

/// A note of a rule on one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The index of the rule in the registry.
    pub(crate) rule: u16,
    /// The key; notes with equal keys are judged together.
    pub(crate) key: Vec<u8>,
    /// The value that is compared.
    pub(crate) value: Vec<u8>,
    /// The place of a finding.
    pub span: Span,
}

/// Collects the notes of one rule.
#[derive(Debug)]
pub(crate) struct Notes<'a> {
    pub(crate) rule: u16,
    pub(crate) out: &'a mut Vec<Note>,
}

impl Notes<'_> {
    /// Adds a note at `span`.
    pub(crate) fn add(&mut self, key: &[u8], value: &[u8], span: Span) {
        let (key, value) = (key.to_vec(), value.to_vec());
        self.out.push(Note { rule: self.rule, key, value, span });
    }
}

/// How notes with the same key are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Judge {
    /// Every note but the first is a finding with this message; the first is the other game.
    Copies(&'static str),
    /// Returns which of the distinct values are findings. A finding is at the first occurrence of
    /// its value.
    Values(fn(&[Value]) -> Vec<OddValue>),
    /// Values of a file must not decrease. The first decrease is a finding, whose message gets the
    /// number of decreases; the other game is the one before it.
    Order(fn(u64) -> String),
}

/// A value that is a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OddValue {
    /// The index of the value.
    pub at: usize,
    /// The index of the value that it contradicts; the other game is where that value occurs first.
    pub other: usize,
    /// The message.
    pub message: String,
}

/// A check that compares games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Across {
    /// Takes the notes of one game.
    pub take: fn(&GameCx<'_>, &mut Notes<'_>),
    /// Judges the notes.
    pub judge: Judge,
}

/// A distinct value of the notes with one key.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// The bytes of the value.
    pub text: Vec<u8>,
    /// The number of notes with this value.
    pub n: u64,
    /// The place of the first note with this value. Places are in the order of the notes.
    pub(crate) first: Vec<u8>,
}

/// Returns the values that differ from the most frequent one. Values with equal `key`s are one value, which is shown as it
/// first occurs. `word` makes the message of the value, the most frequent value and the number of its games.
pub(crate) fn unlike_most<K: Ord>(
    values: &[Value],
    key: impl Fn(&[u8]) -> K,
    word: impl Fn(&str, &str, &str) -> String,
) -> Vec<OddValue> {
    // The index of the first occurrence of each value, and the number of its games.
    let mut distinct: BTreeMap<K, (usize, u64)> = BTreeMap::new();
    for (at, value) in values.iter().enumerate() {
        let (first, n) = distinct.entry(key(&value.text)).or_insert((at, 0));
        *n += value.n;
        if value.first < values[*first].first {
            *first = at;
        }
    }
    // `max_by_key` returns the last maximum, so the reversed order yields the first value.
    let most = distinct.values().rev().max_by_key(|(_, n)| *n);
    let Some(&(other, n)) = most else { return Vec::new() };
    let word = |at: usize| word(&quoted(&values[at]), &quoted(&values[other]), &games(n));
    let others = distinct.values().map(|(at, _)| *at).filter(|at| *at != other);
    others.map(|at| OddValue { at, other, message: word(at) }).collect()
}

/// Returns a value, which is UTF-8, as quoted in messages.
pub(crate) fn quoted(value: &Value) -> String {
    quote(&value.text, Fallback::default())
}

/// Returns `one game` or `3 games`.
pub(crate) fn games(n: u64) -> String {
    if n == 1 { "one game".to_owned() } else { format!("{n} games") }
}
