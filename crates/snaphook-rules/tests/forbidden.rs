//! What no allow rule may cover, and what no deny rule may miss: each test is
//! named after what it forbids.
#![cfg(test)]

mod common;

use std::path::{Path, PathBuf};

use common::bash;
use serde_json::{Value, json};
use snaphook_rules::{Aliases, PathRoots, Rule, RuleTest, Subject, covering};

fn tested(rule: &str, tool: &str, input: &Value) -> RuleTest {
    let aliases = Aliases::default();
    let places = PathRoots {
        home: Some(Path::new("/home/me")),
        ..PathRoots::at(Path::new("/srv/repo"))
    };
    let rule = Rule::parse(rule).unwrap();
    rule.test(&Subject::new(tool, input, &aliases, &places))
}

#[test]
fn a_blank_within_a_word_is_no_blank_between_words() {
    for (rule, command) in [
        ("Bash(ls *)", "\"ls /x.sh\""),
        ("Bash(ls *)", "ls\\ /x.sh"),
        ("Bash(ls *)", "'ls /../x.sh' a"),
        ("Bash(ls *)", "'ls '"),
        ("Bash(ls*)", "'ls\tx'"),
        ("Bash(git status)", "\"git status\""),
        ("Bash(git commit -m *)", "git 'commit -m' x"),
        ("Bash(* --help)", "'a b' --help"),
        ("Bash(* --help)", "$X --help"),
    ] {
        let tested = bash(rule, command);
        assert!(tested.possible && !tested.certain, "{rule} on {command}");
    }
    assert!(bash("Bash(git commit -m *)", "git commit -m 'a b c'").certain);
    assert!(bash("Bash(ls *)", "ls 'a b' $X").certain);
    let input = json!({"command": "ls 'a b'"});
    assert!(tested("PowerShell(ls *)", "PowerShell", &input).certain);
    assert!(!tested("PowerShell(ls a b)", "PowerShell", &input).certain);
}

#[test]
fn an_assignment_that_may_change_what_runs_is_never_covered() {
    for command in [
        "HOME=/x git status",
        "XDG_CONFIG_HOME=/x git status",
        "LESSOPEN='|x' git status",
        "GIT_DIR=/x git status",
        "PATH=/x git status",
        "LD_PRELOAD=/x git status",
        "LANG=C HOME=/x git status",
        "A[1]=x git status",
        "HOME=/x; git status",
        "LANG=C; git status",
        "export HOME=/x; git status",
        "declare -x HOME=/x; git status",
        "readonly HOME=/x && git status",
    ] {
        assert!(!bash("Bash(git *)", command).certain, "{command}");
        let rule = Rule::parse("Bash(git *)").unwrap();
        let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
        let input = json!({ "command": command });
        let subject = Subject::new("Bash", &input, &aliases, &places);
        assert_eq!(covering(&[&rule], &subject), None, "{command}");
    }
    for command in [
        "LANG=C git status",
        "LC_ALL=C TZ=UTC git status",
        "NO_COLOR=1 CLICOLOR_FORCE=0 git log",
        "RUST_BACKTRACE=1 git status",
    ] {
        assert!(bash("Bash(git *)", command).certain, "{command}");
    }
}

#[test]
fn a_way_up_behind_a_symlink_is_inside_only_if_it_is_so_either_way() {
    // a -> d1/d2/d3, so that the kernel takes a/../../secret for d1/secret,
    // and a tool that clears `..` away first for ../secret.
    let real = |path: &Path| {
        let text = path.to_string_lossy();
        Some(match text.strip_prefix("/srv/repo/a") {
            Some("/../../secret") => PathBuf::from("/srv/repo/d1/secret"),
            Some(rest) => PathBuf::from(format!("/srv/repo/d1/d2/d3{rest}")),
            None => path.to_path_buf(),
        })
    };
    let places = PathRoots {
        real_path: &real,
        ..PathRoots::at(Path::new("/srv/repo"))
    };
    let aliases = Aliases::default();
    for (path, inside) in [("a/../../secret", false), ("a/x", true), ("b/../x", true)] {
        let input = json!({ "file_path": path });
        let subject = Subject::new("Read", &input, &aliases, &places);
        assert_eq!(
            subject.lies_within(&[Path::new("/srv/repo")]),
            inside,
            "{path}"
        );
    }
    let input = json!({"file_path": "a/../../secret"});
    let subject = Subject::new("Read", &input, &aliases, &places);
    for (rule, certain) in [("Read(//srv/secret)", false), ("Read(d1/**)", false)] {
        let tested = Rule::parse(rule).unwrap().test(&subject);
        assert!(tested.possible, "{rule}");
        assert_eq!(tested.certain, certain, "{rule}");
    }
}

#[test]
fn a_link_of_a_process_is_followed_for_the_tool_or_not_at_all() {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
    let test = |rule: &str, path: &str| {
        let input = json!({ "file_path": path });
        let subject = Subject::new("Read", &input, &aliases, &places);
        let tested = Rule::parse(rule).unwrap().test(&subject);
        (tested.possible, tested.known, tested.certain)
    };
    for path in ["/proc/self/cwd/.env", "/proc/self/root/srv/repo/.env"] {
        let (possible, known, certain) = test("Read(//srv/repo/.env)", path);
        assert!(possible && known && !certain, "{path}");
    }
    for path in ["/proc/7/cwd/.env", "/dev/fd/9", "/proc/self/fd/9/../.env"] {
        for rule in ["Read(//srv/repo/.env)", "Read(//**)", "Read(//proc/**)"] {
            let (possible, known, certain) = test(rule, path);
            assert!(possible && !known && !certain, "{rule} {path}");
        }
        let input = json!({ "file_path": path });
        let subject = Subject::new("Read", &input, &aliases, &places);
        assert!(!subject.lies_within(&[Path::new("/")]), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_name_with_a_colon_is_no_drive() {
    let input = json!({"file_path": "x:/key"});
    assert!(tested("Read(x:/**)", "Read", &input).possible);
    assert!(!tested("Read(//x:/**)", "Read", &input).possible);
}

#[test]
fn a_lone_carriage_return_hides_no_command() {
    let input = json!({"command": "ls\rRemove-Item x"});
    assert!(tested("PowerShell(Remove-Item *)", "PowerShell", &input).possible);
    assert!(!tested("PowerShell(ls *)", "PowerShell", &input).certain);
}

#[test]
fn an_address_cannot_be_spelled_past_a_rule() {
    for url in [
        "http://2130706433/",
        "http://127.1/",
        "http://0x7f.0.0.1/",
        "http://[::ffff:127.0.0.1]/",
        "http://127.0.0.1\u{ad}/",
        "http://１２７.0.0.1/",
    ] {
        let input = json!({ "url": url });
        assert!(
            tested("WebFetch(domain:127.0.0.1)", "WebFetch", &input).possible,
            "{url}"
        );
        assert!(
            !tested("WebFetch(domain:example.test)", "WebFetch", &input).certain,
            "{url}"
        );
    }
    let input = json!({"url": "https://xn--bcher-kva.test/"});
    let tested = tested("WebFetch(domain:bücher.test)", "WebFetch", &input);
    assert!(tested.possible && !tested.certain);
}

#[test]
fn a_pattern_of_files_cannot_lead_up_in_disguise() {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
    for pattern in [
        json!(".{.,x}/*"),
        json!("{.,.}{.,.}/x"),
        json!(".[.]/x"),
        json!("\\.\\./x"),
        json!(".?/x"),
        json!("@(.|x)./y"),
        json!("{x/.,y}./z"),
        json!("~root/x"),
        json!("~+/x"),
        json!(["../x"]),
        json!(7),
    ] {
        let input = json!({"pattern": pattern, "path": "src"});
        let subject = Subject::new("Glob", &input, &aliases, &places);
        assert!(!subject.lies_within(&[Path::new("/srv/repo")]), "{pattern}");
        assert!(!tested("Glob(src)", "Glob", &input).certain, "{pattern}");
    }
    for pattern in [
        "*.{rs,toml}",
        "**/a?.rs",
        "[a-z]*.rs",
        ".github/**",
        "!(*.o).c",
    ] {
        let input = json!({"pattern": pattern, "path": "src"});
        let subject = Subject::new("Glob", &input, &aliases, &places);
        assert!(subject.lies_within(&[Path::new("/srv/repo")]), "{pattern}");
    }
}

#[test]
fn what_cannot_be_read_is_not_passed_over() {
    for (rule, tool, input) in [
        (
            "Agent(reviewer)",
            "Agent",
            json!({"subagent_type": ["reviewer"]}),
        ),
        ("Agent(reviewer)", "Task", json!({"subagent_type": 7})),
        ("Edit(.env)", "Edit", json!("{\"file_path\": \".env\"}")),
        ("Edit(.env)", "Edit", json!([{"file_path": ".env"}])),
        ("Edit(.env)", "Edit", json!({"file_path": ".env\0x"})),
        ("Glob(src)", "Glob", json!({"path": "x", "pattern": {}})),
    ] {
        let tested = tested(rule, tool, &input);
        assert!(tested.possible && !tested.certain, "{rule} on {input}");
    }
}
