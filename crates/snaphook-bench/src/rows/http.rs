//! Hooks over HTTP, beside the bare client on the same server.

use std::time::Instant;

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::row;
use crate::measure::{Contender, Timings};
use crate::options::BenchOptions;
use crate::report::{BenchReport, SpeedTarget};
use crate::world;

/// Answers every request on a connection with an empty object.
async fn serve(stream: TcpStream) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    let answer =
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(bytes) = line.strip_prefix("content-length:") {
                length = bytes.trim().parse().unwrap_or_default();
            }
        }
        stream.read_exact(&mut vec![0; length]).await?;
        stream.write_all(answer).await?;
    }
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    if let Err(error) = try_measure(options, report) {
        // A machine without a network of its own has no row.
        report.left_out.push(format!("hooks over HTTP: {error}"));
    }
}

fn try_measure(
    options: &BenchOptions,
    report: &mut BenchReport,
) -> Result<(), Box<dyn std::error::Error>> {
    let runtime = world::runtime();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let url = format!("http://{}/", listener.local_addr()?);
    runtime.spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    let hook = json!({"type": "http", "url": url});
    let settings =
        json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}, "httpHookPrivateNetworks": true});
    let engine = world::engine(&settings.to_string());
    let session = engine.session("bench");
    let input = world::call(1024);
    let outcome = runtime.block_on(session.execute(input.clone()));
    if let Some(error) = outcome.hooks.iter().find_map(|entry| entry.error.clone()) {
        return Err(error.into());
    }
    let client = reqwest::Client::builder().no_proxy().build()?;
    let line = input.fields().to_line();
    let bare: Contender<'_> = Box::new(|times| {
        runtime.block_on(async {
            let start = Instant::now();
            for _ in 0..times {
                let request = client.post(&url).header("content-type", "application/json");
                if let Ok(answer) = request.body(line.clone()).send().await {
                    drop(answer.bytes().await);
                }
            }
            start.elapsed()
        })
    });
    let hook: Contender<'_> =
        Box::new(|times| runtime.block_on(world::executed(&session, &input, times)));
    let times = Timings::of_small(options.rounds(600), &mut [bare, hook]);
    let name = "http hook, keep-alive, loopback";
    report
        .rows
        .push(row(name, "bare reqwest client", &times).target(SpeedTarget::AtMost(1.3)));
    Ok(())
}
