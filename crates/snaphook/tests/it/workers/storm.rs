//! Many requests at once, also while workers are being killed: none is lost, and
//! none gets another's answer.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;

const AT_ONCE: usize = 64;

/// Fires so many requests; gives how often a worker was killed meanwhile.
pub(super) async fn storm(engine: &Engine, requests: usize, kill_every: Option<Duration>) -> usize {
    let next = Arc::new(AtomicUsize::new(0));
    let alive: Arc<Mutex<HashSet<i32>>> = Arc::default();
    let agents: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let (engine, next, alive) = (engine.clone(), Arc::clone(&next), Arc::clone(&alive));
            tokio::spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= requests {
                        return;
                    }
                    let id = format!("request-{number}");
                    let (pid, answered) = said(&fire(&engine, told(&id, "")).await);
                    assert_eq!(answered, id);
                    alive.lock().unwrap().insert(pid);
                }
            })
        })
        .collect();
    let killer = tokio::spawn({
        let alive = Arc::clone(&alive);
        async move {
            let mut killed = 0;
            let Some(pause) = kill_every else {
                return killed;
            };
            while next.load(Ordering::Relaxed) < requests {
                tokio::time::sleep(pause).await;
                let victim = alive.lock().unwrap().iter().next().copied();
                if let Some(pid) = victim {
                    alive.lock().unwrap().remove(&pid);
                    kill(pid);
                    killed += 1;
                }
            }
            killed
        }
    });
    for agent in agents {
        agent.await.unwrap();
    }
    killer.await.unwrap()
}

const KILL_EVERY: Option<Duration> = Some(Duration::from_millis(40));

fn pool_of_four(steps: &[&str]) -> Engine {
    let options = json!({"workerPool": 4, "onFailure": "block"});
    engine_with(&[worker_of(steps, options)])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_requests_lose_none_and_mix_none_up() {
    let engine = pool_of_four(&["work:1"]);
    storm(&engine, 10_000, None).await;
    let killed = storm(&engine, 10_000, KILL_EVERY).await;
    println!("{killed} workers were killed");
    assert!(killed > 0);
    engine.shutdown(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_do_workers_that_never_say_how_much_they_do_at_once_or_do_much() {
    for steps in [["work"], ["work:16"]] {
        let engine = pool_of_four(&steps);
        assert!(storm(&engine, 3_000, KILL_EVERY).await > 0, "{steps:?}");
        engine.shutdown(Duration::ZERO).await;
    }
}
