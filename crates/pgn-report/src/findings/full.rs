//! `full`: the line with the fault marked, the game, the position, and help.

use std::ops::Range;

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Padding, Renderer, Snippet,
    renderer::DEFAULT_LINE_NUM_STYLE,
};
use pgn_lint::Severity;
use pgn_syntax::{Fallback, Span, is_line_end, line_end};

use super::{
    Appearance, Board, FilePosition, Format, Links, Located, Readers, StatisticsFormat, board,
    rule_url,
};
use crate::{paint::Paint, text};

pub(super) static FORMAT: Format = Format {
    name: "full",
    about: "The line with the fault marked, the game, the position, and help",
    finding,
    frame: None,
    readers: Readers::People,
    has_board: true,
    statistics: Some(StatisticsFormat::Table),
};

/// Maximum number of characters shown before the fault, and from its start; a game may be a single line of a gigabyte.
const SIDE: usize = 60;

/// Number of columns of the frame of an excerpt besides the number of its line, with a `…` at each end.
const FRAME: usize = 5;

/// Minimum number of characters shown before the fault, and from its start, on a narrow terminal.
const MIN_SIDE: usize = 8;

/// Terminal width above that of any window, so that the renderer cuts nothing.
const WIDTH: usize = 400;

/// Appends a finding with an excerpt of the text, its game, the position and the help.
fn finding(found: &Located<'_>, appearance: Appearance, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    let paint = appearance.paint;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
        Severity::Style => Level::NOTE.with_name(Some("style")),
    };
    let title = format!(
        "{}{}: {}",
        diagnostic.rule.name,
        found.mark(appearance),
        text::visible(&diagnostic.message)
    );
    let path = found.shown_path();
    let mut elements: Vec<Element<'_>> = Vec::new();
    if let Some(src) = found.src {
        elements.push(
            snippet(src, diagnostic.span, found.start, appearance.width, found.charset()).into(),
        );
        elements.push(Padding.into());
    }
    if let Some(game) = found.game {
        let mut title = game.title();
        if let Some(text) = found.move_text() {
            title = format!("{title}, at {text}");
        }
        elements.push(Level::INFO.with_name(Some("in")).message(text::visible(&title)).into());
    }
    if let Some(other) = found.other {
        elements.push(Level::INFO.with_name(Some("see")).message(other.title()).into());
    }
    if let Some(fen) = &diagnostic.fen {
        elements.push(Level::NOTE.with_name(Some("position")).message(text::visible(fen)).into());
        if appearance.board != Board::None
            && let Some(board) = board::draw(fen, appearance.board)
        {
            elements.push(Level::NOTE.with_name(Some("board")).message(board).into());
        }
    }
    elements.push(Level::HELP.message(text::visible(&diagnostic.help_text())).into());
    let sheet = match paint {
        Paint::Plain | Paint::Inert => Renderer::plain(),
        Paint::Colors => Renderer::styled(),
    };
    let sheet = sheet.term_width(WIDTH);
    let mut title = level.clone().primary_title(title).id(diagnostic.rule.code);
    if appearance.links == Links::Always {
        title = title.id_url(rule_url(diagnostic.rule));
    }
    push(&sheet, Group::with_title(title), out);
    // The arrow is aligned with the line number, if one is shown.
    let width = if found.src.is_some() { digits(found.start) } else { 1 };
    arrow(&path, found.start, width, paint, out);
    push(&sheet, Group::with_level(level).elements(elements), out);
    if let (Some(src), Some(place), Some(related)) = (found.src, found.related, &diagnostic.related)
    {
        push(&sheet, Group::with_title(Level::NOTE.secondary_title(related.label)), out);
        arrow(&path, place, digits(place), paint, out);
        let lines = snippet(src, related.span, place, appearance.width, found.charset());
        push(&sheet, Group::with_level(Level::NOTE).element(lines), out);
    }
    out.push(b'\n');
}

fn push(sheet: &Renderer, group: Group<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(sheet.render(&[group]).as_bytes());
    out.push(b'\n');
}

/// Returns the number of digits of a line number.
fn digits(place: FilePosition) -> usize {
    place.line.to_string().len()
}

/// Writes ` --> path:line:column`, indented by `width`. The renderer has only a part of the line and would count
/// columns from the start of that part.
fn arrow(path: &str, place: FilePosition, width: usize, paint: Paint, out: &mut Vec<u8>) {
    let (on, off) = match paint {
        Paint::Plain | Paint::Inert => (String::new(), String::new()),
        Paint::Colors => (
            DEFAULT_LINE_NUM_STYLE.render().to_string(),
            DEFAULT_LINE_NUM_STYLE.render_reset().to_string(),
        ),
    };
    let line = format!("{:width$}{on}-->{off} {path}:{}:{}\n", "", place.line, place.column);
    out.extend_from_slice(line.as_bytes());
}

/// Returns the part of the first line of a span that is shown, with the span marked.
fn snippet(
    src: &[u8],
    span: Span,
    place: FilePosition,
    width: Option<usize>,
    charset: Fallback,
) -> Snippet<'static, Annotation<'static>> {
    let side =
        |width: usize| (width.saturating_sub(FRAME + digits(place)) / 2).clamp(MIN_SIDE, SIDE);
    let (line, marked) = window(src, span, width.map_or(SIDE, side), charset);
    Snippet::source(line)
        .line_start(usize::try_from(place.line).unwrap_or(usize::MAX))
        .annotation(AnnotationKind::Primary.span(marked))
}

/// Returns the text around a span, cut to its line and to `side` characters before the span and from its start, and the
/// range of the span in it.
fn window(src: &[u8], span: Span, side: usize, charset: Fallback) -> (String, Range<usize>) {
    let start = (span.start as usize).min(src.len());
    // A character has at most four bytes; a cut inside a character moves to the next one.
    let first = start.saturating_sub(4 * side);
    let line_start =
        src[first..start].iter().rposition(is_line_end).map_or(first, |at| first + at + 1);
    let last = src.len().min(start + 4 * side);
    let line_end = line_end(&src[..last], start);
    let end = (span.end as usize).clamp(start, line_end);

    let whole_start = line_start == 0 || is_line_end(&src[line_start - 1]);
    let whole_end = line_end == src.len() || is_line_end(&src[line_end]);
    let is_utf8 = {
        let line = trim_cut(&src[line_start..line_end], whole_start, whole_end);
        std::str::from_utf8(line).is_ok()
    };
    let chars = |bytes: &[u8]| -> Vec<char> {
        let text = if is_utf8 {
            String::from_utf8_lossy(bytes).into_owned()
        } else {
            charset.decode(bytes).into_owned()
        };
        text.chars().map(text::visible_char).collect()
    };
    let before = chars(trim_cut(&src[line_start..start], whole_start, true));
    let marked = chars(trim_cut(&src[start..end], true, end < line_end || whole_end));
    let after = chars(trim_cut(&src[end..line_end], true, whole_end));

    let mut text = String::new();
    let skipped = before.len().saturating_sub(side);
    if skipped > 0 || !whole_start {
        text.push('…');
    }
    text.extend(&before[skipped..]);
    let from = text.len();
    text.extend(marked.iter().take(side));
    let to = text.len();
    let room = side.saturating_sub(marked.len());
    text.extend(after.iter().take(room));
    if marked.len() > side || after.len() > room || !whole_end {
        text.push('…');
    }
    (text, from..to)
}

/// Returns the bytes without incomplete characters at the ends where the text was cut.
fn trim_cut(bytes: &[u8], whole_start: bool, whole_end: bool) -> &[u8] {
    let is_inner = |byte: &u8| *byte & 0xC0 == 0x80;
    let mut bytes = bytes;
    if !whole_start {
        let n = bytes.iter().take(3).take_while(|byte| is_inner(byte)).count();
        bytes = &bytes[n..];
    }
    if !whole_end
        && let Err(error) = std::str::from_utf8(bytes)
        && error.error_len().is_none()
    {
        bytes = &bytes[..error.valid_up_to()];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(src: &[u8], span: Range<usize>, expected: &str) {
        let (text, marked) =
            window(src, Span::new(span.start, span.end), SIDE, Fallback::default());
        let marks = text[..marked.start].chars().count();
        let n = text[marked].chars().count();
        assert_eq!(format!("{text}|{marks}+{n}"), expected);
    }

    #[test]
    fn the_window_is_a_part_of_one_line() {
        check(b"ab\ncd ef\ngh", 3..5, "cd ef|0+2");
        check(b"ab\r\ncd ef\r\ngh", 7..9, "cd ef|3+2");
        check(b"ab", 2..2, "ab|2+0");
        check(b"", 0..0, "|0+0");
        check(b"ab {c\nd} e", 3..8, "ab {c|3+2");
        check(b"x\x1B[2Jy", 1..2, "x␛[2Jy|1+1");
        check(b"R\xE9ti x", 5..6, "Réti x|5+1");
        check("Réti x".as_bytes(), 6..7, "Réti x|5+1");
    }

    #[test]
    fn long_lines_are_cut_at_both_ends() {
        let line = "é".repeat(100_000);
        check(
            line.as_bytes(),
            100_000..100_002,
            &format!("…{}{}…|61+1", "é".repeat(60), "é".repeat(60)),
        );
        check(line.as_bytes(), 0..line.len(), &format!("{}…|0+60", "é".repeat(60)));
        let odd = [b'\x80'; 1000];
        check(&odd, 500..501, &format!("…{}…|61+1", "€".repeat(120)));
    }
}
