//! An MCP server for tests that does as it is told. Options are done in order.
//!
//! | option | does |
//! |---|---|
//! | `pid=FILE` | adds its process id to a file, on a line |
//! | `wait=FILE` | waits until the file exists before it says anything |
//! | `warn=TEXT` | writes a line to stderr |
//! | `exit=CODE` | exits at once |
//! | `hold` | leaves a process behind that holds its pipes open |
//! | `http=PORT` | serves streamable HTTP, on that port or any, and prints it |
//!
//! | tool | does |
//! |---|---|
//! | `echo` | gives its `text`, or all of its input as JSON |
//! | `parts` | gives every item of `texts` as a content of its own |
//! | `structured` | gives its input as structured content, without any text |
//! | `fail` | gives its `text`, as an error |
//! | `big` | gives `size` bytes |
//! | `env`, `cwd` | gives the variable `name`, its working directory |
//! | `crash` | exits the process with code 7 |
//! | `hang` | creates the file `started`; never answers; creates the file `cancelled` when the call is |

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde_json::{Map, Value};
use tokio::net::TcpListener;

type ServerError = Box<dyn std::error::Error>;

const TOOLS: &[&str] = &[
    "echo",
    "parts",
    "structured",
    "fail",
    "big",
    "env",
    "cwd",
    "crash",
    "hang",
];

#[derive(Clone)]
struct FakeServer;

impl ServerHandler for FakeServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = Map::from_iter([("type".to_owned(), "object".into())]);
        let tools = TOOLS
            .iter()
            .map(|name| Tool::new(*name, "", schema.clone()));
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let input = Value::Object(call.arguments.unwrap_or_default());
        let text = |key: &str| input[key].as_str().unwrap_or_default().to_owned();
        let said = |text: String| CallToolResult::success(vec![ContentBlock::text(text)]);
        let result = match call.name.as_ref() {
            "echo" if input["text"].is_string() => said(text("text")),
            "echo" => said(input.to_string()),
            "parts" => {
                let texts = input["texts"].as_array().into_iter().flatten();
                let texts = texts.filter_map(Value::as_str).map(ContentBlock::text);
                CallToolResult::success(texts.collect())
            }
            "structured" => {
                let mut result = CallToolResult::success(Vec::new());
                result.structured_content = Some(input);
                result
            }
            "fail" => CallToolResult::error(vec![ContentBlock::text(text("text"))]),
            "big" => {
                let size = input["size"].as_u64().unwrap_or_default();
                said("x".repeat(usize::try_from(size).unwrap_or_default()))
            }
            "env" => said(std::env::var(text("name")).unwrap_or_default()),
            "cwd" => {
                let cwd = std::env::current_dir().unwrap_or_default();
                said(cwd.display().to_string())
            }
            "crash" => std::process::exit(7),
            "hang" => {
                create(&text("started"));
                context.ct.cancelled().await;
                create(&text("cancelled"));
                std::future::pending().await
            }
            _ => return Err(ErrorData::invalid_params("tool not found", None)),
        };
        Ok(result.into())
    }
}

fn create(file: &str) {
    // A test that does not want to know names none.
    if !file.is_empty() {
        let _ = std::fs::write(file, "");
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServerError> {
    let mut listener = None;
    for option in std::env::args().skip(1) {
        match option.split_once('=').unwrap_or((&option, "")) {
            ("pid", file) => {
                let mut file = std::fs::File::options()
                    .create(true)
                    .append(true)
                    .open(file)?;
                writeln!(file, "{}", std::process::id())?;
            }
            ("wait", file) => {
                while !std::path::Path::new(file).exists() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
            ("warn", text) => writeln!(std::io::stderr(), "{text}")?,
            ("exit", code) => std::process::exit(code.parse()?),
            ("hold", _) => {
                Command::new("sleep")
                    .arg("600")
                    .stdin(Stdio::null())
                    .spawn()?;
            }
            ("http", port) => {
                let port = port.parse().unwrap_or_default();
                let bound = TcpListener::bind(("127.0.0.1", port)).await?;
                writeln!(std::io::stdout(), "{}", bound.local_addr()?.port())?;
                listener = Some(bound);
            }
            (other, _) => return Err(format!("unknown option `{other}`").into()),
        }
    }
    match listener {
        Some(listener) => http(listener).await,
        None => stdio().await,
    }
}

async fn stdio() -> Result<(), ServerError> {
    let service = FakeServer.serve(rmcp::transport::stdio()).await?;
    service.waiting().await?;
    Ok(())
}

async fn http(listener: TcpListener) -> Result<(), ServerError> {
    let service: StreamableHttpService<FakeServer, LocalSessionManager> =
        StreamableHttpService::new(|| Ok(FakeServer), Default::default(), Default::default());
    let router = axum::Router::new().nest_service("/mcp", service);
    axum::serve(listener, router).await?;
    Ok(())
}
