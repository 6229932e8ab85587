//! The formats of findings, one file each. A finding is rendered by a pure function, which runs in workers; the frame
//! of the report is a [`Document`] in the sink.

mod board;
mod concise;
mod document;
mod full;
mod github;
mod gitlab;
mod json;
mod json_lines;
mod junit;
mod object;
mod sarif;
mod statistics;

use std::path::{Path, PathBuf};

use pgn_chess::{moves::move_number, shakmaty::Color};
use pgn_lint::{Applicability, Diagnostic, FileDiagnostic, Mark, Rule};
use pgn_stream::{ChunkOffset, GameNumber, PlacedText};
use pgn_syntax::{Fallback, Game, Span, TagName, TagPair, is_unknown_value};

use crate::{
    markup,
    paint::Paint,
    text::{self, shorten},
};

pub(crate) use self::board::squares;
pub use self::{
    board::{Board, draw as draw_board},
    document::Document,
    statistics::{Statistics, StatisticsFormat},
};

/// A format of findings.
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// A line of help.
    pub about: &'static str,
    /// Renders a finding.
    pub finding: fn(&Located<'_>, Appearance, &mut Vec<u8>),
    /// Returns the frame of a report; `None` if findings stand without one.
    pub(crate) frame: Option<fn() -> Box<dyn Document>>,
    /// The readers of the format.
    pub readers: Readers,
    /// True if findings are shown with the position before the move.
    pub has_board: bool,
    /// The format of `--statistics`; `None` if the format has none.
    pub statistics: Option<StatisticsFormat>,
}

/// The readers of a format, on whom it depends how many findings of a rule it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// People: `--max-diagnostics` applies, also its default.
    People,
    /// People, on the page of a service: `--max-diagnostics` applies if it is given.
    PeopleOfService,
    /// Programs, which get all findings.
    Programs,
}

impl Format {
    /// Returns true if a report has a header and footer, so that nothing can be appended to it.
    pub fn is_document(&self) -> bool {
        self.frame.is_some()
    }

    /// Returns a new report.
    pub fn document(&self) -> Box<dyn Document> {
        self.frame.map_or_else(|| Box::new(document::WithoutFrame) as _, |frame| frame())
    }
}

/// All formats, in the order of the help. The first is the default.
pub static FORMATS: &[&Format] = &[
    &full::FORMAT,
    &concise::FORMAT,
    &json::FORMAT,
    &json_lines::FORMAT,
    &sarif::FORMAT,
    &github::FORMAT,
    &gitlab::FORMAT,
    &junit::FORMAT,
];

/// Maximum number of findings in a report for another program; such programs refuse larger reports
/// (GitHub: 25,000 SARIF results per run).
pub const MAX_RESULTS: u64 = 25_000;

/// Returns the URL of the page of a rule.
#[must_use]
pub fn rule_url(rule: &Rule) -> String {
    format!("{}/blob/main/docs/rules/{}.md", env!("CARGO_PKG_REPOSITORY"), rule.name)
}

/// The appearance of text formats.
#[derive(Clone, Copy, Debug)]
pub struct Appearance {
    /// Whether colors are used.
    pub paint: Paint,
    /// Whether rule codes are links.
    pub links: Links,
    /// How positions are drawn.
    pub board: Board,
    /// The highest applicability of fixes that are marked.
    pub fixes: Applicability,
    /// Width in columns that excerpts of the text must fit into; `None`: not limited.
    pub width: Option<usize>,
}

/// Whether rule codes are terminal links to the pages of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Without links.
    Never,
    /// With links.
    Always,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// Offset in the decompressed text, in bytes.
    pub offset: u64,
    /// Line, 1-based.
    pub line: u64,
    /// Column, 1-based, in code points; in bytes if the line is not UTF-8.
    pub column: u64,
}

/// Number and names of the game of a finding, as decoded text.
#[derive(Debug)]
pub struct GameInfo {
    /// The number of the game in its file, from 1.
    pub number: GameNumber,
    /// The value of the White tag.
    pub white: Option<String>,
    /// The value of the Black tag.
    pub black: Option<String>,
    /// The value of the Event tag.
    pub event: Option<String>,
    /// The character set of strings that are not UTF-8.
    pub charset: Fallback,
}

/// The other game of a finding across games.
#[derive(Debug)]
pub struct OtherGame {
    /// The file of the game.
    pub path: PathBuf,
    /// The member of an archive, if the file is one.
    pub member: Option<String>,
    /// The start of the game.
    pub place: FilePosition,
    /// Number and names of the game.
    pub game: GameInfo,
    /// The value of the Date tag.
    pub date: Option<String>,
}

/// A finding with its file, game, place and text.
#[derive(Debug)]
pub struct Located<'a> {
    /// The file.
    pub path: &'a Path,
    /// The member of an archive, if the file is one.
    pub member: Option<&'a str>,
    /// The game; `None` for a finding about the whole file.
    pub game: Option<&'a GameInfo>,
    /// The start of the finding.
    pub start: FilePosition,
    /// The end of the finding.
    pub end: FilePosition,
    /// The second place of the finding; `None` if there is none.
    pub related: Option<FilePosition>,
    /// The game that the game of the finding copies or contradicts; `None` if there is none.
    pub other: Option<&'a OtherGame>,
    /// The text that the spans of the finding refer to; `None` if it is no longer in memory.
    pub src: Option<&'a [u8]>,
    /// The finding itself.
    pub diagnostic: &'a Diagnostic,
}

impl FilePosition {
    /// Returns the position of a mark.
    pub fn of_mark(Mark { offset, line, column, .. }: Mark) -> FilePosition {
        FilePosition { offset, line: line + 1, column }
    }

    fn of(offset: u32, text: &PlacedText<'_>) -> FilePosition {
        let at = ChunkOffset(offset);
        let (line, column) = text.line_and_column(at);
        FilePosition { offset: text.offset(at).0, line: line.0, column }
    }
}

/// The tag pairs of White, Black and Event, so that names are decoded only for findings that are
/// shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamePairs([Option<TagPair>; 3]);

impl NamePairs {
    /// Returns the tag pairs of a game.
    pub fn of(src: &[u8], game: &Game) -> NamePairs {
        let names = [TagName::WHITE, TagName::BLACK, TagName::EVENT];
        NamePairs(names.map(|name| game.tag(src, name).copied()))
    }

    /// Returns number and names of the game.
    pub fn info(&self, number: GameNumber, src: &[u8], fallback: Fallback) -> GameInfo {
        let value =
            |pair: Option<TagPair>| pair.map(|pair| fallback.decode(&pair.value(src)).into_owned());
        let [white, black, event] = self.0.map(value);
        GameInfo { number, white, black, event, charset: fallback }
    }
}

impl GameInfo {
    /// Returns number and names of a game.
    pub fn of(number: GameNumber, src: &[u8], game: &Game, fallback: Fallback) -> GameInfo {
        NamePairs::of(src, game).info(number, src, fallback)
    }

    /// Returns a title such as `game 3, Tal, M. - Botvinnik, M., Moscow`.
    fn title(&self) -> String {
        let names = self.names();
        let comma = if names.is_empty() { "" } else { ", " };
        format!("game {}{comma}{names}", self.number)
    }

    /// Returns the names: `Tal, M. - Botvinnik, M., Moscow`.
    pub fn names(&self) -> String {
        let known =
            |text: &Option<String>| text.clone().filter(|it| !is_unknown_value(it.as_bytes()));
        let mut names = Vec::new();
        let (white, black) = (known(&self.white), known(&self.black));
        if white.is_some() || black.is_some() {
            let [white, black] = [white, black].map(|name| name.unwrap_or_else(|| "?".to_owned()));
            names.push(format!("{white} - {black}"));
        }
        names.extend(known(&self.event));
        names.join(", ")
    }
}

impl<'a> Located<'a> {
    /// Returns a finding in a game of `text`.
    pub fn in_game(
        path: &'a Path,
        member: Option<&'a str>,
        game: &'a GameInfo,
        text: &'a PlacedText<'_>,
        diagnostic: &'a Diagnostic,
    ) -> Located<'a> {
        let Span { start, end } = diagnostic.span;
        let related = diagnostic.related.as_ref();
        Located {
            path,
            member,
            game: Some(game),
            start: FilePosition::of(start, text),
            end: FilePosition::of(end, text),
            related: related.map(|related| FilePosition::of(related.span.start, text)),
            other: None,
            src: Some(text.bytes()),
            diagnostic,
        }
    }

    /// Returns a finding about a whole file.
    pub fn in_file(
        path: &'a Path,
        member: Option<&'a str>,
        found: &'a FileDiagnostic,
    ) -> Located<'a> {
        let (start, len) = (FilePosition::of_mark(found.mark), u64::from(found.mark.len));
        let end = FilePosition { offset: start.offset + len, column: start.column + len, ..start };
        Located {
            path,
            member,
            game: None,
            start,
            end,
            related: None,
            other: None,
            src: None,
            diagnostic: &found.diagnostic,
        }
    }

    /// Returns a finding across games, whose text is no longer in memory.
    pub fn across(
        path: &'a Path,
        member: Option<&'a str>,
        game: &'a GameInfo,
        found: &'a FileDiagnostic,
        other: &'a OtherGame,
    ) -> Located<'a> {
        Located { game: Some(game), other: Some(other), ..Located::in_file(path, member, found) }
    }

    /// Returns the move of the finding, such as `3. Bb6`; `None` if it has none, or its text is no longer in memory.
    fn move_text(&self) -> Option<String> {
        let at = self.diagnostic.at?;
        let text = self.charset().decode(self.src.and_then(|src| src.get(at.span.range()))?);
        let number = move_number(at.number, Color::from_black(at.is_black));
        Some(format!("{number} {}", shorten(&text, 40)))
    }

    /// Returns the character set of the strings of the text that are not UTF-8.
    fn charset(&self) -> Fallback {
        self.game.map_or_else(Fallback::default, |game| game.charset)
    }

    /// Returns the path as [`plain_path`] does, with slashes between its parts on every system.
    fn slashed_path(&self) -> String {
        let path = markup::slashed(self.path);
        pgn_stream::member_name(String::from_utf8_lossy(&path), self.member)
    }

    /// Returns the mark after the name of the rule; empty if there is no fix to mark.
    fn mark(&self, appearance: Appearance) -> &'static str {
        let fix = self.diagnostic.fix.as_ref();
        if fix.is_some_and(|fix| fix.applicability <= appearance.fixes) { " [*]" } else { "" }
    }

    /// Returns the path like `a.zip!b.pgn`, escaped for terminals.
    fn shown_path(&self) -> String {
        text::visible(&plain_path(self.path, self.member))
    }

    /// Returns the message, escaped for terminals, with the title of the game and the reference to another game.
    fn message_with_games(&self) -> String {
        let mut message = text::visible(&self.diagnostic.message);
        if let Some(game) = self.game {
            message.push_str(&format!(" ({})", text::visible(&game.title())));
        }
        message + &self.see()
    }

    /// Returns a reference such as `; see b.pgn:1:1, game 1, …`, or an empty string without another
    /// game.
    fn see(&self) -> String {
        self.other.map_or(String::new(), |other| format!("; see {}", other.title()))
    }
}

impl OtherGame {
    /// Returns `b.pgn:1:1, game 3, Tal, M. - Botvinnik, M., Moscow, 1960.03.15`, escaped for
    /// terminals.
    fn title(&self) -> String {
        let path = plain_path(&self.path, self.member.as_deref());
        let FilePosition { line, column, .. } = self.place;
        let mut names = self.game.title();
        // Unknown parts of the date are omitted.
        let date = self.date.as_deref().unwrap_or_default().trim_end_matches(".??");
        if !date.is_empty() && !date.starts_with('?') {
            names = format!("{names}, {date}");
        }
        text::visible(&format!("{path}:{line}:{column}, {}", shorten(&names, MAX_TITLE)))
    }
}

/// Maximum length of the names of another game in characters.
const MAX_TITLE: usize = 120;

/// Returns the path with the member: `a.zip!b.pgn`.
fn plain_path(path: &Path, member: Option<&str>) -> String {
    pgn_stream::member_name(path.to_string_lossy(), member)
}

#[cfg(test)]
mod tests;
