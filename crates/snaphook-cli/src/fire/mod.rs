//! `snaphook fire`: the main job.

#[cfg(unix)]
mod detach;
#[cfg(not(unix))]
#[path = "no_detach.rs"]
mod detach;
mod input;
mod interrupt;
mod live;
mod person;
pub(crate) mod session_file;
mod trust;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use futures_util::FutureExt;
use snaphook::hook::Scope;
use snaphook::input::MatchValue;
use snaphook::{
    ActivateError, CancellationToken, Engine, ExecuteOptions, Input, Outcome, Session,
    SessionNotice,
};

use snaphook_dialects::Recognised;

use crate::args::{EventArgs, FireArgs};
use crate::audit::Audit;
use crate::error::CommandError;
use crate::settings_args::EngineOptions;
use crate::show::{self, style};
use crate::stakes;
pub(crate) use input::{build, fields};
pub(crate) use interrupt::Interrupt;
pub(crate) use person::Person;
use session_file::SessionFile;
pub(crate) use trust::untrusted;

/// An event and the world it happens in, as the arguments describe them.
pub(crate) struct Prepared {
    pub(crate) input: Input,
    /// The project's root: as named, else the git root above the input's cwd.
    pub(crate) project: PathBuf,
    pub(crate) dialect: Recognised,
}

pub(crate) fn prepare(args: &EventArgs) -> Result<Prepared, CommandError> {
    let fields = input::described(args)?;
    let cwd = fields.text("cwd").unwrap_or_default();
    let project = args.settings.project(Path::new(cwd.as_ref()))?;
    let dialect = args.settings.dialect(&project);
    let rules = dialect.dialect.rules();
    let input = input::build(args.event.as_deref(), fields.clone(), rules)?;
    Ok(Prepared {
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

/// An event that is about to be fired. Nothing of it needs a runtime yet.
pub(crate) struct Begun {
    args: EventArgs,
    native: bool,
    detach: bool,
    supervised: bool,
    /// Where spans go.
    #[cfg(feature = "otel")]
    pub(crate) otlp: Option<String>,
    input: Input,
    dialect: Recognised,
    engine: Engine,
    audit: Audit,
    session: Session,
}

/// Reads the input and the settings.
pub(crate) fn begin(args: FireArgs) -> Result<Begun, CommandError> {
    let FireArgs {
        event: mut args,
        native,
        detach,
        supervised,
        no_log,
        #[cfg(feature = "otel")]
        otlp,
    } = args;
    if supervised {
        // It gets the whole input from the command that started it.
        args.input = None;
    }
    let Prepared {
        input,
        project,
        dialect,
    } = prepare(&args)?;
    // A supervisor is in the terminal's background: asking there would stop it.
    let person = if supervised {
        None
    } else {
        Person::at_the_terminal()
    };
    let audit = Audit::of("fire", no_log);
    let options = EngineOptions {
        approver: person,
        ..EngineOptions::recorded(audit.recorder())
    };
    let engine = args
        .settings
        .engine_with(&project, options)
        .map_err(CommandError::refusing)?;
    refuse_odd_event(&engine, &input)?;
    let of_skill = !args.skill.is_empty() || !args.agent_file.is_empty();
    let event = input.event();
    stakes::set((of_skill && event.spec().guards) || stakes::guarded(&engine, Some(event)));
    if !detach || supervised {
        audit.begin(&engine, &project, false);
    }
    let session = engine.session(&input.fields().text("session_id").unwrap_or_default());
    Ok(Begun {
        args,
        native,
        detach,
        supervised,
        #[cfg(feature = "otel")]
        otlp,
        input,
        dialect,
        engine,
        audit,
        session,
    })
}

impl Begun {
    /// The end of an event for which there is no hook: no runtime is started for
    /// it, and nobody listens for signals. Nothing where there may be one.
    pub(crate) fn without_hooks(&self) -> Result<Option<ExitCode>, CommandError> {
        let asks_for_more = [
            self.detach || self.args.session.is_some(),
            !self.args.skill.is_empty() || !self.args.agent_file.is_empty(),
            #[cfg(feature = "otel")]
            self.otlp.is_some(),
        ];
        let event = self.input.event();
        let configured = self.engine.configured();
        let any = configured
            .iter()
            .any(|hook| hook.event.name() == event.name());
        if any || asks_for_more.contains(&true) || self.session.has(event) {
            return Ok(None);
        }
        let Some(outcome) = self.session.execute(self.input.clone()).now_or_never() else {
            return Ok(None);
        };
        let status = self.end(&outcome)?;
        self.audit.written();
        Ok(Some(ExitCode::from(status)))
    }

    /// Prints the outcome, and says what the command ends with. Where nothing can
    /// be printed, what hooks said beside a block is lost: that is an error only if
    /// a guard had a say.
    fn end(&self, outcome: &Outcome) -> Result<u8, CommandError> {
        match self.print(outcome) {
            Err(error) if !outcome.blocked && !outcome.is_silent() && stakes::is_guarded() => {
                Err(error)
            }
            _ => Ok(outcome.exit_status()),
        }
    }

    fn print(&self, outcome: &Outcome) -> Result<(), CommandError> {
        if self.native {
            show::json_answer(&self.engine.dialect().result(outcome))?;
        }
        let names = self.engine.dialect().rules().names;
        let unmatchable = missing_match_field(&self.input).map(|field| names.native_field(field));
        let shown = Shown {
            for_programs: self.args.json || self.native,
            args: &self.args,
            unmatchable,
            dialect: &self.dialect,
        };
        print(&shown, &self.engine, outcome)
    }
}

/// Runs the hooks and prints the outcome.
pub(crate) async fn fire(begun: Begun) -> Result<ExitCode, CommandError> {
    let Begun {
        args,
        input,
        engine,
        audit,
        session,
        supervised,
        ..
    } = &begun;
    let supervised = *supervised;
    if begun.detach && !supervised {
        return detach::hand_over(input).await;
    }
    // Before anything else: from now on an interrupt must not lose the outcome.
    let interrupt = Interrupt::listen();
    activate(args, session)?;
    let kept = args.session.as_deref().map(SessionFile::of);
    if let Some(file) = &kept {
        file.restore(session);
    }

    let cancel = CancellationToken::new();
    let options = ExecuteOptions {
        cancel: Some(cancel.clone()),
    };
    let running = async {
        let outcome = session.execute_with(input.clone(), options).await;
        if !supervised {
            session.until_quiet().await;
        }
        (outcome, session.drain_notices())
    };
    let stopping = async {
        cancel.cancelled().await;
        session.cancel();
        std::future::pending::<()>().await;
    };
    let running = async {
        tokio::select! {
            done = running => done,
            () = stopping => std::future::pending().await,
        }
    };
    let running = live::shown(session, running);
    let ((mut outcome, notices), interrupted) = interrupt.or_end_of(running, &cancel).await;
    if interrupted {
        // Nothing may be left behind when the command ends, and nothing lost.
        engine.shutdown(Duration::ZERO).await;
        if let Some(file) = &kept {
            file.keep(session, &notices);
        }
        audit.written();
        return Err(CommandError::new("interrupted; the hooks were ended"));
    }
    if let Some(file) = &kept {
        file.keep(session, &[]);
        outcome.diagnostics.extend(file.problems());
    }
    let heard = notices.iter().map(SessionNotice::to_notice);
    outcome.notices.extend(heard);
    let status = begun.end(&outcome)?;
    if supervised {
        audit.written();
        detach::let_go(status);
        supervise(session, kept.as_ref()).await;
    }
    engine.shutdown(Duration::ZERO).await;
    audit.written();
    Ok(ExitCode::from(status))
}

/// How an outcome is shown, and what there is to say beside it.
struct Shown<'a> {
    /// On stdout stands JSON, of whatever shape.
    for_programs: bool,
    args: &'a EventArgs,
    unmatchable: Option<&'static str>,
    dialect: &'a Recognised,
}

fn print(shown: &Shown<'_>, engine: &Engine, outcome: &Outcome) -> Result<(), CommandError> {
    if shown.args.json {
        show::json_answer(outcome)?;
    } else if !shown.for_programs {
        show::outcome(outcome);
        if let Some(field) = shown.unmatchable.filter(|_| outcome.hooks.is_empty()) {
            let help = style::HELP;
            crate::say!(
                "  {help}hint{help:#}: the input has no `{field}`, so only hooks without a matcher run; add it with --set"
            );
        }
        show::switched_off(engine, "  ");
        if shown.args.settings.settings.is_empty() && outcome.hooks.is_empty() {
            show::nothing_configured(engine, "  ");
        }
    }
    for problem in &outcome.diagnostics {
        // It stands among the remarks of what people read.
        if shown.for_programs && problem.code == session_file::PROBLEM {
            note(true, outcome, Some(format!("warning: {}", problem.message)));
        }
    }
    note(shown.for_programs, outcome, show::recognised(shown.dialect));
    note(
        shown.for_programs,
        outcome,
        untrusted(shown.args, std::slice::from_ref(outcome)),
    );
    show::terminal_sequences(outcome);
    if let Some(reason) = outcome.block_reason.as_deref().filter(|_| outcome.blocked) {
        // As it is: another program may read it as the reason.
        crate::tell!("{reason}");
    }
    Ok(())
}

/// One line for people beside the outcome. On stderr stands the reason of a
/// block, for whoever called this as a hook; nothing may stand beside it.
fn note(for_programs: bool, outcome: &Outcome, line: Option<String>) {
    match (line, for_programs, outcome.blocked) {
        (Some(line), false, _) => crate::say!("  {line}"),
        (Some(line), true, false) => crate::tell!("{line}"),
        _ => {}
    }
}

/// Stays until the last background hook is done, and keeps what they said for
/// the session's next event.
async fn supervise(session: &Session, kept: Option<&SessionFile>) {
    let cancel = CancellationToken::new();
    let quiet = async {
        tokio::select! {
            () = session.until_quiet() => {}
            () = cancel.cancelled() => {
                session.cancel();
                session.until_quiet().await;
            }
        }
    };
    Interrupt::listen().or_end_of(quiet, &cancel).await;
    if let Some(file) = kept {
        file.keep(session, &session.drain_notices());
    }
}

/// The field that matchers look at, when the input lacks it: easily forgotten
/// in an input typed by hand.
fn missing_match_field(input: &Input) -> Option<&'static str> {
    let field = input.event().spec().matches_on.field()?;
    (input.match_value() == MatchValue::Missing).then_some(field)
}

/// A custom event is fine; one that nobody handles and that nearly spells a
/// known one is a slip, and silence would hide it.
pub(crate) fn refuse_odd_event(engine: &Engine, input: &Input) -> Result<(), CommandError> {
    match engine.dialect().rules().misspelling(input.event()) {
        Some(slip) if !engine.has(input.event()) => {
            Err(CommandError::new(format!("{slip}, and no hook for it"))
                .help(slip.help().unwrap_or_default()))
        }
        _ => Ok(()),
    }
}
