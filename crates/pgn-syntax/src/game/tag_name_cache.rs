//! A cache of tag names by their position in the tag section, as most games have the same tags in the same
//! order as the game before.

use crate::{
    game::{
        tag::{TagName, TagPair},
        tag_reader::{plain_name, plain_value_end},
    },
    text::span::Span,
};

/// The number of positions that are cached.
const N_ENTRIES: usize = 32;

/// The names that were read last, by their position in the tag section.
#[derive(Clone, Debug)]
pub(crate) struct TagNameCache([Entry; N_ENTRIES]);

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The name, a blank and a quote as a little-endian number.
    text: u128,
    /// All ones in the bytes that belong to `text`.
    mask: u128,
    name: TagName,
    len: usize,
}

impl Default for TagNameCache {
    fn default() -> TagNameCache {
        // No masked window equals this text.
        TagNameCache([Entry { text: 1, mask: 0, name: TagName::EVENT, len: 0 }; N_ENTRIES])
    }
}

impl TagNameCache {
    /// Reads the pair at `at` and the pairs that follow, each at the start of the next line, as long as they
    /// have the plain form `[Name "value"]`, a known name, and no escapes.
    ///
    /// Returns the end of the last pair, or `at` if there is none.
    pub(crate) fn read_plain(&mut self, src: &[u8], at: usize, tags: &mut Vec<TagPair>) -> usize {
        let mut end = at;
        let mut start = at;
        while let Some((known, name_end)) = self.name(src, start, tags.len()) {
            let value = name_end + 2;
            let (close, _) = plain_value_end(src, value);
            // The usual case, that another pair follows on the next line, takes only one comparison.
            let is_usual = src.get(close..).and_then(<[u8]>::first_chunk) == Some(b"\"]\n[");
            // Another `]` would be part of the pair.
            if !is_usual
                && !matches!(src.get(close..), Some(&[b'"', b']', next, ..]) if next != b']')
            {
                break;
            }
            end = close + 2;
            tags.push(TagPair {
                span: Span::new(start, end),
                name: Span::new(start + 1, name_end),
                value: Span::new(value, close),
                known: Some(known),
                is_exact: true,
                escaped: false,
            });
            if is_usual {
                start = end + 1;
                continue;
            }
            start = match src[end..] {
                [b'\n', b'[', ..] => end + 1,
                [b'\r', b'\n', b'[', ..] => end + 2,
                _ => break,
            };
        }
        end
    }

    /// Returns the known name of the pair at `at` and its end, if it is in its standard case, with a blank and a
    /// quote after it.
    ///
    /// `nth` is the number of pairs before it.
    #[inline(always)]
    fn name(&mut self, src: &[u8], at: usize, nth: usize) -> Option<(TagName, usize)> {
        let window = u128::from_le_bytes(*src.get(at + 1..)?.first_chunk()?);
        match self.0.get(nth) {
            Some(entry) if window & entry.mask == entry.text => {
                Some((entry.name, at + 1 + entry.len))
            }
            _ => self.look_up(src, at, nth, window),
        }
    }

    #[cold]
    fn look_up(
        &mut self,
        src: &[u8],
        at: usize,
        nth: usize,
        window: u128,
    ) -> Option<(TagName, usize)> {
        let (name, end) = plain_name(src, at)?;
        let len = end - (at + 1);
        if let Some(entry) = self.0.get_mut(nth)
            && len + 2 <= 16
        {
            let mask = u128::MAX >> (128 - 8 * (len + 2));
            *entry = Entry { text: window & mask, mask, name, len };
        }
        Some((name, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tag_reader;

    /// Returns the names and values of the pairs at the start of `text`, and their end.
    fn read(cache: &mut TagNameCache, text: &str) -> (Vec<String>, usize) {
        let mut tags = Vec::new();
        let end = cache.read_plain(text.as_bytes(), 0, &mut tags);
        let src = text.as_bytes();
        for pair in &tags {
            let slowly = tag_reader::read(src, pair.span.start as usize, &mut |kind, _| {
                panic!("{kind:?} in {text}");
            });
            assert_eq!((slowly.pair, slowly.end), (*pair, pair.span.end as usize), "{text}");
        }
        let of = |span: Span| String::from_utf8_lossy(span.of(src)).into_owned();
        (tags.iter().map(|pair| of(pair.name) + "=" + &of(pair.value)).collect(), end)
    }

    #[test]
    fn cached_names_do_not_affect_other_pairs() {
        let mut cache = TagNameCache::default();
        for _ in 0..2 {
            for (text, expect, n_read) in [
                (
                    "[Event \"x\"]\n[Site \"a b c d e f g h i j\"]\n\n1. e4",
                    "Event=x,Site=a b c d e f g h i j",
                    40,
                ),
                (
                    "[Event \"\"]\n[White \"y\"]\n[Black \"z\"]\n[Result \"*\"]\n\n1. e4 *",
                    "Event=,White=y,Black=z,Result=*",
                    47,
                ),
                (
                    "[WhiteRatingDiff \"1\"]\n[BlackFideId \"2\"]\n 3456789012345",
                    "WhiteRatingDiff=1,BlackFideId=2",
                    39,
                ),
                ("[Event \"x\"] [Site \"y\"]\n", "Event=x", 11),
                ("[Event \"x\"]]\n[Site \"y\"]\n", "", 0),
                ("[Event \"x\"]\n[Site \"\\\"\"]\n12345678", "Event=x", 11),
                ("[Event \"x\"]\n[site \"y\"]\n12345678", "Event=x", 11),
                ("[Event \"x\"]\n[Own \"y\"]\n12345678", "Event=x", 11),
                ("[Event \"x\"]\n[Site \"y\tz\"]\n12345678", "Event=x", 11),
                ("[Event \"x\"]\r\n[Site \"y\"]\r\n12345678", "Event=x,Site=y", 23),
                ("[Event \"x\"]\n[Site \"y\"", "Event=x", 11),
                ("[Event  \"x\"]\n12345678", "", 0),
                ("[Eventt \"x\"]\n12345678", "", 0),
            ] {
                let (pairs, end) = read(&mut cache, text);
                assert_eq!((pairs.join(",").as_str(), end), (expect, n_read), "{text}");
            }
        }
    }

    #[test]
    fn reads_more_pairs_than_are_cached() {
        let text = "[Event \"x\"]\n".repeat(N_ENTRIES + 3);
        let (pairs, end) =
            read(&mut TagNameCache::default(), &(text.clone() + "\n1. e4 e5 2. Nf3 *"));
        assert_eq!((pairs.len(), end), (N_ENTRIES + 3, text.len() - 1));
    }
}
