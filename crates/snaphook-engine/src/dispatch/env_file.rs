//! The file into which a hook writes variables for the session's later
//! commands. One file per hook; it is gone when the hook has ended and the
//! file has been read.

use snaphook_core::env_file::{EnvFile, read_env_file};
use snaphook_core::hook::{CommandDef, Hook, Shell};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::Surroundings;
use tempfile::NamedTempFile;

/// More than this is not a list of variables.
const MOST_BYTES: u64 = 1024 * 1024;

/// Variables that a hook wrote into its file, and lines that were none.
pub(super) type EnvChanges = (Vec<(String, Option<String>)>, Vec<Diagnostic>);

/// A hook's file, while it runs.
pub(super) struct HookEnvFile(NamedTempFile);

impl HookEnvFile {
    /// Makes the file for a hook that gets one: a command on one of the events
    /// that say so, not for PowerShell, whose assignments are not a shell's.
    pub(super) fn for_hook(hook: &Hook, world: &Surroundings) -> Option<Self> {
        let def = hook.handler.get::<CommandDef>()?;
        if !hook.event.spec().env_file || def.shell == Shell::PowerShell {
            return None;
        }
        // Without a folder of the host's, or when it is full, there is none.
        let folder = world.temp_dir.as_deref()?;
        let made = tempfile::Builder::new()
            .prefix("snaphook-env-")
            .tempfile_in(folder);
        made.ok().map(Self)
    }

    /// The variables that tell the hook where it is.
    pub(super) fn variables(&self, world: &Surroundings) -> impl Iterator<Item = (String, String)> {
        let path = self.0.path().to_string_lossy().into_owned();
        let names = world.names_of("ENV_FILE");
        names.map(move |name| (name, path.clone()))
    }

    /// Reads what the hook wrote.
    pub(super) fn read(self, hook: &Hook, known: impl Fn(&str) -> Option<String>) -> EnvChanges {
        use std::io::Read;
        let mut bytes = Vec::new();
        // By its path: editors and `sed -i` put a new file in its place. Only a
        // file: opening a pipe would wait for somebody to write.
        let is_file = std::fs::metadata(self.0.path()).is_ok_and(|meta| meta.is_file());
        if !is_file {
            return EnvChanges::default();
        }
        let read = std::fs::File::open(self.0.path())
            .and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
        if read.is_err() {
            return EnvChanges::default();
        }
        let text = String::from_utf8_lossy(&bytes);
        let EnvFile {
            variables,
            problems,
        } = read_env_file(&text, known);
        let note = |(line, why): (usize, &'static str)| {
            let message = format!("line {line} of its environment file is ignored: {why}");
            Diagnostic::new(Severity::Warning, "env-file-line", message).about(&hook.id)
        };
        (variables, problems.into_iter().map(note).collect())
    }
}
