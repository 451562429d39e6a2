//! The pages of the timeline, one event, and the numbers of hooks.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::page::{Page, record};

/// The ids on all pages.
async fn listed(page: &Page, filter: &Value) -> (Vec<i64>, Value) {
    let filter = format!("filter={}", encoded(&filter.to_string()));
    let anchors = page.read(&format!("/api/anchors?{filter}")).await;
    let mut ids = Vec::new();
    for first in anchors["first"].as_array().unwrap() {
        let read = page
            .read(&format!("/api/events?{filter}&first={first}"))
            .await;
        let rows = read["rows"].as_array().unwrap().clone();
        ids.extend(rows.iter().map(|row| row["id"].as_i64().unwrap()));
    }
    (ids, anchors)
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[tokio::test]
async fn pages_have_every_event_once_in_order() {
    let page = Page::new().await;
    let records: Vec<_> = (0..450)
        .map(|number| record(number, "Bash", "ls"))
        .collect();
    page.import(&records);
    let (ids, anchors) = listed(&page, &json!({})).await;
    assert_eq!(ids, (1..=450).rev().collect::<Vec<_>>());
    assert_eq!(anchors["count"], 450);
    assert_eq!(anchors["newest"], 450);
    for (filter, count) in [
        (json!({"decisions": ["blocked"]}), 90),
        (json!({"sessions": ["s1"]}), 150),
        (json!({"projects": ["/srv/p1"]}), 225),
        (json!({"agents": ["claude"]}), 450),
        (json!({"agents": ["fire"], "projects": ["/srv/p0"]}), 225),
        (json!({"agents": ["codex"]}), 0),
        (json!({"tools": ["Bash"], "text": "ls"}), 450),
        (json!({"hooks": ["guard"], "decisions": ["none"]}), 360),
        (json!({"text": "?!"}), 0),
    ] {
        let (ids, anchors) = listed(&page, &filter).await;
        assert_eq!(anchors["count"], count, "{filter}");
        let mut sorted = ids.clone();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        sorted.dedup();
        assert_eq!(ids, sorted, "{filter}");
        assert_eq!(ids.len(), usize::try_from(count).unwrap(), "{filter}");
    }
}

#[tokio::test]
async fn a_log_that_is_not_there_is_empty() {
    let page = Page::new().await;
    assert_eq!(page.read("/api/anchors").await["count"], 0);
    assert_eq!(page.read("/api/events").await["rows"], json!([]));
    assert_eq!(page.read("/api/policy").await["hooks"], json!([]));
    let response = page.get("/api/events/7").send().await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn secrets_are_taken_out_as_in_the_log() {
    let page = Page::new().await;
    let secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";
    page.import(&[record(
        0,
        "Bash",
        &format!("curl -H 'Authorization: token {secret}'"),
    )]);
    for path in ["/api/events", "/api/events/1"] {
        let text = page.get(path).send().await.unwrap().text().await.unwrap();
        assert!(text.contains("curl"), "{text}");
        assert!(!text.contains(secret), "{path}: {text}");
    }
}

#[tokio::test]
async fn hooks_are_counted_over_time() {
    let page = Page::new().await;
    let records: Vec<_> = (0..20).map(|number| record(number, "Bash", "ls")).collect();
    page.import(&records);
    let filter = encoded(&json!({"since": 1_700_000_000_000_i64}).to_string());
    let read = page.read(&format!("/api/policy?filter={filter}")).await;
    assert_eq!(read["events"], 20);
    let hook = &read["hooks"][0];
    assert_eq!(
        (&hook["name"], &hook["calls"]),
        (&json!("guard"), &json!(20))
    );
    let runs: i64 = hook["runs"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_i64)
        .sum();
    assert_eq!(runs, 20);
}

#[tokio::test]
async fn filters_that_mean_nothing_are_refused() {
    let page = Page::new().await;
    for filter in ["{", "{\"unknown\": 1}", "{\"decisions\": [\"perhaps\"]}"] {
        let path = format!("/api/anchors?filter={}", encoded(filter));
        let response = page.get(&path).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{filter}");
    }
}

#[tokio::test]
async fn the_host_is_asked_for_the_rest() {
    let page = Page::new().await;
    assert_eq!(page.read("/api/events/7/explain").await["explained"], 7);
    let body = json!({"inputText": "{\"n\": 12345678901234567890123}"});
    let fired = page.post("/api/events/7/fire", &body).send().await.unwrap();
    let fired: Value = fired.json().await.unwrap();
    assert_eq!(
        fired,
        json!({"fired": 7, "input": "{\"n\": 12345678901234567890123}"})
    );
    let saved = page
        .post("/api/events/7/save", &json!({"name": "x"}))
        .send()
        .await
        .unwrap();
    assert_eq!(saved.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let saved: Value = saved.json().await.unwrap();
    assert_eq!(saved, json!({"error": "no x", "help": "try"}));
}
