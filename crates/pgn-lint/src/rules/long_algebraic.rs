use super::prelude::*;

rule!(
    "long_algebraic.md",
    Check::Respelling(Deviations::LONG_ALGEBRAIC, "is long algebraic notation; short is")
);
