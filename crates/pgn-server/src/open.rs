//! The documents that the editor has opened.

use std::{cell::RefCell, collections::HashMap};

use lsp_types::Uri;

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
    /// As they were when a settings file was last valid.
    pub(crate) settings: Option<Settings>,
    /// Why the settings in force are not those of the file.
    pub(crate) complaint: Option<String>,
    /// What is to be said of the file itself: a code and a message.
    pub(crate) warning: Option<(&'static str, String)>,
    pub(crate) stage: Stage,
}

/// How far the work on a document has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It has changed since findings were published.
    Changed,
    /// The findings near the change are published, and there is more to read.
    Reading,
    /// All findings of single games are published; games have still to be compared.
    Comparing,
    Published,
}

/// What requests are about.
pub(crate) struct Workspace<'a> {
    pub(crate) documents: &'a Documents,
    pub(crate) project: &'a dyn Project,
    pub(crate) units: Units,
    /// The client can be sent edits with the version of a document.
    pub(crate) has_versions: bool,
    /// What the user is to be told besides the answer.
    pub(crate) remarks: RefCell<Vec<String>>,
}

impl Workspace<'_> {
    /// Returns an open document with its settings.
    pub(crate) fn find(&self, uri: &Uri) -> Option<(&Document, &Settings)> {
        let (_, open) = self.documents.get(uri.as_str())?;
        Some((&open.document, open.settings.as_ref()?))
    }
}
