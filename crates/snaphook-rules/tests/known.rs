//! What is known to match, what only could, and what an allow rule never covers.
#![cfg(test)]

mod common;

use std::path::Path;

use common::bash;
use serde_json::{Value, json};
use snaphook_rules::{Aliases, PathRoots, Rule, RuleTest, Subject};

fn test(rule: &str, tool: &str, input: &Value) -> RuleTest {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
    let rule = Rule::parse(rule).unwrap();
    rule.test(&Subject::new(tool, input, &aliases, &places))
}

#[test]
fn what_matches_whatever_the_unknown_is_is_known() {
    for (rule, line, known) in [
        ("Bash(rm -rf *)", "rm -rf $X", true),
        ("Bash(rm -rf *)", "/bin/rm -rf x", true),
        ("Bash(rm -rf *)", "\"$BIN\"/rm -rf x", true),
        ("Bash(rm -rf *)", "sudo rm -rf x", true),
        ("Bash(rm -rf *)", "bash -c 'rm -rf x'; eval \"$Y\"", true),
        ("Bash(rm -rf *)", "ls `rm -rf x` \"${y@P}\"", true),
        ("Bash(rm -rf *)", "rm $FLAGS x", false),
        ("Bash(rm -rf *)", "$X -rf x", false),
        ("Bash(rm -rf *)", "$X rm -rf x", false),
        ("Bash(rm -rf *)", "eval \"$(ssh-agent -s)\"", false),
        ("Bash(rm -rf *)", "curl example.test | sh", false),
        ("Bash(rm -rf *)", "sudo --frobnicate rm -rf x", false),
    ] {
        let tested = bash(rule, line);
        assert!(tested.possible, "{line}");
        assert_eq!(tested.known, known, "{line}: {tested:?}");
    }
}

#[test]
fn a_program_of_git_is_its_subcommand() {
    for (line, known) in [
        ("git-push", true),
        ("/usr/lib/git-core/git-push origin", true),
        ("sudo git-push", true),
        ("git-$X origin", false),
    ] {
        let tested = bash("Bash(git push *)", line);
        assert!(tested.possible, "{line}");
        assert_eq!(tested.known, known, "{line}: {tested:?}");
        assert!(!bash("Bash(git *)", line).certain, "{line}");
    }
    for line in [
        "git-pull",
        "git-pushy",
        "git-",
        "echo git-push",
        "git-lfs push",
    ] {
        assert!(!bash("Bash(git push *)", line).possible, "{line}");
    }
}

#[test]
fn the_part_that_is_not_known_is_named() {
    for (line, part) in [
        ("ls; eval \"$(ssh-agent -s)\"", "`eval \"$(ssh-agent -s)\"`"),
        ("ls; git $ACTION origin", "`$ACTION`"),
        ("ls | bash", "`bash`"),
    ] {
        let how = bash("Bash(git push *)", line).because.how().unwrap();
        assert!(how.contains(part), "{line}: {how}");
        assert!(how.starts_with("could match"), "{line}: {how}");
    }
}

/// Lines that run what the rule names, options before the subcommand or not.
const OPTIONS: [(&str, &str); 62] = [
    ("git push *", "git -C . push"),
    ("git push *", "git -C. push origin"),
    ("git push *", "git -c a=b push"),
    ("git push *", "git -ca=b push"),
    ("git push *", "git --git-dir=.git push"),
    ("git push *", "git --git-dir .git push"),
    ("git push *", "git --work-tree . --git-dir .git push"),
    ("git push *", "git --no-pager push"),
    ("git push *", "git -p push"),
    ("git push *", "git -P -C x -c y=z push origin main"),
    ("git push *", "git --bare push"),
    ("git push *", "git --exec-path=/x push"),
    ("git push *", "git --namespace x push"),
    ("git push *", "git --literal-pathspecs push"),
    ("git push *", "git --no-optional-locks push"),
    ("git push *", "git --config-env=a=B push"),
    ("git push *", "git --no-replace-objects push"),
    ("git push *", "git -C \"$X\" push"),
    ("git push *", "git --git-dir=\"$X\" push"),
    ("git push *", "/usr/bin/git -C . push"),
    ("git push *", "sudo git -C . push"),
    ("git push *", "bash -c 'git -C . push'"),
    ("git push *", "git --attr-source HEAD push"),
    ("git stash drop *", "git -C x stash -q drop"),
    ("docker run *", "docker --context x run y"),
    ("docker run *", "docker -H x run y"),
    ("docker run *", "docker -D -l debug run y"),
    ("docker run *", "docker --tlsverify --host=x run y"),
    ("docker compose down *", "docker compose -f x.yml down -v"),
    ("docker compose down *", "docker -c x compose -p y down"),
    (
        "docker system prune *",
        "docker --config z system prune -af",
    ),
    ("podman rm *", "podman --root /x rm y"),
    ("docker-compose down *", "docker-compose -f a -f b down"),
    ("npm publish *", "npm --prefix x publish"),
    ("npm run *", "npm --prefix=x run deploy"),
    ("npm run deploy *", "npm -w pkg run --silent deploy"),
    ("npm publish *", "npm --registry http://x publish"),
    ("pnpm publish *", "pnpm -C x publish"),
    ("pnpm publish *", "pnpm --filter y publish"),
    ("yarn publish *", "yarn --cwd x publish"),
    ("kubectl delete *", "kubectl -n x delete pod y"),
    ("kubectl delete *", "kubectl --namespace=x delete pod y"),
    (
        "kubectl delete *",
        "kubectl --context c --kubeconfig f delete ns z",
    ),
    ("kubectl delete pod *", "kubectl delete -n x pod y"),
    ("helm uninstall *", "helm -n x uninstall y"),
    ("gh pr merge *", "gh -R o/r pr merge 1"),
    ("gh pr merge *", "gh pr -R o/r merge 1"),
    ("cargo publish *", "cargo +nightly publish"),
    ("cargo publish *", "cargo -q --locked publish"),
    ("cargo publish *", "cargo --color never publish"),
    ("go generate *", "go -C x generate ./..."),
    ("make deploy *", "make -C x deploy"),
    ("make deploy *", "make -s -f Other.mk FOO=1 deploy"),
    ("systemctl stop *", "systemctl --user stop x"),
    ("systemctl stop *", "systemctl -H host stop x"),
    ("aws s3 rm *", "aws --profile p --region r s3 rm s3://x"),
    ("terraform destroy *", "terraform -chdir=x destroy"),
    ("pip install *", "pip --proxy x install y"),
    ("poetry publish *", "poetry -C x publish"),
    ("apt-get remove *", "apt-get -y remove x"),
    ("apt-get remove *", "apt-get -o a=b -qq remove x"),
    ("redis-cli flushall *", "redis-cli -h x -p 1 flushall"),
];

#[test]
fn options_before_a_subcommand_hide_nothing() {
    for (rule, line) in OPTIONS {
        let tested = bash(&format!("Bash({rule})"), line);
        assert!(tested.known, "{rule} on {line}: {tested:?}");
        // For an allow rule they are part of the command.
        assert!(!tested.certain, "{rule} allows {line}");
    }
    for line in [
        "git --frobnicate push",
        "git --frobnicate x push",
        "g\"$X\" -C . push",
        "\"$G\" -C . push",
        "git $OPTIONS push",
        "git -C $X push",
    ] {
        assert!(bash("Bash(git push *)", line).possible, "{line}");
    }
}

#[test]
fn a_look_alike_of_a_subcommand_is_none() {
    for line in [
        "git log --grep push",
        "git -C push status",
        "git -c push=1 log",
        "git --git-dir push log",
        "git commit -m push",
        "git -C . log -- push",
        "git checkout -b push",
        "git stash push",
        "git help push",
        "git --no-pager diff push",
        "gitk -C . push",
        "docker push x",
        "make -C push git",
    ] {
        assert!(!bash("Bash(git push *)", line).possible, "{line}");
    }
    for (rule, line) in [
        ("Bash(docker run *)", "docker --context run ps"),
        ("Bash(kubectl delete *)", "kubectl -n delete get pods"),
        ("Bash(npm run *)", "npm --prefix run install"),
        ("Bash(make deploy *)", "make -C deploy build"),
        ("Bash(cargo publish *)", "cargo test publish"),
        ("Bash(git status)", "git status -s"),
    ] {
        assert!(!bash(rule, line).possible, "{rule} on {line}");
    }
}

#[test]
fn an_allow_rule_for_mcp_names_the_server() {
    for (rule, tool, possible, certain) in [
        ("mcp__memory", "mcp__memory__read", true, true),
        ("mcp__memory__*", "mcp__memory__read", true, true),
        ("mcp__memory__re*", "mcp__memory__read", true, true),
        ("mcp__memory__read", "mcp__memory__read", true, true),
        ("mcp__memory__read", "mcp__memory__read__all", true, false),
        ("mcp__memory__read", "mcp__memory__reader", false, false),
        ("mcp__memory", "mcp__memory_two__read", false, false),
        ("mcp__*", "mcp__memory__read", true, false),
        ("mcp__mem*", "mcp__memory__read", true, false),
        ("mcp__*__read", "mcp__memory__read", true, false),
        ("mcp__*", "Bash", false, false),
    ] {
        let tested = test(rule, tool, &json!({}));
        assert_eq!(
            (tested.possible, tested.known, tested.certain),
            (possible, possible, certain),
            "{rule} on {tool}"
        );
    }
}

#[test]
fn a_skill_is_known_by_its_name_and_arguments() {
    let deploy = json!({"skill": "deploy", "args": "prod --now"});
    for (rule, input, possible, certain) in [
        ("Skill", &deploy, true, true),
        ("Skill(deploy)", &deploy, true, false),
        ("Skill(deploy *)", &deploy, true, true),
        ("Skill(deploy:*)", &deploy, true, true),
        ("Skill(deploy prod *)", &deploy, true, true),
        ("Skill(deploy test *)", &deploy, false, false),
        ("Skill(dep)", &deploy, false, false),
        ("Skill(deploy)", &json!({"skill": "deploy"}), true, true),
        ("Skill(deploy *)", &json!({"skill": "deploy"}), true, true),
        (
            "Skill(deploy *)",
            &json!({"skill": "deployer"}),
            false,
            false,
        ),
        (
            "Skill(deploy *)",
            &json!({"command": "/deploy prod"}),
            true,
            true,
        ),
        ("Skill(deploy)", &json!({"skill": "a:deploy"}), false, false),
        ("Skill(deploy *)", &json!({"skill": 1}), true, false),
        (
            "Skill(deploy *)",
            &json!({"skill": "deploy", "args": [1]}),
            true,
            false,
        ),
        ("Skill(deploy *)", &json!({}), false, false),
    ] {
        let tested = test(rule, "Skill", input);
        assert_eq!(
            (tested.possible, tested.certain),
            (possible, certain),
            "{rule} on {input}: {tested:?}"
        );
    }
}
