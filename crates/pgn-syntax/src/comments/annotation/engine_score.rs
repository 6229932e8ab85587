//! Scores in the words of engine programs, with their depths and times.

use std::time::Duration;

use super::is_phrase;
use crate::{
    Evaluation,
    comments::clock_time,
    text::numerals::{number, signed},
};

/// A score in the words of an engine program, perhaps with a depth and a time: `+0.25/12 0.45s`, `-M5/23 1.2s, White
/// mates`, `+0,35/12 5`, `17:+0.42`, `Stockfish 15: 20:+0.31`, `+0.35 / +0.40`, `(0.34)`, `#-3`. Text that could also be the
/// points of a match, a round or a date (`2.5/3`, `1/2`, `+1`) is not a score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineScore<'a> {
    pub(crate) score: Score<'a>,
    /// True if the depth is before the score.
    pub(crate) is_depth_first: bool,
    /// The digits of the depth; empty if there is none that surely belongs to the score.
    pub(crate) depth: &'a [u8],
    /// The time, for [`time`]; empty if there is none.
    pub(crate) time: &'a [u8],
    /// The words after a comma.
    pub(crate) list: &'a [u8],
}

impl<'a> EngineScore<'a> {
    /// Returns the score that `words` are; `None` if they are anything else, or more than a score. The moves of the engine
    /// may be in parentheses before a score with a depth (XBoard).
    pub(crate) fn read(words: &'a [u8]) -> Option<EngineScore<'a>> {
        let moves = words.strip_prefix(b"(").and_then(|rest| memchr::memchr2(b'(', b')', rest));
        // Output of engines has digits; the words of people mostly have none.
        let are_moves = |len: &usize| {
            let mut words = words[1..=*len].split(u8::is_ascii_whitespace);
            words.all(|word| word.iter().any(u8::is_ascii_digit) || word.starts_with(b"O-O"))
        };
        if let Some((b")", rest)) =
            moves.filter(are_moves).and_then(|at| words[at + 1..].split_at_checked(1))
            && rest.first().is_some_and(u8::is_ascii_whitespace)
        {
            let found = EngineScore::read_alone(rest.trim_ascii_start())?;
            return Some(found).filter(|it| !it.depth.is_empty() && !it.is_depth_first);
        }
        EngineScore::read_alone(words)
    }

    /// Returns the score that `words` are, without moves before it.
    fn read_alone(words: &'a [u8]) -> Option<EngineScore<'a>> {
        let mut text = words;
        if let [b'(', inner @ .., b')'] = text {
            text = inner.trim_ascii();
        }
        // Skip the name of the engine.
        if text.first().is_some_and(u8::is_ascii_alphabetic) && score(text).is_none() {
            let mut colons = memchr::memchr_iter(b':', text).take_while(|&at| at <= MAX_NAME);
            let ends_name = |&at: &usize| text.get(at + 1).is_some_and(u8::is_ascii_whitespace);
            text = text[colons.find(ends_name)? + 1..].trim_ascii_start();
        }
        let n = digits(text);
        if (1..=3).contains(&n)
            && let Some(after) = text[n..].strip_prefix(b":")
        {
            let after = after.trim_ascii_start();
            // `3:2` is the score of a match.
            let score = score(after).filter(|it| !it.is_plain())?;
            let [_, time, list] = tail(&after[score.text.len()..])?;
            let depth = &text[..n];
            return Some(EngineScore { score, is_depth_first: true, depth, time, list });
        }
        let score = score(text)?;
        let alone = EngineScore { score, is_depth_first: false, depth: b"", time: b"", list: b"" };
        let after = text[score.text.len()..].trim_ascii_start();
        let Some(other) = after.strip_prefix(b"/") else {
            return (after.is_empty() && score.is_sure()).then_some(alone);
        };
        if let Some([depth, time, list]) = tail(after) {
            let has_time = !time.is_empty() && (score.is_sure() || time.ends_with(b"s"));
            let depth = if text.len() == words.len() { depth } else { b"" };
            return (has_time || !score.may_be_points()).then_some(EngineScore {
                depth,
                time,
                list,
                ..alone
            });
        }
        let other = whole_score(other.trim_ascii())?;
        let is_sure = score.is_sure() && other.is_sure();
        (is_sure && !(score.may_be_points() && other.may_be_points())).then_some(alone)
    }
}

/// The maximum length of the name of an engine, in bytes.
const MAX_NAME: usize = 40;

/// A score in pawns, or a mate: `+0.31`, `-1,25`, `0.00`, `-M5`, `M8`, `-Mat06`, `#-3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score<'a> {
    /// The whole score.
    text: &'a [u8],
    /// 1 or -1; `None` if there is no sign.
    pub(crate) sign: Option<i64>,
    is_mate: bool,
    /// The digits before the decimal point, or those of the mate.
    whole: &'a [u8],
    /// The digits after the decimal point.
    fraction: &'a [u8],
}

impl Score<'_> {
    /// Returns true for a whole number without sign, such as `12`.
    fn is_plain(self) -> bool {
        self.sign.is_none() && !self.is_sure()
    }

    /// Returns true if the number alone is a score. `12` and `+1` may be anything.
    fn is_sure(self) -> bool {
        self.is_mate || !self.fraction.is_empty()
    }

    /// Returns true for a number that may be the points of a person before a depth, as in `1/2` and `2.5/3`.
    fn may_be_points(self) -> bool {
        !self.is_mate && self.sign.is_none() && self.fraction.len() < 2
    }

    /// Returns the evaluation, for the side whose score it is; `None` for a whole number without sign, and if `#` has no
    /// known unit.
    pub(crate) fn evaluation(self, unit: MateUnit) -> Option<Evaluation> {
        let sign = self.sign.unwrap_or(1);
        if !self.is_mate {
            let fraction = if self.fraction.is_empty() { b"0" } else { self.fraction };
            let is_plain = self.is_plain();
            return Evaluation::of_decimal(sign, self.whole, fraction).filter(|_| !is_plain);
        }
        let n = i64::try_from(number(self.whole, 5)?).ok()?;
        match unit {
            MateUnit::Moves => Some(Evaluation::Mate(sign * n)),
            // In the words of programs that play matches, `#` has no known unit.
            MateUnit::HalfMoves if self.text.contains(&b'#') => None,
            MateUnit::HalfMoves => Some(Evaluation::Mate(sign * ((n + 1) / 2))),
        }
    }
}

/// The unit of the number after `M`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MateUnit {
    HalfMoves,
    Moves,
}

/// Returns the score that `text` begins with.
fn score(text: &[u8]) -> Option<Score<'_>> {
    let (sign, value) = signed(text);
    let mate = [&b"Mat"[..], b"M", b"#"].iter().find_map(|word| value.strip_prefix(*word));
    let (sign_of_mate, value) = mate.map_or((None, value), signed);
    let (whole, mut rest) = value.split_at(digits(value));
    let mut fraction: &[u8] = b"";
    if let [b'.' | b',', after @ ..] = rest
        && mate.is_none()
        && digits(after) > 0
    {
        (fraction, rest) = after.split_at(digits(after));
    }
    let (sign, is_mate) = (sign.or(sign_of_mate), mate.is_some());
    let text = &text[..text.len() - rest.len()];
    let score = Score { text, sign, is_mate, whole, fraction };
    (whole.len() + fraction.len() > 0).then_some(score)
}

/// Returns the score that `text` is.
pub(crate) fn whole_score(text: &[u8]) -> Option<Score<'_>> {
    score(text).filter(|it| it.text.len() == text.len())
}

/// Returns the digits of the depth, the time, and the words after a comma, of text that may follow a score: `/12`,
/// `/12 5`, `/12/30 0.45s, n=61000`.
fn tail(text: &[u8]) -> Option<[&[u8]; 3]> {
    let mut text = text.trim_ascii_start();
    let mut depth: &[u8] = b"";
    while let Some(rest) = text.strip_prefix(b"/") {
        let n = digits(rest);
        // A second depth is the selective one.
        depth = if depth.is_empty() { &rest[..n] } else { depth };
        text = rest.get(n..).filter(|_| n > 0)?;
    }
    text = text.trim_ascii_start();
    let is_of_time = |&(at, byte): &(usize, &u8)| match byte {
        b',' => text.get(at + 1).is_some_and(u8::is_ascii_digit),
        _ => byte.is_ascii_digit() || matches!(byte, b':' | b'.'),
    };
    let mut n = text.iter().enumerate().take_while(is_of_time).count();
    let unit = [&b"ms"[..], b"s", b"m"].into_iter().find(|unit| text[n..].starts_with(unit));
    n += unit.filter(|_| n > 0).map_or(0, <[u8]>::len);
    let (text_of_time, rest) = text.split_at(n);
    let is_time = n == 0 || time(text_of_time).is_some();
    let ending = rest.trim_ascii();
    let list = match rest {
        [b',', list @ ..] => list,
        [] => b"",
        // Some versions of fastchess write how the game ended without a comma before it, others the expected reply.
        [b, ..] if b.is_ascii_whitespace() && (is_reply(ending) || is_phrase(ending)) => b"",
        _ => return None,
    };
    is_time.then_some([depth, text_of_time, list])
}

/// Returns true for a move in parentheses, the reply that an engine expects: `(Nf6)`.
pub(super) fn is_reply(words: &[u8]) -> bool {
    let [b'(', inner @ .., b')'] = words else { return false };
    let is_of_move = |byte: &u8| {
        matches!(byte, b'a'..=b'h' | b'0'..=b'8' | b'x' | b'=' | b'+' | b'#' | b'-' | b'O')
            || b"KQRBN".contains(byte)
    };
    (2..=8).contains(&inner.len())
        && inner.iter().all(is_of_move)
        && (inner.starts_with(b"O-O")
            || inner.iter().any(|byte| matches!(byte, b'a'..=b'h'))
                && inner.iter().any(u8::is_ascii_digit))
}

/// Reads a time after a score: `0.412s`, `200ms`, `5` (seconds), `1:05`.
pub(crate) fn time(text: &[u8]) -> Option<Duration> {
    if let Some(millis) = text.strip_suffix(b"ms") {
        return Some(clock_time::read(millis)? / 1000);
    }
    if let Some(minutes) = text.strip_suffix(b"m") {
        return Some(clock_time::read(minutes)? * 60);
    }
    clock_time::read(text.strip_suffix(b"s").unwrap_or(text))
}

/// Returns the number of digits that `text` begins with.
fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_digit()).count()
}
