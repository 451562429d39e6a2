//! Feeds arbitrary text to edits of settings: what comes out is JSON still, has
//! every other value, and is left alone by the same edit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use snaphook_core::permission::Behavior;
use snaphook_settings::edit::Edit;
use snaphook_settings::node::Node;

fuzz_target!(|given: (&str, &str, &str, u8)| {
    let (text, one, two, which) = given;
    let words = [one, two];
    let edit = match which % 6 {
        0 => Edit::new().add_rules(Behavior::Allow, words),
        1 => Edit::new().remove_rules(Behavior::Allow, words),
        2 => Edit::new().replace_rules(Behavior::Allow, words),
        3 => Edit::new().disable_hooks(words),
        4 => Edit::new().enable_hooks(words),
        _ => Edit::new().default_mode(one),
    };
    let Ok(applied) = edit.apply("s.json".as_ref(), Some(text)) else {
        return;
    };
    assert_eq!(applied.changed, applied.text != text);
    let again = edit.apply("s.json".as_ref(), Some(&applied.text));
    assert!(again.is_ok_and(|again| !again.changed));
    if applied.changed {
        assert_eq!(others(&applied.text), others(text));
    }
});

/// What no edit here touches; a text without any value is an empty object.
fn others(text: &str) -> Value {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut value = match Node::parse_json(text) {
        Ok(root) => root.to_value(),
        Err(_) => Value::Object(Default::default()),
    };
    if let Some(members) = value.as_object_mut() {
        members.remove("disabledHooks");
        let permissions = members.remove("permissions").unwrap_or_default();
        let mut permissions = permissions.as_object().cloned().unwrap_or_default();
        permissions.remove("allow");
        permissions.remove("defaultMode");
        members.insert("permissions".to_owned(), permissions.into());
    }
    value
}
