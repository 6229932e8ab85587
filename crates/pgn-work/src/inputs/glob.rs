//! Glob patterns of inputs and of `--exclude`. `*` and `?` do not match `/`; `**` does.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use globset::{Glob, GlobBuilder, GlobMatcher, GlobSet, GlobSetBuilder};
use pgn_report::text::escape;

/// Returns true if a path contains glob characters.
pub(super) fn has_meta(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().iter().any(|byte| b"*?[{".contains(byte))
}

/// Returns the folder in which a glob searches: its part before the first wildcard.
pub(super) fn base_of_glob(glob: &Path) -> PathBuf {
    let base: PathBuf = glob.components().take_while(|part| !has_meta(part.as_ref())).collect();
    if base.as_os_str().is_empty() { PathBuf::from(".") } else { base }
}

fn compile(pattern: &str) -> anyhow::Result<Glob> {
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    // The display form of the error would repeat the pattern.
    glob.map_err(|err| anyhow!("bad glob `{}`: {}", escape(pattern), err.kind()))
}

/// A glob among the inputs.
pub(super) struct Pattern {
    /// The folder that contains all matches.
    pub(super) base: PathBuf,
    /// Maximum depth of a match below `base`; `None`: unlimited.
    pub(super) max_depth: Option<usize>,
    matcher: GlobMatcher,
}

impl Pattern {
    pub(super) fn new(pattern: &str) -> anyhow::Result<Pattern> {
        let matcher = compile(without_dot(pattern))?.compile_matcher();
        let base = base_of_glob(pattern.as_ref());
        let rest = Path::new(pattern).components().skip_while(|part| !has_meta(part.as_ref()));
        // Braces may contain `/`, so the depth is unknown.
        let max_depth = (!pattern.contains("**") && !pattern.contains('{')).then(|| rest.count());
        Ok(Pattern { base, max_depth, matcher })
    }

    pub(super) fn is_match(&self, path: &Path) -> bool {
        self.matcher.is_match(path.strip_prefix(".").unwrap_or(path))
    }
}

fn without_dot(pattern: &str) -> &str {
    pattern.strip_prefix("./").unwrap_or(pattern)
}

/// The globs of `--exclude`. A glob without `/` matches a name at any depth, a glob with `/` the
/// path as shown; a match of a folder excludes everything below it.
#[derive(Debug)]
pub struct Exclude {
    globs: GlobSet,
}

impl Exclude {
    /// Returns the globs of `patterns`.
    ///
    /// # Errors
    /// Returns an error if a pattern is no glob.
    pub fn new(patterns: &[String]) -> anyhow::Result<Exclude> {
        if patterns.is_empty() {
            // Building a set loads much code; most runs need none.
            return Ok(Exclude { globs: GlobSet::empty() });
        }
        let mut globs = GlobSetBuilder::new();
        for pattern in patterns {
            let trimmed = pattern.trim_end_matches('/');
            if trimmed.contains('/') {
                globs.add(compile(without_dot(trimmed))?);
            } else {
                globs.add(compile(&format!("**/{trimmed}"))?);
            }
        }
        Ok(Exclude { globs: globs.build().context("bad glob")? })
    }

    /// Returns the number of patterns.
    #[must_use]
    pub fn n_globs(&self) -> usize {
        self.globs.len()
    }

    /// Returns the indices of all patterns that match, in ascending order.
    #[must_use]
    pub fn matches(&self, path: &Path) -> Vec<usize> {
        let mut places: Vec<usize> =
            named_ancestors(path).flat_map(|path| self.globs.matches(path)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Returns true if a glob matches `path` or a folder above it.
    #[must_use]
    pub fn is_match(&self, path: &Path) -> bool {
        !self.globs.is_empty() && named_ancestors(path).any(|path| self.globs.is_match(path))
    }
}

/// Returns `path`, without `./` before it, and the folders above it that have a name.
fn named_ancestors(path: &Path) -> impl Iterator<Item = &Path> {
    let ancestors = path.strip_prefix(".").unwrap_or(path).ancestors();
    ancestors.filter(|path| !path.as_os_str().is_empty())
}
