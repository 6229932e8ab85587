//! Reads a repertoire from the lines of a PGN, including variations.

use pgn_chess::{
    Outcome, Ply, Position, Replay, ReplayOptions, Variant, Visitor, moves::move_number,
    shakmaty::Color, start,
};
use pgn_openings::{Key, Reach};
use pgn_syntax::{Game, Games, LineIndex, Span, TagName};

use super::{PositionNode, Repertoire, Reply};

/// Maximum number of positions; a larger file is a collection of games, not a repertoire.
const MAX_POSITIONS: usize = 1 << 20;

impl Repertoire {
    /// Reads a repertoire from the text of a PGN file.
    ///
    /// # Errors
    /// Returns an error if the file is not a repertoire: a line number, if the fault is on a line, and a message.
    pub(crate) fn read(text: &[u8]) -> Result<Repertoire, (Option<usize>, String)> {
        let mut lines = LineReader::default();
        let mut replay = Replay::new();
        let mut games = Games::try_new(text).map_err(|error| (None, error.to_string()))?;
        let mut side = None;
        let mut n_games = 0;
        let options = ReplayOptions { judge_signs: false, ..ReplayOptions::default() };
        while let Some(game) = games.next() {
            n_games += 1;
            let fail = |offset: u32, what: String| {
                let (line, _) = LineIndex::new(text).locate(offset as usize);
                Err((Some(line + 1), what))
            };
            let start = start(game, text);
            let first = match &start.position {
                Ok(first @ Position::Standard(_)) if start.variant != Variant::Unchecked => first,
                Ok(_) => return fail(game.start, "chess variants are not supported".to_owned()),
                Err(error) => return fail(game.start, error.to_string()),
            };
            // The side is known if all games have the same tag.
            let of_game = orientation(game, text);
            side = if n_games == 1 || of_game == side { of_game } else { None };
            lines.begin(first);
            replay.walk(game, text, &start, &options, &mut lines);
            if let Some(failed) = &lines.failed {
                let word = String::from_utf8_lossy(failed.span.of(text));
                let number = move_number(failed.number, failed.turn);
                let what = format!("{number} {word} cannot be played");
                return fail(failed.span.start, what);
            }
            if lines.all.nodes.len() > MAX_POSITIONS {
                return Err((
                    None,
                    format!("more than {MAX_POSITIONS} positions are too many for a repertoire"),
                ));
            }
        }
        if n_games == 0 {
            return Err((None, "the file has no games".to_owned()));
        }
        if lines.all.nodes.iter().all(|node| node.moves.is_empty()) {
            return Err((None, "the file has no moves".to_owned()));
        }
        Ok(lines.finish(side))
    }
}

/// Returns the side that the Orientation tag of a game names.
fn orientation(game: &Game, src: &[u8]) -> Option<Color> {
    match &*game.value(src, TagName::ORIENTATION).to_ascii_lowercase() {
        b"white" => Some(Color::White),
        b"black" => Some(Color::Black),
        _ => None,
    }
}

/// The repertoire read so far, and the state of the current game.
#[derive(Default)]
struct LineReader {
    all: Repertoire,
    /// The start positions of the games.
    roots: Vec<u32>,
    /// The line at each depth of the current game.
    lines: Vec<LineState>,
    failed: Option<Failed>,
}

/// A line of the current game.
#[derive(Clone, Copy, Default)]
struct LineState {
    n_plies: u32,
    /// The number of half-moves before a null move; moves after it do not belong to the repertoire.
    end: Option<u32>,
}

struct Failed {
    span: Span,
    number: u32,
    turn: Color,
}

impl Visitor for LineReader {
    fn ply(&mut self, ply: &Ply<'_>) {
        let depth = ply.depth as usize;
        if depth > 0 && ply.index == 0 {
            self.open(depth);
        }
        let is_played = self.lines[depth].end.is_none();
        match (ply.outcome, ply.after) {
            (Outcome::Played { .. }, Some(after)) if is_played => {
                if let (Some(from), Some(to)) = (self.node(ply.before), self.node(after)) {
                    let moves = &mut self.all.nodes[from as usize].moves;
                    // Moves that lead to the same position are stored once.
                    if moves.iter().all(|reply| reply.to != to) {
                        let san = ply.canonical_san().map(|san| san.to_string());
                        moves.push(Reply { san: san.unwrap_or_default().into(), to });
                    }
                }
            }
            (Outcome::Null, _) if is_played => {
                self.lines[depth].end = Some(self.lines[depth].n_plies);
            }
            (Outcome::Failed(_), _) => {
                let (span, number, turn) = (ply.span, ply.number, ply.turn);
                self.failed.get_or_insert(Failed { span, number, turn });
            }
            (Outcome::Played { .. } | Outcome::Null | Outcome::Skipped, _) => (),
        }
        self.lines[depth].n_plies += 1;
    }

    fn is_done(&self) -> bool {
        self.failed.is_some() || self.all.nodes.len() > MAX_POSITIONS
    }
}

impl LineReader {
    fn begin(&mut self, first: &Position) {
        self.lines.clear();
        self.lines.push(LineState::default());
        if let Some(root) = self.node(first)
            && !self.roots.contains(&root)
        {
            self.roots.push(root);
        }
    }

    /// Begins a variation in place of the last move of the enclosing line.
    fn open(&mut self, depth: usize) {
        let outer = self.lines[depth - 1];
        let replaced = outer.n_plies.saturating_sub(1);
        self.lines.truncate(depth);
        self.lines.push(LineState { n_plies: 0, end: outer.end.filter(|&end| end < replaced) });
    }

    fn node(&mut self, position: &Position) -> Option<u32> {
        let Position::Standard(board) = position else { return None };
        let all = &mut self.all;
        let next = u32::try_from(all.nodes.len()).ok()?;
        let index = *all.by_position.entry(Key::of(board)).or_insert(next);
        if index == next {
            let turn = board.turn();
            all.nodes.push(PositionNode { turn, moves: Vec::new(), is_after_stem: false });
        }
        Some(index)
    }

    fn finish(self, side: Option<Color>) -> Repertoire {
        let LineReader { mut all, roots, .. } = self;
        let mut open: Vec<u32> = roots.into_iter().map(|root| all.stem_end(root)).collect();
        while let Some(index) = open.pop() {
            let node = &mut all.nodes[index as usize];
            if !node.is_after_stem {
                node.is_after_stem = true;
                open.extend(node.moves.iter().map(|reply| reply.to));
            }
        }
        all.side = side.or_else(|| all.side_by_choices());
        all.reach = Some(Reach::of(all.by_position.keys()));
        all
    }
}

impl Repertoire {
    /// Returns the first position from `root` on that does not have exactly one move.
    fn stem_end(&self, root: u32) -> u32 {
        let mut at = root;
        // The bound is needed because a line may return to a position.
        for _ in 0..self.nodes.len() {
            let [only] = self.node(at).moves.as_slice() else { break };
            at = only.to;
        }
        at
    }

    /// Returns the side by its choices: a repertoire has at most one move per position for its own side, and several
    /// for the opponent.
    fn side_by_choices(&self) -> Option<Color> {
        let has_choice =
            |turn| self.nodes.iter().any(|node| node.turn == turn && node.moves.len() > 1);
        match (has_choice(Color::White), has_choice(Color::Black)) {
            (false, true) => Some(Color::White),
            (true, false) => Some(Color::Black),
            (true, true) | (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(repertoire: &Repertoire, line: &str) -> Vec<String> {
        let pgn = format!("{line} *");
        let game = Games::new(pgn.as_bytes()).next().unwrap().clone();
        let end = Replay::new().walk(
            &game,
            pgn.as_bytes(),
            &pgn_chess::Start::initial(),
            &ReplayOptions::default(),
            &mut LineReader { lines: vec![LineState::default()], ..LineReader::default() },
        );
        let node = repertoire.find(&end.position.unwrap());
        let moves = |node| repertoire.node(node).moves.iter().map(|it| it.san.to_string());
        node.map(|node| moves(node).collect()).unwrap_or_default()
    }

    #[test]
    fn lines_are_joined_by_position() {
        let pgn =
            b"1. d4 (1. Nf3 d5 (1... Nf6) 2. d4 e6) d5 2. c4 e6 3. Nc3 *\n\n1. c4 e6 2. d4 Nf6 *";
        let all = Repertoire::read(pgn).unwrap();
        assert_eq!(moves(&all, ""), ["d4", "Nf3", "c4"]);
        assert_eq!(moves(&all, "1. d4 d5"), ["c4"]);
        assert_eq!(moves(&all, "1. Nf3"), ["d5", "Nf6"]);
        assert_eq!(moves(&all, "1. d4 e6 2. c4"), ["Nf6"]);
        assert_eq!(moves(&all, "1. e4"), [""; 0]);
    }

    #[test]
    fn moves_after_a_null_move_are_ignored() {
        let all = Repertoire::read(b"1. e4 e5 2. -- (2. Nf3 Nc6) d5 (2... d6) 3. exd5 *").unwrap();
        assert_eq!(moves(&all, "1. e4 e5"), ["Nf3"]);
        assert_eq!(moves(&all, "1. e4 e5 2. Nf3"), ["Nc6"]);
        assert_eq!(all.n_positions(), 5);
    }

    #[test]
    fn side_comes_from_tags_or_choices() {
        let side = |pgn: &str| Repertoire::read(pgn.as_bytes()).unwrap().side;
        assert_eq!(side("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"), Some(Color::White));
        assert_eq!(side("1. e4 (1. d4 d5) e5 *"), Some(Color::Black));
        assert_eq!(side("1. e4 (1. d4 d5) e5 (1... c5) *"), None);
        assert_eq!(side("1. e4 e5 *"), None);
        assert_eq!(side("[Orientation \"Black\"]\n\n1. e4 e5 *"), Some(Color::Black));
        let two = "[Orientation \"white\"]\n\n1. e4 e5 *\n\n[Orientation \"black\"]\n\n1. d4 d5 *";
        assert_eq!(side(two), Some(Color::Black));
    }

    #[test]
    fn unusable_repertoires_are_errors() {
        let fault = |pgn: &str| {
            let (line, what) = Repertoire::read(pgn.as_bytes()).unwrap_err();
            format!("{} {what}", line.unwrap_or(0))
        };
        assert_eq!(fault(""), "0 the file has no games");
        assert_eq!(fault("some words"), "0 the file has no games");
        assert_eq!(fault("[Event \"x\"]\n\n*\n"), "0 the file has no moves");
        assert_eq!(fault("1. e4 e5\n(1... c5 2. Ke3) 2. Nf3 *"), "2 2. Ke3 cannot be played");
        assert_eq!(fault("\n[FEN \"x\"]\n\n1. e4 *"), "2 the FEN cannot be read");
        assert_eq!(fault("[Variant \"Atomic\"]\n\n1. e4 *"), "1 chess variants are not supported");
    }
}
