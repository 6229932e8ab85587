//! Rules across games: what they take down of each game, and how they judge notes that belong
//! together. Who sorts the notes, and where they lie meanwhile, is the caller's affair.

use pgn_syntax::Span;

use crate::{
    diagnostic::quote,
    rule::{Check, GameCx, Rule},
    rules::RULES,
};

/// What a rule takes down of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its rule, as a place in the registry.
    rule: u16,
    /// Notes with the same key are judged together.
    key: Vec<u8>,
    /// What is compared.
    value: Vec<u8>,
    /// Where a finding would be.
    pub span: Span,
}

/// Where a rule takes down.
#[derive(Debug)]
pub struct Notes<'a> {
    pub(crate) rule: u16,
    pub(crate) out: &'a mut Vec<Note>,
}

impl Notes<'_> {
    /// A note at `span`.
    pub fn add(&mut self, key: &[u8], value: &[u8], span: Span) {
        let (key, value) = (key.to_vec(), value.to_vec());
        self.out.push(Note { rule: self.rule, key, value, span });
    }
}

/// How notes with the same key are judged.
#[derive(Clone, Copy, Debug)]
pub enum Judge {
    /// Each but the first is a finding, with this message; the first is the other game.
    Copies(&'static str),
    /// Their values, each once: which of them are findings. A finding is where the value stands first.
    Values(fn(&[Value]) -> Vec<Odd>),
    /// The values of a file never get smaller: the first that does is a finding, with the number of
    /// those that do; the game above it is the other one.
    Order(fn(u64) -> String),
}

/// A value that is a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd {
    /// Which of the values.
    pub at: usize,
    /// Which of them it contradicts: the other game is where that stands first.
    pub other: usize,
    /// What is wrong.
    pub message: String,
}

/// What a rule across games does.
#[derive(Clone, Copy, Debug)]
pub struct Across {
    /// Takes down what matters of a game.
    pub take: fn(&GameCx<'_>, &mut Notes<'_>),
    /// Judges.
    pub judge: Judge,
}

/// A value that notes of one key have.
#[derive(Clone, Debug)]
pub struct Value {
    /// It.
    pub text: Vec<u8>,
    /// In so many notes.
    pub n: u64,
    first: Vec<u8>,
}

/// A finding across games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whose.
    pub rule: &'static Rule,
    /// The place that came with the note.
    pub place: Vec<u8>,
    /// The place that came with the note of the game that this one copies or contradicts.
    pub other: Vec<u8>,
    /// What is wrong.
    pub message: String,
}

/// More values of one key than this are not told apart: one key must not take all memory.
const MAX_VALUES: usize = 10_000;

impl Note {
    /// A key that brings notes together when it is sorted by; `file`: the number of its file.
    #[must_use]
    pub fn sort_key(&self, file: u32) -> Vec<u8> {
        let mut key = self.rule.to_be_bytes().to_vec();
        let is_order = matches!(judge(self.rule), Some(Judge::Order(_)));
        let own = if is_order { &file.to_be_bytes()[..] } else { &self.key };
        key.extend(u32::try_from(own.len()).unwrap_or(u32::MAX).to_be_bytes());
        key.extend_from_slice(own);
        if !is_order {
            key.extend_from_slice(&self.value);
        }
        key
    }

    /// What goes with the key: `place` is given back with a finding.
    #[must_use]
    pub fn payload(&self, place: &[u8]) -> Vec<u8> {
        let mut payload = u32::try_from(place.len()).unwrap_or(0).to_be_bytes().to_vec();
        payload.extend_from_slice(place);
        payload.extend_from_slice(&self.value);
        payload
    }
}

fn judge(rule: u16) -> Option<Judge> {
    RULES.get(usize::from(rule))?.checks.iter().find_map(|check| match check {
        Check::Across(across) => Some(across.judge),
        _ => None,
    })
}

/// Judges notes in the order of their keys; those of equal keys come in the order of their games.
#[derive(Debug, Default)]
pub struct Judging {
    group: Vec<u8>,
    values: Vec<Value>,
    /// The first of copies.
    first: Option<Vec<u8>>,
    /// The first that is smaller than the one before it, and that one.
    smaller: Option<[Vec<u8>; 2]>,
    n_smaller: u64,
}

impl Judging {
    /// Takes the next note.
    pub fn push(&mut self, key: &[u8], payload: &[u8], out: &mut Vec<Verdict>) {
        let Some((group, place, value)) = read(key, payload) else { return };
        if self.group != group {
            self.finish(out);
            self.group = group.to_vec();
        }
        let Some((rule, judge)) = self.rule() else { return };
        match judge {
            Judge::Copies(message) => match &self.first {
                None => self.first = Some(place.to_vec()),
                Some(first) => {
                    let (place, other) = (place.to_vec(), first.clone());
                    out.push(Verdict { rule, place, other, message: message.to_owned() });
                }
            },
            Judge::Values(_) => {
                let is_full = self.values.len() >= MAX_VALUES;
                match self.values.last_mut() {
                    Some(last) if last.text == value => last.n += 1,
                    _ if is_full => (),
                    _ => {
                        let (text, first) = (value.to_vec(), place.to_vec());
                        self.values.push(Value { text, n: 1, first });
                    }
                }
            }
            Judge::Order(_) => {
                if let Some(last) = self.values.last()
                    && value < &last.text[..]
                {
                    self.n_smaller += 1;
                    self.smaller.get_or_insert_with(|| [place.to_vec(), last.first.clone()]);
                }
                let (text, first) = (value.to_vec(), place.to_vec());
                self.values = vec![Value { text, n: 1, first }];
            }
        }
    }

    /// All notes of a group have come.
    pub fn finish(&mut self, out: &mut Vec<Verdict>) {
        let rule = self.rule();
        let (values, smaller) = (std::mem::take(&mut self.values), self.smaller.take());
        self.first = None;
        let n_smaller = std::mem::take(&mut self.n_smaller);
        self.group.clear();
        match rule {
            Some((rule, Judge::Values(judge))) => {
                for Odd { at, other, message } in judge(&values) {
                    if let (Some(value), Some(other)) = (values.get(at), values.get(other)) {
                        let (place, other) = (value.first.clone(), other.first.clone());
                        out.push(Verdict { rule, place, other, message });
                    }
                }
            }
            Some((rule, Judge::Order(message))) => {
                if let Some([place, other]) = smaller {
                    out.push(Verdict { rule, place, other, message: message(n_smaller) });
                }
            }
            _ => (),
        }
    }

    fn rule(&self) -> Option<(&'static Rule, Judge)> {
        let number = u16::from_be_bytes(self.group.get(..2)?.try_into().ok()?);
        Some((RULES.get(usize::from(number))?, judge(number)?))
    }
}

/// Group, place and value of a note.
fn read<'a>(key: &'a [u8], payload: &'a [u8]) -> Option<(&'a [u8], &'a [u8], &'a [u8])> {
    let len =
        |bytes: Option<&[u8]>| usize::try_from(u32::from_be_bytes(bytes?.try_into().ok()?)).ok();
    let group = key.get(..6 + len(key.get(2..6))?)?;
    let (place, value) = payload.get(4..)?.split_at_checked(len(payload.get(..4))?)?;
    Some((group, place, value))
}

/// Letters and digits in lower case: what stays of a name that is written in another way.
pub(crate) fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A tag value as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The values that differ from the most frequent one, with the message that `word` makes of the two
/// and of the games with the latter.
pub(crate) fn unlike_most(values: &[Value], word: impl Fn(&str, &str, &str) -> String) -> Vec<Odd> {
    // The first of equals.
    let most = values.iter().enumerate().rev().max_by_key(|(_, value)| value.n);
    let Some((other, usual)) = most else { return Vec::new() };
    let word = |value: &Value| word(&quote(&value.text), &quote(&usual.text), &games(usual.n));
    let others = values.iter().enumerate().filter(|(at, _)| *at != other);
    others.map(|(at, value)| Odd { at, other, message: word(value) }).collect()
}

/// `3 games`.
pub(crate) fn games(n: u64) -> String {
    if n == 1 { "one game".to_owned() } else { format!("{n} games") }
}
