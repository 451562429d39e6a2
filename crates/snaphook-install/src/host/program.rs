//! The path of our own program as it is installed: one that is still there after the next
//! upgrade, and never one of a runner that throws its copy away.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use crate::error::InstallError;
use crate::os::is_executable;

/// Folders in which package runners keep copies for one run: of npm, pnpm, Yarn.
const RUNNERS: &[&str] = &["_npx", "dlx"];

/// How such folders begin, before a number: of Bun, older pnpm, and the cache of uv.
const RUNNER_PREFIXES: &[&str] = &["bunx-", "dlx-", "archive-v", "builds-v", "environments-v"];

/// Two folders, one in the other: the cache of pipx.
const RUNNER_CACHES: &[[&str; 2]] = &[[".cache", "pipx"], ["Caches", "pipx"], ["pipx", ".cache"]];

/// A program that hooks can name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StableProgram {
    /// Its absolute path.
    pub path: PathBuf,
    /// Whether the path is bound to a version, and no other one leads to the program.
    pub versioned: bool,
}

/// The path to install for a program. `search` are the folders of `PATH`, `temporary` the
/// system's folder for temporary files.
///
/// # Errors
/// When the program cannot be found, or is a copy that will be thrown away.
pub fn stable_program(
    program: &Path,
    search: &[PathBuf],
    temporary: &Path,
) -> Result<StableProgram, InstallError> {
    let refused = |why| InstallError::Program {
        program: program.to_owned(),
        why,
    };
    let real = snaphook_files::canonical(program)
        .map_err(|error| InstallError::io("find", program, error))?;
    if is_passing(&real) {
        return Err(refused(
            "a package runner keeps this copy for a short time only, so a hook would not find it later; help: install snaphook for good (`npm install -g`, `uv tool install`, `cargo install`) and run that, or name it with --program",
        ));
    }
    let temporary = snaphook_files::canonical(temporary).unwrap_or_else(|_| temporary.to_owned());
    if real.starts_with(&temporary) {
        return Err(refused(
            "this copy stands in the folder for temporary files, so a hook would not find it later; help: move it to a lasting place, or name another one with --program",
        ));
    }
    if !real.metadata().is_ok_and(|file| is_executable(&file)) {
        return Err(refused(
            "not a program; help: name an executable file with --program",
        ));
    }
    if !is_versioned(&real) {
        return Ok(StableProgram {
            path: real,
            versioned: false,
        });
    }
    let name = real.file_name().unwrap_or_else(|| OsStr::new("snaphook"));
    let same = |path: &PathBuf| {
        let leads_here = snaphook_files::canonical(path).is_ok_and(|found| found == real);
        let is_shim = path.parent().and_then(Path::file_name) == Some(OsStr::new("shims"));
        !is_versioned(path) && (leads_here || (is_shim && path.exists()))
    };
    let mut paths = search.iter().map(|folder| folder.join(name));
    let stable = paths.find(|path| path.is_absolute() && same(path));
    Ok(StableProgram {
        versioned: stable.is_none(),
        path: stable.unwrap_or(real),
    })
}

fn parts(path: &Path) -> impl Iterator<Item = &str> {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    })
}

fn is_passing(path: &Path) -> bool {
    let numbered = |part: &str| {
        let mut rests = RUNNER_PREFIXES
            .iter()
            .map(|prefix| part.strip_prefix(prefix));
        rests.any(|rest| rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())))
    };
    let mut pairs = parts(path).zip(parts(path).skip(1));
    parts(path).any(|part| RUNNERS.contains(&part) || numbered(part))
        || pairs.any(|(outer, inner)| RUNNER_CACHES.contains(&[outer, inner]))
}

/// Whether a folder on the way is named after a version: `0.1.0`, `v20.11.1`.
fn is_versioned(path: &Path) -> bool {
    path.parent().into_iter().flat_map(parts).any(|part| {
        let digits = part.strip_prefix('v').unwrap_or(part);
        let numbers: Vec<_> = digits.splitn(3, '.').collect();
        let starts = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit());
        numbers.len() > 1 && numbers.iter().all(starts)
    })
}
