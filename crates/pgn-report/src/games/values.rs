//! First positions, moves, clock times, evaluations and words of comments, as written in JSON and in tables.

use std::time::Duration;

use pgn_chess::{
    Outcome, Ply, Start, Variant,
    tag_list::{Tag, value},
};
use pgn_syntax::{
    Evaluation, Fallback, Game, MoveData, Span, TagName, is_unknown_value,
    write::{push_number, write_digits},
};

/// Returns the value of a tag; `None` if it is blank or `?`. `-` is a value: it can mean that there is nothing to
/// state.
pub(super) fn known<'a>(tags: &'a [Tag<'_>], name: &str) -> Option<&'a str> {
    value(tags, name).filter(is_stated)
}

/// Returns the value of a tag whose name is written in any case, as [`known`] does.
pub(super) fn known_in_any_case<'a>(tags: &'a [Tag<'_>], name: &str) -> Option<&'a str> {
    let tag = tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))?;
    Some(&*tag.value).filter(is_stated)
}

fn is_stated(value: &&str) -> bool {
    !matches!(value.trim(), "" | "?")
}

/// Returns the FEN of the position from which a game starts; `None` for the initial position. A game of a variant whose
/// rules are not known has the FEN of its tag.
pub(super) fn start_fen(
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    start: &Start,
) -> Option<String> {
    match &start.position {
        _ if start.variant == Variant::Unchecked => {
            let value = game.tag(src, TagName::FEN)?.value(src);
            (!is_unknown_value(&value)).then(|| fallback.decode(&value).into_owned())
        }
        Ok(position) if !start.is_initial => Some(position.fen()),
        _ => None,
    }
}

/// Appends the values in the comments of a move as fields of a JSON object, each after a comma.
pub(super) fn push_data(data: &MoveData, out: &mut Vec<u8>) {
    let MoveData { clk, emt, eval, depth, nodes, .. } = data;
    if let Some(time) = clk {
        out.extend_from_slice(b",\"clk\":");
        push_seconds(*time, out);
    }
    if let Some(time) = emt {
        out.extend_from_slice(b",\"emt\":");
        push_seconds(*time, out);
    }
    if let Some(eval) = eval {
        out.extend_from_slice(b",\"eval\":");
        push_eval(*eval, out);
    }
    if let Some(depth) = depth {
        out.extend_from_slice(b",\"depth\":");
        push_number(out, *depth);
    }
    if let Some(nodes) = nodes {
        out.extend_from_slice(b",\"nodes\":");
        push_long(*nodes, out);
    }
}

/// Appends a number of up to 64 bits; a smaller one takes a faster path.
#[inline(always)]
fn push_long(number: u64, out: &mut Vec<u8>) {
    match u32::try_from(number) {
        Ok(number) => push_number(out, number),
        Err(_) => out.extend_from_slice(number.to_string().as_bytes()),
    }
}

/// Nanoseconds of a tenth of a second.
const TENTH: u32 = 100_000_000;

/// Appends a time as a number of seconds.
fn push_seconds(time: Duration, out: &mut Vec<u8>) {
    push_long(time.as_secs(), out);
    // Servers write at most tenths of seconds.
    let (tenths, rest) = (time.subsec_nanos() / TENTH, time.subsec_nanos() % TENTH);
    if rest == 0 && tenths > 0 {
        out.push(b'.');
        push_number(out, tenths);
    } else if rest > 0 {
        let mut text = *b".000000000";
        write_digits(&mut text[1..], time.subsec_nanos());
        let n_zeros = text.iter().rev().take_while(|digit| **digit == b'0').count();
        out.extend_from_slice(&text[..text.len() - n_zeros]);
    }
}

/// Appends an evaluation as a JSON object.
fn push_eval(eval: Evaluation, out: &mut Vec<u8>) {
    let (name, n) = match eval {
        Evaluation::Centipawns(n) => (&b"{\"cp\":"[..], n),
        Evaluation::Mate(n) => (&b"{\"mate\":"[..], n),
    };
    out.extend_from_slice(name);
    if n < 0 {
        out.push(b'-');
    }
    push_long(n.unsigned_abs(), out);
    out.push(b'}');
}

/// Appends the text of a move, which is usually short, from the text of its game.
#[inline(always)]
pub(super) fn push_move(span: Span, src: &[u8], out: &mut Vec<u8>) {
    push_short::<8>(&src[span.start as usize..], span.len(), out);
}

/// Appends the first `len` bytes of `text`, which are usually at most `N`.
#[inline(always)]
pub(super) fn push_short<const N: usize>(text: &[u8], len: usize, out: &mut Vec<u8>) {
    // Copies all `N` bytes and truncates them, which is faster than a copy of variable length.
    match text.first_chunk::<N>() {
        Some(window) if len <= N => {
            let end = out.len() + len;
            out.extend_from_slice(window);
            out.truncate(end);
        }
        _ => out.extend_from_slice(&text[..len]),
    }
}

/// Returns the move in UCI notation; `0000` for a null move.
pub(super) fn uci(ply: &Ply<'_>) -> Option<String> {
    match ply.outcome {
        Outcome::Played { mv, .. } => Some(mv.uci(ply.before.castling_mode()).to_string()),
        Outcome::Null => Some("0000".to_owned()),
        Outcome::Failed(_) | Outcome::Skipped => None,
    }
}

#[cfg(test)]
mod tests {
    use pgn_syntax::clock_time;

    use super::*;

    #[track_caller]
    fn check<T>(push: fn(T, &mut Vec<u8>), value: T, expect: &str) {
        let mut out = Vec::new();
        push(value, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), expect);
    }

    #[test]
    fn times_are_seconds() {
        let clock = |time: &[u8]| clock_time::read(time).unwrap();
        check(push_seconds, clock(b"1:59:01"), "7141");
        check(push_seconds, clock(b"0:09:58.10"), "598.1");
        check(push_seconds, clock(b"1.748"), "1.748");
        check(push_seconds, clock(b"0:00:00"), "0");
        check(push_seconds, clock(b"999999999:00:00"), "3599999996400");
        check(push_seconds, Duration::new(61, 50_000_000), "61.05");
        check(push_seconds, Duration::new(5_000_000_000, 1), "5000000000.000000001");
        check(push_seconds, Duration::new(1, 900_000_000), "1.9");
    }

    #[test]
    fn evaluations_are_centipawns_or_moves() {
        let read = |operand: &[u8]| Evaluation::read(operand).unwrap();
        check(push_eval, read(b"0.17"), "{\"cp\":17}");
        check(push_eval, read(b"#-3"), "{\"mate\":-3}");
        check(push_eval, read(b"-106,29"), "{\"cp\":-106}");
        check(push_eval, Evaluation::Centipawns(0), "{\"cp\":0}");
        check(push_eval, Evaluation::Mate(i64::MIN), "{\"mate\":-9223372036854775808}");
    }
}
