//! Decides on the changes for each agent, shows them, asks, and writes them.

use std::path::Path;
use std::process::ExitCode;

use snaphook_agents::{AgentSpec, ConfigScope};
use snaphook_install::{
    DetectedAgent, Draft, InstallOptions, Installation, Target, apply, install as decide,
    installed_name, program_word,
};

use super::args::{IncludeChoice, InstallArgs, InstallScope};
use super::host::Host;
use super::person;
use super::targets::find;
use super::verify::AgentVerification;
use crate::error::CommandError;
use crate::show::style;

/// An agent that the bridge was installed into.
struct InstalledAgent {
    agent: &'static AgentSpec,
    version: Option<String>,
    installation: Installation,
}

pub(crate) fn install(args: &InstallArgs) -> Result<ExitCode, CommandError> {
    let host = Host::of(args.project.as_deref())?;
    let scope = ConfigScope::from(args.scope);
    let detected = host.detected();
    let agents = chosen(args, &detected, scope)?;
    let program = host.program(args.program.as_deref())?;
    if program.versioned {
        let (warning, path) = (style::WARNING, program.path.display());
        crate::tell!("{warning}warning:{warning:#} {path} is bound to a version");
        let help = style::HELP;
        crate::tell!(
            "{help}help:{help:#} run `snaphook install` again after each upgrade, or put a link to it into a folder of PATH"
        );
    }
    let options = InstallOptions {
        program: program_to_write(args, &host, &program.path),
        events: args.events.clone(),
        limit: args.limit,
        include_claude: args.include.contains(&IncludeChoice::Claude),
    };
    let here: Vec<_> = detected
        .into_iter()
        .filter(|here| agents.iter().any(|agent| agent.name == here.agent.name))
        .collect();
    let versions = host.versions(&here);
    let version_of = |agent: &AgentSpec| {
        let at = here.iter().position(|here| here.agent.name == agent.name)?;
        versions[at].as_deref()
    };
    let mut draft = Draft::new(Host::ledger());
    let mut installed = Vec::new();
    let mut failed = false;
    for agent in agents {
        let target = Target::new(agent, version_of(agent), scope, host.folders());
        match draft.attempt(|draft| decide(draft, &target, &options)) {
            Ok(installation) => installed.push(InstalledAgent {
                agent,
                version: version_of(agent).map(str::to_owned),
                installation,
            }),
            Err(error) => {
                failed = true;
                person::error(error).print();
            }
        }
    }
    let failed = ExitCode::from(u8::from(failed));
    person::print_changes(&draft);
    if args.dry_run {
        print_manual_steps(&installed);
        return finish(args, failed, &installed, &here, &options);
    }
    if draft.changes().next().is_some() {
        if !args.yes && !person::confirmed(&draft)? {
            crate::tell!("nothing was written");
            return Ok(ExitCode::from(1));
        }
        apply(draft).map_err(person::error)?;
    }
    for one in &installed {
        let (good, title) = (style::GOOD, one.agent.title);
        let path = one.installation.configuration.display().to_string();
        let path = style::one_line(&path);
        let events = one.installation.entries.len();
        crate::say!("{good}installed{good:#} in {title}: {path}, {events} events");
    }
    print_manual_steps(&installed);
    finish(args, failed, &installed, &here, &options)
}

/// How the entries name the program: by its name in a project's configuration, which others
/// share.
fn program_to_write(args: &InstallArgs, host: &Host, program: &Path) -> String {
    let path = program_word(program);
    if args.scope != InstallScope::Project || args.program.is_some() {
        return path;
    }
    host.name_in_path(program).unwrap_or_else(|| {
        let (warning, help) = (style::WARNING, style::HELP);
        crate::tell!(
            "{warning}warning:{warning:#} the project's configuration will name {path}, which others may not have"
        );
        crate::tell!(
            "{help}help:{help:#} put snaphook into a folder of PATH and run this again: the configuration then names it without a folder"
        );
        path
    })
}

/// Proves that guards hold, if that was asked for.
fn finish(
    args: &InstallArgs,
    failed: ExitCode,
    installed: &[InstalledAgent],
    here: &[DetectedAgent],
    options: &InstallOptions,
) -> Result<ExitCode, CommandError> {
    if !args.verify {
        return Ok(failed);
    }
    let verification = AgentVerification {
        scope: ConfigScope::from(args.scope),
        options,
    };
    let mut exit = failed;
    for one in installed {
        let name = installed_name(one.agent);
        let mut programs = here
            .iter()
            .filter(|here| installed_name(here.agent) == name);
        let program = programs.find_map(|here| here.program.as_deref());
        if !verification.run(one.agent, program, one.version.as_deref())? {
            exit = ExitCode::from(1);
        }
    }
    Ok(exit)
}

/// What is left to do for a person.
fn print_manual_steps(installed: &[InstalledAgent]) {
    for one in installed {
        for words in &one.installation.person {
            let warning = style::WARNING;
            let words = style::one_line(words);
            crate::say!("{warning}to do{warning:#} for {}: {words}", one.agent.title);
        }
    }
}

/// The agents of the arguments. Two names of one installation are one.
fn chosen(
    args: &InstallArgs,
    detected: &[DetectedAgent],
    scope: ConfigScope,
) -> Result<Vec<&'static AgentSpec>, CommandError> {
    let mut agents: Vec<&'static AgentSpec> = match args.detected {
        true => detected.iter().map(|here| here.agent).collect(),
        false => find(&args.agents)?,
    };
    if args.detected {
        let files = |agent: &AgentSpec| agent.configuration.files;
        agents.retain(|agent| files(agent).iter().any(|file| file.scope == scope));
    }
    let mut names = Vec::new();
    agents.retain(|agent| {
        let name = installed_name(agent);
        let new = !names.contains(&name);
        names.push(name);
        new
    });
    if !agents.is_empty() {
        return Ok(agents);
    }
    let here: Vec<_> = detected.iter().map(|here| here.agent.name).collect();
    let error = match args.detected {
        true => CommandError::new("no agent was found in PATH or by its folder"),
        false => CommandError::new("no agent was named"),
    };
    Err(match (args.detected, &here[..]) {
        (false, [_, ..]) => error.help(format!(
            "name one, or pass --detected for those that are here: {}",
            here.join(", ")
        )),
        _ => error.help("name one, such as `snaphook install codex`"),
    })
}
