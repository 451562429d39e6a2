//! An engine that was shut down acts as a failed guard on every event, whether
//! or not there is a hook for it: nobody looked, so nothing may go on that a
//! guard could have stopped.

use snaphook_core::answer::{Failure, Response};
use snaphook_core::hook::{FunctionDef, HandlerDef, Hook, HookId, OnFailure, Scope, Source};
use snaphook_core::input::Input;
use snaphook_core::matching::GroupMatcher;
use snaphook_core::merge::Effects;
use snaphook_core::{Diagnostic, Severity};

use super::event_run::can_block;
use super::judge::HookJudge;
use crate::engine::SnapshotData;

const WHY: &str = "the engine was shut down, so no hook can be asked";

/// What a closed engine says of an event: what a guard that failed would.
pub(super) fn fail_closed(engine: &SnapshotData, input: &Input) -> (Effects, Vec<Diagnostic>) {
    let event = input.event().clone();
    let handler = HandlerDef::unloadable(FunctionDef::KIND, WHY);
    let source = Source {
        scope: Scope::Host,
        file: None,
        line: None,
        origin: None,
    };
    let matcher = GroupMatcher::new(event.spec(), None);
    let mut guard = Hook::new(event, matcher, handler, source);
    guard.id = HookId::from("closed-engine");
    guard.name = "the closed engine".into();
    guard.on_failure = OnFailure::Block;
    let judged = HookJudge {
        engine,
        input,
        hook: &guard,
        lane: usize::MAX,
        can_block: can_block(input),
    };
    let (verdict, _) = judged.judge(&Response::from(Failure::new(WHY)));
    let mut diagnostics = verdict.diagnostics;
    diagnostics.push(Diagnostic::new(Severity::Error, "engine-closed", WHY));
    (verdict.effects, diagnostics)
}
