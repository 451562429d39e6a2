//! What `fire` and `authorize` end with when they themselves fail.
//!
//! Agents take every exit but 2 for "the hook failed, go on". So where a guard
//! would have had a say, or nobody can know whether one would, whatever goes wrong
//! (an input that cannot be read, a signal, a panic, no descriptors, no disk) is
//! exit 2; else it is exit 1. On events where a failed guard blocks nothing, such as
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

/// One command is one process.
static STAKES: AtomicU8 = AtomicU8::new(UNKNOWN);

/// Whether guards have a say: set as soon as it is known.
pub(crate) fn set(guarded: bool) {
    STAKES.store(if guarded { GUARD } else { NOTHING }, Ordering::SeqCst);
}

/// Whether a guard is known to have a say.
pub(crate) fn is_guarded() -> bool {
    STAKES.load(Ordering::SeqCst) == GUARD
}

/// Whether a guard of this engine has a say on an event; on any, where the event
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
            let guarded = match STAKES.load(Ordering::SeqCst) {
                NOTHING => false,
                GUARD => true,
                // Whoever panics here has not found out.
                _ => catch_unwind(AssertUnwindSafe(look)).unwrap_or(true),
            };
            ExitCode::from(if guarded { 2 } else { 1 })
        }
        Err(_) => {
            let guarded = STAKES.load(Ordering::SeqCst) != NOTHING;
            crate::tell!("error: snaphook itself failed, so no hook could be asked");
            ExitCode::from(if guarded { 2 } else { 1 })
        }
    }
}

/// Whether guards have a say on what the arguments describe, as far as that can be
/// said without the input: also where an organisation has settings, and where the
/// settings cannot be read.
pub(crate) fn look(args: &EventArgs) -> bool {
    let cwd = args.cwd.clone().or_else(|| std::env::current_dir().ok());
    let cwd = cwd.as_deref().unwrap_or(Path::new("/"));
    let project = args
        .settings
        .project(cwd)
        .unwrap_or_else(|_| cwd.to_owned());
    let options = EngineOptions::to(Purpose::Inspect);
    let engine = match args.settings.engine_with(&project, options) {
        Ok(engine) => engine,
        Err(error) => return error.refusing().exit() == 2,
    };
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
