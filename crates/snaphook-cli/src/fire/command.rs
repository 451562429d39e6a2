//! Runs the hooks of one event, and ends as their outcome says.

use std::process::ExitCode;
use std::time::Duration;

use futures_util::FutureExt;
use snaphook::{CancellationToken, Engine, ExecuteOptions, Input, Outcome, Session, SessionNotice};
use snaphook_dialects::RecognisedDialect;

use super::interrupt::Interrupt;
use super::prepare::{EventRequest, activate, prepare, refuse_odd_event};
use super::print::{OutcomeView, missing_match_field, print};
use super::session_file::SessionFile;
use super::{detach, live};
use crate::approvals::AskFor;
use crate::args::{EventArgs, FireArgs};
use crate::audit::Audit;
use crate::error::CommandError;
use crate::settings_args::EngineOptions;
use crate::{show, stakes};

/// An event that is about to be fired. Nothing of it needs a runtime yet.
pub(crate) struct FirePlan {
    args: EventArgs,
    native: bool,
    detach: bool,
    supervised: bool,
    /// Where spans go.
    #[cfg(feature = "otel")]
    pub(crate) otlp: Option<String>,
    input: Input,
    dialect: RecognisedDialect,
    engine: Engine,
    audit: Audit,
    session: Session,
}

/// Reads the input and the settings.
pub(crate) fn begin(args: FireArgs) -> Result<FirePlan, CommandError> {
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
    let EventRequest {
        input,
        project,
        dialect,
    } = prepare(&args)?;
    // A supervisor is in the terminal's background: asking there would stop it.
    let person = if supervised {
        None
    } else {
        let text = |field| input.fields().text(field).unwrap_or_default().into_owned();
        let ask = AskFor {
            session: text("session_id"),
            cwd: text("cwd"),
            ..AskFor::default()
        };
        Some(ask.person_or_store())
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
    Ok(FirePlan {
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

impl FirePlan {
    /// Ends an event without hooks, and starts neither a runtime nor signal handlers for
    /// it. `None` if there may be a hook.
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
        let shown = OutcomeView {
            for_programs: self.args.json || self.native,
            args: &self.args,
            unmatchable,
            dialect: &self.dialect,
        };
        print(&shown, &self.engine, outcome)
    }
}

/// Runs the hooks and prints the outcome.
pub(crate) async fn fire(begun: FirePlan) -> Result<ExitCode, CommandError> {
    let FirePlan {
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
        ..ExecuteOptions::default()
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
        return Err(CommandError::new("interrupted; the hooks were stopped"));
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
        detach::detach_output(status);
        supervise(session, kept.as_ref()).await;
    }
    engine.shutdown(Duration::ZERO).await;
    audit.written();
    Ok(ExitCode::from(status))
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
