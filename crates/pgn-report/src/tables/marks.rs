//! Bars and curves made of characters.

/// The characters to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// Blocks and lines of Unicode.
    #[default]
    Unicode,
    /// ASCII characters (`--ascii`).
    Ascii,
}

impl Marks {
    /// Returns a bar for `size`. The bar of `most` is `width` columns long.
    pub fn bar(self, size: f64, most: f64, width: usize) -> String {
        if most <= 0.0 || size <= 0.0 || width == 0 {
            return String::new();
        }
        #[expect(clippy::cast_precision_loss, reason = "a width")]
        let eighths = (size / most).min(1.0) * width as f64 * 8.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width")]
        let eighths = eighths.round().max(1.0) as usize;
        match self {
            Marks::Unicode => {
                const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
                format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
            }
            Marks::Ascii => "#".repeat(eighths.div_ceil(8)),
        }
    }

    /// Returns a curve with a column per number.
    pub fn curve(self, sizes: &[f64]) -> String {
        let most = sizes.iter().copied().fold(0.0, f64::max);
        let steps = self.either("▁▂▃▄▅▆▇█", ".:-=+*#@");
        let step = |size: f64| {
            if size <= 0.0 || most <= 0.0 {
                return ' ';
            }
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 7")]
            let at = (size / most * 8.0).ceil() as usize;
            steps.chars().nth(at.clamp(1, 8) - 1).unwrap_or(' ')
        };
        sizes.iter().map(|&size| step(size)).collect()
    }

    /// Returns the mark for text that was cut off.
    pub fn ellipsis(self) -> &'static str {
        self.either("…", "~")
    }

    /// Returns the mark for a missing value.
    pub fn nothing(self) -> &'static str {
        self.either("–", "-")
    }

    /// Returns the character of a rule below a heading.
    pub fn rule(self) -> &'static str {
        self.either("─", "-")
    }

    fn either<T>(self, unicode: T, ascii: T) -> T {
        match self {
            Marks::Unicode => unicode,
            Marks::Ascii => ascii,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_curves() {
        assert_eq!(Marks::Unicode.bar(5.0, 10.0, 5), "██▌");
        assert_eq!(Marks::Unicode.bar(0.001, 10.0, 5), "▏");
        assert_eq!(Marks::Unicode.bar(0.0, 10.0, 5), "");
        assert_eq!(Marks::Ascii.bar(5.0, 10.0, 5), "###");
        assert_eq!(Marks::Ascii.bar(50.0, 10.0, 5), "#####");
        assert_eq!(Marks::Unicode.curve(&[0.0, 1.0, 4.0, 8.0]), " ▁▄█");
        assert_eq!(Marks::Ascii.curve(&[0.0, 1.0, 4.0, 8.0]), " .=@");
        assert_eq!(Marks::Ascii.curve(&[0.0]), " ");
    }
}
