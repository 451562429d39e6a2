//! From a command hook's definition to a process: program, arguments,
//! environment, working directory.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::hook::{CommandDef, Shell};

use super::origin;
use super::placeholders::fill;
use crate::handler::{Call, Surroundings};
use crate::process::program::find_program;
use crate::process::{ProcessSpec, os};

pub(super) fn prepare(def: &CommandDef, call: &Call) -> Result<ProcessSpec, String> {
    let world = &*call.surroundings;
    let origin = call.hook.source.origin.as_deref();
    if let Some(origin) = origin {
        origin::is_there(origin)?;
    }
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
    let cwd = working_dir(def.cwd.as_deref(), call)?;
    let command = fill(&def.command, value_of)?;
    let (program, args) = match (&def.args, def.shell) {
        (Some(args), _) => {
            let program = find_program(Path::new(&command), &cwd, world.var("PATH"))
                .ok_or_else(|| format!("cannot start `{command}`: there is no such program"))?;
            let args = args
                .iter()
                .map(|arg| fill(arg, value_of).map(OsString::from))
                .collect::<Result<_, _>>()?;
            (program, args)
        }
        (None, Shell::Posix) => {
            let text = prefixed(command, world);
            (PathBuf::from(os::POSIX_SHELL), vec!["-c".into(), text])
        }
        (None, Shell::PowerShell) => {
            let program = ["pwsh", "powershell"]
                .iter()
                .find_map(|name| find_program(Path::new(name), &cwd, world.var("PATH")))
                .ok_or("this hook needs PowerShell, and neither `pwsh` nor `powershell` is on the PATH")?;
            let args = ["-NoProfile", "-NonInteractive", "-Command", &command];
            (program, args.map(OsString::from).into())
        }
    };
    Ok(ProcessSpec {
        program,
        args,
        env: environment(def, call),
        cwd,
        stdin: Arc::clone(call.input.line()),
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

/// The host's environment, the hook's own variables, and ours, under both
/// names.
fn environment(def: &CommandDef, call: &Call) -> Vec<(OsString, OsString)> {
    let world = &*call.surroundings;
    let mut env: Vec<(OsString, OsString)> = world
        .env
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if let Some(project) = &world.project_dir {
        let names = world.names_of("PROJECT_DIR");
        env.extend(names.map(|name| (name.into(), project.into())));
    }
    if let Some(origin) = &call.hook.source.origin {
        // What it keeps it shall find a folder for; it may not need one.
        if let Some(data) = &origin.data {
            let _ = std::fs::create_dir_all(data);
        }
        for (variable, value) in origin::variables(origin) {
            let names = world.names_of(&variable);
            env.extend(names.map(|name| (name.into(), value.clone())));
        }
    }
    // The session's, then the hook's own.
    let own = call.env.iter().chain(&def.env);
    env.extend(own.map(|(name, value)| (name.into(), value.into())));
    env
}

/// The session's cwd, or the hook's own; where it is gone, the project root,
/// then home, then the temp folder.
fn working_dir(own: Option<&str>, call: &Call) -> Result<PathBuf, String> {
    let world = &*call.surroundings;
    let session = call
        .input
        .input()
        .fields()
        .text("cwd")
        .filter(|cwd| !cwd.is_empty())
        .map(|cwd| PathBuf::from(cwd.as_ref()));
    let wanted = match (own, &session, &world.project_dir) {
        (Some(own), Some(base), _) | (Some(own), None, Some(base)) => Some(base.join(own)),
        (Some(own), None, None) => Some(PathBuf::from(own)),
        (None, session, _) => session.clone(),
    };
    [
        wanted.as_deref(),
        world.project_dir.as_deref(),
        world.home.as_deref(),
        world.temp_dir.as_deref(),
    ]
    .into_iter()
    .flatten()
    .find(|dir| dir.is_absolute() && dir.is_dir())
    .map(Path::to_owned)
    .ok_or_else(|| {
        "there is no folder to run it in: the input's `cwd` is gone, and the host named no other"
            .to_owned()
    })
}
