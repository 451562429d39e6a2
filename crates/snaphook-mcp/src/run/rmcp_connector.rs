//! The one file that knows `rmcp`, the official MCP crate: a new major of it
//! is a change here and nowhere else.

use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, CancelledNotificationParam,
    ClientCapabilities, ClientConfig, ClientRequest, ContentBlock, ErrorCode, ErrorData,
    Implementation, RequestId, ServerResult,
};
use rmcp::service::{ClientInitializeError, Peer, PeerRequestOptions, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::common::client_side_sse::ExponentialBackoff;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{RoleClient, ServiceError, ServiceExt};
use serde_json::{Map, Value};
use snaphook_exec::process::{OUTPUT_LIMIT, ServiceSpec};
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;

use super::bounded::BoundedReader;
use super::connection::{
    CallError, ConnectError, Connection, Connector, McpFuture, McpToolResult, Server,
};
use super::definition::ServerDefinition;
use super::http_client::{HiddenUrl, client};
use super::server_process::{AFTER_END, ServerProcess};

/// Any text that is not too long fits in, however JSON writes it (`\u0001` is
/// one byte in six).
const MESSAGE_LIMIT: usize = 6 * OUTPUT_LIMIT + 1024 * 1024;

/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

type Client = RunningService<RoleClient, ClientConfig>;

/// Connects to the servers that settings define.
#[derive(Debug)]
pub(crate) struct RmcpConnector;

impl Connector for RmcpConnector {
    fn connect<'a>(
        &'a self,
        server: Server<'a>,
    ) -> McpFuture<'a, Result<Arc<dyn Connection>, ConnectError>> {
        Box::pin(async move {
            let written = server.definition.ok_or(ConnectError::NoSuchServer)?;
            let definition = ServerDefinition::read(written, server.surroundings);
            let connected =
                match definition.map_err(|error| ConnectError::Unusable(error.to_string()))? {
                    ServerDefinition::Stdio {
                        command,
                        args,
                        env,
                        cwd,
                    } => {
                        let spec = ServiceSpec {
                            program: command,
                            args,
                            env,
                            cwd,
                        };
                        stdio(spec, server.tasks).await?
                    }
                    ServerDefinition::Http { url, headers } => {
                        let hidden = HiddenUrl::new(&url, written);
                        http(&url, &headers, hidden).await?
                    }
                };
            Ok(Arc::new(connected) as Arc<dyn Connection>)
        })
    }
}

async fn stdio(spec: ServiceSpec, tasks: &TaskTracker) -> Result<RmcpConnection, ConnectError> {
    let program = spec.program.clone();
    let (process, stdout, stdin) = ServerProcess::start(spec, tasks)
        .map_err(|error| ConnectError::Failed(format!("failed to start `{program}`: {error}")))?;
    let (stdout, overrun) = BoundedReader::new(stdout, MESSAGE_LIMIT);
    let transport = AsyncRwTransport::new_client(stdout, stdin).with_max_line_length(usize::MAX);
    let greeted = tokio::select! {
        biased;
        greeted = introduction().serve(transport) => greeted,
        () = process.wait_for_end() => Err(ClientInitializeError::Cancelled),
    };
    let why = match greeted {
        Ok(client) => {
            return Ok(RmcpConnection::new(
                client,
                OpenTransport::Stdio { process, overrun },
            ));
        }
        Err(ClientInitializeError::JsonRpcError(error)) => error.message.into_owned(),
        Err(ClientInitializeError::NoCompatibleProtocolVersion { .. }) => {
            "it supports no known version of MCP".to_owned()
        }
        // Whatever else it looks like from here, the process knows more.
        Err(_) => process.describe_end().await,
    };
    Err(ConnectError::Failed(format!("it did not start: {why}")))
}

async fn http(
    url: &str,
    headers: &[(String, String)],
    hidden: HiddenUrl,
) -> Result<RmcpConnection, ConnectError> {
    let client = client().map_err(|error| ConnectError::Failed(chain(&error)))?;
    let mut config = StreamableHttpClientTransportConfig::with_uri(url);
    config.custom_headers = read_headers(headers).map_err(ConnectError::Unusable)?;
    config.max_sse_event_size = MESSAGE_LIMIT;
    // A stream that broke is taken up again once: then the server is gone.
    let mut again = ExponentialBackoff::default();
    again.max_times = Some(1);
    again.base_duration = Duration::from_millis(50);
    config.retry_config = Arc::new(again);
    let transport = StreamableHttpClientTransport::with_client(client, config);
    match introduction().serve(transport).await {
        Ok(client) => Ok(RmcpConnection::new(client, OpenTransport::Http { hidden })),
        Err(error) => Err(ConnectError::Failed(hidden.hide(&describe_refusal(&error)))),
    }
}

fn introduction() -> ClientConfig {
    let name = Implementation::new("snaphook", env!("CARGO_PKG_VERSION"));
    ClientConfig::new(ClientCapabilities::default(), name)
}

fn read_headers(written: &[(String, String)]) -> Result<HashMap<HeaderName, HeaderValue>, String> {
    let read = written.iter().map(|(name, value)| {
        let header = HeaderName::try_from(name.as_str());
        let header = header.map_err(|_| format!("invalid header name `{name}`"))?;
        // Not the value itself: it is often a key.
        let value = HeaderValue::try_from(value.as_str());
        let mut value = value.map_err(|_| format!("invalid value of its header `{name}`"))?;
        value.set_sensitive(true);
        Ok((header, value))
    });
    read.collect()
}

fn describe_refusal(error: &ClientInitializeError) -> String {
    match error {
        ClientInitializeError::TransportError { error, .. } => chain(&*error.error),
        other => chain(other),
    }
}

/// An error and what is behind it, on one line.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut behind = error.source();
    while let Some(error) = behind {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        behind = error.source();
    }
    text
}

/// An open connection to a server.
struct RmcpConnection {
    peer: Peer<RoleClient>,
    client: Mutex<Option<Client>>,
    way: OpenTransport,
}

/// The open transport to a server.
enum OpenTransport {
    Stdio {
        process: ServerProcess,
        overrun: Arc<AtomicBool>,
    },
    Http {
        hidden: HiddenUrl,
    },
}

impl RmcpConnection {
    fn new(client: Client, way: OpenTransport) -> Self {
        Self {
            peer: client.peer().clone(),
            client: Mutex::new(Some(client)),
            way,
        }
    }

    async fn request(&self, request: ClientRequest) -> Result<ServerResult, ServiceError> {
        let options = PeerRequestOptions::no_options();
        let handle = self.peer.send_cancellable_request(request, options).await?;
        let mut given_up = CancelOnDrop {
            peer: &self.peer,
            request: Some(handle.id.clone()),
        };
        let response = handle.await_response().await;
        given_up.request = None;
        response
    }

    /// A request, unless the process ends: its pipes may stay open in the hands
    /// of another.
    async fn request_to_the_living(
        &self,
        request: ClientRequest,
    ) -> Result<ServerResult, ServiceError> {
        let mut response = std::pin::pin!(self.request(request));
        let OpenTransport::Stdio { process, .. } = &self.way else {
            return response.await;
        };
        tokio::select! {
            biased;
            response = &mut response => return response,
            () = process.wait_for_end() => {}
        }
        let late = tokio::time::timeout(AFTER_END, response).await;
        late.unwrap_or(Err(ServiceError::TransportClosed))
    }

    async fn call(
        &self,
        tool: &str,
        input: Map<String, Value>,
    ) -> Result<McpToolResult, CallError> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(input);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        match self.request_to_the_living(request).await {
            Ok(ServerResult::CallToolResult(result)) => Ok(read_result(result)),
            Ok(_) => Err(CallError::Failed(
                "its answer is not a tool result".to_owned(),
            )),
            Err(ServiceError::McpError(error)) => Err(self.refusal(tool, error).await),
            Err(ServiceError::TransportClosed) => Err(CallError::Closed(self.loss(None).await)),
            Err(ServiceError::TransportSend(error)) => {
                let why = chain(&*error.error);
                Err(CallError::Closed(self.loss(Some(why)).await))
            }
            Err(other) => Err(CallError::Failed(chain(&other))),
        }
    }

    /// Why the server refused: most often there is no such tool.
    async fn refusal(&self, tool: &str, error: ErrorData) -> CallError {
        if matches!(
            error.code,
            ErrorCode::INVALID_PARAMS | ErrorCode::METHOD_NOT_FOUND
        ) && let Ok(page) = self.peer.list_tools(None).await
            && page.next_cursor.is_none()
            && page.tools.iter().all(|known| known.name != tool)
        {
            let known = page.tools.iter().map(|known| known.name.to_string());
            return CallError::NoSuchTool {
                known: known.collect(),
            };
        }
        CallError::Failed(format!("{} ({})", error.message, error.code.0))
    }

    async fn loss(&self, why: Option<String>) -> String {
        match &self.way {
            OpenTransport::Stdio { overrun, .. } if overrun.load(Ordering::Relaxed) => {
                format!("it wrote a message of more than {MESSAGE_LIMIT} bytes")
            }
            OpenTransport::Stdio { process, .. } => process.describe_end().await,
            OpenTransport::Http { hidden } => {
                hidden.hide(&why.unwrap_or_else(|| "it closed the connection".to_owned()))
            }
        }
    }
}

impl Connection for RmcpConnection {
    fn call_tool<'a>(
        &'a self,
        tool: &'a str,
        input: Map<String, Value>,
    ) -> McpFuture<'a, Result<McpToolResult, CallError>> {
        Box::pin(self.call(tool, input))
    }

    fn is_open(&self) -> bool {
        let process = match &self.way {
            OpenTransport::Stdio { process, .. } => process.is_running(),
            OpenTransport::Http { .. } => true,
        };
        process && !self.peer.is_transport_closed()
    }

    fn close(&self) -> McpFuture<'_, ()> {
        Box::pin(async {
            let client = self
                .client
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            if let Some(mut client) = client {
                let _ = client.close_with_timeout(GOODBYE).await;
            }
            if let OpenTransport::Stdio { process, .. } = &self.way {
                process.end().await;
            }
        })
    }
}

fn read_result(result: CallToolResult) -> McpToolResult {
    let texts = result
        .content
        .into_iter()
        .filter_map(|content| match content {
            ContentBlock::Text(text) => Some(text.text),
            _ => None,
        });
    McpToolResult {
        texts: texts.collect(),
        structured: result.structured_content,
        is_error: result.is_error.unwrap_or_default(),
    }
}

/// Cancels the request at the server if the caller stops waiting for the answer.
struct CancelOnDrop<'a> {
    peer: &'a Peer<RoleClient>,
    request: Option<RequestId>,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if let (Some(request), Ok(runtime)) = (self.request.take(), Handle::try_current()) {
            let peer = self.peer.clone();
            let reason = Some("the caller no longer waits for the answer".to_owned());
            let params = CancelledNotificationParam::new(Some(request), reason);
            runtime.spawn(async move { peer.notify_cancelled(params).await });
        }
    }
}
