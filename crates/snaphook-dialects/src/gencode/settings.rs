//! Its settings are canonical, but for one word: the shell is called `sh`.

use snaphook_settings::node::{Kind, Node};

pub(super) fn canonical(mut root: Node) -> Node {
    if let Kind::Object(members) = &mut root.kind {
        for member in members.iter_mut().filter(|member| member.key == "hooks") {
            call_shell_by_name(&mut member.value);
        }
    }
    root
}

/// `"shell": "sh"` is the shell that others call `bash`.
fn call_shell_by_name(node: &mut Node) {
    match &mut node.kind {
        Kind::List(items) => items.iter_mut().for_each(call_shell_by_name),
        Kind::Object(members) => {
            for member in members {
                if member.key == "shell" && member.value.text() == Some("sh") {
                    member.value.kind = Kind::Text("bash".to_owned());
                } else {
                    call_shell_by_name(&mut member.value);
                }
            }
        }
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Text(_) => {}
    }
}
