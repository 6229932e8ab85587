//! Charts of openings as trees: each box is below the one that it continues, as wide as its share of the games. Colors
//! show the score of White or of one player.

use super::draw::{Align, Color, Drawing, Width};
use crate::tables::{Table, Value, grouped};

/// Height of a row of boxes.
const ROW: f64 = 34.0;

/// Boxes narrower than this, in percent of the width, are not drawn.
const MIN_WIDTH: f64 = 0.12;

/// Maximum number of boxes that are drawn: those with the most games.
const MAX_BOXES: usize = 700;

/// Width of a letter in percent of a wide page, and of a narrow one.
const LETTER: (f64, f64) = (0.62, 2.2);

/// A box, with the boxes below it.
#[derive(Debug, Default)]
struct Node {
    label: String,
    title: String,
    games: f64,
    /// Points of White in the games with a result, as [`Value::Share`] has them.
    points: u64,
    /// Maximum of `points`; 0 if no game has a result.
    of: u64,
    below: Vec<Node>,
}

/// Draws the table of ECO codes: volumes, tens, codes.
pub(super) fn codes(table: &Table) -> Option<String> {
    let games = table.column("games")?;
    let score = table.column("white_score");
    let mut root = Node::default();
    let drawn = table.drawn.iter().map(|row| (row, row.len().checked_sub(1)));
    for (row, score) in table.rows.iter().map(|row| (row, score)).chain(drawn) {
        let Value::Text(code) = &row[0] else { continue };
        let n = row[games].size();
        let score = score.and_then(|i| row.get(i));
        let name = row.get(1).map(Value::shown).unwrap_or_default();
        let mut node = &mut root;
        for end in 1..=code.len().min(3) {
            let Some(label) = code.get(..end) else { break };
            let at = node.below.iter().position(|it| it.label == label);
            let at = at.unwrap_or_else(|| {
                node.below.push(Node { label: label.to_owned(), ..Node::default() });
                node.below.len() - 1
            });
            node = &mut node.below[at];
            node.add(n, score);
        }
        node.title = name;
    }
    root.sort();
    root.games = root.below.iter().map(|it| it.games).sum();
    draw(&root, &table.title, "White")
}

/// Draws the table of `--moves`.
pub(super) fn moves(table: &Table) -> Option<String> {
    let games = table.column("games")?;
    let of_white = table.column("white_score").map(|column| (column, "White"));
    let (score, scorer) =
        of_white.or_else(|| table.column("score").map(|column| (column, "the player")))?;
    let mut root = Node::default();
    for row in &table.rows {
        let Value::Move(it) = &row[0] else { return None };
        let mut node = &mut root;
        for _ in 0..it.depth() {
            node = node.below.last_mut()?;
        }
        let mut below = Node { label: it.text(), title: it.line(), ..Node::default() };
        below.add(row[games].size(), Some(&row[score]));
        node.below.push(below);
    }
    root.games = root.below.iter().map(|it| it.games).sum();
    draw(&root, &table.title, scorer)
}

impl Node {
    /// Appends the numbers of games of all nodes below.
    fn sizes(&self, sizes: &mut Vec<f64>) {
        for node in &self.below {
            sizes.push(node.games);
            node.sizes(sizes);
        }
    }

    /// Adds games with their score.
    fn add(&mut self, games: f64, score: Option<&Value>) {
        self.games += games;
        if let Some(&Value::Share { part, whole }) = score {
            self.points += part;
            self.of += whole;
        }
    }

    /// Returns the score in the games with a result; `None` if there are none.
    fn score(&self) -> Option<f64> {
        (self.of > 0).then(|| Value::share(self.points, self.of).size())
    }

    /// Sorts by code.
    fn sort(&mut self) {
        self.below.sort_unstable_by(|a, b| a.label.cmp(&b.label));
        self.below.iter_mut().for_each(Node::sort);
    }

    /// Returns the description that the pointer shows.
    fn described(&self, chart: &IcicleChart) -> String {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let games = match self.games.round() as u64 {
            1 => "1 game".to_owned(),
            n => format!("{} games", grouped(n)),
        };
        let name = match (self.title.is_empty(), self.title.starts_with("1.")) {
            (true, _) => self.label.clone(),
            (false, true) => self.title.clone(),
            (false, false) => format!("{} {}", self.label, self.title),
        };
        let share = self.games * 100.0 / chart.n_games;
        let score =
            self.score().map(|score| format!(", {} scores {:.1} %", chart.scorer, score * 100.0));
        format!("{name}: {games}, {share:.1} %{}", score.unwrap_or_default())
    }
}

/// Draws a tree. `scorer` is the name of the side or player whose scores are shown.
fn draw(root: &Node, title: &str, scorer: &'static str) -> Option<String> {
    if root.games <= 0.0 {
        return None;
    }
    let mut drawing = Drawing::default();
    let mut sizes = Vec::new();
    root.sizes(&mut sizes);
    sizes.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut chart = IcicleChart { n_games: root.games, scorer, limit: Limit::of(&sizes) };
    let place = Place { left: 0.0, width: 100.0, depth: 0 };
    let depth = push(&root.below, place, root.games, &mut chart, &mut drawing);
    let title = format!("{title}: the wider, the more games; the color is the score of {scorer}");
    Some(drawing.finish(&title, f64::from(depth) * ROW))
}

/// Position of boxes: percent of the width, and the row.
#[derive(Clone, Copy, Debug)]
struct Place {
    left: f64,
    width: f64,
    depth: u32,
}

/// Which boxes are drawn if there are more than [`MAX_BOXES`].
#[derive(Debug)]
struct Limit {
    /// Boxes with more games than this are drawn.
    games: f64,
    /// Number of boxes with just as many games that can still be drawn.
    n_equal: usize,
}

impl Limit {
    /// Returns the limit for boxes of these sizes, of which the largest comes first.
    fn of(sizes: &[f64]) -> Limit {
        let games = sizes.get(MAX_BOXES).copied().unwrap_or(0.0);
        let n_larger = sizes.partition_point(|&size| size > games);
        Limit { games, n_equal: MAX_BOXES.saturating_sub(n_larger) }
    }

    /// Returns true if a box is drawn. Must be called for a box before it is called for the boxes below it, which have
    /// no more games.
    fn admits(&mut self, games: f64) -> bool {
        if games > self.games {
            return true;
        }
        let is_admitted = games >= self.games && self.n_equal > 0;
        self.n_equal -= usize::from(is_admitted);
        is_admitted
    }
}

/// The data that all boxes of a chart share.
#[derive(Debug)]
struct IcicleChart {
    n_games: f64,
    /// The name of the side or player whose scores are shown.
    scorer: &'static str,
    limit: Limit,
}

/// Draws boxes at a place, and the boxes below them, within the limit of the chart. Returns the number of rows.
fn push(
    nodes: &[Node],
    place: Place,
    of_parent: f64,
    chart: &mut IcicleChart,
    drawing: &mut Drawing,
) -> u32 {
    let Place { mut left, width, depth } = place;
    let mut n_rows = depth;
    // Moves that are also reached by transposition may have more games than their parent.
    let sum = nodes.iter().map(|node| node.games).sum::<f64>().max(of_parent);
    for node in nodes {
        let own = width * node.games / sum;
        if own >= MIN_WIDTH && chart.limit.admits(node.games) {
            let top = f64::from(depth) * ROW;
            let color = node.score().map_or(Color::Open, Color::of_score);
            drawing.group(&node.described(chart), |drawing| {
                drawing.fill(left, top, (own - 0.06).max(0.06), ROW - 1.0, color);
                push_label(&node.label, left, own, top, color, drawing);
            });
            let place = Place { left, width: own, depth: depth + 1 };
            let below = push(&node.below, place, node.games, chart, drawing);
            n_rows = n_rows.max(below).max(depth + 1);
        }
        left += own;
    }
    n_rows
}

/// Draws the label of a box if it fits.
fn push_label(label: &str, left: f64, own: f64, top: f64, color: Color, drawing: &mut Drawing) {
    #[expect(clippy::cast_precision_loss, reason = "a width")]
    let n = label.chars().count() as f64 + 1.0;
    let shown = match own {
        own if own > n * LETTER.1 => Width::Any,
        own if own > n * LETTER.0 => Width::Wide,
        _ => return,
    };
    let class = format!("t-{}", color.class());
    drawing.text(label, left + own / 2.0, top + 22.0, &class, Align::Middle, shown);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let columns =
            [("eco", "ECO"), ("name", "Opening"), ("games", "Games"), ("white_score", "Score")];
        let mut table = Table::new("eco", "Openings by code", &columns);
        let row = |code: &str, n: u64, points: u64| {
            vec![Value::text(code), Value::text("X"), Value::Count(n), Value::share(points, n)]
        };
        table.rows = vec![row("B20", 60, 15), row("C42", 30, 15)];
        table.drawn = vec![row("B90", 10, 10)];
        table
    }

    #[test]
    fn codes_stand_below_their_tens_and_volumes() {
        let svg = codes(&table()).unwrap();
        assert_eq!(svg.matches("<g>").count(), 8, "B, B2, B20, B9, B90, C, C4, C42: {svg}");
        assert!(svg.contains("<title>B: 70 games, 70.0 %, White scores 35.7 %</title>"), "{svg}");
        assert!(svg.contains("<title>B20 X: 60 games, 60.0 %, White scores 25.0 %</title>"));
        assert!(svg.contains("height=\"102\""), "three rows: {svg}");
        let narrow = "x=\"0%\" y=\"0\" width=\"69.94%\"";
        assert!(svg.contains(narrow), "{svg}");
    }

    #[test]
    fn scores_count_games_with_a_result() {
        let mut table = table();
        let row = |code: &str, n: u64, points: u64, of: u64| {
            vec![Value::text(code), Value::text("X"), Value::Count(n), Value::share(points, of)]
        };
        table.rows = vec![row("A02", 9, 2, 2), row("A01", 1, 0, 2), row("A03", 10, 0, 0)];
        table.drawn.clear();
        let svg = codes(&table).unwrap();
        assert!(svg.contains("<title>A: 20 games, 100.0 %, White scores 50.0 %</title>"), "{svg}");
        assert!(svg.contains("<title>A03 X: 10 games, 50.0 %</title>"), "{svg}");
        assert!(svg.contains("<title>A01 X: 1 game, 5.0 %, White scores 0.0 %</title>"), "{svg}");
    }

    #[test]
    fn boxes_of_equal_size_are_drawn_up_to_the_limit() {
        let sizes: Vec<f64> = [&[12.0, 5.0][..], &[1.0; 2 * MAX_BOXES]].concat();
        let mut limit = Limit::of(&sizes);
        assert_eq!(sizes.iter().filter(|&&size| limit.admits(size)).count(), MAX_BOXES);
        let mut limit = Limit::of(&sizes[..MAX_BOXES]);
        assert!(sizes[..MAX_BOXES].iter().all(|&size| limit.admits(size)));
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        let mut table = table();
        table.rows.clear();
        table.drawn.clear();
        assert_eq!(codes(&table), None);
    }
}
