//! `snaphook check`: the whole text that people read for each broken file,
//! held by snapshots, and what programs get.

use crate::common::{Folder, Ran};
use serde_json::json;

/// A project with the scripts that the files name, and one of the files.
fn project(name: &str, text: &str) -> Folder {
    let folder = Folder::with(name, text);
    folder.write("hooks/guard.sh", "#!/bin/sh\n");
    folder.write("hooks/plain.sh", "#!/bin/sh\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let guard = folder.path().join("hooks/guard.sh");
        std::fs::set_permissions(guard, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn all_of(ran: &Ran) -> String {
    assert_eq!(ran.stderr, "", "{ran:?}");
    format!("{}\nexit status {}\n", ran.stdout, ran.code)
}

macro_rules! snapshots {
    ($($test:ident: $file:literal;)*) => { $(
        #[test]
        fn $test() {
            let name = concat!($file, ".json");
            let folder = project(name, include_str!(concat!("check/", $file, ".json")));
            let ran = folder.snaphook(&["check", name], "");
            insta::assert_snapshot!($file, all_of(&ran));
        }
    )* };
}

snapshots! {
    an_event_that_nobody_fires: "unknown-event";
    a_key_that_nobody_knows: "unknown-key";
    values_of_the_wrong_type: "wrong-types";
    a_hook_without_a_group: "not-wrapped";
    an_expression_that_does_not_compile: "bad-regex";
    a_matcher_that_nothing_matches: "never-matches";
    options_that_are_ignored: "ignored";
    a_file_that_is_no_json: "not-json";
    timeouts_in_the_wrong_unit: "timeouts";
    scripts_that_cannot_be_run: "scripts";
    the_same_hook_twice: "duplicates";
    a_good_file_has_no_problems: "good";
}

#[test]
fn warnings_fail_only_when_they_are_denied() {
    let folder = project("s.json", include_str!("check/duplicates.json"));
    assert_eq!(folder.snaphook(&["check", "s.json"], "").code, 0);
    let denied = folder.snaphook(&["check", "--deny-warnings", "s.json"], "");
    assert_eq!(denied.code, 1);
    // A hint is not a warning.
    let hint = r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "true"}]}]}}"#;
    let folder = Folder::with("s.json", hint);
    let ran = folder.snaphook(&["check", "--deny-warnings", "s.json"], "");
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.ends_with("1 file: 1 hint\n"), "{ran:?}");
}

#[test]
fn programs_get_a_list() {
    let text = "{\"hooks\": {\"Stop\": [\n  {\"hooks\": [{\"command\": \"x\", \"if\": \"Bash\"}]},\n  {\n  }]}}";
    let folder = Folder::with("s.json", text);
    let ran = folder.snaphook(&["check", "--json", "s.json"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    let mut found = ran.json();
    let hook = found[0]["hook"].take();
    assert!(hook.as_str().unwrap().starts_with("Stop-"), "{hook}");
    assert_eq!(
        found,
        json!([
            {
                "severity": "warning",
                "code": "if-never-runs",
                "message": "this hook never runs: it has an `if`, and Stop evaluates no conditions",
                "help": "remove `if`; the hook itself can look at its input and exit 0",
                "file": "s.json",
                "line": 2, "column": 37, "endLine": 2, "endColumn": 43,
                "hook": null,
            },
            {
                "severity": "error",
                "code": "no-hooks",
                "message": "missing `hooks` in this group",
                "file": "s.json",
                "line": 3, "column": 3, "endLine": 4, "endColumn": 4,
            },
        ])
    );
    let good = Folder::with("s.json", "{}");
    let ran = good.snaphook(&["check", "--json", "s.json"], "");
    assert_eq!((ran.code, ran.json()), (0, json!([])));
}

#[test]
fn a_folder_stands_for_its_settings() {
    let hook = r#"{"hooks": {"Stop": [{"hooks": [{"command": "./hooks/guard.sh"}]}]}}"#;
    let folder = project(".claude/settings.json", hook);
    folder.write(".snaphook/settings.local.json", hook);
    folder.write("sub/x.json", "{}");
    folder.write(".git/HEAD", "");
    // In somebody's home they would be that person's own.
    let home = folder.path().join("home");
    let env = [("HOME", home.to_str().unwrap())];
    for args in [
        &["check"][..],
        &["check", "."],
        &["check", ".claude", ".snaphook"],
        &["check", ".claude/settings.json", "."],
    ] {
        let ran = folder.snaphook_env(args, "", &env);
        assert_eq!(ran.code, 0, "{ran:?}");
        let twice = "warning[duplicate]: duplicate of the hook at .claude/settings.json:1;";
        assert!(ran.stdout.starts_with(twice), "{args:?}: {ran:?}");
        assert!(ran.stdout.ends_with("2 files: 1 warning\n"), "{ran:?}");
    }
    // Below the project, its root is found.
    let ran = folder
        .command(&["check"])
        .current_dir(folder.path().join("sub"))
        .envs(env)
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&ran.stdout).ends_with("2 files: 1 warning\n"));
}

/// A hook whose event is misspelt, so that each file that is checked has one finding.
const MISSPELT: &str = r#"{"hooks": {"PreToolUsee": [{"hooks": [{"command": "true"}]}]}}"#;

/// The files that `check` found something in, one for each line of output.
fn files_with_findings(folder: &Folder, path: &str) -> Vec<String> {
    let ran = folder.snaphook(&["check", "--json", path], "");
    let found = ran.json();
    let found = found.as_array().unwrap().iter();
    let misspelt = found.filter(|finding| finding["code"] == "unknown-event");
    misspelt
        .map(|finding| finding["file"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_pack_is_checked_whatever_form_it_has() {
    let pack = Folder::new();
    for file in [
        "hooks/hooks.json",
        ".claude/settings.json",
        ".snaphook/settings.json",
        "hooks.json",
        "settings.json",
    ] {
        pack.write(file, MISSPELT);
    }
    assert_eq!(
        files_with_findings(&pack, "."),
        [
            ".claude/settings.json",
            ".snaphook/settings.json",
            "hooks/hooks.json",
            "hooks.json",
            "settings.json"
        ]
    );
    assert_eq!(files_with_findings(&pack, "hooks"), ["hooks/hooks.json"]);
}

#[test]
fn the_skills_and_agents_of_a_plugin_are_checked() {
    let plugin = Folder::new();
    let skill = "---\nhooks:\n  Stopp:\n    - hooks: [{command: x}]\n---\n";
    let (tidy, look) = ("skills/tidy/SKILL.md", "agents/look.md");
    plugin.write(tidy, skill);
    plugin.write("skills/plain/SKILL.md", "---\nname: plain\n---\n");
    let ran = plugin.snaphook(&["check", "--plugin", "."], "");
    assert!(ran.stdout.ends_with("1 file: 1 warning\n"), "{ran:?}");
    plugin.write("hooks/hooks.json", MISSPELT);
    plugin.write(look, skill);
    let found = ["hooks/hooks.json", tidy, look];
    assert_eq!(files_with_findings(&plugin, "."), found);
}

#[test]
fn the_plugins_of_a_marketplace_are_checked() {
    let market = Folder::new();
    let list = json!({"name": "acme", "metadata": {"pluginRoot": "./plugins"}, "plugins": [
        {"name": "one", "source": "./first"},
        {"name": "two", "source": "second", "hooks": "./more.json"},
        {"name": "far", "source": {"source": "github", "repo": "a/b"}}]});
    market.write(".claude-plugin/marketplace.json", &list.to_string());
    for file in [
        "first/hooks/hooks.json",
        "plugins/second/hooks/hooks.json",
        "plugins/second/more.json",
        "plugins/third/hooks/hooks.json",
    ] {
        market.write(file, MISSPELT);
    }
    assert_eq!(
        files_with_findings(&market, "."),
        [
            "first/hooks/hooks.json",
            "plugins/second/more.json",
            "plugins/second/hooks/hooks.json"
        ]
    );
    market.write(".claude-plugin/marketplace.json", "{");
    let ran = market.snaphook(&["check", "."], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("marketplace.json:1:2"), "{ran:?}");
}

#[test]
fn packs_below_a_folder_are_checked() {
    let packs = Folder::new();
    packs.write("a/hooks/hooks.json", MISSPELT);
    packs.write("b/c/.claude/settings.json", MISSPELT);
    packs.write("d/settings.json", MISSPELT);
    // These belong to other programs.
    packs.write("e/settings.json", r#"{"editor": {"hooks": 1}}"#);
    packs.write("node_modules/f/hooks.json", MISSPELT);
    packs.write(".vscode/settings.json", MISSPELT);
    assert_eq!(
        files_with_findings(&packs, "."),
        [
            "a/hooks/hooks.json",
            "d/settings.json",
            "b/c/.claude/settings.json"
        ]
    );
    let none = Folder::new();
    none.write("x/settings.json", "{}");
    let ran = none.snaphook(&["check", "."], "");
    assert_eq!((ran.code, &*ran.stdout), (1, ""), "{ran:?}");
    assert!(ran.stderr.contains("no settings in . or below"), "{ran:?}");
    assert!(ran.stderr.contains("help: name a settings file"), "{ran:?}");
}

#[test]
fn two_projects_are_not_mixed() {
    let hook = r#"{"hooks": {"Stop": [{"hooks": [{"command": "./run.sh"}]}]}}"#;
    let folder = Folder::with("a/.claude/settings.json", hook);
    folder.write("b/.claude/settings.json", hook);
    folder.write("a/run.sh", "");
    let ran = folder.snaphook(&["check", "a", "b", "--json"], "");
    let found = ran.json();
    assert_eq!(found[0]["code"], "script-not-executable", "{found}");
    assert_eq!(found[1]["code"], "script-missing", "{found}");
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    // Unless the caller says so.
    let ran = folder.snaphook(&["check", "a", "b", "--json", "--project", "a"], "");
    assert_eq!(ran.json()[1]["code"], "duplicate", "{ran:?}");
}

#[test]
fn the_users_own_settings_hold_in_each_project() {
    let hook =
        r#"{"hooks": {"Stop": [{"hooks": [{"command": "sh ${CLAUDE_PROJECT_DIR}/x.sh"}]}]}}"#;
    let folder = Folder::with(".claude/settings.json", hook);
    folder.write("project/.git/HEAD", "");
    folder.write("project/x.sh", "");
    let ran = folder
        .command(&["check", "../.claude/settings.json"])
        .current_dir(folder.path().join("project"))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(shown, "no problems in 1 file\n");
}

#[test]
fn what_is_not_there_is_an_error_that_says_what_to_do() {
    let folder = Folder::new();
    for (args, message) in [
        (&["check"][..], "no settings in "),
        (&["check", "none.json"], "none.json"),
        (&["check", "--project", "none"], "no such folder"),
        (&["check", "--nonsense"], "--nonsense"),
    ] {
        let ran = folder.snaphook(args, "");
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(ran.stdout, "");
        assert!(ran.stderr.contains(message), "{ran:?}");
    }
    let ran = folder.snaphook(&["check"], "");
    assert!(ran.stderr.contains("help: write `.claude/settings.json`"));
}

#[test]
fn a_file_that_is_not_even_text_is_shown_too() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("s.json"), b"{\n\"a\": \"\xe9\"}").unwrap();
    let ran = folder.snaphook(&["check", "s.json"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("--> s.json:2:7\n"), "{ran:?}");
    std::fs::write(folder.path().join("s.json"), b"").unwrap();
    let ran = folder.snaphook(&["check", "s.json"], "");
    assert!(ran.stdout.contains("the file is empty"), "{ran:?}");
}

#[test]
fn yaml_is_checked_as_json_is() {
    let json = r#"{
  "disabledHooks": "no-rm",
  "hooks": {
    "PreToolUse": [
      { "matcher": ["Bash", "Edit"], "hooks": [ { "command": "true" } ] },
      { "matcher": "Edit|bash", "hooks": [
        { "type": "comand", "command": "true" },
        { "command": "true", "timeout": "5s" },
        { "command": "sh ./hooks/gone.sh --fast", "onFailure": "block" },
        { "command": "set -e\n./hooks/gone.sh\n", "onFailure": "block", "timeout": 5000 },
        { "command": "./hooks/plain.sh\nexit 2\n", "onFailure": "block" }
      ] },
      { "matcher": "Bash(", "hooks": [] }
    ],
    "Stop": { "command": "make test" },
    "SessionStart": [ { "matcher": "Startup", "hooks": [
      { "command": "it's \"fine\"", "if": "Bash(git", "onfailure": "block" } ] } ]
  }
}"#;
    let yaml = r#"# Hööks
disabledHooks: no-rm
hooks:
  PreToolUse:
  - matcher: [Bash, Edit]
    hooks:
    - command: "true"
  - matcher: 'Edit|bash'
    hooks:
    - {type: comand, command: "true"}
    - command: 'true'
      timeout: 5s
    - command: sh ./hooks/gone.sh --fast  # ö
      onFailure: block
    - command: |
        set -e
        ./hooks/gone.sh
      onFailure: block
      timeout: 5000
    - command: |
        ./hooks/plain.sh
        exit 2
      onFailure: block
  - matcher: Bash(
    hooks: []
  Stop:
    command: make test
  SessionStart:
    - matcher: Startup
      hooks:
        - command: it's "fine"
          if: Bash(git
          onfailure: block
"#;
    let folder = project("s.json", json);
    folder.write("s.yaml", yaml);
    let found = |file: &str| {
        let ran = folder.snaphook(&["check", "--json", file], "");
        assert_eq!(ran.code, 1, "{ran:?}");
        ran.json().as_array().unwrap().clone()
    };
    let (from_json, from_yaml) = (found("s.json"), found("s.yaml"));
    for key in ["code", "message", "help", "severity"] {
        let all = |found: &[serde_json::Value]| -> Vec<_> {
            found.iter().map(|finding| finding[key].clone()).collect()
        };
        assert_eq!(all(&from_yaml), all(&from_json), "{key}");
    }
    let places: Vec<_> = from_yaml
        .iter()
        .map(|finding| {
            let place = |line: &str, column: &str| format!("{}:{}", finding[line], finding[column]);
            let (start, end) = (place("line", "column"), place("endLine", "endColumn"));
            format!("{start}-{end} {}", finding["code"].as_str().unwrap())
        })
        .collect();
    insta::assert_snapshot!("yaml-places", places.join("\n"));
}

#[test]
fn yaml_that_is_none_is_shown() {
    let folder = Folder::with("s.yaml", "hooks:\n  Stöp: \"x\n  Stop: []\n");
    let ran = folder.snaphook(&["check", "s.yaml"], "");
    insta::assert_snapshot!("not-yaml", all_of(&ran));
    folder.write("s.yaml", "- a\n");
    let ran = folder.snaphook(&["check", "s.yaml", "--json"], "");
    assert_eq!(ran.json()[0]["code"], "not-an-object");
}

#[test]
fn what_an_alias_repeats_is_told_once() {
    let group = "&g {matcher: bash, hooks: [{command: 'true', name: a, onFailure: continue}]}";
    let text = format!("hooks:\n  PreToolUse: [{group}]\n  PostToolUse: [*g]\n  Stop: [*g]\n");
    let folder = Folder::with("s.yaml", &text);
    let ran = folder.snaphook(&["check", "--json", "s.yaml"], "");
    let codes: Vec<_> = ran
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].clone())
        .collect();
    assert_eq!(codes, ["matcher-never-matches", "matcher-ignored"]);
}

#[test]
fn the_hooks_of_skills_and_agents_are_checked() {
    let text = "---\nname: tidy\nhooks:\n  Stop:\n    - matcher: Explore\n      hooks:\n        - command: ./gone.sh\n---\n# Tidy\n";
    let skill = ".claude/skills/tidy/SKILL.md";
    let folder = Folder::with(skill, text);
    let ran = folder.snaphook(&["check", skill], "");
    insta::assert_snapshot!("skill", all_of(&ran));
    // The Stop of an agent is a SubagentStop, which has something to match.
    let agent = ".claude/agents/more/tidy.md";
    folder.write(agent, text);
    let found = folder.snaphook(&["check", "--json", agent], "").json();
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found[0]["code"], "script-missing");
    // Scripts are looked for in the project that the file stands in.
    folder.write("project/.claude/skills/tidy/SKILL.md", text);
    folder.write("project/gone.sh", "");
    let path = "project/.claude/skills/tidy/SKILL.md";
    let found = folder.snaphook(&["check", "--json", path], "").json();
    assert_eq!(found[1]["code"], "script-not-executable", "{found}");
    // Two skills with the same hook are not one.
    let other = ".claude/skills/other/SKILL.md";
    folder.write(other, text);
    let found = folder
        .snaphook(&["check", "--json", skill, other], "")
        .json();
    assert_eq!(found.as_array().unwrap().len(), 4, "{found}");
    folder.write(skill, "---\nhooks: {a: b: c}\n---\n");
    let ran = folder.snaphook(&["check", skill], "");
    assert!(
        ran.stdout.starts_with("error[not-yaml]: not valid YAML: "),
        "{ran:?}"
    );
    assert_eq!(ran.code, 1);
}

#[test]
fn a_skill_without_hooks_has_nothing_to_check() {
    let folder = Folder::with("SKILL.md", "---\nname: tidy\n---\n# Tidy\n");
    folder.write("README.md", "# Read me\n");
    folder.write("s.json", "{}");
    let nothing = "nothing to check: the front matter has no `hooks`";
    let ran = folder.snaphook(&["check", "SKILL.md"], "");
    assert_eq!(
        (ran.code, ran.stdout),
        (0, format!("SKILL.md: {nothing}\n"))
    );
    let ran = folder.snaphook(&["check", "README.md", "s.json"], "");
    let wanted = format!("README.md: {nothing}\nno problems in 1 file\n");
    assert_eq!((ran.code, ran.stdout), (0, wanted));
    let ran = folder.snaphook(&["check", "--json", "SKILL.md"], "");
    assert_eq!((ran.code, ran.json()), (0, json!([])));
}

#[test]
fn on_github_each_finding_is_an_annotation_at_its_line() {
    let text = "{\"hooks\": {\n  \"PreTolUse\": [],\n  \"Stop\": [{\"hooks\": [{\"comand\": \"100%, a\\n::b\"}]}]}}";
    let folder = project("a,b.json", text);
    let ran = folder.snaphook(&["check", "--format", "github", "a,b.json"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    let lines: Vec<_> = ran.stdout.lines().collect();
    let token = lines[0].strip_prefix("::stop-commands::").unwrap();
    let end = lines
        .iter()
        .position(|line| *line == format!("::{token}::"));
    let (report, annotations) = lines.split_at(end.unwrap() + 1);
    assert!(
        report
            .iter()
            .any(|line| line.contains("warning[unknown-event]"))
    );
    let unknown = annotations
        .iter()
        .find(|line| line.contains("PreTolUse"))
        .unwrap();
    assert!(
        unknown.starts_with("::warning file=a%2Cb.json,line=2,endLine=2,col="),
        "{unknown}"
    );
    assert!(unknown.contains(",title=unknown-event::"), "{unknown}");
    assert!(unknown.contains("%0Ahelp: "), "{unknown}");
    let both = folder.snaphook(&["check", "--format", "github", "--json"], "");
    assert_eq!(both.code, 1, "{both:?}");
}
