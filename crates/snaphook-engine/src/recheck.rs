//! Runs hooks again on a tool call that they rewrote: for hosts that fire
//! PreToolUse themselves and then run the rewritten call.

use snaphook_core::hook::HookId;
use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;

use crate::dispatch::ExecuteOptions;
use crate::engine::Engine;
use crate::session::Session;

impl Session {
    /// As [`Session::execute_with`]; where hooks on PreToolUse rewrite the call,
    /// they see what came of it once more, and can only tighten the outcome.
    /// (The gate and the authorization of a call do so by themselves.) When `wait` is
    /// set, background hooks are waited for.
    pub async fn execute_and_recheck(
        &self,
        input: Input,
        options: ExecuteOptions,
        wait: bool,
    ) -> Outcome {
        let first = input.clone();
        let mut outcome = match wait {
            true => self.execute_to_the_end(first, options.clone()).await,
            false => self.execute_with(first, options.clone()).await,
        };
        if let Some(rewritten) = rewritten(&input, &outcome) {
            let ran = ran(&outcome);
            outcome.tighten(self.execute_again(rewritten, options, &ran).await);
        }
        outcome
    }
}

impl Engine {
    /// As [`Engine::execute_with`]; where hooks on PreToolUse rewrite the call,
    /// they see what came of it once more, and can only tighten the outcome.
    pub async fn execute_and_recheck(&self, input: Input, options: ExecuteOptions) -> Outcome {
        let mut outcome = self.execute_with(input.clone(), options.clone()).await;
        if let Some(rewritten) = rewritten(&input, &outcome) {
            outcome.tighten(self.execute_with(rewritten, options).await);
        }
        outcome
    }
}

/// The call as hooks rewrote it, where it may still run.
fn rewritten(input: &Input, outcome: &Outcome) -> Option<Input> {
    let rewrite = outcome.updated_input.as_ref()?;
    let open = input.event().as_str() == "PreToolUse" && !outcome.blocked && outcome.go_on;
    if !open || input.fields().value("tool_input").as_ref() == Some(rewrite) {
        return None;
    }
    input.with("tool_input", rewrite).ok()
}

fn ran(outcome: &Outcome) -> Vec<HookId> {
    let hooks = outcome.hooks.iter();
    hooks.map(|entry| entry.id.clone()).collect()
}
