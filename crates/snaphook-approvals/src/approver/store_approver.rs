//! Asks a person through the store: the question becomes a request, and whoever looks at
//! requests may answer it. A terminal or a client may be asked at the same time, and people
//! elsewhere are told; the first answer counts.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use snaphook_exec::{ApprovalReply, Approver, ElicitationFuture, ElicitationQuestion, Question};

use super::beside::BesideApprover;
use super::notifier::{ApprovalNotifier, SentNotices};
use super::reply::reply_of;
use super::request::{ALLOW, EDIT, in_background, new_approval, record_of};
use super::waiting::{PendingRequest, granted_for_session};
use crate::answer::{Answerer, AnswererIdentity};
use crate::approval::{Approval, ChoiceKind, NewApproval};
use crate::approvers::{AnswerSubject, Approvers};
use crate::error::ApprovalError;
use crate::store::ApprovalStore;

/// How the store is opened. It is opened late: most calls need no approval.
type OpenStore = dyn Fn() -> Result<Option<ApprovalStore>, ApprovalError> + Send + Sync;

/// Gets what went wrong beside a decision, in words for people.
pub(super) type ProblemSink = Arc<dyn Fn(&str) + Send + Sync>;

/// Asks whoever looks at the requests in a store.
///
/// A request is made where somebody may answer it: somebody looks (see
/// [`ApprovalStore::watchers`]), a terminal or client is asked beside, a notifier tells
/// people, or [`StoreApprover::unattended`] says so. Otherwise there is nobody to ask.
#[derive(Clone)]
pub struct StoreApprover {
    open: Arc<OpenStore>,
    pub(super) session: String,
    agent: Option<String>,
    cwd: Option<String>,
    pub(super) wait: Duration,
    /// Whether a person may edit the input of a call.
    edits: bool,
    pub(super) beside: Option<BesideApprover>,
    pub(super) approvers: Approvers,
    notifiers: Vec<Arc<dyn ApprovalNotifier>>,
    links: Option<Arc<str>>,
    unattended: bool,
    grants_since: i64,
    problems: ProblemSink,
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
            beside: None,
            approvers: Approvers::usual(),
            notifiers: Vec::new(),
            links: None,
            unattended: false,
            grants_since: 0,
            problems: Arc::new(|_| {}),
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

    /// Says who may answer what; without it, see [`Approvers::usual`].
    #[must_use]
    pub fn approvers(mut self, approvers: Approvers) -> Self {
        self.approvers = approvers;
        self
    }

    /// Asks at this terminal, too; `name` is the person there.
    #[must_use]
    pub fn terminal(self, terminal: Arc<dyn Approver>, name: &str) -> Self {
        let who = AnswererIdentity::Local(name.to_owned());
        self.beside(terminal, Answerer::new(who, "terminal"), false)
    }

    /// Asks the person at the client whose session asks, too; `name` is the client.
    #[must_use]
    pub fn client(self, client: Arc<dyn Approver>, name: &str, takes_input: bool) -> Self {
        let who = AnswererIdentity::Client(name.to_owned());
        self.beside(client, Answerer::new(who, "client"), takes_input)
    }

    fn beside(mut self, approver: Arc<dyn Approver>, who: Answerer, takes_input: bool) -> Self {
        self.beside = Some(BesideApprover {
            approver,
            who,
            takes_input,
        });
        self
    }

    /// Tells people elsewhere about each request.
    #[must_use]
    pub fn notifiers(mut self, notifiers: Vec<Arc<dyn ApprovalNotifier>>) -> Self {
        self.notifiers = notifiers;
        self
    }

    /// Sends one-time links with notices: the address under which a server shows their
    /// page, such as `https://approvals.example`.
    #[must_use]
    pub fn links(mut self, base: Option<&str>) -> Self {
        self.links = base.map(Into::into);
        self
    }

    /// Waits for an answer also where nobody looks: somebody may look later.
    #[must_use]
    pub fn unattended(mut self, waits: bool) -> Self {
        self.unattended = waits;
        self
    }

    /// Takes what was allowed for the session before this time for another session's, in
    /// milliseconds since 1970.
    #[must_use]
    pub fn grants_since(mut self, time: i64) -> Self {
        self.grants_since = time;
        self
    }

    /// Gets what goes wrong beside a decision: a notice that could not be sent.
    #[must_use]
    pub fn on_problem(mut self, told: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.problems = Arc::new(told);
        self
    }

    /// What every request of this approver has.
    pub(super) fn fill(&self, new: &mut NewApproval) {
        new.agent.clone_from(&self.agent);
        new.cwd.clone_from(&self.cwd);
        new.wait = self.wait;
    }

    async fn ask_somebody(&self, question: Question) -> ApprovalReply {
        let store = match self.attended_store(self.may_answer_here(&question)).await {
            Ok(Some(store)) => store,
            Ok(None) => return self.ask_beside_only(question, None).await,
            Err(error) => return self.ask_beside_only(question, Some(&error)).await,
        };
        let mut new = self.new_approval(&question);
        let wait = question.wait.map_or(self.wait, |wait| wait.min(self.wait));
        new.wait = wait;
        let real = new.input.clone();
        let inserting = store.clone();
        let (session, since) = (self.session.clone(), self.grants_since);
        let approvers = self.approvers.clone();
        let inserted = in_background(move || {
            let approval = inserting.insert(new)?;
            let granted = granted_for_session(&inserting, &session, since, &approval, &approvers)?;
            Ok((approval, granted))
        })
        .await;
        let (approval, granted) = match inserted {
            Ok(inserted) => inserted,
            Err(error) => return self.ask_beside_only(question, Some(&error)).await,
        };
        let waiting = PendingRequest::new(&store, &approval);
        if granted {
            drop(waiting);
            return ApprovalReply::Selected(ALLOW.to_owned());
        }
        let ended = self.wait_for_end(waiting, question, &approval, wait).await;
        let Some(ended) = ended else {
            return ApprovalReply::Nobody;
        };
        reply_of(&ended, &approval, &real, &self.approvers)
    }

    fn new_approval(&self, question: &Question) -> NewApproval {
        let mut new = new_approval(question, &self.session, self.edits);
        self.fill(&mut new);
        new
    }

    /// Whether somebody beside the store may answer a question.
    fn may_answer_here(&self, question: &Question) -> bool {
        let Some(beside) = &self.beside else {
            return false;
        };
        let new = self.new_approval(question);
        let here = beside.question(question, &new.choices, (&new).into(), &self.approvers);
        here.is_some()
    }

    /// The store, if somebody may answer a request in it. `here`: somebody beside it may.
    pub(super) async fn attended_store(
        &self,
        here: bool,
    ) -> Result<Option<ApprovalStore>, ApprovalError> {
        let open = Arc::clone(&self.open);
        let is_attended = here || self.unattended || !self.notifiers.is_empty();
        in_background(move || {
            let Some(store) = open()? else {
                return Ok(None);
            };
            let is_attended = is_attended || !store.watchers()?.is_empty();
            Ok(is_attended.then_some(store))
        })
        .await
    }

    /// Asks where no request can be made.
    async fn ask_beside_only(
        &self,
        question: Question,
        error: Option<&ApprovalError>,
    ) -> ApprovalReply {
        if let Some(error) = error {
            (self.problems)(&format!("others cannot answer: {error}"));
        }
        let Some(beside) = &self.beside else {
            return match error {
                Some(error) => ApprovalReply::Denied(format!("nobody could be asked: {error}")),
                None => ApprovalReply::Nobody,
            };
        };
        let mut new = self.new_approval(&question);
        let choices = &mut new.choices;
        // Without a store nobody remembers it.
        choices.retain(|choice| choice.kind != ChoiceKind::AllowSession);
        match beside.question(&question, &new.choices, (&new).into(), &self.approvers) {
            Some(question) => {
                let offered = question.options.clone();
                let reply = beside.approver.ask(question).await;
                let reply = refuse_unoffered(reply, &offered);
                let about = AnswerSubject::from(&new);
                let may_be = |input| {
                    let edited = about.with_input(input);
                    self.approvers.allows(&beside.who, edited, EDIT)
                };
                match &reply {
                    ApprovalReply::Edited(input) if !may_be(input) => ApprovalReply::Cancelled,
                    _ => reply,
                }
            }
            None => ApprovalReply::Nobody,
        }
    }

    /// Starts to tell people elsewhere.
    pub(super) fn send_notices(&self, store: &ApprovalStore, approval: &Approval) -> SentNotices {
        SentNotices::start(
            &self.notifiers,
            store,
            approval,
            self.links.as_ref(),
            &self.approvers,
            &self.problems,
        )
    }

    /// Waits until a request has ended by somebody elsewhere; ends it when its time is
    /// over, or when nobody can know of it.
    pub(super) async fn end(
        &self,
        waiting: &PendingRequest,
        notices: &mut SentNotices,
        here: bool,
        wait: Duration,
    ) -> Result<Approval, ApprovalError> {
        tokio::select! {
            ended = waiting.end(wait) => ended,
            () = self.until_nobody_is_left(waiting, notices, here) => {
                waiting.expire("nobody could be told of it").await
            }
        }
    }

    /// Whether somebody may answer who is not here.
    async fn others_may_answer(&self, store: &ApprovalStore) -> bool {
        let store = store.clone();
        let is_looked_at = in_background(move || Ok(!store.watchers()?.is_empty())).await;
        self.unattended || !self.notifiers.is_empty() || is_looked_at.unwrap_or(false)
    }

    /// Returns when no notice could be sent and nobody looks.
    async fn until_nobody_is_left(
        &self,
        waiting: &PendingRequest,
        notices: &mut SentNotices,
        here: bool,
    ) {
        notices.all_failed().await;
        let store = waiting.store.clone();
        let is_looked_at = in_background(move || Ok(!store.watchers()?.is_empty())).await;
        if here || self.unattended || is_looked_at.unwrap_or(false) {
            std::future::pending::<()>().await;
        }
    }

    /// Waits until the request has ended, also by an answer beside it. `None`: there is
    /// nobody to answer it.
    async fn wait_for_end(
        &self,
        mut waiting: PendingRequest,
        mut question: Question,
        approval: &Approval,
        wait: Duration,
    ) -> Option<Result<Approval, ApprovalError>> {
        let mut notices = self.send_notices(&waiting.store, approval);
        question.record = Some(record_of(approval));
        let here = self.beside.as_ref().and_then(|beside| {
            let here = beside.question(
                &question,
                &approval.choices,
                approval.into(),
                &self.approvers,
            );
            Some((beside, here?))
        });
        let ended = match here {
            None => self.end(&waiting, &mut notices, false, wait).await,
            Some((beside, question)) => {
                let mut asking = beside.approver.ask(question.clone());
                tokio::select! {
                    ended = self.end(&waiting, &mut notices, true, wait) => {
                        if let Ok(ended) = &ended {
                            let how = ended.ended_in_words();
                            beside.approver.answered_elsewhere(&question, &how);
                        }
                        ended
                    }
                    // A client that cannot ask leaves it to others.
                    reply = &mut asking => if reply == ApprovalReply::Nobody {
                        if !self.others_may_answer(&waiting.store).await {
                            return None;
                        }
                        self.end(&waiting, &mut notices, false, wait).await
                    } else {
                        let approvers = &self.approvers;
                        beside.settle(&waiting, approval, &question, reply, approvers).await
                    }
                }
            }
        };
        waiting.settled = ended.is_ok();
        Some(ended)
    }
}

/// Takes an answer that was not offered for none.
fn refuse_unoffered(reply: ApprovalReply, offered: &[snaphook_exec::ReplyChoice]) -> ApprovalReply {
    let key = match &reply {
        ApprovalReply::Selected(key) => key.as_str(),
        ApprovalReply::Edited(_) => EDIT,
        _ => return reply,
    };
    match offered.iter().any(|option| option.key == key) {
        true => reply,
        false => ApprovalReply::Cancelled,
    }
}

impl Approver for StoreApprover {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        Box::pin(self.ask_somebody(question))
    }

    fn elicit<'a>(
        &'a self,
        question: ElicitationQuestion,
        client: ElicitationFuture<'a>,
    ) -> ElicitationFuture<'a> {
        Box::pin(self.elicit_somebody(question, client))
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
