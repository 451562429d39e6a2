//! What a tool call through the gate costs, beside what anybody must pay.
//!
//! `cargo bench -p snaphook --bench gate`
//!
//! The floor is what two hooks with a timeout need at least: two boxed futures
//! behind tokio timeouts around the tool. Everything is measured in one run, in
//! rounds that take turns, so that a busy machine hurts all alike; the medians
//! are printed. Only the ratios travel.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for a person to read; a failure ends it"
)]

use snaphook::prelude::*;
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use snaphook::gate::{Gate, PostHook, PreHook};
use snaphook::input::CommonFields;
use snaphook::json::Json;
use snaphook::{Engine, FunctionHook};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tokio::time::timeout;

const ROUNDS: usize = 15;
const CALLS: usize = 10_000;

/// One way to call a tool with a hook before it and one after it.
trait BenchedCall: Clone + Send + Sync + 'static {
    /// Calls a tool. One that `waits` lets every other call go first, so that
    /// many are under way at once.
    fn call(&self, waits: bool) -> impl Future<Output = ()> + Send;
}

async fn tool(tool_input: Json, waits: bool) -> Result<Json, String> {
    if waits {
        tokio::task::yield_now().await;
    }
    Ok(tool_input)
}

fn tool_input() -> Value {
    json!({"command": "ls"})
}

type Hook = dyn Fn(&Value) -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync;

#[derive(Clone)]
struct Floor {
    pre: Arc<Hook>,
    post: Arc<Hook>,
}

impl Floor {
    fn new() -> Self {
        Self {
            pre: Arc::new(|_| Box::pin(async { black_box(true) })),
            post: Arc::new(|_| Box::pin(async { black_box(true) })),
        }
    }
}

impl BenchedCall for Floor {
    async fn call(&self, waits: bool) {
        const LIMIT: Duration = Duration::from_secs(600);
        let tool_input = tool_input();
        assert!(timeout(LIMIT, (self.pre)(&tool_input)).await.unwrap());
        let result = tool(tool_input.into(), waits).await.unwrap();
        assert!(timeout(LIMIT, (self.post)(&result)).await.unwrap());
        black_box(result);
    }
}

impl BenchedCall for Gate {
    async fn call(&self, waits: bool) {
        let gated = self
            .execute("Bash", tool_input(), |tool_input| tool(tool_input, waits))
            .await;
        assert!(black_box(gated).result.value().is_some());
    }
}

fn gate(engine: &Engine) -> Gate {
    Gate::new(engine.session("bench"), CommonFields::new("bench", "/repo"))
}

/// Two hooks of the gate.
fn named() -> Gate {
    gate(&Engine::builder().build().unwrap())
        .pre(PreHook::new("pre", |_| async {}))
        .post(PostHook::new("post", |_| async {}))
}

/// Two functions of the engine.
fn configured() -> Gate {
    let engine = Engine::builder()
        .function(FunctionHook::new("PreToolUse", "pre", |_| async {}))
        .function(FunctionHook::new("PostToolUse", "post", |_| async {}));
    gate(&engine.build().unwrap())
}

/// Nanoseconds per call, one call after the other.
fn in_a_row(runtime: &Runtime, way: &impl BenchedCall) -> f64 {
    runtime.block_on(async {
        let start = Instant::now();
        for _ in 0..CALLS {
            way.call(false).await;
        }
        per_call(start)
    })
}

/// Nanoseconds per call, all under way at once: each is a task.
fn at_once<W: BenchedCall>(runtime: &Runtime, way: &W) -> f64 {
    let way = way.clone();
    let all = async move {
        let start = Instant::now();
        let mut calls = JoinSet::new();
        for _ in 0..CALLS {
            let way = way.clone();
            calls.spawn(async move { way.call(true).await });
        }
        while let Some(ended) = calls.join_next().await {
            ended.unwrap();
        }
        per_call(start)
    };
    // On a worker, where an agent is: from outside, each task would wake one.
    runtime.block_on(async { runtime.spawn(all).await.unwrap() })
}

fn per_call(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e9 / CALLS as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

struct Runtimes {
    current: Runtime,
    one: Runtime,
    two: Runtime,
}

/// The times of one way: in a row, at once on one thread, at once on two.
#[derive(Default)]
struct Times([Vec<f64>; 3]);

impl Times {
    fn measure(&mut self, way: &impl BenchedCall, on: &Runtimes) {
        self.0[0].push(in_a_row(&on.current, way));
        self.0[1].push(at_once(&on.one, way));
        self.0[2].push(at_once(&on.two, way));
    }
}

fn main() {
    let threads = |number| {
        let mut runtime = Builder::new_multi_thread();
        runtime
            .worker_threads(number)
            .enable_time()
            .build()
            .unwrap()
    };
    let on = Runtimes {
        current: Builder::new_current_thread().enable_time().build().unwrap(),
        one: threads(1),
        two: threads(2),
    };
    let (floor, named, configured) = (Floor::new(), named(), configured());
    let mut times: [Times; 3] = Default::default();
    for _ in 0..ROUNDS {
        times[0].measure(&floor, &on);
        times[1].measure(&named, &on);
        times[2].measure(&configured, &on);
    }
    let medians = times.map(|times| times.0.map(median));

    println!("ns per call (× the floor); at once: {CALLS} calls");
    println!(
        "{:<32}{:>16}{:>20}{:>20}{:>14}",
        "", "one by one", "at once, 1 thread", "at once, 2 threads", "2 against 1"
    );
    let names = [
        "floor",
        "gate, 2 named hooks",
        "gate, 2 functions of the engine",
    ];
    for (name, by) in names.iter().zip(&medians) {
        let cell = |at: usize| format!("{:.0} ({:.1}×)", by[at], by[at] / medians[0][at]);
        println!(
            "{name:<32}{:>16}{:>20}{:>20}{:>14}",
            cell(0),
            cell(1),
            cell(2),
            format!("{:.2}×", by[1] / by[2])
        );
    }
}
