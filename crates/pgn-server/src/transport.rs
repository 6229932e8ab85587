//! The connection with an editor on stdin and stdout. `lsp-server` reads and writes the messages; the length of each
//! message is checked before, as `lsp-server` allocates any length that a header has.

use std::{
    io::{self, BufRead, Read as _, Write},
    sync::Arc,
    thread::{self, JoinHandle},
};

use crossbeam_channel::{TryRecvError, bounded};
use lsp_server::{Connection, ErrorCode, Message, Notification};
use lsp_types::notification::{DidChangeTextDocument, Exit, Notification as _};
use memchr::memmem;
use serde_json::{Value, json};

use crate::{document::MAX_BYTES, halves, log::Log};

/// Maximum length of a message in bytes. A message with a document of [`MAX_BYTES`] is shorter, unless nearly all of the
/// document is escaped.
const MAX_LENGTH: usize = 2 * MAX_BYTES - 1;

/// The parameter that is added to a change in whose texts characters mark [`halves`].
pub(crate) const HAS_HALVES: &str = "hasHalves";

/// Maximum size of the header of a message in bytes.
const MAX_HEADER: u64 = 64 << 10;

/// Maximum number of messages that wait for the server, and for stdout.
pub(crate) const MAX_WAITING: usize = 64;

/// The threads that read stdin and write stdout.
#[derive(Debug)]
pub struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until all messages are written, and returns the error with which reading stdin has ended; `None` if stdin has
    /// just ended, or can still be read. `connection`: the one of these threads.
    #[must_use]
    pub fn reading_error(self, connection: Connection) -> Option<io::Error> {
        while connection.receiver.try_recv().is_ok() {}
        let is_ended = matches!(connection.receiver.try_recv(), Err(TryRecvError::Disconnected));
        drop(connection);
        // The caller has an error that says more than one of stdout.
        let _ = self.writer.join();
        if is_ended { self.reader.join().ok()?.err() } else { None }
    }

    /// Waits until stdin has ended, or the editor has sent `exit`, and all messages are written. The connection must
    /// have been dropped.
    ///
    /// # Errors
    /// Returns an error if stdin had something other than messages, or stdout could not be written.
    pub fn join(self) -> io::Result<()> {
        let failed = |_| io::Error::other("a thread of the connection has panicked");
        let (read, written) = (self.reader.join(), self.writer.join());
        read.map_err(failed)??;
        written.map_err(failed)?
    }
}

/// Returns the connection on stdin and stdout. `log`: gets a line for each text that is not a message.
///
/// # Errors
/// Returns an error if no thread can be started.
pub fn stdio(log: Arc<Log>) -> io::Result<(Connection, Threads)> {
    let (sender, incoming) = bounded(MAX_WAITING);
    let (outgoing, receiver) = bounded::<Message>(MAX_WAITING);
    let reader = thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let mut stdin = io::stdin().lock();
        while let Some(read) = read(&mut stdin)? {
            let message = match read {
                Read::Message(message) => message,
                Read::Other(body) => {
                    let refusal = Refusal::of(&body);
                    log.line(&refusal.words);
                    refusal.write(&mut io::stdout().lock())?;
                    continue;
                }
            };
            let is_exit = matches!(&message, Message::Notification(Notification { method, .. }) if method == Exit::METHOD);
            sender.send(message).map_err(io::Error::other)?;
            if is_exit {
                break;
            }
        }
        Ok(())
    })?;
    let writer = thread::Builder::new().name("writer".to_owned()).spawn(move || {
        receiver.into_iter().try_for_each(|message| message.write(&mut io::stdout().lock()))
    })?;
    Ok((Connection { sender: outgoing, receiver: incoming }, Threads { reader, writer }))
}

/// A message, or a text in its place.
enum Read {
    Message(Message),
    /// A text of the length in its header that is not a message.
    Other(Vec<u8>),
}

/// Reads a message; `None` at the end of the input.
///
/// # Errors
/// Returns an error if the input has something other than a header with a text of its length, or one that is too long.
fn read(input: &mut impl BufRead) -> io::Result<Option<Read>> {
    let header = read_header(input)?;
    if let Some(length) = excessive_length(&header) {
        return Err(invalid(format!("a message of {length} bytes is too long")));
    }
    // Of several lengths the last one counts.
    let length = lengths(&header).filter_map(|it| it.parse().ok()).last().unwrap_or(0);
    let mut body = Vec::new();
    let n_read = input.take(length).read_to_end(&mut body)? as u64;
    // Other messages change no document, and a text may have the characters that mark halves.
    let marks = memmem::find(&body, DidChangeTextDocument::METHOD.as_bytes()).is_some()
        && memmem::find(&body, b"\xF4\x8F").is_none();
    let has_halves = halves::replace_escapes(&mut body, marks) && marks;
    let mut message = match Message::read(&mut header.chain(body.as_slice())) {
        Ok(Some(message)) => message,
        Ok(None) => return Ok(None),
        // The next message begins after this one, as its header is right.
        Err(_) if n_read == length && is_right(&header) => return Ok(Some(Read::Other(body))),
        Err(error) => return Err(error),
    };
    if matches!(message, Message::Notification(_)) && has_wrong_id(&body) {
        return Ok(Some(Read::Other(body)));
    }
    if let Message::Notification(Notification { params: Value::Object(params), .. }) = &mut message
        && has_halves
    {
        params.insert(HAS_HALVES.to_owned(), Value::Bool(true));
    }
    Ok(Some(Read::Message(message)))
}

/// The error of JSON-RPC for a text that is not a message. `lsp-server` cannot write it, as its answers have the number
/// of a request.
struct Refusal {
    code: ErrorCode,
    /// The number of the request; null if the text has none.
    id: Value,
    words: String,
}

impl Refusal {
    /// Returns the error for a text. Its words do not contain the text, which may be long.
    fn of(body: &[u8]) -> Refusal {
        let (code, id, why) = match serde_json::from_slice::<Value>(body) {
            Err(error) if error.to_string().starts_with("recursion limit") => {
                (ErrorCode::InvalidRequest, Value::Null, "nested too deeply".to_owned())
            }
            Err(error) => (ErrorCode::ParseError, Value::Null, format!("no JSON: {error}")),
            Ok(mut text) => {
                // The number in a response is one of the server's own.
                let is_response = text.get("method").is_none()
                    && ["result", "error"].iter().any(|name| text.get(name).is_some());
                let id = text
                    .get_mut("id")
                    .map(Value::take)
                    .filter(|it| !is_response && is_short_id(it));
                let why = "no message of the protocol".to_owned();
                (ErrorCode::InvalidRequest, id.unwrap_or_default(), why)
            }
        };
        Refusal { code, id, words: format!("a text of {} bytes is {why}", body.len()) }
    }

    fn write(self, out: &mut impl Write) -> io::Result<()> {
        let error = json!({ "code": self.code as i32, "message": self.words });
        let answer = json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string();
        write!(out, "Content-Length: {}\r\n\r\n{answer}", answer.len())?;
        out.flush()
    }
}

/// Returns true if a message that is read as a notification is a request whose number no message of the protocol has,
/// such as 2 to the power of 31.
fn has_wrong_id(body: &[u8]) -> bool {
    // In a text, quotes are escaped.
    memmem::find(body, b"\"id\"").is_some()
        && serde_json::from_slice::<Value>(body)
            .is_ok_and(|text| text.get("id").is_some_and(|id| !id.is_null()))
}

/// Returns true if the value can be the number of a request, or a short name of one.
fn is_short_id(id: &Value) -> bool {
    id.is_number() || id.as_str().is_some_and(|name| name.len() <= 200)
}

/// Returns true if each line of a header is the name and value of a field, and one of them is the length.
fn is_right(header: &[u8]) -> bool {
    let lines = header.strip_suffix(b"\r\n\r\n").unwrap_or_default();
    lines.split(|byte| *byte == b'\n').all(|line| memmem::find(line, b": ").is_some())
        && lengths(header).next().is_some()
        && lengths(header).all(|length| length.parse::<u64>().is_ok())
}

/// Reads the header of a message: up to its empty line, up to a line that cannot be a part of a header, or up to the
/// end of the input.
fn read_header(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut header = Vec::new();
    let mut input = input.take(MAX_HEADER);
    loop {
        let start = header.len();
        input.read_until(b'\n', &mut header)?;
        match &header[start..] {
            b"\r\n" => return Ok(header),
            [.., b'\r', b'\n'] => (),
            _ if input.limit() == 0 => {
                return Err(invalid("the header of a message is too long".to_owned()));
            }
            _ => return Ok(header),
        }
    }
}

/// Returns the lengths of a message that its header has.
fn lengths(header: &[u8]) -> impl Iterator<Item = &str> {
    header.split(|byte| *byte == b'\n').filter_map(|line| {
        let (name, value) = std::str::from_utf8(line).ok()?.split_once(':')?;
        name.eq_ignore_ascii_case("Content-Length").then_some(value.trim())
    })
}

/// Returns the length of a message as its header has it, if it is too long.
fn excessive_length(header: &[u8]) -> Option<&str> {
    let is_excessive = |value: &&str| match value.parse::<usize>() {
        Ok(length) => length > MAX_LENGTH,
        Err(error) => *error.kind() == std::num::IntErrorKind::PosOverflow,
    };
    lengths(header).find(is_excessive)
}

fn invalid(words: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(input: &[u8]) -> String {
        read(&mut &input[..]).map(|_| ()).map_err(|error| error.to_string()).unwrap_err()
    }

    #[test]
    fn long_messages_are_refused_by_their_header() {
        for length in
            ["2147483648", "99999999999999", "18446744073709551615", "99999999999999999999"]
        {
            let words = format!("a message of {length} bytes is too long");
            for header in [
                format!("Content-Length: {length}\r\n\r\n{{}}"),
                format!(
                    "Content-Type: x\r\ncontent-length: {length}\r\nContent-Length: 2\r\n\r\n{{}}"
                ),
            ] {
                assert_eq!(error_of(header.as_bytes()), words, "{header}");
            }
        }
        let endless = vec![b'x'; 1 << 20];
        assert_eq!(error_of(&endless), "the header of a message is too long");
        let lines = b"A: b\r\n".repeat(1 << 16);
        assert_eq!(error_of(&lines), "the header of a message is too long");
    }

    #[test]
    fn other_input_is_read_as_before() {
        let exit = "Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
        let twice = exit.repeat(2);
        let mut input = twice.as_bytes();
        for _ in 0..2 {
            assert!(matches!(read(&mut input), Ok(Some(Read::Message(Message::Notification(_))))));
        }
        assert!(matches!(read(&mut input), Ok(None)));
        for (text, words) in [
            ("hello\n", "malformed header"),
            ("Content-Length: -1\r\n\r\n{}", "invalid digit"),
            ("Content-Length: 2\r\n\r\n", "failed to fill whole buffer"),
            ("\r\n", "no Content-Length"),
        ] {
            let error = error_of(text.as_bytes());
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_number_of_their_request() {
        let deep = [b"[".repeat(5000), b"]".repeat(5000)].concat();
        for (body, code, id, why) in [
            (deep.as_slice(), ErrorCode::InvalidRequest, Value::Null, "nested too deeply"),
            (b"{".as_slice(), ErrorCode::ParseError, Value::Null, "no JSON"),
            (
                br#"{"id":4294967299,"method":"x"}"#,
                ErrorCode::InvalidRequest,
                json!(4294967299u64),
                "no message",
            ),
            (br#"{"id":1.5,"method":"x"}"#, ErrorCode::InvalidRequest, json!(1.5), "no message"),
            (
                br#"{"id":4294967299,"result":1}"#,
                ErrorCode::InvalidRequest,
                Value::Null,
                "no message",
            ),
            (br#"{"id":3}"#, ErrorCode::InvalidRequest, json!(3), "no message"),
            (br#"{"id":1,"error":"x"}"#, ErrorCode::InvalidRequest, Value::Null, "no message"),
        ] {
            let input =
                [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat();
            let Ok(Some(Read::Other(text))) = read(&mut &input[..]) else {
                panic!("{}", body.escape_ascii());
            };
            let refusal = Refusal::of(&text);
            assert_eq!((refusal.code as i32, refusal.id), (code as i32, id));
            assert!(refusal.words.contains(why), "{}", refusal.words);
        }
        for body in [r#"{"id":null,"method":"x"}"#, r#"{"method":"x","params":{"id":4294967299}}"#]
        {
            let input = format!("Content-Length: {}\r\n\r\n{body}", body.len());
            let message = read(&mut input.as_bytes());
            assert!(matches!(message, Ok(Some(Read::Message(Message::Notification(_))))), "{body}");
        }
    }

    #[test]
    fn only_changes_have_halves() {
        for (method, is_marked) in [(DidChangeTextDocument::METHOD, true), ("x", false)] {
            let body = format!(r#"{{"method":"{method}","params":{{"text":"\udbff"}}}}"#);
            let input = format!("Content-Length: {}\r\n\r\n{body}", body.len());
            let Ok(Some(Read::Message(Message::Notification(found)))) = read(&mut input.as_bytes())
            else {
                panic!("no message");
            };
            let text = found.params["text"].as_str().unwrap();
            assert_eq!(found.params.get(HAS_HALVES).is_some(), is_marked);
            let expected: &[u8] = if is_marked { b"\xED\xAF\xBF" } else { "\u{fffd}".as_bytes() };
            assert_eq!(halves::unmarked(text), expected);
        }
    }
}
