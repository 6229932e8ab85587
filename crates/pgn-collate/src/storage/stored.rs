//! Values in stored records, as bytes.

use std::collections::{BTreeMap, BTreeSet};

use pgn_stream::{GameNumber, LineNumber, Position};
use pgn_syntax::boundary::Edges;

/// A value that stored records hold. Numbers are in little-endian order.
pub trait Stored: Sized {
    /// The number of bytes. For texts and collections, whose length varies, the number of bytes of an empty one.
    const LEN: usize;

    /// Appends the bytes of the value to `out`.
    fn put(&self, out: &mut Vec<u8>);

    /// Removes a value from the beginning of `bytes` and returns it.
    ///
    /// # Panics
    /// Panics if there are too few bytes.
    fn take(bytes: &mut &[u8]) -> Self;

    /// Returns the bytes of the value.
    fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(Self::LEN);
        self.put(&mut out);
        out
    }

    /// Returns the value that `bytes` begin with.
    ///
    /// # Panics
    /// Panics if there are too few bytes.
    #[must_use]
    fn of_bytes(mut bytes: &[u8]) -> Self {
        Self::take(&mut bytes)
    }
}

/// Returns the length of a field in bytes. Used by [`stored!`](crate::stored!).
#[must_use]
pub const fn len_of<S, F: Stored>(_: fn(&S) -> &F) -> usize {
    F::LEN
}

/// Implements [`Stored`] for structs: the bytes of the fields that are named, which must be all, in this order.
#[macro_export]
macro_rules! stored {
    ($($name:ident $(<$side:ident>)? { $($field:tt),* })*) => {$(
        impl $(<$side: $crate::Stored>)? $crate::Stored for $name $(<$side>)? {
            const LEN: usize = 0 $(+ $crate::len_of(|it: &Self| &it.$field))*;

            fn put(&self, out: &mut Vec<u8>) {
                $($crate::Stored::put(&self.$field, out);)*
            }

            fn take(bytes: &mut &[u8]) -> Self {
                Self { $($field: $crate::Stored::take(bytes)),* }
            }
        }
    )*};
}

/// Implements [`Stored`] for enums without data: the index among the variants, which must be in the order of their
/// declaration. Any other number is read as the last one.
#[macro_export]
macro_rules! stored_enum {
    ($name:ident: $($variant:ident),*) => {
        impl $crate::Stored for $name {
            const LEN: usize = 1;

            fn put(&self, out: &mut Vec<u8>) {
                out.push(*self as u8);
            }

            fn take(bytes: &mut &[u8]) -> Self {
                let all = [$($name::$variant),*];
                let index = <u8 as $crate::Stored>::take(bytes);
                all[usize::from(index).min(all.len() - 1)]
            }
        }
    };
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Stored for $number {
            const LEN: usize = size_of::<$number>();

            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn take(bytes: &mut &[u8]) -> $number {
                $number::from_le_bytes(Stored::take(bytes))
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 i64 }

macro_rules! tuples {
    ($(($($name:ident $field:tt),*))*) => {$(
        impl<$($name: Stored),*> Stored for ($($name,)*) {
            const LEN: usize = 0 $(+ $name::LEN)*;

            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)*
            }

            fn take(bytes: &mut &[u8]) -> Self {
                ($($name::take(bytes),)*)
            }
        }
    )*};
}

tuples! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5) }

stored! { GameNumber { 0 } LineNumber { 0 } Position { line, game } }

impl<const N: usize> Stored for [u8; N] {
    const LEN: usize = N;

    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self);
    }

    fn take(bytes: &mut &[u8]) -> [u8; N] {
        let (first, rest) = bytes.split_at(N);
        *bytes = rest;
        array_at(first, 0)
    }
}

macro_rules! arrays {
    ($($item:ty)*) => {$(
        impl<const N: usize> Stored for [$item; N] {
            const LEN: usize = N * <$item>::LEN;

            fn put(&self, out: &mut Vec<u8>) {
                self.iter().for_each(|item| item.put(out));
            }

            fn take(bytes: &mut &[u8]) -> [$item; N] {
                std::array::from_fn(|_| Stored::take(bytes))
            }
        }
    )*};
}

arrays! { u32 u64 Option<(u16, u16)> }

/// Implements [`Stored`] for collections: the number of items, and the parts of each item.
macro_rules! collections {
    ($($all:ident<$($type:ident),*>: $item:pat => $($part:ident),*;)*) => {$(
        impl<$($type: Stored + Ord),*> Stored for $all<$($type),*> {
            const LEN: usize = u32::LEN;

            fn put(&self, out: &mut Vec<u8>) {
                u32::try_from(self.len()).unwrap_or(u32::MAX).put(out);
                for $item in self {
                    $($part.put(out);)*
                }
            }

            fn take(bytes: &mut &[u8]) -> Self {
                (0..u32::take(bytes)).map(|_| Stored::take(bytes)).collect()
            }
        }
    )*};
}

collections! {
    Vec<T>: item => item;
    BTreeSet<T>: item => item;
    BTreeMap<K, V>: (key, value) => key, value;
}

impl Stored for String {
    const LEN: usize = u32::LEN;

    fn put(&self, out: &mut Vec<u8>) {
        u32::try_from(self.len()).unwrap_or(u32::MAX).put(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn take(bytes: &mut &[u8]) -> String {
        let len = u32::take(bytes) as usize;
        let (text, rest) = bytes.split_at(len);
        *bytes = rest;
        String::from_utf8_lossy(text).into_owned()
    }
}

impl Stored for bool {
    const LEN: usize = 1;

    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn take(bytes: &mut &[u8]) -> bool {
        u8::take(bytes) != 0
    }
}

impl<T: Stored> Stored for Option<T> {
    const LEN: usize = 1 + T::LEN;

    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        match self {
            Some(value) => value.put(out),
            None => out.resize(out.len() + T::LEN, 0),
        }
    }

    fn take(bytes: &mut &[u8]) -> Option<T> {
        let is_some = bool::take(bytes);
        Some(T::take(bytes)).filter(|_| is_some)
    }
}

impl Stored for Edges {
    const LEN: usize = 1;

    fn put(&self, out: &mut Vec<u8>) {
        out.push(self.bits());
    }

    fn take(bytes: &mut &[u8]) -> Edges {
        Edges::from_bits(u8::take(bytes))
    }
}

/// Returns the `N` bytes at offset `at`.
#[must_use]
pub fn array_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}
