//! The servers of one engine: each is connected to by the first call that
//! needs it, kept, and connected to anew when it was lost.
//!
//! When the settings change, servers that are defined as before stay; of the
//! others each ends with the last call, and the last hook, that may need it.
//!
//! No lock is held while anybody waits. A start is a task of its own, so that a
//! caller who runs out of time does not end it for the others.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Map, Value};
use snaphook_core::answer::{Failure, Response};
use snaphook_exec::{BackOff, Pause, Surroundings};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::answer::{self, listed};
use super::connection::{CallError, ConnectError, Connection, Connector, Server};

/// How long a server may take to start. Some are downloaded first.
const START_LIMIT: Duration = Duration::from_secs(120);

/// The first pause after failures in a row.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

type ConnectResult = Result<Arc<dyn Connection>, ConnectError>;

/// All servers, as the settings of one time define them.
pub(crate) struct Servers {
    shared: Arc<ServersShared>,
    definitions: BTreeMap<String, Value>,
    slots: Mutex<HashMap<String, Arc<ServerSlot>>>,
}

/// What lasts when the settings change.
struct ServersShared {
    connector: Arc<dyn Connector>,
    /// Every server that is still there, whatever settings define it.
    slots: Mutex<Vec<Weak<ServerSlot>>>,
    tasks: TaskTracker,
    closing: CancellationToken,
}

/// One server.
struct ServerSlot {
    kept: Mutex<ServerSlotState>,
    tasks: TaskTracker,
}

#[derive(Default)]
struct ServerSlotState {
    state: ConnectionState,
    back_off: BackOff,
}

#[derive(Default)]
enum ConnectionState {
    #[default]
    Down,
    /// Nothing in it yet, or what came of the start.
    Starting(watch::Receiver<Option<ConnectResult>>),
    Up(Arc<dyn Connection>),
}

impl Servers {
    pub(crate) fn new(connector: Arc<dyn Connector>, definitions: BTreeMap<String, Value>) -> Self {
        Self {
            shared: Arc::new(ServersShared {
                connector,
                slots: Mutex::default(),
                tasks: TaskTracker::new(),
                closing: CancellationToken::new(),
            }),
            definitions,
            slots: Mutex::default(),
        }
    }

    /// Servers as other settings define them; running ones are kept.
    pub(crate) fn defined_anew(&self, definitions: BTreeMap<String, Value>) -> Self {
        let slots = lock(&self.slots);
        let same = |name: &String| self.definitions.get(name) == definitions.get(name);
        let kept = slots.iter().filter(|(name, _)| same(name));
        let kept = kept.map(|(name, slot)| (name.clone(), Arc::clone(slot)));
        Self {
            shared: Arc::clone(&self.shared),
            slots: Mutex::new(kept.collect()),
            definitions,
        }
    }

    fn slot(&self, server: &str) -> Arc<ServerSlot> {
        let mut slots = lock(&self.slots);
        if let Some(slot) = slots.get(server) {
            return Arc::clone(slot);
        }
        let slot = Arc::new(ServerSlot {
            kept: Mutex::default(),
            tasks: self.shared.tasks.clone(),
        });
        slots.insert(server.to_owned(), Arc::clone(&slot));
        let mut all = lock(&self.shared.slots);
        all.retain(|slot| slot.strong_count() > 0);
        all.push(Arc::downgrade(&slot));
        slot
    }

    /// Calls a tool.
    pub(crate) async fn call(
        &self,
        server: &str,
        tool: &str,
        input: Map<String, Value>,
        surroundings: &Arc<Surroundings>,
    ) -> Response {
        let slot = self.slot(server);
        let connection = match self.connected(server, &slot, surroundings).await {
            Ok(connection) => connection,
            Err(message) => return Failure::new(message).into(),
        };
        let result = connection.call_tool(tool, input).await;
        if let Err(CallError::Closed(why)) = &result {
            slot.mark_lost(&connection, why, &self.shared.tasks);
        } else {
            lock(&slot.kept).back_off.clear();
        }
        match result {
            Ok(result) => answer::response(server, tool, result),
            Err(error) => answer::failure(server, tool, error),
        }
    }

    /// Ends every connection and every start, also those of settings before,
    /// and waits until they are gone.
    pub(crate) async fn close(&self) {
        self.shared.closing.cancel();
        let slots: Vec<_> = lock(&self.shared.slots)
            .iter()
            .filter_map(Weak::upgrade)
            .collect();
        let open =
            slots
                .iter()
                .filter_map(|slot| match std::mem::take(&mut lock(&slot.kept).state) {
                    ConnectionState::Up(connection) => Some(connection),
                    _ => None,
                });
        let open: Vec<_> = open.collect();
        join_all(open.iter().map(|connection| connection.close())).await;
        self.shared.tasks.close();
        self.shared.tasks.wait().await;
    }

    async fn connected(
        &self,
        name: &str,
        slot: &Arc<ServerSlot>,
        surroundings: &Arc<Surroundings>,
    ) -> Result<Arc<dyn Connection>, String> {
        let cannot = |why: &str| format!("cannot use the MCP server `{name}`: {why}");
        let mut start = {
            let mut kept = lock(&slot.kept);
            // Asked under the lock: whatever is begun here, `close` finds.
            if self.shared.closing.is_cancelled() {
                return Err(cannot("the engine was shut down"));
            }
            if let ConnectionState::Up(connection) = &kept.state {
                if connection.is_open() {
                    return Ok(Arc::clone(connection));
                }
                kept.mark_lost("its connection ended", &self.shared.tasks);
            }
            match &kept.state {
                // One whose task is gone without a word begins anew.
                ConnectionState::Starting(start) if start.has_changed().is_ok() => start.clone(),
                _ => {
                    if let Some(pause) = kept.back_off.pause(Instant::now()) {
                        return Err(cannot(&left_alone(&pause)));
                    }
                    let (told, start) = watch::channel(None);
                    kept.state = ConnectionState::Starting(start.clone());
                    let task = Arc::clone(&self.shared).start(
                        name.to_owned(),
                        self.definitions.get(name).cloned(),
                        Arc::clone(slot),
                        Arc::clone(surroundings),
                        told,
                    );
                    self.shared.tasks.spawn(task);
                    start
                }
            }
        };
        let connected = match start.wait_for(Option::is_some).await {
            Ok(connected) => connected.clone(),
            Err(_) => None,
        };
        match connected {
            Some(Ok(connection)) => Ok(connection),
            Some(Err(ConnectError::NoSuchServer)) => Err(self.no_such_server(name)),
            Some(Err(error)) => Err(cannot(&error.to_string())),
            None => Err(cannot("its start was cancelled")),
        }
    }

    fn no_such_server(&self, name: &str) -> String {
        let mut known: Vec<_> = self.definitions.keys().cloned().collect();
        known.extend(self.shared.connector.known());
        known.sort_unstable();
        known.dedup();
        if known.is_empty() {
            format!("unknown MCP server `{name}`: `mcpServers` in the settings defines none")
        } else {
            format!(
                "unknown MCP server `{name}`; configured: {}",
                listed(&known)
            )
        }
    }
}

impl ServersShared {
    /// The task that connects, and tells everybody who waits.
    async fn start(
        self: Arc<Self>,
        name: String,
        definition: Option<Value>,
        slot: Arc<ServerSlot>,
        surroundings: Arc<Surroundings>,
        told: watch::Sender<Option<ConnectResult>>,
    ) {
        let connecting = self.connector.connect(Server {
            name: &name,
            definition: definition.as_ref(),
            surroundings: &surroundings,
            tasks: &self.tasks,
        });
        let connected = tokio::select! {
            biased;
            () = self.closing.cancelled() => return,
            connected = tokio::time::timeout(START_LIMIT, connecting) => connected,
        };
        let connected = connected.unwrap_or_else(|_| {
            let limit = START_LIMIT.as_secs();
            Err(ConnectError::Failed(format!(
                "it did not start within {limit} seconds"
            )))
        });
        let unwanted = {
            let mut kept = lock(&slot.kept);
            match &connected {
                Ok(connection) if self.closing.is_cancelled() => Some(Arc::clone(connection)),
                Ok(connection) => {
                    kept.state = ConnectionState::Up(Arc::clone(connection));
                    None
                }
                Err(error) => {
                    kept.state = ConnectionState::Down;
                    if let ConnectError::Failed(why) = error {
                        kept.failed(why);
                    }
                    None
                }
            }
        };
        match unwanted {
            Some(connection) => connection.close().await,
            None => told.send_modify(|told| *told = Some(connected)),
        }
    }
}

impl ServerSlot {
    /// A call found out that the connection is gone. Of several calls, one
    /// counts.
    fn mark_lost(&self, gone: &Arc<dyn Connection>, why: &str, tasks: &TaskTracker) {
        let mut kept = lock(&self.kept);
        if matches!(&kept.state, ConnectionState::Up(connection) if Arc::ptr_eq(connection, gone)) {
            kept.mark_lost(why, tasks);
        }
    }
}

/// The slot of a server that was closed.
impl Drop for ServerSlot {
    fn drop(&mut self) {
        let kept = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        let ConnectionState::Up(connection) = std::mem::take(&mut kept.state) else {
            return;
        };
        // Without a runtime it is dropped, which ends what is not the host's.
        if let Ok(runtime) = Handle::try_current() {
            let closing = async move { connection.close().await };
            self.tasks.spawn_on(closing, &runtime);
        }
    }
}

impl ServerSlotState {
    fn mark_lost(&mut self, why: &str, tasks: &TaskTracker) {
        if let ConnectionState::Up(connection) = std::mem::take(&mut self.state) {
            // Nothing of it shall be left behind.
            tasks.spawn(async move { connection.close().await });
        }
        self.failed(why);
    }

    fn failed(&mut self, why: &str) {
        self.back_off.failed(why, FIRST_PAUSE, Instant::now());
    }
}

fn left_alone(pause: &Pause<'_>) -> String {
    format!(
        "it failed {} times in a row, and is tried again in {} ms; the last time: {}",
        pause.failures,
        pause.left.as_millis().max(1),
        pause.why
    )
}

/// Nothing that holds these locks can leave them half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
