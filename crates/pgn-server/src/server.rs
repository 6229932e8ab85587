//! The loop of the server: messages in, documents kept, findings out.

use std::{
    fmt,
    path::{Path, PathBuf},
    time::Instant,
};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    DiagnosticSeverity, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, InitializeParams, PublishDiagnosticsParams, Range, Uri,
    notification::{
        DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
        DidSaveTextDocument, Notification as _, PublishDiagnostics,
    },
};
use pgn_work::catch;

use crate::{
    document::Document,
    findings::{findings, message},
    log::Log,
    open::{Documents, Open, Workspace},
    requests,
    settings::Project,
    units::Units,
};

/// The largest text of a document in bytes.
const MOST_BYTES: usize = 1 << 30;

/// An error that ends the server.
#[derive(Debug)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// The state of the server.
struct Server<'a> {
    connection: &'a Connection,
    project: &'a dyn Project,
    log: &'a Log,
    units: Units,
    documents: Documents,
}

/// Speaks with a client on a connection until it ends.
///
/// # Errors
/// The client does not keep to the protocol, or the connection breaks.
pub fn run(connection: &Connection, project: &mut dyn Project, log: &Log) -> Result<(), Error> {
    let broken = |error: &dyn fmt::Display| Error(format!("the connection to the editor: {error}"));
    let (id, params) = connection.initialize_start().map_err(|error| {
        Error(format!(
            "no message of the Language Server Protocol on stdin ({error}): an editor starts this \
             command"
        ))
    })?;
    let params: InitializeParams =
        serde_json::from_value(params).map_err(|error| broken(&error))?;
    let kinds = params.capabilities.general.and_then(|general| general.position_encodings);
    let units = Units::choose(&kinds.unwrap_or_default());
    let answer = serde_json::json!({
        "capabilities": requests::capabilities(units),
        "serverInfo": { "name": "pgnkit", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer).map_err(|error| broken(&error))?;
    #[expect(deprecated, reason = "older clients give their folder only here")]
    let root = params.root_uri.as_ref();
    let folders = params.workspace_folders.unwrap_or_default();
    if let Some(folder) = folders.first().map(|it| &it.uri).or(root).and_then(path_of) {
        log.line(format_args!("workspace {}", folder.display()));
        project.enter(&folder);
    }
    let (project, documents): (&dyn Project, _) = (project, Documents::new());
    let mut server = Server { connection, project, log, units, documents };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| broken(&error))? {
                    return Ok(());
                }
                // What a request asks of is the text after all changes before it.
                server.publish();
                server.answer(request);
            }
            Message::Notification(notification) => server.note(notification),
            Message::Response(_) => (),
        }
        // Of several keystrokes in a row, the last one is checked.
        if connection.receiver.is_empty() {
            server.publish();
        }
    }
    Ok(())
}

impl Server<'_> {
    fn answer(&mut self, request: Request) {
        let begin = Instant::now();
        let (id, method) = (request.id.clone(), request.method.clone());
        let workspace = Workspace { documents: &self.documents, project: self.project };
        let response = match catch(|| requests::answer(&workspace, request)) {
            Ok(Ok(result)) => Response::new_ok(id, result),
            Ok(Err((code, message))) => Response::new_err(id, code, message),
            Err(fault) => Response::new_err(id, ErrorCode::InternalError as i32, fault.to_string()),
        };
        self.log.line(format_args!("{method} {:.1} ms", begin.elapsed().as_secs_f64() * 1e3));
        self.send(Message::Response(response));
    }

    fn send(&self, message: Message) {
        if self.connection.sender.send(message).is_err() {
            self.log.line("the editor has closed the connection");
        }
    }

    fn note(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let result = match method.as_str() {
            DidOpenTextDocument::METHOD => serde_json::from_value(params).map(|it| self.opened(it)),
            DidChangeTextDocument::METHOD => {
                serde_json::from_value(params).map(|it| self.changed(it))
            }
            DidCloseTextDocument::METHOD => {
                serde_json::from_value(params).map(|it| self.closed(&it))
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                self.settings_may_differ();
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = result {
            self.log.line(format_args!("{method}: {error}"));
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let uri = document.uri;
        let mut open = Open {
            document: Document::new("", self.units),
            version: document.version,
            settings: None,
            complaint: None,
            is_stale: true,
        };
        self.set_text(&mut open, &document.text);
        self.set_settings(&uri, &mut open);
        self.documents.insert(uri.as_str().to_owned(), (uri, open));
    }

    fn set_text(&self, open: &mut Open, text: &str) {
        let is_small = text.len() <= MOST_BYTES;
        open.document = Document::new(if is_small { text } else { "" }, self.units);
        if !is_small {
            open.complaint =
                Some("the file is too large for an editor and is not checked".to_owned());
        }
    }

    /// Finds the settings of a document. Returns true if they are others than before.
    fn set_settings(&self, uri: &Uri, open: &mut Open) {
        match self.project.settings(path_of(uri).as_deref()) {
            Ok(settings) => {
                open.settings = Some(settings);
                open.complaint = None;
            }
            Err(error) => {
                self.log.line(format_args!("settings: {error}"));
                open.complaint = Some(error);
            }
        }
        open.document.forget();
        open.is_stale = true;
    }

    fn settings_may_differ(&mut self) {
        let mut documents = std::mem::take(&mut self.documents);
        for (uri, open) in documents.values_mut() {
            self.set_settings(uri, open);
        }
        self.documents = documents;
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let id = params.text_document;
        let Some((uri, mut open)) = self.documents.remove(id.uri.as_str()) else {
            return self.log.line(format_args!("{} is not open", id.uri.as_str()));
        };
        for change in params.content_changes {
            match change.range {
                Some(range) => open.document.edit(range, &change.text),
                None => self.set_text(&mut open, &change.text),
            }
        }
        (open.version, open.is_stale) = (id.version, true);
        self.documents.insert(uri.as_str().to_owned(), (uri, open));
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        if let Some((uri, _)) = self.documents.remove(params.text_document.uri.as_str()) {
            self.publish_of(uri, Vec::new(), None);
        }
    }

    /// Reads what has changed, and publishes the findings.
    fn publish(&mut self) {
        let mut documents = std::mem::take(&mut self.documents);
        for (uri, open) in documents.values_mut().filter(|(_, open)| open.is_stale) {
            let begin = Instant::now();
            open.is_stale = false;
            let mut shown = Vec::new();
            if let Some(complaint) = &open.complaint {
                let words = format!("{complaint}; the last valid settings are in force");
                shown.push(message(Range::default(), DiagnosticSeverity::ERROR, "settings", words));
            }
            if let Some(settings) = &open.settings {
                let document = &mut open.document;
                let found = catch(|| {
                    document.read(settings);
                    findings(document, settings, uri)
                });
                match found {
                    Ok(found) => shown.extend(found),
                    Err(fault) => {
                        let severity = DiagnosticSeverity::ERROR;
                        let words = format!("{fault}; the file was not checked");
                        shown.push(message(Range::default(), severity, "internal-fault", words));
                        // No block is taken for read.
                        *document =
                            Document::new(&String::from_utf8_lossy(&document.text()), self.units);
                    }
                }
            }
            let ms = begin.elapsed().as_secs_f64() * 1e3;
            self.log.line(format_args!(
                "findings {} of version {} {ms:.1} ms",
                shown.len(),
                open.version
            ));
            self.publish_of(uri.clone(), shown, Some(open.version));
        }
        self.documents = documents;
    }

    fn publish_of(&self, uri: Uri, diagnostics: Vec<lsp_types::Diagnostic>, version: Option<i32>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
        self.send(Message::Notification(notification));
    }
}

/// Returns the path of a `file:` address.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    let path = &text[text.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/games` on Windows.
    let has_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(Path::new(if has_drive { &path[1..] } else { &path }).to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_paths() {
        let path = |text: &str| path_of(&text.parse().unwrap());
        assert_eq!(path("file:///a%20b/%C3%A9.pgn"), Some(PathBuf::from("/a b/é.pgn")));
        assert_eq!(path("file://localhost/a"), Some(PathBuf::from("/a")));
        assert_eq!(path("untitled:Untitled-1"), None);
    }
}
