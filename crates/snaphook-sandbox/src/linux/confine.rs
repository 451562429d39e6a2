//! The thread that a process is started from. Landlock, seccomp and capabilities belong to
//! a thread, so the rest of the host keeps its own, and the process inherits these.
//!
//! The thread stays until the process is over and then ends what it left behind: from
//! inside, a signal to every process reaches those of this sandbox alone.

use std::sync::{Arc, mpsc};
use std::thread;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getppid};

use super::filter::{self, SocketUse};
use super::grants::Grants;
use super::{capabilities, ruleset};
use crate::error::SandboxError;

/// The first version of Landlock that keeps signals inside.
const KEEPS_SIGNALS: u32 = 6;

/// A sandbox with something in it. When it is dropped, what still runs inside is ended.
#[derive(Debug)]
pub struct Confinement {
    /// The thread waits until this is gone.
    _alive: mpsc::Sender<()>,
}

/// What a thread is held to.
#[derive(Debug)]
pub(super) enum Hold {
    /// To everything: what is open, and which sockets may be made.
    All(Vec<Arc<Grants>>, SocketUse),
    /// To signals among what it starts: the rest is done by a launcher.
    Signals,
}

/// Confines the thread that calls it. Says whether signals stay inside.
pub(super) fn confine(hold: &Hold) -> Result<bool, SandboxError> {
    let parent = getppid();
    let reached = |pid: Pid| pid.as_raw() > 0 && kill(pid, None).is_ok();
    let reached_before = reached(parent);
    let version = match hold {
        Hold::Signals => ruleset::restrict_signals()?,
        Hold::All(grants, sockets) => {
            capabilities::give_up()?;
            let open = grants.iter().flat_map(|grants| &grants.open);
            ruleset::restrict(open, *sockets)?
        }
    };
    let keeps = version >= KEEPS_SIGNALS;
    if keeps && reached_before && reached(parent) {
        return Err(SandboxError::set_up(
            "Landlock",
            "signals reach other processes, although the kernel says that they do not",
        ));
    }
    if let Hold::All(_, sockets) = hold {
        filter::apply(*sockets)?;
    }
    Ok(keeps)
}

/// Starts something on a thread that is confined.
pub(super) fn start_confined<T: Send + 'static>(
    hold: Hold,
    keep: impl Send + 'static,
    start: impl FnOnce() -> T + Send + 'static,
) -> Result<(T, Confinement), SandboxError> {
    let (alive, ended) = mpsc::channel::<()>();
    let (tell, told) = mpsc::sync_channel(1);
    let work = move || {
        let confined = confine(&hold);
        drop(hold);
        let keeps_signals = match confined {
            Ok(keeps) => keeps,
            Err(error) => {
                let _ = tell.send(Err(error));
                return;
            }
        };
        let _ = tell.send(Ok(start()));
        // An error: the other end is gone.
        let _ = ended.recv();
        if keeps_signals {
            let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
        }
        drop(keep);
    };
    thread::Builder::new()
        .name("snaphook-sandbox".to_owned())
        .stack_size(256 * 1024)
        .spawn(work)
        .map_err(|error| SandboxError::set_up("a thread", error))?;
    let told = told.recv();
    let started = told.map_err(|_| SandboxError::set_up("a thread", "it ended"))??;
    Ok((started, Confinement { _alive: alive }))
}
