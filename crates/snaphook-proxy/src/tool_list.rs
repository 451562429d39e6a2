//! Tools that a deny rule names are not listed: the model need not know what it may not
//! call. A call of one is denied all the same.

use serde_json::value::RawValue;
use snaphook::input::Fields;
use snaphook::prelude::*;
use snaphook::tool::mcp_name;

use crate::call::without_line_end;
use crate::link::ProxyLink;
use crate::message::Message;

/// The response to `tools/list` without what rules deny. Where nothing is denied, or the
/// response is an error, it stays as it is.
pub(crate) fn filtered(link: &ProxyLink, message: Message) -> Vec<u8> {
    without_denied(link, &message).unwrap_or(message.line)
}

fn without_denied(link: &ProxyLink, message: &Message) -> Option<Vec<u8>> {
    let mut result = message.fields.fields("result")?;
    let tools: Vec<Box<RawValue>> = serde_json::from_str(result.raw("tools")?.get()).ok()?;
    let kept: Vec<&RawValue> = tools
        .iter()
        .map(|tool| &**tool)
        .filter(|tool| !is_denied(link, tool))
        .collect();
    if kept.len() == tools.len() {
        return None;
    }
    let mut fields = message.fields.clone();
    result.set("tools", &kept).ok()?;
    fields.set("result", &result).ok()?;
    Some(without_line_end(fields.to_line()))
}

fn is_denied(link: &ProxyLink, tool: &RawValue) -> bool {
    let Ok(tool) = Fields::parse(tool.get()) else {
        return false;
    };
    let mut names = tool
        .every("name")
        .filter_map(|name| serde_json::from_str::<String>(name.get()).ok());
    names.any(|name| {
        let name = mcp_name(link.name.as_str(), &name);
        link.hooks
            .session()
            .is_tool_denied(&link.hooks.common, &name)
    })
}
