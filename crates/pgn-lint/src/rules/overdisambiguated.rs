use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("overdisambiguated.md"),
    &[Check::Respelling(Deviations::OVERDISAMBIGUATED, "has more disambiguation than needed:")],
);
