//! The syntax tree of an expression.

use std::ops::Range;

/// A syntax tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ast {
    Or(Vec<Ast>),
    And(Vec<Ast>),
    Not(Box<Ast>),
    Test(Test),
    Call(Call),
}

/// A word of the text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
    pub(crate) is_quoted: bool,
}

/// Returns true if this character ends a value that is not quoted.
pub(crate) fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | '"' | ',')
}

/// A test: `subject operation`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) subject: Subject,
    pub(crate) operation: Operation,
    pub(crate) span: Range<usize>,
}

/// The subject of a test: `White`, `tag("x y")`, `fold(White)`, `Date:year`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    pub(crate) name: Word,
    /// The part of the values that is compared, after a colon.
    pub(crate) part: Option<Word>,
    /// True inside `tag(…)`, which names a tag whatever its first letter.
    pub(crate) is_tag: bool,
    /// True inside `fold(…)`.
    pub(crate) is_folded: bool,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Compare(Op, Word),
    Range(Option<Word>, Option<Word>),
    List(Vec<Word>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Equal,
    Differs,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Glob,
    Regex,
}

/// The operators, longest first.
pub(crate) const OPS: [(&str, Op); 8] = [
    ("=~", Op::Regex),
    ("!=", Op::Differs),
    ("<=", Op::AtMost),
    (">=", Op::AtLeast),
    ("=", Op::Equal),
    ("<", Op::Less),
    (">", Op::Greater),
    ("~", Op::Glob),
];

/// A call: `name(…)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) name: Word,
    /// The syntax of the predicate, for messages.
    pub(crate) usage: &'static str,
    pub(crate) args: Vec<Arg>,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arg {
    pub(crate) name: Option<Word>,
    pub(crate) value: ArgValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArgValue {
    Word(Word),
    Subject(Subject),
    Expr(Ast),
}
