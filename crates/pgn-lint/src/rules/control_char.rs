use super::prelude::*;

use pgn_syntax::control_char::is_printable_ascii;

rule!(
    "control_char.md",
    Check::Syntax(SyntaxErrorKind::ControlChar, check),
    Check::Node(NodeSet::BRACE_COMMENT.union(NodeSet::LINE_COMMENT), check_comment)
);

/// Reports the first control character of a comment.
fn check_comment(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    let text = node.span.of(cx.src);
    // Fast path: most comments contain none.
    if is_printable_ascii(text) {
        return;
    }
    let first = text.iter().zip(node.span.start..).find(|(byte, _)| is_control(**byte));
    if let Some((&byte, start)) = first {
        let span = Span { start, end: start + 1 };
        report.at(span, format!("control character 0x{byte:02X} in a comment"));
    }
}

/// Returns true for control characters that are not white space.
fn is_control(byte: u8) -> bool {
    byte < b'\t' || byte == 0x0C || byte.wrapping_sub(0x0E) < 0x12 || byte == 0x7F
}

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = error.span.of(cx.src);
    let code = text.first().copied().unwrap_or_default();
    let rest = cx.src.get(error.span.end as usize..).unwrap_or_default();
    let is_last = code == DOS_END
        && rest.len() < FAR
        && rest.iter().all(|byte| byte.is_ascii_whitespace() || *byte == DOS_END);
    if is_last {
        report
            .at(error.span, "the file ends in 0x1A, the end-of-file sign of DOS")
            .otherwise()
            .safe_fix([Edit::blank_out(cx.src, error.span)]);
    } else {
        // Within a word, the intended character is unknown.
        let is_white = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let before = cx.src[..error.span.start as usize].last();
        let is_apart = is_white(before) || is_white(rest.first());
        // From 128 to 159, a control character has two bytes in UTF-8.
        let name = match text {
            [0xC2, code, ..] => format!("U+{code:04X}"),
            _ => format!("0x{code:02X}"),
        };
        // Without these bytes, the rest would no longer be pairs.
        if is_utf16_at(cx.src, error.span.start as usize) {
            report
                .at(error.span, format!("control character {name}: the text here is UTF-16"))
                .help("convert this part of the file to UTF-8");
            return;
        }
        report
            .at(error.span, format!("control character {name}"))
            .safe_fix(is_apart.then(|| Edit::blank_out(cx.src, error.span)));
    }
}

/// Returns true if the NUL byte at an offset is one of several that are at every second place, as in UTF-16.
fn is_utf16_at(src: &[u8], at: usize) -> bool {
    let is_nul = |at: Option<usize>| at.and_then(|at| src.get(at)).map(|byte| *byte == 0);
    let alternate = |places: [Option<usize>; 4]| places.map(is_nul) == ALTERNATING;
    is_nul(Some(at)) == Some(true)
        && (alternate([1, 2, 3, 4].map(|n| at.checked_add(n)))
            || alternate([1, 2, 3, 4].map(|n| at.checked_sub(n))))
}

/// Whether the bytes beside a NUL byte of UTF-16 are NUL bytes.
const ALTERNATING: [Option<bool>; 4] = [Some(false), Some(true), Some(false), Some(true)];

/// Ctrl-Z, which DOS programs wrote after the last byte of a text.
const DOS_END: u8 = 0x1A;

/// Upper bound on the bytes after it: every such character searches the rest of the file.
const FAR: usize = 4096;
