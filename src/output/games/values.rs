//! Clock times and evaluations in embedded commands as JSON values (conformance 1c).

/// `1:59:01`, `0:09:58.1`, `59:44`, `1.748` as a number of seconds.
pub(super) fn seconds(operand: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(operand).ok()?.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let parts: Vec<u64> = whole.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    if parts.len() > 3 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let total = parts.iter().try_fold(0_u64, |n, part| n.checked_mul(60)?.checked_add(*part))?;
    let fraction = fraction.trim_end_matches('0');
    Some(
        if fraction.is_empty() { total.to_string() } else { format!("{total}.{fraction}") }
            .into_bytes(),
    )
}

/// An evaluation, from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Mate in so many moves; negative: Black mates.
    Mate(i64),
}

impl Eval {
    /// `0.17`, `#-3`, `-106,29` (centipawns, depth).
    pub(super) fn read(operand: &[u8]) -> Option<Eval> {
        let text = std::str::from_utf8(operand).ok()?.trim();
        let value = text.split([',', '/']).next()?.trim();
        if let Some(mate) = value.strip_prefix('#') {
            return mate.parse().ok().map(Eval::Mate);
        }
        if value.contains('.') {
            let pawns: f64 =
                value.parse().ok().filter(|it: &f64| it.is_finite() && it.abs() < 1e9)?;
            #[expect(clippy::cast_possible_truncation, reason = "bounded in the line before")]
            let rounded = (pawns * 100.0).round() as i64;
            return Some(Eval::Centipawns(rounded));
        }
        let number: i64 = value.parse().ok()?;
        let factor = if text.contains(',') { 1 } else { 100 };
        number.checked_mul(factor).map(Eval::Centipawns)
    }
}

/// An evaluation as a JSON object.
pub(super) fn eval(operand: &[u8]) -> Option<Vec<u8>> {
    Some(match Eval::read(operand)? {
        Eval::Centipawns(n) => format!("{{\"cp\":{n}}}").into_bytes(),
        Eval::Mate(n) => format!("{{\"mate\":{n}}}").into_bytes(),
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
