//! What holds when comments are taken out of games.

use pgn_syntax::{
    CommentKind, Games, NodeKind,
    strip::{Classes, Stripper},
};

use crate::invariants::games;

const CLASSES: [Classes; 3] = [
    Classes { text: true, commands: true },
    Classes { text: true, commands: false },
    Classes { text: false, commands: true },
];

fn strip(bytes: &[u8], classes: Classes) -> Vec<u8> {
    let (mut games, mut stripper) = (Games::new(bytes), Stripper::new(classes));
    let mut out = Vec::new();
    while let Some(game) = games.next() {
        stripper.strip_into(game, bytes, &mut out);
    }
    out
}

/// What has been taken out once leaves nothing to take out.
pub fn twice_is_once(bytes: &[u8]) {
    for classes in CLASSES {
        let once = strip(bytes, classes);
        let twice = strip(&once, classes);
        assert_eq!(twice.escape_ascii().to_string(), once.escape_ascii().to_string());
    }
}

/// Tags, moves, variations, NAGs and markers stay.
pub fn games_stay(bytes: &[u8]) {
    for classes in CLASSES {
        let stripped = strip(bytes, classes);
        // A comment in front of a tag pair on its line kept it from beginning a game.
        if !stripped.windows(3).any(|bytes| bytes == b"\n [") {
            assert_eq!(without_comments(&stripped), without_comments(bytes), "{classes:?}");
        }
    }
}

fn without_comments(bytes: &[u8]) -> String {
    let mut text = String::new();
    for game in games(bytes) {
        for pair in &game.tags {
            text.push_str(&format!("{}\n", pair.span.of(bytes).escape_ascii()));
        }
        for node in &game.nodes {
            match node.kind {
                NodeKind::Comment(CommentKind::Words) => (),
                // Numbers of Black go along with comments.
                NodeKind::Comment(_) | NodeKind::MoveNumber(_) => continue,
                _ => (),
            }
            text.push_str(&format!("{} ", node.span.of(bytes).escape_ascii()));
        }
        text.push_str("\n\n");
    }
    text
}
