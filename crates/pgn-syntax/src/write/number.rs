//! Numbers in decimal digits.

/// The move numbers up to 255 with a blank before them and dots after, and their numbers of digits.
pub(super) static NUMBERS: [([u8; 8], u8); 256] = {
    let mut numbers = [([b'.'; 8], 0); 256];
    let mut number = 0_u8;
    loop {
        let (text, n_digits) = &mut numbers[number as usize];
        text[0] = b' ';
        let mut unit = 100;
        while unit > 0 {
            if number >= unit || unit == 1 {
                text[1 + *n_digits as usize] = b'0' + number / unit % 10;
                *n_digits += 1;
            }
            unit /= 10;
        }
        if number == u8::MAX {
            break numbers;
        }
        number += 1;
    }
};

/// Writes a number without leading zeros.
#[inline]
pub fn push_number(out: &mut Vec<u8>, number: u32) {
    // Nearly all numbers are small. Four bytes are stored at once, of which the digits stay.
    let Some(([_, digits @ .., _, _, _], n_digits)) = NUMBERS.get(number as usize) else {
        return push_large(out, number);
    };
    let end = out.len() + usize::from(*n_digits);
    out.extend_from_slice(digits);
    out.truncate(end);
}

/// Writes a number of at least three digits.
#[inline(never)]
fn push_large(out: &mut Vec<u8>, number: u32) {
    push_number(out, number / 100);
    out.extend_from_slice(&[digit(number / 10), digit(number)]);
}

#[inline]
pub(super) fn n_digits(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Fills `text` with the last digits of a number, zeros first.
///
/// ```
/// let mut text = *b"....";
/// pgn_syntax::write::write_digits(&mut text[1..], 42);
/// assert_eq!(&text, b".042");
/// ```
pub fn write_digits(text: &mut [u8], mut number: u32) {
    for place in text.iter_mut().rev() {
        *place = digit(number);
        number /= 10;
    }
}

/// Returns the last digit of a number.
#[inline(always)]
fn digit(number: u32) -> u8 {
    b'0' + (number % 10) as u8
}
