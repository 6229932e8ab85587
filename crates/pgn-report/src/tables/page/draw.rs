//! Drawing primitives of charts: an SVG as wide as the page, with boxes, lines and text.
//!
//! Horizontal positions are percentages of the width and vertical ones pixels, so that a chart fills the available
//! width and its text is not scaled.

use std::fmt::Write as _;

use super::escape;

/// Colors by meaning. They are classes of the style sheet, which defines them for light and dark mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    Bar,
    White,
    Draw,
    Black,
    /// Games without a result.
    Open,
    /// White's score in one of five steps, from 0 to 4.
    Score(u8),
}

impl Color {
    /// Returns the class of a box of this color. The class of text on it has the same name after `t-`.
    pub(super) fn class(self) -> &'static str {
        match self {
            Color::Bar => "bar",
            Color::White => "white",
            Color::Draw => "draw",
            Color::Black => "black",
            Color::Open => "open",
            Color::Score(step) => {
                ["score-0", "score-1", "score-2", "score-3", "score-4"][usize::from(step.min(4))]
            }
        }
    }

    /// Returns the color of White's score, which is between 0 and 1.
    pub(super) fn of_score(score: f64) -> Color {
        let limits = [0.35, 0.45, 0.55, 0.65];
        let step = limits.iter().filter(|&&limit| score >= limit).count();
        Color::Score(u8::try_from(step).unwrap_or(4))
    }
}

/// The anchor of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Middle,
    Right,
}

/// The pages on which a text is shown, by their width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Any,
    /// Only on wide pages.
    Wide,
    /// Only on narrow pages.
    Narrow,
}

/// A drawing under construction.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    body: String,
}

impl Drawing {
    /// Draws a box at `left` percent and `top` pixels.
    pub(super) fn fill(&mut self, left: f64, top: f64, width: f64, height: f64, color: Color) {
        if width > 0.0 && height > 0.0 {
            self.rect(left, top, width, height, color.class());
        }
    }

    /// Draws a transparent box, in which the pointer shows the title of the group.
    pub(super) fn target(&mut self, left: f64, top: f64, width: f64, height: f64) {
        self.rect(left, top, width, height, "hit");
    }

    fn rect(&mut self, left: f64, top: f64, width: f64, height: f64, class: &str) {
        let [left, top, width, height] = [left, top, width, height].map(short);
        let _ = writeln!(
            self.body,
            "<rect x=\"{left}%\" y=\"{top}\" width=\"{width}%\" height=\"{height}\" class=\"{class}\"/>"
        );
    }

    /// Draws a horizontal line across the drawing.
    pub(super) fn line(&mut self, y: f64) {
        let y = short(y);
        let _ = writeln!(
            self.body,
            "<line x1=\"0\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\" class=\"line\"/>"
        );
    }

    /// Draws a text with its base line at `y`. `class` is that of its color.
    pub(super) fn text(
        &mut self,
        text: &str,
        x: f64,
        y: f64,
        class: &str,
        align: Align,
        width: Width,
    ) {
        let align = match align {
            Align::Left => "",
            Align::Middle => " mid",
            Align::Right => " end",
        };
        let shown = match width {
            Width::Any => "",
            Width::Wide => " wide",
            Width::Narrow => " narrow",
        };
        let text = escape(text);
        let (x, y) = (short(x), short(y));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}%\" y=\"{y}\" class=\"{class}{align}{shown}\">{text}</text>"
        );
    }

    /// Draws a group. The pointer shows its title.
    pub(super) fn group(&mut self, title: &str, draw: impl FnOnce(&mut Drawing)) {
        let _ = writeln!(self.body, "<g><title>{}</title>", escape(title));
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// Returns the SVG with a title.
    pub(super) fn finish(self, title: &str, height: f64) -> String {
        let title = escape(title);
        format!(
            "<svg role=\"img\" aria-label=\"{title}\" width=\"100%\" height=\"{}\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n{}</svg>\n",
            short(height),
            self.body
        )
    }
}

/// Returns a number with at most two decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
