//! A request as a row. A row that was changed by somebody else is damaged, never taken for
//! something it is not.

use rusqlite::{Connection, OptionalExtension, Row};
use serde::de::DeserializeOwned;
use snaphook_core::json::Json;

use super::handle::StoreFailure;
use crate::approval::{Approval, ApprovalKind, ApprovalState};
use crate::canonical::digest;

pub(super) const COLUMNS: &str = "id, revision, state, kind, session, agent, cwd, event, tool, \
    input, digest, redacted, message, asked_by, choices, created, expires, process, answer, \
    ended_because, key_digest";

/// The request of this id.
pub(super) fn find(connection: &Connection, id: &str) -> Result<Option<Approval>, StoreFailure> {
    let sql = format!("SELECT {COLUMNS} FROM approvals WHERE id = ?");
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_row([id], |row| Ok(read(row)));
    found.optional()?.transpose()
}

/// Reads a row of [`COLUMNS`].
pub(super) fn read(row: &Row<'_>) -> Result<Approval, StoreFailure> {
    let id: String = row.get("id")?;
    let damaged = |why: String| StoreFailure::Damaged {
        id: id.clone(),
        why,
    };
    let text = |name: &str| -> Result<String, StoreFailure> { Ok(row.get(name)?) };
    let input = text("input")?;
    let input = Json::read(&input).map_err(|error| damaged(format!("its input: {error}")))?;
    let sum = digest(&input.to_string()).map_err(|error| damaged(error.to_string()))?;
    if sum != text("digest")? {
        return Err(damaged("its digest is not that of its input".to_owned()));
    }
    let (state, kind) = (text("state")?, text("kind")?);
    let state = ApprovalState::named(&state);
    let kind = ApprovalKind::ALL
        .into_iter()
        .find(|one| one.as_str() == kind);
    Ok(Approval {
        digest: sum,
        revision: row.get("revision")?,
        state: state.ok_or_else(|| damaged("its state is unknown".to_owned()))?,
        kind: kind.ok_or_else(|| damaged("its kind is unknown".to_owned()))?,
        session: text("session")?,
        agent: row.get("agent")?,
        cwd: row.get("cwd")?,
        event: text("event")?,
        tool: row.get("tool")?,
        input,
        redacted: row.get("redacted")?,
        message: text("message")?,
        asked_by: part(&text("asked_by")?).map_err(&damaged)?,
        choices: part(&text("choices")?).map_err(&damaged)?,
        created: row.get("created")?,
        expires: row.get("expires")?,
        process: part(&text("process")?).map_err(&damaged)?,
        answer: row
            .get::<_, Option<String>>("answer")?
            .map(|json| part(&json))
            .transpose()
            .map_err(&damaged)?,
        ended_because: row.get("ended_because")?,
        key_digest: row.get("key_digest")?,
        id,
    })
}

fn part<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// A part of a request as JSON.
pub(super) fn json<T: serde::Serialize>(id: &str, part: &T) -> Result<String, StoreFailure> {
    serde_json::to_string(part).map_err(|error| StoreFailure::Damaged {
        id: id.to_owned(),
        why: error.to_string(),
    })
}
