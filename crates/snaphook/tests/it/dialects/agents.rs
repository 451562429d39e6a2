//! Which agent's hooks are meant; who named none, or a wrong one, hears of it.

use serde_json::json;
use snaphook_dialects::{Cagent, Claude, Gen};

use super::speaking;

/// Why no engine was built for this agent of a file with two.
fn error(agent: Option<&str>) -> String {
    let hooks = json!({"stop": {"command": "true"}});
    let file = json!({"agents": {"coder": {"hooks": hooks}, "writer": {"hooks": hooks}}});
    let mut builder = speaking(Cagent).settings_json(file.to_string());
    if let Some(agent) = agent {
        builder = builder.agent(agent);
    }
    builder.build().unwrap_err().to_string()
}

#[test]
fn it_must_be_clear_which_agent_is_meant() {
    let message = error(None);
    assert!(message.contains("several agents"), "{message}");
    assert!(message.contains("`coder`, `writer`"), "{message}");
}

#[test]
fn an_agent_that_is_not_there_is_an_error_that_names_those_that_are() {
    let message = error(Some("codr"));
    assert!(message.contains("unknown agent `codr`"), "{message}");
    assert!(message.contains("`coder`, `writer`"), "{message}");
    assert!(message.contains("<settings>:1:"), "{message}");
}

#[test]
fn an_agent_that_is_not_meant_costs_the_whole_engine_not_only_its_file() {
    let good = json!({"hooks": {"stop": {"command": "true"}}});
    let unclear = json!({"agents": {"a": {}, "b": {}}});
    let builder = speaking(Cagent)
        .settings_json(good.to_string())
        .settings_json(unclear.to_string());
    let message = builder.build().unwrap_err().to_string();
    assert!(message.contains("several agents"), "{message}");
}

#[test]
fn a_dialect_whose_settings_describe_no_agents_takes_none() {
    for builder in [speaking(Claude), speaking(Gen)] {
        let message = builder.agent("root").build().unwrap_err().to_string();
        assert!(message.contains("describe no agents"), "{message}");
    }
}

#[test]
fn of_hooks_in_two_places_the_one_that_is_no_mapping_costs_itself() {
    let guard = json!({"matcher": "shell", "hooks": {"command": "x", "onFailure": "block"}});
    let file = json!({"hooks": ["?"], "agents": {"root": {"hooks": {"pre_tool_use": guard}}}});
    let engine = super::cagent(&file);
    assert_eq!(engine.configured().len(), 1);
    assert!(engine.configured()[0].is_guard());
    assert!(!engine.findings().is_empty());
}
