//! Command hooks, beside the bare process that they are.

use std::hint::black_box;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use snaphook::{Input, Session, StdinKind};

use super::row;
use super::selection::executed;
use crate::measure::{Contender, Timings, quantile};
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, SpeedTarget};
use crate::world;

/// Starts the command in the cheapest way: `posix_spawn`, in a group
/// and a folder as hooks are, with the variable that they are promised and with
/// three pipes.
#[expect(clippy::expect_used, reason = "without a shell the bench cannot run")]
fn start(input: &[u8]) -> Child {
    let mut child = Command::new("/bin/sh")
        .args(["-c", world::COMMAND])
        .current_dir("/")
        .env("CLAUDE_PROJECT_DIR", "/")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    if let Some(mut stdin) = child.stdin.take() {
        // It reads all of it before it says anything.
        let _ = stdin.write_all(input);
    }
    child
}

fn end(mut child: Child) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let _ = child
        .stdout
        .take()
        .map(|mut pipe| pipe.read_to_end(&mut out));
    let _ = child
        .stderr
        .take()
        .map(|mut pipe| pipe.read_to_end(&mut err));
    black_box((child.wait().is_ok(), out, err));
}

/// So many bare processes at once.
pub(super) fn bare<'a>(processes: usize, input: &'a [u8]) -> Contender<'a> {
    Box::new(move |times| {
        let began = Instant::now();
        for _ in 0..times {
            let running: Vec<_> = (0..processes).map(|_| start(input)).collect();
            running.into_iter().for_each(end);
        }
        began.elapsed()
    })
}

/// A session with so many command hooks.
pub(super) fn session(hooks: usize) -> Session {
    reading(hooks, StdinKind::Auto)
}

/// Builds an engine whose hooks read their input from this kind of stdin.
#[expect(clippy::expect_used, reason = "without an engine the bench cannot run")]
pub(super) fn reading(hooks: usize, stdin: StdinKind) -> Session {
    let settings = world::commands(hooks, world::COMMAND);
    let engine = world::builder().stdin(stdin).settings_json(settings);
    engine.build().expect("an engine").session("bench")
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    one(options, report);
    sandboxed(options, report);
    let name = "1 command hook from a parent that holds 1 GiB";
    large_parent(options, report, name, &session(1));
    let name = "1 sandboxed command hook from a parent that holds 1 GiB";
    large_parent(options, report, name, &in_sandbox());
    let small = world::call(1024);
    let times = against_bare(10, &small, options.rounds(60));
    let name = "10 command hooks at once";
    report
        .rows
        .push(row(name, "10 bare processes", &times).target(SpeedTarget::AtMost(1.03)));
    let large = world::call(1024 * 1024);
    let times = against_bare(1, &large, options.rounds(150));
    let name = "1 command hook, 1 MiB of input";
    report
        .rows
        .push(row(name, "a bare process", &times).target(SpeedTarget::AtMost(1.1)));
}

/// So many hooks against so many bare processes.
pub(super) fn against_bare(hooks: usize, input: &Input, rounds: usize) -> Timings {
    let line = input.fields().to_line();
    let session = session(hooks);
    let mut run: [Contender<'_>; 2] = [bare(hooks, &line), executed(&session, input)];
    Timings::of_large(rounds, &mut run)
}

fn one(options: &BenchOptions, report: &mut BenchReport) {
    let times = against_bare(1, &world::call(1024), options.rounds(500));
    let p99 = |contender| times.quantile(contender, 0.99);
    report.rows.extend([
        row("1 command hook", "a bare process", &times).target(SpeedTarget::AtMost(1.05)),
        ReportRow::of_times(
            "1 command hook, the slowest of a hundred",
            "a bare process",
            (p99(0), p99(1), p99(1) / p99(0)),
        )
        .target(SpeedTarget::AtMost(1.25)),
    ]);
}

/// A session with one hook in a sandbox, in a project of its own.
#[expect(clippy::expect_used, reason = "without an engine the bench cannot run")]
fn in_sandbox() -> Session {
    let settings = world::sandboxed(world::COMMAND);
    let engine = world::builder().settings_json(settings);
    engine.build().expect("an engine").session("bench")
}

/// In a sandbox, beside the same hook without one.
fn sandboxed(options: &BenchOptions, report: &mut BenchReport) {
    let input = world::call(1024);
    let (free, held) = (session(1), in_sandbox());
    let mut run: [Contender<'_>; 2] = [executed(&free, &input), executed(&held, &input)];
    let times = Timings::of_large(options.rounds(500), &mut run);
    let name = "1 command hook in a sandbox";
    report
        .rows
        .push(row(name, "the same without one", &times).target(SpeedTarget::AtMost(1.15)));
}

/// From a parent that holds a gigabyte: a process that is forked would have to
/// copy its page tables.
fn large_parent(
    options: &BenchOptions,
    report: &mut BenchReport,
    name: &'static str,
    session: &Session,
) {
    let gigabytes = if options.quick { 1 << 26 } else { 1 << 30 };
    let input = world::call(1024);
    let mut hook = executed(session, &input);
    hook(1);
    let (mut small, mut large) = (Vec::new(), Vec::new());
    for _ in 0..options.rounds(12) {
        let mut some = |times: &mut Vec<f64>| {
            times.extend((0..12).map(|_| hook(1).as_secs_f64()));
        };
        some(&mut small);
        let held = black_box(vec![1_u8; gigabytes]);
        some(&mut large);
        drop(held);
    }
    let (small, large) = (quantile(&small, 0.5), quantile(&large, 0.5));
    let numbers = (small, large, large / small);
    report.rows.push(
        ReportRow::of_times(name, "from a small parent", numbers).target(SpeedTarget::AtMost(1.05)),
    );
}
