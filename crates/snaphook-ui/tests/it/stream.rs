//! The stream: nothing is lost, nothing comes twice, also after an interruption.

use std::time::Duration;

use reqwest::Response;
use serde_json::{Value, json};
use snaphook::{Engine, EngineExt};
use snaphook_approvals::{ApprovalStore, NewApproval};
use snaphook_log::{AuditLog, LogOptions};

use crate::page::{Page, record};

/// Against hanging only.
const PATIENCE: Duration = Duration::from_secs(400);

/// A stream of server-sent events.
struct Events {
    response: Response,
    text: String,
}

impl Events {
    async fn open(page: &Page, query: &str) -> Self {
        let response = page
            .get(&format!("/api/stream?{query}"))
            .send()
            .await
            .unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self {
            response,
            text: String::new(),
        }
    }

    /// The next event of this name.
    async fn next(&mut self, name: &str) -> Value {
        let next = async {
            loop {
                while let Some(end) = self.text.find("\n\n") {
                    let block: String = self.text.drain(..end + 2).collect();
                    let line = |key: &str| {
                        let mut lines = block.lines().filter_map(|line| line.strip_prefix(key));
                        lines.next().map(|value| value.trim().to_owned())
                    };
                    if line("event:").as_deref() == Some(name) {
                        return serde_json::from_str(&line("data:").unwrap()).unwrap();
                    }
                }
                let chunk = self.response.chunk().await.unwrap().unwrap();
                self.text.push_str(std::str::from_utf8(&chunk).unwrap());
            }
        };
        tokio::time::timeout(PATIENCE, next).await.unwrap()
    }

    /// So many rows.
    async fn rows(&mut self, count: usize) -> Vec<i64> {
        let mut ids = Vec::new();
        while ids.len() < count {
            let rows = self.next("rows").await["rows"].as_array().unwrap().clone();
            ids.extend(rows.iter().map(|row| row["id"].as_i64().unwrap()));
        }
        ids
    }
}

#[tokio::test]
async fn events_arrive_once_as_they_are_recorded() {
    let page = Page::new().await;
    let old: Vec<_> = (0..620)
        .map(|number| record(number, "Bash", "ls"))
        .collect();
    page.import(&old);
    let mut first = Events::open(&page, "after=100").await;
    assert_eq!(first.rows(520).await, (101..=620).collect::<Vec<_>>());

    let log = AuditLog::new(LogOptions::new(&page.log).max_days(0));
    let engine = Engine::builder()
        .recorder(log.recorder("test", None))
        .build()
        .unwrap();
    for _ in 0..50 {
        let input = snaphook::Input::parse(r#"{"hook_event_name": "Stop"}"#).unwrap();
        engine.execute(input).await;
    }
    assert_eq!(first.rows(50).await, (621..=670).collect::<Vec<_>>());
    drop(first);
    let mut again = Events::open(&page, "after=660").await;
    assert_eq!(again.rows(10).await, (661..=670).collect::<Vec<_>>());
    let filter = "%7B%22decisions%22%3A%5B%22blocked%22%5D%7D";
    let mut blocked = Events::open(&page, &format!("after=0&filter={filter}")).await;
    assert_eq!(blocked.rows(124).await.len(), 124);
}

#[tokio::test]
async fn requests_arrive_and_the_store_knows_that_somebody_looks() {
    let page = Page::new().await;
    let store = ApprovalStore::open(&page.log).unwrap();
    assert!(store.watchers().unwrap().is_empty());
    let mut events = Events::open(&page, "revision=0").await;
    events.next("state").await;
    assert_eq!(store.watchers().unwrap(), ["page"]);
    let input = json!({"command": "ls"}).into();
    let new = NewApproval::tool_call("s1", "PermissionRequest", "Bash", input);
    let asked = store.insert(new).unwrap();
    let changed = events.next("approvals").await;
    assert_eq!(changed["changed"][0]["id"], asked.id.as_str());
    store.cancel(&asked.id, "the agent is gone").unwrap();
    let changed = events.next("approvals").await;
    assert_eq!(changed["changed"][0]["state"], "cancelled");
    assert_eq!(changed["changed"][0]["endedBecause"], "the agent is gone");
}

#[cfg(unix)]
#[tokio::test]
async fn another_log_in_its_place_is_noticed() {
    let page = Page::new().await;
    page.import(&[record(0, "Bash", "ls"), record(1, "Bash", "ls")]);
    let mut events = Events::open(&page, "after=2").await;
    // It has seen the first file when it says what the newest event is.
    while events.next("state").await["newest"] != 2 {}
    for ending in ["", "-wal", "-shm"] {
        let mut name = page.log.as_os_str().to_owned();
        name.push(ending);
        let _ = std::fs::remove_file(name);
    }
    page.import(&[record(7, "Read", "x")]);
    events.next("reset").await;
    assert_eq!(events.rows(1).await, [1]);
}

#[tokio::test]
async fn too_many_streams_make_the_oldest_end() {
    let page = Page::new().await;
    let mut oldest = Events::open(&page, "after=0").await;
    let mut others = Vec::new();
    for _ in 0..64 {
        others.push(Events::open(&page, "after=0").await);
    }
    let ended = async { while let Ok(Some(_)) = oldest.response.chunk().await {} };
    tokio::time::timeout(PATIENCE, ended).await.unwrap();
    assert_eq!(page.read("/api/session").await["version"], "1.2.3");
}
