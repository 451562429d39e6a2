//! Settings in the manner of what people have: every finding about them, of
//! the loader and of the lints, held by snapshots. What is sensible must be
//! loaded without a word, or with a hint at most; what is a mistake must be
//! found where it stands.
#![cfg(test)]

mod kinds;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use kinds::{kinds, loading};
use snaphook_core::Severity;
use snaphook_core::hook::Scope;
use snaphook_settings::{
    Files, Finding, FoundPath, LintContext, Settings, lint, load, load_hooks_of,
};

/// Scripts are where they should be, unless their names say otherwise.
struct Scripts;

impl Files for Scripts {
    fn look(&self, path: &Path) -> FoundPath {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("missing") {
            return FoundPath::Missing;
        }
        FoundPath::File {
            executable: !name.starts_with("plain"),
        }
    }
}

struct LintedFile {
    hooks: usize,
    findings: Vec<Finding>,
}

fn look(name: &str, scope: Scope) -> LintedFile {
    let file: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests/real-world", name]
        .iter()
        .collect();
    let mut loading = loading();
    let mut settings = match scope {
        Scope::Plugin => load_hooks_of(&file, scope, &mut loading),
        _ => load(&file, scope, &mut loading),
    }
    .unwrap();
    let mut findings = std::mem::take(&mut settings.findings);
    findings.extend(linted(&settings));
    findings.sort_by_key(|finding| finding.location.span.start);
    LintedFile {
        hooks: settings.hooks.len(),
        findings,
    }
}

fn linted(settings: &Settings) -> Vec<Finding> {
    let context = LintContext {
        conditions: None,
        kinds: &kinds(),
        project_dir: Path::new("/project"),
        home: Some(Path::new("/home/ada")),
        files: &Scripts,
        runnable: &["command", "http", "prompt"],
        is_set: None,
    };
    lint([settings], &context)
}

/// A finding per line, with what to do below it.
fn text(looked: &LintedFile) -> String {
    let mut text = String::new();
    for finding in &looked.findings {
        let Finding {
            severity,
            code,
            message,
            help,
            location,
            ..
        } = finding;
        let place = format!("{}:{}", location.line, location.column);
        writeln!(text, "{severity}[{code}] {place} {message}").unwrap();
        if let Some(help) = help {
            writeln!(text, "    {help}").unwrap();
        }
    }
    writeln!(text, "{} hooks", looked.hooks).unwrap();
    text
}

macro_rules! files {
    ($($test:ident: $file:literal, $scope:ident, $hooks:literal hooks, at most $worst:ident;)*) => { $(
        #[test]
        fn $test() {
            let looked = look($file, Scope::$scope);
            assert_eq!(looked.hooks, $hooks, "{}", text(&looked));
            let worst = looked.findings.iter().map(|finding| finding.severity).max();
            assert!(worst <= Some(Severity::$worst), "{}", text(&looked));
            insta::assert_snapshot!($file, text(&looked));
        }
    )* };
}

files! {
    a_web_application_formats_checks_and_tests: "web-app.json", Project, 5 hooks, at most Hint;
    somebodys_own_settings: "power-user.json", User, 6 hooks, at most Hint;
    guards_of_every_kind: "guards.json", Project, 8 hooks, at most Hint;
    tools_of_mcp_servers: "mcp.json", Project, 7 hooks, at most Warning;
    the_hooks_of_a_plugin: "plugin-hooks.json", Plugin, 5 hooks, at most Hint;
    comments_and_keys_of_others: "comments.json", Project, 3 hooks, at most Hint;
    a_hook_for_every_moment: "lifecycle.json", Local, 18 hooks, at most Warning;
    yaml_with_blocks_and_aliases: "team.yaml", Project, 7 hooks, at most Hint;
    what_people_get_wrong: "mistakes.json", Project, 8 hooks, at most Error;
    the_rules_of_an_organisation: "managed-settings.json", Managed, 4 hooks, at most Hint;
}
