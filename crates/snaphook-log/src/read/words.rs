//! The words that a log has in one place: what somebody may have meant who asked
//! for another.

use super::reader::LogReader;
use crate::error::LogError;

/// A place of a record that filters look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilterField {
    /// Events.
    Events,
    /// Tools.
    Tools,
    /// Names and ids of hooks.
    Hooks,
}

impl LogReader {
    /// Every word that is in this place, once. Looks at the whole log.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn words(&self, of: FilterField) -> Result<Vec<String>, LogError> {
        let sql = match of {
            FilterField::Events => "SELECT DISTINCT event FROM events",
            FilterField::Tools => "SELECT DISTINCT tool FROM events WHERE tool IS NOT NULL",
            FilterField::Hooks => "SELECT name FROM hooks UNION SELECT hook FROM hooks",
        };
        let words = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self.connection().prepare(sql)?;
            let words = statement.query_map([], |row| row.get(0))?;
            words.collect()
        };
        words().map_err(LogError::database(self.file()))
    }
}
