//! Whom the other commands ask: the person at the terminal, and whoever looks at requests.

use std::sync::Arc;
use std::time::Duration;

use snaphook::Approver;
use snaphook_approvals::StoreApprover;

use super::opened::open_existing;
use crate::fire::Person;
use crate::world;

/// Asks whoever looks at the requests in the store.
pub(crate) fn approver(session: &str, cwd: &str, wait: Duration) -> StoreApprover {
    StoreApprover::new(session, wait, open_existing).cwd(cwd)
}

/// Asks the person at the terminal, if there is one, and whoever looks at the requests.
pub(crate) fn person_or_store(session: &str, cwd: &str, wait: Duration) -> Arc<dyn Approver> {
    let store = approver(session, cwd, wait);
    Arc::new(match Person::at_the_terminal() {
        Some(person) => store.terminal(person, &world::user_name()),
        None => store,
    })
}
