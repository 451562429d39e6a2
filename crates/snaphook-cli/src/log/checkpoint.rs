//! `log checkpoint` prints where the chain of the log ends, signed: kept elsewhere, it shows
//! later that nobody changed or removed what was recorded before.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use snaphook_bundle::{SigningKeyFile, TrustedKeys};
use snaphook_log::ChainHead;

use super::args::CheckpointArgs;
use super::opened::{OpenLog, failed};
use super::verify::refuse_lines;
use crate::error::CommandError;
use crate::{show, world};

/// The id of the key in its own file.
const KEY_ID: &str = "log";

/// A signed end of the chain, as one line of JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LogCheckpoint {
    number: i64,
    link: String,
    time: String,
    key: String,
    signature: String,
}

impl LogCheckpoint {
    /// What is signed.
    fn text(head: &ChainHead, time: &str) -> String {
        format!(
            "snaphook-log-checkpoint-1\n{}\n{}\n{time}\n",
            head.number, head.link
        )
    }

    /// The end of the chain, if this key signed it.
    pub(super) fn verified(self, key: &str) -> Result<ChainHead, String> {
        let head = ChainHead {
            number: self.number,
            link: self.link,
        };
        let text = Self::text(&head, &self.time);
        let keys = TrustedKeys::read([(&KEY_ID.to_owned(), &key.to_owned())])
            .map_err(|error| error.to_string())?;
        keys.verify_text(KEY_ID, text.as_bytes(), &self.signature)
            .map_err(|error| error.to_string())?;
        Ok(head)
    }
}

pub(super) fn checkpoint(args: &CheckpointArgs) -> Result<(), CommandError> {
    refuse_lines(&args.place)?;
    let mut log = OpenLog::of(&args.place)?;
    let Some(reader) = log.reader() else {
        return Err(CommandError::new("there is no log yet")
            .help("nothing was recorded: fire an event first"));
    };
    let head = reader.chain_head().map_err(|error| failed(&error))?;
    let key = own_key()?;
    let time = jiff::Timestamp::now().to_string();
    let signature = key.sign_text(LogCheckpoint::text(&head, &time).as_bytes());
    show::json_line(&LogCheckpoint {
        number: head.number,
        link: head.link,
        time,
        key: key.public().to_string(),
        signature,
    })
}

/// The public key of this machine's log, if it has signed a checkpoint.
pub(super) fn own_public_key() -> Option<String> {
    let text = std::fs::read_to_string(key_file()?).ok()?;
    let key = SigningKeyFile::read(KEY_ID, &text).ok()?;
    Some(key.public().to_string())
}

fn key_file() -> Option<PathBuf> {
    world::state_dir().map(|folder| folder.join("log-key.pem"))
}

/// The key of this machine's log, which is made the first time.
fn own_key() -> Result<SigningKeyFile, CommandError> {
    let file = key_file().ok_or_else(|| {
        CommandError::new("no folder for the key of the log").help("set HOME or XDG_STATE_HOME")
    })?;
    let unusable = |error: &dyn std::fmt::Display| {
        CommandError::new(format!("failed to use the key {}: {error}", file.display()))
            .help("move it away; a new one is made, and older checkpoints keep their key")
    };
    match std::fs::read_to_string(&file) {
        Ok(text) => SigningKeyFile::read(KEY_ID, &text).map_err(|error| unusable(&error)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let key = SigningKeyFile::generate(KEY_ID).map_err(|error| unusable(&error))?;
            match keep(&file, &key.to_pem()) {
                // Another process was faster.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    let text = std::fs::read_to_string(&file).map_err(|error| unusable(&error))?;
                    SigningKeyFile::read(KEY_ID, &text).map_err(|error| unusable(&error))
                }
                kept => kept.map(|()| key).map_err(|error| unusable(&error)),
            }
        }
        Err(error) => Err(unusable(&error)),
    }
}

/// Writes a file for its owner only, unless there is one.
fn keep(file: &Path, text: &str) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    crate::os::make_private_folder(folder)?;
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    new.persist_noclobber(file).map_err(|error| error.error)?;
    Ok(())
}
