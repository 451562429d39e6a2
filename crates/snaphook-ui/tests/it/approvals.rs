//! Approvals: what is shown, and which answer counts.

use reqwest::StatusCode;
use serde_json::{Value, json};
use snaphook_approvals::{
    Approval, ApprovalChoice, ApprovalState, ApprovalStore, ApproverRule, Approvers, ChoiceKind,
    NewApproval,
};

use crate::page::{Page, json_of};

fn ask(page: &Page, tool: &str, input: Value) -> (ApprovalStore, Approval) {
    let store = ApprovalStore::open(&page.log).unwrap();
    let mut new = NewApproval::tool_call("s1", "PermissionRequest", tool, input.into());
    new.choices = ApprovalChoice::allow_or_deny();
    new.choices
        .push(ApprovalChoice::new("edit", ChoiceKind::Edit, "Edit"));
    new.cwd = Some("/srv".to_owned());
    let approval = store.insert(new).unwrap();
    (store, approval)
}

async fn answer(page: &Page, approval: &Approval, body: Value) -> reqwest::Response {
    let mut whole = json!({"digest": approval.digest});
    whole
        .as_object_mut()
        .unwrap()
        .extend(body.as_object().unwrap().clone());
    let path = format!("/api/approvals/{}", approval.id);
    page.post(&path, &whole).send().await.unwrap()
}

#[tokio::test]
async fn the_first_answer_counts_and_the_second_is_told_so() {
    let page = Page::new().await;
    let (store, approval) = ask(&page, "Bash", json!({"command": "git push"}));
    let listed = page.read("/api/approvals").await;
    let shown = &listed["approvals"][0];
    assert_eq!(shown["id"], approval.id.as_str());
    assert_eq!(shown["call"]["command"]["commands"][0]["text"], "git push");
    let done = answer(
        &page,
        &approval,
        json!({"choice": "deny", "message": "use a branch"}),
    );
    let done = json_of(done.await).await;
    assert_eq!(done["approval"]["state"], "denied");
    let late = answer(&page, &approval, json!({"choice": "allow"})).await;
    assert_eq!(late.status(), StatusCode::CONFLICT);
    let late: Value = late.json().await.unwrap();
    assert_eq!(late["error"], "too late: denied by token:ui (page)");
    assert_eq!(late["ended"]["state"], "denied");
    let kept = store.get(&approval.id).unwrap().unwrap();
    assert_eq!(kept.state, ApprovalState::Denied);
    assert_eq!(
        kept.answer.unwrap().message.as_deref(),
        Some("use a branch")
    );
}

#[tokio::test]
async fn answers_to_something_else_do_not_count() {
    let page = Page::new().await;
    let (store, approval) = ask(&page, "Bash", json!({"command": "git push"}));
    for (body, status) in [
        (
            json!({"choice": "allow", "digest": "00"}),
            StatusCode::CONFLICT,
        ),
        (
            json!({"choice": "perhaps"}),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (json!({"choice": "edit"}), StatusCode::UNPROCESSABLE_ENTITY),
        (
            json!({"choice": "edit", "inputText": "{"}),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            json!({"choice": "edit", "inputText": "[]"}),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
    ] {
        let refused = answer(&page, &approval, body.clone()).await;
        assert_eq!(refused.status(), status, "{body}");
    }
    assert!(store.get(&approval.id).unwrap().unwrap().is_pending());
    let edited = json!({"choice": "edit", "inputText": "{\"command\": \"git push origin topic\"}"});
    let done = json_of(answer(&page, &approval, edited).await).await;
    assert_eq!(
        done["approval"]["answer"]["input"]["command"],
        "git push origin topic"
    );
}

#[tokio::test]
async fn the_setting_says_whether_the_page_may_answer() {
    let only_clients = ApproverRule {
        who: vec!["client".to_owned()],
        ..ApproverRule::default()
    };
    let page = Page::with(Approvers::usual().list(vec![only_clients])).await;
    let (store, approval) = ask(&page, "Bash", json!({"command": "git push"}));
    let refused = answer(&page, &approval, json!({"choice": "allow"})).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    assert!(store.get(&approval.id).unwrap().unwrap().is_pending());
}

#[tokio::test]
async fn edits_are_shown_against_the_file() {
    let page = Page::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    std::fs::write(&file, "one\ntwo\n").unwrap();
    let input = json!({"file_path": file, "old_string": "two", "new_string": "2"});
    let _ = ask(&page, "Edit", input);
    let listed = page.read("/api/approvals").await;
    let lines = &listed["approvals"][0]["call"]["differences"][0]["lines"];
    assert_eq!(lines[0], json!({"kind": "old", "line": 2, "text": "two"}));
    assert_eq!(lines[1], json!({"kind": "new", "line": 2, "text": "2"}));
}
