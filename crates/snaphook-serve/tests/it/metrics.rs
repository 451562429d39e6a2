//! What is counted, and that Prometheus can read it.

use std::collections::HashMap;

use serde_json::json;

use crate::common::{HANG, TestServer, bash, builder, fake, fake_with, stop};
use crate::http_peer::{HttpPeer, listen};

/// Reads the text as strictly as a scraper does: every sample belongs to a
/// family that was declared before, is a number, and nothing follows the end.
fn parse(text: &str) -> HashMap<String, f64> {
    let (body, rest) = text.split_once("# EOF\n").expect("it has an end");
    assert_eq!(rest, "");
    let mut samples = HashMap::new();
    let mut family = String::new();
    for line in body.lines() {
        if let Some(words) = line.strip_prefix("# ") {
            let mut words = words.splitn(3, ' ');
            let (kind, name) = (words.next().unwrap(), words.next().unwrap());
            assert!(matches!(kind, "HELP" | "TYPE" | "UNIT"), "{line}");
            assert!(words.next().is_some_and(|rest| !rest.is_empty()), "{line}");
            name.clone_into(&mut family);
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line}"));
        let name = series.split('{').next().unwrap();
        assert!(name.starts_with(&family), "{line} is not of {family}");
        let suffix = &name[family.len()..];
        assert!(
            matches!(suffix, "" | "_total" | "_sum" | "_count" | "_bucket"),
            "{line}"
        );
        let valid = |c: char| c.is_ascii_alphanumeric() || c == '_';
        assert!(name.chars().all(valid), "{line}");
        if let Some(labels) = series
            .strip_prefix(name)
            .filter(|labels| !labels.is_empty())
        {
            assert!(labels.starts_with('{') && labels.ends_with("\"}"), "{line}");
        }
        let value: f64 = value.parse().unwrap_or_else(|_| panic!("{line}"));
        assert!(
            samples.insert(series.to_owned(), value).is_none(),
            "{line} stands twice"
        );
    }
    samples
}

async fn scrape(peer: &HttpPeer) -> HashMap<String, f64> {
    let response = peer.get("/metrics").send().await.unwrap();
    assert_eq!(
        response.headers()["content-type"],
        "application/openmetrics-text; version=1.0.0; charset=utf-8"
    );
    let text = response.text().await.unwrap();
    let samples = parse(&text);
    agrees(&text, &samples);
    samples
}

/// A parser of somebody else's reads the same.
fn agrees(text: &str, samples: &HashMap<String, f64>) {
    use prometheus_parse::{Scrape, Value};
    let lines = text.lines().map(|line| Ok(line.to_owned()));
    let scrape = Scrape::parse(lines).unwrap();
    for sample in &scrape.samples {
        let of = |name: &str| {
            let label = |series: &str, (key, value): (&String, &String)| {
                series.contains(&format!("{key}=\"{value}\""))
            };
            let mut found = samples.iter().filter(|(series, _)| {
                series.split('{').next() == Some(name)
                    && sample.labels.iter().all(|pair| label(series, pair))
            });
            *found.next().unwrap_or_else(|| panic!("{sample:?}")).1
        };
        match &sample.value {
            // It takes what ends with `_total`, and sums, for untyped.
            Value::Counter(value) | Value::Gauge(value) | Value::Untyped(value) => {
                assert_eq!(of(&sample.metric), *value, "{sample:?}");
            }
            Value::Histogram(buckets) => {
                let all = buckets.last().unwrap();
                assert!(all.less_than.is_infinite(), "{sample:?}");
                assert_eq!(of(&format!("{}_count", sample.metric)), all.count);
                assert!(buckets.is_sorted_by_key(|bucket| bucket.count));
            }
            Value::Summary(_) => panic!("{sample:?}"),
        }
    }
    let read = scrape.samples.len();
    assert!(read > 0 && read <= samples.len(), "{read}");
}

#[tokio::test]
async fn everything_is_counted() {
    let world = TestServer::with(&json!({
        "permissions": {"deny": ["Bash(rm *)"]},
        "hooks": {
            "PreToolUse": [
                {"matcher": "Bash", "hooks": [fake_with(&["exit:2"], &json!({"name": "blocks"}))]},
                {"matcher": "Edit", "hooks": [fake_with(&["exit:7"], &json!({"name": "fails"}))]},
                {"matcher": "Read", "hooks": [fake_with(&["hang"], &json!({"name": "hangs", "timeout": 0.05}))]}],
            "Stop": [{"hooks": [fake_with(&["exit:9"], &json!({"async": true, "name": "behind"}))]}]}}));
    let address = listen(&world).await;
    let peer = HttpPeer::connect(address, json!({})).await;
    let mut other = world.client().await;
    other.start("s1").await;
    other
        .execute(json!({"input": bash("ls"), "sessionId": "s1"}))
        .await;
    for tool in ["Edit", "Read"] {
        let input = json!({"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": {}});
        peer.ask("hooks/execute", json!({"input": input})).await;
    }
    peer.ask("hooks/execute", json!({"input": stop()})).await;
    peer.ask(
        "hooks/execute",
        json!({"input": {"hook_event_name": "Deployed\"{}\n"}}),
    )
    .await;
    peer.ask("permissions/authorize", json!({"input": bash("rm x")}))
        .await;
    peer.refused("hooks/has", json!({})).await;
    peer.refused("hooks/nonsense", json!({})).await;
    let hook = |name: &str| {
        let hooks = world.engine.configured();
        hooks
            .iter()
            .find(|hook| hook.name == name)
            .unwrap()
            .id
            .to_string()
    };
    let samples = scrape(&peer).await;
    let count = |series: &str| {
        *samples
            .get(series)
            .unwrap_or_else(|| panic!("{series}: {samples:#?}"))
    };
    let event = |event: &str, result: &str| {
        count(&format!(
            r#"snaphook_dispatches_total{{event="{event}",result="{result}"}}"#
        ))
    };
    // One of them on the way of the decision.
    assert_eq!(event("PreToolUse", "blocked"), 2.0);
    assert_eq!(event("PreToolUse", "go_on"), 2.0);
    assert_eq!(event("Stop", "go_on"), 1.0);
    assert_eq!(event("custom", "go_on"), 1.0);
    let run = |event: &str, name: &str, status: &str| {
        let hook = hook(name);
        count(&format!(
            r#"snaphook_hook_runs_total{{event="{event}",hook="{hook}",status="{status}"}}"#
        ))
    };
    assert_eq!(run("PreToolUse", "blocks", "blocked"), 2.0);
    assert_eq!(run("PreToolUse", "fails", "failed"), 1.0);
    assert_eq!(run("PreToolUse", "hangs", "timedOut"), 1.0);
    assert_eq!(run("Stop", "behind", "failed"), 1.0);
    let hangs = hook("hangs");
    let seconds = count(&format!(
        r#"snaphook_hook_duration_seconds_sum{{event="PreToolUse",hook="{hangs}"}}"#
    ));
    assert!(seconds >= 0.05, "{seconds}");
    assert_eq!(
        count(r#"snaphook_dispatch_duration_seconds_count{event="PreToolUse"}"#),
        4.0
    );
    assert_eq!(count(r#"snaphook_decisions_total{decision="deny"}"#), 1.0);
    assert_eq!(
        count(r#"snaphook_requests_total{method="hooks/execute",code="ok"}"#),
        5.0
    );
    assert_eq!(
        count(r#"snaphook_requests_total{method="hooks/has",code="-32602"}"#),
        1.0
    );
    assert_eq!(
        count(r#"snaphook_requests_total{method="unknown",code="-32601"}"#),
        1.0
    );
    assert_eq!(count(r#"snaphook_clients{transport="http"}"#), 1.0);
    assert_eq!(count(r#"snaphook_clients{transport="stdio"}"#), 1.0);
    assert_eq!(count("snaphook_sessions"), 1.0);
    assert_eq!(count("snaphook_requests_in_flight"), 0.0);
    assert_eq!(count("snaphook_hooks_running"), 0.0);
    assert_eq!(count("snaphook_outgoing_bytes"), 0.0);
    assert_eq!(count("snaphook_processes_running"), 0.0);
}

#[tokio::test]
async fn workers_and_what_waits_for_them_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let worker = fake_with(&["work:1"], &json!({"worker": true, "workerPool": 1}));
    let hooks = json!({"hooks": {
        "PreToolUse": [{"hooks": [worker]}],
        "Stop": [{"hooks": [fake(&["say:ready", "hang"])]}]}});
    let world = TestServer::of(builder().settings_json(hooks.to_string()).max_processes(2));
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    let mut other = world.client().await;
    assert_eq!(scrape(&peer).await["snaphook_workers"], 0.0);
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"do": format!("wait:{}", go.display())}});
    let mut asked = Vec::new();
    for _ in 0..3 {
        asked.push(other.send("hooks/execute", json!({"input": input})).await);
    }
    // One is with the worker, the others wait for it.
    let waiting = async {
        loop {
            let samples = scrape(&peer).await;
            if samples["snaphook_worker_requests_waiting"] == 2.0 {
                return samples["snaphook_workers"];
            }
        }
    };
    let workers = tokio::time::timeout(HANG, waiting).await;
    assert_eq!(workers.expect("nobody waits"), 1.0);
    let mut hanging = Vec::new();
    for _ in 0..4 {
        hanging.push(other.send("hooks/execute", json!({"input": stop()})).await);
    }
    let waiting = async { while scrape(&peer).await["snaphook_processes_waiting"] < 2.0 {} };
    tokio::time::timeout(HANG, waiting)
        .await
        .expect("nobody waits for a process");
    std::fs::write(&go, "").unwrap();
    for id in asked {
        other.result(id).await;
    }
    for id in hanging {
        other.notify("$/cancel", json!({"id": id})).await;
        other.code(id).await;
    }
    let samples = scrape(&peer).await;
    assert_eq!(samples["snaphook_worker_requests_waiting"], 0.0);
    assert_eq!(samples["snaphook_processes_waiting"], 0.0);
}

#[tokio::test]
async fn what_is_under_way_is_counted_until_it_is_over() {
    let world = TestServer::hooks(&[fake(&["say:ready", "hang"])]);
    let address = listen(&world).await;
    let peer = HttpPeer::connect(address, json!({})).await;
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let mut other = world.client_with(json!({"functions": functions})).await;
    let mut progress = world.engine.subscribe();
    let hanging = other
        .send("hooks/execute", json!({"input": bash("ls")}))
        .await;
    crate::common::until_said(&mut progress, "ready").await;
    let asking = other.send("hooks/execute", json!({"input": stop()})).await;
    let call = other.hear_method("function/call").await;
    let samples = scrape(&peer).await;
    assert_eq!(samples["snaphook_requests_in_flight"], 2.0);
    assert_eq!(samples["snaphook_client_calls_pending"], 1.0);
    assert_eq!(samples["snaphook_hooks_running"], 2.0);
    other.reply(&call, json!(null)).await;
    other.result(asking).await;
    other.notify("$/cancel", json!({"id": hanging})).await;
    other.code(hanging).await;
    // The last place is given up when the answer was said.
    while scrape(&peer).await["snaphook_requests_in_flight"] > 0.0 {}
    let samples = scrape(&peer).await;
    assert_eq!(samples["snaphook_client_calls_pending"], 0.0);
    assert_eq!(samples["snaphook_hooks_running"], 0.0);
}

#[tokio::test]
async fn clients_cannot_make_the_list_of_labels_grow() {
    let world = TestServer::empty();
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    peer.ask("session/start", json!({"sessionId": "s1"})).await;
    let mut lines = None;
    for number in 0..20 {
        let event = format!("Own{number}");
        let hook = json!({"command": format!("exit {number}"), "name": event});
        let add = json!({"sessionId": "s1", "event": event, "hook": hook});
        peer.ask("session/addHook", add).await;
        let input = json!({"hook_event_name": event});
        peer.ask("hooks/execute", json!({"sessionId": "s1", "input": input}))
            .await;
        peer.refused(&format!("own/{number}"), json!({})).await;
        let samples = scrape(&peer).await;
        assert!(samples.keys().all(|series| !series.contains("Own")));
        // By then each status has been there.
        if number > 3 {
            assert_eq!(*lines.get_or_insert(samples.len()), samples.len());
        }
    }
}
