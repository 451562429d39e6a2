//! Prints the findings for people: the line, a caret and a fix.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use snaphook::{Finding, Severity};
use snaphook_settings::{RelatedPlace, SourceText};

use super::look::CheckedFile;
use crate::show::style;

pub(super) fn print(checked: &[CheckedFile]) {
    for one in checked {
        if !one.has_settings {
            let file = one.source.file().display();
            crate::say!("{file}: nothing to check: the front matter has no `hooks`");
        }
        for finding in &one.findings {
            let related = one.related.as_deref();
            crate::say!("{}\n", picture(&one.source, finding, related));
        }
    }
    let looked_at = checked.iter().filter(|one| one.has_settings).count();
    if looked_at > 0 {
        crate::say!("{}", summary(checked, looked_at));
    }
}

fn picture(source: &SourceText, finding: &Finding, related: Option<&RelatedPlace>) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::NOTE.with_name("hint"),
    };
    let path = source.file().display().to_string();
    let span = first_line(source.text(), &finding.location.span);
    let mut snippet = Snippet::source(source.text())
        .path(path)
        .annotation(AnnotationKind::Primary.span(span));
    if let Some(related) = related {
        let span = first_line(source.text(), &related.location.span);
        let context = AnnotationKind::Context.span(span).label(&*related.message);
        snippet = snippet.annotation(context);
    }
    let mut group = level
        .primary_title(&finding.message)
        .id(finding.code)
        .element(snippet);
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help));
    }
    // Colours are dropped by `anstream` where they are not wanted.
    Renderer::styled().render(&[group])
}

/// The part of a span that is on its first line: where it begins is what
/// matters, and a group can be long.
fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    let end = text.ceil_char_boundary(span.end.max(start));
    let line = text.get(start..end).unwrap_or_default();
    let line = line.lines().next().unwrap_or_default();
    start..start + line.len()
}

/// `3 files: 2 errors, 1 warning`, or `no problems in 3 files`.
fn summary(checked: &[CheckedFile], looked_at: usize) -> String {
    let files = counted(looked_at, "file");
    let parts: Vec<_> = [
        (Severity::Error, style::ERROR),
        (Severity::Warning, style::WARNING),
        (Severity::Hint, style::HELP),
    ]
    .into_iter()
    .filter_map(|(severity, style)| {
        let count = checked
            .iter()
            .flat_map(|one| &one.findings)
            .filter(|finding| finding.severity == severity)
            .count();
        let words = counted(count, &severity.to_string());
        (count > 0).then(|| format!("{style}{words}{style:#}"))
    })
    .collect();
    if parts.is_empty() {
        let good = style::GOOD;
        return format!("{good}no problems{good:#} in {files}");
    }
    format!("{files}: {}", parts.join(", "))
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
