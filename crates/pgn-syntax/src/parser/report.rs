//! Errors that are added to a game while it is read.

use crate::{
    game::{
        Game,
        error::{SyntaxError, SyntaxErrorKind as Kind},
        movetext::{CommentKind, Node, NodeKind},
    },
    text::{
        scan::{CLASS, Class, char_at, skip_while},
        span::Span,
    },
};

impl Game {
    /// Adds an error in the text from `start` to `end`.
    #[cold]
    pub(super) fn report(&mut self, kind: Kind, start: usize, end: usize) {
        self.errors.push(SyntaxError { kind, span: Span::new(start, end) });
    }

    /// Reports the text from `start` to `end`, which becomes words outside comments.
    pub(super) fn report_words(&mut self, kind: Kind, start: usize, end: usize) {
        self.report(kind, start, end);
        let kind = NodeKind::Comment(CommentKind::Words);
        self.nodes.push(Node { span: Span::new(start, end), kind });
    }

    /// Reports the characters of one class at `at` as one error. Returns their end.
    pub(super) fn report_run(&mut self, src: &[u8], at: usize, of: Class, kind: Kind) -> usize {
        let end = skip_while(src, at + 1, |b| CLASS[*b as usize] == of);
        self.report(kind, at, end);
        end
    }

    /// Reports the invisible character at `at`. Returns its end.
    pub(super) fn report_invisible(&mut self, src: &[u8], at: usize) -> usize {
        let (code, len) = char_at(src, at);
        let kind = if code == 0xFEFF { Kind::Bom } else { Kind::InvisibleChar };
        self.report(kind, at, at + len);
        at + len
    }
}
