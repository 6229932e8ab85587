//! Checks the length of functions, and of the program.

use super::{code, is_test_code, lines};

/// The maximum number of lines of code of a function outside of tests, with its signature and without comments.
const MAX_LINES: usize = 80;

/// Returns the names of the functions of a file with the numbers of their lines of code. Functions inside of
/// functions belong to the outer one.
fn functions(text: &str) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    // The name, the indentation and the lines of the function at hand.
    let mut function: Option<(String, usize, usize)> = None;
    for line in lines(text).filter(|line| !line.trim().is_empty()) {
        let code = line.trim();
        let indent = line.len() - line.trim_start().len();
        if let Some((name, start, n_lines)) = &mut function {
            *n_lines += 1;
            if indent == *start && code.starts_with('}') {
                all.push((std::mem::take(name), *n_lines));
                function = None;
            }
        } else if let Some(name) = name_of(code)
            && !code.ends_with([';', '}'])
        {
            function = Some((name.to_owned(), indent, 1));
        }
    }
    all
}

/// Returns the name of the function that a line of code begins.
fn name_of(code: &str) -> Option<&str> {
    let (before, rest) = code.split_once("fn ")?;
    let is_word = |word: &str| {
        matches!(word, "pub" | "const" | "async" | "unsafe") || word.starts_with("pub(")
    };
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    before.split_whitespace().all(is_word).then_some(name).filter(|name| !name.is_empty())
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    let mut n_functions = 0;
    for (path, text) in code().into_iter().filter(|(path, _)| !is_test_code(path)) {
        let functions = functions(&text);
        n_functions += functions.len();
        for (name, n_lines) in functions.into_iter().filter(|(_, n)| *n > MAX_LINES) {
            long.push(format!("{}: {name} has {n_lines} lines", path.display()));
        }
    }
    assert!(n_functions > 1000, "the functions were not found");
    assert!(long.is_empty(), "functions over {MAX_LINES} lines:\n{}", long.join("\n"));
}

/// Most of a command is in libraries; the program has its arguments, settings and messages.
#[test]
fn the_program_is_thin() {
    let of_program = code().into_iter().filter(|(path, _)| path.starts_with("src"));
    let n_lines: usize = of_program.map(|(_, text)| text.lines().count()).sum();
    assert!((5_000..=10_000).contains(&n_lines), "{n_lines} lines in src");
}

#[test]
fn lines_of_functions_are_counted() {
    let text = "pub(crate) const fn one(\n    a: u8,\n) -> u8 {\n    // A comment.\n\n    a\n}\n\
                impl A {\n    fn two() {\n        fn inner() {\n        }\n    }\n}\n\
                type F = fn (u8);\nfn three();\n";
    let expected = [("one".to_owned(), 5), ("two".to_owned(), 4)];
    assert_eq!(functions(text), expected);
}
