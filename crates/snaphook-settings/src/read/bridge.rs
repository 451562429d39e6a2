//! `bridge`: how `snaphook hook` answers an agent where it cannot decide.

use snaphook_core::event::nearest;
use snaphook_core::hook::Scope;

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use crate::bridge_on_error::BridgeOnError;
use crate::keys::BRIDGE;
use crate::node::Node;
use crate::setting::Setting;

impl FileReader<'_> {
    /// Reads `bridge.onError`. A project does not decide what happens without its guards.
    pub(super) fn read_bridge(&mut self, node: &Node) -> Option<Setting<BridgeOnError>> {
        if matches!(self.scope(), Scope::Project | Scope::Local) {
            self.warn(
                node.span.clone(),
                "not-in-project-settings",
                "`bridge` has no effect in a project's file: only the user's and managed settings configure the bridge"
                    .to_owned(),
                Some(
                    "move it to your own settings, such as ~/.config/snaphook/settings.json"
                        .to_owned(),
                ),
            );
            return None;
        }
        let Some(members) = node.members() else {
            let wanted = "an object such as {\"onError\": \"deny\"}";
            self.error(node, wrong_type("bridge", wanted, node));
            return None;
        };
        self.warn_repeated_inside(node);
        for member in members {
            if BRIDGE.iter().all(|known| known.name != member.key) {
                let near = nearest(&member.key, BRIDGE.iter().map(|known| known.name));
                self.warn(
                    member.key_span.clone(),
                    "unknown-key",
                    format!("unknown key `bridge.{}`", member.key),
                    near.map(|near| format!("did you mean `{near}`?")),
                );
            }
        }
        let mut strictest: Option<Setting<BridgeOnError>> = None;
        for node in NodeFields::of(node).all("onError") {
            let word = node.text().and_then(BridgeOnError::named);
            if word.is_none() {
                let message = format!(
                    "`bridge.onError` must be \"guards\" or \"deny\", not {}; it counts as \"deny\"",
                    node.described()
                );
                self.error(node, message);
            }
            let word = word.unwrap_or(BridgeOnError::Deny);
            if strictest.as_ref().is_none_or(|known| word > known.value) {
                strictest = Some(self.setting(node, word));
            }
        }
        strictest
    }
}
