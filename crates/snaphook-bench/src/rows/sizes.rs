//! Cost against size: hooks, dispatches at once, input, sessions. Each line
//! should be straight or flat.

use snaphook::StdinKind;

use super::selection::{executed, hooks, inputs, none_of, set};
use super::{commands, functions, memory, throughput};
use crate::heap::count_in;
use crate::measure::{Contender, Timings, once};
use crate::options::BenchOptions;
use crate::report::{BenchReport, Curve, CurveLine, Unit};
use crate::world;

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let curves = [hooks_grow, dispatches_grow, input_grows];
    report.curves.extend(curves.map(|curve| curve(options)));
    report.curves.extend(sessions_grow(options));
}

/// Sizes up to `most`, fewer of them in a quick run.
fn sizes(options: &BenchOptions, sizes: &[usize]) -> Vec<usize> {
    let some = if options.quick { 2 } else { sizes.len() };
    sizes.iter().copied().take(some).collect()
}

fn line(name: &str, points: impl IntoIterator<Item = (usize, f64)>) -> CurveLine {
    let points = points.into_iter().map(|(size, cost)| (size as f64, cost));
    CurveLine::of(name, points.collect())
}

fn hooks_grow(options: &BenchOptions) -> Curve {
    let sizes = sizes(options, &[10, 30, 100, 300, 1_000, 3_000, 10_000]);
    let input = world::call(1024);
    let known = sizes.iter().map(|size| {
        let session = none_of(*size);
        let times = Timings::of_small(options.rounds(100), &mut [executed(&session, &input)]);
        (*size, times.median(0))
    });
    let known = line("dispatch, a name seen before", known);
    let new = inputs(4096);
    let first = sizes.iter().map(|size| {
        let set = set(hooks(&world::matchers(*size)));
        let mut at = 0;
        let look: Contender<'_> = once(|| {
            at += 1;
            set.select(&new[at % new.len()])
        });
        (
            *size,
            Timings::of_small(options.rounds(100), &mut [look]).median(0),
        )
    });
    let first = line("look-up of a new name", first);
    let load = sizes.iter().map(|size| {
        let settings = world::settings(&world::matchers(*size));
        let build: Contender<'_> = once(|| world::engine(&settings));
        let times = Timings::of_large(options.rounds(5), &mut [build]);
        (*size, times.median(0) / *size as f64)
    });
    let load = line("building the engine, per hook", load);
    Curve {
        title: "Hooks configured".to_owned(),
        size: "hooks".to_owned(),
        unit: Unit::Seconds,
        lines: vec![known, first, load],
    }
}

fn dispatches_grow(options: &BenchOptions) -> Curve {
    let input = world::call(1024);
    let all = if options.quick { 40 } else { 1_000 };
    let commands = commands::session(1);
    let functions = functions::session(1);
    let rate =
        |session, at_once: usize, all| 1.0 / throughput::per_second(session, &input, at_once, all);
    let sizes = sizes(options, &[1, 3, 10, 30, 100, 300, 1_000]);
    let of_commands = sizes
        .iter()
        .map(|size| (*size, rate(&commands, *size, all.max(*size))));
    let of_functions = sizes
        .iter()
        .map(|size| (*size, rate(&functions, *size, all * 100)));
    Curve {
        title: "Dispatches at once".to_owned(),
        size: "dispatches under way".to_owned(),
        unit: Unit::Seconds,
        lines: vec![
            line(
                "one command hook, time per dispatch",
                of_commands.collect::<Vec<_>>(),
            ),
            line(
                "one function, time per dispatch",
                of_functions.collect::<Vec<_>>(),
            ),
        ],
    }
}

fn input_grows(options: &BenchOptions) -> Curve {
    const KIB: usize = 1024;
    let bytes = [
        KIB,
        4 * KIB,
        16 * KIB,
        64 * KIB,
        256 * KIB,
        1024 * KIB,
        4096 * KIB,
        10_240 * KIB,
    ];
    let sizes = sizes(options, &bytes);
    let function = functions::session(1);
    let kinds = [StdinKind::Pipe, StdinKind::File];
    let hooks = kinds.map(|kind| commands::reading(1, kind));
    let mut costs = [const { Vec::new() }; 4];
    for size in sizes {
        let input = world::call(size);
        let bytes = input.fields().to_line();
        let mut run: Vec<Contender<'_>> = vec![commands::bare(1, &bytes)];
        run.extend(hooks.iter().map(|session| executed(session, &input)));
        let rounds = if size > 512 * KIB { 30 } else { 80 };
        let times = Timings::of_large(options.rounds(rounds), &mut run);
        for (contender, costs) in costs.iter_mut().take(3).enumerate() {
            costs.push((size, times.median(contender)));
        }
        let times = Timings::of_small(options.rounds(50), &mut [executed(&function, &input)]);
        costs[3].push((size, times.median(0)));
    }
    let names = [
        "a bare process, by a pipe",
        "one command hook, by a pipe",
        "one command hook, by a file in memory",
        "one function",
    ];
    let lines = names.into_iter().zip(costs);
    Curve {
        title: "Bytes of input".to_owned(),
        size: "bytes".to_owned(),
        unit: Unit::Seconds,
        lines: lines.map(|(name, costs)| line(name, costs)).collect(),
    }
}

fn sessions_grow(options: &BenchOptions) -> [Curve; 2] {
    let sizes = sizes(options, &[1, 10, 100, 1_000, 10_000, 100_000]);
    let input = world::call(1024);
    let (mut cost, mut bytes) = (Vec::new(), Vec::new());
    for size in sizes {
        let (held, heap) = count_in(|| memory::sessions(size));
        let (_, engine) = count_in(|| memory::sessions(0));
        let each = (heap.grown_by - engine.grown_by).max(0) as f64 / size as f64;
        bytes.push((size, each));
        let session = &held[size / 2];
        let times = Timings::of_small(options.rounds(100), &mut [executed(session, &input)]);
        cost.push((size, times.median(0)));
    }
    let curve = |title: &str, unit, line| Curve {
        title: title.to_owned(),
        size: "sessions".to_owned(),
        unit,
        lines: vec![line],
    };
    [
        curve(
            "Sessions held",
            Unit::Seconds,
            line("dispatch in one of them", cost),
        ),
        curve(
            "Sessions held, in memory",
            Unit::Bytes,
            line("bytes for each", bytes),
        ),
    ]
}
