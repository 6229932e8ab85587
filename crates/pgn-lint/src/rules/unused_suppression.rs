use super::prelude::*;
use crate::rule::{SuppressionFault, Unused};

rule!("unused_suppression.md", Check::Suppression(check));

fn check(cx: &GameCx<'_>, span: Span, fault: &SuppressionFault, report: &mut Report<'_>) {
    let SuppressionFault::Unused(why) = fault else { return };
    let name = cx.quoted(span);
    match why {
        Unused::NoFinding => report
            .at(span, format!("the game below has no finding of {name}"))
            .help("remove the name, or the whole line"),
        Unused::FileRule => report
            .at(span, format!("{name} is about whole files: no game can suppress it"))
            .help("name the file in `per-file-ignores` of pgnkit.toml"),
        Unused::UnknownRule(nearest) => {
            let found = report.at(span, format!("no rule is called {name}"));
            let has_blank = span.of(cx.src).contains(&b' ');
            match nearest {
                _ if has_blank => found.help("separate names by commas"),
                Some(nearest) => found.help(format!("did you mean `{nearest}`?")),
                None => found.help("`pgnkit rules` lists them"),
            }
        }
        Unused::UnknownDirective => report
            .at(span, format!("{name} is not a directive of pgnkit"))
            .help("`% pgnkit: ignore RULE, RULE -- reason` suppresses findings"),
        Unused::Misspelled => report
            .at(span, "this line suppresses nothing: a suppression begins with `% pgnkit: ignore`")
            .help("write `% pgnkit: ignore RULE, RULE -- reason`"),
        Unused::NoRule => report
            .at(span, "a suppression that names no rule")
            .help("name the rules: `% pgnkit: ignore illegal-move -- really played`"),
        Unused::NotBeforeGame => report.at(span, "a suppression that is not before a game").help(
            "a suppression applies to the game that follows and must be before its first tag pair",
        ),
    };
}
