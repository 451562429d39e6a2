//! `pack disable` and `pack enable`: a whole pack, or hooks of it, in the lock file.

use std::process::ExitCode;

use snaphook_packs::{LockError, PackLock};

use super::args::SwitchPackArgs;
use super::place::{PackWorld, of_lock, unknown};
use crate::error::CommandError;
use crate::show::style;

pub(super) fn switch(args: &SwitchPackArgs, on: bool) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(args.lock.project.as_deref())?;
    let path = world.lock_path(&args.lock)?;
    let lock = PackLock::load(&path).map_err(of_lock)?;
    let known: Vec<String> = lock.packs.iter().map(|pack| pack.name.clone()).collect();
    let pack = lock
        .pack(&args.name)
        .ok_or_else(|| unknown(&args.name, &known))?;
    let has = |name: &&String| pack.hooks.iter().any(|hook| hook.name == **name);
    let is_off = |name: &&String| pack.disabled_hooks.contains(name);
    let unknown_hook = args
        .hooks
        .iter()
        .find(|name| !(has(name) || on && is_off(name)));
    if let Some(name) = unknown_hook {
        let names: Vec<String> = pack
            .hooks
            .iter()
            .map(|hook| format!("`{}`", style::one_line(&hook.name)))
            .collect();
        let name = style::one_line(name);
        return Err(CommandError::new(format!(
            "no hook of the pack `{}` is named `{name}`",
            args.name
        ))
        .help(format!("its hooks are {}", names.join(", "))));
    }
    PackLock::change(&path, |lock| {
        for pack in lock.packs.iter_mut().filter(|pack| pack.name == args.name) {
            match (args.hooks.is_empty(), on) {
                (true, on) => pack.disabled = !on,
                (false, true) => pack
                    .disabled_hooks
                    .retain(|name| !args.hooks.contains(name)),
                (false, false) => {
                    pack.disabled_hooks.extend(args.hooks.iter().cloned());
                    pack.disabled_hooks.sort();
                    pack.disabled_hooks.dedup();
                }
            }
        }
        Ok::<(), LockError>(())
    })
    .map_err(of_lock)?;
    let state = if on { "on" } else { "off" };
    let shown = style::one_line(&path.display().to_string());
    if args.hooks.is_empty() {
        crate::say!("the pack {} is {state} in {shown}", args.name);
    }
    for hook in &args.hooks {
        crate::say!(
            "{} of the pack {} is {state} in {shown}",
            style::one_line(hook),
            args.name
        );
    }
    if on && !args.hooks.is_empty() && pack.disabled {
        crate::say!(
            "the pack itself is off; `snaphook pack enable {}` switches it on",
            args.name
        );
    }
    Ok(ExitCode::SUCCESS)
}
