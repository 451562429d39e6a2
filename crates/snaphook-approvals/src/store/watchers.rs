//! Who looks at requests now: a page, a server, `snaphook approvals follow`. Where somebody
//! looks, an agent waits for an answer.

use rusqlite::params;

use super::handle::{ApprovalStore, now};
use super::row::json;
use crate::error::ApprovalError;
use crate::process::ProcessIdentity;

/// Records that somebody looks at requests, until it is dropped.
#[derive(Debug)]
pub struct ApprovalViewer {
    store: ApprovalStore,
    id: String,
}

impl ApprovalStore {
    /// Says that somebody looks at requests, until the viewer is dropped or its process
    /// ends.
    ///
    /// # Errors
    /// When the store fails.
    pub fn watch_as(&self, name: &str) -> Result<ApprovalViewer, ApprovalError> {
        let id = uuid::Uuid::now_v7().to_string();
        self.change(|transaction| {
            transaction.execute(
                "INSERT INTO approval_watchers (id, name, process, since) VALUES (?, ?, ?, ?)",
                params![id, name, json(&id, &ProcessIdentity::own())?, now()],
            )?;
            Ok(())
        })?;
        Ok(ApprovalViewer {
            store: self.clone(),
            id,
        })
    }

    /// The names of those who look at requests now. Those whose process ended are removed,
    /// and those of an earlier boot.
    ///
    /// # Errors
    /// When the store fails.
    pub fn watchers(&self) -> Result<Vec<String>, ApprovalError> {
        let all = self.read(|connection| {
            let sql = "SELECT id, name, process FROM approval_watchers ORDER BY since";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([], |row| {
                let parts: (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(parts)
            })?;
            Ok(rows.collect::<Result<Vec<_>, _>>()?)
        })?;
        let is_gone = |process: &str| {
            let process: Result<ProcessIdentity, _> = serde_json::from_str(process);
            process.is_ok_and(|process| !process.is_present())
        };
        let (gone, here): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|(_, _, process)| is_gone(process));
        if !gone.is_empty() {
            self.change(|transaction| {
                for (id, _, _) in &gone {
                    transaction.execute("DELETE FROM approval_watchers WHERE id = ?", [id])?;
                }
                Ok(())
            })?;
        }
        Ok(here.into_iter().map(|(_, name, _)| name).collect())
    }
}

impl Drop for ApprovalViewer {
    fn drop(&mut self) {
        // Who reads the list next finds that the process ended.
        let _ = self.store.change(|transaction| {
            transaction.execute("DELETE FROM approval_watchers WHERE id = ?", [&self.id])?;
            Ok(())
        });
    }
}
