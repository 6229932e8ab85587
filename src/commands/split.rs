//! `pgnkit split`: how many games a part has, and what the parts are called.

use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::{Args as ClapArgs, ValueHint};

use super::{
    common::{self, SelectArgs},
    outputs::{LineEnding, LineEndingArgs},
    values,
};
use crate::{ExitStatus, Globals, inputs::IgnoreFiles, work};

/// Write many files from one stream of games
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    line_ending: LineEndingArgs,

    /// Games in a part; the last one may have fewer
    #[arg(long, value_name = "N", required = true, help_heading = "Parts")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The folder of the parts; made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    #[arg(help_heading = "Output")]
    dir: PathBuf,

    /// The names of the parts: {stem} of the input, {n} counts from 1, {n:06} in six digits
    #[arg(long, value_name = "TEMPLATE", default_value = "{stem}-{n:06}.pgn")]
    #[arg(help_heading = "Output")]
    name: String,

    /// Replace files of these names
    #[arg(long, help_heading = "Output")]
    force: bool,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) select: SelectArgs,
    /// `None`: as in the input.
    pub(crate) line_ending: Option<LineEnding>,
    /// Games in a part, at least 1.
    pub(crate) n_games: u64,
    pub(crate) dir: PathBuf,
    pub(crate) name: Template,
    pub(crate) existing: Existing,
}

/// What happens to a file that has the name of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    Refuse,
    /// `--force`.
    Replace,
}

/// A name with places to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Stem,
    /// In at least so many digits.
    Number(usize),
}

impl Template {
    fn parse(template: &str) -> anyhow::Result<Template> {
        let mut pieces = Vec::new();
        let mut rest = template;
        while let Some((text, from)) = rest.split_once('{') {
            ensure!(!text.contains('}'), "--name {template}: a `}}` without its `{{`");
            let Some((field, after)) = from.split_once('}') else {
                bail!("--name {template}: a `{{` without its `}}`");
            };
            pieces.push(Piece::Text(text.to_owned()));
            pieces.push(match field.split_once(':').unwrap_or((field, "1")) {
                ("stem", "1") => Piece::Stem,
                ("n", digits) => match digits.parse() {
                    Ok(n_digits @ 1..=20) => Piece::Number(n_digits),
                    _ => bail!(
                        "--name {template}: `{{n:{digits}}}` needs a number of digits up to 20"
                    ),
                },
                _ => bail!("--name {template}: no field `{field}`; there are {{stem}} and {{n}}"),
            });
            rest = after;
        }
        ensure!(!rest.contains('}'), "--name {template}: a `}}` without its `{{`");
        pieces.push(Piece::Text(rest.to_owned()));
        ensure!(
            pieces.iter().any(|piece| matches!(piece, Piece::Number(_))),
            "--name {template}: without {{n}} all parts have one name"
        );
        let template_of_names = Template(pieces);
        ensure!(
            values::is_plain_name(template_of_names.name("x", 1).as_ref()),
            "--name {template}: a name, not a path; the folder is --dir"
        );
        Ok(template_of_names)
    }

    /// The name of part `n` of an input that is called `stem`.
    pub(crate) fn name(&self, stem: &str, n: u64) -> String {
        let mut name = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => name.push_str(text),
                Piece::Stem => name.push_str(stem),
                Piece::Number(n_digits) => name.push_str(&format!("{n:0n_digits$}")),
            }
        }
        name
    }
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        Ok(Plan {
            select: self.select.clone(),
            line_ending: self.line_ending.line_ending,
            n_games: self.games,
            dir: self.dir.clone(),
            name: Template::parse(&self.name)?,
            existing: if self.force { Existing::Replace } else { Existing::Refuse },
        })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    let inputs = args.input.resolve("split", IgnoreFiles::Disregard, &[], globals)?;
    work::split::run(&plan, &inputs, globals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        let name = |template: &str, n| Template::parse(template).unwrap().name("games", n);
        assert_eq!(name("{stem}-{n:06}.pgn", 7), "games-000007.pgn");
        assert_eq!(name("{n}", 12), "12");
        assert_eq!(name("{n:2}{stem}", 123), "123games");
        for bad in ["x.pgn", "{n", "n}{n}", "{n}}", "{n:0}", "{n:x}", "{value}", "{stem:3}{n}"] {
            assert!(Template::parse(bad).is_err(), "{bad}");
        }
        for path in ["../{n}", "a/{n}", "/{n}", "{n}/"] {
            assert!(Template::parse(path).is_err(), "{path}");
        }
    }
}
