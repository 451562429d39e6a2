//! What an MCP server asks of the user: a request like any other, whose answer may have
//! content. Whoever shows forms beside it (a client) settles it through the store, too.

use std::time::Duration;

use snaphook_core::json::Json;

use super::request::in_background;
use super::store_approver::StoreApprover;
use super::waiting::PendingRequest;
use crate::answer::{Answerer, ApprovalAnswer};
use crate::approval::{
    Approval, ApprovalAsker, ApprovalChoice, ApprovalKind, ChoiceKind, NewApproval,
};
use crate::approvers::Approvers;

const ACCEPT: &str = "accept";
const DECLINE: &str = "decline";
const CANCEL: &str = "cancel";

/// What a person answered to an MCP server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElicitationAnswer {
    /// `accept`, `decline` or `cancel`.
    pub action: String,
    /// With `accept`: what the server asks for.
    pub content: Option<Json>,
}

impl StoreApprover {
    /// Asks what an MCP server wants to know of the user, with `input` as the whole of its
    /// question. `None`: nobody else looks, or nobody answered; `client` then stands alone.
    ///
    /// `client` is the answer of the person at the client, if that shows the question, too:
    /// the first answer counts.
    pub async fn elicit(
        &self,
        server: &str,
        message: &str,
        input: Json,
        client: impl Future<Output = Option<ElicitationAnswer>> + Send,
    ) -> Option<ElicitationAnswer> {
        let mut client = std::pin::pin!(client);
        let asking = async {
            let store = self.attended_store(false).await.ok()??;
            let mut new = NewApproval::of(
                ApprovalKind::Elicitation,
                &self.session,
                "Elicitation",
                input,
            );
            self.fill(&mut new);
            new.message = message.to_owned();
            new.asked_by = vec![ApprovalAsker {
                name: format!("the MCP server {server}"),
                reason: None,
            }];
            new.choices = [(ACCEPT, "Accept"), (DECLINE, "Decline"), (CANCEL, "Cancel")]
                .map(|(key, label)| ApprovalChoice::new(key, ChoiceKind::Option, label))
                .to_vec();
            let inserting = store.clone();
            let approval = in_background(move || inserting.insert(new)).await.ok()?;
            Some((store, approval))
        };
        let (store, approval) = tokio::select! {
            asked = asking => match asked {
                Some(asked) => asked,
                None => return client.await,
            },
            answer = &mut client => return answer,
        };
        let mut waiting = PendingRequest::new(&store, &approval);
        let mut notices = self.send_notices(&store, &approval);
        let ended = tokio::select! {
            ended = self.end(&waiting, &mut notices, true, self.wait) => ended.ok()?,
            answer = &mut client => return self.settle_client(waiting, &approval, answer?).await,
        };
        waiting.settled = true;
        answer_of(&ended, &self.approvers)
    }

    /// Writes down what the person at the client answered; returns the answer that counts.
    async fn settle_client(
        &self,
        mut waiting: PendingRequest,
        approval: &Approval,
        given: ElicitationAnswer,
    ) -> Option<ElicitationAnswer> {
        let who = self.beside.as_ref().map_or_else(
            || Answerer::new(crate::AnswererIdentity::Client("mcp".to_owned()), "client"),
            |beside| beside.who.clone(),
        );
        let mut answer = ApprovalAnswer::to(approval, &given.action);
        answer.input.clone_from(&given.content);
        let (store, approvers) = (waiting.store.clone(), self.approvers.clone());
        let settled = in_background(move || match store.answer(&answer, &who, &approvers) {
            Ok(ended) => Ok(Some(ended)),
            Err(crate::AnswerError::Late(ended)) => Ok(Some(*ended)),
            Err(crate::AnswerError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        });
        match settled.await {
            Ok(Some(ended)) => {
                waiting.settled = true;
                answer_of(&ended, &self.approvers)
            }
            // Who answers may not: others still may, in the time that is left.
            Ok(None) => {
                let ended = waiting
                    .end(self.wait.min(Duration::from_secs(600)))
                    .await
                    .ok()?;
                waiting.settled = true;
                answer_of(&ended, &self.approvers)
            }
            Err(_) => None,
        }
    }
}

fn answer_of(ended: &Approval, approvers: &Approvers) -> Option<ElicitationAnswer> {
    let answer = ended.answer.as_ref()?;
    if !approvers.allows(&answer.answerer(), ended.into(), &answer.choice) {
        return None;
    }
    Some(ElicitationAnswer {
        action: answer.choice.clone(),
        content: answer.input.clone().filter(|_| answer.choice == ACCEPT),
    })
}
