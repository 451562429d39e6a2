//! Many sessions, and hooks that crash, hang, flood, fork and detach: every
//! dispatch gets an outcome, and nothing is left when it is over.
//!
//! A binary of its own, because it counts what the whole process has open.
//! `STRESS_SECONDS=60 cargo test -p snaphook --test stress -- --nocapture` is
//! the long form.
#![cfg(test)]
#![cfg(target_os = "linux")]

use snaphook::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use snaphook::{Context, Engine, Input};
use snaphook_testkit::fake::fake_hook;

fn open_files() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn children() -> usize {
    let me = std::process::id().to_string();
    let is_child = |folder: &Path| {
        let stat = std::fs::read_to_string(folder.join("stat")).ok()?;
        let after_name = stat.rsplit(')').next()?.to_owned();
        Some(after_name.split_whitespace().nth(1)? == me)
    };
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter(|entry| is_child(&entry.path()).unwrap_or(false))
        .count()
}

fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    let kilobytes: usize = line.trim().trim_end_matches(" kB").trim().parse().unwrap();
    kilobytes * 1024
}

/// A random number generator that needs no crate and repeats itself.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn engine() -> Engine {
    let fake = |matcher: &str, steps: &[&str], more: serde_json::Value| {
        let mut hook = json!({"command": fake_hook(), "args": steps, "timeout": 0.5});
        for (key, value) in more.as_object().unwrap() {
            hook[key] = value.clone();
        }
        json!({"matcher": matcher, "hooks": [hook]})
    };
    let groups = [
        fake("good", &["read", "say:{}"], json!({})),
        fake("crash", &["abort"], json!({"onFailure": "block"})),
        fake("hang", &["hang"], json!({})),
        fake("flood", &["print:3000000", "complain:3000000"], json!({})),
        fake(
            "detach",
            &["say:{\"async\": true, \"asyncTimeout\": 300}", "hang"],
            json!({}),
        ),
        fake(
            "async",
            &["read", "say:{\"systemMessage\":\"m\"}"],
            json!({"async": true}),
        ),
        fake("once", &["read"], json!({"once": true})),
        json!({"matcher": "fork", "hooks": [{"command": "sleep 0.2 & exec >&-; exit 0", "timeout": 0.5}]}),
        json!({"matcher": "guard", "hooks": [{"command": "exit 2"}]}),
    ];
    Engine::builder()
        .context(Context::from_process().project_dir(std::env::temp_dir()))
        .settings_json(json!({"hooks": {"PreToolUse": groups}}).to_string())
        .build()
        .unwrap()
}

const TOOLS: [&str; 10] = [
    "good", "crash", "hang", "flood", "detach", "async", "once", "fork", "guard", "none",
];

fn call(tool: &str) -> Input {
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": tool, "session_id": "s",
        "cwd": std::env::temp_dir(), "tool_input": {"padding": "p".repeat(20_000)}});
    Input::parse(&input.to_string()).unwrap()
}

/// One after the other, in one test: they count the same things.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_lost_and_nothing_is_left() {
    let seconds = std::env::var("STRESS_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    many_idle_sessions();
    workers_that_misbehave(Duration::from_secs(seconds.unwrap_or(3))).await;
    a_storm(Duration::from_secs(seconds.unwrap_or(4))).await;
}

/// Workers that crash, hang, print garbage and grow old, asked by many at once,
/// some of whom lose patience.
async fn workers_that_misbehave(length: Duration) {
    const DO: [&str; 8] = [
        "",
        "",
        "",
        "exit:3",
        "forget",
        "line:garbage",
        "sleep:5",
        "close",
    ];
    let hook = json!({"command": fake_hook(), "args": ["work:2"], "worker": true,
        "workerPool": 4, "timeout": 0.3});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    let context = Context::from_process().project_dir(std::env::temp_dir());
    let engine = Engine::builder().context(context);
    let engine = engine.settings_json(settings.to_string()).build().unwrap();
    let (files, processes) = (open_files(), children());
    let until = Instant::now() + length;
    let agents = (0..32_u64).map(|number| {
        let engine = engine.clone();
        tokio::spawn(async move {
            let mut random = Random(number + 1);
            let mut fired = 0_usize;
            while Instant::now() < until {
                let what = DO[usize::try_from(random.below(8)).unwrap()];
                let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
                    "tool_use_id": number.to_string(), "tool_input": {"do": what}});
                let fire = engine.execute(Input::parse(&input.to_string()).unwrap());
                let patience = match random.below(10) {
                    0 => Duration::from_millis(random.below(20)),
                    _ => Duration::from_secs(60),
                };
                match tokio::time::timeout(patience, fire).await {
                    Err(_) => assert!(patience < Duration::from_secs(60), "it hangs"),
                    Ok(outcome) => {
                        assert_eq!(outcome.hooks.len(), 1);
                        let said = outcome.system_messages.first();
                        let own = format!(" {number}");
                        assert!(said.is_none_or(|said| said.ends_with(&own)), "{said:?}");
                    }
                }
                fired += 1;
            }
            fired
        })
    });
    let mut fired = 0;
    for agent in agents.collect::<Vec<_>>() {
        fired += agent.await.unwrap();
    }
    engine.shutdown(Duration::from_secs(5)).await;
    println!("{fired} dispatches to workers that misbehave");
    assert_eq!(children(), processes, "workers are left");
    assert_eq!(open_files(), files, "descriptors are left");
}

/// Most sessions of a host are idle.
fn many_idle_sessions() {
    const SESSIONS: usize = 100_000;
    let engine = engine();
    let before = resident();
    let sessions: Vec<_> = (0..SESSIONS)
        .map(|n| engine.session(&format!("session-{n}")))
        .collect();
    let grown = resident().saturating_sub(before);
    println!("{} bytes per idle session", grown / SESSIONS);
    assert!(
        grown < 100 * 1024 * 1024,
        "{SESSIONS} sessions take {} MiB",
        grown >> 20
    );
    drop(sessions);
}

async fn a_storm(length: Duration) {
    let engine = engine();
    // Once around, so that everything that is made once is there.
    for tool in TOOLS {
        engine.execute(call(tool)).await;
    }
    engine.session("warm").end(Duration::from_secs(5)).await;
    let (files, processes, memory) = (open_files(), children(), resident());
    let (fired, answered) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let until = Instant::now() + length;
    let agents = (0..200_u64).map(|number| {
        let (engine, fired, answered) = (engine.clone(), Arc::clone(&fired), Arc::clone(&answered));
        tokio::spawn(async move {
            let session = engine.session(&format!("agent-{number}"));
            let mut random = Random(number + 1);
            while Instant::now() < until {
                let tool = TOOLS[usize::try_from(random.below(10)).unwrap()];
                fired.fetch_add(1, Ordering::Relaxed);
                match random.below(10) {
                    // Somebody loses patience.
                    0 => {
                        let patience = Duration::from_millis(random.below(50));
                        let _ = tokio::time::timeout(patience, session.execute(call(tool))).await;
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                    1 => {
                        session.observe(call(tool));
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                    _ => {
                        let outcome = session.execute(call(tool)).await;
                        assert_eq!(outcome.blocked, matches!(tool, "crash" | "guard"), "{tool}");
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
            session.end(Duration::from_millis(100)).await;
        })
    });
    for agent in agents.collect::<Vec<_>>() {
        agent.await.unwrap();
    }
    engine.shutdown(Duration::from_secs(5)).await;
    println!("{} dispatches", fired.load(Ordering::Relaxed));
    assert_eq!(
        fired.load(Ordering::Relaxed),
        answered.load(Ordering::Relaxed)
    );
    assert_eq!(children(), processes, "processes are left");
    assert_eq!(open_files(), files, "descriptors are left");
    let grown = resident().saturating_sub(memory);
    // The allocator keeps what two hundred agents needed at once, which is more on a
    // busy machine; a leak of every dispatch would be more still.
    assert!(grown < 192 * 1024 * 1024, "{} MiB are left", grown >> 20);
}
