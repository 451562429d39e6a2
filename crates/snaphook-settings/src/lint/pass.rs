//! The pass over all hooks: who is looked at, with what, and where findings
//! go.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;
use snaphook_core::Severity;
use snaphook_core::hook::Hook;
use snaphook_core::kind::Kinds;
use snaphook_rules::facts::ExpressionLanguage;

use super::{
    commands, conditions, denied, duplicates::Duplicates, expressions, guards,
    guards::UndecidedHooks, helpers, kinds, matchers, once, scripts, timeouts, types,
};
use crate::finding::Finding;
use crate::read::{HookSpans, Settings};
use crate::source_text::SourceText;

/// The world the hooks will run in.
#[derive(Clone, Copy)]
pub struct LintContext<'a> {
    /// The project's root.
    pub project_dir: &'a Path,
    /// The user's home folder, if it is known.
    pub home: Option<&'a Path>,
    /// The file system.
    pub files: &'a dyn Files,
    /// The kinds of handlers that there are.
    pub kinds: &'a Kinds,
    /// The types of hooks that the program which will run them can run.
    pub runnable: &'a [&'a str],
    /// The language of `when`; without it expressions are not looked at.
    pub conditions: Option<&'a dyn ExpressionLanguage>,
    /// Whether a variable is set in the environment that hooks will see;
    /// without this, nobody knows, and nothing is said.
    pub is_set: Option<&'a dyn Fn(&str) -> bool>,
}

/// The questions that lints have for the file system.
pub trait Files {
    /// What is at this path?
    fn look(&self, path: &Path) -> FoundPath;

    /// The text of a script, if it can be read and is not too long.
    fn text(&self, path: &Path) -> Option<String> {
        let _ = path;
        None
    }

    /// The name of the shell that `sh` is, such as `dash`. Without it nothing is said of
    /// syntax that only some shells have.
    fn sh(&self) -> Option<String> {
        None
    }
}

/// What is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundPath {
    /// Nothing.
    Missing,
    /// A folder.
    Folder,
    /// A file, which can be run or not.
    File {
        /// Whether the system would start it.
        executable: bool,
    },
    /// Nobody knows; nothing is said.
    Unknown,
}

/// Looks at every hook of the files, which are taken to be used together.
/// Findings come in the order of the files and of their hooks.
pub fn lint<'a>(
    settings: impl IntoIterator<Item = &'a Settings>,
    context: &LintContext<'_>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut duplicates = Duplicates::default();
    let mut undecided = UndecidedHooks::default();
    let settings: Vec<_> = settings.into_iter().collect();
    let of_kinds = settings.iter().flat_map(|file| &file.handlers);
    let of_kinds = of_kinds.map(|setting| (setting.value.0.as_str(), &setting.value.1));
    let of_kinds: Vec<(&str, &Value)> = of_kinds.collect();
    for file in settings {
        // All hooks of a group share its matcher: it is looked at once. (A
        // YAML alias may put one group under several events.)
        let mut matchers_seen = HashSet::new();
        for hook in &file.hooks {
            let Some(spans) = file.spans.get(&hook.id) else {
                continue;
            };
            let subject = LintedHook {
                hook,
                spans,
                source: &file.source,
            };
            if let Some(span) = &spans.matcher
                && matchers_seen.insert((hook.event.name(), span.start))
            {
                matchers::check(&subject, span, &mut findings);
            }
            conditions::check(&subject, &mut findings);
            expressions::check(&subject, context, &mut findings);
            denied::check(&subject, &mut findings);
            guards::check(&subject, context, &mut undecided, &mut findings);
            once::check(&subject, &mut findings);
            types::check(&subject, context, &mut findings);
            scripts::check(&subject, context, &mut findings);
            commands::check(&subject, context, &mut findings);
            kinds::check(&subject, &of_kinds, context, &mut findings);
            timeouts::check(&subject, &mut findings);
            duplicates.check(&subject, &mut findings);
        }
        denied::check_rules(file, &mut findings);
        helpers::check(file, context, &mut findings);
    }
    findings.extend(undecided.summary());
    findings
}

/// One hook and where it is.
pub(super) struct LintedHook<'a> {
    pub(super) hook: &'a Hook,
    pub(super) spans: &'a HookSpans,
    pub(super) source: &'a SourceText,
}

impl LintedHook<'_> {
    /// What the hook runs; the whole hook where that has no place of its own.
    pub(super) fn command_span(&self) -> Range<usize> {
        self.spans
            .command
            .as_ref()
            .unwrap_or(&self.spans.handler)
            .clone()
    }

    pub(super) fn warning(
        &self,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Finding {
        Finding {
            severity: Severity::Warning,
            code,
            message: message.into(),
            help: Some(help.into()),
            location: self.source.at(span),
            event: Some(self.hook.event.name().clone()),
            hook: Some(self.hook.id.clone()),
        }
    }

    pub(super) fn hint(
        &self,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Finding {
        Finding {
            severity: Severity::Hint,
            ..self.warning(code, span, message, help)
        }
    }
}
