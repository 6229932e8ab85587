use super::prelude::*;
use crate::target::{LimitKind, Target};

rule!("over_target_limit.md", Check::Target(check, check_file));

fn check(cx: &GameCx<'_>, target: &'static Target, report: &mut Report<'_>) {
    let game = cx.game;
    for limit in target.limits {
        let mut over = |span: Span, n: u64, what: &str, max: u64| {
            report
                .at(span, format!("{n} {what}, more than the {max} that {} takes", target.name))
                .help(limit.source);
        };
        match limit.what {
            LimitKind::Moves(max) => {
                let mut moves = game.nodes.iter().filter(|node| node.kind.is_move());
                let n_moves = moves.clone().count() as u64;
                if let Some(first) = moves.nth(usize::try_from(max).unwrap_or(usize::MAX)) {
                    over(first.span, n_moves, "half-moves in a game", max);
                }
            }
            LimitKind::Pair(max) => {
                for pair in &game.tags {
                    let n = (pair.name.len() + pair.value.len()) as u64;
                    if n > max {
                        over(pair.value, n, "bytes in a tag's name and value", max);
                    }
                }
            }
            LimitKind::Comments(max) => {
                let comments = game.nodes.iter().filter(|node| node.kind.is_comment());
                let mut n = 0;
                let mut place = None;
                for comment in comments {
                    n += comment.span.len() as u64;
                    if n > max {
                        place = place.or(Some(comment.span));
                    }
                }
                if let Some(place) = place {
                    over(place, n, "bytes in the comments of a game, with their braces", max);
                }
            }
            LimitKind::Line(max) => {
                let mut start = game.span.start as usize;
                for line in game.span.of(cx.src).split(is_line_end) {
                    let n = line.len() as u64;
                    if n > max {
                        over(Span::new(start, start + 1), n, "bytes in a line", max);
                    }
                    start += line.len() + 1;
                }
            }
            LimitKind::Games(_) | LimitKind::Rule(_) => (),
        }
    }
}

fn check_file(facts: &FileFacts, target: &'static Target, report: &mut FileReport<'_>) {
    for limit in target.limits {
        if let LimitKind::Games(max) = limit.what
            && facts.n_games > max
        {
            let n = facts.n_games;
            report
                .at(Mark::START, format!("{n} games in a file, and {} takes {max}", target.name))
                .help(limit.source);
        }
    }
}
