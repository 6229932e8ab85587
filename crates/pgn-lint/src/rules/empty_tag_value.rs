use super::prelude::*;

use pgn_chess::export::result_of_text;

rule!("empty_tag_value.md", Check::Pair(PairFact::EMPTY, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    // The rule `bad-fen` reports it.
    if pair.known == Some(TagName::FEN) {
        return;
    }
    let found = report.at(pair.span, format!("the tag {} is empty", cx.quote(pair.name(cx.src))));
    if pair.known.is_some_and(|name| SEVEN_TAG_ROSTER.contains(&name)) {
        found.help("`?` stands for an unknown value, `????.??.??` for an unknown date");
    } else {
        // The name may hold what should be the value: `[White Ann ""]`.
        if !cx.has_bad_name(pair) {
            found.otherwise().safe_fix([Edit::delete_pair(cx.src, pair.span)]);
        }
        return;
    }
    let value = match pair.known {
        // Another pair of the name may have the result.
        Some(TagName::RESULT) => result_of_text(cx.game, cx.src).text(),
        known => known.map_or("?", TagName::unknown_value),
    };
    // Only between quotes; other rules fix missing quotes.
    let is_quoted = cx.src[..pair.value.start as usize].ends_with(b"\"");
    if is_quoted && pair.value.is_empty() {
        found.safe_fix([Edit::insert(pair.value.start, value)]);
    }
}
