use super::prelude::*;

use pgn_syntax::{encoding::utf8_or_latin1, player_name};

use crate::rule::{OddValue, Value, across};

rule!("name_variant.md", Check::Across(Across { take, judge: Judge::Values(judge) }));

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    for tag in [TagName::WHITE, TagName::BLACK] {
        let Some(pair) = cx.game.tag(cx.src, tag) else { continue };
        let name = cx.replay.fallback.decode(pair.value.of(cx.src));
        if let Some((family, given)) = parts(&name)
            && let Some(initial) = given.chars().next()
        {
            notes.add(format!("{family} {initial}").as_bytes(), name.as_bytes(), pair.value);
        }
    }
}

/// Returns the family name and the first given name, folded. Without a comma, only a name of two words has a family name
/// that is certain.
fn parts(name: &str) -> Option<(String, String)> {
    let has_comma = name.contains(',');
    if !has_comma && (name.split_whitespace().count() != 2 || name.contains('(')) {
        return None;
    }
    let (family, given) = player_name::parts(name);
    // Digits distinguish players of one name, and versions of programs.
    let has_digit = name.bytes().any(|byte| byte.is_ascii_digit());
    let first = given.split([' ', '.']).find(|word| !word.is_empty())?;
    let (family, first) = (player_name::letters(&family), player_name::letters(first));
    (!has_digit && family.chars().count() > 1 && !first.is_empty()).then_some((family, first))
}

fn judge(values: &[Value]) -> Vec<OddValue> {
    let names: Vec<_> = values.iter().map(|value| parts(&utf8_or_latin1(&value.text))).collect();
    // Returns true if one given name is a prefix of the other.
    let agree = |a: usize, b: usize| match (&names[a], &names[b]) {
        (Some((_, a)), Some((_, b))) => a.starts_with(b.as_str()) || b.starts_with(a.as_str()),
        _ => false,
    };
    let mut found = Vec::new();
    // Each name is compared only with the most frequent ones, so that time is not quadratic in a
    // family.
    let mut frequent: Vec<usize> = (0..values.len()).collect();
    frequent.sort_by_key(|&at| std::cmp::Reverse(values[at].n));
    frequent.truncate(MAX_COMPARED);
    for (at, value) in values.iter().enumerate() {
        let other = frequent.iter().copied().find(|&other| other != at && agree(at, other));
        if let Some(other) = other
            && (values[other].n, std::cmp::Reverse(other)) > (value.n, std::cmp::Reverse(at))
        {
            let [this, other_name] = [value, &values[other]].map(across::quoted);
            let n = across::games(values[other].n);
            let message = format!("{this} is written {other_name} in {n}");
            found.push(OddValue { at, other, message });
        }
    }
    found
}

/// Upper bound on the names that others are compared with.
const MAX_COMPARED: usize = 20;
