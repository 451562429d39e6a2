//! What an MCP server asks of the user: a request like any other, whose answer may have
//! content. Whoever shows forms beside it (a client) settles it through the store, too.

use std::time::Duration;

use snaphook_core::answer::ElicitationAction;
use snaphook_core::merge::ElicitationAnswer;
use snaphook_exec::{ElicitationFuture, ElicitationQuestion};

use super::request::in_background;
use super::store_approver::StoreApprover;
use super::waiting::PendingRequest;
use crate::answer::{AnswerError, Answerer, AnswererIdentity, ApprovalAnswer};
use crate::approval::{
    Approval, ApprovalAsker, ApprovalChoice, ApprovalKind, ChoiceKind, NewApproval,
};
use crate::approvers::Approvers;
use crate::store::ApprovalStore;

/// What may be answered: the key of the choice, what a person sees, what it means.
const CHOICES: [(&str, &str, ElicitationAction); 3] = [
    ("accept", "Accept", ElicitationAction::Accept),
    ("decline", "Decline", ElicitationAction::Decline),
    ("cancel", "Cancel", ElicitationAction::Cancel),
];

impl StoreApprover {
    /// Asks what an MCP server wants to know of the user. Where nobody else looks, the
    /// client stands alone.
    pub(super) async fn elicit_somebody(
        &self,
        question: ElicitationQuestion,
        mut client: ElicitationFuture<'_>,
    ) -> Option<ElicitationAnswer> {
        let mut opening = std::pin::pin!(self.open_elicitation(question));
        let mut gave_up = false;
        let opened = tokio::select! {
            opened = &mut opening => opened,
            answer = &mut client => match answer {
                Some(answer) => return Some(answer),
                None => {
                    gave_up = true;
                    opening.await
                }
            },
        };
        let Some((store, approval)) = opened else {
            return if gave_up { None } else { client.await };
        };
        let mut waiting = PendingRequest::new(&store, &approval);
        let mut notices = self.send_notices(&store, &approval);
        // A client that cannot ask leaves it to others.
        let at_client = async {
            let answer = if gave_up { None } else { client.await };
            match answer {
                Some(answer) => answer,
                None => std::future::pending().await,
            }
        };
        let ended = tokio::select! {
            ended = self.end(&waiting, &mut notices, true, self.wait) => ended.ok()?,
            answer = at_client => return self.settle_client(waiting, &approval, answer).await,
        };
        waiting.settled = true;
        answer_of(&ended, &self.approvers)
    }

    /// The record of the question, if somebody else may answer it.
    async fn open_elicitation(
        &self,
        question: ElicitationQuestion,
    ) -> Option<(ApprovalStore, Approval)> {
        let store = self.attended_store(false).await.ok()??;
        let ElicitationQuestion {
            server,
            message,
            input,
        } = question;
        let kind = ApprovalKind::Elicitation;
        let mut new = NewApproval::of(kind, &self.session, "Elicitation", input);
        self.fill(&mut new);
        new.message = message;
        new.asked_by = vec![ApprovalAsker {
            name: format!("the MCP server {server}"),
            reason: None,
        }];
        new.choices = CHOICES
            .map(|(key, label, _)| ApprovalChoice::new(key, ChoiceKind::Option, label))
            .to_vec();
        let inserting = store.clone();
        let approval = in_background(move || inserting.insert(new)).await.ok()?;
        Some((store, approval))
    }

    /// Writes down what the person at the client answered; returns the answer that counts.
    async fn settle_client(
        &self,
        mut waiting: PendingRequest,
        approval: &Approval,
        given: ElicitationAnswer,
    ) -> Option<ElicitationAnswer> {
        let who = self.beside.as_ref().map_or_else(
            || Answerer::new(AnswererIdentity::Client("mcp".to_owned()), "client"),
            |beside| beside.who.clone(),
        );
        let mut answer = ApprovalAnswer::to(approval, key_of(given.action));
        answer.input.clone_from(&given.content);
        let (store, approvers) = (waiting.store.clone(), self.approvers.clone());
        let settled = in_background(move || match store.answer(&answer, &who, &approvers) {
            Ok(ended) => Ok(Some(ended)),
            Err(AnswerError::Late(ended)) => Ok(Some(*ended)),
            Err(AnswerError::Store(error)) => Err(error),
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
    if !approvers.accept(ended) {
        return None;
    }
    let (_, _, action) = CHOICES.iter().find(|(key, _, _)| *key == answer.choice)?;
    Some(ElicitationAnswer {
        action: *action,
        content: answer
            .input
            .clone()
            .filter(|_| *action == ElicitationAction::Accept),
    })
}

fn key_of(action: ElicitationAction) -> &'static str {
    let mut known = CHOICES.iter();
    known
        .find(|(_, _, one)| *one == action)
        .map_or("cancel", |(key, _, _)| *key)
}
