//! What the engine has to do at the moment somebody looks.

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use snaphook::Engine;

/// Numbers that are only looked up when they are read.
#[derive(Debug, Default)]
pub(super) struct Now {
    hooks: Gauge,
    processes: Gauge,
    waiting: Gauge,
    workers: Gauge,
    worker_requests: Gauge,
}

impl Now {
    pub(super) fn register(&self, registry: &mut Registry) {
        for (name, help, gauge) in [
            ("hooks_running", "Hooks that run now", &self.hooks),
            (
                "processes_running",
                "Processes of hooks that run now, workers among them",
                &self.processes,
            ),
            (
                "processes_waiting",
                "Hooks that wait for their turn to start a process",
                &self.waiting,
            ),
            ("workers", "Workers that are there now", &self.workers),
            (
                "worker_requests_waiting",
                "Requests that wait for a worker",
                &self.worker_requests,
            ),
        ] {
            registry.register(name, help, gauge.clone());
        }
    }

    pub(super) fn look(&self, engine: &Engine) {
        let load = engine.load();
        for (gauge, number) in [
            (&self.hooks, engine.running().len()),
            (&self.processes, load.processes),
            (&self.waiting, load.waiting),
            (&self.workers, load.workers),
            (&self.worker_requests, load.worker_requests),
        ] {
            gauge.set(i64::try_from(number).unwrap_or(i64::MAX));
        }
    }
}
