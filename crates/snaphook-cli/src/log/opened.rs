//! The log that a command reads, and what of it may be shown.

use std::path::PathBuf;

use serde_json::Value;
use serde_json::value::RawValue;
use snaphook_log::{Body, Filter, LogError, LogReader, LoggedEvent};
use snaphook_settings::AuditLogSettings;

use super::args::{Number, PlaceArgs};
use crate::audit::{Place, place};
use crate::error::CommandError;
use crate::settings_args::{EngineOptions, Purpose, SettingsArgs};
use crate::show::style;
use crate::world;

/// A log, if there is one yet.
pub(crate) struct Opened {
    pub(crate) file: PathBuf,
    reader: Option<LogReader>,
    redaction: snaphook_log::Redaction,
}

impl Opened {
    /// The one that was named, or that the settings mean.
    pub(crate) fn of(args: &PlaceArgs) -> Result<Self, CommandError> {
        let settings = settings();
        let (file, reader) = match (&args.from, &args.file) {
            (Some(lines), None) => (lines.clone(), LogReader::import(lines)),
            (Some(lines), Some(file)) => (file.clone(), LogReader::import_into(lines, file)),
            (None, Some(file)) => (file.clone(), LogReader::open(file)),
            (None, None) => {
                let Place::At(file) = place(&settings) else {
                    return Err(CommandError::new("there is no folder for a log")
                        .help("set HOME or XDG_STATE_HOME, or name a log with --file"));
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
    pub(crate) fn look_again(&mut self) -> Result<Option<&mut LogReader>, CommandError> {
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
    pub(crate) fn event(&self, number: Number) -> Result<(LoggedEvent, Body), CommandError> {
        let absent = |id: Option<i64>| {
            let what = id.map_or_else(String::new, |id| format!(" {id}"));
            CommandError::new(format!("{}: there is no event{what}", self.file.display()))
                .help("`snaphook log` shows the events that are there, with their numbers")
        };
        let Some(reader) = &self.reader else {
            return Err(absent(None));
        };
        let id = match number {
            Number::Id(id) => id,
            Number::Last => reader.newest_id().map_err(|error| failed(&error))?,
        };
        let event = reader.event(id).map_err(|error| failed(&error))?;
        let body = reader.body(id).map_err(|error| failed(&error))?;
        event.zip(body).ok_or_else(|| match number {
            Number::Id(id) => absent(Some(id)),
            Number::Last => absent(None),
        })
    }

    /// The rest of an event, if it is there.
    pub(crate) fn body(&self, id: i64) -> Option<Body> {
        self.reader.as_ref()?.body(id).ok().flatten()
    }

    /// A value as it may be shown: the log may be older than what is said of
    /// secrets today, or written by something else.
    pub(crate) fn shown(&self, raw: &RawValue) -> Value {
        let mut value = serde_json::from_str(raw.get()).unwrap_or_default();
        self.redaction.value(&mut value);
        value
    }

    /// A text as it may be shown.
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
fn settings() -> AuditLogSettings {
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
pub(crate) fn tell_unsearched(reader: &LogReader, filter: &Filter) -> Result<(), CommandError> {
    let newest = reader.newest_id().map_err(|error| failed(&error))?;
    let searched = reader.searched_to(filter);
    let left = newest - searched.map_err(|error| failed(&error))?;
    if left > 0 {
        let warning = style::WARNING;
        crate::tell!(
            "{warning}the newest {left} events were not searched yet{warning:#}: the same command again goes on with them"
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
