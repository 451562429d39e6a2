//! Chooses the events to replay.

use std::collections::VecDeque;

use snaphook::permission::AUTHORIZE;
use snaphook_log::{Filter, LoggedBody, LoggedEvent};

use super::args::ReplayArgs;
use crate::error::CommandError;
use crate::log::{OpenLog, failed, find_corrections, print_unsearched};
use crate::show::style;

/// Events that are read at once.
const PAGE: usize = 500;

/// The events, the oldest first.
pub(super) struct Events {
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
            let (event, body) = log.event(id)?;
            if event.event == AUTHORIZE {
                return Err(CommandError::new(format!(
                    "event {} is a decision of `authorize`; no hook ran on it",
                    event.id
                ))
                .help("replay the PreToolUse event before it"));
            }
            return Ok(Self {
                filter: None,
                ready: VecDeque::from([(event, Some(body))]),
                last: 0,
                newest: 0,
                count: 1,
            });
        }
        let filter = args.filter.filter()?;
        let file = log.file.clone();
        let Some(reader) = log.reader() else {
            return Err(
                CommandError::new(format!("no event is logged yet in {}", file.display()))
                    .help("fire an event first, or name another log with --file"),
            );
        };
        let count = reader.count(&filter).map_err(|error| failed(&error))?;
        print_unsearched(reader, &filter)?;
        if count == 0 {
            let hint = find_corrections(reader, &filter).into_iter().next();
            let hint = hint.unwrap_or_else(|| "`snaphook log` takes the same filters".to_owned());
            let hint = style::one_line(&log.shown_text(&hint));
            return Err(CommandError::new("no event in the log matches").help(hint));
        }
        Ok(Self {
            count,
            newest: reader.newest_id().map_err(|error| failed(&error))?,
            filter: Some(filter),
            ready: VecDeque::new(),
            last: 0,
        })
    }

    /// The next one; nothing after the last.
    pub(super) fn next(
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
