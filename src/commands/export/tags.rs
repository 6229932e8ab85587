//! The options of `export` that edit tags.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::{Args, ValueHint};
use pgn_syntax::{Marker, TagName, is_name_byte, tag::SEVEN_TAG_ROSTER};

use pgn_tags::{Add, Counter, Ratings, SETS_OF_TAGS, TagMap, TagOrder, TagPlan};
use pgn_work::requested_names::{Absence, RequestedNames};

use crate::commands::{
    tables::{read_openings, read_table},
    values::{Choices, one_of},
};

/// Edits of tags.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tags")]
pub(super) struct TagArgs {
    /// Keep only these tags, the roster and the tags of the first position
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    tags: Option<Vec<String>>,

    /// Remove these tags; tags of the roster become unknown. Result, FEN, SetUp and Variant cannot be
    /// named. @chesscom, @lichess and @chessbase are the tags that only those programs use
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    drop_tags: Vec<String>,

    /// The order of the tags after the roster: by name, or as in the source [default: standard]
    #[arg(long, value_parser = one_of(ORDERS), default_value = "standard")]
    #[arg(hide_default_value = true)]
    tag_order: TagOrder,

    /// Set TAG to VALUE in every game
    #[arg(long, value_name = "TAG=VALUE")]
    set: Vec<String>,

    /// Replace tag values by the table in FILE: lines of tag, old and new value, separated by tabs;
    /// the tag `player` stands for White and Black
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    map_tag: Option<PathBuf>,

    /// Add tags that follow from the moves
    #[arg(long, value_name = "LIST", value_parser = one_of(FACTS), value_delimiter = ',')]
    pub(super) add: Vec<Add>,

    /// The openings of --add eco: lines of code, name and moves, or PGN [default: built in]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) eco_file: Option<PathBuf>,

    /// Add missing Elo numbers from the table in FILE: lines of name or FIDE number, rating and,
    /// optionally, the date from which it holds
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    add_ratings: Option<PathBuf>,

    /// Split Round "3.2" into Round "3" and Board "2"; a Round with other than two numbers, or in a
    /// game that has a Board, stays
    #[arg(long)]
    split_round: bool,

    /// Put dates, FENs, tag names and white space in values into the form of the standard
    #[arg(long)]
    pub(super) normalize: bool,

    /// Correct the result by mate and stalemate on the board, or by Termination if it is unknown
    #[arg(long)]
    fix_results: bool,

    /// Repair text that was encoded twice, in tags and comments
    #[arg(long)]
    fix_mojibake: bool,
}

/// The values of `--tag-order`.
const ORDERS: Choices<TagOrder> =
    &[("standard", "", TagOrder::Standard), ("source", "", TagOrder::Source)];

/// The values of `--add`.
const FACTS: Choices<Add> = &[
    ("plycount", "PlyCount, the number of half-moves of the main line", Add::Plycount),
    ("eco", "ECO, and Opening and Variation, where they are missing", Add::Eco),
    ("hash", "HashCode, the Polyglot hash of the final position", Add::Hash),
    ("fen", "FEN and SetUp of the start position", Add::Fen),
];

/// Returns true if the meaning of the moves depends on a tag.
fn is_of_position(name: &str) -> bool {
    TagName::find(name.as_bytes()).is_some_and(TagName::is_of_position)
}

/// Returns a tag name as it is written: known names in the case of the standard.
fn tag_name(text: &str) -> anyhow::Result<String> {
    let is_plain = text.as_bytes().iter().all(is_name_byte);
    ensure!(
        is_plain && text.starts_with(|c: char| c.is_ascii_alphanumeric()),
        "`{text}` is not a tag name: it needs letters, digits and _, and no _ in front"
    );
    Ok(TagName::find(text.as_bytes()).map_or_else(|| text.to_owned(), |tag| tag.text().to_owned()))
}

impl TagArgs {
    /// Returns the files that the options read, with the name of each option.
    pub(super) fn side_files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let files = [
            ("--map-tag", &self.map_tag),
            ("--eco-file", &self.eco_file),
            ("--add-ratings", &self.add_ratings),
        ];
        files.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)))
    }

    /// Looks for the tags that the options name, to report those that no game has.
    pub(super) fn request_names(&self, requested: &RequestedNames) {
        for name in self.tags.iter().flatten() {
            requested.request_tag("--tags", name, Absence::IfUnknown);
        }
        for name in self.drop_tags.iter().filter(|name| !name.starts_with('@')) {
            requested.request_tag("--drop-tags", name, Absence::IfUnknown);
        }
        for (name, _) in self.set.iter().filter_map(|text| text.split_once('=')) {
            requested.request_tag("--set", name, Absence::IfSimilar);
        }
    }

    /// Returns the plan of edits. `keeps_undecided_dates` is that of [`TagPlan`].
    ///
    /// # Errors
    /// Returns an error if a tag cannot be edited as requested, or a file cannot be read.
    pub(super) fn plan(&self, keeps_undecided_dates: bool) -> anyhow::Result<TagPlan> {
        let map = read_table("--map-tag", self.map_tag.as_deref(), TagMap::read)?;
        let ratings = read_table("--add-ratings", self.add_ratings.as_deref(), Ratings::read)?;
        Ok(TagPlan {
            openings: self.eco_file.as_deref().map(read_openings).transpose()?,
            keep: match &self.tags {
                None => None,
                Some(names) => {
                    let names = names.iter().map(|it| tag_name(it));
                    Some(names.collect::<Result<_, _>>().context("--tags")?)
                }
            },
            drop: self.dropped()?,
            order: self.tag_order,
            set: self.set.iter().map(|text| set(text)).collect::<Result<_, _>>()?,
            map,
            add: self.add.clone(),
            ratings,
            split_round: self.split_round,
            normalize: self.normalize,
            fix_results: self.fix_results,
            fix_mojibake: self.fix_mojibake,
            keeps_undecided_dates,
            undecided_dates: Counter::default(),
        })
    }

    fn dropped(&self) -> anyhow::Result<Vec<String>> {
        let mut all = Vec::new();
        for name in &self.drop_tags {
            if let Some((_, tags)) = SETS_OF_TAGS.iter().find(|(set, _)| set == name) {
                all.extend(tags.iter().map(|&tag| tag.to_owned()));
                continue;
            }
            if name.starts_with('@') {
                let sets = SETS_OF_TAGS.map(|(set, _)| set).join(", ");
                bail!("--drop-tags {name}: unknown set; the sets are {sets}");
            }
            let name = tag_name(name).context("--drop-tags")?;
            ensure!(
                !is_of_position(&name) && name != "Result",
                "--drop-tags {name}: the tag cannot be dropped, as that would change the game"
            );
            all.push(name);
        }
        Ok(all)
    }
}

/// Parses `TAG=VALUE`.
fn set(text: &str) -> anyhow::Result<(String, String)> {
    let Some((name, value)) = text.split_once('=') else {
        bail!("--set {text}: not TAG=VALUE, as in Event=\"Club championship\"")
    };
    let name = tag_name(name).with_context(|| format!("--set {text}"))?;
    ensure!(
        !is_of_position(&name),
        "--set {text}: the tag cannot be set, as that would change the meaning of the moves"
    );
    if name == "Result" {
        let is_marker = Marker::read(value.as_bytes()).is_some_and(|it| it.text() == value);
        ensure!(is_marker, "--set {text}: a result is 1-0, 0-1, 1/2-1/2 or *");
    }
    ensure!(!value.chars().any(char::is_control), "--set {text}: a value is one line of text");
    let is_roster = SEVEN_TAG_ROSTER.iter().any(|tag| tag.text() == name);
    ensure!(
        !is_roster || !value.is_empty(),
        "--set {text}: the value is empty; write `?` for an unknown value"
    );
    Ok((name, value.to_owned()))
}
