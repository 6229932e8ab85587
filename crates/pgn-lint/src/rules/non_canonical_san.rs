use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("non_canonical_san.md"),
    &[Check::Respelling(Deviations::NON_CANONICAL, "should be")],
);
