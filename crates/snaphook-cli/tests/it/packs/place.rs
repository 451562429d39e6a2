//! Packs in folders and repositories of a test's own world.

use std::process::Command;

use crate::common::Ran;
use crate::world::World;

/// A guard that denies every call, and writes that it ran.
pub(super) const HOOKS: &str = r#"{"hooks": {"PreToolUse": [{"hooks": [
  {"name": "guard", "command": "sh \"${CLAUDE_PLUGIN_ROOT}\"/guard.sh", "onFailure": "block"}]}]}}"#;
const GUARD: &str = "echo guard >> \"$HOME/ran\"; echo no >&2; exit 2\n";

/// Writes a pack into a folder of the world.
pub(super) fn write_pack(world: &World, folder: &str) {
    let manifest = r#"{"name": "guard", "version": "1.0.0", "description": "Denies all"}"#;
    world.write(&format!("{folder}/.claude-plugin/plugin.json"), manifest);
    world.write(&format!("{folder}/hooks/hooks.json"), HOOKS);
    world.write(&format!("{folder}/guard.sh"), GUARD);
}

/// The digest of the pack that a command shows before it asks.
pub(super) fn shown_digest(ran: &Ran) -> String {
    let mut lines = ran.stdout.lines();
    let line = lines.find(|line| line.contains("  digest  "));
    let line = line.unwrap_or_else(|| panic!("{ran:?}"));
    line.rsplit(' ').next().unwrap().to_owned()
}

/// Runs a command that asks, and agrees by the digest that it shows.
#[track_caller]
pub(super) fn agree(world: &World, args: &[&str]) -> Ran {
    let asked = world.snaphook(args);
    assert_eq!(asked.code, 1, "{asked:?}");
    let digest = shown_digest(&asked);
    let ran = world.snaphook(&[args, &["--yes", "--digest", &digest]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

/// Whether Git is here; says so where it is not.
pub(super) fn has_git() -> bool {
    let has = Command::new("git").arg("--version").output().is_ok();
    if !has {
        println!("SKIPPED, git is not installed");
    }
    has
}

/// Runs Git in the repository `repository` of the world.
#[track_caller]
pub(super) fn git(world: &World, args: &[&str]) -> String {
    std::fs::create_dir_all(world.path("repository")).unwrap();
    let output = Command::new("git")
        .args(args)
        .current_dir(world.path("repository"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_AUTHOR_NAME", "Ada")
        .env("GIT_AUTHOR_EMAIL", "ada@example.org")
        .env("GIT_COMMITTER_NAME", "Ada")
        .env("GIT_COMMITTER_EMAIL", "ada@example.org")
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Commits the whole repository; the commit.
pub(super) fn commit(world: &World, subject: &str) -> String {
    git(world, &["add", "--all"]);
    git(
        world,
        &["commit", "--quiet", "--allow-empty", "-m", subject],
    );
    git(world, &["rev-parse", "HEAD"])
}

/// A repository with the pack in it, tagged v1.
pub(super) fn repository(world: &World) -> (String, String) {
    git(world, &["init", "--quiet", "--initial-branch=main"]);
    write_pack(world, "repository");
    let first = commit(world, "one");
    git(world, &["tag", "v1"]);
    let url = format!("file://{}", world.path("repository").display());
    (url, first)
}
