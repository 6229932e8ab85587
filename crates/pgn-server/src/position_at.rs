//! The positions at a place of a game, for hovers and completion.

use pgn_chess::{Lang, Language, Position, Replay, ReplayOptions, Visitor, replay::Ply, start};
use pgn_report::findings::{Board, draw_board};
use pgn_syntax::{Game, TagName};

use crate::{document::GameText, settings::Settings};

/// Finds the move at an offset, and the last move before it in the same line.
struct Finder {
    offset: usize,
    /// The position after the move at the offset, and the move, such as `3. Bb5`. For a move that cannot be played: the
    /// position before it.
    at: Option<(Position, String)>,
    /// For each open line, the positions before and after its last move.
    lines: Vec<(Option<Position>, Option<Position>)>,
    /// The position in which a move at the offset would be played.
    next: Option<Position>,
    is_past: bool,
}

impl Visitor for Finder {
    fn ply(&mut self, ply: &Ply<'_>) {
        if self.is_past {
            return;
        }
        let (start, end) = (ply.span.start as usize, ply.span.end as usize);
        if (start..end).contains(&self.offset) {
            let name = match ply.canonical_san() {
                Some(san) => format!("{} {}", ply.numbered(), san.as_str()),
                None => format!("before {}", ply.numbered()),
            };
            let after = ply.after.unwrap_or(ply.before).clone();
            self.at = Some((after, name));
        }
        if start >= self.offset || end >= self.offset {
            // The word at the cursor is the move that is being typed.
            self.end_search(Some(ply.before));
            return;
        }
        let line = self.lines.last_mut();
        if let Some(line) = line {
            *line = (Some(ply.before.clone()), ply.after.cloned());
        }
    }

    fn node(&mut self, _: pgn_syntax::NodeId, node: &pgn_syntax::Node) {
        use pgn_syntax::{NodeKind, RavKind};
        if self.is_past {
            return;
        }
        if node.span.start as usize >= self.offset && !matches!(node.kind, NodeKind::MoveNumber(_))
        {
            return self.end_search(None);
        }
        match node.kind {
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => {
                let before = self.lines.last().and_then(|line| line.0.clone());
                self.lines.push((None, before));
            }
            NodeKind::RavClose if self.lines.len() > 1 => {
                self.lines.pop();
            }
            _ => (),
        }
    }

    fn is_done(&self) -> bool {
        self.is_past
    }
}

impl Finder {
    /// Ends the search. `before` is the position before the move at the offset; `None` if there is no move.
    fn end_search(&mut self, before: Option<&Position>) {
        self.is_past = true;
        let last = || self.lines.last().and_then(|line| line.1.clone());
        self.next = before.cloned().or_else(last);
    }
}

/// The positions at a place of a game, and how its moves are read.
pub(crate) struct PositionsAt {
    /// The position after the move at the offset, and the move, such as `3. Bb5`.
    pub(crate) at: Option<(Position, String)>,
    /// The position in which a move at the offset would be played.
    pub(crate) next: Option<Position>,
    /// How the moves of the game are read.
    pub(crate) reading: ReplayOptions,
}

/// Returns the positions at an offset of the text of a game.
pub(crate) fn positions_at(it: &GameText<'_>, offset: usize, settings: &Settings) -> PositionsAt {
    let (game, text) = (it.game, it.text);
    let start = start(game, text);
    let mut replay = Replay::new();
    let options = settings.reading.replay_options();
    let mut reading = replay.options_for(game, text, &start, &options);
    let is_legal = |reading: &ReplayOptions| {
        replay.walk(game, text, &start, reading, &mut ()).first_error.is_none()
    };
    if reading.lang == Lang::English {
        // The file may have piece letters of another language. Several languages fit if few pieces have moved.
        let mut all = Language::all().map(|lang| ReplayOptions { lang: lang.into(), ..reading });
        reading = all.find(is_legal).unwrap_or(reading);
    }
    let initial = start.position.as_ref().ok().cloned();
    let mut finder =
        Finder { offset, at: None, lines: vec![(None, initial)], next: None, is_past: false };
    replay.walk(game, text, &start, &reading, &mut finder);
    if !finder.is_past {
        finder.end_search(None);
    }
    PositionsAt { at: finder.at, next: finder.next, reading }
}

/// Returns the board of a position, the names of the players, and the FEN, as Markdown.
pub(crate) fn markdown(game: &Game, text: &[u8], position: &Position, name: &str) -> String {
    let player = |tag: TagName| {
        let pair = game.tag(text, tag);
        let name = pair.map(|pair| String::from_utf8_lossy(&pair.value(text)).replace('`', "'"));
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| "?".to_owned())
    };
    let fen = position.fen();
    let board = draw_board(&fen, Board::Unicode).unwrap_or_default();
    let (turn, board) = board.split_once('\n').unwrap_or(("", &board));
    let (white, black) = (player(TagName::WHITE), player(TagName::BLACK));
    let fence = "```";
    format!("{fence}text\n{name}\n\n{black}\n{board}\n{white}\n\n{turn}\n{fence}\n\nFEN `{fen}`\n")
}
