//! The exit status of `fire` and `authorize` when they fail themselves.
//!
//! Agents take every exit but 2 for "the hook failed, go on". So if a guard could have
//! blocked the event, or it is unknown whether one could, every failure (an unreadable
//! input, a signal, a panic, no descriptors, no disk) is exit 2, else exit 1. On events where a failed guard blocks nothing, such as
//! Stop, it is exit 1: a block would keep the agent going.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};

use snaphook::hook::{Hook, Scope};
use snaphook::{Engine, Event, FileState, SettingsFile};

use crate::args::EventArgs;
use crate::error::CommandError;
use crate::settings_args::{EngineOptions, Purpose};

const UNKNOWN: u8 = 0;
const NOTHING: u8 = 1;
const GUARD: u8 = 2;

/// Whether a guard may decide on one event, as soon as that is known.
#[derive(Debug, Default)]
pub(crate) struct Stakes(AtomicU8);

impl Stakes {
    pub(crate) const fn unknown() -> Self {
        Self(AtomicU8::new(UNKNOWN))
    }

    pub(crate) fn set(&self, guarded: bool) {
        self.0
            .store(if guarded { GUARD } else { NOTHING }, Ordering::SeqCst);
    }

    /// What is known.
    pub(crate) fn known(&self) -> Option<bool> {
        match self.0.load(Ordering::SeqCst) {
            UNKNOWN => None,
            known => Some(known == GUARD),
        }
    }

    /// Whether a guard may have a say: as it is known, else as `look` finds out. A panic
    /// there counts as yes.
    pub(crate) fn may_be_guarded(&self, look: impl FnOnce() -> bool) -> bool {
        self.known()
            .unwrap_or_else(|| catch_unwind(AssertUnwindSafe(look)).unwrap_or(true))
    }
}

/// The stakes of a command that is about one event.
static STAKES: Stakes = Stakes::unknown();

/// Records whether a guard could block, as soon as that is known.
pub(crate) fn set(guarded: bool) {
    STAKES.set(guarded);
}

/// Whether a guard is known to have a say.
pub(crate) fn is_guarded() -> bool {
    STAKES.known() == Some(true)
}

/// Whether a guard of this engine may decide on an event; on any, where the event
/// is not known.
pub(crate) fn guarded(engine: &Engine, event: Option<&Event>) -> bool {
    if event.is_some_and(|event| !event.spec().guards) {
        return false;
    }
    let concerned = |hook: &Hook| match event {
        Some(event) => hook.event.name() == event.name(),
        None => hook.event.spec().guards,
    };
    let configured = engine.configured();
    let mut hooks = configured.iter();
    hooks.any(|hook| hook.is_guard() && hook.enabled && hook.trusted && concerned(hook))
}

/// Runs a command whose failure must not let anything pass. `look` finds out
/// whether guards have a say, where the command has not.
pub(crate) fn run(
    look: impl FnOnce() -> bool,
    work: impl FnOnce() -> Result<ExitCode, CommandError>,
) -> ExitCode {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => {
            error.print();
            if error.is_usage() {
                return ExitCode::from(1);
            }
            if error.exit() != 1 {
                return ExitCode::from(error.exit());
            }
            ExitCode::from(if STAKES.may_be_guarded(look) { 2 } else { 1 })
        }
        Err(_) => {
            let guarded = STAKES.known().unwrap_or(true);
            crate::tell!("error: snaphook itself failed before any hook could decide");
            ExitCode::from(if guarded { 2 } else { 1 })
        }
    }
}

/// Whether guards have a say on what the arguments describe, as far as that can be
/// said without the input: also where an organisation has settings, and where the
/// settings cannot be read.
pub(crate) fn look(args: &EventArgs) -> bool {
    look_with(args, EngineOptions::to(Purpose::Inspect), |_| false)
}

/// As [`look`], with options of the engine that is looked at; also true where the engine
/// says so otherwise.
pub(crate) fn look_with(
    args: &EventArgs,
    options: EngineOptions<'_>,
    also: impl FnOnce(&Engine) -> bool,
) -> bool {
    let cwd = args.cwd.clone().or_else(|| std::env::current_dir().ok());
    let cwd = cwd.as_deref().unwrap_or(Path::new("/"));
    let project = args
        .settings
        .project(cwd)
        .unwrap_or_else(|_| cwd.to_owned());
    let engine = match args.settings.engine_with(&project, options) {
        Ok(engine) => engine,
        Err(error) => return error.refusing().exit() == 2,
    };
    if also(&engine) {
        return true;
    }
    let files = engine.files();
    let managed = |file: &&SettingsFile| file.scope == Scope::Managed;
    let mut managed = files.iter().filter(managed).map(|file| file.state);
    // Nothing may run without what the organisation wants, on any event.
    if managed.clone().any(|state| state == FileState::Failed) {
        return true;
    }
    let named = args.event.as_deref().map(|name| engine.event(name));
    let known = named.filter(|event| !event.is_custom());
    if known.as_ref().is_some_and(|event| !event.spec().guards) {
        return false;
    }
    let of_skill = !args.skill.is_empty() || !args.agent_file.is_empty();
    of_skill
        || !engine.load_errors().is_empty()
        || managed.any(|state| state != FileState::Absent)
        || guarded(&engine, known.as_ref())
}
