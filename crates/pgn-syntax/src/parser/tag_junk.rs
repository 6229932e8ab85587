//! Text of a tag section that is neither a tag pair nor a comment, and does not end the section.

use crate::{
    game::{Game, error::SyntaxErrorKind as Kind, tag_reader},
    text::scan::{byte, is_line_start, line_end, past_line_end, skip_while},
    tokens::{game_start, marker::marker_at, word},
};

/// Reads line breaks of a web page, such as `<br />`, from `start` on if they lead to another tag pair.
///
/// Returns the offset of that pair, and the number of lines before it that hold nothing else.
#[cold]
pub(super) fn breaks_before_tag(
    src: &[u8],
    start: usize,
    game: &mut Game,
) -> Option<(usize, usize)> {
    let (n_errors, n_nodes) = (game.errors.len(), game.nodes.len());
    let (mut at, mut n_empty) = (start, 0);
    // True if the line holds only breaks so far.
    let mut is_empty = is_line_start(src, at);
    while at < src.len() {
        match src[at] {
            b' ' | b'\t' => at += 1,
            b'\n' | b'\r' => {
                n_empty += usize::from(is_empty);
                is_empty = true;
                at = past_line_end(src, at);
            }
            _ if tag_reader::opens_line(src, at) => return Some((at, n_empty)),
            b'<' => {
                let Some(len) = break_len(&src[at..]) else { break };
                game.report_words(Kind::UnexpectedSymbol, at, at + len);
                at += len;
            }
            _ => break,
        }
    }
    game.errors.truncate(n_errors);
    game.nodes.truncate(n_nodes);
    None
}

/// Returns the length of the `<br>`, `<br/>` or `<br />` that a text begins with, in any case.
fn break_len(text: &[u8]) -> Option<usize> {
    let name = text.get(..3).filter(|name| name.eq_ignore_ascii_case(b"<br"))?;
    let rest = &text[name.len()..];
    [&b">"[..], b"/>", b" />", b" >"]
        .iter()
        .find(|end| rest.starts_with(end))
        .map(|end| name.len() + end.len())
}

/// Reads the rest of a line, such as `<br>` after `[White "x"]`: remains of another format, which do not end the
/// section. Returns its end.
pub(super) fn skip_junk(src: &[u8], game: &mut Game, at: usize) -> usize {
    let text = src[at..line_end(src, at)].trim_ascii_end();
    // At least one byte: `trim_ascii_end` removes form feeds, which are not white space here.
    let end = at + text.len().max(1);
    let kind = if src[at] == b'[' { Kind::MalformedTag } else { Kind::UnexpectedSymbol };
    game.report_words(kind, at, end);
    end
}

/// Reads quotation marks of mail at `at`, as in `> [Event "?"]`. Returns the offset of the tag pair after
/// them; `None` if none follows.
pub(super) fn quotes_before_tag(src: &[u8], at: usize, game: &mut Game) -> Option<usize> {
    if src[at] != b'>' {
        return None;
    }
    let pair = skip_while(src, at, |b| matches!(b, b'>' | b' ' | b'\t'));
    if byte(src, pair) != b'[' || !tag_reader::opens(src, pair) {
        return None;
    }
    game.report(Kind::ReservedToken, at, at + src[at..pair].trim_ascii_end().len());
    Some(pair)
}

/// Returns true if a word of the line `src[at..end]` may be movetext, a comment or a tag pair.
pub(super) fn may_be_movetext(src: &[u8], at: usize, end: usize) -> bool {
    let mut word = at;
    while word < end {
        if matches!(src[word], b'{' | b';' | b'(' | b'$' | b'*')
            || src[word] == b'[' && tag_reader::opens(src, word)
            || marker_at(src, word).is_some()
            || game_start::starts_game(src, word)
        {
            return true;
        }
        let word_end = word::word_end(src, word).max(word + 1);
        if word::is_move_like(&src[word..word_end]) {
            return true;
        }
        word = word_end;
    }
    false
}
