//! Every agent of the table: its configuration before and after, twice, and out again.

use std::fmt::Write as _;

use snaphook_agents::{AGENTS, AgentSpec, ConfigForm, ConfigScope};

use crate::world::{World, options};

/// A configuration that somebody has, with comments and hooks of their own.
fn foreign(agent: &AgentSpec) -> Option<(&'static str, &'static str)> {
    Some(match agent.configuration.form {
        ConfigForm::Groups { wrapper: true, .. } => (
            "",
            "{\n  // mine\n  \"model\": \"x\",\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"notify\" }] } // beep\n    ]\n  }\n}\n",
        ),
        ConfigForm::Groups { .. } => (
            "",
            "{\n\t\"Stop\": [\n\t\t{ \"hooks\": [ { \"type\": \"command\", \"command\": \"notify\" } ] }\n\t]\n}\n",
        ),
        ConfigForm::Flat {
            version: Some(_), ..
        } => (
            "",
            "{ \"version\": 1, \"hooks\": { \"stop\": [ { \"command\": \"notify\" } ] } }",
        ),
        ConfigForm::Flat { .. } => (
            "",
            "{\n    \"lsp\": {},\n    \"hooks\": {\n        \"pre_run_command\": [{ \"command\": \"notify\" }]\n    }\n}\n",
        ),
        ConfigForm::Triggers => (
            "",
            "{\"version\": \"v1\", \"hooks\": [{\"name\": \"mine\", \"trigger\": \"Stop\", \"action\": {\"type\": \"command\", \"command\": \"notify\"}}]}\n",
        ),
        ConfigForm::NamedGroups => (
            "",
            "{\n  \"mine\": { \"enabled\": true, \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"notify\" }] }] }\n}\n",
        ),
        ConfigForm::TomlTables { .. } => (
            "",
            "# mine\ndefault_model = \"x\" # fast\n\n[[hooks]]\n# beep\nevent = \"Stop\"\ntype = \"post_agent\"\nname = \"beep\"\ncommand = \"notify\"\n\n[models.x]\nsize = 1\n",
        ),
        ConfigForm::Yaml => (
            "",
            "# mine\nmodel: x   # fast\nhooks:\n  # beep\n  pre_tool_call:\n    - command: notify\n      timeout: 5   # seconds\n\ntools:\n  - a\n",
        ),
        ConfigForm::PluginFolder => (
            "/hooks/hooks.json",
            "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"notify\"}]}]}}\n",
        ),
        _ => return None,
    })
}

fn with_files() -> impl Iterator<Item = &'static AgentSpec> {
    AGENTS.iter().copied()
}

#[test]
fn a_new_configuration_has_an_entry_for_every_useful_event() {
    for agent in with_files() {
        let world = World::new();
        let before = world.everything();
        let changed = world
            .install(agent.name, ConfigScope::User, &options())
            .unwrap();
        let mut text = String::new();
        for file in &changed {
            let written = world.read(file);
            // Of a plugin, what differs between agents stands before its first import.
            let own = written
                .split_once("import ")
                .map_or(&*written, |(own, _)| own);
            write!(text, "--- {file}\n{own}").unwrap();
        }
        let root = world.path("").display().to_string();
        let text = text.replace(root.trim_end_matches('/'), "W");
        insta::assert_snapshot!(format!("new-{}", agent.name), text);
        let again = world
            .install(agent.name, ConfigScope::User, &options())
            .unwrap();
        assert_eq!(again, Vec::<String>::new(), "{}", agent.name);
        world.uninstall(agent.name, ConfigScope::User).unwrap();
        assert_eq!(world.everything(), before, "{}", agent.name);
    }
}

#[test]
fn foreign_hooks_comments_and_layout_stay() {
    for agent in with_files() {
        let Some((below, text)) = foreign(agent) else {
            continue;
        };
        let world = World::new();
        let file = world.configuration(agent, ConfigScope::User) + below;
        world.write(&file, text);
        let before = world.everything();
        world
            .install(agent.name, ConfigScope::User, &options())
            .unwrap();
        let after = world.read(&file);
        let root = world.path("").display().to_string();
        let shown = after.replace(root.trim_end_matches('/'), "W");
        insta::assert_snapshot!(format!("foreign-{}", agent.name), shown);
        for word in ["mine", "beep", "notify"] {
            assert_eq!(
                after.matches(word).count(),
                text.matches(word).count(),
                "{}",
                agent.name
            );
        }
        let again = world
            .install(agent.name, ConfigScope::User, &options())
            .unwrap();
        assert_eq!(again, Vec::<String>::new(), "{}", agent.name);
        world.uninstall(agent.name, ConfigScope::User).unwrap();
        assert_eq!(world.everything(), before, "{}", agent.name);
    }
}

#[test]
fn what_was_touched_loses_only_our_entries() {
    for agent in with_files() {
        let Some((below, text)) = foreign(agent) else {
            continue;
        };
        let world = World::new();
        let file = world.configuration(agent, ConfigScope::User) + below;
        world.write(&file, text);
        world
            .install(agent.name, ConfigScope::User, &options())
            .unwrap();
        let end = match agent.configuration.form {
            ConfigForm::Yaml | ConfigForm::TomlTables { .. } => "# later\n",
            _ => "// later\n",
        };
        let touched = world.read(&file) + end;
        world.write(&file, touched);
        world.uninstall(agent.name, ConfigScope::User).unwrap();
        let left = world.read(&file);
        assert!(left.contains("later"), "{}: {left}", agent.name);
        assert!(left.contains("notify"), "{}: {left}", agent.name);
        assert!(!left.contains("hook --agent"), "{}: {left}", agent.name);
        assert!(!left.contains("snaphook-hook.sh"), "{}: {left}", agent.name);
    }
}

#[test]
fn an_upgrade_changes_entries_where_they_stand() {
    for agent in with_files() {
        let world = World::new();
        let before = world.everything();
        world
            .install(agent.name, ConfigScope::User, &options())
            .unwrap();
        let newer = snaphook_install::InstallOptions {
            program: "/usr/local/bin/snaphook".to_owned(),
            limit: Some(20),
            ..options()
        };
        let changed = world
            .install(agent.name, ConfigScope::User, &newer)
            .unwrap();
        assert!(!changed.is_empty(), "{}", agent.name);
        for file in changed {
            let text = world.read(&file);
            assert!(
                !text.contains("/opt/snaphook/bin"),
                "{}: {text}",
                agent.name
            );
        }
        world.uninstall(agent.name, ConfigScope::User).unwrap();
        assert_eq!(world.everything(), before, "{}", agent.name);
    }
}

#[test]
fn project_and_managed_scopes_come_and_go() {
    for agent in with_files() {
        for scope in [ConfigScope::Project, ConfigScope::Managed] {
            let mut files = agent.configuration.files.iter();
            if !files.any(|file| file.scope == scope) {
                continue;
            }
            let world = World::new();
            let before = world.everything();
            world.install(agent.name, scope, &options()).unwrap();
            assert_ne!(world.everything(), before, "{}", agent.name);
            world.uninstall(agent.name, scope).unwrap();
            assert_eq!(world.everything(), before, "{}", agent.name);
        }
    }
}

#[test]
fn a_plugin_says_what_was_installed_and_an_edit_of_it_is_seen() {
    for agent in AGENTS {
        if agent.configuration.form != ConfigForm::Script {
            continue;
        }
        let world = World::new();
        let some = snaphook_install::InstallOptions {
            events: vec!["PreToolUse".to_owned()],
            limit: Some(20),
            include_claude: true,
            ..options()
        };
        let state = |world: &World| {
            let inspect = |target: &snaphook_install::Target<'_>| snaphook_install::inspect(target);
            world.with_target(agent.name, ConfigScope::User, inspect)
        };
        world.install(agent.name, ConfigScope::User, &some).unwrap();
        let installed = state(&world).unwrap();
        assert_eq!(installed.edited, Vec::<String>::new(), "{}", agent.name);
        let line = format!(
            "/opt/snaphook/bin/snaphook hook --agent {} PreToolUse --limit 20 --include claude",
            agent.name
        );
        let lines: Vec<_> = installed.entries().map(|entry| &*entry.command).collect();
        assert_eq!(lines, [line], "{}", agent.name);
        let file = world.configuration(agent, ConfigScope::User);
        let text = world.read(&file);
        world.write(
            &file,
            text.replace("if (answer.deny) throw", "if (false) throw") + "\n",
        );
        assert_eq!(state(&world).unwrap().edited.len(), 1, "{}", agent.name);
    }
}
