//! The launcher: this very program, started anew to do what a thread cannot. It makes a
//! network of its own, closes files that it was not meant to have, confines itself, and
//! becomes the hook's program.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::confine::{Hold, confine};
use super::descriptors::inheritable_descriptors;
use super::filter::SocketUse;
use super::grants::Grants;
use super::network;
use crate::LAUNCHER;
use crate::error::SandboxError;
use crate::policy::SandboxPolicy;

/// What the launcher is told.
#[derive(Debug, Serialize, Deserialize)]
struct LaunchOrder {
    policy: SandboxPolicy,
    /// The socket of the proxy.
    proxy: Option<PathBuf>,
}

/// A command as the launcher runs it.
#[derive(Debug)]
pub struct ConfinedCommand {
    /// The program: the launcher.
    pub program: PathBuf,
    /// Its arguments, which name the hook's program and its arguments.
    pub args: Vec<OsString>,
}

/// Before the names of the hook's variables on their way through the launcher: a variable
/// such as `LD_PRELOAD` is for the hook, and must not load code into the launcher.
const HIDDEN: &str = "SNAPHOOK_SANDBOXED:";

impl ConfinedCommand {
    /// A command in a sandbox that a launcher makes.
    ///
    /// # Errors
    /// When the policy cannot be written down.
    pub fn new(
        launcher: &Path,
        policy: &SandboxPolicy,
        proxy: Option<&Path>,
        program: &Path,
        args: &[OsString],
    ) -> Result<Self, SandboxError> {
        let order = LaunchOrder {
            policy: policy.clone(),
            proxy: proxy.map(Path::to_owned),
        };
        let order = serde_json::to_string(&order);
        let order = order.map_err(|error| SandboxError::set_up("the launcher", error))?;
        let own = [
            LAUNCHER.into(),
            order.into(),
            program.as_os_str().to_owned(),
        ];
        Ok(Self {
            program: launcher.to_owned(),
            args: own.into_iter().chain(args.iter().cloned()).collect(),
        })
    }
}

impl ConfinedCommand {
    /// Gives the variables of a command other names, which the launcher takes back.
    pub fn hide_variables(&self, command: &mut Command) {
        let set = command.get_envs();
        let set = set.filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
        let set: Vec<(OsString, OsString)> = set.collect();
        command.env_clear();
        for (name, value) in set {
            let mut hidden = OsString::from(HIDDEN);
            hidden.push(name);
            command.env(hidden, value);
        }
    }
}

/// The variables that were hidden, under their own names.
fn hidden_variables() -> Vec<(OsString, OsString)> {
    let own = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.as_bytes().strip_prefix(HIDDEN.as_bytes())?;
        Some((OsStr::from_bytes(name).to_owned(), value))
    });
    own.collect()
}

/// Runs the launcher if these arguments, without the program's own name, ask for it. It
/// returns only when it failed, with the reason.
pub fn run_launcher(mut args: impl Iterator<Item = OsString>) -> Option<SandboxError> {
    if args.next()? != LAUNCHER {
        return None;
    }
    let order = args.next().unwrap_or_default();
    let program = args.next().unwrap_or_default();
    Some(launch(&order, &program, args))
}

fn launch(order: &OsStr, program: &OsStr, args: impl Iterator<Item = OsString>) -> SandboxError {
    let order = order.to_str().map(serde_json::from_str::<LaunchOrder>);
    let order = match order {
        Some(Ok(order)) => order,
        Some(Err(error)) => return SandboxError::set_up("the launcher", error),
        None => return SandboxError::set_up("the launcher", "its order is not UTF-8"),
    };
    let mut command = Command::new(program);
    command.args(args).env_clear().envs(hidden_variables());
    match set_up(&order, &mut command) {
        Ok(()) => SandboxError::set_up("the program", command.exec()),
        Err(error) => error,
    }
}

fn set_up(order: &LaunchOrder, command: &mut Command) -> Result<(), SandboxError> {
    for number in inheritable_descriptors() {
        // Nothing in this program uses it: it was inherited.
        let _ = nix::unistd::close(number);
    }
    let mut sockets = SocketUse::None;
    if let Some(proxy) = &order.proxy {
        network::leave()?;
        let port = network::hand_listener(proxy)?;
        let address = format!("http://127.0.0.1:{port}");
        for name in [
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "http_proxy",
            "https_proxy",
            "ALL_PROXY",
            "all_proxy",
        ] {
            command.env(name, &address);
        }
        command.env_remove("NO_PROXY").env_remove("no_proxy");
        sockets = SocketUse::Tcp;
    }
    let grants = Arc::new(Grants::of(&order.policy));
    confine(&Hold::All(vec![grants], sockets)).map(drop)
}
