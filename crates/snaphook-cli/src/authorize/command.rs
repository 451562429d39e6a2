//! Builds the tool call from the arguments, decides about it, and turns the
//! decision into an exit status.

use snaphook::prelude::*;
use std::process::ExitCode;
use std::time::Duration;

use snaphook::gate::ToolCallError;
use snaphook::input::CommonFields;
use snaphook::permission::{CallDecision, PermissionOptions};
use snaphook::{CancellationToken, ToolCall};

use super::args::AuthorizeArgs;
use super::print;
use crate::approvals::AskFor;
use crate::audit::Audit;
use crate::error::CommandError;
use crate::fire::session_file::SessionFile;
use crate::fire::{self, EventRequest, Interrupt};
use crate::settings_args::EngineOptions;
use crate::show;
use crate::stakes;

const EVENT: &str = "PreToolUse";

/// What `authorize` ends with when a hook leaves the decision to the host.
const DEFERRED: u8 = 3;

pub(crate) async fn authorize(args: AuthorizeArgs) -> Result<ExitCode, CommandError> {
    let AuthorizeArgs {
        mut call,
        mode,
        explain,
        no_ask,
        wait,
        bypass_available,
        no_log,
    } = args;
    call.event.get_or_insert_with(|| EVENT.to_owned());
    let EventRequest {
        input,
        project,
        dialect,
    } = fire::prepare(&call)?;
    if input.event().as_str() != EVENT {
        return Err(CommandError::new(format!(
            "`authorize` decides on {EVENT}, not on {}",
            input.event().as_str()
        ))
        .help("remove the event")
        .usage());
    }
    let mut fields = input.fields().clone();
    let tool_call = match ToolCall::take_from(&mut fields) {
        Ok(call) => call,
        Err(error) => {
            let help = match error {
                ToolCallError::NoTool => {
                    "for example --tool Bash --tool-input '{\"command\": \"ls\"}'"
                }
                ToolCallError::Unreadable => "nest less deeply, and use smaller numbers",
                ToolCallError::Repeated => "write every key of an object once",
            };
            // An unreadable call is denied, whatever is configured.
            stakes::set(true);
            let why = match input.tool_name_problem() {
                Some(problem) => format!("{error}\n{}", problem.message),
                None => error.to_string(),
            };
            return Err(CommandError::new(why).help(help));
        }
    };
    let mut common = CommonFields::of(fields);
    if mode.is_some() {
        common.permission_mode = mode;
    }
    let person = match no_ask {
        true => None,
        false => {
            let ask = AskFor {
                session: common.session_id.clone(),
                cwd: common.cwd.clone(),
                wait: wait.map(|seconds| Duration::from_secs(seconds.into())),
                ..AskFor::default()
            };
            Some(ask.person_or_store())
        }
    };
    let audit = Audit::of("authorize", no_log);
    let permissions = PermissionOptions::default().bypass_available(bypass_available);
    let options = EngineOptions {
        approver: person,
        permissions: Some(permissions),
        ..EngineOptions::recorded(audit.recorder())
    };
    let engine = call
        .settings
        .engine_with(&project, options)
        .map_err(CommandError::refusing)?;
    // Until there is a decision, every failure denies the call.
    stakes::set(true);
    let interrupt = Interrupt::listen();
    audit.begin(&engine, &project, false);
    let session = engine.session(&common.session_id);
    fire::activate(&call, &session)?;
    let kept = call.session.as_deref().map(SessionFile::of);
    if let Some(file) = &kept {
        file.restore(&session);
    }
    let cancel = CancellationToken::new();
    let deciding = async {
        let decision = session
            .authorize(&common, tool_call.cancel(cancel.clone()))
            .await;
        session.until_quiet().await;
        decision
    };
    let (mut decision, interrupted) = interrupt.or_end_of(deciding, &cancel).await;
    if let Some(file) = &kept {
        file.keep(&session, &session.drain_notices());
        decision.diagnostics.extend(file.problems());
    }
    engine.shutdown(Duration::ZERO).await;
    if interrupted {
        audit.written();
        return Err(CommandError::new("interrupted; the hooks were stopped"));
    }
    if call.json {
        show::json(&decision)?;
    } else {
        print::decision(&decision, explain);
        show::switched_off(&engine, "  ");
        if let Some(line) = show::recognised(&dialect) {
            crate::say!("  {line}");
        }
        if let Some(line) = fire::untrusted(&call, &decision.outcomes) {
            crate::say!("  {line}");
        }
    }
    let status = match decision.decision {
        CallDecision::Allow => 0,
        CallDecision::Defer => DEFERRED,
        CallDecision::Deny => {
            let text = decision.text_for_model.as_deref();
            crate::tell!("{}", text.unwrap_or("denied"));
            2
        }
    };
    audit.written();
    Ok(ExitCode::from(status))
}
