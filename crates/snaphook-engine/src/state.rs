//! The session's part of the state folder: texts that were too long for the
//! outcome, and whatever else a host keeps there.
//!
//! The host reads them after the dispatch, so they outlive it; they go with the
//! session, or after seven days, when the next one is written.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use snaphook_core::hook::HookId;
use snaphook_core::verdict::{Spill, SpillError};

const KEPT_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Where one session's long texts go.
pub(crate) struct SpillFolder<'a> {
    pub(crate) state_dir: Option<&'a Path>,
    pub(crate) session: &'a str,
}

impl Spill for SpillFolder<'_> {
    fn keep(&self, hook: &HookId, field: &'static str, text: &str) -> Result<String, SpillError> {
        let Some(state_dir) = self.state_dir else {
            return Err(SpillError::NoFolder);
        };
        let sessions = state_dir.join("sessions");
        let folder = session_folder(state_dir, self.session).join("spill");
        let name = format!(
            "{}-{field}-{}.txt",
            file_name(hook.as_str()),
            uuid::Uuid::now_v7()
        );
        let file = folder.join(name);
        remove_old(&sessions);
        let path = file.to_string_lossy().into_owned();
        match write_private(&folder, &file, text.as_bytes()) {
            Ok(()) => Ok(path),
            Err(source) => Err(SpillError::Write { path, source }),
        }
    }
}

/// The folder of one session in a state folder.
#[must_use]
pub fn session_folder(state_dir: &Path, session: &str) -> PathBuf {
    state_dir.join("sessions").join(file_name(session))
}

/// Removes the long texts of a session that has ended.
pub(crate) fn remove_texts(state_dir: &Path, session: &str) {
    let folder = session_folder(state_dir, session);
    // Most sessions have none; what cannot be removed goes after seven days.
    let _ = fs::remove_dir_all(folder.join("spill"));
    let _ = fs::remove_dir(folder);
}

/// Any text as one component of a path.
fn file_name(text: &str) -> String {
    let mut name = String::new();
    for byte in text.bytes().take(80) {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => name.push(char::from(byte)),
            other => name.push_str(&format!("%{other:02x}")),
        }
    }
    if text.len() > 80 {
        // Long ids may begin alike.
        name.push_str(HookId::derive("", [text]).as_str());
    }
    if name.is_empty() {
        "none".to_owned()
    } else {
        name
    }
}

fn write_private(folder: &Path, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
        builder.mode(0o700);
        options.mode(0o600);
    }
    builder.create(folder)?;
    options.open(file)?.write_all(bytes)
}

/// Removes texts that nobody fetched, and folders that are empty then. What
/// cannot be removed now is tried again next time.
fn remove_old(sessions: &Path) {
    let Some(before) = SystemTime::now().checked_sub(KEPT_FOR) else {
        return;
    };
    for session in entries(sessions) {
        let spill = session.join("spill");
        for file in entries(&spill) {
            let old = fs::symlink_metadata(&file)
                .and_then(|meta| meta.modified())
                .is_ok_and(|modified| modified < before);
            if old {
                let _ = fs::remove_file(&file);
                let _ = fs::remove_dir(&spill);
                let _ = fs::remove_dir(&session);
            }
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_id_cannot_leave_the_state_folder() {
        let state = tempfile::tempdir().unwrap();
        let spill = SpillFolder {
            state_dir: Some(state.path()),
            session: "../../etc/x",
        };
        let path = spill
            .keep(&HookId::from("Stop-1"), "feedback", "text")
            .unwrap();
        assert!(Path::new(&path).starts_with(state.path()));
        assert_eq!(fs::read_to_string(path).unwrap(), "text");
    }

    #[cfg(unix)]
    #[test]
    fn texts_are_private_and_go_after_seven_days() {
        use std::os::unix::fs::PermissionsExt;
        let state = tempfile::tempdir().unwrap();
        let spill = |session| SpillFolder {
            state_dir: Some(state.path()),
            session,
        };
        let hook = HookId::from("Stop-1");
        let old = spill("a").keep(&hook, "feedback", "old").unwrap();
        let mode = fs::metadata(&old).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let long_ago = SystemTime::now() - KEPT_FOR - Duration::from_secs(60);
        fs::File::options()
            .write(true)
            .open(&old)
            .unwrap()
            .set_modified(long_ago)
            .unwrap();
        let new = spill("b").keep(&hook, "feedback", "new").unwrap();
        assert!(!Path::new(&old).exists());
        assert!(Path::new(&new).exists());
    }
}
