//! Where hooks may go, by address and by name, and where they may not be sent
//! on to.

use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use snaphook_http::{LookupFuture, Resolver};

use crate::common::{Bench, Names, hook};
use crate::server::{Server, answer, closed_port};

#[tokio::test]
async fn addresses_that_nobody_may_reach_are_refused_in_every_spelling() {
    for (host, expected) in [
        (
            "169.254.169.254",
            "169.254.169.254 is a cloud's metadata service",
        ),
        (
            "0xa9fea9fe",
            "169.254.169.254 is a cloud's metadata service",
        ),
        (
            "2852039166",
            "169.254.169.254 is a cloud's metadata service",
        ),
        (
            "0251.0376.0251.0376",
            "169.254.169.254 is a cloud's metadata service",
        ),
        ("[::ffff:169.254.169.254]", "is a cloud's metadata service"),
        ("[::169.254.169.254]", "is a cloud's metadata service"),
        ("[fd00:ec2::254]", "is a cloud's metadata service"),
        ("169.254.43518", "is a cloud's metadata service"),
        ("169.16689662", "is a cloud's metadata service"),
        ("0xa9.0xfe.0xa9.0xfe", "is a cloud's metadata service"),
        ("0xA9.254.0251.254", "is a cloud's metadata service"),
        ("025177524776", "is a cloud's metadata service"),
        ("169.254.169.254.", "is a cloud's metadata service"),
        ("%31%36%39.254.169.254", "is a cloud's metadata service"),
        ("１６９.254.169.254", "is a cloud's metadata service"),
        ("169。254。169。254", "is a cloud's metadata service"),
        (
            "[2001:0:4136:e378:8000:63bf:5601:5601]",
            "is a cloud's metadata service",
        ),
        ("[2002:a9fe:a9fe::1]", "is a cloud's metadata service"),
        ("[64:ff9b::a9fe:a9fe]", "is a cloud's metadata service"),
        ("[64:ff9b:1::a9fe:a9fe]", "is a cloud's metadata service"),
        (
            "[64:ff9b:1:a9fe:a9:fe00::]",
            "is a cloud's metadata service",
        ),
        (
            "[2606:4700::5efe:169.254.169.254]",
            "is a cloud's metadata service",
        ),
        ("100.100.100.200", "is a cloud's metadata service"),
        ("169.254.1.1", "is a link-local address"),
        ("[fe80::1]", "is a link-local address"),
        ("0.0.0.0", "is an unspecified address"),
        ("0", "0.0.0.0 is an unspecified address"),
        ("[::]", ":: is an unspecified address"),
        ("[::ffff:0.0.0.0]", "is an unspecified address"),
        ("224.0.0.1", "is a multicast address"),
        ("[ff02::1]", "is a multicast address"),
        ("255.255.255.255", "is a broadcast address"),
    ] {
        let url = format!("http://{host}:{}/x", closed_port());
        let error = Bench::default().failure(&hook(url, json!({}))).await;
        assert!(error.contains(expected), "{host}: {error}");
        assert!(error.ends_with("which hooks may never reach"), "{error}");
    }
}

#[tokio::test]
async fn private_networks_are_refused_where_the_settings_say_so() {
    let bench = Bench::settings(json!({"httpHookPrivateNetworks": false}));
    for host in [
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "[fd12::1]",
    ] {
        let error = bench
            .failure(&hook(format!("http://{host}/"), json!({})))
            .await;
        let end = "an address of a private network, and `httpHookPrivateNetworks` is false";
        assert!(error.ends_with(end), "{error}");
    }
    // Loopback is not private.
    let server = Server::answering(answer("200 OK", "")).await;
    let entry = bench.run(&hook(server.url(), json!({}))).await;
    assert_eq!(entry.error, None);
}

#[tokio::test]
async fn a_name_is_judged_by_the_addresses_it_leads_to() {
    let server = Server::answering(answer("200 OK", "")).await;
    let port = server.address.port();
    let names = || {
        Names::new([
            ("metadata.google.internal", &["169.254.169.254"]),
            ("mapped.test", &["::ffff:169.254.169.254", "fe80::1"]),
            ("private.test", &["10.0.0.1"]),
            ("mixed.test", &["169.254.169.254", "10.0.0.1", "127.0.0.1"]),
            ("empty.test", &[]),
        ])
    };
    let strict = Bench {
        settings: json!({"httpHookPrivateNetworks": false}),
        ..Bench::names(names())
    };
    for (host, expected) in [
        (
            "metadata.google.internal",
            "the name `metadata.google.internal` leads to 169.254.169.254, a cloud's metadata service, which hooks may never reach",
        ),
        (
            "mapped.test",
            "the name `mapped.test` leads to ::ffff:169.254.169.254, a cloud's metadata service, which hooks may never reach",
        ),
        (
            "private.test",
            "the name `private.test` leads to 10.0.0.1, an address of a private network, and `httpHookPrivateNetworks` is false",
        ),
        ("empty.test", "the name `empty.test` has no address"),
        (
            "missing.test",
            "the name `missing.test` was not found: no such name",
        ),
    ] {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{host}:{port}/x");
            let error = strict.failure(&hook(&url, json!({}))).await;
            assert_eq!(error, format!("POST {url}: {expected}"));
        }
    }
    assert_eq!(server.connections(), 0);
    // Of several addresses those are used that may be.
    let entry = strict
        .run(&hook(format!("http://mixed.test:{port}/x"), json!({})))
        .await;
    assert_eq!(entry.error, None);
    let host = format!("mixed.test:{port}");
    assert_eq!(server.seen()[0].header("host"), Some(host.as_str()));
}

/// Shows this machine first, and from then on a metadata service.
struct Rebinding(AtomicUsize);

impl Resolver for Rebinding {
    fn resolve(&self, _: &str) -> LookupFuture {
        let address: IpAddr = match self.0.fetch_add(1, Ordering::SeqCst) {
            0 => [127, 0, 0, 1].into(),
            _ => [169, 254, 169, 254].into(),
        };
        Box::pin(std::future::ready(io::Result::Ok(vec![address])))
    }
}

#[tokio::test]
async fn a_name_that_changes_is_judged_for_every_connection() {
    let close = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    let server = Server::answering(close).await;
    let bench = Bench::names(Rebinding(AtomicUsize::new(0)));
    let hook = hook(
        format!("http://moving.test:{}/", server.address.port()),
        json!({}),
    );
    let harness = bench.harness(&hook);
    // What was judged is what is connected to: nothing is resolved in between.
    let first = crate::common::fire(&harness).await;
    assert_eq!(first.hooks[0].error, None);
    let second = crate::common::fire(&harness).await;
    let error = second.hooks[0].error.clone().unwrap();
    assert!(error.contains("leads to 169.254.169.254"), "{error}");
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn the_system_resolves_names_by_default() {
    let server = Server::answering(answer("200 OK", "")).await;
    let url = format!("http://localhost:{}/", server.address.port());
    let entry = Bench::default().run(&hook(url, json!({}))).await;
    assert_eq!(entry.error, None);
    // `.invalid` never exists.
    let error = Bench::default()
        .failure(&hook("http://nowhere.invalid/", json!({})))
        .await;
    let start = "POST http://nowhere.invalid/: the name `nowhere.invalid` was not found: ";
    assert!(error.starts_with(start), "{error}");
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let elsewhere = Server::answering(answer("200 OK", "")).await;
    for (location, shown) in [
        (
            "http://169.254.169.254/latest/meta-data?s3cr3t-v4lue",
            "http://169.254.169.254/latest/meta-data",
        ),
        ("/login?s3cr3t-v4lue#x", "http://HERE/login"),
        ("http://THERE/hook", "http://THERE/hook"),
    ] {
        for status in [
            "301 Moved Permanently",
            "302 Found",
            "303 See Other",
            "307 Temporary Redirect",
            "308 Permanent Redirect",
        ] {
            let there = elsewhere.address.to_string();
            let location = location.replace("THERE", &there);
            let server = Server::answering(format!(
                "HTTP/1.1 {status}\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n"
            ))
            .await;
            let error = Bench::default()
                .failure(&hook(server.url(), json!({})))
                .await;
            let shown = shown.replace("THERE", &there);
            let shown = shown.replace("HERE", &server.address.to_string());
            let expected = format!(
                "POST {}: it answered {status} with a redirect to {shown}, which is not followed; \
                use that URL instead",
                server.url()
            );
            assert_eq!(error, expected);
        }
    }
    assert_eq!(elsewhere.connections(), 0);
}

/// This program again, with one of its tests, in an environment that names a
/// proxy for everything.
#[test]
fn no_proxy_stands_in_between() {
    let proxy = format!("http://127.0.0.1:{}", closed_port());
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "answers::the_input_is_posted_as_json"]);
    for name in [
        "http_proxy",
        "HTTP_PROXY",
        "https_proxy",
        "HTTPS_PROXY",
        "all_proxy",
        "ALL_PROXY",
    ] {
        again.env(name, &proxy);
    }
    again.env_remove("no_proxy").env_remove("NO_PROXY");
    let output = again.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
}
