use super::prelude::*;

rule!("glued_token.md", Check::Syntax(SyntaxErrorKind::GluedToken, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let end = error.span.end;
    let mv = cx.game.nodes[..cx.node_index(end)].last();
    let before = mv.map_or(error.span, |node| node.span);
    let rest = &cx.src[end as usize..];
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"{}()$;!?".contains(byte);
    let len = rest.iter().take(MAX_QUOTED).position(is_end).unwrap_or(rest.len().min(MAX_QUOTED));
    // A character in UTF-8 is quoted to its end.
    let is_inside = |byte: &&u8| matches!(byte, 0x80..=0xBF);
    let len = len + rest[len..].iter().take(3).take_while(is_inside).count();
    let message = format!("{} is glued to the move {}", cx.quote(&rest[..len]), cx.quoted(before));
    report.at(error.span, message).safe_fix([Edit::insert(end, " ")]);
}

/// Maximum length of the quotation of the second token, in bytes.
const MAX_QUOTED: usize = 16;
