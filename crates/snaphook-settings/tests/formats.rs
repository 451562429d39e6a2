//! The same settings in JSON and in YAML: the same hooks, the same findings,
//! at the same values.
#![cfg(test)]

mod kinds;

use std::path::Path;

use kinds::{kinds, loading};

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use snaphook_core::hook::Scope;
use snaphook_settings::node::Node;
use snaphook_settings::{
    Files, Finding, FoundPath, LintContext, Setting, Settings, SourceText, lint, parse,
};

/// No file is there, as far as the lints know.
struct Nowhere;

impl Files for Nowhere {
    fn look(&self, _: &Path) -> FoundPath {
        FoundPath::Missing
    }
}

/// What a file says, as one can compare it, and everything found in it.
fn read(name: &str, text: &str) -> (Vec<String>, Vec<Finding>) {
    let settings = parse(name.as_ref(), text, Scope::Project, &mut loading());
    let settings = settings.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let context = LintContext {
        conditions: None,
        kinds: &kinds(),
        runnable: &["command"],
        project_dir: Path::new("/p"),
        home: None,
        files: &Nowhere,
        is_set: None,
    };
    let mut findings = settings.findings.clone();
    findings.extend(lint([&settings], &context));
    (said(&settings), findings)
}

fn value<T>(setting: &Setting<T>) -> &T {
    &setting.value
}

fn said(settings: &Settings) -> Vec<String> {
    let hooks = settings.hooks.iter().map(|hook| {
        let mut hook = hook.clone();
        hook.source.file = None;
        hook.source.line = None;
        format!("{hook:?}")
    });
    let switches = format!(
        "{:?} {:?} {:?} {:?}",
        settings.switches.disable_all_hooks.as_ref().map(value),
        settings.switches.stop_hook_block_cap.as_ref().map(value),
        settings
            .switches
            .disabled_hooks
            .iter()
            .map(value)
            .collect::<Vec<_>>(),
        settings.status_line.as_ref().map(|line| &line.command),
    );
    hooks.chain([switches]).collect()
}

/// A finding without its place, which one message names too.
fn placeless(finding: &Finding) -> (&str, Option<&str>) {
    match finding.code {
        "duplicate" => ("duplicate", None),
        code => (code, Some(&finding.message)),
    }
}

/// Where a finding in JSON points at a whole value, the one in YAML points at
/// the same value.
fn point_at_the_same(json: (&str, &Finding), yaml: (&str, &Finding)) {
    let Ok(wanted) = Node::parse_json(&json.0[json.1.location.span.clone()]) else {
        // A word inside of a value, or a place between two.
        return;
    };
    // The lines of a block are indented as its first one.
    let place = &yaml.1.location;
    let margin = " ".repeat(place.column - 1);
    let shown = format!("{margin}{}", &yaml.0[place.span.clone()]);
    let found = Node::parse_yaml(&shown).map(|node| node.to_value());
    assert_eq!(found, Ok(wanted.to_value()), "{}", yaml.0);
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(vec![
            "", "*", "Bash", "bash", "Edit|Write", "(", "Bash(git *)", "command", "comand", "http",
            "block", "continue", "deny", "true", "null", "~", "5", "0x1f", "1e3", "- x", "a: b",
            "#c", "x #c", "./run.sh --fast", "sh ./gone.sh", "echo 'a' \"b\" \\", "é ü 😀",
            "a\nb\n", "a\n\n  b", " lead", "trail ", "two\n", "\n", "'", "\"", "[x]", "{x}", "|",
            ">", "%x", "@x", "&x", "!x", "?", "-", "---", "...", "<<", "a\tb", "\u{1}", "\u{85}",
        ]).prop_map(str::to_owned),
        1 => "[ -~éü\n]{0,12}",
    ]
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => text().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => (-3_i64..100_000).prop_map(Value::from),
        1 => prop::sample::select(vec![0.5, 2.25, 1e300]).prop_map(Value::from),
        1 => Just(Value::Null),
        1 => vec(text().prop_map(Value::from), 0..3).prop_map(Value::from),
        1 => Just(json!({})),
        1 => Just(json!({"A": "b", "1": 2, "true": [[], {}]})),
    ]
}

fn object(
    keys: &'static [&'static str],
    values: impl Strategy<Value = Value>,
    most: usize,
) -> impl Strategy<Value = Value> {
    vec((prop::sample::select(keys), values), 0..=most).prop_map(|members| {
        let members = members.into_iter();
        Value::Object(
            members
                .map(|(key, value)| (key.to_owned(), value))
                .collect::<Map<_, _>>(),
        )
    })
}

/// Settings, more or less.
fn document() -> impl Strategy<Value = Value> {
    const HANDLER: &[&str] = &[
        "type",
        "command",
        "command",
        "command",
        "args",
        "timeout",
        "if",
        "onFailure",
        "name",
        "env",
        "enabled",
        "shell",
        "url",
        "async",
        "timeuot",
        "x y",
    ];
    const EVENTS: &[&str] = &[
        "PreToolUse",
        "PostToolUse",
        "Stop",
        "SessionStart",
        "PreTolUse",
        "Mine",
        "1",
    ];
    const TOP: &[&str] = &[
        "disableAllHooks",
        "disabledHooks",
        "stopHookBlockCap",
        "statusLine",
        "Stop",
        "other",
    ];
    let handlers = vec(
        prop_oneof![6 => object(HANDLER, leaf(), 5), 1 => leaf()],
        0..3,
    );
    let group = (
        prop::option::of(leaf()),
        prop::option::of(leaf()),
        prop_oneof![6 => handlers.prop_map(Value::from), 1 => leaf()],
    )
        .prop_map(|(matcher, sequential, hooks)| {
            let mut group = json!({ "hooks": hooks });
            if let Some(matcher) = matcher {
                group["matcher"] = matcher;
            }
            if let Some(sequential) = sequential {
                group["sequential"] = sequential;
            }
            group
        });
    let groups = prop_oneof![8 => vec(group, 0..3).prop_map(Value::from), 1 => leaf()];
    (object(EVENTS, groups, 3), object(TOP, leaf(), 2)).prop_map(|(hooks, mut top)| {
        top["hooks"] = hooks;
        top
    })
}

/// Writes YAML in block style; which of the ways to write a string is taken
/// from `dice`.
struct Writer<'a> {
    dice: std::iter::Cycle<std::slice::Iter<'a, u8>>,
    text: String,
}

impl Writer<'_> {
    fn document(value: &Value, dice: &[u8]) -> String {
        let mut writer = Writer {
            dice: dice.iter().cycle(),
            text: "# ünten\n".to_owned(),
        };
        writer.block(value, 0);
        writer.text
    }

    fn roll(&mut self) -> u8 {
        self.dice.next().copied().unwrap_or_default()
    }

    /// A value on lines of its own, or one that fits behind a key.
    fn value(&mut self, value: &Value, indent: usize) {
        match value {
            Value::Array(items) if !items.is_empty() => {
                // A list may stand below its key without being indented.
                let indent = indent - usize::from(self.roll() % 2) * 2;
                self.text.push('\n');
                self.block(value, indent);
            }
            Value::Object(members) if !members.is_empty() => {
                self.text.push_str(" # c\n");
                self.block(value, indent);
            }
            other => {
                self.text.push(' ');
                self.inline(other, indent);
                self.text.push('\n');
            }
        }
    }

    fn block(&mut self, value: &Value, indent: usize) {
        let margin = " ".repeat(indent);
        match value {
            Value::Array(items) if !items.is_empty() => {
                for item in items {
                    self.text.push_str(&margin);
                    self.text.push('-');
                    self.item(item, indent + 2);
                }
            }
            Value::Object(members) if !members.is_empty() => {
                for (key, value) in members {
                    self.text.push_str(&margin);
                    self.string(key, None);
                    self.text.push(':');
                    self.value(value, indent + 2);
                }
            }
            other => {
                self.inline(other, indent);
                self.text.push('\n');
            }
        }
    }

    /// What stands behind a `-`: mappings and lists begin on its line.
    fn item(&mut self, item: &Value, indent: usize) {
        let start = self.text.len();
        self.block(item, indent);
        let written = self.text.split_off(start);
        self.text.push(' ');
        let nested = matches!(item, Value::Array(_) | Value::Object(_));
        let cut = if nested { written.len().min(indent) } else { 0 };
        let empty = matches!(written.trim_end(), "[]" | "{}");
        self.text
            .push_str(if empty { &written } else { &written[cut..] });
    }

    fn inline(&mut self, value: &Value, indent: usize) {
        match value {
            Value::String(text) => self.string(text, Some(indent)),
            other => self.text.push_str(&other.to_string()),
        }
    }

    /// A string, in one of the ways that can say it; `indent` where it may
    /// take several lines.
    fn string(&mut self, text: &str, indent: Option<usize>) {
        let printable = |c: char| matches!(c, ' '..='~' | 'ü' | 'é' | '😀');
        let one_line = text.chars().all(printable);
        let plain = one_line
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && !text.ends_with(' ')
            && !text.contains([':', '#'])
            && !matches!(text, "true" | "null");
        let block = !text.starts_with([' ', '\n'])
            && !text.is_empty()
            && !text.ends_with("\n\n")
            && text.chars().all(|c| c == '\n' || printable(c));
        let written = match (self.roll() % 4, indent) {
            (0, _) if plain => text.to_owned(),
            (1, _) if one_line => format!("'{}'", text.replace('\'', "''")),
            (2, Some(indent)) if block => {
                let header = if text.ends_with('\n') { "|" } else { "|-" };
                let margin = " ".repeat(indent + 1);
                let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
                lines.fold(header.to_owned(), |all, line| {
                    format!("{all}\n{margin}{line}")
                })
            }
            _ => json!(text).to_string(),
        };
        self.text.push_str(&written);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_and_yaml_say_the_same(value in document(), dice in vec(any::<u8>(), 1..40)) {
        let plain = value.to_string();
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        let block = Writer::document(&value, &dice);
        let (hooks, findings) = read("s.json", &plain);
        for yaml in [&plain, &pretty, &block] {
            let (yaml_hooks, yaml_findings) = read("s.yaml", yaml);
            prop_assert_eq!(&yaml_hooks, &hooks, "{}", yaml);
            let codes: Vec<_> = yaml_findings.iter().map(placeless).collect();
            let wanted: Vec<_> = findings.iter().map(placeless).collect();
            prop_assert_eq!(codes, wanted, "{}", yaml);
            for (there, here) in findings.iter().zip(&yaml_findings) {
                point_at_the_same((&plain, there), (yaml, here));
            }
        }
    }

    /// The part of a string that is pointed at says what the part says.
    #[test]
    fn parts_of_strings_are_found_however_they_are_written(
        value in text(), dice in vec(any::<u8>(), 1..4), cut in any::<(prop::sample::Index, prop::sample::Index)>()
    ) {
        let text = Writer::document(&json!({ "ä": &value }), &dice);
        let node = Node::parse_yaml(&text).unwrap();
        let string = &node.members().unwrap()[0].value;
        prop_assert_eq!(string.text(), Some(value.as_str()), "{}", text);
        let places: Vec<_> = value.char_indices().map(|(at, _)| at).chain([value.len()]).collect();
        let (one, other) = (*cut.0.get(&places), *cut.1.get(&places));
        let (start, mut end) = (one.min(other), one.max(other));
        let style = text[string.span.start..].chars().next();
        if style == Some('|') {
            // Between the lines of a block there is more than a line break.
            prop_assume!(start < value.len());
            end = value[start..].find('\n').map_or(end, |line| end.min(start + line));
        }
        let source = SourceText::new(Path::new("s.yaml").into(), &text);
        let shown = &text[source.inside(&string.span, start..end)];
        let said = match style {
            Some('\'') => shown.replace("''", "'"),
            Some('"') => {
                let string = Node::parse_json(&format!("\"{shown}\"")).unwrap();
                string.text().unwrap().to_owned()
            }
            _ => shown.to_owned(),
        };
        prop_assert_eq!(said, &value[start..end], "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[ \t\r\n\0a-c:\\-?\\[\\]{},&*!|>'\"%@#<~.0-9é\u{feff}\u{85}]{0,60}") {
        let _ = Node::parse_yaml(&text);
        let settings = parse("s.yml".as_ref(), &text, Scope::Project, &mut loading());
        if let Ok(settings) = settings {
            for finding in settings.findings {
                prop_assert!(text.get(finding.location.span).is_some());
            }
        }
        let framed = format!("---\nhooks: &a\n{text}\n---\n");
        let _ = snaphook_settings::front_matter(&framed);
    }
}
