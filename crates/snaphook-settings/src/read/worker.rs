//! `worker` and `workerPool`: a command that stays.

use snaphook_core::hook::{WorkerDef, WorkerPool};

use super::fields::Fields;
use super::handler::{Read, Unreadable, flag};
use crate::node::Kind;

/// What makes a command a worker, if it is one.
///
/// Its stdin and stdout carry one line per event, so there is no room for the
/// questions of an interactive hook. `async` is no contradiction: nobody waits
/// for the answer, whoever gives it.
pub(super) fn worker<'a>(fields: &Fields<'a>) -> Read<'a, Option<WorkerDef>> {
    let pool = pool(fields)?;
    if !flag(fields, "worker")?.unwrap_or_default() {
        return Ok(None);
    }
    if flag(fields, "interactive")?.unwrap_or_default()
        && let Some(node) = fields.get("interactive")
    {
        return Err(Unreadable {
            node,
            code: "worker-interactive",
            message: "a worker cannot be interactive: its stdin is for events".to_owned(),
            help: Some("remove `interactive`, or remove `worker`".to_owned()),
        });
    }
    Ok(Some(WorkerDef {
        pool: pool.unwrap_or_default(),
    }))
}

fn pool<'a>(fields: &Fields<'a>) -> Read<'a, Option<WorkerPool>> {
    let Some(node) = fields.get("workerPool") else {
        return Ok(None);
    };
    let written = match node.kind {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be a small whole number"
        )]
        Kind::Number(number) if number.fract() == 0.0 && (1.0..=1e3).contains(&number) => {
            WorkerPool::new(number as u32)
        }
        _ => None,
    };
    match written {
        Some(pool) => Ok(Some(pool)),
        None => Err(Unreadable {
            node,
            code: "wrong-type",
            message: format!(
                "`workerPool` must be a whole number from 1 to {}",
                WorkerPool::MOST
            ),
            help: None,
        }),
    }
}
