use super::prelude::*;

rule!(
    "look_alike_letter.md",
    Check::Respelling(Deviations::LOOK_ALIKE, "has letters of another script; in ASCII it is")
);
