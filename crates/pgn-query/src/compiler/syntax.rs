//! The parser of expressions (docs/expressions.md): text to a syntax tree, without looking names up.

use crate::{
    compiler::calls,
    fields::other_names,
    language::{
        ast::{Arg, ArgValue, Ast, Call, OPS, Operation, Subject, Test, Word, ends_word},
        error::Fault,
    },
};

/// The help for a value that ends too early.
const NEEDS_QUOTES: &str = "a value with a comma or a blank needs double quotes";

/// Maximum nesting of parentheses and calls.
const MAX_NESTING: usize = 100;

/// Parses an expression.
///
/// # Errors
/// Returns an error if the text is not an expression.
pub(crate) fn parse(text: &str) -> Result<Ast, Fault> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let ast = parser.or()?;
    if parser.at < text.len() {
        return Err(parser.unexpected_after_test("`and`, `or`, or the end"));
    }
    Ok(ast)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn or(&mut self) -> Result<Ast, Fault> {
        let mut parts = vec![self.and()?];
        while self.keyword("or") {
            parts.push(self.and()?);
        }
        Ok(single_or(parts, Ast::Or))
    }

    fn and(&mut self) -> Result<Ast, Fault> {
        let mut parts = vec![self.not()?];
        while self.keyword("and") {
            parts.push(self.not()?);
        }
        Ok(single_or(parts, Ast::And))
    }

    fn not(&mut self) -> Result<Ast, Fault> {
        let mut is_negated = false;
        while self.keyword("not") {
            is_negated = !is_negated;
        }
        let inner = self.primary()?;
        Ok(if is_negated { Ast::Not(Box::new(inner)) } else { inner })
    }

    fn primary(&mut self) -> Result<Ast, Fault> {
        self.blanks();
        let start = self.at;
        if self.take("(") {
            self.enter(start)?;
            let inner = self.or()?;
            self.close(start)?;
            return Ok(inner);
        }
        let name = self.name()?;
        let is_call = self.rest().trim_start().starts_with('(');
        if is_call && !matches!(name.text.as_str(), "tag" | "fold") {
            self.blanks();
            return self.call(name).map(Ast::Call);
        }
        let subject = self.subject(name)?;
        let operation = self.operation(&subject)?;
        Ok(Ast::Test(Test { subject, operation, span: start..self.at }))
    }

    /// Parses the rest of a subject after its name, if the name is not that of a predicate.
    fn subject(&mut self, name: Word) -> Result<Subject, Fault> {
        let start = name.span.start;
        if let Some(part) = self.part(&name.text)? {
            let span = start..part.span.end;
            return Ok(Subject { name, part: Some(part), is_tag: false, is_folded: false, span });
        }
        self.blanks();
        let open = self.at;
        if !(matches!(name.text.as_str(), "tag" | "fold") && self.take("(")) {
            let span = name.span.clone();
            return Ok(Subject { name, part: None, is_tag: false, is_folded: false, span });
        }
        self.enter(open)?;
        let is_fold = name.text == "fold";
        self.blanks();
        let inner = if is_fold {
            let name = self.name()?;
            self.subject(name)?
        } else {
            let name = self.value("the name of a tag")?;
            let span = name.span.clone();
            Subject { name, part: None, is_tag: true, is_folded: false, span }
        };
        self.close(open)?;
        if is_fold && self.rest().starts_with(':') {
            let fault = self.unexpected("an operator after the parenthesis");
            return Err(fault.help("write the part inside, as in fold(White:surname)"));
        }
        let part = if is_fold { inner.part } else { self.part(&inner.name.text)? };
        let is_folded = is_fold || inner.is_folded;
        Ok(Subject { part, is_folded, span: start..self.at, ..inner })
    }

    /// Parses the part that follows the name of a field or tag after a colon, if there is one.
    fn part(&mut self, name: &str) -> Result<Option<Word>, Fault> {
        if !self.take(":") {
            return Ok(None);
        }
        let rest = self.rest();
        let is_end = |c: char| c.is_whitespace() || "()\",=!<>~".contains(c);
        let n = rest.find(is_end).unwrap_or(rest.len());
        if n == 0 {
            return Err(self.unexpected(&format!("a part after `{name}:`, as in Date:year")));
        }
        let word =
            Word { text: rest[..n].to_owned(), span: self.at..self.at + n, is_quoted: false };
        self.at += n;
        Ok(Some(word))
    }

    fn operation(&mut self, subject: &Subject) -> Result<Operation, Fault> {
        if self.keyword("in") {
            return self.range_or_list();
        }
        self.blanks();
        let start = self.at;
        let Some(&(text, op)) = OPS.iter().find(|(text, _)| self.rest().starts_with(text)) else {
            let name = &self.text[subject.span.clone()];
            let expected = format!("an operator after `{name}`: = != < <= > >= ~ =~ in");
            let fault = self.unexpected(&expected);
            if name.eq_ignore_ascii_case("not") {
                return Err(fault.help("write `not`"));
            }
            let Some((n, meant)) = other_names::test(name, self.rest()) else { return Err(fault) };
            let end = if n == 0 { subject.span.end } else { self.at + n };
            return Err(fault.meaning(subject.span.start..end, &meant));
        };
        self.at += text.len();
        let is_sign = |c| c == '=' || matches!(c, '<' | '>') && matches!(text, "=" | "<" | ">");
        if self.rest().starts_with(is_sign) {
            self.at += 1;
            let written = &self.text[start..self.at];
            let fault = Fault::new(&(start..self.at), format!("`{written}` is not an operator"));
            return Err(match written {
                "==" => fault.help("equality is one `=`"),
                "=>" => fault.meaning(start..self.at, ">="),
                "=<" => fault.meaning(start..self.at, "<="),
                "<>" => fault.meaning(start..self.at, "!="),
                _ => fault,
            });
        }
        let value = self.value(&format!("a value after `{text}`"))?;
        let end = self.at;
        self.blanks();
        if self.take("..") {
            let has_high =
                !self.rest().is_empty() && !self.rest().starts_with([' ', ')', ',', '(']);
            let high =
                if has_high { self.value("the end of the range")?.text } else { String::new() };
            let name = &self.text[subject.span.clone()];
            return Err(Fault::new(&(start..end), "a range needs `in`")
                .help(format!("as in: {name} in {}..{high}", value.text)));
        }
        Ok(Operation::Compare(op, value))
    }

    fn range_or_list(&mut self) -> Result<Operation, Fault> {
        self.blanks();
        let open = self.at;
        if self.take("(") {
            self.enter(open)?;
            let mut values = vec![self.value("a value")?];
            loop {
                self.blanks();
                if !self.take(",") {
                    break;
                }
                values.push(self.value("a value")?);
            }
            self.close(open)?;
            return Ok(Operation::List(values));
        }
        if self.take("[")
            && let Some(length) = self.rest().find(']')
        {
            let (list, values) = (open..self.at + length + 1, &self.rest()[..length]);
            let is_range = values.contains("..");
            let meant = if is_range { values.to_owned() } else { format!("({values})") };
            return Err(Fault::new(&list, "brackets do not belong here").meaning(list, &meant));
        }
        let expected = "a range like 2..5, or a list like (2, 5), after `in`";
        let low = if self.rest().starts_with("..") { None } else { Some(self.value(expected)?) };
        self.blanks();
        if self.rest().starts_with(',') && !is_test(&self.rest()[1..]) {
            while self.take(",") {
                self.value("a value")?;
                self.blanks();
            }
            let list = open..open + self.text[open..self.at].trim_end().len();
            let fault = Fault::new(&list, "a list is in parentheses");
            if self.rest().starts_with("..") {
                return Err(fault.help("a list has no ranges; join two tests with `or`"));
            }
            let meant = format!("({})", &self.text[list.clone()]);
            return Err(fault.meaning(list, &meant));
        }
        if !self.take("..") {
            let fault = self.unexpected("`..` and the end of the range");
            let range = low.and_then(|low| Some((low.span, other_names::range(&low.text)?)));
            return Err(match range {
                Some((span, range)) => fault.meaning(span, &range),
                None => fault,
            });
        }
        self.blanks();
        let has_high = !self.rest().is_empty() && !self.rest().starts_with([')', ',', '(']);
        let has_high = has_high && !self.is_keyword("and") && !self.is_keyword("or");
        let high = has_high.then(|| self.value("the end of the range")).transpose()?;
        Ok(Operation::Range(low, high))
    }

    fn call(&mut self, name: Word) -> Result<Call, Fault> {
        let start = name.span.start;
        let Some(signature) = calls::find(&name.text) else {
            return Err(calls::unknown(&name.text, &name.span));
        };
        let open = self.at;
        self.take("(");
        self.enter(open)?;
        let mut args = Vec::new();
        self.blanks();
        if !self.rest().starts_with(')') {
            loop {
                args.push(self.arg(signature)?);
                self.blanks();
                if !self.take(",") {
                    break;
                }
            }
        }
        self.close(open)?;
        Ok(Call { name, usage: signature.usage, args, span: start..self.at })
    }

    fn arg(&mut self, signature: &calls::Signature) -> Result<Arg, Fault> {
        self.blanks();
        let start = self.at;
        // `name =` names an argument only if the predicate has an option of that name.
        if let Ok(name) = self.name() {
            self.blanks();
            let is_named = self.rest().starts_with('=') && !self.rest().starts_with("=~");
            if is_named && signature.args == calls::ArgKind::Words {
                signature.check_option(&name)?;
            }
            if is_named && signature.has_option(&name.text) {
                self.at += 1;
                let value = self.value(&format!("a value after `{}=`", name.text))?;
                return Ok(Arg { name: Some(name), value: ArgValue::Word(value) });
            }
        }
        self.at = start;
        let value = match signature.args {
            calls::ArgKind::Words => ArgValue::Word(self.value("a value")?),
            calls::ArgKind::Subject => {
                let name = self.name()?;
                ArgValue::Subject(self.subject(name)?)
            }
            calls::ArgKind::Exprs => {
                if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
                    ArgValue::Word(self.value("a number")?)
                } else {
                    ArgValue::Expr(self.or()?)
                }
            }
        };
        Ok(Arg { name: None, value })
    }

    /// Parses the name of a field, tag or predicate.
    fn name(&mut self) -> Result<Word, Fault> {
        self.blanks();
        let n = self
            .rest()
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(self.rest().len());
        let text = &self.rest()[..n];
        if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.unexpected("a field, a tag or a predicate"));
        }
        let word = Word { text: text.to_owned(), span: self.at..self.at + n, is_quoted: false };
        if matches!(text, "and" | "or" | "in") {
            return Err(self.unexpected("a field, a tag or a predicate"));
        }
        self.at += n;
        Ok(word)
    }

    fn value(&mut self, expected: &str) -> Result<Word, Fault> {
        self.blanks();
        let start = self.at;
        if self.take("\"") {
            return self.quoted(start);
        }
        let rest = self.rest();
        let n = rest.find(ends_word).unwrap_or(rest.len());
        let n = rest[..n].find("..").unwrap_or(n);
        if n == 0 {
            return Err(self.unexpected(expected));
        }
        let text = rest[..n].to_owned();
        self.at += n;
        Ok(Word { text, span: start..self.at, is_quoted: false })
    }

    fn quoted(&mut self, start: usize) -> Result<Word, Fault> {
        let mut text = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += i + 1;
                    return Ok(Word { text, span: start..self.at, is_quoted: true });
                }
                '\\' => match chars.clone().next() {
                    Some((_, escaped @ ('"' | '\\'))) => {
                        chars.next();
                        text.push(escaped);
                    }
                    _ => text.push(c),
                },
                c => text.push(c),
            }
        }
        Err(Fault::new(&(start..start + 1), "this quote is never closed"))
    }

    fn enter(&mut self, open: usize) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let message = format!("nested more than {MAX_NESTING} deep");
            return Err(Fault::new(&(open..open + 1), message));
        }
        Ok(())
    }

    fn close(&mut self, open: usize) -> Result<(), Fault> {
        self.blanks();
        self.depth -= 1;
        if self.take(")") {
            return Ok(());
        }
        if self.rest().is_empty() {
            return Err(Fault::new(&(open..open + 1), "this parenthesis is never closed"));
        }
        Err(self.unexpected_after_test("`)`"))
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn take(&mut self, text: &str) -> bool {
        let is_there = self.rest().starts_with(text);
        self.at += if is_there { text.len() } else { 0 };
        is_there
    }

    fn is_keyword(&self, word: &str) -> bool {
        self.rest().strip_prefix(word).is_some_and(|rest| {
            !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '=' | '~'))
        })
    }

    fn keyword(&mut self, word: &str) -> bool {
        self.blanks();
        let is_there = self.is_keyword(word);
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    /// Returns the error for a missing token after a test, whose value may need quotes.
    fn unexpected_after_test(&self, expected: &str) -> Fault {
        let fault = self.unexpected(expected);
        let is_text = |word: &str| word.starts_with(char::is_alphabetic);
        let before = self.text[..self.at].split_whitespace().next_back().unwrap_or_default();
        let after = self.rest().split_whitespace().next().unwrap_or_default();
        let is_next = after == "not" || after.contains('(') || is_test(self.rest());
        match fault.help {
            None if is_text(before) && is_text(after) && !is_next => fault.help(NEEDS_QUOTES),
            _ => fault,
        }
    }

    /// Returns the error for a missing token.
    fn unexpected(&self, expected: &str) -> Fault {
        let rest = self.rest();
        if rest.is_empty() {
            let end = self.text.len();
            return Fault::new(&(end..end), format!("the expression ends; expected {expected}"));
        }
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let n = rest.find(ends_word).unwrap_or(rest.len()).max(first);
        let fault = Fault::new(&(self.at..self.at + n), format!("expected {expected}"));
        match &rest[..n] {
            "," if is_test(&rest[n..]) => fault.help("write `and`"),
            "," => fault.help(NEEDS_QUOTES),
            "&&" | "&" | "AND" | "And" => fault.help("write `and`"),
            "||" | "|" | "OR" | "Or" => fault.help("write `or`"),
            "!" | "NOT" | "Not" => fault.help("write `not`"),
            word if word.starts_with('!') && !word.starts_with("!=") => fault.help("write `not`"),
            _ => fault,
        }
    }
}

/// Returns true if a text begins with a field or tag and an operator.
fn is_test(text: &str) -> bool {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let has_name = parser.name().is_ok();
    parser.blanks();
    has_name && (parser.is_keyword("in") || OPS.iter().any(|(op, _)| parser.rest().starts_with(op)))
}

fn single_or(mut parts: Vec<Ast>, many: impl FnOnce(Vec<Ast>) -> Ast) -> Ast {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::language::ast::Op;

    fn text(op: Op) -> &'static str {
        OPS.iter().find(|(_, known)| *known == op).unwrap().0
    }

    fn show(ast: &Ast) -> String {
        let all = |parts: &[Ast], word: &str| {
            let parts: Vec<String> = parts.iter().map(show).collect();
            format!("({})", parts.join(&format!(" {word} ")))
        };
        let word = |word: &Word| word.text.clone();
        let end = |end: &Option<Word>| end.as_ref().map(word).unwrap_or_default();
        match ast {
            Ast::Or(parts) => all(parts, "or"),
            Ast::And(parts) => all(parts, "and"),
            Ast::Not(inner) => format!("not {}", show(inner)),
            Ast::Test(test) => {
                let fold = if test.subject.is_folded { "fold " } else { "" };
                let tag = if test.subject.is_tag { "tag " } else { "" };
                let operation = match &test.operation {
                    Operation::Compare(op, value) => format!("{} <{}>", text(*op), value.text),
                    Operation::Range(low, high) => format!("<{}>..<{}>", end(low), end(high)),
                    Operation::List(values) => {
                        let values: Vec<String> = values.iter().map(word).collect();
                        format!("in <{}>", values.join("> <"))
                    }
                };
                let part = test.subject.part.as_ref().map(|part| format!(":{}", part.text));
                let part = part.unwrap_or_default();
                format!("{fold}{tag}{}{part} {operation}", test.subject.name.text)
            }
            Ast::Call(call) => {
                let args = call.args.iter().map(|arg| {
                    let name = arg.name.as_ref().map(|name| format!("{}=", name.text));
                    let value = match &arg.value {
                        ArgValue::Word(word) => word.text.clone(),
                        ArgValue::Subject(subject) => subject.name.text.clone(),
                        ArgValue::Expr(expr) => show(expr),
                    };
                    format!("{}{value}", name.unwrap_or_default())
                });
                format!("{}({})", call.name.text, args.collect::<Vec<_>>().join("; "))
            }
        }
    }

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(show(&parse(text).unwrap()), expect, "{text}");
    }

    #[track_caller]
    fn check_fault(text: &str, span: Range<usize>, message: &str) {
        let fault = parse(text).unwrap_err();
        assert_eq!((fault.span, fault.message.as_str()), (span, message), "{text}");
    }

    #[test]
    fn expressions_are_read() {
        check("White ~ \"Carlsen*\"", "White ~ <Carlsen*>");
        check("elo>=2600 and date in 2019..2021-06", "(elo >= <2600> and date <2019>..<2021-06>)");
        check("not eco in B20..B99", "not eco <B20>..<B99>");
        check("a=1 or b=2 and not c!=3", "(a = <1> or (b = <2> and not c != <3>))");
        check("(a=1 or b=2) and c=3", "((a = <1> or b = <2>) and c = <3>)");
        check("not not a=1", "a = <1>");
        check("x in (1, \"b, c\")", "x in <1> <b, c>");
        check("x in ..5 and y in 2 .. or z in 3..", "((x <>..<5> and y <2>..<>) or z <3>..<>)");
        check(r#"tag("x y") =~ "a\"\\\d""#, r#"tag x y =~ <a"\\d>"#);
        check("fold(White) = o and fold(tag(\"a\"))=b", "(fold White = <o> and fold tag a = <b>)");
        check("result=1/2-1/2", "result = <1/2-1/2>");
        check("notes=1", "notes = <1>");
        check("missing(Event)", "missing(Event)");
        check("White = and", "White = <and>");
    }

    #[test]
    fn parts_follow_a_name() {
        check("Date:year>=2012", "Date:year >= <2012>");
        check("elo:400 in 2400..2800 and ECO:1=B", "(elo:400 <2400>..<2800> and ECO:1 = <B>)");
        check(r#"tag("a: b"):2 ~ "x*""#, "tag a: b:2 ~ <x*>");
        check("fold(White:surname) = o", "fold White:surname = <o>");
        check("missing(Date:month)", "missing(Date)");
        // A colon inside a value does not begin a part.
        check("White = a:b and text ~ \"e:4\"", "(White = <a:b> and text ~ <e:4>)");
        check_fault("elo: = 3", 4..5, "expected a part after `elo:`, as in Date:year");
        check_fault(
            "elo:",
            4..4,
            "the expression ends; expected a part after `elo:`, as in Date:year",
        );
        check_fault(
            "elo :400 = 3",
            4..8,
            "expected an operator after `elo`: = != < <= > >= ~ =~ in",
        );
        let fault = parse("fold(White):surname = o").unwrap_err();
        assert_eq!(fault.help.unwrap(), "write the part inside, as in fold(White:surname)");
        assert_eq!(parse("elo:400 = 1..2").unwrap_err().help.unwrap(), "as in: elo:400 in 1..2");
    }

    #[test]
    fn faults_have_a_place() {
        check_fault("", 0..0, "the expression ends; expected a field, a tag or a predicate");
        check_fault("a == 1", 2..4, "`==` is not an operator");
        check_fault(
            "a",
            1..1,
            "the expression ends; expected an operator after `a`: = != < <= > >= ~ =~ in",
        );
        check_fault("a = ", 4..4, "the expression ends; expected a value after `=`");
        check_fault("a = 1 b", 6..7, "expected `and`, `or`, or the end");
        check_fault("a = Carlsen, M", 11..12, "expected `and`, `or`, or the end");
        check_fault("(a = 1", 0..1, "this parenthesis is never closed");
        check_fault("a = 1)", 5..6, "expected `and`, `or`, or the end");
        check_fault("a = \"x", 4..5, "this quote is never closed");
        check_fault("a in 1", 6..6, "the expression ends; expected `..` and the end of the range");
        check_fault("a = 1..2", 2..5, "a range needs `in`");
        let help = |text: &str| parse(text).unwrap_err().help.unwrap_or_default();
        assert_eq!(help("a = 1..2"), "as in: a in 1..2");
        assert_eq!(help("a = 1.. and b = 2"), "as in: a in 1..");
        assert_eq!(help("a > 1, b > 2"), "write `and`");
        assert_eq!(help("a = Carlsen, M"), "a value with a comma or a blank needs double quotes");
        check_fault("and", 0..3, "expected a field, a tag or a predicate");
        check_fault("has(clk", 3..4, "this parenthesis is never closed");
    }

    #[test]
    fn nesting_has_an_end() {
        let deep = |n: usize| format!("{}a=1{}", "(".repeat(n), ")".repeat(n));
        assert!(parse(&deep(MAX_NESTING)).is_ok());
        for n in [MAX_NESTING + 1, 10_000, 1_000_000] {
            check_fault(&deep(n), MAX_NESTING..MAX_NESTING + 1, "nested more than 100 deep");
        }
        check(&format!("{}a=1", "not ".repeat(10_001)), "not a = <1>");
        let deep = format!("{}a=1{}", "run(".repeat(10_000), ")".repeat(10_000));
        assert!(parse(&deep).unwrap_err().message.contains("deep"));
    }
}
