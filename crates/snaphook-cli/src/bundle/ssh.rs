//! Signs by `ssh-keygen -Y sign`, so that the private key may have a passphrase or be one
//! of an SSH agent.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use snaphook_bundle::{BundleError, BundleSignature, BundleSigner, SshPayload};

/// A key of OpenSSH.
pub(super) struct SshSigner {
    key: PathBuf,
}

impl SshSigner {
    pub(super) fn new(key: PathBuf) -> Self {
        Self { key }
    }
}

impl BundleSigner for SshSigner {
    fn sign(&self, payload: SshPayload) -> Result<BundleSignature, BundleError> {
        let failed = |error: std::io::Error| {
            BundleError::Key(match error.kind() {
                ErrorKind::NotFound => {
                    "ssh-keygen is not installed; install OpenSSH, or sign with --key".to_owned()
                }
                _ => format!("failed to run ssh-keygen: {error}"),
            })
        };
        let mut child = Command::new("ssh-keygen")
            .args(["-Y", "sign", "-n", SshPayload::NAMESPACE, "-f"])
            .arg(&self.key)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        if let Some(mut stdin) = child.stdin.take() {
            // If it ended already, its status says so.
            let _ = stdin.write_all(&payload.0);
        }
        let output = child.wait_with_output().map_err(failed)?;
        if !output.status.success() {
            let message = format!("ssh-keygen could not sign with {}", self.key.display());
            return Err(BundleError::Key(message));
        }
        let signature = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(BundleSignature::Ssh(signature))
    }

    fn key_id(&self) -> Option<&str> {
        None
    }
}
