//! Servers behind TLS: those that can be trusted, and all the ways in which
//! they cannot.

use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use serde_json::json;
use snaphook_http::HttpFactory;
use tokio::io::AsyncWriteExt;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::rustls::{ServerConfig, crypto::aws_lc_rs};

use crate::common::{Bench, Names, hook};
use crate::server::{Server, answer, read_request};

struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    fn pem(&self) -> String {
        self.0.pem()
    }

    /// A server with a certificate for this host, valid until this year.
    async fn server(&self, host: &str, until: i32) -> Server {
        let mut params = CertificateParams::new([host.to_owned()]).unwrap();
        params.not_before = date_time_ymd(2000, 1, 1);
        params.not_after = date_time_ymd(until, 1, 1);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let key = PrivatePkcs8KeyDer::from(key.serialize_der());
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key.into())
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        Server::talking(move |stream| {
            let acceptor = acceptor.clone();
            async move {
                let Ok(mut stream) = acceptor.accept(stream).await else {
                    return;
                };
                while read_request(&mut stream).await.is_some() {
                    let body = r#"{"systemMessage": "safe"}"#;
                    stream
                        .write_all(answer("200 OK", body).as_bytes())
                        .await
                        .unwrap();
                }
            }
        })
        .await
    }
}

/// Everything is on this machine.
fn names() -> Names {
    Names::new([
        ("hooks.test", &["127.0.0.1"]),
        ("other.test", &["127.0.0.1"]),
    ])
}

fn bench(authority: Option<&Authority>) -> Bench {
    let factory = HttpFactory::new().resolver(Arc::new(names()));
    let factory = match authority {
        Some(authority) => factory.trust_authorities(&authority.pem()).unwrap(),
        None => factory,
    };
    Bench {
        factory,
        ..Bench::default()
    }
}

fn url(server: &Server, host: &str) -> String {
    format!("https://{host}:{}/hook", server.address.port())
}

#[tokio::test]
async fn a_server_of_a_known_authority_is_trusted() {
    let authority = Authority::new("known");
    let server = authority.server("hooks.test", 2999).await;
    let entry = bench(Some(&authority))
        .run(&hook(url(&server, "hooks.test"), json!({})))
        .await;
    assert_eq!(entry.error, None);
    assert_eq!(
        entry.stdout.as_deref(),
        Some(r#"{"systemMessage": "safe"}"#)
    );
}

#[tokio::test]
async fn no_other_server_is() {
    let authority = Authority::new("known");
    let good = authority.server("hooks.test", 2999).await;
    let expired = authority.server("hooks.test", 2001).await;
    let stranger = Authority::new("stranger").server("hooks.test", 2999).await;
    let plain = Server::plain().await;
    let silent = Server::talking(|stream| async move { drop(stream) }).await;
    for (server, host, expected) in [
        (
            &stranger,
            "hooks.test",
            "TLS failed: the server's certificate is from an unknown authority",
        ),
        (
            &expired,
            "hooks.test",
            "TLS failed: the server's certificate has expired",
        ),
        (
            &good,
            "other.test",
            "TLS failed: the server's certificate is for another host",
        ),
        (
            &good,
            "127.0.0.1",
            "TLS failed: the server's certificate is for another host",
        ),
        (
            &plain,
            "hooks.test",
            "TLS failed: the server does not use TLS; should the URL begin with http://?",
        ),
        (&silent, "hooks.test", "the server closed the connection"),
    ] {
        let url = url(server, host);
        let error = bench(Some(&authority))
            .failure(&hook(&url, json!({})))
            .await;
        assert_eq!(error, format!("POST {url}: {expected}"));
    }
    // Nor is one whose authority nobody named.
    let error = bench(None)
        .failure(&hook(url(&good, "hooks.test"), json!({})))
        .await;
    assert!(error.ends_with("unknown authority"), "{error}");
}

#[test]
fn an_authority_must_be_a_certificate() {
    for pem in [
        "",
        "nonsense",
        "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n",
    ] {
        assert!(HttpFactory::new().trust_authorities(pem).is_err(), "{pem}");
    }
}
