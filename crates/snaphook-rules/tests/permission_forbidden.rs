//! What redirections must not get past, and what must not be suggested: each
//! test is named after what it forbids.
#![cfg(test)]

use std::path::Path;

use serde_json::{Value, json};
use snaphook_core::permission::{Behavior, Destination, UpdateKind};
use snaphook_core::tool::ToolClass;
use snaphook_rules::permission::{PermissionSource, Permissions, suggestions};
use snaphook_rules::{Aliases, PathRoots, Rule, Subject};

fn permissions(rules: &[(Behavior, &str)]) -> Permissions {
    let mut permissions = Permissions::default();
    for (behavior, rule) in rules {
        permissions.add_rule(
            *behavior,
            Rule::parse(rule).unwrap(),
            PermissionSource::by_host(),
        );
    }
    permissions
}

fn places() -> PathRoots<'static> {
    PathRoots {
        home: Some(Path::new("/home/me")),
        ..PathRoots::at(Path::new("/repo"))
    }
}

fn ruled_by(rules: &[(Behavior, &str)], tool: &str, command: &Value) -> Option<Behavior> {
    let input = json!({ "command": command });
    let (aliases, places) = (Aliases::default(), places());
    let subject = Subject::new(tool, &input, &aliases, &places);
    permissions(rules).ruled(&subject).behavior()
}

const RULES: [(Behavior, &str); 6] = [
    (Behavior::Deny, "Edit(.env)"),
    (Behavior::Deny, "Edit(//etc/passwd)"),
    (Behavior::Deny, "Edit(~/.bashrc)"),
    (Behavior::Deny, "Read(//etc/shadow)"),
    (Behavior::Allow, "Bash"),
    (Behavior::Allow, "PowerShell"),
];

#[test]
fn a_line_that_cannot_be_read_writes_nothing_unasked() {
    for (tool, command) in [
        ("Bash", json!("bash -c \"$X\"")),
        ("Bash", json!("ls x; eval $X")),
        ("Bash", json!("echo 'open")),
        ("Bash", json!(["echo", "x"])),
        ("Bash", Value::Null),
        ("PowerShell", json!("echo x > .env")),
        ("PowerShell", json!("iex 'x'")),
    ] {
        assert_eq!(
            ruled_by(&RULES, tool, &command),
            Some(Behavior::Ask),
            "{command}"
        );
        // The same for reading, and for ask rules.
        for rules in [
            [(Behavior::Deny, "Read(.env)"), (Behavior::Allow, tool)],
            [(Behavior::Ask, "Write(.env)"), (Behavior::Allow, tool)],
            [(Behavior::Deny, "Edit"), (Behavior::Allow, tool)],
        ] {
            assert_eq!(
                ruled_by(&rules, tool, &command),
                Some(Behavior::Ask),
                "{command}"
            );
        }
    }
    // What is known beside it is denied.
    let known = ruled_by(&RULES, "Bash", &json!("echo x > .env; eval $X"));
    assert_eq!(known, Some(Behavior::Deny));
    let allow = ruled_by(&RULES, "PowerShell", &json!("ls x"));
    assert_eq!(allow, Some(Behavior::Allow));
}

#[test]
fn a_cd_does_not_hide_where_a_redirection_goes() {
    for (command, want) in [
        ("echo > passwd", Behavior::Allow),
        ("echo > /tmp/passwd", Behavior::Allow),
        ("cd $X && echo > passwd", Behavior::Ask),
        ("cd $X && echo > /tmp/passwd", Behavior::Allow),
        ("cd /etc && echo > passwd", Behavior::Deny),
        ("cd / && echo > etc/passwd", Behavior::Deny),
        ("cd / && cd etc && echo > passwd", Behavior::Deny),
        ("cd /; cd usr; cd ../etc; echo > passwd", Behavior::Deny),
        ("cd -P -- /etc && echo > passwd", Behavior::Deny),
        ("command cd /etc; echo > passwd", Behavior::Deny),
        ("(cd /etc; echo > passwd)", Behavior::Deny),
        ("pushd /etc; echo > passwd", Behavior::Deny),
        ("popd; echo > passwd", Behavior::Ask),
        ("cd -; echo > passwd", Behavior::Ask),
        ("cd a b; echo > passwd", Behavior::Ask),
        ("$X; echo > passwd", Behavior::Ask),
        ("cd; echo > .bashrc", Behavior::Deny),
        ("cd ~ && echo > .bashrc", Behavior::Deny),
        ("cd \"$HOME\" && echo > .bashrc", Behavior::Deny),
        ("cd ~ && echo > passwd", Behavior::Ask),
        ("cd; echo > passwd", Behavior::Ask),
        ("cd sub && echo > out", Behavior::Allow),
        ("cd sub && cd deep && echo > out", Behavior::Allow),
        ("for i in 1 2; do cd ..; done; echo > passwd", Behavior::Ask),
        (
            "for i in 1 2; do cd ..; do\\\nne; echo > passwd",
            Behavior::Ask,
        ),
        ("f() { cd ..; }; f; f; echo > passwd", Behavior::Ask),
        ("eval 'cd /etc'; cd ssh; echo > passwd", Behavior::Deny),
        ("eval 'cd /usr'; cd ssh; echo > passwd", Behavior::Ask),
        ("CDPATH=/; cd etc; echo > passwd", Behavior::Ask),
        ("export CDPATH=/; cd etc; echo > passwd", Behavior::Ask),
        ("env -C /etc sh -c 'echo > passwd'", Behavior::Ask),
        ("env -iC/etc sh -c 'echo > passwd'", Behavior::Ask),
        ("env --chdir=/etc sh -c 'echo > passwd'", Behavior::Ask),
        ("sudo -D /etc sh -c 'echo > passwd'", Behavior::Ask),
        ("sudo -i sh -c 'echo > passwd'", Behavior::Ask),
        (
            "find /etc -execdir sh -c 'echo > passwd' \\;",
            Behavior::Ask,
        ),
        ("sudo sh -c 'echo > out'", Behavior::Allow),
        ("cd /etc && cat < shadow", Behavior::Deny),
        ("cd $X && cat < shadow", Behavior::Ask),
    ] {
        assert_eq!(
            ruled_by(&RULES, "Bash", &json!(command)),
            Some(want),
            "{command}"
        );
    }
}

#[test]
fn a_target_at_home_is_not_out_of_sight() {
    for (command, want) in [
        ("echo x >> ~/.bashrc", Behavior::Deny),
        ("echo x >> $HOME/.bashrc", Behavior::Deny),
        ("echo x >> \"$HOME/.bashrc\"", Behavior::Deny),
        ("echo x >> \"${HOME}\"/.bashrc", Behavior::Deny),
        ("echo x >> $PWD/.env", Behavior::Deny),
        ("echo x >> ~+/.env", Behavior::Deny),
        ("sh -c 'echo x >> ~/.bashrc'", Behavior::Deny),
        ("echo x >> ~/notes", Behavior::Ask),
        ("echo x >> ~root/.bashrc", Behavior::Ask),
        ("echo x > $F", Behavior::Ask),
    ] {
        assert_eq!(
            ruled_by(&RULES, "Bash", &json!(command)),
            Some(want),
            "{command}"
        );
    }
}

#[test]
fn where_no_file_may_be_written_no_redirection_writes() {
    for rule in ["Edit", "Write"] {
        let rules = [(Behavior::Deny, rule), (Behavior::Allow, "Bash")];
        for command in [
            "echo > $F",
            "echo > x",
            "cd $X; echo > ~/y",
            "{ :; } >> \"$F\"",
        ] {
            let ruled = ruled_by(&rules, "Bash", &json!(command));
            assert_eq!(ruled, Some(Behavior::Deny), "{rule} on {command}");
        }
        for command in ["cat < $F", "ls > /dev/null", "ls"] {
            let ruled = ruled_by(&rules, "Bash", &json!(command));
            assert_eq!(ruled, Some(Behavior::Allow), "{rule} on {command}");
        }
    }
}

#[test]
fn another_name_of_a_tool_does_not_free_redirections() {
    let aliases = Aliases::default()
        .with(["Edit", "edit_file"])
        .with(["Bash", "shell"]);
    let places = places();
    let permissions = permissions(&[
        (Behavior::Deny, "edit_file(.env)"),
        (Behavior::Allow, "shell"),
    ]);
    for (command, want) in [
        ("echo > .env", Behavior::Deny),
        ("echo > $F", Behavior::Ask),
        ("echo > x", Behavior::Allow),
    ] {
        let input = json!({ "command": command });
        let subject = Subject::new("shell", &input, &aliases, &places);
        assert_eq!(
            permissions.ruled(&subject).behavior(),
            Some(want),
            "{command}"
        );
    }
}

fn suggested(tool: &str, class: ToolClass, input: &Value) -> Vec<String> {
    let (aliases, places) = (Aliases::default(), places());
    let subject = Subject::new(tool, input, &aliases, &places);
    let updates = suggestions(&subject, class, Destination::Session);
    let rules = updates.into_iter().flat_map(|update| match update.kind {
        UpdateKind::AddRules { rules, .. } => rules,
        _ => Vec::new(),
    });
    rules.map(|rule| rule.to_string()).collect()
}

#[test]
fn no_rule_is_suggested_that_is_wider_than_the_call_or_does_not_cover_it() {
    for (tool, class, input) in [
        (
            "Bash",
            ToolClass::Execute,
            json!({"command": "git commit -m 'a b'"}),
        ),
        (
            "Bash",
            ToolClass::Execute,
            json!({"command": "\"ls /x.sh\""}),
        ),
        (
            "Bash",
            ToolClass::Execute,
            json!({"command": "echo x > out"}),
        ),
        (
            "Bash",
            ToolClass::Execute,
            json!({"command": "echo x > $F"}),
        ),
        (
            "Bash",
            ToolClass::Execute,
            json!({"command": "HOME=/x git status"}),
        ),
        ("Bash", ToolClass::Execute, json!({})),
        ("Bash", ToolClass::Execute, json!({"command": ["ls"]})),
        ("Read", ToolClass::Read, json!({})),
        ("Read", ToolClass::Read, json!({"file_path": 7})),
        ("Edit", ToolClass::Edit, json!("x")),
        ("Glob", ToolClass::Read, json!({"pattern": "*"})),
        ("Store", ToolClass::Other, json!({"path": ["x"]})),
        ("WebFetch", ToolClass::Other, json!({})),
        ("Agent", ToolClass::Other, json!({"subagent_type": 7})),
    ] {
        let none: Vec<String> = Vec::new();
        assert_eq!(suggested(tool, class, &input), none, "{tool} {input}");
    }
    for (tool, class, input, want) in [
        (
            "Bash",
            ToolClass::Execute,
            json!({"command": "git status; ls > /dev/null"}),
            &["Bash(git status)", "Bash(ls)"][..],
        ),
        (
            "Read",
            ToolClass::Read,
            json!({"file_path": "/repo/a"}),
            &["Read(//repo/a)"],
        ),
        (
            "WebFetch",
            ToolClass::Other,
            json!({"url": "https://example.test/a"}),
            &["WebFetch(domain:example.test)"],
        ),
        (
            "Agent",
            ToolClass::Other,
            json!({"subagent_type": "reviewer"}),
            &["Agent(reviewer)"],
        ),
        (
            "mcp__a__b",
            ToolClass::Other,
            json!({"path": "x"}),
            &["mcp__a__b"],
        ),
        ("Weather", ToolClass::Other, json!({}), &["Weather"]),
    ] {
        assert_eq!(suggested(tool, class, &input), want, "{tool} {input}");
    }
}

fn allowed_in(rules: &[&str], folders: &[&Path], command: &str) -> bool {
    let rules: Vec<_> = rules.iter().map(|rule| (Behavior::Allow, *rule)).collect();
    let input = json!({ "command": command });
    // `/repo/link` leads to `/etc`.
    let real = |path: &Path| {
        let rest = path.strip_prefix("/repo/link").ok()?;
        Some(Path::new("/etc").join(rest))
    };
    let (aliases, places) = (
        Aliases::default(),
        PathRoots {
            real_path: &real,
            ..places()
        },
    );
    let subject = Subject::new("Bash", &input, &aliases, &places).working_in(folders);
    permissions(&rules).allowing(&subject).is_some()
}

#[test]
fn a_cd_out_of_the_working_directories_is_not_allowed() {
    let folders = [Path::new("/repo"), Path::new("/shared")];
    for command in ["cd sub && ls", "cd /shared/x && ls", "cd ../shared && ls"] {
        assert!(allowed_in(&["Bash(ls *)"], &folders, command), "{command}");
    }
    for command in [
        "cd /etc && ls",
        "cd link && ls",
        "cd .. && ls",
        "cd ~ && ls",
    ] {
        assert!(!allowed_in(&["Bash(ls *)"], &folders, command), "{command}");
    }
    // A folder that holds everything is not a working directory.
    let root = [Path::new("/")];
    assert!(!allowed_in(&["Bash(ls *)"], &root, "cd sub && ls"));
}

#[test]
fn a_redirection_is_not_allowed_where_no_edit_is() {
    let folders = [Path::new("/repo")];
    let rules = [
        "Bash(ls *)",
        "Edit(out/**)",
        "Read(in/**)",
        "Write(link/**)",
    ];
    for command in [
        "ls > out/x",
        "ls >> out/x 2>&1",
        "ls < in/x",
        // A file inside the working directories may be read.
        "ls < x",
        "ls 2> /dev/null",
    ] {
        assert!(allowed_in(&rules, &folders, command), "{command}");
    }
    for command in [
        "ls > x",
        "ls > link/x",
        "ls > out/../x",
        "ls < link/x",
        "ls < ../x",
        "cd sub && ls > out/x",
        "timeout 5 ls > x",
        "bash -c 'ls > x'",
        "ls \"$(ls > x)\"",
        "{ ls; } > x",
    ] {
        assert!(!allowed_in(&rules, &folders, command), "{command}");
    }
}

#[test]
fn no_rule_is_suggested_for_a_line_that_is_not_certain() {
    let none: Vec<String> = Vec::new();
    for command in [
        "for f in a; do ls; done",
        "ls & ls",
        "PATH=. ls",
        "ls $((X))",
    ] {
        let input = json!({ "command": command });
        assert_eq!(
            suggested("Bash", ToolClass::Execute, &input),
            none,
            "{command}"
        );
    }
    let input = json!({"command": "cd sub && timeout 5 make x"});
    assert_eq!(suggested("Bash", ToolClass::Execute, &input), none);
    let input = json!({"command": "timeout 5 make x && ls"});
    assert_eq!(
        suggested("Bash", ToolClass::Execute, &input),
        ["Bash(make x)", "Bash(ls)"]
    );
}

#[test]
fn a_file_opened_for_both_is_read_too() {
    let rules = [(Behavior::Deny, "Read(.env)"), (Behavior::Allow, "Bash")];
    for command in ["cat <> .env", "exec 3<>.env", "cat 0<> ./.env"] {
        let ruled = ruled_by(&rules, "Bash", &json!(command));
        assert_eq!(ruled, Some(Behavior::Deny), "{command}");
    }
}
