//! What handlers keep between calls, when the settings change.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use serde_json::json;
use snaphook::hook::Hook;
use snaphook::{
    Call, Engine, Handler, HandlerFactory, HandlerSettings, Input, MakeError, RunFuture,
};
use tokio::sync::Notify;

use super::{USER, builder, reload};
use crate::common::{HANG, run};
use crate::scopes::World;

/// Says what the settings told it; waits to be let go on the event `Wait`.
#[derive(Clone, Default)]
struct Probe {
    told: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    closed: Mutex<Vec<String>>,
    entered: Notify,
    go: Notify,
}

impl HandlerFactory for Probe {
    fn make(&self, _: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        Ok(Arc::new(self.clone()))
    }

    fn configured(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        let told = settings.get("hookModel")?.as_str()?.to_owned();
        let shared = Arc::clone(&self.shared);
        Some(Arc::new(Self { told, shared }))
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.shared.closed.lock().unwrap().push(self.told.clone());
        Box::pin(std::future::ready(()))
    }
}

impl Handler for Probe {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            if call.hook.event.as_str() == "Wait" {
                self.shared.entered.notify_one();
                self.shared.go.notified().await;
            }
            snaphook::answer::Response::Text(self.told.clone())
        })
    }
}

fn settings(told: &str) -> String {
    let hooks = json!([{"hooks": [{"type": "probe"}]}]);
    json!({"hookModel": told, "hooks": {"Wait": hooks, "Say": hooks}}).to_string()
}

async fn fire(engine: Engine, event: &str) -> String {
    let input = Input::parse(&json!({"hook_event_name": event}).to_string()).unwrap();
    let outcome = run(&engine.session("s"), input).await;
    outcome.hooks[0].stdout.clone().unwrap()
}

#[tokio::test]
async fn a_factory_that_was_replaced_is_closed_when_no_event_uses_it() {
    let world = World::new();
    world.write(USER, &settings("one"));
    let probe = Probe::default();
    let closed = || probe.shared.closed.lock().unwrap().clone();
    let engine = builder(&world)
        .handler("probe", Arc::new(probe.clone()))
        .build()
        .unwrap();
    let under_way = tokio::spawn(fire(engine.clone(), "Wait"));
    let entered = tokio::time::timeout(HANG, probe.shared.entered.notified());
    entered.await.unwrap();

    world.write(USER, &settings("two"));
    assert!(reload(&engine).await.swapped);
    assert_eq!(fire(engine.clone(), "Say").await, "two");
    assert!(closed().is_empty());
    probe.shared.go.notify_one();
    assert_eq!(under_way.await.unwrap(), "one");
    // Nobody uses it: the next reload sees that.
    reload(&engine).await;
    assert_eq!(closed(), ["one"]);

    world.write(USER, &settings("three"));
    reload(&engine).await;
    assert_eq!(closed(), ["one", "two"]);
    engine.shutdown(HANG).await;
    assert_eq!(closed(), ["one", "two", "three"]);
}
