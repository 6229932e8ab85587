//! Ranges of bytes: of plain files, and of zstd files of several frames with a seek table, as `--zstd-frames` and others
//! write them, or damaged. `tests/by-hand/tilings.py` tries all commands.

use std::{fs, ops::Range, path::Path};

use crate::support::{pgnkit, run, run_in};
use serde_json::Value;

/// A comment that looks like the end of a game and the beginning of another one.
const TRAP: &str = "{ 1-0\n\n[Event \"trap\"]\n\n1. d4 *\n\n}";

fn game(n: usize, comment: &str) -> String {
    format!("[Event \"{n}\"]\n[Result \"*\"]\n\n1. e4 {comment} e5 2. Nf3 ({n}. Bc4) *\n\n")
}

fn games(comment: &str) -> String {
    (0..60).map(|n| game(n, comment)).collect()
}

/// Returns texts whose games are easily taken for others when they are cut at a wrong place.
fn texts() -> Vec<(&'static str, String)> {
    let open = |n: usize| game(n, if n.is_multiple_of(7) { "{a" } else { "{a}" });
    let junk =
        |n: usize| game(n, "") + if n.is_multiple_of(3) { "words between games\n\n" } else { "" };
    let no_tags = |n: usize| format!("1. e4 e5 {{{n}}} 2. Nf3 *\n\n");
    vec![
        ("LF", games("{a}")),
        ("CRLF", games("{a}").replace('\n', "\r\n")),
        ("CR", games("{a}").replace('\n', "\r")),
        ("traps", games(TRAP)),
        ("no markers", games("{a}").replace(" *\n", "\n")),
        ("no tags", (0..60).map(no_tags).collect()),
        ("comments left open", (0..60).map(open).collect()),
        ("junk", "\u{feff}words\n\n".to_owned() + &(0..60).map(junk).collect::<String>() + "end"),
        ("several games in a line", games("{a}") + &"1. d4 * 1. e4 * 1. c4 *\n".repeat(20)),
        ("one game", game(1, "{a}")),
    ]
}

/// Returns the games of a file as JSON lines, with their places but without its name.
fn json_lines(dir: &Path, more: &[&str]) -> Vec<String> {
    let args = [&["export", "--format", "json-lines", "-qq"], more].concat();
    let lines = String::from_utf8(run_in(dir, &args)).unwrap();
    let without_name = |line: &str| line.split_once(",\"game\":").unwrap().1.to_owned();
    lines.lines().map(without_name).collect()
}

fn in_range(dir: &Path, range: &Range<u64>, file: &str) -> Vec<String> {
    json_lines(dir, &["--bytes", &format!("{}-{}", range.start, range.end), file])
}

/// Returns the ranges that `ranges` prints; none for a file that it does not divide.
fn ranges(dir: &Path, size: &str, file: &str) -> Vec<Range<u64>> {
    let lines = String::from_utf8(run_in(dir, &["ranges", "--size", size, file])).unwrap();
    let of = |line: &str| {
        let range: Value = serde_json::from_str(line).unwrap();
        Some(range["start"].as_u64()?..range["end"].as_u64()?)
    };
    lines.lines().filter_map(of).collect()
}

/// Divides `0..len` at a few places.
fn tiling(random: &mut fastrand::Rng, len: u64) -> Vec<Range<u64>> {
    let mut ends: Vec<_> = (0..random.usize(1..5)).map(|_| random.u64(0..=len)).collect();
    ends.extend([0, len]);
    ends.sort_unstable();
    ends.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

/// Joins ranges to at most `most`, as a run of frames is joined.
fn joined(ranges: Vec<Range<u64>>, most: usize) -> Vec<Range<u64>> {
    let step = ranges.len().div_ceil(most).max(1);
    ranges.chunks(step).map(|run| run[0].start..run[run.len() - 1].end).collect()
}

#[test]
fn ranges_of_plain_files_hold_each_game_once() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    let mut random = fastrand::Rng::with_seed(1);
    for (name, text) in texts() {
        fs::write(dir.join("games.pgn"), &text).unwrap();
        let whole = json_lines(dir, &["games.pgn"]);
        let mut tilings: Vec<_> = (0..4).map(|_| tiling(&mut random, text.len() as u64)).collect();
        // A range a byte would be a run a byte.
        tilings.extend(
            ["1", "100", "1KB", "1MB"].map(|size| joined(ranges(dir, size, "games.pgn"), 20)),
        );
        for tiles in tilings {
            let all: Vec<_> = tiles.iter().flat_map(|it| in_range(dir, it, "games.pgn")).collect();
            assert!(all == whole, "{name} {tiles:?}");
        }
    }
}

#[test]
fn frames_hold_whole_games_and_all_of_the_text() {
    const COMMANDS: [&[&str]; 4] =
        [&["filter"], &["merge"], &["strip-comments", "--preset", "engine"], &["export"]];
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    let mut random = fastrand::Rng::with_seed(24);
    for (index, (name, text)) in texts().into_iter().enumerate() {
        fs::write(dir.join("in.pgn"), &text).unwrap();
        for command in [COMMANDS[index % 4], COMMANDS[(index + 1) % 4]] {
            let size = random.u32(1..3000).to_string();
            let frames = ["in.pgn", "-qq", "-o", "frames.pgn.zst", "--zstd-frames", &size];
            run_in(dir, &[command, &frames].concat());
            run_in(dir, &[command, &["in.pgn", "-qq", "-o", "plain.pgn"]].concat());
            // A pipe is decoded from its beginning.
            let packed = fs::read(dir.join("frames.pgn.zst")).unwrap();
            let decoded = run(pgnkit(["filter", "-qq", "-"]), &packed).stdout;
            let plain = fs::read(dir.join("plain.pgn")).unwrap();
            assert!(decoded == plain, "{name} {command:?} {size}");
            let whole = json_lines(dir, &["plain.pgn"]);
            let of_frames = ranges(dir, &size, "frames.pgn.zst");
            assert_eq!(of_frames[of_frames.len() - 1].end, plain.len() as u64);
            let tilings = [joined(of_frames, 5), tiling(&mut random, plain.len() as u64)];
            for tiles in tilings {
                let all: Vec<_> =
                    tiles.iter().flat_map(|it| in_range(dir, it, "frames.pgn.zst")).collect();
                assert!(all == whole, "{name} {command:?} {size} {tiles:?}");
            }
        }
    }
}

/// The first frame is damaged: what reads it fails.
#[test]
fn a_range_is_read_without_the_frames_before_it() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    // Large enough to be mapped, and compressed badly: there are several threads then.
    let mut random = fastrand::Rng::with_seed(1);
    let mut word = || (0..3000).map(|_| random.alphanumeric()).collect::<String>();
    let text: String = (0..800).map(|n| game(n, &format!("{{{}}}", word()))).collect();
    fs::write(dir.join("in.pgn"), text).unwrap();
    let frames = ["in.pgn", "-qq", "-o", "frames.pgn.zst", "--zstd-frames", "300KB"];
    run_in(dir, &[&["filter"], &frames[..]].concat());
    let whole = json_lines(dir, &["in.pgn"]);
    let tiles = ranges(dir, "300KB", "frames.pgn.zst");
    assert_eq!(tiles.len(), 9);
    let mut packed = fs::read(dir.join("frames.pgn.zst")).unwrap();
    assert!(packed.len() > 1 << 20);
    packed[100_000] ^= 0xFF;
    fs::write(dir.join("frames.pgn.zst"), packed).unwrap();
    for threads in ["-j1", "-j3"] {
        let mut at = whole.len();
        for tile in tiles[1..].iter().rev() {
            let range = format!("{}-{}", tile.start, tile.end);
            let found = json_lines(dir, &[threads, "--bytes", &range, "frames.pgn.zst"]);
            assert!(found == whole[at - found.len()..at], "{threads} {range}");
            at -= found.len();
        }
        assert!(at > 0);
        let args = ["check", threads, "--bytes", "0-1000000", "frames.pgn.zst"];
        assert_eq!(run(in_dir(dir, &args), b"").status.code(), Some(2));
    }
    // Other boundaries of games than those that were counted: read from the beginning.
    let args = ["check", "--nested-comments", "--bytes", "1000000-2000000", "frames.pgn.zst"];
    assert_eq!(run(in_dir(dir, &args), b"").status.code(), Some(2));
}

fn in_dir(dir: &Path, args: &[&str]) -> std::process::Command {
    let mut command = pgnkit(args);
    command.current_dir(dir);
    command
}

/// Returns the frame of zstd that holds `text` as it is.
fn frame(text: &[u8]) -> Vec<u8> {
    // Four bytes of size, a single segment.
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0xA0];
    frame.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
    let mut blocks = text.chunks(100_000).peekable();
    while let Some(block) = blocks.next() {
        let header = (block.len() << 3) | usize::from(blocks.peek().is_none());
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}

/// Returns a file of frames that end at `ends`, with the seek table as its documentation has it. `declared`: the size of a
/// frame in the table.
fn foreign(text: &[u8], ends: &[usize], declared: impl Fn(usize, usize) -> usize) -> Vec<u8> {
    let (mut file, mut table, mut from) = (Vec::new(), Vec::new(), 0);
    for (index, &end) in ends.iter().enumerate() {
        let frame = frame(&text[from..end]);
        for size in [frame.len(), declared(index, end - from)] {
            table.extend(u32::try_from(size).unwrap().to_le_bytes());
        }
        // A checksum, which nobody has to check.
        table.extend([1, 2, 3, 4]);
        file.extend(frame);
        from = end;
    }
    file.extend(0x184D_2A5E_u32.to_le_bytes());
    file.extend(u32::try_from(table.len() + 9).unwrap().to_le_bytes());
    file.extend(table);
    file.extend(u32::try_from(ends.len()).unwrap().to_le_bytes());
    file.push(1 << 7);
    file.extend(0x8F92_EAB1_u32.to_le_bytes());
    file
}

#[test]
fn frames_of_others_may_end_anywhere() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    let mut random = fastrand::Rng::with_seed(7);
    for text in [games("{a}").replace('\n', "\r\n"), games(TRAP)] {
        fs::write(dir.join("in.pgn"), &text).unwrap();
        let whole = json_lines(dir, &["in.pgn"]);
        for _ in 0..3 {
            let mut ends: Vec<_> = (0..6).map(|_| random.usize(1..text.len())).collect();
            ends.push(text.len());
            ends.sort_unstable();
            ends.dedup();
            fs::write(dir.join("f.zst"), foreign(text.as_bytes(), &ends, |_, size| size)).unwrap();
            let tiles = ranges(dir, "1", "f.zst");
            assert_eq!(tiles.len(), ends.len());
            let all: Vec<_> = tiles.iter().flat_map(|it| in_range(dir, it, "f.zst")).collect();
            assert!(all == whole, "{ends:?}");
        }
    }
}

/// Ranges of a file whose table tells less text than there is end with an error, not without the last games.
#[test]
fn a_table_that_lies_loses_no_game() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    let text = games("{a}");
    fs::write(dir.join("in.pgn"), &text).unwrap();
    let whole = json_lines(dir, &["in.pgn"]);
    let ends = [1000, 2000, text.len()];
    for (declared, is_error) in
        [(-400_isize, true), (-1, true), (0, false), (1, false), (5000, false)]
    {
        for index in 0..3 {
            let lie = |at, size: usize| {
                size.saturating_add_signed(if at == index { declared } else { 0 })
            };
            fs::write(dir.join("f.zst"), foreign(text.as_bytes(), &ends, lie)).unwrap();
            let tiles = ranges(dir, "1", "f.zst");
            let (last, others) = tiles.split_last().unwrap();
            let mut all: Vec<_> = others.iter().flat_map(|it| in_range(dir, it, "f.zst")).collect();
            let range = format!("{}-{}", last.start, last.end);
            let args = ["export", "--format", "json-lines", "--bytes", &range, "f.zst"];
            let output = run(in_dir(dir, &args), b"");
            let words = String::from_utf8(output.stderr).unwrap();
            let is_told = words.contains("contains more text than its seek table says");
            assert_eq!(
                (output.status.code(), is_told),
                (Some(if is_error { 2 } else { 0 }), is_error)
            );
            if !is_error {
                all.extend(in_range(dir, last, "f.zst"));
                assert!(all == whole, "{declared} {index}");
            }
        }
    }
}

/// Any byte of the tables at the end is changed: each range is read rightly, or it is an error.
#[test]
fn damaged_tables_lose_no_game() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    let text: String = (0..12).map(|n| game(n, "{a}")).collect();
    fs::write(dir.join("in.pgn"), &text).unwrap();
    run_in(dir, &["filter", "in.pgn", "-qq", "-o", "f.pgn.zst", "--zstd-frames", "100"]);
    let whole = json_lines(dir, &["in.pgn"]);
    let packed = fs::read(dir.join("f.pgn.zst")).unwrap();
    let n_frames = ranges(dir, "1", "f.pgn.zst").len();
    assert!(n_frames > 2);
    // The counts of the frames, and the seek table, which has an entry for the counts.
    let len_of_tables = (8 + 16 + 16 * n_frames + 4) + (8 + 8 * (n_frames + 1) + 9);
    let first = packed.len() - len_of_tables;
    assert_eq!(packed[first..first + 4], 0x184D_2A5D_u32.to_le_bytes());
    for at in first..packed.len() {
        let mut damaged = packed.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(dir.join("f.pgn.zst"), &damaged).unwrap();
        let mut tiles = ranges(dir, "400", "f.pgn.zst");
        if tiles.is_empty() {
            tiles.push(0..u64::MAX);
        }
        let (mut all, mut has_error) = (Vec::new(), false);
        for tile in joined(tiles, 3) {
            let range = format!("{}-{}", tile.start, tile.end);
            let args = ["export", "-qq", "--format", "json-lines", "--bytes", &range, "f.pgn.zst"];
            let output = run(in_dir(dir, &args), b"");
            assert!(matches!(output.status.code(), Some(0 | 2)), "{at}: {range}");
            has_error |= output.status.code() == Some(2);
            let lines = String::from_utf8(output.stdout).unwrap();
            all.extend(lines.lines().map(|it| it.split_once(",\"game\":").unwrap().1.to_owned()));
        }
        assert!(has_error || all == whole, "byte {at} of {}", packed.len());
    }
}

#[test]
fn parts_rests_and_tables_are_divided_too() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    fs::write(dir.join("in.pgn"), games("{a}")).unwrap();
    let n_ranges = |file: &str| ranges(dir, "1", file).len();
    let more = ["in.pgn", "-qq", "--zstd-frames", "1000"];
    run_in(dir, &[&["split", "--games", "20", "--name", "{n}.pgn.zst"], &more[..]].concat());
    assert_eq!(["1.pgn.zst", "2.pgn.zst", "3.pgn.zst"].map(n_ranges), [2; 3]);
    let filter = ["filter", "-w", "game <= 30", "-o", "some.pgn.zst", "--rest", "rest.pgn.zst"];
    run_in(dir, &[&filter, &more[..]].concat());
    assert_eq!(["some.pgn.zst", "rest.pgn.zst"].map(n_ranges), [2; 2]);
    run_in(dir, &[&["export", "-o", "games.csv.zst"], &more[..]].concat());
    assert!(n_ranges("games.csv.zst") > 2);
    // More parts than files that are open at a time: each goes on after its last frame.
    run_in(
        dir,
        &[&["split", "--by", "Event", "--dir", "by", "--name", "{value}.pgn.zst"], &more[..]]
            .concat(),
    );
    let parts = fs::read_dir(dir.join("by")).unwrap();
    assert_eq!(parts.count(), 60);
    assert_eq!(json_lines(dir, &["by/7.pgn.zst"]).len(), 1);
    assert_eq!(n_ranges("by/7.pgn.zst"), 1);
}

/// Whether a fix is made depends on what the game before it leaves open, also if that game is outside of the range.
#[test]
fn the_fixes_of_a_range_are_those_of_the_file() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    // The marker of the first game is not a word of its own.
    let first = "[Event \"a\"]\n\n1. e4 e5*\n\n";
    let second = "Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"b\"]\n\
                  [Black \"c\"]\n[Result \"*\"]\n\n1. e4 *\n";
    fs::write(dir.join("a.pgn"), format!("{first}{second}")).unwrap();
    let findings = |range: &str| {
        let mut program = pgnkit(["check", "--output-format", "json-lines", "--bytes", range]);
        program.arg("a.pgn").current_dir(dir);
        let found = String::from_utf8(run(program, b"").stdout).unwrap();
        found.lines().filter(|line| line.contains("\"game\":2")).map(str::to_owned).collect()
    };
    let (whole, part): (Vec<String>, Vec<String>) = (findings("0-1000"), findings("20-1000"));
    assert_eq!(part, whole);
    assert!(whole.len() == 1 && whole[0].contains("\"applicability\":\"safe\""), "{whole:?}");
}
