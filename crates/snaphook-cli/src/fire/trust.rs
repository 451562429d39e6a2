//! What is said of hooks that were skipped because nobody has trusted them.

use snaphook::Outcome;
use snaphook::outcome::HookEntry;
use snaphook::select::SkipReason;

use crate::args::EventArgs;
use crate::settings_args::TrustChoice;
use crate::show::style;

/// One clear line, if there are any.
pub(crate) fn untrusted(args: &EventArgs, outcomes: &[Outcome]) -> Option<String> {
    let untrusted = [SkipReason::Untrusted, SkipReason::Changed].map(SkipReason::as_str);
    let is_untrusted = |entry: &&HookEntry| {
        let reason = entry.skip_reason;
        reason.is_some_and(|reason| untrusted.contains(&reason))
    };
    let hooks = outcomes.iter().flat_map(|outcome| &outcome.hooks);
    let (hooks, were) = match hooks.filter(is_untrusted).count() {
        0 => return None,
        1 => ("1 hook".to_owned(), "was"),
        more => (format!("{more} hooks"), "were"),
    };
    let what_to_do = match args.settings.trust {
        TrustChoice::Managed => "with `--trust managed`, only managed hooks run",
        TrustChoice::All | TrustChoice::Store => "look at what would run with `snaphook trust`",
    };
    let warning = style::WARNING;
    Some(format!(
        "{warning}{hooks} {were} skipped for lack of trust{warning:#}: {what_to_do}"
    ))
}
