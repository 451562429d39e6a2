//! Handles Ctrl-C, a closed terminal and similar signals. Hooks have their own process
//! groups and do not get these signals, so the command ends them before it ends itself.

use snaphook::CancellationToken;

/// Listens from the moment it is made.
pub(crate) struct Interrupt(#[cfg(unix)] Option<unix::Signals>);

impl Interrupt {
    #[cfg(unix)]
    pub(crate) fn listen() -> Self {
        Self(unix::Signals::listen().ok())
    }

    #[cfg(not(unix))]
    pub(crate) fn listen() -> Self {
        Self()
    }

    /// Runs to the end. An interrupt cancels, and the end comes sooner; says
    /// whether there was one.
    pub(crate) async fn or_end_of<T>(
        self,
        running: impl Future<Output = T>,
        cancel: &CancellationToken,
    ) -> (T, bool) {
        let mut running = std::pin::pin!(running);
        tokio::select! {
            biased;
            done = &mut running => (done, false),
            () = self.wait() => {
                cancel.cancel();
                (running.await, true)
            }
        }
    }

    /// Waits for one.
    #[cfg(unix)]
    pub(crate) async fn wait(self) {
        match self.0 {
            Some(signals) => signals.next().await,
            None => std::future::pending().await,
        }
    }

    #[cfg(not(unix))]
    pub(crate) async fn wait(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

#[cfg(unix)]
mod unix {
    use tokio::signal::unix::{Signal, SignalKind, signal};

    pub(super) struct Signals([Signal; 7]);

    impl Signals {
        pub(super) fn listen() -> std::io::Result<Self> {
            Ok(Self([
                signal(SignalKind::interrupt())?,
                signal(SignalKind::terminate())?,
                signal(SignalKind::hangup())?,
                signal(SignalKind::quit())?,
                // Without a handler these would kill the command before it could deny.
                signal(SignalKind::alarm())?,
                signal(SignalKind::user_defined1())?,
                signal(SignalKind::user_defined2())?,
            ]))
        }

        pub(super) async fn next(mut self) {
            let [interrupt, terminate, hangup, quit, alarm, first, second] = &mut self.0;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
                _ = quit.recv() => {}
                _ = alarm.recv() => {}
                _ = first.recv() => {}
                _ = second.recv() => {}
            }
        }
    }
}
