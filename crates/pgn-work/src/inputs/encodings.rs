//! Warnings about encodings: several inputs with different encodings that are copied to one output, and inputs of
//! uncertain encoding that are converted to UTF-8.

use pgn_collate::{stored, stored_enum};
use pgn_report::text::escape;
use pgn_stream::{ChunkView, InputInfo};
use pgn_syntax::{
    CharsetDetector, CharsetDoubt, CharsetGuess, Fallback, first_line_end, is_blank_text,
};

use crate::{
    ReadingOptions,
    reports::messages::{Messages, counted},
};

/// The kinds of bytes beyond ASCII that a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Encodings {
    /// True if there are characters in UTF-8.
    pub(crate) utf8: bool,
    /// True if there are bytes that are not UTF-8.
    pub(crate) other: bool,
    /// The first line end; `None` if there is none.
    pub(crate) line_end: Option<LineEnd>,
}

stored! { Encodings { utf8, other, line_end } }

/// A line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    Lf,
    CrLf,
    Cr,
}

stored_enum! { LineEnd: Lf, CrLf, Cr }

impl LineEnd {
    /// The names of the line ends, in their order.
    const NAMES: [&str; 3] = ["LF", "CR LF", "CR"];

    /// Returns the first line end of a text, if it has one.
    fn first(text: &[u8]) -> Option<LineEnd> {
        Some(match first_line_end(text)? {
            "\n" => LineEnd::Lf,
            "\r" => LineEnd::Cr,
            _ => LineEnd::CrLf,
        })
    }
}

impl Encodings {
    /// Returns the encodings of a text. White space alone has none, as it is not written among several inputs.
    pub(crate) fn of(text: &[u8]) -> Encodings {
        if is_blank_text(text) {
            return Encodings::default();
        }
        let mut found = Encodings { line_end: LineEnd::first(text), ..Encodings::default() };
        if text.is_ascii() {
            return found;
        }
        if std::str::from_utf8(text).is_ok() {
            return Encodings { utf8: true, ..found };
        }
        // Some neighboring letters of a word in another set happen to be a character of UTF-8.
        for run in text.split(u8::is_ascii).filter(|run| !run.is_empty()) {
            let is_utf8 = std::str::from_utf8(run).is_ok();
            found.utf8 |= is_utf8;
            found.other |= !is_utf8;
            if found.utf8 && found.other {
                break;
            }
        }
        found
    }

    /// Returns the encodings of a text if they are examined, otherwise none.
    pub(crate) fn of_if(is_examined: bool, text: &[u8]) -> Encodings {
        if is_examined { Encodings::of(text) } else { Encodings::default() }
    }

    /// Adds the encodings of a text that follows.
    pub(crate) fn add(&mut self, after: Encodings) {
        self.utf8 |= after.utf8;
        self.other |= after.other;
        self.line_end = self.line_end.or(after.line_end);
    }

    /// Returns true if all characters beyond ASCII have one encoding, and there are some.
    pub(crate) fn is_one(self) -> bool {
        self.utf8 != self.other
    }

    /// Returns what characters beyond ASCII this text has, and what `other` has, if the two differ. This text must be
    /// of one encoding.
    pub(crate) fn differences(self, other: &[u8]) -> Option<[&'static str; 2]> {
        if other.is_ascii() {
            return None;
        }
        let other = Encodings::of(other);
        let words = ["characters in UTF-8", "other 8-bit characters"];
        if self.utf8 {
            other.other.then_some(words)
        } else {
            other.utf8.then_some([words[1], words[0]])
        }
    }
}

/// The character set of strings of an input that are not UTF-8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputCharset {
    /// The character set with which they are decoded.
    pub(crate) read_as: Fallback,
    /// True if the set was detected in this input or given for it, false if it is the set for all inputs.
    pub(crate) is_known: bool,
}

impl InputCharset {
    /// Returns the character set of an input.
    pub(crate) fn of(input: &InputInfo, reading: &ReadingOptions) -> InputCharset {
        let is_known = input.given_charset.is_some() || input.charset.is_some();
        InputCharset { read_as: reading.fallback(input), is_known }
    }
}

/// Whether texts have several encodings, and several line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mixture {
    pub(crate) encodings: bool,
    pub(crate) line_ends: bool,
}

/// The encodings of the texts of an output so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OutputEncodings {
    found: Encodings,
    /// The character set of the texts that are not UTF-8; `None` if there are none.
    read_as: Option<Fallback>,
}

impl OutputEncodings {
    /// Adds a text. Returns whether it differs from the texts before it. `read_as`: its character set if it is not UTF-8.
    pub(crate) fn add(&mut self, text: Encodings, read_as: Fallback) -> Mixture {
        let is_other_line_end = |end| text.line_end.is_some_and(|it| it != end);
        let mut mixture = Mixture {
            encodings: false,
            line_ends: self.found.line_end.is_some_and(is_other_line_end),
        };
        self.found.add(text);
        if text.other {
            mixture.encodings = *self.read_as.get_or_insert(read_as) != read_as;
        }
        mixture.encodings |= self.found.utf8 && self.found.other;
        mixture
    }
}

/// The inputs of one encoding: the name of the first, and their number.
#[derive(Debug)]
struct Group {
    first: String,
    n: u64,
}

impl Group {
    fn new(first: String) -> Group {
        Group { first, n: 1 }
    }

    fn words(&self) -> String {
        match self.n {
            1 => self.first.clone(),
            n => format!("{} and {}", self.first, counted(n - 1, "more file")),
        }
    }
}

/// The inputs of each encoding.
#[derive(Debug, Default)]
pub(crate) struct InputsByEncoding {
    utf8: Option<Group>,
    /// The inputs of each 8-bit set, in the order in which the sets occur.
    others: Vec<(InputCharset, Group)>,
    /// The encodings of the current input so far.
    here: Encodings,
    /// Name of the first input with each line end.
    line_ends: [Option<String>; 3],
}

impl InputsByEncoding {
    /// Begins an input.
    pub(crate) fn begin(&mut self) {
        self.here = Encodings::default();
    }

    /// Adds the encodings of a piece of the current input. `name`: returns the name of the input.
    pub(crate) fn add(&mut self, found: Encodings, set: InputCharset, name: impl Fn() -> String) {
        if found.utf8 && !self.here.utf8 {
            match &mut self.utf8 {
                Some(group) => group.n += 1,
                none => *none = Some(Group::new(name())),
            }
        }
        if found.other && !self.here.other {
            match self.others.iter_mut().find(|(known, _)| known.read_as == set.read_as) {
                Some((known, group)) => {
                    known.is_known |= set.is_known;
                    group.n += 1;
                }
                None => self.others.push((set, Group::new(name()))),
            }
        }
        if self.here.line_end.is_none()
            && let Some(line_end) = found.line_end
        {
            self.line_ends[line_end as usize].get_or_insert_with(&name);
        }
        self.here.add(found);
    }

    /// Reports several encodings, and several line ends, in one output.
    pub(crate) fn report(&self, messages: &Messages) {
        self.report_mixture(Mixture { encodings: true, line_ends: true }, messages);
    }

    /// Reports several encodings, and several line ends, of inputs whose games were divided among outputs. `mixture`:
    /// whether any of the outputs has several.
    pub(crate) fn report_mixture(&self, mixture: Mixture, messages: &Messages) {
        if let Some(warning) = self.warning().filter(|_| mixture.encodings) {
            messages.warning(warning);
        }
        if let Some(note) = self.note().filter(|_| mixture.line_ends) {
            messages.note(note);
        }
    }

    /// Returns a note if inputs with different line ends are copied to one output.
    fn note(&self) -> Option<String> {
        let named = LineEnd::NAMES.iter().zip(&self.line_ends);
        let ends: Vec<String> = named
            .filter_map(|(end, input)| Some(format!("{end} from {}", input.as_ref()?)))
            .collect();
        let kinds = match &ends[..] {
            [] | [_] => return None,
            [one, other] => format!("both kinds, {one} and {other}"),
            all => format!("several kinds, {}", all.join(", ")),
        };
        Some(format!("the output has line ends of {kinds}; --line-ending lf unifies them"))
    }

    /// Returns the warning; `None` unless there are several encodings.
    fn warning(&self) -> Option<String> {
        if usize::from(self.utf8.is_some()) + self.others.len() < 2 {
            return None;
        }
        let utf8 = self.utf8.iter().map(|group| ("UTF-8", group));
        let others = self.others.iter().map(|(set, group)| match set.is_known {
            true => (set.read_as.name(), group),
            false => ("other 8-bit characters", group),
        });
        let words = |(what, group): (&str, &Group)| format!("{what} in {}", group.words());
        let all: Vec<String> = utf8.chain(others).map(words).collect();
        Some(format!(
            "inputs of several encodings, copied as they are: {}; merge --output-encoding utf-8 and export write one \
             encoding",
            all.join(", ")
        ))
    }
}

/// The words of a chunk that are not UTF-8, if they are decoded with an assumed character set.
#[derive(Debug)]
pub(crate) struct Assumed {
    words: CharsetDetector,
    /// True if no further text of the input is examined.
    is_last: bool,
}

impl Assumed {
    /// Number of bytes of an input that are examined, about as many as by `--encoding auto`.
    const SAMPLE: u64 = 4 << 20;

    /// Returns the words of a chunk; `None` if the chunk is after the part that is examined.
    pub(crate) fn of(chunk: &ChunkView<'_>) -> Option<Assumed> {
        if chunk.offset.0 >= Assumed::SAMPLE {
            return None;
        }
        let mut words = CharsetDetector::default();
        if !chunk.bytes.is_ascii() && std::str::from_utf8(chunk.bytes).is_err() {
            words.add(chunk.bytes);
        }
        let end = chunk.offset.0 + chunk.bytes.len() as u64;
        Some(Assumed { words, is_last: chunk.is_last() || end >= Assumed::SAMPLE })
    }
}

/// Warnings about inputs whose assumed character set is probably or possibly another one.
#[derive(Debug, Default)]
pub(crate) struct Doubts {
    /// The words of the current input; `None` after its warning.
    words: Option<CharsetDetector>,
    /// Number of words when they were judged last.
    n_judged: usize,
    n_inputs: u64,
}

impl Doubts {
    /// Maximum number of inputs that are reported separately. The others are counted.
    const MAX_NAMED: u64 = 5;

    /// Begins an input.
    pub(crate) fn begin(&mut self) {
        self.words = Some(CharsetDetector::default());
        self.n_judged = 0;
    }

    /// Adds the words of a chunk of the current input. Called before anything of the chunk is written.
    pub(crate) fn add(
        &mut self,
        assumed: &Assumed,
        read_as: Fallback,
        messages: &Messages,
        name: impl Fn() -> String,
    ) {
        let Some(words) = &mut self.words else { return };
        words.merge(&assumed.words);
        // Judging takes long: it is done again when there are twice as many words.
        if !assumed.is_last && words.n_words() < (2 * self.n_judged).max(1) {
            return;
        }
        self.n_judged = words.n_words();
        let doubt = words.doubt(read_as).filter(|doubt| doubt.is_certain || assumed.is_last);
        if let Some(CharsetDoubt { other, is_certain, is_mixed, readings, .. }) = doubt {
            self.words = None;
            self.n_inputs += 1;
            if self.n_inputs > Doubts::MAX_NAMED {
                return;
            }
            let [ours, theirs] = readings.each_ref().map(|word| escape(word));
            let (name, set, other) = (name(), read_as.name(), other.name());
            let why = match is_certain {
                _ if is_mixed => is_mixed_with(other, &theirs),
                true => format!(
                    "but its letters are those of {other} (`{theirs}`): use --encoding {other} or auto"
                ),
                false => format!(
                    "but it may be {other} (`{theirs}`): too few letters to be certain; --encoding sets the character set"
                ),
            };
            messages.warning(format_args!("{name}: read as {set} (`{ours}`), {why}"));
        }
    }

    /// Reports the number of inputs that were not reported separately.
    pub(crate) fn end(&self, messages: &Messages) {
        if let Some(n) = self.n_inputs.checked_sub(Doubts::MAX_NAMED).filter(|n| *n > 0) {
            messages.warning(format_args!(
                "{} whose character set is uncertain or different; `check --select encoding` lists them",
                counted(n, "more file")
            ));
        }
    }
}

/// Reports the character set that was detected in an input: as a warning, with a word in both readings, if another set
/// is nearly as likely.
pub(crate) fn report(
    name: &str,
    guess: &CharsetGuess,
    sample: Option<&[String; 2]>,
    messages: &Messages,
) {
    let CharsetGuess { charset, second, .. } = guess;
    let (set, other) = (charset.name(), second.name());
    if guess.is_certain() {
        messages.note(format_args!("{name}: read as {set}, by its letters"));
    } else if let (Some(also), Some(words)) = (guess.also, sample) {
        let [read, otherwise] = words.each_ref().map(|word| escape(word));
        let why = is_mixed_with(also.name(), &otherwise);
        messages.warning(format_args!("{name}: read as {set} (`{read}`), {why}"));
    } else {
        let [read, otherwise] = sample.map_or_else(Default::default, |words| {
            words.each_ref().map(|word| format!(" (`{}`)", escape(word)))
        });
        messages.warning(format_args!(
            "{name}: read as {set}{read}, but it may be {other}{otherwise}: too few letters to be certain; --encoding sets the character set"
        ));
    }
}

/// Returns the words about text of which a part is in another set. `word`: a word of this part.
fn is_mixed_with(other: &str, word: &str) -> String {
    format!(
        "but other words are those of {other} (`{word}`): divide the file, and read each part with its own --encoding"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_seen_by_their_bytes() {
        let of = |text: &[u8]| {
            let Encodings { utf8, other, .. } = Encodings::of(text);
            (utf8, other)
        };
        assert_eq!(of(b"Reti"), (false, false));
        assert_eq!(of("Réti".as_bytes()), (true, false));
        assert_eq!(of(b"R\xE9ti"), (false, true));
        assert_eq!(of(b"R\xC3\xA9ti R\xE9ti"), (true, true));
        // `ещё` in KOI8-R, of which the last two letters are a character of UTF-8.
        assert_eq!(of(b"\xC5\xDD\xA3"), (false, true));
    }

    /// Returns the warning for inputs, each with its name, text and character set; `None`: the set for all inputs.
    fn warning(inputs: &[(&str, &[u8], Option<&str>)]) -> Option<String> {
        let mut seen = InputsByEncoding::default();
        for (name, text, label) in inputs {
            seen.begin();
            let read_as = label.and_then(Fallback::find).unwrap_or_default();
            for _ in 0..2 {
                let set = InputCharset { read_as, is_known: label.is_some() };
                seen.add(Encodings::of(text), set, || (*name).to_owned());
            }
        }
        seen.warning()
    }

    #[test]
    fn different_encodings_are_reported_with_their_inputs() {
        let (utf8, other) = ("é".as_bytes(), b"\xE9".as_slice());
        let inputs = [("a", utf8, None), ("b", b"x", None), ("c", other, None), ("d", other, None)];
        assert_eq!(warning(&inputs[..2]), None);
        assert_eq!(warning(&inputs[2..]), None);
        let found = warning(&inputs).unwrap_or_default();
        assert!(found.contains("UTF-8 in a, other 8-bit characters in c and 1 more file;"));
    }

    #[test]
    fn different_line_ends_are_noted() {
        let note = |texts: &[&[u8]]| {
            let mut seen = InputsByEncoding::default();
            for (n, text) in texts.iter().enumerate() {
                seen.begin();
                let set = InputCharset { read_as: Fallback::default(), is_known: false };
                seen.add(Encodings::of(text), set, || format!("{n}.pgn"));
            }
            seen.note()
        };
        assert_eq!(note(&[b"a\r\nb\n", b"c\r\n", b"d"]), None);
        let found = note(&[b"a\r\n", b"b\n", b"c\n"]).unwrap_or_default();
        assert!(found.contains("LF from 1.pgn and CR LF from 0.pgn"), "{found}");
        let found = note(&[b"a\rb", b"b\n"]).unwrap_or_default();
        assert!(found.contains("both kinds, LF from 1.pgn and CR from 0.pgn"), "{found}");
        let found = note(&[b"a\r\r\nb", b"b\n"]).unwrap_or_default();
        assert!(found.contains("both kinds, LF from 1.pgn and CR LF from 0.pgn"), "{found}");
        let found = note(&[b"a\rb", b"b\n", b"c\r\n"]).unwrap_or_default();
        assert!(found.contains("LF from 1.pgn, CR LF from 2.pgn, CR from 0.pgn"), "{found}");
    }

    #[test]
    fn different_sets_are_named_as_far_as_they_are_known() {
        let text = b"\xE9".as_slice();
        let inputs = [
            ("a", text, Some("cp850")),
            ("b", text, None),
            ("c", text, Some("windows-1251")),
            ("d", text, Some("cp850")),
        ];
        assert_eq!(warning(&[inputs[0], inputs[3]]), None);
        let found = warning(&inputs).unwrap_or_default();
        assert!(found.contains(
            "cp850 in a and 1 more file, other 8-bit characters in b, windows-1251 in c;"
        ));
        // A set that is known for one input is also named for others that are decoded with it.
        let found = warning(&[inputs[1], ("e", text, Some("windows-1252")), inputs[2]]);
        assert!(
            found
                .unwrap_or_default()
                .contains("windows-1252 in b and 1 more file, windows-1251 in c;")
        );
    }
}
