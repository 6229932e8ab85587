use pgn_syntax::Span;

use super::prelude::*;
use crate::suppression::{SuppressionFault, Unused};

pub(super) static RULE: Rule = Rule {
    code: "F016",
    name: "unused-suppression",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("unused_suppression.md"),
    checks: &[Check::Suppression(check)],
};

fn check(cx: &GameCx<'_>, span: Span, fault: &SuppressionFault, report: &mut Report<'_>) {
    let SuppressionFault::Unused(why) = fault else { return };
    let name = quote(span.of(cx.src));
    match why {
        Unused::NoFinding => report
            .at(span, format!("the game below has no finding of {name}"))
            .help("take the name off the line, or the line away"),
        Unused::FileRule => report
            .at(span, format!("{name} is about whole files: no game can suppress it"))
            .help("name the file in `per-file-ignores` of pgnkit.toml"),
        Unused::UnknownRule(nearest) => {
            let found = report.at(span, format!("no rule is called {name}"));
            match nearest {
                Some(nearest) => found.help(format!("did you mean `{nearest}`?")),
                None => found.help("`pgnkit rules` lists them"),
            }
        }
        Unused::UnknownDirective => report
            .at(span, format!("{name} says nothing to pgnkit"))
            .help("`% pgnkit: ignore RULE, RULE -- reason` takes findings away"),
        Unused::NoRule => report
            .at(span, "a suppression that names no rule")
            .help("name the rules: `% pgnkit: ignore illegal-move -- really played`"),
        Unused::NotBeforeGame => report
            .at(span, "a suppression that does not stand before a game")
            .help("it holds for the game that follows, before whose first tag pair it stands"),
    };
}
