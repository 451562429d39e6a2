//! `pack remove`: takes packs out of the lock file. Their content stays in the store until
//! `pack gc`, for other projects may have it.

use std::process::ExitCode;

use snaphook_packs::PackLock;

use super::args::RemoveArgs;
use super::place::{PackWorld, of_lock, unknown};
use crate::error::CommandError;
use crate::show::style;

pub(super) fn remove(args: &RemoveArgs) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(args.lock.project.as_deref())?;
    let path = world.lock_path(&args.lock)?;
    let before = PackLock::load(&path).map_err(of_lock)?;
    let known: Vec<String> = before.packs.iter().map(|pack| pack.name.clone()).collect();
    if let Some(name) = args.names.iter().find(|name| !known.contains(name)) {
        let error = unknown(name, &known);
        return Err(match args.lock.user {
            true => error,
            false => error.help(
                "`snaphook pack list` shows all packs; those of the user are removed with --user",
            ),
        });
    }
    PackLock::change(&path, |lock| {
        lock.packs.retain(|pack| !args.names.contains(&pack.name));
        Ok::<(), snaphook_packs::LockError>(())
    })
    .map_err(of_lock)?;
    let shown = style::one_line(&path.display().to_string());
    for name in &args.names {
        crate::say!("removed {name} from {shown}");
    }
    Ok(ExitCode::SUCCESS)
}
