//! Files of others, and outputs of each kind, as they are recognized.

use super::*;

const ALL: [OutputKind; 17] = [
    OutputKind::Games,
    OutputKind::Conversion,
    OutputKind::SameTable,
    OutputKind::OtherGames,
    OutputKind::Rejects,
    OutputKind::Findings,
    OutputKind::Baseline,
    OutputKind::Patch,
    OutputKind::Paths,
    OutputKind::Count,
    OutputKind::Tables,
    OutputKind::Names,
    OutputKind::Changes,
    OutputKind::MergeReport,
    OutputKind::Keys,
    OutputKind::Manifest,
    OutputKind::Log,
];

/// Returns true if a file with this text is one of `kind`.
fn is_own(kind: OutputKind, text: impl AsRef<[u8]>, effect: Effect) -> bool {
    let text = text.as_ref();
    let file = ExistingFile { head: without_bom(text).to_vec(), tail: text.to_vec(), effect };
    kind.is_own(&file, ReadOptions::default())
}

/// Checks that no output but games replaces a file with this text.
#[track_caller]
fn check_foreign(text: impl AsRef<[u8]>) {
    let text = text.as_ref();
    for kind in ALL {
        assert_eq!(
            is_own(kind, text, Effect::Replaced),
            kind == OutputKind::Games,
            "{kind:?}: {}",
            text.escape_ascii()
        );
    }
}

/// Checks that only outputs of `kind`, and games, replace a file with this text.
#[track_caller]
fn check_own(expect: OutputKind, text: &str) {
    for kind in ALL {
        let is_expected = kind == OutputKind::Games || kind == expect;
        assert_eq!(is_own(kind, text, Effect::Replaced), is_expected, "{kind:?}: {text}");
        if is_expected {
            assert!(is_own(kind, text, Effect::Extended), "{kind:?}: {text}");
            assert!(is_own(kind, text.replace('\n', "\r\n"), Effect::Replaced), "{kind:?}: {text}");
        }
    }
}

#[test]
fn games_are_no_report() {
    for text in [
        "[Event \"?\"]\n\n1. e4 e5 *\n",
        "1. e4 e5 1-0\n",
        "\u{feff}[White \"Tal\"]\n1. e4 *\n",
        "% pgnkit: ignore bad-date\n[Event \"?\"]\n\n*\n",
        "{a comment} 1. e4 *\n",
        "; text\n1. e4 *\n",
    ] {
        check_foreign(text);
    }
}

#[test]
fn texts_are_no_report() {
    for text in [
        "# Title\n\ntext\n",
        "# Notes\n\n## Overview\n\n| | |\n| --- | ---: |\n| Items | 3 |\n",
        "Overview\nmy notes\n",
        "Overview\n────────\nItems  3\n",
        "-- a comment of SQL\n",
        "notes: 1. buy bread\n",
        "key\tvalue\n",
        "\0\0\0\0",
        "Cargo.toml\nsrc/lib.rs\n",
        "17\n42\n99\n",
        "GET /index.html 0.4 ms\n",
        "1 game lost, but found again\n",
        "<details>\n<summary><b>Answer</b> text\n",
        "changed  the game on Monday\n",
        "lost     the game 3 times\n",
    ] {
        check_foreign(text);
    }
}

#[test]
fn tables_of_others_are_no_report() {
    for text in [
        "a,b,c\n1,2,3\n",
        "name,games\nme,3\n",
        "team,games,points\nA,3,4\n",
        "date,event\n2024-01-01,party\n",
        "white,black,result\nA,B,1-0\n",
        "event,site,date,round,white,black,result\nOpen,?,,1,A,B,1-0\n",
        "result,games,share\n1-0,3,0.5\n",
        "section,name\n",
        "file\tline\tgame\tkept_file\n",
    ] {
        check_foreign(text);
    }
    let with_crlf = "date,event\r\n2024-01-01,party\r\n";
    for kind in ALL {
        // The run writes a table with this header, too.
        let is_own_kind = matches!(kind, OutputKind::Games | OutputKind::SameTable);
        assert_eq!(is_own(kind, with_crlf, Effect::Replaced), is_own_kind, "{kind:?}");
    }
    assert!(is_own(OutputKind::Conversion, "white,moves_san,Team\r\n", Effect::Extended));
    assert!(!is_own(OutputKind::Conversion, "name,games\r\n", Effect::Extended));
}

#[test]
fn data_of_others_is_no_report() {
    let parquet = |program: &str| format!("PAR1 data\u{18}{program} (build abc) PAR1");
    check_foreign(parquet("parquet-cpp-arrow version 17.0.0"));
    check_foreign(parquet("DuckDB version v1.1.0"));
    check_foreign("PAR1 pgnkit version 1");
    check_own(OutputKind::Conversion, &parquet("pgnkit version 0.1.0"));
    for text in [
        "{\"name\": \"package\"}\n",
        "{\n  \"games\": [\n    \"chess\"\n  ]\n}\n",
        "{\n  \"games\": 12,\n  \"players\": 3\n}\n",
        "[1, 2, 3]\n",
        "{\"path\":\"/etc\",\"n\":1}\n",
        "{\"file\":\"invoice.pdf\",\"sum\":3}\n",
        "{\"file\":\"a.pgn\",\"game\":1}\n",
        "{\"annotation\":\"x\",\"text\":\"y\"}\n",
        "{\"dropped\":{\"file\":\"a\"},\"by\":\"me\"}\n",
        "[{\"code\":\"AF\",\"name\":\"Afghanistan\"}]\n",
        "[{\"code\":\"AF\",\"count\":1,\"rule\":\"a\"}]\n",
        "[{\"fingerprint\":\"0\",\"check_name\":\"no-unused-vars\",\"description\":\"x\"}]\n",
        "{\"path\":\"a.pgn\",\"member\":null,\"format\":\"plain\",\"start\":0,\"end\":5,\"size\":5}\n",
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
         \"runs\":[{\"tool\":{\"driver\":{\"name\":\"ESLint\",\"rules\":[{\"name\":\"pgnkit\"}]}}}]}\n",
        "{\n  \"format\": \"other\"\n}\n",
    ] {
        check_foreign(text);
    }
}

#[test]
fn findings_of_others_are_no_report() {
    for text in [
        "error[E0425]: cannot find value `x` in this scope\n --> src/main.rs:1:1\n",
        "error[M001]: something else\n",
        "a.py:1:2: E501 line too long\n",
        "a.py:1:2: E syntax\n",
        "a.c:1:2: error: expected ;\n",
        "::error file=a.js,line=1,col=2::missing semicolon\n",
        "::error title=lint (X1),file=a.js,line=1::missing semicolon\n",
        "     3  E501  line-too-long\n",
        "<?xml version=\"1.0\"?>\n<testsuites/>\n",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jest\">\n\
         <!-- like <testsuites name=\"pgnkit\"> -->\n",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"8.0\">\n",
    ] {
        check_foreign(text);
    }
}

#[test]
fn pages_of_others_are_no_report() {
    for text in [
        "<!DOCTYPE html>\n<html><title>A page</title></html>\n",
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>On <meta name=\"generator\" content=\"pgnkit 1\"></title>\n",
    ] {
        check_foreign(text);
    }
    let page = |policy: &str| {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"generator\" content=\"pgnkit 0.1.0\">\n<title>Changed games</title>\n"
        )
    };
    check_own(OutputKind::Tables, &page("default-src 'none'; script-src 'unsafe-inline'"));
    check_own(OutputKind::Changes, &page("default-src 'none'"));
}

#[test]
fn patches_of_other_files_are_kept() {
    let patch = |old: &str, new: &str, line: &str| {
        format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-{line}\n+b\n")
    };
    check_foreign(patch("a/x.c", "b/x.c", "a"));
    check_foreign(patch("a/x.pgn", "b/y.pgn", "a"));
    check_foreign(patch("x.pgn\t2026-01-01 00:00:00", "y.pgn\t2026-01-01 00:00:00", "a"));
    check_foreign(patch("a/x.js", "b/x.js", "[\"a\"]"));
    check_foreign(patch("a/x.c", "b/x.c", "a").replace(" @@\n", " @@ int main()\n"));
    check_foreign("--- a/x.pgn\n+++ b/x.pgn\n");
    for text in [
        patch("a/games/x.PGN", "b/games/x.PGN", "a"),
        patch("a/my games.pgn\t", "b/my games.pgn\t", "a"),
        patch("\"a/a\\012b.pgn\"", "\"b/a\\012b.pgn\"", "a"),
        patch("a/stdin", "b/stdin", "a"),
        patch("a/games.txt", "b/games.txt", "[White \"Tal\"]"),
    ] {
        check_own(OutputKind::Patch, &text);
    }
    assert!(is_own(OutputKind::Patch, patch("a/x.c", "b/x.c", "a"), Effect::Extended));
}

#[test]
fn positions_of_others_are_kept() {
    let board = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";
    for rest in [
        " bm Qd1+; id \"BK.01\";",
        " c0 \"a comment\";",
        " c0 \"12 games\";",
        " c0 \"12\"; bm Qd1+;",
        " c9 \"1-0\"; id \"x\";",
        " hmvc 0; fmvn 1;",
        " 0 1",
        "",
    ] {
        check_foreign(format!("{board}{rest}\n"));
    }
    for rest in [
        " c0 \"12\";",
        " c0 \"12\"; Checks \"3+2\";",
        " c9 \"1-0\"; fmvn 2; hmvc 0; id \"A - B\";",
        " c9 \"1-0\"; Checks \"3+3\"; fmvn 2; hmvc 0; id \"A - B\"; sm e4;",
    ] {
        check_own(OutputKind::Conversion, &format!("{board}{rest}\n"));
    }
    assert!(is_own(OutputKind::Conversion, format!("{board} 0 1\n"), Effect::Extended));
}

#[test]
fn lists_and_numbers_are_continued() {
    for (kind, text) in [
        (OutputKind::Paths, "Cargo.toml\nsrc/lib.rs\n"),
        (OutputKind::Paths, "<stdin>\n"),
        (OutputKind::Count, "17\n42\n"),
    ] {
        assert!(is_own(kind, text, Effect::Extended), "{text}");
        assert!(!is_own(kind, text, Effect::Replaced), "{text}");
    }
    check_own(OutputKind::Count, "17\n");
    assert!(!is_own(OutputKind::Paths, "1. e4\n", Effect::Extended));
}

#[test]
fn findings_are_known() {
    for text in [
        "a.pgn:3:4: E illegal-move `Ke9`\n",
        "C:\\games\\a: b.pgn:3:4: W bad-date [*] text\n",
        "error[M001]: illegal-move: text\n --> a.pgn:1:1\n",
        "style[T004]: bad-date [*]: text\n --> a.pgn:1:1\n",
        "         1  M001  error    illegal-move\n",
        "\n     games    findings  written by\n         1           0  Lichess\n",
        "a.pgn: and 3 more of bad-date (--max-diagnostics none shows all)\n",
        "[]\n",
        "{\"code\":\"M001\",\"count\":1,\"producers\":{\"unknown\":1},\"rule\":\"illegal-move\",\"severity\":\"error\"}\n",
        "[\n{\"fingerprint\":\"0\",\"check_name\":\"bad-date\",\"description\":",
        "::notice title=bad-date (T004),file=a.pgn,line=1::text\n",
    ] {
        let code = pgn_lint::find("bad-date").unwrap().code;
        check_own(OutputKind::Findings, &text.replace("T004", code));
    }
}

#[test]
fn reports_without_games_are_known() {
    for text in [
        "compared 2 games with 2: 2 the same, 0 changed, 0 lost, 0 added\n",
        "0 games lost, 0 poorer\n",
        "1 game lost, 2 poorer\n",
        "poorer   a.pgn:1 game 1 -> b.pgn:1 game 1: A - B\n",
    ] {
        check_own(OutputKind::Changes, text);
    }
    check_own(OutputKind::Tables, "{\n  \"games\": 0,\n  \"crosstable\": {}\n}\n");
    check_own(OutputKind::Tables, "{\n  \"games\": 1,\n  \"unread\": 1,\n  \"by\": []\n}\n");
    let without_games = "result,games,share\r\n1-0,0,\r\n";
    assert!(is_own(OutputKind::Tables, without_games, Effect::Replaced));
}

#[test]
fn logs_are_known() {
    for text in [
        "pgnkit server 0.1.0\n",
        "textDocument/hover 0.4 ms\n",
        "findings 3 so far of version 1 12.0 ms\nworkspace /games\n",
        "compared games: 3 findings 12.0 ms\n",
    ] {
        check_own(OutputKind::Log, text);
    }
    for text in ["a nan ms\n", "a 12 ms\n", "slow query 1.5 ms\n"] {
        assert!(!is_own(OutputKind::Log, text, Effect::Extended), "{text}");
    }
}
