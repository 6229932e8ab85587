//! The connection with an editor on stdin and stdout. `lsp-server` reads and writes the messages; the length of each
//! message is checked before, as `lsp-server` allocates any length that a header has.

use std::{
    io::{self, BufRead, Read as _},
    thread::{self, JoinHandle},
};

use crossbeam_channel::{TryRecvError, bounded};
use lsp_server::{Connection, Message, Notification};
use lsp_types::notification::{Exit, Notification as _};

use crate::server::MAX_BYTES;

/// Maximum length of a message in bytes. A message with a document of [`MAX_BYTES`] is shorter, unless nearly all of the
/// document is escaped.
const MAX_LENGTH: usize = 2 * MAX_BYTES - 1;

/// Maximum size of the header of a message in bytes.
const MAX_HEADER: u64 = 64 << 10;

/// Maximum number of messages that wait for the server, and for stdout.
const MAX_WAITING: usize = 64;

/// The threads that read stdin and write stdout.
#[derive(Debug)]
pub struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Returns the error with which reading stdin has ended; `None` if stdin has just ended, or can still be read.
    /// `connection`: the one of these threads.
    #[must_use]
    pub fn reading_error(self, connection: &Connection) -> Option<io::Error> {
        while connection.receiver.try_recv().is_ok() {}
        match connection.receiver.try_recv() {
            Err(TryRecvError::Disconnected) => self.reader.join().ok()?.err(),
            Ok(_) | Err(TryRecvError::Empty) => None,
        }
    }

    /// Waits until stdin has ended, or the editor has sent `exit`, and all messages are written. The connection must
    /// have been dropped.
    ///
    /// # Errors
    /// Returns an error if stdin had something other than messages, or stdout could not be written.
    pub fn join(self) -> io::Result<()> {
        let failed = |_| io::Error::other("a thread of the connection has panicked");
        self.reader.join().map_err(failed)??;
        self.writer.join().map_err(failed)?
    }
}

/// Returns the connection on stdin and stdout.
///
/// # Errors
/// Returns an error if no thread can be started.
pub fn stdio() -> io::Result<(Connection, Threads)> {
    let (sender, incoming) = bounded(MAX_WAITING);
    let (outgoing, receiver) = bounded::<Message>(MAX_WAITING);
    let reader = thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let mut stdin = io::stdin().lock();
        while let Some(message) = read(&mut stdin)? {
            let is_exit = matches!(&message, Message::Notification(Notification { method, .. }) if method == Exit::METHOD);
            sender.send(message).map_err(io::Error::other)?;
            if is_exit {
                break;
            }
        }
        Ok(())
    })?;
    let writer = thread::Builder::new().name("writer".to_owned()).spawn(move || {
        let mut stdout = io::stdout().lock();
        receiver.into_iter().try_for_each(|message| message.write(&mut stdout))
    })?;
    Ok((Connection { sender: outgoing, receiver: incoming }, Threads { reader, writer }))
}

/// Reads a message; `None` at the end of the input.
///
/// # Errors
/// Returns an error if the input has something other than a message, or one that is too long.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let header = read_header(input)?;
    if let Some(length) = excessive_length(&header) {
        return Err(invalid(format!("a message of {length} bytes is too long")));
    }
    // Of several lengths the last one counts.
    let length = lengths(&header).filter_map(|it| it.parse().ok()).last().unwrap_or(0);
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    replace_lone_surrogates(&mut body);
    Message::read(&mut header.chain(body.as_slice()))
}

/// Replaces each escape of half a surrogate pair, which an editor sends when it divides a character, by that of U+FFFD:
/// it is no character, and `serde_json` refuses it.
fn replace_lone_surrogates(json: &mut [u8]) {
    let half = |text: &[u8]| match text {
        [b'\\', b'u', b'd' | b'D', second, ..] => {
            char::from(*second).to_digit(16).filter(|it| *it >= 8)
        }
        _ => None,
    };
    let mut at = 0;
    while let Some(n) = memchr::memchr(b'\\', &json[at..]) {
        at += n;
        at += match (half(&json[at..]), json.get(at + 6..).and_then(half)) {
            // High, then low.
            (Some(8..12), Some(12..)) => 12,
            (Some(_), _) if json.len() >= at + 6 => {
                json[at..at + 6].copy_from_slice(b"\\ufffd");
                6
            }
            _ => 2,
        };
        at = at.min(json.len());
    }
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
            assert!(matches!(read(&mut input), Ok(Some(Message::Notification(_)))));
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
    fn halves_of_surrogate_pairs_are_replaced() {
        for (json, expected) in [
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\uDE00\ud83d\n""#, r#""\ufffd\ufffd\n""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\\ud83d \u00e9 \""#, r#""\\ud83d \u00e9 \""#),
            (r#""\ud8"#, r#""\ud8"#),
            (r#""\"#, r#""\"#),
        ] {
            let mut found = json.as_bytes().to_vec();
            replace_lone_surrogates(&mut found);
            assert_eq!(String::from_utf8_lossy(&found), expected);
        }
    }
}
