//! `--moves`: the opening tree; for a player, one of each color. Games that reach the same position by different moves are
//! joined there.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use pgn_chess::{Position, shakmaty::Color};
use pgn_query::Counts;
use pgn_report::tables::{Chart, Column, MoveTree, Section, Table, TreeMove, Value};

use crate::{observe::hash, sections::count_columns::score_of, sums::ranking};

/// Number of moves that are kept, those with the most games.
const MAX_MOVES: usize = 200_000;

/// A move from a position.
#[derive(Debug)]
struct Move {
    before: u64,
    after: u64,
    /// The text of the move, filled up with zeros.
    san: [u8; 8],
    n_games: u64,
    /// Games that the side whose score is counted won, drew and lost.
    results: [u64; 3],
    rated: u64,
    elo: u64,
    last_year: u64,
}

impl Move {
    /// Returns the move of a key with its counts; `None` if the key is not that of a move.
    fn new(key: &[u8], counts: &Counts) -> Option<Move> {
        let (before, rest) = key.split_first_chunk()?;
        let (after, text) = rest.split_first_chunk()?;
        let mut san = [0; 8];
        san.get_mut(..text.len())?.copy_from_slice(text);
        let &Counts { rated, elo, last_year, .. } = counts;
        let [before, after] = [before, after].map(|hash| u64::from_be_bytes(*hash));
        let (n_games, results) = (counts.games(), counts.of_player());
        Some(Move { before, after, san, n_games, results, rated, elo, last_year })
    }

    /// Returns the text of the move.
    fn san(&self) -> &str {
        std::str::from_utf8(&self.san).unwrap_or_default().trim_end_matches('\0')
    }

    /// Returns the key by which moves with the same number of games are ordered.
    fn identity(&self) -> (u64, u64, [u8; 8]) {
        (self.before, self.after, self.san)
    }
}

/// The moves with the most games.
#[derive(Debug, Default)]
pub(crate) struct Moves(Vec<Move>);

impl Moves {
    /// Adds a move. `key`: the positions before and after it, and its text. Must be called once for each move.
    pub(crate) fn push(&mut self, key: &[u8], counts: &Counts) {
        self.0.extend(Move::new(key, counts));
        if ranking::is_full(self.0.len(), Some(MAX_MOVES), ranking::SPARE_ROWS) {
            self.cut();
        }
    }

    /// Removes all moves but those with the most games.
    fn cut(&mut self) {
        ranking::cut(&mut self.0, Some(MAX_MOVES), |a, b| {
            b.n_games.cmp(&a.n_games).then_with(|| a.identity().cmp(&b.identity()))
        });
    }

    /// Sorts the moves that are kept by the position before them, and the most frequent first.
    fn sort(&mut self) {
        self.cut();
        self.0.shrink_to_fit();
        self.0.sort_unstable_by(|a, b| {
            let by_position = a.before.cmp(&b.before).then_with(|| b.n_games.cmp(&a.n_games));
            by_position.then_with(|| a.san.cmp(&b.san))
        });
    }

    /// Returns the indices of the moves from a position.
    fn from(&self, position: u64) -> Range<usize> {
        let start = self.0.partition_point(|it| it.before < position);
        let n = self.0[start..].iter().take_while(|it| it.before == position).count();
        start..start + n
    }

    /// Returns the indices of the moves from a position that have at least `at_least` games.
    fn frequent(&self, position: u64, at_least: u64) -> Range<usize> {
        let range = self.from(position);
        // The most frequent moves come first.
        let n = self.0[range.clone()].partition_point(|it| it.n_games >= at_least);
        range.start..range.start + n
    }

    /// Returns the number of games that continue with one of the moves.
    fn n_games(&self, moves: Range<usize>) -> u64 {
        self.0[moves].iter().map(|it| it.n_games).sum()
    }
}

/// A position on the path of the traversal.
struct Branch {
    depth: u32,
    /// The last move, as an index into the tree; `None` at its root.
    last: Option<u32>,
    /// The moves that are still to be shown.
    moves: Range<usize>,
    /// Number of games that continue from the position.
    n_games: u64,
}

/// A row of the table.
struct TreeRow {
    /// Index of the move.
    index: u32,
    /// Number of games that continue from the position before the move.
    n_games: u64,
    /// The move that leads to the same position further above: its index in the tree, `None` for the initial position.
    known: Option<Option<u32>>,
}

/// The opening trees of a report.
pub(crate) enum Trees {
    /// A tree with White's score, and the ratings of both players.
    OfAll(Moves),
    /// Trees of the games with White and with Black of the player of `--player`, with that player's score and the ratings of
    /// the opponents.
    OfPlayer {
        /// The games with White.
        white: Moves,
        /// The games with Black.
        black: Moves,
    },
}

/// The moves of a tree that are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    /// The depth of the tree in half-moves.
    pub(crate) depth: u32,
    /// Number of most frequent moves of each position; `None` for all.
    pub(crate) top: Option<usize>,
    /// Minimum number of games of a move.
    pub(crate) at_least: u64,
}

/// Returns the opening trees.
pub(crate) fn section(trees: Trees, shown: Shown) -> Section {
    let mut section = Section::new("moves", "Opening tree");
    let of_positions = "A position that several move orders reach is one: its moves are where it \
                        is met first, and count all games that reach it.";
    let mut no_rows = Vec::new();
    let mut add = |moves: Moves, color: Option<Color>, section: &mut Section| {
        let (table, n_positions, reason) = table(moves, color, shown);
        let (key, label) = match color {
            None => ("positions", "Positions"),
            Some(Color::White) => ("positions_as_white", "Positions as White"),
            Some(Color::Black) => ("positions_as_black", "Positions as Black"),
        };
        section.count(key, label, n_positions);
        section.tables.push(table);
        no_rows.push(reason);
    };
    match trees {
        Trees::OfAll(moves) => {
            section.note = Some(of_positions.to_owned());
            add(moves, None, &mut section);
        }
        Trees::OfPlayer { white, black } => {
            section.note = Some(format!("{of_positions} The score is the player's own."));
            add(white, Some(Color::White), &mut section);
            add(black, Some(Color::Black), &mut section);
        }
    }
    if section.tables.iter().all(|table| table.rows.is_empty()) {
        section.no_rows = no_rows.into_iter().flatten().next();
    }
    section
}

/// Returns the table of a tree, its number of positions, and why it has no rows. `color`: the color of the player whose
/// score and whose opponents' ratings it has.
fn table(mut moves: Moves, color: Option<Color>, shown: Shown) -> (Table, u64, Option<String>) {
    moves.sort();
    let [score, elo] = match color {
        None => [("white_score", "White's score"), ("elo", "Mean Elo")],
        Some(_) => [("score", "Own score"), ("opponents", "Opponents")],
    };
    let columns = [
        ("line", "Move"),
        ("ply", "Ply"),
        ("games", "Games"),
        ("share", "Share"),
        score,
        elo,
        ("last_year", "Last played"),
        ("transposes_to", "Goes on at"),
    ];
    let title = match color {
        None => "Moves",
        Some(Color::White) => "As White",
        Some(Color::Black) => "As Black",
    };
    let mut table = Table::new("moves", title, &columns);
    (table.bar, table.chart) = (Some(2), Some(Chart::Moves));
    let of_color =
        color.map(|color| (Column::new("color", "color"), Value::text(color.to_string())));
    table.common.extend(of_color);
    let (tree, rows) = rows_of(&moves, shown);
    let tree = Arc::new(tree);
    table.rows.reserve_exact(rows.len());
    for (row, at) in rows.iter().zip(0..) {
        let it = &moves.0[row.index as usize];
        let cell = TreeMove { tree: Arc::clone(&tree), at };
        let known = row.known.map(|known| known.map_or(String::new(), |known| tree.line(known)));
        let ply = Value::Number(i64::try_from(cell.depth() + 1).unwrap_or(i64::MAX));
        table.rows.push(vec![
            Value::Move(cell),
            ply,
            Value::Count(it.n_games),
            Value::share(it.n_games, row.n_games),
            score_of(it.results),
            Value::mean(it.elo, it.rated, 0),
            Value::known(it.last_year),
            known.map_or(Value::None, Value::Text),
        ]);
    }
    let (mut n_rows, n_positions) = size_of(&moves, shown.depth, 0);
    if shown.at_least > 0 {
        (n_rows, _) = size_of(&moves, shown.depth, shown.at_least);
    }
    table.n_more = n_rows - table.rows.len() as u64;
    let no_rows = table.rows.is_empty().then(|| {
        let first = hash(&Position::INITIAL).map_or(0..0, |position| moves.from(position));
        let most = moves.0[first].iter().map(|it| it.n_games).max().unwrap_or(0);
        ranking::too_few(shown.at_least, most)
    });
    (table, n_positions, no_rows.flatten())
}

/// Returns the moves that are shown, and a row for each.
fn rows_of(moves: &Moves, shown: Shown) -> (MoveTree, Vec<TreeRow>) {
    let (mut tree, mut rows) = (MoveTree::default(), Vec::new());
    walk(moves, shown, |last, row| {
        let at = tree.push(last, moves.0[row.index as usize].san());
        rows.push(row);
        at
    });
    (tree, rows)
}

/// Returns the numbers of rows and of positions that the tree would have if all moves with at least `at_least` games were
/// shown.
fn size_of(moves: &Moves, depth: u32, at_least: u64) -> (u64, u64) {
    let mut n_rows = 0;
    let n_positions = walk(moves, Shown { depth, top: None, at_least }, |_, _| {
        n_rows += 1;
        0
    });
    (n_rows, n_positions)
}

/// Visits the moves that are shown, and returns the number of positions. `visit` gets the last move before a row, as it
/// returned it, and the row, and returns the index of the move in the tree.
fn walk(moves: &Moves, shown: Shown, mut visit: impl FnMut(Option<u32>, TreeRow) -> u32) -> u64 {
    let Shown { depth: max_depth, top, at_least } = shown;
    let branch = |position: u64, depth: u32, last: Option<u32>| {
        let n_games = moves.n_games(moves.from(position));
        let mut range = moves.frequent(position, at_least);
        range.end = range.end.min(range.start.saturating_add(top.unwrap_or(usize::MAX)));
        Branch { depth, last, moves: range, n_games }
    };
    let mut met: BTreeMap<u64, Option<u32>> = BTreeMap::new();
    let mut path = Vec::new();
    if let Some(position) = hash(&Position::INITIAL) {
        path.push(branch(position, 0, None));
        met.insert(position, None);
    }
    // An explicit stack instead of recursion allows any depth.
    while let Some(above) = path.last_mut() {
        let Some(index) = above.moves.next() else {
            path.pop();
            continue;
        };
        let (after, ply, n_games) = (moves.0[index].after, above.depth + 1, above.n_games);
        let known = met.get(&after).copied();
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let at = visit(above.last, TreeRow { index, n_games, known });
        if known.is_none() && ply < max_depth {
            met.insert(after, Some(at));
            path.push(branch(after, ply, Some(at)));
        }
    }
    met.len() as u64
}

#[cfg(test)]
mod tests {
    use pgn_query::ByResult;
    use pgn_syntax::Marker;

    use super::*;

    /// Returns moves: position before, position after, text.
    fn moves(edges: &[(u64, u64, &str)]) -> Moves {
        let mut moves = Moves::default();
        for (before, after, san) in edges {
            let key = [&before.to_be_bytes()[..], &after.to_be_bytes(), san.as_bytes()].concat();
            moves.push(&key, &Counts::one(Marker::Draw));
        }
        moves
    }

    #[test]
    fn the_most_frequent_moves_stay() {
        let mut moves = Moves::default();
        let n_moves = 3 * MAX_MOVES as u64 / 2;
        for n in 0..n_moves {
            let key = [&[0; 8], &n.to_be_bytes(), &b"Qa1xb2+"[..]].concat();
            let n_games = if n >= n_moves - 2 { n + 4 - n_moves } else { 1 };
            let white = ByResult { draws: n_games, ..ByResult::default() };
            moves.push(&key, &Counts { white, ..Counts::default() });
            assert!(moves.0.len() <= MAX_MOVES * 5 / 4 + ranking::SPARE_ROWS);
        }
        moves.sort();
        assert_eq!(moves.0.len(), MAX_MOVES);
        let first = moves.0[..2].iter().map(|it| (it.after, it.n_games, it.san()));
        let san = "Qa1xb2+";
        let expected = [(n_moves - 1, 3, san), (n_moves - 2, 2, san)];
        assert_eq!(first.collect::<Vec<_>>(), expected);
        assert!(moves.0[2..].iter().all(|it| it.n_games == 1));
    }

    #[test]
    fn figures_do_not_depend_on_the_rows_that_are_shown() {
        let root = hash(&Position::INITIAL).unwrap();
        let edges = [
            (root, 1, "e4"),
            (root, 2, "d4"),
            (root, 3, "c4"),
            (1, 4, "e5"),
            (2, 4, "d5"),
            (4, 5, "Nf3"),
            (3, 6, "c5"),
        ];
        for top in [None, Some(0), Some(1), Some(2), Some(9)] {
            let shown = Shown { depth: 3, top, at_least: 0 };
            let section = section(Trees::OfAll(moves(&edges)), shown);
            let table = &section.tables[0];
            assert_eq!(table.rows.len() as u64 + table.n_more, 7, "{top:?}");
            let positions = &section.facts[0].value;
            assert_eq!(*positions, Value::Count(6), "{top:?}");
        }
        let all = |at_least| {
            let shown = Shown { depth: 3, top: None, at_least };
            let section = section(Trees::OfAll(moves(&edges)), shown);
            (section.tables[0].rows.len(), section.tables[0].n_more, section.no_rows)
        };
        assert_eq!(all(0), (7, 0, None));
        assert_eq!(all(1), (7, 0, None));
        let why = "--at-least 2 leaves no row; the row with the most games has 1 game";
        assert_eq!(all(2), (0, 0, Some(why.to_owned())));
    }
}
