//! Findings as bytes: a file a format, all of them functions of one located finding, without state,
//! so that workers can render.

mod concise;
mod full;
mod json_lines;
mod text;

use std::path::Path;

use pgn_lint::{Diagnostic, FileDiagnostic, Mark};
use pgn_syntax::{Game, Span, TagName, line_index::LineIndex};

/// A way to show findings.
#[derive(Debug)]
pub(crate) struct Format {
    /// As typed behind `--output-format`.
    pub(crate) name: &'static str,
    /// Renders one finding.
    pub(crate) finding: fn(&Located<'_>, Color, &mut Vec<u8>),
    /// People read it: `--max-diagnostics` holds.
    pub(crate) is_text: bool,
}

/// All formats, by the order of the help.
pub(crate) static FORMATS: &[&Format] = &[&full::FORMAT, &concise::FORMAT, &json_lines::FORMAT];

/// The format of this name; the first one if there is none.
pub(crate) fn named(name: &str) -> &'static Format {
    FORMATS.iter().find(|format| format.name == name).copied().unwrap_or(FORMATS[0])
}

/// Whether formats for people may use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Never,
    Always,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Bytes of the decompressed text before it.
    pub(crate) offset: u64,
    /// 1-based.
    pub(crate) line: u64,
    /// 1-based, in code points; in bytes where the line is not UTF-8.
    pub(crate) column: u64,
}

/// Where a chunk begins in its file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Base {
    /// Bytes before it.
    pub(crate) offset: u64,
    /// Line ends before it.
    pub(crate) lines: u64,
}

/// The game that a finding is in, as people know it. Text is decoded.
#[derive(Debug)]
pub(crate) struct GameInfo {
    /// 1-based, in its file.
    pub(crate) number: u64,
    pub(crate) white: Option<String>,
    pub(crate) black: Option<String>,
    pub(crate) event: Option<String>,
}

/// A finding and all that is said of it: where it is, in which game, and the text around it.
#[derive(Debug)]
pub(crate) struct Located<'a> {
    pub(crate) path: &'a Path,
    /// The member of an archive.
    pub(crate) member: Option<&'a str>,
    /// `None`: the whole file.
    pub(crate) game: Option<&'a GameInfo>,
    pub(crate) start: Place,
    pub(crate) end: Place,
    /// The place that belongs to it, if it has one.
    pub(crate) related: Option<Place>,
    /// What the spans of the finding point into; `None` if the text is gone.
    pub(crate) src: Option<&'a [u8]>,
    pub(crate) diagnostic: &'a Diagnostic,
}

impl Place {
    fn of(offset: usize, index: &LineIndex<'_>, base: Base) -> Place {
        let (line, column) = index.locate(offset);
        Place {
            offset: base.offset + offset as u64,
            line: base.lines + line as u64 + 1,
            column: column as u64,
        }
    }
}

impl GameInfo {
    /// What is known of a game.
    pub(crate) fn of(number: u64, src: &[u8], game: &Game) -> GameInfo {
        let value = |name| game.tag(src, name).map(|pair| text::decode(&pair.value(src)));
        GameInfo {
            number,
            white: value(TagName::WHITE),
            black: value(TagName::BLACK),
            event: value(TagName::EVENT),
        }
    }

    /// `game 3, Tal, M. - Botvinnik, M., Moscow`.
    fn title(&self) -> String {
        let known =
            |text: &Option<String>| text.clone().filter(|text| !matches!(text.as_str(), "" | "?"));
        let mut title = format!("game {}", self.number);
        let (white, black) = (known(&self.white), known(&self.black));
        if white.is_some() || black.is_some() {
            let [white, black] = [white, black].map(|name| name.unwrap_or_else(|| "?".to_owned()));
            title.push_str(&format!(", {white} - {black}"));
        }
        if let Some(event) = known(&self.event) {
            title.push_str(", ");
            title.push_str(&event);
        }
        title
    }
}

impl<'a> Located<'a> {
    /// A finding in a game of a chunk: `index` is the chunk's.
    pub(crate) fn in_game(
        path: &'a Path,
        member: Option<&'a str>,
        game: &'a GameInfo,
        (src, index, base): (&'a [u8], &LineIndex<'_>, Base),
        diagnostic: &'a Diagnostic,
    ) -> Located<'a> {
        let Span { start, end } = diagnostic.span;
        Located {
            path,
            member,
            game: Some(game),
            start: Place::of(start as usize, index, base),
            end: Place::of(end as usize, index, base),
            related: diagnostic
                .related
                .as_ref()
                .map(|related| Place::of(related.span.start as usize, index, base)),
            src: Some(src),
            diagnostic,
        }
    }

    /// A finding of a whole file.
    pub(crate) fn in_file(
        path: &'a Path,
        member: Option<&'a str>,
        found: &'a FileDiagnostic,
    ) -> Located<'a> {
        let Mark { offset, line, column, len } = found.mark;
        let start = Place { offset, line: line + 1, column };
        let end =
            Place { offset: offset + u64::from(len), column: column + u64::from(len), ..start };
        Located {
            path,
            member,
            game: None,
            start,
            end,
            related: None,
            src: None,
            diagnostic: &found.diagnostic,
        }
    }

    /// The move it is about: `3. Bb6`.
    fn move_text(&self) -> Option<String> {
        let at = self.diagnostic.at?;
        let text = text::decode(
            self.src.and_then(|src| src.get(at.span.start as usize..at.span.end as usize))?,
        );
        let dots = if at.is_black { "..." } else { "." };
        Some(format!("{}{dots} {}", at.number, text::shorten(&text, 40)))
    }

    /// `a.zip!b.pgn`, safe for a terminal.
    fn shown_path(&self) -> String {
        let path = text::visible(&self.path.to_string_lossy());
        match self.member {
            Some(member) => format!("{path}!{}", text::visible(member)),
            None => path,
        }
    }
}

#[cfg(test)]
mod tests;
