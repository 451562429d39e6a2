//! Ends requests: with an answer, because they expired, or because no process waits. The
//! first one wins, in one transaction; everybody else is told who it was.

use rusqlite::{Connection, params};

use super::handle::{ApprovalStore, StoreFailure, now};
use super::insert::next_revision;
use super::row::{COLUMNS, find, json, read};
use crate::answer::{AnswerError, Answerer, AnswererIdentity, ApprovalAnswer};
use crate::approval::{Approval, ApprovalState, ChoiceKind, GivenAnswer};
use crate::approvers::{AnswerSubject, Approvers};
use crate::error::ApprovalError;
use crate::process::ProcessIdentity;

/// Why a request of a process that ended was cancelled.
const GONE: &str = "the agent that asked is gone";

/// Words for the model beyond this are cut.
const MOST_WORDS: usize = 4000;

impl ApprovalStore {
    /// Answers a request. Of several answers the first counts.
    ///
    /// # Errors
    /// When the answer does not count: see [`AnswerError`].
    pub fn answer(
        &self,
        answer: &ApprovalAnswer,
        who: &Answerer,
        approvers: &Approvers,
    ) -> Result<Approval, AnswerError> {
        self.change(|transaction| {
            sweep(transaction)?;
            settle(transaction, answer, who, approvers)
        })?
    }

    /// Ends a request that expired. It may have been answered before: what became of it
    /// is returned.
    ///
    /// # Errors
    /// When the store fails.
    pub fn expire(&self, id: &str, why: &str) -> Result<Option<Approval>, ApprovalError> {
        self.end(id, ApprovalState::Expired, why)
    }

    /// Ends a request that no process waits for any more. It may have ended before: what
    /// became of it is returned.
    ///
    /// # Errors
    /// When the store fails.
    pub fn cancel(&self, id: &str, why: &str) -> Result<Option<Approval>, ApprovalError> {
        self.end(id, ApprovalState::Cancelled, why)
    }

    /// Ends requests that expired or whose process ended.
    /// Listing and answering do this by themselves.
    ///
    /// # Errors
    /// When the store fails.
    pub fn sweep(&self) -> Result<(), ApprovalError> {
        self.change(sweep)
    }

    fn end(
        &self,
        id: &str,
        state: ApprovalState,
        why: &str,
    ) -> Result<Option<Approval>, ApprovalError> {
        self.change(|transaction| {
            let _ = end_pending(transaction, id, state, None, Some(why))?;
            find(transaction, id)
        })
    }
}

/// Checks an answer and writes it. The inner error is about the answer, the outer one
/// about the store.
pub(super) fn settle(
    connection: &Connection,
    answer: &ApprovalAnswer,
    who: &Answerer,
    approvers: &Approvers,
) -> Result<Result<Approval, AnswerError>, StoreFailure> {
    let id = &answer.id;
    let Some(approval) = find(connection, id)? else {
        return Ok(Err(AnswerError::Unknown(id.clone())));
    };
    let state = match check(&approval, answer, who, approvers) {
        Ok(state) => state,
        Err(error) => return Ok(Err(error)),
    };
    let given = GivenAnswer {
        choice: answer.choice.clone(),
        by: who.identity.to_string(),
        place: who.place.clone(),
        at: now(),
        message: answer
            .message
            .as_ref()
            .filter(|words| !words.trim().is_empty())
            .map(|words| words.chars().take(MOST_WORDS).collect()),
        input: answer.input.clone(),
    };
    let won = end_pending(connection, id, state, Some(&given), None)?;
    if let (true, AnswererIdentity::Key(owner)) = (won, &who.identity) {
        let sql = "UPDATE approvals SET key_digest = ? WHERE id = ?";
        connection.execute(sql, params![owner.digest(), id])?;
    }
    let Some(now) = find(connection, id)? else {
        return Ok(Err(AnswerError::Unknown(id.clone())));
    };
    Ok(match won {
        true => Ok(now),
        false => Err(AnswerError::Late(Box::new(now))),
    })
}

/// Whether an answer counts; the state that it leads to.
fn check(
    approval: &Approval,
    answer: &ApprovalAnswer,
    who: &Answerer,
    approvers: &Approvers,
) -> Result<ApprovalState, AnswerError> {
    let id = || approval.id.clone();
    if !approval.digest.eq_ignore_ascii_case(&answer.digest) {
        return Err(AnswerError::Digest { id: id() });
    }
    if !approval.is_pending() {
        return Err(AnswerError::Late(Box::new(approval.clone())));
    }
    let Some(choice) = approval.choice(&answer.choice) else {
        let offered: Vec<_> = approval.choices.iter().map(|one| &*one.key).collect();
        return Err(AnswerError::Choice {
            id: id(),
            choice: answer.choice.clone(),
            offered: offered.join(", "),
        });
    };
    if !approvers.allows(who, approval.into(), &choice.key) {
        return Err(AnswerError::NotApprover {
            id: id(),
            by: format!("{} ({})", who.identity, who.place),
            choice: choice.key.clone(),
        });
    }
    check_input(answer, choice.kind)?;
    let edited = answer.input.as_ref();
    let edited = edited.filter(|_| choice.kind == ChoiceKind::Edit);
    if let Some(input) = edited {
        let about = AnswerSubject::from(approval).with_input(input);
        if !approvers.allows(who, about, &choice.key) {
            return Err(AnswerError::Input(
                "the setting `approvers` does not let you allow such a call".to_owned(),
            ));
        }
    }
    Ok(match choice.kind {
        ChoiceKind::AllowOnce
        | ChoiceKind::AllowSession
        | ChoiceKind::AllowRule
        | ChoiceKind::Edit => ApprovalState::Approved,
        ChoiceKind::Deny => ApprovalState::Denied,
        ChoiceKind::Option => ApprovalState::Answered,
    })
}

fn check_input(answer: &ApprovalAnswer, kind: ChoiceKind) -> Result<(), AnswerError> {
    let refuse = |why: &str| Err(AnswerError::Input(why.to_owned()));
    match (kind, &answer.input) {
        (ChoiceKind::Edit, None) => refuse("there is none"),
        (ChoiceKind::Edit, Some(input)) if !input.is_object() => refuse("it is not an object"),
        (ChoiceKind::Edit | ChoiceKind::Option, Some(input)) => {
            match crate::canonical::canonical_json(&input.to_string()) {
                Ok(_) => Ok(()),
                Err(error) => refuse(&error.to_string()),
            }
        }
        (ChoiceKind::Option, None) => Ok(()),
        (_, Some(_)) => refuse("only `edit` takes one"),
        (_, None) => Ok(()),
    }
}

/// Ends a request that waits; false when it had ended.
fn end_pending(
    connection: &Connection,
    id: &str,
    state: ApprovalState,
    answer: Option<&GivenAnswer>,
    why: Option<&str>,
) -> Result<bool, StoreFailure> {
    let answer = answer.map(|answer| json(id, answer)).transpose()?;
    let revision = next_revision(connection)?;
    let changed = connection.execute(
        "UPDATE approvals SET state = ?, revision = ?, answer = ?, ended_because = ?
         WHERE id = ? AND state = 'pending'",
        params![state.as_str(), revision, answer, why, id],
    )?;
    Ok(changed == 1)
}

/// Ends requests that no process waits for any more.
pub(super) fn sweep(connection: &rusqlite::Transaction<'_>) -> Result<(), StoreFailure> {
    for (id, state, why) in over(connection)? {
        let _ = end_pending(connection, &id, state, None, Some(why))?;
    }
    Ok(())
}

/// The requests that wait and should not.
pub(super) fn over(
    connection: &Connection,
) -> Result<Vec<(String, ApprovalState, &'static str)>, StoreFailure> {
    let sql = "SELECT id, expires, process FROM approvals WHERE state = 'pending'";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| {
        let parts: (String, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(parts)
    })?;
    let now = now();
    let mut over = Vec::new();
    for row in rows {
        let (id, expires, process) = row?;
        let process: Option<ProcessIdentity> = serde_json::from_str(&process).ok();
        if process.is_some_and(|process| process.is_gone()) {
            over.push((id, ApprovalState::Cancelled, GONE));
        } else if expires < now {
            over.push((id, ApprovalState::Expired, "nobody answered in time"));
        }
    }
    Ok(over)
}

/// An answer for this session that allows the same call.
pub(super) fn session_answers(
    connection: &Connection,
    session: &str,
    digest: &str,
) -> Result<Vec<Approval>, StoreFailure> {
    let sql = format!(
        "SELECT {COLUMNS} FROM approvals
         WHERE state = 'approved' AND session = ? AND digest = ? AND redacted = 0"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([session, digest], |row| Ok(read(row)))?;
    let mut found = Vec::new();
    for row in rows {
        // A damaged row allows nothing.
        found.extend(row?.ok());
    }
    Ok(found)
}
