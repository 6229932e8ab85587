//! The arguments of a call: words, expressions and named options.

use pgn_chess::shakmaty::Color;

use crate::language::{
    ast::{ArgValue, Ast, Call, Subject, Word},
    error::Fault,
};

/// The arguments of a call.
pub(crate) struct Args<'a> {
    pub(crate) call: &'a Call,
    /// The words without a name.
    pub(crate) words: Vec<&'a Word>,
    pub(crate) exprs: Vec<&'a Ast>,
    pub(crate) subjects: Vec<&'a Subject>,
}

impl<'a> Args<'a> {
    pub(crate) fn of(call: &'a Call) -> Args<'a> {
        let (words, exprs, subjects) = Default::default();
        let mut args = Args { call, words, exprs, subjects };
        for arg in call.args.iter().filter(|arg| arg.name.is_none()) {
            match &arg.value {
                ArgValue::Word(word) => args.words.push(word),
                ArgValue::Expr(ast) => args.exprs.push(ast),
                ArgValue::Subject(subject) => args.subjects.push(subject),
            }
        }
        args
    }

    /// Returns the error for a call with the wrong syntax.
    pub(crate) fn usage(&self) -> Fault {
        let Call { name, usage, span, .. } = self.call;
        Fault::new(span, format!("`{}` is written {usage}", name.text))
    }

    pub(crate) fn option(&self, name: &str) -> Result<Option<&'a Word>, Fault> {
        let mut found = None;
        for arg in &self.call.args {
            if let (Some(known), ArgValue::Word(word)) = (&arg.name, &arg.value)
                && known.text == name
            {
                if found.is_some() {
                    return Err(Fault::new(&known.span, format!("`{name}` is given twice")));
                }
                found = Some(word);
            }
        }
        Ok(found)
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<u32>, Fault> {
        self.option(name)?.map(number).transpose()
    }

    pub(crate) fn flag(&self, name: &str) -> Result<bool, Fault> {
        match self.option(name)? {
            None => Ok(false),
            Some(word) => match word.text.as_str() {
                "true" | "yes" => Ok(true),
                "false" | "no" => Ok(false),
                _ => Err(Fault::new(&word.span, "neither `true` nor `false`")),
            },
        }
    }

    pub(crate) fn color(&self, name: &str) -> Result<Option<Color>, Fault> {
        self.option(name)?.map(color).transpose()
    }

    /// Returns the only word of a call that takes one.
    pub(crate) fn word(&self) -> Result<&'a Word, Fault> {
        match self.words.as_slice() {
            [word] => Ok(word),
            _ => Err(self.usage()),
        }
    }

    /// Returns the field or tag of a call that takes one.
    pub(crate) fn subject(&self) -> Result<&'a Subject, Fault> {
        if let [subject] = self.subjects[..] { Ok(subject) } else { Err(self.usage()) }
    }

    pub(crate) fn no_words(&self) -> Result<(), Fault> {
        if self.words.is_empty() { Ok(()) } else { Err(self.usage()) }
    }

    /// Returns the values that `table` has for the words, at least one. `a|b` stands for `a` and `b`.
    pub(crate) fn choices<T: Clone>(&self, table: &[(&str, T)]) -> Result<Vec<T>, Fault> {
        let mut found = Vec::new();
        for word in &self.words {
            for one in word.text.split('|') {
                let known = table.iter().find(|(name, _)| *name == one);
                let (_, value) = known.ok_or_else(|| {
                    let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
                    Fault::new(&word.span, format!("`{one}` is none of: {}", names.join(", ")))
                })?;
                found.push(value.clone());
            }
        }
        if found.is_empty() { Err(self.usage()) } else { Ok(found) }
    }

    /// Returns the piece roles that the words name, as bits; without words, all roles.
    pub(crate) fn roles(&self) -> Result<u8, Fault> {
        let mut roles = 0;
        for word in &self.words {
            for letter in word.text.chars() {
                let role = "PNBRQK".find(letter.to_ascii_uppercase()).ok_or_else(|| {
                    Fault::new(&word.span, format!("`{letter}` is not a piece: K Q R B N P"))
                })?;
                roles |= 2 << role;
            }
        }
        Ok(if roles == 0 { !1 } else { roles })
    }
}

pub(crate) fn number(word: &Word) -> Result<u32, Fault> {
    let number = word.text.parse().ok();
    number.ok_or_else(|| Fault::new(&word.span, format!("`{}` is not a number", word.text)))
}

pub(crate) fn color(word: &Word) -> Result<Color, Fault> {
    match word.text.as_str() {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(Fault::new(&word.span, "neither `white` nor `black`")),
    }
}
