use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P001",
    name: "junk-between-games",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("junk_between_games.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::JunkBetweenGames, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} belongs to no game", quote(error.span.of(cx.src))))
        .help("put text between games into a comment or behind `%` at the beginning of its line");
}
