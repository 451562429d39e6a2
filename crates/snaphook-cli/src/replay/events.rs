//! Chooses the events to replay.

use std::collections::VecDeque;

use snaphook::permission::AUTHORIZE;
use snaphook_log::{Filter, LoggedBody, LoggedEvent};

use super::args::ReplayArgs;
use crate::error::CommandError;
use crate::log::{EventNumber, OpenLog, failed, find_corrections, print_unsearched};
use crate::show::style;

/// Events that are read at once.
const PAGE: usize = 500;

/// The events, the oldest first.
pub(crate) struct Events {
    filter: Option<Filter>,
    ready: VecDeque<(LoggedEvent, Option<LoggedBody>)>,
    last: i64,
    /// The newest event at the start; later ones are not replayed.
    newest: i64,
    pub(super) count: usize,
}

impl Events {
    pub(super) fn of(args: &ReplayArgs, log: &mut OpenLog) -> Result<Self, CommandError> {
        if let Some(id) = args.id {
            return Self::one(id, log);
        }
        let filter = args.filter.filter()?;
        let (events, is_searched) = Self::fitting(filter.clone(), log)?;
        if let (Some(reader), false) = (log.reader(), is_searched) {
            print_unsearched(reader, &filter)?;
        }
        Ok(events)
    }

    /// One event.
    pub(crate) fn one(id: EventNumber, log: &OpenLog) -> Result<Self, CommandError> {
        let (event, body) = log.event(id)?;
        if event.event == AUTHORIZE {
            return Err(CommandError::new(format!(
                "event {} is a decision of `authorize`; no hook ran on it",
                event.id
            ))
            .help("replay the PreToolUse event before it"));
        }
        Ok(Self {
            filter: None,
            ready: VecDeque::from([(event, Some(body))]),
            last: 0,
            newest: 0,
            count: 1,
        })
    }

    /// All events that fit, and whether all were searched.
    pub(crate) fn fitting(filter: Filter, log: &mut OpenLog) -> Result<(Self, bool), CommandError> {
        let file = log.file.clone();
        let Some(reader) = log.reader() else {
            return Err(
                CommandError::new(format!("no event is logged yet in {}", file.display()))
                    .help("fire an event first, or name another log with --file"),
            );
        };
        let count = reader.count(&filter).map_err(|error| failed(&error))?;
        let newest = reader.newest_id().map_err(|error| failed(&error))?;
        let searched = reader.searched_to(&filter);
        let is_searched = searched.map_err(|error| failed(&error))? >= newest;
        if count == 0 {
            if !is_searched {
                print_unsearched(reader, &filter)?;
            }
            let hint = find_corrections(reader, &filter).into_iter().next();
            let hint = hint.unwrap_or_else(|| "`snaphook log` takes the same filters".to_owned());
            let hint = style::one_line(&log.shown_text(&hint));
            return Err(CommandError::new("no event in the log matches").help(hint));
        }
        let events = Self {
            count,
            newest,
            filter: Some(filter),
            ready: VecDeque::new(),
            last: 0,
        };
        Ok((events, is_searched))
    }

    /// The next one; nothing after the last.
    pub(crate) fn next(
        &mut self,
        log: &mut OpenLog,
    ) -> Result<Option<(LoggedEvent, LoggedBody)>, CommandError> {
        loop {
            if self.ready.is_empty() {
                self.read(log)?;
            }
            let Some((event, body)) = self.ready.pop_front() else {
                return Ok(None);
            };
            self.last = event.id;
            if self.filter.is_some() && event.id > self.newest {
                return Ok(None);
            }
            // A decision that rules, the mode or a person made: no hook ran.
            if event.event == AUTHORIZE {
                continue;
            }
            // One that went meanwhile, because it is too old, is passed over.
            if let Some(body) = body.or_else(|| log.body(event.id)) {
                return Ok(Some((event, body)));
            }
        }
    }

    fn read(&mut self, log: &mut OpenLog) -> Result<(), CommandError> {
        let (Some(filter), Some(reader)) = (&self.filter, log.reader()) else {
            return Ok(());
        };
        let page = reader.after(filter, self.last, PAGE);
        let page = page.map_err(|error| failed(&error))?;
        self.ready
            .extend(page.into_iter().map(|event| (event, None)));
        Ok(())
    }
}
