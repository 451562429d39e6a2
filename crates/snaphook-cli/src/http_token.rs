//! Reads the token for HTTP from a file that only its owner can read, or makes one.

use std::path::Path;

use snaphook_listen::BearerToken;

use crate::error::CommandError;

/// The token, and its text.
pub(crate) struct HttpToken {
    pub(crate) token: BearerToken,
    pub(crate) text: String,
    /// Nobody knows it yet: it must be shown.
    pub(crate) is_new: bool,
}

/// The token of the file; without one a new token.
pub(crate) fn token(file: Option<&Path>) -> Result<HttpToken, CommandError> {
    let Some(file) = file else {
        let text = new();
        let token =
            BearerToken::new(&text).map_err(|error| CommandError::new(error.to_string()))?;
        return Ok(HttpToken {
            token,
            text,
            is_new: true,
        });
    };
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| {
        CommandError::new(format!("failed to read the token file {shown}: {error}"))
            .help("without --token-file a new token is made")
    })?;
    refuse_open(file)?;
    let token = BearerToken::new(&text).map_err(|error| {
        CommandError::new(format!("{shown}: {error}")).help("make one with `openssl rand -hex 32`")
    })?;
    Ok(HttpToken {
        token,
        text: text.trim().to_owned(),
        is_new: false,
    })
}

/// 244 random bits.
fn new() -> String {
    let half = || uuid::Uuid::new_v4().simple().to_string();
    half() + &half()
}

/// Refuses a token file that other users can read.
#[cfg(unix)]
fn refuse_open(file: &Path) -> Result<(), CommandError> {
    use std::os::unix::fs::PermissionsExt;
    let shown = file.display();
    let failed = |error| {
        CommandError::new(format!(
            "failed to read the permissions of {shown}: {error}"
        ))
    };
    let mode = std::fs::metadata(file)
        .map_err(failed)?
        .permissions()
        .mode();
    match mode & 0o077 {
        0 => Ok(()),
        _ => Err(
            CommandError::new(format!("{shown}: other users can read the token"))
                .help(format!("run `chmod 600 {shown}`, and use a new token")),
        ),
    }
}

#[cfg(not(unix))]
fn refuse_open(_: &Path) -> Result<(), CommandError> {
    Ok(())
}
