//! The front matter of skills and agents: where it is found, and that nothing
//! but its hooks is read.
#![cfg(test)]

use snaphook_core::hook::Scope;
use snaphook_settings::{
    FrontMatter, LoadContext, LoadError, front_matter, load_front_matter, parse_front_matter,
};

const HOOKS: &str = "hooks:\n  Stop:\n    - hooks:\n        - command: ./check.sh\n";

fn parse(text: &str, scope: Scope) -> Result<Option<FrontMatter>, LoadError> {
    parse_front_matter(
        "SKILL.md".as_ref(),
        text,
        scope,
        &mut LoadContext::default(),
    )
}

fn read(text: &str, scope: Scope) -> FrontMatter {
    parse(text, scope).unwrap().unwrap()
}

fn none(text: &str) -> bool {
    parse(text, Scope::Skill).unwrap().is_none()
}

#[test]
fn hooks_are_read_with_their_place_in_the_whole_file() {
    let text = format!("---\nname: tïdy\n{HOOKS}---\n# Text\n---\nhooks: no\n");
    let found = read(&text, Scope::Skill);
    assert_eq!(found.name.as_deref(), Some("tïdy"));
    let hook = &found.settings.hooks[0];
    assert_eq!(hook.name, "./check.sh");
    assert_eq!(hook.event.as_str(), "Stop");
    assert_eq!(hook.source.scope, Scope::Skill);
    assert_eq!(hook.source.place().as_deref(), Some("SKILL.md:6"));
    let spans = &found.settings.spans[&hook.id];
    let command = spans.command.clone().unwrap();
    assert_eq!(&text[command.clone()], "./check.sh");
    let part = found.settings.source.inside(&command, 2..7);
    assert_eq!(&text[part], "check");
}

#[test]
fn windows_lines_a_mark_and_other_ends_are_fine() {
    let windows = format!("---\r\n{}---\r\ntext", HOOKS.replace('\n', "\r\n"));
    let marked = format!("\u{feff}---\n{HOOKS}---");
    let dotted = format!("---\n{HOOKS}...\ntext");
    let blank = format!("---  \n{HOOKS}--- \t\ntext");
    for text in [windows, marked, dotted, blank] {
        let found = read(&text, Scope::Skill);
        assert_eq!(found.settings.hooks[0].source.line, Some(5), "{text}");
        assert!(found.settings.findings.is_empty());
    }
}

#[test]
fn most_files_have_no_hooks() {
    for text in [
        "",
        "# Title\n",
        "\n---\nhooks: {}\n---\n",
        "--- x\nhooks: {}\n---\n",
        "----\nhooks: {}\n----\n",
        "---\n---\n",
        "---\n# only a comment\n---\n",
        "---\nname: x\n---\nhooks: {}\n",
        "---\nname: x\nhooks:\n---\n",
        "---\njust text\n---\n",
        "---\n- a\n- b\n---\n",
        "---\nmetadata:\n  hooks: {}\n---\n",
        // No YAML, but not about hooks.
        "---\ndescription: Use when: asked\n---\n",
        "---\n",
    ] {
        assert!(none(text), "{text}");
    }
}

#[test]
fn all_other_keys_are_the_skills_own() {
    let text = format!(
        "---\nname: 7\ndisableAllHooks: true\ndisabledHooks: x\nhook: 1\nPreToolUse: []\nstatusLine: 5\n{HOOKS}---\n"
    );
    let found = read(&text, Scope::Skill);
    assert_eq!(found.name, None);
    assert!(found.settings.switches.disable_all_hooks.is_none());
    assert!(found.settings.findings.is_empty());
    assert_eq!(found.settings.hooks.len(), 1);
}

#[test]
fn the_stop_of_an_agent_is_a_subagents() {
    let events = |scope| {
        let text = format!("---\n{HOOKS}  SessionEnd:\n    - hooks: [{{command: x}}]\n---\n");
        let found = read(&text, scope);
        let hooks = found.settings.hooks.iter();
        hooks
            .map(|hook| hook.event.as_str().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(events(Scope::Agent), ["SubagentStop", "SessionEnd"]);
    assert_eq!(events(Scope::Skill), ["Stop", "SessionEnd"]);
}

#[test]
fn what_is_wrong_in_hooks_is_found() {
    let text = "---\nname: x\nhooks:\n  Stop: 7\n---\n";
    let findings = read(text, Scope::Skill).settings.findings;
    assert_eq!(
        findings[0].to_string(),
        "SKILL.md:4:9: `Stop` must be a list of groups, not `7`"
    );
    let list = read("---\nhooks: [a]\n---\n", Scope::Skill);
    assert!(
        list.settings.findings[0]
            .message
            .contains("`hooks` must be")
    );
}

#[test]
fn hooks_that_cannot_be_found_are_an_error() {
    let error = |text: &str| parse(text, Scope::Skill).unwrap_err().to_string();
    assert_eq!(
        error("---\n'hooks' : {\n---\n"),
        "SKILL.md:2:11: not valid YAML: unclosed bracket '{'"
    );
    assert_eq!(
        error("---\nhooks: {}\n# Title\n"),
        "SKILL.md:1:1: not valid YAML: the front matter that begins here has no end; write a line `---` below it"
    );
}

#[test]
fn the_tree_of_front_matter_counts_from_the_beginning_of_the_text() {
    let text = "\u{feff}---\nä: [ö, {b: ü}]\n---\n";
    let node = front_matter(text).unwrap().unwrap();
    let member = &node.members().unwrap()[0];
    assert_eq!(&text[member.key_span.clone()], "ä");
    let items = member.value.items().unwrap();
    assert_eq!(&text[items[0].span.clone()], "ö");
    let inner = &items[1].members().unwrap()[0];
    assert_eq!(&text[inner.key_span.clone()], "b");
    assert_eq!(&text[inner.value.span.clone()], "ü");
    let error = front_matter("---\na: b\nhooks: [\n---\n").unwrap_err();
    assert_eq!(error.span, 16..17);
}

#[test]
fn files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("SKILL.md");
    let load = || load_front_matter(&file, Scope::Skill, &mut LoadContext::default());
    assert!(matches!(load(), Err(LoadError::Missing(_))));
    std::fs::write(&file, format!("---\n{HOOKS}---\n")).unwrap();
    assert_eq!(load().unwrap().unwrap().settings.hooks.len(), 1);
    std::fs::write(&file, b"---\n\xe9").unwrap();
    let error = load().unwrap_err().to_string();
    assert!(
        error.ends_with("2:1: not valid YAML: it is not UTF-8 text"),
        "{error}"
    );
}

#[test]
fn a_value_that_is_not_yaml_costs_no_hook() {
    let text = "---\nname: deploy\nargument-hint: [a] [b]\ndescription: Use when: asked, or: told\nhooks:\n  PreToolUse:\n  - hooks: [{command: ./guard.sh, onFailure: block}]\n---\n";
    let mut loading = LoadContext::default();
    let found = parse_front_matter("SKILL.md".as_ref(), text, Scope::Skill, &mut loading);
    let found = found.unwrap().unwrap();
    assert_eq!(found.name.as_deref(), Some("deploy"));
    assert!(found.settings.hooks[0].is_guard());
    assert_eq!(found.settings.hooks[0].source.line, Some(7));
    let node = snaphook_settings::front_matter(text).unwrap().unwrap();
    let hint = &node.members().unwrap()[1].value;
    assert_eq!(hint.text(), Some("[a] [b]"));
}

#[test]
fn hooks_that_are_not_yaml_are_an_error_beside_whatever_else() {
    let text = "---\nargument-hint: [a] [b]\nhooks:\n  PreToolUse: [\n---\n";
    let mut loading = LoadContext::default();
    let found = parse_front_matter("SKILL.md".as_ref(), text, Scope::Skill, &mut loading);
    assert!(matches!(found, Err(LoadError::Syntax { .. })), "{found:?}");
}
