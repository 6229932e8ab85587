//! Findings as bytes: a file a format. Rendering one finding is a function without state, so that
//! workers can do it; what stands around the findings is a [`Document`] in the sink.

mod board;
mod concise;
mod document;
mod full;
mod github;
mod gitlab;
mod json;
mod json_lines;
mod junit;
mod sarif;
mod statistics;

use std::path::{Path, PathBuf};

use pgn_lint::{Applicability, Diagnostic, FileDiagnostic, Mark, Rule};
use pgn_stream::{ChunkOffset, GameNumber, PlacedText};
use pgn_syntax::{Fallback, Game, Span, TagName, TagPair};

use crate::text::{self, shorten};

pub use self::{
    board::Board,
    document::Document,
    statistics::{Statistics, StatisticsFormat},
};

/// A way to show findings.
#[derive(Debug)]
pub struct Format {
    /// As typed behind `--output-format`.
    pub name: &'static str,
    /// One line for the help.
    pub about: &'static str,
    /// Renders one finding.
    pub finding: fn(&Located<'_>, Look, &mut Vec<u8>),
    /// What stands around the findings.
    pub document: fn() -> Box<dyn Document>,
    /// People read it: `--max-diagnostics` holds.
    pub is_text: bool,
}

impl Format {
    /// Returns true if a report is one document with a head and a foot, so that nothing can be added to it.
    pub fn is_document(&self) -> bool {
        let mut head = Vec::new();
        // A vector takes every byte.
        let _ = (self.document)().begin(&mut head);
        !head.is_empty()
    }
}

/// All formats, by the order of the help. The first is the default.
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

/// Findings that a report for a program that shows them holds at most: beyond this such programs
/// refuse the whole report (GitHub: 25,000 results of SARIF a run).
pub const MAX_RESULTS: u64 = 25_000;

/// Where the page of a rule is to be read.
fn rule_url(rule: &Rule) -> String {
    let code = rule.code.to_ascii_lowercase();
    format!("{}/blob/main/docs/rules.md#{}-{code}", env!("CARGO_PKG_REPOSITORY"), rule.name)
}

/// How formats for people look.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether there are colors.
    pub color: Color,
    /// Whether codes of rules are links.
    pub links: Links,
    /// How positions are drawn.
    pub board: Board,
    /// The least sure of the fixes that are marked.
    pub fixes: Applicability,
}

/// Whether formats for people may use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// No color is written.
    Never,
    /// Colors are written.
    Always,
}

/// Whether codes of rules lead to their pages on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// No link is written.
    Never,
    /// Links are written.
    Always,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Bytes of the decompressed text before it.
    pub offset: u64,
    /// 1-based.
    pub line: u64,
    /// 1-based, in code points; in bytes where the line is not UTF-8.
    pub column: u64,
}

/// The game that a finding is in, as people know it. Text is decoded.
#[derive(Debug)]
pub struct GameInfo {
    /// Its number in its file.
    pub number: GameNumber,
    /// The value of its `White`.
    pub white: Option<String>,
    /// The value of its `Black`.
    pub black: Option<String>,
    /// The value of its `Event`.
    pub event: Option<String>,
}

/// Another game, as a finding of a rule across games tells of it.
#[derive(Debug)]
pub struct Other {
    /// The file it is in.
    pub path: PathBuf,
    /// The member of an archive.
    pub member: Option<String>,
    /// Where it begins.
    pub place: Place,
    /// What is known of it.
    pub game: GameInfo,
    /// The value of its `Date`.
    pub date: Option<String>,
}

/// A finding and all that is said of it: where it is, in which game, and the text around it.
#[derive(Debug)]
pub struct Located<'a> {
    /// The file it is in.
    pub path: &'a Path,
    /// The member of an archive.
    pub member: Option<&'a str>,
    /// `None`: the whole file.
    pub game: Option<&'a GameInfo>,
    /// Where it begins.
    pub start: Place,
    /// Where it ends.
    pub end: Place,
    /// The place that belongs to it, if it has one.
    pub related: Option<Place>,
    /// The game that its game copies or contradicts.
    pub other: Option<&'a Other>,
    /// What the spans of the finding point into; `None` if the text is gone.
    pub src: Option<&'a [u8]>,
    /// What is said.
    pub diagnostic: &'a Diagnostic,
}

impl Place {
    /// Returns where a mark begins.
    pub fn of_mark(Mark { offset, line, column, .. }: Mark) -> Place {
        Place { offset, line: line + 1, column }
    }

    fn of(offset: u32, text: &PlacedText<'_>) -> Place {
        let at = ChunkOffset(offset);
        let (line, column) = text.line_and_column(at);
        Place { offset: text.offset(at).0, line: line.0, column }
    }
}

/// The pairs that tell what is known of a game: of White, Black and Event. Most findings are counted only,
/// and nobody asks who played.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamePairs([Option<TagPair>; 3]);

impl NamePairs {
    /// Returns those of a game.
    pub fn of(src: &[u8], game: &Game) -> NamePairs {
        let names = [TagName::WHITE, TagName::BLACK, TagName::EVENT];
        NamePairs(names.map(|name| game.tag(src, name).copied()))
    }

    /// Returns what they tell of game `number`.
    pub fn info(&self, number: GameNumber, src: &[u8], fallback: Fallback) -> GameInfo {
        let value =
            |pair: Option<TagPair>| pair.map(|pair| fallback.decode(&pair.value(src)).into_owned());
        let [white, black, event] = self.0.map(value);
        GameInfo { number, white, black, event }
    }
}

impl GameInfo {
    /// Returns what is known of a game.
    pub fn of(number: GameNumber, src: &[u8], game: &Game, fallback: Fallback) -> GameInfo {
        NamePairs::of(src, game).info(number, src, fallback)
    }

    /// `game 3, Tal, M. - Botvinnik, M., Moscow`.
    fn title(&self) -> String {
        let names = self.names();
        let comma = if names.is_empty() { "" } else { ", " };
        format!("game {}{comma}{names}", self.number)
    }

    /// Returns the names: `Tal, M. - Botvinnik, M., Moscow`.
    pub fn names(&self) -> String {
        let known =
            |text: &Option<String>| text.clone().filter(|text| !matches!(text.as_str(), "" | "?"));
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
        Located {
            path,
            member,
            game: Some(game),
            start: Place::of(start, text),
            end: Place::of(end, text),
            related: diagnostic.related.as_ref().map(|related| Place::of(related.span.start, text)),
            other: None,
            src: Some(text.bytes()),
            diagnostic,
        }
    }

    /// Returns a finding of a whole file.
    pub fn in_file(
        path: &'a Path,
        member: Option<&'a str>,
        found: &'a FileDiagnostic,
    ) -> Located<'a> {
        let (start, len) = (Place::of_mark(found.mark), u64::from(found.mark.len));
        let end = Place { offset: start.offset + len, column: start.column + len, ..start };
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

    /// Returns a finding across games: its text is gone, its game is known.
    pub fn across(
        path: &'a Path,
        member: Option<&'a str>,
        game: &'a GameInfo,
        found: &'a FileDiagnostic,
        other: &'a Other,
    ) -> Located<'a> {
        Located { game: Some(game), other: Some(other), ..Located::in_file(path, member, found) }
    }

    /// The move it is about: `3. Bb6`.
    fn move_text(&self) -> Option<String> {
        let at = self.diagnostic.at?;
        let text = text::decode(
            self.src.and_then(|src| src.get(at.span.start as usize..at.span.end as usize))?,
        );
        let dots = if at.is_black { "..." } else { "." };
        Some(format!("{}{dots} {}", at.number, shorten(&text, 40)))
    }

    /// `a.zip!b.pgn`.
    fn plain_path(&self) -> String {
        plain_path(self.path, self.member)
    }

    /// What stands behind the name of the rule if there is a fix that counts.
    fn mark(&self, look: Look) -> &'static str {
        let fix = self.diagnostic.fix.as_ref();
        if fix.is_some_and(|fix| fix.applicability <= look.fixes) { " [*]" } else { "" }
    }

    /// `a.zip!b.pgn`, safe for a terminal.
    fn shown_path(&self) -> String {
        text::visible(&self.plain_path())
    }

    /// `; see b.pgn:1:1, game 1, …` behind a message, if there is another game.
    fn see(&self) -> String {
        self.other.map_or(String::new(), |other| format!("; see {}", other.title()))
    }
}

impl Other {
    /// `b.pgn:1:1, game 3, Tal, M. - Botvinnik, M., Moscow, 1960.03.15`, safe for a terminal.
    fn title(&self) -> String {
        let path = plain_path(&self.path, self.member.as_deref());
        let Place { line, column, .. } = self.place;
        let mut names = self.game.title();
        // What is not known of a date says nothing.
        let date = self.date.as_deref().unwrap_or_default().trim_end_matches(".??");
        if !date.is_empty() && !date.starts_with('?') {
            names = format!("{names}, {date}");
        }
        text::visible(&format!("{path}:{line}:{column}, {}", shorten(&names, MAX_TITLE)))
    }
}

/// Characters of the names of another game that are shown.
const MAX_TITLE: usize = 120;

/// `a.zip!b.pgn`.
fn plain_path(path: &Path, member: Option<&str>) -> String {
    let path = path.to_string_lossy();
    match member {
        Some(member) => format!("{path}!{member}"),
        None => path.into_owned(),
    }
}

#[cfg(test)]
mod tests;
