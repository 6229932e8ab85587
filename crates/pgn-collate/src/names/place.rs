//! Names of events and sites, folded so that spellings compare equal, and the groups of their spellings.

use pgn_query::fold;

use super::{
    groups::{Group, Member, has_accent, has_stray_blanks, is_mixed},
    spelling::{Certainty, Spelling},
};
use crate::copies::name::push_word;

/// The keys of sites that are no places: a country behind them is that of the player or the organizer.
const NO_PLACES: &[&str] =
    &["corr", "correspondence", "email", "icc", "internet", "online", "postal", "server", "web"];

/// Returns the key of a name: the name without case, accents, blanks and punctuation. Adjacent numbers stay separate,
/// so that `1-2` is not `12`. `None` if the name is unknown or a URL.
pub(super) fn key(text: &str) -> Option<String> {
    let text = text.trim();
    if text.starts_with("http") || !text.chars().any(char::is_alphanumeric) {
        return None;
    }
    let mut key = String::with_capacity(text.len());
    // A `+` is kept, because it names a part of an event.
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '+') {
        if word.contains('+') {
            key.push('+');
        }
        push_word(&fold(word), &mut key);
    }
    Some(key)
}

/// Yields the keys of a site. The first is the key of the name without a country code in capitals, as in `Riga LAT`. If
/// the last word may be a country code in other letters, as in `riga lat`, the second is the key of the name without it.
pub(super) fn site_keys(text: &str) -> impl Iterator<Item = String> {
    let is_country = without_country(text).1.is_some();
    let other = if is_country { None } else { without_code(text) };
    key(without_country(text).0).into_iter().chain(other.and_then(|(place, _)| key(place)))
}

/// Returns a site without its last word, and that word in capitals, if it has the letters of a country code.
pub(super) fn without_code(text: &str) -> Option<(&str, String)> {
    let (place, word) = text.trim().rsplit_once(' ')?;
    let letters = word.trim_matches(|c: char| c.is_ascii_punctuation());
    let is_code = letters.len() == 3 && letters.bytes().all(|b| b.is_ascii_alphabetic());
    is_code.then(|| (place, letters.to_ascii_uppercase()))
}

/// Returns a site without the country code at its end, and the code, such as `LAT` in `Riga LAT`.
pub(super) fn without_country(text: &str) -> (&str, Option<&str>) {
    match text.trim().rsplit_once(' ') {
        Some((place, code)) if code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase()) => {
            let is_place = key(place).is_none_or(|key| !NO_PLACES.contains(&&*key));
            if is_place { (place.trim_end_matches([',', ' ']), Some(code)) } else { (text, None) }
        }
        _ => (text, None),
    }
}

/// A spelling of an event or a site, with its country.
type Site<'a> = (&'a Spelling, Option<&'a str>);

/// Returns the group of a block of events, whose names are equal.
pub(super) fn events(block: &[Spelling]) -> Group {
    place_group(&block.iter().map(|it| (it, None)).collect::<Vec<_>>())
}

/// Returns the groups of a block of sites, whose names are equal except for the country. `of_block` is the key of
/// the block.
pub(super) fn sites(of_block: &str, block: &[Spelling]) -> Vec<Group> {
    let mut codes: Vec<&str> = block.iter().filter_map(|it| without_country(&it.name).1).collect();
    codes.sort_unstable();
    codes.dedup();
    let sites: Vec<Site<'_>> =
        block.iter().filter_map(|it| Some((it, country(it, of_block, &codes)?))).collect();
    // If several countries have a place of this name, spellings without a country are a group of their own.
    let parts: Vec<Vec<Site<'_>>> = if codes.len() < 2 {
        vec![sites]
    } else {
        let of = |code| sites.iter().copied().filter(|it| it.1 == code).collect();
        [None].into_iter().chain(codes.iter().map(|code| Some(*code))).map(of).collect()
    };
    parts.into_iter().filter(|part| part.len() > 1).map(|part| place_group(&part)).collect()
}

/// Returns the country of a site of the block with the key `of_block`, `Some(None)` if it names none; `None` if it is
/// not a site of this block. In `riga lat`, the last word is a country if it is one of `codes`, the country codes of the
/// block.
fn country<'a>(site: &'a Spelling, of_block: &str, codes: &[&'a str]) -> Option<Option<&'a str>> {
    let name = &site.name;
    if let (_, Some(code)) = without_country(name) {
        return Some(Some(code));
    }
    if key(name).is_some_and(|whole| whole == of_block) {
        return Some(None);
    }
    let (_, code) = without_code(name)?;
    codes.iter().find(|known| **known == code).map(|known| Some(*known))
}

/// Returns the group of events or sites. The first one is the preferred spelling.
fn place_group(part: &[Site<'_>]) -> Group {
    let form = |name: &str| [has_stray_blanks(name), !has_accent(name), !is_mixed(name)];
    let mut sites = part.to_vec();
    sites.sort_by_cached_key(|(it, _)| (form(&it.name), !it.evidence.n, it.name.clone()));
    let is_preferred_with = sites.first().is_some_and(|it| it.1.is_some());
    let member = |(it, country): &Site<'_>| {
        let n_letters = it.name.chars().filter(|c| c.is_alphabetic()).count();
        let (certainty, why) = match () {
            () if country.is_some() != is_preferred_with => {
                (Certainty::Likely, "with and without a country")
            }
            () if n_letters < 4 => (Certainty::Likely, "case, accents, blanks or punctuation"),
            () => (Certainty::Sure, "case, accents, blanks or punctuation"),
        };
        Member { name: it.name.clone(), n: it.evidence.n, certainty, why, same_words: None }
    };
    Group { members: sites.iter().map(member).collect(), listed: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_apart() {
        assert_eq!(key("Wijk aan Zee"), key("WIJK-AAN-ZEE"));
        assert_eq!(key("Open 1999"), key("open  1999!"));
        assert_ne!(key("Round 1-2"), key("Round 12"));
        assert_ne!(key("Bled"), key("Bled+"));
        assert_eq!(key("?"), None);
        assert_eq!(key("https://lichess.org/x"), None);
        assert_eq!(key("São Paulo").as_deref(), Some("saopaulo"));
    }

    #[test]
    fn countries() {
        assert_eq!(without_country("Riga LAT"), ("Riga", Some("LAT")));
        assert_eq!(without_country("Riga, LAT"), ("Riga", Some("LAT")));
        assert_eq!(without_country("Riga"), ("Riga", None));
        assert_eq!(without_country("New York"), ("New York", None));
        assert_eq!(without_country("corr. USA"), ("corr. USA", None));
        assert_eq!(without_code("Riga (Lat)"), Some(("Riga", "LAT".to_owned())));
        assert_eq!(without_code("New York"), None);
        assert_eq!(site_keys("riga lat").collect::<Vec<_>>(), ["rigalat", "riga"]);
        assert_eq!(site_keys("Riga LAT").collect::<Vec<_>>(), ["riga"]);
    }
}
