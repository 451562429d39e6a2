//! What the commands of converted hooks meet: another input, other answers, and events on
//! which less can be done.

use snaphook_agents::{Ability, AgentSpec, EventContract, Reply, ToolSpec};

use super::source::Loss;

/// What hooks of an event could do in one agent, and cannot in another.
pub(super) fn lost_abilities(
    from: Option<&EventContract>,
    to: &EventContract,
    agent: &AgentSpec,
) -> Option<Loss> {
    let from = from?;
    let lost = Ability::ALL
        .iter()
        .filter(|one| from.can(**one) && !to.can(**one));
    let words: Vec<&str> = lost.map(|one| one.words()).collect();
    (!words.is_empty()).then(|| Loss {
        hook: None,
        words: format!(
            "on {} of {}, hooks cannot {}",
            to.native,
            agent.title,
            words.join(", ")
        ),
    })
}

/// Says that the commands get another input or have to answer otherwise.
pub(super) fn other_forms(from: &AgentSpec, to: &AgentSpec) -> Option<Loss> {
    let mut differ = Vec::new();
    if shell_tool(from) != shell_tool(to) || !from.input.fields.iter().eq(to.input.fields) {
        differ.push(format!(
            "get the input of {} on stdin (its shell tool is `{}`)",
            to.title,
            shell_tool(to)
        ));
    }
    let denied = |agent: &AgentSpec| {
        let mut rows = agent.contract(None).events.iter();
        let row = rows.find(|row| row.event == "PreToolUse")?;
        let mut reply = Reply::silent(row);
        reply.deny = Some("no".to_owned());
        let printed = reply.print(agent);
        Some((
            printed.stdout.replace(row.native, "PreToolUse"),
            printed.exit,
        ))
    };
    if denied(from) != denied(to) {
        differ.push(match denied(to) {
            Some((stdout, 0)) if !stdout.is_empty() => {
                format!("must answer as {} reads it: a denial is {stdout}", to.title)
            }
            _ => format!(
                "must answer as {} reads it: a denial is exit status 2 with words on stderr",
                to.title
            ),
        });
    }
    (!differ.is_empty()).then(|| Loss {
        hook: None,
        words: format!(
            "the commands stay as they are, but {}",
            differ.join(", and ")
        ),
    })
}

/// What an agent calls its shell.
fn shell_tool(agent: &AgentSpec) -> &'static str {
    let mut tools = agent.tools.iter();
    let own = |tool: &&ToolSpec| tool.tool == "Bash";
    tools.find(own).map_or("Bash", |tool| tool.native)
}
