//! Questions in a result: since 2026-07-28 a server asks by answering a request with
//! `input_required`, and the client makes the request again with the answers.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use snaphook::input::Fields;
use snaphook::input::typed::Elicitation;

use crate::elicitation::{self, AnsweredQuestion};
use crate::link::ProxyLink;
use crate::message::Message;

/// Why a result with questions is not passed on.
pub(crate) const MIXED: &str =
    "hooks answered some of the server's questions, and not all of them: none is asked";

/// The answers of hooks, by the keys of their questions.
pub(crate) type AnswersByKey = BTreeMap<String, Box<RawValue>>;

/// One question in a result.
pub(crate) struct ResultQuestion {
    key: String,
    /// Nothing for one that is not about elicitation.
    input: Option<Elicitation>,
    is_readable: bool,
}

/// What becomes of a result with questions.
pub(crate) enum Round {
    /// The client gets it, and asks the user.
    AskUser,
    /// Hooks answered everything: the answers by their keys.
    Answered(AnswersByKey),
    /// Hooks answered a part, or could not read a question.
    Refused,
}

/// The questions in a response, where hooks are to hear of them.
pub(crate) fn questions(link: &ProxyLink, message: &Message) -> Vec<ResultQuestion> {
    if !link.has(&link.events.elicitation) {
        return Vec::new();
    }
    let Some(result) = message.fields.fields("result") else {
        return Vec::new();
    };
    if result.raw("inputRequests").is_none() {
        return Vec::new();
    }
    let requests = result
        .fields("inputRequests")
        .filter(|all| all.repeated().is_none());
    let Some(requests) = requests else {
        return vec![ResultQuestion {
            key: String::new(),
            input: None,
            is_readable: false,
        }];
    };
    let read = |key: &str| {
        let request = requests.fields(key);
        let method = request.as_ref().and_then(|request| request.text("method"));
        let input = match (&request, method.as_deref()) {
            (Some(request), Some("elicitation/create")) => {
                let params = request.fields("params");
                let input = params.and_then(|params| elicitation::question(link, &params));
                (input.is_some(), input)
            }
            (_, method) => (method.is_some(), None),
        };
        ResultQuestion {
            key: key.to_owned(),
            is_readable: input.0,
            input: input.1,
        }
    };
    requests.keys().map(read).collect()
}

/// Asks hooks.
pub(crate) async fn ask(link: &ProxyLink, questions: Vec<ResultQuestion>) -> Round {
    let count = questions.len();
    let mut answers = AnswersByKey::new();
    for question in questions {
        if !question.is_readable {
            return Round::Refused;
        }
        if let Some(input) = question.input
            && let Some(answer) = elicitation::decided(link, input).await
        {
            answers.insert(question.key, answer);
        }
    }
    match answers.len() {
        0 => Round::AskUser,
        all if all == count => Round::Answered(answers),
        _ => Round::Refused,
    }
}

/// The parameters of a request that is made again: with the answers of hooks, and with
/// what the server wants back.
pub(crate) fn with_answers(
    params: &Fields,
    result: &Fields,
    answers: &AnswersByKey,
) -> Option<Fields> {
    let mut params = params.clone();
    params.set("inputResponses", answers).ok()?;
    match result.raw("requestState") {
        Some(state) => params.set("requestState", state).ok()?,
        None => params.remove("requestState"),
    }
    Some(params)
}

/// The parameters with the user's answers as hooks change them; nothing where they stay.
pub(crate) async fn with_changed_answers(link: &ProxyLink, params: &Fields) -> Option<Fields> {
    let responses = params.fields("inputResponses")?;
    let mut changed = responses.clone();
    let mut any = false;
    for key in responses.keys() {
        let Some(result) = responses.fields(key) else {
            continue;
        };
        // Answers of other kinds have no action.
        if result.raw("action").is_none() {
            continue;
        }
        let answer = AnsweredQuestion {
            mode: None,
            elicitation_id: None,
        };
        if let Some(value) = elicitation::changed(link, &result, answer).await {
            changed.set(key, &value).ok()?;
            any = true;
        }
    }
    let mut params = params.clone();
    params.set("inputResponses", &changed).ok()?;
    any.then_some(params)
}
