use pgn_syntax::CharsetDoubt;

use super::prelude::*;

rule!("encoding.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let Some(mark) = facts.eight_bit.first else { return };
    let read_as = facts.charset;
    let name = read_as.name();
    match facts.other_charset() {
        Some(CharsetDoubt { other, is_mixed: true, readings: [ours, theirs], .. }) => {
            let other = other.name();
            report
                .at(
                    mark,
                    format!("two character sets: `{ours}` is in {name}, `{theirs}` in {other}"),
                )
                .otherwise()
                .help("divide the file, and read each part with the `--encoding` that it is in");
        }
        Some(CharsetDoubt { other, is_certain, readings: [ours, theirs], .. }) => {
            let other = other.name();
            let message = if is_certain {
                format!(
                    "the letters are those of {other}: `{theirs}`, which {name} reads as `{ours}`"
                )
            } else {
                format!("the character set is uncertain: `{ours}` in {name}, `{theirs}` in {other}")
            };
            report.at(mark, message).otherwise().help(format!(
                "`--encoding {other}` reads it so, `--encoding auto` each file in its own set"
            ));
        }
        None if !facts.has_mixed_encodings() => {
            report
                .at(mark, "the file is in an 8-bit encoding, not in UTF-8")
                .help("it is read in the character set of `--encoding`, by default windows-1252");
        }
        None => (),
    }
}
