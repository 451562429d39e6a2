//! The values of a Kubernetes `Secret`, written as YAML: their names say nothing.

use std::ops::Range;

/// Members of a `Secret` that hold its values.
pub(super) const HELD_IN: [&str; 2] = ["data", "stringData"];

/// Takes them out; how many there were.
pub(super) fn take_out_of_manifests(text: &mut String) -> usize {
    if !text.contains("kind: Secret") {
        return 0;
    }
    // As JSON has it.
    if !text.contains('\n') && text.contains("\\n") {
        let mut lines = text.replace("\\n", "\n");
        let found = in_lines(&mut lines);
        *text = lines.replace('\n', "\\n");
        return found;
    }
    in_lines(text)
}

fn in_lines(text: &mut String) -> usize {
    let mut found = Vec::new();
    let mut from = 0;
    for document in text.split_inclusive("\n---") {
        if document
            .lines()
            .any(|line| line.trim_end().ends_with("kind: Secret"))
        {
            values(document, from, &mut found);
        }
        from += document.len();
    }
    let mut new = String::new();
    let mut kept = 0;
    for range in &found {
        new.push_str(&text[kept..range.start]);
        new.push_str("[redacted: secret]");
        kept = range.end;
    }
    new.push_str(&text[kept..]);
    *text = new;
    found.len()
}

/// Where the values are in a document that begins at this byte.
fn values(document: &str, start: usize, found: &mut Vec<Range<usize>>) {
    let mut at = start;
    let mut held = false;
    // The lines of a text are indented more than its name.
    let mut block: Option<usize> = None;
    for line in document.split_inclusive('\n') {
        let begin = at;
        at += line.len();
        let written = line.trim_end();
        let indent = written.len() - written.trim_start().len();
        if written.is_empty() {
            continue;
        }
        if indent == 0 {
            held = HELD_IN
                .iter()
                .any(|member| written.strip_suffix(':') == Some(member));
            block = None;
            continue;
        }
        if !held {
            continue;
        }
        if block.is_some_and(|outer| indent > outer) {
            if !written.trim_start().starts_with("[redacted: ") {
                found.push(begin + indent..begin + written.len());
            }
            continue;
        }
        block = None;
        let Some((name, value)) = written.split_once(':') else {
            continue;
        };
        let value = value.trim_start();
        match value {
            "" => {}
            _ if value.starts_with(['|', '>']) => block = Some(indent),
            _ if value.starts_with("[redacted: ") || name.trim_start().starts_with('#') => {}
            _ => found.push(begin + written.len() - value.len()..begin + written.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::take_out_of_manifests;

    #[test]
    fn every_value_goes_and_nothing_else() {
        let mut text = "kind: Secret\nmetadata:\n  name: x\ndata:\n  a: eA==\nstringData:\n  b: |\n    one\n    two\n  c: 'y'\n---\nkind: ConfigMap\ndata:\n  d: z\n".to_owned();
        assert_eq!(take_out_of_manifests(&mut text), 4);
        let gone = "[redacted: secret]";
        let shown = format!(
            "kind: Secret\nmetadata:\n  name: x\ndata:\n  a: {gone}\nstringData:\n  b: |\n    {gone}\n    {gone}\n  c: {gone}\n---\nkind: ConfigMap\ndata:\n  d: z\n"
        );
        assert_eq!(text, shown);
        assert_eq!(take_out_of_manifests(&mut text), 0);
    }
}
