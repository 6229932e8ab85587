//! Games that `merge` reads again from their files: the output is as if they had been copied, and changed
//! files are detected.

use std::fs;

use crate::support::{self, run_in as run, with_copies, write_settled};
use pgn_syntax::Games;

#[test]
fn games_read_again_equal_copied_ones() {
    let dir = tempfile::tempdir().unwrap();
    let text = with_copies(200);
    // Two files, so that games of both become neighbors.
    let mut games = Games::new(&text);
    let half = (0..130).map(|_| games.next().unwrap().span.start as usize).last().unwrap();
    write_settled(dir.path().join("a.pgn"), &text[..half]);
    write_settled(dir.path().join("b.pgn"), &text[half..]);
    write_settled(dir.path().join("c.pgn"), &text[half / 2..]);
    let packed = ["a", "b", "c"].map(|name| {
        let packed = format!("{name}.pgn.zst");
        run(dir.path(), &["filter", "-o", &packed, &format!("{name}.pgn")]);
        packed
    });
    let packed = packed.each_ref().map(String::as_str);
    for options in [
        &["--dedup"][..],
        &["--dedup=moves", "--keep", "last"],
        &["--dedup=moves", "--keep", "union"],
        &["--dedup=moves", "--keep", "union", "--sort", "White"],
        &["--dedup=exact", "--only-duplicates"],
        &["--sort", "standard"],
        &["--sort", "date:desc", "--skip", "7", "--take", "90"],
        &["--tree"],
        &["--dedup", "-w", "plies > 40", "--line-ending", "crlf"],
        &["--dedup", "--max-game-size", "2KiB"],
    ] {
        let args = [&["merge", "--duplicates", "d.pgn", "--report", "r.tsv"], options].concat();
        let needs_dedup =
            |word: &&str| !["--duplicates", "d.pgn", "--report", "r.tsv"].contains(word);
        let has_dedup = options.iter().any(|word| word.starts_with("--dedup"));
        let is_alone = !options.contains(&"--only-duplicates");
        let args: Vec<&str> = match has_dedup && is_alone {
            true => args,
            false => args.into_iter().filter(needs_dedup).collect(),
        };
        let run_on = |inputs: [&str; 3]| {
            for name in ["d.pgn", "r.tsv"] {
                let _ = fs::remove_file(dir.path().join(name));
            }
            let out = run(dir.path(), &[&args[..], &inputs].concat());
            let read = |name| fs::read(dir.path().join(name)).unwrap_or_default();
            let report = String::from_utf8(read("r.tsv")).unwrap();
            (out, read("d.pgn"), report.replace(".pgn.zst", ".pgn"))
        };
        let (stay, copied) = (run_on(["a.pgn", "b.pgn", "c.pgn"]), run_on(packed));
        assert!(stay == copied && !stay.0.is_empty(), "{options:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_changed_before_it_is_read_again_is_detected() {
    use std::{
        io::Write as _,
        process::{Command, Stdio},
    };

    let dir = tempfile::tempdir().unwrap();
    let (file, pipe) = (dir.path().join("a.pgn"), dir.path().join("b.fifo"));
    let text = with_copies(100);
    write_settled(&file, &text);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut program = support::pgnkit(["merge", "--dedup", "-o", "out.pgn", "a.pgn", "b.fifo"]);
    let child = program.current_dir(dir.path()).stderr(Stdio::piped()).spawn().unwrap();
    // The pipe is opened when the file has been read.
    let mut writer = fs::File::options().write(true).open(&pipe).unwrap();
    // As many bytes, but with another move.
    let changed = String::from_utf8(text).unwrap().replacen(" 1.", " 2.", 1);
    fs::write(&file, changed).unwrap();
    writer.write_all(b"1. e4 *\n").unwrap();
    drop(writer);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let words = "error: a.pgn: the file has changed since its games were read\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), words);
    assert!(!dir.path().join("out.pgn").exists());
}

#[test]
fn the_end_of_a_chunk_is_not_that_of_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let cut = "[Event \"x\"]\n[CurrentPosition \"5k2/8/4KP2/8/8/8/8/8 w - -7 2.Ke7 Kh7 *\n\n";
    write_settled(dir.path().join("a.pgn"), cut.repeat(20_000).as_bytes());
    let args = ["check", "--max-diagnostics", "none", "--output-format", "concise", "a.pgn"];
    let found = String::from_utf8(support::output_in(dir.path(), &args).stdout).unwrap();
    assert_eq!(found.matches("has no closing quote on its line").count(), 19_999);
    assert_eq!(found.matches("the file ends within this tag pair").count(), 1);
}
