//! The values of `--dedup` and `--sort`.

use std::path::Path;

use pgn_collate::{By, ExtraFacts, Key};
use pgn_query::{Source, grouping::fields_of_list};

use crate::options::values::nearest;

/// The value of `--dedup`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DedupKey {
    /// Every game is kept.
    None,
    /// Games with the same key are copies.
    By(Key),
}

/// The keys by name, except `position:PLY`.
const KEYS: [(&str, DedupKey); 6] = [
    ("none", DedupKey::None),
    ("exact", DedupKey::By(Key::Exact)),
    ("moves", DedupKey::By(Key::Moves)),
    ("moves+players", DedupKey::By(Key::MovesAndPlayers)),
    ("game-id", DedupKey::By(Key::GameId)),
    ("prefix", DedupKey::By(Key::Prefix)),
];

/// Returns the name of a key in the report.
pub(super) fn name_of(key: Key) -> &'static str {
    if let Key::Position(..) = key {
        return "position";
    }
    KEYS.iter().find(|(_, known)| *known == DedupKey::By(key)).map_or("", |(name, _)| name)
}

/// Parses the value of `--dedup`.
pub fn parse_dedup(text: &str) -> Result<DedupKey, String> {
    if let Some((_, key)) = KEYS.iter().find(|(name, _)| *name == text) {
        return Ok(*key);
    }
    if let Some(ply) = text.strip_prefix("position:") {
        let mut also = ExtraFacts::default();
        let (ply, facts) = ply.split_once('+').map_or((ply, None), |(ply, it)| (ply, Some(it)));
        for fact in facts.iter().flat_map(|facts| facts.split('+')) {
            match fact {
                "date" => also.date = true,
                "round" => also.round = true,
                _ => {
                    return Err(format!(
                        "`{fact}` is neither date nor round, as in position:20+date"
                    ));
                }
            }
        }
        let ply = match ply {
            // Games that are shorter are compared by their last position.
            "end" => u32::MAX,
            _ => ply
                .parse()
                .map_err(|_| "PLY is a number of half-moves, as in position:20, or end")?,
        };
        return Ok(DedupKey::By(Key::Position(ply, also)));
    }
    let names: Vec<&str> = KEYS.iter().map(|(name, _)| *name).collect();
    Err(format!("not one of {}, position:PLY, position:end", names.join(", ")))
}

/// The value of `--dedup` without a key.
pub const BARE_DEDUP: &str = "moves+players";

/// Returns true if the word after `--dedup` is the value of the option and not an input.
pub fn is_dedup_value(word: &str) -> bool {
    parse_dedup(word).is_ok() || (is_like_key(word) && !Path::new(word).exists())
}

/// Returns true if a word may be a misspelled key.
fn is_like_key(word: &str) -> bool {
    // Several keys in a list are one word, too.
    let word = word.split(',').next().unwrap_or_default();
    let is_plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-:_".contains(&b));
    let names = KEYS.iter().map(|(name, _)| *name);
    is_plain && (word.starts_with("position") || nearest(word, names).is_some())
}

/// The value of `--sort`; empty for `none`.
#[derive(Clone, Debug)]
pub struct SortList(pub Vec<By>);

/// Parses the value of `--sort`.
pub fn parse_sort(text: &str) -> Result<SortList, String> {
    if text == "none" {
        return Ok(SortList(Vec::new()));
    }
    fields_of_list(text).map(parse_by).collect::<Result<_, _>>().map(SortList)
}

fn parse_by(text: &str) -> Result<By, String> {
    let (name, descending) = match text.rsplit_once(':').filter(|_| !text.ends_with(')')) {
        Some((name, "desc")) => (name, true),
        Some((name, "asc")) => (name, false),
        Some((_, other)) => {
            return Err(format!("`:{other}` is not a direction; use `:asc` or `:desc`"));
        }
        None => (text, false),
    };
    match name {
        "standard" if descending => return Err("`standard` has no direction".to_owned()),
        "standard" => return Ok(By::Standard),
        "game" if descending => return Err("the order of the input cannot be reversed".to_owned()),
        "game" => return Err("use `--sort none` for the order of the input".to_owned()),
        _ => (),
    }
    if name.contains(':') && !name.ends_with(')') {
        return Err(format!(
            "`{name}`: games are sorted by whole values; a tag of this name is tag(\"{name}\")"
        ));
    }
    Source::parse(name).map(|source| By::Source { source, descending })
}
