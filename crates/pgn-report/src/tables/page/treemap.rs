//! A treemap of openings: the five volumes, and in each its codes, with areas in proportion to the
//! games.

use super::draw::{Align, Color, FONT, WIDTH, fill, svg, text};
use crate::tables::{Table, Value};

const HEIGHT: u32 = 300;

/// A box: left, top, width, height.
type Frame = [f64; 4];

/// Draws the rows of a table; the first letter of the code in the first column is the volume.
pub(super) fn treemap(table: &Table) -> Option<String> {
    let games = table.column("games")?;
    let of_table = table.rows.iter().map(|row| (row[0].shown(), row[games].size()));
    let of_rest = table.drawn.iter().map(|row| {
        let size = row.iter().find(|value| matches!(value, Value::Count(_)));
        (row[0].shown(), size.map_or(0.0, Value::size))
    });
    let mut volumes: Vec<(char, Vec<(String, f64)>)> = Vec::new();
    for (code, size) in of_table.chain(of_rest).filter(|(_, size)| *size > 0.0) {
        let letter = code.chars().next()?;
        match volumes.iter_mut().find(|(volume, _)| *volume == letter) {
            Some((_, codes)) => codes.push((code, size)),
            None => volumes.push((letter, vec![(code, size)])),
        }
    }
    let sum = |codes: &[(String, f64)]| codes.iter().map(|(_, size)| size).sum::<f64>();
    volumes.sort_by(|(_, a), (_, b)| sum(b).total_cmp(&sum(a)));
    for (_, codes) in &mut volumes {
        codes.sort_by(|(a, left), (b, right)| right.total_cmp(left).then_with(|| a.cmp(b)));
    }
    let sizes: Vec<f64> = volumes.iter().map(|(_, codes)| sum(codes)).collect();
    let whole: Frame = [1.0, 1.0, f64::from(WIDTH) - 2.0, f64::from(HEIGHT) - 2.0];
    let title = format!("{}: the more games, the larger", table.title);
    svg(&title, HEIGHT, |area| {
        for ((letter, codes), frame) in volumes.iter().zip(squarify(&sizes, whole)) {
            let volume = (u32::from(*letter)).wrapping_sub(u32::from('A')) as usize;
            let [x, y, width, height] = frame;
            let inner: Frame = [x + 1.0, y + 1.0, (width - 3.0).max(0.0), (height - 3.0).max(0.0)];
            let sizes: Vec<f64> = codes.iter().map(|(_, size)| *size).collect();
            for ((code, _), frame) in codes.iter().zip(squarify(&sizes, inner)) {
                let [x, y, width, height] = whole_pixels(frame);
                fill(
                    area,
                    (x, y),
                    ((width - 1).max(1), (height - 1).max(1)),
                    Color::Volume(volume),
                )?;
                // A code has three letters, drawn at four fifths of the font size.
                if width > 26 && height > FONT {
                    let at = (x + width / 2, y + height / 2);
                    text(area, code, at, Color::Volume(volume).of_text(), Align::Middle)?;
                }
            }
        }
        Some(())
    })
}

/// Lays out boxes of these sizes, largest first, as square as possible: in rows along the shorter
/// side, each row taking boxes as long as that makes them more square.
fn squarify(sizes: &[f64], frame: Frame) -> Vec<Frame> {
    let total: f64 = sizes.iter().sum();
    let [mut x, mut y, mut width, mut height] = frame;
    let mut frames = Vec::with_capacity(sizes.len());
    if total <= 0.0 || width <= 0.0 || height <= 0.0 {
        frames.resize(sizes.len(), [x, y, 0.0, 0.0]);
        return frames;
    }
    let scale = width * height / total;
    let mut rest = sizes;
    while !rest.is_empty() {
        let side = width.min(height);
        let mut n = 1;
        let mut sum = rest[0] * scale;
        let mut worst = worst_ratio(rest[0] * scale, rest[0] * scale, sum, side);
        while let Some(next) = rest.get(n) {
            let longer = sum + next * scale;
            let ratio = worst_ratio(rest[0] * scale, next * scale, longer, side);
            if ratio > worst {
                break;
            }
            (n, sum, worst) = (n + 1, longer, ratio);
        }
        let thickness = if side > 0.0 { sum / side } else { 0.0 };
        let mut along = 0.0;
        for size in &rest[..n] {
            let length = if thickness > 0.0 { size * scale / thickness } else { 0.0 };
            frames.push(if width >= height {
                [x, y + along, thickness, length]
            } else {
                [x + along, y, length, thickness]
            });
            along += length;
        }
        if width >= height {
            (x, width) = (x + thickness, (width - thickness).max(0.0));
        } else {
            (y, height) = (y + thickness, (height - thickness).max(0.0));
        }
        rest = &rest[n..];
    }
    frames
}

/// Returns the worst aspect ratio in a row of boxes whose areas sum to `sum`.
fn worst_ratio(largest: f64, smallest: f64, sum: f64, side: f64) -> f64 {
    let (side, sum) = (side * side, sum * sum);
    if sum <= 0.0 || side <= 0.0 || smallest <= 0.0 {
        return f64::INFINITY;
    }
    (side * largest / sum).max(sum / (side * smallest))
}

#[expect(clippy::cast_possible_truncation, reason = "places in a drawing")]
fn whole_pixels([x, y, width, height]: Frame) -> [i32; 4] {
    let (left, top) = (x.round() as i32, y.round() as i32);
    let (right, bottom) = ((x + width).round() as i32, (y + height).round() as i32);
    [left, top, right - left, bottom - top]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_fill_their_frame_and_do_not_overlap() {
        let sizes = [6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0];
        let frames = squarify(&sizes, [0.0, 0.0, 600.0, 400.0]);
        assert_eq!(frames.len(), sizes.len());
        for (i, a) in frames.iter().enumerate() {
            assert!((a[2] * a[3] - sizes[i] * 10_000.0).abs() < 1.0, "{a:?}");
            assert!(a[0] >= 0.0 && a[1] >= 0.0 && a[0] + a[2] < 600.1 && a[1] + a[3] < 400.1);
            for b in &frames[..i] {
                let apart = a[0] + a[2] <= b[0] + 0.1
                    || b[0] + b[2] <= a[0] + 0.1
                    || a[1] + a[3] <= b[1] + 0.1
                    || b[1] + b[3] <= a[1] + 0.1;
                assert!(apart, "{a:?} {b:?}");
            }
        }
        assert!(squarify(&[], [0.0; 4]).is_empty());
        assert_eq!(squarify(&[1.0, 2.0], [0.0; 4]).len(), 2);
    }
}
