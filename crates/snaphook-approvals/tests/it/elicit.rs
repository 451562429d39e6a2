//! What an MCP server asks of the user goes the same way.

use std::time::Duration;

use serde_json::json;
use snaphook_approvals::{
    ApprovalAnswer, ApprovalFilter, ApprovalKind, ApprovalState, ApprovalStore, Approvers,
    StoreApprover,
};

use snaphook_core::answer::ElicitationAction;
use snaphook_core::merge::ElicitationAnswer;
use snaphook_exec::{Approver, ElicitationQuestion};

use crate::common::{local, store};

fn question() -> ElicitationQuestion {
    ElicitationQuestion {
        server: "shop".to_owned(),
        message: "Which size?".to_owned(),
        input: json!({"a": 1}).into(),
    }
}

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
    let asking = approver.elicit(question(), Box::pin(std::future::pending()));
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
    let action = ElicitationAction::Accept;
    assert_eq!(answer, Some(ElicitationAnswer { action, content }));
}

#[tokio::test]
async fn the_clients_answer_is_kept_and_stands_alone_where_nobody_looks() {
    let (_folder, store) = store();
    let declined = || {
        let action = ElicitationAction::Decline;
        Some(ElicitationAnswer {
            action,
            content: None,
        })
    };
    let alone = approver(&store)
        .elicit(question(), Box::pin(async { declined() }))
        .await;
    assert_eq!(alone, declined());
    let _viewer = store.watch_as("test").unwrap();
    let mut changes = store.subscribe().unwrap();
    let client = async {
        changes.next().await.unwrap();
        declined()
    };
    let answer = approver(&store).elicit(question(), Box::pin(client)).await;
    assert_eq!(answer, declined());
    let kept = store
        .list(&ApprovalFilter::default())
        .unwrap()
        .pop()
        .unwrap();
    assert_eq!(kept.state, ApprovalState::Answered);
    assert_eq!(kept.answer.unwrap().by, "client:mcp");
}

#[tokio::test]
async fn a_client_that_cannot_ask_leaves_it_to_others() {
    let (_folder, store) = store();
    let alone = approver(&store);
    let nobody = alone.elicit(question(), Box::pin(async { None })).await;
    assert_eq!(nobody, None);
    let _viewer = store.watch_as("test").unwrap();
    let mut changes = store.subscribe().unwrap();
    let asking = alone.elicit(question(), Box::pin(async { None }));
    let answering = async {
        let pending = changes.next().await.unwrap().pop().unwrap();
        let answer = ApprovalAnswer::to(&pending, "decline");
        store
            .answer(&answer, &local("page"), &Approvers::usual())
            .unwrap();
    };
    let (answer, ()) = tokio::join!(asking, answering);
    assert_eq!(answer.unwrap().action, ElicitationAction::Decline);
}
