//! Functions of the host: hooks in its own process.

use snaphook::prelude::*;
use std::hint::black_box;
use std::time::Instant;

use futures_util::future::join_all;
use snaphook::{Engine, FunctionHook, Input, Session};

use super::selection::executed;
use super::{floors, row};
use crate::measure::{Contender, Timings};
use crate::options::BenchOptions;
use crate::report::{BenchReport, SpeedTarget};
use crate::world;

const ROUNDS: usize = 400;

/// A session with so many functions on tool calls.
///
/// # Panics
/// When an engine cannot be built.
#[must_use]
#[expect(clippy::expect_used, reason = "without an engine the bench cannot run")]
pub fn session(functions: usize) -> Session {
    let function =
        |number: usize| FunctionHook::new("PreToolUse", &format!("f{number}"), |_| async {});
    let engine = (0..functions).fold(Engine::builder(), |builder, number| {
        builder.function(function(number))
    });
    engine.build().expect("an engine").session("bench")
}

/// Calls so many bare functions together, each with a timeout of its own.
fn floor(functions: usize, input: &Input) -> Contender<'_> {
    let hooks: Vec<_> = (0..functions).map(|_| floors::hook()).collect();
    let runtime = world::runtime();
    Box::new(move |times| {
        runtime.block_on(async {
            let start = Instant::now();
            for _ in 0..times {
                match &hooks[..] {
                    [hook] => drop(black_box(floors::call_hook(hook, input).await)),
                    hooks => {
                        let calls = hooks.iter().map(|hook| floors::call_hook(hook, input));
                        drop(black_box(join_all(calls).await));
                    }
                }
            }
            start.elapsed()
        })
    })
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let input = world::call(1024);
    let sizes = [
        (1, "1 in-process hook", 10.0),
        (10, "10 in-process hooks", 4.0),
    ];
    for (functions, name, most) in sizes {
        let session = session(functions);
        let mut run: [Contender<'_>; 2] = [floor(functions, &input), executed(&session, &input)];
        let times = Timings::of_small(options.rounds(ROUNDS), &mut run);
        let floor = "boxed async functions with tokio timeouts";
        report
            .rows
            .push(row(name, floor, &times).target(SpeedTarget::AtMost(most)));
    }
}

/// Does the work of a row without measuring it.
pub(super) fn count(row: &str, times: usize) -> bool {
    let input = world::call(1024);
    let took = match row {
        "floor-1-function" => floor(1, &input)(times),
        "floor-10-functions" => floor(10, &input)(times),
        "1-function" => executed(&session(1), &input)(times),
        "10-functions" => executed(&session(10), &input)(times),
        _ => return false,
    };
    black_box(took);
    true
}
