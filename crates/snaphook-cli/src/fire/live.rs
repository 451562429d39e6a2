//! Shows running hooks on stderr while they take longer than a moment. The display
//! exists only at a terminal and disappears when they end.

use std::io::IsTerminal;
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use snaphook::{RunningHook, Session};

use super::person::ASKING;
use crate::show::style;

/// The time after which running hooks are shown.
const A_MOMENT: Duration = Duration::from_millis(300);
const TICK: Duration = Duration::from_millis(100);

/// Runs to the end, showing what runs.
pub(super) async fn shown<T>(session: &Session, running: impl Future<Output = T>) -> T {
    if !std::io::stderr().is_terminal() {
        return running.await;
    }
    let mut running = std::pin::pin!(running);
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    let status = session.status();
    let done = loop {
        tokio::select! {
            biased;
            done = &mut running => break done,
            () = tokio::time::sleep(TICK) => {
                let lines = lines(&status.borrow());
                if !lines.is_empty() && !ASKING.load(Ordering::SeqCst) {
                    bar.set_message(lines);
                    bar.tick();
                }
            }
        }
    };
    bar.finish_and_clear();
    done
}

/// A line per hook that has been running for more than a moment.
fn lines(running: &[RunningHook]) -> String {
    let slow = running
        .iter()
        .filter(|hook| hook.since.elapsed() > A_MOMENT);
    let line = |hook: &RunningHook| {
        let what = hook.status_message.as_deref().unwrap_or("running");
        let seconds = hook.since.elapsed().as_secs();
        style::one_line(&format!("{}: {what} ({seconds} s)", hook.name))
    };
    slow.map(line).collect::<Vec<_>>().join("\n  ")
}
