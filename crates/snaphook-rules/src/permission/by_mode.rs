//! What the mode says of a call that no hook and no rule decided.
//!
//! | mode | read | edit inside | edit elsewhere | execute | other |
//! |---|---|---|---|---|---|
//! | default | allow inside, else ask | ask | ask | ask | ask |
//! | plan | as default | deny | deny | deny unless read-only | ask |
//! | acceptEdits | as default | allow | ask | ask | ask |
//! | auto | the classifier; without one, as default | | | | |
//! | dontAsk | as default, what would ask is denied | | | | |
//! | bypassPermissions | allow | allow | allow | allow | allow |

use snaphook_core::permission::{Behavior, Mode};
use snaphook_core::tool::ToolClass;

/// What matters of a call to its mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// What the tool does.
    pub class: ToolClass,
    /// Every path that it names lies in a working directory.
    pub inside: bool,
    /// The host says that it changes nothing.
    pub read_only: bool,
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
    use ToolClass::{Edit, Execute, Read};
    let by_default = match call.class {
        Read if call.inside => Behavior::Allow,
        _ => Behavior::Ask,
    };
    ByMode::Says(match (mode, call.class) {
        (Mode::BypassPermissions, _) => Behavior::Allow,
        (Mode::Auto, _) => return ByMode::Classifier(by_default),
        (Mode::DontAsk, _) => never_ask(by_default),
        (Mode::Plan, Edit) => Behavior::Deny,
        (Mode::Plan, Execute) if call.read_only => Behavior::Allow,
        (Mode::Plan, Execute) => Behavior::Deny,
        (Mode::AcceptEdits, Edit) if call.inside => Behavior::Allow,
        (Mode::Default | Mode::Plan | Mode::AcceptEdits, _) => by_default,
    })
}

/// Where nobody is asked, ask means deny.
#[must_use]
pub fn never_ask(behavior: Behavior) -> Behavior {
    match behavior {
        Behavior::Ask => Behavior::Deny,
        other => other,
    }
}
