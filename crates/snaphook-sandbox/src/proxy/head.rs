//! What a client asks the proxy for: a tunnel (`CONNECT`), or one request of plain HTTP
//! with the whole URL.

/// The longest head of a request.
pub(super) const LONGEST_HEAD: usize = 16 * 1024;

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ProxyRequest {
    pub(super) host: String,
    pub(super) port: u16,
    /// What is sent on in its place; `None` for a tunnel.
    pub(super) forward: Option<Vec<u8>>,
}

/// Reads a head, which ends in an empty line.
pub(super) fn read_head(head: &[u8]) -> Option<ProxyRequest> {
    let head = std::str::from_utf8(head).ok()?;
    let mut lines = head.split("\r\n");
    let mut words = lines.next()?.split(' ');
    let (method, target, version) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() || !matches!(version, "HTTP/1.1" | "HTTP/1.0") {
        return None;
    }
    if method == "CONNECT" {
        let (host, port) = authority(target, None)?;
        return Some(ProxyRequest {
            host,
            port,
            forward: None,
        });
    }
    let rest = target.strip_prefix("http://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (place, path) = rest.split_at(end);
    let (host, port) = authority(place, Some(80))?;
    // One request for one server: the next one on the connection could be for another.
    let slash = if path.starts_with('/') { "" } else { "/" };
    let mut forward =
        format!("{method} {slash}{path} {version}\r\nHost: {place}\r\nConnection: close\r\n");
    for line in lines.take_while(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':')?;
        let name_is_plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic());
        if !name_is_plain || value.contains(['\r', '\n', '\0']) {
            return None;
        }
        let own = [
            "host",
            "connection",
            "proxy-connection",
            "proxy-authorization",
            "keep-alive",
            "upgrade",
        ];
        if !own.contains(&&*name.to_ascii_lowercase()) {
            forward.push_str(line);
            forward.push_str("\r\n");
        }
    }
    forward.push_str("\r\n");
    Some(ProxyRequest {
        host,
        port,
        forward: Some(forward.into_bytes()),
    })
}

/// Takes `host:port` apart. Names with signs that no domain has are none.
fn authority(text: &str, default: Option<u16>) -> Option<(String, u16)> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port.parse().ok()?),
        _ => (text, default?),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._[]:".contains(c);
    (!host.is_empty() && host.chars().all(plain) && port > 0).then(|| (host.to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tunnel_and_a_request_are_read() {
        let tunnel = read_head(b"CONNECT a.example:443 HTTP/1.1\r\nHost: b\r\n\r\n").unwrap();
        assert_eq!(
            (&*tunnel.host, tunnel.port, tunnel.forward),
            ("a.example", 443, None)
        );
        let head = b"GET http://a.example/x?y HTTP/1.1\r\nHost: evil\r\nA: b\r\nProxy-Connection: keep-alive\r\n\r\n";
        let request = read_head(head).unwrap();
        assert_eq!((&*request.host, request.port), ("a.example", 80));
        let forward = "GET /x?y HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\nA: b\r\n\r\n";
        assert_eq!(request.forward.unwrap(), forward.as_bytes());
    }

    #[test]
    fn what_is_neither_is_refused() {
        for head in [
            "GET / HTTP/1.1\r\n\r\n",
            "CONNECT a.example HTTP/1.1\r\n\r\n",
            "CONNECT a.example:0 HTTP/1.1\r\n\r\n",
            "CONNECT a@b.example:1 HTTP/1.1\r\n\r\n",
            "GET http://user@a.example/ HTTP/1.1\r\n\r\n",
            "GET https://a.example/ HTTP/1.1\r\n\r\n",
            "GET http://a.example/ HTTP/2\r\n\r\n",
            "GET  http://a.example/ HTTP/1.1\r\n\r\n",
            "GET http://a.example/ HTTP/1.1\r\nno colon\r\n\r\n",
        ] {
            assert_eq!(read_head(head.as_bytes()), None, "{head}");
        }
    }
}
