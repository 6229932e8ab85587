//! Checks that a release has packages for the targets for which its workflow builds programs.

use std::{collections::BTreeSet, fs};

use super::root;

/// Returns the texts between `before` and the next `after` in a file.
fn between(path: &str, before: &str, after: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(path)).unwrap();
    let parts = text.split(before).skip(1).filter_map(|part| part.split_once(after));
    parts.map(|(found, _)| found.to_owned()).collect()
}

#[test]
fn every_target_has_its_packages() {
    let workflow = ".github/workflows/release.yml";
    let packages = between("integrations/npm/package.json", "\"@pgnkit/cli-", "\"");
    assert_eq!(between(workflow, " npm: ", "\n"), packages);
    let mut checksums = between("integrations/homebrew/pgnkit.rb.in", "@SHA256_", "@");
    checksums.extend(between("integrations/scoop/pgnkit.json.in", "@SHA256_", "@"));
    let targets = between(workflow, " target: ", "\n").into_iter();
    let keys: BTreeSet<String> =
        targets.map(|target| target.to_uppercase().replace('-', "_")).collect();
    assert!(!keys.is_empty(), "the targets of {workflow} were not found");
    assert_eq!(keys, checksums);
}
