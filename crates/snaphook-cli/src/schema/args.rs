//! The arguments of `schema`.

use std::path::PathBuf;

use clap::Args;

use crate::event_name::EventNames;

pub(crate) const HELP: &str = "\
The schemas are JSON Schema, draft 2020-12. That of settings is for files of the
default dialect (.claude and .snaphook folders, hooks.json of plugins), in JSON or
YAML; other dialects have no schema of their own, `snaphook check` reads them all.

For help in an editor, write the schema beside the settings and name it there:
  snaphook schema --settings > .snaphook/settings.schema.json
  { \"$schema\": \"settings.schema.json\", \"hooks\": { … } }

Examples:
  snaphook schema --input PreToolUse      what a hook on PreToolUse reads
  snaphook schema --output PreToolUse     what it may answer
  snaphook schema --all schemas           every schema, as files

Exit status: 0, or 1 when the command failed: usage, an event that is not there,
a folder that cannot be written.";

/// Arguments of `schema`.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct SchemaArgs {
    /// The schema of settings files
    #[arg(long)]
    pub(crate) settings: bool,
    /// The schema of the outcome, as `fire --json` prints it
    #[arg(long)]
    pub(crate) outcome: bool,
    /// The schema of the protocol of `snaphook serve`
    #[arg(long)]
    pub(crate) serve: bool,
    /// The schema of what hooks on this event read
    #[arg(long, value_name = "EVENT", value_parser = EventNames, hide_possible_values = true)]
    pub(crate) input: Option<String>,
    /// The schema of what hooks on this event may answer
    #[arg(long, value_name = "EVENT", value_parser = EventNames, hide_possible_values = true)]
    pub(crate) output: Option<String>,
    /// Write every schema into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) all: Option<PathBuf>,
}
