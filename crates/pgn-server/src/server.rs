//! The loop of the server: receives messages, updates documents, and publishes findings.

mod publishing;

use std::{cell::RefCell, collections::VecDeque, fmt, path::Path, time::Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    MessageType, ShowMessageParams, Uri,
    notification::{
        Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
        DidOpenTextDocument, DidSaveTextDocument, Exit, Initialized, Notification as _,
        ShowMessage,
    },
    request::{Initialize, Request as _, Shutdown},
};
use pgn_work::catch;
use serde_json::Value;

use crate::{
    address::{encode_addresses, path_of},
    client::Client,
    document::{Document, MAX_BYTES},
    halves,
    log::Log,
    open::{Documents, Open, Stage, Warning, Workspace},
    requests,
    settings::Project,
    transport::HAS_HALVES,
    units::Units,
};

/// Maximum number of bytes that are read of a file to determine whether it is UTF-8.
const MAX_DECODED: u64 = 64 << 20;

/// Warning about a file that the editor could not decode completely.
const NOT_UTF8: Warning = Warning {
    code: "not-utf-8",
    message: "the file is not UTF-8: the editor shows U+FFFD for each byte that it cannot read, and saves that \
     instead\nhelp: close it and run `pgnkit export --encoding auto --in-place`, or open it in its own character set",
};

/// Warning about a file of more than [`MAX_BYTES`].
const OVERSIZED_FILE: Warning = Warning {
    code: "oversized-file",
    message: "the file is too large for an editor and is not checked",
};

/// An error that ends the server.
#[derive(Debug)]
pub struct Error(String);

impl Error {
    /// Returns the error of stdin that has something other than messages, as `cause` says.
    #[must_use]
    pub fn of_input(cause: &dyn fmt::Display) -> Error {
        Error(format!(
            "expected a message of the Language Server Protocol on stdin ({cause}); this command is started by an editor"
        ))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// The way in which a client has ended the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By `shutdown` and `exit`, or by closing the connection.
    Orderly,
    /// By `exit` without `shutdown`.
    WithoutShutdown,
}

/// The state of the server.
struct Server<'a> {
    connection: &'a Connection,
    project: &'a dyn Project,
    log: &'a Log,
    units: Units,
    documents: Documents,
    /// True if the client accepts edits with the version of a document.
    has_versions: bool,
    /// Errors of settings files that were shown to the user and still exist.
    reported: Vec<String>,
    /// Messages that were received and not processed, at most [`MAX_WAITING`](crate::transport::MAX_WAITING).
    waiting: VecDeque<Message>,
}

/// Serves a client on a connection until it ends.
///
/// # Errors
/// Returns an error if the client violates the protocol, or the connection breaks.
pub fn run(connection: &Connection, project: &mut dyn Project, log: &Log) -> Result<Ended, Error> {
    let broken =
        |error: &dyn fmt::Display| Error(format!("the connection to the editor failed: {error}"));
    let (id, params) = connection.initialize_start().map_err(|error| Error::of_input(&error))?;
    let Client { has_versions, units, folders } = Client::of_params(&params)
        .ok_or_else(|| broken(&"the parameters of `initialize` are not an object"))?;
    let answer = serde_json::json!({
        "capabilities": requests::capabilities(units),
        "serverInfo": { "name": "pgnkit", "version": env!("CARGO_PKG_VERSION") },
    });
    // `initialized` follows, and need not be the next message.
    let answer = Message::Response(Response::new_ok(id, answer));
    connection.sender.send(answer).map_err(|error| broken(&error))?;
    folders.iter().for_each(|folder| log.line(format_args!("workspace {}", folder.display())));
    project.enter(folders);
    let (project, documents): (&dyn Project, _) = (project, Documents::new());
    let (reported, waiting) = (Vec::new(), VecDeque::new());
    let mut server =
        Server { connection, project, log, units, documents, has_versions, reported, waiting };
    let (mut is_initialized, mut is_shut_down) = (false, false);
    while let Some(message) = server.next_message() {
        match message {
            Message::Notification(note) if note.method == Exit::METHOD => {
                return Ok(if is_shut_down { Ended::Orderly } else { Ended::WithoutShutdown });
            }
            Message::Request(request) if is_shut_down => {
                server.refuse(request, ErrorCode::InvalidRequest, "the server was shut down");
            }
            Message::Notification(_) if is_shut_down => (),
            Message::Request(request) if request.method == Initialize::METHOD => {
                let words = "the server was initialized before";
                server.refuse(request, ErrorCode::InvalidRequest, words);
            }
            Message::Request(request) if request.method == Shutdown::METHOD => {
                is_shut_down = true;
                server.send(Message::Response(Response::new_ok(request.id, ())));
                continue;
            }
            Message::Request(request) if server.is_cancelled(&request.id) => {
                server.refuse(request, ErrorCode::RequestCanceled, "the request was cancelled");
            }
            Message::Request(request) => {
                // A request refers to the text after all changes before it.
                server.read_all();
                server.answer(request);
            }
            Message::Notification(notification) => {
                is_initialized |= notification.method == Initialized::METHOD;
                server.receive(notification);
            }
            Message::Response(_) => (),
        }
        // Only the last of several keystrokes in a row is checked.
        if server.waiting.is_empty() && connection.receiver.is_empty() {
            server.publish();
        }
    }
    if !is_initialized && !is_shut_down {
        return Err(broken(&"stdin was closed before `initialized`"));
    }
    Ok(Ended::Orderly)
}

impl Server<'_> {
    fn answer(&mut self, request: Request) {
        let begin = Instant::now();
        let (id, method) = (request.id.clone(), request.method.clone());
        let workspace = Workspace {
            documents: &self.documents,
            project: self.project,
            units: self.units,
            has_versions: self.has_versions,
            remarks: RefCell::default(),
        };
        let response = match catch(|| requests::answer(&workspace, request)) {
            Ok(Ok(result)) => Response::new_ok(id, result),
            Ok(Err((code, message))) => Response::new_err(id, code, message),
            Err(fault) => Response::new_err(id, ErrorCode::InternalError as i32, fault.to_string()),
        };
        self.log.line(format_args!("{method} {:.1} ms", begin.elapsed().as_secs_f64() * 1e3));
        for remark in workspace.remarks.take() {
            self.tell(MessageType::WARNING, &remark);
        }
        self.send(Message::Response(response));
    }

    /// Answers a request with an error.
    fn refuse(&self, request: Request, code: ErrorCode, words: &str) {
        let answer = Response::new_err(request.id, code as i32, words.to_owned());
        self.send(Message::Response(answer));
    }

    /// Returns true if a message that waits cancels the request with this id.
    fn is_cancelled(&mut self, id: &RequestId) -> bool {
        self.collect();
        self.waiting.iter().any(|message| match message {
            Message::Notification(Notification { method, params }) if method == Cancel::METHOD => {
                serde_json::from_value(params["id"].clone()).is_ok_and(|it: RequestId| it == *id)
            }
            Message::Notification(_) | Message::Request(_) | Message::Response(_) => false,
        })
    }

    fn send(&self, message: Message) {
        if self.connection.sender.send(message).is_err() {
            self.log.line("the editor has closed the connection");
        }
    }

    /// Updates the documents and settings as a notification of the editor says.
    fn receive(&mut self, notification: Notification) {
        let Notification { method, mut params } = notification;
        encode_addresses(&mut params);
        let result = match method.as_str() {
            DidOpenTextDocument::METHOD => serde_json::from_value(params).map(|it| self.opened(it)),
            DidChangeTextDocument::METHOD => self.receive_change(params),
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
            document: Document::new(b"", self.units),
            version: document.version,
            settings: None,
            complaint: None,
            warning: None,
            stage: Stage::Changed,
        };
        self.set_text(&mut open, document.text.as_bytes());
        // A rule reports binary files.
        if document.text.contains(char::REPLACEMENT_CHARACTER)
            && !document.text.contains('\0')
            && path_of(&uri).is_some_and(|path| self.is_other_than_utf8(&path))
        {
            open.warning = Some(NOT_UTF8);
        }
        self.set_settings(&uri, &mut open);
        self.documents.insert(uri.as_str().to_owned(), (uri, open));
    }

    /// Returns true if a file can be read and is not UTF-8.
    fn is_other_than_utf8(&self, path: &Path) -> bool {
        let text = self.project.read(path, MAX_DECODED).unwrap_or_default();
        // A character that is cut off at the end is ignored.
        std::str::from_utf8(&text).is_err_and(|error| error.error_len().is_some())
    }

    fn set_text(&self, open: &mut Open, text: &[u8]) {
        let is_small = text.len() <= MAX_BYTES;
        open.document = Document::new(if is_small { text } else { b"" }, self.units);
        open.warning = (!is_small).then_some(OVERSIZED_FILE);
    }

    /// Finds the settings of a document. An error in them is shown once, because it concerns all files.
    fn set_settings(&mut self, uri: &Uri, open: &mut Open) {
        match self.project.settings(path_of(uri).as_deref()) {
            Ok(settings) => {
                open.settings = Some(settings);
                open.complaint = None;
            }
            Err(error) => {
                self.log.line(format_args!("settings: {error}"));
                if !self.reported.contains(&error) {
                    self.tell(MessageType::ERROR, &error);
                    self.reported.push(error.clone());
                }
                open.complaint = Some(error);
            }
        }
        open.document.forget();
        open.stage = Stage::Changed;
    }

    fn settings_may_differ(&mut self) {
        let mut documents = std::mem::take(&mut self.documents);
        for (uri, open) in documents.values_mut() {
            self.set_settings(uri, open);
        }
        let is_there =
            |error: &String| documents.values().any(|it| it.1.complaint.as_ref() == Some(error));
        self.reported.retain(is_there);
        self.documents = documents;
    }

    /// Shows a message to the user.
    fn tell(&self, typ: MessageType, words: &str) {
        let params = ShowMessageParams { typ, message: words.to_owned() };
        self.send(Message::Notification(Notification::new(ShowMessage::METHOD.to_owned(), params)));
    }

    /// Changes the text of a document. If the change cannot be read, the document is closed, so that no edit of a text
    /// that the editor no longer has is offered.
    fn receive_change(&mut self, mut params: Value) -> serde_json::Result<()> {
        let document = params.pointer_mut("/textDocument").and_then(Value::as_object_mut);
        let uri = document.and_then(|document| {
            // Some clients send none, or null.
            if !document.get("version").is_some_and(Value::is_i64) {
                document.insert("version".to_owned(), Value::from(0));
            }
            document.get("uri")?.as_str().map(str::to_owned)
        });
        let has_halves = params.get(HAS_HALVES).is_some();
        let changed = serde_json::from_value(params).map(|it| self.changed(it, has_halves));
        let known = uri.filter(|_| changed.is_err()).and_then(|uri| self.documents.remove(&uri));
        if let Some((uri, _)) = known {
            self.publish_of(uri, Vec::new(), None);
            self.tell(
                MessageType::ERROR,
                "pgnkit cannot read a change of this text: open it again",
            );
        }
        changed
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams, has_halves: bool) {
        let id = params.text_document;
        let Some((uri, mut open)) = self.documents.remove(id.uri.as_str()) else {
            return self.log.line(format_args!("{} is not open", id.uri.as_str()));
        };
        for change in params.content_changes {
            let text = change.text;
            let text = if has_halves { halves::unmarked(&text) } else { text.into_bytes() };
            match change.range {
                Some(range) => open.document.edit(range, &text),
                None => self.set_text(&mut open, &text),
            }
        }
        (open.version, open.stage) = (id.version, Stage::Changed);
        self.documents.insert(uri.as_str().to_owned(), (uri, open));
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        if let Some((uri, _)) = self.documents.remove(params.text_document.uri.as_str()) {
            self.publish_of(uri, Vec::new(), None);
        }
    }
}
