//! Pages of the book that are part of the program: `pgnkit help TOPIC`.

/// A page of the book.
pub(crate) struct Topic {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// A few words about the content.
    pub(crate) about: &'static str,
    /// The text, in Markdown.
    pub(crate) page: &'static str,
}

/// Declares topics: the name, the file in `docs`, and a few words about the content.
macro_rules! topics {
    ($($name:literal $file:literal: $about:literal,)*) => {
        &[$(Topic {
            name: $name,
            about: $about,
            page: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/", $file)),
        },)*]
    };
}

/// Other names of topics, each with its topic.
pub(crate) const ALIASES: &[(&str, &str)] = &[
    ("sarif", "formats"),
    ("github", "ci"),
    ("toml", "configuration"),
    ("baseline", "configuration"),
    ("where", "expressions"),
    ("expr", "expressions"),
    ("exprs", "expressions"),
    ("dates", "expressions"),
    ("date", "expressions"),
    ("engines", "scores"),
    ("engine", "scores"),
    ("crosstable", "scores"),
    ("elo", "scores"),
    ("pairs", "scores"),
    ("pair", "scores"),
    ("pentanomial", "scores"),
    ("nelo", "scores"),
    ("sprt", "scores"),
    ("cutechess", "scores"),
    ("fastchess", "scores"),
    ("spreadsheet", "formats"),
    ("excel", "formats"),
    ("duckdb", "formats"),
    ("polars", "formats"),
    ("inputs", "files"),
    ("outputs", "files"),
    ("globs", "files"),
    ("broadcast", "follow"),
    ("rejects", "tasks"),
    ("pgn-extract", "from-pgn-extract"),
    ("cli", "options"),
    ("status", "options"),
    ("exit", "options"),
    ("lang", "encodings"),
    ("language", "encodings"),
    ("nag", "expressions"),
    ("nags", "expressions"),
    ("cluster", "scale"),
    ("spark", "scale"),
];

/// The pages that are part of the program.
pub(crate) const TOPICS: &[Topic] = topics! {
    "start" "start.md": "first steps",
    "tasks" "tasks.md": "what people do with games, and the command for it",
    "club-archive" "club-archive.md": "an example: from thirty years of files to one archive",
    "follow" "follow.md": "games of a broadcast while they are played",
    "files" "files.md": "inputs, outputs, endings, and what is replaced",
    "expressions" "expressions.md": "the language of --where",
    "dedup" "dedup.md": "which games are copies",
    "names" "names.md": "spellings of players, events and sites",
    "encodings" "encodings.md": "character sets of inputs and outputs",
    "scores" "scores.md": "scores of players, pairs and tournaments",
    "formats" "formats.md": "JSON, CSV, Parquet and other formats, field by field",
    "configuration" "configuration.md": "pgnkit.toml, and how findings are suppressed",
    "targets" "targets.md": "what programs and sites accept",
    "parts" "split.md": "names and contents of parts",
    "ci" "ci.md": "GitHub, GitLab, pre-commit",
    "editors" "editors.md": "editors and git",
    "options" "cli.md": "exit status, and the options of every command",
    "scale" "scale.md": "large files, memory, processors",
    "from-pgn-extract" "from-pgn-extract.md": "each option of pgn-extract, and what it is here",
    "glossary" "glossary.md": "what words mean",
};
