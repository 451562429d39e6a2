//! Opens the log that a command reads, and decides which parts may be shown.

use std::path::PathBuf;

use serde_json::Value;
use serde_json::value::RawValue;
use snaphook_log::{Filter, LogError, LogReader, LoggedBody, LoggedEvent};
use snaphook_settings::AuditLogSettings;

use super::args::{EventNumber, PlaceArgs};
use crate::audit::{LogPlace, place};
use crate::error::CommandError;
use crate::settings_args::{EngineOptions, Purpose, SettingsArgs};
use crate::show::style;
use crate::world;

/// A log, if there is one yet.
pub(crate) struct OpenLog {
    pub(crate) file: PathBuf,
    reader: Option<LogReader>,
    redaction: snaphook_log::Redaction,
}

impl OpenLog {
    /// The one that was named, or that the settings mean.
    pub(crate) fn of(args: &PlaceArgs) -> Result<Self, CommandError> {
        let settings = audit_settings();
        let (file, reader) = match (&args.from, &args.file) {
            (Some(lines), None) => (lines.clone(), LogReader::import(lines)),
            (Some(lines), Some(file)) => (file.clone(), LogReader::import_into(lines, file)),
            (None, Some(file)) => (file.clone(), LogReader::open(file)),
            (None, None) => {
                let LogPlace::At(file) = place(&settings) else {
                    return Err(CommandError::new(
                        "no folder for the log: neither HOME nor XDG_STATE_HOME is set",
                    )
                    .help("set one of them, or name a log with --file"));
                };
                let reader = LogReader::open(&file);
                (file, reader)
            }
        };
        let named = args.from.is_some() || args.file.is_some();
        let reader = match reader {
            Ok(reader) => Some(reader),
            Err(error) if !named && error.is_missing() => None,
            Err(error) => return Err(failed(&error)),
        };
        let fields = settings.redact_fields.iter().map(|field| &field.value);
        Ok(Self {
            file,
            reader,
            redaction: snaphook_log::Redaction::thorough().fields(fields),
        })
    }

    pub(crate) fn reader(&mut self) -> Option<&mut LogReader> {
        self.reader.as_mut()
    }

    /// Opens a log that was not there yet.
    pub(crate) fn open_if_created(&mut self) -> Result<Option<&mut LogReader>, CommandError> {
        if self.reader.is_none() {
            match LogReader::open(&self.file) {
                Ok(reader) => self.reader = Some(reader),
                Err(error) if error.is_missing() => {}
                Err(error) => return Err(failed(&error)),
            }
        }
        Ok(self.reader.as_mut())
    }

    /// An event and the rest of it.
    pub(crate) fn event(
        &self,
        number: EventNumber,
    ) -> Result<(LoggedEvent, LoggedBody), CommandError> {
        let absent = |id: Option<i64>| {
            let what = id.map_or_else(String::new, |id| format!(" {id}"));
            CommandError::new(format!("no event{what} in {}", self.file.display()))
                .help("run `snaphook log` to see the events with their numbers")
        };
        let Some(reader) = &self.reader else {
            return Err(absent(None));
        };
        let id = match number {
            EventNumber::Id(id) => id,
            EventNumber::Last => reader.newest_id().map_err(|error| failed(&error))?,
        };
        let event = reader.event(id).map_err(|error| failed(&error))?;
        let body = reader.body(id).map_err(|error| failed(&error))?;
        event.zip(body).ok_or_else(|| match number {
            EventNumber::Id(id) => absent(Some(id)),
            EventNumber::Last => absent(None),
        })
    }

    /// The rest of an event, if it is there.
    pub(crate) fn body(&self, id: i64) -> Option<LoggedBody> {
        self.reader.as_ref()?.body(id).ok().flatten()
    }

    /// Removes secrets from a value before it is shown: the log may be older than today's
    /// rules for secrets, or another program may have written it.
    pub(crate) fn shown(&self, raw: &RawValue) -> Value {
        let mut value = serde_json::from_str(raw.get()).unwrap_or_default();
        self.redaction.value(&mut value);
        value
    }

    /// Removes secrets from a text before it is shown.
    pub(crate) fn shown_text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        self.redaction.text(&mut text);
        text
    }

    /// What takes secrets out.
    pub(crate) fn redaction(&self) -> &snaphook_log::Redaction {
        &self.redaction
    }
}

/// What the settings say of the log here. Where they cannot be loaded, the log is
/// still where it usually is.
pub(crate) fn audit_settings() -> AuditLogSettings {
    let read = || -> Result<AuditLogSettings, CommandError> {
        let project = world::project_root(&world::folder(None)?);
        let options = EngineOptions::to(Purpose::List);
        let engine = SettingsArgs::usual().engine_with(&project, options)?;
        Ok(engine.settings().audit_log.clone())
    };
    read().unwrap_or_default()
}

/// Says so when a text was not looked for in every event: that nothing was found
/// means little then.
pub(crate) fn print_unsearched(reader: &LogReader, filter: &Filter) -> Result<(), CommandError> {
    let newest = reader.newest_id().map_err(|error| failed(&error))?;
    let searched = reader.searched_to(filter);
    let left = newest - searched.map_err(|error| failed(&error))?;
    if left > 0 {
        let warning = style::WARNING;
        crate::tell!(
            "{warning}the newest {left} events were not searched yet{warning:#}; run the same command again to search them"
        );
    }
    Ok(())
}

pub(crate) fn failed(error: &LogError) -> CommandError {
    let help = match error {
        LogError::JsonLines(file) => &format!("import it: `--from {}`", file.display()),
        LogError::NotEmpty(_) => "name a new file with --file, or leave it out",
        LogError::Newer { .. } => "use that one to read it",
        LogError::NoLog(_) | LogError::Line { .. } => "name a log with --file",
        _ if error.is_busy() => "another program holds the log; try again",
        _ => "look at the file, or name another log with --file",
    };
    CommandError::new(error.to_string()).help(help)
}
