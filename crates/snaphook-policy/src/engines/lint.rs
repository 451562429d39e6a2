//! What `check` finds in a hook that goes by policies, and in the policies.

use std::panic::{AssertUnwindSafe, catch_unwind};

use snaphook_core::Severity;
use snaphook_core::kind::{KindFinding, LintSubject, Place};

use super::definition::PolicyDef;
use super::folder;
use super::language::{PolicyError, PolicyFinding};
use super::spec::PolicySpec;

pub(super) fn check(spec: PolicySpec, subject: &LintSubject<'_>) -> Vec<KindFinding> {
    let Some(def) = subject.hook.handler.get::<PolicyDef>() else {
        return Vec::new();
    };
    // Without a project, nobody knows where the folder is.
    let (Some(project), true) = (subject.project, spec.is_built()) else {
        return Vec::new();
    };
    let folder = folder::resolve(&def.policies, Some(project), subject.home);
    let read = folder::stamp(&folder, spec.endings());
    let read = read.and_then(|stamp| folder::read(&folder, &stamp));
    let found = match read {
        Err(error) => vec![of_error(&error)],
        Ok(files) => {
            let looked = catch_unwind(AssertUnwindSafe(|| match spec.load(&files) {
                Err(error) => vec![of_error(&error)],
                Ok(_) => spec.validate(&files),
            }));
            looked.unwrap_or_else(|_| {
                let panicked = "the engine panicked while it read the policies".to_owned();
                vec![of_error(&PolicyError::Evaluation(panicked))]
            })
        }
    };
    let findings = found.into_iter().map(|found| KindFinding {
        severity: match found.is_error {
            true => Severity::Error,
            false => Severity::Warning,
        },
        code: "bad-policy",
        place: Place::Key("policies"),
        message: found.message,
        help: match subject.hook.is_guard() {
            true => "correct it; a guard whose policies cannot be used fails".to_owned(),
            false => "correct it; a hook whose policies cannot be used fails".to_owned(),
        },
    });
    findings.collect()
}

fn of_error(error: &PolicyError) -> PolicyFinding {
    PolicyFinding {
        is_error: true,
        message: error.to_string(),
    }
}
