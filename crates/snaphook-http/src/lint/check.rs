//! All checks of one hook of type `http`.

use snaphook_core::kind::{KindFinding, LintSubject};

use super::headers;
#[cfg(feature = "client")]
use super::url;
use crate::definition::HttpDef;

/// What looks wrong in this hook.
pub(crate) fn check(subject: &LintSubject<'_>) -> Vec<KindFinding> {
    let Some(def) = subject.hook.handler.get::<HttpDef>() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    // Only the client knows which URLs can be called.
    #[cfg(feature = "client")]
    findings.extend(url::check(def));
    headers::check(def, &mut findings);
    headers::check_allowed(def, subject.is_set, &mut findings);
    findings
}
