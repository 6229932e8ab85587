//! Columns as dictionaries: each distinct value once, and the number of the value for each row.
//!
//! The library can write dictionaries, too, but packs numbers into as few bits as possible, so that zstd finds no
//! repetitions in them. Here they take whole bytes.

use std::{
    cmp::Reverse,
    collections::hash_map::{Entry, HashMap},
    hash::Hash,
    ops::Range,
};

use ahash::RandomState;

use super::{
    leaf::{Leaf, Values},
    runs::push_numbers,
};
use crate::text::Text;

/// The maximum number of bytes of the values of a dictionary. A column with more has too few repetitions.
const MAX_BYTES: usize = 1 << 20;

/// Minimum number of distinct values of a dictionary that is sorted, so that the values themselves take less space. In
/// a smaller dictionary the most frequent values come first, so that the indices take less.
const IN_ORDER: usize = 1 << 12;

/// A value of a column that may have a dictionary.
trait Item: Copy + Ord + Hash {
    /// Returns the value as a number that no other value of the column has; `None` for long texts.
    fn as_word(&self) -> Option<u64>;

    /// Returns the number of bytes that the value takes in plain encoding.
    fn plain_len(&self) -> usize {
        size_of::<Self>()
    }

    /// Returns true if the values are equal.
    #[inline(always)]
    fn equals(&self, other: &Self) -> bool {
        self == other
    }
}

impl Item for Text<'_> {
    #[inline(always)]
    fn as_word(&self) -> Option<u64> {
        if let Text::Short(word) = *self { Some(word) } else { None }
    }

    fn plain_len(&self) -> usize {
        Text::plain_len(self)
    }

    #[inline(always)]
    fn equals(&self, other: &Self) -> bool {
        match (*self, *other) {
            // Long texts at the same place are not read.
            (Text::Long(a), Text::Long(b)) => std::ptr::eq(a, b) || a == b,
            _ => self == other,
        }
    }
}

impl Item for i64 {
    #[inline(always)]
    fn as_word(&self) -> Option<u64> {
        Some(self.cast_unsigned())
    }
}

impl Item for u64 {
    #[inline(always)]
    fn as_word(&self) -> Option<u64> {
        Some(*self)
    }
}

impl Item for i32 {
    #[inline(always)]
    fn as_word(&self) -> Option<u64> {
        Some(self.cast_unsigned().into())
    }
}

/// A direct-mapped cache of the numbers of short values, in front of the hash map.
struct Recent(Vec<(u64, Option<u16>)>);

impl Recent {
    const BITS: u32 = 12;

    fn new() -> Recent {
        Recent(vec![(0, None); 1 << Recent::BITS])
    }

    /// Returns the place of a value.
    #[inline(always)]
    fn place(&mut self, word: u64) -> Option<&mut (u64, Option<u16>)> {
        let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - Recent::BITS);
        self.0.get_mut(usize::try_from(mixed).ok()?)
    }

    /// Returns the number of a value.
    #[inline(always)]
    fn get(&mut self, word: Option<u64>) -> Option<u16> {
        let word = word?;
        match *self.place(word)? {
            (known, number) if known == word => number,
            _ => None,
        }
    }

    fn set(&mut self, word: Option<u64>, number: u16) {
        if let Some(word) = word
            && let Some(place) = self.place(word)
        {
            *place = (word, Some(number));
        }
    }
}

/// Returns the distinct keys that `key` makes of the values of `parts`, and the number of the key of each value; `None`
/// if there are too many distinct keys.
fn numbered<'p, K: Item, V: Copy + 'p>(
    parts: impl Iterator<Item = &'p [V]>,
    key: impl Fn(V) -> K,
) -> Option<(Vec<K>, Vec<u16>)> {
    let mut known: HashMap<K, u16, RandomState> = HashMap::default();
    let (mut distinct, mut counts) = (Vec::new(), Vec::<u32>::new());
    let (mut numbers, mut n_bytes, mut last) = (Vec::new(), 0, None);
    let mut recent = Recent::new();
    for part in parts {
        numbers.reserve(part.len());
        for &value in part {
            let value = key(value);
            let word = value.as_word();
            let number = match (word, last) {
                (None, Some((before, number))) if value.equals(&before) => number,
                _ => match recent.get(word) {
                    Some(number) => number,
                    None => {
                        let number = match known.entry(value) {
                            Entry::Occupied(entry) => *entry.get(),
                            Entry::Vacant(entry) => {
                                n_bytes += value.plain_len();
                                let number = u16::try_from(distinct.len()).ok();
                                let number = number.filter(|_| n_bytes <= MAX_BYTES)?;
                                distinct.push(value);
                                counts.push(0);
                                *entry.insert(number)
                            }
                        };
                        recent.set(word, number);
                        number
                    }
                },
            };
            counts[usize::from(number)] += 1;
            numbers.push(number);
            if word.is_none() {
                last = Some((value, number));
            }
        }
    }
    let mut order: Vec<u16> = (0..=u16::MAX).take(distinct.len()).collect();
    match order.len() {
        ..IN_ORDER => order.sort_by_key(|&number| Reverse(counts[usize::from(number)])),
        _ => order.sort_unstable_by_key(|&number| distinct[usize::from(number)]),
    }
    let mut rank = vec![0; order.len()];
    for (new, &old) in (0..=u16::MAX).zip(&order) {
        rank[usize::from(old)] = new;
    }
    numbers.iter_mut().for_each(|number| *number = rank[usize::from(*number)]);
    let distinct = order.into_iter().map(|number| distinct[usize::from(number)]).collect();
    Some((distinct, numbers))
}

/// The dictionary of a column.
pub(super) struct Dictionary<'a> {
    pub(super) distinct: Values<'a>,
    /// The number of each value.
    numbers: Vec<u16>,
}

impl<'a> Dictionary<'a> {
    /// Returns the dictionary of a column, `None` if it has too many distinct values or none.
    pub(super) fn of(leaves: &[&Leaf<'a>]) -> Option<Dictionary<'a>> {
        let all = leaves.iter().map(|leaf| &leaf.values);
        let (distinct, numbers) = match leaves.first()?.values {
            Values::Text(_) | Values::Keys(_) => {
                let (distinct, numbers) = numbered(all.filter_map(Values::texts), |it| it)?;
                (Values::Text(distinct), numbers)
            }
            Values::Int(_) => {
                let (distinct, numbers) = numbered(all.filter_map(Values::ints), |it| it)?;
                (Values::Int(distinct), numbers)
            }
            Values::Float(_) => {
                let (bits, numbers) = numbered(all.filter_map(Values::floats), f64::to_bits)?;
                (Values::Float(bits.into_iter().map(f64::from_bits).collect()), numbers)
            }
            Values::Date(_) => {
                let (distinct, numbers) = numbered(all.filter_map(Values::dates), |it| it)?;
                (Values::Date(distinct), numbers)
            }
        };
        (!numbers.is_empty()).then_some(Dictionary { distinct, numbers })
    }

    /// Appends the numbers of a range of the values.
    pub(super) fn push_numbers(&self, range: Range<usize>, out: &mut Vec<u8>) {
        let width = if self.distinct.len() > 1 << 8 { 2 } else { 1 };
        push_numbers(&self.numbers[range], width, out);
    }
}
