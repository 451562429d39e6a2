//! One connection of a hook: its head is read, the domain and every address of it are
//! looked at, and then bytes go both ways.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use super::address::AddressRule;
use super::head::{LONGEST_HEAD, ProxyRequest, read_head};
use crate::domains::DomainRules;

/// How long a client may take to ask, and a server to be reached.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the proxy lets through.
#[derive(Debug)]
pub(super) struct ProxyRules {
    pub(super) domains: DomainRules,
    pub(super) addresses: AddressRule,
    /// Names with addresses of their own, for tests.
    pub(super) hosts: Vec<(String, SocketAddr)>,
}

/// Serves one connection to its end.
pub(super) async fn serve(mut client: TcpStream, rules: Arc<ProxyRules>) -> io::Result<()> {
    let Some((request, rest)) = timeout(PATIENCE, ask(&mut client)).await?? else {
        return refuse(
            &mut client,
            "400 Bad Request",
            "this is not a request for a proxy",
        )
        .await;
    };
    let mut server = match reach(&request, &rules).await {
        Ok(server) => server,
        Err(why) => {
            let why = format!("{} is not reached from this sandbox: {why}", request.host);
            return refuse(&mut client, "403 Forbidden", &why).await;
        }
    };
    match &request.forward {
        None => {
            client
                .write_all(b"HTTP/1.1 200 Connection established\r\n\r\n")
                .await?
        }
        Some(head) => server.write_all(head).await?,
    }
    server.write_all(&rest).await?;
    copy_bidirectional(&mut client, &mut server).await.map(drop)
}

/// Reads the head, and what came with it.
async fn ask(client: &mut TcpStream) -> io::Result<Option<(ProxyRequest, Vec<u8>)>> {
    let mut read = Vec::with_capacity(1024);
    loop {
        let before = read.len().saturating_sub(3);
        if client.read_buf(&mut read).await? == 0 {
            return Ok(None);
        }
        let end = read[before..]
            .windows(4)
            .position(|window| window == b"\r\n\r\n");
        if let Some(end) = end.map(|at| before + at + 4) {
            let rest = read.split_off(end);
            return Ok(read_head(&read).map(|request| (request, rest)));
        }
        if read.len() > LONGEST_HEAD {
            return Ok(None);
        }
    }
}

/// A connection to the host, if it is one that is allowed and leads to no private place.
/// The name is looked up once: what was looked at is what is reached.
async fn reach(request: &ProxyRequest, rules: &ProxyRules) -> Result<TcpStream, String> {
    let host = rules.domains.admit(&request.host, request.port)?;
    let known = rules.hosts.iter().find(|(name, _)| *name == host);
    let found: Vec<SocketAddr> = match known {
        Some((_, address)) => vec![*address],
        None => {
            let found = timeout(PATIENCE, lookup_host((&*host, request.port))).await;
            let found = found.map_err(|_| "its name took too long to look up".to_owned())?;
            found.map_err(|error| error.to_string())?.collect()
        }
    };
    if found
        .iter()
        .any(|address| !rules.addresses.allows(address.ip()))
    {
        return Err("its name leads to a private address".to_owned());
    }
    let reached = timeout(PATIENCE, TcpStream::connect(&*found)).await;
    let reached = reached.map_err(|_| "it does not answer".to_owned())?;
    reached.map_err(|error| error.to_string())
}

async fn refuse(client: &mut TcpStream, status: &str, why: &str) -> io::Result<()> {
    let length = why.len() + 1;
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\
        Connection: close\r\n\r\n{why}\n"
    );
    client.write_all(answer.as_bytes()).await?;
    client.shutdown().await
}
