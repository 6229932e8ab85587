//! `export --layout moves` and `lines`: a fixed point, with the way back to the form of the standard, and few
//! lines that change with a word.

use std::fs;

use crate::support::{files_below, pgnkit, root, run};

/// Returns what `export` makes of a text.
fn export(text: &[u8], args: &[&str]) -> Vec<u8> {
    let all = ["export", "--isolated", "-qq", "--keep-escapes"].iter().chain(args);
    run(pgnkit(all), text).stdout
}

#[test]
fn layouts_are_fixed_points_and_lose_nothing() {
    // Of each file: its name, and its text in the form of the standard and in each layout.
    let mut files = Vec::new();
    for folder in ["tests/corpus", "tests/broken", "tests/golden/export"] {
        for file in files_below(&root().join(folder)) {
            if file.extension().is_none_or(|it| it != "pgn") {
                continue;
            }
            let text = fs::read(root().join(folder).join(&file)).unwrap();
            let forms = [&[][..], &["--layout", "moves"], &["--layout", "lines"]];
            files.push((file, forms.map(|args| export(&text, args))));
        }
    }
    assert!(files.len() > 50, "{} files", files.len());
    // What `export` wrote can be read together.
    for group in files.chunks(10) {
        let [standard, moves, lines] = [0, 1, 2].map(|form| {
            group.iter().flat_map(|(_, texts)| texts[form].clone()).collect::<Vec<u8>>()
        });
        for (layout, laid) in [("moves", moves), ("lines", lines)] {
            let name = format!("{:?}: {layout}", group.iter().map(|it| &it.0).collect::<Vec<_>>());
            assert!(export(&laid, &["--layout", layout]) == laid, "{name}: no fixed point");
            assert!(export(&laid, &[]) == standard, "{name}: other games");
            assert!(
                export(&standard, &["--layout", layout]) == laid,
                "{name}: of the standard's form"
            );
        }
    }
}

/// Returns the number of lines that are only in the second text.
fn n_new(old: &[u8], new: &[u8]) -> usize {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let mut rest: Vec<&str> = old.lines().collect();
    let is_new = |line: &&str| match rest.iter().position(|other| other == line) {
        Some(at) => {
            rest.remove(at);
            false
        }
        None => true,
    };
    new.lines().filter(is_new).count()
}

#[test]
fn a_word_changes_a_line() {
    let words = "word ".repeat(40);
    let game = format!(
        "[Event \"e\"]\n\n1. e4 {{Long: {words}}} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 {{x}} Nc6 3. Bb5 a6 *\n"
    );
    let changes = [
        ("Long", "Longer"),
        ("2... d6)", "2... d6 3. d4)"),
        ("{x}", "{x} $1"),
        ("(2. c3 d5)", "(2. c3 Nf6)"),
        ("3. Bb5 a6", "3. Bb5 Nf6"),
        ("3. Bb5 a6", "3. Bb5 a6 4. Ba4"),
        ("[Event \"e\"]", "[Event \"f\"]"),
    ];
    let laid = export(game.as_bytes(), &["--layout", "moves"]);
    for (old, new) in changes {
        let changed = game.replacen(old, new, 1);
        assert_ne!(game, changed);
        let changed = export(changed.as_bytes(), &["--layout", "moves"]);
        assert_eq!(n_new(&laid, &changed), 1, "{old} to {new}");
        assert!(n_new(&changed, &laid) <= 1, "{old} to {new}");
    }
}
