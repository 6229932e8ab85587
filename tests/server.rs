//! Sessions of the language server with a client, as files: `tests/server/*.txt`.
//!
//! `@ NAME TEXT` writes a file of the workspace in Latin-1, `> METHOD PARAMS` sends a request or a notification, and the lines
//! that begin with `<` are what the server sends until it has answered. `.` waits for a message that comes by itself. `$ROOT` is the folder of the workspace. All
//! texts are JSON. `SNAPSHOTS=overwrite` writes what the server says into the files.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::Duration,
};

use crate::support::{self, root};
use serde_json::{Value, json};

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

    /// Waits for findings that the server publishes by itself.
    fn wait(&mut self) -> Value {
        for _ in 0..600 {
            // Longer than the pause before games are compared, which a request ends.
            thread::sleep(Duration::from_millis(400));
            let said = self.say("textDocument/hover", &Value::Null);
            if let Some(found) = said.into_iter().find(is_of_findings) {
                return found;
            }
        }
        panic!("no findings come");
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
        if line == "." {
            out += &format!("{}\n", shown(client.wait(), name));
            continue;
        }
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
    end_in(tempfile::tempdir().unwrap().path(), input)
}

/// Like [`end_of`], in a folder that may have a log.
fn end_in(dir: &Path, input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args(["server", "--isolated", "--log", "log"])
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The server may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let log = fs::read_to_string(dir.join("log")).unwrap();
    (output.status.code(), log, String::from_utf8(output.stderr).unwrap())
}

pub(crate) fn framed(messages: &[&str]) -> Vec<u8> {
    let frames = messages.iter().map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len()));
    frames.collect::<String>().into_bytes()
}

pub(crate) const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
pub(crate) const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;

pub(crate) const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
pub(crate) const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

/// What stderr says if the first message is none.
const NO_MESSAGE: &str = "expected a message of the Language Server Protocol on stdin";

/// What a client sends before it is gone, the status, and what stderr then says.
#[test]
fn ends_and_nonsense() {
    let started = [INITIALIZE, INITIALIZED];
    let cases: [(&str, Vec<u8>, i32, &str); 16] = [
        ("stdin is closed at once", Vec::new(), 2, NO_MESSAGE),
        ("stdin is closed later", framed(&started), 0, ""),
        ("stdin is closed before `initialized`", framed(&[INITIALIZE]), 2, "before `initialized`"),
        ("a text that is no message", b"hello\n".to_vec(), 2, NO_MESSAGE),
        ("a message cut short", framed(&started)[..60].to_vec(), 2, NO_MESSAGE),
        ("no JSON at first", framed(&["{"]), 2, NO_MESSAGE),
        ("no JSON, cut short", framed(&[INITIALIZE, INITIALIZED, "{"])[..192].to_vec(), 2, "fill"),
        ("no JSON", framed(&[INITIALIZE, INITIALIZED, "{"]), 0, ""),
        (
            "parameters of another type",
            framed(&[r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}"#]),
            2,
            "the connection to the editor",
        ),
        (
            "a message that is too long",
            b"Content-Length: 99999999999999\r\n\r\n{}".to_vec(),
            2,
            NO_MESSAGE,
        ),
        (
            "a message that is too long, later",
            [framed(&started), b"Content-Length: 18446744073709551615\r\n\r\n{}".to_vec()].concat(),
            2,
            "a message of 18446744073709551615 bytes is too long",
        ),
        ("exit without shutdown", framed(&[INITIALIZE, INITIALIZED, EXIT]), 1, ""),
        ("shutdown and exit", framed(&[INITIALIZE, INITIALIZED, SHUTDOWN, EXIT]), 0, ""),
        (
            "a message before `initialized`",
            framed(&[
                INITIALIZE,
                r#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}"#,
                INITIALIZED,
                SHUTDOWN,
                EXIT,
            ]),
            0,
            "",
        ),
        (
            "half a surrogate pair",
            framed(&[
                INITIALIZE,
                INITIALIZED,
                r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":"\ud83d"}"#,
                SHUTDOWN,
                EXIT,
            ]),
            0,
            "",
        ),
        (
            "a notification in between",
            framed(&[INITIALIZE, INITIALIZED, SHUTDOWN, INITIALIZED, EXIT]),
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
fn a_log_is_added_to_a_log() {
    let dir = tempfile::tempdir().unwrap();
    for n in 1..3 {
        let (code, log, errors) = end_in(dir.path(), &framed(&[INITIALIZE, INITIALIZED]));
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        assert!(log.starts_with("pgnkit server "), "{log}");
        assert_eq!(log.matches("pgnkit server ").count(), n, "{log}");
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

/// Returns a place in a text in lines and UTF-16 code units, counted character by character; between CR and LF that of
/// the CR.
fn position(text: &str, offset: usize) -> (u64, u64) {
    let is_split = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
    let offset = offset - usize::from(is_split);
    let (mut line, mut column) = (0, 0);
    let mut before = '\0';
    for (_, c) in text.char_indices().take_while(|(at, _)| *at < offset) {
        match c {
            '\n' if before == '\r' => (),
            '\n' | '\r' => (line, column) = (line + 1, 0),
            _ => column += c.len_utf16() as u64,
        }
        before = c;
    }
    (line, column)
}

type Places = Vec<(String, (u64, u64), (u64, u64))>;

/// Returns the findings of `pgnkit check` in a text, as places of the protocol.
fn checked(dir: &Path, text: &str) -> Places {
    fs::write(dir.join("checked.pgn"), text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args([
            "check", "--output-format", "json-lines", "--max-diagnostics", "none", "checked.pgn",
        ])
        .current_dir(dir)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let found = lines.lines().map(|line| {
        let finding: Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| usize::try_from(finding[name].as_u64().unwrap_or(0)).unwrap();
        let (from, len) = (number("offset"), number("length"));
        let rule = finding["rule"].as_str().unwrap().to_owned();
        (rule, position(text, from), position(text, from + len))
    });
    let mut found: Places = found.collect();
    found.sort();
    found
}

/// Returns published findings as places of the protocol.
fn published(message: &Value) -> Places {
    let found = message["params"]["diagnostics"].as_array().unwrap().iter().map(|it| {
        let place = |at: &Value| (at["line"].as_u64().unwrap(), at["character"].as_u64().unwrap());
        let range = &it["range"];
        (it["code"].as_str().unwrap().to_owned(), place(&range["start"]), place(&range["end"]))
    });
    let mut found: Places = found.collect();
    found.sort();
    found
}

/// Texts that edits insert.
const TYPED: [&str; 16] = [
    "e4 ", "{", "}", "(", ")", "\n", "\r\n", "\"", "[", "é", "😀", "[White \"Ŝ😀\"]\n", "*\n\n",
    "1-0 ", "{ 😀 Nf9 } Nf9 ", ";",
];

/// After any edits of the games of `tests/corpus`, what is published is what `check` finds in the text, to the code unit.
#[test]
fn edited_games_have_the_findings_of_check() {
    let dir = tempfile::tempdir().unwrap();
    let settings =
        "[check]\nseverity = \"style\"\nselect = [\"F\", \"P\", \"T\", \"M\", \"A\", \"L\"]\n";
    fs::write(dir.path().join("pgnkit.toml"), settings).unwrap();
    let uri = |name: &str| format!("file://{}/{name}", dir.path().to_str().unwrap());
    let mut client = Client::start(dir.path());
    client.say("initialize", &json!({ "capabilities": {}, "rootUri": uri("") }));
    client.say("initialized", &json!({}));
    let mut rng = fastrand::Rng::with_seed(23);
    let mut n_found = 0;
    for path in pgn_files() {
        let mut text = fs::read_to_string(&path).unwrap();
        let document = uri(path.file_name().unwrap().to_str().unwrap());
        let opened = json!({ "uri": document, "languageId": "pgn", "version": 0, "text": text });
        client.say("textDocument/didOpen", &json!({ "textDocument": opened }));
        for version in 1..=12 {
            let mut changes = Vec::new();
            for _ in 0..rng.usize(1..4) {
                let ends: Vec<usize> =
                    text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
                let from = rng.usize(..ends.len());
                let to = (from + [0, 0, 1, 5, 60][rng.usize(..5)]).min(ends.len() - 1);
                let (from, to) = (ends[from], ends[to]);
                // A place between CR and LF has no position.
                let splits = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
                if splits(from) || splits(to) {
                    continue;
                }
                let new: String =
                    (0..rng.usize(..3)).map(|_| TYPED[rng.usize(..TYPED.len())]).collect();
                let place = |at: usize| {
                    let (line, character) = position(&text, at);
                    json!({ "line": line, "character": character })
                };
                changes.push(
                    json!({ "range": { "start": place(from), "end": place(to) }, "text": new }),
                );
                text.replace_range(from..to, &new);
            }
            let id = json!({ "uri": document, "version": version });
            let said = client.say(
                "textDocument/didChange",
                &json!({ "textDocument": id, "contentChanges": changes }),
            );
            let expected = checked(dir.path(), &text);
            n_found += expected.len();
            assert_eq!(
                published(said.last().unwrap()),
                expected,
                "{} {version}: {text:?}",
                path.display()
            );
        }
    }
    assert!(n_found > 1000, "{n_found} findings");
}

/// Returns the games of `tests/corpus`.
fn pgn_files() -> Vec<std::path::PathBuf> {
    let folder = root().join("tests/corpus");
    let files = support::files_below(&folder).into_iter().map(|path| folder.join(path));
    files.filter(|path| path.extension().is_some_and(|it| it == "pgn")).collect()
}
