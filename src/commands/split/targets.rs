//! `--for`: what programs take at most, as they document it.

use clap::builder::PossibleValue;

/// A program that takes games, and how many.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) name: &'static str,
    help: &'static str,
    /// Games of a part.
    pub(crate) n_games: u64,
    /// Moves of a game, those of variations included; more are told of.
    pub(crate) n_moves: Option<u64>,
}

impl Target {
    pub(crate) fn possible_value(&self) -> PossibleValue {
        PossibleValue::new(self.name).help(self.help)
    }
}

pub(crate) static TARGETS: &[Target] = &[
    Target {
        name: "lichess-study",
        help: "32 chapters an import, so two parts fill a study of 64; 3,000 moves a chapter",
        n_games: 32,
        n_moves: Some(3000),
    },
    Target {
        name: "scid4",
        help: "16,777,214 games a database",
        n_games: 16_777_214,
        n_moves: None,
    },
];
