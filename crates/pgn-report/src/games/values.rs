//! Clock times and evaluations of embedded commands, as JSON values.

use pgn_syntax::{Evaluation, clock_time};

/// Returns the time of a clock command as a number of seconds.
pub(super) fn seconds(operand: &[u8]) -> Option<Vec<u8>> {
    let time = clock_time::read(operand)?;
    let (seconds, nanos) = (time.as_secs(), time.subsec_nanos());
    let mut text = seconds.to_string();
    if nanos > 0 {
        text.push_str(format!(".{nanos:09}").trim_end_matches('0'));
    }
    Some(text.into_bytes())
}

/// Returns an evaluation as a JSON object.
pub(super) fn eval(operand: &[u8]) -> Option<Vec<u8>> {
    Some(match Evaluation::read(operand)? {
        Evaluation::Centipawns(n) => format!("{{\"cp\":{n}}}").into_bytes(),
        Evaluation::Mate(n) => format!("{{\"mate\":{n}}}").into_bytes(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_evaluations() {
        let text = |value: Option<Vec<u8>>| value.map(|it| String::from_utf8(it).unwrap());
        assert_eq!(text(seconds(b"1:59:01")).as_deref(), Some("7141"));
        assert_eq!(text(seconds(b"0:09:58.10")).as_deref(), Some("598.1"));
        assert_eq!(text(seconds(b"1.748")).as_deref(), Some("1.748"));
        assert_eq!(text(seconds(b"soon")), None);
        assert_eq!(text(eval(b"0.17")).as_deref(), Some("{\"cp\":17}"));
        assert_eq!(text(eval(b"#-3")).as_deref(), Some("{\"mate\":-3}"));
        assert_eq!(text(eval(b"-106,29")).as_deref(), Some("{\"cp\":-106}"));
    }
}
