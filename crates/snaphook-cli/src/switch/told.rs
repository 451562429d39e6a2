//! The report in words.

use snaphook::hook::{Hook, Scope};

use super::named::is_called;
use super::report::{Change, Now, Report, What};
use super::state::{Wanted, is_on, why_off};
use crate::list::ListedHook;
use crate::show::{self, style};

pub(super) fn print(report: &Report, now: &Now) {
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
            0 => crate::say!("no hook is called `{name}` now"),
            1 => {}
            more => crate::say!("{more} hooks are called `{name}`"),
        }
    }
    for one in &now.named {
        now.say("", one);
    }
    for one in &now.also {
        now.say("by the same, ", one);
    }
    for one in &now.copies {
        now.say("a copy, ", one);
    }
}

impl Change {
    fn words(&self) -> String {
        let hook = style::one_line(&self.hook);
        let what = match self.what {
            What::Added => format!("`{hook}` added to `disabledHooks`"),
            What::Removed => format!("`{hook}` removed from `disabledHooks`"),
            What::OwnSwitch => format!("`\"enabled\": false` removed from `{hook}`"),
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

impl Now {
    /// Whether a hook is as it was wanted.
    pub(super) fn is_done(&self, hook: &Hook) -> bool {
        is_on(&self.engine, hook) == (self.wanted == Wanted::On)
    }

    /// Why a hook is off, or on against what was wanted, or on and does not run.
    pub(super) fn why(&self, one: &ListedHook) -> Vec<String> {
        if !is_on(&self.engine, &one.hook) {
            return why_off(&self.engine, &one.hook);
        }
        if self.wanted == Wanted::Off && one.hook.source.scope == Scope::Managed {
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

    fn say(&self, before: &str, one: &ListedHook) {
        let on = is_on(&self.engine, &one.hook);
        let state = if on { "on" } else { "off" };
        let (still, colour) = match self.is_done(&one.hook) {
            true => ("", style::GOOD),
            false => ("still ", style::WARNING),
        };
        // Who switched a hook off need not be told how.
        let why = match self.wanted == Wanted::Off && !on {
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
