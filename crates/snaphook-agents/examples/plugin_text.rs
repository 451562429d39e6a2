//! Prints the plugin of an agent: `plugin_text AGENT PROGRAM [VERSION]`. The tests of the
//! plugins use it.

use std::io::Write;

use snaphook_agents::{PluginOptions, find_agent, plugin_text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [agent, program, version @ ..] = &*arguments else {
        return Err("name an agent and the path of snaphook".into());
    };
    let agent = find_agent(agent).ok_or("unknown agent")?;
    let contract = agent.contract(version.first().map(String::as_str));
    let events: Vec<_> = contract.events.iter().map(|event| event.native).collect();
    let options = PluginOptions {
        program,
        contract,
        limit: contract.timeout.default_seconds,
        include_claude: false,
        events: &events,
    };
    let text = plugin_text(agent, &options).ok_or("the hooks of this agent are commands")?;
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
