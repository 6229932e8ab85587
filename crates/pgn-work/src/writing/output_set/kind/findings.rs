//! Outputs of `check`, as they are recognized.

use pgn_lint::RULES;

use super::{after_all, begins_with_digit, first_line};

/// Returns true for findings in any format, or their number by rule.
pub(super) fn are_in(text: &str) -> bool {
    let line = first_line(text);
    is_full(line)
        || is_concise(line)
        || is_count_of_rule(line)
        || line.ends_with(" (--max-diagnostics none shows all)")
        || text.starts_with("\n     games    findings  written by\n")
        || is_command(line)
        || is_json(text)
        || is_sarif(text)
        || text
            .starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"pgnkit\">")
}

/// Returns true for a line like `error[M001]: illegal-move: message`.
fn is_full(line: &str) -> bool {
    let of_level = ["error[", "warning[", "info[", "style["].iter();
    of_level.filter_map(|level| line.strip_prefix(level)).any(|rest| {
        let (code, title) = rest.split_once("]: ").unwrap_or_default();
        let name = title.split([' ', ':']).next();
        name.is_some_and(|name| is_rule(code, name))
    })
}

/// Returns true for a line like `path:line:column: E illegal-move message`.
fn is_concise(line: &str) -> bool {
    line.match_indices(": ").any(|(at, _)| {
        let mut place = line[..at].rsplit(':');
        let is_number = |text: Option<&str>| text.is_some_and(|text| text.parse::<u64>().is_ok());
        let mut words = line[at + 2..].split(' ');
        is_number(place.next())
            && is_number(place.next())
            && place.next().is_some()
            && words.next().is_some_and(|level| ["E", "W", "I", "S"].contains(&level))
            && words.next().is_some_and(|name| RULES.iter().any(|rule| rule.name == name))
    })
}

/// Returns true for a line like `12  T001  warning  missing-roster-tag`.
fn is_count_of_rule(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| word.parse::<u64>().is_ok())
        && words.next().zip(words.nth(1)).is_some_and(|(code, name)| is_rule(code, name))
}

/// Returns true for a workflow command of GitHub with the title of a rule.
fn is_command(line: &str) -> bool {
    ["::error title=", "::warning title=", "::notice title="].iter().any(|command| {
        let title = line.strip_prefix(command).and_then(|rest| rest.split_once("),file="));
        let rule = title.and_then(|(title, _)| title.split_once(" ("));
        rule.is_some_and(|(name, code)| is_rule(code, name))
    })
}

/// Returns true for a JSON array of findings, which may be empty, and for findings as JSON lines.
fn is_json(text: &str) -> bool {
    let object = match text.strip_prefix('[') {
        Some(rest) if rest.trim() == "]" => return true,
        Some(rest) => rest.trim_start(),
        None => text,
    };
    let line = first_line(object);
    let finding = ["{\"path\":", ",\"member\":", ",\"game\":", ",\"line\":", ",\"code\":\""];
    let finding = after_all(line, &finding).and_then(|rest| rest.split_once("\",\"rule\":\""));
    let count =
        after_all(line, &["{\"code\":\""]).and_then(|rest| rest.split_once("\",\"count\":"));
    let issue = after_all(line, &["{\"fingerprint\":\"", "\",\"check_name\":\""]);
    let is_known = |name: &str| RULES.iter().any(|rule| rule.name == name);
    finding.is_some_and(|(code, rest)| is_rule(code, until_quote(rest)))
        || issue.is_some_and(|rest| is_known(until_quote(rest)))
        || count.is_some_and(|(code, rest)| {
            let name = rest.split_once("},\"rule\":\"").map(|(_, name)| until_quote(name));
            begins_with_digit(rest) && name.is_some_and(|name| is_rule(code, name))
        })
}

/// Returns true for SARIF whose tool is this program.
fn is_sarif(text: &str) -> bool {
    let driver = ["{\"$schema\":\"https://json.schemastore.org/sarif-", "\"driver\":{"];
    after_all(text, &driver).is_some_and(|driver| {
        let before_rules = driver.split("\"rules\":").next().unwrap_or_default();
        before_rules.contains("\"name\":\"pgnkit\"")
    })
}

/// Returns the text before the next quote.
fn until_quote(text: &str) -> &str {
    text.split('"').next().unwrap_or_default()
}

/// Returns true for the code and the name of one rule.
fn is_rule(code: &str, name: &str) -> bool {
    RULES.iter().any(|rule| rule.code == code && rule.name == name)
}
