//! Prints the report for people.

use snaphook::hook::{Hook, Scope};

use super::named::is_called;
use super::report::{StateAfter, SwitchChange, SwitchChangeKind, SwitchReport};
use super::state::{WantedState, is_on, why_off};
use crate::list::ConfiguredHook;
use crate::show::{self, style};

pub(super) fn print(report: &SwitchReport, now: &StateAfter) {
    for change in &report.changes {
        crate::say!("{}", change.words());
    }
    if report.changes.is_empty() && report.failed.is_empty() {
        crate::say!("nothing was changed");
    }
    for name in &report.names {
        let count = now
            .named
            .iter()
            .filter(|one| is_called(&one.hook, name))
            .count();
        let name = style::one_line(name);
        match count {
            0 => crate::say!("no hook is named `{name}` any more"),
            1 => {}
            more => crate::say!("{more} hooks are named `{name}`"),
        }
    }
    for one in &now.named {
        now.say("", one);
    }
    for one in &now.also {
        now.say("by the same change, ", one);
    }
    for one in &now.copies {
        now.say("a copy, ", one);
    }
}

impl SwitchChange {
    fn words(&self) -> String {
        let hook = style::one_line(&self.hook);
        let what = match self.what {
            SwitchChangeKind::Added => format!("`{hook}` added to `disabledHooks`"),
            SwitchChangeKind::Removed => format!("`{hook}` removed from `disabledHooks`"),
            SwitchChangeKind::OwnSwitch => format!("`\"enabled\": false` removed from `{hook}`"),
        };
        let file = style::one_line(&self.file.display().to_string());
        let line = self.line.map(|line| format!(":{line}"));
        let link = self.link_to.as_ref().map(|to| {
            let to = style::one_line(&to.display().to_string());
            format!(" (a link to {to})")
        });
        let (line, link) = (line.unwrap_or_default(), link.unwrap_or_default());
        format!("{what} in {file}{line}{link}")
    }
}

impl StateAfter {
    /// Whether a hook is in the state that the user asked for.
    pub(super) fn is_done(&self, hook: &Hook) -> bool {
        is_on(&self.engine, hook) == (self.wanted == WantedState::On)
    }

    /// Why a hook is off, or is on although it should be off, or is on but does not run.
    pub(super) fn why(&self, one: &ConfiguredHook) -> Vec<String> {
        if !is_on(&self.engine, &one.hook) {
            return why_off(&self.engine, &one.hook);
        }
        if self.wanted == WantedState::Off && one.hook.source.scope == Scope::Managed {
            return vec!["the organisation manages it".to_owned()];
        }
        match one.trust {
            "untrusted" => vec!["it waits for `snaphook trust`".to_owned()],
            "changed" => {
                vec![
                    "it has changed since it was trusted, and waits for `snaphook trust`"
                        .to_owned(),
                ]
            }
            _ => Vec::new(),
        }
    }

    fn say(&self, before: &str, one: &ConfiguredHook) {
        let on = is_on(&self.engine, &one.hook);
        let state = if on { "on" } else { "off" };
        let (still, colour) = match self.is_done(&one.hook) {
            true => ("", style::GOOD),
            false => ("still ", style::WARNING),
        };
        // The user has just switched the hook off and knows why.
        let why = match self.wanted == WantedState::Off && !on {
            true => Vec::new(),
            false => self.why(one),
        };
        let why = match why.is_empty() {
            true => String::new(),
            false => format!(": {}", style::one_line(&why.join("; "))),
        };
        let dim = style::DIM;
        let name = style::one_line(&one.hook.name);
        let place = style::one_line(&show::place(&one.hook));
        let event = one.hook.event.as_str();
        crate::say!(
            "{before}{name} is {colour}{still}{state}{colour:#}{why}  {dim}{event} {place}{dim:#}"
        );
    }
}
