//! UTF-16 without a byte order mark, and files of which a part is UTF-16.

use std::fs;

use crate::charsets::{games, output};

#[test]
fn utf16_without_a_mark_is_read_where_sets_are_detected() {
    let dir = tempfile::tempdir().unwrap();
    let text = games(&["Réti, Richard", "Łuczak, Andrzej"]);
    let units: Vec<u16> = text.encode_utf16().collect();
    let write = |name: &str, bytes: Vec<u8>| fs::write(dir.path().join(name), bytes).unwrap();
    write("utf8.pgn", text.clone().into_bytes());
    write("le.pgn", units.iter().flat_map(|unit| unit.to_le_bytes()).collect());
    write("be.pgn", units.iter().flat_map(|unit| unit.to_be_bytes()).collect());
    let expected = output(dir.path(), &["export", "utf8.pgn"]).0;
    for name in ["le.pgn", "be.pgn"] {
        let (out, words) = output(dir.path(), &["export", "--encoding", "auto", name]);
        assert!(out == expected && words.contains("to UTF-8"), "{name}: {words}");
        let (out, words) = output(dir.path(), &["export", name]);
        assert!(out.is_empty() && words.contains("--encoding auto reads it"), "{name}: {words}");
        let row = "global.per-file-encodings = { '**' = 'auto' }";
        assert_eq!(output(dir.path(), &["export", "--config", row, name]).0, expected);
    }
}

#[test]
fn games_in_utf16_after_others_are_reported_and_those_in_ascii_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let game = |n| format!("[Event \"{n}\"]\n[Site \"Somewhere in the country\"]\n\n1. e4 *\n\n");
    let all = [game(1).into_bytes(), utf16(&game(2)), utf16(&game(3))].concat();
    fs::write(dir.path().join("added.pgn"), &all).unwrap();
    let line = game(1).lines().count() + 1;
    let byte = game(1).len() + 1;
    let warning = format!(
        "warning: added.pgn:{line}: text in UTF-16 from byte {byte} on, not read as games\n"
    );
    let commands = [
        "check", "export", "strip-comments", "merge", "stats", "filter --count", "diff - added.pgn",
    ];
    for command in commands {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        if !arguments.contains(&"added.pgn") {
            arguments.push("added.pgn");
        }
        let (_, stderr) = output(dir.path(), &arguments);
        assert_eq!(stderr.matches(&warning).count(), 1, "{command}: {stderr}");
    }
    // Long enough for several chunks: only the first is named.
    fs::write(dir.path().join("added.pgn"), [&all[..], &utf16(&game(4).repeat(40_000))].concat())
        .unwrap();
    let (_, stderr) = output(dir.path(), &["filter", "--count", "added.pgn"]);
    assert_eq!(stderr.matches("UTF-16").count(), 1, "{stderr}");

    let all =
        [b"\xff\xfe".to_vec(), utf16(&game(1)), game(2).into_bytes(), utf16(&game(3))].concat();
    fs::write(dir.path().join("mixed.pgn"), all).unwrap();
    let (text, _) = output(dir.path(), &["filter", "mixed.pgn"]);
    assert_eq!(String::from_utf8(text).unwrap(), format!("{}{}{}", game(1), game(2), game(3)));
}
