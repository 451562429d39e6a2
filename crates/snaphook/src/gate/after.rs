//! After the call, whatever became of it: configured hooks, the result's way
//! to the host, then every named hook.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use snaphook_core::event::Event;
use snaphook_core::outcome::Outcome;

use super::context::past_panics;
use super::hook::Finished;
use super::inputs::{Done, Failed};
use super::phase;
use super::result::{Gated, ToolFailure, ToolResult};
use super::running::{Invocation, run_named};
use crate::fire::fire;

static POST_TOOL_USE: LazyLock<Event> = LazyLock::new(|| Event::resolve("PostToolUse"));
static FAILURE: LazyLock<Event> = LazyLock::new(|| Event::resolve("PostToolUseFailure"));

pub(super) async fn finish(
    mut invocation: Box<Invocation>,
    mut result: ToolResult,
    ran_for: Option<Duration>,
) -> Gated {
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
        let done = Finished {
            id,
            context: Arc::clone(&invocation.context),
            tool: Arc::clone(&invocation.tool),
            payload: Arc::clone(&invocation.payload),
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
        if let Err(message) = ended {
            invocation.note_failure(&hook.name, message);
        }
    }
    phase::end(id, result.as_str());
    let said = invocation.said;
    Gated {
        id,
        result: Arc::unwrap_or_clone(result),
        payload: invocation.payload,
        duration,
        context: said.context,
        feedback: said.feedback,
        classifier_context: said.classifier_context,
        for_user: said.for_user,
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
    let duration_ms = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    // Boxed, as before the call.
    match result {
        ToolResult::Done(result) if session.has(&POST_TOOL_USE) => {
            let done = Done {
                called: invocation.called(),
                result,
                duration_ms,
            };
            Some(Box::pin(fire(session, common, &done, None)).await)
        }
        ToolResult::Failed(failure) if session.has(&FAILURE) => {
            let failed = Failed {
                called: invocation.called(),
                error: &failure.to_string(),
                is_interrupt: *failure == ToolFailure::Cancelled,
                duration_ms,
            };
            Some(Box::pin(fire(session, common, &failed, None)).await)
        }
        _ => None,
    }
}
