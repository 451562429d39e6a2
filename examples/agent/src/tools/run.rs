//! Runs one tool by its name.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use serde::Deserialize;
use serde_json::Value;
use snaphook::json::Json;

use super::{files, shell, tasks};
use crate::agent::Agent;
use crate::subagent;

/// How long a tool may take. A subagent takes as long as it takes.
pub fn time_limit(tool: &str) -> Option<Duration> {
    (tool != "Agent").then_some(Duration::from_secs(120))
}

/// Runs a tool. An error is the tool's result, too: PostToolUseFailure.
pub async fn run(agent: &mut Agent, tool: &str, input: Json) -> anyhow::Result<Value> {
    let cwd = PathBuf::from(&agent.hooks.common.cwd);
    let text = match tool {
        "Read" => files::read(&cwd, from(input)?).await?,
        "Write" => files::write(&cwd, from(input)?).await?,
        "Edit" => files::edit(&cwd, from(input)?).await?,
        "Bash" => shell::bash(&cwd, agent.hooks.session().env(), from(input)?).await?,
        "cd" => change_folder(agent, from(input)?).await?,
        "TodoWrite" => tasks::write(agent, from(input)?).await,
        "Agent" => return subagent::run(agent, from(input)?).await,
        _ => bail!("unknown tool {tool}"),
    };
    Ok(text.into())
}

/// The input of a tool, which a model or a hook may have got wrong.
fn from<T: for<'de> Deserialize<'de>>(input: Json) -> anyhow::Result<T> {
    // From its text: a number may have more digits than a parsed one keeps.
    Ok(serde_json::from_str(&input.to_string())?)
}

#[derive(Deserialize)]
struct Folder {
    path: PathBuf,
}

/// From now on the agent works in another folder, and so do its hooks.
async fn change_folder(agent: &mut Agent, folder: Folder) -> anyhow::Result<String> {
    let path = PathBuf::from(&agent.hooks.common.cwd).join(folder.path);
    let path = tokio::fs::canonicalize(path).await?;
    let path = path.to_string_lossy();
    let changed = agent.hooks.cwd_changed(&path).await;
    agent.hear_in_tool(&changed.messages);
    Ok(format!("now in {path}"))
}
