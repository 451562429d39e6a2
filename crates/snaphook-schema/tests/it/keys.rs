//! Every key of the list, with every kind of value: the reader and the schema say
//! the same, so the list says what the reader does.

use std::sync::Arc;

use serde_json::{Value, json};
use snaphook_core::event::{CUSTOM, EVENTS};
use snaphook_core::hook::HandlerDef;
use snaphook_core::kind::{
    FieldError, FieldValues, Key, KindName, KindNeeds, KindSpec, UncheckedDef, ValueType,
};
use snaphook_settings::keys::{
    APPROVALS, APPROVER, AUDIT_LOG, COMMON, GROUP, NOTIFIERS, OWN, top_level,
};

use crate::common::{SETTINGS, validator};
use crate::reader::{agree, errors, samples};

fn on(event: &str, group: Value) -> Value {
    json!({"hooks": {event: [group]}})
}

fn hook(hook: Value) -> Value {
    on("PreToolUse", json!({"hooks": [hook]}))
}

/// A hook of this kind: its example.
fn least(kind: &str) -> Value {
    let kinds = snaphook::kinds();
    let kind = kinds.get(kind).unwrap();
    serde_json::from_str(kind.example()).unwrap()
}

fn with(mut object: Value, key: &str, value: Value) -> Value {
    object[key] = value;
    object
}

/// Every sample, and the words that the key knows.
fn values(key: &Key) -> Vec<Value> {
    let mut values = samples();
    if let ValueType::Word(words) = key.holds {
        values.extend(words.iter().map(|word| json!(word)));
    }
    values
}

#[test]
fn the_schema_has_every_key_and_event_and_no_others() {
    let schema = snaphook_schema::settings(&snaphook::kinds());
    let names = |place: &str| -> Vec<String> {
        let properties = schema.pointer(place).unwrap().as_object().unwrap();
        properties.keys().cloned().collect()
    };
    let of = |keys: &[Key]| -> Vec<String> { keys.iter().map(|key| key.name.into()).collect() };
    let top: Vec<_> = top_level(&snaphook::kinds())
        .map(|key| key.name.to_owned())
        .collect();
    assert_eq!(names("/properties"), top);
    let events: Vec<_> = EVENTS.iter().map(|spec| spec.name.to_owned()).collect();
    assert_eq!(names("/properties/hooks/properties"), events);
    assert_eq!(names("/$defs/group/properties"), of(GROUP));
    assert_eq!(names("/$defs/hook/properties"), of(&COMMON[1..]));
    assert_eq!(COMMON[0].name, "type");
    for kind in snaphook::kinds().iter() {
        let place = format!("/$defs/{}/properties", kind.name());
        assert_eq!(names(&place), of(kind.keys()));
    }
}

/// A kind as a host brings one.
#[derive(Debug)]
struct Ssh;

impl KindSpec for Ssh {
    fn name(&self) -> KindName {
        KindName::new("ssh")
    }

    fn about(&self) -> &'static str {
        "Runs a command elsewhere."
    }

    fn keys(&self) -> &'static [Key] {
        const KEYS: &[Key] =
            &[Key::new("host", ValueType::NonEmptyString, "Where it runs.").needed()];
        KEYS
    }

    fn needs(&self) -> KindNeeds {
        KindNeeds::NETWORK
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(UncheckedDef {
            kind: self.name(),
            fields: fields.clone().into_map(),
        }))
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "ssh", "host": "build" }"#
    }
}

#[test]
fn the_kind_of_a_host_is_in_the_schema_for_it() {
    let kinds = snaphook::kinds().with([Arc::new(Ssh) as Arc<dyn KindSpec>]);
    let schema = validator(&snaphook_schema::settings(&kinds));
    let ssh = |host: Value| json!({"type": "ssh", "host": host});
    assert!(schema.is_valid(&hook(ssh(json!("build")))));
    assert!(!schema.is_valid(&hook(ssh(json!(7)))));
    assert!(!schema.is_valid(&hook(json!({"type": "ssh"}))));
    // It needs what this event does not have.
    let start = on("SessionStart", json!({"hooks": [ssh(json!("build"))]}));
    assert!(!schema.is_valid(&start));
    assert!(!SETTINGS.is_valid(&hook(ssh(json!("build")))));
}

#[test]
fn keys_of_hooks_hold_what_the_list_says() {
    let kinds = snaphook::kinds();
    for kind in kinds.iter() {
        let own = kind.keys();
        let kind = kind.name();
        let kind = kind.as_str();
        assert_eq!(errors(&hook(least(kind))), Vec::<&str>::new());
        for key in COMMON.iter().chain(own) {
            for value in values(key) {
                agree(&hook(with(least(kind), key.name, value)));
            }
            if key.needed {
                let mut hook_without = least(kind);
                hook_without.as_object_mut().unwrap().remove(key.name);
                agree(&hook(hook_without));
            }
        }
        // A key of another type is only unknown.
        for key in kinds.iter().flat_map(|kind| kind.keys()) {
            if own.iter().all(|known| known.name != key.name) {
                agree(&hook(with(least(kind), key.name, json!([7]))));
            }
        }
    }
}

#[test]
fn keys_of_groups_and_files_hold_what_the_list_says() {
    for value in samples() {
        agree(&on("Stop", value.clone()));
        agree(&json!({"hooks": {"Stop": value.clone()}}));
        agree(&json!({"hooks": {"Deploy": value.clone()}}));
        agree(&hook(value.clone()));
        agree(&json!({"another": value.clone(), "Deploy": value}));
    }
    for key in GROUP {
        for value in values(key) {
            let group = json!({"hooks": [least("command")]});
            agree(&on("Stop", with(group, key.name, value)));
        }
    }
    for key in OWN {
        for value in values(key) {
            agree(&json!({ key.name: value }));
        }
    }
    for key in AUDIT_LOG {
        for value in values(key) {
            agree(&json!({"auditLog": {key.name: value}}));
        }
    }
    for key in APPROVALS {
        for value in values(key) {
            agree(&json!({"approvals": {key.name: value}}));
        }
    }
    for key in APPROVER {
        for value in values(key) {
            let approver = with(json!({"who": ["page"]}), key.name, value);
            agree(&json!({"approvers": [approver]}));
        }
    }
    for kind in NOTIFIERS {
        let least = json!({"type": kind.name, "url": "https://a.example", "secret": "env:KEY"});
        for key in kind.keys {
            for value in values(key) {
                let notifier = with(least.clone(), key.name, value);
                agree(&json!({"approvals": {"notify": [notifier]}}));
            }
        }
    }
}

#[test]
fn an_event_takes_the_types_that_its_row_says() {
    let mut refused = 0;
    for spec in EVENTS.iter().chain([&CUSTOM]) {
        let name = if spec.name.is_empty() {
            "Deploy"
        } else {
            spec.name
        };
        for kind in snaphook::kinds().iter() {
            let settings = on(name, json!({"hooks": [least(kind.name().as_str())]}));
            agree(&settings);
            refused += usize::from(!SETTINGS.is_valid(&settings));
        }
        // Hooks that stand outside of `hooks`.
        agree(&json!({ name: [{"hooks": [least("command")]}] }));
    }
    assert!(refused > 30, "only {refused} were refused");
}

#[test]
fn every_default_and_example_fits_its_key() {
    let schema = snaphook_schema::settings(&snaphook::kinds());
    let definitions = &schema["$defs"];
    let mut seen = 0;
    let mut check = |property: &Value| {
        let mut alone = property.clone();
        alone["$defs"] = definitions.clone();
        let validator = crate::common::validator(&alone);
        let examples = property["examples"].as_array().into_iter().flatten();
        for value in examples.chain(property.get("default")) {
            assert!(validator.is_valid(value), "{value} in {property:#}");
            seen += 1;
        }
    };
    each_property(&schema, &mut check);
    assert!(seen > 40, "only {seen} were found");
}

#[test]
fn everything_is_described() {
    let mut check = |property: &Value| {
        let text = property["description"].as_str();
        let is_told_by_event = property == &json!({"type": ["string", "null"]})
            || property == &json!({"type": "array"});
        assert!(
            text.is_some_and(|text| text.len() > 3) || is_told_by_event,
            "{property}"
        );
    };
    each_property(&snaphook_schema::settings(&snaphook::kinds()), &mut check);
}

/// Every property that has a schema of its own, at any depth.
fn each_property(schema: &Value, look: &mut dyn FnMut(&Value)) {
    for (key, value) in schema.as_object().into_iter().flatten() {
        match (key.as_str(), value) {
            ("if" | "examples" | "default", _) => {}
            ("properties", Value::Object(properties)) => {
                for property in properties.values() {
                    look(property);
                    each_property(property, look);
                }
            }
            ("$defs", Value::Object(definitions)) => {
                for definition in definitions.values() {
                    each_property(definition, look);
                }
            }
            (_, Value::Array(items)) => {
                for item in items {
                    each_property(item, look);
                }
            }
            _ => each_property(value, look),
        }
    }
}
