//! Starts the page beside whatever else the command does, and ends it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use snaphook_settings::AuditLogSettings;
use snaphook_ui::{PageListener, PageOptions};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::args::UiArgs;
use super::host::CommandHost;
use crate::audit::{LogPlace, place};
use crate::error::CommandError;
use crate::http_token;
use crate::log::audit_settings;

/// A page that is being served.
pub(crate) struct ServedPage {
    address: String,
    closing: CancellationToken,
    serving: JoinHandle<()>,
}

impl ServedPage {
    /// Listens, prints the address with its key, and serves the page; `more` is said, too.
    pub(crate) async fn start(args: &UiArgs, more: Option<&str>) -> Result<Self, CommandError> {
        let settings = audit_settings();
        let token = http_token::token(args.token_file.as_deref())?;
        let mut options = PageOptions::new(token.token, log_file(&settings)?);
        let fields = settings.redact_fields.iter();
        options.redact_fields = fields.map(|field| field.value.clone()).collect();
        options.remote = args.allow_remote;
        options.hosts.clone_from(&args.allow_host);
        let ip = match args.allow_remote {
            true => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            false => IpAddr::V4(Ipv4Addr::LOCALHOST),
        };
        let listener = PageListener::listen(SocketAddr::new(ip, args.port), options)
            .await
            .map_err(|error| {
                CommandError::new(error.to_string()).help("choose another port, or 0 for any")
            })?;
        let port = listener.address().port();
        let address = format!("http://127.0.0.1:{port}/#key={}", token.text);
        if settings.enabled.as_ref().is_some_and(|flag| !flag.value) {
            crate::tell!(
                "warning: the settings switch the audit log off, so the page shows no new events"
            );
        }
        crate::say!("{address}");
        if args.allow_remote {
            crate::tell!(
                "warning: other machines reach this page without encryption; use it only in networks that you trust"
            );
        }
        if let Some(more) = more {
            crate::tell!("{more}");
        }
        let closing = CancellationToken::new();
        let host = Arc::new(CommandHost::new()?);
        let serving = tokio::spawn(listener.serve(host, closing.clone()));
        Ok(Self {
            address,
            closing,
            serving,
        })
    }

    /// The address with its key.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Ends the page; agents no longer wait for it.
    pub(crate) async fn end(self) {
        self.closing.cancel();
        let _ = self.serving.await;
    }
}

fn log_file(settings: &AuditLogSettings) -> Result<PathBuf, CommandError> {
    match place(settings) {
        LogPlace::At(file) => Ok(file),
        LogPlace::Nowhere => Err(CommandError::new(
            "no folder for the log: neither HOME nor XDG_STATE_HOME is set",
        )
        .help("set one of them")),
    }
}
