//! Gauges that are read from the engine when metrics are scraped.

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use snaphook::Engine;

/// Gauges that are updated only when metrics are scraped.
#[derive(Debug, Default)]
pub(super) struct EngineGauges {
    hooks: Gauge,
    processes: Gauge,
    waiting: Gauge,
    workers: Gauge,
    worker_requests: Gauge,
}

impl EngineGauges {
    pub(super) fn register(&self, registry: &mut Registry) {
        for (name, help, gauge) in [
            ("hooks_running", "Running hooks", &self.hooks),
            (
                "processes_running",
                "Running processes of hooks, including workers",
                &self.processes,
            ),
            (
                "processes_waiting",
                "Hooks waiting to start a process",
                &self.waiting,
            ),
            ("workers", "Running workers", &self.workers),
            (
                "worker_requests_waiting",
                "Requests waiting for a worker",
                &self.worker_requests,
            ),
        ] {
            registry.register(name, help, gauge.clone());
        }
    }

    pub(super) fn update(&self, engine: &Engine) {
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
