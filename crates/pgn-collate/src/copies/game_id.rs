//! The identifier of a game on a server, from Site, Link or GameId.

use pgn_syntax::{Game, TagName};

/// Returns the identifier of a game as `server:id`, if its tags contain one.
pub(crate) fn game_id(game: &Game, src: &[u8]) -> Option<String> {
    for name in [TagName::SITE, TagName::LINK] {
        let value = game.tag(src, name).map(|pair| pair.value(src));
        let value = value.and_then(|value| std::str::from_utf8(&value).ok().map(str::to_owned));
        if let Some(id) = value.and_then(|value| from_address(value.trim())) {
            return Some(id);
        }
    }
    let value = game.tag(src, TagName::GAME_ID)?.value(src);
    let id = std::str::from_utf8(&value).ok()?.trim();
    let is_id =
        id.len() >= 4 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
    if !is_id {
        return None;
    }
    // Lichess also writes its identifiers into GameId.
    let is_lichess = game.tag(src, TagName::SITE).is_some_and(|pair| {
        host_and_path(&pair.value(src)).is_some_and(|(host, _)| host == LICHESS)
    });
    Some(if is_lichess { format!("{LICHESS}:{id}") } else { format!("id:{id}") })
}

const LICHESS: &str = "lichess.org";

/// Returns the host of a URL, in lower case and without `www.`, and its path.
fn host_and_path(value: &[u8]) -> Option<(String, String)> {
    let text = std::str::from_utf8(value).ok()?.trim();
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let rest = rest.split(['?', '#']).next()?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.to_ascii_lowercase();
    Some((host.strip_prefix("www.").unwrap_or(&host).to_owned(), path.to_owned()))
}

/// Returns the identifier in the address of a game; `None` for the address of a tournament, another page or a person.
fn from_address(text: &str) -> Option<String> {
    let (host, path) = host_and_path(text.as_bytes())?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if host == LICHESS {
        // The first eight characters identify the game; four more identify the viewing player.
        let id = *parts.first()?;
        let is_alnum = id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_side = |part: &&str| matches!(*part, "white" | "black");
        let is_game = parts.len() == 1 || (parts.len() == 2 && is_side(&parts[1]));
        return (is_game && matches!(id.len(), 8 | 12) && is_alnum && !PAGES.contains(&id))
            .then(|| format!("{LICHESS}:{}", &id[..8]));
    }
    // Other servers: a number after a word for games, such as `/game/live/123456`, or in a query, such as
    // `chessgame?gid=1000000`.
    let (last, before) = parts.split_last()?;
    if before.iter().any(|part| OF_SEVERAL_GAMES.iter().any(|word| is_like(part, word))) {
        return None;
    }
    let query = text.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    for (key, value) in query.split('&').filter_map(|item| item.split_once('=')) {
        let is_key = match key.to_ascii_lowercase().as_str() {
            "gid" | "gameid" | "game_id" => true,
            // `event?id=` names a tournament.
            "id" => last.to_ascii_lowercase().contains("game"),
            _ => false,
        };
        if is_key && is_number(value) {
            return Some(format!("{host}:{}?{key}={value}", parts.join("/")));
        }
    }
    let is_of_game = match before {
        [.., "game" | "games", "live" | "daily" | "id"] => true,
        [.., word] => matches!(*word, "game" | "games" | "gameid"),
        [] => false,
    };
    // One game is at `/live/game/123456` and `/game/live/123456`.
    let path = match before {
        ["live" | "daily", "game"] => format!("game/{}/{last}", before[0]),
        _ => parts.join("/"),
    };
    (is_of_game && is_number(last)).then(|| format!("{host}:{path}"))
}

/// Words of addresses of pages with several games: tournaments, matches between teams, sets of puzzles.
const OF_SEVERAL_GAMES: [&str; 9] =
    ["tournament", "event", "match", "club", "team", "arena", "swiss", "study", "puzzle"];

/// Returns true if a part of a path is `word` or its plural.
fn is_like(part: &str, word: &str) -> bool {
    let part = part.to_ascii_lowercase();
    part.strip_prefix(word).is_some_and(|rest| matches!(rest, "" | "s" | "es"))
}

/// Returns true for a number that is long enough to be that of a game, and not that of a year.
fn is_number(text: &str) -> bool {
    text.len() >= 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Pages of Lichess with names as long as identifiers.
const PAGES: [&str; 24] = [
    "activity", "analysis", "features", "feedback", "glossary", "insights", "learning", "messages",
    "notation", "openings", "password", "practice", "rankings", "register", "security", "settings",
    "streamer", "strategy", "thematic", "timeline", "training", "variants", "notification",
    "leaderboards",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tags: &str, expect: Option<&str>) {
        let src = format!("{tags}\n\n*\n");
        let mut games = pgn_syntax::Games::new(src.as_bytes());
        let game = games.next().unwrap();
        assert_eq!(game_id(game, src.as_bytes()).as_deref(), expect, "{tags}");
    }

    #[test]
    fn games_are_named() {
        check("[Site \"https://lichess.org/AbCdEfGh\"]", Some("lichess.org:AbCdEfGh"));
        check("[Site \"https://lichess.org/AbCdEfGh/black\"]", Some("lichess.org:AbCdEfGh"));
        check("[Site \"https://lichess.org/AbCdEfGhIjKl#3\"]", Some("lichess.org:AbCdEfGh"));
        check("[Site \"https://lichess.org/study/AbCdEfGh/IjKlMnOp\"]", None);
        check(
            "[Site \"https://lichess.org\"]\n[GameId \"AbCdEfGh\"]",
            Some("lichess.org:AbCdEfGh"),
        );
        check(
            "[Link \"https://www.chess.com/game/live/123456\"]",
            Some("chess.com:game/live/123456"),
        );
        check(
            "[Link \"https://www.chess.com/live/game/123456\"]",
            Some("chess.com:game/live/123456"),
        );
        check(
            "[Link \"https://www.chess.com/game/daily/12345\"]",
            Some("chess.com:game/daily/12345"),
        );
        check(
            "[Source \"x\"]\n[Site \"http://www.chessgames.com/perl/chessgame?gid=1000000&kpage=1\"]",
            Some("chessgames.com:perl/chessgame?gid=1000000"),
        );
        check("[Site \"https://www.iccf.com/game?id=1289563\"]", Some("iccf.com:game?id=1289563"));
        check("[Site \"Chess.com\"]", None);
        check("[Site \"London ENG\"]", None);
        check("[GameId \"?\"]", None);
        check("[GameId \"2020-77\"]", Some("id:2020-77"));
    }

    #[test]
    fn pages_with_several_games_name_none() {
        for address in [
            "https://example.com/tournament/12345",
            "https://www.365chess.com/tournaments/Hastings_1895/12345",
            "https://www.chess.com/events/2024",
            "https://www.chess.com/club/matches/live/name/12345",
            "https://www.chess.com/club/match/12345",
            "https://www.iccf.com/event?id=12345",
            "https://example.com/games/2024",
            "https://lichess.org/training",
            "https://lichess.org/practice",
            "https://lichess.org/training/12345",
        ] {
            check(&format!("[Site \"{address}\"]"), None);
        }
    }
}
