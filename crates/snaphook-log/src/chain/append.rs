//! Adds entries to the chain. All of it happens in the transaction that changes the log, so
//! a record and its entry are there together or not at all.

use rusqlite::{Connection, OptionalExtension, params};

use super::link::{EntryKind, content_in, link_of};

/// The tables of the chain. `chain_base` has the entry before the first that is kept, and
/// the first record that the chain covers.
pub(crate) const TABLES: &str = "CREATE TABLE chain (
        number INTEGER PRIMARY KEY,
        kind INTEGER NOT NULL,
        event INTEGER NOT NULL,
        content BLOB NOT NULL,
        link BLOB NOT NULL
    );
    CREATE TABLE chain_base (
        number INTEGER NOT NULL,
        link BLOB NOT NULL,
        first_event INTEGER NOT NULL,
        removed INTEGER NOT NULL
    );
    INSERT INTO chain_base
        SELECT 0, zeroblob(32), coalesce(max(id), 0) + 1, 0 FROM events;";

/// Adds entries in one transaction.
pub(crate) struct ChainWriter<'c> {
    connection: &'c Connection,
    number: i64,
    link: Vec<u8>,
}

impl<'c> ChainWriter<'c> {
    /// Goes on where the chain ends.
    pub(crate) fn of(connection: &'c Connection) -> rusqlite::Result<Self> {
        let last = connection
            .prepare_cached("SELECT number, link FROM chain ORDER BY number DESC LIMIT 1")?
            .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (number, link) = match last {
            Some(last) => last,
            None => connection
                .prepare_cached("SELECT number, link FROM chain_base")?
                .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?,
        };
        Ok(Self {
            connection,
            number,
            link,
        })
    }

    /// A record was written.
    pub(crate) fn record(&mut self, event: i64) -> rusqlite::Result<()> {
        self.content(EntryKind::Record, event)
    }

    /// A record was changed by an answer that came late.
    pub(crate) fn late(&mut self, event: i64) -> rusqlite::Result<()> {
        self.content(EntryKind::Late, event)
    }

    /// The limits of the log removed a record that began at this time.
    pub(crate) fn removed(&mut self, event: i64, time: i64) -> rusqlite::Result<()> {
        self.add(EntryKind::Removed, event, &time.to_be_bytes())
    }

    fn content(&mut self, kind: EntryKind, event: i64) -> rusqlite::Result<()> {
        match content_in(self.connection, event)? {
            Some(content) => self.add(kind, event, &content),
            None => Ok(()),
        }
    }

    fn add(&mut self, kind: EntryKind, event: i64, content: &[u8]) -> rusqlite::Result<()> {
        let kind = kind as i64;
        let number = self.number + 1;
        let link = link_of(&self.link, number, kind, event, content);
        self.connection
            .prepare_cached(
                "INSERT INTO chain (number, kind, event, content, link) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![number, kind, event, content, link.as_slice()])?;
        self.number = number;
        self.link = link.to_vec();
        Ok(())
    }

    /// Removes the entries before the first record that is left: nothing of what they are
    /// about is there any more.
    pub(crate) fn trim(&self) -> rusqlite::Result<()> {
        let first: Option<i64> = self
            .connection
            .prepare_cached(
                "SELECT number FROM chain c WHERE kind = 1
                 AND EXISTS (SELECT 1 FROM events WHERE id = c.event) ORDER BY number LIMIT 1",
            )?
            .query_row([], |row| row.get(0))
            .optional()?;
        let Some(first) = first else {
            return Ok(());
        };
        let last: Option<(i64, Vec<u8>)> = self
            .connection
            .prepare_cached("SELECT number, link FROM chain WHERE number = ?")?
            .query_row([first - 1], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((number, link)) = last else {
            return Ok(());
        };
        self.connection
            .prepare_cached(
                "UPDATE chain_base SET number = ?1, link = ?2, removed = removed
                 + (SELECT count(*) FROM chain WHERE kind = 1 AND number <= ?1)",
            )?
            .execute(params![number, link])?;
        self.connection
            .prepare_cached("DELETE FROM chain WHERE number <= ?")?
            .execute([number])?;
        Ok(())
    }
}
