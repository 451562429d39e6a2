//! From a command hook's definition to a process: program, arguments,
//! environment, working directory.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use snaphook_core::hook::{CommandDef, Hook, Shell};

use super::error::PrepareError;
use super::placeholders::{PlaceholderValue, fill, fill_shell};
use super::shell_name::NamedShell;
use crate::handler::{Call, Environment, text};
use crate::origin::{self, OriginError};
use crate::process::program::find_program;
use crate::process::{ProcessSpec, ProcessStdin, StdinKind, os};
use crate::surroundings::Surroundings;

/// Tells a command that it is a worker: the number of the protocol.
pub(crate) const WORKER: &str = "SNAPHOOK_WORKER";

/// A process to start, and the shell that it is, if it is one.
pub(super) type PreparedCommand<'a> = (ProcessSpec<'a>, Option<NamedShell>);

/// The process of a call; its environment is that of the call as it is confined.
pub(super) fn prepare<'a>(
    def: &'a CommandDef,
    call: &'a Call,
    confined: &'a Call,
    stdin: StdinKind,
) -> Result<PreparedCommand<'a>, PrepareError> {
    check_origin(call)?;
    let cwd = call.start_dir(def).ok_or(PrepareError::NoFolder)?;
    let (program, mut args) = program(def, call, &cwd)?;
    let is_shell = def.args.is_none() && def.shell == Shell::Posix;
    let text = args.last().filter(|_| is_shell);
    let shell = text.map(|text| NamedShell::new(text.to_string_lossy().into_owned()));
    args.extend(shell.as_ref().map(|shell| OsString::from(shell.name())));
    let mut env = environment(def, confined);
    // The host may be a worker itself.
    env.retain(|(name, _)| &**name != WORKER);
    let spec = ProcessSpec {
        program,
        args,
        env,
        cwd,
        stdin: match def.interactive {
            true => ProcessStdin::pipe(&call.input),
            false => ProcessStdin::of(stdin, &call.input),
        },
        sandbox: None,
    };
    Ok((spec, shell))
}

/// A hook of a plugin that is gone does not run.
pub(crate) fn check_origin(call: &Call) -> Result<(), OriginError> {
    let origin = call.hook.source.origin.as_deref();
    origin.map_or(Ok(()), origin::is_there)
}

/// The program and its arguments, started in this folder.
pub(crate) fn program(
    def: &CommandDef,
    call: &Call,
    cwd: &Path,
) -> Result<(PathBuf, Vec<OsString>), PrepareError> {
    let world = &*call.surroundings;
    let known = |name: &str| known_variables(name, world, &call.hook);
    Ok(match (&def.args, def.shell) {
        (Some(args), _) => {
            let command = fill(&def.command, known)?;
            let program = find_program(Path::new(&command), cwd, world.var("PATH"))
                .ok_or(PrepareError::NoProgram { command })?;
            let mut args = args
                .iter()
                .map(|arg| fill(arg, known).map(OsString::from))
                .collect::<Result<Vec<OsString>, _>>()?;
            if os::is_shell_script(&program) {
                let script = program.to_string_lossy();
                let script = os::shell_path(&script).unwrap_or(script.into_owned());
                args.insert(0, script.into());
                let shell = os::posix_shell(|name| world.var(name));
                return Ok((shell.ok_or(PrepareError::NoShell)?, args));
            }
            (program, args)
        }
        (None, Shell::Posix) => {
            let known = |name: &str| {
                let value = known(name)?;
                Ok::<_, PrepareError>(value.map(PlaceholderValue::for_posix_shell))
            };
            let command = fill_shell(&def.command, Shell::Posix, known)?;
            let shell = os::posix_shell(|name| world.var(name)).ok_or(PrepareError::NoShell)?;
            (shell, vec!["-c".into(), prefixed(command, world)])
        }
        (None, Shell::PowerShell) => {
            let command = fill_shell(&def.command, Shell::PowerShell, known)?;
            let program = ["pwsh", "powershell"]
                .iter()
                .find_map(|name| find_program(Path::new(name), cwd, world.var("PATH")))
                .ok_or(PrepareError::NoPowerShell)?;
            let args = ["-NoProfile", "-NonInteractive", "-Command", &command];
            (program, args.map(OsString::from).into())
        }
    })
}

/// Finds the value of a placeholder; `None` if the name belongs to the shell.
fn known_variables(
    name: &str,
    world: &Surroundings,
    hook: &Hook,
) -> Result<Option<PlaceholderValue>, PrepareError> {
    let origin = hook.source.origin.as_deref();
    if let Some(key) = name.strip_prefix("user_config.") {
        let option = origin.and_then(|origin| origin.options.get(key));
        let (Some(origin), Some(value)) = (origin, option) else {
            return Err(PrepareError::UnknownOption {
                key: key.to_owned(),
            });
        };
        let variable = origin::option_variable(origin, key)?;
        return Ok(world
            .names_of(&variable)
            .next()
            .map(|variable| PlaceholderValue {
                value: value.clone(),
                variable,
                is_option: true,
            }));
    }
    let value = match world.variable_of(name) {
        None => None,
        Some("PROJECT_DIR") => {
            let project = world.project_dir.as_deref();
            project.map(|dir| dir.to_string_lossy().into_owned())
        }
        Some("SKILL_DIR") => {
            origin::skill_dir(hook).map(|folder| folder.to_string_lossy().into_owned())
        }
        Some(variable) => origin.and_then(|origin| origin::placeholder(origin, variable)),
    };
    Ok(value.map(|value| PlaceholderValue {
        value,
        variable: name.to_owned(),
        is_option: false,
    }))
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

/// Variables that hold a path, without their prefix.
const PATHS: [&str; 5] = [
    "PROJECT_DIR",
    "PLUGIN_ROOT",
    "PLUGIN_DATA",
    "SKILL_DIR",
    "ENV_FILE",
];

/// Writes the paths that hooks are told of as a POSIX shell writes them.
fn write_paths_for_shell(env: &mut Environment<'_>, world: &Surroundings) {
    for (name, value) in env {
        let is_path = name
            .to_str()
            .and_then(|name| world.variable_of(name))
            .is_some_and(|variable| PATHS.contains(&variable));
        if let Some(written) = value.to_str().filter(|_| is_path).and_then(os::shell_path) {
            *value = OsString::from(written).into();
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
        // The folder must exist if the hook uses it. An error does not matter: it may
        // not use it.
        let _ = std::fs::create_dir_all(data);
    }
    let mut env = call.environment();
    let runs_shell = match def.args {
        None => def.shell == Shell::Posix,
        Some(_) => os::is_shell_script(Path::new(&def.command)),
    };
    if runs_shell {
        write_paths_for_shell(&mut env, &call.surroundings);
    }
    let own = def.env.iter();
    env.extend(own.map(|(name, value)| (text(name), text(value))));
    env
}
