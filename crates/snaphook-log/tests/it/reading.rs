//! Filters find what fits, in order, and nothing else.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use proptest::prelude::*;
use serde_json::json;
use snaphook::outcome::Status;
use snaphook_log::{Filter, LoggedDecision};

use crate::common::*;

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn every_filter_alone_and_together() {
    let log = Log::new();
    let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs();
    let blocked = outcome(
        "PreToolUse",
        &[
            ("guard", Status::Blocked, 2.0),
            ("fmt", Status::Success, 1.0),
        ],
    );
    let fine = outcome(
        "PreToolUse",
        &[("fmt", Status::Success, 1.0), ("fmt", Status::Success, 1.0)],
    );
    log.tell_at(at(now - 50), &call("A", "rm -rf /"), Some(&blocked));
    log.tell_at(at(now - 40), &call("B", "git push origin"), Some(&fine));
    log.tell_at(
        at(now - 30),
        &input(json!({"hook_event_name": "Stop", "session_id": "s-2", "tool_name": "C"})),
        Some(&outcome("Stop", &[])),
    );
    log.tell_at(at(now - 20), &call("D", "git\tpull origin"), None);
    let all = Filter::default();
    assert_eq!(log.tools(&all), ["D", "C", "B", "A"]);
    let found = |change: &dyn Fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        let found = log.tools(&filter);
        assert_eq!(log.reader().count(&filter).unwrap(), found.len());
        let mut after = log.reader().after(&filter, 0, 100).unwrap();
        after.reverse();
        assert_eq!(tools(&after), found);
        found
    };
    assert_eq!(found(&|it| it.events = words(&["Stop"])), ["C"]);
    assert_eq!(found(&|it| it.tools = words(&["A", "D", "X"])), ["D", "A"]);
    assert_eq!(found(&|it| it.hooks = words(&["fmt"])), ["B", "A"]);
    assert_eq!(found(&|it| it.hooks = words(&["id-guard"])), ["A"]);
    assert_eq!(found(&|it| it.hooks = words(&["guard", "fmt"])), ["B", "A"]);
    assert_eq!(
        found(&|it| it.decisions = vec![LoggedDecision::Blocked, LoggedDecision::Abandoned]),
        ["D", "A"]
    );
    assert_eq!(found(&|it| it.sessions = words(&["s-2"])), ["C"]);
    let time = |seconds: u64| i64::try_from(seconds * 1000).unwrap();
    assert_eq!(found(&|it| it.since = Some(time(now - 35))), ["D", "C"]);
    assert_eq!(found(&|it| it.since = Some(time(now + 5))), [""; 0]);
    assert_eq!(found(&|it| it.until = Some(time(now - 30))), ["B", "A"]);
    let text = |text: &str| found(&|it| it.text = Some(text.to_owned()));
    assert_eq!(text("git"), ["D", "B"]);
    assert_eq!(text("GIT pu"), ["D", "B"]);
    assert_eq!(text("git push"), ["B"]);
    assert_eq!(text("rm -rf"), ["A"]);
    assert_eq!(text("push git"), [""; 0]);
    assert_eq!(text("--"), [""; 0]);
    assert_eq!(text("\" OR x"), [""; 0]);
    assert_eq!(
        found(&|it| {
            it.text = Some("origin".to_owned());
            it.hooks = words(&["fmt"]);
            it.since = Some(time(now - 45));
        }),
        ["B"]
    );
}

#[test]
fn stats_count_and_rank() {
    let log = Log::new();
    for number in 1..=100 {
        let status = match number {
            1..=10 => Status::Blocked,
            11..=15 => Status::Failed,
            16..=18 => Status::TimedOut,
            _ => Status::Success,
        };
        let fired = outcome(
            "PreToolUse",
            &[
                ("guard", status, f64::from(number)),
                ("off", Status::Skipped, 0.0),
            ],
        );
        log.tell(
            &call(if number > 50 { "Late" } else { "Early" }, "ls"),
            Some(&fired),
        );
    }
    let stats = log.reader().stats(&Filter::default()).unwrap();
    let guard = &stats[0];
    assert_eq!((&*guard.name, guard.calls), ("guard", 100));
    assert_eq!((guard.blocks, guard.failures, guard.timeouts), (10, 5, 3));
    let times = guard.times;
    assert_eq!(
        (times.p50, times.p95, times.p99, times.max),
        (50_000, 95_000, 99_000, 100_000)
    );
    assert_eq!(
        (&*stats[1].name, stats[1].calls, stats[1].skipped),
        ("off", 0, 100)
    );
    let filter = Filter {
        tools: words(&["Late"]),
        hooks: words(&["guard"]),
        ..Filter::default()
    };
    let stats = log.reader().stats(&filter).unwrap();
    assert_eq!(
        (stats.len(), stats[0].calls, stats[0].times.p50),
        (1, 50, 75_000)
    );
}

/// Commands that begin alike have one name.
#[test]
fn hooks_of_one_name_neither_hide_events_nor_share_their_numbers() {
    let log = Log::new();
    let mut fired = outcome(
        "PreToolUse",
        &[
            ("./check --of …", Status::Success, 1.0),
            ("./check --of …", Status::Blocked, 9.0),
            ("fmt", Status::Success, 1.0),
        ],
    );
    fired.hooks[1].id = "other".into();
    for tool in ["A", "B", "C"] {
        log.tell(&call(tool, "ls"), Some(&fired));
    }
    let filter = Filter {
        hooks: words(&["./check --of …"]),
        ..Filter::default()
    };
    let newest = log.reader().newest(&filter, 2).unwrap();
    assert_eq!(tools(&newest), ["C", "B"]);
    let next = log.reader().after(&filter, 1, 2).unwrap();
    assert_eq!(tools(&next), ["B", "C"]);
    let stats = log.reader().stats(&filter).unwrap();
    let told: Vec<_> = stats
        .iter()
        .map(|one| (one.id.as_deref(), one.calls, one.blocks))
        .collect();
    assert_eq!(
        told,
        [(Some("other"), 3, 3), (Some("id-./check --of …"), 3, 0)]
    );
}

#[test]
fn a_search_says_how_far_it_looked() {
    let log = Log::new();
    for tool in ["A", "B", "C"] {
        log.tell(&call(tool, "git push"), None);
    }
    log.flush();
    let text = Filter {
        text: Some("git".to_owned()),
        ..Filter::default()
    };
    let mut reader = log.reader();
    assert_eq!(reader.searched_to(&Filter::default()).unwrap(), 3);
    assert_eq!(reader.searched_to(&text).unwrap(), 0);
    assert_eq!(reader.newest(&text, 10).unwrap().len(), 3);
    assert_eq!(reader.searched_to(&text).unwrap(), 3);
}

#[test]
fn numbers_fields_of_tools_and_late_answers_are_found() {
    let log = Log::new();
    let read = input(json!({"hook_event_name": "PreToolUse", "tool_name": "A",
        "tool_input": {"id": "ticket", "status": "open", "port": 8443}}));
    let mut fired = outcome("PreToolUse", &[("slow", Status::Background, 0.0)]);
    fired.dispatch = std::num::NonZeroU64::new(3);
    log.tell(&read, Some(&fired));
    log.flush();
    let found = |text: &str| {
        let filter = Filter {
            text: Some(text.to_owned()),
            ..Filter::default()
        };
        log.tools(&filter)
    };
    for text in ["ticket", "open", "8443"] {
        assert_eq!(found(text), ["A"], "{text}");
    }
    assert_eq!(found("background"), [""; 0]);
    let mut late = fired.hooks[0].clone();
    late.status = Status::Failed;
    late.stderr = Some("afterwards".to_owned());
    log.recorder.finished_late(3, &late);
    log.flush();
    assert_eq!(found("afterwards"), ["A"]);
    assert_eq!(found("ticket"), ["A"]);
}

/// An id goes with every edit; the numbers of a hook that has a name do not.
#[test]
fn an_edited_hook_keeps_its_numbers() {
    let log = Log::new();
    let mut fired = outcome("PreToolUse", &[("guard", Status::Success, 1.0)]);
    log.tell(&call("A", "ls"), Some(&fired));
    fired.hooks[0].id = "edited".into();
    log.tell(&call("B", "ls"), Some(&fired));
    let stats = log.reader().stats(&Filter::default()).unwrap();
    assert_eq!((stats.len(), stats[0].calls, &stats[0].id), (1, 2, &None));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// A filter in SQL finds what one written here finds.
    #[test]
    fn sql_means_what_the_filter_says(
        told in prop::collection::vec((0..3_usize, 0..3_usize, 0..3_usize, 0..4_usize), 1..40),
        wanted in (prop::option::of(0..3_usize), prop::option::of(0..3_usize), prop::option::of(0..3_usize), prop::option::of(0..4_usize)),
    ) {
        let tools_of = ["Bash", "Read", "Edit"];
        let hooks_of = ["guard", "fmt", "lint"];
        let sessions = ["a", "b", "c"];
        let texts = ["one two", "two three", "three one", "four"];
        let log = Log::new();
        for (tool, hook, session, text) in &told {
            let fired = outcome("PreToolUse", &[(hooks_of[*hook], Status::Success, 1.0)]);
            let read = input(json!({"hook_event_name": "PreToolUse", "session_id": sessions[*session],
                "tool_name": tools_of[*tool], "tool_input": {"command": texts[*text]}}));
            log.tell(&read, Some(&fired));
        }
        let (tool, hook, session, text) = wanted;
        let filter = Filter {
            tools: tool.iter().map(|at| tools_of[*at].to_owned()).collect(),
            hooks: hook.iter().map(|at| hooks_of[*at].to_owned()).collect(),
            sessions: session.iter().map(|at| sessions[*at].to_owned()).collect(),
            text: text.map(|at| texts[at].to_owned()),
            ..Filter::default()
        };
        let fits = |it: &&(usize, usize, usize, usize)| {
            tool.is_none_or(|at| at == it.0) && hook.is_none_or(|at| at == it.1)
                && session.is_none_or(|at| at == it.2) && text.is_none_or(|at| at == it.3)
        };
        let expected: Vec<_> = told.iter().filter(fits).map(|it| tools_of[it.0]).rev().collect();
        prop_assert_eq!(log.tools(&filter), expected);
    }
}
