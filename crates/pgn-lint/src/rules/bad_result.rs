use super::prelude::*;

use pgn_chess::{
    export::result_of_text,
    replay::{FinalZeros, GameEnd},
};

rule!(
    "bad_result.md",
    Check::Tag(&[TagName::RESULT], check_tag),
    Check::Syntax(SyntaxErrorKind::BadResult, check_marker),
    Check::End(EndFact::Zeros, check_zeros)
);

const HELP: &str = "a result is `1-0`, `0-1`, `1/2-1/2` or `*`";

fn check_tag(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if Marker::exact(value).is_none() {
        let found =
            report.at(pair.value, format!("{} is not a result", cx.quote(value))).help(HELP);
        let score = score(value);
        let result = score.unwrap_or_else(|| result_of_text(cx.game, cx.src));
        // An unknown value carries no information, but the marker or another pair may.
        let is_safe = score.is_some() || matches!(value, b"" | b"?");
        let edit = Edit::replace(pair.value, result.text());
        found.fix(Applicability::safe_if(is_safe), [edit]);
    }
}

fn check_marker(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = error.span.of(cx.src);
    let (score, result) = (score(text), Marker::read(text).or_else(|| Marker::of_sign(text)));
    let known = result.filter(|&result| result != Marker::Unknown);
    let edit = known.map(|result| Edit::replace(error.span, result.text()));
    let found =
        report.at(error.span, format!("{} is not a termination marker", cx.quote(text))).help(HELP);
    // `0.5` among the moves may be an evaluation.
    found.fix(Applicability::safe_if(score.is_some() && !cx.has_text_beside(error.span)), edit);
}

fn check_zeros(cx: &GameCx<'_>, end: &GameEnd, report: &mut Report<'_>) {
    let node = cx.game.final_zeros.and_then(|at| cx.game.nodes.get(at as usize));
    if let Some(node) = node
        && end.final_zeros == FinalZeros::DoubleForfeit
    {
        report
            .at(node.span, "`0-0` is not a termination marker, and castling is not possible here")
            .help(HELP);
    }
}

/// Returns the result that the value of a Result tag means in any spelling.
pub(super) fn read_result(value: &[u8]) -> Option<Marker> {
    // `?` is unknown, so nothing contradicts it.
    Marker::read(value).filter(|_| value != b"?")
}

/// Returns the result that a score in another spelling means; `None` for a forfeit such as `+:-`, because replacing it
/// would lose that the game was not played.
fn score(text: &[u8]) -> Option<Marker> {
    let is_forfeit =
        text.iter().all(|byte| b"+-:".contains(byte)) || Marker::of_sign(text).is_some();
    Marker::read(text).filter(|&score| score != Marker::Unknown && !is_forfeit)
}
