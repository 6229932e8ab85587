//! Properties of the removal of annotation.

use pgn_chess::export::{ExportForm, ExportOptions, Exporter, OnError};
use pgn_syntax::{
    CommentKind, Fallback, Games, NodeKind,
    strip::{Classes, Commands, Stripper},
};

use crate::invariants::games;

/// Returns every kind of annotation alone, and some combinations.
fn classes() -> Vec<Classes> {
    let none = Classes::default;
    let only = |name: &str| Commands::Only(vec![name.to_owned()]);
    let words = Classes { text: true, engine: true, diagrams: true, ..none() };
    let comments = Classes { commands: Commands::ALL, ..words.clone() };
    vec![
        Classes::comments(),
        Classes { nags: true, glyphs: true, variations: true, escapes: true, ..comments.clone() },
        comments,
        words,
        Classes { commands: Commands::ALL, ..none() },
        Classes { text: true, ..none() },
        Classes { engine: true, commands: only("eval"), ..none() },
        Classes { diagrams: true, diagram_nags: true, ..none() },
        Classes { nags: true, ..none() },
        Classes { glyphs: true, ..none() },
        Classes { variations: true, ..none() },
        Classes { escapes: true, ..none() },
    ]
}

fn strip(bytes: &[u8], classes: &Classes) -> Vec<u8> {
    let (mut games, mut stripper) = (Games::new(bytes), Stripper::new(classes.clone()));
    let (mut out, mut end) = (Vec::new(), 0);
    while let Some(game) = games.next() {
        stripper.strip_into(game, bytes, &mut out);
        end = game.span.end as usize;
    }
    // Bytes that belong to no game are copied.
    out.extend_from_slice(&bytes[end..]);
    out
}

/// Returns true if only comments are removed. Without them, the rest of any bytes is read in the same way.
fn removes_only_comments(classes: &Classes) -> bool {
    !(classes.nags || classes.glyphs || classes.variations || classes.escapes)
}

/// Checks that removing comments from arbitrary bytes twice equals removing them once.
pub fn twice_is_once(bytes: &[u8]) {
    check_twice(bytes, classes().into_iter().filter(removes_only_comments));
}

/// Checks that removing annotation of any kind from games twice equals removing it once.
///
/// In arbitrary bytes, NAGs, signs, variations and escape lines may hide text that is read differently without them.
pub fn twice_is_once_in_games(bytes: &[u8]) {
    check_twice(bytes, classes().into_iter());
}

fn check_twice(bytes: &[u8], classes: impl Iterator<Item = Classes>) {
    for classes in classes {
        let once = strip(bytes, &classes);
        let twice = strip(&once, &classes);
        assert_eq!(
            twice.escape_ascii().to_string(),
            once.escape_ascii().to_string(),
            "{classes:?}"
        );
    }
}

/// Checks that removing comments keeps tags, moves, variations, NAGs and markers.
pub fn games_stay(bytes: &[u8]) {
    // Other classes remove what is compared below.
    for classes in classes().into_iter().filter(removes_only_comments) {
        let stripped = strip(bytes, &classes);
        // A comment before a tag pair on the same line kept the pair from beginning a game.
        if !stripped.windows(3).any(|bytes| bytes == b"\n [") {
            assert_eq!(without_comments(&stripped), without_comments(bytes), "{classes:?}");
        }
    }
}

/// Checks that removing all annotation does not change the reduced export of games.
///
/// Of games with errors the legal prefix is compared.
pub fn reduced_export_stays(bytes: &[u8]) {
    let all = Classes {
        text: true,
        engine: true,
        diagrams: true,
        commands: Commands::ALL,
        nags: true,
        glyphs: true,
        variations: true,
        escapes: true,
        ..Classes::default()
    };
    let reduced = ExportOptions {
        form: ExportForm::Reduced,
        on_error: OnError::Truncate,
        ..ExportOptions::default()
    };
    assert_eq!(export(&strip(bytes, &all), &reduced), export(bytes, &reduced));
}

/// Checks that the export of UTF-8 text does not depend on the fallback character set.
pub fn utf8_stays(text: &str) {
    let with = |label| {
        let fallback = Fallback::find(label).unwrap_or_default();
        let options =
            ExportOptions { fallback, on_error: OnError::Comment, ..ExportOptions::default() };
        export(text.as_bytes(), &options)
    };
    let usual = with("windows-1252");
    for label in ["windows-1251", "koi8-r", "ibm866", "iso-8859-2"] {
        assert_eq!(with(label), usual, "{label}");
    }
}

fn export(bytes: &[u8], options: &ExportOptions) -> String {
    let (mut games, mut exporter) = (Games::new(bytes), Exporter::new(options.clone()));
    let mut out = Vec::new();
    while let Some(game) = games.next() {
        exporter.write(game, bytes, &mut out);
    }
    out.escape_ascii().to_string()
}

fn without_comments(bytes: &[u8]) -> String {
    let mut text = String::new();
    for game in games(bytes) {
        for pair in &game.tags {
            text.push_str(&format!("{}\n", pair.span.of(bytes).escape_ascii()));
        }
        for node in &game.nodes {
            let is_removed = match node.kind {
                // Words outside of braces are text, which stays.
                NodeKind::Comment(kind) => kind != CommentKind::Words,
                // Numbers of Black are removed together with comments.
                NodeKind::MoveNumber(_) => true,
                _ => false,
            };
            if !is_removed {
                text.push_str(&format!("{} ", node.span.of(bytes).escape_ascii()));
            }
        }
        text.push_str("\n\n");
    }
    text
}
