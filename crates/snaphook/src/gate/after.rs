//! After the call, whatever became of it: configured hooks, the result's way
//! to the host, then every named hook.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use snaphook_core::event::Event;
use snaphook_core::outcome::Outcome;

use super::context::past_panics;
use super::hook::FinishedCall;
use super::phase;
use super::result::{GatedCall, ToolFailure, ToolResult};
use super::running::{Invocation, run_named};
use crate::fire::fire;
use crate::tool_call::{AfterFailure, AfterSuccess};
use snaphook_engine::ExecuteOptions;

static POST_TOOL_USE: LazyLock<Event> = LazyLock::new(|| Event::resolve("PostToolUse"));
static FAILURE: LazyLock<Event> = LazyLock::new(|| Event::resolve("PostToolUseFailure"));

pub(super) async fn finish(
    mut invocation: Box<Invocation>,
    mut result: ToolResult,
    ran_for: Option<Duration>,
) -> GatedCall {
    let id = invocation.id();
    phase::result(id, result.as_str());
    if let Some(duration) = ran_for
        && let Some(outcome) = configured(&invocation, &result, duration).await
    {
        phase::after(id, outcome.event.as_str(), "done");
        invocation.take_said(&outcome);
        invocation.said.feedback = outcome.text_for_model();
        let rewritten = outcome.into_merged().updated_tool_output;
        match (&mut result, rewritten) {
            (ToolResult::Done(value), Some(rewritten)) => *value = rewritten,
            // What a tool says of its failure is output, too.
            (ToolResult::Failed(ToolFailure::Error(text)), Some(withheld)) => {
                let line = withheld.as_str().map(str::to_owned);
                *text = line.unwrap_or_else(|| withheld.to_string());
            }
            _ => {}
        }
    }
    if let Err(panicked) = past_panics(|| invocation.context.push_result(&result)) {
        invocation.note_failure(&"the result sink".into(), panicked.to_string());
    }
    let result = Arc::new(result);
    let duration = ran_for.unwrap_or_default();
    let hooks = Arc::clone(&invocation.hooks);
    for hook in &hooks.post {
        let done = FinishedCall {
            id,
            context: Arc::clone(&invocation.context),
            tool: Arc::clone(&invocation.tool),
            tool_input: Arc::clone(&invocation.tool_input),
            result: Arc::clone(&result),
            duration,
        };
        let ended = run_named(invocation.engine(), Some(hook.timeout), || {
            (hook.body)(done)
        })
        .await;
        phase::after(
            id,
            &hook.name,
            if ended.is_ok() { "done" } else { "failed" },
        );
        if let Err(error) = ended {
            invocation.note_failure(&hook.name, error.to_string());
        }
    }
    phase::end(id, result.as_str());
    let said = invocation.said;
    GatedCall {
        id,
        result: Arc::unwrap_or_clone(result),
        tool_input: invocation.tool_input,
        duration,
        context: said.context,
        feedback: said.feedback,
        classifier_context: said.classifier_context,
        texts_for_user: said.texts_for_user,
        stop: said.stop,
        failures: said.failures,
    }
}

/// PostToolUse or PostToolUseFailure, for a tool that ran.
async fn configured(
    invocation: &Invocation,
    result: &ToolResult,
    duration: Duration,
) -> Option<Outcome> {
    let session = &invocation.context.session;
    let common = &invocation.common;
    let options = ExecuteOptions {
        cancel: None,
        conversation: invocation.conversation.clone(),
    };
    let duration_ms = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    // Boxed, as before the call.
    match result {
        ToolResult::Done(result) if session.has(&POST_TOOL_USE) => {
            let done = AfterSuccess {
                called: invocation.called(),
                result,
                duration_ms,
            };
            Some(Box::pin(fire(session, common, &done, options)).await)
        }
        ToolResult::Failed(failure) if session.has(&FAILURE) => {
            let failed = AfterFailure {
                called: invocation.called(),
                error: &failure.to_string(),
                is_interrupt: *failure == ToolFailure::Cancelled,
                duration_ms,
            };
            Some(Box::pin(fire(session, common, &failed, options)).await)
        }
        _ => None,
    }
}
