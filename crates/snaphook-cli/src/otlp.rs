//! `--otlp`: the spans of one command, sent to a collector before it ends.

use std::process::ExitCode;
use std::time::Duration;

use crate::error::CommandError;
use crate::fire::FirePlan;

/// How long the command waits for a collector once the hooks are done.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the collector knows these spans by.
const SERVICE: &str = "snaphook";

/// Fires with spans. What becomes of them changes nothing: a guard must not
/// open because a collector is down.
pub(crate) async fn fire(begun: FirePlan) -> Result<ExitCode, CommandError> {
    let Some(url) = &begun.otlp else {
        return crate::fire::fire(begun).await;
    };
    let exporter = snaphook_otel::install(url, SERVICE);
    let fired = crate::fire::fire(begun).await;
    let sent = match exporter {
        Ok(exporter) => exporter.shutdown(PATIENCE).await,
        Err(error) => Err(error),
    };
    if let Err(error) = sent {
        crate::tell!("warning: --otlp: {error}");
    }
    fired
}
