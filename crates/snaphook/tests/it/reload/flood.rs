//! A thousand events under way while the settings are rewritten a hundred
//! times, in every manner: none sees a mixture, none is lost, the last state
//! wins.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use snaphook::{Answer, BuiltinError, BuiltinFunction, Builtins, Engine, Input};
use tokio::sync::watch;

use super::{builder, reload};
use crate::common::{HANG, run};
use crate::scopes::World;

const EVENTS: usize = 1000;
const REWRITES: usize = 100;
/// Every so many events also run a process.
const WITH_PROCESS: usize = 20;

/// Settings whose hooks all say the same number: two that start together, and
/// a row whose first waits for the next settings.
fn numbered(number: usize) -> String {
    let number = number.to_string();
    let mark = |how: &str| json!({"type": "builtin", "command": "mark", "args": [number, how]});
    let answer =
        json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": number}});
    let process = json!({"command": "/bin/echo", "args": [answer.to_string()]});
    json!({"hooks": {"PreToolUse": [
        {"hooks": [mark("one"), mark("two")]},
        {"sequential": true, "hooks": [mark("wait"), mark("three")]},
        {"matcher": "Bash", "hooks": [process]},
    ]}})
    .to_string()
}

/// Says its number; `wait` waits until other settings were put in.
fn mark(swaps: watch::Receiver<usize>) -> BuiltinFunction {
    BuiltinFunction::new(move |call| {
        let mut swaps = swaps.clone();
        async move {
            if call.args[1] == "wait" {
                let before = *swaps.borrow_and_update();
                let _ = swaps.wait_for(|now| *now > before).await;
            }
            Ok::<_, BuiltinError>(Answer::context(call.args[0].clone()))
        }
    })
}

/// Rewrites the file, every time in another manner; returns whether it is good.
fn rewrite(world: &World, file: &str, number: usize) -> bool {
    let path = world.path(file);
    let renamed = |text: &str| {
        let beside = path.with_extension("tmp");
        std::fs::write(&beside, text).unwrap();
        std::fs::rename(beside, &path).unwrap();
    };
    match number % 5 {
        0 => std::fs::write(&path, numbered(number)).unwrap(),
        1 => renamed(&numbered(number)),
        2 => std::fs::write(&path, &numbered(number)[..50]).unwrap(),
        3 => renamed("not JSON"),
        _ => {
            std::fs::remove_file(&path).unwrap();
            std::fs::write(&path, numbered(number)).unwrap();
        }
    }
    matches!(number % 5, 0 | 1 | 4)
}

fn call(number: usize) -> Input {
    let tool = if number.is_multiple_of(WITH_PROCESS) {
        "Bash"
    } else {
        "Read"
    };
    let input = json!({"hook_event_name": "PreToolUse", "session_id": format!("{}", number % 7),
        "cwd": Path::new("/"), "tool_name": tool, "tool_input": {}, "tool_use_id": number.to_string()});
    Input::parse(&input.to_string()).unwrap()
}

/// The one number that all hooks of an event said.
async fn number_seen(engine: Engine, number: usize) -> usize {
    let session = engine.session(&format!("{}", number % 7));
    let outcome = run(&session, call(number)).await;
    let seen: BTreeSet<&String> = outcome.additional_context.iter().collect();
    assert_eq!(seen.len(), 1, "a mixture: {:?}", outcome.additional_context);
    let expected = if number.is_multiple_of(WITH_PROCESS) {
        5
    } else {
        4
    };
    assert_eq!(outcome.additional_context.len(), expected, "{outcome:?}");
    outcome.additional_context[0].parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_event_sees_a_mixture_or_is_lost_and_the_last_state_wins() {
    // A file that the host named still counts while it is gone.
    const FILE: &str = "named.json";
    let world = Arc::new(World::new());
    world.write(FILE, &numbered(1));
    let (swapped, swaps) = watch::channel(0);
    let builtins = Builtins::default();
    builtins.register("mark", mark(swaps)).unwrap();
    let engine = builder(&world)
        .settings_file(world.path(FILE))
        .builtins(builtins)
        .build()
        .unwrap();

    let written = Arc::new(AtomicBool::new(false));
    let rewriting = tokio::spawn({
        let (world, written) = (Arc::clone(&world), Arc::clone(&written));
        let mut swaps = swapped.subscribe();
        async move {
            for number in 2..2 + REWRITES {
                let before = *swaps.borrow_and_update();
                // Some rewrites come while others are being loaded.
                if rewrite(&world, FILE, number) && number % 3 == 0 {
                    let _ = swaps.wait_for(|now| *now > before).await;
                }
            }
            written.store(true, Ordering::SeqCst);
        }
    });
    let reloading = tokio::spawn({
        let engine = engine.clone();
        async move {
            loop {
                let last = written.load(Ordering::SeqCst);
                if reload(&engine).await.swapped {
                    swapped.send_modify(|count| *count += 1);
                }
                if last {
                    // Whoever still waits need not wait any longer.
                    swapped.send_modify(|count| *count += 1);
                    return swapped;
                }
                tokio::task::yield_now().await;
            }
        }
    });
    let events = (0..EVENTS).map(|number| tokio::spawn(number_seen(engine.clone(), number)));
    let events: Vec<_> = events.collect();
    tokio::time::timeout(HANG, rewriting)
        .await
        .unwrap()
        .unwrap();
    let swapped = tokio::time::timeout(HANG, reloading)
        .await
        .unwrap()
        .unwrap();
    for event in events {
        tokio::time::timeout(HANG, event).await.unwrap().unwrap();
    }
    // 101 is good, so it is what counts; nobody waits for other settings.
    let last = 1 + REWRITES;
    assert!(matches!(last % 5, 0 | 1 | 4));
    let after = tokio::spawn(number_seen(engine.clone(), 1));
    while !after.is_finished() {
        swapped.send_modify(|count| *count += 1);
        tokio::task::yield_now().await;
    }
    assert_eq!(after.await.unwrap(), last);
}
