//! Commands.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;

use anyhow::bail;
use serde::Deserialize;
use tokio::process::Command;

#[derive(Deserialize)]
pub struct Bash {
    command: String,
}

/// `env` is what hooks have set for the session's commands: by
/// `CLAUDE_ENV_FILE`, on SessionStart, Setup and CwdChanged.
pub async fn bash(
    cwd: &Path,
    env: BTreeMap<String, String>,
    input: Bash,
) -> anyhow::Result<String> {
    let output = Command::new("sh")
        .arg("-c")
        .arg(input.command)
        .current_dir(cwd)
        .envs(env)
        .stdin(Stdio::null())
        // The gate drops a tool that takes too long.
        .kill_on_drop(true)
        .output()
        .await?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let text = format!("{stdout}{stderr}");
    if !output.status.success() {
        bail!("{text}{}", output.status);
    }
    Ok(text.trim_end().to_owned())
}
