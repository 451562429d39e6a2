//! `env`: variables for the hooks of every file.
//!
//! A variable that no environment can hold costs only itself.

use snaphook_core::Severity;
use snaphook_core::env_file::decides_what_runs;
use snaphook_core::hook::Authority;

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use super::values::is_variable;
use crate::node::Node;
use crate::setting::Setting;

impl FileReader<'_> {
    /// Reads the variables, in their order. Of a name that occurs twice the last counts.
    pub(super) fn read_env(&mut self, node: &Node) -> Vec<Setting<(String, String)>> {
        if node.members().is_none() {
            self.error(node, wrong_type("env", "an object of strings", node));
            return Vec::new();
        }
        self.warn_repeated_inside(node);
        let mut variables = Vec::new();
        for member in NodeFields::of(node).last_members() {
            let (name, node) = (&member.key, &member.value);
            let field = format!("env.{name}");
            match node.plain_text() {
                None => self.error(node, wrong_type(&field, "a string", node)),
                Some(value) if is_variable(name, &value) => {
                    self.hint_at_limit(name, node);
                    variables.push(self.setting(node, (name.clone(), value)));
                }
                Some(_) => self.find(
                    Severity::Error,
                    node.span.clone(),
                    "bad-variable",
                    format!(
                        "`{}` is not a valid name or value of an environment variable",
                        field.escape_debug()
                    ),
                    Some(
                        "use a name that is not empty and has no `=`, and leave out zero bytes"
                            .to_owned(),
                    ),
                ),
            }
        }
        variables
    }

    /// Says of a project's variable that it does not reach every hook: no file shows it.
    fn hint_at_limit(&mut self, name: &str, node: &Node) {
        if self.scope().authority() != Authority::Project || !decides_what_runs(name) {
            return;
        }
        self.find(
            Severity::Hint,
            node.span.clone(),
            "project-variable",
            format!(
                "`{name}` in a project's file is set for the project's own hooks only, because it \
                changes which code runs or where it looks"
            ),
            Some("to set it for all hooks, move it to your own settings".to_owned()),
        );
    }
}
