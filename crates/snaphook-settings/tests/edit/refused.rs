//! What is not changed, and what is said then.

use snaphook_core::permission::Behavior;
use snaphook_settings::edit::Edit;

fn message(file: &str, text: &str, edit: &Edit) -> String {
    edit.apply(file.as_ref(), Some(text))
        .unwrap_err()
        .to_string()
}

#[test]
fn what_is_not_json_is_refused_with_its_place() {
    let edit = Edit::new().add_rules(Behavior::Allow, ["a"]);
    for (text, said) in [
        ("{\n  \"a\": }", "s.json:2:8: not valid JSON: "),
        ("{'a': 1}", "s.json:1:2: not valid JSON: "),
        ("{} {}", "s.json:1:4: not valid JSON: "),
        ("\u{feff}{", "s.json:1:2: not valid JSON: "),
        (", // x", "s.json:1:1: not valid JSON: "),
        ("[]", "s.json:1:1: settings must be an object"),
        ("null", "s.json:1:1: settings must be an object"),
    ] {
        let message = message("s.json", text, &edit);
        assert!(message.starts_with(said), "{text}: {message}");
        assert!(
            message.ends_with("it was not changed: correct it first"),
            "{message}"
        );
    }
}

#[test]
fn another_type_is_refused_with_its_place() {
    let allow = Edit::new().add_rules(Behavior::Allow, ["a"]);
    let remove = Edit::new().remove_rules(Behavior::Allow, ["a"]);
    let replace = Edit::new().replace_rules(Behavior::Allow, ["a"]);
    let text = "{\n  \"permissions\": {\n    \"allow\": \"a\" } }";
    for edit in [&allow, &remove, &replace] {
        assert_eq!(
            message("s.json", text, edit),
            "s.json:3:14: `permissions.allow` must be a list, not a string; nothing was changed: correct it first"
        );
        assert_eq!(
            message("s.json", "{\"permissions\": [1]}", edit),
            "s.json:1:17: `permissions` must be an object, not a list; nothing was changed: correct it first"
        );
    }
    assert_eq!(
        message(
            "s.json",
            "{\"disabledHooks\": {}}",
            &Edit::new().disable_hooks(["a"])
        ),
        "s.json:1:19: `disabledHooks` must be a list, not an object; nothing was changed: correct it first"
    );
    assert_eq!(
        message(
            "s.json",
            "{\"permissions\": {\"defaultMode\": []}}",
            &Edit::new().default_mode("plan")
        ),
        "s.json:1:33: `permissions.defaultMode` must be a string, not a list; nothing was changed: correct it first"
    );
}

#[test]
fn one_change_that_cannot_be_made_undoes_the_others() {
    let edit = Edit::new()
        .disable_hooks(["a"])
        .add_rules(Behavior::Allow, ["a"]);
    assert!(
        edit.apply("s.json".as_ref(), Some("{\"permissions\": 1}"))
            .is_err()
    );
}

#[test]
fn yaml_is_for_people() {
    for file in ["s.yaml", "s.YML"] {
        let message = message(file, "a: 1", &Edit::new().disable_hooks(["a"]));
        assert!(message.contains("make the change by hand"), "{message}");
    }
}
