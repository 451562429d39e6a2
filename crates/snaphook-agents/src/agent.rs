//! One agent, as data. Everything that differs between agents stands in its spec, so that
//! a new agent is a file with a table and a line in [`AGENTS`](crate::AGENTS).

use crate::agents::AGENTS;
use crate::configuration::Configuration;
use crate::contract::Contract;
use crate::encode::ReplyEncoder;
use crate::install::InstallSpec;
use crate::tool::{InputForm, McpForm, ToolSpec};

/// What is known of one agent.
#[derive(Debug)]
#[non_exhaustive]
pub struct AgentSpec {
    /// The word after `--agent`.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The programs that start it. Where one of them is found, the agent is installed.
    pub programs: &'static [&'static str],
    /// Where its hook input holds what.
    pub input: InputForm,
    /// Its built-in tools and their canonical names.
    pub tools: &'static [ToolSpec],
    /// Whether its tools have canonical names throughout: then a tool that the table does
    /// not have is not an unknown one.
    pub canonical_tools: bool,
    /// How it names the tools of MCP servers.
    pub mcp: McpForm,
    /// Writes an answer as its hooks answer.
    pub(crate) encode: ReplyEncoder,
    /// What it honours in which versions. There is at least one; where the version is
    /// unknown, the last one counts.
    pub contracts: &'static [Contract],
    /// Where and how its hooks are configured.
    pub configuration: Configuration,
    /// What installing the bridge takes besides.
    pub install: InstallSpec,
    /// Whether it reads `.claude/settings.json` by itself. The bridge then leaves that
    /// file to the agent.
    pub reads_claude_settings: bool,
    /// Whether it reads the organisation's settings for Claude Code by itself.
    pub reads_managed_claude_settings: bool,
    /// What a person or the installer has to do besides, in one sentence.
    pub needs: &'static str,
}

impl AgentSpec {
    /// An agent that reads and answers as Claude Code does, with tools of its own.
    pub(crate) const fn like_claude(
        name: &'static str,
        title: &'static str,
        contracts: &'static [Contract],
        configuration: Configuration,
    ) -> Self {
        Self {
            name,
            title,
            programs: &[],
            input: InputForm::CANONICAL,
            tools: &[],
            canonical_tools: false,
            mcp: McpForm::Canonical,
            encode: crate::encode::claude,
            contracts,
            configuration,
            install: InstallSpec::PLAIN,
            reads_claude_settings: false,
            reads_managed_claude_settings: false,
            needs: "",
        }
    }

    /// The version that installed commands have to name: one of a contract that is not the
    /// usual one.
    #[must_use]
    pub fn version_to_name(&self, contract: &Contract) -> Option<&'static str> {
        let usual = self.contract(None);
        (contract.versions != usual.versions).then_some(contract.versions.seen)
    }

    /// The contract for a version; the last one where the version is unknown.
    #[must_use]
    pub fn contract(&self, version: Option<&str>) -> &'static Contract {
        let holds = |contract: &&Contract| version.is_some_and(|v| contract.versions.contains(v));
        let usual = &self.contracts[self.contracts.len() - 1];
        self.contracts.iter().rev().find(holds).unwrap_or(usual)
    }
}

/// The agent with a name, as it is given to `--agent`.
#[must_use]
pub fn find_agent(name: &str) -> Option<&'static AgentSpec> {
    AGENTS.iter().copied().find(|agent| agent.name == name)
}
