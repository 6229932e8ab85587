//! Commands never change valid UTF-8 text unless they are asked to: not in copies, safe fixes and exports,
//! nor beside a neighbor in another character set.

use std::fs;

use crate::support::{self, pgnkit};

/// Characters of all kinds: accents, other scripts, text that looks like mojibake, spaces, joiners and
/// invisible characters, chess pieces, and the ends of the ranges.
const TEXTS: &[&str] = &[
    "é", "ß", "Ł", "ю", "中", "😀", "½", "♘", "–", "…", "e\u{301}", "Ã©", "â€“", "\u{a0}",
    "\u{ad}", "\u{200b}", "\u{200d}", "\u{200e}", "\u{202e}", "\u{2028}", "\u{feff}", "\u{fffd}",
    "\u{7ff}", "\u{800}", "\u{ffff}", "\u{10000}", "\u{10ffff}",
];

#[test]
fn no_command_changes_valid_utf_8() {
    let dir = tempfile::tempdir().unwrap();
    let mut text = Vec::new();
    for (n, c) in TEXTS.iter().enumerate() {
        let game = format!(
            "[Event \"E{n}\"]\n[White \"<{n}a{c}b>\"]\n\n{{<{n}c{c}d>}} 1. e4 {{<{n}e{c}f>}} e5 ; <{n}g{c}h>\n*\n\n"
        );
        text.extend_from_slice(game.as_bytes());
        // A neighbor in Latin-1.
        text.extend_from_slice(b"[White \"Andr\xE9\"]\n\n1. d4 {d\xE9j\xE0 vu} *\n\n");
    }
    for command in [
        "filter -o out.pgn",
        "filter -w plies>=0 --line-ending crlf -o out.pgn",
        "merge --sort standard -o out.pgn",
        "merge --dedup --keep union -o out.pgn",
        "strip-comments --drop nags,variations --reflow -o out.pgn",
        "export -o out.pgn",
        "export --on-error comment --tag-order source --width 0 -o out.pgn",
        "export --format reduced --keep-escapes -o out.pgn",
        "export --format json-lines -o out.jsonl",
        "check --fix -q --fail-on never",
    ] {
        fs::write(dir.path().join("in.pgn"), &text).unwrap();
        fs::write(dir.path().join("out.pgn"), "").unwrap();
        let args = command.split(' ').chain(["in.pgn"]);
        let output = support::run(
            {
                let mut program = pgnkit(args);
                program.current_dir(dir.path());
                program
            },
            b"",
        );
        assert_eq!(
            output.status.code(),
            Some(0),
            "{command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let name = command.split(' ').rev().find(|it| it.starts_with("out.")).unwrap_or("in.pgn");
        let out = fs::read(dir.path().join(name)).unwrap();
        for (n, c) in TEXTS.iter().enumerate() {
            let wanted = [
                format!("<{n}a{c}b>"),
                format!("<{n}c{c}d>"),
                format!("<{n}e{c}f>"),
                format!("<{n}g{c}h>"),
            ];
            // Reduced export has no comments.
            for wanted in &wanted[..if command.contains("reduced") { 1 } else { 4 }] {
                let is_there = out.windows(wanted.len()).any(|window| window == wanted.as_bytes());
                assert!(is_there, "{command}: {wanted:?} ({})", wanted.escape_unicode());
            }
        }
    }
}
