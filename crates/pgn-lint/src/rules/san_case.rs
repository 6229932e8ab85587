use super::prelude::*;

pub(super) static RULE: Rule =
    Rule::of(include_str!("san_case.md"), &[Check::Respelling(Deviations::CASE, "should be")]);
