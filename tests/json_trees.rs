//! The trees of JSON lines have the same moves, NAGs, comments and variations, in the same places, as the PGN
//! export of the same games.

use std::path::Path;

use crate::support::{corpora, files_below, json_lines, pgnkit, run};
use pgn_syntax::{Fallback, Game, Games, NodeKind};
use serde_json::Value;

/// A line of play with its annotation.
#[derive(Debug, Default, PartialEq, Eq)]
struct Line {
    comments_before: Vec<String>,
    nags_before: Vec<u64>,
    moves: Vec<Move>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Move {
    san: String,
    nags: Vec<u64>,
    comments: Vec<String>,
    variations: Vec<Line>,
}

/// Returns the text without what layout may change.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect()
}

fn of_pgn(game: &Game, src: &[u8]) -> Line {
    let mut lines = vec![Line::default()];
    // True for each line in which Black is to move, by counting.
    let mut turns = vec![false];
    for node in &game.nodes {
        let text = || String::from_utf8(node.span.of(src).to_vec()).unwrap();
        let line = lines.last_mut().unwrap();
        match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                line.moves.push(Move { san: text(), ..Move::default() });
                let is_black = turns.last_mut().unwrap();
                *is_black = !*is_black;
            }
            NodeKind::Nag(nag) => match line.moves.last_mut() {
                Some(last) => last.nags.push(u64::from(nag)),
                None => line.nags_before.push(u64::from(nag)),
            },
            NodeKind::Comment(_) => {
                let text = letters(&Fallback::default().decode(node.comment_text(src)));
                match line.moves.last_mut() {
                    Some(last) => last.comments.push(text),
                    None => line.comments_before.push(text),
                }
            }
            NodeKind::RavOpen { .. } => {
                turns.push(!turns.last().unwrap());
                lines.push(Line::default());
            }
            NodeKind::RavClose => {
                let inner = lines.pop().unwrap();
                turns.pop();
                let outer = lines.last_mut().and_then(|line| line.moves.last_mut()).unwrap();
                outer.variations.push(inner);
            }
            NodeKind::MoveNumber(_) | NodeKind::Marker(_) => (),
            // Only in the movetext of unknown variants, which is written as it stands. The side that has just moved
            // decides which NAG a glyph is.
            NodeKind::Suffix(nag) => match line.moves.last_mut() {
                Some(last) => last.nags.push(u64::from(nag)),
                None => line.nags_before.push(u64::from(nag)),
            },
            NodeKind::Glyph { white, black } => {
                let nag = u64::from(if *turns.last().unwrap() { white } else { black });
                match line.moves.last_mut() {
                    Some(last) => last.nags.push(nag),
                    None => line.nags_before.push(nag),
                }
            }
        }
    }
    assert_eq!(lines.len(), 1);
    lines.remove(0)
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| letters(text.as_str().unwrap())).collect()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().map_or(Vec::new(), |all| all.iter().map(|n| n.as_u64().unwrap()).collect())
}

/// Returns the line of a JSON tree, or `None` if a variation is nested so deeply that it is written as text.
fn of_json(moves: &Value, before: (&Value, &Value)) -> Option<Line> {
    let mut line = Line {
        comments_before: strings(before.0),
        nags_before: numbers(before.1),
        moves: Vec::new(),
    };
    for (at, one) in moves.as_array()?.iter().enumerate() {
        let is_bare =
            one["nags_before"].is_null() && one["comments_before"] == Value::Array(vec![]);
        let variations = one["variations"].as_array()?.iter().map(|line| {
            let first = line.get(0)?;
            of_json(line, (&first["comments_before"], &first["nags_before"]))
        });
        assert!(at == 0 || is_bare, "before a later move: {one}");
        line.moves.push(Move {
            san: one["san"].as_str()?.to_owned(),
            nags: numbers(&one["nags"]),
            comments: strings(&one["comments"]),
            variations: variations.collect::<Option<_>>()?,
        });
    }
    Some(line)
}

/// Compares both exports of the games without errors. Returns the numbers of games and comments that were
/// compared.
fn compare(args: &[&str], stdin: &[u8]) -> Result<(usize, usize), String> {
    let export = |format: &[&str]| {
        let sound = ["-q", "export", "--where", "errors = 0"];
        run(pgnkit(sound.iter().chain(format).chain(args)), stdin).stdout
    };
    let (pgn, json) = (export(&[]), export(&["--format", "json-lines"]));
    let mut games = Games::new(&pgn);
    let (mut n_games, mut n_comments) = (0, 0);
    for object in json.split(|&b| b == b'\n').filter(|line| !line.is_empty()) {
        let game = games.next().ok_or("fewer games in PGN")?;
        let Ok(object) = serde_json::from_slice::<Value>(object) else { continue };
        n_games += 1;
        // The moves of the variant are not checked: the object has the text of the game instead.
        if object["plies"].is_null() {
            continue;
        }
        let Some(found) = of_json(&object["moves"], (&object["comments"], &object["nags"])) else {
            continue;
        };
        let expected = of_pgn(game, &pgn);
        if found != expected {
            return Err(format!("game {}:\n{found:?}\n{expected:?}", object["game"]));
        }
        n_comments +=
            game.nodes.iter().filter(|it| matches!(it.kind, NodeKind::Comment(_))).count();
    }
    match games.next() {
        None => Ok((n_games, n_comments)),
        Some(_) => Err("more games in PGN".to_owned()),
    }
}

#[test]
fn trees_equal_pgn_of_generated_games() {
    for game in [
        "{intro} 1. e4 e5 *",
        "{intro} $14 {more} 1. e4 {x} (1. d4 $1 {v} ( {lead} $3 1. c4 )) {y} $2 1... e5 *",
        "1. e4 e5 (1... c5 {only}) ({none}) () 2. Nf3 {z} * ",
        "1. e4 (1-0) ({a} 1. d4 {b} 1-0 {c}) ((({in}) 1-0)) e5 *",
        "{one} {two} 1. e4 ({three} {four} 1. d4 d5 {five} (1... Nf6)) {six} ; seven\n e5 *",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n{first} 1... Kd7 {x} 2. e4 {y} *",
        "{alone} *",
        "",
    ] {
        compare(&["-"], game.as_bytes()).unwrap_or_else(|why| panic!("{game}\n{why}"));
    }
}

#[test]
fn castling_is_written_as_in_tables() {
    let games = ["Chess960", "Atomic"].map(|variant| {
        let tags = format!("[Variant \"{variant}\"]\n[FEN \"1k6/8/8/8/8/8/8/1K5R w H - 0 1\"]");
        format!("{tags}\n\n1. O-O *\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O {{x}} *\n\n")
    });
    let export = |args: &[&str]| {
        let args = ["export", "-"].iter().chain(args);
        String::from_utf8(run(pgnkit(args), games.concat().as_bytes()).stdout).unwrap()
    };
    let trees = json_lines(export(&["--format", "json-lines"]).as_bytes());
    let last = |game: &Value| game["moves"].as_array().unwrap().last().unwrap()["uci"].clone();
    let in_trees: Vec<Value> = trees.iter().map(last).collect();
    assert_eq!(in_trees, ["b1h1", "e1g1", "b1h1", "e1g1"]);
    let table = export(&["--format", "csv", "--rows", "plies", "--columns", "san,uci"]);
    let in_table: Vec<&str> = table.lines().filter_map(|it| it.strip_prefix("O-O,")).collect();
    assert_eq!(in_trees, in_table);
}

#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn trees_equal_pgn_of_real_games() {
    let open = corpora().join("open");
    let (mut n_games, mut n_comments, mut objections) = (0, 0, Vec::new());
    for path in files_below(&open) {
        let is_pgn = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("pgn"));
        if !is_pgn {
            continue;
        }
        let whole: &Path = &open.join(&path);
        match compare(&[&whole.to_string_lossy()], b"") {
            Ok((games, comments)) => {
                (n_games, n_comments) = (n_games + games, n_comments + comments)
            }
            Err(why) => objections.push(format!("{}: {why}", path.display())),
        }
    }
    assert!(objections.is_empty(), "{}", objections.join("\n\n"));
    assert!(n_games > 10_000 && n_comments > 100_000, "{n_games} games, {n_comments} comments");
}
