//! Replays the chosen events one by one, and reports what differs.

use std::process::ExitCode;

use snaphook::CancellationToken;

use super::args::ReplayArgs;
use super::engines::Engines;
use super::events::Events;
use super::one_event::ReplayedEvent;
use super::report::ReplayReport;
use super::{report, save};
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::log::OpenLog;

pub(crate) async fn replay(args: ReplayArgs) -> Result<ExitCode, CommandError> {
    let mut log = OpenLog::of(&args.place)?;
    let mut events = Events::of(&args, &mut log)?;
    let bar = report::bar(&events);
    let mut engines = Engines::new(&args.settings, bar.clone());
    if let Some(file) = &args.save {
        bar.finish_and_clear();
        return save::save(file, &mut events, &mut log, &mut engines);
    }
    let most = if args.json {
        usize::MAX
    } else {
        report::LISTED
    };
    let mut report = ReplayReport::new(args.runs(), args.id.is_some(), most);
    let cancel = CancellationToken::new();
    let replaying = async {
        while let Some((event, body)) = events.next(&mut log)? {
            let engine = engines.of(&body)?;
            let again = ReplayedEvent::of(&event, &body, &log);
            let replayed = match args.runs() {
                true => again.fire(engine, &cancel).await,
                false => again.select(engine),
            };
            report.add(event, replayed);
            bar.inc(1);
            if cancel.is_cancelled() {
                break;
            }
            if !args.runs() {
                // So that an interrupt is heard.
                tokio::task::yield_now().await;
            }
        }
        Ok::<_, CommandError>(())
    };
    let (replayed, interrupted) = Interrupt::listen().or_end_of(replaying, &cancel).await;
    bar.finish_and_clear();
    engines.shutdown().await;
    replayed?;
    if interrupted {
        return Err(CommandError::new("interrupted; the hooks were stopped"));
    }
    match (args.json, args.id.is_some()) {
        (true, _) => report.json(&log)?,
        (false, true) => report.one(&log),
        (false, false) => report.all(&log),
    }
    let failed = report.any_failure() && (args.fail_on_change || args.id.is_some());
    let failed = failed || (args.fail_on_change && report.any_change());
    Ok(ExitCode::from(u8::from(failed)))
}
