//! Sessions of the language server with a client, as files: `tests/server/*.txt`.
//!
//! `@ NAME TEXT` writes a file of the workspace in Latin-1, `> METHOD PARAMS` sends a request or a notification, and the lines
//! that begin with `<` are what the server sends until it has answered. `$ROOT` is the folder of the workspace. All
//! texts are JSON. `SNAPSHOTS=overwrite` writes what the server says into the files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};
use support::root;

/// Notifications that change what is found, so that the server publishes findings.
const PUBLISHED: [&str; 5] = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeWatchedFiles",
];

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    n_requests: u64,
}

impl Client {
    fn start(dir: &Path) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
            .args(["server", "--log", "log"])
            .current_dir(dir)
            .env("PGNKIT_FAULT", "Game:planted fault")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Client { child, input, output: BufReader::new(output), n_requests: 0 }
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut len = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => len = number.parse().unwrap(),
                None if line.trim_end().is_empty() => break,
                None => (),
            }
        }
        assert!(len > 0, "the server has stopped");
        let mut text = vec![0; len];
        self.output.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    /// Sends a message and returns what the server says to it.
    fn say(&mut self, method: &str, params: &Value) -> Vec<Value> {
        let is_published = PUBLISHED.contains(&method);
        if is_published || method == "initialized" || method == "exit" {
            self.send(json!({ "method": method, "params": params }));
            let mut said = Vec::new();
            while is_published && !said.last().is_some_and(is_of_findings) {
                said.push(self.read());
            }
            return said;
        }
        self.n_requests += 1;
        let id = self.n_requests;
        self.send(json!({ "id": id, "method": method, "params": params }));
        let mut said = Vec::new();
        loop {
            let message = self.read();
            let is_answer = message["id"] == json!(id);
            said.push(message);
            if is_answer {
                return said;
            }
        }
    }
}

fn is_of_findings(message: &Value) -> bool {
    message["method"] == "textDocument/publishDiagnostics"
}

/// Returns a message as a line of a session.
fn shown(mut message: Value, dir: &str) -> String {
    let object = message.as_object_mut().unwrap();
    object.remove("jsonrpc");
    object.remove("id");
    let text = match object.remove("method") {
        Some(method) => format!("< {} {}", method.as_str().unwrap(), object["params"]),
        None => format!("< {message}"),
    };
    text.replace(dir, "$ROOT").replace(env!("CARGO_PKG_VERSION"), "$VERSION")
}

/// Plays a session, and returns it with what the server says.
fn play(session: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let name = dir.path().to_str().unwrap();
    let mut client = Client::start(dir.path());
    let mut out = String::new();
    for line in session.lines().filter(|line| !line.starts_with('<')) {
        out += &format!("{line}\n");
        let (kind, rest) = line.split_at(line.len().min(2));
        let Some((head, text)) = rest.split_once(' ').filter(|_| kind == "> " || kind == "@ ")
        else {
            continue;
        };
        let value: Value = serde_json::from_str(&text.replace("$ROOT", name)).unwrap();
        if kind == "@ " {
            // In Latin-1, so that a file can hold any bytes.
            let bytes: Vec<u8> =
                value.as_str().unwrap().chars().map(|c| u8::try_from(c).unwrap()).collect();
            let path = dir.path().join(head);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
            continue;
        }
        for message in client.say(head, &value) {
            out += &format!("{}\n", shown(message, name));
        }
    }
    client.say("shutdown", &Value::Null);
    client.say("exit", &Value::Null);
    assert!(client.child.wait().unwrap().success());
    out
}

#[test]
fn sessions() {
    let mut n = 0;
    for entry in fs::read_dir(root().join("tests/server")).unwrap() {
        let path = entry.unwrap().path();
        let expected = fs::read_to_string(&path).unwrap();
        let found = play(&expected);
        if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
            fs::write(&path, found).unwrap();
        } else {
            snapbox::assert_data_eq!(found, snapbox::Data::from(expected).raw());
        }
        n += 1;
    }
    assert!(n > 5, "{n} sessions");
}

/// Returns the status, the log and the errors of a server that reads `input`, and then the end of stdin.
fn end_of(input: &[u8]) -> (Option<i32>, String, String) {
    let dir = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args(["server", "--isolated", "--log", "log"])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The server may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let log = fs::read_to_string(dir.path().join("log")).unwrap();
    (output.status.code(), log, String::from_utf8(output.stderr).unwrap())
}

fn framed(messages: &[&str]) -> Vec<u8> {
    let frames = messages.iter().map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len()));
    frames.collect::<String>().into_bytes()
}

const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;

/// What a client sends before it is gone, the status, and what stderr then says.
#[test]
fn ends_and_nonsense() {
    let started = [INITIALIZE, INITIALIZED];
    let cases: [(&str, Vec<u8>, i32, &str); 7] = [
        (
            "stdin is closed at once",
            Vec::new(),
            2,
            "no message of the Language Server Protocol on stdin",
        ),
        ("stdin is closed later", framed(&started), 0, ""),
        (
            "a text that is no message",
            b"hello\n".to_vec(),
            2,
            "no message of the Language Server Protocol on stdin",
        ),
        (
            "a message cut short",
            framed(&started)[..60].to_vec(),
            2,
            "no message of the Language Server Protocol on stdin",
        ),
        ("no JSON", framed(&[INITIALIZE, INITIALIZED, "{"]), 2, "malformed"),
        (
            "parameters of another type",
            framed(&[r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}"#]),
            2,
            "the connection to the editor",
        ),
        (
            "exit without shutdown",
            framed(&[INITIALIZE, INITIALIZED, r#"{"jsonrpc":"2.0","method":"exit"}"#]),
            0,
            "",
        ),
    ];
    for (name, input, status, expected) in cases {
        let (code, _, errors) = end_of(&input);
        assert_eq!(code, Some(status), "{name}: {errors}");
        assert!(
            errors.contains(expected) && errors.is_empty() == expected.is_empty(),
            "{name}: {errors}"
        );
        assert!(!errors.contains("panicked"), "{name}: {errors}");
    }
}

#[test]
fn wrong_messages_are_answered_or_logged() {
    let wrong = [
        INITIALIZE,
        INITIALIZED,
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":3}}"#,
        r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///no.pgn","version":1},"contentChanges":[]}}"#,
        r#"{"jsonrpc":"2.0","method":"textDocument/unheardOf","params":null}"#,
        r#"{"jsonrpc":"2.0","id":77,"result":null}"#,
    ];
    let (code, log, errors) = end_of(&framed(&wrong));
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(log.contains("textDocument/didOpen: invalid type"), "{log}");
    assert!(log.contains("file:///no.pgn is not open"), "{log}");
}
