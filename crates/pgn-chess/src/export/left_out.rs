//! The parts of a game that export leaves out by design, each with its position, so that all of them can be
//! reported.

use std::{iter::Peekable, vec};

use pgn_syntax::{
    CommentKind, Fallback, Game, Marker, Node, NodeKind, Span, SyntaxError, SyntaxErrorKind,
    TagName, control_char, marker::ResultInWords, tag::is_unknown_or_open,
};

use crate::{
    export::{
        export_options::Escapes,
        raw::raw_span,
        result::result,
        tag_list::{each_second, is_unknown_fen},
    },
    replay::ply::{FinalZeros, GameEnd},
};

/// A part of the text of a game that is not in its export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The reason.
    pub kind: LeftOutKind,
    /// The bytes of the part.
    pub span: Span,
}

/// The reason why a part of the text is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOutKind {
    /// A tag pair that does not count, because another pair of the same name does (C16).
    SecondTag,
    /// A FEN tag that says that it is unknown (SUP-16).
    UnknownFen,
    /// A Result tag or a termination marker that is not the result that is written (C06), or has a remark after it.
    OtherResult,
    /// A comment without words.
    EmptyComment,
    /// A row of control characters, for which a blank is written (TXT-05, TXT-06).
    ControlChar,
    /// A byte without a character in the set that its string is read in: U+FFFD is written for it (TXT-07).
    UndecodableByte,
    /// A deviation of this kind, which has no place in export format.
    Deviation(SyntaxErrorKind),
}

/// The deviations whose text has no place in export format.
const DEVIATIONS: &[SyntaxErrorKind] = {
    use SyntaxErrorKind::*;
    &[
        JunkBetweenGames, EscapeLine, StrayBrace, UnmatchedParen, EmptyRav, NagWithoutNumber,
        NagRange, NagZero, DuplicateNag, ReservedToken, UnexpectedChar, DrawOffer,
        MovetextAfterResult, DanglingMoveNumber,
    ]
};

/// Returns true for a deviation whose text is lost where the lines of a game are written anew, with the NAGs and
/// comments of their moves: an escape line, a sign, a comment in a variation without moves.
///
/// ```
/// use pgn_chess::left_out::is_lost_in_lines;
/// use pgn_syntax::Games;
///
/// let is_any_lost = |pgn: &[u8]| {
///     let mut games = Games::new(pgn);
///     games.next().unwrap().errors.iter().any(|error| is_lost_in_lines(error, pgn))
/// };
/// assert!(is_any_lost(b"1. e4 ({why?}) *"));
/// assert!(!is_any_lost(b"1. e4 () *"));
/// ```
#[must_use]
pub fn is_lost_in_lines(error: &SyntaxError, src: &[u8]) -> bool {
    match error.kind {
        SyntaxErrorKind::EmptyRav => {
            error.span.of(src).iter().any(|byte| !b"() \t\r\n".contains(byte))
        }
        SyntaxErrorKind::NagZero
        | SyntaxErrorKind::DuplicateNag
        | SyntaxErrorKind::DanglingMoveNumber => false,
        kind => DEVIATIONS.contains(&kind),
    }
}

/// Which parts of a game's text count as left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOutScope {
    /// Everything that has no place in export format.
    Export,
    /// As `Export`, but all tag pairs are kept, and comments without words are included.
    Movetext,
    /// The text around the bytes of a game that is copied as it is.
    Raw,
    /// The text around a game that is not written: junk and escape lines.
    Dropped,
}

/// Appends the parts of a game that are left out to `out`: deviations, duplicate tag pairs, comments without
/// words, and control characters.
///
/// ```
/// use pgn_chess::{
///     export::Escapes,
///     left_out::{LeftOutKind, LeftOutScope, left_out},
///     pgn_syntax::{Fallback, Games, SyntaxErrorKind},
/// };
///
/// let pgn = b"1. e4 ) e5 *";
/// let (mut games, mut parts) = (Games::new(pgn), Vec::new());
/// let (game, scope) = (games.next().unwrap(), LeftOutScope::Export);
/// left_out(game, pgn, scope, Escapes::Pgnkit, Fallback::default(), &mut parts);
/// assert_eq!(parts[0].kind, LeftOutKind::Deviation(SyntaxErrorKind::UnmatchedParen));
/// assert_eq!(parts[0].span.of(pgn), b")");
/// ```
pub fn left_out(
    game: &Game,
    src: &[u8],
    of: LeftOutScope,
    escapes: Escapes,
    fallback: Fallback,
    out: &mut Vec<LeftOut>,
) {
    let is_raw = matches!(of, LeftOutScope::Raw | LeftOutScope::Dropped);
    let raw = if is_raw { raw_span(game, src) } else { Span::default() };
    // A game that begins on the line of the marker is reported as a deviation of this game, but is not left out.
    let is_of_game = |error: &&SyntaxError| error.span.start < game.span.end;
    let errors = game.errors.iter().filter(is_of_game);
    for error in errors.filter(|error| DEVIATIONS.contains(&error.kind)) {
        let is_inside = raw.start <= error.span.start && error.span.end <= raw.end;
        let is_kept = match of {
            LeftOutScope::Raw => is_inside || is_kept_escape(error, game, src, escapes),
            LeftOutScope::Dropped => match error.kind {
                SyntaxErrorKind::JunkBetweenGames => is_inside && error.span.start >= game.start,
                _ => is_inside,
            },
            LeftOutScope::Export => {
                // A variation that is not closed is written and closed.
                error.is_open_variation(src)
                    || error.kind == SyntaxErrorKind::EmptyRav && holds_words(game, src, error.span)
                    || is_kept_escape(error, game, src, escapes)
            }
            LeftOutScope::Movetext => false,
        };
        if !is_kept {
            out.push(LeftOut { kind: LeftOutKind::Deviation(error.kind), span: error.span });
        }
    }
    if of == LeftOutScope::Movetext {
        let is_empty = |node: &&Node| {
            node.kind.is_comment() && node.comment_text(src).iter().all(u8::is_ascii_whitespace)
        };
        let empty = game.nodes.iter().filter(is_empty);
        out.extend(empty.map(|it| LeftOut { kind: LeftOutKind::EmptyComment, span: it.span }));
    }
    if of == LeftOutScope::Export {
        each_second(game, src, fallback, |pair| {
            out.push(LeftOut { kind: LeftOutKind::SecondTag, span: pair.span });
        });
        if let Some(pair) = game.tag(src, TagName::FEN).filter(|pair| is_unknown_fen(pair, src)) {
            out.push(LeftOut { kind: LeftOutKind::UnknownFen, span: pair.span });
        }
        if !control_char::is_printable_ascii(game.span.of(src)) {
            control_chars(game.span, src, out);
            undecodable_bytes(game, src, fallback, out);
        }
    }
}

/// Returns true if nothing but words, which become a comment, is in these parentheses, of which the last may be missing.
fn holds_words(game: &Game, src: &[u8], parentheses: Span) -> bool {
    let first = game.nodes.partition_point(|node| node.span.start <= parentheses.start);
    let inside = parentheses.of(src).strip_prefix(b"(");
    let inside = inside.map(|text| text.strip_suffix(b")").unwrap_or(text));
    game.nodes.get(first).is_some_and(|node| {
        node.kind == NodeKind::Comment(CommentKind::Words)
            && inside.map(<[u8]>::trim_ascii) == Some(node.span.of(src))
    })
}

/// Appends the value of the Result tag and the termination markers of a game that state another result than the one that
/// is written, or more than a result. An unknown result does not contradict it.
pub(crate) fn other_results(game: &Game, src: &[u8], end: &GameEnd, out: &mut Vec<LeftOut>) {
    let result = result(game, src, end);
    let mut add = |span| out.push(LeftOut { kind: LeftOutKind::OtherResult, span });
    if let Some(pair) = game.tag(src, TagName::RESULT) {
        let value = pair.value(src);
        let unknown = || !is_unknown_or_open(&value);
        let is_other = match Marker::read(&value) {
            Some(Marker::Unknown) => unknown(),
            Some(told) => told != result,
            None => ResultInWords::read(&value)
                .map_or_else(unknown, |told| told.marker != result || told.has_remark),
        };
        if is_other {
            add(pair.value);
        }
    }
    if let Some((told, span)) = game.marker
        && told != Marker::Unknown
        && told != result
    {
        add(span);
    }
    // `0-0` of a double forfeit has no place in export format.
    if end.final_zeros == FinalZeros::DoubleForfeit
        && let Some(zeros) = game.final_zeros
        && let Some(node) = game.nodes.get(zeros as usize)
    {
        add(node.span);
    }
}

/// The parts that are left out as a whole, for spans that are looked up in the order of the text.
struct Parts {
    rest: Peekable<vec::IntoIter<Span>>,
    /// The greatest end of the parts that begin before the last span.
    end: u32,
}

impl Parts {
    fn new(parts: &[LeftOut]) -> Parts {
        let mut spans: Vec<Span> = parts.iter().map(|it| it.span).collect();
        spans.sort_unstable_by_key(|part| part.start);
        Parts { rest: spans.into_iter().peekable(), end: 0 }
    }

    /// Returns true if `span` is in one of the parts.
    fn contain(&mut self, span: Span) -> bool {
        while let Some(part) = self.rest.next_if(|it| it.start <= span.start) {
            self.end = part.end.max(self.end);
        }
        span.end <= self.end
    }
}

/// Appends the bytes of tag values and comments that have no character in the set.
fn undecodable_bytes(game: &Game, src: &[u8], fallback: Fallback, out: &mut Vec<LeftOut>) {
    if std::str::from_utf8(game.span.of(src)).is_ok() {
        return;
    }
    let comments = game.nodes.iter().filter(|node| node.kind.is_comment());
    let values = game.tags.iter().map(|pair| pair.value);
    let mut others = Parts::new(out);
    for string in values.chain(comments.map(|node| node.span)) {
        if others.contain(string) {
            continue;
        }
        for at in fallback.undecodable(string.of(src)) {
            let start = string.start as usize + at;
            let span = Span::new(start, start + 1);
            out.push(LeftOut { kind: LeftOutKind::UndecodableByte, span });
        }
    }
}

/// Appends the rows of control characters in `span` that are not in a part that is left out as a whole.
fn control_chars(span: Span, src: &[u8], out: &mut Vec<LeftOut>) {
    let text = span.of(src);
    let mut others = Parts::new(out);
    let mut at = 0;
    while at < text.len() {
        let start = at;
        while let Some(len) = control_char::length(&text[at..]) {
            at += len;
        }
        let part = Span::new(span.start as usize + start, span.start as usize + at);
        // One 0x1A may end a file.
        let is_end = text[start..at] == [0x1A] && text[at..].iter().all(u8::is_ascii_whitespace);
        if at == start {
            at += 1;
        } else if !is_end && !others.contain(part) {
            out.push(LeftOut { kind: LeftOutKind::ControlChar, span: part });
        }
    }
}

/// Returns true for an escape line that is written before the tags of its game.
fn is_kept_escape(error: &SyntaxError, game: &Game, src: &[u8], escapes: Escapes) -> bool {
    error.kind == SyntaxErrorKind::EscapeLine
        // Binary search, as there may be many escape lines.
        && game.escapes.binary_search_by_key(&error.span.start, |escape| escape.start).is_ok()
        && escapes.keep(error.span, game, src)
}

#[cfg(test)]
mod tests {
    use pgn_syntax::Games;

    use super::*;

    #[track_caller]
    fn check(text: &str, of: LeftOutScope, expect: &[&str]) {
        let mut games = Games::new(text.as_bytes());
        let (mut out, game) = (Vec::new(), games.next().unwrap());
        left_out(game, text.as_bytes(), of, Escapes::Pgnkit, Fallback::default(), &mut out);
        let found: Vec<&str> =
            out.iter().map(|it| &text[it.span.start as usize..it.span.end as usize]).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn duplicate_tags_are_left_out() {
        check("[Event \"A\"][Event \"B\"]\n\n*", LeftOutScope::Export, &["[Event \"B\"]"]);
        check("[FEN \"?\"]\n\n*", LeftOutScope::Export, &["[FEN \"?\"]"]);
        check("[FEN \"\"]\n\n*", LeftOutScope::Export, &["[FEN \"\"]"]);
        check("[FEN \"?\"]\n\n*", LeftOutScope::Movetext, &[]);
        check("[Event \"?\"]\n[Event \"B\"]\n\n*", LeftOutScope::Export, &["[Event \"?\"]"]);
        check("[ECO \"A\"]\n[Eco \"B\"]\n\n*", LeftOutScope::Export, &["[Eco \"B\"]"]);
        check(
            "[whiteelo \"1\"]\n[WhiteElo \"2\"]\n\n*",
            LeftOutScope::Export,
            &["[whiteelo \"1\"]"],
        );
        check(
            "[X \"1\"]\n[X \"1\"]\n[X \"2\"]\n\n*",
            LeftOutScope::Export,
            &["[X \"1\"]", "[X \"2\"]"],
        );
        check("[ECO \"A\"]\n[Eco \"B\"]\n\n*", LeftOutScope::Movetext, &[]);
        check("[Event \"A\"]\n[Eco \"B\"]\n[odd \"\"]\n\n*", LeftOutScope::Export, &[]);
        let fen = "[FEN \"8/8/8/8/8/k7/8/K6R w - - 0 1\"]\n";
        check(&format!("{fen}[SetUp \"0\"]\n\n*"), LeftOutScope::Export, &[]);
        check(
            &format!("{fen}[SetUp \"0\"]\n[SetUp \"1\"]\n\n*"),
            LeftOutScope::Export,
            &["[SetUp \"1\"]"],
        );
    }

    #[test]
    fn deviations_are_left_out() {
        check(
            "1. e4 $0 $300 e5 () $1 $1 } *",
            LeftOutScope::Export,
            &["$0", "$300", "()", "$1", "}"],
        );
        check("1. e4 { } {a} * 1-0 (1. d4)", LeftOutScope::Movetext, &["1-0", "(", "{ }"]);
        check("% a\n% pgnkit: ignore bad-date\n1. Ke4 $0 *", LeftOutScope::Raw, &["% a"]);
        check("1. e4 * 1. d4 *", LeftOutScope::Export, &[]);
        check("1. e4 1-0 d4 *", LeftOutScope::Movetext, &[]);
        check("1. e4 * $1 1-0 d4 *", LeftOutScope::Export, &["$1", "1-0"]);
    }

    #[test]
    fn control_characters_are_left_out() {
        let text = "[Event \"a\u{7F}b\"]\n\n1. e4\x01 {\t\u{7F}\x02 \u{85}é} e5\u{B} *\r\n\x1A";
        let found = ["\u{7F}", "\x01", "\u{7F}\x02", "\u{85}"];
        check(text, LeftOutScope::Export, &found);
        check(text, LeftOutScope::Raw, &[]);
        // What is left out as a whole counts once.
        check("% a\x01\n1. e4 \x02 *", LeftOutScope::Export, &["% a\x01", "\x02"]);
    }

    #[test]
    fn junk_before_a_dropped_game_is_left_out() {
        let text = "% a\n{b}\njunk\n% c\n[Event \"x\"]\n1. Ke4 $0 *\n% d\n";
        check(text, LeftOutScope::Dropped, &["% a", "junk", "% d"]);
        let mut games = Games::new(text.as_bytes());
        let kept = crate::export::raw_text(games.next().unwrap(), text.as_bytes());
        let kept = String::from_utf8_lossy(&kept);
        assert_eq!(kept, "% a\n{b}\n% c\n[Event \"x\"]\n1. Ke4 $0 *");
    }

    #[test]
    fn bytes_of_another_set_are_left_out() {
        let text =
            b"[White \"M\x81ller\"]\n[White \"\x8D\"]\n\n1. e4 {\x90 \xFC \x9D} e5 {\xC2\x81} *";
        let found = |label: &str| {
            let (mut games, mut out) = (Games::new(text), Vec::new());
            let (scope, escapes) = (LeftOutScope::Export, Escapes::Pgnkit);
            let fallback = Fallback::find(label).unwrap();
            left_out(games.next().unwrap(), text, scope, escapes, fallback, &mut out);
            out.retain(|it| it.kind == LeftOutKind::UndecodableByte);
            out.iter().map(|it| it.span.of(text)[0]).collect::<Vec<u8>>()
        };
        // The second tag counts as a whole.
        assert_eq!(found("windows-1252"), [0x81, 0x90, 0x9D]);
        assert_eq!(found("cp850"), []);
    }
}
