//! The arguments of `schema`.

use std::path::PathBuf;

use clap::Args;

use crate::event_name::EventNames;

pub(crate) const HELP: &str = "\
The schemas are JSON Schema, draft 2020-12. The schema of settings is for files in the
default dialect (.claude and .snaphook folders, hooks.json of plugins), in JSON or
YAML. Other dialects have no schema; `snaphook check` reads all dialects.

For help in an editor, write the schema beside the settings and name it there:
  snaphook schema --settings > .snaphook/settings.schema.json
  { \"$schema\": \"settings.schema.json\", \"hooks\": { … } }

Examples:
  snaphook schema --input PreToolUse      what a hook on PreToolUse reads
  snaphook schema --output PreToolUse     what it may answer
  snaphook schema --all schemas           every schema, as files

Exit status: 0, or 1 if the command failed: usage, an unknown event, a folder that
cannot be written.";

/// Arguments of `schema`.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct SchemaArgs {
    /// Print the schema of settings files
    #[arg(long)]
    pub(crate) settings: bool,
    /// Print the schema of the outcome of `fire --json`
    #[arg(long)]
    pub(crate) outcome: bool,
    /// Print the schema of `snaphook.lock`, the lock file of packs
    #[arg(long)]
    pub(crate) lock: bool,
    /// Print the schema of the protocol of `snaphook serve`
    #[arg(long)]
    pub(crate) serve: bool,
    /// Print the schema of the input of hooks on this event
    #[arg(long, value_name = "EVENT", value_parser = EventNames, hide_possible_values = true)]
    pub(crate) input: Option<String>,
    /// Print the schema of the answers of hooks on this event
    #[arg(long, value_name = "EVENT", value_parser = EventNames, hide_possible_values = true)]
    pub(crate) output: Option<String>,
    /// Write all schemas to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) all: Option<PathBuf>,
}
