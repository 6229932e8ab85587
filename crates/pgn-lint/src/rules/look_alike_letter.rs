use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("look_alike_letter.md"),
    &[Check::Respelling(Deviations::LOOK_ALIKE, "has letters of another script; in ASCII it is")],
);
