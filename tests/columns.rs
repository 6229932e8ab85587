//! Lines and columns are those of the whole input, however it is read, also where games begin within a line.

use std::fs;

use crate::support::{pgnkit, run, same_bytes};
use serde_json::Value;

/// Files of less than 1 MiB are read, not mapped.
const LEN: usize = (1 << 20) + (1 << 16);

/// Returns games with characters of all lengths and bytes that are not UTF-8, `n_in_line` of them on each line.
fn games(n_in_line: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(LEN + 4096);
    for n in 0.. {
        let name = ["Ünïcödé №", "plain", "\u{1F600}", "x"][n % 4];
        let comment = "é".repeat(n % 500);
        text.extend_from_slice(format!("[White \"{name} {n}\"] {{{comment}}}").as_bytes());
        text.extend_from_slice(if n % 7 == 0 { b" {M\xFCller}" } else { b"" });
        text.extend_from_slice(b" 1. e4 $0 e5 1-0");
        text.extend_from_slice(if (n + 1) % n_in_line == 0 { b"\r\n\n" } else { b"" });
        if text.len() > LEN {
            break;
        }
    }
    text
}

/// Returns the place of each finding, and compares it with a naive count.
fn check_places(bytes: &[u8], findings: &[Value]) {
    let (mut line, mut column, mut at) = (1_u64, 1, 0);
    for found in findings {
        let offset = usize::try_from(found["offset"].as_u64().unwrap()).unwrap();
        for part in bytes[at..offset].split_inclusive(|&byte| byte == b'\n') {
            let chunks = part.utf8_chunks();
            column +=
                chunks.map(|it| it.valid().chars().count() + it.invalid().len()).sum::<usize>();
            if part.ends_with(b"\n") {
                (line, column) = (line + 1, 1);
            }
        }
        at = offset;
        assert_eq!(found["line"], line, "{found}");
        assert_eq!(found["column"], column, "{found}");
    }
}

#[test]
fn columns_are_those_of_the_line() {
    let dir = tempfile::tempdir().unwrap();
    let check = |args: &[&str], stdin: &[u8]| {
        let always = [
            "--isolated", "check", "--select", "nag-zero", "--exit-zero", "--output-format", "json",
        ];
        let mut command = pgnkit(always.iter().chain(args));
        command.current_dir(dir.path());
        let out = run(command, stdin);
        assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
        out.stdout
    };
    for n_in_line in [3, usize::MAX] {
        let bytes = games(n_in_line);
        fs::write(dir.path().join("in.pgn"), &bytes).unwrap();
        let mapped = check(&["-j1", "in.pgn"], b"");
        same_bytes(&mapped, &check(&["-j3", "in.pgn"], b"")).unwrap();
        same_bytes(&mapped, &check(&["--stdin-filename", "in.pgn", "-"], &bytes)).unwrap();
        let findings: Vec<Value> = serde_json::from_slice(&mapped).unwrap();
        assert!(findings.len() > 1000, "{}", findings.len());
        check_places(&bytes, &findings);
    }
}
