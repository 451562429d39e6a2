//! Requests that the program around the page carries out.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::Refusal;
use crate::host::{HostError, PageHost, SettingsProposal};
use crate::state::PageState;

type Reply = Result<Json<Value>, Refusal>;

/// An event to fire again.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FireRequest {
    #[serde(default)]
    input_text: Option<String>,
}

/// A test case to write.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SaveRequest {
    name: String,
}

/// What the page shows at its top, and whether its key is valid.
pub(crate) async fn session(State(state): State<Arc<PageState>>) -> Reply {
    let log = state.log.file().display().to_string();
    ask(&state, move |host| {
        Ok(json!({"version": host.version(), "log": log}))
    })
    .await
}

pub(crate) async fn explain(State(state): State<Arc<PageState>>, Path(id): Path<i64>) -> Reply {
    ask(&state, move |host| host.explain(id)).await
}

pub(crate) async fn fire(
    State(state): State<Arc<PageState>>,
    Path(id): Path<i64>,
    Json(request): Json<FireRequest>,
) -> Reply {
    let input = request.input_text;
    ask(&state, move |host| host.fire_again(id, input.as_deref())).await
}

pub(crate) async fn save(
    State(state): State<Arc<PageState>>,
    Path(id): Path<i64>,
    Json(request): Json<SaveRequest>,
) -> Reply {
    ask(&state, move |host| host.save_test(id, &request.name)).await
}

pub(crate) async fn backtest(
    State(state): State<Arc<PageState>>,
    Json(proposal): Json<SettingsProposal>,
) -> Reply {
    ask(&state, move |host| host.backtest(&proposal)).await
}

pub(crate) async fn settings_health(State(state): State<Arc<PageState>>) -> Reply {
    ask(&state, |host| host.settings_health()).await
}

pub(crate) async fn agents_health(State(state): State<Arc<PageState>>) -> Reply {
    ask(&state, |host| host.agents_health()).await
}

/// Lets the host do something, beside not too much else.
async fn ask(
    state: &Arc<PageState>,
    work: impl FnOnce(&dyn PageHost) -> Result<Value, HostError> + Send + 'static,
) -> Reply {
    // It is never closed.
    let _permit = state.actions.acquire().await;
    let done = state.in_background(move |state| work(&*state.host));
    done.await.map(Json)
}
