//! Pages of a list that somebody scrolls. A page is found by the id it begins with, so that the
//! last page of a long log costs no more than the first one.

use rusqlite::params_from_iter;

use super::filter::Filter;
use super::reader::{COLUMNS, LogReader, LoggedEvent, read_event};
use super::sql::Order;
use crate::error::LogError;

/// Where the pages of a list begin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageAnchors {
    /// The id of each page's first event, the newest page first.
    pub first_ids: Vec<i64>,
    /// How many events are on all pages.
    pub count: usize,
    /// Events are left out because there are too many of them.
    pub is_cut: bool,
}

impl LogReader {
    /// The newest events that fit, up to this id, the newest first.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn up_to(
        &mut self,
        filter: &Filter,
        id: i64,
        limit: usize,
    ) -> Result<Vec<LoggedEvent>, LogError> {
        let events = self.select(filter, COLUMNS, Order::UpTo(id), limit, read_event);
        events.map_err(LogError::database(self.file()))
    }

    /// Divides the events that fit, at most so many of the newest, into pages of this size.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn anchors(
        &mut self,
        filter: &Filter,
        page: usize,
        most: usize,
    ) -> Result<PageAnchors, LogError> {
        self.make_searchable(filter)?;
        if filter.has_no_words() {
            return Ok(PageAnchors::default());
        }
        let anchors = || -> rusqlite::Result<PageAnchors> {
            let query = self.query(filter)?;
            let mut statement = self.connection().prepare(&query.ids())?;
            let mut rows = statement.query(params_from_iter(&query.values))?;
            let mut anchors = PageAnchors::default();
            while let Some(row) = rows.next()? {
                if anchors.count == most {
                    anchors.is_cut = true;
                    break;
                }
                if anchors.count.is_multiple_of(page.max(1)) {
                    anchors.first_ids.push(row.get(0)?);
                }
                anchors.count += 1;
            }
            Ok(anchors)
        };
        anchors().map_err(LogError::database(self.file()))
    }

    /// A number that changes with every change that another connection makes in the log's
    /// database: asking for it costs almost nothing.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn version_of_data(&self) -> Result<i64, LogError> {
        let asked = self
            .connection()
            .pragma_query_value(None, "data_version", |row| row.get(0));
        asked.map_err(LogError::database(self.file()))
    }
}
