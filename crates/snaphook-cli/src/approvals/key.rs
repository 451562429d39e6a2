//! Makes a key by which somebody proves who they are, and reads one to answer with.

use std::io::Read;
use std::path::Path;

use snaphook_approvals::{AnswererIdentity, ApprovalKeys};

use super::args::{AnswererArgs, KeyArgs};
use super::settings::OwnApprovals;
use crate::error::CommandError;

/// Prints a new key, and what the settings keep of it.
pub(super) fn key(args: &KeyArgs) -> Result<(), CommandError> {
    let name = &args.name;
    if name.is_empty()
        || name
            .chars()
            .any(|it| it.is_whitespace() || it.is_control() || it == ':')
    {
        return Err(
            CommandError::new("the name of a key has no blanks and no colon")
                .help("for example `snaphook approvals key ann`"),
        );
    }
    let key = ApprovalKeys::make();
    let sum = ApprovalKeys::digest(&key);
    crate::say!("{key}");
    let settings = serde_json::json!({ "approvals": { "keys": { name: sum } } });
    crate::tell!(
        "This is the only time that the key is shown: keep it where no agent can read it. Put this \
         into your settings, or the managed ones:"
    );
    crate::tell!("{settings}");
    Ok(())
}

/// Who answers by the key that was named; none if no key was.
pub(super) fn identity(
    args: &AnswererArgs,
    own: &OwnApprovals,
) -> Result<Option<AnswererIdentity>, CommandError> {
    let Some(file) = &args.key_file else {
        return Ok(None);
    };
    let key = read(file)?;
    let known = own.keys().identify(&key);
    known.map(Some).ok_or_else(|| {
        CommandError::new("no key of `approvals.keys` in the settings is this one")
            .help("make one with `snaphook approvals key NAME`")
    })
}

fn read(file: &Path) -> Result<String, CommandError> {
    const MOST: u64 = 4096;
    let mut text = String::new();
    let done = match file.to_str() {
        Some("-") => std::io::stdin().lock().take(MOST).read_to_string(&mut text),
        _ => {
            std::fs::File::open(file).and_then(|opened| opened.take(MOST).read_to_string(&mut text))
        }
    };
    match done {
        Ok(_) => Ok(text),
        Err(error) => Err(CommandError::new(format!(
            "failed to read the key from {}: {error}",
            file.display()
        ))
        .help("name the file that holds the key, or `-` for stdin")),
    }
}
