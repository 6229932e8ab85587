//! `--moves`: the opening tree. Games that reach the same position by different moves are joined
//! there.

use std::collections::{BTreeMap, BTreeSet};

use pgn_chess::Position;
use pgn_query::Counts;
use pgn_report::tables::{Chart, Section, Table, Value};

use super::{lists::List, observe::hash, sections::score};

/// A move from a position.
struct Move<'a> {
    after: u64,
    san: &'a str,
    counts: &'a Counts,
}

/// The moves from a position.
#[derive(Default)]
struct Moves<'a> {
    /// The moves, the most frequent first.
    moves: Vec<Move<'a>>,
    /// Number of games that continue from the position.
    n_games: u64,
}

/// A position on the path of the traversal.
struct Branch {
    position: u64,
    depth: u32,
    line: String,
    index: usize,
}

/// Returns the opening tree. `depth`: its depth in half-moves; `top`: number of most frequent moves of each position
/// that are shown, `None` for all.
pub(super) fn section(list: &List, depth: u32, top: Option<usize>) -> Section {
    let moves = moves_of(list);
    let top = top.unwrap_or(usize::MAX);
    let columns = [
        ("line", "Move"),
        ("ply", "Ply"),
        ("games", "Games"),
        ("share", "Share"),
        ("white_score", "White's score"),
        ("elo", "Mean Elo"),
        ("last_year", "Last played"),
        ("transposes_to", "Goes on at"),
    ];
    let mut table = Table::new("moves", "Moves", &columns);
    (table.bar, table.chart) = (Some(2), Some(Chart::Moves));
    let mut shown: BTreeMap<u64, String> = BTreeMap::new();
    let mut path = Vec::new();
    if let Some(position) = hash(&Position::INITIAL) {
        path.push(Branch { position, depth: 0, line: String::new(), index: 0 });
        shown.insert(position, String::new());
    }
    // An explicit stack instead of recursion allows any depth.
    while let Some(branch) = path.last_mut() {
        let of_position = moves.get(&branch.position);
        let next =
            of_position.and_then(|it| it.moves.get(branch.index).filter(|_| branch.index < top));
        let (Some(of_position), Some(next)) = (of_position, next) else {
            path.pop();
            continue;
        };
        branch.index += 1;
        let ply = branch.depth + 1;
        let number = branch.depth / 2 + 1;
        let is_white = branch.depth.is_multiple_of(2);
        let line = match (branch.line.is_empty(), is_white) {
            (true, _) => format!("{number}. {}", next.san),
            (false, true) => format!("{} {number}. {}", branch.line, next.san),
            (false, false) => format!("{} {}", branch.line, next.san),
        };
        let text = if is_white {
            format!("{number}. {}", next.san)
        } else {
            format!("{number}... {}", next.san)
        };
        let known = shown.get(&next.after).cloned();
        let counts = next.counts;
        table.rows.push(vec![
            Value::Move { depth: branch.depth as usize, text, line: line.clone() },
            Value::Number(ply.into()),
            Value::Count(counts.games()),
            Value::share(counts.games(), of_position.n_games),
            score(&counts.white),
            Value::mean(counts.elo, counts.rated, 0),
            Value::known(counts.last_year),
            known.clone().map_or(Value::None, Value::Text),
        ]);
        let after = next.after;
        if known.is_none() && ply < depth {
            shown.insert(after, line.clone());
            path.push(Branch { position: after, depth: ply, line, index: 0 });
        }
    }
    let mut section = Section::new("moves", "Opening tree");
    section.note = Some(
        "A position that several move orders reach is one: its moves stand where it is met first, \
         and count all games that reach it."
            .to_owned(),
    );
    let whole = Extent::of(&moves, depth);
    table.n_more = whole.n_rows - table.rows.len() as u64;
    section.fact("positions", "Positions", Value::Count(whole.n_positions));
    section.tables.push(table);
    section
}

/// The size of a tree with all moves.
#[derive(Debug, PartialEq, Eq)]
struct Extent {
    n_rows: u64,
    n_positions: u64,
}

impl Extent {
    /// Returns the size that the tree of [`section`] would have with all moves. Positions are visited in the same
    /// order.
    fn of(moves: &BTreeMap<u64, Moves<'_>>, depth: u32) -> Extent {
        let mut met: BTreeSet<u64> = hash(&Position::INITIAL).into_iter().collect();
        // The position, its depth, and the number of its moves that are counted.
        let mut path: Vec<(u64, u32, usize)> = met.iter().map(|&root| (root, 0, 0)).collect();
        let mut n_rows = 0;
        while let Some((position, ply, index)) = path.last_mut() {
            let Some(next) = moves.get(position).and_then(|it| it.moves.get(*index)) else {
                path.pop();
                continue;
            };
            *index += 1;
            n_rows += 1;
            let ply = *ply + 1;
            if ply < depth && met.insert(next.after) {
                path.push((next.after, ply, 0));
            }
        }
        Extent { n_rows, n_positions: met.len() as u64 }
    }
}

/// Returns the moves of each position.
fn moves_of(list: &List) -> BTreeMap<u64, Moves<'_>> {
    let mut moves: BTreeMap<u64, Moves<'_>> = BTreeMap::new();
    for (key, counts) in &list.rows {
        let Some((before, rest)) = key.split_first_chunk::<8>() else { continue };
        let Some((after, san)) = rest.split_first_chunk::<8>() else { continue };
        let Ok(san) = std::str::from_utf8(san) else { continue };
        moves.entry(u64::from_be_bytes(*before)).or_default().moves.push(Move {
            after: u64::from_be_bytes(*after),
            san,
            counts,
        });
    }
    for of_position in moves.values_mut() {
        of_position
            .moves
            .sort_by(|a, b| b.counts.games().cmp(&a.counts.games()).then_with(|| a.san.cmp(b.san)));
        of_position.n_games = of_position.moves.iter().map(|it| it.counts.games()).sum();
    }
    moves
}

#[cfg(test)]
mod tests {
    use pgn_syntax::Marker;

    use super::*;

    /// Returns a list of moves: position before, position after, text.
    fn list(edges: &[(u64, u64, &str)]) -> List {
        let row = |&(before, after, san): &(u64, u64, &str)| {
            let key = [&before.to_be_bytes()[..], &after.to_be_bytes(), san.as_bytes()].concat();
            (key.into_boxed_slice(), Counts::one(Marker::Draw))
        };
        List { rows: edges.iter().map(row).collect(), ..List::default() }
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
        let list = list(&edges);
        for top in [None, Some(0), Some(1), Some(2), Some(9)] {
            let section = section(&list, 3, top);
            let table = &section.tables[0];
            assert_eq!(table.rows.len() as u64 + table.n_more, 7, "{top:?}");
            let positions = &section.facts[0].value;
            assert_eq!(*positions, Value::Count(6), "{top:?}");
        }
        let all = section(&list, 3, None);
        assert_eq!((all.tables[0].rows.len(), all.tables[0].n_more), (7, 0));
    }
}
