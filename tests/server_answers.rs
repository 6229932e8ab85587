//! Answers of the language server to messages that are sent all at once.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use crate::server::{EXIT, INITIALIZE, INITIALIZED, SHUTDOWN, framed};
use serde_json::{Value, json};

/// Returns what a server writes that reads `input`, and then the end of stdin.
fn answers(input: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgnkit"))
        .args(["server", "--isolated"])
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
fn a_text_that_is_no_json_is_answered_and_the_next_message_is_read() {
    let input = framed(&[INITIALIZE, INITIALIZED, "{\"id\":5,", "[]", "\u{1}", SHUTDOWN, EXIT]);
    let found = answers(&input);
    assert_eq!(found.matches(r#""code":-32700"#).count(), 3, "{found}");
    assert_eq!(found.matches(r#""id":null"#).count(), 3, "{found}");
    assert!(found.contains(r#""id":2"#), "{found}");
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
