//! `--target`: the limits of programs and sites that read PGN, each with its source.

/// A program or site that games are meant for.
#[derive(Debug)]
pub struct Target {
    /// The name on the command line.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The limits.
    pub limits: &'static [Limit],
}

/// A limit of a target.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The quantity and its maximum.
    pub what: LimitKind,
    /// The source of the limit.
    pub source: &'static str,
}

/// A limited quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// The most games in a file.
    Games(u64),
    /// The most moves in a game, including variations.
    Moves(u64),
    /// Maximum number of bytes in the name and value of a tag pair together.
    Pair(u64),
    /// Maximum number of bytes in all comments of a game.
    Comments(u64),
    /// Maximum number of bytes in a line.
    Line(u64),
    /// The rule whose findings are errors for the target.
    Rule(&'static str),
}

/// All targets, by name.
pub static TARGETS: &[&Target] = &[
    &Target {
        name: "archive",
        about: "an archive: games in the form that the standard requires",
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
    &Target {
        name: "chessbase",
        about: "ChessBase, and programs that read its exports",
        limits: &[rule(
            "null-move",
            "ChessBase's own warning that others cannot read them (mliebelt/pgn-parser issue 641)",
        )],
    },
    &Target {
        name: "lichess-study",
        about: "import into a study of lichess.org",
        limits: &[
            Limit {
                what: LimitKind::Games(32),
                source: "32 games in an import (lichess-org/lila issue 14218), and 64 chapters in a study (issues 17737, 12823, 16921)",
            },
            Limit {
                what: LimitKind::Moves(3000),
                source: "3000 moves in a chapter (lichess-org/lila issues 10421, 19781)",
            },
            rule("null-move", "null moves are not supported (lichess-org/scalachess pull 230)"),
        ],
    },
    &Target {
        name: "scid4",
        about: "a database of Scid in its format 4",
        limits: &[
            Limit {
                what: LimitKind::Games(16_777_214),
                source: "Scid vs. PC, help page on file formats: three bytes for the number",
            },
            Limit {
                what: LimitKind::Comments(131_072),
                source: "Scid vs. PC, help page on file formats: a game has at most 131,072 bytes",
            },
            Limit {
                what: LimitKind::Pair(240),
                source: "name and value of a tag have at most 240 bytes (benini/scid issue 42)",
            },
        ],
    },
    &Target {
        name: "xboard",
        about: "XBoard and WinBoard",
        limits: &[Limit {
            what: LimitKind::Line(9_999),
            source: "PARSEBUFSIZE in its parser.c is 10,000; long lines refused (jhonnold/node-tlcv issue 68)",
        }],
    },
];

const fn rule(name: &'static str, source: &'static str) -> Limit {
    Limit { what: LimitKind::Rule(name), source }
}

impl Target {
    /// Returns the target called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Target> {
        TARGETS.iter().copied().find(|target| target.name == name)
    }

    /// Returns true if the findings of `rule` are errors for the target.
    #[must_use]
    pub fn refuses(&self, rule: &str) -> bool {
        self.limits.iter().any(|limit| matches!(limit.what, LimitKind::Rule(name) if name == rule))
    }
}

impl LimitKind {
    /// Returns the limit in words, for the documentation.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            LimitKind::Games(n) => format!("at most {n} games in a file"),
            LimitKind::Moves(n) => format!("at most {n} half-moves in a game, variations included"),
            LimitKind::Pair(n) => format!("at most {n} bytes in name and value of a tag"),
            LimitKind::Comments(n) => {
                format!("at most {n} bytes in the comments of a game, with their braces")
            }
            LimitKind::Line(n) => format!("at most {n} bytes in a line"),
            LimitKind::Rule(name) => format!("nothing that `{name}` finds"),
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
            if let LimitKind::Rule(name) = limit.what {
                assert!(crate::find(name).is_ok_and(|rule| rule.name == name), "{name}");
            }
        }
    }

    /// `docs/targets.md` lists every limit and its source.
    #[test]
    fn the_page_is_current() {
        let mut text = String::from(
            "# Targets\n\n<!-- Made from the table in crates/pgn-lint/src/target.rs: change it, then run \
             SNAPSHOTS=overwrite cargo test -p pgn-lint. -->\n\n\
             `pgnkit check --target NAME` also checks whether a program or site accepts the games. Anything over a limit is \
             an error: [over-target-limit](rules/over-target-limit.md) reports exceeded quantities, and findings of the rules \
             named here become errors.\n",
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
            "\nNot checked: the number of different names of players, events and sites in a Scid database, and the number of \
             bytes that the moves of a game take there.\n",
        );
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/targets.md");
        // The published package has no docs.
        if !path.parent().unwrap().exists() {
            return;
        }
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return;
        }
        let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
        assert!(overwrite, "docs/targets.md is stale: SNAPSHOTS=overwrite cargo test -p pgn-lint");
        fs::write(&path, text).unwrap();
    }
}
