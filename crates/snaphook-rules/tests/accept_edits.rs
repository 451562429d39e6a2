//! Lines that the mode `acceptEdits` lets run, and those that it asks about.
#![cfg(test)]

mod folders;

use std::path::Path;

use folders::Folders;
use serde_json::json;
use snaphook_rules::{Aliases, LineEffect, PathRoots, Rule, Subject, line_effect};

const FILES: &[&str] = &[
    "/nonexistent/home/repo/a",
    "/nonexistent/home/repo/c",
    "/nonexistent/home/repo/src/main.rs",
    "/nonexistent/home/repo/copy/x",
    "/nonexistent/home/repo/kit/deep/.vscode/tasks.json",
    "/nonexistent/home/repo/shell/fish/config.fish",
    "/nonexistent/home/repo/dots/.envrc",
    "/nonexistent/home/repo/.git/config",
];

fn effect(rules: &[&str], line: &str) -> LineEffect {
    let rules: Vec<Rule> = rules
        .iter()
        .map(|rule| Rule::parse(rule).unwrap())
        .collect();
    let rules: Vec<&Rule> = rules.iter().collect();
    let (aliases, input) = (Aliases::default(), json!({ "command": line }));
    let host = Folders::of(FILES);
    let places = PathRoots {
        home: Some(Path::new("/nonexistent/home")),
        real_path: &host,
        ..PathRoots::at(Path::new("/nonexistent/home/repo"))
    };
    line_effect(&rules, &Subject::new("Bash", &input, &aliases, &places))
}

#[test]
fn no_file_is_made_whose_name_is_an_option() {
    for line in ["touch ./-R", "mkdir -- --files0-from=x", "echo x > ./-c"] {
        assert!(!effect(&[], line).edits, "{line}");
    }
}

#[test]
fn edits_inside_run() {
    for line in [
        "touch a",
        "mkdir -p src/a/b",
        "rmdir old",
        "cp a b",
        "cp -r src copy",
        "cp src/*.rs copy",
        "mv a b && mv c d",
        "mkdir a && touch a/b && ls a",
        "sed -i s/a/b/g src/main.rs",
        "sed -i.bak 's/a/b/' a",
        "sed -i '' 's/a/b/' a",
        "sed -n -i 1,5p a",
        "echo x > a",
        "echo \"$X\" >> notes/log",
        "cat <<'EOF' > src/a.rs\nfn main() {}\nEOF",
        "cd src && touch a",
        "timeout 5 touch a",
    ] {
        let effect = effect(&[], line);
        assert!(effect.edits && !effect.reads, "{line}");
    }
    assert!(effect(&["Bash(make *)"], "mkdir out && make all > out/log").edits);
}

#[test]
fn a_folder_carries_nothing_that_runs_by_itself_along() {
    let rules = ["Bash(tar *)"];
    for line in [
        "cp -r kit new",
        "cp -a kit new",
        "cp -r src kit new",
        "cp -r kit/* new",
        "cp -r kit/deep* new",
        "mv kit new",
        "mv kit/* new",
        "mv dots new",
        "cp -r dots new",
        // It goes below a folder that shells look into.
        "mv shell .config",
        "cp -r shell .config",
        // Nobody knows what it holds by then.
        "cp -r missing new",
        "mv missing new",
        "tar xf a.tar && cp -r src new",
        "rsync -a kit new",
        "cp -r . new",
    ] {
        assert!(!effect(&rules, line).edits, "{line}");
    }
    for line in [
        "cp -r src new",
        "mv src new",
        "cp kit new",
        "mv copy/* src",
        "mv dots/* src",
    ] {
        assert!(effect(&rules, line).edits, "{line}");
    }
}

#[test]
fn what_runs_by_itself_and_what_lies_elsewhere_is_asked_about() {
    for line in [
        "rm a",
        "touch /etc/a",
        "touch ../a",
        "touch ~/.bashrc",
        "touch .git/hooks/pre-commit",
        "touch .GIT/config",
        "mkdir .claude",
        "mkdir -p a/.husky",
        "cp a .envrc",
        "cp .mcp.json a",
        "mv a .vscode/tasks.json",
        "mv x .git",
        "cp evil/.mcp.json .",
        "cp -r evil/. .",
        "cp -r evil/ .",
        "cp -t .git a",
        "cp -T a b",
        "cp -s /etc/passwd a",
        "cp -l a b",
        "cp --backup a b",
        "cp -S /x a b",
        "cp a /dev/null",
        "mv a /dev/null",
        "cp evil/.* .",
        "cp \"$X\" b",
        "touch \"$X\"",
        "touch *",
        "mv * b",
        "mkdir HEAD",
        "echo x > .mcp.json",
        "echo x > .git/config",
        "echo x > ../a",
        "echo x > .bashrc",
        "echo x > .github/hooks/a.json",
        "sed -i 's/a/b/e' a",
        "sed -i 's/a/b/w .git/config' a",
        "sed -i 'w x' a",
        "sed -i s/a/b/ .git/config",
        "sed -i s/a/b/ /etc/hosts",
        "sed -i.json s/a/b/ .mcp",
        "sed -i/../x s/a/b/ a",
        "sed -i -f script a",
        "rmdir -p a/b",
        "ln -s / a",
        "ln -s / a && cat a/etc/passwd",
        "chmod +x a",
        "tee a",
        "make > a",
        // A link that is moved leads the rest of the line elsewhere.
        "mv link d && touch d/a",
        "mv link d && cat d/passwd",
        "cp -a link d && cp a d/b",
        "mv link d; cd d && ls",
        "mv link d; echo x > d/a",
        "mv -t d link && cat d/link/x",
        "find . -exec touch a ';'",
        "ls | xargs touch",
        "nohup touch a",
    ] {
        assert!(!effect(&[], line).edits, "{line}");
    }
    for line in ["ln -s /etc && cat etc/passwd", "mv link d && cat d/x"] {
        assert!(!effect(&["Bash(ln *)", "Bash(mv *)"], line).edits, "{line}");
    }
}
