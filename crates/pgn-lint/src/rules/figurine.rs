use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("figurine.md"),
    &[Check::Respelling(Deviations::FIGURINE, "has a figurine; in letters it is")],
);
