//! Charts of tables: histograms, results by year, bars.

use plotters::prelude::{ChartBuilder, LabelAreaPosition, Rectangle};
use plotters::style::Color as _;

use super::{
    draw::{Align, Area, Color, FONT, LETTER, WIDTH, cut, fill, style, svg, text},
    treemap,
};
use crate::tables::{Chart, Table, Value, grouped};

/// Maximum number of bars.
const MAX_BARS: usize = 12;
/// Height of a bar with its margins.
const ROW: i32 = 26;

/// Returns the chart of a table, if it has one and there is data.
pub(super) fn chart(table: &Table) -> Option<String> {
    if table.rows.iter().all(|row| row.iter().all(|value| value.size() <= 0.0)) {
        return None;
    }
    match table.chart? {
        Chart::Histogram => {
            let sizes = table.rows.iter().map(|row| [row[1].count(), 0, 0, 0]).collect();
            columns(table, sizes, [Color::Bar; 4], &[])
        }
        Chart::Years => {
            let by_result = by_result(table)?;
            let legend = legend(&by_result);
            columns(table, by_result, RESULTS.map(|(_, color)| color), legend)
        }
        Chart::Results => results(table),
        Chart::Bars => bars(table),
        Chart::Treemap => treemap::treemap(table),
    }
}

/// Results with their colors.
const RESULTS: [(&str, Color); 4] = [
    ("White wins", Color::White),
    ("Drawn", Color::Draw),
    ("Black wins", Color::Black),
    ("No result", Color::Open),
];

/// Returns the games of each row by [`RESULTS`].
fn by_result(table: &Table) -> Option<Vec<[u64; 4]>> {
    let games = table.column("games")?;
    let parts = [table.column("white_wins")?, table.column("draws")?, table.column("black_wins")?];
    let of_row = |row: &Vec<Value>| {
        let [white, draws, black] = parts.map(|i| row[i].count());
        [white, draws, black, row[games].count().saturating_sub(white + draws + black)]
    };
    Some(table.rows.iter().map(of_row).collect())
}

/// Returns the part of [`RESULTS`] that needs a legend.
fn legend(by_result: &[[u64; 4]]) -> &'static [(&'static str, Color)] {
    let n = if by_result.iter().any(|[.., open]| *open > 0) { 4 } else { 3 };
    &RESULTS[..n]
}

/// Draws a column per row, stacked by parts.
fn columns(
    table: &Table,
    sizes: Vec<[u64; 4]>,
    colors: [Color; 4],
    legend: &[(&str, Color)],
) -> Option<String> {
    let most = sizes.iter().map(|parts| parts.iter().sum::<u64>()).max()?;
    let labels: Vec<String> = table.rows.iter().map(|row| row[0].shown()).collect();
    let n = u32::try_from(table.rows.len()).ok()?;
    svg(&table.title, 240, |area| {
        let top = push_legend(area, legend)?;
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_top(top + 6)
            .margin_right(12)
            .set_label_area_size(LabelAreaPosition::Left, LEFT)
            .set_label_area_size(LabelAreaPosition::Bottom, 24)
            .build_cartesian_2d(0.0..f64::from(n), 0..(most + most / 20).max(1))
            .ok()?;
        let line = Color::Line.rgb().stroke_width(1);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(plotters::style::TRANSPARENT)
            .bold_line_style(line)
            .axis_style(line)
            .x_labels(0)
            .y_labels(5)
            .y_label_formatter(&|n| grouped(*n))
            .label_style(style(Color::Ink, Align::Middle))
            .draw()
            .ok()?;
        for (i, parts) in (0..n).zip(sizes) {
            let mut from = 0;
            for (size, color) in parts.into_iter().zip(colors) {
                let to = from + size;
                if size > 0 {
                    let corners = [(f64::from(i), from), (f64::from(i + 1), to)];
                    let mut part = Rectangle::new(corners, color.rgb().filled());
                    let gap = u32::from(n < 100);
                    part.set_margin(0, 0, gap, gap);
                    chart.draw_series([part]).ok()?;
                }
                from = to;
            }
        }
        for i in labelled(&labels) {
            let middle = f64::from(u32::try_from(i).ok()?) + 0.5;
            let (x, y) = chart.plotting_area().map_coordinate(&(middle, 0));
            text(area, &labels[i], (x, y + 16), Color::Ink, Align::Middle)?;
        }
        Some(())
    })
}

/// Width of the labels on the left of a chart.
const LEFT: u32 = 54;

/// Returns the indices of labels that fit below a chart, at round numbers.
fn labelled(labels: &[String]) -> Vec<usize> {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let room = (WIDTH - LEFT) as usize / (longest * LETTER + 14);
    if labels.len() <= room {
        return (0..labels.len()).collect();
    }
    let number = |label: &String| {
        let end = label.find(|c: char| !c.is_ascii_digit()).unwrap_or(label.len());
        label[..end].parse::<u64>().ok()
    };
    let numbers: Vec<Option<u64>> = labels.iter().map(number).collect();
    let steps = (0..6).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_u64.pow(zeros)));
    let at = |step: u64| {
        let is_round = |i: &usize| numbers[*i].is_some_and(|number| number.is_multiple_of(step));
        (0..labels.len()).filter(is_round).collect::<Vec<usize>>()
    };
    steps.map(at).find(|at| at.len() <= room).unwrap_or_default()
}

/// Draws the legend and returns its height.
fn push_legend(area: &Area<'_>, legend: &[(&str, Color)]) -> Option<i32> {
    let mut x = if legend.len() > 3 { 6 } else { 60 };
    for (label, color) in legend {
        fill(area, (x, 6), (12, 12), *color)?;
        text(area, label, (x + 18, 12), Color::Ink, Align::Left)?;
        x += 30 + i32::try_from(label.len()).unwrap_or(0) * 7;
    }
    Some(if legend.is_empty() { 0 } else { 22 })
}

/// Draws a bar of full width per row, divided by results.
fn results(table: &Table) -> Option<String> {
    let games = table.column("games")?;
    let mut by_result = by_result(table)?;
    by_result.truncate(MAX_BARS);
    let rows: Vec<&Vec<Value>> = table.rows.iter().take(MAX_BARS).collect();
    let height = 28 + ROW * i32::try_from(rows.len()).ok()? + 4;
    let title = format!("{}: results", table.title);
    svg(&title, u32::try_from(height).ok()?, |area| {
        push_legend(area, legend(&by_result))?;
        let (left, right) = (150, 52);
        let width = i32::try_from(WIDTH).ok()? - left - right;
        let mut y = 28;
        for (row, parts) in rows.into_iter().zip(&by_result) {
            let label = labels(row, games);
            text(area, &cut(&label, left - 10), (left - 8, y + 9), Color::Ink, Align::Right)?;
            let all = row[games].size();
            let mut so_far = 0.0;
            for (&n, (_, color)) in parts.iter().zip(RESULTS) {
                let size = Value::Count(n).size();
                let from = scaled(so_far, all, width);
                so_far += size;
                let to = scaled(so_far, all, width);
                fill(area, (left + from, y), (to - from, ROW - 8), color)?;
                // Shares that fit are labeled.
                if to - from > 34 {
                    let share = format!("{:.0} %", size * 100.0 / all);
                    let at = (left + i32::midpoint(from, to), y + 9);
                    text(area, &share, at, color.of_text(), Align::Middle)?;
                }
            }
            let n = row[games].shown();
            text(area, &n, (left + width + 6, y + 9), Color::Ink, Align::Left)?;
            y += ROW;
        }
        Some(())
    })
}

/// Draws a bar per row.
fn bars(table: &Table) -> Option<String> {
    let column = table.bar?;
    let rows: Vec<&Vec<Value>> = table.rows.iter().take(MAX_BARS).collect();
    let most = rows.iter().map(|row| row[column].size()).fold(0.0, f64::max);
    let height = ROW * i32::try_from(rows.len()).ok()? + 8;
    svg(&table.title, u32::try_from(height).ok()?, |area| {
        let (left, right) = (112, 80);
        let width = i32::try_from(WIDTH).ok()? - left - right;
        let mut y = 6;
        for row in rows {
            let label = labels(row, column);
            text(area, &cut(&label, left - 10), (left - 8, y + 9), Color::Ink, Align::Right)?;
            let size = row[column].size();
            let to = scaled(size, most, width).max(i32::from(size > 0.0));
            fill(area, (left, y), (to, ROW - 8), Color::Bar)?;
            let shown = row[column].shown();
            text(area, &shown, (left + to + 6, y + 9), Color::Ink, Align::Left)?;
            y += ROW;
        }
        Some(())
    })
}

/// Returns the label of a row, from its first `n` values.
fn labels(row: &[Value], n: usize) -> String {
    let labels: Vec<String> = row.iter().take(n).map(Value::shown).collect();
    let label = labels.join(", ");
    if label.is_empty() { "?".to_owned() } else { label }
}

#[expect(clippy::cast_possible_truncation, reason = "a width")]
fn scaled(size: f64, most: f64, width: i32) -> i32 {
    if most <= 0.0 { 0 } else { (size / most * f64::from(width)).round() as i32 }
}

const _: () = assert!(FONT < ROW - 8, "text finds room in a bar");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Column;

    fn years(rows: &[[u64; 5]]) -> Table {
        let columns = ["year", "games", "white_wins", "draws", "black_wins"];
        let row = |row: &[u64; 5]| row.map(Value::Count).to_vec();
        Table {
            title: "Years".to_owned(),
            columns: columns
                .map(|key| Column { key: key.to_owned(), label: key.to_owned() })
                .into(),
            rows: rows.iter().map(row).collect(),
            chart: Some(Chart::Years),
            ..Table::default()
        }
    }

    /// Returns the number of boxes of a color.
    fn n_boxes(svg: &str, color: &str) -> usize {
        let is_box = |line: &&str| line.starts_with("<rect") && line.contains(color);
        svg.lines().filter(is_box).count()
    }

    #[test]
    fn one_year_is_drawn() {
        let svg = chart(&years(&[[1851, 3, 1, 1, 1]])).unwrap();
        for color in ["#C08015", "#86909C", "#27476E"] {
            assert_eq!(n_boxes(&svg, color), 2, "{color}: a column, and what it means");
        }
        assert!(!svg.contains("No result"));
    }

    #[test]
    fn games_without_result_are_drawn() {
        let mut table = years(&[[2024, 2, 1, 0, 0], [2025, 4, 0, 0, 0]]);
        let svg = chart(&table).unwrap();
        assert!(svg.contains("No result"));
        assert_eq!(n_boxes(&svg, "#C9CED6"), 3);
        table.chart = Some(Chart::Results);
        let svg = chart(&table).unwrap();
        assert_eq!(n_boxes(&svg, "#C9CED6"), 3);
        assert!(svg.contains("100 %"), "of 2025: {svg}");
    }

    #[test]
    fn labels_stand_at_round_numbers() {
        let at = |labels: Vec<String>| {
            let at = labelled(&labels);
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
        let lengths = (0..15).map(|tens| format!("{}-{}", tens * 10, tens * 10 + 9));
        assert_eq!(at(lengths.chain(["150+".to_owned()]).collect()), "0-9 50-59 100-109 150+");
    }
}
