//! `--target`: what a program or a site takes of PGN, as data, each limit with its source.

use crate::rule::Rule;

/// A program or site that games are meant for.
#[derive(Debug)]
pub struct Target {
    /// As typed behind `--target`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What it does not take.
    pub limits: &'static [Limit],
}

/// Something that a target does not take.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// What, and how much of it is taken.
    pub what: What,
    /// Who says so.
    pub source: &'static str,
}

/// A quantity that a target limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Games in a file.
    Games(u64),
    /// Moves in a game, those of variations too.
    Moves(u64),
    /// Bytes of a tag pair's name and value together.
    Pair(u64),
    /// Bytes of all comments of a game.
    Comments(u64),
    /// Bytes of a line.
    Line(u64),
    /// What this rule finds: it is an error here.
    Rule(&'static str),
}

/// All targets, by name.
pub static TARGETS: &[Target] = &[
    Target {
        name: "archive",
        about: "games kept for good, as the standard wants them",
        limits: &[
            rule("missing-roster-tag", "standard 8.1.1: the seven tags are mandatory in archives"),
            rule("empty-tag-value", "standard 8.1.1.1: an unknown value is `?`"),
            rule("tag-name-case", "standard 8.1: names of tags are case sensitive"),
            rule("line-over-255", "standard 4.3: at most 255 characters with the line end"),
            rule("string-over-255", "standard 7: at most 255 characters"),
            rule("symbol-over-255", "standard 7: at most 255 characters"),
            rule("mixed-encoding", "standard 4.1: one character set"),
            rule("mixed-newlines", "standard 3.2.2: lines end with LF"),
            rule("nonstandard-nag", "standard 10: 140 to 255 are reserved"),
        ],
    },
    Target {
        name: "chessbase",
        about: "ChessBase, and those who read its exports",
        limits: &[rule(
            "null-move",
            "ChessBase's own warning that others cannot read them (mliebelt/pgn-parser issue 641)",
        )],
    },
    Target {
        name: "lichess-study",
        about: "import into a study of lichess.org",
        limits: &[
            Limit {
                what: What::Games(64),
                source: "64 chapters in a study (lichess-org/lila issues 17737, 12823, 16921)",
            },
            Limit {
                what: What::Moves(3000),
                source: "3000 moves in a chapter (lichess-org/lila issues 10421, 19781)",
            },
            rule("null-move", "null moves are not supported (lichess-org/scalachess pull 230)"),
        ],
    },
    Target {
        name: "scid4",
        about: "a database of Scid in its format 4",
        limits: &[
            Limit {
                what: What::Games(16_777_214),
                source: "Scid vs. PC, help page on file formats: three bytes for the number",
            },
            Limit {
                what: What::Comments(131_072),
                source: "Scid vs. PC, help page on file formats: a game has at most 131,072 bytes",
            },
            Limit {
                what: What::Pair(240),
                source: "name and value of a tag have at most 240 bytes (benini/scid issue 42)",
            },
        ],
    },
    Target {
        name: "xboard",
        about: "XBoard and WinBoard",
        limits: &[Limit {
            what: What::Line(9_999),
            source: "PARSEBUFSIZE in its parser.c is 10,000; long lines refused (jhonnold/node-tlcv issue 68)",
        }],
    },
];

const fn rule(name: &'static str, source: &'static str) -> Limit {
    Limit { what: What::Rule(name), source }
}

impl Target {
    /// The target of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Whether what the rule finds is an error for it.
    #[must_use]
    pub fn refuses(&self, rule: &Rule) -> bool {
        self.limits.iter().any(|limit| limit.what == What::Rule(rule.name))
    }
}

impl What {
    /// As a line of documentation.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            What::Games(n) => format!("at most {n} games in a file"),
            What::Moves(n) => format!("at most {n} moves in a game, variations included"),
            What::Pair(n) => format!("at most {n} bytes in name and value of a tag"),
            What::Comments(n) => format!("at most {n} bytes in the comments of a game"),
            What::Line(n) => format!("at most {n} bytes in a line"),
            What::Rule(name) => format!("nothing that `{name}` finds"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fmt::Write as _, fs, path::PathBuf};

    use super::*;

    #[test]
    fn rules_of_targets_are_there() {
        assert!(TARGETS.is_sorted_by(|a, b| a.name < b.name));
        for limit in TARGETS.iter().flat_map(|target| target.limits) {
            if let What::Rule(name) = limit.what {
                assert!(crate::find(name).is_ok_and(|rule| rule.name == name), "{name}");
            }
        }
    }

    /// `docs/targets.md`: every limit and its source.
    #[test]
    fn the_page_is_current() {
        let mut text = String::from(
            "# Targets\n\nMade from the table in `crates/pgn-lint/src/target.rs`: change that, then run\n\
             `SNAPSHOTS=overwrite cargo test -p pgn-lint`.\n\n\
             `pgnkit check --target NAME` asks, besides everything else, whether a program or a site takes the games. What it \
             does not take is an error: quantities are found by [over-target-limit](rules.md#over-target-limit-f022), and findings of the \
             rules named here are errors whatever their own level.\n",
        );
        for target in TARGETS {
            write!(
                text,
                "\n## {}\n\nFor {}.\n\n| limit | source |\n| --- | --- |\n",
                target.name, target.about
            )
            .unwrap();
            for limit in target.limits {
                writeln!(text, "| {} | {} |", limit.what.words(), limit.source).unwrap();
            }
        }
        text.push_str(
            "\nNot checked: how many different names of players, events and sites a database of Scid can hold, and how \
             many bytes the moves of a game take there.\n",
        );
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/targets.md");
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return;
        }
        let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
        assert!(overwrite, "docs/targets.md is stale: SNAPSHOTS=overwrite cargo test -p pgn-lint");
        fs::write(&path, text).unwrap();
    }
}
