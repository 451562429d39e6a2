//! What each hook did over time, for small charts.

use std::collections::HashMap;

use rusqlite::params;

use super::reader::LogReader;
use crate::error::LogError;

/// How often one hook ran, and how often it blocked or failed, in each span of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HookActivity {
    /// Its name.
    pub name: String,
    /// Runs in each span, the oldest first.
    pub runs: Vec<u32>,
    /// Blocks in each span.
    pub blocks: Vec<u32>,
    /// Failures and timeouts in each span.
    pub failures: Vec<u32>,
}

impl LogReader {
    /// What each hook did in these milliseconds since 1970, in `spans` equal spans of time.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn activity(
        &self,
        since: i64,
        until: i64,
        spans: usize,
    ) -> Result<Vec<HookActivity>, LogError> {
        let counted = self.count_activity(since, until, spans.max(1));
        let counted = counted.map_err(LogError::database(self.file()))?;
        let mut activity: Vec<_> = counted.into_values().collect();
        activity.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(activity)
    }

    fn count_activity(
        &self,
        since: i64,
        until: i64,
        spans: usize,
    ) -> rusqlite::Result<HashMap<String, HookActivity>> {
        let length = until.saturating_sub(since).max(1);
        let number = i64::try_from(spans).unwrap_or(i64::MAX);
        let mut statement = self.connection().prepare_cached(
            "SELECT h.name, h.status, (e.time - ?1) * ?3 / ?4, count(*)
             FROM events e JOIN hooks h ON h.event = e.id
             WHERE e.time >= ?1 AND e.time < ?2 AND h.status <> 'skipped'
             GROUP BY 1, 2, 3",
        )?;
        let mut rows = statement.query(params![since, until, number, length])?;
        let mut counted = HashMap::<String, HookActivity>::new();
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            let (place, count): (i64, u32) = (row.get(2)?, row.get(3)?);
            let place = usize::try_from(place).unwrap_or(0).min(spans - 1);
            let one = counted.entry(name.clone()).or_insert_with(|| HookActivity {
                name,
                runs: vec![0; spans],
                blocks: vec![0; spans],
                failures: vec![0; spans],
            });
            one.runs[place] += count;
            match row.get_ref(1)?.as_str()? {
                "blocked" => one.blocks[place] += count,
                "failed" | "timedOut" => one.failures[place] += count,
                _ => {}
            }
        }
        Ok(counted)
    }
}
