use super::prelude::*;
use crate::rule::SuppressionFault;

rule!("suppression_without_reason.md", Check::Suppression(check));

fn check(_cx: &GameCx<'_>, span: Span, fault: &SuppressionFault, report: &mut Report<'_>) {
    if *fault == SuppressionFault::NoReason {
        report
            .at(span, "a suppression without a reason")
            .help("add the reason after `--`: `% pgnkit: ignore illegal-move -- really played`");
    }
}
