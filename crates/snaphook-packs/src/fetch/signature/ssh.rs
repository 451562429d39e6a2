//! Signatures of SSH keys. `ssh-keygen` checks them; the fingerprint of the key is the
//! signer.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::verify::SignatureError;

/// What the signature is for: one for something else does not count.
const NAMESPACE: &str = "snaphook-pack";

/// Larger than any signature.
const LARGEST: usize = 64 * 1024;

pub(super) fn verify(
    file: &'static str,
    signature: &[u8],
    signed: &str,
    scratch: &Path,
) -> Result<String, SignatureError> {
    let unchecked = |why: String| SignatureError::Unchecked { file, why };
    if signature.len() > LARGEST {
        return Err(unchecked("it is too large".to_owned()));
    }
    let io = |error: std::io::Error| SignatureError::Unchecked {
        file,
        why: error.to_string(),
    };
    std::fs::create_dir_all(scratch).map_err(io)?;
    let mut kept = tempfile::Builder::new()
        .prefix(".signature-")
        .tempfile_in(scratch)
        .map_err(io)?;
    kept.write_all(signature).map_err(io)?;
    let mut child = Command::new("ssh-keygen")
        .args(["-Y", "check-novalidate", "-n", NAMESPACE, "-s"])
        .arg(kept.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("LC_ALL", "C")
        .spawn()
        .map_err(|error| unchecked(format!("failed to start `ssh-keygen`: {error}")))?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        if let Some(mut stdin) = stdin {
            scope.spawn(move || stdin.write_all(signed.as_bytes()));
        }
        child.wait_with_output()
    })
    .map_err(io)?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        let why = why.trim().escape_default().to_string();
        return Err(SignatureError::Bad { file, why });
    }
    let good = printed.lines().find(|line| line.starts_with("Good "));
    let fingerprint = good.and_then(|line| line.rsplit(' ').next());
    match fingerprint.filter(|text| text.starts_with("SHA256:")) {
        Some(fingerprint) => Ok(format!("ssh:{fingerprint}")),
        None => Err(unchecked("`ssh-keygen` did not say whose it is".to_owned())),
    }
}
