//! Names of events and sites, folded so that spellings compare equal.

use pgn_query::fold;

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
        let word = fold(word);
        let ends_with_digit = key.ends_with(|c: char| c.is_ascii_digit());
        if ends_with_digit && word.starts_with(|c: char| c.is_ascii_digit()) {
            key.push(' ');
        }
        key.push_str(&word);
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
