//! From a command hook's definition to a process: program, arguments,
//! environment, working directory.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use snaphook_core::hook::{CommandDef, Shell};

use super::placeholders::fill;
use crate::handler::{Call, Environment, Surroundings, text};
use crate::origin;
use crate::process::program::{NOT_FOUND, find_program};
use crate::process::{ProcessSpec, Stdin, StdinKind, os};

/// Tells a command that it is a worker: the number of the protocol.
pub(crate) const WORKER: &str = "SNAPHOOK_WORKER";

pub(crate) const NO_FOLDER: &str =
    "there is no folder to run it in: the input's `cwd` is gone, and the host named no other";

pub(super) fn prepare<'a>(
    def: &'a CommandDef,
    call: &'a Call,
    stdin: StdinKind,
) -> Result<ProcessSpec<'a>, String> {
    check_origin(call)?;
    let cwd = call.start_dir(def).ok_or(NO_FOLDER)?;
    let (program, args) = program(def, call, &cwd)?;
    let mut env = environment(def, call);
    // Whoever runs this may be a worker itself.
    env.retain(|(name, _)| &**name != WORKER);
    Ok(ProcessSpec {
        program,
        args,
        env,
        cwd,
        stdin: match def.interactive {
            true => Stdin::pipe(&call.input),
            false => Stdin::of(stdin, &call.input),
        },
    })
}

/// A hook of a plugin that is gone does not run.
pub(crate) fn check_origin(call: &Call) -> Result<(), String> {
    let origin = call.hook.source.origin.as_deref();
    origin.map_or(Ok(()), origin::is_there)
}

/// The program and its arguments, started in this folder.
pub(crate) fn program(
    def: &CommandDef,
    call: &Call,
    cwd: &Path,
) -> Result<(PathBuf, Vec<OsString>), String> {
    let world = &*call.surroundings;
    let origin = call.hook.source.origin.as_deref();
    let value_of = |name: &str| match world.variable_of(name) {
        Some("PROJECT_DIR") => world
            .project_dir
            .as_deref()
            .map(|dir| dir.to_string_lossy().into_owned()),
        Some(variable) => origin.and_then(|origin| origin::placeholder(origin, variable)),
        None if name.starts_with("user_config.") => {
            origin.and_then(|origin| origin::placeholder(origin, name))
        }
        // The shell's own.
        None => None,
    };
    let command = fill(&def.command, value_of)?;
    Ok(match (&def.args, def.shell) {
        (Some(args), _) => {
            let program = find_program(Path::new(&command), cwd, world.var("PATH"))
                .ok_or_else(|| format!("cannot start `{command}`: {NOT_FOUND}"))?;
            let args = args
                .iter()
                .map(|arg| fill(arg, value_of).map(OsString::from))
                .collect::<Result<_, _>>()?;
            (program, args)
        }
        (None, Shell::Posix) => {
            let shell = os::posix_shell(|name| world.var(name)).ok_or(os::NO_SHELL)?;
            (shell, vec!["-c".into(), prefixed(command, world)])
        }
        (None, Shell::PowerShell) => {
            let program = ["pwsh", "powershell"]
                .iter()
                .find_map(|name| find_program(Path::new(name), cwd, world.var("PATH")))
                .ok_or("this hook needs PowerShell, and neither `pwsh` nor `powershell` is on the PATH")?;
            let args = ["-NoProfile", "-NonInteractive", "-Command", &command];
            (program, args.map(OsString::from).into())
        }
    })
}

/// A prefix that the user's environment puts before shell commands, with the
/// command as one quoted word.
fn prefixed(command: String, world: &Surroundings) -> OsString {
    let prefix = ["SNAPHOOK_SHELL_PREFIX", "CLAUDE_CODE_SHELL_PREFIX"]
        .iter()
        .find_map(|name| world.var(name))
        .filter(|prefix| !prefix.is_empty());
    match prefix {
        None => command.into(),
        Some(prefix) => {
            let mut text = prefix.to_owned();
            text.push(" '");
            text.push(command.replace('\'', r"'\''"));
            text.push("'");
            text
        }
    }
}

/// The environment of the call, and the hook's own variables.
pub(crate) fn environment<'a>(def: &'a CommandDef, call: &'a Call) -> Environment<'a> {
    if let Some(data) = call
        .hook
        .source
        .origin
        .as_ref()
        .and_then(|o| o.data.as_ref())
    {
        // What it keeps it shall find a folder for; it may not need one.
        let _ = std::fs::create_dir_all(data);
    }
    let mut env = call.environment();
    let own = def.env.iter();
    env.extend(own.map(|(name, value)| (text(name), text(value))));
    env
}
