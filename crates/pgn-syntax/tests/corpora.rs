//! Real files: the spans of their games tile them, however they are cut into chunks.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{env, fs, path::PathBuf};

use pgn_syntax::{Game, Parser, Part, cut_points};

/// Returns all games of `src`, read in chunks that end at likely boundaries at least `size` bytes apart.
fn spans(src: &[u8], size: usize) -> (Vec<(usize, usize, usize)>, usize) {
    let (mut parser, mut game, mut found) = (Parser::default(), Game::default(), Vec::new());
    let (mut start, mut end) = (0, 0);
    loop {
        // The next cut, or the end of the text.
        let mut reach = size;
        end = loop {
            let to = (end + reach).min(src.len());
            if to == src.len() {
                break to;
            }
            match cut_points::find_boundary(&src[..to], end + 1) {
                Some(boundary) if boundary > end => break boundary,
                _ => reach *= 2,
            }
        };
        let part = Part {
            src: &src[start..end],
            is_first: start == 0,
            is_last: end == src.len(),
            after: &src[end..],
        };
        parser.start(&part);
        while parser.next_game(&part, &mut game) {
            let at = |n: u32| start + n as usize;
            found.push((
                at(game.span.start),
                at(game.span.end),
                game.nodes.len() * 1000 + game.errors.len(),
            ));
        }
        start += parser.rest();
        if end == src.len() {
            return (found, start);
        }
    }
}

#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn spans_tile_and_do_not_depend_on_chunks() {
    let root = PathBuf::from(env::var_os("PGNKIT_CORPORA").expect("PGNKIT_CORPORA is not set"));
    let mut folders = vec![root.join("open")];
    let mut n_files = 0;
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).expect("PGNKIT_CORPORA names a folder with open/").flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let src = fs::read(&path).unwrap();
            let (whole, rest) = spans(&src, usize::MAX / 4);
            let mut at = 0;
            for &(start, end, _) in &whole {
                assert!(
                    start == at && end > start,
                    "{}: {start}..{end} after {at}",
                    path.display()
                );
                at = end;
            }
            assert!(
                whole.is_empty() || at == src.len() && rest == at,
                "{}: {at} of {}",
                path.display(),
                src.len()
            );
            for size in [1, 300, 5000] {
                if src.len() < 300_000 || size == 5000 {
                    assert_eq!(
                        spans(&src, size),
                        (whole.clone(), rest),
                        "{}: chunks of {size}",
                        path.display()
                    );
                }
            }
            n_files += 1;
        }
    }
    println!("{n_files} files");
    assert!(n_files > 0);
}
