//! Agents whose hooks are programs in a folder, each named after its event.

use std::path::Path;

use snaphook_core::dialect::Rules;
use snaphook_settings::node::{Kind, Node};

use super::data::{AgentData, Layout};
use super::places::is_place_of;
use super::tree::{list, member, object};

/// The tree that a program means; `None` for a file of another dialect.
pub(super) fn tree_of(data: &AgentData, rules: &Rules, file: &Path) -> Option<Node> {
    if data.layout != Layout::Programs || !is_place_of(data, file) {
        return None;
    }
    let name = file.file_name()?.to_str()?;
    let stem = file.file_stem()?.to_str()?;
    let is_event = |name: &&str| rules.names.events.iter().any(|(own, _)| own == name);
    let event = [name, stem].into_iter().find(is_event).unwrap_or(name);
    let text = |text: &str| node(Kind::Text(text.to_owned()));
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let hook = object(vec![
        member("type", text("command")),
        member("command", text(path.to_str()?)),
        member("args", list(Vec::new())),
    ]);
    let group = object(vec![member("hooks", list(vec![hook]))]);
    let events = object(vec![member(event, list(vec![group]))]);
    Some(object(vec![member("hooks", events)]))
}

fn node(kind: Kind) -> Node {
    Node { span: 0..0, kind }
}
