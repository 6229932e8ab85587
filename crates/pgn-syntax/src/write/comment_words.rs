//! The text of a comment in export format: words, with separators that say where a line may end.

use memchr::memchr;

use super::{WIDTH, may_begin_comment_line, n_code_points};
use crate::{
    comments::command::CommandEnds,
    text::{
        control_char,
        scan::{
            CLASS, Class, char_at, control_at, is_line_end, is_name_byte, is_white_space,
            skip_white,
        },
    },
};

/// The maximum number of code points of a command that is never broken: with braces it fills a line (CMD-07).
const MAX_COMMAND: usize = WIDTH - 2;

/// The separator between words where a line may end.
pub(super) const SPACE: u8 = 0x00;
/// The separator between words that stay on one line (COM-16).
pub(super) const NO_BREAK_SPACE: u8 = 0x01;
/// A position inside a long command where a line may end, and where no blank is written otherwise (CMD-07).
pub(super) const ZERO_WIDTH_BREAK: u8 = 0x02;

/// Appends the words of a comment's text to `out`, with separators between them.
pub(super) fn squeeze(text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    let mut is_gap = false;
    let mut ends = CommandEnds::default();
    while at < text.len() {
        let byte = text[at];
        // Copy a run of plain bytes at once.
        let n_plain = text[at..].iter().take_while(|&&b| IS_PLAIN[b as usize]).count();
        if n_plain > 0 {
            end_gap(&mut is_gap, separator_before(&text[at..]), out);
            out.extend_from_slice(&text[at..at + n_plain]);
            at += n_plain;
            continue;
        }
        match byte {
            b'[' => {
                end_gap(&mut is_gap, separator_before(&text[at..]), out);
                match ends.command_at(text, at) {
                    Some(command) => {
                        squeeze_command(command.text, out);
                        at += command.text.len();
                    }
                    None => {
                        out.push(byte);
                        at += 1;
                    }
                }
            }
            0xC2 => {
                let (_, len) = char_at(text, at);
                let written = control_char::c1(&text[at..]).map(str::as_bytes);
                if written == Some(b" ") {
                    is_gap = true;
                    at += len;
                    continue;
                }
                end_gap(&mut is_gap, SPACE, out);
                out.extend_from_slice(written.unwrap_or(&text[at..at + len]));
                at += len;
            }
            _ => {
                is_gap = true;
                at += 1;
            }
        }
    }
}

/// Ends a gap, if there is one, before a word: appends `separator`, unless the word is the first one.
fn end_gap(is_gap: &mut bool, separator: u8, out: &mut Vec<u8>) {
    if std::mem::take(is_gap) && !out.is_empty() {
        out.push(separator);
    }
}

/// Returns the separator between a gap and the word that `text` begins with.
fn separator_before(text: &[u8]) -> u8 {
    if may_begin_comment_line(text) { SPACE } else { NO_BREAK_SPACE }
}

/// Bytes of words: neither white space nor control characters, nor bytes that need further checks.
static IS_PLAIN: [bool; 256] = {
    let mut table = [true; 256];
    let mut i = 0;
    while i < 256 {
        if matches!(CLASS[i], Class::Blank | Class::LineEnd | Class::Control)
            || i == b'[' as usize
            || i == 0xC2
        {
            table[i] = false;
        }
        i += 1;
    }
    table
};

/// Returns the one or two commands that make up the text of a comment, if each can be copied unchanged to one
/// line; the second is empty if there is only one.
///
/// Returns `None` for all other text.
pub(super) fn short_commands(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii();
    let (first, rest) = text.split_at(memchr(b']', text)? + 1);
    let second = rest.trim_ascii_start();
    let is_apart = second.len() < rest.len();
    (is_short_command(first) && (rest.is_empty() || is_apart && is_short_command(second)))
        .then_some((first, second))
}

/// Returns true if `text` is one command that can be copied unchanged to one line.
fn is_short_command(text: &[u8]) -> bool {
    let Some(inner) = text.strip_prefix(b"[%").and_then(|rest| rest.strip_suffix(b"]")) else {
        return false;
    };
    let name_len = inner.iter().take_while(|byte| is_name_byte(byte)).count();
    let is_fine = |b: u8| (b' '..0x7F).contains(&b) && !matches!(b, b'"' | b'[' | b']' | b'}');
    text.len() <= MAX_COMMAND
        && name_len > 0
        && matches!(inner.get(name_len), None | Some(b' '))
        && inner[name_len..].iter().all(|&b| is_fine(b))
}

/// Appends a command without the line breaks inside it (CMD-06), and with [`ZERO_WIDTH_BREAK`]s where a long one may
/// break.
fn squeeze_command(text: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let mut is_quoted = false;
    let mut breaks = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        if is_white_space(&byte) {
            let end = skip_white(text, at);
            let has_break = text[at..end].iter().any(is_line_end);
            let after_comma = out.last() == Some(&b',') && !is_quoted;
            if !has_break {
                out.extend(text[at..end].iter().map(|_| b' '));
            } else if !after_comma {
                out.push(b' ');
            }
            at = end;
            continue;
        }
        if let Some(len) = control_at(text, at) {
            out.extend_from_slice(control_char::c1(&text[at..]).unwrap_or(" ").as_bytes());
            at += len;
            continue;
        }
        if out.len() > start
            && out.last() == Some(&b',')
            && !is_quoted
            && !matches!(byte, b'%' | b'[')
        {
            breaks.push(out.len());
        }
        is_quoted ^= byte == b'"';
        let (_, len) = char_at(text, at);
        out.extend_from_slice(&text[at..at + len]);
        at += len;
    }
    if n_code_points(&out[start..]) > MAX_COMMAND {
        let command = out.split_off(start);
        let mut from = 0;
        for place in breaks.iter().map(|place| place - start) {
            out.extend_from_slice(&command[from..place]);
            out.push(ZERO_WIDTH_BREAK);
            from = place;
        }
        out.extend_from_slice(&command[from..]);
    }
}
