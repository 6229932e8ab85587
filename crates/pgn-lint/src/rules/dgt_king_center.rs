use super::prelude::*;

rule!("dgt_king_center.md", Check::Move(MoveErrorKind::Illegal, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.depth > 0 || !is_center(ply.span.of(cx.src)) {
        return;
    }
    let rest: Vec<_> = cx.game.mainline_from(ply.id.0 as usize + 1).take(2).collect();
    if rest.len() <= 1 && rest.iter().all(|node| is_center(node.span.of(cx.src))) {
        let what = match rest.len() {
            0 => "ends the game: a king placed in the center",
            _ => "begins the end of the game: kings placed in the center",
        };
        report
            .at(ply.span, format!("{} {what}", moves::quoted_with_number(cx, ply)))
            .help("players show an electronic board the result in this way; it is not a move")
            .fen(ply.before.fen())
            .unsafe_fix(trim(cx, ply));
    }
}

fn is_center(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
    matches!(text, [b'K', b'd' | b'e', b'4' | b'5'] | [b'K', b'x', b'd' | b'e', b'4' | b'5'])
}

/// Returns an edit that removes the moves with their numbers, if they have no annotation.
fn trim(cx: &GameCx<'_>, ply: &Ply<'_>) -> Option<Edit> {
    let end = cx.game.mainline().last()?.span.end;
    let before = &cx.src[..ply.span.start as usize];
    let is_white = |byte: &u8| byte.is_ascii_whitespace();
    let gap = before.iter().rev().take_while(|byte| is_white(byte) || **byte == b'.').count();
    let digits = before[..before.len() - gap].iter().rev().take_while(|byte| byte.is_ascii_digit());
    let number = before.len() - gap - digits.count();
    // Digits joined to other text are not a number.
    let start = if before[..number].last().is_none_or(is_white) { number } else { before.len() };
    let span = Span::new(start, end as usize);
    let is_number = |byte: &u8| byte.is_ascii_digit() || is_white(byte) || *byte == b'.';
    let is_plain = span.of(cx.src).iter().all(|byte| is_number(byte) || b"Kxde+#".contains(byte));
    if is_plain { Edit::delete_word(cx.src, span) } else { None }
}
