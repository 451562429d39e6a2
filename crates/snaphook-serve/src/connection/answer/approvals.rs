//! Requests about approvals: list, show, answer, subscribe. The store is that of the host, so
//! it outlives the server; clients see requests of every process that uses it.

use std::sync::Arc;

use serde_json::json;
use snaphook_approvals::{
    AnswerError, Answerer, AnswererIdentity, Approval, ApprovalError, ApprovalFilter,
    ApprovalStore, ApprovalSubscription, ApprovalViewer,
};

use crate::approvals_host::ApprovalsHost;
use crate::connection::connected_client::ConnectedClient;
use crate::protocol::{
    APPROVAL_PENDING, APPROVAL_SETTLED, AnswerApprovalParams, ApprovalResultParams,
    ApprovalsResult, ListApprovalsParams, RpcError, RpcErrorCode, ShowApprovalParams,
    SubscribeApprovalsParams,
};

const DENY: &str = "deny";

pub(super) async fn list(
    client: &ConnectedClient,
    params: ListApprovalsParams,
) -> Result<ApprovalsResult, RpcError> {
    in_store(client, move |store, _| {
        let mut filter = ApprovalFilter::pending();
        if params.all || params.state.is_some() {
            filter.state = params.state;
            filter.limit = 0;
        }
        filter.session = params.session_id;
        if let Some(limit) = params.limit {
            filter.limit = limit.clamp(1, 1000);
        }
        // Before the list, so that nothing is missed between.
        let revision = store.revision()?;
        let approvals = store.list(&filter)?;
        Ok(Ok(ApprovalsResult {
            approvals,
            revision,
        }))
    })
    .await
}

pub(super) async fn show(
    client: &ConnectedClient,
    params: ShowApprovalParams,
) -> Result<ApprovalResultParams, RpcError> {
    in_store(client, move |store, _| {
        let found = store.get(&params.id)?;
        let found = found.ok_or_else(|| refused(&AnswerError::Unknown(params.id)));
        Ok(found.map(|approval| ApprovalResultParams { approval }))
    })
    .await
}

/// Answers as the client, or as the owner of a key.
pub(super) async fn answer(
    client: &ConnectedClient,
    mut params: AnswerApprovalParams,
) -> Result<ApprovalResultParams, RpcError> {
    let name = client.name();
    in_store(client, move |store, host| {
        let identity = match params.key.take() {
            // Whoever asks may always take it back.
            None if params.choice == DENY => AnswererIdentity::Client(name),
            None => match host.refuses_clients() {
                None => AnswererIdentity::Client(name),
                Some(why) => {
                    let error = RpcError::new(RpcErrorCode::Approval, why);
                    return Ok(Err(error.with(json!({"reason": "notApprover"}))));
                }
            },
            Some(key) => match host.keys().identify(&key) {
                Some(identity) => identity,
                None => {
                    let why = "no key of `approvals.keys` in the settings is this one";
                    let error = RpcError::new(RpcErrorCode::Approval, why);
                    return Ok(Err(error.with(json!({"reason": "key"}))));
                }
            },
        };
        let who = Answerer::new(identity, "client");
        let answered = store.answer(&params.into(), &who, &host.approvers());
        Ok(match answered {
            Ok(approval) => Ok(ApprovalResultParams { approval }),
            Err(AnswerError::Store(error)) => return Err(error),
            Err(error) => Err(refused(&error)),
        })
    })
    .await
}

/// Sends the client every request that waits and ends from now on. As long as it is
/// connected, somebody looks.
pub(super) async fn subscribe(
    client: &Arc<ConnectedClient>,
    params: SubscribeApprovalsParams,
) -> Result<ApprovalsResult, RpcError> {
    let is_new = client.subscribe_once();
    let (result, subscription) = in_store(client, move |store, _| {
        let revision = store.revision()?;
        let approvals = store.list(&ApprovalFilter::pending())?;
        let subscription = match is_new {
            false => None,
            true => {
                let viewer = store.watch_as("client")?;
                let since = params.since.unwrap_or(revision);
                Some((viewer, store.subscribe_since(since)))
            }
        };
        let result = ApprovalsResult {
            approvals,
            revision,
        };
        Ok(Ok((result, subscription)))
    })
    .await?;
    if let Some((viewer, subscription)) = subscription {
        let sending = send_changes(Arc::clone(client), viewer, subscription);
        client.tasks.spawn(sending);
    }
    Ok(result)
}

async fn send_changes(
    client: Arc<ConnectedClient>,
    viewer: ApprovalViewer,
    mut changes: ApprovalSubscription,
) {
    let sending = async {
        loop {
            // A store that fails for a moment is asked again.
            let Ok(changed) = changes.next().await else {
                tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                continue;
            };
            for approval in changed {
                let method = method_of(&approval);
                let params = ApprovalResultParams { approval };
                client.link.notify(method, &params).await;
            }
        }
    };
    let closing = client.server.closing.clone();
    tokio::select! {
        () = sending => {}
        () = client.gone.cancelled() => {}
        () = closing.cancelled() => {}
    }
    let _ = tokio::task::spawn_blocking(move || drop(viewer)).await;
}

fn method_of(approval: &Approval) -> &'static str {
    match approval.is_pending() {
        true => APPROVAL_PENDING,
        false => APPROVAL_SETTLED,
    }
}

/// Does something with the store, on a thread that may wait.
async fn in_store<T: Send + 'static>(
    client: &ConnectedClient,
    work: impl FnOnce(&ApprovalStore, &dyn ApprovalsHost) -> Result<Result<T, RpcError>, ApprovalError>
    + Send
    + 'static,
) -> Result<T, RpcError> {
    let Some(host) = client.server.options.approvals.clone() else {
        let error = RpcError::new(RpcErrorCode::Approval, "this server keeps no approvals");
        return Err(error.with(json!({"reason": "store"})));
    };
    let worked = tokio::task::spawn_blocking(move || {
        let store = host.open()?;
        work(&store, &*host)
    });
    match worked.await.unwrap_or(Err(ApprovalError::Panicked)) {
        Ok(done) => done,
        Err(error) => {
            let error = RpcError::new(RpcErrorCode::Approval, error.to_string());
            Err(error.with(json!({"reason": "store"})))
        }
    }
}

/// Why an answer did not count, with what became of the request.
fn refused(error: &AnswerError) -> RpcError {
    let (reason, approval) = match error {
        AnswerError::Unknown(_) => ("unknown", None),
        AnswerError::Late(ended) => ("late", Some(&**ended)),
        AnswerError::Digest { .. } => ("digest", None),
        AnswerError::Choice { .. } => ("choice", None),
        AnswerError::NotApprover { .. } => ("notApprover", None),
        AnswerError::Input(_) => ("input", None),
        AnswerError::Link(_) => ("link", None),
        _ => ("store", None),
    };
    let mut data = json!({"reason": reason});
    if let Some(approval) = approval {
        data["approval"] = serde_json::to_value(approval).unwrap_or_default();
    }
    RpcError::new(RpcErrorCode::Approval, error.to_string()).with(data)
}
