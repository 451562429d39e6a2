//! Which dialect is taken when nobody names one, and the line that says so.

use super::*;

const LIST: &[&str] = &["list", "--project", "p"];

#[test]
fn settings_of_a_project_show_its_dialect() {
    for (file, text, name, hook) in [
        (".gen/settings.json", GEN, "gen", "no-git"),
        ("agent.yaml", AGENT, "cagent", "no-shell"),
        ("cagent.yml", AGENT, "cagent", "no-shell"),
    ] {
        let folder = project_with(file, text);
        let ran = folder.snaphook(LIST, "");
        let line = format!("dialect {name}, because of ");
        assert!(ran.stderr.contains(&line), "{ran:?}");
        assert!(ran.stderr.contains(file), "{ran:?}");
        assert!(ran.stdout.contains(hook), "{ran:?}");
    }
}

#[test]
fn the_default_dialect_comes_first_and_needs_no_line() {
    let folder = project_with(".gen/settings.json", GEN);
    folder.write("p/agent.yaml", AGENT);
    let claude = r#"{"hooks": {"Stop": [{"hooks": [{"command": "true", "name": "own"}]}]}}"#;
    folder.write("p/.claude/settings.json", claude);
    let ran = folder.snaphook(LIST, "");
    assert_eq!(ran.stderr, "");
    assert!(ran.stdout.contains("own") && ran.stdout.contains("1 hook"));
    let named = folder.snaphook(&["list", "--project", "p", "--dialect", "gen"], "");
    assert_eq!(named.stderr, "");
    assert!(named.stdout.contains("no-git"), "{named:?}");
}

#[test]
fn a_file_that_only_has_the_name_of_an_agent_file_shows_nothing() {
    let folder = project_with("agent.yaml", "apiVersion: v1\nkind: Pod\n");
    let ran = folder.snaphook(LIST, "");
    assert_eq!((ran.stderr.as_str(), ran.stdout.trim()), ("", "0 hooks"));
}

#[test]
fn a_project_does_not_choose_where_that_would_switch_off_the_users_hooks() {
    let guard = r#"{"hooks": {"PreToolUse": [{"hooks": [
        {"command": "echo mine >&2; exit 2", "name": "guard"}]}]}}"#;
    for (file, text, name) in [
        (".gen/settings.json", "{}", "gen"),
        ("agent.yaml", AGENT, "cagent"),
    ] {
        let folder = project_with(file, text);
        folder.write(".claude/settings.json", guard);
        let fire = ["fire", "PreToolUse", "--tool", "Bash", "--project", "p"];
        let ran = folder.snaphook(&fire, "");
        assert_eq!((ran.code, ran.stderr.as_str()), (2, "mine\n"), "{ran:?}");
        let words = format!("pass --dialect {name}");
        assert!(ran.stdout.contains(&words), "{ran:?}");
        // Settings without hooks are not in the way.
        folder.write(".claude/settings.json", r#"{"model": "any"}"#);
        let ran = folder.snaphook(LIST, "");
        assert!(ran.stderr.contains(&format!("dialect {name}")), "{ran:?}");
    }
}

#[test]
fn nor_those_of_the_organisation() {
    let folder = project_with(".gen/settings.json", GEN);
    let managed = r#"{"hooks": {"Stop": [{"hooks": [{"command": "true", "name": "policy"}]}]}}"#;
    folder.write("etc/snaphook/managed-settings.json", managed);
    let system = folder.path().join("etc");
    let system = [("SNAPHOOK_TEST_SYSTEM_DIR", system.to_str().unwrap())];
    let ran = folder.snaphook_env(LIST, "", &system);
    assert!(ran.stdout.contains("policy"), "{ran:?}");
    assert!(ran.stderr.contains("pass --dialect gen"), "{ran:?}");
}

#[test]
fn a_file_that_is_named_shows_its_dialect_by_its_place_or_what_is_in_it() {
    let folder = Folder::with("mine.yaml", AGENT);
    folder.write(".gen/more.json", GEN);
    folder.write("flat.json", r#"{"hooks": {"stop": {"command": "true"}}}"#);
    folder.write("plain.json", GEN);
    for (file, line) in [
        ("mine.yaml", "dialect cagent, because of mine.yaml"),
        (".gen/more.json", "dialect gen, because of .gen/more.json"),
        ("flat.json", "dialect cagent, because of flat.json"),
        ("plain.json", ""),
    ] {
        let ran = folder.snaphook(&["list", "--settings", file], "");
        assert_eq!(ran.stderr.trim(), line, "{file}");
    }
}
