use super::prelude::*;

use pgn_chess::Ply;

pub(super) static RULE: Rule = Rule {
    code: "M005",
    name: "null-move",
    severity: Severity::Warning,
    otherwise: Some((Severity::Error, "in the main line, without `--allow-null`")),
    page: include_str!("null_move.md"),
    checks: &[Check::Null(check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let text = quote(ply.span.of(cx.src));
    if ply.depth > 0 || cx.allow_null {
        report.at(ply.span, format!("{text} is a null move, which PGN does not have"));
    } else {
        report
            .at(ply.span, format!("{text} is a null move in the main line"))
            .help("`--allow-null` accepts it")
            .otherwise();
    }
}
