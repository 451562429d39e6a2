//! Trust, while somebody writes the project: what was hashed is what runs.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use snaphook::trust::TrustFile;
use snaphook::{Context, Engine, Input, Outcome, TrustPolicy};

use crate::common::run;
use crate::scopes::World;
use crate::trust::trust_all;

/// How often each command is run while its script is swapped.
const RUNS: usize = 60;

fn says(word: &str) -> String {
    format!("#!/bin/sh\nprintf '{{\"systemMessage\":\"{word}\"}}'\n")
}

/// A worker in shell that answers with a word of its own.
fn worker_says(word: &str) -> String {
    format!(
        "#!/bin/sh\nwhile read -r line; do\n\
         id=${{line#*:}}; id=${{id%%,*}}\n\
         printf '{{\"id\":%s,\"output\":{{\"systemMessage\":\"{word}\"}}}}\\n' \"$id\"\n\
         done\n"
    )
}

fn world_with(hook: &Value) -> World {
    let world = World::new();
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    world.write("project/.claude/settings.json", &settings.to_string());
    world
}

/// Writes a script of the project that can be started.
fn script(world: &World, name: &str, text: &str) {
    world.write(&format!("project/{name}"), text);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(world.project().join(name), mode).unwrap();
}

fn engine(world: &World) -> Engine {
    let store = TrustFile::new(world.path("state/trust.json"));
    let context = Context::from_process()
        .home(world.path("home"))
        .project_dir(world.project())
        .state_dir(world.path("state"));
    world
        .builder()
        .context(context)
        .trust(TrustPolicy::Store(Arc::new(store)))
        .build()
        .unwrap()
}

async fn fire(world: &World, engine: &Engine) -> Outcome {
    let event = json!({"hook_event_name": "PreToolUse", "session_id": "s",
        "cwd": world.project(), "tool_name": "Bash", "tool_input": {"command": "ls"},
        "tool_use_id": "t"});
    run(
        &engine.session("s"),
        Input::parse(&event.to_string()).unwrap(),
    )
    .await
}

fn text(outcome: &Outcome) -> String {
    serde_json::to_string(outcome).unwrap()
}

/// Every copy in the state folder.
fn copies(world: &World) -> Vec<PathBuf> {
    let entries = fs::read_dir(world.path("state/scripts/copies"));
    let entries = entries.into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Swaps a script for another one and back, as fast as it can, until it is dropped.
struct Swapper {
    over: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Swapper {
    fn new(file: PathBuf, evil: String) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&over);
        let swap = move || {
            let good = fs::read(&file).unwrap();
            let mode = fs::metadata(&file).unwrap().permissions();
            let new = file.with_extension("new");
            let put = |bytes: &[u8]| {
                fs::write(&new, bytes).unwrap();
                fs::set_permissions(&new, mode.clone()).unwrap();
                fs::rename(&new, &file).unwrap();
            };
            while !ended.load(Ordering::Relaxed) {
                put(evil.as_bytes());
                put(&good);
                std::thread::yield_now();
            }
        };
        Self {
            over,
            thread: Some(std::thread::spawn(swap)),
        }
    }
}

impl Drop for Swapper {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// Runs a hook while one of its scripts is swapped. The other content must never
/// say anything.
async fn swapped(hook: Value, name: &str, good: &str, evil: &str) {
    let world = world_with(&hook);
    script(&world, name, good);
    trust_all(&world);
    let engine = engine(&world);
    let outcome = fire(&world, &engine).await;
    assert_eq!(outcome.system_messages, ["good"], "{outcome:?}");
    let swapper = Swapper::new(world.project().join(name), evil.to_owned());
    let mut good = 0;
    for _ in 0..RUNS {
        let outcome = fire(&world, &engine).await;
        assert!(!text(&outcome).contains("evil"), "{hook}: {outcome:?}");
        good += usize::from(outcome.system_messages == ["good"]);
    }
    drop(swapper);
    println!("{good} of {RUNS} runs were not skipped: {hook}");
    engine.shutdown(std::time::Duration::ZERO).await;
}

#[tokio::test]
async fn a_script_that_is_swapped_after_the_check_does_not_run() {
    for command in [
        ".claude/hooks/x.sh",
        "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/x.sh",
        "exec bash ${CLAUDE_PROJECT_DIR}/.claude/hooks/x.sh --strict 2>/dev/null",
        "cd .claude/hooks && ./x.sh",
    ] {
        let hook = json!({"command": command, "onFailure": "block"});
        swapped(hook, ".claude/hooks/x.sh", &says("good"), &says("evil")).await;
    }
    let hook = json!({"command": "sh", "args": ["${CLAUDE_PROJECT_DIR}/.claude/hooks/x.sh"]});
    swapped(hook, ".claude/hooks/x.sh", &says("good"), &says("evil")).await;
}

#[tokio::test]
async fn a_worker_that_is_swapped_after_the_check_does_not_answer() {
    let hook = json!({"command": "sh x.sh", "worker": true, "onFailure": "block"});
    swapped(hook, "x.sh", &worker_says("good"), &worker_says("evil")).await;
}

/// One that needs its own place runs there; its answer does not count when
/// somebody has touched it.
#[tokio::test]
async fn a_script_that_is_swapped_in_its_place_decides_nothing() {
    let tail = ": \"$0\"\n";
    let (good, evil) = (says("good") + tail, says("evil") + tail);
    let hook = json!({"command": "./x.sh", "onFailure": "block"});
    swapped(hook, "x.sh", &good, &evil).await;
    let hook = json!({"command": "if true; then ./x.sh; fi"});
    swapped(hook, "x.sh", &says("good"), &says("evil")).await;
}

/// Put back before anybody looks, it still was touched.
#[tokio::test]
async fn a_script_that_was_put_back_does_not_hide_that_it_was_swapped() {
    let hook = json!({"command": "./x.sh", "onFailure": "block"});
    let world = world_with(&hook);
    let good =
        "#!/bin/sh\n: \"$0\"\nmv x.sh y.sh; mv y.sh x.sh\nprintf '{\"systemMessage\":\"evil\"}'\n";
    script(&world, "x.sh", good);
    trust_all(&world);
    let outcome = fire(&world, &engine(&world)).await;
    let entry = &outcome.hooks[0];
    assert_eq!(entry.status.as_str(), "failed", "{outcome:?}");
    assert!(
        entry
            .error
            .as_deref()
            .unwrap()
            .contains("was written to while it ran")
    );
    assert!(outcome.system_messages.is_empty(), "{outcome:?}");
}

#[tokio::test]
async fn files_beside_a_script_are_found_in_its_copy() {
    let lib = "say() { printf '{\"systemMessage\":\"%s\"}' \"$1\"; }\n";
    let main = "#!/bin/sh\n. \"$(dirname \"$0\")/lib/say.sh\"\nsay good\n";
    let world = world_with(&json!({"command": "./hooks/x.sh"}));
    script(&world, "hooks/x.sh", main);
    world.write("project/hooks/lib/say.sh", lib);
    trust_all(&world);
    let engine = engine(&world);
    let outcome = fire(&world, &engine).await;
    assert_eq!(outcome.system_messages, ["good"], "{outcome:?}");
    let copy = copies(&world).pop().unwrap();
    assert!(copy.join("hooks/x.sh").exists() && copy.join("hooks/lib/say.sh").exists());
    // It is covered, too.
    world.write("project/hooks/lib/say.sh", "exit 2\n");
    let outcome = fire(&world, &engine).await;
    assert_eq!(outcome.hooks[0].status.as_str(), "skipped", "{outcome:?}");
}

#[tokio::test]
async fn a_copy_is_private_and_a_changed_one_is_made_anew() {
    let world = world_with(&json!({"command": "./x.sh"}));
    script(&world, "x.sh", &says("good"));
    trust_all(&world);
    let engine = engine(&world);
    fire(&world, &engine).await;
    let copy = copies(&world).pop().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(copy.parent().unwrap()), 0o700);
    assert_eq!((mode(&copy), mode(&copy.join("x.sh"))), (0o500, 0o500));
    let open = || fs::set_permissions(&copy, fs::Permissions::from_mode(0o700)).unwrap();
    let spoils: [&dyn Fn(); 5] = [
        &|| {
            fs::remove_file(copy.join("x.sh")).unwrap();
            fs::write(copy.join("x.sh"), says("evil")).unwrap();
        },
        &|| fs::write(copy.join("json.py"), "evil").unwrap(),
        &|| {
            fs::remove_file(copy.join("x.sh")).unwrap();
            symlink(world.project().join("evil.sh"), copy.join("x.sh")).unwrap();
        },
        &|| fs::remove_file(copy.join("x.sh")).unwrap(),
        &|| {
            fs::remove_file(copy.join("x.sh")).unwrap();
            fs::remove_dir(&copy).unwrap();
            symlink(world.project(), &copy).unwrap();
        },
    ];
    script(&world, "evil.sh", &says("evil"));
    for spoil in spoils {
        open();
        spoil();
        let outcome = fire(&world, &engine).await;
        assert_eq!(outcome.system_messages, ["good"], "{outcome:?}");
        assert_eq!(fs::read_dir(&copy).unwrap().count(), 1);
        assert!(fs::symlink_metadata(&copy).unwrap().is_dir());
    }
    assert_eq!(copies(&world).len(), 1);
}

/// Where copies cannot be kept, hooks run all the same, and that is told.
#[tokio::test]
async fn a_state_folder_that_cannot_be_used_keeps_no_hook_from_running() {
    for spoil in ["a file", "a link", "for everybody"] {
        let world = world_with(&json!({"command": "./x.sh", "onFailure": "block"}));
        script(&world, "x.sh", &says("good"));
        trust_all(&world);
        let scripts = world.path("state/scripts");
        fs::create_dir(&scripts).unwrap_or_default();
        let _ = fs::remove_dir_all(scripts.join("copies"));
        match spoil {
            "a file" => fs::write(scripts.join("copies"), "").unwrap(),
            "a link" => {
                fs::create_dir(world.path("elsewhere")).unwrap();
                symlink(world.path("elsewhere"), scripts.join("copies")).unwrap();
            }
            _ => {
                fs::create_dir(scripts.join("copies")).unwrap();
                let mode = fs::Permissions::from_mode(0o777);
                fs::set_permissions(scripts.join("copies"), mode).unwrap();
            }
        }
        let engine = engine(&world);
        let outcome = fire(&world, &engine).await;
        assert_eq!(outcome.system_messages, ["good"], "{spoil}: {outcome:?}");
        let told = |one: &snaphook::Diagnostic| one.code == "script-copies";
        assert!(outcome.diagnostics.iter().any(told), "{spoil}: {outcome:?}");
        assert!(copies(&world).is_empty(), "{spoil}");
        let swapper = Swapper::new(world.project().join("x.sh"), says("evil"));
        for _ in 0..RUNS / 4 {
            let outcome = fire(&world, &engine).await;
            assert!(!text(&outcome).contains("evil"), "{outcome:?}");
        }
        drop(swapper);
    }
}

#[tokio::test]
async fn without_a_state_folder_a_hook_runs_in_its_place() {
    let world = world_with(&json!({"command": "./x.sh"}));
    script(&world, "x.sh", &says("good"));
    trust_all(&world);
    let engine = crate::trust::engine(&world);
    let outcome = fire(&world, &engine).await;
    assert_eq!(outcome.system_messages, ["good"], "{outcome:?}");
    assert!(outcome.diagnostics.is_empty(), "{outcome:?}");
    assert!(copies(&world).is_empty());
}
