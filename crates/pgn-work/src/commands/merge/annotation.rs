//! The annotation of two copies of a game, compared for `--report`.

use std::collections::HashMap;

use pgn_syntax::{Fallback, Game, NodeKind};

/// How often a game has each comment, each NAG and each variation at the same place of its main line.
#[derive(Default)]
pub(super) struct Annotation([HashMap<String, usize>; 3]);

/// Names of the parts of [`Annotation`].
const NAMES: [&str; 3] = ["comments", "NAGs", "variations"];

impl Annotation {
    /// Returns the annotation of a game. `fallback` is the 8-bit character set of comments that are not UTF-8.
    pub(super) fn of(game: &Game, src: &[u8], fallback: Fallback) -> Annotation {
        let mut found = Annotation::default();
        let Annotation([comments, nags, variations]) = &mut found;
        // The moves of the variations that are open, the innermost last.
        let (mut n_plies, mut open) = (0_usize, Vec::<String>::new());
        let add = |to: &mut HashMap<String, usize>, n_plies: usize, what: &str| {
            *to.entry(format!("{n_plies} {what}")).or_default() += 1;
        };
        for node in &game.nodes {
            match node.kind {
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => match open.last_mut() {
                    Some(moves) => {
                        let word = String::from_utf8_lossy(node.span.of(src));
                        moves.push_str(word.trim_end_matches(['+', '#']));
                        moves.push(' ');
                    }
                    None => n_plies += 1,
                },
                NodeKind::Comment(_) => {
                    let text = fallback.decode(node.comment_text(src));
                    let words: Vec<&str> = text.split_whitespace().collect();
                    add(comments, n_plies, &words.join(" "));
                }
                NodeKind::Nag(nag) | NodeKind::Suffix(nag) | NodeKind::Glyph { white: nag, .. } => {
                    add(nags, n_plies, &nag.to_string())
                }
                NodeKind::RavOpen { .. } => open.push(String::new()),
                NodeKind::RavClose => add(variations, n_plies, &open.pop().unwrap_or_default()),
                NodeKind::MoveNumber(_) | NodeKind::Marker(_) => (),
            }
        }
        found
    }

    /// Returns the parts of which this game, which is dropped, has another number than the kept one, or some that the
    /// kept one lacks. Parts that this game does not have are left out.
    pub(super) fn differences(&self, kept: &Annotation) -> Vec<String> {
        let mut differences = Vec::new();
        for ((name, mine), its) in NAMES.iter().zip(&self.0).zip(&kept.0) {
            let [n_mine, n_its] = [mine, its].map(|it| it.values().sum::<usize>());
            let lacking = |(what, n): (&String, &usize)| {
                n.saturating_sub(its.get(what).copied().unwrap_or_default())
            };
            let n_lacking: usize = mine.iter().map(lacking).sum();
            if n_mine == 0 || n_mine == n_its && n_lacking == 0 {
                continue;
            }
            let lacking = match n_lacking {
                n if n > 0 && n_its > 0 => format!(" ({n} not in the kept game)"),
                _ => String::new(),
            };
            differences.push(format!("{name}: {n_mine} / {n_its}{lacking}"));
        }
        differences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dropped: &str, kept: &str, expected: &[&str]) {
        let [dropped, kept] = [dropped, kept].map(|text| {
            let mut games = pgn_syntax::Games::new(text.as_bytes());
            Annotation::of(games.next().unwrap(), text.as_bytes(), Fallback::default())
        });
        assert_eq!(dropped.differences(&kept), expected);
    }

    #[test]
    fn annotation_that_the_kept_game_lacks() {
        let all = "1. e4 {a  b} e5 $1 (1... c5 {c} (1... c6 2. d4+)) 2. Nf3 *";
        check(all, all, &[]);
        check(all, &all.replace("a  b", "a b").replace("$1", "!").replace("d4+", "d4"), &[]);
        check(all, "1. e4 e5 *", &["comments: 2 / 0", "NAGs: 1 / 0", "variations: 2 / 0"]);
        check("1. e4 e5 *", all, &[]);
        check("1. e4 {x} *", "1. e4 {y} *", &["comments: 1 / 1 (1 not in the kept game)"]);
        check("1. e4 {x} *", "{x} 1. e4 *", &["comments: 1 / 1 (1 not in the kept game)"]);
        check("1. e4 {x} {x} *", "1. e4 {x} *", &["comments: 2 / 1 (1 not in the kept game)"]);
        check("1. e4 {x} *", "1. e4 {x} {y} *", &["comments: 1 / 2"]);
        check("1. e4 $1 *", "1. e4 $2 *", &["NAGs: 1 / 1 (1 not in the kept game)"]);
        check(all, &all.replace("d4", "d3"), &["variations: 2 / 2 (1 not in the kept game)"]);
    }
}
