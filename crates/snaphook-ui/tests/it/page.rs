//! A page with a log of its own, and a host that answers what it was asked.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use snaphook_approvals::Approvers;
use snaphook_listen::BearerToken;
use snaphook_log::LogReader;
use snaphook_ui::{HostError, PageHost, PageListener, PageOptions, SettingsProposal};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Answers with what it was asked.
struct EchoHost(Approvers);

impl PageHost for EchoHost {
    fn version(&self) -> String {
        "1.2.3".to_owned()
    }

    fn approvers(&self) -> Approvers {
        self.0.clone()
    }

    fn explain(&self, event: i64) -> Result<Value, HostError> {
        Ok(json!({"explained": event}))
    }

    fn fire_again(&self, event: i64, input: Option<&str>) -> Result<Value, HostError> {
        Ok(json!({"fired": event, "input": input}))
    }

    fn save_test(&self, _: i64, name: &str) -> Result<Value, HostError> {
        Err(HostError::new(format!("no {name}"), Some("try".to_owned())))
    }

    fn backtest(&self, proposal: &SettingsProposal) -> Result<Value, HostError> {
        Ok(json!({"name": proposal.name, "text": proposal.text}))
    }

    fn settings_health(&self) -> Result<Value, HostError> {
        Ok(json!({}))
    }

    fn agents_health(&self) -> Result<Value, HostError> {
        Ok(json!({}))
    }
}

/// A page that is served until it is dropped.
pub(crate) struct Page {
    pub(crate) address: SocketAddr,
    pub(crate) log: PathBuf,
    pub(crate) client: Client,
    closing: CancellationToken,
    folder: TempDir,
}

impl Page {
    pub(crate) async fn new() -> Self {
        Self::with(Approvers::usual()).await
    }

    pub(crate) async fn with(approvers: Approvers) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log.db");
        let token = BearerToken::new(TOKEN).unwrap();
        let listener = PageListener::listen(
            "127.0.0.1:0".parse().unwrap(),
            PageOptions::new(token, &log),
        )
        .await
        .unwrap();
        let address = listener.address();
        let closing = CancellationToken::new();
        tokio::spawn(listener.serve(Arc::new(EchoHost(approvers)), closing.clone()));
        Self {
            address,
            log,
            client: Client::new(),
            closing,
            folder,
        }
    }

    /// Writes records into a log that is not there yet.
    pub(crate) fn import(&self, records: &[Value]) {
        let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
        let file = self.folder.path().join("records.jsonl");
        std::fs::write(&file, lines).unwrap();
        LogReader::import_into(&file, &self.log).unwrap();
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        let request = self.client.get(format!("http://{}{path}", self.address));
        request.bearer_auth(TOKEN)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        let request = self.client.post(format!("http://{}{path}", self.address));
        request.bearer_auth(TOKEN).json(body)
    }

    /// Reads JSON that must be there.
    pub(crate) async fn read(&self, path: &str) -> Value {
        json_of(self.get(path).send().await.unwrap()).await
    }
}

pub(crate) async fn json_of(response: Response) -> Value {
    assert_eq!(response.status(), StatusCode::OK);
    response.json().await.unwrap()
}

impl Drop for Page {
    fn drop(&mut self) {
        self.closing.cancel();
    }
}

/// A record of the log.
pub(crate) fn record(number: i64, tool: &str, command: &str) -> Value {
    json!({
        "time": 1_700_000_000_000_i64 + number * 1000,
        "source": "fire", "session": format!("s{}", number % 3), "event": "PreToolUse",
        "tool": tool, "project": format!("/srv/p{}", number % 2), "dialect": "claude",
        "decision": if number % 5 == 0 { "blocked" } else { "none" }, "durationUs": 1500,
        "input": {"hook_event_name": "PreToolUse", "session_id": format!("s{}", number % 3),
            "tool_name": tool, "tool_input": {"command": command}},
        "outcome": {"event": "PreToolUse", "blocked": number % 5 == 0, "continue": true,
            "hooks": [{"id": "guard-1", "name": "guard", "type": "command", "scope": "user",
                "status": "success", "durationMs": 1.5}]},
    })
}
