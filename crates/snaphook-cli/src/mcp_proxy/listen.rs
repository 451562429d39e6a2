//! Listens for clients that speak streamable HTTP, and says where.

use std::net::SocketAddr;
use std::time::Duration;

use snaphook_listen::{ListenError, ListenOptions};
use snaphook_proxy::{ProxyListenOptions, ProxyListener};

use super::args::McpProxyArgs;
use crate::error::CommandError;
use crate::http_token;

/// Listens at the address, and prints what clients need.
pub(super) async fn listener(
    address: SocketAddr,
    args: &McpProxyArgs,
) -> Result<ProxyListener, CommandError> {
    let token = match args.no_token {
        true => None,
        false => Some(http_token::token(args.token_file.as_deref())?),
    };
    let (token, new) = token.map_or((None, None), |one| {
        (Some(one.token), one.is_new.then_some(one.text))
    });
    let mut access = ListenOptions::new(token);
    access.remote = args.allow_remote;
    access.hosts.clone_from(&args.allow_host);
    let mut options = ProxyListenOptions::new(access);
    options.idle = Duration::from_secs(args.idle.max(1));
    let listener = ProxyListener::listen(address, options).await;
    let listener = listener.map_err(|error| {
        let help = match &error {
            ListenError::NotLoopback(_) => {
                "pass --allow-remote to permit it, or use a loopback address"
            }
            _ => "choose another address with --listen; port 0 takes any free port",
        };
        CommandError::new(error.to_string()).help(help)
    })?;
    crate::tell!("listening at http://{}/mcp", listener.address());
    if let Some(new) = new {
        crate::tell!("clients send the header `Authorization: Bearer {new}`");
    }
    if args.no_token {
        crate::tell!("warning: without a token every program of this machine may call the tools");
    }
    Ok(listener)
}
