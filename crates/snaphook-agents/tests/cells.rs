//! Every cell of the contract table: what the bridge prints where hooks ask for what the
//! agent can do on the event. The snapshot shows each; a cell that prints nothing fails.

use std::fmt::Write as _;

use serde_json::json;
use snaphook_agents::{
    AGENTS, Ability, AgentSpec, ContractEvidence, DecodedInput, EventContract, WantedEffects,
    decode, degrade,
};
use snaphook_core::event::{Event, MatchesOn};
use snaphook_core::input::Fields;

type TestResult = Result<(), Box<dyn std::error::Error>>;

fn is_about_tools(event: &EventContract) -> bool {
    let spec = Event::resolve(event.event);
    matches!(spec.spec().matches_on, MatchesOn::Tool(_))
}

/// An input of an event, with a shell call where it is about a tool.
fn decoded(
    agent: &AgentSpec,
    event: &EventContract,
) -> Result<DecodedInput, Box<dyn std::error::Error>> {
    let shell = agent.tools.iter().find(|tool| tool.tool == "Bash");
    let shell = shell.map_or("Bash", |tool| tool.native);
    let command = json!({"command": "ls", "commands": ["ls"], "command_line": "ls", "CommandLine": "ls", "cmd": "ls"});
    let mut input = json!({"session_id": "s", "prompt": "go"});
    if is_about_tools(event) {
        let name = event.tool.map_or(shell, |(name, _)| name);
        let mut fields = Fields::parse("{}")?;
        fields.set("tool_name", name)?;
        for (canonical, value) in [("tool_name", json!(name)), ("tool_input", command.clone())] {
            let places = agent
                .input
                .fields
                .iter()
                .find(|(field, _)| *field == canonical);
            let place = places
                .and_then(|(_, places)| places.first())
                .copied()
                .unwrap_or(canonical);
            match place.split_once('.') {
                Some((outer, inner)) => {
                    input[outer][inner] = value;
                }
                None => input[place] = value,
            }
        }
        if let Some((_, keys)) = event.tool {
            for key in keys {
                input[key] = "ls".into();
            }
        }
    }
    // Where the name of the event is the name of the tool.
    if agent
        .input
        .fields
        .contains(&("tool_name", &["agent_action_name"]))
    {
        input["agent_action_name"] = event.native.into();
    }
    Ok(decode(
        agent,
        agent.contract(None),
        &input.to_string(),
        Some(event.native),
    )?)
}

fn wanted(ability: Ability) -> Result<WantedEffects, Box<dyn std::error::Error>> {
    let words = || Some("words".to_owned());
    let mut wanted = WantedEffects::default();
    match ability {
        Ability::Deny | Ability::KeepGoing => wanted.deny = words(),
        Ability::Grant => wanted.grant = words(),
        Ability::Ask => wanted.ask = words(),
        Ability::Context => wanted.context = vec!["words".to_owned()],
        Ability::RewriteInput => {
            wanted.tool_input = Some(Fields::parse(r#"{"command": "words"}"#)?);
        }
        Ability::RewriteOutput => wanted.tool_output = Some("words".into()),
        Ability::Stop => wanted.stop = words(),
        Ability::Message => wanted.messages = vec!["words".to_owned()],
        other => return Err(format!("no effect for {other:?}").into()),
    }
    Ok(wanted)
}

#[test]
fn every_cell_is_written_in_the_words_of_its_agent() -> TestResult {
    let mut report = String::new();
    for agent in AGENTS {
        writeln!(report, "## {}", agent.title)?;
        for event in agent.contract(None).events {
            let input = decoded(agent, event)
                .map_err(|error| format!("{} {}: {error}", agent.name, event.native))?;
            for ability in event.can {
                let mut wanted = wanted(*ability)?;
                if (event.event, *ability) == ("PermissionRequest", Ability::RewriteInput) {
                    // It is a part of a grant.
                    wanted.grant = Some("words".to_owned());
                }
                let (reply, waiting, degradations) = degrade(agent.title, wanted, &input);
                let printed = reply.print(agent);
                let cell = format!("{} {}: {}", agent.name, event.native, ability.words());
                assert_eq!(degradations, [], "{cell}");
                assert_eq!(waiting, Vec::<String>::new(), "{cell}");
                let said = format!("{}{}", printed.stdout, printed.stderr);
                let silent = matches!(ability, Ability::Grant);
                assert!(silent || said.contains("words"), "{cell}: {printed:?}");
                let known = match event.evidence {
                    ContractEvidence::Observed => "observed",
                    ContractEvidence::Documented => "documented",
                };
                writeln!(
                    report,
                    "{} {} ({known}): exit {} {}{}",
                    event.native,
                    ability.words(),
                    printed.exit,
                    printed.stdout,
                    match printed.stderr.as_str() {
                        "" => String::new(),
                        words => format!(" stderr {words}"),
                    },
                )?;
            }
        }
    }
    insta::assert_snapshot!(report);
    Ok(())
}
