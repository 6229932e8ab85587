use super::prelude::*;

rule!("unexpected_char.md", Check::Syntax(SyntaxErrorKind::UnexpectedChar, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = error.span.of(cx.src);
    let found = report.at(error.span, format!("{} has no meaning here", cx.quote(text)));
    match text {
        // A `%` in another column may have been meant to escape its line.
        [.., b'%'] => (),
        // These characters separate moves, as in `1. e4, e5`, end a sentence of moves (`2. Nf3.`), or set them in bold
        // type; in a sentence they are part of the text.
        [b',' | b':' | b'='] | [b'*' | b'.', ..] => {
            let is_prose = cx.has_words_near(error.span.start, 1);
            found.safe_fix(Edit::delete_word(cx.src, error.span).filter(|_| !is_prose));
        }
        _ => {
            found.unsafe_fix(Edit::delete_word(cx.src, error.span));
        }
    }
}
