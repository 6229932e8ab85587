//! Pages of the book that are part of the program: `pgnkit help TOPIC`.

/// A page of the book.
pub(crate) struct Topic {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// Other names on the command line.
    pub(crate) aliases: &'static [&'static str],
    /// A few words about the content.
    pub(crate) about: &'static str,
    /// The text, in Markdown.
    pub(crate) page: &'static str,
}

/// Declares topics: the name, the file in `docs`, other names, and a few words about the content.
macro_rules! topics {
    ($($name:literal $file:literal [$($alias:literal)*]: $about:literal,)*) => {
        &[$(Topic {
            name: $name,
            aliases: &[$($alias),*],
            about: $about,
            page: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/", $file)),
        },)*]
    };
}

/// The pages that are part of the program.
pub(crate) const TOPICS: &[Topic] = topics! {
    "start" "start.md" []: "first steps",
    "tasks" "tasks.md" ["rejects"]: "what people do with games, and the command for it",
    "club-archive" "club-archive.md" []: "an example: from thirty years of files to one archive",
    "follow" "follow.md" ["broadcast"]: "games of a broadcast while they are played",
    "files" "files.md"
        ["inputs" "outputs" "globs"]:
        "inputs, outputs, endings, and what is replaced",
    "expressions" "expressions.md"
        ["where" "expr" "exprs" "dates" "date" "nag" "nags"]:
        "the language of --where",
    "dedup" "dedup.md" []: "which games are copies",
    "names" "names.md" []: "spellings of players, events and sites",
    "encodings" "encodings.md" ["lang" "language"]: "character sets of inputs and outputs",
    "scores" "scores.md"
        ["engines" "engine" "crosstable" "elo" "pairs" "pair" "pentanomial" "nelo" "sprt" "cutechess" "fastchess"]:
        "scores of players, pairs and tournaments",
    "formats" "formats.md"
        ["sarif" "spreadsheet" "excel" "duckdb" "polars"]:
        "JSON, CSV, Parquet and other formats, field by field",
    "configuration" "configuration.md"
        ["toml" "baseline"]:
        "pgnkit.toml, and how findings are suppressed",
    "targets" "targets.md" []: "what programs and sites accept",
    "parts" "split.md" []: "names and contents of parts",
    "ci" "ci.md" ["github"]: "GitHub, GitLab, pre-commit",
    "editors" "editors.md" []: "editors and git",
    "options" "cli.md" ["cli" "status" "exit"]: "exit status, and the options of every command",
    "scale" "scale.md" ["cluster" "spark"]: "large files, memory, processors",
    "from-pgn-extract" "from-pgn-extract.md"
        ["pgn-extract"]:
        "each option of pgn-extract, and what it is here",
    "glossary" "glossary.md" []: "what words mean",
};
