//! `packs`: which packs are accepted. What cannot be read counts as the strictest that it
//! could mean.

use snaphook_core::event::nearest;
use snaphook_core::hook::Scope;
use snaphook_packs::PackPolicy;

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use crate::keys::PACKS;
use crate::node::{Kind, Node};

impl FileReader<'_> {
    /// Reads it. A project does not decide which packs are good enough.
    pub(super) fn read_packs(&mut self, node: &Node) -> Option<PackPolicy> {
        if matches!(self.scope(), Scope::Project | Scope::Local) {
            self.warn(
                node.span.clone(),
                "not-in-project-settings",
                "`packs` has no effect in a project's file: only the user's and managed settings say which packs are accepted"
                    .to_owned(),
                Some(
                    "move it to your own settings, such as ~/.config/snaphook/settings.json"
                        .to_owned(),
                ),
            );
            return None;
        }
        let Some(members) = node.members() else {
            let wanted = "an object such as {\"requireSignature\": true}; it counts as one that accepts no pack";
            self.error(node, wrong_type("packs", wanted, node));
            return Some(PackPolicy {
                allowed_sources: Some(Vec::new()),
                ..PackPolicy::default()
            });
        };
        self.warn_repeated_inside(node);
        for member in members {
            if PACKS.iter().all(|known| known.name != member.key) {
                let near = nearest(&member.key, PACKS.iter().map(|known| known.name));
                self.warn(
                    member.key_span.clone(),
                    "unknown-key",
                    format!("unknown key `packs.{}`", member.key),
                    near.map(|near| format!("did you mean `{near}`?")),
                );
            }
        }
        let fields = NodeFields::of(node);
        let mut policy = PackPolicy::default();
        for list in fields.all("allowedSources") {
            let wanted = "a list of sources; it counts as an empty list";
            let sources = self.pack_texts("packs.allowedSources", wanted, list);
            policy.allowed_sources = Some(match policy.allowed_sources.take() {
                None => sources,
                // Of two lists, only what is in both is allowed.
                Some(known) => known
                    .into_iter()
                    .filter(|one| sources.contains(one))
                    .collect(),
            });
        }
        for value in fields.all("requireSignature") {
            match value.kind {
                Kind::Bool(flag) => policy.require_signature |= flag,
                _ => {
                    let wanted = "true, false or a list of signers; it counts as true";
                    policy.require_signature = true;
                    let signers = self.pack_texts("packs.requireSignature", wanted, value);
                    policy.signers.extend(signers);
                }
            }
        }
        for list in fields.all("blocked") {
            let wanted =
                "a list of names, sources or digests; it counts as one that has every pack";
            if list.items().is_none() {
                policy.blocked.push("*".to_owned());
            }
            let blocked = self.pack_texts("packs.blocked", wanted, list);
            policy.blocked.extend(blocked);
        }
        Some(policy)
    }

    fn pack_texts(&mut self, key: &str, wanted: &str, node: &Node) -> Vec<String> {
        let texts = self.read_texts(key, wanted, node);
        texts.into_iter().map(|(text, _)| text).collect()
    }
}
