//! Answers of the language server to messages that are sent all at once.

use std::{
    fs,
    io::Write as _,
    process::{Command, Stdio},
};

use crate::server::{EXIT, INITIALIZE, INITIALIZED, SHUTDOWN, framed};
use serde_json::{Value, json};

/// Returns what a server writes that reads `input`, and then the end of stdin.
fn answers(input: &[u8]) -> String {
    answers_with(input, &[])
}

/// Returns what a server with these options writes.
fn answers_with(input: &[u8], options: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args(["server", "--isolated"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn answers_are_written_before_a_broken_message_ends_the_server() {
    for _ in 0..20 {
        for messages in [&[INITIALIZE, INITIALIZED][..], &[INITIALIZE]] {
            let found = answers(&[&framed(messages)[..], b"{\r\n\r\n"].concat());
            assert!(found.contains("capabilities"), "{found}");
        }
    }
}

#[test]
fn a_text_that_is_no_message_is_answered_and_the_next_message_is_read() {
    let long = format!("{{\"text\":\"{}\",", "x".repeat(1 << 20));
    let named = format!("{{\"id\":\"{}\"}}", "x".repeat(1 << 20));
    let no_json = ["{\"id\":5,", "\u{1}", &long];
    let no_message = ["[]", "1", "{\"id\":3}", "{\"id\":\"three\"}", &named];
    let messages = [&[INITIALIZE, INITIALIZED], &no_json[..], &no_message, &[SHUTDOWN, EXIT]];
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    let found = answers_with(&framed(&messages.concat()), &["--log", log.to_str().unwrap()]);
    assert_eq!(found.matches(r#""code":-32700"#).count(), 3, "{found}");
    assert_eq!(found.matches(r#""code":-32600"#).count(), 5, "{found}");
    assert_eq!(found.matches(r#""id":null"#).count(), 6, "{found}");
    for id in [r#""id":2"#, r#""id":3"#, r#""id":"three""#] {
        assert!(found.contains(id), "{found}");
    }
    assert!(found.len() < 10_000, "the answers have the text");
    let log = fs::read_to_string(log).unwrap();
    let words = |line: &&str| line.starts_with("a text of ") && line.len() < 200;
    assert_eq!(log.lines().filter(words).count(), 8, "{log}");
}

#[test]
fn a_cancelled_request_is_answered_without_work() {
    let open = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": {
        "uri": "untitled:1", "languageId": "pgn", "version": 1, "text": "1.e4 *\n".repeat(20_000),
    }}});
    let request = |id: u64| {
        let params = json!({ "textDocument": { "uri": "untitled:1" }, "options": {} });
        json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/foldingRange", "params": params })
    };
    let cancel =
        |id: u64| json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": id } });
    let messages = [open, request(5), request(6), request(7), cancel(6), cancel(99)];
    let messages: Vec<String> = messages.iter().map(Value::to_string).collect();
    let mut all = vec![INITIALIZE, INITIALIZED];
    all.extend(messages.iter().map(String::as_str));
    let found = answers(&framed(&all));
    assert_eq!(found.matches(r#""id":6,"error":{"code":-32800"#).count(), 1, "{found}");
    assert_eq!(found.matches("-32800").count(), 1);
}
