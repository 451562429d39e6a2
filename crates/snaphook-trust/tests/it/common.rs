//! A project, a home and a store in a temporary folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use snaphook_core::event::Event;
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, Scope, Source};
use snaphook_core::matching::GroupMatcher;
use snaphook_trust::{
    Evidence, TrustFile, TrustPlace, TrustState, TrustStore, TrustedScript, Watch,
};
use tempfile::TempDir;

/// When tests trust.
pub(crate) const NOW: u64 = 1_700_000_000;

pub(crate) struct World {
    folder: TempDir,
    pub(crate) project: PathBuf,
    pub(crate) home: PathBuf,
    pub(crate) store: TrustFile,
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(folder.path()).unwrap();
        let (project, home) = (base.join("my project"), base.join("home"));
        fs::create_dir(&project).unwrap();
        fs::create_dir(&home).unwrap();
        Self {
            store: TrustFile::new(base.join("state/snaphook/trust.json")),
            folder,
            project,
            home,
        }
    }

    /// A project with one script, `guard.sh`.
    pub(crate) fn with_guard() -> Self {
        let world = Self::new();
        world.write("guard.sh", "exit 0\n");
        world
    }

    /// The folder that everything is in.
    pub(crate) fn folder(&self) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap()
    }

    /// Writes a file of the project.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.project.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.project.join(path)).unwrap();
    }

    /// Makes a symlink in the project.
    pub(crate) fn link(&self, path: &str, target: impl AsRef<Path>) {
        symlink(target, self.project.join(path)).unwrap();
    }

    pub(crate) fn place(&self) -> TrustPlace<'_> {
        TrustPlace {
            project: &self.project,
            home: Some(&self.home),
        }
    }

    pub(crate) fn evidence(&self, hook: &Hook) -> Evidence {
        Evidence::gather(hook, &self.place())
    }

    pub(crate) fn watch(&self, hook: &Hook) -> Watch {
        Watch::new(hook, &self.place())
    }

    pub(crate) fn scripts(&self, hook: &Hook) -> Vec<TrustedScript> {
        self.evidence(hook).scripts
    }

    pub(crate) fn paths(&self, hook: &Hook) -> Vec<String> {
        let scripts = self.scripts(hook);
        scripts.into_iter().map(|script| script.path).collect()
    }

    pub(crate) fn trust(&self, hook: &Hook) {
        let evidence = self.evidence(hook);
        self.store
            .trust(&self.project, &[(hook, &evidence)], NOW)
            .unwrap();
    }

    pub(crate) fn trust_state(&self, hook: &Hook) -> TrustState {
        self.store
            .trust_state(&self.project, hook, &self.evidence(hook))
    }

    pub(crate) fn trusts(&self, hook: &Hook) -> bool {
        self.trust_state(hook).is_trusted()
    }

    /// What changed since the hook was trusted, in words.
    pub(crate) fn changes(&self, hook: &Hook) -> Vec<String> {
        match self.trust_state(hook) {
            TrustState::Changed(changes) => changes.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) fn hook_on(event: &str, matcher: Option<&str>, handler: HandlerDef) -> Hook {
    let event = Event::resolve(event);
    let matcher = GroupMatcher::new(event.spec(), matcher);
    Hook::new(event, matcher, handler, Source::host(Scope::Project))
}

pub(crate) fn command_def(def: CommandDef) -> Hook {
    hook_on("PreToolUse", Some("Bash"), HandlerDef::new(def))
}

pub(crate) fn command(command: &str) -> Hook {
    command_def(CommandDef {
        command: command.to_owned(),
        ..CommandDef::default()
    })
}

pub(crate) fn program(command: &str, args: &[&str]) -> Hook {
    command_def(CommandDef {
        command: command.to_owned(),
        args: Some(args.iter().map(|&arg| arg.to_owned()).collect()),
        ..CommandDef::default()
    })
}

/// The hook, standing at a line of a settings file.
pub(crate) fn at(mut hook: Hook, line: usize) -> Hook {
    hook.source.file = Some(Path::new("/p/.claude/settings.json").into());
    hook.source.line = Some(line);
    hook
}
