use super::{colon_in_value::is_list, prelude::*};

rule!("player_name_form.md", Check::Tag(&[TagName::WHITE, TagName::BLACK], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if !is_list(value) {
        return;
    }
    for name in value.split(|&byte| byte == b':') {
        if let Some(fault) = fault(name) {
            report
                .at(pair.value, format!("{} {fault}", cx.quote(name)))
                .help("the standard writes `Family, Given` and `Family, G.`");
            return;
        }
    }
}

/// Returns how a name differs from `Family, Given M.`.
fn fault(name: &[u8]) -> Option<&'static str> {
    let Some(comma) = name.iter().position(|&byte| byte == b',') else {
        // Two capitalized words of letters only: the given name is first. One word, or a name with
        // digits, may be a program or an account.
        let mut words = name.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
        let is_word = |word: &[u8]| {
            word.first().is_some_and(u8::is_ascii_uppercase)
                && word[1..].iter().any(u8::is_ascii_lowercase)
                && word.iter().all(|byte| byte.is_ascii_alphabetic() || b"-'.".contains(byte))
        };
        let is_pair = words.next().is_some_and(is_word)
            && words.next().is_some_and(is_word)
            && words.next().is_none();
        return is_pair.then_some("has the given name first, or no comma");
    };
    let given = &name[comma + 1..];
    if !given.starts_with(b" ") {
        return Some("has no blank after its comma");
    }
    let last = given.rsplit(|&byte| byte == b' ').next().unwrap_or_default();
    (matches!(last, [initial] if initial.is_ascii_uppercase()))
        .then_some("has an initial without a period")
}
