//! From a policy to what is really there. Landlock opens whole folders, and nothing below
//! an open folder can be closed again: so a folder with a hole in it is opened entry by
//! entry, and nothing new can be made beside the hole.

use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags, fstat, openat2};

use crate::policy::SandboxPolicy;

/// What is opened at a file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Read and run.
    Read,
    /// Read, run, changed, made and removed.
    Write,
    /// Read and written, as a device is.
    Device,
}

/// One file or folder that is open to the hook.
#[derive(Debug)]
pub(super) struct Grant {
    pub(super) file: OwnedFd,
    pub(super) is_dir: bool,
    pub(super) access: Access,
}

/// The state of a folder that was opened entry by entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FolderStamp(PathBuf, Option<(u64, u64, i64, i64)>);

impl FolderStamp {
    fn of(path: &Path) -> Self {
        let meta = fs::symlink_metadata(path).ok();
        let stamp = meta.map(|meta| (meta.dev(), meta.ino(), meta.ctime(), meta.ctime_nsec()));
        Self(path.to_owned(), stamp)
    }

    /// Whether nothing was added, removed or renamed in it since.
    pub(super) fn holds(&self) -> bool {
        *self == Self::of(&self.0)
    }
}

/// Everything that is open, and the folders whose entries were listed for it.
#[derive(Debug, Default)]
pub(super) struct Grants {
    pub(super) open: Vec<Grant>,
    pub(super) listed: Vec<FolderStamp>,
}

impl Grants {
    /// What a policy opens on this machine now.
    pub(super) fn of(policy: &SandboxPolicy) -> Self {
        let mut grants = Self::default();
        let real = |paths: &[PathBuf]| {
            let real = paths.iter().map(|path| real(path));
            real.chain(paths.iter().cloned()).collect::<Vec<_>>()
        };
        let closed = real(&policy.deny_read);
        for path in &policy.read {
            let Some(found) = policy.real_inside(path) else {
                continue;
            };
            // A link must not lead into a hole that the path as written is not in.
            let through_link = |hole: &PathBuf| found.starts_with(hole) && !path.starts_with(hole);
            let named = policy.deny_read.iter().any(|hole| path.starts_with(hole));
            if named || !closed.iter().any(through_link) {
                grants.add(&found, &closed, Access::Read);
            }
        }
        let closed = real(&policy.deny_write);
        for path in &policy.write {
            let Some(path) = policy.real_inside(path) else {
                continue;
            };
            if !closed.iter().any(|hole| path.starts_with(hole)) {
                grants.add(&path, &closed, Access::Write);
            }
        }
        for path in &policy.devices {
            grants.open(path, Access::Device);
        }
        grants
    }

    /// Opens what is at a path, without the holes below it.
    fn add(&mut self, path: &Path, holes: &[PathBuf], access: Access) {
        let below = |hole: &&PathBuf| hole.starts_with(path) && hole.as_path() != path;
        let below: Vec<_> = holes.iter().filter(below).cloned().collect();
        // To be read, what does not exist needs no hole; to be made, it does.
        let matter = |hole: &PathBuf| access == Access::Write || hole.symlink_metadata().is_ok();
        if !below.iter().any(matter) {
            return self.open(path, access);
        }
        self.listed.push(FolderStamp::of(path));
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            let path = entry.path();
            // Where a link leads is open, or it is not, by itself.
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            if !is_link && !below.contains(&path) {
                self.add(&path, &below, access);
            }
        }
    }

    fn open(&mut self, path: &Path, access: Access) {
        // The path is real: a link that appears in it now is somebody's trick.
        let flags = OFlags::PATH | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let resolve = ResolveFlags::NO_SYMLINKS;
        let Ok(file) = openat2(CWD, path, flags, Mode::empty(), resolve) else {
            return;
        };
        let Ok(stat) = fstat(&file) else { return };
        let is_dir = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        if access == Access::Device && is_dir {
            return;
        }
        self.open.push(Grant {
            file,
            is_dir,
            access,
        });
    }
}

/// Where a path really is; as far as it exists.
fn real(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => real(parent).join(name),
        _ => path.to_owned(),
    }
}

impl SandboxPolicy {
    /// Where a path really is, if it is there. A path in the project must not lead out of
    /// it: a hook that ran before may have put a link there.
    fn real_inside(&self, path: &Path) -> Option<PathBuf> {
        let found = path.canonicalize().ok()?;
        let stays = match &self.project {
            Some(project) if path.starts_with(project) => found.starts_with(real(project)),
            _ => true,
        };
        stays.then_some(found)
    }
}
