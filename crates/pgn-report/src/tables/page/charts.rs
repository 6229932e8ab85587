//! Charts of tables: columns, results by row, bars, trees of openings.

use super::{
    draw::{Align, Color, Drawing, Width},
    escape, icicle,
};
use crate::{
    tables::{Chart, Table, Value, grouped},
    text::shorten,
};

/// Maximum number of bars.
const MAX_BARS: usize = 12;
/// Height of a bar with its label and margins, in pixels.
const ROW: f64 = 42.0;
/// Height of the area for columns, in pixels.
const COLUMNS: f64 = 210.0;
/// Height of the labels below columns, in pixels.
const BELOW: f64 = 24.0;
/// Height above the highest column, in pixels.
const ABOVE: f64 = 16.0;
/// Space for the numbers on the left of columns, in percent of the width.
const MARKS: f64 = 7.0;
/// Space between the parts of a column, in pixels, so that they are distinct in grey, too.
const GAP: f64 = 1.0;
/// Space between the parts of a bar, in percent of the width.
const BAR_GAP: f64 = 0.2;
/// Width of the narrowest page with a chart, less its margins, in pixels.
const NARROWEST: f64 = 288.0;
/// Width of the narrowest page on which the texts for wide pages are shown, less its margins, in pixels.
const NARROWEST_WIDE: f64 = 900.0;
/// Minimum height of a column, so that one game is visible beside many.
const MIN_HEIGHT: f64 = 3.0;

/// Returns the figure of a table; `None` if the table has no chart or no data.
pub(super) fn figure(table: &Table) -> Option<String> {
    let is_empty = table.rows.iter().all(|row| row.iter().all(|value| value.size() <= 0.0));
    if is_empty {
        return None;
    }
    let (svg, legend, class) = match table.chart? {
        Chart::Histogram => {
            let sizes: Vec<_> = table.rows.iter().map(|row| [row[1].count(), 0, 0, 0]).collect();
            let scale = Scale::linear(&sizes);
            let svg = columns(table, &sizes, [Color::Bar; 4], scale);
            (svg, caption(table, "", scale), "wide columns")
        }
        Chart::Years => {
            let by_result = by_result(table)?;
            let scale = Scale::of(&by_result);
            let svg = columns(table, &by_result, RESULTS.map(|(_, color)| color), scale);
            (svg, caption(table, &entries(results_of(&by_result)), scale), "wide columns")
        }
        Chart::Results => {
            let by_result = by_result(table)?;
            (results(table, &by_result)?, legend(results_of(&by_result)), "half")
        }
        Chart::Bars => (bars(table)?, String::new(), "half"),
        Chart::Codes => (icicle::codes(table)?, legend(&SCORES), "wide"),
        Chart::Moves => (icicle::moves(table)?, legend(&SCORES), "wide"),
    };
    Some(format!("<figure class=\"{class}\">\n{legend}{svg}</figure>\n"))
}

/// Results with their colors.
const RESULTS: [(&str, Color); 4] = [
    ("White wins", Color::White),
    ("Drawn", Color::Draw),
    ("Black wins", Color::Black),
    ("No result", Color::Open),
];

/// White's score with its colors.
const SCORES: [(&str, Color); 5] = [
    ("White scores under 35 %", Color::Score(0)),
    ("35 to 45 %", Color::Score(1)),
    ("45 to 55 %", Color::Score(2)),
    ("55 to 65 %", Color::Score(3)),
    ("more", Color::Score(4)),
];

/// Returns the number of games of each row for each entry of [`RESULTS`].
fn by_result(table: &Table) -> Option<Vec<[u64; 4]>> {
    let games = table.column("games")?;
    let parts = [table.column("white_wins")?, table.column("draws")?, table.column("black_wins")?];
    let of_row = |row: &Vec<Value>| {
        let [white, draws, black] = parts.map(|i| row[i].count());
        [white, draws, black, row[games].count().saturating_sub(white + draws + black)]
    };
    Some(table.rows.iter().map(of_row).collect())
}

/// Returns the entries of [`RESULTS`] for the legend: without "No result" if every game has a result.
fn results_of(by_result: &[[u64; 4]]) -> &'static [(&'static str, Color)] {
    let n = if by_result.iter().any(|[.., open]| *open > 0) { 4 } else { 3 };
    &RESULTS[..n]
}

/// Returns the legend of a chart.
fn legend(colors: &[(&str, Color)]) -> String {
    format!("<figcaption class=\"legend\">\n{}</figcaption>\n", entries(colors))
}

/// Returns the entries of a legend.
fn entries(colors: &[(&str, Color)]) -> String {
    let entry = |(words, color): &(&str, Color)| {
        format!("<span><i class=\"{}\"></i>{}</span>\n", color.class(), escape(words))
    };
    colors.iter().map(entry).collect()
}

/// Returns the caption of columns: what they count, how their heights show it, and the entries of a legend.
fn caption(table: &Table, entries: &str, scale: Scale) -> String {
    let what = escape(table.columns.get(1).map_or("Games", |column| &column.label));
    let how = if scale.is_root {
        "; heights are square roots, which the colors divide by shares"
    } else {
        ""
    };
    format!("<figcaption class=\"legend\">\n<span>{what}{how}</span>\n{entries}</figcaption>\n")
}

/// The conversion of counts to heights.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    most: f64,
    /// True if heights are square roots, so that few games are visible beside many.
    is_root: bool,
}

impl Scale {
    /// Returns the scale of columns with these parts, whose heights are square roots if the columns are very uneven.
    fn of(sizes: &[[u64; 4]]) -> Scale {
        let mut known: Vec<u64> = sums(sizes).filter(|&n| n > 0).collect();
        known.sort_unstable();
        let most = known.last().copied().unwrap_or(1);
        let middle = known.get(known.len() / 2).copied().unwrap_or(1);
        Scale { most: Value::Count(most).size(), is_root: most > middle * UNEVEN }
    }

    /// Returns the scale of columns whose heights are their numbers of games.
    fn linear(sizes: &[[u64; 4]]) -> Scale {
        let most = sums(sizes).max().unwrap_or(1).max(1);
        Scale { most: Value::Count(most).size(), is_root: false }
    }

    /// Returns the height of `n`, in pixels.
    fn height(self, n: u64) -> f64 {
        let share = Value::Count(n).size() / self.most;
        let share = if self.is_root { share.sqrt() } else { share };
        share * COLUMNS
    }

    /// Returns the counts at which lines are drawn, up to that of the highest column.
    fn marks(self) -> Vec<u64> {
        let steps = round_numbers(18);
        let fits = |n: &u64| Value::Count(*n).size() <= self.most;
        if !self.is_root {
            let Some(step) = steps.take_while(fits).filter(|n| self.height(*n) >= 40.0).min()
            else {
                return Vec::new();
            };
            return (1..=5).map(|i| i * step).filter(fits).collect();
        }
        let mut marks: Vec<u64> = Vec::new();
        for n in steps.take_while(fits) {
            let last = marks.last().map_or(0.0, |&last| self.height(last));
            if self.height(n) - last >= 36.0 {
                marks.push(n);
            }
        }
        marks
    }
}

/// Yields the sizes of columns with these parts.
fn sums(sizes: &[[u64; 4]]) -> impl Iterator<Item = u64> {
    sizes.iter().map(|parts| parts.iter().sum())
}

/// Yields 1, 2, 5, 10, 20, 50 and so on, up to numbers of `n_digits` digits.
fn round_numbers(n_digits: u32) -> impl Iterator<Item = u64> {
    (0..n_digits).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_u64.pow(zeros)))
}

/// Ratio of the highest column to the median above which heights are square roots of the counts.
const UNEVEN: u64 = 12;

/// Draws a column per row, stacked by parts.
fn columns(table: &Table, sizes: &[[u64; 4]], colors: [Color; 4], scale: Scale) -> String {
    let labels: Vec<String> = table.rows.iter().map(|row| row[0].shown()).collect();
    let width = (100.0 - MARKS) / Value::Count(sizes.len() as u64).size();
    let bottom = ABOVE + COLUMNS;
    let mut drawing = Drawing::default();
    for mark in scale.marks() {
        drawing.line(bottom - scale.height(mark));
    }
    let mut left = MARKS;
    let mut middles = Vec::with_capacity(sizes.len());
    for ((parts, sum), label) in sizes.iter().zip(sums(sizes)).zip(&labels) {
        middles.push(left + width / 2.0);
        if sum > 0 {
            drawing.group(&described(label, sum, parts, colors), |drawing| {
                drawing.target(left, ABOVE, width, COLUMNS);
                let height = scale.height(sum).max(MIN_HEIGHT);
                let mut end = bottom;
                for (part, color) in parts.iter().zip(colors) {
                    let size = height * Value::Count(*part).size() / Value::Count(sum).size();
                    let gap = if end < bottom && size > 2.0 * GAP { GAP } else { 0.0 };
                    drawing.fill(left + width * 0.04, end - size, width * 0.92, size - gap, color);
                    end -= size;
                }
            });
        }
        left += width;
    }
    drawing.line(bottom);
    for mark in scale.marks() {
        let y = bottom - scale.height(mark) - 3.0;
        drawing.text(&grouped(mark), 0.0, y, "faint", Align::Left, Width::Any);
    }
    for (room, least, shown) in
        [(1020, NARROWEST_WIDE, Width::Wide), (306, NARROWEST, Width::Narrow)]
    {
        for i in labelled(&labels, room) {
            let y = bottom + 17.0;
            let half = Value::Count((labels[i].chars().count() * LETTER) as u64).size() / 2.0;
            // A label that would reach beyond the chart ends with it.
            let (x, align) = match middles[i] {
                middle if (100.0 - middle) * least / 100.0 < half => (100.0, Align::Right),
                middle => (middle, Align::Middle),
            };
            drawing.text(&labels[i], x, y, "ink", align, shown);
        }
    }
    let how = if scale.is_root { " (heights are square roots)" } else { "" };
    drawing.finish(&format!("{}{how}", table.title), bottom + BELOW)
}

/// Returns the text that is shown while the pointer is over a row: label, sum and parts.
fn described(label: &str, sum: u64, parts: &[u64; 4], colors: [Color; 4]) -> String {
    let parts = parts.iter().zip(colors).filter(|(n, color)| **n > 0 && *color != Color::Bar);
    let parts: String = parts
        .filter_map(|(n, color)| {
            let (words, _) = RESULTS.iter().find(|(_, it)| *it == color)?;
            Some(format!(", {} {}", words.to_lowercase(), grouped(*n)))
        })
        .collect();
    format!("{label}: {}{parts}", grouped(sum))
}

/// Approximate width of a letter or digit, in pixels.
const LETTER: usize = 7;

/// Returns the indices of the labels to show below a chart of `width` pixels: all that fit, or those at round numbers.
fn labelled(labels: &[String], width: usize) -> Vec<usize> {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let room = width / (longest * LETTER + 14);
    if labels.len() <= room {
        return (0..labels.len()).collect();
    }
    let number = |label: &String| {
        let end = label.find(|c: char| !c.is_ascii_digit()).unwrap_or(label.len());
        label[..end].parse::<u64>().ok()
    };
    let numbers: Vec<Option<u64>> = labels.iter().map(number).collect();
    let steps = round_numbers(6);
    let at = |step: u64| {
        let is_round = |i: &usize| numbers[*i].is_some_and(|number| number.is_multiple_of(step));
        (0..labels.len()).filter(is_round).collect::<Vec<usize>>()
    };
    let round = steps.map(at).find(|at| at.len() <= room).unwrap_or_default();
    // If the numbers of the labels have gaps, round ones can be close together; of these, the last one is shown.
    let apart = labels.len().div_ceil(room.max(1));
    let mut at: Vec<usize> = Vec::with_capacity(round.len());
    for i in round.into_iter().rev() {
        if at.last().is_none_or(|next| i + apart <= *next) {
            at.push(i);
        }
    }
    at.reverse();
    at
}

/// Draws a bar of full width per row, divided by results.
fn results(table: &Table, by_result: &[[u64; 4]]) -> Option<String> {
    let games = table.column("games")?;
    let mut drawing = Drawing::default();
    let rows = table.rows.iter().zip(by_result).take(MAX_BARS);
    let mut top = 0.0;
    for (row, parts) in rows {
        let label = label(row, games);
        let all = row[games].size();
        let title = described(&label, row[games].count(), parts, RESULTS.map(|(_, color)| color));
        drawing.group(&title, |drawing| {
            push_labels(&label, &row[games].shown(), top, drawing);
            let mut left = 0.0;
            for (&n, (_, color)) in parts.iter().zip(RESULTS) {
                let width = Value::Count(n).size() * 100.0 / all;
                let gap = if left > 0.0 && width > 2.0 * BAR_GAP { BAR_GAP } else { 0.0 };
                drawing.fill(left + gap, top + 19.0, width - gap, ROW - 24.0, color);
                if width > 12.0 {
                    let (share, class) = (format!("{width:.0} %"), format!("t-{}", color.class()));
                    let (x, y) = (left + width / 2.0, top + 32.5);
                    drawing.text(&share, x, y, &class, Align::Middle, Width::Any);
                }
                left += width;
            }
        });
        top += ROW;
    }
    Some(drawing.finish(&format!("{}: results", table.title), top))
}

/// Draws a bar per row.
fn bars(table: &Table) -> Option<String> {
    let column = table.bar?;
    let rows = || table.rows.iter().take(MAX_BARS);
    let most = rows().map(|row| row[column].size()).fold(0.0, f64::max);
    let mut drawing = Drawing::default();
    let mut top = 0.0;
    for row in rows() {
        let (label, shown) = (label(row, column), row[column].shown());
        drawing.group(&format!("{label}: {shown}"), |drawing| {
            push_labels(&label, &shown, top, drawing);
            let width = row[column].size() * 100.0 / most;
            let width = if width > 0.0 { width.max(0.3) } else { 0.0 };
            drawing.fill(0.0, top + 19.0, width, ROW - 28.0, Color::Bar);
        });
        top += ROW;
    }
    Some(drawing.finish(&table.title, top))
}

/// Draws the name of a row and its number above its bar.
fn push_labels(label: &str, number: &str, top: f64, drawing: &mut Drawing) {
    let is_long = label.chars().count() > MAX_LABEL;
    let label = if is_long { shorten(label, MAX_LABEL - 1) } else { label.into() };
    drawing.text(&label, 0.0, top + 14.0, "ink", Align::Left, Width::Any);
    drawing.text(number, 100.0, top + 14.0, "faint", Align::Right, Width::Any);
}

/// Maximum length of the label of a bar in characters: on a phone, it leaves space for the number.
const MAX_LABEL: usize = 36;

/// Returns the label of a row: its first `n` values, joined by commas, or `?` if these are empty.
fn label(row: &[Value], n: usize) -> String {
    let labels: Vec<String> = row.iter().take(n).map(Value::shown).collect();
    let label = labels.join(", ");
    if label.is_empty() { "?".to_owned() } else { label }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Column;

    fn years(rows: &[[u64; 5]]) -> Table {
        let columns = ["year", "games", "white_wins", "draws", "black_wins"];
        let row = |row: &[u64; 5]| row.map(Value::Count).to_vec();
        Table {
            title: "Years".to_owned(),
            columns: columns.map(|key| Column::new(key, key)).into(),
            rows: rows.iter().map(row).collect(),
            chart: Some(Chart::Years),
            ..Table::default()
        }
    }

    /// Returns the number of boxes of a color.
    fn n_boxes(svg: &str, color: &str) -> usize {
        svg.matches(&format!("class=\"{color}\"")).count()
    }

    #[test]
    fn one_year_is_drawn() {
        let svg = figure(&years(&[[1851, 3, 1, 1, 1]])).unwrap();
        for color in ["white", "draw", "black"] {
            assert_eq!(n_boxes(&svg, color), 2, "{color}: a column, and what it means");
        }
        assert!(!svg.contains("No result"));
    }

    #[test]
    fn captions_say_what_heights_are() {
        let mut table = years(&[[1990, 9, 9, 0, 0], [1991, 1, 1, 0, 0], [1992, 900, 450, 0, 450]]);
        let page = figure(&table).unwrap();
        let words = "<span>games; heights are square roots, which the colors divide";
        assert!(page.contains(words), "{page}");
        table.chart = Some(Chart::Histogram);
        let page = figure(&table).unwrap();
        assert!(page.contains("<span>games</span>"), "{page}");
        assert!(!page.contains("square roots"), "{page}");
        assert!(page.contains("height=\"2.1\"") || page.contains("height=\"3\""), "{page}");
    }

    #[test]
    fn games_without_result_are_drawn() {
        let mut table = years(&[[2024, 2, 1, 0, 0], [2025, 4, 0, 0, 0]]);
        let svg = figure(&table).unwrap();
        assert!(svg.contains("No result"));
        assert_eq!(n_boxes(&svg, "open"), 3);
        table.chart = Some(Chart::Results);
        let svg = figure(&table).unwrap();
        assert_eq!(n_boxes(&svg, "open"), 3);
        assert!(svg.contains("100 %"), "of 2025: {svg}");
    }

    #[test]
    fn labels_stand_at_round_numbers() {
        let at = |labels: Vec<String>| {
            let at = labelled(&labels, 346);
            at.into_iter().map(|i| labels[i].clone()).collect::<Vec<String>>().join(" ")
        };
        assert_eq!(
            at((2020..2026).map(|year| year.to_string()).collect()),
            "2020 2021 2022 2023 2024 2025"
        );
        assert_eq!(
            at((2009..2019).map(|year| year.to_string()).collect()),
            "2010 2012 2014 2016 2018"
        );
        assert_eq!(
            at((1749..2027).map(|year| year.to_string()).collect()),
            "1750 1800 1850 1900 1950 2000"
        );
        assert_eq!(
            at((4..34).map(|hundreds| (hundreds * 100).to_string()).collect()),
            "500 1000 1500 2000 2500 3000"
        );
        // Most years before 1840 are missing.
        let gaps = [1783, 1790, 1800, 1810, 1830].into_iter().chain(1840..2027);
        assert_eq!(at(gaps.map(|year| year.to_string()).collect()), "1850 1900 1950 2000");
        let lengths = (0..15).map(|tens| format!("{}-{}", tens * 10, tens * 10 + 9));
        assert_eq!(at(lengths.chain(["150+".to_owned()]).collect()), "0-9 50-59 100-109 150+");
    }
}
