//! Which hooks run: events without any, and many hooks of which none matches.

use std::hint::black_box;

use snaphook::{Engine, Session};
use snaphook_core::event::Event;
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, Scope, Source};
use snaphook_core::input::Input;
use snaphook_core::matching::GroupMatcher;
use snaphook_core::select::HookSet;

use super::{floors, row};
use crate::measure::{Contender, Timings, once};
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, SpeedTarget};
use crate::world;

const ROUNDS: usize = 400;

/// Hooks on other events than that of a tool call.
fn elsewhere() -> Engine {
    let group = r#"[{"hooks": [{"type": "command", "command": "true"}]}]"#;
    let events = ["Stop", "SessionStart", "PostToolUse", "Notification"];
    let groups = events.map(|event| format!("{event:?}: {group}"));
    world::engine(&format!(r#"{{"hooks": {{{}}}}}"#, groups.join(", ")))
}

/// A session with so many hooks on tool calls, none of which is for `Bash`.
pub(super) fn none_of(hooks: usize) -> Session {
    world::engine(&world::settings(&world::matchers(hooks))).session("bench")
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let rounds = options.rounds(ROUNDS);
    let input = world::call(1024);
    let events = floors::events();
    let elsewhere = elsewhere();
    let session = elsewhere.session("bench");
    let lookup = || once(|| events.get(black_box("PreToolUse")));

    let event = Event::resolve("PreToolUse");
    let mut ask: [Contender<'_>; 2] = [lookup(), once(|| elsewhere.has(&event))];
    let asked = Timings::of_small(rounds, &mut ask);
    report.rows.push(
        row(
            "event with no hooks, asked with `has`",
            "one look-up",
            &asked,
        )
        .target(SpeedTarget::AtMost(3.0)),
    );
    let mut run: [Contender<'_>; 2] = [lookup(), executed(&session, &input)];
    let times = Timings::of_small(rounds, &mut run);
    report.rows.push(
        row("event with no hooks, executed", "one look-up", &times)
            .target(SpeedTarget::AtMost(3.0)),
    );

    let memo = floors::FloorMemo::new();
    let of: Vec<_> = [10, 1_000, 10_000].into_iter().map(none_of).collect();
    let mut run: Vec<Contender<'_>> = vec![once(|| memo.look(black_box("Bash")))];
    run.extend(of.iter().map(|session| executed(session, &input)));
    let times = Timings::of_small(rounds, &mut run);
    let numbers = |of: usize, floor: usize| {
        (
            times.median(floor),
            times.median(of),
            times.ratio(of, floor),
        )
    };
    report.rows.extend([
        ReportRow::of_times(
            "1,000 hooks, none matches",
            "one look-up in a shared memo",
            numbers(2, 0),
        )
        .target(SpeedTarget::AtMost(4.0)),
        ReportRow::of_times(
            "10,000 hooks, none matches, against 10 hooks",
            "10 hooks",
            numbers(3, 1),
        )
        .target(SpeedTarget::AtMost(1.2)),
    ]);
    first_look_up(options, report);
}

/// A name that was not used before.
fn first_look_up(options: &BenchOptions, report: &mut BenchReport) {
    let matchers = world::matchers(10_000);
    let index = floors::FloorIndex::new(&matchers);
    let set = set(hooks(&matchers));
    let new = inputs(4096);
    let (mut floor_at, mut at) = (0, 0);
    let mut run: [Contender<'_>; 2] = [
        once(|| {
            let input = &new[floor_at % new.len()];
            floor_at += 1;
            let value = input.match_value();
            value.text().map(|name| index.find(name))
        }),
        // More names than are remembered, so that none of them is.
        once(|| {
            let input = &new[at % new.len()];
            at += 1;
            set.select(input)
        }),
    ];
    let times = Timings::of_small(options.rounds(ROUNDS), &mut run);
    let floor = "exact map, beginnings and RegexSet";
    let name = "first look-up of a new name, 10,000 matchers";
    report
        .rows
        .push(row(name, floor, &times).target(SpeedTarget::AtMost(2.0)));
}

/// Tool calls with names that no matcher names, as agents have them.
#[expect(clippy::expect_used, reason = "they are inputs")]
pub(super) fn inputs(count: usize) -> Vec<Input> {
    let name = |number: usize| match number % 3 {
        0 => format!("mcp__other{number}__read_file"),
        1 => format!("Fetch{number}"),
        _ => format!("NotebookPage_{number}"),
    };
    let input = |number| Input::parse(&world::call_json(512, &name(number)));
    (0..count)
        .map(|number| input(number).expect("an input"))
        .collect()
}

/// Hooks with these matchers.
pub(super) fn hooks(matchers: &[String]) -> Vec<Hook> {
    let event = Event::resolve("PreToolUse");
    let hook = |(number, text): (usize, &String)| {
        let matcher = GroupMatcher::new(event.spec(), Some(text));
        let command = CommandDef {
            command: format!("./hook-{number}"),
            ..CommandDef::default()
        };
        let source = Source::host(Scope::User);
        Hook::new(event.clone(), matcher, HandlerDef::new(command), source)
    };
    matchers.iter().enumerate().map(hook).collect()
}

pub(super) fn set(hooks: Vec<Hook>) -> HookSet {
    HookSet::builder().hooks(hooks).build()
}

/// Executes an event on a session.
pub(super) fn executed<'a>(session: &'a Session, input: &'a Input) -> Contender<'a> {
    let runtime = world::runtime();
    Box::new(move |times| runtime.block_on(world::executed(session, input, times)))
}

/// Does the work of a row without measuring it.
pub(super) fn count(row: &str, times: usize) -> bool {
    let input = world::call(1024);
    match row {
        "floor-lookup" => {
            let events = floors::events();
            for _ in 0..times {
                black_box(events.get(black_box("PreToolUse")));
            }
        }
        "floor-memo" => {
            let memo = floors::FloorMemo::new();
            for _ in 0..times {
                black_box(memo.look(black_box("Bash")));
            }
        }
        "no-hooks" => {
            executed(&elsewhere().session("bench"), &input)(times);
        }
        "none-of-1000" => {
            executed(&none_of(1_000), &input)(times);
        }
        _ => return false,
    }
    true
}
