use super::prelude::*;

rule!(
    "overdisambiguated.md",
    Check::Respelling(Deviations::OVERDISAMBIGUATED, "has more disambiguation than needed:")
);
