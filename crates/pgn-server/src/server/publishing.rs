//! Reads documents in slices, and publishes their findings.

use std::time::{Duration, Instant};

use lsp_server::{Message, Notification};
use lsp_types::{
    DiagnosticSeverity, PublishDiagnosticsParams, Range, Uri,
    notification::{Notification as _, PublishDiagnostics},
};
use pgn_work::catch;

use super::Server;
use crate::{
    compare::{compare, is_wanted},
    document::Document,
    findings::{Completeness, findings, message},
    open::{Open, Stage},
    transport::MAX_WAITING,
};

/// Number of bytes that are read after a change before findings are published for the first time: more than nearly
/// every change needs.
const FIRST: usize = 512 << 10;

/// Number of bytes that are read between two checks for a message, which takes about 10 ms.
const SLICE: usize = 1 << 20;

/// Time without a message after which games are compared.
const PAUSE: Duration = Duration::from_millis(300);

impl Server<'_> {
    /// Returns the next message, and works on documents while there is none; `None` if the connection has ended.
    pub(super) fn next_message(&mut self) -> Option<Message> {
        if let Some(message) = self.waiting.pop_front() {
            return Some(message);
        }
        loop {
            let receiver = &self.connection.receiver;
            if self.is_any(Stage::Reading) {
                match receiver.try_recv() {
                    Ok(message) => return Some(message),
                    Err(error) if error.is_empty() => self.read_on(),
                    Err(_) => return None,
                }
            } else if self.is_any(Stage::Comparing) {
                match receiver.recv_timeout(PAUSE) {
                    Ok(message) => return Some(message),
                    Err(error) if error.is_timeout() => self.compare(),
                    Err(_) => return None,
                }
            } else {
                return receiver.recv().ok();
            }
        }
    }

    /// Takes the messages that have come, up to a limit, to the end of those that wait.
    pub(super) fn collect(&mut self) {
        let n_free = MAX_WAITING.saturating_sub(self.waiting.len());
        self.waiting.extend(self.connection.receiver.try_iter().take(n_free));
    }

    /// Returns true if a document is at a stage.
    fn is_any(&self, stage: Stage) -> bool {
        self.documents.values().any(|(_, open)| open.stage == stage)
    }

    /// Reads what has changed, at least near the change, and publishes the findings.
    pub(super) fn publish(&mut self) {
        self.work(|stage| (stage == Stage::Changed).then_some(FIRST));
    }

    /// Reads everything that has changed, and publishes the findings.
    pub(super) fn read_all(&mut self) {
        self.work(|stage| matches!(stage, Stage::Changed | Stage::Reading).then_some(usize::MAX));
    }

    /// Reads a slice of each document that has not been read to its end.
    fn read_on(&mut self) {
        self.work(|stage| (stage == Stage::Reading).then_some(SLICE));
    }

    /// Compares the games of one document, and publishes the findings.
    fn compare(&mut self) {
        let mut documents = std::mem::take(&mut self.documents);
        let found = documents.values_mut().find(|(_, open)| open.stage == Stage::Comparing);
        if let Some((uri, open)) = found {
            let begin = Instant::now();
            open.stage = Stage::Published;
            let Open { document, settings, .. } = open;
            let found =
                settings.as_ref().map(|settings| catch(|| compare(document.blocks(), settings)));
            match &found {
                Some(Ok(None)) => self.log.line("the file is too large to compare its games"),
                Some(Err(fault)) => {
                    self.log.line(format_args!("games were not compared: {fault}"));
                }
                Some(Ok(Some(_))) | None => (),
            }
            let found = found.and_then(Result::ok).flatten().unwrap_or_default();
            let ms = begin.elapsed().as_secs_f64() * 1e3;
            self.log.line(format_args!("compared games: {} findings {ms:.1} ms", found.len()));
            if found != document.compared {
                document.compared = found;
                self.work_on(uri, open, usize::MAX);
                open.stage = Stage::Published;
            }
        }
        self.documents = documents;
    }

    /// Reads up to `max` bytes of each document, by its stage; `None`: nothing is read.
    fn work(&mut self, max: impl Fn(Stage) -> Option<usize>) {
        let mut documents = std::mem::take(&mut self.documents);
        for (uri, open) in documents.values_mut() {
            if let Some(max) = max(open.stage) {
                self.work_on(uri, open, max);
            }
        }
        self.documents = documents;
    }

    /// Reads up to `max` bytes of a document, and publishes its findings if they are complete or the first ones after a
    /// change.
    fn work_on(&self, uri: &Uri, open: &mut Open, max: usize) {
        let begin = Instant::now();
        let is_first = open.stage == Stage::Changed;
        open.stage = Stage::Published;
        let mut shown = Vec::new();
        if let Some(warning) = &open.warning {
            let (severity, text) = (DiagnosticSeverity::WARNING, warning.message.to_owned());
            shown.push(message(Range::default(), severity, warning.code, text));
        }
        if let Some(complaint) = &open.complaint {
            let rest = match open.settings {
                Some(_) => "the last valid settings are in force",
                None => "the file is not checked until it is valid",
            };
            let text = format!("{complaint}; {rest}");
            shown.push(message(Range::default(), DiagnosticSeverity::ERROR, "settings", text));
        }
        if let Some(settings) = &open.settings {
            let document = &mut open.document;
            if !is_wanted(settings) {
                document.compared.clear();
            }
            let found = catch(|| {
                let is_complete = document.read_slice(settings, max);
                let completeness =
                    if is_complete { Completeness::Whole } else { Completeness::Part };
                (is_complete || is_first)
                    .then(|| (completeness, findings(document, settings, uri, completeness)))
            });
            match found {
                Ok(Some((completeness, found))) => {
                    open.stage = match completeness {
                        Completeness::Part => Stage::Reading,
                        Completeness::Whole if is_wanted(settings) => Stage::Comparing,
                        Completeness::Whole => Stage::Published,
                    };
                    // The warning about the file says why letters are lost.
                    let has_warning = open.warning.is_some();
                    let is_reported =
                        |it: &lsp_types::Diagnostic| has_warning && it.message.contains("(U+FFFD)");
                    shown.extend(found.into_iter().filter(|it| !is_reported(it)));
                }
                Ok(None) => {
                    open.stage = Stage::Reading;
                    return;
                }
                Err(fault) => {
                    let severity = DiagnosticSeverity::ERROR;
                    let words = format!("{fault}; the file was not checked");
                    shown.push(message(Range::default(), severity, "internal-fault", words));
                    // All blocks must be read again.
                    *document = Document::new(&document.text(), self.units);
                }
            }
        }
        let ms = begin.elapsed().as_secs_f64() * 1e3;
        let (n, version) = (shown.len(), open.version);
        let how = if open.stage == Stage::Reading { " so far" } else { "" };
        self.log.line(format_args!("findings {n}{how} of version {version} {ms:.1} ms"));
        self.publish_of(uri.clone(), shown, Some(open.version));
    }

    pub(super) fn publish_of(
        &self,
        uri: Uri,
        diagnostics: Vec<lsp_types::Diagnostic>,
        version: Option<i32>,
    ) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
        self.send(Message::Notification(notification));
    }
}
