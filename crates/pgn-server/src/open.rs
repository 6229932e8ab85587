//! The documents that the editor has opened.

use std::{cell::RefCell, collections::HashMap};

use lsp_types::Uri;
use pgn_work::TextKind;

use crate::{
    document::Document,
    settings::{Project, Settings},
    units::Units,
};

/// The open documents, by their addresses.
pub(crate) type Documents = HashMap<String, (Uri, Open)>;

/// A document that the editor has opened.
pub(crate) struct Open {
    pub(crate) document: Document,
    pub(crate) version: i32,
    /// The settings when the settings file was last valid; `None` if it never was.
    pub(crate) settings: Option<Settings>,
    /// The reason why the current settings are not those of the file.
    pub(crate) complaint: Option<String>,
    /// A warning about the file itself.
    pub(crate) warning: Option<Warning>,
    pub(crate) stage: Stage,
}

/// A warning about a file, which is published beside the findings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Warning {
    pub(crate) code: &'static str,
    pub(crate) message: &'static str,
}

/// The progress of the work on a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The document has changed since findings were published.
    Changed,
    /// The findings near the change are published; the rest is still to be read.
    Reading,
    /// All findings of single games are published; games are still to be compared.
    Comparing,
    /// All findings are published.
    Published,
}

/// The data from which requests are answered.
pub(crate) struct Workspace<'a> {
    pub(crate) documents: &'a Documents,
    pub(crate) project: &'a dyn Project,
    pub(crate) units: Units,
    /// True if the client accepts edits with the version of a document.
    pub(crate) has_versions: bool,
    /// Messages for the user besides the answer.
    pub(crate) remarks: RefCell<Vec<String>>,
}

impl Workspace<'_> {
    /// Returns an open document with its settings; `None` if it is not open, its settings were never valid, or its text is
    /// not PGN.
    pub(crate) fn find(&self, uri: &Uri) -> Option<(&Document, &Settings)> {
        let (_, open) = self.documents.get(uri.as_str())?;
        let is_pgn = open.document.kind() == TextKind::Pgn;
        Some((&open.document, open.settings.as_ref().filter(|_| is_pgn)?))
    }
}
