//! Why a request failed, in words.
//!
//! The client's own errors are deep, and name the whole URL. What is said here
//! holds neither the URL nor a header's value.

use std::error::Error;
use std::io;

use rustls::{AlertDescription, CertificateError, Error as TlsError};

use super::resolve::NameError;

const CLOSED: &str = "the server closed the connection";

/// The cause of a failed request.
pub(crate) fn cause(error: &reqwest::Error) -> String {
    let chain = || causes(error).map(unwrapped);
    if let Some(name) = chain().find_map(|error| error.downcast_ref::<NameError>()) {
        return name.to_string();
    }
    if let Some(tls) = chain().find_map(|error| error.downcast_ref::<TlsError>()) {
        return format!("TLS failed: {}", in_tls(tls));
    }
    if let Some(io) = chain().find_map(|error| error.downcast_ref::<io::Error>()) {
        return in_io(io);
    }
    if let Some(http) = chain().find_map(|error| error.downcast_ref::<hyper::Error>()) {
        return in_http(http);
    }
    chain().last().map_or_else(
        || "the request could not be sent".to_owned(),
        ToString::to_string,
    )
}

/// What is behind an error, the root last.
pub(crate) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(error.source(), |error| (*error).source())
}

/// What an I/O error wraps, which it does not show as its source. TLS speaks
/// through such errors, one in another.
fn unwrapped<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    let inner = |error: &'a (dyn Error + 'static)| -> Option<&'a (dyn Error + 'static)> {
        let inner = error.downcast_ref::<io::Error>()?.get_ref()?;
        (inner.is::<io::Error>() || inner.is::<TlsError>()).then_some(inner)
    };
    let mut error = error;
    while let Some(wrapped) = inner(error) {
        error = wrapped;
    }
    error
}

fn in_tls(error: &TlsError) -> String {
    match error {
        TlsError::InvalidCertificate(problem) => certificate(problem),
        TlsError::InvalidMessage(_) => "the server does not use TLS; should the URL begin with \
            http://?"
            .to_owned(),
        TlsError::AlertReceived(AlertDescription::ProtocolVersion) => {
            "the server supports no safe version of TLS".to_owned()
        }
        other => other.to_string(),
    }
}

fn certificate(problem: &CertificateError) -> String {
    let words = match problem {
        CertificateError::UnknownIssuer => "is from an unknown authority",
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "has expired",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "is not valid yet"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "is for another host"
        }
        CertificateError::Revoked => "was revoked",
        other => return format!("the server's certificate cannot be used: {other}"),
    };
    format!("the server's certificate {words}")
}

fn in_http(error: &hyper::Error) -> String {
    if error.is_incomplete_message() {
        return CLOSED.to_owned();
    }
    if error.is_parse() {
        return format!("the server does not speak HTTP: {error}");
    }
    error.to_string()
}

fn in_io(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::ConnectionRefused => "the connection was refused; is the server running?",
        io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::UnexpectedEof => CLOSED,
        io::ErrorKind::TimedOut => "the connection timed out",
        io::ErrorKind::HostUnreachable => "the host cannot be reached",
        io::ErrorKind::NetworkUnreachable => "the network cannot be reached",
        _ => return error.to_string(),
    };
    words.to_owned()
}
