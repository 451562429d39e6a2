//! Feeds arbitrary text to the YAML reader, and to the settings loader as YAML.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snaphook_core::hook::Scope;
use snaphook_settings::node::Node;
use snaphook_settings::{LoadContext, SourceText, parse};

fuzz_target!(|text: &str| {
    match Node::parse_yaml(text) {
        Ok(node) => {
            let source = SourceText::new(std::path::Path::new("s.yaml").into(), text);
            assert!(holds(&node, &source) < 1_000_000 + text.len());
        }
        Err(error) => assert!(text.get(error.span).is_some() && !error.message.is_empty()),
    }
    let settings = parse(
        "s.yaml".as_ref(),
        text,
        Scope::Project,
        &mut LoadContext::default().kinds(snaphook::kinds()),
    );
    if let Ok(settings) = settings {
        for finding in &settings.findings {
            assert!(
                settings
                    .source
                    .text()
                    .get(finding.location.span.clone())
                    .is_some()
            );
        }
    }
});

/// Every value and every part of a text lies within the file; how many values
/// there are.
fn holds(node: &Node, source: &SourceText) -> usize {
    let text = source.text();
    assert!(text.get(node.span.clone()).is_some());
    if let Some(value) = node.text() {
        for end in 0..value.len().min(100) {
            assert!(text.get(source.inside(&node.span, 0..end)).is_some());
        }
    }
    let members = node.members().unwrap_or_default();
    for member in members {
        assert!(text.get(member.key_span.clone()).is_some());
    }
    let inside = members.iter().map(|member| &member.value);
    let children = inside.chain(node.items().unwrap_or_default());
    1 + children.map(|child| holds(child, source)).sum::<usize>()
}
