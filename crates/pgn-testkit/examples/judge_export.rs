//! Compares what pgn-reader reads from the output of `export` with its text.
//!
//! `judge_export PGNKIT FILE...` compares, for every game that `export --on-error drop` writes, the tags,
//! moves, variations, NAGs, comments and the marker as pgn-reader and pgnkit's own parser read them, and
//! checks that shakmaty accepts each move of each line. Differences go to standard output, the first 5 of
//! each file. The exit status is 1 if there are any. See `tests/by-hand/README.md`.

use std::{
    error::Error,
    io::{Cursor, Write as _},
    ops::ControlFlow,
    process::{Command, ExitCode},
};

use pgn_reader::shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::San};
use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use pgn_syntax::{CommentKind, Game, Games, NodeKind};

/// The number of differences of a file that are printed.
const SHOWN: usize = 5;

/// A game as pgn-reader reads it.
#[derive(Default)]
struct GameTokens {
    /// All tokens in order, one per line.
    tokens: String,
    n_moves: usize,
    n_variations: usize,
    n_comments: usize,
    /// The parts of the current comment.
    comment: Vec<u8>,
    /// The first illegal move.
    illegal: Option<String>,
    /// True if the oracle does not know the variant.
    is_variant: bool,
}

/// The positions before and after the last move of a line.
#[derive(Clone)]
struct Line {
    before: Chess,
    after: Chess,
}

struct Oracle;

impl Visitor for Oracle {
    type Tags = (Chess, GameTokens);
    type Movetext = (Vec<Line>, GameTokens);
    type Output = GameTokens;

    fn begin_tags(&mut self) -> ControlFlow<GameTokens, Self::Tags> {
        ControlFlow::Continue((Chess::default(), GameTokens::default()))
    }

    fn tag(
        &mut self,
        (position, found): &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<GameTokens> {
        match name {
            b"Variant" => {
                let name = value.as_bytes().to_ascii_lowercase();
                const CHESS: [&[u8]; 7] = [
                    b"chess960", b"fischerandom", b"standard", b"from position", b"normal",
                    b"chess", b"chess 960",
                ];
                found.is_variant = !CHESS.contains(&name.as_slice());
            }
            b"FEN" => {
                let start = Fen::from_ascii(&value.decode())
                    .ok()
                    .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
                match start {
                    Some(start) => *position = start,
                    None => found.is_variant = true,
                }
            }
            _ => (),
        }
        tag_into(&mut found.tokens, name, value.as_bytes());
        ControlFlow::Continue(())
    }

    fn begin_movetext(
        &mut self,
        (start, found): Self::Tags,
    ) -> ControlFlow<GameTokens, Self::Movetext> {
        ControlFlow::Continue((vec![Line { before: start.clone(), after: start }], found))
    }

    fn san(
        &mut self,
        (lines, found): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<GameTokens> {
        found.n_moves += 1;
        found.tokens += &format!("{san}\n");
        if found.is_variant || found.illegal.is_some() {
            return ControlFlow::Continue(());
        }
        let Some(line) = lines.last_mut() else { return ControlFlow::Continue(()) };
        line.before = line.after.clone();
        let played = match san.san {
            San::Null => line.after.clone().swap_turn().map(|position| line.after = position).ok(),
            san => san.to_move(&line.after).map(|played| line.after.play_unchecked(played)).ok(),
        };
        if played.is_none() {
            found.illegal = Some(san.to_string());
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, (_, found): &mut Self::Movetext, nag: Nag) -> ControlFlow<GameTokens> {
        found.tokens += &format!("${}\n", nag.0);
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        (_, found): &mut Self::Movetext,
        comment: RawComment<'_>,
    ) -> ControlFlow<GameTokens> {
        found.comment.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        (_, found): &mut Self::Movetext,
        comment: RawComment<'_>,
    ) -> ControlFlow<GameTokens> {
        found.n_comments += 1;
        found.comment.extend_from_slice(comment.as_bytes());
        comment_into(&mut found.tokens, &found.comment);
        found.comment.clear();
        ControlFlow::Continue(())
    }

    fn begin_variation(
        &mut self,
        (lines, found): &mut Self::Movetext,
    ) -> ControlFlow<GameTokens, Skip> {
        found.n_variations += 1;
        found.tokens += "(\n";
        if let Some(line) = lines.last() {
            lines.push(Line { before: line.before.clone(), after: line.before.clone() });
        }
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, (lines, found): &mut Self::Movetext) -> ControlFlow<GameTokens> {
        found.tokens += ")\n";
        lines.pop();
        ControlFlow::Continue(())
    }

    fn outcome(
        &mut self,
        (_, found): &mut Self::Movetext,
        outcome: Outcome,
    ) -> ControlFlow<GameTokens> {
        found.tokens += &format!("{outcome}\n");
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, found): Self::Movetext) -> GameTokens {
        found
    }
}

fn tag_into(tokens: &mut String, name: &[u8], value: &[u8]) {
    *tokens += &format!("[{} {}]\n", name.escape_ascii(), value.escape_ascii());
}

fn comment_into(tokens: &mut String, text: &[u8]) {
    *tokens += &format!("{{{}}}\n", text.escape_ascii());
}

/// Returns the tokens of an exported game. pgn-reader skips `;` comments, which are only counted.
fn written(game: &Game, src: &[u8], n_line_comments: &mut usize) -> String {
    let mut tokens = String::new();
    for pair in &game.tags {
        tag_into(&mut tokens, pair.name.of(src), pair.value.of(src));
    }
    for node in &game.nodes {
        let text = node.span.of(src);
        match node.kind {
            NodeKind::MoveNumber(_) => (),
            NodeKind::Comment(CommentKind::Line) => *n_line_comments += 1,
            NodeKind::Comment(_) => comment_into(&mut tokens, node.comment_text(src)),
            NodeKind::Move { .. }
            | NodeKind::NullMove { .. }
            | NodeKind::Nag(_)
            | NodeKind::Suffix(_)
            | NodeKind::Glyph { .. }
            | NodeKind::RavOpen { .. }
            | NodeKind::RavClose
            | NodeKind::Marker(_) => tokens += &format!("{}\n", text.escape_ascii()),
        }
    }
    tokens
}

fn judge_file(pgnkit: &str, path: &str) -> Result<usize, Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let run = Command::new(pgnkit).args(["export", "-qq", "--on-error", "drop", path]).output()?;
    if !run.status.success() {
        writeln!(out, "{path}: no output: {}", String::from_utf8_lossy(&run.stderr).trim())?;
        return Ok(0);
    }
    let src = run.stdout;
    let (mut games, mut reader) = (Games::new(&src), Reader::new(Cursor::new(&src)));
    let mut differences = Vec::new();
    let (mut n_games, mut n_line_comments) = (0, 0);
    let mut sums = [0; 4];
    loop {
        let (ours, found) = match (games.next(), reader.read_game(&mut Oracle)?) {
            (Some(ours), Some(found)) => (ours, found),
            (None, None) => break,
            (ours, _) => {
                let reader = if ours.is_some() { "pgn-reader" } else { "pgnkit" };
                differences.push(format!("{reader} finds {n_games} games, the other more"));
                break;
            }
        };
        n_games += 1;
        let written = written(ours, &src, &mut n_line_comments);
        if written != found.tokens {
            let n_same = written.lines().zip(found.tokens.lines()).take_while(|(a, b)| a == b);
            let n_same = n_same.count();
            let token = |tokens: &str| tokens.lines().nth(n_same).map(str::to_owned);
            differences.push(format!(
                "game {n_games}, token {n_same}: written {:?}, read {:?}",
                token(&written),
                token(&found.tokens)
            ));
        }
        if let Some(san) = &found.illegal {
            differences.push(format!("game {n_games}: {san} is not legal"));
        }
        let of_this =
            [found.n_moves, found.n_variations, found.n_comments, usize::from(found.is_variant)];
        sums.iter_mut().zip(of_this).for_each(|(sum, n)| *sum += n);
    }
    for difference in differences.iter().take(SHOWN) {
        writeln!(out, "  {difference}")?;
    }
    let [n_moves, n_variations, n_comments, n_variants] = sums;
    writeln!(
        out,
        "{path}: {n_games} games, {n_moves} moves of all lines, {n_variations} variations, {n_comments} comments, \
         {n_line_comments} `;` comments passed over, {n_variants} variants whose moves are not judged, {} differences",
        differences.len()
    )?;
    Ok(differences.len())
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [pgnkit, files @ ..] = &args[..] else { return Err("judge_export PGNKIT FILE...".into()) };
    let mut n_differences = 0;
    for file in files {
        n_differences += judge_file(pgnkit, file)?;
    }
    Ok(if n_differences == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
