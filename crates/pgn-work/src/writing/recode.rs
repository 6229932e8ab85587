//! Conversion of a game to another character set. Nothing else is changed.

use pgn_chess::{
    ReplayOptions,
    export::{ExportOptions, Exporter, OnError},
};
use pgn_syntax::{
    BOM, CommentKind, Fallback, Game, Games, Marker, Node, NodeKind, ReadOptions, Span, TagName,
    encoding::Charset,
    look_alike::{has_no_width, look_alike},
    marker::ResultInWords,
    nag::{SignSet, nag_of_sign, sign_of},
};

/// What was written for characters that the character set of the output does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lacking {
    /// Number of characters of tag values, comments and text around games, which are written as `?`.
    pub(crate) n_replaced: u64,
    /// Number of games in which moves, names and markers are in UTF-8, or in the set in which they were read.
    pub(crate) n_mixed: u64,
}

impl std::ops::AddAssign for Lacking {
    fn add_assign(&mut self, other: Lacking) {
        self.n_replaced += other.n_replaced;
        self.n_mixed += other.n_mixed;
    }
}

/// Copies a game to `out` in `charset`. The character set of each tag value, each comment and each word between them is
/// decided separately (TXT-03). `read` and `replay`: how games are read.
///
/// Characters of values and comments that `charset` does not have become `?`. In moves, names and markers a `?` would
/// have a meaning of its own: these are written in a form that is read as the same, such as the letters of figurines;
/// in UTF-8 if there is none; unchanged if UTF-8 is read in another way, too.
pub(crate) fn recode(
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    charset: Charset,
    (read, replay): (ReadOptions, ReplayOptions),
    out: &mut Vec<u8>,
) -> Lacking {
    if game.span.of(src).is_ascii() {
        out.extend_from_slice(game.span.of(src));
        return Lacking::default();
    }
    let strings = strings(game, src);
    let convert = |form, of_strings| {
        let bytes = Vec::with_capacity(game.span.len());
        let mut text = Recoded { form, charset, of_strings, fallback, bytes, ..Recoded::default() };
        text.game(game, src, &strings);
        text
    };
    let own = convert(Form::Own, charset);
    if charset == Charset::Utf8 || !own.has_others {
        out.extend_from_slice(&own.bytes);
        return Lacking { n_replaced: own.n_replaced, n_mixed: 0 };
    }
    // With strings in ASCII, the same text can be read in both character sets.
    let exported = |form, fallback| {
        let text = convert(form, Charset::Ascii);
        let replay = ReplayOptions { fallback, ..replay };
        text.is_whole.then(|| exported(&text.bytes, read, replay)).flatten()
    };
    let expected = exported(Form::Kept, fallback);
    let other = charset.fallback().unwrap_or(fallback);
    let is_same = |form: &Form| expected.is_some() && exported(*form, other) == expected;
    let form = [Form::Own, Form::Ascii, Form::Utf8].into_iter().find(is_same);
    let form = form.unwrap_or(Form::Kept);
    let written = if matches!(form, Form::Own) { own } else { convert(form, charset) };
    out.extend_from_slice(&written.bytes);
    let is_mixed = matches!(form, Form::Utf8 | Form::Kept);
    Lacking { n_replaced: written.n_replaced, n_mixed: u64::from(is_mixed) }
}

/// Returns the spans of the game whose text is not read as moves, names or markers: comments, except for words without
/// braces, and tag values other than results and positions.
fn strings(game: &Game, src: &[u8]) -> Vec<Span> {
    let is_comment =
        |node: &&Node| matches!(node.kind, NodeKind::Comment(kind) if kind != CommentKind::Words);
    let comments = game.nodes.iter().chain(&game.dropped_comments).filter(is_comment);
    let values = game.tags.iter().filter(|pair| match pair.known {
        Some(TagName::FEN) => false,
        Some(TagName::RESULT) => !is_result(game, &pair.value(src)),
        _ => true,
    });
    let mut strings: Vec<Span> = values.map(|pair| pair.value).collect();
    strings.extend(comments.map(|node| node.span));
    strings.sort_unstable_by_key(|span| span.start);
    strings
}

/// Returns true if the value of a Result tag is read as a result. One with further words is, if the marker is unknown.
fn is_result(game: &Game, value: &[u8]) -> bool {
    let is_open = game.marker.is_none_or(|(marker, _)| marker == Marker::Unknown);
    Marker::read(value).is_some() || is_open && ResultInWords::read(value).is_some()
}

/// Returns the text of a game in export format, in one line; `None` if `text` is not one game.
fn exported(text: &[u8], read: ReadOptions, replay: ReplayOptions) -> Option<Vec<u8>> {
    let (mut games, mut out) = (Games::with_options(text, read), Vec::new());
    let game = games.next().filter(|game| !game.is_too_dense)?;
    let (fallback, on_error) = (replay.fallback, OnError::Comment);
    let options =
        ExportOptions { fallback, on_error, replay, width: 0, ..ExportOptions::default() };
    Exporter::new(options).write(game, text, &mut out);
    games.next().is_none().then_some(out)
}

/// How characters of moves, names and markers are written.
#[derive(Clone, Copy, Default)]
enum Form {
    /// In the character set of the output, or in ASCII if it lacks them.
    #[default]
    Own,
    /// In ASCII, or in the character set of the output if they have no form in ASCII.
    Ascii,
    /// In UTF-8.
    Utf8,
    /// As they are.
    Kept,
}

/// The text of a game in another character set.
#[derive(Default)]
struct Recoded {
    form: Form,
    charset: Charset,
    /// The set of comments, values and words around the game.
    of_strings: Charset,
    /// Character set of the words that are not UTF-8.
    fallback: Fallback,
    bytes: Vec<u8>,
    n_replaced: u64,
    /// True if characters other than ASCII are outside of strings.
    has_others: bool,
    /// True if all of them were written.
    is_whole: bool,
}

impl Recoded {
    fn game(&mut self, game: &Game, src: &[u8], strings: &[Span]) {
        self.is_whole = true;
        let mut at = game.span.start as usize;
        if self.charset != Charset::Utf8 && game.span.of(src).starts_with(BOM) {
            at += BOM.len();
        }
        for string in strings.iter().filter(|it| it.end <= game.span.end) {
            let (start, end) = (string.start as usize, string.end as usize);
            if start >= at {
                self.between_strings(game, src, Span::new(at, start));
                self.string(string.of(src));
                at = end;
            }
        }
        self.between_strings(game, src, Span::new(at, game.span.end as usize));
    }

    /// Writes a comment, a value, or a word around the game.
    fn string(&mut self, text: &[u8]) {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(self.fallback.decode(text).as_bytes());
        self.n_replaced += self.of_strings.encode(&mut self.bytes, from);
    }

    fn between_strings(&mut self, game: &Game, src: &[u8], span: Span) {
        if span.of(src).is_ascii() {
            self.bytes.extend_from_slice(span.of(src));
            return;
        }
        if !self.is_whole {
            return;
        }
        let (mut at, mut is_escape) = (span.start as usize, false);
        for word in span.of(src).split_inclusive(u8::is_ascii_whitespace) {
            let begins_line = at == 0 || matches!(src[at - 1], b'\n' | b'\r');
            is_escape = if begins_line { word[0] == b'%' } else { is_escape };
            let is_around = !(game.start as usize..game.end as usize).contains(&at);
            at += word.len();
            if word.is_ascii() {
                self.bytes.extend_from_slice(word);
            } else if is_escape {
                self.string(word);
            } else {
                self.has_others = true;
                let text = self.fallback.decode(word);
                match self.form {
                    Form::Utf8 => self.bytes.extend_from_slice(text.as_bytes()),
                    Form::Kept => self.bytes.extend_from_slice(word),
                    Form::Own | Form::Ascii if is_around => self.string(word),
                    Form::Own => {
                        text.chars().for_each(|c| self.is_whole &= self.own(c) || self.ascii(c))
                    }
                    Form::Ascii => {
                        text.chars().for_each(|c| self.is_whole &= self.ascii(c) || self.own(c));
                    }
                }
            }
        }
    }

    /// Writes a character, if the set of the output has it.
    fn own(&mut self, c: char) -> bool {
        let has = self.charset.has(c);
        if has {
            let from = self.bytes.len();
            self.bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            self.charset.encode(&mut self.bytes, from);
        }
        has
    }

    /// Writes a character in ASCII, if it has such a form.
    fn ascii(&mut self, c: char) -> bool {
        let (mut utf8, mut other) = ([0; 4], [0; 4]);
        let own = &*c.encode_utf8(&mut utf8);
        let sign = || sign_of(nag_of_sign(own)?, true, SignSet::Ascii);
        let ascii = match c {
            '♔' | '♚' => "K",
            '♕' | '♛' => "Q",
            '♖' | '♜' => "R",
            '♗' | '♝' => "B",
            '♘' | '♞' => "N",
            '♙' | '♟' => "P",
            '½' => "1/2",
            '×' => "x",
            '…' => "...",
            '\u{2010}'..='\u{2015}' | '−' => "-",
            '“' | '”' | '„' | '‟' | '«' | '»' => "\"",
            '‘' | '’' | '‚' | '‛' => "'",
            _ if c.is_ascii() => own,
            _ if c.is_whitespace() => " ",
            _ if has_no_width(c.into()) => "",
            _ => match (sign(), look_alike(c.into())) {
                (Some(sign), _) => {
                    self.bytes.push(b' ');
                    sign
                }
                (None, Some(ascii)) => &*ascii.encode_utf8(&mut other),
                (None, None) => return false,
            },
        };
        self.bytes.extend_from_slice(ascii.as_bytes());
        true
    }
}

/// Copies text without games to `out` in `charset`. The character set of each line is decided separately. Returns the
/// number of characters that `charset` does not have, which are written as `?`.
pub(crate) fn recode_text(
    text: &[u8],
    fallback: Fallback,
    charset: Charset,
    out: &mut Vec<u8>,
) -> u64 {
    let from = out.len();
    for line in text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        out.extend_from_slice(fallback.decode(line).as_bytes());
    }
    encode(charset, out, from)
}

/// Converts the end of `out` from `from` on, which is UTF-8, to `charset`, without a byte order mark if this is another
/// set. Returns the number of characters that `charset` does not have.
fn encode(charset: Charset, out: &mut Vec<u8>, from: usize) -> u64 {
    if charset != Charset::Utf8 && out[from..].starts_with(BOM) {
        out.drain(from..from + BOM.len());
    }
    charset.encode(out, from)
}

/// Converts the bytes of one game to UTF-8.
pub(crate) fn to_utf8(bytes: &mut Vec<u8>, read: ReadOptions, fallback: Fallback) {
    if std::str::from_utf8(bytes).is_ok() {
        return;
    }
    let mut out = Vec::with_capacity(bytes.len());
    if let Some(game) = Games::with_options(bytes, read).next() {
        recode(game, bytes, fallback, Charset::Utf8, (read, ReplayOptions::default()), &mut out);
        *bytes = out;
    }
}

/// Returns the bytes of one game as UTF-8; `None` if they are UTF-8, or if one of them is no character of `fallback`.
pub(crate) fn to_utf8_without_loss(
    bytes: &[u8],
    read: ReadOptions,
    fallback: Fallback,
) -> Option<Vec<u8>> {
    const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let mut utf8 = bytes.to_vec();
    to_utf8(&mut utf8, read, fallback);
    let n_replaced =
        |bytes: &[u8]| bytes.windows(REPLACEMENT.len()).filter(|it| *it == REPLACEMENT).count();
    (n_replaced(&utf8) == n_replaced(bytes)).then_some(utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(src: &[u8], label: &str, expect: &[u8], (n_replaced, n_mixed): (u64, u64)) {
        let mut games = Games::new(src);
        let mut out = Vec::new();
        let charset = Charset::find(label).unwrap();
        let reading = (ReadOptions::default(), ReplayOptions::default());
        let game = games.next().unwrap();
        let lacking = recode(game, src, Fallback::default(), charset, reading, &mut out);
        assert_eq!(
            (String::from_utf8_lossy(&out), lacking),
            (String::from_utf8_lossy(expect), Lacking { n_replaced, n_mixed })
        );
        assert_eq!(out, expect);
    }

    #[test]
    fn rejects_become_utf8_if_nothing_is_lost() {
        let text = |bytes: &[u8], label: &str| {
            let fallback = Charset::find(label).unwrap().fallback()?;
            let utf8 = to_utf8_without_loss(bytes, ReadOptions::default(), fallback);
            Some(String::from_utf8(utf8?).unwrap())
        };
        let dos = b"[White \"M\x81ller\"]\n\n1. e4 Ke4 *";
        assert_eq!(text(dos, "cp850").unwrap(), "[White \"M\u{fc}ller\"]\n\n1. e4 Ke4 *");
        assert_eq!(text(dos, "windows-1252"), None);
        assert_eq!(text(b"[White \"M\xC3\xBCller\"]\n\n*", "cp850"), None);
    }

    #[test]
    fn each_string_is_read_by_itself() {
        let src = b"\xEF\xBB\xBF[White \"R\xE9ti\"]\r\n[Black \"Gr\xC3\xBCnfeld\"]\r\n\r\n1.e4  {\xC3\xA9}  ; \xE9\r\n e5 *";
        let utf8 =
            "\u{FEFF}[White \"Réti\"]\r\n[Black \"Grünfeld\"]\r\n\r\n1.e4  {é}  ; é\r\n e5 *";
        check(src, "utf-8", utf8.as_bytes(), (0, 0));
        let latin1 =
            b"[White \"R\xE9ti\"]\r\n[Black \"Gr\xFCnfeld\"]\r\n\r\n1.e4  {\xE9}  ; \xE9\r\n e5 *";
        check(src, "latin1", latin1, (0, 0));
        let ascii = b"[White \"R?ti\"]\r\n[Black \"Gr?nfeld\"]\r\n\r\n1.e4  {?}  ; ?\r\n e5 *";
        check(src, "ascii", ascii, (4, 0));
        check(b"  1.e4 *\n", "ascii", b"  1.e4 *\n", (0, 0));
    }

    #[test]
    fn moves_names_and_markers_stay_the_same() {
        let check =
            |src: &str, label: &str, expect: &[u8], n| check(src.as_bytes(), label, expect, n);
        let src = "[Event “é”]\n[Result \"½–½\"]\n\n1. ♘f3± ♘c6 {♘} 2. d\u{200B}4 ½–½\n";
        let ascii = b"[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 +/- Nc6 {?} 2. d4 1/2-1/2\n";
        check(src, "ascii", ascii, (2, 0));
        // The set has dashes and fractions at places where they are not read as such.
        check("1. e4 ½-½\n", "cp850", b"1. e4 1/2-1/2\n", (0, 0));
        check("1. e4 ½-½\n", "latin1", b"1. e4 \xBD-\xBD\n", (0, 0));
        // A letter of another alphabet that can be read in one way only, and one that can be a Russian knight.
        check("1. е4 *\n", "ascii", b"1. e4 *\n", (0, 0));
        let knight = "1. e4 e5 2. Кf3 {é} *\n";
        check(knight, "windows-1251", b"1. e4 e5 2. \xCAf3 {?} *\n", (1, 0));
        check(knight, "latin1", &["1. e4 e5 2. Кf3 {".as_bytes(), b"\xE9} *\n"].concat(), (0, 1));
        check(
            "[Белые \"é\"]\n\n1. d4 *\n",
            "ascii",
            "[Белые \"?\"]\n\n1. d4 *\n".as_bytes(),
            (1, 1),
        );
        // Bytes that are not read as part of the move.
        let (src, kept) = (b"1. d4 d5 2. e\x844 {\xE9} *\n", b"1. d4 d5 2. e\x844 {?} *\n");
        self::check(src, "koi8-r", kept, (1, 1));
        // A word without braces, for which `?` would be a NAG.
        check("1. e4 где *\n", "ascii", "1. e4 где *\n".as_bytes(), (0, 1));
        check("% é\n1. d4 *\n% é\n", "ascii", b"% ?\n1. d4 *\n% ?\n", (2, 0));
    }
}
