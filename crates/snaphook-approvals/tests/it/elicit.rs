//! What an MCP server asks of the user goes the same way.

use std::time::Duration;

use serde_json::json;
use snaphook_approvals::{
    ApprovalAnswer, ApprovalFilter, ApprovalKind, ApprovalState, ApprovalStore, Approvers,
    ElicitationAnswer, StoreApprover,
};

use crate::common::{local, store};

fn approver(store: &ApprovalStore) -> StoreApprover {
    let store = store.clone();
    StoreApprover::new("s1", Duration::from_secs(600), move || {
        Ok(Some(store.clone()))
    })
}

#[tokio::test]
async fn whoever_looks_may_answer_in_place_of_the_client() {
    let (_folder, store) = store();
    let _viewer = store.watch_as("test").unwrap();
    let mut changes = store.subscribe().unwrap();
    let approver = approver(&store);
    let asking = approver.elicit(
        "shop",
        "Which size?",
        json!({"a": 1}).into(),
        std::future::pending(),
    );
    let answering = async {
        let pending = changes.next().await.unwrap().pop().unwrap();
        assert_eq!(pending.kind, ApprovalKind::Elicitation);
        assert_eq!(pending.asked_by[0].name, "the MCP server shop");
        let answer = ApprovalAnswer::to(&pending, "accept").input(json!({"size": 4}).into());
        store
            .answer(&answer, &local("page"), &Approvers::usual())
            .unwrap();
    };
    let (answer, ()) = tokio::join!(asking, answering);
    let content = Some(json!({"size": 4}).into());
    let action = "accept".to_owned();
    assert_eq!(answer, Some(ElicitationAnswer { action, content }));
}

#[tokio::test]
async fn the_clients_answer_is_kept_and_stands_alone_where_nobody_looks() {
    let (_folder, store) = store();
    let declined = || {
        let action = "decline".to_owned();
        Some(ElicitationAnswer {
            action,
            content: None,
        })
    };
    let input = || json!({"a": 1}).into();
    let alone = approver(&store)
        .elicit("shop", "?", input(), async { declined() })
        .await;
    assert_eq!(alone, declined());
    let _viewer = store.watch_as("test").unwrap();
    let mut changes = store.subscribe().unwrap();
    let client = async {
        changes.next().await.unwrap();
        declined()
    };
    let answer = approver(&store).elicit("shop", "?", input(), client).await;
    assert_eq!(answer, declined());
    let kept = store
        .list(&ApprovalFilter::default())
        .unwrap()
        .pop()
        .unwrap();
    assert_eq!(kept.state, ApprovalState::Answered);
    assert_eq!(kept.answer.unwrap().by, "client:mcp");
}
