//! Landlock: what the grants open, and nothing else. Rights that the kernel does not know
//! are left out; `support` says which.

use std::os::fd::AsFd;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus,
    PathBeneath, RestrictionStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope,
};

use super::filter::SocketUse;
use super::grants::{Access, Grant};
use crate::error::SandboxError;

/// The newest version whose rights are asked for.
const NEWEST: ABI = ABI::V9;

fn rights(grant: &Grant) -> BitFlags<AccessFs> {
    let read = AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir;
    let file = AccessFs::from_file(NEWEST);
    let all = AccessFs::from_all(NEWEST);
    let never = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev;
    let wanted = match grant.access {
        Access::Read => read,
        Access::Write => all & !(never | AccessFs::ResolveUnix),
        Access::Device => AccessFs::ReadFile | AccessFs::WriteFile,
    };
    match grant.is_dir {
        true => wanted,
        false => wanted & file,
    }
}

/// Holds this thread, and all that it starts, to these grants. Returns the version of
/// Landlock that does it.
pub(super) fn restrict<'a>(
    grants: impl Iterator<Item = &'a Grant>,
    sockets: SocketUse,
) -> Result<u32, SandboxError> {
    let failed = |error: RulesetError| SandboxError::set_up("Landlock", error);
    let status = ruleset(grants, sockets).map_err(failed)?;
    let version = version(&status);
    match version {
        0 => Err(SandboxError::NoSystem(
            "the kernel has no Landlock; help: use Linux 5.13 or later with Landlock switched on"
                .to_owned(),
        )),
        version if status.ruleset != RulesetStatus::NotEnforced && status.no_new_privs => {
            Ok(version)
        }
        _ => Err(SandboxError::set_up("Landlock", "it is not enforced")),
    }
}

fn ruleset<'a>(
    grants: impl Iterator<Item = &'a Grant>,
    sockets: SocketUse,
) -> Result<RestrictionStatus, RulesetError> {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    let mut ruleset = ruleset
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::AbstractUnixSocket | Scope::Signal)?;
    if sockets == SocketUse::None {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    let mut ruleset = ruleset.create()?;
    for grant in grants {
        ruleset = ruleset.add_rule(PathBeneath::new(grant.file.as_fd(), rights(grant)))?;
    }
    ruleset.restrict_self()
}

/// Holds this thread, and all that it starts, to signals among each other. Returns the
/// version of Landlock.
pub(super) fn restrict_signals() -> Result<u32, SandboxError> {
    let restrict = || {
        let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
        ruleset.scope(Scope::Signal)?.create()?.restrict_self()
    };
    let status = restrict().map_err(|error| SandboxError::set_up("Landlock", error))?;
    Ok(version(&status))
}

fn version(status: &RestrictionStatus) -> u32 {
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi as u32,
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => 0,
    }
}
