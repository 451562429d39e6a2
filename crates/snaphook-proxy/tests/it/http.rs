//! A server behind streamable HTTP.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::json;
use snaphook_proxy::{HttpServer, UpstreamServer};
use snaphook_testkit::fake::fake_mcp;

use crate::common::{Client, engine, is_error, text};

pub(crate) struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn start() -> (Server, String) {
    let mut child = Command::new(fake_mcp())
        .arg("http=0")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut port = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut port)
        .unwrap();
    let url = format!("http://127.0.0.1:{}/mcp", port.trim());
    (Server(child), url)
}

#[tokio::test]
async fn calls_pass_rules_and_results_come_back() {
    let (_server, url) = start();
    let settings = json!({"permissions": {"allow": ["mcp__fake"], "deny": ["mcp__fake__env"]}});
    let server = UpstreamServer::Http(HttpServer::new(url, Vec::new()));
    let mut client = Client::before_server(server, engine(settings).build().unwrap(), false);
    client.greet().await;
    assert_eq!(
        text(&client.call("echo", json!({"text": "hello"})).await),
        "hello"
    );
    assert!(is_error(&client.call("env", json!({"name": "HOME"})).await));
    client
        .send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}))
        .await;
    assert!(!client.next().await.to_string().contains("\"env\""));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_an_error_of_each_request() {
    let server = UpstreamServer::Http(HttpServer::new(
        "http://127.0.0.1:1/mcp?key=SECRET",
        Vec::new(),
    ));
    let built = crate::common::allowing().build().unwrap();
    let mut client = Client::before_server(server, built, false);
    client
        .send(&json!({"id": 1, "method": "initialize", "params": {}}))
        .await;
    let error = client.next().await;
    let message = error["error"]["message"].as_str().unwrap();
    assert!(
        message.contains("cannot be reached") && !message.contains("SECRET"),
        "{error}"
    );
    let call = client.call("echo", json!({})).await;
    assert!(call["error"]["message"].is_string(), "{call}");
}
