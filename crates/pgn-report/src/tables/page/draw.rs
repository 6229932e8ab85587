//! Drawing primitives of charts: an SVG area, colors, text and boxes.

use plotters::{
    coord::Shift,
    prelude::{
        DrawingArea, IntoDrawingArea as _, IntoFont as _, RGBColor, Rectangle, SVGBackend, Text,
    },
    style::{
        Color as _, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

/// Width of a drawing, which is scaled to the page. It is not wider than a phone, because text that
/// is scaled down is unreadable.
pub(super) const WIDTH: u32 = 400;

/// Font size; text is drawn at four fifths of it.
pub(super) const FONT: i32 = 16;

/// Approximate width of a letter or digit.
pub(super) const LETTER: usize = 7;

/// Colors by meaning. The style sheet of the page replaces them for light and dark mode, so it must
/// list each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    Ink,
    Line,
    Bar,
    White,
    Draw,
    Black,
    /// Games without a result.
    Open,
    /// Text on a dark box.
    Paper,
    /// Text on a light box.
    Dark,
    /// The ECO volumes A to E.
    Volume(usize),
}

impl Color {
    pub(super) fn rgb(self) -> RGBColor {
        match self {
            Color::Ink => RGBColor(0x1A, 0x1D, 0x21),
            Color::Line => RGBColor(0xD5, 0xD9, 0xDE),
            Color::Bar => RGBColor(0x2A, 0x6F, 0xB0),
            Color::White => RGBColor(0xC0, 0x80, 0x15),
            Color::Draw => RGBColor(0x86, 0x90, 0x9C),
            Color::Black => RGBColor(0x27, 0x47, 0x6E),
            Color::Open => RGBColor(0xC9, 0xCE, 0xD6),
            Color::Paper => RGBColor(0xFE, 0xFE, 0xFE),
            Color::Dark => RGBColor(0x11, 0x13, 0x16),
            Color::Volume(volume) => {
                const VOLUMES: [RGBColor; 5] = [
                    RGBColor(0x2B, 0x6C, 0x8F),
                    RGBColor(0x8A, 0x3B, 0x5C),
                    RGBColor(0x4C, 0x6B, 0x22),
                    RGBColor(0x7A, 0x52, 0x1F),
                    RGBColor(0x55, 0x4A, 0x94),
                ];
                VOLUMES[volume % VOLUMES.len()]
            }
        }
    }

    /// Returns the color of text on a box of this color, in light and dark mode.
    pub(super) fn of_text(self) -> Color {
        match self {
            Color::Black | Color::Volume(_) | Color::Bar | Color::Ink | Color::Dark => Color::Paper,
            Color::White | Color::Draw | Color::Line | Color::Paper => Color::Dark,
            Color::Open => Color::Ink,
        }
    }
}

/// The anchor of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Middle,
    Right,
}

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws with a height of `height` and returns the SVG with a title; `None` if drawing fails, which
/// it does not in memory.
pub(super) fn svg(
    title: &str,
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Option<()>,
) -> Option<String> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        draw(&area)?;
        area.present().ok()?;
    }
    // The size attributes are for viewers of the SVG alone.
    let start = text.find("<svg ")?;
    let end = start + text[start..].find('>')?;
    let title = super::escape(title);
    Some(format!(
        "<svg role=\"img\" aria-label=\"{title}\" viewBox=\"0 0 {WIDTH} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n<title>{title}</title>{}",
        &text[end + 1..]
    ))
}

pub(super) fn style(color: Color, align: Align) -> TextStyle<'static> {
    let h_pos = match align {
        Align::Left => HPos::Left,
        Align::Middle => HPos::Center,
        Align::Right => HPos::Right,
    };
    let pos = Pos::new(h_pos, VPos::Center);
    ("sans-serif", FONT).into_font().color(&color.rgb()).pos(pos)
}

/// Draws a text that is vertically centered at `at`.
pub(super) fn text(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    color: Color,
    align: Align,
) -> Option<()> {
    area.draw(&Text::new(text.to_owned(), at, style(color, align))).ok()
}

/// Fills a box without its right and lower edges.
pub(super) fn fill(
    area: &Area<'_>,
    (x, y): (i32, i32),
    (width, height): (i32, i32),
    color: Color,
) -> Option<()> {
    if width <= 0 || height <= 0 {
        return Some(());
    }
    area.draw(&Rectangle::new([(x, y), (x + width, y + height)], color.rgb().filled())).ok()
}

/// Returns the beginning of a text that is about `width` wide.
pub(super) fn cut(text: &str, width: i32) -> String {
    // Letters of browser fonts are about half as wide as high; some are wider.
    let n = usize::try_from(width * 9 / (FONT * 4)).unwrap_or(0).max(1);
    if text.chars().count() <= n {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(n.saturating_sub(1)).collect();
    out.push('…');
    out
}
