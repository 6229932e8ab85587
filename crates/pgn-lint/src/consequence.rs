//! Findings that follow from another finding of the same game: one fault is one finding.

mod joined;
mod moves;

use pgn_chess::Variant;
use pgn_syntax::{
    CommentKind, Marker, Node, NodeKind, Span, TagName, line_end, line_start, next_line,
    span::index, tag::SEVEN_TAG_ROSTER,
};

use self::{
    joined::{join_false_checks, join_invisible_chars, join_page_numbers, join_signs_of_line},
    moves::{
        drop_after_placeholder, drop_after_semicolon, drop_beside_number, drop_variations_of_times,
    },
};
use crate::{
    context::{Follows, GameCx},
    doubts::pair_with_colon,
    markup, position_faults,
    rule::Diagnostic,
    rules::name,
};

/// The rules that have no fix, and whose findings remove findings of other rules.
pub(crate) const CAUSES: [&str; 6] = [
    name::backslash_brace,
    name::brace_in_comment,
    name::conflict_marker,
    name::html_markup,
    name::phantom_game,
    name::semicolon_between_moves,
];

/// The rules on signs among the moves that are not part of a move.
const OF_SIGNS: [&str; 5] = [
    name::duplicate_nag,
    name::inline_glyph,
    name::non_ascii_token,
    name::reserved_token,
    name::unexpected_char,
];

/// The rules on parts of a move without the move.
const OF_PARTS: [&str; 3] =
    [name::dangling_move_number, name::detached_suffix, name::nag_without_move];

/// The rules on words among the moves, on move numbers and null moves.
const OF_WORDS: [&str; 6] = [
    name::dangling_move_number,
    name::missing_move_number,
    name::null_move,
    name::superfluous_move_number,
    name::unexpected_symbol,
    name::wrong_move_number,
];

/// Removes the findings that follow from others. `out` is sorted by place, and the findings know their moves.
#[cold]
pub(crate) fn drop_consequences(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    drop_tokens_of_unknown_variant(cx, out);
    if out.len() < 2 {
        return;
    }
    if first_of(out, name::conflict_marker).is_some() {
        // The text is two versions of one game.
        return out.retain(|it| it.rule.name == name::conflict_marker);
    }
    for (name, drop) in CONSEQUENCES {
        if first_of(out, name).is_some() {
            drop(cx, out);
        }
    }
}

/// Removes or joins findings that follow from another.
type Drop = fn(&GameCx<'_>, &mut Vec<Diagnostic>);

/// The rules whose findings have consequences, in the order in which these are removed.
const CONSEQUENCES: [(&str, Drop); 22] = [
    (name::malformed_tag, drop_after_tag_in_parentheses),
    (name::malformed_tag, drop_beside_pairs_with_colon),
    (name::html_markup, drop_after_markup),
    (name::junk_between_games, drop_within_junk),
    (name::unexpected_char, drop_brackets_of_words),
    (name::unexpected_char, join_page_numbers),
    (name::unmatched_paren, drop_after_open_parenthesis),
    (name::semicolon_between_moves, drop_after_semicolon),
    (name::null_move, drop_after_placeholder),
    (name::reserved_token, drop_quoting_junk),
    (name::empty_rav, drop_variations_of_times),
    (name::empty_rav, drop_within_empty_variations),
    (name::stray_brace, drop_before_stray_braces),
    (name::unexpected_symbol, drop_after_prose_lines),
    (name::unterminated_string, drop_after_open_string),
    (name::fen_castling_impossible, drop_illegal_castling),
    (name::bad_result, join_findings_of_result),
    (name::phantom_game, keep_only_phantom_game),
    (name::wrong_move_number, drop_beside_number),
    (name::false_check, join_false_checks),
    (name::invisible_char, join_invisible_chars),
    (name::unexpected_char, join_signs_of_line),
];

/// Drops the findings about single tokens if the variant is unknown: `variant-not-checked` and `unknown-variant` already
/// say that its moves are not understood. Signs may be part of its notation, and are copied unchanged (VAR-09).
fn drop_tokens_of_unknown_variant(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let is_of_token = |it: &Diagnostic| {
        let is_one = OF_SIGNS.contains(&it.rule.name) || OF_WORDS.contains(&it.rule.name);
        is_one && it.span.start >= cx.game.movetext_start
    };
    if out.iter().any(is_of_token) && cx.start().variant == Variant::Unchecked {
        out.retain(|it| !is_of_token(it));
    }
}

/// Drops the findings that follow from a tag pair in parentheses: errors on its line, the empty line after it, and the
/// missing tag.
fn drop_after_tag_in_parentheses(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let Some(bad) = first_of(out, name::malformed_tag) else { return };
    let line = bad.span;
    if cx.src.get(line.start as usize) != Some(&b'(') {
        return;
    }
    let n_missing =
        SEVEN_TAG_ROSTER.iter().filter(|name| cx.game.tag(cx.src, **name).is_none()).count();
    // The empty line after the line of the tag, or after the next line.
    let after = |at: usize| next_line(cx.src, at);
    let last_place = line_end(cx.src, after(after(line.end as usize)));
    let follows = |it: &Diagnostic| match it.rule.name {
        name::malformed_tag | name::html_markup => false,
        name::missing_roster_tag => n_missing == 1,
        name::blank_line_in_movetext => (it.span.start as usize) <= last_place,
        _ => line.start <= it.span.start && it.span.start < line.end,
    };
    out.retain(|it| !follows(it));
}

/// Drops the findings that follow from lines such as `White: Kasparov, Garry`: signs on them, and the empty line after.
fn drop_beside_pairs_with_colon(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let mut lines = spans_of(out, name::malformed_tag);
    lines.retain(|line| pair_with_colon(cx, *line).is_some());
    out.retain(|it| match it.rule.name {
        name::malformed_tag => true,
        name::blank_line_in_movetext => {
            last_begun(&lines, it.span.start, |line| *line).is_none_or(|line| {
                let between = &cx.src[line.end as usize..it.span.start as usize];
                between.iter().any(|byte| !byte.is_ascii_whitespace())
            })
        }
        _ => !is_within(it, &lines),
    });
}

/// Drops the findings on text between games that is only the `>` of quoted lines, as one among the moves is reported.
fn drop_quoting_junk(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let is_sign = |byte: &u8| *byte == b'>' || byte.is_ascii_whitespace();
    out.retain(|it| {
        it.rule.name != name::junk_between_games || !it.span.of(cx.src).iter().all(is_sign)
    });
}

/// Drops the findings within text between games.
fn drop_within_junk(_: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let junk = spans_of(out, name::junk_between_games);
    out.retain(|it| {
        matches!(it.rule.name, name::junk_between_games | name::html_markup | name::phantom_game)
            || !is_within(it, &junk)
    });
}

/// Drops the findings on brackets, with or without quotes, that touch a word among the moves: `[/pgn]`, `["Riga"]`.
fn drop_brackets_of_words(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let words = spans_of(out, name::unexpected_symbol);
    out.retain(|it| {
        let is_sign = |byte: &u8| b"[]".contains(byte) || *byte == b'"';
        let is_bracket =
            it.rule.name == name::unexpected_char && it.span.of(cx.src).iter().all(is_sign);
        let touches = || {
            let after = words.partition_point(|word| word.start < it.span.end);
            words.get(after).is_some_and(|word| word.start == it.span.end)
                || after.checked_sub(1).is_some_and(|at| words[at].end == it.span.start)
        };
        !(is_bracket && touches())
    });
}

/// Drops the findings on moves after a variation that is not closed: these may be moves of the line around it.
fn drop_after_open_parenthesis(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let is_open =
        |it: &&Diagnostic| it.rule.name == name::unmatched_paren && it.span.of(cx.src) == b"(";
    let Some(open) = out.iter().find(is_open).map(|it| it.span.start) else { return };
    out.retain(|it| match it.rule.name {
        name::illegal_move
        | name::ambiguous_move
        | name::variation_origin
        | name::wrong_move_number => it.span.start < open,
        _ => true,
    });
}

/// Drops the findings on variations that hold only words, which have findings of their own: `(Diagram)` was never a
/// variation.
fn drop_words_in_parentheses(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let words = spans_of(out, name::unexpected_symbol);
    out.retain(|it| {
        if it.rule.name != name::empty_rav || !it.span.of(cx.src).ends_with(b")") {
            return true;
        }
        let (mut at, end) = (it.span.start + 1, it.span.end - 1);
        let is_blank = |from: u32, to: u32| {
            let text = cx.src.get(from as usize..to as usize).unwrap_or_default();
            text.iter().all(u8::is_ascii_whitespace)
        };
        let first = words.partition_point(|word| word.start < at);
        let within = words[first..].iter().take_while(|word| word.end <= end);
        for word in within {
            if !is_blank(at, word.start) {
                return true;
            }
            at = word.end;
        }
        at == it.span.start + 1 || !is_blank(at, end)
    });
}

/// Drops the findings on the move number and the NAGs in an empty variation: the number goes with it, and the NAGs belong
/// to the move before it.
fn drop_within_empty_variations(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    drop_words_in_parentheses(cx, out);
    let mut empty = spans_of(out, name::empty_rav);
    empty.retain(|span| span.of(cx.src).ends_with(b")"));
    out.retain(|it| !OF_PARTS.contains(&it.rule.name) || !is_within(it, &empty));
}

/// Drops the findings on the words between the end of a comment and a stray brace, which was meant to close the
/// comment. Also drops the finding on the brace, if a finding on the comment explains why it ended before.
fn drop_before_stray_braces(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let nodes = &cx.game.nodes;
    let mut stretches: Vec<(Span, bool)> = Vec::new();
    for brace in out.iter().filter(|it| it.rule.name == name::stray_brace) {
        let n = cx.node_index(brace.span.start);
        let is_unreadable = |node: &Node| {
            let first = out.partition_point(|it| it.span.start < node.span.start);
            let here = out[first..].iter().take_while(|it| it.span.start == node.span.start);
            here.into_iter().any(|it| it.rule.name == name::illegal_move)
        };
        let is_between = |node: &&Node| match node.kind {
            // A word that looks like a move.
            NodeKind::Move { .. } => is_unreadable(node),
            NodeKind::NullMove { .. } | NodeKind::RavOpen { .. } => false,
            NodeKind::RavClose | NodeKind::Marker(_) => false,
            _ => true,
        };
        let before = nodes[..n].iter().rev().take(NEAR).take_while(is_between);
        let is_braced = |node: &&Node| node.kind == NodeKind::Comment(CommentKind::Brace);
        let comments: Vec<Span> = before.filter(is_braced).map(|node| node.span).collect();
        let is_cause = |comment: &&Span| {
            let first = out.partition_point(|it| it.span.start < comment.start);
            let last = out.partition_point(|it| it.span.start < comment.end);
            let mut within = out[first..last].iter();
            within.any(|it| matches!(it.rule.name, name::brace_in_comment | name::backslash_brace))
        };
        // The first comment after the last move whose finding explains why it ended, otherwise the comment nearest to
        // the brace.
        let cause = comments.iter().rev().find(is_cause);
        let Some(comment) = cause.or(comments.first()) else { continue };
        let is_explained = cause.is_some();
        stretches.push((Span { start: comment.end, end: brace.span.end }, is_explained));
    }
    out.retain(|it| {
        let stretch = last_begun(&stretches, it.span.start, |(stretch, _)| *stretch);
        let Some((_, is_explained)) = stretch.filter(|(stretch, _)| it.span.start < stretch.end)
        else {
            return true;
        };
        match it.rule.name {
            name::stray_brace => !is_explained,
            name::illegal_move | name::unexpected_symbol => false,
            name => !OF_SIGNS.contains(&name) && !OF_PARTS.contains(&name),
        }
    });
}

/// Number of nodes before a stray brace among which its comment is looked for.
const NEAR: usize = 256;

/// Drops the findings on illegal castling for which the FEN has the right although king or rook is elsewhere.
fn drop_illegal_castling(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let fen = cx.game.tag(cx.src, TagName::FEN).map(|pair| pair.value.of(cx.src));
    let impossible = position_faults::rights_without_men(fen.unwrap_or_default());
    out.retain(|it| {
        let right = match it.span.of(cx.src) {
            [b'O' | b'o' | b'0', b'-', _, b'-', ..] => 'q',
            [b'O' | b'o' | b'0', b'-', ..] => 'k',
            _ => return true,
        };
        let is_black = it.at.is_some_and(|mv| mv.is_black);
        let right = if is_black { right } else { right.to_ascii_uppercase() };
        !(it.rule.name == name::illegal_move && impossible.contains(right))
    });
}

/// Joins the two findings on a Result tag that is not a result in any spelling, and therefore also contradicts the marker.
fn join_findings_of_result(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let Some(bad) = first_of(out, name::bad_result).map(|it| it.span) else { return };
    if cx.game.marker.is_none_or(|(marker, _)| marker != Marker::Unknown) {
        return;
    }
    let is_mismatch = |it: &Diagnostic| it.rule.name == name::result_mismatch && it.span == bad;
    let Some(fix) = out.iter_mut().find(|it| is_mismatch(it)).and_then(|it| it.fix.take()) else {
        return;
    };
    out.retain(|it| !is_mismatch(it));
    if let Some(it) = out.iter_mut().find(|it| it.rule.name == name::bad_result) {
        it.fix = it.fix.take().or(Some(fix));
    }
}

/// Returns the last of some items, which are sorted by their spans, that begins at or before `at`.
fn last_begun<T>(items: &[T], at: u32, span: impl Fn(&T) -> Span) -> Option<&T> {
    let n = items.partition_point(|item| span(item).start <= at);
    items[..n].last()
}

/// Returns the spans of the findings of a rule.
fn spans_of(out: &[Diagnostic], name: &str) -> Vec<Span> {
    out.iter().filter(|it| it.rule.name == name).map(|it| it.span).collect()
}

/// Returns true if a finding begins within one of some spans, which are sorted.
fn is_within(it: &Diagnostic, spans: &[Span]) -> bool {
    last_begun(spans, it.span.start, |span| *span).is_some_and(|span| it.span.start < span.end)
}

/// Returns the first finding of a rule.
fn first_of<'a>(out: &'a [Diagnostic], name: &str) -> Option<&'a Diagnostic> {
    out.iter().find(|it| it.rule.name == name)
}

/// Drops the findings that HTML markup causes: errors on its lines, and errors of text that a `;` of an entity hides.
fn drop_after_markup(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let pieces: Vec<Span> = markup::of(cx).collect();
    // Each line once: it may be long and have many pieces.
    let mut lines: Vec<Span> = Vec::new();
    for &piece in &pieces {
        if lines.last().is_none_or(|line| line.end < piece.start) {
            lines.push(line_of(cx.src, piece));
        }
    }
    let is_on_line = |it: &Diagnostic| {
        last_begun(&lines, it.span.start, |line| *line)
            .is_some_and(|line| it.span.start <= line.end)
    };
    let hides = pieces.iter().any(|piece| piece.of(cx.src).ends_with(b";"));
    out.retain(|it| match it.rule.name {
        name::character_entity if it.span.start < cx.game.movetext_start => !is_on_line(it),
        // A value that has markup.
        name::bad_result => last_begun(&pieces, it.span.end, |piece| *piece)
            .is_none_or(|piece| piece.start < it.span.start),
        // Markup may hide moves on other lines, too.
        name::illegal_move => false,
        // A tag pair in parentheses is a fault of its own.
        name::malformed_tag if cx.src.get(it.span.start as usize) == Some(&b'(') => true,
        name::malformed_tag
        | name::unquoted_tag_value
        | name::reserved_token
        | name::unexpected_symbol
        | name::unexpected_char
        | name::junk_between_games
        | name::non_ascii_token
        | name::command_outside_comment
        | name::semicolon_comment => !is_on_line(it),
        name::blank_line_in_movetext => false,
        name::missing_termination | name::wrong_move_number => !hides,
        _ => true,
    });
}

/// Drops the findings that follow from an unterminated string: on its tag pair, and on a game that ends with the file.
fn drop_after_open_string(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let Some(open) = first_of(out, name::unterminated_string).map(|it| it.span) else { return };
    let line = line_of(cx.src, open);
    let has_moves = cx.game.nodes.iter().any(|node| matches!(node.kind, NodeKind::Move { .. }));
    let is_cut_off = !has_moves
        && cx.follows == Follows::Nothing
        && cx.src[line.end as usize..].trim_ascii().is_empty()
        && cx.game.marker.is_none();
    if is_cut_off
        && let Some(it) = out.iter_mut().find(|it| it.rule.name == name::unterminated_string)
    {
        it.message = "the file ends within this tag pair".into();
        it.help("the file was cut off: get the rest of it");
    }
    out.retain(|it| match it.rule.name {
        name::unterminated_string => true,
        name::missing_termination | name::missing_roster_tag | name::phantom_game if is_cut_off => {
            false
        }
        name::malformed_tag
        | name::empty_tag_value
        | name::tab_in_string
        | name::tag_value_space
        | name::bad_escape
        | name::unexpected_symbol
        | name::unexpected_char => !(line.start <= it.span.start && it.span.start <= line.end),
        _ => {
            // Findings on the value of the pair follow from its end, which is a guess.
            let value = cx.pair_at(open.start).map(|pair| pair.value);
            value.is_none_or(|value| it.span != value || value.is_empty())
        }
    });
}

/// Minimum number of words of a finding on text outside movetext that is prose.
const WORDS_OF_PROSE: usize = 3;

/// Joins the findings on prose that is not interrupted by moves, and drops other findings on its signs and words.
fn drop_after_prose_lines(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let nodes = &cx.game.nodes;
    let has_moves = |from: u32, to: u32| {
        let between = nodes[cx.node_index(from)..].iter().take_while(|node| node.span.start < to);
        between.into_iter().any(|node| matches!(node.kind, NodeKind::Move { .. }))
    };
    // Stretches of text, each with the largest number of words in a finding.
    let mut runs: Vec<(Span, usize)> = Vec::new();
    for span in spans_of(out, name::unexpected_symbol) {
        let words = span.of(cx.src).split(u8::is_ascii_whitespace);
        let n_words = words.filter(|word| word.iter().any(u8::is_ascii_alphabetic)).count();
        match runs.last_mut() {
            Some((run, n)) if !has_moves(run.end, span.start) => {
                run.end = run.end.max(span.end);
                *n = (*n).max(n_words);
            }
            _ => runs.push((span, n_words)),
        }
    }
    runs.retain(|(_, n_words)| *n_words >= WORDS_OF_PROSE);
    for (run, _) in &mut runs {
        // The signs after the last word belong to it.
        let after = &cx.src[run.end as usize..];
        let signs = after.iter().take_while(|byte| b" \t!?.,:".contains(byte)).count();
        run.end += index(signs);
    }
    let run_at = |at: u32| {
        let run = last_begun(&runs, at, |(run, _)| *run).map(|(run, _)| *run);
        run.filter(|run| at <= run.end)
    };
    let mut shown = None;
    out.retain(|it| match it.rule.name {
        name::unexpected_symbol => {
            let run = run_at(it.span.start);
            run.is_none() || std::mem::replace(&mut shown, run) != run
        }
        name::detached_suffix
        | name::nag_without_move
        | name::movetext_after_result
        | name::result_in_rav => run_at(it.span.start).is_none(),
        name => !OF_SIGNS.contains(&name) || run_at(it.span.start).is_none(),
    });
}

/// If a text without tags was taken for a game, keeps only the finding that says so.
fn keep_only_phantom_game(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    if cx.game.tags.is_empty() {
        out.retain(|it| it.rule.name == name::phantom_game);
    }
}

/// Returns the line that holds the beginning of a span.
fn line_of(src: &[u8], span: Span) -> Span {
    let at = span.start as usize;
    Span::new(line_start(src, at), line_end(src, at))
}
