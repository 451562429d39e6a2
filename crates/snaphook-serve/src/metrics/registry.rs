//! The counters, gauges and histograms, and the functions that update them.

use std::sync::atomic::AtomicU64;

#[cfg(feature = "http")]
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
#[cfg(feature = "http")]
use snaphook::Engine;
use snaphook::Outcome;
use snaphook::event::EventName;
use snaphook::outcome::HookEntry;
use snaphook::permission::{CallDecision, Decision};

#[cfg(feature = "http")]
use super::engine_gauges::EngineGauges;
use super::labels::{
    CodeLabel, DecisionLabels, DispatchLabels, EventLabels, HookLabel, HookLabels, RequestLabels,
    RunLabels, TransportLabels, event_label,
};
use crate::protocol::RpcError;

/// The buckets in seconds: from in-process hooks to the longest timeouts.
const BUCKETS: [f64; 15] = [
    0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 120.0, 600.0,
];

type HistogramFamily<L> = Family<L, Histogram, fn() -> Histogram>;
type CounterFamily<L> = Family<L, Counter<u64, AtomicU64>>;

/// The metrics of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    dispatches: CounterFamily<DispatchLabels>,
    dispatch_durations: HistogramFamily<EventLabels>,
    hook_runs: CounterFamily<RunLabels>,
    hook_durations: HistogramFamily<HookLabels>,
    decisions: CounterFamily<DecisionLabels>,
    requests: CounterFamily<RequestLabels>,
    clients: Family<TransportLabels, Gauge>,
    pub(crate) sessions: Gauge,
    pub(crate) requests_in_flight: Gauge,
    pub(crate) client_calls: Gauge,
    pub(crate) outgoing_bytes: Gauge,
    #[cfg(feature = "http")]
    now: EngineGauges,
}

fn histogram() -> Histogram {
    Histogram::new(BUCKETS)
}

impl Default for Metrics {
    fn default() -> Self {
        let mut all = Self {
            registry: Registry::with_prefix("snaphook"),
            dispatches: Family::default(),
            dispatch_durations: Family::new_with_constructor(histogram),
            hook_runs: Family::default(),
            hook_durations: Family::new_with_constructor(histogram),
            decisions: Family::default(),
            requests: Family::default(),
            clients: Family::default(),
            sessions: Gauge::default(),
            requests_in_flight: Gauge::default(),
            client_calls: Gauge::default(),
            outgoing_bytes: Gauge::default(),
            #[cfg(feature = "http")]
            now: EngineGauges::default(),
        };
        all.register();
        all
    }
}

impl Metrics {
    fn register(&mut self) {
        let registry = &mut self.registry;
        let (name, help) = ("dispatches", "Events that were fired");
        registry.register(name, help, self.dispatches.clone());
        let (name, help) = ("dispatch_duration", "How long events took");
        registry.register_with_unit(name, help, Unit::Seconds, self.dispatch_durations.clone());
        let (name, help) = ("hook_runs", "Hooks that ended, including background hooks");
        registry.register(name, help, self.hook_runs.clone());
        let (name, help) = ("hook_duration", "How long hooks took");
        registry.register_with_unit(name, help, Unit::Seconds, self.hook_durations.clone());
        let (name, help) = ("decisions", "Decided tool calls");
        registry.register(name, help, self.decisions.clone());
        let (name, help) = ("requests", "Requests that were answered");
        registry.register(name, help, self.requests.clone());
        let (name, help) = ("clients", "Connected clients");
        registry.register(name, help, self.clients.clone());
        for (name, help, gauge) in [
            ("sessions", "Sessions that clients hold", &self.sessions),
            (
                "requests_in_flight",
                "Requests of clients without an answer",
                &self.requests_in_flight,
            ),
            (
                "client_calls_pending",
                "Requests to clients without an answer",
                &self.client_calls,
            ),
            (
                "outgoing_bytes",
                "Bytes waiting to be read by clients",
                &self.outgoing_bytes,
            ),
        ] {
            registry.register(name, help, gauge.clone());
        }
        #[cfg(feature = "http")]
        self.now.register(registry);
    }

    /// Counts an event that was fired.
    pub(crate) fn count_dispatch(&self, outcome: &Outcome) {
        let event = event_label(&outcome.event);
        let result = match (outcome.blocked, outcome.go_on) {
            (true, _) => "blocked",
            (false, false) => "stopped",
            (false, true) => "go_on",
        };
        self.dispatches
            .get_or_create(&DispatchLabels { event, result })
            .inc();
        self.dispatch_durations
            .get_or_create(&EventLabels { event })
            .observe(outcome.duration_ms / 1e3);
    }

    /// Counts a hook that ended.
    pub(crate) fn count_hook(&self, event: &EventName, entry: &HookEntry) {
        let event = event_label(event);
        let hook = HookLabel::of(entry);
        let status = entry.status.as_str();
        let runs = RunLabels {
            event,
            hook: hook.clone(),
            status,
        };
        self.hook_runs.get_or_create(&runs).inc();
        self.hook_durations
            .get_or_create(&HookLabels { event, hook })
            .observe(entry.duration_ms / 1e3);
    }

    /// Counts a decision about a tool call.
    pub(crate) fn count_decision(&self, decision: &Decision) {
        for outcome in &decision.outcomes {
            self.count_dispatch(outcome);
        }
        let decision = match decision.decision {
            CallDecision::Allow => "allow",
            CallDecision::Deny => "deny",
            CallDecision::Defer => "defer",
        };
        self.decisions
            .get_or_create(&DecisionLabels { decision })
            .inc();
    }

    /// Counts a request that was answered.
    pub(crate) fn count_request(&self, method: &'static str, error: Option<&RpcError>) {
        let code = error.map_or(CodeLabel::Ok, |error| CodeLabel::Error(error.code));
        self.requests
            .get_or_create(&RequestLabels { method, code })
            .inc();
    }

    /// Counts a connected client until the guard is dropped.
    pub(crate) fn client(&self, transport: &'static str) -> GaugeGuard {
        let gauge = self
            .clients
            .get_or_create_owned(&TransportLabels { transport });
        GaugeGuard::one(&gauge)
    }

    /// All metrics in the text format of Prometheus.
    #[cfg(feature = "http")]
    pub(crate) fn text(&self, engine: &Engine) -> String {
        self.now.update(engine);
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Adds one to a gauge until it is dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    pub(crate) fn one(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}
