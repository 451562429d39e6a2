//! `snaphook bench`: how long hooks take.

use serde_json::json;

use crate::world::{World, hooks};

fn timed() -> World {
    let world = World::new();
    // One waits for the others' processes to be gone, and then a little: whom the
    // agent waits for is certain.
    let gone = |name: &str| {
        format!(
            "while ! test -s {name} || kill -0 $(cat {name}) 2>/dev/null; do sleep 0.01; done; rm {name}"
        )
    };
    let waits = format!("{}; {}; sleep 0.1", gone("one"), gone("two"));
    let settings = hooks(
        "Stop",
        &[
            ("fast", "echo $$ > one"),
            ("slow", &waits),
            ("broken", "echo $$ > two; exit 7"),
        ],
    );
    world.write("project/s.json", &settings);
    world
}

const BENCH: [&str; 6] = ["bench", "Stop", "--settings", "s.json", "--runs", "3"];

#[test]
fn every_hook_has_its_times_and_the_slowest_is_named() {
    let world = timed();
    let ran = world.snaphook(&[&BENCH[..], &["--warmup", "1"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    for words in [
        "Stop (3 runs, warm)",
        "hook             median",
        "the whole event",
        "broken failed in 3 runs",
        "the agent waits for slow (3 of 3 runs)",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    let report = world
        .snaphook(&[&BENCH[..], &["--cold", "--json"]].concat())
        .json();
    assert_eq!(
        (&report["runs"], &report["cold"]),
        (&json!(3), &json!(true))
    );
    let hooks = report["hooks"].as_array().unwrap();
    let names: Vec<_> = hooks.iter().map(|hook| &hook["hook"]).collect();
    assert_eq!(names, ["fast", "slow", "broken"]);
    assert_eq!(
        (&hooks[1]["waitedFor"], &hooks[2]["failed"]),
        (&json!(3), &json!(3))
    );
    for number in ["medianMs", "p95Ms", "p99Ms", "maxMs"] {
        assert!(hooks[0][number].as_f64().unwrap() > 0.0);
        assert!(report["event"][number].as_f64() >= hooks[1][number].as_f64());
    }
    // Nothing of it is an event of an agent.
    assert!(!world.path("state/snaphook/log.db").exists());
}

#[test]
fn a_budget_decides_the_exit_status() {
    let world = timed();
    let bench = |budgets: &[&str]| {
        let budgets = budgets.iter().flat_map(|budget| ["--budget", budget]);
        world.snaphook(&BENCH.into_iter().chain(budgets).collect::<Vec<_>>())
    };
    let ran = bench(&["p95<10m"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("expected a budget such as"), "{ran:?}");
    let ran = bench(&["p95<600s", "fast:median<600s"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("kept p95<600s") && ran.stdout.contains("kept fast:median<600s"));
    let ran = bench(&["p95<600s", "slow:max<1us"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("exceeded slow:max<1us"), "{ran:?}");
    for args in [&["--session", "s"][..], &["--cold", "--warmup", "1"]] {
        let ran = world.snaphook(&[&BENCH[..], args].concat());
        assert_eq!((ran.code, &*ran.stdout), (1, ""), "{ran:?}");
    }
    let ran = bench(&["none:p95<1s"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("no hook `none` ran"), "{ran:?}");
}

#[test]
fn each_run_is_a_session_of_its_own() {
    let world = World::new();
    let settings = json!({"hooks": {"Stop": [{"hooks": [
        {"name": "once", "command": "echo x >> ran", "once": true}]}]}});
    world.write("project/s.json", &settings.to_string());
    assert_eq!(
        world
            .snaphook(&[&BENCH[..], &["--warmup", "2"]].concat())
            .code,
        0
    );
    assert_eq!(world.read("project/ran").lines().count(), 5);
}

#[test]
fn a_budget_without_a_measured_success_is_not_kept() {
    let world = World::new();
    let settings = json!({"hooks": {"Stop": [{"hooks": [
        {"name": "broken", "command": "exit 7"},
        {"name": "late", "command": "true", "async": true}]}]}});
    world.write("project/s.json", &settings.to_string());
    let bench = |event: &str, budget: &str| {
        let args = ["--settings", "s.json", "--runs", "2", "--warmup", "0"];
        world.snaphook(&[&["bench", event, "--budget", budget], &args[..]].concat())
    };
    for (event, budget, why) in [
        ("Stop", "late:p95<600s", "`late` goes on in the background"),
        ("Stop", "broken:p95<600s", "`broken` failed in every run"),
        ("Stop", "p95<600s", "every hook failed in every run"),
        ("SessionEnd", "p95<600s", "no hook ran"),
    ] {
        let ran = bench(event, budget);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stderr.contains(why), "{ran:?}");
        assert!(!ran.stdout.contains("kept"), "{ran:?}");
    }
}

#[test]
fn a_budget_is_for_every_hook_of_its_name_and_for_an_id() {
    let world = World::new();
    let settings = hooks("Stop", &[("same", "true"), ("same", "echo two")]);
    world.write("project/s.json", &settings);
    let ran = world.snaphook(&[&BENCH[..], &["--budget", "same:p95<600s", "--json"]].concat());
    let report = ran.json();
    assert_eq!(report["budgets"].as_array().unwrap().len(), 2, "{report}");
    let budget = format!("{}:p95<600s", report["hooks"][1]["id"].as_str().unwrap());
    let ran = world.snaphook(&[&BENCH[..], &["--budget", &budget]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.stdout.matches("kept").count(), 1, "{ran:?}");
}

#[test]
fn a_warm_up_that_never_ends_is_refused() {
    let world = timed();
    let ran = world.snaphook(&[&BENCH[..], &["--warmup", "4294967295"]].concat());
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("100000"), "{ran:?}");
}
