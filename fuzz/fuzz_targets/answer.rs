//! Feeds arbitrary output to the ladder of exit codes, on every event.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snaphook_core::answer::{CapturedOutput, ProcessExit, ProcessResult, Response};
use snaphook_core::event::{EVENTS, Event};
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, OnFailure, Scope, Source};
use snaphook_core::matching::GroupMatcher;
use snaphook_core::merge::{DispatchFacts, settle};
use snaphook_core::outcome::Outcome;
use snaphook_core::verdict::{JudgeContext, judge};

fuzz_target!(|given: (&str, &str, u8, bool)| {
    let (stdout, stderr, code, guard) = given;
    for spec in EVENTS {
        let event = Event::resolve(spec.name);
        let mut hook = Hook::new(
            event.clone(),
            GroupMatcher::all(),
            HandlerDef::new(CommandDef::default()),
            Source::host(Scope::User),
        );
        if guard {
            hook.on_failure = OnFailure::Block;
        }
        let output = |text: &str| CapturedOutput {
            text: text.to_owned(),
            truncated: false,
            lossy: false,
        };
        let response = Response::Process(ProcessResult {
            stdout: output(stdout),
            stderr: output(stderr),
            ended: ProcessExit::Exit(code.into()),
            left_behind: false,
            shell_failed: false,
        });
        let context = JudgeContext {
            spec,
            event: spec.name,
            hook: &hook,
            lane: 0,
            can_block: true,
            rules: &snaphook_core::dialect::CANONICAL,
            mcp_tool: false,
            input: None,
        };
        let verdict = judge(&context, &response);
        let mut outcome = Outcome::go_on(&event);
        settle(spec, verdict.effects, DispatchFacts::default(), &mut outcome);
        assert!(serde_json::to_string(&outcome).is_ok());
        if spec.name == "PreToolUse" && code == 2 {
            assert!(outcome.blocked);
        }
    }
});
