//! Checks formats for programs against `docs/schema`.
//!
//! The files are JSON Schema 2020-12, and Table Schema for CSV.

use std::{fs, path::Path};

use crate::support::{pgnkit, root, run};
use serde_json::Value;

/// A format, its schema, and the arguments that produce it from the games below `tests`.
const LINES: &[(&str, &[&str])] = &[
    (
        "finding",
        &[
            "check", "--isolated", "--select", "ALL", "--severity", "style", "--output-format",
            "json-lines",
        ],
    ),
    (
        "rule-count",
        &[
            "check", "--isolated", "--severity", "style", "--statistics", "--output-format",
            "json-lines",
        ],
    ),
    ("game", &["export", "--format", "json-lines"]),
    ("range", &["ranges", "--size", "1KB"]),
];

/// The same for formats of one object, or of an array of objects.
const DOCUMENTS: &[(&str, &[&str])] = &[
    (
        "finding",
        &[
            "check", "--isolated", "--select", "ALL", "--severity", "style", "--output-format",
            "json",
        ],
    ),
    (
        "rule-count",
        &["check", "--isolated", "--severity", "style", "--statistics", "--output-format", "json"],
    ),
    ("stats", &["stats", "--format", "json"]),
    ("stats", &["stats", "--format", "json", "--quality", "--moves", "4"]),
    ("stats", &["stats", "--format", "json", "--by", "year,result"]),
];

/// Folders with games of all kinds: clean ones, and one fault each.
const GAMES: [&str; 2] = ["tests/corpus", "tests/broken"];

fn stdout(args: &[&str], more: &[&str]) -> String {
    let mut command = pgnkit(args.iter().chain(more));
    command.current_dir(root());
    let output = run(command, b"");
    assert!(output.status.code().is_some_and(|code| code < 2), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn schema(name: &str) -> Value {
    let path = root().join("docs/schema").join(name);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Checks each value against a schema. There must be at least one.
fn hold<'a>(name: &str, values: impl IntoIterator<Item = &'a Value>) {
    let schema = schema(&format!("{name}.schema.json"));
    assert!(jsonschema::meta::is_valid(&schema), "{name}");
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut n_values = 0;
    for value in values {
        n_values += 1;
        if let Err(error) = validator.validate(value) {
            panic!("{name}: {error} at {}\n{value:#}", error.instance_path());
        }
    }
    assert!(n_values > 0, "{name}: nothing was written");
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn lines_match_their_schemas() {
    for (name, args) in LINES {
        hold(name, &lines(&stdout(args, &GAMES)));
    }
    hold("change", &lines(&stdout(&["diff", "--output-format", "json-lines"], &GAMES)));
    let dir = tempfile::tempdir().unwrap();
    let report = dir.path().join("report.jsonl");
    let args = ["merge", "--dedup", "--dry-run", "--report", report.to_str().unwrap()];
    stdout(&args, &[GAMES[0], GAMES[1], "tests/corpus/masters_before_1920.pgn"]);
    hold("duplicate", &lines(&fs::read_to_string(&report).unwrap()));
}

#[test]
fn documents_match_their_schemas() {
    let whole = |text: &str| match serde_json::from_str(text).unwrap() {
        Value::Array(values) => values,
        value => vec![value],
    };
    for (name, args) in DOCUMENTS {
        hold(name, &whole(&stdout(args, &GAMES)));
    }
    hold("rule", &whole(&stdout(&["rules", "--output-format", "json"], &[])));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("baseline.json");
    stdout(&["check", "--isolated", "--write-baseline", path.to_str().unwrap()], &GAMES);
    hold("baseline", &whole(&fs::read_to_string(&path).unwrap()));
}

#[test]
fn manifests_match_their_schema() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (out, json, parts) = (path("out.pgn"), path("manifest.json"), path("parts"));
    fs::copy(root().join("tests/corpus/annotated.pgn"), path("copy.pgn")).unwrap();
    let copy = path("copy.pgn");
    let all: [(&[&str], &[&str]); 10] = [
        (&["filter", "-w", "missing(Date)", "-o", &out], &GAMES),
        (&["strip-comments", "--skip", "2", "-o", &out], &GAMES),
        (&["export", "--on-error", "comment", "-o", &out], &GAMES),
        (&["export", "--format", "epd", "--take", "3", "-o", &out, "--force"], &GAMES),
        (&["merge", "--dedup", "--keep", "union", "-o", &out], &GAMES),
        (&["merge", "--dedup", "--against", &copy, "-o", &out], &GAMES),
        (&["split", "--by", "year", "--dir", &parts], &GAMES),
        (&["check", "--isolated", "--fix", "--unsafe-fixes"], &[&copy]),
        (&["stats", "-o", &out, "--force"], &GAMES),
        (&["diff"], &GAMES),
    ];
    for (args, inputs) in all {
        stdout(&[args, &["--manifest", &json]].concat(), inputs);
        let manifest: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
        hold("manifest", [&manifest]);
    }
}

#[test]
fn rows_match_their_schemas() {
    for rows in ["games", "plies"] {
        let schema = schema(&format!("{rows}.table.json"));
        let fields = schema["fields"].as_array().unwrap();
        let text =
            stdout(&["export", "--format", "csv", "--rows", rows, "--columns", "@all"], &GAMES);
        let mut rows = csv(&text).into_iter();
        let names: Vec<_> = fields.iter().map(|field| field["name"].as_str().unwrap()).collect();
        assert_eq!(rows.next().unwrap(), names);
        let mut seen = vec![false; names.len()];
        for row in rows {
            assert_eq!(row.len(), fields.len(), "{row:?}");
            for ((value, field), seen) in row.iter().zip(fields).zip(&mut seen) {
                assert!(value.is_empty() || is_of(field, value), "{field}: {value}");
                *seen |= !value.is_empty();
            }
        }
        // A column without any value would not be tested.
        let unseen: Vec<_> = names.iter().zip(seen).filter(|(_, seen)| !seen).collect();
        assert!(unseen.len() < 10, "{unseen:?}");
    }
}

#[test]
fn parquet_goes_to_a_pipe() {
    let mut command = pgnkit(["export", "--format", "parquet", "tests/corpus"]);
    command.current_dir(root());
    let output = run(command, b"");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.starts_with(b"PAR1") && output.stdout.ends_with(b"PAR1"));
}

fn is_of(field: &Value, value: &str) -> bool {
    match field["type"].as_str().unwrap() {
        "string" => true,
        "integer" => value.parse::<i64>().is_ok(),
        "number" => value.parse::<f64>().is_ok(),
        "object" => serde_json::from_str::<Value>(value).is_ok_and(|value| value.is_object()),
        "date" => {
            let parts: Vec<_> = value.split('-').map(str::len).collect();
            parts == [4, 2, 2] && value.bytes().all(|b| b == b'-' || b.is_ascii_digit())
        }
        other => panic!("{other} is no type of a column"),
    }
}

/// Returns the rows of a table, the names of its columns first.
fn csv(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.deserialize().collect::<Result<_, _>>().unwrap()
}

#[test]
fn every_schema_is_tested() {
    let source = fs::read_to_string(root().join("tests/schemas.rs")).unwrap();
    for entry in fs::read_dir(root().join("docs/schema")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let stem = Path::new(&name).file_stem().unwrap().to_str().unwrap();
        let stem = stem.split('.').next().unwrap();
        // The tests of the configuration check the schema of pgnkit.toml.
        let is_held = stem == "pgnkit" || source.contains(&format!("\"{stem}\""));
        assert!(is_held, "docs/schema/{name}");
    }
}

/// A schema that takes anything would hold nothing.
#[test]
fn schemas_refuse_other_values() {
    let validator = jsonschema::validator_for(&schema("game.schema.json")).unwrap();
    let game = r#"{"file":"a","game":1,"offset":0,"length":1,"tags":{},"duplicate_tags":[],"start_fen":null,
        "comments":[],"moves":[],"result":"*","plies":0,"final_fen":null,"errors":[]}"#;
    let is_valid_with = |from: &str, to: &str| {
        validator.is_valid(&serde_json::from_str(&game.replace(from, to)).unwrap())
    };
    assert!(is_valid_with("", ""));
    for (from, to) in [
        ("\"file\"", "\"path\""),
        ("\"game\":1", "\"game\":0"),
        ("\"game\":1", "\"game\":\"1\""),
        ("\"*\"", "\"?\""),
        ("\"moves\":[]", "\"moves\":[{\"san\":\"e4\"}]"),
        ("\"tags\":{}", "\"tags\":{\"White\":1}"),
    ] {
        assert!(!is_valid_with(from, to), "{from} {to}");
    }
}
