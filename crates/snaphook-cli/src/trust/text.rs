//! `trust --show`: prints scripts, and how they differ from the trusted text.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};
use snaphook::TrustQuestion;
use snaphook::trust::{Digest, ScriptState, TrustFile, TrustedScript};

use crate::error::CommandError;
use crate::show::style;

/// Longer texts are not shown.
const LONGEST: usize = 1024 * 1024;

/// The texts of scripts, by their digests: what is shown is what is trusted.
#[derive(Default)]
pub(super) struct Texts(BTreeMap<(String, Digest), ShownScript>);

struct ShownScript {
    now: Result<String, String>,
    /// What was trusted before, where it was another one and is known.
    before: Option<String>,
}

/// Whether a hook has a script of this path.
pub(super) fn names_script(question: &TrustQuestion, name: &str) -> bool {
    let mut scripts = question.evidence.scripts.iter();
    scripts.any(|script| script.path == plain(name))
}

/// A path as trust calls it.
fn plain(name: &str) -> String {
    let parts = Path::new(name).components();
    let plain: PathBuf = parts.filter(|part| *part != Component::CurDir).collect();
    plain.to_string_lossy().into_owned()
}

impl Texts {
    /// Reads the scripts of hooks; only the named ones, where scripts are named.
    pub(super) fn read(
        store: &TrustFile,
        project: &Path,
        questions: &[TrustQuestion],
        names: &[String],
    ) -> Result<Self, CommandError> {
        let named: Vec<String> = names
            .iter()
            .filter(|name| {
                questions
                    .iter()
                    .any(|question| names_script(question, name))
            })
            .map(|name| plain(name))
            .collect();
        let mut texts = BTreeMap::new();
        for script in questions
            .iter()
            .flat_map(|question| &question.evidence.scripts)
        {
            let ScriptState::File { sha256 } = script.state else {
                continue;
            };
            if !named.is_empty() && !named.contains(&script.path) {
                continue;
            }
            let bytes = script.read(project).map_err(|why| {
                CommandError::new(format!("{}: {why}", style::one_line(&script.path))).help(
                    "nothing was trusted; run this again when no other program is changing \
                        the project's files",
                )
            })?;
            let trusted = store.trusted_script(project, &script.path);
            let before = trusted
                .filter(|trusted| *trusted != sha256)
                .and_then(|trusted| store.trusted_text(trusted))
                .and_then(|bytes| readable(&bytes).ok());
            let text = ShownScript {
                now: readable(&bytes),
                before,
            };
            texts.insert((script.path.clone(), sha256), text);
        }
        Ok(Self(texts))
    }

    fn of(&self, script: &TrustedScript) -> Option<&ShownScript> {
        let ScriptState::File { sha256 } = script.state else {
            return None;
        };
        self.0.get(&(script.path.clone(), sha256))
    }

    pub(super) fn print(&self, script: &TrustedScript) {
        let Some(text) = self.of(script) else {
            return;
        };
        let dim = style::DIM;
        match (&text.now, &text.before) {
            (Err(why), _) => crate::say!("          {dim}({why}){dim:#}"),
            (Ok(now), None) => {
                for line in style::code(now).lines() {
                    crate::say!("        {dim}|{dim:#} {line}");
                }
            }
            (Ok(now), Some(before)) => {
                print_difference("- as it was trusted, + as it is now", before, now);
            }
        }
    }

    pub(super) fn as_json(&self, scripts: &[TrustedScript]) -> Option<Value> {
        let texts: Vec<Value> = scripts
            .iter()
            .filter_map(|script| {
                let text = self.of(script)?;
                Some(json!({
                    "path": script.path,
                    "text": text.now.as_ref().ok(),
                    "trustedBefore": text.before,
                }))
            })
            .collect();
        (!texts.is_empty()).then(|| texts.into())
    }
}

/// The whole text, with the lines that are new and those that are gone.
pub(crate) fn print_difference(caption: &str, before: &str, now: &str) {
    let (good, bad, dim) = (style::GOOD, style::BAD, style::DIM);
    crate::say!("          {dim}({caption}){dim:#}");
    for change in TextDiff::from_lines(before, now).iter_all_changes() {
        let value = change.value();
        let line = style::one_line(value.strip_suffix('\n').unwrap_or(value));
        match change.tag() {
            ChangeTag::Equal => crate::say!("        {dim}|{dim:#} {line}"),
            ChangeTag::Insert => crate::say!("        {good}+ {line}{good:#}"),
            ChangeTag::Delete => crate::say!("        {bad}- {line}{bad:#}"),
        }
    }
}

/// A file's bytes as a text, or why they are not text.
pub(crate) fn readable(bytes: &[u8]) -> Result<String, String> {
    if bytes.len() > LONGEST {
        return Err(format!("{} bytes, too many to show", bytes.len()));
    }
    // By how it starts only: a script with a zero in it is a script.
    let starts: [&[u8]; 5] = [
        b"\x7fELF",
        b"MZ",
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
        b"PK\x03",
    ];
    match starts.iter().any(|start| bytes.starts_with(start)) {
        true => Err(format!("a program or an archive of {} bytes", bytes.len())),
        false => Ok(String::from_utf8_lossy(bytes).into_owned()),
    }
}
