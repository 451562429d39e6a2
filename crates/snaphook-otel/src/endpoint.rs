//! Where traces go on a collector.

use crate::OtelError;

/// Where every collector takes traces.
const TRACES: &str = "/v1/traces";

/// The address to post to. A collector is named by its root, as in
/// `OTEL_EXPORTER_OTLP_ENDPOINT`; an address with a path is taken as it is.
pub(crate) fn endpoint(url: &str) -> Result<String, OtelError> {
    let rest = ["http://", "https://"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme));
    let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
        return Err(OtelError::Address {
            url: url.to_owned(),
            why: "it must be like http://localhost:4318".to_owned(),
        });
    };
    Ok(match rest.split_once('/') {
        None => format!("{url}{TRACES}"),
        Some((_, "")) => format!("{}{TRACES}", url.trim_end_matches('/')),
        Some(_) => url.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_gets_the_path_of_traces() {
        for (url, expected) in [
            ("http://localhost:4318", "http://localhost:4318/v1/traces"),
            ("https://c.example/", "https://c.example/v1/traces"),
            ("http://c/otlp/v1/traces", "http://c/otlp/v1/traces"),
        ] {
            assert_eq!(endpoint(url).unwrap(), expected);
        }
        for url in ["", "localhost:4318", "grpc://c", "http://"] {
            assert!(endpoint(url).is_err(), "{url}");
        }
    }
}
