//! Archives over HTTP: up to a limit of bytes and of time, without following an address
//! to a scheme that is not encrypted.

use std::time::Duration;

use super::error::FetchError;

/// The largest archive that is downloaded.
const LARGEST: u64 = 64 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(60);

/// Downloads an archive.
///
/// # Errors
/// When the server does not send it, or sends too much.
pub async fn download(url: &str) -> Result<Vec<u8>, FetchError> {
    let failed = |error: reqwest::Error| FetchError::Download {
        url: url.to_owned(),
        message: causes(&error),
    };
    let encrypted = url.starts_with("https://");
    let redirect = reqwest::redirect::Policy::custom(move |attempt| {
        match attempt.previous().len() >= 10 || (encrypted && attempt.url().scheme() != "https") {
            true => attempt.error("it leads to an address that is not encrypted, or in a circle"),
            false => attempt.follow(),
        }
    });
    let client = reqwest::Client::builder()
        .redirect(redirect)
        .connect_timeout(PATIENCE)
        .read_timeout(PATIENCE)
        .build()
        .map_err(failed)?;
    let response = client.get(url).send().await.map_err(failed)?;
    let mut response = response.error_for_status().map_err(failed)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if (bytes.len() + chunk.len()) as u64 > LARGEST {
            return Err(FetchError::LargeArchive(LARGEST));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// The message of an error with those of its causes, which say what really happened.
fn causes(error: &reqwest::Error) -> String {
    let mut message = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(one) = cause {
        message = format!("{message}: {one}");
        cause = one.source();
    }
    message
}
