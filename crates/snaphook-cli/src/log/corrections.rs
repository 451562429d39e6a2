//! Suggests a correction when no event fits a filter.

use snaphook::event::nearest;
use snaphook_log::{Filter, FilterField, LogReader};

/// A sentence for each word of a filter that the log does not know at all.
pub(crate) fn find_corrections(reader: &LogReader, filter: &Filter) -> Vec<String> {
    let asked = [
        ("event", &filter.events, FilterField::Events),
        ("tool", &filter.tools, FilterField::Tools),
        ("hook", &filter.hooks, FilterField::Hooks),
    ];
    let mut hints = Vec::new();
    for (what, words, place) in asked {
        if words.is_empty() {
            continue;
        }
        let known = reader.words(place).unwrap_or_default();
        for word in words.iter().filter(|word| !known.contains(word)) {
            let near = nearest(word, known.iter().map(String::as_str));
            let near = near.map(|near| format!("; did you mean `{near}`?"));
            let near = near.unwrap_or_default();
            hints.push(format!("no {what} `{word}` is in this log{near}"));
        }
    }
    hints
}
