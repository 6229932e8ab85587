//! The programs and sites that parts are made for.

use pgn_lint::LimitKind;

/// A program or site that parts are made for. Its limits are those of `check --target`.
#[derive(Debug)]
pub struct Target {
    /// Name of the program or site on the command line, and of its limits.
    pub name: &'static str,
    /// One line for the help.
    pub help: &'static str,
}

/// All known programs and sites.
pub static TARGETS: &[&Target] = &[
    &Target {
        name: "lichess-study",
        help: "32 chapters an import, so two parts fill a study of 64; 3,000 half-moves a chapter",
    },
    &Target { name: "scid4", help: "16,777,214 games a database" },
];

impl Target {
    /// Returns the maximum number of games of a part.
    pub(super) fn n_games(&self) -> u64 {
        let limit = |kind| if let LimitKind::Games(n) = kind { Some(n) } else { None };
        self.limit(limit).unwrap_or(u64::MAX)
    }

    /// Returns the maximum number of moves of a game, with those of variations; `None` if there is none. Games with
    /// more are reported.
    pub(super) fn n_moves(&self) -> Option<u64> {
        self.limit(|kind| if let LimitKind::Moves(n) = kind { Some(n) } else { None })
    }

    fn limit(&self, read: impl Fn(LimitKind) -> Option<u64>) -> Option<u64> {
        pgn_lint::Target::find(self.name)?.limits.iter().find_map(|limit| read(limit.what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_the_help() {
        let limits = |target: &Target| (target.name, target.n_games(), target.n_moves());
        let all: Vec<_> = TARGETS.iter().copied().map(limits).collect();
        assert_eq!(all, [("lichess-study", 32, Some(3000)), ("scid4", 16_777_214, None)]);
    }
}
