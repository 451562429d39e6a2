//! When, how often and how fast a command runs.

use crate::shell::wrap::row::{PLAIN, Prefix, Wrapper, WrapperKind, prefix, row, sub, with};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    prefix("systemd-run", Prefix { values: "upEMH", flags: "dPqGrStv",
        long_values: "--unit --property --description --slice --uid --gid --nice --setenv --working-directory --machine --host --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --timer-property --path-property --socket-property --service-type --background --job-mode",
        long_flags: "--user --system --scope --pty --pipe --wait --collect --quiet --no-block --shell --remain-after-exit --send-sighup --same-dir --no-ask-password",
        starts_shell: true, ..PLAIN }),
    prefix("systemd-inhibit", Prefix { long_values: "--what --who --why --mode", ..PLAIN }),
    prefix("systemd-cat", Prefix { values: "tp", long_values: "--identifier --priority --stderr-priority --level-prefix --namespace", ..PLAIN }),
    prefix("start-stop-daemon", Prefix { values: "nagsRudrIPkNp", flags: "SKTHVoCbmqvDti12Ow", program: "x --exec a --startas",
        long_values: "--name --pidfile --pid --user --chuid --group --signal --retry --chdir --chroot --nicelevel --procsched --iosched --umask --output --ppid --notify-timeout",
        long_flags: "--start --stop --status --background --no-close --make-pidfile --remove-pidfile --quiet --verbose --oknodo --test --notify-await --interpreter",
        ..PLAIN }),
    prefix("daemonize", Prefix { values: "ceEolpu", flags: "av", ..PLAIN }),
    prefix("daemon", Prefix { values: "nFPDulLEOoXp", long_values: "--name --chdir --user --env --output --stdout --stderr --pidfile --pidfiles --command --attempts --delay --limit", command: "--command", ..PLAIN }),
    prefix("cpulimit", Prefix { values: "lpeP", flags: "bfmkrszvqi", long_values: "--limit --pid --exe --path", ..PLAIN }),
    prefix("numactl", Prefix { values: "iwNCmPSpfLMou", flags: "alsHVtkd", long_values: "--interleave --cpunodebind --physcpubind --membind --preferred --weighted-interleave --preferred-many --cpubind", long_flags: "--all --localalloc --balancing", ..PLAIN }),
    prefix("schedtool", Prefix { values: "pnaM", flags: "NFRBIDvr", command: "e", ..PLAIN }),
    prefix("cgexec", Prefix { values: "g", long_flags: "--sticky", ..PLAIN }),
    with("cset", PLAIN, &[sub("proc shield", Prefix { values: "st", command: "e --exec", dashes: true, ..PLAIN })]),
    prefix("caffeinate", Prefix { values: "tw", flags: "disum", ..PLAIN }),
    prefix("lockf", Prefix { values: "t", flags: "knsw", operands: 1, ..PLAIN }),
    prefix("with-lock-ex", Prefix { flags: "wfq", operands: 1, ..PLAIN }),
    prefix("run-one run-this-one run-one-constantly run-one-until-success run-one-until-failure keep-one-running", PLAIN),
    prefix("retry retry-cli", Prefix { values: "tdmbsefcu", flags: "v", long_values: "--times --delay --until --while --max --min --backoff --tries --sleep", code: "", ..PLAIN }),
    prefix("tsp task-spooler", Prefix { values: "NLDSEWO", flags: "nBgfmdu", ..PLAIN }),
    prefix("ccache sccache distcc icecc", PLAIN),
    prefix("srun salloc", Prefix { values: "nNpcAtJwxeoiDGdLm", ..PLAIN }),
    prefix("sbatch", Prefix { code: "--wrap", code_anywhere: true, only_code: true, ..PLAIN }),
    prefix("mpirun mpiexec orterun", Prefix { values: "nxH", long_values: "-np --np -host --host --hostfile -hostfile", pairs: "--mca -mca", ..PLAIN }),
    row("hyperfine", WrapperKind::Codes(Prefix { values: "wrmMnuS", flags: "iN", long_values: "--warmup --runs --min-runs --max-runs --export-json --export-csv --export-markdown --export-asciidoc --export-orgmode --command-name --time-unit --style --sort --input --output --reference-name",
        pairs: "-L --parameter-list -P --parameter-scan", long_flags: "--ignore-failure --show-output", code: "p --prepare s --setup c --cleanup --reference --conclude C", program: "--shell", ..PLAIN })),
    row("concurrently conc run-pty", WrapperKind::Codes(Prefix { values: "nckcpltm", flags: "krsi", long_values: "--names --name-separator --prefix --prefix-colors --kill-signal --success --max-processes --timestamp-format --restart-tries --restart-after", long_flags: "--raw --kill-others --kill-others-on-fail --group --hide --no-color", code: "", ..PLAIN })),
];
