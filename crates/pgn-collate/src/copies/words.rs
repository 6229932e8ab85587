//! The words of games whose moves are not checked.

use pgn_syntax::{CommentKind, Game, NodeKind, Span, is_line_end, look_alike::has_no_width};

/// Appends the words of a main line whose moves are not checked to the content of a key: all text but comments, NAGs,
/// variations, move numbers with a full stop, escape lines, and what follows the marker.
///
/// Words that are no move of chess are part of it, as they can be moves of the variant, such as `G-5h` of shogi. So are
/// numbers, markers and signs such as `+-` within a word, which can be parts of moves: `C+-5`.
pub fn push_texts(game: &Game, src: &[u8], content: &mut Vec<u8>) {
    let mut at = game.movetext_start as usize;
    let mut push_until = |start: usize, end: usize| {
        if at <= start {
            let is_line_start = at == 0 || is_line_end(&src[at - 1]);
            push_words(&src[at..start], is_line_start, content);
            at = end;
        }
    };
    let mut id = 0;
    while let Some(node) = game.nodes.get(id) {
        id += 1;
        let mut end = node.span.end as usize;
        let is_left_out = match node.kind {
            NodeKind::Comment(kind) => kind != CommentKind::Words,
            NodeKind::Nag(_) | NodeKind::Suffix(_) => true,
            NodeKind::RavOpen { end: close, .. } => {
                id = close.0 as usize;
                end = game.nodes.get(id).map_or(end, |close| close.span.end as usize);
                true
            }
            NodeKind::RavClose => false,
            NodeKind::Marker(_) | NodeKind::Glyph { .. } => !is_within_word(src, node.span),
            NodeKind::Move { .. } | NodeKind::NullMove { .. } | NodeKind::MoveNumber(_) => false,
        };
        if is_left_out {
            push_until(node.span.start as usize, end);
        }
    }
    let last = game.nodes.last().map_or(game.end, |node| node.span.end.max(game.end)) as usize;
    let marker = game.marker.map(|(_, marker)| marker).filter(|at| !is_within_word(src, *at));
    let end = marker.map_or(last, |marker| marker.start as usize);
    push_until(end, end);
}

/// Returns the words that [`push_texts`] appends.
pub(crate) fn texts(game: &Game, src: &[u8]) -> Vec<u8> {
    let mut texts = Vec::new();
    push_texts(game, src, &mut texts);
    texts
}

/// Returns true if a letter, digit or sign of a move directly precedes `span`, and another one follows, as around the `*`
/// of the drop `P*e4`.
fn is_within_word(src: &[u8], span: Span) -> bool {
    let is_glued = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+-=*@/#'".contains(byte))
    };
    let before = (span.start as usize).checked_sub(1).and_then(|at| src.get(at));
    is_glued(before) && is_glued(src.get(span.end as usize))
}

/// Appends the words of a text, each followed by a blank, without what cannot be a part of a move: move numbers such as
/// `1.`, punctuation at their ends, words without a letter or digit, and escape lines.
fn push_words(text: &[u8], is_line_start: bool, content: &mut Vec<u8>) {
    let lines = text.split(is_line_end).enumerate();
    let lines = lines.filter(|(n, line)| !(line.starts_with(b"%") && (*n > 0 || is_line_start)));
    for (_, line) in lines {
        // In another encoding than UTF-8, only blanks of ASCII are known.
        match std::str::from_utf8(line) {
            Ok(line) => line.split(char::is_whitespace).for_each(|word| push_word(word, content)),
            Err(_) => {
                for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
                    content.extend_from_slice(word);
                    content.push(b' ');
                }
            }
        }
    }
}

/// Appends a word, without characters that have no width, and a blank.
fn push_word(word: &str, content: &mut Vec<u8>) {
    let is_stop = |char: char| ".:;,!?…．‼⁇⁈⁉".contains(char);
    let is_unseen = |char: char| has_no_width(char.into());
    let word = word.trim_matches(is_unseen);
    let unnumbered = word.trim_start_matches(|char: char| char.is_ascii_digit());
    let word = if unnumbered.starts_with(is_stop) { unnumbered } else { word };
    let is_outside = |char: char| is_stop(char) || "()[]{}$±∓⩲⩱".contains(char) || is_unseen(char);
    let word = word.trim_matches(is_outside);
    if word.chars().any(char::is_alphanumeric) {
        for part in word.split(is_unseen) {
            content.extend_from_slice(part.as_bytes());
        }
        content.push(b' ');
    }
}
