//! `snaphook agent`: the service that fetches the policy of a machine, so that every event
//! finds it on disk.

use std::process::ExitCode;

use clap::Args;
use snaphook_bundle::BundleStore;

use super::follow::PolicyFollower;
use super::place;
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::world;

pub(crate) const HELP: &str = "\
Fetches the policy bundle that `policySource` in managed settings names, verifies it, runs
its tests, and keeps it for every other command. It runs until a signal. `snaphook serve`
does the same for its own engine; `fire` and `hook` never fetch.

The bundle is kept in the state folder. With --system it is kept in
/var/lib/snaphook/policy, which counts for every user once it exists: run the service as
root, so that no user can change or remove the policy.

Exit status: 0 after a signal, or with --once if the bundle is the newest; 1 if nothing
that counts came, or the command failed.

Examples:
  snaphook agent --once
  sudo snaphook agent --system";

/// Arguments of `agent`.
#[derive(Debug, Args)]
pub(crate) struct AgentArgs {
    /// Ask the server once, and end
    #[arg(long)]
    pub(crate) once: bool,
    /// Keep the policy for every user of this machine
    #[arg(long)]
    pub(crate) system: bool,
}

pub(crate) async fn agent(args: AgentArgs) -> Result<ExitCode, CommandError> {
    let told = Interrupt::listen();
    let store = match args.system {
        true => BundleStore::new(world::system_policy_dir()),
        false => place::store().ok_or_else(|| {
            CommandError::new("there is no folder to keep policy bundles in")
                .help("set HOME or XDG_STATE_HOME, or pass --system")
        })?,
    };
    if !store.is_writable() {
        let folder = store.folder().display();
        return Err(
            CommandError::new(format!("failed to write to {folder}")).help(match args.system {
                true => "run it as root",
                false => "the system's service keeps the policy there: see that it runs",
            }),
        );
    }
    if place::source()?.is_none() {
        return Err(CommandError::new("managed settings name no `policySource`")
            .help("add it to /etc/snaphook/managed-settings.json"));
    }
    let mut follower = PolicyFollower::new(store);
    let mut last = Vec::new();
    let following = async {
        loop {
            let round = follower.round(!args.once).await;
            if round.lines != last {
                for line in &round.lines {
                    crate::tell!("{line}");
                }
            }
            if args.once {
                return ExitCode::from(u8::from(!round.succeeded));
            }
            last = round.lines;
            tokio::time::sleep(round.pause).await;
        }
    };
    tokio::select! {
        exit = following => Ok(exit),
        () = told.wait() => Ok(ExitCode::SUCCESS),
    }
}
