//! The table of launches fits the table of agents.

use snaphook_agents::find_agent;
use snaphook_canary::{LAUNCHES, PrivateFolders};

#[test]
fn every_launch_is_of_a_known_agent_and_its_program() {
    for launch in LAUNCHES {
        let agent = find_agent(launch.agent).expect(launch.agent);
        assert!(agent.programs.contains(&launch.program), "{}", launch.agent);
        assert!(!launch.shell.is_empty(), "{}", launch.agent);
    }
}

#[test]
fn every_named_tool_is_one_that_hooks_know() {
    for launch in LAUNCHES {
        let agent = find_agent(launch.agent).expect(launch.agent);
        for form in launch.write.iter().chain(launch.edit) {
            let known = agent.tools.iter().any(|tool| tool.native == form.name);
            // Deep Agents and Codex show hooks other names than they show models.
            let renamed = matches!(launch.agent, "deepagents" | "claude" | "kimi-code");
            assert!(known || renamed, "{}: {}", launch.agent, form.name);
        }
    }
}

#[test]
fn files_are_made_in_the_private_folders_only() {
    for launch in LAUNCHES {
        let root = tempfile::tempdir().unwrap();
        let folders = PrivateFolders::below(root.path());
        for (path, _) in launch.files {
            assert!(
                path.starts_with("{home}/") || path.starts_with("{project}/"),
                "{path}"
            );
        }
        folders.prepare(launch, "http://127.0.0.1:1").unwrap();
        assert!(folders.project.join(".git/HEAD").exists());
        for (path, _) in launch.files {
            let text = std::fs::read_to_string(folders.fill(path, "")).unwrap();
            assert!(
                !text.contains("{url}") && !text.contains("{project}"),
                "{text}"
            );
        }
    }
}
