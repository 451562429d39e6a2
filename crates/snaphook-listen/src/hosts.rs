//! The names under which a listener may be addressed.
//!
//! A web page of somebody else can let its own name resolve to a loopback address (DNS
//! rebinding); its requests then carry that name as their `Host`.

use std::net::{IpAddr, SocketAddr};

/// The names and addresses of one listener.
#[derive(Debug, Clone)]
pub struct HostNames {
    address: SocketAddr,
    /// Names besides the address.
    names: Vec<String>,
}

impl HostNames {
    /// The names of a listener at this address.
    #[must_use]
    pub fn new(address: SocketAddr, names: &[String]) -> Self {
        Self {
            address,
            names: names.iter().map(|name| name.to_ascii_lowercase()).collect(),
        }
    }

    /// Whether a `Host` means this listener: its address, or one of its names.
    #[must_use]
    pub fn includes(&self, host: &str) -> bool {
        let (name, port) = split(host);
        let name = name.to_ascii_lowercase();
        // Behind a proxy the port differs.
        if self.names.contains(&name) {
            return true;
        }
        if port != Some(self.address.port()) {
            return false;
        }
        let own = self.address.ip();
        match name.parse::<IpAddr>() {
            Ok(address) if own.is_unspecified() => !address.is_unspecified(),
            Ok(address) => address == own || (address.is_loopback() && own.is_loopback()),
            Err(_) => name == "localhost" && (own.is_loopback() || own.is_unspecified()),
        }
    }
}

/// Splits a host into name and port, by default that of HTTP.
fn split(host: &str) -> (&str, Option<u16>) {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((name, rest)) => (name, rest.strip_prefix(':')),
            None => return (host, None),
        },
        None => match host.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (host, None),
        },
    };
    match port {
        None => (name, Some(80)),
        Some(port) => (name, port.parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(address: &str, names: &[&str]) -> HostNames {
        let names: Vec<_> = names.iter().map(ToString::to_string).collect();
        HostNames::new(address.parse().unwrap(), &names)
    }

    #[test]
    fn only_names_of_the_server_are_its_host() {
        let local = hosts("127.0.0.1:7878", &["Agents.example"]);
        for (host, own) in [
            ("127.0.0.1:7878", true),
            ("localhost:7878", true),
            ("LOCALHOST:7878", true),
            ("[::1]:7878", true),
            ("agents.example", true),
            ("agents.example:443", true),
            ("127.0.0.1", false),
            ("127.0.0.1:7879", false),
            ("evil.example:7878", false),
            ("localhost.evil.example:7878", false),
            ("192.168.0.5:7878", false),
            ("0.0.0.0:7878", false),
            ("127.0.0.1:7878:7878", false),
            ("127.0.0.1:", false),
            ("[::1", false),
            ("", false),
        ] {
            assert_eq!(local.includes(host), own, "{host}");
        }
        let anywhere = hosts("0.0.0.0:80", &[]);
        for (host, own) in [
            ("192.168.0.5", true),
            ("localhost", true),
            ("evil.example", false),
            ("0.0.0.0", false),
        ] {
            assert_eq!(anywhere.includes(host), own, "{host}");
        }
    }
}
