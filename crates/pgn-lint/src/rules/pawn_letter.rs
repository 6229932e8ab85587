use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("pawn_letter.md"),
    &[Check::Respelling(Deviations::PAWN_LETTER, "has a letter for a pawn:")],
);
