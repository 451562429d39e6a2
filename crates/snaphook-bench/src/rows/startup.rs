//! The command's own start: `snaphook fire` as a whole process.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::measure::{Contender, Timings, once};
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, SpeedTarget};

/// The command as it is released. Cargo builds it here: it is another package's.
pub(super) fn built() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok()?;
    // Benches are in target/<profile>/deps, programs beside that.
    let folder = exe.parent()?.parent()?.to_owned();
    let profile = match folder.ends_with("release") {
        true => "release",
        false => "dev",
    };
    let mut build = Command::new(env!("CARGO"));
    build.args([
        "build",
        "--quiet",
        "-p",
        "snaphook-cli",
        "--bin",
        "snaphook",
        "--profile",
        profile,
    ]);
    let built = build.status().is_ok_and(|status| status.success());
    built.then(|| folder.join("snaphook"))
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let program = options.program.clone().or_else(built);
    let (Some(program), Ok(home)) = (program, tempfile::tempdir()) else {
        report
            .left_out
            .push("the command: it cannot be built".to_owned());
        return;
    };
    let input = home.path().join("input.json");
    let wrote = std::fs::write(&input, crate::world::call_json(1024, "Bash"));
    if wrote.is_err() {
        return;
    }
    let settings = home.path().join("settings.json");
    let hooks = crate::world::settings(&crate::world::matchers(10));
    if std::fs::write(&settings, hooks).is_err() {
        return;
    }
    let run = |program: &Path, args: &[&str]| {
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(home.path())
            .env_clear()
            .env("HOME", home.path())
            .env("PATH", "/usr/bin:/bin")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What cannot be started shows in the numbers of both.
        let _ = command.status();
    };
    let file = input.to_string_lossy().into_owned();
    let configured = settings.to_string_lossy().into_owned();
    let with_log = ["fire", "--input", &file, "--json"];
    let fire = [&with_log[..], &["--no-log"]].concat();
    let with_hooks = [&fire[..], &["--settings", &configured]].concat();
    let mut contenders: [Contender<'_>; 4] = [
        once(|| run(Path::new("/bin/true"), &[])),
        once(|| run(&program, &fire)),
        once(|| run(&program, &with_hooks)),
        once(|| run(&program, &with_log)),
    ];
    let times = Timings::of_large(options.rounds(300), &mut contenders);
    let row = |name: &str, at: usize, most: f64| {
        let numbers = (times.median(0), times.median(at), times.ratio(at, 0));
        ReportRow::of_times(name, "/bin/true", numbers).target(SpeedTarget::AtMost(most))
    };
    report.rows.extend([
        row("`snaphook fire --no-log`, nothing configured", 1, 2.5),
        row(
            "`snaphook fire --no-log`, 10 hooks of which none matches",
            2,
            2.5,
        ),
        row(
            "`snaphook fire`, nothing configured, the event in the log",
            3,
            3.5,
        ),
    ]);
}
