//! Merged: the replies of all hooks, in configured order, become the outcome.

use std::io::ErrorKind;
use std::path::Path;

use snaphook_core::event::OnBlock;
use snaphook_core::input::Input;
use snaphook_core::merge::{DispatchFacts, Effects, must_speak, settle, settle_silence};
use snaphook_core::outcome::{HookEntry, Outcome};

use super::closed_engine::fail_closed;
use super::event_run::EventRun;
use super::judge::HookReply;
use super::rewrite_check::check_rewrite;

/// Draws the conclusions of what hooks said, whatever order they finished in.
pub(super) fn merge(run: &EventRun<'_>, mut replies: Vec<HookReply>) -> Outcome {
    let (input, session) = (&run.input, &run.session);
    let spec = input.event().spec();
    let mut outcome = run.engine.begin(input);
    outcome.dispatch = run.dispatch();
    if let Some(selection) = &run.selection {
        outcome
            .diagnostics
            .extend_from_slice(&selection.diagnostics);
    }
    replies.sort_by_key(|reply| reply.place);
    let mut effects: Option<Effects> = None;
    for reply in &mut replies {
        if let Some(content) = reply.content.take() {
            session.set_env(reply.entry.rights_of, content.env);
            outcome.diagnostics.extend(content.diagnostics);
            effects = Some(effects.unwrap_or_default().merge(content.effects));
        }
    }
    outcome.hooks = replies.into_iter().map(|reply| reply.entry).collect();
    if run.is_unguarded() {
        let (of_guard, diagnostics) = fail_closed(&run.engine, input);
        outcome.diagnostics.extend(diagnostics);
        effects = Some(effects.unwrap_or_default().merge(of_guard));
    }
    match effects {
        Some(effects) => {
            let facts = facts(run, &outcome);
            settle(spec, effects, facts, &mut outcome);
            check_rewrite(&run.engine, input, &mut outcome);
        }
        None if must_speak(spec) => {
            let facts = facts(run, &outcome);
            settle_silence(spec, facts, &mut outcome);
        }
        None => {}
    }
    session.note_stop(&mut outcome, &run.engine.stop_caps);
    session.note_watched(&outcome);
    outcome
}

/// What the world looks like when the hooks have run.
fn facts(run: &EventRun<'_>, outcome: &Outcome) -> DispatchFacts {
    DispatchFacts {
        any_ran: outcome.hooks.iter().any(HookEntry::participated),
        worktree_gone: worktree_gone(&run.input),
        on_conflict: run.engine.on_rewrite_conflict,
    }
}

/// A failed removal does not count if the directory is gone anyway.
fn worktree_gone(input: &Input) -> bool {
    if input.event().spec().on_block != OnBlock::FailRemoval {
        return false;
    }
    let text = |key| input.fields().text(key).unwrap_or_default();
    let path = Path::new(text("cwd").as_ref()).join(text("worktree_path").as_ref());
    // A folder that cannot be looked at is not gone.
    matches!(std::fs::symlink_metadata(path), Err(error) if error.kind() == ErrorKind::NotFound)
}
