//! `docs/src/serve.md` knows every method, every error and every metric.

use snaphook_serve::protocol::{
    APPROVAL_ANSWERED, APPROVAL_PENDING, APPROVAL_REQUEST, APPROVAL_SETTLED, CANCEL, FUNCTION_CALL,
    Method, NOTICE, PROGRESS, RpcErrorCode, SETTINGS_CHANGED, STATUS,
};

const PAGE: &str = include_str!("../../../../docs/src/serve.md");

#[test]
fn every_method_has_a_row() {
    let of_server = Method::ALL.map(Method::name);
    let of_client = [
        FUNCTION_CALL,
        APPROVAL_REQUEST,
        APPROVAL_ANSWERED,
        APPROVAL_PENDING,
        APPROVAL_SETTLED,
        CANCEL,
        NOTICE,
        STATUS,
        PROGRESS,
        SETTINGS_CHANGED,
    ];
    for name in of_server.into_iter().chain(of_client) {
        assert!(
            PAGE.contains(&format!("\n| `{name}` |")),
            "{name} has no row"
        );
        assert_eq!(Method::named(name).is_some(), of_server.contains(&name));
    }
}

#[test]
fn every_error_has_a_row_and_there_are_no_others() {
    for (code, _) in RpcErrorCode::ALL {
        let row = format!("\n| {} |", code.number());
        assert!(PAGE.contains(&row), "{code:?} has no row");
    }
    let rows = PAGE.lines().filter(|line| line.starts_with("| -32"));
    assert_eq!(rows.count(), RpcErrorCode::ALL.len());
}

#[cfg(feature = "http")]
#[tokio::test]
async fn every_metric_has_a_row_and_there_are_no_others() {
    use serde_json::json;

    use crate::common::{TestServer, bash, fake};
    use crate::http_peer::{HttpPeer, listen};

    // What was never counted is not told.
    let world = TestServer::hooks(&[fake(&[])]);
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    peer.ask("permissions/authorize", json!({"input": bash("ls")}))
        .await;
    let text = peer
        .get("/metrics")
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    let families: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE "))
        .map(|line| line.split_once(' ').unwrap())
        .map(|(name, kind)| match kind {
            "counter" => format!("{name}_total"),
            _ => name.to_owned(),
        })
        .collect();
    assert!(families.len() > 10, "{text}");
    let rows: Vec<_> = PAGE
        .lines()
        .filter(|line| line.starts_with("| `snaphook_"))
        .filter_map(|line| line.split('|').nth(1))
        .flat_map(|names| names.split(", "))
        .map(|name| name.trim().trim_matches('`').to_owned())
        .collect();
    let (mut families, mut rows) = (families, rows);
    families.sort();
    rows.sort();
    assert_eq!(families, rows);
}
