//! What the agent's tools bring, and what they do not.

use std::fs;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::agent::{project, work};
use crate::common::{agent, entry};
use crate::formats::Format;

const FORMAT: Format = Format::OpenAi;

/// What calls bring, one turn each.
async fn bring(dir: &TempDir, input: Value, calls: &[(&str, Value)]) -> Vec<(bool, String)> {
    let turns = calls
        .iter()
        .map(|call| FORMAT.calls(std::slice::from_ref(call)));
    let replies: Vec<_> = turns.chain([FORMAT.verdict(json!({"ok": true}))]).collect();
    let (outcome, server) = work(FORMAT, agent(json!({})), dir, input, replies).await;
    assert_eq!(entry(&outcome).0, "success");
    FORMAT.results(server.seen().last().unwrap())
}

#[tokio::test]
async fn files_are_found_by_path_and_by_text() {
    let dir = project();
    let inside = |path: &str| dir.path().join("project").join(path);
    fs::create_dir_all(inside(".git")).unwrap();
    fs::write(inside(".git/run.rs"), "run").unwrap();
    fs::write(inside("src/run.rs"), "pub fn run() {}\n").unwrap();
    fs::write(inside("src/data.bin"), b"run\0run").unwrap();
    let brought = bring(
        &dir,
        json!({}),
        &[
            ("find_files", json!({"glob": "*.rs"})),
            ("find_files", json!({"glob": "src/*.rs", "path": "."})),
            ("find_files", json!({"glob": "*.rs", "path": "src"})),
            ("find_files", json!({"glob": "*.py"})),
            ("search_text", json!({"regex": r"\brun\(\)"})),
            (
                "search_text",
                json!({"regex": "(?i)ALL tests", "glob": "*.md"}),
            ),
            (
                "search_text",
                json!({"regex": "main", "path": "src/main.rs"}),
            ),
            ("search_text", json!({"regex": "the secret"})),
        ],
    )
    .await;
    let texts: Vec<_> = brought.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "src/main.rs\nsrc/run.rs\n",
            "src/main.rs\nsrc/run.rs\n",
            "src/main.rs\nsrc/run.rs\n",
            "(no file matches)\n",
            "src/main.rs:2:     run();\nsrc/run.rs:1: pub fn run() {}\n",
            "README.md:1: All tests pass.\n",
            "src/main.rs:1: fn main() {\n",
            "(no line matches)\n",
        ]
    );
    assert!(brought.iter().all(|(failed, _)| !failed));
}

#[tokio::test]
async fn what_cannot_be_read_is_told_and_keeps_nobody_waiting() {
    let dir = project();
    let inside = |path: &str| dir.path().join("project").join(path);
    fs::write(inside("data.bin"), b"\x7fELF\0\0").unwrap();
    mknodat(CWD, inside("pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let brought = bring(
        &dir,
        json!({}),
        &[
            ("read_file", json!({"path": "data.bin"})),
            ("read_file", json!({"path": "pipe"})),
            ("read_file", json!({"path": "src"})),
            ("read_file", json!({"path": "gone/away.txt"})),
            ("read_file", json!({"file": "README.md"})),
            ("read_file", json!("README.md")),
            ("list_files", json!({"path": "/"})),
            ("find_files", json!({"glob": "*", "path": "root"})),
            ("find_files", json!({"glob": "[", "path": "."})),
            ("search_text", json!({"regex": "(", "path": "."})),
            ("search_text", json!({"regex": "x", "path": "../"})),
            ("read_transcript", json!({})),
            ("write_file", json!({"path": "README.md"})),
        ],
    )
    .await;
    for ((failed, why), expected) in brought.iter().zip([
        "`data.bin` is a binary file",
        "`pipe` is not a regular file",
        "`src` is a folder",
        "`gone/away.txt` does not exist",
        "missing field `path`",
        "`read_file` was called wrongly",
        "`/` is outside",
        "`root` is outside",
        "unclosed character class",
        "regex parse error",
        "`../` is outside",
        "the session has no transcript",
        "unknown tool `write_file`",
    ]) {
        assert!(*failed, "{why}");
        assert!(why.contains(expected), "{why} / {expected}");
    }
    assert_eq!(brought.len(), 13);
}

#[tokio::test]
async fn further_folders_may_be_named_in_the_input() {
    let dir = project();
    let more = dir.path().join("more");
    fs::create_dir(&more).unwrap();
    fs::write(more.join("note.txt"), "hello").unwrap();
    let note = more.join("note.txt");
    let call = ("read_file", json!({"path": note}));
    let brought = bring(
        &dir,
        json!({"additional_directories": [more, "relative"]}),
        std::slice::from_ref(&call),
    )
    .await;
    assert_eq!(brought, [(false, "1\thello\n".to_owned())]);
    let brought = bring(&dir, json!({}), &[call]).await;
    assert!(brought[0].0);
}

#[tokio::test]
async fn the_transcript_is_read_from_its_end() {
    let dir = project();
    let transcript = dir.path().join("transcript.jsonl");
    let lines: Vec<String> = (0..5000).map(|n| format!(r#"{{"turn": {n}}}"#)).collect();
    fs::write(&transcript, lines.join("\n") + "\n").unwrap();
    let of_agent = dir.path().join("agent.jsonl");
    fs::write(&of_agent, "{}\n").unwrap();
    let calls = [
        ("read_transcript", json!({"lines": 2})),
        ("read_transcript", json!({})),
    ];
    let brought = bring(&dir, json!({"transcript_path": transcript}), &calls).await;
    assert_eq!(
        brought[0].1,
        "{\"turn\": 4998}\n{\"turn\": 4999}\n(there is more before this)\n"
    );
    let (_, all) = &brought[1];
    assert!(all.starts_with("{\"turn\": "), "{all}");
    assert!(
        all.contains("{\"turn\": 4999}\n(there is more before this)"),
        "{all}"
    );
    assert!((29_000..=30_000).contains(&all.len()), "{}", all.len());

    let input = json!({"transcript_path": transcript, "agent_transcript_path": of_agent});
    let brought = bring(&dir, input, &calls[1..]).await;
    assert_eq!(brought, [(false, "{}\n".to_owned())]);
}

#[tokio::test]
async fn what_calls_bring_is_limited_each_and_together() {
    let dir = project();
    let long = "x".repeat(5000);
    let large: String = (0..2000).map(|n| format!("{n} {long}\n")).collect();
    fs::write(dir.path().join("project/large.txt"), large).unwrap();
    let call = ("read_file", json!({"path": "large.txt"}));
    let brought = bring(&dir, json!({}), &vec![call; 20]).await;
    let (failed, first) = &brought[0];
    assert!(!failed);
    assert!(first.len() <= 30_000, "{}", first.len());
    assert!(
        first.ends_with("(there is more: read on with offset 15)\n"),
        "{}",
        &first[29_000..]
    );
    assert!(first.lines().all(|line| line.len() < 2100));
    let (failed, last) = &brought[19];
    assert!(*failed);
    assert!(last.contains("call `verdict`"), "{last}");
    let together: usize = brought.iter().map(|(_, text)| text.len()).sum();
    assert!(together < 510_000, "{together}");
}
