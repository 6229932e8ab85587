use super::prelude::*;

use pgn_syntax::command::Command;

use crate::clock;

rule!("bad_command.md", Check::Command(check));

fn check(cx: &GameCx<'_>, span: Span, command: Option<&Command<'_>>, report: &mut Report<'_>) {
    let message = match command {
        None => Some("`[%` begins a command that has no name or no end".to_owned()),
        Some(command) => fault(cx, command),
    };
    if let Some(message) = message {
        report
            .at(span, message)
            .help("a command is written `[%name operand]`, operands with commas between");
    }
}

/// Returns the name of the part that is missing in an otherwise complete command.
fn fault(cx: &GameCx<'_>, command: &Command<'_>) -> Option<String> {
    let is_time = clock::kind(command.name).is_some();
    if is_time && command.operands.contains(&b',') {
        return Some(format!("{} takes one operand, not several", cx.quote(command.name)));
    }
    if command.operands.contains(&b']') && !command.operands.contains(&b'"') {
        return Some("an operand contains `]`, at which other programs end the command".to_owned());
    }
    if matches!(command.name, b"cal" | b"csl") && !command.operands.is_empty() {
        return bad_operand(cx, command);
    }
    let needs_one =
        is_time || matches!(command.name, b"eval" | b"csl" | b"cal" | b"evp" | b"mdl" | b"tqu");
    (needs_one && command.operands.is_empty())
        .then(|| format!("{} has no operand", cx.quote(command.name)))
}

/// Returns what is wrong with the first operand of `cal` (arrows) or `csl` (squares) that is not a
/// color and one square, or two for an arrow.
fn bad_operand(cx: &GameCx<'_>, command: &Command<'_>) -> Option<String> {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let is_color = |byte: u8| matches!(byte, b'R' | b'G' | b'Y' | b'B' | b'C' | b'O' | b'M');
    let is_right = |operand: &[u8]| match (command.name, operand) {
        (b"csl", [color, square @ ..]) => is_color(*color) && is_square(square),
        (_, [color, a, b, to @ ..]) => is_color(*color) && is_square(&[*a, *b]) && is_square(to),
        _ => false,
    };
    let mut operands = command.operands.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
    let wrong = operands.find(|operand| !is_right(operand))?;
    Some(format!(
        "{} is not an operand of {}: write {}",
        cx.quote(wrong),
        cx.quote(command.name),
        match command.name {
            b"csl" => "a color and a square, such as `Ge4`",
            _ => "a color and two squares, such as `Ge2e4`",
        }
    ))
}
