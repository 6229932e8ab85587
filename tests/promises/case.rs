//! Files in a folder, runs of commands on them, and the reduction of files that break a promise.

use std::{
    cell::OnceCell,
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::{
    promises::{mutate::File, within},
    support::{PGNKIT, write_settled},
};

/// The time after which a command counts as hanging.
const MAX_TIME: Duration = Duration::from_secs(60);

/// The result of a promise; the words of an error before the first colon are its kind.
pub(crate) type Verdict = Result<(), String>;

/// The output of a command.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

/// A folder with the files of a case in `d`, in which commands run.
#[derive(Debug)]
pub(crate) struct Case {
    dir: TempDir,
    pub(crate) files: Vec<File>,
    n_games: OnceCell<usize>,
}

impl Case {
    pub(crate) fn new(files: &[File]) -> Case {
        let dir = tempfile::Builder::new().prefix("promises-").tempdir().unwrap();
        let case = Case { dir, files: files.to_vec(), n_games: OnceCell::new() };
        case.copy_to("d");
        case
    }

    /// Writes the files into another folder. They look an hour old, so that they are mapped.
    pub(crate) fn copy_to(&self, folder: &str) {
        let folder = self.path(folder);
        fs::create_dir_all(&folder).unwrap();
        for file in &self.files {
            write_settled(folder.join(&file.name), &file.bytes);
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Returns the bytes of an output, none if it does not exist.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_default()
    }

    /// Runs a command, given with its arguments separated by blanks.
    pub(crate) fn run(&self, command: &str) -> Result<CommandOutput, String> {
        self.run_with(command, None)
    }

    /// Runs a command with `stdin`.
    pub(crate) fn run_with(
        &self,
        command: &str,
        stdin: Option<&[u8]>,
    ) -> Result<CommandOutput, String> {
        let (status, out, err) = match std::env::var_os("PGNKIT_FUZZ_WITHIN") {
            Some(_) => within::run(self.dir.path(), command, stdin),
            None => self.spawn(command, stdin),
        };
        let stderr = String::from_utf8_lossy(&err).into_owned();
        let first = errors(&stderr).chain(stderr.lines()).next().unwrap_or_default();
        match status {
            None => Err(format!("hangs: {command}")),
            Some(_) if stderr.contains("panicked at ") || stderr.contains("internal fault") => {
                Err(format!("internal fault: {command}: {stderr}"))
            }
            Some(0 | 1) => Ok(CommandOutput { stdout: out, stderr }),
            // Files without games stay as they are.
            Some(2) if errors(&stderr).all(|line| line.ends_with("; left as it is")) => {
                Ok(CommandOutput { stdout: out, stderr })
            }
            Some(status) => Err(format!("status {status}: {command}: {first}")),
        }
    }

    /// Runs a command as a process of its own. Returns its status, stdout and stderr.
    fn spawn(&self, command: &str, stdin: Option<&[u8]>) -> (Option<i32>, Vec<u8>, Vec<u8>) {
        let program = std::env::var_os("PGNKIT_FUZZ_PROGRAM").unwrap_or_else(|| PGNKIT.into());
        let mut child = Command::new(program)
            .args(command.split(' '))
            .current_dir(self.dir.path())
            .env_remove("RUST_BACKTRACE")
            .stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let pipe = child.stdin.take();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let status = thread::scope(|scope| {
            scope.spawn(|| stdout.read_to_end(&mut out));
            scope.spawn(|| stderr.read_to_end(&mut err));
            if let (Some(mut pipe), Some(bytes)) = (pipe, stdin) {
                scope.spawn(move || pipe.write_all(bytes));
            }
            wait(&mut child)
        });
        (status, out, err)
    }

    /// Returns the number of games of all files, from `filter --count`.
    pub(crate) fn n_games(&self) -> Result<usize, String> {
        match self.n_games.get() {
            Some(n) => Ok(*n),
            None => {
                let n = self.count("d")?;
                Ok(*self.n_games.get_or_init(|| n))
            }
        }
    }

    /// Returns the number of games of an output, which may be a folder; 0 if it does not exist.
    pub(crate) fn count(&self, name: &str) -> Result<usize, String> {
        if !self.path(name).exists() {
            return Ok(0);
        }
        let stdout = self.run(&format!("filter --count {name}"))?.stdout;
        let text = String::from_utf8_lossy(&stdout);
        text.trim().parse().map_err(|_| format!("no count: {text}"))
    }

    /// Returns an error if the outputs together do not have as many games as the files.
    pub(crate) fn same_count(&self, what: &str, outputs: &[&str]) -> Verdict {
        let n: usize = outputs.iter().map(|name| self.count(name)).sum::<Result<_, _>>()?;
        self.same_number(what, n)
    }

    pub(crate) fn same_number(&self, what: &str, n: usize) -> Verdict {
        let expected = self.n_games()?;
        if n == expected { Ok(()) } else { Err(format!("{what}: {n} games, not {expected}")) }
    }
}

/// Returns the status, or `None` if the program had to be killed.
fn wait(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        match child.try_wait().unwrap() {
            Some(status) => return Some(status.code().unwrap_or(-1)),
            None if start.elapsed() > MAX_TIME => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Returns an error with the first difference if the bytes are not the expected ones.
pub(crate) fn same(what: &str, got: &[u8], want: &[u8]) -> Verdict {
    crate::support::same_bytes(want, got).map_err(|why| format!("{what}: {why}"))
}

/// Returns the fewest files, and of them the fewest lines and bytes, for which `objects` still returns true.
///
/// Halves are removed first, then quarters, down to single elements. Stops at `deadline`.
pub(crate) fn shrink(
    files: &[File],
    deadline: Instant,
    objects: &mut dyn FnMut(&[File]) -> bool,
) -> Vec<File> {
    let mut files = shrink_list(files, deadline, objects);
    for parts in [lines, single_bytes] {
        for at in 0..files.len() {
            let others = files.clone();
            let pieces = parts(&files[at].bytes);
            let kept = shrink_list(&pieces, deadline, &mut |some| {
                let mut files = others.clone();
                files[at].bytes = some.concat();
                objects(&files)
            });
            files[at].bytes = kept.concat();
        }
    }
    files
}

fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn single_bytes(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.iter().map(|&byte| vec![byte]).collect()
}

fn shrink_list<T: Clone>(
    list: &[T],
    deadline: Instant,
    objects: &mut dyn FnMut(&[T]) -> bool,
) -> Vec<T> {
    let mut list = list.to_vec();
    let mut size = list.len().div_ceil(2);
    while size > 0 && Instant::now() < deadline {
        let mut at = 0;
        let n_before = list.len();
        while at < list.len() && Instant::now() < deadline {
            let end = list.len().min(at + size);
            let rest = [&list[..at], &list[end..]].concat();
            if !rest.is_empty() && objects(&rest) {
                list = rest;
            } else {
                at = end;
            }
        }
        if size > 1 {
            size = size.div_ceil(2);
        } else if list.len() == n_before {
            break;
        }
    }
    list
}

/// Writes the files into `folder`, with a description.
pub(crate) fn keep(folder: &Path, files: &[File], words: &str) {
    fs::create_dir_all(folder).unwrap();
    for file in files {
        fs::write(folder.join(&file.name), &file.bytes).unwrap();
    }
    fs::write(folder.join("objection.txt"), words).unwrap();
}

fn errors(stderr: &str) -> impl Iterator<Item = &str> {
    stderr.lines().filter(|line| line.starts_with("error: "))
}
