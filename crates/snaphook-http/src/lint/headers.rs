//! What the headers of a hook hold: keys, and variables that become nothing.

use snaphook_core::Severity;
use snaphook_core::kind::{KindFinding, Place};

use super::secrets::holds_secret;
use crate::definition::HttpDef;
use crate::template::{HeaderTemplate, TemplatePart};

const HEADERS: &str = "headers";
const ALLOWED: &str = "allowedEnvVars";

/// Finds keys in headers, and variables that the hook does not allow.
pub(super) fn check(def: &HttpDef, findings: &mut Vec<KindFinding>) {
    for (name, value) in &def.headers {
        if holds_secret(value) {
            findings.push(KindFinding {
                severity: Severity::Warning,
                code: "secret-in-settings",
                place: Place::Member(HEADERS, name.clone()),
                message: format!("the header `{name}` seems to contain a key, which anyone who \
                    can read this file can use"),
                help: "put it into a variable: `\"Bearer $NAME\"` in `headers`, and `\"NAME\"` in `allowedEnvVars`".to_owned(),
            });
        }
        for part in HeaderTemplate::parse(value).parts() {
            if let TemplatePart::Variable(variable, written) = part
                && !def.allowed_env_vars.contains(variable)
            {
                findings.push(KindFinding {
                    severity: Severity::Warning,
                    code: "variable-not-allowed",
                    place: Place::MemberText(HEADERS, name.clone(), written.clone()),
                    message: format!(
                        "`{variable}` is not in `allowedEnvVars`, so it is replaced by nothing"
                    ),
                    help: format!("write `\"allowedEnvVars\": [\"{variable}\"]`"),
                });
            }
        }
    }
}

/// Finds allowed variables that nobody has set, where the environment is known.
pub(super) fn check_allowed(
    def: &HttpDef,
    is_set: Option<&dyn Fn(&str) -> bool>,
    findings: &mut Vec<KindFinding>,
) {
    let Some(is_set) = is_set else {
        return;
    };
    for (index, variable) in def.allowed_env_vars.iter().enumerate() {
        if !is_set(variable) {
            findings.push(KindFinding {
                severity: Severity::Hint,
                code: "variable-not-set",
                place: Place::Item(ALLOWED, index),
                message: format!("`{variable}` is not set here, so it is replaced by nothing"),
                help: "set it in the environment of the agent".to_owned(),
            });
        }
    }
}
