//! Builds predicates of positions from calls such as `material("KRPvKR", stable=4)`.

use pgn_chess::{Start, shakmaty::Color};

use super::{
    line::Line,
    material::{Imbalance, Material},
    pattern::{BoardPattern, Colors},
    predicate::{Anchor, Predicate, Window},
    single::{ExactPosition, Move, Pattern, Single},
};
use crate::language::{
    args::{Args, color, number},
    ast::{Ast, Call, Op, Operation, Test, Word},
    error::Fault,
};

/// Builds predicates, and counts the words of state that they need.
pub(crate) struct Builder {
    /// Returns the function that builds the predicate of a name; `None` for a predicate of the whole game.
    pub(crate) at_plies: fn(&str) -> Option<AtPlies>,
    pub(crate) n_words: usize,
}

/// Builds a predicate that is evaluated at plies.
pub(crate) type AtPlies = fn(&mut Builder, &Args<'_>) -> Result<Predicate, Fault>;

/// Returns an error at a part of a word.
fn within(word: &Word, part: &std::ops::Range<usize>, message: String) -> Fault {
    // With escapes, offsets do not map to the text; then the error is at the whole word.
    let start = word.span.start + usize::from(word.is_quoted);
    let is_plain = word.span.len() == word.text.len() + 2 * usize::from(word.is_quoted);
    if is_plain {
        Fault::new(&(start + part.start..start + part.end), message)
    } else {
        Fault::new(&word.span, message)
    }
}

fn whole(word: &Word) -> impl FnOnce(String) -> Fault {
    |message| Fault::new(&word.span, message)
}

impl Builder {
    fn slots(&mut self, n: usize) -> usize {
        self.n_words += n;
        self.n_words - n
    }

    /// Builds a predicate that is evaluated at a ply.
    ///
    /// # Errors
    /// Returns an error if the expression is not valid, or it needs a fact of the whole game.
    pub(crate) fn predicate(&mut self, ast: &Ast) -> Result<Predicate, Fault> {
        match ast {
            Ast::Or(parts) => Ok(Predicate::Or(self.predicates(parts)?)),
            Ast::And(parts) => Ok(Predicate::And(self.predicates(parts)?)),
            Ast::Not(inner) => Ok(Predicate::Not(Box::new(self.predicate(inner)?))),
            Ast::Test(test) => match pieces_test(test)? {
                Some(predicate) => Ok(predicate),
                None => Err(of_game(&test.subject.name)),
            },
            Ast::Call(call) => match self.call(call)? {
                Some(predicate) => Ok(predicate),
                None => Err(of_game(&call.name)),
            },
        }
    }

    fn predicates(&mut self, parts: &[Ast]) -> Result<Vec<Predicate>, Fault> {
        parts.iter().map(|part| self.predicate(part)).collect()
    }

    /// Builds the predicate of a call; `None` for a predicate of the whole game.
    pub(crate) fn call(&mut self, call: &Call) -> Result<Option<Predicate>, Fault> {
        let Some(build) = (self.at_plies)(&call.name.text) else { return Ok(None) };
        let args = Args::of(call);
        window(build(self, &args)?, &args).map(Some)
    }

    /// `stable=`: wraps a predicate so that it must hold at this many plies in a row.
    fn stable(&mut self, single: Single, args: &Args<'_>) -> Result<Predicate, Fault> {
        let predicate = Predicate::Single(single);
        Ok(match args.option("stable")?.map(half_moves).transpose()? {
            None | Some(1) => predicate,
            Some(n) => {
                let slot = self.slots(1);
                Predicate::Run { inner: Box::new(predicate), n: n.into(), slot }
            }
        })
    }
}

pub(crate) fn check(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    args.no_words()?;
    Ok(Predicate::Single(Single::Check))
}

pub(crate) fn imbalance(builder: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let all = either(args, Imbalance::new, Imbalance::exchanged)?;
    builder.stable(Single::Imbalance(all), args)
}

pub(crate) fn material(builder: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let all = either(args, Material::new, Material::exchanged)?;
    builder.stable(Single::Material(all), args)
}

pub(crate) fn stm(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    Ok(Predicate::Single(Single::Turn(color(args.word()?)?)))
}

pub(crate) fn underpromotion(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    args.no_words()?;
    let by = args.color("by")?;
    Ok(Predicate::Single(Single::Promotes(Move { roles: 0b0001_1100, by })))
}

/// Builds a predicate of moves by pieces of these roles and this side.
pub(crate) fn moves(args: &Args<'_>, single: fn(Move) -> Single) -> Result<Predicate, Fault> {
    let by = args.color("by")?;
    Ok(Predicate::Single(single(Move { roles: args.roles()?, by })))
}

/// Builds the predicate of promotions. In Antichess, a pawn can also become a king.
pub(crate) fn promotes(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    if let Some(word) = args.words.iter().find(|word| word.text.contains(['P', 'p'])) {
        let fault = Fault::new(&word.span, "no pawn becomes a pawn");
        return Err(fault.help("as in promotes(Q), or moved(P) for any move of a pawn"));
    }
    moves(args, Single::Promotes)
}

/// Reads the word of a call, and adds what it says with exchanged colors if `either=` asks for it.
fn either<T>(
    args: &Args<'_>,
    read: fn(&str) -> Result<T, String>,
    exchanged: fn(&T) -> T,
) -> Result<Vec<T>, Fault> {
    let word = args.word()?;
    let mut all = vec![read(&word.text).map_err(whole(word))?];
    if args.flag("either")? {
        all.push(exchanged(&all[0]));
    }
    Ok(all)
}

pub(crate) fn line(builder: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let word = args.word()?;
    let is_anywhere = args.flag("anywhere")?;
    if args.flag("transposing")? {
        if is_anywhere {
            let message = "a line is either `transposing` or `anywhere`";
            return Err(Fault::new(&args.call.span, message));
        }
        let (_, position) = Line::exact(&word.text).map_err(whole(word))?;
        let position = ExactPosition::new(&position);
        return Ok(Predicate::Single(Single::ExactPosition(Box::new(position))));
    }
    let anchor = if is_anywhere { Anchor::Anywhere } else { Anchor::Initial };
    let line = if Line::is_exact(&word.text) && !is_anywhere {
        Line::exact(&word.text).map_err(whole(word))?.0
    } else {
        Line::pattern(&word.text).map_err(whole(word))?
    };
    let slot = builder.slots(line.n_words());
    Ok(Predicate::Line { line: Box::new(line), anchor, slot })
}

pub(crate) fn then(builder: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    if args.exprs.len() < 2 || !args.words.is_empty() {
        return Err(args.usage());
    }
    let steps = args.exprs.iter().map(|ast| builder.predicate(ast)).collect::<Result<_, _>>()?;
    Ok(Predicate::Then { steps, slot: builder.slots(1) })
}

/// Returns the number of half-moves in a row that a word has.
fn half_moves(word: &Word) -> Result<u32, Fault> {
    let n = number(word)?;
    if n == 0 {
        return Err(Fault::new(&word.span, "expected a number of half-moves of at least 1"));
    }
    Ok(n)
}

pub(crate) fn run(builder: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let ([ast], [word]) = (&args.exprs[..], &args.words[..]) else { return Err(args.usage()) };
    let n = half_moves(word)?;
    let inner = Box::new(builder.predicate(ast)?);
    Ok(Predicate::Run { inner, n: n.into(), slot: builder.slots(1) })
}

pub(crate) fn pieces(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let word = args.word()?;
    let range = men(&word.text).ok_or_else(|| {
        let message = format!("`{}` is not a number of pieces and pawns", word.text);
        Fault::new(&word.span, message).help("as in 7, 3-7 or 7+")
    })?;
    Ok(Predicate::Single(Single::Pieces(vec![range])))
}

/// Builds the predicate of `pieces <= 7`, the number of men; `None` if the test names another
/// field.
pub(crate) fn pieces_test(test: &Test) -> Result<Option<Predicate>, Fault> {
    if test.subject.name.text != "pieces" || test.subject.is_tag || test.subject.is_folded {
        return Ok(None);
    }
    if let Some(part) = &test.subject.part {
        return Err(Fault::new(&part.span, "`pieces` has no parts"));
    }
    let end = |word: &Option<Word>, none| word.as_ref().map_or(Ok(none), number);
    let ranges = match &test.operation {
        Operation::Range(low, high) => vec![(end(low, 0)?, end(high, u32::MAX)?)],
        Operation::List(words) => {
            words.iter().map(|word| number(word).map(|n| (n, n))).collect::<Result<_, _>>()?
        }
        Operation::Compare(op, word) => {
            let n = number(word)?;
            match op {
                Op::Equal => vec![(n, n)],
                Op::Differs => vec![(0, n.saturating_sub(1)), (n.saturating_add(1), u32::MAX)],
                Op::Less => vec![(0, n.saturating_sub(1))],
                Op::AtMost => vec![(0, n)],
                Op::Greater => vec![(n.saturating_add(1), u32::MAX)],
                Op::AtLeast => vec![(n, u32::MAX)],
                Op::Glob | Op::Regex => {
                    return Err(Fault::new(&test.span, "`pieces` is a number"));
                }
            }
        }
    };
    Ok(Some(Predicate::Single(Single::Pieces(ranges))))
}

/// Builds the two predicates of `pieces != 7` as a test of a game: that a position is known, and that one has this number
/// of men; `None` for other tests.
pub(crate) fn unlike_pieces(test: &Test) -> Result<Option<(Predicate, Predicate)>, Fault> {
    let Operation::Compare(Op::Differs, word) = &test.operation else { return Ok(None) };
    let n = number(word)?;
    let predicate = |range| Predicate::Single(Single::Pieces(vec![range]));
    Ok(Some((predicate((0, u32::MAX)), predicate((n, n)))))
}

/// Reads a number of men: `7`, `3-7` or `7+`.
fn men(text: &str) -> Option<(u32, u32)> {
    if let Some(least) = text.strip_suffix('+') {
        return Some((least.parse().ok()?, u32::MAX));
    }
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = (least.parse().ok()?, most.parse().ok()?);
    (range.0 <= range.1).then_some(range)
}

fn of_game(name: &Word) -> Fault {
    let message = format!("`{}` is a fact of the whole game, not of a position", name.text);
    Fault::new(&name.span, message).help("then(…) and run(…) take predicates of positions")
}

/// Wraps a predicate by `from=`, `to=` and `stm=`.
fn window(predicate: Predicate, args: &Args<'_>) -> Result<Predicate, Fault> {
    let (from, to) = (args.number("from")?, args.number("to")?);
    let turn = args.color("stm")?;
    if from.is_none() && to.is_none() && turn.is_none() {
        return Ok(predicate);
    }
    let window = Window { from: from.unwrap_or(0), to: to.unwrap_or(u32::MAX), turn };
    if window.from > window.to {
        return Err(Fault::new(&args.call.span, "the window ends before it begins"));
    }
    Ok(Predicate::Window { window, inner: Box::new(predicate) })
}

pub(crate) fn position(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let word = args.word()?;
    let mut patterns = vec![pattern(word, Colors::AsWritten)?];
    if args.flag("either")? {
        patterns.push(pattern(word, Colors::Exchanged)?);
    }
    Ok(Predicate::Single(Single::Patterns(patterns)))
}

fn pattern(word: &Word, colors: Colors) -> Result<Pattern, Fault> {
    let mut fields = word.text.split_whitespace();
    let first = fields.next().unwrap_or("");
    let offset = word.text.len() - word.text.trim_start().len();
    let board = BoardPattern::new(first, colors).map_err(|(span, message)| {
        within(word, &(span.start + offset..span.end + offset), message)
    })?;
    let is_exchanged = colors == Colors::Exchanged;
    let turn = match fields.next() {
        None | Some("?") => None,
        Some("w") => Some(Color::from_white(!is_exchanged)),
        Some("b") => Some(Color::from_white(is_exchanged)),
        Some(_) => return Err(Fault::new(&word.span, "the side to move is `w`, `b` or `?`")),
    };
    let castling = match fields.next() {
        None | Some("?") => None,
        Some(text) => Some(castling(word, text, colors)?),
    };
    Ok(Pattern { board, turn, castling })
}

fn castling(word: &Word, text: &str, colors: Colors) -> Result<[bool; 4], Fault> {
    let mut rights = [false; 4];
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let index = "KQkq".find(letter).ok_or_else(|| {
            Fault::new(&word.span, "castling rights are letters of KQkq, `-` for none, or `?`")
        })?;
        rights[if colors == Colors::Exchanged { index ^ 2 } else { index }] = true;
    }
    Ok(rights)
}

/// Builds the predicate of a position given as FEN; omitted fields do not count. The FEN is read under the rules of each
/// variant, as the games are.
pub(crate) fn fen(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let word = args.word()?;
    let fields: Vec<&str> = word.text.split_whitespace().collect();
    let text = match fields.as_slice() {
        [board] => format!("{board} w - - 0 1"),
        [board, turn] => format!("{board} {turn} - - 0 1"),
        [board, turn, castling] => format!("{board} {turn} {castling} - 0 1"),
        _ => word.text.clone(),
    };
    let positions = match (Start::positions_of_fen(text.as_bytes()), fields.as_slice()) {
        // The side to move does not count, so either may make the position valid.
        (Err(_), [board]) => Start::positions_of_fen(format!("{board} b - - 0 1").as_bytes()),
        (positions, _) => positions,
    };
    let positions =
        positions.map_err(|error| Fault::new(&word.span, format!("this is not a FEN: {error}")))?;
    let read: Vec<ExactPosition> = positions.iter().map(ExactPosition::new).collect();
    // Rules without castling or en passant drop these fields of the FEN, so that their position is another one. Such a
    // position is left out if the rules of another variant keep more of the FEN.
    let kept =
        |it: &ExactPosition| [it.castling, it.ep].map(|it| it.unwrap_or_default().count_ones());
    let is_less = |a: [u32; 2], b: [u32; 2]| a != b && a[0] <= b[0] && a[1] <= b[1];
    let is_whole = |it: &&ExactPosition| !read.iter().any(|other| is_less(kept(it), kept(other)));
    let mut all: Vec<ExactPosition> = Vec::new();
    for same in read.iter().filter(is_whole) {
        let same = ExactPosition {
            turn: same.turn.filter(|_| fields.len() > 1),
            castling: same.castling.filter(|_| fields.len() > 2),
            ep: same.ep.filter(|_| fields.len() > 3),
            ..same.clone()
        };
        if !all.contains(&same) {
            all.push(same);
        }
    }
    let one = |same| Predicate::Single(Single::ExactPosition(Box::new(same)));
    let mut all: Vec<Predicate> = all.into_iter().map(one).collect();
    Ok(if all.len() == 1 { all.remove(0) } else { Predicate::Or(all) })
}

pub(crate) fn hash(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let word = args.word()?;
    let digits = word.text.strip_prefix("0x").unwrap_or(&word.text);
    let is_hex = (1..=16).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let hash = u64::from_str_radix(digits, 16).ok().filter(|_| is_hex);
    let hash = hash.ok_or_else(|| {
        Fault::new(&word.span, "a hash has up to 16 hexadecimal digits, as in 0x463b96181691fc9c")
    })?;
    Ok(Predicate::Single(Single::Hash(hash)))
}

pub(crate) fn castles(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let (mut by, mut is_king_side) = (None, None);
    for word in &args.words {
        match word.text.as_str() {
            "white" | "black" if by.is_none() => by = Some(color(word)?),
            "short" if is_king_side.is_none() => is_king_side = Some(true),
            "long" if is_king_side.is_none() => is_king_side = Some(false),
            "kingside" | "queenside" => {
                let meant = if word.text == "kingside" { "short" } else { "long" };
                return Err(args.usage().help(format!("write `{meant}` for `{}`", word.text)));
            }
            _ => return Err(args.usage()),
        }
    }
    Ok(Predicate::Single(Single::Castles { by, is_king_side }))
}

/// What positions of a game can reach, by name.
pub(crate) const REACHES: [(&str, Single); 4] = [
    ("threefold", Single::Repetition(3)),
    ("fivefold", Single::Repetition(5)),
    ("fifty", Single::Quiet(100)),
    ("seventyfive", Single::Quiet(150)),
];

pub(crate) fn reaches(_: &mut Builder, args: &Args<'_>) -> Result<Predicate, Fault> {
    let mut all: Vec<Predicate> =
        args.choices(&REACHES)?.into_iter().map(Predicate::Single).collect();
    Ok(if all.len() == 1 { all.remove(0) } else { Predicate::Or(all) })
}
