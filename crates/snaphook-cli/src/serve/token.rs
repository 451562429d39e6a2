//! The token for HTTP: from a file that only its owner can read, or a new one.

use std::path::Path;

use snaphook_serve::Token;

use crate::error::CommandError;

/// The token, and its text if it is a new one: somebody must be told.
pub(super) struct Given {
    pub(super) token: Token,
    pub(super) new: Option<String>,
}

pub(super) fn token(file: Option<&Path>) -> Result<Given, CommandError> {
    let Some(file) = file else {
        let text = new();
        let token = Token::new(&text).map_err(|error| CommandError::new(error.to_string()))?;
        return Ok(Given {
            token,
            new: Some(text),
        });
    };
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| {
        CommandError::new(format!("the token in {shown} cannot be read: {error}"))
            .help("--token-file names a file that holds the token; without it a new one is made")
    })?;
    refuse_open(file)?;
    let token = Token::new(&text).map_err(|error| {
        CommandError::new(format!("{shown}: {error}"))
            .help("for example the output of `openssl rand -hex 32`")
    })?;
    Ok(Given { token, new: None })
}

/// 244 random bits.
fn new() -> String {
    let half = || uuid::Uuid::new_v4().simple().to_string();
    half() + &half()
}

/// A token that others can read is none.
#[cfg(unix)]
fn refuse_open(file: &Path) -> Result<(), CommandError> {
    use std::os::unix::fs::PermissionsExt;
    let shown = file.display();
    let failed =
        |error| CommandError::new(format!("{shown}: who may read it cannot be seen: {error}"));
    let mode = std::fs::metadata(file)
        .map_err(failed)?
        .permissions()
        .mode();
    match mode & 0o077 {
        0 => Ok(()),
        _ => Err(
            CommandError::new(format!("{shown}: others can read the token"))
                .help(format!("`chmod 600 {shown}`, and take another token")),
        ),
    }
}

#[cfg(not(unix))]
fn refuse_open(_: &Path) -> Result<(), CommandError> {
    Ok(())
}
