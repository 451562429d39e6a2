//! What all tasks of a proxy share: the ends of both sides, the hooks, and which requests
//! are under way in which direction.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snaphook::{AgentHooks, CancellationToken, Event, Gate};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::client_message::{ClientMessage, MessageTopic};
use crate::message::{Message, RefusedMessage};
use crate::proxy::NoteSink;
use crate::request_id::RequestId;
use crate::server_name::ServerName;

/// What becomes of the server's response to a request of the client.
pub(crate) enum AwaitedResponse {
    /// It is passed on, but for questions in it.
    Plain {
        tool_list: bool,
        /// It comes when the client has heard enough, and is not waited for.
        stays_open: bool,
    },
    /// A call that is under way.
    Call {
        cancel: CancellationToken,
        /// Takes the response; nothing before the server has got the call.
        response: Option<oneshot::Sender<Message>>,
    },
    /// Nobody waits for it any more: the client has cancelled the call.
    Dropped,
}

/// What becomes of the client's response to a request of the server.
pub(crate) enum ServerQuestion {
    /// It is passed on.
    Plain,
    /// It answers a question to the user.
    Elicitation {
        mode: Option<String>,
        elicitation_id: Option<String>,
    },
    /// The proxy itself asked.
    Own(oneshot::Sender<Message>),
}

pub(crate) struct ProxyLink {
    pub(crate) name: ServerName,
    pub(crate) hooks: AgentHooks,
    pub(crate) gate: Gate,
    to_server: mpsc::Sender<Vec<u8>>,
    to_client: mpsc::Sender<ClientMessage>,
    pub(crate) notes: Arc<dyn NoteSink>,
    requests: Mutex<HashMap<RequestId, AwaitedResponse>>,
    questions: Mutex<HashMap<RequestId, ServerQuestion>>,
    /// Told when a request has its answer.
    answered: Notify,
    /// The client shows forms.
    shows_forms: Mutex<bool>,
    pub(crate) events: GuardedEvents,
}

/// The events that are asked for by name.
pub(crate) struct GuardedEvents {
    pub(crate) elicitation: Event,
    pub(crate) elicitation_result: Event,
    pub(crate) post_tool_use: Event,
}

impl ProxyLink {
    pub(crate) fn new(
        name: ServerName,
        hooks: AgentHooks,
        to_server: mpsc::Sender<Vec<u8>>,
        to_client: mpsc::Sender<ClientMessage>,
        notes: Arc<dyn NoteSink>,
    ) -> Self {
        Self {
            name,
            gate: hooks.gate(),
            hooks,
            to_server,
            to_client,
            notes,
            requests: Mutex::default(),
            questions: Mutex::default(),
            answered: Notify::new(),
            shows_forms: Mutex::new(false),
            events: GuardedEvents {
                elicitation: Event::resolve("Elicitation"),
                elicitation_result: Event::resolve("ElicitationResult"),
                post_tool_use: Event::resolve("PostToolUse"),
            },
        }
    }

    pub(crate) fn has(&self, event: &Event) -> bool {
        self.hooks.session().has(event)
    }

    pub(crate) async fn to_server(&self, line: Vec<u8>) {
        // One that has ended is noticed where its messages are read.
        let _ = self.to_server.send(line).await;
    }

    pub(crate) async fn to_client(&self, line: Vec<u8>, topic: MessageTopic) {
        // One that is gone misses nothing.
        let _ = self.to_client.send(ClientMessage { line, topic }).await;
    }

    /// Answers a request of the client.
    pub(crate) async fn answer_client(&self, id: &RequestId, line: Vec<u8>) {
        self.to_client(line, MessageTopic::Answer(id.clone())).await;
    }

    /// Passes on what the server sends by itself.
    pub(crate) async fn pass_to_client(&self, message: Message) {
        let topic = message.topic();
        self.to_client(message.line, topic).await;
    }

    /// Tells the client why its message is not passed on.
    pub(crate) async fn refuse_client(&self, refused: &RefusedMessage) {
        if refused.id.is_none() {
            self.notes
                .note(&format!("dropped a message of the client: {}", refused.why));
        }
        let id = refused.id.clone();
        let topic = id.map_or(MessageTopic::Other, MessageTopic::Answer);
        self.to_client(error_line(refused), topic).await;
    }

    /// Keeps what is to become of a response. False when the id is in use.
    pub(crate) fn await_response(&self, id: &RequestId, awaited: AwaitedResponse) -> bool {
        let mut requests = lock(&self.requests);
        if requests.contains_key(id) {
            return false;
        }
        requests.insert(id.clone(), awaited);
        true
    }

    /// The call is given to the server now: its response goes to the receiver. Nothing when
    /// it was cancelled.
    pub(crate) fn call_starts(&self, id: &RequestId) -> Option<oneshot::Receiver<Message>> {
        let (sender, receiver) = oneshot::channel();
        match lock(&self.requests).get_mut(id) {
            Some(AwaitedResponse::Call { response, cancel }) if !cancel.is_cancelled() => {
                *response = Some(sender);
                Some(receiver)
            }
            _ => None,
        }
    }

    /// Takes what is to become of a response of the server.
    pub(crate) fn take_awaited(&self, id: &RequestId) -> Option<AwaitedResponse> {
        let mut requests = lock(&self.requests);
        match requests.get_mut(id)? {
            // Its id stays in use until its answer is written.
            AwaitedResponse::Call { response, cancel } => {
                let response = response.take()?;
                let cancel = cancel.clone();
                let response = Some(response);
                Some(AwaitedResponse::Call { cancel, response })
            }
            _ => requests.remove(id),
        }
    }

    /// A call has its answer, or needs none.
    pub(crate) fn call_ends(&self, id: &RequestId) {
        let mut requests = lock(&self.requests);
        if let Some(AwaitedResponse::Call { .. }) = requests.get(id) {
            requests.remove(id);
        }
        drop(requests);
        self.answered.notify_one();
    }

    /// The client cancels a request. True when the server has got it, and must be told.
    pub(crate) fn cancel(&self, id: &RequestId) -> bool {
        let mut requests = lock(&self.requests);
        let was_given = match requests.get_mut(id) {
            Some(AwaitedResponse::Call { cancel, response }) => {
                cancel.cancel();
                response.take().is_some()
            }
            Some(AwaitedResponse::Plain { .. } | AwaitedResponse::Dropped) => true,
            None => return true,
        };
        if was_given {
            // A response that comes all the same was looked at by nobody.
            requests.insert(id.clone(), AwaitedResponse::Dropped);
        }
        drop(requests);
        self.answered.notify_one();
        was_given
    }

    pub(crate) fn note_answered(&self) {
        self.answered.notify_one();
    }

    /// How many requests of the client wait for their answer.
    pub(crate) fn requests_under_way(&self) -> usize {
        let waits = |awaited: &&AwaitedResponse| !matches!(awaited, AwaitedResponse::Dropped);
        lock(&self.requests).values().filter(waits).count()
    }

    /// Waits until no request of the client is without an answer.
    pub(crate) async fn until_idle(&self) {
        loop {
            let is_idle = lock(&self.requests).values().all(|awaited| match awaited {
                AwaitedResponse::Call { .. } => false,
                AwaitedResponse::Plain { stays_open, .. } => *stays_open,
                AwaitedResponse::Dropped => true,
            });
            if is_idle {
                return;
            }
            self.answered.notified().await;
        }
    }

    /// No response comes any more: calls under way fail, other requests stay without an
    /// answer, as if the client had no proxy.
    pub(crate) fn server_is_gone(&self) {
        let mut requests = lock(&self.requests);
        requests.retain(|_, awaited| match awaited {
            AwaitedResponse::Call { response, .. } => {
                drop(response.take());
                true
            }
            AwaitedResponse::Plain { .. } | AwaitedResponse::Dropped => false,
        });
        drop(requests);
        lock(&self.questions).clear();
        self.answered.notify_one();
    }

    /// Keeps what is to become of the client's response to a request of the server. False
    /// when the id is in use.
    pub(crate) fn await_reply(&self, id: &RequestId, question: ServerQuestion) -> bool {
        let mut questions = lock(&self.questions);
        if questions.contains_key(id) {
            return false;
        }
        questions.insert(id.clone(), question);
        true
    }

    pub(crate) fn take_question(&self, id: &RequestId) -> Option<ServerQuestion> {
        lock(&self.questions).remove(id)
    }

    /// Forgets a question that the client does not get. True when the server asked it.
    pub(crate) fn drop_question(&self, id: &RequestId) -> bool {
        match self.take_question(id) {
            Some(ServerQuestion::Plain | ServerQuestion::Elicitation { .. }) => true,
            Some(ServerQuestion::Own(_)) | None => false,
        }
    }

    pub(crate) fn note_forms(&self, shown: bool) {
        *lock(&self.shows_forms) = shown;
    }

    pub(crate) fn shows_forms(&self) -> bool {
        *lock(&self.shows_forms)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A response with a result.
pub(crate) fn result_line(id: &RequestId, result: &str) -> Vec<u8> {
    let id = id.to_json();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes()
}

/// A response with an error.
pub(crate) fn error_line(refused: &RefusedMessage) -> Vec<u8> {
    let id = refused
        .id
        .as_ref()
        .map_or("null".to_owned(), RequestId::to_json);
    let message = format!("refused by snaphook: {}", refused.why);
    let error = serde_json::json!({ "code": refused.code, "message": message });
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#).into_bytes()
}
