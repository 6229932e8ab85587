//! What charts are drawn with: an area of SVG, its colors, text and boxes.

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

/// Columns of a drawing; it is scaled to the page. No more than a telephone has: text that is scaled down
/// cannot be read.
pub(super) const WIDTH: u32 = 400;

/// Height of text as it is asked for: it is drawn at four fifths of it.
pub(super) const FONT: i32 = 16;

/// Columns of a letter or digit, about.
pub(super) const LETTER: usize = 7;

/// Colors by what they mean. The page's style sheet puts others in their places, by day and by night:
/// each must stand there, too.
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
    /// The volumes A to E.
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

    /// The color of text on a box of this color, by day and by night.
    pub(super) fn of_text(self) -> Color {
        match self {
            Color::Black | Color::Volume(_) | Color::Bar | Color::Ink | Color::Dark => Color::Paper,
            Color::White | Color::Draw | Color::Line | Color::Paper => Color::Dark,
            Color::Open => Color::Ink,
        }
    }
}

/// Where a text begins, or what it is put around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Middle,
    Right,
}

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws in `height` rows; gives the SVG with a title. Nothing if a drawing fails, which to memory it
/// does not.
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
    // Its own size is for programs without a page around it.
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

/// Text whose middle is at the height of `at`.
pub(super) fn text(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    color: Color,
    align: Align,
) -> Option<()> {
    area.draw(&Text::new(text.to_owned(), at, style(color, align))).ok()
}

/// A filled box, its right and lower edges left out.
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

/// As much of the text as is about so many columns wide.
pub(super) fn cut(text: &str, width: i32) -> String {
    // Letters of the fonts of browsers are about half as wide as they are drawn high; some are wider.
    let n = usize::try_from(width * 9 / (FONT * 4)).unwrap_or(0).max(1);
    if text.chars().count() <= n {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(n.saturating_sub(1)).collect();
    out.push('…');
    out
}
