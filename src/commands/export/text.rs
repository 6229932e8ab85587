//! The options of `export` for the text of games: NAGs, comments, character sets, and the part of a
//! game to write.

use std::num::NonZeroU32;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use pgn_chess::{
    excerpt::Excerpt,
    export::{Escapes, Nags},
    remark::Remark,
};
use pgn_syntax::{encoding::Charset, write::LineBreaks};

use pgn_work::{export::TextPlan, options::values::parse_charset};

use crate::commands::values::{Choices, one_of};

/// How the text of games is written.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Format")]
pub(super) struct TextArgs {
    /// The layout of movetext: 80 is the form of the standard; with moves and lines, a change of the
    /// game changes few lines
    #[arg(long, value_parser = one_of(LAYOUTS), default_value = STANDARD_LAYOUT)]
    pub(super) layout: LineBreaks,

    /// Write NAGs as numbers ($1), or as symbols (!) where there are any
    #[arg(long, value_parser = one_of(NAG_STYLES), default_value = "numeric")]
    nags: Nags,

    /// Add a comment with the position or its Polyglot hash after every Nth half-move
    #[arg(long, num_args = 2, value_names = ["N", "fen|hash"])]
    comment_every: Option<Vec<String>>,

    /// Write only the half-moves A to B of the main line, counted from 1; A or B may be omitted. Rows of half-moves
    /// keep their numbers; fen and epd write the positions before and after them. As PGN, JSON or one row, a game with
    /// errors is written whole
    #[arg(long, value_name = "A..B")]
    plies: Option<String>,

    /// Begin the game at the first comment that contains TEXT; a game without one stays whole. Not for rows of
    /// half-moves, fen and epd
    #[arg(long, value_name = "TEXT", conflicts_with = "plies")]
    drop_before: Option<String>,

    /// Keep all lines that begin with `%` before a game's tags; without this, only those that begin
    /// with `% pgnkit:`
    #[arg(long)]
    keep_escapes: bool,

    /// The character set of the output; characters that it lacks become `?`
    #[arg(long = "output-encoding", value_name = "LABEL", value_parser = parse_charset)]
    #[arg(default_value = "utf-8", help_heading = "Output")]
    pub(super) charset: Charset,
}

/// The value of `--layout` for the form of the standard.
pub(crate) const STANDARD_LAYOUT: &str = "80";

/// The values of `--layout`.
const LAYOUTS: Choices<LineBreaks> = &[
    (STANDARD_LAYOUT, "Lines of at most 79 characters, or as --width says", LineBreaks::Width),
    ("moves", "A full move, a comment or a parenthesis per line", LineBreaks::Moves),
    ("lines", "A comment, or the moves of a variation up to it, per line", LineBreaks::Variations),
];

/// The values of `--nags`.
const NAG_STYLES: Choices<Nags> = &[("numeric", "", Nags::Numeric), ("symbols", "", Nags::Symbols)];

impl TextArgs {
    /// Returns the plan of the text of games.
    ///
    /// # Errors
    /// Returns an error if a value is not valid.
    pub(super) fn plan(&self) -> anyhow::Result<TextPlan> {
        Ok(TextPlan {
            breaks: self.layout,
            nags: match self.nags {
                Nags::Symbols if self.charset != Charset::Utf8 => Nags::AsciiSymbols,
                Nags::Numeric | Nags::Symbols | Nags::AsciiSymbols => self.nags,
            },
            remarks: self.comment_every.as_deref().map(remarks).transpose()?,
            excerpt: self.excerpt()?,
            escapes: if self.keep_escapes { Escapes::All } else { Escapes::Pgnkit },
            charset: self.charset,
        })
    }

    fn excerpt(&self) -> anyhow::Result<Option<Excerpt>> {
        if let Some(text) = &self.drop_before {
            ensure!(!text.is_empty(), "--drop-before needs a text to look for");
            return Ok(Some(Excerpt { drop_before: Some(text.clone()), ..Excerpt::default() }));
        }
        let Some(text) = &self.plies else { return Ok(None) };
        let bad = || format!("--plies {text}: not A..B, as in 1..20, 11.. or ..40");
        let (from, to) = text.split_once("..").with_context(bad)?;
        let number = |part: &str| match part {
            "" => Ok(None),
            _ => part.parse().map(Some).ok().with_context(bad),
        };
        let (from, to): (Option<u32>, Option<u32>) = (number(from)?, number(to)?);
        ensure!(from.is_some() || to.is_some(), bad());
        ensure!(to.is_none_or(|to| from.unwrap_or(0) <= to), "--plies {text}: B is before A");
        ensure!(to != Some(u32::MAX), bad());
        Ok(Some(Excerpt { from: from.unwrap_or(0), to, drop_before: None }))
    }
}

fn remarks(words: &[String]) -> anyhow::Result<(NonZeroU32, Remark)> {
    let [every, what] = words else { bail!("--comment-every N fen|hash") };
    let every = every
        .parse()
        .ok()
        .with_context(|| format!("--comment-every {every}: not a number of half-moves"))?;
    match what.as_str() {
        "fen" => Ok((every, Remark::Fen)),
        "hash" => Ok((every, Remark::Hash)),
        _ => bail!("--comment-every {every} {what}: not fen or hash"),
    }
}
