//! ConfigChange: who is asked, and what a block does.

use serde_json::json;
use snaphook::hook::Scope;
use snaphook::{Answer, FunctionHook, ReloadFate};

use super::{
    MANAGED, PROJECT, ReloadQuestions, USER, builder, engine, fates, guard, names, reload, said,
    saying, take,
};
use crate::scopes::World;

#[tokio::test]
async fn every_changed_file_is_asked_about_once_with_its_source() {
    let world = World::new();
    let skill = |word: &str| format!("---\nname: s\nhooks: {{}}\n---\n{word}");
    let files = [
        (MANAGED, "policy_settings", "{}".to_owned()),
        (USER, "user_settings", "{}".to_owned()),
        (PROJECT, "project_settings", "{}".to_owned()),
        ("project/.mcp.json", "project_settings", "{}".to_owned()),
        (
            "project/.claude/settings.local.json",
            "local_settings",
            "{}".to_owned(),
        ),
        ("named.json", "user_settings", "{}".to_owned()),
        (
            "home/.claude/plugins/p/hooks/hooks.json",
            "user_settings",
            "{}".to_owned(),
        ),
        ("home/.claude/skills/s/SKILL.md", "skills", skill("one")),
        ("project/.claude/agents/a.md", "skills", skill("one")),
    ];
    for (file, _, text) in &files {
        world.write(file, text);
    }
    let asked = ReloadQuestions::default();
    let engine = builder(&world)
        .settings_file(world.path("named.json"))
        .function(guard(&asked, |_| None))
        .build()
        .unwrap();
    reload(&engine).await;
    assert!(take(&asked).is_empty());
    for (file, _, text) in &files {
        world.write(file, &format!("{text}\n"));
    }
    let reloaded = reload(&engine).await;
    assert_eq!(reloaded.files.len(), files.len());
    assert!(reloaded.files.iter().all(|file| file.outcome.is_some()));
    let mut expected: Vec<_> = files
        .iter()
        .map(|(file, source, _)| ((*source).to_owned(), world.path(file).display().to_string()))
        .collect();
    let mut questions = take(&asked);
    expected.sort();
    questions.sort();
    assert_eq!(questions, expected);
    assert!(!reload(&engine).await.is_news());
    assert!(take(&asked).is_empty());
}

#[tokio::test]
async fn a_block_keeps_one_file_and_the_others_go_in() {
    let world = World::new();
    world.write(USER, &saying(&["user"]));
    world.write(PROJECT, &saying(&["project"]));
    let asked = ReloadQuestions::default();
    let no = |path: &str| {
        path.contains("project")
            .then(|| Answer::block("not this one"))
    };
    let engine = builder(&world).function(guard(&asked, no)).build().unwrap();
    world.write(USER, &saying(&["user 2"]));
    world.write(PROJECT, &saying(&["project 2"]));
    let reloaded = reload(&engine).await;
    assert!(reloaded.swapped);
    let ReloadFate::Blocked { by, reason } = &reloaded.files[1].fate else {
        panic!("{:?}", reloaded.files);
    };
    assert_eq!((reason.as_str(), by.len()), ("not this one", 1));
    assert_eq!(said(&engine).await, ["user 2", "project"]);
    assert_eq!(take(&asked).len(), 2);
    // Not asked again until it changes again.
    world.write(USER, &saying(&["user 3"]));
    assert_eq!(reload(&engine).await.files.len(), 1);
    assert_eq!(take(&asked).len(), 1);
    assert_eq!(said(&engine).await, ["user 3", "project"]);
    world.write(PROJECT, &saying(&["project 3"]));
    assert_eq!(
        fates(&reload(&engine).await),
        [("settings.json".into(), "blocked")]
    );
    assert_eq!(take(&asked).len(), 1);
    // As it was: there is nothing to ask.
    world.write(PROJECT, &saying(&["project"]));
    assert!(reload(&engine).await.files.is_empty());
    assert!(take(&asked).is_empty());
}

#[tokio::test]
async fn nobody_blocks_managed_settings() {
    let world = World::new();
    let asked = ReloadQuestions::default();
    let engine = builder(&world)
        .function(guard(&asked, |_| Some(Answer::block("never"))))
        .build()
        .unwrap();
    for text in [saying(&["managed"]), saying(&["managed 2"])] {
        world.write(MANAGED, &text);
        let reloaded = reload(&engine).await;
        let ReloadFate::TakenOverBlock { by } = &reloaded.files[0].fate else {
            panic!("{:?}", reloaded.files);
        };
        assert_eq!(by.len(), 1);
    }
    assert_eq!(said(&engine).await, ["managed 2"]);
    std::fs::remove_file(world.path(MANAGED)).unwrap();
    reload(&engine).await;
    assert!(said(&engine).await.is_empty());
}

#[tokio::test]
async fn the_hooks_of_the_old_settings_are_asked() {
    let world = World::new();
    let with = |command: &str| {
        json!({"hooks": {"ConfigChange": [{"matcher": "user_settings", "hooks": [
            {"command": command, "onFailure": "block"}]}]}})
        .to_string()
    };
    world.write(USER, &with("echo 'I stay' >&2; exit 2"));
    let engine = engine(&world);
    // Whoever removes a guard asks that guard.
    world.write(USER, "{}");
    let reloaded = reload(&engine).await;
    assert!(
        matches!(&reloaded.files[0].fate, ReloadFate::Blocked { reason, .. } if reason == "I stay")
    );
    world.write(PROJECT, &saying(&["others may"]));
    assert_eq!(
        fates(&reload(&engine).await),
        [("settings.json".into(), "taken")]
    );
    // Also when its whole folder goes.
    std::fs::remove_dir_all(world.path("home")).unwrap();
    assert_eq!(
        fates(&reload(&engine).await),
        [("settings.json".into(), "blocked")]
    );
    assert!(engine.has(&engine.event("ConfigChange")));
}

#[tokio::test]
async fn a_guard_that_fails_blocks() {
    let world = World::new();
    let settings = json!({"hooks": {"ConfigChange": [{"hooks": [
        {"command": "exit 7", "onFailure": "block"}]}]}});
    world.write(USER, &settings.to_string());
    let engine = engine(&world);
    world.write(PROJECT, &saying(&["new"]));
    assert_eq!(
        fates(&reload(&engine).await),
        [("settings.json".into(), "blocked")]
    );
    assert!(said(&engine).await.is_empty());
}

#[tokio::test]
async fn a_refused_skill_becomes_active_as_it_was() {
    let world = World::new();
    let skill = |word: &str| {
        let hooks = saying(&[word]);
        let hooks: serde_json::Value = serde_json::from_str(&hooks).unwrap();
        format!("---\nname: s\nhooks: {}\n---\n", hooks["hooks"])
    };
    let (old, new) = (
        "home/.claude/skills/s/SKILL.md",
        "home/.claude/skills/n/SKILL.md",
    );
    world.write(old, &skill("old"));
    let asked = ReloadQuestions::default();
    let engine = builder(&world)
        .function(guard(&asked, |_| Some(Answer::block("no"))))
        .build()
        .unwrap();
    world.write(old, &skill("changed"));
    world.write(new, &skill("added"));
    let expected = ("SKILL.md".to_owned(), "blocked");
    assert_eq!(fates(&reload(&engine).await), [expected.clone(), expected]);
    assert_eq!(engine.skills().len(), 1);
    let session = engine.session("s");
    session.activate(Scope::Skill, &world.path(old)).unwrap();
    assert_eq!(said(&engine).await, ["old"]);
    assert!(session.activate(Scope::Skill, &world.path(new)).is_err());
    // A skill that goes away stays, too.
    std::fs::remove_dir_all(world.path("home/.claude/skills")).unwrap();
    reload(&engine).await;
    assert_eq!(engine.skills().len(), 1);
}

#[tokio::test]
async fn a_hook_that_reloads_while_it_is_asked_does_not_wait_for_itself() {
    let world = World::new();
    let cell: std::sync::Arc<std::sync::OnceLock<snaphook::Engine>> = Default::default();
    let inside = std::sync::Arc::clone(&cell);
    let engine = builder(&world)
        .function(FunctionHook::new("ConfigChange", "eager", move |_| {
            let engine = inside.get().unwrap().clone();
            async move {
                let problem = engine.reload().await.problem;
                Answer::block(problem.unwrap_or_default())
            }
        }))
        .build()
        .unwrap();
    cell.set(engine.clone()).unwrap();
    world.write(USER, "{}");
    let reloaded = reload(&engine).await;
    assert!(
        matches!(&reloaded.files[0].fate, ReloadFate::Blocked { reason, .. } if reason.contains("ConfigChange")),
        "{:?}",
        reloaded.files
    );
}

#[tokio::test]
async fn what_is_told_can_be_sent() {
    let world = World::new();
    let engine = engine(&world);
    world.write(USER, &saying(&["user"]));
    let reloaded = reload(&engine).await;
    assert_eq!(names(&reloaded.added), ["user"]);
    let sent = serde_json::to_value(&reloaded).unwrap();
    assert_eq!(sent["swapped"], true);
    assert_eq!(sent["files"][0]["fate"], "taken");
    assert_eq!(sent["files"][0]["change"], "added");
    assert_eq!(sent["added"][0]["event"], "Notification");
    assert_eq!(sent["added"][0]["scope"], "user");
}
