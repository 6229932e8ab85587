use super::prelude::*;

use pgn_syntax::html;

rule!("character_entity.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let tags = &cx.game.tags;
    let (Some(first), Some(last)) = (tags.first(), tags.last()) else { return };
    let all = Span { start: first.span.start, end: last.span.end };
    // Fast path: nearly all games have no `&` in their tags.
    for at in memchr::memchr_iter(b'&', all.of(cx.src)) {
        let start = all.start as usize + at;
        let Some(len) = html::entity_len(&cx.src[start..]) else { continue };
        let span = Span::new(start, start + len);
        let is_in_value =
            |pair: &TagPair| pair.value.start <= span.start && span.end <= pair.value.end;
        if is_known(span.of(cx.src)) && cx.pair_at(span.start).is_some_and(is_in_value) {
            report.at(span, format!("{} is a character entity of HTML", cx.quoted(span)));
            return;
        }
    }
}

/// Returns true for an entity by number, or by the name of a letter with an accent, a ligature, a quote, a dash, a blank or a
/// sign of markup.
fn is_known(entity: &[u8]) -> bool {
    const ACCENTS: [&[u8]; 9] =
        [b"uml", b"acute", b"grave", b"circ", b"cedil", b"ring", b"slash", b"tilde", b"caron"];
    const NAMES: [&[u8]; 28] = [
        b"amp", b"lt", b"gt", b"quot", b"apos", b"nbsp", b"ndash", b"mdash", b"hellip", b"middot",
        b"lsquo", b"rsquo", b"sbquo", b"ldquo", b"rdquo", b"bdquo", b"laquo", b"raquo", b"aelig",
        b"AElig", b"oelig", b"OElig", b"szlig", b"thorn", b"THORN", b"eth", b"ETH", b"frac12",
    ];
    let name = &entity[1..entity.len() - 1];
    let is_accent = |accent: &&[u8]| name.len() == accent.len() + 1 && name.ends_with(accent);
    name.starts_with(b"#") || NAMES.contains(&name) || ACCENTS.iter().any(is_accent)
}
