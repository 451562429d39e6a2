//! Who is asked at the same time as those who look at requests: the person at the terminal,
//! or at the client whose session asks. The first answer counts.

use std::sync::Arc;

use snaphook_exec::{ApprovalReply, Approver, Question, ReplyChoice};

use super::request::{DENY, EDIT, in_background};
use super::waiting::PendingRequest;
use crate::answer::{AnswerError, Answerer, ApprovalAnswer};
use crate::approval::{Approval, ApprovalChoice, ChoiceKind};
use crate::approvers::{AnswerSubject, Approvers};
use crate::error::ApprovalError;

/// Another way to ask, and who answers there.
#[derive(Clone)]
pub(super) struct BesideApprover {
    pub(super) approver: Arc<dyn Approver>,
    pub(super) who: Answerer,
    /// It can show choices that need words or an edited input.
    pub(super) takes_input: bool,
}

impl BesideApprover {
    /// The question as it is asked here: with the choices that may be answered here. None
    /// if there is none that lets the call run, or answers the question.
    pub(super) fn question(
        &self,
        question: &Question,
        choices: &[ApprovalChoice],
        about: AnswerSubject<'_>,
        approvers: &Approvers,
    ) -> Option<Question> {
        let mut question = question.clone();
        let may = |choice: &&ApprovalChoice| {
            (self.takes_input || choice.kind != ChoiceKind::Edit)
                && approvers.allows(&self.who, about, &choice.key)
        };
        let offered = choices.iter().filter(may);
        question.options = offered
            .map(|choice| ReplyChoice {
                key: choice.key.clone(),
                label: choice.label.clone(),
                description: choice.description.clone(),
            })
            .collect();
        (!question.options.is_empty()).then_some(question)
    }

    /// Writes down what was answered here. Somebody else may have been faster: that answer
    /// counts, and this one's giver is told.
    pub(super) async fn settle(
        &self,
        waiting: &PendingRequest,
        approval: &Approval,
        question: &Question,
        reply: ApprovalReply,
        approvers: &Approvers,
    ) -> Result<Approval, ApprovalError> {
        let answer = match reply {
            ApprovalReply::Selected(key) => Some(ApprovalAnswer::to(approval, &key)),
            ApprovalReply::Denied(words) => Some(ApprovalAnswer::to(approval, DENY).message(words)),
            ApprovalReply::Edited(input) => Some(ApprovalAnswer::to(approval, EDIT).input(input)),
            ApprovalReply::Cancelled | ApprovalReply::Nobody => None,
        };
        let (store, id) = (waiting.store.clone(), waiting.id.clone());
        let (who, approvers) = (self.who.clone(), approvers.clone());
        let lost = waiting.lost();
        let (ended, is_late) = in_background(move || {
            let why = format!("no answer was given at the {}", who.place);
            let answered = match answer {
                Some(answer) => store.answer(&answer, &who, &approvers),
                None => Err(AnswerError::Unknown(id.clone())),
            };
            match answered {
                Ok(ended) => Ok((ended, false)),
                Err(AnswerError::Late(ended)) => Ok((*ended, true)),
                Err(AnswerError::Store(error)) => Err(error),
                Err(_) => Ok((store.cancel(&id, &why)?.ok_or(lost)?, false)),
            }
        })
        .await?;
        if is_late {
            let how = ended.ended_in_words();
            self.approver.answered_elsewhere(question, &how);
        }
        Ok(ended)
    }
}
