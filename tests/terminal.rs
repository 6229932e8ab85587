//! Output for terminals and spreadsheets contains nothing that they would execute.

use std::{fs, path::Path, process::Output};

use crate::support;

fn run(dir: &Path, args: &[&str]) -> Output {
    support::output_in(dir, args)
}

/// Output with colors is meant for a terminal.
#[test]
fn patches_do_not_act_on_a_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let text =
        b"[White \"\x1b]0;x\x07\"]\n\n1. e4 {\x1b[2J\x9b31m \xe2\x80\xae\xc2\x9b} e5\r\n2. d4 *\n";
    fs::write(dir.path().join("a.pgn"), text).unwrap();
    for command in [
        &["check", "--diff", "--unsafe-fixes"][..],
        &["export", "--diff"],
        &["strip-comments", "--diff"],
    ] {
        let output = run(dir.path(), &[command, &["--color", "always", "a.pgn"]].concat());
        let shown = String::from_utf8(output.stdout).unwrap();
        let shown = ["\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[36m", "\x1b[0m"]
            .iter()
            .fold(shown, |shown, color| shown.replace(color, ""));
        let acts = |c: char| c.is_control() && !"\r\n".contains(c) || c == '\u{202e}';
        assert!(shown.contains("\u{241b}") && !shown.contains(acts), "{command:?}: {shown:?}");
        // A patch without colors has the bytes of the file.
        let output = run(dir.path(), &[command, &["a.pgn"]].concat());
        assert!(output.stdout.contains(&0x1b) && output.stdout.contains(&0x9b), "{command:?}");
    }
}

/// Games on a terminal do not act on it. `script` gives the program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn games_do_not_act_on_a_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let text = b"[White \"\x1b]0;x\x07\"]\n\n1. e4 {\x1b[2J \xe2\x80\xae\xc2\x9b} e5 *\n";
    fs::write(dir.path().join("a.pgn"), text).unwrap();
    for line in ["filter", "merge", "strip-comments --drop nags", "export --format csv"] {
        let line = format!("{} {line} -q --color never --progress never a.pgn", support::PGNKIT);
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(dir.path()).env("TERM", "xterm");
        let Ok(output) = script.output() else { return };
        let shown = String::from_utf8(output.stdout).unwrap();
        let acts = |c: char| c.is_control() && !"\r\n".contains(c) || c == '\u{202e}';
        assert!(shown.contains("\u{241b}") && !shown.contains(acts), "{line}: {shown:?}");
    }
}

#[test]
fn spreadsheets_get_no_formulas() {
    let dir = tempfile::tempdir().unwrap();
    let game = "[White \"=A1\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n";
    fs::write(dir.path().join("a.pgn"), game.repeat(2)).unwrap();
    let csv =
        run(dir.path(), &["stats", "--by", "White", "--format", "csv", "--csv-safe", "a.pgn"]);
    assert!(String::from_utf8(csv.stdout).unwrap().contains("\r\n'=A1,2,"));
    let merge = ["merge", "--dedup", "-o", "o.pgn", "--report", "r.tsv", "a.pgn"];
    assert!(run(dir.path(), &[&merge[..], &["--csv-safe"]].concat()).status.success());
    let report = fs::read_to_string(dir.path().join("r.tsv")).unwrap();
    assert!(report.contains("\t'=A1\tB\t"), "{report}");
    assert!(run(dir.path(), &merge).status.success());
    let report = fs::read_to_string(dir.path().join("r.tsv")).unwrap();
    assert!(report.contains("\t=A1\tB\t"), "{report}");
    for args in [
        &["stats", "--csv-safe", "a.pgn"][..],
        &["merge", "--dedup", "--csv-safe", "--report", "r.jsonl", "-o", "o.pgn", "a.pgn"],
    ] {
        assert_eq!(run(dir.path(), args).status.code(), Some(2), "{args:?}");
    }
}
