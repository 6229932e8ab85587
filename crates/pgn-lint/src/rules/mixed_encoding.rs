use super::prelude::*;

rule!("mixed_encoding.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if let (Some(utf8), Some(eight_bit)) = (facts.utf8.first, facts.eight_bit.first)
        && facts.has_mixed_encodings()
    {
        let (mark, message) = if utf8.offset < eight_bit.offset {
            (eight_bit, "this text is not UTF-8, though others before it are")
        } else {
            (utf8, "this text is UTF-8, though others before it are not")
        };
        report.at(mark, message).help("each is read for itself; `export` writes UTF-8");
    }
}
