//! Whom the other commands ask: the person at the terminal, whoever looks at requests, and
//! people elsewhere who are told. Nothing of it is read before there is a question.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use snaphook::{ApprovalReply, Approver, ElicitationFuture, ElicitationQuestion, Question};
use snaphook_approvals::StoreApprover;

use super::opened::{open_existing, open_store};
use super::settings::OwnApprovals;
use crate::fire::Person;
use crate::world;

/// How long a request waits, where nothing else is said.
const USUAL_WAIT: Duration = Duration::from_secs(600);

/// For whom somebody is asked.
#[derive(Debug, Clone, Default)]
pub(crate) struct AskFor {
    pub(crate) session: String,
    pub(crate) cwd: String,
    /// The agent, where it is known.
    pub(crate) agent: Option<&'static str>,
    /// How long the caller can wait at most.
    pub(crate) limit: Option<Duration>,
    /// How long the caller wants to wait, whatever the settings say.
    pub(crate) wait: Option<Duration>,
    /// Makes the store where there is none.
    pub(crate) creates: bool,
}

impl AskFor {
    /// Asks whoever looks at the requests in the store, and tells people elsewhere.
    pub(crate) fn approver(&self) -> StoreApprover {
        let own = OwnApprovals::read();
        let wait = self.wait.or(own.wait()).unwrap_or(USUAL_WAIT);
        let wait = self.limit.map_or(wait, |limit| wait.min(limit));
        let notifiers = own.notifiers();
        // Where somebody is sure to be told, there must be something to answer.
        let creates = self.creates || !notifiers.is_empty() || own.waits_unattended();
        let store = move || match creates {
            true => open_store().map(Some),
            false => open_existing(),
        };
        let approver = StoreApprover::new(&self.session, wait, store)
            .cwd(&self.cwd)
            .approvers(own.approvers())
            .notifiers(notifiers)
            .links(own.links())
            .unattended(own.waits_unattended())
            .on_problem(|problem| crate::tell!("warning: {problem}"));
        match self.agent {
            Some(agent) => approver.agent(agent),
            None => approver,
        }
    }

    /// Asks the person at the terminal, if there is one, and all the others.
    pub(crate) fn person_or_store(self) -> Arc<dyn Approver> {
        self.late(None)
    }

    /// Asks the person at a client, if it can ask, and all the others.
    pub(crate) fn client_or_store(self, client: Option<Arc<dyn Approver>>) -> Arc<dyn Approver> {
        self.late(Some(client))
    }

    fn late(self, client: Option<Option<Arc<dyn Approver>>>) -> Arc<dyn Approver> {
        Arc::new(LateApprover {
            ask: self,
            client,
            made: OnceLock::new(),
        })
    }
}

/// Reads settings when there is a question: most events have none.
struct LateApprover {
    ask: AskFor,
    /// The client in the place of the terminal, if there is one; it may not be able to ask.
    client: Option<Option<Arc<dyn Approver>>>,
    made: OnceLock<StoreApprover>,
}

impl LateApprover {
    fn get(&self) -> &StoreApprover {
        self.made.get_or_init(|| {
            let person = match &self.client {
                Some(client) => client.clone(),
                None => Person::at_the_terminal(),
            };
            let Some(person) = person else {
                return self.ask.approver();
            };
            let ask = AskFor {
                creates: true,
                ..self.ask.clone()
            };
            match self.client {
                Some(_) => ask.approver().client(person, "mcp", false),
                None => ask.approver().terminal(person, &world::user_name()),
            }
        })
    }
}

impl Approver for LateApprover {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        self.get().ask(question)
    }

    fn elicit<'a>(
        &'a self,
        question: ElicitationQuestion,
        client: ElicitationFuture<'a>,
    ) -> ElicitationFuture<'a> {
        self.get().elicit(question, client)
    }
}
