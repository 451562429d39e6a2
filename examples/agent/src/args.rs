//! What the program is told on its command line.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

const USAGE: &str =
    "usage: example-agent --script FILE [--settings FILE] [--record FILE] [--session ID] [--init]
                      [--log FILE]

  --script FILE    what the user and the model say
  --settings FILE  where the hooks are; .claude/settings.json, if it is there
  --record FILE    write every event with its input there, a line each
  --session ID     the session's id; session-1
  --log FILE       record events in this audit log, and let who looks at it answer approvals
  --init           the project is set up first (Setup)";

/// The arguments.
#[derive(Debug)]
pub struct Args {
    pub script: PathBuf,
    pub record: Option<PathBuf>,
    pub log: Option<PathBuf>,
    pub session: String,
    pub init: bool,
    settings: Option<PathBuf>,
}

impl Args {
    pub fn read(mut args: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let mut script = None;
        let mut read = Self {
            script: PathBuf::new(),
            record: None,
            log: None,
            session: "session-1".to_owned(),
            init: false,
            settings: None,
        };
        while let Some(arg) = args.next() {
            let mut value = || {
                args.next()
                    .with_context(|| format!("{arg} needs a value\n{USAGE}"))
            };
            match arg.as_str() {
                "--script" => script = Some(value()?.into()),
                "--settings" => read.settings = Some(value()?.into()),
                "--record" => read.record = Some(value()?.into()),
                "--log" => read.log = Some(value()?.into()),
                "--session" => read.session = value()?,
                "--init" => read.init = true,
                _ => bail!("unknown argument {arg}\n{USAGE}"),
            }
        }
        read.script = script.context(USAGE)?;
        Ok(read)
    }

    /// The settings file: the one that was named, else the project's own.
    pub fn settings_in(&self, project: &Path) -> Option<PathBuf> {
        let own = || Some(project.join(".claude/settings.json")).filter(|file| file.exists());
        self.settings.clone().or_else(own)
    }
}
