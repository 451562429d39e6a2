//! Prepares an event for every command that takes one: reads the input, and finds the
//! project, the dialect, active skills and agents.

use std::path::{Path, PathBuf};

use snaphook::hook::Scope;
use snaphook::{ActivateError, Engine, Input, Session};
use snaphook_dialects::RecognisedDialect;

use super::input;
use crate::args::EventArgs;
use crate::error::CommandError;
use crate::show::style;

/// An event and the world it happens in, as the arguments describe them.
pub(crate) struct EventRequest {
    pub(crate) input: Input,
    /// The project's root: as named, else that of the project around the input's cwd.
    pub(crate) project: PathBuf,
    pub(crate) dialect: RecognisedDialect,
}

/// Reads the input, and finds the project and the dialect that it belongs to.
pub(crate) fn prepare(args: &EventArgs) -> Result<EventRequest, CommandError> {
    let fields = input::described(args)?;
    let cwd = fields.text("cwd").unwrap_or_default();
    let project = args.settings.project(Path::new(cwd.as_ref()))?;
    let dialect = args.settings.dialect(&project);
    let rules = dialect.dialect.rules();
    let input = input::build(args.event.as_deref(), fields.clone(), rules)?;
    Ok(EventRequest {
        input,
        project,
        dialect,
    })
}

/// Makes the skills and agents active that were named.
pub(crate) fn activate(args: &EventArgs, session: &Session) -> Result<(), CommandError> {
    let skills = args.skill.iter().map(|file| (Scope::Skill, file));
    let agents = args.agent_file.iter().map(|file| (Scope::Agent, file));
    for (scope, file) in skills.chain(agents) {
        let activated = session.activate(scope, file).map_err(|error| {
            let unguarded = matches!(&error, ActivateError::Load(error) if error.may_hold_guard());
            CommandError::new(error.to_string())
                .unguarded(unguarded)
                .refusing()
        })?;
        match activated {
            None => crate::tell!("{}: its front matter has no hooks", file.display()),
            Some(activated) => {
                for finding in &activated.findings {
                    crate::tell!("{}", style::plain(&finding.to_string()));
                }
            }
        }
    }
    Ok(())
}

/// Refuses a custom event without hooks whose name is nearly that of a known event: it is
/// probably a typing error, which would otherwise stay hidden.
pub(crate) fn refuse_odd_event(engine: &Engine, input: &Input) -> Result<(), CommandError> {
    match engine.dialect().rules().misspelling(input.event()) {
        Some(slip) if !engine.has(input.event()) => Err(CommandError::new(format!(
            "{slip}, and no hook is configured for it"
        ))
        .help(slip.help().unwrap_or_default())),
        _ => Ok(()),
    }
}
