//! The properties that a client reports when it starts the server.

use std::path::PathBuf;

use lsp_types::PositionEncodingKind;
use serde_json::Value;

use crate::{
    address::{encode, path_of},
    units::Units,
};

/// The parameters of `initialize` that the server uses. All others are ignored, whatever they contain: code to read
/// every capability of the protocol would be a twentieth of the program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Client {
    /// True if the client accepts edits with the version of a document.
    pub(crate) has_versions: bool,
    /// The units in which the client counts the columns of a line.
    pub(crate) units: Units,
    /// The folders that are open in the client.
    pub(crate) folders: Vec<PathBuf>,
}

impl Client {
    /// Reads the parameters of `initialize`; `None` if they are not a JSON object.
    pub(crate) fn of_params(params: &Value) -> Option<Client> {
        let capabilities = params.as_object()?.get("capabilities").unwrap_or(&Value::Null);
        let kinds: Vec<PositionEncodingKind> = capabilities
            .pointer("/general/positionEncodings")
            .and_then(|kinds| serde_json::from_value(kinds.clone()).ok())
            .unwrap_or_default();
        let has_versions = capabilities.pointer("/workspace/workspaceEdit/documentChanges");
        let path = |uri: &Value| {
            let mut uri = uri.clone();
            encode(&mut uri);
            path_of(&uri.as_str()?.parse().ok()?)
        };
        let folders = params["workspaceFolders"].as_array().into_iter().flatten();
        let mut folders: Vec<PathBuf> = folders.filter_map(|folder| path(&folder["uri"])).collect();
        if folders.is_empty() {
            // Older clients give their folder only here.
            folders.extend(path(&params["rootUri"]));
        }
        Some(Client {
            has_versions: has_versions.and_then(Value::as_bool).unwrap_or(false),
            units: Units::choose(&kinds),
            folders,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_understood_is_passed_over() {
        assert_eq!(Client::of_params(&json!([])), None);
        let plain = Client { has_versions: false, units: Units::Utf16, folders: Vec::new() };
        for params in [
            json!({}),
            json!({ "capabilities": null, "rootUri": null, "workspaceFolders": null }),
            json!({ "capabilities": { "general": { "positionEncodings": "utf-8" }, "workspace": [] } }),
            json!({ "workspaceFolders": [{ "name": "a" }, 1], "rootUri": "untitled:a" }),
        ] {
            assert_eq!(Client::of_params(&params).as_ref(), Some(&plain), "{params}");
        }
    }

    #[test]
    fn folders_are_read_before_the_root() {
        let folders = |params: Value| Client::of_params(&params).unwrap().folders;
        let both =
            json!({ "rootUri": "file:///b", "workspaceFolders": [{ "uri": "file:///a%20a" }] });
        assert_eq!(folders(both), [PathBuf::from("/a a")]);
        assert_eq!(folders(json!({ "rootUri": "file:///b" })), [PathBuf::from("/b")]);
        assert_eq!(folders(json!({ "rootUri": "file:///\u{e9} b" })), [PathBuf::from("/\u{e9} b")]);
    }

    #[test]
    fn capabilities_are_read() {
        let client = Client::of_params(&json!({ "capabilities": {
            "general": { "positionEncodings": ["utf-16", "utf-8"] },
            "workspace": { "workspaceEdit": { "documentChanges": true } },
        }}));
        let client = client.unwrap();
        assert!(client.has_versions && client.units == Units::Utf8);
    }
}
