//! A call that needs a person's approval in an agent that cannot ask: whoever looks at
//! `snaphook approvals follow` is asked, with the call as the agent gave it.

use snaphook::event::EventName;
use snaphook::json::Json;
use snaphook::{ApprovalReply, Approver, Input, Question, ReplyChoice};
use snaphook_agents::{DecodedInput, WantedEffects};
use snaphook_approvals::StoreApprover;

const ALLOW: &str = "allow";
const DENY: &str = "deny";

/// A call as a person sees it.
pub(super) struct ShownCall {
    tool: String,
    input: Json,
}

impl ShownCall {
    /// The call that an event is about. Of a call with several readings (the files of a
    /// patch) the agent's own input is shown, because a reading is only a part of it.
    pub(super) fn of(inputs: &[Input], decoded: &DecodedInput) -> Option<Self> {
        let fields = inputs.first()?.fields();
        let tool = fields.text("tool_name")?.into_owned();
        let own = decoded.native_input.as_ref().filter(|_| inputs.len() > 1);
        let text = match own {
            Some(native) => String::from_utf8_lossy(&native.to_line()).into_owned(),
            None => fields.raw("tool_input")?.get().to_owned(),
        };
        let input = serde_json::from_str(&text).ok()?;
        Some(Self { tool, input })
    }
}

/// Replaces the wish for approval by what the person answers. Where nobody looks, the wish
/// stays.
pub(super) async fn ask_person(
    mut wanted: WantedEffects,
    shown: ShownCall,
    approver: impl FnOnce() -> StoreApprover,
) -> WantedEffects {
    let Some(why) = wanted.ask.clone().filter(|_| wanted.deny.is_none()) else {
        return wanted;
    };
    // What hooks made of the input is what would run.
    let input = match &wanted.tool_input {
        Some(rewritten) => {
            let text = String::from_utf8_lossy(&rewritten.to_line()).into_owned();
            serde_json::from_str(&text).unwrap_or(shown.input)
        }
        None => shown.input,
    };
    let options = vec![
        ReplyChoice::new(ALLOW, "Allow once"),
        ReplyChoice::new(DENY, "Deny"),
    ];
    let event = EventName::Known("PermissionRequest");
    let question =
        Question::new("a hook", event, "approval", &*why, options).about_call(&shown.tool, &input);
    let denied = match approver().ask(question).await {
        ApprovalReply::Nobody => return wanted,
        ApprovalReply::Selected(key) if key == ALLOW => None,
        ApprovalReply::Denied(words) => Some(format!("not approved: {words} (asked for: {why})")),
        // Silence, an edit and an unknown key are no approval.
        _ => Some(format!("a person did not approve this: {why}")),
    };
    wanted.ask = None;
    match denied {
        Some(words) => wanted.deny = Some(words),
        None => wanted.grant = Some("approved by a person".to_owned()),
    }
    wanted
}
