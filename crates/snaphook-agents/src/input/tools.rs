//! The canonical name and input of a tool, and the further readings of a call: the files
//! of a patch, and the command of a tool that nobody knows.

use serde_json::Value;
use snaphook_core::input::{Fields, InputError};

use super::patch::{PatchedFile, files_of_open_patch};
use super::patch_command::{CommandPatch, patch_in_command};
use super::subjects::calls_of_subjects;
use crate::agent::AgentSpec;
use crate::agents::AGENTS;
use crate::contract::EventContract;
use crate::tool::{McpForm, ToolShape, ToolSpec};

/// Which tool a call is about.
#[derive(Debug, Clone, Copy)]
pub enum ToolMatch {
    /// The event is not about a tool.
    None,
    /// A tool of the agent's table.
    Known(&'static ToolSpec),
    /// A tool with a canonical name of its own.
    Canonical,
    /// A tool of an MCP server.
    Mcp,
    /// A tool that the table does not have: every guard of the event has to run.
    Unknown,
}

/// The keys under which tools take a command line.
const COMMAND_KEYS: &[&str] = &[
    "command",
    "cmd",
    "command_line",
    "commandLine",
    "CommandLine",
    "shell_command",
    "script",
];

/// The keys under which a shell call says where it runs.
const FOLDER_KEYS: &[&str] = &[
    "workdir",
    "working_dir",
    "working_directory",
    "cwd",
    "dir",
    "dir_path",
    "directory",
];

/// The folders that a shell call names to run in.
pub fn folders_of_call(input: &serde_json::Value) -> impl Iterator<Item = &str> {
    FOLDER_KEYS
        .iter()
        .filter_map(|key| input.get(key).and_then(serde_json::Value::as_str))
}

/// Where a tool that calls another one has the other's name, and its input.
const WRAPPED_NAMES: &[&str] = &["tool_name", "toolName", "recipient_name", "name", "tool"];
const WRAPPED_INPUTS: &[&str] = &[
    "tool_input",
    "toolInput",
    "arguments",
    "args",
    "parameters",
    "params",
    "input",
];

/// What some models write before the name of a tool that a call runs with others.
const NAMESPACE: &str = "functions.";

/// So deep a call may stand in a call.
const DEEPEST: u32 = 4;

/// A call with more readings is refused. One more is made, to be seen.
pub(super) const MOST_READINGS: usize = 1000;

/// The readings of a call, the call itself first.
pub(super) fn canonical_calls(
    agent: &AgentSpec,
    native: &Fields,
    event: &EventContract,
    fields: Fields,
) -> Result<(ToolMatch, Vec<Fields>), InputError> {
    calls_at_depth(agent, native, event, fields, 0)
}

fn calls_at_depth(
    agent: &AgentSpec,
    native: &Fields,
    event: &EventContract,
    mut fields: Fields,
    depth: u32,
) -> Result<(ToolMatch, Vec<Fields>), InputError> {
    let name = fields.text("tool_name").unwrap_or_default().into_owned();
    let input = fields.fields("tool_input").unwrap_or_default();
    let Some(tool) = tool_of(agent, native, event, &name) else {
        return calls_of_other(agent, native, event, fields, (&name, &input), depth);
    };
    let other = input_of_canonical_keys(tool, &input);
    let (canonical, input) = canonical_input(tool, input)?;
    fields.set("tool_name", canonical)?;
    fields.set("tool_input", &input)?;
    let CommandPatch { files, certain } = match tool.shape {
        ToolShape::Patch(_) => CommandPatch {
            files: files_of_patch_tool(&input),
            certain: true,
        },
        _ if is_shell(canonical) => patch_of_shell(&input),
        _ => CommandPatch {
            files: Vec::new(),
            certain: true,
        },
    };
    if matches!(tool.shape, ToolShape::Patch(_)) && !files.is_empty() {
        return Ok((ToolMatch::Known(tool), calls_of_files(&fields, &files)?));
    }
    let mut calls = vec![fields];
    calls.extend(calls_of_files(&calls[0], &files)?);
    if let Some(other) = other {
        let mut call = calls[0].clone();
        call.set("tool_input", &other)?;
        calls.push(call);
    }
    calls.extend(calls_of_subjects(&calls[0], canonical, &input));
    if !certain || lacks_subject(canonical, &input) {
        return Ok((ToolMatch::Unknown, calls));
    }
    Ok((ToolMatch::Known(tool), calls))
}

fn is_shell(tool: &str) -> bool {
    matches!(tool, "Bash" | "PowerShell")
}

/// The patches in the command of a shell call.
fn patch_of_shell(input: &Fields) -> CommandPatch {
    let folder = FOLDER_KEYS.iter().find_map(|key| input.text(key));
    let command = input.text("command").unwrap_or_default();
    patch_in_command(&command, folder.as_deref())
}

/// The tool that the agent's table has under a name. Agents that read the settings of
/// Claude Code run the hooks in them on tools of their own.
fn tool_of(
    agent: &AgentSpec,
    native: &Fields,
    event: &EventContract,
    name: &str,
) -> Option<&'static ToolSpec> {
    // What comes from a server is none of the agent's own tools, whatever it is called.
    let of_server = native.fields("mcp_context").is_some() && agent.mcp == McpForm::SinglePrefix;
    if of_server || event.only_mcp {
        return None;
    }
    let own = agent.tools.iter().find(|tool| tool.native == name);
    let canonical = |tool: &ToolSpec| tool.tool == name || (name, tool.tool) == ("Task", "Agent");
    let every = || AGENTS.iter().flat_map(|other| other.tools);
    if own.is_some() || !agent.canonical_tools || every().any(canonical) {
        return own;
    }
    let readers = AGENTS.iter().filter(|other| other.reads_claude_settings);
    let mut tools = readers.flat_map(|other| other.tools);
    tools.find(|tool| tool.native == name)
}

/// Whether the input of a tool does not say what guards test: a shell call without a
/// command, a change of a file without its path. Such a call is judged as an unknown one.
fn lacks_subject(tool: &str, input: &Fields) -> bool {
    let key = match tool {
        "Bash" | "PowerShell" => "command",
        "Read" | "Write" | "Edit" | "MultiEdit" => "file_path",
        _ => return false,
    };
    input.text(key).is_none_or(|text| text.trim().is_empty())
}

/// The input with the values that stand under canonical keys, where the agent's own keys
/// are there, too: nobody can say which of them every version of the agent reads.
fn input_of_canonical_keys(tool: &ToolSpec, input: &Fields) -> Option<Fields> {
    let both = |(native, canonical): &&(&str, &str)| {
        let (own, other) = (input.raw(native), input.raw(canonical));
        native != canonical && own.is_some() && other.is_some()
    };
    let mut twice = tool.keys.iter().filter(both).peekable();
    twice.peek()?;
    let mut other = input.clone();
    for (native, _) in twice {
        other.remove(native);
    }
    for (native, canonical) in tool.keys {
        other.rename(native, canonical);
    }
    Some(other)
}

/// A tool that the agent's table does not have.
fn calls_of_other(
    agent: &AgentSpec,
    native: &Fields,
    event: &EventContract,
    mut fields: Fields,
    (name, input): (&str, &Fields),
    depth: u32,
) -> Result<(ToolMatch, Vec<Fields>), InputError> {
    let both = with_tool_input(native, &fields)?;
    let mcp = agent.mcp.canonical(name, &both);
    let nameless = event.only_mcp.then(|| format!("mcp__unknown__{name}"));
    if let Some(mcp) = mcp.or(nameless) {
        fields.set("tool_name", &mcp)?;
        // A guard on the tools of one server must not miss a call without a server.
        let known = match mcp.starts_with("mcp__unknown__") {
            true => ToolMatch::Unknown,
            false => ToolMatch::Mcp,
        };
        return Ok((known, vec![fields]));
    }
    if agent.canonical_tools {
        let patch = patch_of_shell(input);
        let more = calls_of_files(&fields, &patch.files)?;
        let mut calls = vec![fields];
        calls.extend(more);
        let known = match patch.certain || !is_shell(name) {
            true => ToolMatch::Canonical,
            false => ToolMatch::Unknown,
        };
        return Ok((known, calls));
    }
    let mut commands = commands_in(input)?;
    commands.sort_unstable();
    commands.dedup();
    fields.set("tool_name", &format!("{}:{name}", agent.name))?;
    let mut calls = vec![fields.clone()];
    calls.extend(calls_of_wrapped(
        agent, native, event, &fields, input, depth,
    )?);
    for command in commands {
        let mut as_bash = input.clone();
        as_bash.set("command", &command)?;
        fields.set("tool_name", "Bash")?;
        fields.set("tool_input", &as_bash)?;
        let patch = patch_of_shell(&as_bash);
        calls.push(fields.clone());
        calls.extend(calls_of_files(&fields, &patch.files)?);
    }
    Ok((ToolMatch::Unknown, calls))
}

/// Every command line in an input, however deep it stands.
fn commands_in(input: &Fields) -> Result<Vec<String>, InputError> {
    let mut commands = Vec::new();
    // What cannot be read (too deep, a number too large) may hold a command.
    let input = serde_json::from_slice::<Value>(&input.to_line());
    let mut open = vec![input.map_err(InputError::NotJson)?];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    if COMMAND_KEYS.contains(&key.as_str()) {
                        commands.extend(command_of(&value));
                    }
                    if key == "commands" {
                        commands.extend(lines_of(&value));
                    }
                    open.push(value);
                }
            }
            Value::Array(items) => open.extend(items),
            // Some tools take the input of another one as JSON in a text.
            Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
                open.extend(serde_json::from_str::<Value>(&text).ok());
            }
            _ => {}
        }
    }
    Ok(commands)
}

/// The readings of the calls that a tool makes of other tools: of one, or of a list.
fn calls_of_wrapped(
    agent: &AgentSpec,
    native: &Fields,
    event: &EventContract,
    fields: &Fields,
    input: &Fields,
    depth: u32,
) -> Result<Vec<Fields>, InputError> {
    let mut calls = Vec::new();
    if depth >= DEEPEST {
        return Ok(calls);
    }
    for (name, own) in wrapped_in(input)? {
        let mut inner = fields.clone();
        inner.set("tool_name", name.strip_prefix(NAMESPACE).unwrap_or(&name))?;
        inner.set("tool_input", &own)?;
        calls.extend(calls_at_depth(agent, native, event, inner, depth + 1)?.1);
        if calls.len() > MOST_READINGS {
            break;
        }
    }
    Ok(calls)
}

/// The names and inputs of the calls in an input. A call in one of them is found when that
/// is read.
fn wrapped_in(input: &Fields) -> Result<Vec<(String, Fields)>, InputError> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    match wrapped_call(input) {
        Some(call) => found.push(call),
        None => open.push(serde_json::from_slice(&input.to_line()).map_err(InputError::NotJson)?),
    }
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                let fields = Fields::parse(&Value::Object(members.clone()).to_string())?;
                match wrapped_call(&fields) {
                    Some(call) => found.push(call),
                    None => open.extend(members.into_iter().map(|(_, value)| value)),
                }
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    // The last that was opened was found first.
    found.reverse();
    Ok(found)
}

/// The name and the input of the tool that an object calls.
fn wrapped_call(object: &Fields) -> Option<(String, Fields)> {
    let name = WRAPPED_NAMES.iter().find_map(|key| object.text(key))?;
    let own = WRAPPED_INPUTS.iter().find_map(|key| {
        let of_text = || Fields::parse(&object.text(key)?).ok();
        object.fields(key).or_else(of_text)
    })?;
    Some((name.into_owned(), own))
}

fn with_tool_input(native: &Fields, fields: &Fields) -> Result<Fields, InputError> {
    let mut both = native.clone();
    if let Some(input) = fields.raw("tool_input") {
        both.set("tool_input", input)?;
    }
    Ok(both)
}

/// The canonical name and input of a known tool.
pub(crate) fn canonical_input(
    tool: &'static ToolSpec,
    mut input: Fields,
) -> Result<(&'static str, Fields), InputError> {
    let mut name = tool.tool;
    match tool.shape {
        ToolShape::Object | ToolShape::Patch(_) => {}
        ToolShape::CommandList(key) => {
            if let Some(lines) = input.value(key).as_ref().and_then(lines_of) {
                input.remove(key);
                input.set("command", &lines)?;
            }
        }
        ToolShape::Editor => {
            name = match input.text("command").as_deref() {
                Some("view") => "Read",
                Some("create") => "Write",
                _ => "Edit",
            };
        }
    }
    for (native, canonical) in tool.keys {
        if input.raw(native).is_some() && native != canonical {
            input.remove(canonical);
            input.rename(native, canonical);
        }
    }
    Ok((name, input))
}

/// The lines of a list of commands, one command each. A text is one command.
fn lines_of(value: &Value) -> Option<String> {
    let text_of = |command: &Value| match command {
        Value::Object(object) => {
            let command = object.get("command")?.as_str()?;
            let mut words = vec![command.to_owned()];
            for word in object
                .get("args")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                words.push(word.as_str()?.to_owned());
            }
            Some(words.join(" "))
        }
        other => command_of(other),
    };
    let Value::Array(list) = value else {
        return text_of(value);
    };
    let lines: Option<Vec<String>> = list.iter().map(text_of).collect();
    Some(lines?.join("\n"))
}

/// A command line: a text, or a list of words.
fn command_of(value: &Value) -> Option<String> {
    if let Value::Array(list) = value {
        let words: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
        return Some(words?.join(" "));
    }
    value.as_str().map(ToOwned::to_owned)
}

/// The files of every patch that a patch tool could take from its input, under whatever key.
fn files_of_patch_tool(input: &Fields) -> Vec<PatchedFile> {
    let texts = input.keys().filter_map(|key| input.text(key));
    texts.flat_map(|text| files_of_open_patch(&text)).collect()
}

/// An input for each file of a patch.
fn calls_of_files(call: &Fields, files: &[PatchedFile]) -> Result<Vec<Fields>, InputError> {
    let as_call = |file: &PatchedFile| {
        let mut fields = call.clone();
        fields.set("tool_name", file.tool())?;
        fields.set("tool_input", &file.tool_input()?)?;
        Ok(fields)
    };
    files.iter().take(MOST_READINGS + 1).map(as_call).collect()
}
