//! The JSON schema of `pgnkit.toml`, derived from the description of the command line.

use std::{any::TypeId, path::PathBuf};

use clap::{Arg, builder::PossibleValue};
use pgn_lint::{RULES, Severity};
use serde_json::{Value, json};

use super::keys::{self, Key, ValueKind};

/// Returns the schema (draft 7), for editors that complete TOML.
pub(crate) fn schema(cli: &clap::Command) -> Value {
    let mut sections = json!({
        "extend": {
            "description": "A file whose settings apply where this file has none; the path is relative to this file",
            "type": "string",
        },
    });
    for section in keys::sections(cli) {
        let mut properties = json!({});
        for key in keys::keys(cli, section) {
            properties[key.name] = property(&key);
        }
        if section == "check" {
            properties[keys::PER_FILE_IGNORES] = json!({
                "description": "Rules that are not run on files that match a glob",
                "type": "object",
                "additionalProperties": one_or_more(&json!({ "$ref": "#/definitions/rule" })),
            });
            properties[keys::SEVERITIES] = json!({
                "description": "Levels of rules that replace their default levels",
                "type": "object",
                "propertyNames": { "$ref": "#/definitions/rule" },
                "additionalProperties": { "enum": Severity::ALL.map(Severity::name) },
            });
        }
        if section == keys::GLOBAL {
            properties[keys::PER_FILE_ENCODINGS] = json!({
                "description": "Character sets of files that match a glob, as `encoding` names them",
                "type": "object",
                "additionalProperties": { "type": "string" },
            });
        }
        let about = match cli.find_subcommand(section).and_then(|command| command.get_about()) {
            Some(about) => about.to_string(),
            None => "Options of all commands".to_owned(),
        };
        sections[section] = json!({
            "description": about,
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
    }
    let names: Vec<&str> =
        std::iter::once("ALL").chain(RULES.iter().map(|rule| rule.name)).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "pgnkit.toml",
        "description": "Settings of pgnkit: each section is a command, each key is a long option of it",
        "type": "object",
        "properties": sections,
        "additionalProperties": false,
        "definitions": {
            "rule": {
                "description": "A rule's name or code, the beginning of codes, or ALL",
                "anyOf": [{ "enum": names }, { "type": "string", "pattern": "^[FPTMALG][0-9]{0,3}$" }],
            },
        },
    })
}

fn property(key: &Key<'_>) -> Value {
    let mut value = match key.kind {
        ValueKind::Flag => json!({ "type": "boolean" }),
        ValueKind::Text => one(key.arg),
        ValueKind::List if keys::OF_RULES.contains(&key.name) => {
            let mut value = one_or_more(&json!({ "$ref": "#/definitions/rule" }));
            if keys::OF_SOME_RULE.contains(&key.name) {
                value["anyOf"][0]["minItems"] = 1.into();
            }
            value
        }
        ValueKind::List => match key.n_values() {
            Some(n) => {
                let item = json!({ "type": ["string", "integer"] });
                json!({ "type": "array", "items": item, "minItems": n, "maxItems": n })
            }
            None => one_or_more(&one(key.arg)),
        },
    };
    if let Some(help) = key.arg.get_help() {
        value["description"] = help.to_string().into();
        let default: Vec<_> = key.arg.get_default_values().iter().collect();
        if let (ValueKind::Text, [default]) = (key.kind, default.as_slice()) {
            let text = default.to_string_lossy();
            // The values of a list are texts.
            let number = text.parse::<u64>().ok().filter(|_| value.get("enum").is_none());
            value["default"] = number.map_or_else(|| Value::from(&*text), Value::from);
        }
    }
    value
}

/// Returns the schema of one value of an option.
fn one(arg: &Arg) -> Value {
    let values: Vec<PossibleValue> = arg.get_possible_values();
    if !values.is_empty() {
        return json!({ "enum": values.iter().map(PossibleValue::get_name).collect::<Vec<_>>() });
    }
    let kind = arg.get_value_parser().type_id();
    let is_one_of = |kinds: &[TypeId]| kinds.iter().any(|known| kind == *known);
    if is_one_of(&[TypeId::of::<String>(), TypeId::of::<PathBuf>()]) {
        json!({ "type": "string" })
    } else if is_one_of(&[TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>()]) {
        json!({ "type": "integer" })
    } else {
        // The parser of the option decides: a size, a number or a word, or a label.
        json!({ "type": ["string", "integer"] })
    }
}

fn one_or_more(item: &Value) -> Value {
    json!({ "anyOf": [{ "type": "array", "items": item }, item] })
}
