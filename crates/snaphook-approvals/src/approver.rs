//! Asks a person through the store: the question becomes a request, and whoever looks at
//! requests may answer it. A terminal may be asked at the same time; the first answer counts.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use snaphook_core::json::Json;
use snaphook_exec::{ApprovalReply, Approver, Question};

use crate::answer::{AnswerError, Answerer, AnswererIdentity, ApprovalAnswer};
use crate::approval::{
    Approval, ApprovalAsker, ApprovalChoice, ApprovalKind, ApprovalState, ChoiceKind, NewApproval,
};
use crate::approvers::Approvers;
use crate::error::ApprovalError;
use crate::shown::with_secrets;
use crate::store::ApprovalStore;

const ALLOW: &str = "allow";
const ALWAYS: &str = "always";
const DENY: &str = "deny";
const SESSION: &str = "session";
const EDIT: &str = "edit";

/// The event of questions about whether a tool call may run.
const PERMISSION_REQUEST: &str = "PermissionRequest";

/// How often a request that waits is looked at.
const INTERVAL: Duration = Duration::from_millis(50);

/// How the store is opened. It is opened late: most calls need no approval.
type OpenStore = dyn Fn() -> Result<Option<ApprovalStore>, ApprovalError> + Send + Sync;

/// Asks whoever looks at the requests in a store.
///
/// Where nobody looks (see [`ApprovalStore::watchers`]), only the terminal is asked, or
/// nobody.
pub struct StoreApprover {
    open: Arc<OpenStore>,
    session: String,
    agent: Option<String>,
    cwd: Option<String>,
    wait: Duration,
    /// Whether a person may edit the input of a call.
    edits: bool,
    terminal: Option<(Arc<dyn Approver>, String)>,
}

impl StoreApprover {
    /// An approver for the calls of one session. `open` opens the store when there is a
    /// question; nothing: there is no store, so nobody looks at it.
    #[must_use]
    pub fn new(
        session: &str,
        wait: Duration,
        open: impl Fn() -> Result<Option<ApprovalStore>, ApprovalError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            open: Arc::new(open),
            session: session.to_owned(),
            agent: None,
            cwd: None,
            wait,
            edits: true,
            terminal: None,
        }
    }

    /// Names the agent that asks.
    #[must_use]
    pub fn agent(mut self, agent: &str) -> Self {
        self.agent = Some(agent.to_owned());
        self
    }

    /// Names the working directory of the calls.
    #[must_use]
    pub fn cwd(mut self, cwd: &str) -> Self {
        self.cwd = (!cwd.is_empty()).then(|| cwd.to_owned());
        self
    }

    /// Offers no edit of the input: the caller cannot look at an edited call again.
    #[must_use]
    pub fn without_edits(mut self) -> Self {
        self.edits = false;
        self
    }

    /// Asks at this terminal, too; `name` is the person there.
    #[must_use]
    pub fn terminal(mut self, terminal: Arc<dyn Approver>, name: &str) -> Self {
        self.terminal = Some((terminal, name.to_owned()));
        self
    }

    async fn ask_somebody(&self, question: Question) -> ApprovalReply {
        let store = match self.attended_store().await {
            Ok(Some(store)) => store,
            Ok(None) => return self.ask_terminal(question, None).await,
            Err(error) => return self.ask_terminal(question, Some(&error)).await,
        };
        let new = self.new_approval(&question);
        let real = new.input.clone();
        let inserting = store.clone();
        let session = self.session.clone();
        let inserted = in_background(move || {
            let approval = inserting.insert(new)?;
            let granted = granted_for_session(&inserting, &session, &approval)?;
            Ok((approval, granted))
        })
        .await;
        let (approval, granted) = match inserted {
            Ok(inserted) => inserted,
            Err(error) => return self.ask_terminal(question, Some(&error)).await,
        };
        let waiting = PendingRequest {
            store: store.clone(),
            id: approval.id.clone(),
            settled: false,
        };
        if granted {
            drop(waiting);
            return ApprovalReply::Selected(ALLOW.to_owned());
        }
        let ended = self.wait_for_end(waiting, question, &approval).await;
        reply_of(&ended, &approval, &real)
    }

    /// The store, if somebody looks at its requests.
    async fn attended_store(&self) -> Result<Option<ApprovalStore>, ApprovalError> {
        let open = Arc::clone(&self.open);
        in_background(move || {
            let Some(store) = open()? else {
                return Ok(None);
            };
            let is_attended = !store.watchers()?.is_empty();
            Ok(is_attended.then_some(store))
        })
        .await
    }

    async fn ask_terminal(
        &self,
        question: Question,
        error: Option<&ApprovalError>,
    ) -> ApprovalReply {
        match (&self.terminal, error) {
            (Some((terminal, _)), _) => terminal.ask(question).await,
            (None, Some(error)) => ApprovalReply::Denied(format!("nobody could be asked: {error}")),
            (None, None) => ApprovalReply::Nobody,
        }
    }

    fn new_approval(&self, question: &Question) -> NewApproval {
        let is_call = question.event.as_str() == PERMISSION_REQUEST;
        let kind = match is_call {
            true => ApprovalKind::ToolCall,
            false => ApprovalKind::Question,
        };
        let input = question.tool_input.clone();
        let input = input.unwrap_or_else(|| Json::from(serde_json::json!({})));
        let mut new = NewApproval::of(kind, &self.session, question.event.as_str(), input);
        new.tool.clone_from(&question.tool_name);
        new.agent.clone_from(&self.agent);
        new.cwd.clone_from(&self.cwd);
        new.message.clone_from(&question.message);
        new.asked_by = vec![ApprovalAsker {
            name: question.hook.clone(),
            reason: is_call.then(|| question.message.clone()),
        }];
        new.choices = self.choices(question, is_call);
        new.wait = self.wait;
        new
    }

    fn choices(&self, question: &Question, is_call: bool) -> Vec<ApprovalChoice> {
        let mut choices: Vec<_> = question
            .options
            .iter()
            .map(|option| ApprovalChoice {
                key: option.key.clone(),
                kind: match (is_call, &*option.key) {
                    (true, ALLOW) => ChoiceKind::AllowOnce,
                    (true, ALWAYS) => ChoiceKind::AllowRule,
                    (true, DENY) => ChoiceKind::Deny,
                    _ => ChoiceKind::Option,
                },
                label: option.label.clone(),
                description: option.description.clone(),
            })
            .collect();
        if is_call {
            let label = "Allow this call for the session";
            choices.push(ApprovalChoice::new(
                SESSION,
                ChoiceKind::AllowSession,
                label,
            ));
        }
        if is_call && self.edits {
            let label = "Allow with an edited input";
            choices.push(ApprovalChoice::new(EDIT, ChoiceKind::Edit, label));
        }
        choices
    }

    /// Waits until the request has ended, also by the terminal's answer.
    async fn wait_for_end(
        &self,
        mut waiting: PendingRequest,
        question: Question,
        approval: &Approval,
    ) -> Result<Approval, ApprovalError> {
        let ended = match &self.terminal {
            None => waiting.end(self.wait).await,
            Some((terminal, name)) => {
                tokio::select! {
                    ended = waiting.end(self.wait) => ended,
                    reply = terminal.ask(question) => {
                        let who = AnswererIdentity::Local(name.clone());
                        settle_terminal(&waiting, approval, reply, who).await
                    }
                }
            }
        };
        waiting.settled = ended.is_ok();
        ended
    }
}

impl Approver for StoreApprover {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        Box::pin(self.ask_somebody(question))
    }
}

impl std::fmt::Debug for StoreApprover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoreApprover")
            .field("session", &self.session)
            .field("wait", &self.wait)
            .finish_non_exhaustive()
    }
}

/// A request that this process waits for. Dropped before it ended, it is cancelled.
struct PendingRequest {
    store: ApprovalStore,
    id: String,
    settled: bool,
}

impl PendingRequest {
    /// Waits until it has ended; ends it when its time is over.
    async fn end(&self, wait: Duration) -> Result<Approval, ApprovalError> {
        let until = tokio::time::Instant::now() + wait;
        loop {
            let (store, id) = (self.store.clone(), self.id.clone());
            let is_over = tokio::time::Instant::now() >= until;
            let found = in_background(move || match is_over {
                false => store.look(&id),
                true => store.expire(&id, "nobody answered in time"),
            })
            .await?;
            match found {
                Some(approval) if !approval.is_pending() => return Ok(approval),
                Some(_) if !is_over => tokio::time::sleep(INTERVAL).await,
                _ => {
                    return Err(ApprovalError::Damaged {
                        path: self.store.file().to_owned(),
                        id: self.id.clone(),
                        why: "it is not there any more".to_owned(),
                    });
                }
            }
        }
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        if !self.settled {
            let _ = self.store.cancel(&self.id, "nobody waits for it any more");
        }
    }
}

/// Writes down what the person at the terminal answered. Somebody else may have been
/// faster: that answer counts.
async fn settle_terminal(
    waiting: &PendingRequest,
    approval: &Approval,
    reply: ApprovalReply,
    who: AnswererIdentity,
) -> Result<Approval, ApprovalError> {
    let (store, id) = (waiting.store.clone(), waiting.id.clone());
    let answer = match reply {
        ApprovalReply::Selected(key) => Some(ApprovalAnswer::to(approval, &key)),
        ApprovalReply::Denied(words) => Some(ApprovalAnswer::to(approval, DENY).message(words)),
        ApprovalReply::Edited(input) => Some(ApprovalAnswer::to(approval, EDIT).input(input)),
        ApprovalReply::Cancelled | ApprovalReply::Nobody => None,
    };
    let who = Answerer::new(who, "terminal");
    in_background(move || {
        let why = "the person at the terminal gave no answer";
        let answered = match answer {
            // Whoever sits at the terminal of the agent started it.
            Some(answer) => store.answer(&answer, &who, &Approvers::usual()),
            None => Err(AnswerError::Unknown(id.clone())),
        };
        match answered {
            Ok(ended) => Ok(ended),
            Err(AnswerError::Late(ended)) => Ok(*ended),
            Err(AnswerError::Store(error)) => Err(error),
            Err(_) => store
                .cancel(&id, why)?
                .ok_or_else(|| ApprovalError::Damaged {
                    path: store.file().to_owned(),
                    id: id.clone(),
                    why: "it is not there any more".to_owned(),
                }),
        }
    })
    .await
}

/// Whether the same call was allowed for the session before.
fn granted_for_session(
    store: &ApprovalStore,
    session: &str,
    approval: &Approval,
) -> Result<bool, ApprovalError> {
    if approval.kind != ApprovalKind::ToolCall || approval.redacted > 0 {
        return Ok(false);
    }
    let before = store.approved_before(session, &approval.digest)?;
    Ok(before.iter().any(|earlier| {
        let choice = earlier.answer.as_ref().map(|answer| &answer.choice);
        let kind = choice
            .and_then(|key| earlier.choice(key))
            .map(|one| one.kind);
        kind == Some(ChoiceKind::AllowSession)
            && earlier.kind == approval.kind
            && earlier.tool == approval.tool
            && earlier.agent == approval.agent
            && earlier.cwd == approval.cwd
    }))
}

/// What an ended request means for who asked.
fn reply_of(
    ended: &Result<Approval, ApprovalError>,
    asked: &Approval,
    real: &Json,
) -> ApprovalReply {
    let ended = match ended {
        Ok(ended) => ended,
        Err(error) => return ApprovalReply::Denied(format!("the answer was lost: {error}")),
    };
    let no = |words: String| match asked.kind {
        ApprovalKind::ToolCall => ApprovalReply::Denied(words),
        ApprovalKind::Question | ApprovalKind::Elicitation => ApprovalReply::Cancelled,
    };
    let Some(answer) = &ended.answer else {
        return match ended.state {
            ApprovalState::Expired => no("nobody answered in time".to_owned()),
            _ => ApprovalReply::Cancelled,
        };
    };
    let kind = asked.choice(&answer.choice).map(|choice| choice.kind);
    match (ended.state, kind) {
        (ApprovalState::Approved, Some(ChoiceKind::AllowOnce | ChoiceKind::AllowSession)) => {
            ApprovalReply::Selected(ALLOW.to_owned())
        }
        (ApprovalState::Approved, Some(ChoiceKind::AllowRule)) => {
            ApprovalReply::Selected(ALWAYS.to_owned())
        }
        (ApprovalState::Approved, Some(ChoiceKind::Edit)) => {
            let edited = answer.input.as_ref();
            let whole = edited.map(|edited| with_secrets(edited, &asked.input, real));
            match whole {
                Some(Ok(input)) => ApprovalReply::Edited(input),
                Some(Err(why)) => no(format!("the edited input cannot be used: {why}")),
                None => ApprovalReply::Cancelled,
            }
        }
        (ApprovalState::Answered, Some(ChoiceKind::Option)) => {
            ApprovalReply::Selected(answer.choice.clone())
        }
        (ApprovalState::Denied, _) => match &answer.message {
            Some(words) => no(words.clone()),
            None => ApprovalReply::Selected(DENY.to_owned()),
        },
        _ => ApprovalReply::Cancelled,
    }
}

/// Runs what may block on a thread that may wait.
async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApprovalError> + Send + 'static,
) -> Result<T, ApprovalError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => Err(ApprovalError::Panicked),
    }
}
