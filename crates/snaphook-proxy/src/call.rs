//! One tool call: it passes the gate, and the server gets it only if it is allowed.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use snaphook::input::Fields;
use snaphook::json::Json;
use snaphook::{CancellationToken, ToolCall};

use crate::call_result::{CallResponse, answer};
use crate::link::{ProxyLink, error_line};
use crate::message::{INVALID_PARAMS, Message, RefusedMessage, look_alike};
use crate::multi_round::{self, Round};
use crate::request_id::RequestId;

/// The members of the parameters that decide what is called.
const MEMBERS: [&str; 6] = [
    "name",
    "arguments",
    "task",
    "inputResponses",
    "requestState",
    "_meta",
];

/// How often hooks may answer the questions of one call.
const ROUNDS: usize = 10;

/// What is to be called.
struct CallRequest {
    tool: String,
    arguments: Json,
    params: Fields,
    /// The parameters are not those of the client.
    changed: bool,
}

/// Takes one call to its end. The client gets an answer, unless it has cancelled the call.
pub(crate) async fn run(
    link: Arc<ProxyLink>,
    message: Message,
    id: RequestId,
    cancel: CancellationToken,
) {
    let line = match read(&link, &message).await {
        Ok(request) => guard(&link, request, &message, &id, cancel).await,
        Err(refused) => Some(error_line(&refused)),
    };
    if let Some(line) = line {
        link.answer_client(&id, line).await;
    }
    link.call_ends(&id);
}

async fn read(link: &ProxyLink, message: &Message) -> Result<CallRequest, RefusedMessage> {
    let refused = |why: &str| message.refused(INVALID_PARAMS, why);
    let params = message.fields.fields("params");
    let params = params.ok_or_else(|| refused("`params` must be an object"))?;
    if let Some(key) = look_alike(params.keys(), &MEMBERS) {
        return Err(refused(&format!(
            "unknown member `{key}`: some readers ignore case"
        )));
    }
    // Half a surrogate pair, a number that is too large: readers differ in what they make
    // of them.
    if let Err(error) = serde_json::from_slice::<Value>(&message.line) {
        return Err(refused(&format!("the call cannot be read: {error}")));
    }
    let tool = params.text("name").map(std::borrow::Cow::into_owned);
    let tool = tool.ok_or_else(|| refused("`name` must be text"))?;
    let arguments = match params
        .raw("arguments")
        .map(serde_json::value::RawValue::get)
    {
        None | Some("null") => json!({}).into(),
        Some(_) => params
            .json("arguments")
            .filter(|arguments| arguments.is_object())
            .ok_or_else(|| refused("`arguments` must be an object"))?,
    };
    let is_task = params.raw("task").is_some_and(|task| task.get() != "null");
    if is_task && link.has(&link.events.post_tool_use) {
        return Err(refused(
            "a call as a task is not supported where PostToolUse hooks are to see its result",
        ));
    }
    let mut request = CallRequest {
        tool,
        arguments,
        params,
        changed: false,
    };
    if let Some(params) = multi_round::with_changed_answers(link, &request.params).await {
        request.params = params;
        request.changed = true;
    }
    Ok(request)
}

/// Takes the call through the gate.
async fn guard(
    link: &Arc<ProxyLink>,
    request: CallRequest,
    message: &Message,
    id: &RequestId,
    cancel: CancellationToken,
) -> Option<Vec<u8>> {
    let response = Mutex::new(None);
    let call = ToolCall::mcp(link.name.as_str(), &request.tool, request.arguments.clone());
    let gated = link
        .gate
        .call(call.cancel(cancel), |input| async {
            let (kept, given) = execute(link, &request, message, id, input).await?;
            *response.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
            given
        })
        .await;
    for text in &gated.texts_for_user {
        link.notes.note(text);
    }
    answer(
        id,
        &gated,
        response
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner),
    )
}

/// What the server answered, as it is kept and as hooks see it.
type ExecutedCall = (CallResponse, Result<Json, String>);

/// Gives the call to the server and waits for its response.
async fn execute(
    link: &ProxyLink,
    request: &CallRequest,
    message: &Message,
    id: &RequestId,
    input: Json,
) -> Result<ExecutedCall, String> {
    let mut params = request.params.clone();
    let mut changed = request.changed;
    if input != request.arguments {
        params
            .set("arguments", &input)
            .map_err(|error| error.to_string())?;
        changed = true;
    }
    for _ in 0..ROUNDS {
        let line = match changed {
            false => message.line.clone(),
            true => {
                let mut fields = message.fields.clone();
                fields
                    .set("params", &params)
                    .map_err(|error| error.to_string())?;
                fields.to_line()
            }
        };
        let starts = link.call_starts(id);
        let response = starts.ok_or_else(|| "the call was cancelled".to_owned())?;
        link.to_server(without_line_end(line)).await;
        let response = response
            .await
            .map_err(|_| "the server has ended".to_owned())?;
        let questions = multi_round::questions(link, &response);
        let round = match questions.is_empty() {
            true => Round::AskUser,
            false => multi_round::ask(link, questions).await,
        };
        let answers = match round {
            Round::AskUser => {
                let needs_result = link.has(&link.events.post_tool_use);
                return Ok(CallResponse::read(response, needs_result));
            }
            Round::Refused => return Err(multi_round::MIXED.to_owned()),
            Round::Answered(answers) => answers,
        };
        let result = response.fields.fields("result").unwrap_or_default();
        let again = multi_round::with_answers(&params, &result, &answers);
        params = again.ok_or_else(|| "the answers of hooks cannot be written".to_owned())?;
        changed = true;
    }
    Err("the server asks again and again".to_owned())
}

/// [`Fields::to_line`] ends its line.
pub(crate) fn without_line_end(mut line: Vec<u8>) -> Vec<u8> {
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    line
}
