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
    /// Its id; `None` if definitions of several ids have the name, as when one was
    /// edited.
    pub id: Option<String>,
    /// How often it ran.
    pub calls: u64,
    /// How often it blocked.
    pub blocks: u64,
    /// How often it failed; a timeout is not a failure here.
    pub failures: u64,
    /// How often it did not answer in time.
    pub timeouts: u64,
    /// How often it matched and did not run.
    pub skipped: u64,
    /// How long it took, in microseconds.
    pub times: Percentiles,
}

/// What was counted, and the times, by name and by what tells hooks of one name apart.
type StatsByHook = HashMap<(String, String), (HookStats, Vec<i64>)>;

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
        let counted = self.read_stats(filter);
        let counted = counted.map_err(LogError::database(self.file()))?;
        let mut stats: Vec<(i64, HookStats)> = counted
            .into_values()
            .map(|(mut stats, times)| {
                let total = times.iter().sum();
                stats.times = Percentiles::of(times);
                (total, stats)
            })
            .collect();
        stats.sort_by(|(one, a), (other, b)| {
            let by_name = || (&a.name, &a.id).cmp(&(&b.name, &b.id));
            other.cmp(one).then_with(by_name)
        });
        Ok(stats.into_iter().map(|(_, stats)| stats).collect())
    }

    fn read_stats(&self, filter: &Filter) -> rusqlite::Result<StatsByHook> {
        let query = self.query(filter)?;
        let sql = query.hooks("k.name, k.status, k.duration_us, k.hook");
        let mut statement = self.connection().prepare(&sql)?;
        let mut rows = statement.query(params_from_iter(&query.values))?;
        let mut counted = StatsByHook::new();
        let wanted = |name: &str, id: &str| {
            let mut hooks = filter.hooks.iter();
            filter.hooks.is_empty() || hooks.any(|hook| hook == name || hook == id)
        };
        while let Some(row) = rows.next()? {
            let (name, id) = (row.get_ref(0)?.as_str()?, row.get_ref(3)?.as_str()?);
            if !wanted(name, id) {
                continue;
            }
            let key = (name.to_owned(), apart(name, id).to_owned());
            let (stats, times) = counted.entry(key).or_insert_with(|| {
                let stats = HookStats {
                    name: name.to_owned(),
                    id: Some(id.to_owned()),
                    ..HookStats::default()
                };
                (stats, Vec::new())
            });
            if stats.id.as_deref() != Some(id) {
                stats.id = None;
            }
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

/// A name that somebody gave is one hook, however often it was edited; one that is
/// the beginning of a command may be several, which their ids tell apart.
fn apart<'a>(name: &str, id: &'a str) -> &'a str {
    match name.ends_with('…') {
        true => id,
        false => "",
    }
}
