//! `snaphook schema`.

use std::path::{Path, PathBuf};

use crate::common::{Folder, Ran};

fn checked_in() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas")
}

fn schema(args: &[&str]) -> Ran {
    let args: Vec<_> = ["schema"].iter().chain(args).copied().collect();
    Folder::new().snaphook(&args, "")
}

#[test]
fn each_schema_is_printed_as_it_is_checked_in() {
    for (args, file) in [
        (&["--settings"][..], "settings.schema.json"),
        (&["--outcome"], "outcome.schema.json"),
        (&["--serve"], "serve.schema.json"),
        (&["--input", "PreToolUse"], "input/PreToolUse.schema.json"),
        (&["--output", "Stop"], "output/Stop.schema.json"),
    ] {
        let ran = schema(args);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
        let written = std::fs::read_to_string(checked_in().join(file)).unwrap();
        assert!(ran.stdout == written, "{args:?} differs from {file}");
    }
}

#[test]
fn all_of_them_are_written_into_a_folder() {
    let folder = Folder::new();
    let ran = folder.snaphook(&["schema", "--all", "new/schemas"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.stdout, "wrote 82 schemas into new/schemas\n");
    for part in ["", "input", "output"] {
        let names = |folder: PathBuf| {
            let entries = std::fs::read_dir(folder.join(part)).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let written = names(folder.path().join("new/schemas"));
        assert_eq!(written, names(checked_in()));
        assert!(written.len() >= 4);
    }

    folder.write("file", "");
    let ran = folder.snaphook(&["schema", "--all", "file"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("failed to write"), "{ran:?}");
    assert!(ran.stderr.contains("help: name a folder"), "{ran:?}");
}

#[test]
fn an_unknown_event_says_which_was_meant() {
    let ran = schema(&["--input", "pre_tool_use"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(
        ran.stderr.contains("unknown event `pre_tool_use`"),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("did you mean `PreToolUse`?"), "{ran:?}");

    let ran = schema(&["--output", "Deploy"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("use one of SessionStart, Setup"),
        "{ran:?}"
    );
}

#[test]
fn exactly_one_schema_is_asked_for() {
    assert_eq!(schema(&[]).code, 1);
    let ran = schema(&["--settings", "--outcome"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("cannot be used with"), "{ran:?}");
    let help = schema(&["--help"]).stdout;
    assert!(help.contains("Other dialects have no schema"), "{help}");
}

#[test]
fn settings_that_name_their_schema_are_fine() {
    let folder = Folder::with(
        ".snaphook/settings.json",
        r#"{ "$schema": "settings.schema.json",
             "hooks": { "Stop": [ { "hooks": [ { "command": "true" } ] } ] } }"#,
    );
    let printed = folder.snaphook(&["schema", "--settings"], "").stdout;
    folder.write(".snaphook/settings.schema.json", &printed);
    let ran = folder.snaphook(&["check", "--deny-warnings", "--json", "."], "");
    assert_eq!(
        (ran.code, ran.json()),
        (0, serde_json::json!([])),
        "{ran:?}"
    );
}
