//! What programs take at most, as they document it.

/// A program that takes games, and how many.
#[derive(Debug)]
pub struct Target {
    /// Its name, as it is typed.
    pub name: &'static str,
    /// One line for the help.
    pub help: &'static str,
    /// Games of a part.
    pub n_games: u64,
    /// Moves of a game, those of variations included; more are reported.
    pub n_moves: Option<u64>,
}

/// All of them.
pub static TARGETS: &[Target] = &[
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
