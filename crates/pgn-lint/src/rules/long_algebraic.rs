use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("long_algebraic.md"),
    &[Check::Respelling(Deviations::LONG_ALGEBRAIC, "is long algebraic notation; short is")],
);
