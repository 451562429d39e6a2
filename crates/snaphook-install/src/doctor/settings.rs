//! Findings about the settings of snaphook itself: what keeps their hooks from running in
//! any agent.

use super::kinds::{DoctorFinding, NO_HOOKS, SETTINGS_UNREADABLE, SWITCHED_OFF, UNTRUSTED};

/// What is known of the settings.
#[derive(Debug, Clone, Default)]
pub struct SettingsExamination {
    /// Why files could not be loaded.
    pub unreadable: Vec<String>,
    /// The names of hooks that nobody has trusted.
    pub untrusted: Vec<String>,
    /// What switched hooks off.
    pub switched_off: Vec<String>,
    /// Whether there is any hook.
    pub has_hooks: bool,
}

/// Examines the settings.
#[must_use]
pub fn examine_settings(settings: &SettingsExamination) -> Vec<DoctorFinding> {
    let mut findings = Vec::new();
    for words in &settings.unreadable {
        let finding = DoctorFinding::of_settings(&SETTINGS_UNREADABLE, words.clone());
        findings.push(finding.help("run `snaphook check` and correct what it shows"));
    }
    if !settings.untrusted.is_empty() {
        let words = format!(
            "hooks that nobody has trusted do not run: {}",
            settings.untrusted.join(", ")
        );
        let finding = DoctorFinding::of_settings(&UNTRUSTED, words);
        findings.push(finding.help("run `snaphook trust`"));
    }
    for by in &settings.switched_off {
        let words = format!("hooks are switched off by {by}");
        findings.push(DoctorFinding::of_settings(&SWITCHED_OFF, words));
    }
    if !settings.has_hooks && settings.unreadable.is_empty() {
        let finding = DoctorFinding::of_settings(&NO_HOOKS, "no hooks are configured");
        findings.push(finding.help(
            "write them into `~/.config/snaphook/settings.json`, or run `snaphook init` in a project",
        ));
    }
    findings
}
