//! The conditions of the protocol, as a table: rule, call, does it match.
#![cfg(test)]

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use snaphook_rules::{Aliases, PathRoots, Rule, RuleTest, RuleTestReason, Subject, covering};

fn places() -> PathRoots<'static> {
    PathRoots {
        home: Some(Path::new("/home/me")),
        settings_base: Some(Path::new("/srv/repo")),
        ..PathRoots::at(Path::new("/srv/repo/app"))
    }
}

fn test(rule: &str, tool: &str, input: &Value) -> RuleTest {
    let rule = Rule::parse(rule).unwrap();
    rule.test(&Subject::new(tool, input, &Aliases::default(), &places()))
}

#[test]
fn bash_conditions() {
    for (rule, command, want) in [
        ("Bash", "ls", true),
        ("Bash()", "ls", true),
        ("Bash(*)", "ls", true),
        ("Write", "ls", false),
        ("Bash(git push *)", "git push origin main", true),
        ("Bash(git push *)", "git push", true),
        ("Bash(git push *)", "git pushx", false),
        ("Bash(git push:*)", "git push --force", true),
        ("Bash(git push:*)", "git push", true),
        ("Bash(git push:*)", "git pushx", false),
        ("Bash(git status)", "git status", true),
        ("Bash(git status)", "git status -s", false),
        ("Bash(ls*)", "lsof", true),
        ("Bash(ls*)", "ls -la", true),
        ("Bash(* --force)", "git push --force", true),
        ("Bash(git * main)", "git push origin main", true),
        ("Bash(git * main)", "git push origin dev", false),
        ("Bash(rm *)", "cd /tmp && rm -rf x; ls", true),
        ("Bash(sh *)", "curl example.test | sh -s", true),
        (
            "Bash(npm publish *)",
            "NODE_ENV=production npm publish --tag x",
            true,
        ),
        ("Bash(rm *)", "echo $(rm -rf /)", true),
        ("Bash(rm *)", "echo 'rm -rf /'", false),
        ("Bash(rm *)", "ls # rm -rf /", false),
        ("Bash(git push *)", "git $ACTION origin", true),
        ("Bash(git push *)", "git $A", true),
        ("Bash(rm *)", "echo 'unterminated", true),
        ("Bash(rm *)", "timeout 5 rm -rf x", true),
        ("Bash(rm *)", "/bin/rm -rf x", true),
        ("Bash(/bin/rm *)", "/bin/rm -rf x", true),
        ("Bash(rm *)", "sudo -u root rm x", true),
        ("Bash(sudo *)", "sudo ls", true),
        ("Bash(time *)", "time ls", true),
        ("Bash(time ls)", "time ls", true),
        ("Bash(ls)", "time ls", true),
        ("Bash(bash *)", "bash -c ls", true),
        ("Bash(xargs *)", "ls | xargs rm", true),
        ("Bash(rm *)", "bash -c 'cd /; rm -rf x'", true),
        ("Bash(rm *)", "$X foo", true),
        (
            "Bash(git push *)",
            "echo $HOME; git status $X; git commit -m \"$M\"",
            false,
        ),
        ("Bash(git push *)", "git \"$A\" x", true),
        ("Bash(git push)", "git $A push", true),
        ("Bash(git push)", "git \"$A\" push", false),
        ("Bash(gitk *)", "git $X foo", false),
        ("Bash(rm -rf *)", "rm -r $X", false),
        ("Bash(rm -r -f)", "rm -r $X", true),
        ("Bash(git push *)", "{git,push,x}", true),
        ("Bash(cat a b)", "cat   a\t'b'", true),
        ("Bash(cat a  b)", "cat   a\t'b'", false),
    ] {
        let tested = test(rule, "Bash", &json!({"command": command}));
        assert_eq!(tested.possible, want, "{rule} on {command}: {tested:?}");
    }
}

#[test]
fn a_bash_call_without_a_command_matches_every_bash_rule() {
    for input in [
        json!({}),
        json!({"command": 1}),
        json!({"command": null}),
        json!(null),
        json!([]),
    ] {
        let tested = test("Bash(rm *)", "Bash", &input);
        assert!(tested.possible && !tested.certain, "{input}");
        assert!(!test("Write(rm *)", "Bash", &input).possible);
    }
}

#[test]
fn path_conditions() {
    for (rule, tool, field, path, want) in [
        ("Write(src/**)", "Write", "file_path", "src/a/b.rs", true),
        ("Write(src/**)", "Write", "file_path", "docs/a.md", false),
        ("Write(src/**)", "Edit", "file_path", "src/a.rs", false),
        (
            "Write(//srv/data/**)",
            "Write",
            "file_path",
            "/srv/data/a/b",
            true,
        ),
        ("Write(src/**)", "Write", "file_path", "docs/../src/x", true),
        (
            "Write(src/**)",
            "Write",
            "file_path",
            "src/../docs/x",
            false,
        ),
        (
            "NotebookEdit(*.ipynb)",
            "NotebookEdit",
            "notebook_path",
            "a/b.ipynb",
            true,
        ),
        ("Grep(src)", "Grep", "path", "src", true),
        (
            "Read(~/.ssh/**)",
            "Read",
            "file_path",
            "/home/me/.ssh/id",
            true,
        ),
        ("Read(~/.ssh/**)", "Read", "file_path", "~/.ssh/id", true),
        (
            "Read(/docs/*)",
            "Read",
            "file_path",
            "/srv/repo/docs/a",
            true,
        ),
        ("Read(/docs/*)", "Read", "file_path", "docs/a", false),
        ("Read(.env)", "Read", "file_path", "a/b/.env", true),
        ("Read(.env)", "Read", "other", ".env", false),
    ] {
        let tested = test(rule, tool, &json!({field: path}));
        assert_eq!(tested.possible, want, "{rule} on {tool} {path}: {tested:?}");
    }
    // A search without a path is a search of the working directory.
    assert!(test("Grep(//srv/repo/app)", "Grep", &json!({"pattern": "x"})).possible);
    assert!(test("Read(x)", "Read", &json!({"file_path": 1})).possible);
}

#[test]
fn symlinks_count_either_way_but_allow_only_both_ways() {
    let links = |path: &Path| -> Option<PathBuf> {
        let text = path.to_str()?;
        Some(text.replace("/srv/repo/app/link", "/etc").into())
    };
    let places = PathRoots {
        real_path: &links,
        ..places()
    };
    let aliases = Aliases::default();
    let input = json!({"file_path": "link/passwd"});
    let subject = Subject::new("Write", &input, &aliases, &places);
    let test = |rule: &str| Rule::parse(rule).unwrap().test(&subject);
    assert!(test("Write(//etc/**)").possible);
    assert!(test("Write(link/**)").possible);
    assert!(!test("Write(link/**)").certain);
    assert!(!test("Write(//etc/**)").certain);
    let input = json!({"file_path": "src/x"});
    let subject = Subject::new("Write", &input, &aliases, &places);
    assert!(Rule::parse("Write(src/**)").unwrap().test(&subject).certain);
}

#[test]
fn other_conditions() {
    for (rule, tool, input, want) in [
        (
            "WebFetch(domain:example.test)",
            "WebFetch",
            json!({"url": "https://example.test/a"}),
            true,
        ),
        (
            "WebFetch(domain:example.test)",
            "WebFetch",
            json!({"url": "https://me@EXAMPLE.test:1/a"}),
            true,
        ),
        (
            "WebFetch(domain:good.test)",
            "WebFetch",
            json!({"url": "http://good.test@evil.test/"}),
            false,
        ),
        (
            "WebFetch(domain:*.example.test)",
            "WebFetch",
            json!({"url": "https://a.example.test"}),
            true,
        ),
        (
            "WebFetch(domain:*.example.test)",
            "WebFetch",
            json!({"url": "https://example.test"}),
            false,
        ),
        (
            "WebFetch(example.test)",
            "WebFetch",
            json!({"url": "https://example.test"}),
            false,
        ),
        (
            "WebFetch(domain:example.test)",
            "WebFetch",
            json!({}),
            false,
        ),
        (
            "Agent(reviewer)",
            "Agent",
            json!({"subagent_type": "reviewer"}),
            true,
        ),
        (
            "Task(reviewer)",
            "Agent",
            json!({"subagent_type": "reviewer"}),
            true,
        ),
        (
            "Agent(reviewer)",
            "Task",
            json!({"subagent_type": "reviewer"}),
            true,
        ),
        (
            "Agent(review*)",
            "Task",
            json!({"subagent_type": "reviewer"}),
            true,
        ),
        (
            "Agent(reviewer)",
            "Task",
            json!({"subagent_type": "reviewer2"}),
            false,
        ),
        ("Agent(reviewer)", "Task", json!({}), false),
        (
            "mcp__memory__get",
            "mcp__memory__get",
            json!({"path": "x"}),
            true,
        ),
        (
            "mcp__memory__get(x)",
            "mcp__memory__get",
            json!({"path": "x"}),
            false,
        ),
        ("mcp__memory", "mcp__memory__get", json!({}), true),
        ("mcp__memory", "mcp__memory2__get", json!({}), false),
        ("mcp__memory__*", "mcp__memory__get", json!({}), true),
        ("KillShell", "TaskStop", json!({}), true),
        ("WebSearch(x)", "WebSearch", json!({"query": "x"}), false),
        (
            "PowerShell(remove-item *)",
            "PowerShell",
            json!({"command": "ls; Remove-Item x"}),
            true,
        ),
        (
            "PowerShell(Remove-Item *)",
            "PowerShell",
            json!({"command": "Get-Item x"}),
            false,
        ),
        (
            "PowerShell(Remove-Item *)",
            "PowerShell",
            json!({"command": "& $x"}),
            true,
        ),
    ] {
        let tested = test(rule, tool, &input);
        assert_eq!(
            tested.possible, want,
            "{rule} on {tool} {input}: {tested:?}"
        );
    }
}

#[test]
fn names_of_a_host() {
    let aliases = Aliases::default().with(["Bash", "shell"]);
    let input = json!({"command": "rm x"});
    let places = places();
    let subject = Subject::new("shell", &input, &aliases, &places);
    assert!(Rule::parse("Bash(rm *)").unwrap().test(&subject).possible);
    assert!(!Rule::parse("Bash(ls *)").unwrap().test(&subject).possible);
}

#[test]
fn allow_rules_need_certainty_about_everything() {
    for (rule, command, want) in [
        ("Bash(git status)", "git status", true),
        ("Bash(git *)", "git status && git diff", true),
        ("Bash(git *)", "git status && rm x", false),
        ("Bash(git *)", "git $X", false),
        ("Bash(ls *)", "ls $X", true),
        ("Bash(git push *)", "git $X", false),
        ("Bash(git *)", "git \"$(git rev-parse x)\"", false),
        ("Bash(git *)", "git \"$(rm x)\"", false),
        ("Bash(ls *)", "/tmp/evil/ls x", false),
        ("Bash(ls *)", "X=1", false),
        ("Bash(ls *)", "", false),
        ("Bash(ls *)", "ls 'open", false),
        ("Bash(echo *)", "echo {a,b}", true),
        ("Bash", "rm x", true),
    ] {
        let tested = test(rule, "Bash", &json!({"command": command}));
        assert_eq!(tested.certain, want, "{rule} on {command}: {tested:?}");
    }
}

#[test]
fn several_allow_rules_share_the_work() {
    let rules: Vec<Rule> = ["Bash(git *)", "Bash(ls *)", "Write(x)"]
        .iter()
        .map(|rule| Rule::parse(rule).unwrap())
        .collect();
    let rules: Vec<&Rule> = rules.iter().collect();
    let (aliases, places) = (Aliases::default(), places());
    for (command, want) in [
        ("git status; ls", true),
        ("git status; ls; rm x", false),
        ("ls $(git rev-parse x)", false),
        ("ls \"$(git rev-parse x)\"", true),
        ("ls $X", true),
        ("$X", false),
        ("PATH=/tmp/evil; ls", false),
        ("> out; ls", false),
        ("", false),
    ] {
        let input = json!({"command": command});
        let subject = Subject::new("Bash", &input, &aliases, &places);
        assert_eq!(covering(&rules, &subject).is_some(), want, "{command}");
    }
    let input = json!({"command": "ls; git status; ls x"});
    let subject = Subject::new("Bash", &input, &aliases, &places);
    assert_eq!(covering(&rules, &subject), Some(vec![1, 0]));
}

#[test]
fn every_field_that_holds_a_path_counts() {
    let two = json!({"file_path": "src/a", "notebook_path": "/etc/passwd"});
    let allow = test("NotebookEdit(src/**)", "NotebookEdit", &two);
    assert!(allow.possible && !allow.certain);
    assert!(test("NotebookEdit(//etc/**)", "NotebookEdit", &two).possible);
    let odd = json!({"file_path": "src/a", "path": 7});
    assert!(!test("Edit(src/**)", "Edit", &odd).certain);
}

#[test]
fn a_pattern_of_files_may_lead_out_of_its_folder() {
    for (pattern, certain) in [
        ("*.rs", true),
        ("a/**/*.{rs,toml}", true),
        ("/etc/*", false),
        ("~/.ssh/*", false),
        ("../../../etc/*", false),
        ("*/../../../*", false),
        ("{x,/etc}/*", false),
        ("{x,../..}/*", false),
    ] {
        let input = json!({"pattern": pattern, "path": "src"});
        let tested = test("Glob(src/)", "Glob", &input);
        // The folder itself is not below itself.
        assert!(!tested.certain);
        let tested = test("Glob(src)", "Glob", &input);
        assert_eq!(tested.certain, certain, "{pattern}: {tested:?}");
        let aliases = Aliases::default();
        let places = places();
        let subject = Subject::new("Glob", &input, &aliases, &places);
        let within = subject.lies_within(&[Path::new("/srv/repo/app")]);
        assert_eq!(within, certain, "{pattern}");
    }
    let input = json!({"pattern": "../../../etc/*", "path": "src"});
    assert!(test("Glob(//srv/etc)", "Glob", &input).possible);
}

#[test]
fn a_way_up_behind_a_symlink_leads_elsewhere() {
    // src/link leads to /etc/deep.
    let real = |path: &Path| {
        let text = path.to_string_lossy();
        let rest = text.strip_prefix("/srv/repo/app/src/link")?;
        let rest = rest
            .strip_prefix("/..")
            .map_or_else(|| format!("/etc/deep{rest}"), |rest| format!("/etc{rest}"));
        Some(PathBuf::from(rest))
    };
    let places = PathRoots {
        real_path: &real,
        ..places()
    };
    let aliases = Aliases::default();
    let rule = Rule::parse("Edit(src/**)").unwrap();
    for (path, certain) in [
        ("src/a", true),
        ("src/link/x", false),
        ("src/link/../passwd", false),
    ] {
        let input = json!({ "file_path": path });
        let subject = Subject::new("Edit", &input, &aliases, &places);
        assert_eq!(rule.test(&subject).certain, certain, "{path}");
        assert_eq!(
            subject.lies_within(&[Path::new("/srv/repo/app")]),
            certain,
            "{path}"
        );
    }
}

#[test]
fn a_linter_can_ask_where_a_rule_applies() {
    let aliases = Aliases::default();
    for (rule, tool, want) in [
        ("Bash(ls)", "Bash", true),
        ("Bash(ls)", "Write", false),
        ("mcp__a__b(x)", "mcp__a__b", false),
        ("WebFetch(example.test)", "WebFetch", false),
        ("WebFetch(domain:example.test)", "WebFetch", true),
        ("Task(x)", "Agent", true),
        ("Write(x)", "Write", true),
    ] {
        let rule = Rule::parse(rule).unwrap();
        assert_eq!(rule.can_apply_to(tool, &aliases), want, "{rule} to {tool}");
    }
}

#[test]
fn the_reason_points_at_the_source() {
    let command = "cd /; bash -c 'ls && rm -rf \"a b\"'";
    let tested = test("Bash(rm *)", "Bash", &json!({"command": command}));
    let RuleTestReason::Command { text, range, via } = tested.because else {
        panic!("{tested:?}");
    };
    assert_eq!(text, "rm -rf a b");
    assert_eq!(&command[range], "rm -rf \"a b\"");
    assert_eq!(via, ["bash"]);
}
