use super::prelude::*;

rule!(
    "bad_fen.md",
    Check::Start(StartFault::BadFen, check),
    Check::Start(StartFault::UnknownFen, check_unknown)
);

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let value = pair.value(cx.src);
    let message = match fault(cx, &value) {
        Some(fault) => format!("the FEN cannot be read: {fault}"),
        None => "the FEN cannot be read".to_owned(),
    };
    report.at(pair.value, message).help(
        "a FEN has the ranks from 8 to 1 with `/` between them, the side to move, castling rights, the en passant square and two numbers",
    );
}

fn check_unknown(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let found = report
        .at(pair.value, "the FEN is no position: the game is read from the initial position")
        .otherwise()
        .help("without the tag, other programs read the moves, too");
    // Without the tag, the finding would be that it is missing.
    let is_needed = [StartFault::SetupWithoutFen, StartFault::VariantWithoutFen]
        .iter()
        .any(|fault| cx.start().faults.contains(*fault));
    if !cx.has_bad_name(pair) && !is_needed {
        let edit = Edit::delete_pair(cx.src, pair.span);
        found.fix(Applicability::safe_if(pair.value.is_empty()), [edit]);
    }
}

/// Returns which field or rank of a FEN cannot be read, if it is a FEN of standard chess otherwise.
fn fault(cx: &GameCx<'_>, fen: &[u8]) -> Option<String> {
    let turn = FenFields::of(fen).turn();
    let mut fields = FenFields::of(fen).iter();
    let board = fields.next()?;
    if board.contains(&b'[') {
        return None;
    }
    let ranks: Vec<&[u8]> = board.split(|&byte| byte == b'/').collect();
    // A ninth rank may be a pocket.
    if !(8..=9).contains(&ranks.len()) {
        let s = if ranks.len() == 1 { "" } else { "s" };
        return Some(format!("it has {} rank{s} instead of 8", ranks.len()));
    }
    for (at, rank) in ranks.iter().take(8).enumerate() {
        let number = 8 - at;
        let is_man = |byte: &u8| b"pnbrqkPNBRQK12345678~".contains(byte);
        if let Some(odd) = rank.iter().position(|byte| !is_man(byte)) {
            let text = String::from_utf8_lossy(&rank[odd..]).chars().next().map(String::from)?;
            return Some(format!("{} in rank {number} is not a piece", cx.quote(text.as_bytes())));
        }
        let n_squares: usize = rank
            .iter()
            .map(|&byte| match byte {
                b'1'..=b'8' => usize::from(byte - b'0'),
                b'~' => 0,
                _ => 1,
            })
            .sum();
        if n_squares != 8 {
            let s = if n_squares == 1 { "" } else { "s" };
            return Some(format!("rank {number} has {n_squares} square{s} instead of 8"));
        }
    }
    match fields.next() {
        None => Some("the side to move is missing".to_owned()),
        Some(_) if turn.is_some() => {
            let names = ["castling", "en passant", "the half-move clock", "the move number"];
            let is_right = [
                |field: &[u8]| field == b"-" || field.iter().all(u8::is_ascii_alphabetic),
                |field: &[u8]| matches!(field, b"-" | [b'a'..=b'h', b'1'..=b'8']),
                |field: &[u8]| field.iter().all(u8::is_ascii_digit),
                |field: &[u8]| field.iter().all(u8::is_ascii_digit),
            ];
            let mut named = fields.zip(names).zip(is_right);
            let ((field, name), _) = named.find(|((field, _), is_right)| !is_right(field))?;
            Some(format!("{} is not {name}", cx.quote(field)))
        }
        Some(other) => Some(format!("{} is not a side to move (`w` or `b`)", cx.quote(other))),
    }
}
