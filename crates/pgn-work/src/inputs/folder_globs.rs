//! Globs of settings, which are relative to the folder of the file that has them.

use std::path::{Path, PathBuf};

use super::Exclude;
use crate::inputs::paths::plain;

/// Globs relative to a folder.
#[derive(Debug)]
pub struct FolderGlobs {
    folder: PathBuf,
    globs: Exclude,
}

impl FolderGlobs {
    /// Returns the globs relative to `folder`. One that begins with `/` matches only from `folder` on, as in `.gitignore`.
    ///
    /// # Errors
    /// Returns an error if one is no glob, or all together are too large.
    pub fn new(folder: &Path, globs: &[String]) -> anyhow::Result<FolderGlobs> {
        // An empty path means the working directory, but `absolute` refuses it.
        let folder = plain(&std::path::absolute(Path::new(".").join(folder))?);
        let below = |glob: &String| match glob.starts_with('/') {
            true => format!(".{glob}"),
            false => glob.clone(),
        };
        let globs: Vec<String> = globs.iter().map(below).collect();
        Ok(FolderGlobs { folder, globs: Exclude::new(&globs)? })
    }

    /// Returns as few sets of `globs` as possible: one, unless they are too large for that.
    ///
    /// # Errors
    /// Returns an error if one is no glob.
    pub fn sets(folder: &Path, globs: &[String]) -> anyhow::Result<Vec<FolderGlobs>> {
        match FolderGlobs::new(folder, globs) {
            Ok(set) => Ok(vec![set]),
            Err(err) if globs.len() < 2 => Err(err),
            Err(_) => {
                let (first, last) = globs.split_at(globs.len() / 2);
                let mut sets = FolderGlobs::sets(folder, first)?;
                sets.extend(FolderGlobs::sets(folder, last)?);
                Ok(sets)
            }
        }
    }

    /// Returns the number of globs.
    pub fn n_globs(&self) -> usize {
        self.globs.n_globs()
    }

    /// Returns true if a glob matches `path` or a folder above it.
    pub fn is_match(&self, path: &Path) -> bool {
        let Ok(path) = std::path::absolute(path) else { return false };
        plain(&path).strip_prefix(&self.folder).is_ok_and(|below| self.globs.is_match(below))
    }

    /// Returns the indices of the globs that match.
    pub fn matches(&self, path: &Path) -> Vec<usize> {
        let Ok(path) = std::path::absolute(path) else { return Vec::new() };
        plain(&path)
            .strip_prefix(&self.folder)
            .map_or_else(|_| Vec::new(), |it| self.globs.matches(it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slash_at_the_beginning_is_the_folder() {
        let globs = ["/x.pgn", "/sub/*.pgn", "./y.pgn", "z.pgn"].map(str::to_owned);
        let globs = FolderGlobs::new(Path::new("a"), &globs).unwrap();
        for (path, is_match) in [
            ("a/x.pgn", true),
            ("a/sub/x.pgn", true),
            ("a/sub/sub/x.pgn", false),
            ("a/b/x.pgn", false),
            ("a/y.pgn", true),
            ("a/b/y.pgn", false),
            ("a/b/z.pgn", true),
            ("x.pgn", false),
        ] {
            assert_eq!(globs.is_match(Path::new(path)), is_match, "{path}");
        }
    }

    #[test]
    fn globs_that_are_too_large_for_one_set_are_several() {
        let folder = Path::new("a");
        let globs = |n: usize| -> Vec<String> {
            (0..n).map(|at| format!("x{at}-{}*z", "?".repeat(10_000))).collect()
        };
        let many = globs(30);
        assert!(FolderGlobs::new(folder, &many).is_err());
        let sets = FolderGlobs::sets(folder, &many).unwrap();
        assert!(sets.len() > 1 && sets.len() < 15, "{}", sets.len());
        assert_eq!(FolderGlobs::sets(folder, &globs(2)).unwrap().len(), 1);
        assert_eq!(sets.iter().map(FolderGlobs::n_globs).sum::<usize>(), 30);
        let path = |at: usize| Path::new("a").join(format!("b/x{at}-{}z", "y".repeat(10_000)));
        let is_match = |path: &Path| sets.iter().any(|set| set.is_match(path));
        assert!(is_match(&path(0)) && is_match(&path(29)) && !is_match(&path(30)));
    }
}
