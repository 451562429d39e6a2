//! Fires the event again and again, and reports how long its hooks took.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use snaphook::{CancellationToken, Engine, ExecuteOptions, Input, Outcome};

use super::args::BenchArgs;
use super::report::BenchTable;
use super::times::RunTimes;
use crate::error::CommandError;
use crate::fire::{self, EventRequest, Interrupt};
use crate::show;

/// Runs that only warm up, where nothing else is said.
const WARMUP: u32 = 3;

pub(crate) async fn bench(args: BenchArgs) -> Result<ExitCode, CommandError> {
    if args.event.session.is_some() {
        return Err(CommandError::new(
            "--session has no effect in `bench`: every run is a session of its own",
        )
        .help("remove --session"));
    }
    let EventRequest {
        input,
        project,
        dialect,
    } = fire::prepare(&args.event)?;
    let engine = || args.event.settings.engine(&project);
    let first = engine()?;
    fire::refuse_odd_event(&first, &input)?;
    let warmup = match args.cold {
        true => 0,
        false => args.warmup.unwrap_or(WARMUP),
    };
    let bar = bar(warmup + args.runs);
    let interrupt = Interrupt::listen();
    let cancel = CancellationToken::new();
    let mut times = RunTimes::default();
    let running = async {
        for run in 0..warmup + args.runs {
            let outcome = match args.cold {
                true => {
                    let cold = engine()?;
                    let outcome = fire_once(&args, &cold, &input, &cancel).await;
                    cold.shutdown(Duration::ZERO).await;
                    outcome?
                }
                false => fire_once(&args, &first, &input, &cancel).await?,
            };
            if cancel.is_cancelled() {
                break;
            }
            if run >= warmup {
                times.add(&outcome);
            }
            bar.inc(1);
        }
        Ok::<_, CommandError>(())
    };
    let (ran, interrupted) = interrupt.or_end_of(running, &cancel).await;
    bar.finish_and_clear();
    first.shutdown(Duration::ZERO).await;
    ran?;
    if interrupted {
        return Err(CommandError::new("interrupted; the hooks were stopped"));
    }
    let report = BenchTable::new(&args, &input, &times)?;
    if args.event.json {
        show::json(&report.to_json())?;
    } else {
        report.print();
        show::switched_off(&first, "");
        if let Some(line) = show::recognised(&dialect) {
            crate::say!("{line}");
        }
    }
    Ok(ExitCode::from(u8::from(!report.within())))
}

/// One run in a session of its own: what one run changes there must not make the
/// next one another.
async fn fire_once(
    args: &BenchArgs,
    engine: &Engine,
    input: &Input,
    cancel: &CancellationToken,
) -> Result<Outcome, CommandError> {
    let session = engine.session(&uuid::Uuid::now_v7().to_string());
    fire::activate(&args.event, &session)?;
    let options = ExecuteOptions {
        cancel: Some(cancel.clone()),
        ..ExecuteOptions::default()
    };
    let outcome = session.execute_with(input.clone(), options).await;
    if cancel.is_cancelled() {
        session.cancel();
    }
    session.until_quiet().await;
    Ok(outcome)
}

fn bar(runs: u32) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(u64::from(runs)), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} runs, {eta} left") {
        bar.set_style(style);
    }
    bar
}
