//! Levels and the numbers of dictionaries in the hybrid of run-length encoding and bit packing.

use super::levels::Levels;

/// Appends levels of up to 3, with the number of their bytes before them.
pub(super) fn push_levels(levels: &Levels, most: i16, out: &mut Vec<u8>) {
    let at = out.len();
    out.extend_from_slice(&[0; 4]);
    // The bits fit a byte, as levels are at most 3.
    let bits = |level: i16| level.to_le_bytes()[0] & 3;
    if let Some(level) = levels.single() {
        push_varint(levels.len() << 1, out);
        out.push(bits(level));
    } else {
        let levels = levels.to_vec();
        let width = if most > 1 { 2 } else { 1 };
        push_varint(levels.len().div_ceil(8) << 1 | 1, out);
        for eight in levels.chunks(8) {
            let levels = eight.iter().rev().map(|&level| u16::from(bits(level)));
            let packed = levels.fold(0, |all, level| all << width | level);
            out.extend_from_slice(&packed.to_le_bytes()[..width]);
        }
    }
    let len = u32::try_from(out.len() - at - 4).unwrap_or(u32::MAX);
    out[at..at + 4].copy_from_slice(&len.to_le_bytes());
}

/// Appends numbers of `width` bytes, with the number of their bits before them.
pub(super) fn push_numbers(numbers: &[u16], width: usize, out: &mut Vec<u8>) {
    out.push(if width == 1 { 8 } else { 16 });
    let max_runs = numbers.len() / LONG_RUN;
    if numbers.chunk_by(|a, b| a == b).take(max_runs + 1).count() <= max_runs {
        for run in numbers.chunk_by(|a, b| a == b) {
            push_varint(run.len() << 1, out);
            out.extend_from_slice(&run[0].to_le_bytes()[..width]);
        }
        return;
    }
    let n_groups = numbers.len().div_ceil(8);
    push_varint(n_groups << 1 | 1, out);
    let end = out.len() + 8 * n_groups * width;
    if width == 1 {
        out.extend(numbers.iter().map(|number| number.to_le_bytes()[0]));
    } else {
        let from = out.len();
        out.resize(end, 0);
        for (place, number) in out[from..].chunks_exact_mut(2).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
    }
    out.resize(end, 0);
}

/// The mean number of equal numbers in a row from which they are stored as runs.
const LONG_RUN: usize = 16;

/// Appends a number in groups of seven bits, the lowest first.
fn push_varint(mut number: usize, out: &mut Vec<u8>) {
    while number > 0x7F {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}
