//! Prints a decision, and with `--explain` the steps to it.

use snaphook::Severity;
use snaphook::permission::{CallDecision, Decider, Decision, Step, StepResult};

use crate::show::style;

pub(super) fn decision(decision: &Decision, explain: bool) {
    let (bold, dim) = (style::BOLD, style::DIM);
    let (word, colour) = match decision.decision {
        CallDecision::Allow => ("allowed", style::GOOD),
        CallDecision::Deny => ("denied", style::BAD),
        CallDecision::Defer => ("left to the host", style::WARNING),
    };
    let by = match &decision.by {
        Decider::Nobody => "because it needs approval, and there is nobody to ask".to_owned(),
        by => format!("by {by}"),
    };
    let mode = match &decision.by {
        // The mode is named already.
        Decider::Mode { .. } => String::new(),
        _ => format!(" {dim}(mode {}){dim:#}", decision.mode),
    };
    crate::say!(
        "{bold}{}{bold:#}: {colour}{word}{colour:#} {}{mode}",
        style::one_line(&decision.tool_name),
        style::one_line(&by),
    );
    if explain {
        steps(&decision.steps);
    } else {
        let reason = decision.reason.as_deref();
        if let Some(reason) = reason.filter(|_| decision.decision != CallDecision::Deny) {
            crate::say!("  {}", style::one_line(reason));
        }
    }
    if decision.rewritten {
        let input = decision.tool_input.to_string();
        crate::say!("  {bold}input{bold:#} {}", style::one_line(&input));
    }
    for updated in &decision.updates {
        let what = updated
            .update
            .as_ref()
            .map(|update| update.kind.to_string());
        let what = what.unwrap_or_else(|| "an update".to_owned());
        let (mark, colour) = mark(updated.applied);
        let place = updated.file.as_deref().unwrap_or("this session");
        let why = updated.why_not.as_deref();
        let words = match (updated.applied, why) {
            (true, None) => format!("for {place}"),
            (_, why) => why.unwrap_or_default().to_owned(),
        };
        crate::say!(
            "  {colour}{mark}{colour:#} {}: {dim}{}{dim:#}",
            style::one_line(&what),
            style::one_line(&words),
        );
    }
    if decision.retry {
        crate::say!("  the model may try again");
    }
    if let Some(reason) = &decision.stop {
        crate::say!("  the agent stops: {}", style::one_line(reason));
    }
    for diagnostic in &decision.diagnostics {
        let colour = match diagnostic.severity {
            Severity::Error => style::ERROR,
            Severity::Warning => style::WARNING,
            Severity::Hint => style::HELP,
        };
        crate::say!(
            "  {colour}{}{colour:#}: {}",
            diagnostic.severity,
            style::plain(&diagnostic.message)
        );
    }
}

fn mark(applied: bool) -> (&'static str, anstyle::Style) {
    match applied {
        true => ("✓", style::GOOD),
        false => ("✗", style::BAD),
    }
}

/// The way, a line for each step.
fn steps(steps: &[Step]) {
    let stage = |step: &Step| step.stage.as_str();
    let width = steps.iter().map(|step| stage(step).len()).max();
    let width = width.unwrap_or_default();
    for (number, step) in steps.iter().enumerate() {
        let (word, colour) = match step.result {
            StepResult::Allow => ("allow", style::GOOD),
            StepResult::Deny => ("deny", style::BAD),
            StepResult::Ask => ("ask", style::WARNING),
            StepResult::Defer => ("defer", style::WARNING),
            StepResult::Stop => ("stop", style::BAD),
            StepResult::Retry => ("retry", style::WARNING),
            StepResult::Applied => ("done", style::GOOD),
            StepResult::Nothing => ("–", style::DIM),
        };
        let by = step.by.as_ref().map(ToString::to_string);
        let why = step.reason.clone();
        let words: Vec<String> = by.into_iter().chain(why).collect();
        crate::say!(
            "  {}. {:width$}  {colour}{word:5}{colour:#}  {}",
            number + 1,
            stage(step),
            style::one_line(&words.join(": ")),
        );
    }
}
