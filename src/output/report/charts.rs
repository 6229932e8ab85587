//! Tables as charts: histograms, results over the years, bars.

use plotters::prelude::{
    ChartBuilder, IntoSegmentedCoord as _, LabelAreaPosition, Rectangle, SegmentValue,
};
use plotters::style::Color as _;

use super::{
    draw::{Align, Area, Color, FONT, WIDTH, cut, fill, style, svg, text},
    treemap,
};
use crate::output::tables::{Chart, Table, Value, grouped};

/// Rows of a chart of bars.
const MAX_BARS: usize = 12;
/// Height of a bar with what is around it.
const ROW: i32 = 26;

/// The drawing of a table, if it has one and there is something to draw.
pub(super) fn chart(table: &Table) -> Option<String> {
    if table.rows.iter().all(|row| row.iter().all(|value| value.size() <= 0.0)) {
        return None;
    }
    match table.chart? {
        Chart::Histogram => columns(table, &[(1, Color::Bar)], &[]),
        Chart::Years => {
            let white = table.column("white_wins")?;
            let draws = table.column("draws")?;
            let black = table.column("black_wins")?;
            let parts = [(white, Color::White), (draws, Color::Draw), (black, Color::Black)];
            columns(table, &parts, &RESULTS)
        }
        Chart::Results => results(table),
        Chart::Bars => bars(table),
        Chart::Treemap => treemap::treemap(table),
    }
}

/// What the colors of results mean.
const RESULTS: [(&str, Color); 3] =
    [("White wins", Color::White), ("Drawn", Color::Draw), ("Black wins", Color::Black)];

/// A column for each row, of parts one on the other.
fn columns(table: &Table, parts: &[(usize, Color)], legend: &[(&str, Color)]) -> Option<String> {
    let size = |value: &Value| match value {
        Value::Count(n) => *n,
        _ => 0,
    };
    let most = table.rows.iter().map(|row| parts.iter().map(|&(i, _)| size(&row[i])).sum::<u64>());
    let most = most.max()?;
    let labels: Vec<String> = table.rows.iter().map(|row| row[0].shown()).collect();
    let n = i32::try_from(table.rows.len()).ok()?;
    svg(&table.title, 240, |area| {
        let top = push_legend(area, legend)?;
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_top(top + 6)
            .margin_right(12)
            .set_label_area_size(LabelAreaPosition::Left, 54)
            .set_label_area_size(LabelAreaPosition::Bottom, 24)
            .build_cartesian_2d((0..n - 1).into_segmented(), 0..(most + most / 20).max(1))
            .ok()?;
        let label = |at: &SegmentValue<i32>| match at {
            SegmentValue::Exact(i) | SegmentValue::CenterOf(i) => {
                let label = usize::try_from(*i).ok().and_then(|i| labels.get(i));
                label.cloned().unwrap_or_default()
            }
            SegmentValue::Last => String::new(),
        };
        let line = Color::Line.rgb().stroke_width(1);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(plotters::style::TRANSPARENT)
            .bold_line_style(line)
            .axis_style(line)
            .x_labels(labels.len().min(6))
            .y_labels(5)
            .x_label_formatter(&label)
            .y_label_formatter(&|n| grouped(*n))
            .label_style(style(Color::Ink, Align::Middle))
            .draw()
            .ok()?;
        for (i, row) in (0..n).zip(&table.rows) {
            let mut from = 0;
            for &(column, color) in parts {
                let to = from + size(&row[column]);
                if to > from {
                    let corners =
                        [(SegmentValue::Exact(i), from), (SegmentValue::Exact(i + 1), to)];
                    let mut part = Rectangle::new(corners, color.rgb().filled());
                    let gap = u32::from(n < 100);
                    part.set_margin(0, 0, gap, gap);
                    chart.draw_series([part]).ok()?;
                }
                from = to;
            }
        }
        Some(())
    })
}

/// Draws what colors mean; gives the height of it.
fn push_legend(area: &Area<'_>, legend: &[(&str, Color)]) -> Option<i32> {
    let mut x = 60;
    for (label, color) in legend {
        fill(area, (x, 6), (12, 12), *color)?;
        text(area, label, (x + 18, 12), Color::Ink, Align::Left)?;
        x += 30 + i32::try_from(label.len()).unwrap_or(0) * 7;
    }
    Some(if legend.is_empty() { 0 } else { 18 })
}

/// For each row a bar as long as all others, parted by results.
fn results(table: &Table) -> Option<String> {
    let games = table.column("games")?;
    let parts = [
        (table.column("white_wins")?, Color::White),
        (table.column("draws")?, Color::Draw),
        (table.column("black_wins")?, Color::Black),
    ];
    let rows: Vec<&Vec<Value>> = table.rows.iter().take(MAX_BARS).collect();
    let height = 28 + ROW * i32::try_from(rows.len()).ok()? + 4;
    let title = format!("{}: results", table.title);
    svg(&title, u32::try_from(height).ok()?, |area| {
        push_legend(area, &RESULTS)?;
        let (left, right) = (150, 52);
        let width = i32::try_from(WIDTH).ok()? - left - right;
        let mut y = 28;
        for row in rows {
            let label = labels(row, games);
            text(area, &cut(&label, left - 10), (left - 8, y + 9), Color::Ink, Align::Right)?;
            let all: f64 = parts.iter().map(|&(i, _)| row[i].size()).sum();
            let mut so_far = 0.0;
            for &(i, color) in &parts {
                let from = scaled(so_far, all, width);
                so_far += row[i].size();
                let to = scaled(so_far, all, width);
                fill(area, (left + from, y), (to - from, ROW - 8), color)?;
                // Shares that find room are said.
                if to - from > 34 {
                    let share = format!("{:.0} %", row[i].size() * 100.0 / all);
                    let at = (left + i32::midpoint(from, to), y + 9);
                    let on = if color == Color::Black { Color::Paper } else { Color::Dark };
                    text(area, &share, at, on, Align::Middle)?;
                }
            }
            let n = row[games].shown();
            text(area, &n, (left + width + 6, y + 9), Color::Ink, Align::Left)?;
            y += ROW;
        }
        Some(())
    })
}

/// A bar for each row.
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

/// What stands before the counts of a row.
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
