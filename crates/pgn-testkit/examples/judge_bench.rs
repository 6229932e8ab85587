//! Compares the moves that pgnkit reads from files with those of pgn-reader and shakmaty.
//!
//! `judge_bench PGNKIT FILE...` compares, for every game that both find, the main line in UCI and whether it
//! is legal. It also compares the number of games with the number of lines that begin with `[Event ` outside
//! comments. Differences go to standard output, the first 20 of each file in full. The exit status is 1 if
//! there are any. See `tests/by-hand/README.md`.

use std::{
    error::Error,
    fs,
    io::{BufRead as _, BufReader, Cursor, Write as _},
    ops::ControlFlow,
    process::{Command, ExitCode, Stdio},
};

use pgn_reader::shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};

/// The number of differences of a file that are printed.
const SHOWN: usize = 20;

/// A game as pgn-reader and shakmaty read it.
struct Judged {
    /// The legal moves, up to the first illegal one.
    moves: Vec<String>,
    /// The first error.
    fault: Option<String>,
    /// True if the oracle does not know the variant.
    is_variant: bool,
    id: String,
}

struct Oracle;

impl Visitor for Oracle {
    type Tags = (Chess, CastlingMode, Judged);
    type Movetext = (Chess, CastlingMode, Judged);
    type Output = Judged;

    fn begin_tags(&mut self) -> ControlFlow<Judged, Self::Tags> {
        let judged =
            Judged { moves: Vec::new(), fault: None, is_variant: false, id: String::new() };
        ControlFlow::Continue((Chess::default(), CastlingMode::Standard, judged))
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Judged> {
        let (position, mode, judged) = tags;
        match name {
            b"White" | b"Black" | b"Date" => {
                judged.id += &String::from_utf8_lossy(value.as_bytes());
                judged.id.push(' ');
            }
            b"Variant" => match value.as_bytes().to_ascii_lowercase().as_slice() {
                b"chess960" | b"fischerandom" => *mode = CastlingMode::Chess960,
                b"standard" | b"from position" | b"normal" | b"chess" => (),
                _ => judged.is_variant = true,
            },
            b"FEN" => match Fen::from_ascii(&value.decode())
                .map_err(|error| error.to_string())
                .and_then(|fen| {
                    fen.into_position(CastlingMode::Chess960).map_err(|error| error.to_string())
                }) {
                Ok(fen) => *position = fen,
                Err(error) => judged.fault = Some(error),
            },
            _ => (),
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Judged, Self::Movetext> {
        ControlFlow::Continue(tags)
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Judged, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, movetext: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Judged> {
        let (position, mode, judged) = movetext;
        if judged.fault.is_none() && !judged.is_variant {
            match san.san.to_move(position) {
                Ok(played) => {
                    judged.moves.push(UciMove::from_move(played, *mode).to_string());
                    position.play_unchecked(played);
                }
                Err(error) => judged.fault = Some(format!("{san}: {error}")),
            }
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: Self::Movetext) -> Judged {
        movetext.2
    }
}

/// The fields of a line of `export --format json-lines` that are compared.
#[derive(Default)]
struct Exported {
    offset: String,
    length: String,
    /// The main line in UCI.
    moves: Vec<String>,
    /// The rule and message of the first error.
    fault: Option<String>,
}

/// Reads a line. Supports only the JSON that pgnkit writes.
fn exported(line: &str) -> Exported {
    let mut game = Exported::default();
    // The name of the field of the game, and of the field inside one of its moves or errors.
    let (mut field, mut inner) = (String::new(), String::new());
    let (mut depth, mut rest) = (0, line);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            '"' => {
                let mut escaped = false;
                let end = rest.find(|c| {
                    let is_end = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    is_end
                });
                let Some((text, after)) = end.map(|end| rest.split_at(end)) else { break };
                rest = &after[1..];
                match (depth, rest.starts_with(':')) {
                    (1, true) => text.clone_into(&mut field),
                    (3, true) => text.clone_into(&mut inner),
                    (3, false) if field == "moves" && inner == "uci" => {
                        game.moves.push(text.to_owned())
                    }
                    (3, false) if field == "errors" && inner == "rule" => {
                        game.fault.get_or_insert_with(|| text.to_owned());
                    }
                    _ => (),
                }
            }
            '0'..='9' if depth == 1 && field == "offset" => game.offset.push(c),
            '0'..='9' if depth == 1 && field == "length" => game.length.push(c),
            _ => (),
        }
    }
    game
}

/// Returns the number of lines that begin with `[Event ` outside brace comments.
fn event_lines(bytes: &[u8]) -> usize {
    let (mut n, mut in_comment) = (0, false);
    for line in bytes.split(|&b| b == b'\n') {
        n += usize::from(!in_comment && line.starts_with(b"[Event "));
        if line.starts_with(b"[") && !in_comment {
            continue;
        }
        for &byte in line {
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                b';' if !in_comment => break,
                _ => (),
            }
        }
    }
    n
}

/// Returns what the oracle reads from the bytes of one game.
///
/// The oracle splits a tag section at an empty line, so that only the last game counts.
fn judge(bytes: &[u8]) -> Result<Option<Judged>, Box<dyn Error>> {
    let mut oracle = Oracle;
    let mut last = None;
    for judged in Reader::new(Cursor::new(bytes)).read_games(&mut oracle) {
        last = Some(judged?);
    }
    Ok(last)
}

fn judge_file(pgnkit: &str, path: &str) -> Result<usize, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let n_events = event_lines(&bytes);
    let mut child = Command::new(pgnkit)
        .args(["export", "--format", "json-lines", path])
        .stdout(Stdio::piped())
        .spawn()?;
    let lines = BufReader::with_capacity(1 << 20, child.stdout.take().ok_or("no stdout")?).lines();
    let (mut n_games, mut n_plies, mut n_faulty, mut n_variants) = (0, 0, 0, 0);
    let mut differences = Vec::new();
    let mut at = 0;
    for line in lines {
        let game = exported(&line?);
        n_games += 1;
        let start: usize = game.offset.parse()?;
        let end = start + game.length.parse::<usize>()?;
        if start != at || end > bytes.len() {
            differences.push(format!("game {n_games} is at {start}..{end}, not at {at}"));
        }
        at = end;
        let Some(oracle) = bytes.get(start..end).map(judge).transpose()?.flatten() else {
            continue;
        };
        if oracle.is_variant {
            n_variants += 1;
            continue;
        }
        n_plies += game.moves.len();
        n_faulty += usize::from(oracle.fault.is_some());
        // If both reject the game, the moves before the error are compared.
        let is_same = game.fault.is_some() == oracle.fault.is_some() && game.moves == oracle.moves;
        if !is_same {
            let n_same = game.moves.iter().zip(&oracle.moves).take_while(|(a, b)| a == b).count();
            differences.push(format!(
                "game {n_games} at byte {start} ({}): {} plies to {}, the same up to {n_same}; pgnkit {}, oracle {}",
                oracle.id.trim(),
                game.moves.len(),
                oracle.moves.len(),
                game.fault.as_deref().unwrap_or("fine"),
                oracle.fault.as_deref().unwrap_or("fine"),
            ));
        }
    }
    if !child.wait()?.success() {
        return Err("pgnkit failed".into());
    }
    if n_games != n_events {
        differences.push(format!("{n_games} games, {n_events} lines [Event outside comments"));
    }
    let mut out = std::io::stdout().lock();
    for difference in differences.iter().take(SHOWN) {
        writeln!(out, "  {difference}")?;
    }
    writeln!(
        out,
        "{path}: {n_games} games, {n_plies} plies, {n_faulty} with an illegal move, {n_variants} variants not judged, \
         {} differences",
        differences.len()
    )?;
    Ok(differences.len())
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [pgnkit, files @ ..] = &args[..] else { return Err("judge_bench PGNKIT FILE...".into()) };
    let mut n_differences = 0;
    for file in files {
        n_differences += judge_file(pgnkit, file)?;
    }
    Ok(if n_differences == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
