//! A hook that asks a person before a tool runs.

use snaphook_core::event::EventName;
use snaphook_exec::{Choice, Question, Reply};

use crate::gate::hook::{Permit, PreCall, PreHook};
use crate::permission::{ALLOW, DENY, says_yes};

/// A pre-hook of this name that asks the gate's approver about the calls that
/// `asks` picks. It waits as long as the person thinks; every other call goes
/// its way meanwhile. Without a yes the call is refused, and so it is when
/// there is nobody to ask.
pub fn ask_first(name: &str, asks: impl Fn(&PreCall) -> bool + Send + Sync + 'static) -> PreHook {
    let own_name = name.to_owned();
    PreHook::new(name, move |call| {
        let question = asks(&call).then(|| {
            Question::new(
                &own_name,
                EventName::Known("PreToolUse"),
                call.context.invocation.to_string(),
                format!("May the agent use {}?", call.tool),
                vec![Choice::new(ALLOW, "Allow"), Choice::new(DENY, "Deny")],
            )
            .about_call(&call.tool, &call.payload)
        });
        async move {
            let Some(question) = question else {
                return Permit::Allow;
            };
            match call.context.ask(question).await {
                reply if says_yes(&reply) => Permit::Allow,
                Reply::Cancelled if call.context.approver.is_none() => {
                    Permit::refuse("the tool call needs approval, and there is nobody to ask")
                }
                _ => Permit::refuse("the tool call was not approved"),
            }
        }
    })
    .no_timeout()
    .block_on_failure()
}
