//! What the mode says of a call that no hook and no rule decided.
//!
//! | mode | read | edit inside | edit elsewhere | execute | agent | other |
//! |---|---|---|---|---|---|---|
//! | default | allow inside, else ask | ask | ask | read-only lines allow, else ask | allow | ask |
//! | plan | allow | deny | deny | read-only lines allow, else deny | allow | ask |
//! | acceptEdits | as default | allow, but ask for what later runs by itself | ask | lines that only read and edit inside allow, else ask | allow | ask |
//! | auto | the classifier; without one, as default | | | | | |
//! | dontAsk | as default, what would ask is denied | | | | | |
//! | bypassPermissions | allow | allow | allow | allow | allow | allow |
//!
//! In the mode `plan` no rule allows an edit, or a line that writes files.

use snaphook_core::permission::{Behavior, Mode};
use snaphook_core::tool::ToolClass;

use crate::LineEffect;

/// What matters of a call to its mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// What the tool does.
    pub class: ToolClass,
    /// Every path that it names lies in a working directory and, where it is edited,
    /// is not a file that later runs by itself.
    pub inside: bool,
    /// The host says that it changes nothing.
    pub read_only: bool,
    /// What it does, where it is a line of Bash.
    pub line: LineEffect,
    /// It is a command line that is known to write files.
    pub writes: bool,
}

/// What a mode says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByMode {
    /// This.
    Says(Behavior),
    /// The host's classifier is asked; where there is none, this.
    Classifier(Behavior),
}

/// What a mode says of a call.
#[must_use]
pub fn by_mode(mode: Mode, call: Situation) -> ByMode {
    use ToolClass::{Agent, Edit, Execute, Read};
    let by_default = match call.class {
        Read if call.inside => Behavior::Allow,
        Execute if call.line.reads => Behavior::Allow,
        Agent => Behavior::Allow,
        _ => Behavior::Ask,
    };
    ByMode::Says(match (mode, call.class) {
        (Mode::BypassPermissions, _) => Behavior::Allow,
        (Mode::Auto, _) => return ByMode::Classifier(by_default),
        (Mode::DontAsk, _) => never_ask(by_default),
        (Mode::Plan, Read) => Behavior::Allow,
        (Mode::Plan, Edit) => Behavior::Deny,
        (Mode::Plan, Execute) if call.read_only || call.line.reads => Behavior::Allow,
        (Mode::Plan, Execute) => Behavior::Deny,
        (Mode::AcceptEdits, Edit) if call.inside => Behavior::Allow,
        (Mode::AcceptEdits, Execute) if call.line.edits => Behavior::Allow,
        (Mode::Default | Mode::Plan | Mode::AcceptEdits, _) => by_default,
    })
}

/// Whether a mode denies a call whatever rules allow.
#[must_use]
pub fn mode_overrules(mode: Mode, call: Situation) -> bool {
    let edits = match call.class {
        ToolClass::Edit => true,
        ToolClass::Execute => call.writes,
        _ => false,
    };
    mode == Mode::Plan && edits
}

/// Where nobody is asked, ask means deny.
#[must_use]
pub fn never_ask(behavior: Behavior) -> Behavior {
    match behavior {
        Behavior::Ask => Behavior::Deny,
        other => other,
    }
}
