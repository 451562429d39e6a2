//! Lists requests, and finds what changed.

use rusqlite::params_from_iter;

use super::handle::{ApprovalStore, StoreFailure};
use super::row::{COLUMNS, find, read};
use super::settle::{over, session_answers};
use crate::approval::{Approval, ApprovalState};
use crate::error::ApprovalError;

/// Which requests are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApprovalFilter {
    /// In this state.
    pub state: Option<ApprovalState>,
    /// Of this session.
    pub session: Option<String>,
    /// At most so many, the newest ones; 0: 100.
    pub limit: u32,
}

impl ApprovalFilter {
    /// Those that wait for an answer.
    #[must_use]
    pub fn pending() -> Self {
        Self {
            state: Some(ApprovalState::Pending),
            limit: 1000,
            ..Self::default()
        }
    }
}

const USUAL_LIMIT: u32 = 100;

impl ApprovalStore {
    /// Lists requests, the newest first. Requests that no process waits for are ended before. A
    /// damaged row is left out.
    ///
    /// # Errors
    /// When the store fails.
    pub fn list(&self, filter: &ApprovalFilter) -> Result<Vec<Approval>, ApprovalError> {
        self.sweep_if_due()?;
        self.read(|connection| {
            let mut sql = format!("SELECT {COLUMNS} FROM approvals WHERE 1");
            let mut values = Vec::new();
            if let Some(state) = filter.state {
                sql.push_str(" AND state = ?");
                values.push(state.as_str().to_owned());
            }
            if let Some(session) = &filter.session {
                sql.push_str(" AND session = ?");
                values.push(session.clone());
            }
            let limit = match filter.limit {
                0 => USUAL_LIMIT,
                limit => limit,
            };
            sql.push_str(&format!(" ORDER BY created DESC, id DESC LIMIT {limit}"));
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map(params_from_iter(values), |row| Ok(read(row)))?;
            whole(rows)
        })
    }

    /// The request of this id. It is ended first if no process waits for it any more.
    ///
    /// # Errors
    /// When the store fails, or the row is damaged.
    pub fn get(&self, id: &str) -> Result<Option<Approval>, ApprovalError> {
        self.sweep_if_due()?;
        self.read(|connection| find(connection, id))
    }

    /// The requests whose id begins like this, at most 10: for people who type ids.
    ///
    /// # Errors
    /// When the store fails.
    pub fn find(&self, beginning: &str) -> Result<Vec<Approval>, ApprovalError> {
        self.sweep_if_due()?;
        self.read(|connection| {
            let sql = format!(
                "SELECT {COLUMNS} FROM approvals WHERE substr(id, 1, length(?1)) = ?1
                 ORDER BY created DESC LIMIT 10"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([beginning], |row| Ok(read(row)))?;
            whole(rows)
        })
    }

    /// The requests that changed after this revision, in the order of their last change. A
    /// caller begins with [`ApprovalStore::revision`] and goes on with that of the last one.
    ///
    /// # Errors
    /// When the store fails.
    pub fn changed_since(&self, revision: i64) -> Result<Vec<Approval>, ApprovalError> {
        self.sweep_if_due()?;
        self.read(|connection| {
            let sql = format!(
                "SELECT {COLUMNS} FROM approvals WHERE revision > ? ORDER BY revision LIMIT 1000"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([revision], |row| Ok(read(row)))?;
            whole(rows)
        })
    }

    /// The revision of the last change.
    ///
    /// # Errors
    /// When the store fails.
    pub fn revision(&self) -> Result<i64, ApprovalError> {
        self.read(|connection| {
            let sql = "SELECT coalesce(max(revision), 0) FROM approvals";
            Ok(connection.query_row(sql, [], |row| row.get(0))?)
        })
    }

    /// The requests of this session with this digest that were approved.
    pub(crate) fn approved_before(
        &self,
        session: &str,
        digest: &str,
    ) -> Result<Vec<Approval>, ApprovalError> {
        self.read(|connection| session_answers(connection, session, digest))
    }

    /// What became of a request, without ending it first: for who waits for it.
    pub(crate) fn look(&self, id: &str) -> Result<Option<Approval>, ApprovalError> {
        self.read(|connection| find(connection, id))
    }

    /// Ends requests that no process waits for; writes nothing if there are none.
    fn sweep_if_due(&self) -> Result<(), ApprovalError> {
        match self.read(over)?.is_empty() {
            true => Ok(()),
            false => self.sweep(),
        }
    }
}

/// The rows that are whole.
fn whole(
    rows: impl Iterator<Item = rusqlite::Result<Result<Approval, StoreFailure>>>,
) -> Result<Vec<Approval>, StoreFailure> {
    let mut found = Vec::new();
    for row in rows {
        match row? {
            Ok(approval) => found.push(approval),
            Err(StoreFailure::Damaged { .. }) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(found)
}
