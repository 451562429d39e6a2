//! Prints an outcome: on stdout for people or as JSON, on stderr the reason of a block.

use snaphook::input::MatchValue;
use snaphook::{Engine, Input, Outcome};
use snaphook_dialects::RecognisedDialect;

use super::{session_file, untrusted};
use crate::args::EventArgs;
use crate::error::CommandError;
use crate::show::{self, Problems, style};

/// How an outcome is shown, and what there is to say beside it.
pub(super) struct OutcomeView<'a> {
    /// On stdout stands JSON, of whatever shape.
    pub(super) for_programs: bool,
    pub(super) args: &'a EventArgs,
    pub(super) unmatchable: Option<&'static str>,
    pub(super) dialect: &'a RecognisedDialect,
}

/// Prints the outcome, and what there is to say beside it.
pub(super) fn print(
    shown: &OutcomeView<'_>,
    engine: &Engine,
    outcome: &Outcome,
) -> Result<(), CommandError> {
    if shown.args.json {
        show::json_answer(outcome)?;
    } else if !shown.for_programs {
        let problems = Problems::of(engine, &shown.args.settings);
        show::outcome(outcome, Some(&problems));
        if let Some(field) = shown.unmatchable.filter(|_| outcome.hooks.is_empty()) {
            let help = style::HELP;
            crate::say!(
                "  {help}hint{help:#}: the input has no `{field}`, so only hooks without a matcher run; add it with --set"
            );
        }
        show::switched_off(engine, "  ");
        if shown.args.settings.settings.is_empty() && outcome.hooks.is_empty() {
            show::nothing_configured(engine, "  ");
        }
    }
    for problem in &outcome.diagnostics {
        // It is among the remarks of what people read.
        if shown.for_programs && problem.code == session_file::PROBLEM {
            note(true, outcome, Some(format!("warning: {}", problem.message)));
        }
    }
    note(shown.for_programs, outcome, show::recognised(shown.dialect));
    note(
        shown.for_programs,
        outcome,
        untrusted(shown.args, std::slice::from_ref(outcome)),
    );
    show::terminal_sequences(outcome);
    if let Some(reason) = outcome.block_reason.as_deref().filter(|_| outcome.blocked) {
        // As it is: another program may read it as the reason.
        crate::tell!("{reason}");
    }
    Ok(())
}

/// Prints one line for people beside the outcome. After a block, stderr has only the
/// reason, because the caller may have started this command as a hook.
fn note(for_programs: bool, outcome: &Outcome, line: Option<String>) {
    match (line, for_programs, outcome.blocked) {
        (Some(line), false, _) => crate::say!("  {line}"),
        (Some(line), true, false) => crate::tell!("{line}"),
        _ => {}
    }
}

/// The field that matchers look at, when the input lacks it: easily forgotten
/// in an input typed by hand.
pub(super) fn missing_match_field(input: &Input) -> Option<&'static str> {
    let field = input.event().spec().matches_on.field()?;
    (input.match_value() == MatchValue::Missing).then_some(field)
}
