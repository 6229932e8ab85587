use super::prelude::*;

rule!("pawn_letter.md", Check::Respelling(Deviations::PAWN_LETTER, "has a letter for a pawn:"));
