//! The kind of a file, recognized by its first bytes.

use std::path::Path;

use pgn_syntax::is_line_end;

use crate::{
    inputs::{
        endings, foreign,
        input::{Format, InputInfo, Utf},
    },
    system::error::Unsupported::{self, ChessBase, Other, Packed, Scid},
};

/// Kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// Text, or bytes that are read as text.
    Plain,
    Compressed(Format),
    ZipArchive,
    /// A format that is not supported.
    Refused(Unsupported),
}

/// Signatures of formats that are not supported.
const REFUSED: &[(&[u8], Unsupported)] = &[
    (b"7z\xbc\xaf\x27\x1c", Packed("7z")),
    (b"Rar!\x1a\x07", Packed("rar")),
    (b"\x04\x22\x4d\x18", Packed("lz4")),
    (b"\x02\x21\x4c\x18", Packed("lz4")),
    (b"LZIP\x01", Packed("lzip")),
    (b"\x1f\x9d", Packed("compress (.Z)")),
    (b"\x5d\x00\x00\x80\x00", Packed("lzma")),
    (b"\xff\x06\x00\x00sNaPpY", Packed("snappy")),
    (b"Scid.si\x00", Scid("a Scid database (si4)")),
    (b"Scid.si5", Scid("a Scid database (si5)")),
    (b"\x00\x00\x2c\x00\x2e\x01", ChessBase("a ChessBase database (cbh)")),
    (b"\x00\x00\x24\x00\x2e\x01", ChessBase("a ChessBase database (cbh)")),
    (b"%PDF-", Other("PDF")),
    (b"SQLite format 3\x00", Other("SQLite")),
];

/// File name extensions of binary formats without a signature.
const REFUSED_NAMES: &[(&str, Unsupported)] = &[
    ("cbh", ChessBase("a ChessBase database (cbh)")),
    ("cbg", ChessBase("a ChessBase database (cbg)")),
    ("cbv", ChessBase("a ChessBase archive (cbv)")),
    ("cbf", ChessBase("a ChessBase database (cbf)")),
    ("2cbh", ChessBase("a ChessBase database (2cbh)")),
    ("si4", Scid("a Scid database (si4)")),
    ("sg4", Scid("a Scid database (sg4)")),
    ("sn4", Scid("a Scid database (sn4)")),
    ("si5", Scid("a Scid database (si5)")),
    ("sg5", Scid("a Scid database (sg5)")),
    ("sn5", Scid("a Scid database (sn5)")),
    ("pgc", Other("PGN in binary form (pgc)")),
    ("ctg", ChessBase("a ChessBase book (ctg)")),
];

/// Returns the kind of a file with these first bytes.
pub(crate) fn kind(head: &[u8], path: Option<&Path>) -> FileKind {
    let format = match head {
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Format::Zstd),
        [0x1f, 0x8b, 0x08, ..] => Some(Format::Gzip),
        // "BZh", a level, and pi or its square root.
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, 0x41 | 0x72, ..] => Some(Format::Bzip2),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Format::Xz),
        _ => None,
    };
    if let Some(format) = format {
        return FileKind::Compressed(format);
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return FileKind::ZipArchive;
    }
    if let Some((_, format)) = REFUSED.iter().find(|(signature, _)| head.starts_with(signature)) {
        return FileKind::Refused(*format);
    }
    if head.get(257..262) == Some(b"ustar") {
        return FileKind::Refused(Other("a tar archive"));
    }
    let extension = path.and_then(Path::extension).unwrap_or_default().to_string_lossy();
    let by_name = REFUSED_NAMES.iter().find(|(name, _)| extension.eq_ignore_ascii_case(name));
    let is_binary = head.iter().any(|b| *b < b'\t');
    match by_name {
        Some((_, format)) if is_binary && utf_of_bom(head).is_none() => FileKind::Refused(*format),
        _ => FileKind::Plain,
    }
}

/// Returns the compression that the name of a file states, if the file has only a part of the signature of that
/// compression, or nothing at all.
pub(crate) fn cut_signature(whole: &[u8], path: Option<&Path>) -> Option<Format> {
    let path = path?;
    let is_archive = endings::is_zip(&path.to_string_lossy());
    let format = if is_archive { Format::Zip } else { endings::format_of_name(path) };
    let is_cut = match format {
        Format::Gzip => b"\x1f\x8b\x08".starts_with(whole),
        Format::Xz => b"\xfd7zXZ\0".starts_with(whole),
        Format::Bzip2 => match whole {
            [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] => matches!(rest, [] | [0x31 | 0x17]),
            _ => b"BZh".starts_with(whole),
        },
        Format::Zstd => match whole {
            [0x50..=0x5f, rest @ ..] => b"\x2a\x4d\x18".starts_with(rest),
            _ => b"\x28\xb5\x2f\xfd".starts_with(whole),
        },
        Format::Zip => [b"PK\x03\x04", b"PK\x05\x06"].iter().any(|it| it.starts_with(whole)),
        Format::Plain => false,
    };
    is_cut.then_some(format)
}

/// The kind of a text, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// PGN, or text that may be PGN.
    Pgn,
    /// UTF-16 without a byte order mark.
    Utf16,
    /// Bytes that are not text.
    Binary,
    /// Another format of text, with its name.
    Other(&'static str),
}

/// Returns the kind of a text that begins with these bytes, and needs no conversion to UTF-8. Its first 512 bytes are
/// enough.
///
/// ```
/// use pgn_stream::{TextKind, text_kind};
///
/// assert_eq!(text_kind(b"<html>\n[Event \"x\"]\n"), TextKind::Other("HTML"));
/// assert_eq!(text_kind(b"[Event \"x\"]\n"), TextKind::Pgn);
/// ```
#[must_use]
pub fn text_kind(head: &[u8]) -> TextKind {
    let head = &head[..head.len().min(HEAD)];
    let mut info = InputInfo::default();
    recognize(&mut info, head, None);
    match info {
        InputInfo { foreign: Some(name), .. } => TextKind::Other(name),
        InputInfo { undecoded_utf16: true, .. } => TextKind::Utf16,
        InputInfo { binary: true, .. } => TextKind::Binary,
        _ => TextKind::Pgn,
    }
}

/// Records in `info` the kind of the text that begins with `head`. `utf`: the encoding from which it is converted.
pub(crate) fn recognize(info: &mut InputInfo, head: &[u8], utf: Option<Utf>) {
    info.transcoded = utf;
    info.undecoded_utf16 = utf.is_none() && utf16_without_bom(head).is_some();
    let is_raw = utf.is_none() && !info.undecoded_utf16;
    info.binary = is_raw && is_binary(head).unwrap_or_else(|| has_many_controls(head));
    info.foreign = foreign::kind(head);
}

/// Returns the encoding of a text that must be converted to UTF-8, by its byte order mark or its zero bytes.
pub(crate) fn utf_of(head: &[u8]) -> Option<Utf> {
    utf_of_bom(head).or_else(|| utf16_without_bom(head))
}

/// Returns the encoding that a byte order mark indicates; `None` if the bytes need no conversion to UTF-8.
pub(crate) fn utf_of_bom(head: &[u8]) -> Option<Utf> {
    match head {
        [0xff, 0xfe, 0, 0, ..] => Some(Utf::Utf32Le),
        [0, 0, 0xfe, 0xff, ..] => Some(Utf::Utf32Be),
        [0xff, 0xfe, ..] => Some(Utf::Utf16Le),
        [0xfe, 0xff, ..] => Some(Utf::Utf16Be),
        _ => None,
    }
}

/// Number of bytes of an input by which its kind is recognized.
pub(crate) const HEAD: usize = 512;

/// Returns true if more than these first bytes are needed to recognize UTF-16 without a byte order mark.
pub(crate) fn may_be_utf16(head: &[u8]) -> bool {
    head.len() < HEAD && head.iter().take(2).any(|byte| *byte == 0)
}

/// Returns the form of UTF-16 of a text without a byte order mark; `None` if it is not UTF-16. Eight bytes are enough.
///
/// The text is UTF-16 if
///
/// - it begins with a Latin character;
/// - at least two in five of its bytes at even or at odd offsets are 0, and at most one in twenty of the others;
/// - no character is a control character.
///
/// In PGN half of the characters are ASCII even where names are not Latin.
pub(crate) fn utf16_without_bom(head: &[u8]) -> Option<Utf> {
    let head = &head[..head.len().min(HEAD)];
    if !head.iter().take(2).any(|byte| *byte == 0) {
        return None;
    }
    let n_zeros = |skip| head.iter().skip(skip).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (n_zeros(0), n_zeros(1));
    let half = head.len() / 2;
    let is_odd_text = |high: usize| {
        let mut units = head.chunks_exact(2).filter(|unit| unit[high] == 0);
        units.any(|unit| unit[1 - high] == 0 || is_control(&unit[1 - high]))
    };
    let (utf, high) = if even > odd { (Utf::Utf16Be, 0) } else { (Utf::Utf16Le, 1) };
    let is_half_ascii = even.max(odd) * 5 >= half * 2 && even.min(odd) * 20 <= half;
    (head.len() >= 8 && is_half_ascii && !is_odd_text(high)).then_some(utf)
}

/// Returns true if an input is binary, by its first [`HEAD`] bytes; `None` if more of them are needed. The result depends
/// on the bytes alone, not on how many of them arrive at once.
///
/// An input is text if its first non-blank line has no control character and at most one in four of its bytes is not
/// ASCII, or if any line begins a tag pair. Otherwise it is binary if it [has many](has_many_controls) control
/// characters.
pub(crate) fn is_binary(head: &[u8]) -> Option<bool> {
    let head = &head[..head.len().min(HEAD)];
    let n_blank = head.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if let Some(n) = head[n_blank..].iter().position(is_line_end)
        && is_line_of_text(&head[n_blank..n_blank + n])
    {
        return Some(false);
    }
    if head.split_inclusive(is_line_end).any(is_tag_line) {
        return Some(false);
    }
    (head.len() == HEAD).then(|| has_many_controls(head))
}

/// Returns true if a line has no control character and at most one in four of its bytes is not ASCII.
fn is_line_of_text(line: &[u8]) -> bool {
    let n_high = line.iter().filter(|byte| !byte.is_ascii()).count();
    !line.iter().any(is_control) && n_high * 4 <= line.len()
}

/// Returns true if an input that begins with this text and a line end is read as text: its first non-blank line has no
/// control character and is mostly ASCII, or a line begins a tag pair. If `text` has no control characters, the text
/// after it is assumed to have few.
#[must_use]
pub fn is_text(text: &[u8]) -> bool {
    let head = &text[..text.len().min(HEAD)];
    let is_plain = kind(head, None) == FileKind::Plain && utf_of_bom(head).is_none();
    let line = head.trim_ascii_start().split(is_line_end).next().unwrap_or_default();
    is_plain
        && !head.iter().take(2).any(|byte| *byte == 0)
        && (is_line_of_text(line) || !head.iter().any(is_control) || is_binary(head) == Some(false))
}

/// Returns true if a file that begins with these bytes is compressed data or an archive.
#[must_use]
pub fn is_compressed(head: &[u8]) -> bool {
    matches!(kind(head, None), FileKind::Compressed(_) | FileKind::ZipArchive)
}

/// Returns true if a line begins a tag pair, such as `[Round "`. Random bytes do not contain such a line.
fn is_tag_line(line: &[u8]) -> bool {
    line.strip_prefix(b"[").is_some_and(|pair| {
        let n_letters = pair.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        n_letters > 1 && pair[n_letters..].starts_with(b" \"")
    })
}

fn is_control(byte: &u8) -> bool {
    matches!(byte, 0..=8 | 0x0E..=0x19 | 0x1B..=0x1F | 0x7F)
}

/// Returns true if at least 16 of these bytes, and more than one in sixteen, are control characters that do not occur
/// in text.
fn has_many_controls(head: &[u8]) -> bool {
    let n = head.iter().filter(|byte| is_control(byte)).count();
    n >= 16 && n * 16 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        let path = Path::new("x.cbh");
        for (head, kind_of_it) in [
            (&b"[Event \"x\"]"[..], FileKind::Plain),
            (b"BZh is a name", FileKind::Plain),
            (b"", FileKind::Plain),
            (b"BZh91AY&SY", FileKind::Compressed(Format::Bzip2)),
            (b"\x51\x2a\x4d\x18\x04\0\0\0", FileKind::Compressed(Format::Zstd)),
            (b"Rar!\x1a\x07\x01\x00", FileKind::Refused(Packed("rar"))),
            (b"\x00\x01\x02", FileKind::Refused(ChessBase("a ChessBase database (cbh)"))),
        ] {
            assert_eq!(kind(head, Some(path)), kind_of_it, "{}", head.escape_ascii());
        }
        assert_eq!(kind(b"\x00\x01\x02", None), FileKind::Plain);
    }

    #[test]
    fn signatures_are_cut_at_any_byte() {
        for (name, signature) in [
            ("x.pgn.gz", &b"\x1f\x8b\x08"[..]),
            ("x.pgn.bz2", b"BZh91A"),
            ("x.pgn.bz2", b"BZh1\x17\x72"),
            ("x.pgn.xz", b"\xfd7zXZ\0"),
            ("x.pgn.ZST", b"\x28\xb5\x2f\xfd"),
            ("x.pgn.zst", b"\x5a\x2a\x4d\x18"),
        ] {
            let format = endings::format_of_name(Path::new(name));
            assert_eq!(kind(signature, None), FileKind::Compressed(format), "{name}");
            for n in 0..signature.len() {
                let head = &signature[..n];
                assert_eq!(cut_signature(head, Some(Path::new(name))), Some(format), "{name} {n}");
                assert_eq!(cut_signature(head, Some(Path::new("x.pgn"))), None, "{n}");
                assert_eq!(cut_signature(head, None), None, "{n}");
            }
            assert_eq!(cut_signature(b"*", Some(Path::new(name))), None, "{name}");
        }
        for signature in [b"PK\x03\x04", b"PK\x05\x06"] {
            assert_eq!(kind(signature, None), FileKind::ZipArchive);
            for n in 0..signature.len() {
                let found = cut_signature(&signature[..n], Some(Path::new("x.ZIP")));
                assert_eq!(found, Some(Format::Zip), "{n}");
            }
        }
        #[cfg(unix)]
        {
            use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
            let name = Path::new(OsStr::from_bytes(b"\xe9.zip"));
            assert_eq!(cut_signature(b"PK", Some(name)), Some(Format::Zip));
        }
    }

    #[test]
    fn texts_that_can_begin_an_output() {
        for yes in [
            "1. e4 *\n\0\0\0",
            "\n e4",
            "[Event \"?\"]\n\n{\0\0\0\0\0\0\0\0\0}",
            "[Event \"a\x1b[31m\r\"]\n\n*",
            "",
        ] {
            assert!(is_text(yes.as_bytes()), "{yes:?}");
        }
        for no in ["\0e4 *", "e\0 *", "e4 \0 *", "%PDF-1.4\n1. e4 *"] {
            assert!(!is_text(no.as_bytes()), "{no:?}");
        }
    }

    #[test]
    fn binary_by_its_control_characters() {
        let mut random = [0; HEAD];
        fastrand::Rng::with_seed(1).fill(&mut random);
        assert_eq!(is_binary(&random), Some(true));
        assert_eq!(is_binary(&[0; HEAD]), Some(true));
        assert_eq!(is_binary(&random[..HEAD - 1]), None);
        let game = "[Event \"a rather long name\"]\n[Site \"x\"]\n\n1. e4 *\n\n".repeat(20);
        assert_eq!(is_binary(game.as_bytes()), Some(false));
        // Other bytes after the first line, or few of them in it, do not make the input binary.
        let zeros = [&game.as_bytes()[..40], &[0; HEAD]].concat();
        assert_eq!(is_binary(&zeros), Some(false));
        // A line that begins a tag pair is no coincidence.
        let spoiled =
            [&b"[Event \""[..], &[1; 100], b"\"]\n[Site \"x\"]\n\n1. e4 *\n", &[7; HEAD]].concat();
        assert_eq!(is_binary(&spoiled), Some(false));
        let some = game.replacen("Event", "Ev\0\x01ent", 1);
        assert_eq!(is_binary(some.as_bytes()), Some(false));
        // Lines may end in CR alone.
        let cr = [&b"a\0 b\r[Site \"x\"]\r"[..], &[1; HEAD]].concat();
        assert_eq!(is_binary(&cr), Some(false));
        // The result does not depend on how many bytes arrive at once.
        for text in [&random[..], &zeros, &spoiled, &cr, some.as_bytes()] {
            let whole = is_binary(text);
            for len in 0..text.len() {
                assert!(is_binary(&text[..len]).is_none_or(|it| Some(it) == whole), "{len}");
            }
        }
    }

    #[test]
    fn utf16_by_its_zeros() {
        let greek: Vec<u8> = "[White \"Αγγελος Παύλος\"]\n[Black \"Μήτσης\"]\n"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(utf16_without_bom(&greek), Some(Utf::Utf16Be));
        assert_eq!(utf16_without_bom(b"\x07\0\x01\0a\0b\0c\0d\0"), None, "numbers of 16 bits");
        assert_eq!(utf16_without_bom(b"[\0E\0v\0e\0n\0t\0 \0"), Some(Utf::Utf16Le));
        assert_eq!(utf16_without_bom(b"\0[\0E\0v\0e\0n\0t\0 "), Some(Utf::Utf16Be));
        assert_eq!(utf16_without_bom(b"[Event \"x\"]\n"), None);
        assert_eq!(utf16_without_bom(&[0; 100]), None);
        // A pipe may deliver more bytes at once than are examined of a file.
        let mut text = b"[\0E\0".repeat(HEAD / 4);
        assert!(may_be_utf16(&text[..8]) && !may_be_utf16(&text));
        text.extend(b"[Event \"x\"]".repeat(100));
        assert!(utf16_without_bom(&text).is_some());
    }
}
