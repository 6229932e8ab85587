//! The graph of the modules of a package.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::{Path, PathBuf},
};

use super::lines;

/// The modules that each module uses.
pub(crate) type Named = BTreeMap<String, BTreeSet<String>>;

/// Returns the modules below `src` with those that they use.
///
/// A module is one of the root, or of one of the roots of its `folders`, with everything below it; the root
/// is the empty name. A module uses those that are declared in it.
pub(crate) fn named(code: &[(PathBuf, String)], src: &Path, folders: &[&str]) -> Named {
    let depth = |path: &[String]| {
        let is_folder = folders.iter().any(|folder| path.first().is_some_and(|it| it == folder));
        if is_folder { 2 } else { 1 }
    };
    used(code, src, &depth)
}

/// Returns the files below `src`, each as a module of its own, with those that they use. A file that uses
/// its parent, or the parent of that one, does not count: a parent declares what its parts share.
pub(crate) fn files(code: &[(PathBuf, String)], src: &Path) -> Named {
    let mut files = used(code, src, &|path| path.len());
    for (file, names) in &mut files {
        let is_parent = |name: &str| name.is_empty() || file.starts_with(&format!("{name}::"));
        names.retain(|name| !is_parent(name));
    }
    files
}

/// Returns the modules below `src` with those that they use, where `depth` is the greatest number of parts
/// of the name of a module that holds a path.
fn used(code: &[(PathBuf, String)], src: &Path, depth: &dyn Fn(&[String]) -> usize) -> Named {
    let files: Vec<(Vec<String>, &str)> = code
        .iter()
        .filter(|(path, _)| !path.ends_with("tests.rs"))
        .filter_map(|(path, text)| Some((module_of(path.strip_prefix(src).ok()?), &**text)))
        .collect();
    let known: BTreeSet<String> = files.iter().map(|(module, _)| module.join("::")).collect();
    let root = files.iter().find(|(module, _)| module.is_empty()).map_or("", |(_, text)| text);
    let shown = reexported(root);
    let of = |path: &[String]| -> String {
        // A name that the root reexports belongs to the module that declares it.
        let path = path.first().and_then(|first| shown.get(first)).map_or(path, Vec::as_slice);
        let outer = (0..=depth(path).min(path.len())).rev().map(|len| path[..len].join("::"));
        outer.into_iter().find(|module| known.contains(module)).unwrap_or_default()
    };
    let mut all = Named::new();
    for (module, text) in &files {
        let text: String = lines(text).flat_map(|line| [line, "\n"]).collect();
        let names = all.entry(of(module)).or_default();
        let parent = &module[..module.len().saturating_sub(1)];
        let inline = inline_modules(&text);
        for (prefix, base) in [("crate::", &[][..]), ("super::", parent)] {
            for (at, _) in text.match_indices(prefix) {
                // `super` of a module inside this file is this file.
                if prefix == "super::" && inline.iter().any(|module| module.contains(&at)) {
                    continue;
                }
                let mut rest = &text[at + prefix.len()..];
                names.extend(paths(&mut rest, base).iter().map(|path| of(path)));
            }
        }
        if !module.is_empty() {
            all.entry(of(parent)).or_default().insert(of(module));
        }
    }
    for (module, names) in &mut all {
        names.remove(module);
    }
    all
}

/// Returns the paths of the names that the text of a root reexports.
fn reexported(text: &str) -> BTreeMap<String, Vec<String>> {
    let text: String = lines(text).flat_map(|line| [line, "\n"]).collect();
    let uses = text.match_indices("pub use ").flat_map(|(at, prefix)| {
        let mut rest = &text[at + prefix.len()..];
        paths(&mut rest, &[])
    });
    uses.filter_map(|path| Some((path.last()?.clone(), path[..path.len() - 1].to_vec()))).collect()
}

/// Returns the modules that use each other in a circle, and those that use one of them.
pub(crate) fn in_circles(mut modules: Named) -> Named {
    // A module that uses none of the remaining ones is in no circle.
    loop {
        let names_none = |(module, names): (&String, &BTreeSet<String>)| {
            names.is_empty().then(|| module.clone())
        };
        let done: BTreeSet<String> = modules.iter().filter_map(names_none).collect();
        if done.is_empty() {
            return modules;
        }
        modules.retain(|module, _| !done.contains(module));
        modules.values_mut().for_each(|names| names.retain(|module| !done.contains(module)));
    }
}

/// Returns the ranges of the modules that are declared inside a file with their content.
fn inline_modules(text: &str) -> Vec<Range<usize>> {
    let mut modules = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let start = line_start;
        line_start += line.len();
        if line.starts_with("mod ") && line.trim_end().ends_with('{') {
            let len = text[start..].find("\n}").unwrap_or(text.len() - start);
            modules.push(start..start + len);
        }
    }
    modules
}

/// Returns the path of the module of a file below `src`.
fn module_of(file: &Path) -> Vec<String> {
    let file = file.with_extension("");
    let parts = file.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| !matches!(&**part, "lib" | "main" | "mod")).collect()
}

/// Returns the paths of the `use` tree, or the one path, that `text` begins with.
fn paths(text: &mut &str, base: &[String]) -> Vec<Vec<String>> {
    *text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut all = Vec::new();
        loop {
            all.extend(paths(&mut rest, base));
            rest = rest.trim_start();
            let Some(more) = rest.strip_prefix(',') else { break };
            // A trailing comma is possible.
            rest = more.trim_start();
            if rest.starts_with('}') {
                break;
            }
        }
        *text = rest.strip_prefix('}').unwrap_or(rest);
        return all;
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let path = [base, &[text[..end].to_owned()]].concat();
    *text = &text[end..];
    match text.strip_prefix("::") {
        Some(rest) if end > 0 => {
            *text = rest;
            paths(text, &path)
        }
        _ => vec![path],
    }
}
