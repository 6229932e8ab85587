//! Documented limits of programs that read games.

/// A program or site with its limits.
#[derive(Debug)]
pub struct Target {
    /// Name of the program or site on the command line.
    pub name: &'static str,
    /// One line for the help.
    pub help: &'static str,
    /// Maximum number of games of a part.
    pub n_games: u64,
    /// Maximum number of moves of a game, with those of variations. Games with more are reported.
    pub n_moves: Option<u64>,
}

/// All known programs and sites.
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
