//! Whole files: those that cannot be used, their formats, and what YAML shares.

use snaphook_core::hook::Scope;
use snaphook_settings::{load, parse};

use super::found;
use super::kinds::loading;

#[test]
fn whole_files_that_cannot_be_used_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let load = |path: &std::path::Path| {
        load(path, Scope::User, &mut loading())
            .unwrap_err()
            .to_string()
    };
    assert!(load(&folder.path().join("none.json")).contains("no such file"));
    assert!(load(folder.path()).contains("this is a folder, not a settings file"));
    let file = folder.path().join("latin1.json");
    std::fs::write(&file, b"{\n\"a\": \"\xe9\"}").unwrap();
    assert!(load(&file).contains("latin1.json:2:7: not valid JSON: it is not UTF-8 text"));
    std::fs::write(&file, "{\"a\": 1 \"b\"}").unwrap();
    assert!(load(&file).contains("latin1.json:1:"));
    std::fs::write(&file, "3").unwrap();
    assert!(load(&file).contains("settings must be an object"));
}

#[test]
fn the_extension_says_the_format() {
    let yaml = "hooks:\n  Stop:\n    - hooks: [{command: x}]\n";
    let read = |name: &str, text: &str| {
        let read = parse(name.as_ref(), text, Scope::Project, &mut loading());
        read.map(|settings| settings.hooks.len())
            .map_err(|error| error.to_string())
    };
    for name in ["s.yaml", "s.yml", "S.YAML"] {
        assert_eq!(read(name, yaml), Ok(1), "{name}");
        assert_eq!(read(name, &format!("\u{feff}{yaml}")), Ok(1), "{name}");
    }
    for name in ["s.json", "s", "yaml", "s.yaml.bak"] {
        let error = read(name, yaml).unwrap_err();
        assert!(error.contains(":1:1: not valid JSON: "), "{error}");
    }
    assert_eq!(
        read("s.yaml", "hooks: [").unwrap_err(),
        "s.yaml:1:8: not valid YAML: unclosed bracket '['"
    );
    assert_eq!(
        read("s.yaml", "").unwrap_err(),
        "s.yaml:1:1: not valid YAML: the file is empty"
    );
    assert_eq!(
        read("s.yaml", "# é\n- a\n").unwrap_err(),
        "s.yaml:2:1: settings must be a mapping with a key `hooks`, but this is a list"
    );
}

#[test]
fn groups_can_be_shared_by_aliases_and_merge_keys() {
    let text = "x-quick: &quick {timeout: 5, onFailure: block}
hooks:
  PreToolUse:
    - &group
      matcher: Bash
      hooks:
        - {<<: *quick, command: ./a.sh}
  PostToolUse: [*group]
";
    let settings = parse("s.yaml".as_ref(), text, Scope::Project, &mut loading());
    let settings = settings.unwrap();
    assert_eq!(found(&settings), Vec::<String>::new());
    let [before, after] = &settings.hooks[..] else {
        panic!("{:?}", settings.hooks);
    };
    for hook in [before, after] {
        assert!(hook.is_guard());
        assert_eq!(hook.timeout.unwrap().as_secs(), 5);
        assert_eq!(hook.source.line, Some(7));
    }
    assert_eq!(after.event.as_str(), "PostToolUse");
}
