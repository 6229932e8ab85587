//! What `export` writes: formats, notations, and the options that belong to one format.

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum};
use pgn_chess::Notation;

use crate::commands::values::parse_notation;

/// What is written.
#[derive(Args, Clone, Debug)]
pub(super) struct FormatArgs {
    /// What is written
    #[arg(long, value_enum, default_value_t, help_heading = "Format")]
    pub(super) format: Format,

    /// How moves are written: san, lan (Ng1f3), long (Ng1-f3), uci (g1f3), figurine, or the piece
    /// letters of a language [default: san]
    #[arg(long, value_name = "NOTATION", value_parser = parse_notation, help_heading = "Format")]
    notation: Option<Notation>,

    /// Characters in a line of movetext at most; 0: one line a game
    #[arg(long, value_name = "N", default_value_t = 79, help_heading = "Format")]
    pub(super) width: u32,

    /// Whether a NAG before Black's move makes its move number stand there
    #[arg(long, value_enum, default_value_t, help_heading = "Format")]
    pub(super) nag_numbers: NagNumbers,

    /// Which positions of a game are written (fen, epd) [default: end]
    #[arg(long, value_enum, help_heading = "Format")]
    at: Option<At>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The export format of the standard
    #[default]
    Pgn,
    /// The reduced export format: no comments, variations, NAGs, only the roster
    Reduced,
    /// One JSON object a line and game
    JsonLines,
    /// One position a line, as FEN
    Fen,
    /// One position a line, as EPD with the game it is from
    Epd,
    /// One game a line: its PGN with a tab for each line end. `export` turns it back
    Lines,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum NagNumbers {
    /// As the standard has it
    #[default]
    Yes,
    /// As most programs write
    No,
}

/// Which positions of a game are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum At {
    /// The last of the main line
    #[default]
    End,
    /// All of the main line, the first included
    Ply,
    /// Those marked for a diagram: [#] in a comment, $220, $221, or $201
    Marks,
}

impl Format {
    /// Whether its text is that of games in PGN.
    pub(crate) fn is_pgn(self) -> bool {
        match self {
            Format::Pgn | Format::Reduced | Format::Lines => true,
            Format::JsonLines | Format::Fen | Format::Epd => false,
        }
    }

    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl FormatArgs {
    /// # Errors
    /// Options of another format.
    pub(super) fn notation(&self) -> anyhow::Result<Notation> {
        if self.notation.is_some() && !self.format.is_pgn() {
            bail!("--notation is for --format pgn, reduced and lines, not {}", self.format.name());
        }
        Ok(self.notation.unwrap_or_default())
    }

    /// # Errors
    /// Options of another format.
    pub(super) fn at(&self) -> anyhow::Result<At> {
        ensure!(
            self.at.is_none() || matches!(self.format, Format::Fen | Format::Epd),
            "--at is for --format fen and epd, not {}",
            self.format.name()
        );
        Ok(self.at.unwrap_or_default())
    }
}
