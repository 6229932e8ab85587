use super::prelude::*;

use pgn_syntax::html;

rule!("character_entity.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let [first, ..] = &cx.game.tags[..] else { return };
    let end = cx.game.tags.last().map_or(first.span.end, |pair| pair.span.end);
    let all = Span { start: first.span.start, end };
    // Fast path: nearly all games have no `&` in their tags.
    for at in memchr::memchr_iter(b'&', all.of(cx.src)) {
        let start = all.start as usize + at;
        let Some(len) = html::entity_len(&cx.src[start..]) else { continue };
        let span = Span::new(start, start + len);
        let is_in_value =
            |pair: &TagPair| pair.value.start <= span.start && span.end <= pair.value.end;
        if is_known(span.of(cx.src)) && cx.pair_at(span.start).is_some_and(is_in_value) {
            report.at(span, format!("{} is a character entity of HTML", quote(span.of(cx.src))));
            return;
        }
    }
}

/// Returns true for an entity by number, or by the name of a letter, a quote, a dash, a blank or a sign of markup.
fn is_known(entity: &[u8]) -> bool {
    const ENDS: [&[u8]; 16] = [
        b"uml", b"acute", b"grave", b"circ", b"cedil", b"ring", b"slash", b"tilde", b"caron",
        b"lig", b"nbsp", b"quo", b"quot", b"dash", b"apos", b"hellip",
    ];
    let name = &entity[1..entity.len() - 1];
    name.starts_with(b"#")
        || matches!(name, b"amp" | b"lt" | b"gt" | b"frac12")
        || ENDS.iter().any(|end| name.ends_with(end))
}
