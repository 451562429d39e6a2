//! Decides what to take out of each agent, shows it, asks, and writes it.

use std::process::ExitCode;

use snaphook_agents::{AGENTS, ConfigScope};
use snaphook_install::{Draft, InstallError, Target, apply, scope_word, uninstall as decide};

use super::args::UninstallArgs;
use super::host::Host;
use super::person;
use super::targets::find;
use crate::error::CommandError;
use crate::show::style;

pub(crate) fn uninstall(args: &UninstallArgs) -> Result<ExitCode, CommandError> {
    let host = Host::of(args.project.as_deref())?;
    let agents = match args.agents.is_empty() {
        true => AGENTS.to_vec(),
        false => find(&args.agents)?,
    };
    let scopes = match args.scope {
        Some(scope) => vec![ConfigScope::from(scope)],
        None => vec![ConfigScope::User, ConfigScope::Project],
    };
    let mut draft = Draft::new(Host::ledger());
    let mut removed = Vec::new();
    let mut failed = false;
    for agent in &agents {
        for scope in &scopes {
            let target = Target::new(agent, None, *scope, host.folders());
            match draft.attempt(|draft| decide(draft, &target)) {
                Ok(true) => removed.push((agent.title, *scope)),
                Ok(false) => {}
                Err(
                    InstallError::NoSuchScope { .. }
                    | InstallError::NoHome
                    | InstallError::ByHand(_),
                ) if args.agents.is_empty() || args.scope.is_none() => {}
                Err(error) => {
                    failed = true;
                    person::error(error).print();
                }
            }
        }
    }
    let failed = ExitCode::from(u8::from(failed));
    person::print_changes(&draft);
    if args.dry_run {
        return Ok(failed);
    }
    if draft.changes().next().is_none() {
        crate::say!("nothing is installed");
        return Ok(failed);
    }
    if !args.yes && !person::confirmed(&draft)? {
        crate::tell!("nothing was written");
        return Ok(ExitCode::from(1));
    }
    apply(draft).map_err(person::error)?;
    for (title, scope) in removed {
        let good = style::GOOD;
        let scope = scope_word(scope);
        crate::say!("{good}removed{good:#} from {title} ({scope})");
    }
    Ok(failed)
}
