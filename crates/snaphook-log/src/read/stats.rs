//! What each hook did, and how long it took.

use std::collections::HashMap;

use rusqlite::params_from_iter;

use super::filter::Filter;
use super::reader::LogReader;
use crate::error::LogError;
use crate::percentiles::Percentiles;

/// One hook, over many events.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct HookStats {
    /// Its name.
    pub name: String,
    /// How often it ran.
    pub calls: u64,
    /// How often it blocked.
    pub blocks: u64,
    /// How often it failed; a timeout is no failure here.
    pub failures: u64,
    /// How often it did not answer in time.
    pub timeouts: u64,
    /// How often it matched and did not run.
    pub skipped: u64,
    /// How long it took, in microseconds.
    pub times: Percentiles,
}

impl LogReader {
    /// What each hook did in the events that fit, the one that took most time in
    /// all first.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn stats(&mut self, filter: &Filter) -> Result<Vec<HookStats>, LogError> {
        self.make_searchable(filter)?;
        if filter.has_no_words() {
            return Ok(Vec::new());
        }
        let counted = self.counted(filter);
        let counted = counted.map_err(LogError::database(self.file()))?;
        let mut stats: Vec<(i64, HookStats)> = counted
            .into_values()
            .map(|(mut stats, times)| {
                let total = times.iter().sum();
                stats.times = Percentiles::of(times);
                (total, stats)
            })
            .collect();
        stats.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| a.name.cmp(&b.name)));
        Ok(stats.into_iter().map(|(_, stats)| stats).collect())
    }

    fn counted(&self, filter: &Filter) -> rusqlite::Result<HashMap<String, (HookStats, Vec<i64>)>> {
        let query = self.query(filter)?;
        let sql = query.hooks("k.name, k.status, k.duration_us, k.hook");
        let mut statement = self.connection().prepare(&sql)?;
        let mut rows = statement.query(params_from_iter(&query.values))?;
        let mut counted: HashMap<String, (HookStats, Vec<i64>)> = HashMap::new();
        let wanted = |name: &str, id: &str| {
            let mut hooks = filter.hooks.iter();
            filter.hooks.is_empty() || hooks.any(|hook| hook == name || hook == id)
        };
        while let Some(row) = rows.next()? {
            let name = row.get_ref(0)?.as_str()?;
            if !wanted(name, row.get_ref(3)?.as_str()?) {
                continue;
            }
            if !counted.contains_key(name) {
                let stats = HookStats {
                    name: name.to_owned(),
                    ..HookStats::default()
                };
                counted.insert(name.to_owned(), (stats, Vec::new()));
            }
            let Some((stats, times)) = counted.get_mut(name) else {
                continue;
            };
            let status = row.get_ref(1)?.as_str()?;
            stats.calls += u64::from(status != "skipped");
            match status {
                "skipped" => stats.skipped += 1,
                "blocked" => stats.blocks += 1,
                "failed" => stats.failures += 1,
                "timedOut" => stats.timeouts += 1,
                _ => {}
            }
            // One that still runs, or was ended, says nothing of its time.
            if matches!(status, "success" | "blocked" | "failed" | "timedOut") {
                times.push(row.get(2)?);
            }
        }
        Ok(counted)
    }
}
