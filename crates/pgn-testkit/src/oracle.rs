//! Main lines as pgn-reader and shakmaty read them, to compare with.

use std::{io::Cursor, ops::ControlFlow};

use pgn_reader::{
    RawTag, Reader, SanPlus, Skip, Visitor,
    shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove},
};

/// A game as the oracle reads it.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The legal moves of the main line in SAN and UCI, up to the first illegal one.
    pub moves: Vec<(String, String)>,
    /// The first error: of the FEN, or the move that is not legal.
    pub fault: Option<String>,
    /// True if the oracle does not know the variant; then there are no moves.
    pub is_variant: bool,
}

/// Returns the games of a text.
///
/// # Panics
///
/// Panics if pgn-reader refuses the text.
pub fn games(pgn: &[u8]) -> Vec<Judged> {
    let (mut reader, mut oracle) = (Reader::new(Cursor::new(pgn)), Oracle);
    let games = reader.read_games(&mut oracle);
    games.map(|game| game.unwrap_or_else(|error| panic!("pgn-reader: {error}"))).collect()
}

struct Oracle;

struct Line {
    position: Chess,
    mode: CastlingMode,
    judged: Judged,
}

impl Visitor for Oracle {
    type Tags = Line;
    type Movetext = Line;
    type Output = Judged;

    fn begin_tags(&mut self) -> ControlFlow<Judged, Line> {
        let (position, mode) = (Chess::default(), CastlingMode::Standard);
        ControlFlow::Continue(Line { position, mode, judged: Judged::default() })
    }

    fn tag(&mut self, line: &mut Line, name: &[u8], value: RawTag<'_>) -> ControlFlow<Judged> {
        match name {
            b"Variant" => match value.as_bytes().to_ascii_lowercase().as_slice() {
                b"chess960" | b"fischerandom" => line.mode = CastlingMode::Chess960,
                b"standard" | b"from position" | b"normal" | b"chess" => (),
                _ => line.judged.is_variant = true,
            },
            b"FEN" => {
                let fen = Fen::from_ascii(&value.decode()).map_err(|error| error.to_string());
                let position = fen.and_then(|fen| {
                    fen.into_position(CastlingMode::Chess960).map_err(|error| error.to_string())
                });
                match position {
                    Ok(position) => line.position = position,
                    Err(error) => line.judged.fault = Some(error),
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
        if line.judged.fault.is_none() && !line.judged.is_variant {
            match san.san.to_move(&line.position) {
                Ok(played) => {
                    let uci = UciMove::from_move(played, line.mode).to_string();
                    let san = SanPlus::from_move_and_play_unchecked(&mut line.position, played);
                    line.judged.moves.push((san.to_string(), uci));
                }
                Err(error) => line.judged.fault = Some(format!("{san}: {error}")),
            }
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, line: Line) -> Judged {
        line.judged
    }
}
