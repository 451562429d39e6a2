//! A store in a folder of its own, and questions about a push.

use serde_json::json;
use snaphook_approvals::{
    Answerer, AnswererIdentity, Approval, ApprovalChoice, ApprovalStore, NewApproval,
};
use snaphook_core::event::EventName;
use snaphook_exec::{Question, ReplyChoice};
use tempfile::TempDir;

pub(crate) fn store() -> (TempDir, ApprovalStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = ApprovalStore::open(&folder.path().join("log.db")).unwrap();
    (folder, store)
}

pub(crate) fn push(store: &ApprovalStore) -> Approval {
    call(store, "Bash", json!({"command": "git push"}))
}

pub(crate) fn call(store: &ApprovalStore, tool: &str, input: serde_json::Value) -> Approval {
    let mut new = NewApproval::tool_call("s1", "PermissionRequest", tool, input.into());
    new.choices = ApprovalChoice::allow_or_deny();
    new.message = "May it?".to_owned();
    store.insert(new).unwrap()
}

pub(crate) fn local(place: &str) -> Answerer {
    Answerer::new(AnswererIdentity::Local("ann".to_owned()), place)
}

/// The question of a rule about a push.
pub(crate) fn question() -> Question {
    let options = vec![
        ReplyChoice::new("allow", "Allow"),
        ReplyChoice::new("deny", "Deny"),
    ];
    let event = EventName::Known("PermissionRequest");
    let input = json!({"command": "git push"}).into();
    Question::new("a rule", event, "q1", "May it?", options).about_call("Bash", &input)
}
