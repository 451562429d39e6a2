//! A pool for a command that is started for every event.

use snaphook_core::hook::CommandDef;

use super::pass::Subject;
use crate::finding::Finding;

pub(super) fn check(subject: &Subject<'_>, findings: &mut Vec<Finding>) {
    let Some(def) = subject.hook.handler.get::<CommandDef>() else {
        return;
    };
    if let Some(span) = &subject.spans.worker_pool
        && def.worker.is_none()
    {
        findings.push(subject.warning(
            "worker-pool-ignored",
            span.clone(),
            "`workerPool` has no effect: this command is started for every event",
            "add `\"worker\": true` if it answers line by line, or remove `workerPool`",
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{hook, silent, the_one};

    #[test]
    fn a_pool_without_a_worker_is_found() {
        let code = "worker-pool-ignored";
        let found = the_one(&hook("Stop", r#""command": "x", "workerPool": 4"#), code);
        assert_eq!(found.shown, "4");
        let off = r#""command": "x", "worker": false, "workerPool": 4"#;
        the_one(&hook("Stop", off), code);
        let on = r#""command": "x", "worker": true, "workerPool": 4"#;
        silent(&hook("Stop", on), code);
    }
}
