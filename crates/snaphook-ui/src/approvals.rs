//! Requests about approvals: which wait, and the answer to one.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use snaphook_approvals::{
    Answerer, AnswererIdentity, Approval, ApprovalAnswer, ApprovalFilter, PAGE_TOKEN,
};
use snaphook_core::json::Json as ExactJson;

use crate::call_view::call_view;
use crate::error::Refusal;
use crate::state::PageState;

const DENY: &str = "deny";

/// Requests that ended and are still shown.
const ENDED: u32 = 50;

/// An answer of the page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PageAnswer {
    digest: String,
    choice: String,
    #[serde(default)]
    message: Option<String>,
    /// The edited input as the person wrote it: a browser would change its numbers.
    #[serde(default)]
    input_text: Option<String>,
}

/// The requests that wait, and those that ended last.
pub(crate) async fn list(State(state): State<Arc<PageState>>) -> Result<Json<Value>, Refusal> {
    let asked = state.in_background(|state| {
        let store = state.approvals.store()?;
        // Before the list: what changes meanwhile is sent again.
        let revision = store.revision()?;
        let mut approvals = store.list(&ApprovalFilter::pending())?;
        let recent = ApprovalFilter {
            limit: ENDED,
            ..ApprovalFilter::default()
        };
        let ended = store.list(&recent)?.into_iter();
        approvals.extend(ended.filter(|approval| !approval.is_pending()));
        let views: Vec<Value> = approvals.iter().map(|one| view(state, one)).collect();
        Ok::<_, Refusal>(json!({"approvals": views, "revision": revision}))
    });
    Ok(Json(asked.await?))
}

/// Answers a request.
pub(crate) async fn answer(
    State(state): State<Arc<PageState>>,
    Path(id): Path<String>,
    Json(given): Json<PageAnswer>,
) -> Result<Json<Value>, Refusal> {
    let input = match &given.input_text {
        None => None,
        Some(text) => Some(ExactJson::read(text).map_err(|error| {
            let words = format!("the edited input is not valid JSON: {error}");
            Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, words)
        })?),
    };
    let answer = ApprovalAnswer {
        id,
        digest: given.digest,
        choice: given.choice,
        message: given.message,
        input,
    };
    let answered = state.in_background(move |state| {
        let who = Answerer::new(AnswererIdentity::Token(PAGE_TOKEN.to_owned()), "page");
        // Whoever asks may always take it back.
        let refused = (answer.choice != DENY).then(|| state.host.refuses_answers());
        if let Some(why) = refused.flatten() {
            return Err(Refusal::new(StatusCode::FORBIDDEN, why));
        }
        let store = state.approvals.store()?;
        let ended = store.answer(&answer, &who, &state.host.approvers())?;
        Ok::<_, Refusal>(json!({"approval": view(state, &ended)}))
    });
    let answered = answered.await;
    state.pulse.wake();
    answered.map(Json)
}

/// A request as the person must see it to judge it.
pub(crate) fn view(state: &PageState, approval: &Approval) -> Value {
    let mut view = serde_json::to_value(approval).unwrap_or_default();
    let input = approval.input.as_value();
    view["inputText"] = serde_json::to_string_pretty(&approval.input)
        .unwrap_or_default()
        .into();
    // What became of a request needs no look at the files of now.
    if approval.is_pending() {
        let cwd = approval.cwd.as_deref();
        let tool = approval.tool.as_deref().unwrap_or_default();
        view["call"] = call_view(tool, input, cwd, &|text| state.log.shown_text(text));
    }
    view
}
