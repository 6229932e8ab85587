use super::prelude::*;

rule!("c1_byte.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let Some(mark) = facts.c1.first else { return };
    let others = match facts.c1.n {
        0 | 1 => String::new(),
        2 => ", as in one more text of the file".to_owned(),
        n => format!(", as in {} more texts of the file", n - 1),
    };
    let found = report
        .at(mark, format!("a character with a code from 128 to 159{others}"))
        .help(help(facts.c1_byte));
    if facts.other_charset().is_some_and(|doubt| doubt.is_likelier) {
        found.otherwise();
    }
}

/// Returns what the byte of an 8-bit text may be; `None` is a control character of UTF-8.
fn help(byte: Option<u8>) -> &'static str {
    match byte {
        // Windows-1252 has no characters there.
        Some(0x81 | 0x8D | 0x8F | 0x90 | 0x9D) => {
            "Windows-1252 has no character there either: name the file's character set with `--encoding`, \
             such as `cp437` or `windows-1251`"
        }
        Some(_) => {
            "in Windows files these are quotes, dashes and letters; `export` writes them in \
             UTF-8, and `--encoding` names another character set"
        }
        None => "a control character in UTF-8: the text was converted from the wrong character set",
    }
}
