//! Judges the notes of rules that compare games: each rule takes notes of every game, and notes that share a key are
//! judged together. The caller sorts and stores the notes.

use pgn_syntax::encoding::utf8_or_latin1;

use crate::{
    rule::{Check, ComparedValue, Judge, Note, OddValue, Rule, Value},
    rules::RULES,
};

/// A finding that comes from comparing games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcrossFinding {
    /// The rule of the finding.
    pub rule: &'static Rule,
    /// The place that was passed to [`Note::payload`].
    pub place: Vec<u8>,
    /// The place that was passed to [`Note::payload`] for the other game, which this one copies or contradicts.
    pub other: Vec<u8>,
    /// The message.
    pub message: String,
    /// The values that were compared; empty if games are copies or out of order.
    pub compared: Vec<ComparedValue>,
}

/// Upper bound on the values that a finding names.
const MAX_VARIANTS: usize = 20;

/// Upper bound on the distinct values of one key, to bound memory.
const MAX_VALUES: usize = 10_000;

impl Note {
    /// Returns a key whose order brings the notes to judge together next to each other; `file` is
    /// the number of the file.
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

    /// Returns the data to store with the key. `place` is returned with a finding.
    #[must_use]
    pub fn payload(&self, place: &[u8]) -> Vec<u8> {
        let mut payload = u32::try_from(place.len()).unwrap_or(0).to_be_bytes().to_vec();
        payload.extend_from_slice(place);
        payload.extend_from_slice(&self.value);
        payload
    }
}

/// Returns the values for a finding.
fn compared(values: &[Value]) -> Vec<ComparedValue> {
    let compared =
        |value: &Value| ComparedValue { value: utf8_or_latin1(&value.text), n_games: value.n };
    values.iter().take(MAX_VARIANTS).map(compared).collect()
}

fn judge(rule: u16) -> Option<Judge> {
    RULES.get(usize::from(rule))?.checks.iter().find_map(|check| match check {
        Check::Across(across) => Some(across.judge),
        _ => None,
    })
}

/// Judges notes in the order of their keys; notes with equal keys must come in the order of their
/// games.
#[derive(Debug, Default)]
pub struct AcrossChecker {
    group: Vec<u8>,
    values: Vec<Value>,
    /// The place of the first note, for [`Judge::Copies`].
    first: Option<Vec<u8>>,
    /// The places of the first decreasing value and of the value before it, for [`Judge::Order`].
    smaller: Option<[Vec<u8>; 2]>,
    n_smaller: u64,
}

impl AcrossChecker {
    /// Adds the next note; finished groups append their findings to `out`.
    pub fn push(&mut self, key: &[u8], payload: &[u8], out: &mut Vec<AcrossFinding>) {
        let Some((group, place, value)) = read(key, payload) else { return };
        if self.group != group {
            self.finish(out);
            self.group = group.to_vec();
        }
        let Some((rule, judge)) = self.rule() else { return };
        let new = || Value { text: value.to_vec(), n: 1, first: place.to_vec() };
        match judge {
            Judge::Copies(message) => match &self.first {
                None => self.first = Some(place.to_vec()),
                Some(first) => {
                    let (place, other) = (place.to_vec(), first.clone());
                    let (message, compared) = (message.to_owned(), Vec::new());
                    out.push(AcrossFinding { rule, place, other, message, compared });
                }
            },
            Judge::Values(_) => {
                let is_full = self.values.len() >= MAX_VALUES;
                match self.values.last_mut() {
                    Some(last) if last.text == value => last.n += 1,
                    _ if is_full => (),
                    _ => self.values.push(new()),
                }
            }
            Judge::Order(_) => {
                if let Some(last) = self.values.last()
                    && value < &last.text[..]
                {
                    self.n_smaller += 1;
                    self.smaller.get_or_insert_with(|| [place.to_vec(), last.first.clone()]);
                }
                self.values = vec![new()];
            }
        }
    }

    /// Ends the last group of notes.
    pub fn finish(&mut self, out: &mut Vec<AcrossFinding>) {
        let rule = self.rule();
        let (values, smaller) = (std::mem::take(&mut self.values), self.smaller.take());
        self.first = None;
        let n_smaller = std::mem::take(&mut self.n_smaller);
        self.group.clear();
        match rule {
            Some((rule, Judge::Values(judge))) => {
                let compared = compared(&values);
                for OddValue { at, other, message } in judge(&values) {
                    if let (Some(value), Some(other)) = (values.get(at), values.get(other)) {
                        let (place, other) = (value.first.clone(), other.first.clone());
                        let compared = compared.clone();
                        out.push(AcrossFinding { rule, place, other, message, compared });
                    }
                }
            }
            Some((rule, Judge::Order(message))) => {
                if let Some([place, other]) = smaller {
                    let (message, compared) = (message(n_smaller), Vec::new());
                    out.push(AcrossFinding { rule, place, other, message, compared });
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

/// Splits a stored note into group, place and value.
fn read<'a>(key: &'a [u8], payload: &'a [u8]) -> Option<(&'a [u8], &'a [u8], &'a [u8])> {
    let len =
        |bytes: Option<&[u8]>| usize::try_from(u32::from_be_bytes(bytes?.try_into().ok()?)).ok();
    let group = key.get(..6 + len(key.get(2..6))?)?;
    let (place, value) = payload.get(4..)?.split_at_checked(len(payload.get(..4))?)?;
    Some((group, place, value))
}
