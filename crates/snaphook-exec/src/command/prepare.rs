//! From a command hook's definition to a process: program, arguments,
//! environment, working directory.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use snaphook_core::hook::{CommandDef, Origin, Shell};

use super::placeholders::{Known, fill, fill_shell};
use super::shell_name::NamedShell;
use crate::handler::{Call, Environment, Surroundings, text};
use crate::origin;
use crate::process::program::{NOT_FOUND, find_program};
use crate::process::{ProcessSpec, Stdin, StdinKind, os};

/// Tells a command that it is a worker: the number of the protocol.
pub(crate) const WORKER: &str = "SNAPHOOK_WORKER";

pub(crate) const NO_FOLDER: &str =
    "there is no folder to run it in: the input's `cwd` is gone, and the host named no other";

/// A process to start, and the shell that it is, if it is one.
pub(super) type Prepared<'a> = (ProcessSpec<'a>, Option<NamedShell>);

pub(super) fn prepare<'a>(
    def: &'a CommandDef,
    call: &'a Call,
    stdin: StdinKind,
) -> Result<Prepared<'a>, String> {
    check_origin(call)?;
    let cwd = call.start_dir(def).ok_or(NO_FOLDER)?;
    let (program, mut args) = program(def, call, &cwd)?;
    let is_shell = def.args.is_none() && def.shell == Shell::Posix;
    let text = args.last().filter(|_| is_shell);
    let shell = text.map(|text| NamedShell::new(text.to_string_lossy().into_owned()));
    args.extend(shell.as_ref().map(|shell| OsString::from(shell.name())));
    let mut env = environment(def, call);
    // Whoever runs this may be a worker itself.
    env.retain(|(name, _)| &**name != WORKER);
    let spec = ProcessSpec {
        program,
        args,
        env,
        cwd,
        stdin: match def.interactive {
            true => Stdin::pipe(&call.input),
            false => Stdin::of(stdin, &call.input),
        },
    };
    Ok((spec, shell))
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
    let known = |name: &str| known(name, world, origin);
    Ok(match (&def.args, def.shell) {
        (Some(args), _) => {
            let command = fill(&def.command, known)?;
            let program = find_program(Path::new(&command), cwd, world.var("PATH"))
                .ok_or_else(|| format!("cannot start `{command}`: {NOT_FOUND}"))?;
            let args = args
                .iter()
                .map(|arg| fill(arg, known).map(OsString::from))
                .collect::<Result<_, _>>()?;
            (program, args)
        }
        (None, Shell::Posix) => {
            let command = fill_shell(&def.command, Shell::Posix, known)?;
            let shell = os::posix_shell(|name| world.var(name)).ok_or(os::NO_SHELL)?;
            (shell, vec!["-c".into(), prefixed(command, world)])
        }
        (None, Shell::PowerShell) => {
            let command = fill_shell(&def.command, Shell::PowerShell, known)?;
            let program = ["pwsh", "powershell"]
                .iter()
                .find_map(|name| find_program(Path::new(name), cwd, world.var("PATH")))
                .ok_or("this hook needs PowerShell, and neither `pwsh` nor `powershell` is on the PATH")?;
            let args = ["-NoProfile", "-NonInteractive", "-Command", &command];
            (program, args.map(OsString::from).into())
        }
    })
}

/// What a placeholder stands for; nothing where the name is the shell's own.
fn known(
    name: &str,
    world: &Surroundings,
    origin: Option<&Origin>,
) -> Result<Option<Known>, String> {
    if let Some(key) = name.strip_prefix("user_config.") {
        let option = origin.and_then(|origin| origin.options.get(key));
        let (Some(origin), Some(value)) = (origin, option) else {
            return Err(format!(
                "`${{user_config.{key}}}` has no value: it is an option of a plugin, and there is none of that name"
            ));
        };
        let variable = origin::option_variable(origin, key)?;
        return Ok(world.names_of(&variable).next().map(|variable| Known {
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
        Some(variable) => origin.and_then(|origin| origin::placeholder(origin, variable)),
    };
    Ok(value.map(|value| Known {
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
