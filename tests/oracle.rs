//! Compares the moves of the main line with those that pgn-reader and shakmaty read.

use std::{
    fs,
    io::{Cursor, Write as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use pgn_reader::shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use pgn_testkit::{Generator, Style};

/// A game as the oracle reads it: SAN and UCI of the main line, or `None` if it does not know the variant.
type Judged = Option<Vec<(String, String)>>;

struct Oracle;

struct Line {
    position: Chess,
    mode: CastlingMode,
    moves: Judged,
}

impl Visitor for Oracle {
    type Tags = Line;
    type Movetext = Line;
    type Output = Judged;

    fn begin_tags(&mut self) -> ControlFlow<Judged, Line> {
        let mode = CastlingMode::Standard;
        ControlFlow::Continue(Line { position: Chess::default(), mode, moves: Some(Vec::new()) })
    }

    fn tag(&mut self, line: &mut Line, name: &[u8], value: RawTag<'_>) -> ControlFlow<Judged> {
        match name {
            b"Variant" if value.as_bytes().eq_ignore_ascii_case(b"Chess960") => {
                line.mode = CastlingMode::Chess960
            }
            b"Variant" => line.moves = None,
            b"FEN" => {
                let fen = Fen::from_ascii(&value.decode()).ok();
                match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                    Some(position) => line.position = position,
                    None => line.moves = None,
                }
            }
            _ => (),
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, line: Line) -> ControlFlow<Judged, Line> {
        ControlFlow::Continue(line)
    }

    fn begin_variation(&mut self, _: &mut Line) -> ControlFlow<Judged, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, line: &mut Line, san: SanPlus) -> ControlFlow<Judged> {
        let Some(moves) = &mut line.moves else { return ControlFlow::Continue(()) };
        match san.san.to_move(&line.position) {
            Ok(played) => {
                let uci = UciMove::from_move(played, line.mode).to_string();
                moves.push((
                    SanPlus::from_move_and_play_unchecked(&mut line.position, played).to_string(),
                    uci,
                ));
            }
            Err(_) => line.moves = None,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, line: Line) -> Judged {
        line.moves
    }
}

fn judge(pgn: &[u8]) -> Vec<Judged> {
    Reader::new(Cursor::new(pgn)).read_games(&mut Oracle).map(Result::unwrap).collect()
}

fn export_json(pgn: &[u8]) -> Vec<serde_json::Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args(["export", "--format", "json-lines", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let pgn = pgn.to_vec();
    let feed = std::thread::spawn(move || pipe.write_all(&pgn).unwrap());
    let out = child.wait_with_output().unwrap();
    feed.join().unwrap();
    let lines = out.stdout.split(|&b| b == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

/// Compares game by game. Returns the numbers of games and plies that were compared.
#[track_caller]
fn compare(name: &str, pgn: &[u8]) -> (usize, usize) {
    let judged = judge(pgn);
    let games = export_json(pgn);
    assert_eq!(games.len(), judged.len(), "{name}: number of games");
    let (mut n_games, mut n_plies) = (0, 0);
    for (i, (judged, game)) in judged.iter().zip(&games).enumerate() {
        let Some(want) = judged else { continue };
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let moves = game["moves"].as_array().unwrap();
        let got: Vec<(String, String)> =
            moves.iter().map(|m| (text(&m["san"]), text(&m["uci"]))).collect();
        assert_eq!(&got, want, "{name}, game {}", i + 1);
        n_games += 1;
        n_plies += got.len();
    }
    (n_games, n_plies)
}

#[test]
fn moves_of_generated_games_agree() {
    for style in [Style::Bare, Style::Annotated] {
        let (n_games, n_plies) = compare("generated", &Generator::new(4, style).games(400));
        assert_eq!(n_games, 400);
        assert!(n_plies > 10_000, "{n_plies}");
    }
}

#[test]
fn moves_of_the_corpus_agree() {
    let mut n_games = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.extension().is_some_and(|ext| ext == "pgn") {
            n_games += compare(&path.display().to_string(), &fs::read(&path).unwrap()).0;
        }
    }
    assert!(n_games >= 14, "{n_games}");
}
