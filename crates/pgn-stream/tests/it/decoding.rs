//! Compressed files and archives, whole and cut off, and what is refused.

use std::io::Write;

use pgn_stream::Options;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::toy::{file, games, log_of_file, options};

fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

type Pack = fn(&[u8]) -> Vec<u8>;

const PACKS: [(&str, Pack); 4] = [("zst", zst), ("gz", gz), ("bz2", bz2), ("xz", xz)];

/// Returns the games of a log, without the name of the file.
fn games_of(log: &str) -> &str {
    let start = log.find('#').unwrap_or(log.len());
    &log[start..log.rfind("end ").unwrap_or(log.len())]
}

#[test]
fn the_same_from_any_container() {
    let text = games(8000, "\n");
    let (a, b) = text.split_at(text.len() / 3);
    let expect = log_of_file(file(&text).path(), &options(1, 1 << 30));
    for (name, pack) in PACKS {
        let mut parts = pack(a);
        if name == "zst" {
            // A skippable frame.
            parts.extend_from_slice(b"\x50\x2a\x4d\x18\x03\0\0\0abc");
        }
        parts.extend(pack(b));
        for (threads, size) in [(1, 1 << 20), (2, 30_000)] {
            let packed = file(&parts);
            let got = log_of_file(packed.path(), &options(threads, size));
            assert!(games_of(&got) == games_of(&expect), "{name}");
            assert!(!got.contains("error"), "{name}");
        }
    }
}

/// Returns text that compresses badly, so that the file is large enough to be mapped.
fn hard_to_pack(n_games: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut text = Vec::new();
    for n in 0..n_games {
        text.extend_from_slice(format!("[Event \"{n}\"]\n\n{{").as_bytes());
        for _ in 0..900 {
            text.push(random.u8(b'0'..b'p'));
        }
        text.extend_from_slice(b"}\n*\n\n");
    }
    text
}

#[test]
fn many_frames() {
    let text = hard_to_pack(3000);
    let expect = log_of_file(file(&text).path(), &options(1, 1 << 30));
    let mut packed: Vec<u8> = text.chunks(100_000).flat_map(zst).collect();
    assert!(packed.len() > 1 << 20);
    for threads in [1, 2, 7, 20] {
        let got = log_of_file(file(&packed).path(), &options(threads, 50_000));
        assert!(games_of(&got) == games_of(&expect) && !got.contains("error"));
    }
    // Truncated, damaged, and followed by other bytes.
    let n = packed.len();
    let whole = log_of_file(file(&packed[..n - 3]).path(), &options(1, 50_000));
    let got = log_of_file(file(&packed[..n - 3]).path(), &options(3, 50_000));
    assert!(games_of(&got) == games_of(&whole) && got.contains("ends too early"));
    packed[n / 2..n / 2 + 100].fill(0x55);
    let got = log_of_file(file(&packed).path(), &options(3, 50_000));
    assert!(got.contains("corrupt") && got.contains("#1300 ") && !got.contains("#1700 "));
}

#[test]
fn a_stream_that_is_cut_off_gives_its_games_and_an_error() {
    let text = games(8000, "\n");
    let expect = log_of_file(file(&text).path(), &options(1, 1 << 30));
    for (name, pack) in PACKS {
        let packed = pack(&text);
        for n in [packed.len() * 2 / 3, packed.len() - 3] {
            let packed = file(&packed[..n]);
            let got = log_of_file(packed.path(), &options(2, 30_000));
            assert!(got.contains("ends too early"), "{name}: {}", got.lines().last().unwrap());
            let games = games_of(&got);
            // All games except the truncated last one.
            let whole = games.rfind('#').unwrap();
            assert!(games_of(&expect).starts_with(&games[..whole]), "{name}");
            assert!(whole > games_of(&expect).len() / 3, "{name}");
        }
    }
}

#[test]
fn corrupt_streams() {
    let text = games(8000, "\n");
    for (name, pack) in PACKS {
        let mut packed = pack(&text);
        let middle = packed.len() / 2;
        packed[middle..middle + 64].fill(0x55);
        let got = log_of_file(file(&packed).path(), &options(2, 30_000));
        let last = got.lines().last().unwrap();
        assert!(last.contains("corrupt") || last.contains("too early"), "{name}: {last}");
        packed = pack(&text);
        packed.extend_from_slice(b"some text that does not belong here");
        let got = log_of_file(file(&packed).path(), &options(2, 30_000));
        assert!(got.contains("#8000 "), "{name}");
    }
}

#[test]
fn a_window_that_is_too_long_is_named() {
    let text = games(100, "\n");
    let pack = |log| {
        let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
        encoder.window_log(log).unwrap();
        encoder.write_all(&text).unwrap();
        encoder.finish().unwrap()
    };
    let log = |packed: &[u8]| log_of_file(file(packed).path(), &options(2, 1000));
    assert!(log(&pack(27)).contains("#100 "));
    let got = log(&pack(28));
    let expect =
        "error: was compressed with a window of more than 128 MiB (zstd --long=28 to 31); ";
    assert!(got.contains(expect), "{got}");
}

#[test]
fn members_of_one_name_are_all_read() {
    let (a, b) = (games(40, "\n"), games(30, "\r\n"));
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let options_of_zip = SimpleFileOptions::default().compression_method(method);
        let members: [(&str, &[u8]); 4] =
            [("x.pgn", &a), ("note.txt", b"no games"), ("y.pgn", &b), ("z.pgn", b"* ")];
        let mut bytes = archive(&members, options_of_zip);
        // A writer refuses two members of one name, so the names are changed afterwards.
        while let Some(at) = bytes.windows(5).position(|it| it == b"y.pgn" || it == b"z.pgn") {
            bytes[at] = b'x';
        }
        let got = log_of_file(file(&bytes).path(), &options(2, 1000));
        assert_eq!(got.matches("begin ").count(), 3, "{got}");
        assert!(got.contains("!x.pgn 40 ") && got.contains("!x.pgn 30 "), "{got}");
        assert!(!got.contains("error"), "{got}");
        let at = bytes.windows(20).position(|it| a.starts_with(it)).map(|at| at + 9);
        let at = at.unwrap_or(60);
        bytes[at] ^= 0x55;
        let got = log_of_file(file(&bytes).path(), &options(2, 1000));
        assert!(got.contains("corrupt") && got.contains("!x.pgn 30 "), "{got}");
    }
}

#[test]
fn names_of_members_are_utf8_or_of_dos() {
    let members: [(&str, &[u8]); 2] = [("M\u{fc}ller.pgn", b"* "), ("Curacao.pgn", b"* ")];
    let mut bytes = archive(&members, SimpleFileOptions::default());
    while let Some(at) = bytes.windows(7).position(|it| it == b"Curacao") {
        bytes[at + 4] = 0x87; // ç
    }
    let got = log_of_file(file(&bytes).path(), &options(2, 1000));
    assert!(got.contains("!M\u{fc}ller.pgn 1 ") && got.contains("!Cura\u{e7}ao.pgn 1 "), "{got}");
}

fn archive(members: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn members_of_archives() {
    let text = games(3000, "\n");
    let members: &[(&str, &[u8])] = &[
        ("b/two.PGN", b"[A \"\"]\n\n*\n"),
        ("readme.txt", b"no"),
        ("__MACOSX/._two.pgn", b"\0"),
        ("a.pgn", &text),
        ("utf16.pgn", b"\xff\xfe[\0A\0 \0\"\0\"\0]\0\n\0"),
    ];
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let options_of_it = SimpleFileOptions::default().compression_method(method);
        let packed = file(&archive(members, options_of_it));
        let got = log_of_file(packed.path(), &options(2, 10_000));
        let name = packed.path().file_name().unwrap().to_string_lossy();
        let begins: Vec<_> = got.lines().filter(|it| it.starts_with("begin ")).collect();
        let expect = ["b/two.PGN", "a.pgn", "utf16.pgn"].map(|it| format!("begin {name}!{it}"));
        assert_eq!(begins, expect);
        assert!(got.contains("#3000 ") && !got.contains("error"));
        assert!(got.contains("[A \\\"\\\"]\\n\n"));
    }
    // Members that are compressed files.
    let members: &[(&str, &[u8])] = &[
        ("a.pgn.gz", &gz(&text)),
        ("note.gz", b"no"),
        ("b.PGN.ZST", &zst(&text)),
        ("c.pgn.xz", b"no"),
    ];
    for packed in [archive(members, SimpleFileOptions::default()), archive_of_a_pipe(members)] {
        let got = log_of_file(file(&packed).path(), &options(2, 10_000));
        assert_eq!(got.matches("begin ").count(), 3, "{got}");
        assert!(got.contains("!a.pgn.gz 3000 ") && got.contains("!b.PGN.ZST 3000 "), "{got}");
        assert_eq!(got.matches("error").count(), 1, "{got}");
    }
    let members: &[(&str, &[u8])] = &[("readme.txt", b"no"), ("__MACOSX/._two.pgn", b"\0")];
    let none = file(&archive(members, SimpleFileOptions::default()));
    let got = log_of_file(none.path(), &options(2, 10_000));
    assert!(got.contains("contains no member named *.pgn"), "{got}");
}

/// Returns an archive as a program writes it into a pipe, with sizes after the data.
fn archive_of_a_pipe(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new_stream(Vec::new());
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn an_archive_that_is_cut_off_gives_its_games_and_an_error() {
    let text = games(3000, "\n");
    let expect = log_of_file(file(&text).path(), &options(1, 1 << 30));
    let expect = games_of(&expect);
    let members: &[(&str, &[u8])] =
        &[("first.pgn", &text), ("notes.txt", &text[..5000]), ("b/last.pgn", &text)];
    let method = |it| archive(members, SimpleFileOptions::default().compression_method(it));
    for (name, packed) in [
        ("stored", method(CompressionMethod::Stored)),
        ("deflated", method(CompressionMethod::Deflated)),
        ("open", archive_of_a_pipe(members)),
    ] {
        let whole = log_of_file(file(&packed).path(), &options(2, 30_000));
        assert!(!whole.contains("error"), "{name}: {whole}");
        let at = |what: &[u8], n: usize| {
            let found = packed.windows(what.len()).enumerate().filter(|(_, it)| *it == what);
            found.map(|(at, _)| at).nth(n).unwrap()
        };
        let (second, third) = (at(b"PK\x03\x04", 1), at(b"PK\x03\x04", 2));
        let directory = at(b"PK\x01\x02", 0);
        for (n, n_members) in [
            (10, 0),
            (second / 2, 1),
            (second, 1),
            (second + 40, 1),
            (third - 3, 1),
            (third + 20, 1),
            ((third + directory) / 2, 2),
            (directory, 2),
            (directory + 50, 2),
            (packed.len() - 3, 2),
        ] {
            let got = log_of_file(file(&packed[..n]).path(), &options(2, 30_000));
            let what = format!("{name}, {n} of {} bytes: {got}", packed.len());
            assert!(got.lines().last().unwrap().contains("ends too early"), "{what}");
            assert_eq!(got.matches("ends too early").count(), 1, "{what}");
            assert_eq!(got.matches("!first.pgn").count() > 0, n_members > 0, "{what}");
            let n_last = got.lines().filter(|it| it.starts_with("begin ")).count();
            assert!((n_members..=n_members + 1).contains(&n_last), "{what}");
            let logs: Vec<&str> = got.split("begin ").filter(|it| it.contains(".pgn")).collect();
            for (index, log) in logs.iter().enumerate() {
                let games = games_of(log);
                if index + 1 < n_members || n >= directory {
                    assert!(games == expect, "{what}");
                } else {
                    let sure = games.rfind('#').unwrap_or(0);
                    assert!(
                        expect.starts_with(&games[..sure]) && sure > expect.len() / 4,
                        "{what}"
                    );
                }
            }
        }
        // The same with damaged data.
        let mut spoiled = packed[..directory].to_vec();
        spoiled[second / 2..second / 2 + 40].fill(0x55);
        let got = log_of_file(file(&spoiled).path(), &options(2, 30_000));
        assert!(got.contains("error: holds corrupt") || got.contains("too early"), "{name}: {got}");
    }
}

#[test]
fn encrypted_members_are_named() {
    // The flag of encryption is bit 0 of the general purpose flags, here and in the directory.
    let mut packed = archive(&[("a.pgn", b"*\n")], SimpleFileOptions::default());
    packed[6] |= 1;
    let at = packed.windows(4).position(|it| it == b"PK\x01\x02").unwrap();
    packed[at + 8] |= 1;
    let got = log_of_file(file(&packed).path(), &options(2, 10_000));
    assert!(got.contains("error: is encrypted"), "{got}");
}

#[test]
fn utf16_files() {
    let text = "[White \"Ş\"]\n\n1. e4 *\n\n";
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend_from_slice(&units);
    let expect = log_of_file(file(text.as_bytes()).path(), &options(1, 1000));
    let got = log_of_file(file(&bytes).path(), &options(1, 1000));
    assert_eq!(games_of(&got), games_of(&expect));
    let got = log_of_file(file(&gz(&bytes)).path(), &options(1, 1000));
    assert_eq!(games_of(&got), games_of(&expect));
    // Without a byte order mark nothing is converted.
    let got = log_of_file(file(&units).path(), &options(1, 1000));
    assert!(got.contains(&format!(" {}\n", units.len())), "{got}");
}

#[test]
fn refused_by_name() {
    for (bytes, word) in [
        (&b"7z\xbc\xaf\x27\x1c\0\x04"[..], "7z is not supported; unpack it"),
        (b"Rar!\x1a\x07\x01\0", "rar is not supported; unpack it"),
        (b"\x04\x22\x4d\x18\x64\x40", "lz4 is not supported; unpack it"),
        (b"Scid.si\0\x01", "si4"),
        (&gz(&zst(b"x")), "a compressed file in a compressed file"),
    ] {
        let got = log_of_file(file(bytes).path(), &Options::new(crate::toy::BOUNDARIES));
        assert!(got.contains(word), "{got}");
    }
}
