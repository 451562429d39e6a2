//! Tracers, profilers, debuggers.

use crate::shell::wrap::row::{PLAIN, Prefix, Wrapper, WrapperKind, prefix, row, sub, with};

const RUN: Prefix = PLAIN;

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    prefix("strace ltrace", Prefix { values: "aeEIoOpPsSuUbXlnx", flags: "ACcdDfFhikqrtTvVwyYzZ", long_values: "--output --attach --trace --signal --status --user --env --argv0 --string-limit --columns --trace-path", ..PLAIN }),
    prefix("truss dtruss ktrace sotruss latrace", Prefix { values: "soptfxU", flags: "acdefn", ..PLAIN }),
    prefix("valgrind callgrind memcheck massif heaptrack heaptrack_gui", Prefix { values: "o", flags: "qvr", long_values: "--output", long_flags: "--raw --record-only --quiet --verbose --asan", ..PLAIN }),
    with("perf", PLAIN, &[
        sub("stat record trace", Prefix { values: "eoCFcgGIrxDjmpuMnNtsEU", flags: "advkqRTBAPSibW", long_values: "--event --output --freq --count --cpu --repeat --delay --interval-print --mmap-pages --field-separator --uid --pid --tid --filter --expr --duration", pairs: "", long_flags: "--verbose --quiet --null --detailed --big-num --no-big-num --all-cpus --scale --summary", ..PLAIN }),
        sub("bench", PLAIN),
        crate::shell::wrap::row::subs("mem c2c sched lock kvm kmem timechart ftrace kwork", RUN, &[sub("record stat trace profile latency", PLAIN)]),
    ]),
    prefix("gdb lldb gdb-multiarch cgdb", Prefix { command: "--args -args", dashes: true, only_code: true, ..PLAIN }),
    with("rr", PLAIN, &[sub("record", PLAIN)]),
    with("uftrace", PLAIN, &[sub("record live", PLAIN)]),
    with("py-spy", PLAIN, &[sub("record top", Prefix { dashes: true, ..PLAIN })]),
    with("samply", PLAIN, &[sub("record", PLAIN)]),
    with("nsys ncu", PLAIN, &[sub("profile", PLAIN)]),
    with("cargo", PLAIN, &[
        sub("watch", Prefix { values: "wiBd", flags: "cqN", code: "s --shell", dashes: true, only_code: false, ..PLAIN }),
        sub("flamegraph", Prefix { dashes: true, only_code: true, ..PLAIN }),
    ]),
    prefix("bpftrace dtrace stap", Prefix { values: "foBpDx", code: "c", code_anywhere: true, only_code: true, ..PLAIN }),
    prefix("kcov", Prefix { operands: 1, ..PLAIN }),
    prefix("catchsegv operf ocount", PLAIN),
    prefix("flamegraph", Prefix { values: "opF", dashes: true, ..PLAIN }),
    prefix("multitime", Prefix { values: "nsifrbI", flags: "lqv", ..PLAIN }),
    prefix("memusage", Prefix { values: "np", ..PLAIN }),
    prefix("cachegrind drmemory tau_exec likwid-perfctr likwid-pin", Prefix { values: "Cgcm", ..PLAIN }),
    row("poop", WrapperKind::Codes(Prefix { values: "d", ..PLAIN })),
];
