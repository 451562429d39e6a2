//! Keeps a request.

use rusqlite::{Connection, params};

use super::handle::{ApprovalStore, StoreFailure, milliseconds, now};
use super::row::{find, json};
use super::settle;
use crate::approval::{Approval, NewApproval};
use crate::canonical::digest;
use crate::error::ApprovalError;
use crate::process::ProcessIdentity;
use crate::shown::ShownInput;

/// More requests do not wait at once: nobody could read them.
const MOST_PENDING: u32 = 1000;

/// A larger call is not shown.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// Requests that ended so long ago are forgotten.
const KEPT: i64 = 30 * 24 * 60 * 60 * 1000;

impl ApprovalStore {
    /// Keeps a request, without its secrets; from now on it waits for an answer.
    ///
    /// # Errors
    /// When it cannot be written, cannot be bound to an answer, or too many wait already.
    pub fn insert(&self, new: NewApproval) -> Result<Approval, ApprovalError> {
        let shown = ShownInput::of(&new.input, self.redaction());
        let input = shown.shown.to_string();
        let texts =
            new.message.len() + new.asked_by.iter().map(|one| one.name.len()).sum::<usize>();
        let bytes = input.len() + texts;
        if bytes > MOST_BYTES {
            return Err(ApprovalError::TooLarge {
                bytes,
                most: MOST_BYTES,
            });
        }
        let digest = digest(&input)?;
        let mut approval = self.approval_of(new, shown, digest);
        self.change(|transaction| {
            settle::sweep(transaction)?;
            refuse_flood(transaction)?;
            transaction.execute(
                "DELETE FROM approvals WHERE state <> 'pending' AND created < ?",
                [now() - KEPT],
            )?;
            transaction.execute(
                "DELETE FROM approval_links WHERE approval NOT IN (SELECT id FROM approvals)",
                [],
            )?;
            approval.revision = next_revision(transaction)?;
            write(transaction, &approval, &input)?;
            find(transaction, &approval.id)?.ok_or_else(|| StoreFailure::Damaged {
                id: approval.id.clone(),
                why: "it was not written".to_owned(),
            })
        })
    }

    fn approval_of(&self, new: NewApproval, shown: ShownInput, digest: String) -> Approval {
        let hide = |mut text: String| {
            self.redaction().text(&mut text);
            text
        };
        let created = now();
        let mut asked_by = new.asked_by;
        for asker in &mut asked_by {
            asker.reason = asker.reason.take().map(hide);
        }
        let mut choices = new.choices;
        for choice in &mut choices {
            choice.description = choice.description.take().map(hide);
        }
        Approval {
            id: uuid::Uuid::now_v7().to_string(),
            digest,
            revision: 0,
            state: crate::approval::ApprovalState::Pending,
            kind: new.kind,
            session: new.session,
            agent: new.agent,
            cwd: new.cwd,
            event: new.event,
            tool: new.tool,
            input: shown.shown,
            redacted: shown.count,
            message: hide(new.message),
            asked_by,
            choices,
            created,
            expires: created.saturating_add(milliseconds(new.wait)),
            answer: None,
            ended_because: None,
            process: ProcessIdentity::own(),
            key_digest: None,
        }
    }
}

fn refuse_flood(connection: &Connection) -> Result<(), StoreFailure> {
    let sql = "SELECT count(*) FROM approvals WHERE state = 'pending'";
    let pending: u32 = connection.query_row(sql, [], |row| row.get(0))?;
    match pending < MOST_PENDING {
        true => Ok(()),
        false => Err(StoreFailure::TooMany(MOST_PENDING)),
    }
}

/// The revision of the next change.
pub(super) fn next_revision(connection: &Connection) -> rusqlite::Result<i64> {
    let sql = "SELECT coalesce(max(revision), 0) + 1 FROM approvals";
    connection.query_row(sql, [], |row| row.get(0))
}

fn write(connection: &Connection, approval: &Approval, input: &str) -> Result<(), StoreFailure> {
    let id = &approval.id;
    connection.execute(
        "INSERT INTO approvals (id, revision, state, kind, session, agent, cwd, event, tool,
            input, digest, redacted, message, asked_by, choices, created, expires, process)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            id,
            approval.revision,
            approval.state.as_str(),
            approval.kind.as_str(),
            approval.session,
            approval.agent,
            approval.cwd,
            approval.event,
            approval.tool,
            input,
            approval.digest,
            approval.redacted,
            approval.message,
            json(id, &approval.asked_by)?,
            json(id, &approval.choices)?,
            approval.created,
            approval.expires,
            json(id, &approval.process)?,
        ],
    )?;
    Ok(())
}
