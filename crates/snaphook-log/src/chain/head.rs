//! The end of the chain: what a checkpoint says.

use rusqlite::OptionalExtension;

use crate::error::LogError;
use crate::read::LogReader;

/// One entry of the chain, which stands for everything before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainHead {
    /// Its number.
    pub number: i64,
    /// Its hash, in hexadecimal digits.
    pub link: String,
}

impl ChainHead {
    pub(super) fn of(number: i64, link: &[u8]) -> Self {
        use std::fmt::Write;
        let mut text = String::with_capacity(link.len() * 2);
        for byte in link {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        Self { number, link: text }
    }
}

impl LogReader {
    /// Where the chain ends now.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn chain_head(&self) -> Result<ChainHead, LogError> {
        let head = || -> rusqlite::Result<ChainHead> {
            let read = |row: &rusqlite::Row<'_>| {
                Ok(ChainHead::of(row.get(0)?, row.get_ref(1)?.as_blob()?))
            };
            let sql = "SELECT number, link FROM chain ORDER BY number DESC LIMIT 1";
            let last = self.connection().query_row(sql, [], read).optional()?;
            match last {
                Some(last) => Ok(last),
                None => {
                    let sql = "SELECT number, link FROM chain_base";
                    self.connection().query_row(sql, [], read)
                }
            }
        };
        head().map_err(LogError::database(self.file()))
    }
}
